package c

import (
	"os"
	"syscall"
)

// blockingPipe returns a pipe whose reads and writes block their thread.
func blockingPipe() (reader, writer *os.File, err error) {
	var ends [2]int
	if err := syscall.Pipe2(ends[:], syscall.O_CLOEXEC); err != nil {
		return nil, nil, err
	}
	return os.NewFile(uintptr(ends[0]), "reader"), os.NewFile(uintptr(ends[1]), "writer"), nil
}
