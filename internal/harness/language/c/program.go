package c

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync/atomic"
	"time"

	"github.com/slidebench/slidebench/internal/harness/corpus"
	"github.com/slidebench/slidebench/internal/harness/machine"
	"github.com/slidebench/slidebench/internal/process"
)

// Program is a running program of a build in C, C++ or Rust, which answers questions and times loops. It is not safe for use by several goroutines.
type Program struct {
	child    *process.Child
	exchange *os.File // large data, which both sides see
	in       *os.File
	out      *bufio.Reader
	pipes    []*os.File
	printed  process.Tail // on standard output: it is a guest's
	started  bool
	watch    *time.Timer  // kills a program that hangs
	hung     atomic.Int64 // how long a lookup, or what fills the tables, has taken when Oversee killed the program; 0: it did not

	corpora map[int64]int   // places of the corpora that the program keeps, by ID
	crowd   corpus.Pressure // the newest
	spent   float64
}

// exchangeSize is the room for questions and answers: a replay of 64 lookups a move is the largest. Behind it lies a word that says what the
// program is busy with.
const exchangeSize = 64 << 20

// What the program is busy with, if not with a question, whose number from 1 it is.
const (
	idle    = 0
	filling = 1<<64 - 1 // the tables
)

// longestLine is longer than any answer.
const longestLine = 64 << 10

// patience is how long an answer may take; the slowest loop over the largest corpus takes a second.
var patience = 2 * time.Minute

// Start runs a program until Close, or until the context is done. It inherits the processor of the calling thread. Undefined behaviour that
// sanitizers find ends it.
func Start(ctx context.Context, program string) (p *Program, err error) {
	return start(ctx, program, "UBSAN_OPTIONS=halt_on_error=1", "RUST_BACKTRACE=0")
}

func start(ctx context.Context, program string, environment ...string) (p *Program, err error) {
	p = &Program{child: process.Program(ctx, program), corpora: map[int64]int{}}
	defer func() {
		if err != nil {
			p.Close()
		}
	}()
	if p.exchange, err = os.CreateTemp("", "slidebench-exchange"); err != nil {
		return p, err
	}
	if err := p.exchange.Truncate(exchangeSize + 8); err != nil {
		return p, err
	}
	// Pipes that block: with those of package os an answer would wake a thread of the scheduler first, on any processor.
	requests, in, err := p.pipe()
	if err != nil {
		return p, err
	}
	answers, out, err := p.pipe()
	if err != nil {
		return p, err
	}
	p.in, p.out = in, bufio.NewReaderSize(answers, longestLine)
	p.child.Args = append(p.child.Args, p.exchange.Name())
	p.child.ExtraFiles = []*os.File{requests, out}                // its files 3 and 4
	p.child.Stdin, p.child.Stdout = new(bytes.Buffer), &p.printed // rather than /dev/null, which an empty root lacks
	p.child.Env = append(os.Environ(), environment...)
	p.child.Patience = 10 * time.Second // under sanitizers
	if err := p.child.Start(); err != nil {
		return p, fmt.Errorf("the measured program does not start: %w", err)
	}
	p.started = true
	requests.Close()
	out.Close()
	go func() { // children of an ended program may hold its output open, so the pipe alone never ends
		_ = p.child.Wait()
		time.Sleep(time.Second)
		answers.Close()
	}()
	p.watch = time.AfterFunc(patience, p.child.End)
	line, err := p.line()
	if err == nil && line != "ready" {
		err = fmt.Errorf("the measured program says %.40q, not that it is ready", line)
	}
	os.Remove(p.exchange.Name()) // both have it open: who is killed leaves no file behind
	return p, err
}

func (p *Program) pipe() (reader, writer *os.File, err error) {
	if reader, writer, err = blockingPipe(); err == nil {
		p.pipes = append(p.pipes, reader, writer)
	}
	return reader, writer, err
}

// Close ends the program.
func (p *Program) Close() error {
	if p.watch != nil {
		p.watch.Stop()
	}
	for _, f := range p.pipes {
		f.Close()
	}
	if p.exchange != nil {
		p.exchange.Close()
		os.Remove(p.exchange.Name())
	}
	if !p.started {
		return nil
	}
	return p.child.Close()
}

// line reads one line of the program's output.
func (p *Program) line() (string, error) {
	line, err := p.out.ReadSlice('\n')
	inTime := p.watch.Stop() // until the next request the program may be idle for as long as it likes
	if err == nil {
		return strings.TrimSpace(string(line)), nil
	}
	p.in.Close()
	if errors.Is(err, bufio.ErrBufferFull) {
		p.child.End()
		return "", fmt.Errorf("the measured program writes %.40q and on, more than %d bytes without an end of the line", line, longestLine)
	}
	if !inTime {
		return "", fmt.Errorf("the measured program has not answered for %v and was ended", patience)
	}
	_ = p.child.Close()
	return "", &ended{p.child.State(), cmp.Or(p.child.Said.String(), p.printed.String()), cmp.Or(p.child.Said.Error(), p.printed.Error(), p.child.State())}
}

// ended says that the program has ended, where it should have answered.
type ended struct{ state, said, why string }

func (e *ended) Error() string {
	return "the measured program has ended: " + e.why
}

// ask sends one request and returns the answer.
func (p *Program) ask(format string, args ...any) (string, error) {
	p.watch.Reset(patience)
	if _, err := fmt.Fprintf(p.in, format+"\n", args...); err != nil {
		_, ended := p.line()
		return "", cmp.Or(ended, err)
	}
	line, err := p.line()
	if err != nil {
		return "", err
	}
	if problem, is := strings.CutPrefix(line, "error "); is {
		return "", fmt.Errorf("the measured program refuses %q: %s", fmt.Sprintf(format, args...), problem)
	}
	return line, nil
}

// do sends a request that is answered by ok.
func (p *Program) do(format string, args ...any) error {
	line, err := p.ask(format, args...)
	if err == nil && line != "ok" {
		err = fmt.Errorf("the measured program answers %.40q to %q", line, fmt.Sprintf(format, args...))
	}
	return err
}

// timed sends a request that is answered by a checksum and nanoseconds.
func (p *Program) timed(format string, args ...any) (sum uint64, err error) {
	line, err := p.ask(format, args...)
	if err != nil {
		return 0, err
	}
	var ns uint64
	if n, err := fmt.Sscanf(line, "%x %d", &sum, &ns); n != 2 || err != nil || ns > uint64(patience) {
		return 0, fmt.Errorf("the measured program answers %.40q, which is no checksum and no time", line)
	}
	p.spent = float64(max(1, ns))
	return sum, nil
}

// CheckTimer returns an error if the clock by which the program times itself is too coarse.
func (p *Program) CheckTimer() error {
	if _, err := p.timed("step"); err != nil {
		return err
	}
	return machine.CheckStep(p.spent)
}

// Move has the program go on on another CPU.
func (p *Program) Move(cpu int) error { return machine.Move(p.child.Pid(), cpu) }

// put writes arrays of numbers to the file, one behind the other.
func (p *Program) put(arrays ...any) error {
	var b bytes.Buffer
	for _, a := range arrays {
		if err := binary.Write(&b, binary.NativeEndian, a); err != nil {
			return err
		}
	}
	if b.Len() > exchangeSize {
		return fmt.Errorf("%d bytes of questions are more than the %d that the measured program takes", b.Len(), exchangeSize)
	}
	_, err := p.exchange.WriteAt(b.Bytes(), 0)
	return err
}

// get reads numbers from the file.
func (p *Program) get(numbers any) error {
	return binary.Read(io.NewSectionReader(p.exchange, 0, exchangeSize), binary.NativeEndian, numbers)
}
