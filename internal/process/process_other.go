//go:build !unix

package process

import (
	"os"
	"os/exec"
	"strings"
)

// Shell returns the process of a command, whose words are separated by blanks.
func Shell(command string) *exec.Cmd {
	words := strings.Fields(command)
	return exec.Command(words[0], words[1:]...)
}

// Stop and GoOn do nothing: processes cannot be stopped here. Who measures reads the clock before and after a run, and beside it.
func Stop(*os.Process) {}
func GoOn(*os.Process) {}

// End ends a process.
func End(p *os.Process) { _ = p.Kill() }
