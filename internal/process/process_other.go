//go:build !unix

package process

import (
	"os"
	"os/exec"
	"strings"
	"syscall"
)

type signal = os.Signal

// Nothing but a kill works here.
var (
	interrupt signal = os.Kill
	kill      signal = os.Kill
	stop      signal
	goOn      signal
)

// Stops tells whether Stop stops a program. Without, programs that are measured run one after another, and the clock is read beside them.
const Stops = false

// shell: words are separated by blanks.
func shell(command string) []string { return strings.Fields(command) }

// signal sends a signal to the program.
func (c *Child) signal(s signal) {
	if s != nil {
		_ = c.cmd.Process.Signal(s)
	}
}

// held reports whether a process may have the writing end of a pipe.
func held(*os.File) bool { return true }

func (*Child) attributes() *syscall.SysProcAttr { return nil }

func start(cmd *exec.Cmd) error { return cmd.Start() }

// blockingPipe is an ordinary pipe: only builds for Linux need another.
func blockingPipe() (reader, writer *os.File, err error) { return os.Pipe() }

func newMark() string { return "" }

func endMarked(string) {}
