//go:build unix && !linux

package process

import "syscall"

// attributes gives the program a group of its own.
func (*Child) attributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }
