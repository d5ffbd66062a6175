package c

import (
	"context"
	"fmt"
	"os"

	"github.com/slidebench/slidebench/internal/child"
	"github.com/slidebench/slidebench/internal/harness/corpus"
	"github.com/slidebench/slidebench/internal/harness/machine"
	"github.com/slidebench/slidebench/internal/process"
)

// Program is a running program of a build in C, C++ or Rust, which answers questions and times loops. It is not safe for use by several goroutines.
type Program struct {
	*child.Program
	corpora map[int64]int   // places of the corpora that the program keeps, by ID
	crowd   corpus.Pressure // that the newest loop ran under
	spent   float64         // nanoseconds of the newest loop
}

// exchangeSize is the room for questions and answers, in bytes: the largest is a replay of 64 lookups a move.
const exchangeSize = 64 << 20

// Start starts a program, which runs until Close or until the context is done, on the calling thread's processor. A program with sanitizers ends at the first undefined
// behaviour.
func Start(ctx context.Context, program string) (*Program, error) {
	return start(ctx, program, "UBSAN_OPTIONS=halt_on_error=1", "RUST_BACKTRACE=0")
}

// start starts a program with further environment variables, and waits until it says that it is ready.
func start(ctx context.Context, program string, environment ...string) (*Program, error) {
	exchange, err := child.NewFile("", exchangeSize, 0)
	if err != nil {
		return nil, err
	}
	defer exchange.Remove() // by then, both processes have it open
	c := process.Program(ctx, program, exchange.Name())
	c.Beside, c.Patience = true, child.Patience.End // requests and answers by pipes beside standard input and output
	c.Env = append(os.Environ(), environment...)
	p := &Program{corpora: map[int64]int{}}
	if p.Program, err = child.Start(c, exchange); err != nil {
		return nil, fmt.Errorf("the measured program does not start: %w", err)
	}
	line, words, err := p.Ready(child.Patience.Answer)
	switch {
	case err != nil:
		err = fmt.Errorf("the measured program %w", err)
	case len(words) != 1:
		err = fmt.Errorf("the measured program says %.40q, not that it is ready", line)
	}
	if err != nil {
		p.Close()
		return nil, err
	}
	return p, nil
}

// ask sends one request and returns the answer.
func (p *Program) ask(format string, args ...any) (string, error) {
	defer p.Within(child.Patience.Answer)()
	line, err := p.Ask(format, args...)
	if err != nil {
		err = fmt.Errorf("the measured program %w", err)
	}
	return line, err
}

// do sends a request that is answered by ok.
func (p *Program) do(format string, args ...any) error {
	line, err := p.ask(format, args...)
	if err == nil && line != "ok" {
		err = fmt.Errorf("the measured program answers %.40q to %q", line, fmt.Sprintf(format, args...))
	}
	return err
}

// exchange writes questions into the file that this process and the program share, sends a request, and reads the answers from the file.
func (p *Program) exchange(answers any, request string, questions ...any) error {
	err := p.Put(questions...)
	if err == nil {
		err = p.do("%s", request)
	}
	if err == nil {
		err = p.Get(answers)
	}
	return err
}

// timed sends a request that is answered by a checksum and a time, and keeps the time.
func (p *Program) timed(format string, args ...any) (sum uint64, err error) {
	line, err := p.ask(format, args...)
	if err != nil {
		return 0, err
	}
	sum, spent, ok := child.Timed(line)
	if !ok || spent > child.Patience.Answer { // or longer than this process has waited
		return 0, fmt.Errorf("the measured program answers %.40q, which is no checksum and no time", line)
	}
	p.spent = float64(max(1, spent))
	return sum, nil
}

// CheckTimer asks the program, in C, C++ or Rust, for the smallest step of its clock, and returns an error if that is too coarse.
func (p *Program) CheckTimer() error {
	if _, err := p.timed("step"); err != nil {
		return err
	}
	return machine.CheckStep(p.spent)
}

// Move moves the program to another CPU.
func (p *Program) Move(cpu int) error { return machine.Move(p.Pid(), cpu) }
