package process

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// attributes gives the program a group of its own, and a signal for when this process ends: tools are interrupted, so that they clean up, other programs killed.
func (c *Child) attributes() *syscall.SysProcAttr {
	a := &syscall.SysProcAttr{Setpgid: true, Pdeathsig: kill}
	if c.tool {
		a.Pdeathsig = interrupt
	}
	return a
}

// start starts a program on the processors of the calling thread. Linux sends the signal for the parent's death when the thread ends that started the program,
// and a pinned thread ends with its goroutine. So one thread, which never ends, starts all programs; if it may not choose processors, no signal is sent.
func start(cmd *exec.Cmd) error {
	var processors unix.CPUSet
	err := unix.SchedGetaffinity(0, &processors)
	ready, failed := make(chan error), make(chan error)
	starter() <- func() {
		if err == nil {
			err = unix.SchedSetaffinity(0, &processors)
		}
		if ready <- err; err == nil {
			failed <- cmd.Start()
		}
	}
	if <-ready != nil {
		cmd.SysProcAttr.Pdeathsig = 0
		return cmd.Start()
	}
	return <-failed
}

// blockingPipe returns a pipe whose reads and writes block their thread: see Beside.
func blockingPipe() (reader, writer *os.File, err error) {
	var ends [2]int
	if err := syscall.Pipe2(ends[:], syscall.O_CLOEXEC); err != nil {
		return nil, nil, err
	}
	return os.NewFile(uintptr(ends[0]), "reader"), os.NewFile(uintptr(ends[1]), "writer"), nil
}

// starter returns a channel to the thread that starts all programs.
var starter = sync.OnceValue(func() chan<- func() {
	starts := make(chan func())
	go func() {
		runtime.LockOSThread()
		for start := range starts {
			start()
		}
	}()
	return starts
})

// newMark returns a variable for a program's environment, which all its descendants inherit. Its length is constant, as the length moves a timed program's stack.
func newMark() string { return fmt.Sprintf("SLIDEBENCH_CHILD=%016x", rand.Uint64()) }

// endMarked kills the processes that have a mark. It searches until it finds none, since they may start further processes meanwhile.
func endMarked(mark string) {
	for deadline := time.Now().Add(grace); ; time.Sleep(time.Millisecond) {
		again := false
		names, _ := filepath.Glob("/proc/[0-9]*")
		for _, name := range names {
			pid, _ := strconv.Atoi(filepath.Base(name))
			p, err := os.FindProcess(pid) // from here on the number means this process
			if err != nil {
				continue // it has ended
			}
			switch environment, err := os.ReadFile(name + "/environ"); {
			case err == nil && bytes.Contains(environment, []byte(mark)):
				again = p.Kill() == nil || again
			case err == nil && len(environment) == 0:
				stat, _ := os.ReadFile(name + "/stat")
				again = starts(string(stat)) || again
			}
			_ = p.Release()
		}
		if !again || time.Now().After(deadline) {
			return
		}
	}
}

// starts reports whether a process whose environment read as empty may still get one, or has got one since: the addresses of its environment, fields 50 and
// 51 of stat in proc(5), are missing, or are apart. Kernel threads and ended processes never get one; they have no memory, field 23.
func starts(stat string) bool {
	f := strings.Fields(stat[strings.LastIndexByte(stat, ')')+1:]) // from field 3; the name before it may hold anything
	return len(f) > 51-3 && f[23-3] != "0" && (f[51-3] == "0" || f[50-3] != f[51-3])
}
