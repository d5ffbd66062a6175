//go:build unix && !aix

package conform

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// fenced is memory with a page before it and a page behind it that cannot be touched.
type fenced struct{ mapped, inside []byte }

// newFenced maps memory for at least some bytes.
func newFenced(bytes int) (fenced, error) {
	page := unix.Getpagesize()
	size := (bytes + page - 1) / page * page
	mapped, err := unix.Mmap(-1, 0, page+size+page, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		return fenced{}, fmt.Errorf("map memory between fences: %w", err)
	}
	for _, fence := range [][]byte{mapped[:page], mapped[page+size:]} {
		if err := unix.Mprotect(fence, unix.PROT_NONE); err != nil {
			return fenced{}, fmt.Errorf("fence memory: %w", err)
		}
	}
	return fenced{mapped, mapped[page : page+size]}, nil
}

func (f fenced) free() { _ = unix.Munmap(f.mapped) }
