//go:build unix

// Package process runs commands of a shell, and stops and ends them with all their children.
package process

import (
	"os"
	"os/exec"
	"syscall"
)

// Shell returns the process of a command of a shell, with a process group of its own. The shell becomes the command.
func Shell(command string) *exec.Cmd {
	c := exec.Command("sh", "-c", "exec "+command)
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return c
}

// Stops tells whether Stop stops a process.
const Stops = true

// Stop stops a process and its children, and GoOn lets them go on.
func Stop(p *os.Process) { _ = syscall.Kill(-p.Pid, syscall.SIGSTOP) }
func GoOn(p *os.Process) { _ = syscall.Kill(-p.Pid, syscall.SIGCONT) }

// End ends a process and its children.
func End(p *os.Process) { _ = syscall.Kill(-p.Pid, syscall.SIGKILL) }
