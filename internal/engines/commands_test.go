package engines

import (
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/slidebench/slidebench/internal/process"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// Programs take turns if they are to run in slices, and stand still between them; else the second starts when the first has ended.
func TestSlices(t *testing.T) {
	for _, slice := range []time.Duration{0, 2 * time.Millisecond} {
		if slice > 0 && !process.Stops {
			t.Skip("SKIP: slices need a system that can stop processes")
		}
		m := match(t, "bench 100000 1", "bench 100000 1")
		m.Slice = slice
		var over atomic.Bool // whether the first program has ended
		together := false    // whether the second one starts before that
		tasks := make([]*task, 2)
		for i, p := range m.Programs {
			child := process.Shell(t.Context(), p.Command)
			tasks[i] = &task{start: func() (*process.Child, <-chan error, error) {
				if i == 1 {
					together = !over.Load()
				}
				ended := make(chan error, 1)
				if err := child.Start(); err != nil {
					return nil, nil, err
				}
				go func() {
					err := child.Wait()
					if i == 0 {
						over.Store(true)
					}
					ended <- err
				}()
				return child, ended, nil
			}}
		}
		if slice > 0 {
			if ended, _ := m.slice(t.Context(), tasks[0]); ended {
				t.Fatal("the program ended in its first slice")
			}
			time.Sleep(time.Millisecond) // until it stands still
			before := ownTime(tasks[0].child.Pid())
			time.Sleep(20 * time.Millisecond)
			if after := ownTime(tasks[0].child.Pid()); after-before > time.Millisecond { // a busy machine may be late to stop it
				t.Errorf("a program ran for %v after its slice", after-before)
			}
		}
		m.byTurns(t.Context(), slices.Clone(tasks))
		for _, task := range tasks {
			if task.err != nil || task.time <= 0 {
				t.Errorf("slices of %v: %+v", slice, task)
			}
		}
		if together != (slice > 0) {
			t.Errorf("slices of %v: the second starts before the first has ended: %v", slice, together)
		}
	}
}

// The engine that fails is named, though the others are ended with it.
func TestFailsAmongOthers(t *testing.T) {
	m := match(t, "bench 500000 1", "crash")
	m.Slice = time.Millisecond
	if err := m.Check(); err != nil {
		t.Fatal(err)
	}
	_, err := (&commands{m}).search(t.Context(), []int{0, 1}, -1)
	if err == nil || !strings.HasPrefix(err.Error(), "engine1: ") {
		t.Errorf("got %v, want the error of engine1", err)
	}
}

// Start-up does not count if a command for it is given. Here one of two engines with the same search spends 60 percent of its work on it.
func TestStartUp(t *testing.T) {
	tiertest.Long(t)
	m := match(t, "bench 40000 1", "bench 40000 1 60000")
	if s := play(t, m).Sides[1]; s.Shown() != -1 || s.Speed.Median > 0.7 {
		t.Errorf("with start-up: %s", s.Percent())
	}
	self := strings.Fields(m.Programs[0].Command)[0]
	m.StartUp = []string{self + " bench 1 1", self + " bench 1 1 60000"} // of one node, which is subtracted
	if s := play(t, m).Sides[1]; s.Speed.Median < 0.8 || s.Speed.Median > 1.25 || s.Nodes != 39999 {
		t.Errorf("without start-up: %s, %d nodes", s.Percent(), s.Nodes)
	}
}
