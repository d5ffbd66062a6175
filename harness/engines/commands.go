package engines

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"time"

	"github.com/slidebench/slidebench/harness/machine"
	"github.com/slidebench/slidebench/internal/process"
)

// between is how often the clock is read while a program runs, stopped for some microseconds.
const between = 50 * time.Millisecond

// commands are programs that search once they are started, and end.
type commands struct{ *Match }

func (c *commands) round(context.Context, []int) error { return nil }
func (c *commands) visits() (uncounted, counted int)   { return 0, 1 }
func (c *commands) close()                             {}

func (c *commands) search(ctx context.Context, program, cpu int) (run, error) {
	p := c.Programs[program]
	did, err := c.whole(ctx, p, cpu)
	if err != nil || c.StartUp == nil {
		return did, err
	}
	little, err := c.whole(ctx, Program{p.Name + ", start-up", c.StartUp[program]}, cpu)
	if err != nil {
		return did, err
	}
	if little.nodes >= did.nodes || little.cycles >= did.cycles {
		return did, fmt.Errorf("%s: start-up takes %d nodes and %.3g cycles, and the whole run %d and %.3g (want a command that searches less)", p.Name, little.nodes, little.cycles, did.nodes, did.cycles)
	}
	return run{did.nodes - little.nodes, did.cycles - little.cycles, did.took - little.took}, nil
}

// whole runs a command from start to end.
func (c *commands) whole(ctx context.Context, p Program, cpu int) (did run, err error) {
	var out bytes.Buffer
	cmd := process.Shell(p.Command)
	cmd.Stdout, cmd.Stderr = &out, &out
	cmd.WaitDelay = time.Second
	timed, err := c.timed(ctx, cpu, func() (*os.Process, <-chan error, error) {
		if err := cmd.Start(); err != nil {
			return nil, nil, err
		}
		ended := make(chan error, 1)
		go func() { ended <- cmd.Wait() }()
		return cmd.Process, ended, nil
	})
	switch failed := (*exec.ExitError)(nil); {
	case errors.Is(err, errLate):
		return did, fmt.Errorf("%s: %q is not done after %v", p.Name, p.Command, c.Timeout)
	case errors.As(err, &failed):
		return did, fmt.Errorf("%s: %q: %v: %s", p.Name, p.Command, failed, lastLine(out.String()))
	case err != nil:
		return did, fmt.Errorf("%s: %q: %w", p.Name, p.Command, err)
	}
	did.took = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	did.cycles = float64(did.took.Nanoseconds()) * timed.clock
	if did.nodes = c.nodes.read(out.String()); did.nodes == 0 {
		return did, fmt.Errorf("%s: %q prints no number of nodes (its last line: %s); --nodes says how to find it", p.Name, p.Command, lastLine(out.String()))
	}
	return did, nil
}

var errLate = errors.New("late")

// stretch is the work of a program between two moments.
type stretch struct {
	time   time.Duration // that the program took itself where the system tells that, else the time that passed, without that in which it was stopped
	cycles float64
	clock  float64 // their mean, in GHz
}

// timed starts something on a CPU, waits until it has ended, and reads the clock meanwhile.
func (m *Match) timed(ctx context.Context, cpu int, start func() (*os.Process, <-chan error, error)) (s stretch, err error) {
	done := make(chan error)
	go func() { // on a thread of its own, which stays on the CPU, as do processes that it starts
		if cpu >= 0 {
			if err := machine.Pin(cpu); err != nil {
				done <- err
				return
			}
		}
		var err error
		s, err = m.watched(ctx, start)
		done <- err
	}()
	err = <-done
	return s, err
}

func (m *Match) watched(ctx context.Context, start func() (*os.Process, <-chan error, error)) (s stretch, err error) {
	before := machine.Canary()
	m.add(before)
	running, ended, err := start()
	if err != nil {
		return s, err
	}
	since, began := ownTime(running.Pid), machine.Now()
	tick, late := time.NewTicker(between), time.NewTimer(m.Timeout)
	defer tick.Stop()
	defer late.Stop()
	read := func() {
		own, now := ownTime(running.Pid), machine.Now()
		took := own - since
		if own == 0 || since == 0 { // not told, or ended
			took = now - began
		}
		after := machine.Canary()
		m.add(after)
		s.time += took
		s.cycles += float64(took.Nanoseconds()) * (before.Clock + after.Clock) / 2
		before = after
	}
	for {
		select {
		case err = <-ended:
			read()
			s.clock = s.cycles / max(1, float64(s.time.Nanoseconds()))
			return s, err
		case <-tick.C:
			process.Stop(running)
			read()
			process.GoOn(running)
			since, began = ownTime(running.Pid), machine.Now()
		case <-late.C:
			err = errLate
		case <-ctx.Done():
			err = ctx.Err()
		}
		if err != nil {
			process.End(running)
			<-ended
			return s, err
		}
	}
}

// add takes a reading of the clock into account.
func (m *Match) add(reading machine.Reading) {
	m.reading.Lock()
	defer m.reading.Unlock()
	m.judge.Add(reading)
}
