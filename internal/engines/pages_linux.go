package engines

import (
	"os"

	"golang.org/x/sys/unix"
)

// forgetPages has the system drop a file from memory, if no process has it mapped: whoever reads it next has it at other places there.
func forgetPages(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := f.Sync(); err != nil { // pages that are not on the disk yet stay
		return err
	}
	return unix.Fadvise(int(f.Fd()), 0, 0, unix.FADV_DONTNEED)
}
