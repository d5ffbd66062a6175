//go:build !unix

package process

import (
	"os"
	"strings"
	"syscall"
)

// signal is a signal that can be sent to a program, nil for one that the system lacks.
type signal = os.Signal

// On these systems only kill works.
var (
	interrupt signal = os.Kill
	kill      signal = os.Kill
	stop      signal
	goOn      signal
)

// Stops says whether Stop pauses a program. If not, measured programs run one after the other, and the clock is read while they run.
const Stops = false

// shell returns the words of a command line, which blanks separate.
func shell(command string) []string { return strings.Fields(command) }

// signal sends a signal to the program alone: there are no groups.
func (c *Child) signal(s signal) {
	if s != nil {
		_ = c.cmd.Process.Signal(s)
	}
}

// held returns true: a process may have the writing end of a pipe, and the system does not tell.
func held(*os.File) bool { return true }

// attributes returns nil: programs are started as usual.
func (*Child) attributes() *syscall.SysProcAttr { return nil }
