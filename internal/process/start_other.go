//go:build !linux

package process

import (
	"os"
	"os/exec"
)

// start starts a program; on Linux this takes more.
func start(cmd *exec.Cmd) error { return cmd.Start() }

// blockingPipe returns an ordinary pipe: only builds for Linux need another.
func blockingPipe() (reader, writer *os.File, err error) { return os.Pipe() }

// newMark returns "", for no mark: these systems have no common way to read environments of other processes.
func newMark() string { return "" }

// endMarked does nothing: no process is marked.
func endMarked(string) {}
