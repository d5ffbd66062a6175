//go:build unix

package process

import (
	"os"
	"os/exec"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// signal is a signal that can be sent to a program.
type signal = syscall.Signal

// The signals that this package sends.
const (
	interrupt = syscall.SIGINT
	kill      = syscall.SIGKILL
	stop      = syscall.SIGSTOP
	goOn      = syscall.SIGCONT
)

// Stops says whether Stop pauses a program.
const Stops = true

// shell returns the arguments that run a command line: of a shell, or, without a shell as in an empty root, the words of a line without special characters.
func shell(command string) []string {
	if _, missing := exec.LookPath("sh"); missing != nil && !strings.ContainsAny(command, "\\'\"`$|&;<>()*?[]{}~#!\n") {
		return strings.Fields(command)
	}
	return []string{"sh", "-c", "exec " + command}
}

// signal sends a signal to the program's group.
func (c *Child) signal(s signal) { _ = syscall.Kill(-c.cmd.Process.Pid, s) }

// held reports whether some process has the writing end of a pipe.
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
