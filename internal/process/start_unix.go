//go:build unix && !linux

package process

import (
	"os"
	"os/exec"
	"syscall"
)

func (*Child) attributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

func start(cmd *exec.Cmd) error { return cmd.Start() }

// blockingPipe is an ordinary pipe: only builds for Linux need another.
func blockingPipe() (reader, writer *os.File, err error) { return os.Pipe() }

// Environments of other processes cannot be read in one way on these systems.
func newMark() string { return "" }

func endMarked(string) {}
