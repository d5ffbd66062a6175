//go:build unix

package process

import (
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

type signal = syscall.Signal

const (
	interrupt = syscall.SIGINT
	kill      = syscall.SIGKILL
	stop      = syscall.SIGSTOP
	goOn      = syscall.SIGCONT
)

// Stops tells whether Stop stops a program.
const Stops = true

func shell(command string) []string { return []string{"sh", "-c", "exec " + command} }

// signal sends a signal to the program's group.
func (c *Child) signal(s signal) { _ = syscall.Kill(-c.cmd.Process.Pid, s) }

// held reports whether a process has the writing end of a pipe.
func held(reader *os.File) (is bool) {
	raw, err := reader.SyscallConn()
	if err != nil {
		return false // closed
	}
	_ = raw.Control(func(fd uintptr) {
		ends := []unix.PollFd{{Fd: int32(fd)}}
		_, _ = unix.Poll(ends, 0)
		is = ends[0].Revents&unix.POLLHUP == 0
	})
	return is
}
