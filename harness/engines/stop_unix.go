//go:build unix

package engines

import (
	"os"
	"os/exec"
	"syscall"
)

// shell returns the process of a command of a shell, with a process group of its own. The shell becomes the command.
func shell(command string) *exec.Cmd {
	c := exec.Command("sh", "-c", "exec "+command)
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return c
}

// stop stops a process and its children, and goOn lets them go on.
func stop(p *os.Process) { _ = syscall.Kill(-p.Pid, syscall.SIGSTOP) }
func goOn(p *os.Process) { _ = syscall.Kill(-p.Pid, syscall.SIGCONT) }

// end ends a process and its children.
func end(p *os.Process) { _ = syscall.Kill(-p.Pid, syscall.SIGKILL) }
