// Package atomicfile writes files whole: whoever reads one sees what stood there before or what was written, and never half of
// it, wherever the writer was killed.
package atomicfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Write writes a file under a temporary name in the same folder, waits until it is on the disk, and renames it, which
// replaces the old file in one step, and keeps its permissions. A link stays a link: the file that it leads to is replaced.
// What is there and is neither, such as a device, is written to as it is.
func Write(path string, text []byte) error {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	mode := fs.FileMode(0o644)
	if info, err := os.Lstat(path); err == nil {
		if !info.Mode().IsRegular() {
			return os.WriteFile(path, text, mode)
		}
		mode = info.Mode().Perm()
	}
	f, err := os.CreateTemp(filepath.Dir(path), before(path)+"*"+after)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	err = errors.Join(err, f.Chmod(mode), f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		_ = os.Remove(f.Name())
	}
	return err
}

// Check tells why a file could not be written, as far as that can be known without writing it: in its folder a temporary one
// is made.
func Check(path string) error {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return err
	case info.IsDir():
		return fmt.Errorf("%s: a folder (want a file)", path)
	case info.Mode().Perm()&0o222 == 0:
		// It could be replaced all the same, but that is not what a file is made read-only for.
		return fmt.Errorf("%s: read-only", path)
	case !info.Mode().IsRegular():
		return nil // it is written to as it is
	}
	f, err := os.CreateTemp(filepath.Dir(path), before(path)+"*"+after)
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// Clean removes what writers of a file left behind that were killed before they could rename it. Nobody else may be writing
// the file at the time.
func Clean(path string) error {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return err
	}
	for _, e := range entries {
		// Only numbers lie between: those of a file x-2 are not those of x.
		number, ours := strings.CutPrefix(e.Name(), before(path))
		number, ended := strings.CutSuffix(number, after)
		if _, failed := strconv.ParseUint(number, 10, 64); ours && ended && failed == nil {
			err = errors.Join(err, os.Remove(filepath.Join(filepath.Dir(path), e.Name())))
		}
	}
	return err
}

// A temporary name is a number between these two, so that it is known whose it is.
func before(path string) string { return "." + filepath.Base(path) + "-" }

const after = ".tmp"
