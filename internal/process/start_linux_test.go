package process

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/slidebench/slidebench/internal/process/unruly"
	"github.com/slidebench/slidebench/internal/temporary"
)

// A program runs on the processors of the thread that started it, and goes on when that thread has ended.
func TestPinnedStart(t *testing.T) {
	unruly.Mark(t)
	var all unix.CPUSet
	if err := unix.SchedGetaffinity(0, &all); err != nil {
		t.Fatal(err)
	}
	last := -1
	for cpu := range 1024 { // the processors of a CPUSet
		if all.IsSet(cpu) {
			last = cpu
		}
	}
	for _, pinned := range []bool{true, false, true} { // alternately, since one thread starts all programs
		want := all
		if pinned {
			want = unix.CPUSet{}
			want.Set(last)
		}
		p := Program(t.Context(), os.Args[0], "sleep")
		started := make(chan error)
		go func() {
			runtime.LockOSThread() // and never unlocks: the thread ends with the goroutine
			err := unix.SchedSetaffinity(0, &want)
			if err == nil {
				err = p.Start()
			}
			started <- err
		}()
		if err := <-started; err != nil {
			t.Fatal(err)
		}
		var got unix.CPUSet
		if err := unix.SchedGetaffinity(p.Pid(), &got); err != nil || got != want {
			t.Errorf("pinned: %v; got processors %v, want %v, %v", pinned, got, want, err)
		}
		select {
		case <-p.exited:
			t.Errorf("pinned: %v; it ends with the thread that started it: %v", pinned, p.Exit())
		case <-time.After(100 * time.Millisecond): // it goes on
		}
		p.End()
		p.Wait()
	}
}

// When a process is killed, the programs that it started end, too, even if they ignore signals.
func TestParentDeath(t *testing.T) {
	unruly.Mark(t)
	for _, args := range []string{"program sleep", "program deaf sleep", "tool sleep"} {
		parent := exec.Command(os.Args[0], strings.Fields(args)...)
		out, err := parent.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := parent.Start(); err != nil {
			t.Fatal(err)
		}
		in := bufio.NewReader(out)
		if said, err := in.ReadString('\n'); said != "started <nil>\n" {
			t.Errorf("%s: the parent says %q, %v", args, said, err)
		}
		parent.Process.Kill()
		ended := make(chan error, 1)
		go func() { _, err := io.Copy(io.Discard, in); ended <- err }() // until no process has the output open
		select {
		case <-ended:
		case <-time.After(10 * time.Second):
			t.Errorf("%s: the child lives on", args)
		}
		parent.Wait()
	}
}

// When the context is done, a tool's group is interrupted, so that it can clean up. A tool that ignores this is killed.
func TestToolIsInterrupted(t *testing.T) {
	unruly.Mark(t)
	for _, c := range []struct{ command, want string }{
		{"trap 'echo cleaned; exit 1' INT; echo ready; sleep 60 & wait", "ready\ncleaned\n"},
		{"trap '' INT; echo ready; sleep 60", "ready\n"},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		var said strings.Builder
		p := Tool(ctx, "sh", "-c", c.command)
		p.Stdout, p.Patience = onceWritten{&said, cancel}, 100*time.Millisecond
		if strings.Contains(c.want, "cleaned") {
			p.Patience = time.Minute
		}
		if err := p.Run(); !errors.Is(err, context.Canceled) || said.String() != c.want {
			t.Errorf("%s: %v, says %q", c.command, err, said.String())
		}
	}
}

// onceWritten is a writer that calls a function after each write.
type onceWritten struct {
	to   *strings.Builder
	call func()
}

// Write writes and then calls the function.
func (w onceWritten) Write(text []byte) (int, error) {
	defer w.call()
	return w.to.Write(text)
}

// Reading a program's output ends a second after the program, even if another process keeps the pipe open, also one that is not killed with the program.
func TestPipesEnd(t *testing.T) {
	unruly.Mark(t)
	t.Cleanup(func() { endMarked(unruly.Variable + "=" + os.Getenv(unruly.Variable)) }) // kills the process without a mark
	const keptOpen = ", but a process that it started keeps its output open"
	for _, c := range []struct{ command, want, state string }{ // $0 is this binary, which becomes an unruly program
		{"echo a; exit 3", "a\n", "exit status 3"},
		{"sleep 60 & echo a", "a\n", "exit status 0" + keptOpen},
		{"$0 setsid exit 2>/dev/null; echo a; exit 3", "a\n", "exit status 3" + keptOpen},
		{"unset SLIDEBENCH_CHILD; $0 setsid exit; echo a", "a\n", "exit status 0" + keptOpen}, // without its mark the process is not found
		// The output ends before the program.
		{"exec >&-; sleep 0.1", "", "exit status 0"},
	} {
		t.Run(c.command, func(t *testing.T) {
			t.Parallel()
			p := Program(t.Context(), "sh", "-c", c.command, os.Args[0])
			_, out, err := p.Pipes()
			if err == nil {
				err = p.Start()
			}
			if err != nil {
				t.Fatal(err)
			}
			began := time.Now()
			got, _ := io.ReadAll(out)
			if string(got) != c.want {
				t.Errorf("got %q", got)
			}
			p.Exit()
			if got := p.State(); got != c.state {
				t.Errorf("state %q", got)
			}
			p.Close()
			if took := time.Since(began); took > 30*time.Second { // processes sleep for a minute
				t.Errorf("it took %v", took)
			}
		})
	}
}

// The temporary files of a killed tool are removed, and Sweep removes those of a tool whose parent was killed: Empty fails the test if any is left.
func TestToolIsCleaned(t *testing.T) {
	unruly.Empty(t)
	unruly.Mark(t)
	ctx, cancel := context.WithCancel(t.Context())
	var said strings.Builder
	p := Tool(ctx, "sh", "-c", "trap '' INT; mktemp -d; while :; do :; done")
	p.Stdout, p.Patience = onceWritten{&said, cancel}, time.Millisecond
	if err := p.Run(); !errors.Is(err, context.Canceled) || !strings.HasPrefix(said.String(), os.TempDir()) {
		t.Errorf("%v, says %q", err, said.String())
	}
	parent := exec.Command(os.Args[0], "tool", "sleep")
	out, err := parent.StdoutPipe()
	if err == nil {
		err = parent.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	if said, _ := bufio.NewReader(out).ReadString('\n'); said != "started <nil>\n" {
		t.Errorf("the parent says %q", said)
	}
	parent.Process.Kill()
	parent.Wait()
	temporary.Sweep()
}

// endMarked finds a process that was started a moment ago, even if it has no environment yet.
func TestMarkedFromTheFirstMoment(t *testing.T) {
	unruly.Mark(t)
	for range 40 { // since the moment is short
		mark := newMark()
		c := exec.Command(os.Args[0], "sleep")
		c.Env = append(c.Environ(), mark)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		endMarked(mark)
		ended := make(chan error, 1)
		go func() { ended <- c.Wait() }()
		select {
		case <-ended:
		case <-time.After(10 * time.Second):
			t.Fatal("it was not found")
		}
	}
}

// By the fields of its stat file, starts recognizes a process that may still get its environment.
func TestStarts(t *testing.T) {
	// Fields 3 to 22, and 24 to 49. Between them is the memory, behind them the ends of the environment.
	const before, between = "7 (a) b) R 1 7 7 0 -1 4194304 0 0 0 0 0 0 0 0 20 0 1 0 100 ", " 25 0 0 0 0 0 0 0 0 0 0 0 0 0 0 17 0 0 0 0 0 0 0 0 0 0 "
	for stat, want := range map[string]bool{
		before + "4096" + between + "0 0 0":       true,
		before + "4096" + between + "5000 6000 0": true, // it got an environment in the meantime
		before + "4096" + between + "5000 5000 0": false,
		before + "0" + between + "0 0 0":          false,
		"7 (":                                     false,
		"":                                        false,
	} {
		if got := starts(stat); got != want {
			t.Errorf("%q: got %v", stat, got)
		}
	}
	own, err := os.ReadFile("/proc/self/stat")
	if err != nil || !starts(string(own)) {
		t.Errorf("a process with an environment: %q, %v", own, err)
	}
}
