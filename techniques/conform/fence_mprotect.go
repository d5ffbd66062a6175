//go:build unix

package conform

import (
	"fmt"
	"syscall"
)

// fenced is memory with a page before it and a page behind it that cannot be touched.
type fenced struct{ mapped, inside []byte }

// newFenced maps memory for at least some bytes.
func newFenced(bytes int) (fenced, error) {
	page := syscall.Getpagesize()
	size := (bytes + page - 1) / page * page
	mapped, err := syscall.Mmap(-1, 0, page+size+page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		return fenced{}, fmt.Errorf("map memory between fences: %w", err)
	}
	for _, fence := range [][]byte{mapped[:page], mapped[page+size:]} {
		if err := syscall.Mprotect(fence, syscall.PROT_NONE); err != nil {
			return fenced{}, fmt.Errorf("fence memory: %w", err)
		}
	}
	return fenced{mapped, mapped[page : page+size]}, nil
}

func (f fenced) free() { _ = syscall.Munmap(f.mapped) }
