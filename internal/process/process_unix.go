//go:build unix

package process

import (
	"os"
	"os/exec"
	"strings"
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

// shell returns the words that start a command line. An empty root has no shell, and a line without a character that a shell reads needs none.
func shell(command string) []string {
	if _, missing := exec.LookPath("sh"); missing != nil && !strings.ContainsAny(command, "\\'\"`$|&;<>()*?[]{}~#!\n") {
		return strings.Fields(command)
	}
	return []string{"sh", "-c", "exec " + command}
}

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
