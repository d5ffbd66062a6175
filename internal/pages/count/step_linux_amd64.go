package main

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/slidebench/slidebench/harness/machine"
	"github.com/slidebench/slidebench/techniques"
)

// traceeCommand makes this program the process whose instructions are counted, for the lookups that are named behind it.
const traceeCommand = "tracee"

func isTracee() bool { return len(os.Args) > 1 && os.Args[1] == traceeCommand }

// Only the thread that a process begins with is traced, so what is counted has to run there.
func init() {
	if isTracee() {
		runtime.LockOSThread()
	}
}

// beTraced is the life of the traced process: it runs everything once, stops all of its threads, of which the tracer wakes
// this one, and then runs for each lookup both passes, each between two marks.
func beTraced(lookups []string) error {
	debug.SetGCPercent(-1)
	q, err := asked()
	if err != nil {
		return err
	}
	all := lookupsOf(rows())
	var passes []func()
	for _, name := range lookups {
		i := slices.IndexFunc(all, func(c lookup) bool { return c.String() == name })
		if i < 0 {
			return fmt.Errorf("unknown lookup %q", name)
		}
		c := all[i]
		pass := c.pass()
		first, second := c.passes(q)
		for _, q := range []techniques.Questions{first, second} {
			passes = append(passes, func() { pass(q) })
		}
	}
	for _, pass := range passes {
		pass() // what the first call alone does, such as to let the stack grow
	}
	pid, tid := uintptr(unix.Getpid()), uintptr(unix.Gettid())
	runtime.Gosched() // the scheduler will not want the thread back for 10 ms, by when it is stopped
	mark(pid, tid)
	for _, pass := range passes {
		mark(pid, tid)
		pass()
		mark(pid, tid)
	}
	return nil
}

// mark stops the traced thread. The scheduler is not told of the system call: it may be stopped.
func mark(pid, tid uintptr) {
	syscall.RawSyscall(syscall.SYS_TGKILL, pid, tid, uintptr(unix.SIGSTOP))
}

// instructions returns how many instructions each lookup executes.
func instructions(lookups []lookup) (executed []float64, err error) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		// All that is asked about a traced process must come from the thread that began to. It ends with the goroutine.
		runtime.LockOSThread()
		executed, err = trace(lookups)
	}()
	<-done
	return executed, err
}

// trace starts the traced process and steps through it.
func trace(lookups []lookup) (executed []float64, err error) {
	binary, err := os.Executable()
	if err != nil {
		return nil, err
	}
	// The two take turns, for which no second processor need be woken.
	cpu, _ := machine.ChooseCPU()
	if err := machine.Pin(cpu); err != nil {
		return nil, err
	}
	cmd := exec.Command(binary, traceeCommand)
	for _, c := range lookups {
		cmd.Args = append(cmd.Args, c.String())
	}
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1", "GODEBUG="+strings.Trim(os.Getenv("GODEBUG")+",asyncpreemptoff=1", ","))
	cmd.Stderr = os.Stderr
	cmd.SysProcAttr = &unix.SysProcAttr{Ptrace: true}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("start a traced process: %w", err)
	}
	defer func() {
		_ = cmd.Process.Kill()
		_, _ = unix.Wait4(cmd.Process.Pid, nil, 0, nil)
	}()
	watch := time.AfterFunc(patience, func() { _ = cmd.Process.Kill() })
	defer watch.Stop()

	t := tracee(cmd.Process.Pid)
	// It stands at its first instruction. From there it runs to the first mark.
	if err := t.wait(unix.SIGTRAP); err != nil {
		return nil, err
	}
	if err := unix.PtraceSetOptions(int(t), unix.PTRACE_O_EXITKILL); err != nil {
		return nil, err
	}
	if err := t.run(0, unix.SIGSTOP); err != nil {
		return nil, err
	}
	// The signal that it stopped for stops all of its threads when it is let through. This one is told of that, and can go on
	// alone: the scheduler's monitor and whoever else would interrupt it sleep.
	if err := t.run(unix.SIGSTOP, unix.SIGSTOP); err != nil {
		return nil, err
	}
	for _, c := range lookups {
		watch.Reset(patience)
		var steps [2]int
		for i := range steps {
			if err := t.run(0, unix.SIGSTOP); err != nil {
				return nil, fmt.Errorf("%v: %w", c, err)
			}
			if steps[i], err = t.step(); err != nil {
				return nil, fmt.Errorf("%v: %w", c, err)
			}
		}
		executed = append(executed, float64(steps[1]-steps[0])/questions)
	}
	return executed, nil
}

// patience is how long one lookup may take.
const patience = time.Minute

// tracee is the identity of a traced thread.
type tracee int

// run lets the thread run, after it was sent a signal (0: none), until it receives the next, which must be the one that is wanted.
func (t tracee) run(sent, want unix.Signal) error {
	if err := unix.PtraceCont(int(t), int(sent)); err != nil {
		return fmt.Errorf("continue: %w", err)
	}
	for {
		err := t.wait(want)
		other, ok := err.(stopped)
		if !ok {
			return err
		}
		// The runtime sends itself some; they are its business.
		if err := unix.PtraceCont(int(t), int(other)); err != nil {
			return fmt.Errorf("continue: %w", err)
		}
	}
}

// step counts the instructions up to the next mark.
func (t tracee) step() (n int, err error) {
	for {
		if err := unix.PtraceSingleStep(int(t)); err != nil {
			return 0, fmt.Errorf("single-step: %w", err)
		}
		switch err := t.wait(unix.SIGTRAP); err {
		case nil:
			n++
		case stopped(unix.SIGSTOP):
			return n, nil
		default:
			return 0, err
		}
	}
}

// stopped is the signal that a thread has stopped for, instead of the one that was waited for.
type stopped unix.Signal

func (s stopped) Error() string { return fmt.Sprintf("stopped by %v", unix.Signal(s)) }

// wait waits until the thread stops.
func (t tracee) wait(want unix.Signal) error {
	for {
		var status unix.WaitStatus
		_, err := unix.Wait4(int(t), &status, 0, nil)
		switch {
		case err == unix.EINTR:
		case err != nil:
			return fmt.Errorf("wait for the traced process: %w", err)
		case status.Signaled():
			return fmt.Errorf("the traced process was ended by %v", status.Signal())
		case status.Exited():
			return fmt.Errorf("the traced process ended with status %d", status.ExitStatus())
		case status.StopSignal() != want:
			return stopped(status.StopSignal())
		default:
			return nil
		}
	}
}
