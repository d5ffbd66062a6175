//go:build !linux

package c

import "os"

// blockingPipe is for builds that Found offers on Linux only. Elsewhere it is an ordinary pipe.
func blockingPipe() (reader, writer *os.File, err error) { return os.Pipe() }
