package engines

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"time"

	"github.com/slidebench/slidebench/internal/harness/machine"
	"github.com/slidebench/slidebench/internal/process"
)

// between is how often the clock is read while a program runs to its end, stopped for some microseconds.
const between = 50 * time.Millisecond

// commands are programs that search as soon as they start, and end after that: nothing of theirs is warm for a second search.
type commands struct{ *Match }

func (c *commands) round(context.Context, []int) error { return nil }
func (c *commands) searches() (uncounted, counted int) { return 0, 1 }
func (c *commands) close()                             {}

func (c *commands) search(ctx context.Context, order []int, cpu int) ([]run, error) {
	var all, little []Program // little: the commands for start-up
	for _, i := range order {
		all = append(all, c.Programs[i])
		if c.StartUp != nil {
			little = append(little, Program{c.Programs[i].Name + ", start-up", c.StartUp[i]})
		}
	}
	did, err := c.whole(ctx, all, cpu)
	if err != nil || c.StartUp == nil {
		return did, err
	}
	less, err := c.whole(ctx, little, cpu)
	if err != nil {
		return nil, err
	}
	for k, d := range did {
		l := less[k]
		if l.nodes >= d.nodes || l.cycles >= d.cycles {
			return nil, fmt.Errorf("%s: start-up takes %d nodes and %.3g cycles, and the whole run %d and %.3g (want a command that searches less)", all[k].Name, l.nodes, l.cycles, d.nodes, d.cycles)
		}
		did[k] = run{d.nodes - l.nodes, d.cycles - l.cycles, d.took - l.took}
	}
	return did, nil
}

// whole runs commands from start to end.
func (c *commands) whole(ctx context.Context, programs []Program, cpu int) (did []run, err error) {
	outs, tasks := make([]*printed, len(programs)), make([]*task, len(programs))
	for k, p := range programs {
		child := process.Shell(ctx, p.Command)
		outs[k] = c.nodes.print()
		child.Stdout, child.Stderr = outs[k], outs[k]
		tasks[k] = &task{start: func() (*process.Child, <-chan error, error) {
			if err := child.Start(); err != nil {
				return nil, nil, err
			}
			ended := make(chan error, 1)
			go func() { ended <- child.Exit() }()
			return child, ended, nil
		}}
	}
	err = c.timed(ctx, cpu, tasks)
	for _, t := range tasks {
		if t.child != nil {
			_ = t.child.Wait() // after the last slice, because Wait also kills processes that the program has left behind
		}
	}
	if err != nil {
		return nil, err
	}
	for k, p := range programs {
		t, out := tasks[k], outs[k]
		switch failed := (*exec.ExitError)(nil); {
		case errors.Is(t.err, errLate):
			return nil, fmt.Errorf("%s: %q is not done after %v", p.Name, p.Command, c.Timeout)
		case errors.As(t.err, &failed):
			return nil, fmt.Errorf("%s: %q: %v: %s", p.Name, p.Command, failed, says(&out.Tail))
		case t.err != nil:
			return nil, fmt.Errorf("%s: %q: %w", p.Name, p.Command, t.err)
		}
	}
	for k, p := range programs {
		took, nodes := tasks[k].child.Took(), outs[k].nodes()
		if nodes == 0 {
			return nil, fmt.Errorf("%s: %q prints no number of nodes (its last line: %s); --nodes says how to find it", p.Name, p.Command, lastLine(&outs[k].Tail))
		}
		did = append(did, run{nodes, float64(took.Nanoseconds()) * tasks[k].clock(), took})
	}
	return did, nil
}

// errLate is the error of a task that takes longer than the match's timeout.
var errLate = errors.New("late")

// task is work of a process: a program from its start to its end, or a search of an engine that is held open.
type task struct {
	start  func() (*process.Child, <-chan error, error) // the channel gets the task's error, or nil, at its end
	child  *process.Child                               // nil: not started
	ended  <-chan error                                 // start's channel, nil before and after the task
	err    error                                        // why it failed
	slices time.Duration                                // wall time of its slices, running or waiting
	time   time.Duration                                // CPU time, or where the system has none, the same as slices
	cycles float64
}

// clock is the mean clock of a task in GHz.
func (t *task) clock() float64 { return t.cycles / max(1, float64(t.time.Nanoseconds())) }

// timed runs tasks on a CPU by slices, in turns, until all have ended or one has failed, and reads the clock between slices.
func (m *Match) timed(ctx context.Context, cpu int, tasks []*task) error {
	turns := func() error {
		m.byTurns(ctx, slices.Clone(tasks))
		return nil
	}
	if cpu < 0 {
		return turns()
	}
	return machine.Pinned(cpu, turns) // which child processes inherit
}

// byTurns runs tasks until all have ended, or one has failed: then it ends the others.
func (m *Match) byTurns(ctx context.Context, left []*task) {
	before := machine.Canary()
	m.add(before)
	for len(left) > 0 {
		t := left[0]
		ended, took := m.slice(ctx, t)
		after := machine.Canary()
		m.add(after)
		t.time += took
		t.cycles += float64(took.Nanoseconds()) * (before.Clock + after.Clock) / 2
		before = after
		switch {
		case t.err != nil:
			for _, open := range left {
				open.end()
			}
			return
		case ended:
			left = left[1:]
		case m.Slice > 0: // the next task's turn; without slices, t goes on
			left = append(left[1:], t)
		}
	}
}

// slice lets a task run for a slice, and tells whether it has ended and how long it ran.
func (m *Match) slice(ctx context.Context, t *task) (ended bool, took time.Duration) {
	if t.child == nil {
		if t.child, t.ended, t.err = t.start(); t.err != nil {
			return true, 0
		}
	}
	before, began := ownTime(t.child.Pid()), machine.Now()
	t.child.GoOn()
	select {
	case t.err = <-t.ended:
		ended, t.ended = true, nil
	case <-time.After(cmp.Or(m.Slice, between)):
		t.child.Stop()
	case <-ctx.Done():
		t.err = ctx.Err()
	}
	own, passed := ownTime(t.child.Pid()), machine.Now()-began
	if t.slices += passed; !ended && t.slices > m.Timeout {
		t.err = errLate
	}
	if own == 0 || before == 0 { // unknown, or the process has ended
		return ended, passed
	}
	return ended, own - before
}

// end ends a task's process, if it runs.
func (t *task) end() {
	if t.ended != nil {
		t.child.End()
		<-t.ended
	}
}

// add takes a reading of the clock into account.
func (m *Match) add(reading machine.Reading) {
	m.reading.Lock()
	defer m.reading.Unlock()
	m.judge.Add(reading)
}
