package atomicfile

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// Hold locks the open file or folder f until f is closed or the process ends, however it ends. It leaves nothing on the disk, and other programs may read the
// file. If another process holds it, the error names that process and since when. Where there are no locks, the error is an [errors.ErrUnsupported].
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

// errHeld is the error of hold if another process has the lock.
var errHeld = errors.New("held")

// Held is a file that only this process writes, whole each time, as far as the system has locks.
type Held struct {
	path string
	file *os.File // the locked file, nil for none
}

// Keep holds the file at a path. If there is none yet, the first process that writes it will hold it.
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
			f.Close() // does nothing without a file
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
		f.Close() // the holder has replaced the file meanwhile
	}
}

// Write replaces the file like the function Write, and holds the new file before it gets the name.
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

// name gives a new, locked file its path. The first file is linked there: unlike renaming, linking fails if another process has made a file there.
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
	return os.Rename(f.Name(), h.path) // also if the file system has no links or no locks
}

// Close gives up the lock, so that other processes may write the file.
func (h *Held) Close() {
	if h.file != nil {
		h.file.Close()
	}
	h.file = nil
}
