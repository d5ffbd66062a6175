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

// Stops tells whether Stop stops a process.
const Stops = false

// Stop and GoOn do nothing: processes cannot be stopped here. Programs that are measured run one after another, and the clock is read beside them.
func Stop(*os.Process) {}
func GoOn(*os.Process) {}

// End ends a process.
func End(p *os.Process) { _ = p.Kill() }
