//go:build !unix

package engines

import (
	"os"
	"os/exec"
	"strings"
)

// shell returns the process of a command, whose words are separated by blanks.
func shell(command string) *exec.Cmd {
	words := strings.Fields(command)
	return exec.Command(words[0], words[1:]...)
}

// Processes cannot be stopped here: the clock is read before and after a run, and beside it.
func stop(*os.Process) {}
func goOn(*os.Process) {}

func end(p *os.Process) { _ = p.Kill() }
