package atomicfile

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// Hold keeps the file or folder f for this process, until f is closed or the process ends, however it ends. It leaves nothing on the disk, and other
// programs may go on reading. If another process holds the file, the error says which one, since when. Where the system or the file system has no
// locks, the error is an [errors.ErrUnsupported].
func Hold(f *os.File) error {
	owner, err := hold(f)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, errHeld):
		return fmt.Errorf("%s is being written by %s (wait for its end)", f.Name(), cmp.Or(owner, "another process"))
	}
	return fmt.Errorf("%w: %s cannot be locked, so nothing notices another process that writes it: %w", errors.ErrUnsupported, f.Name(), err)
}

var errHeld = errors.New("held")

// Held is a file that this process alone writes, whole each time, where there are locks.
type Held struct {
	path string
	file *os.File // of which the lock is, nil for none
}

// Keep holds a file, which need not be there yet: then whoever writes it first has it.
func Keep(path string) (*Held, error) {
	path = target(path)
	for {
		f, err := os.OpenFile(path, os.O_RDWR, 0)
		if errors.Is(err, fs.ErrNotExist) {
			return &Held{path: path}, nil
		}
		if err == nil {
			err = Hold(f)
		}
		if err != nil {
			f.Close()
			if errors.Is(err, errors.ErrUnsupported) {
				return &Held{path: path}, nil
			}
			return nil, err
		}
		info, err := f.Stat()
		now, gone := os.Stat(path)
		if err == nil && gone == nil && os.SameFile(info, now) {
			return &Held{path, f}, nil
		}
		f.Close() // whoever held it has replaced it meanwhile
	}
}

// Write is like the function Write. The new file is held before it has the name.
func (h *Held) Write(text []byte) error {
	if !locks {
		return Write(h.path, text)
	}
	f, err := temporary(h.path, text)
	if err != nil {
		return err
	}
	if err = Hold(f); err == nil || errors.Is(err, errors.ErrUnsupported) {
		err = h.name(f)
	}
	if err != nil {
		return errors.Join(err, f.Close(), os.Remove(f.Name()))
	}
	h.Close()
	h.file = f
	return nil
}

// name links a held file to its path; it fails if another process made a file there first.
func (h *Held) name(f *os.File) error {
	if h.file == nil {
		switch err := os.Link(f.Name(), h.path); {
		case err == nil:
			return os.Remove(f.Name())
		case errors.Is(err, fs.ErrExist):
			other, err := Keep(h.path)
			if err != nil {
				return err
			}
			if other.file != nil {
				other.Close()
				return fmt.Errorf("%s has been written by another process meanwhile", h.path)
			}
		}
	}
	return os.Rename(f.Name(), h.path) // where there are no links, or no locks, too
}

// Close lets others have the file.
func (h *Held) Close() {
	if h.file != nil {
		h.file.Close()
	}
	h.file = nil
}
