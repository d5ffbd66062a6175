// Package atomicfile writes files whole: a reader sees either the old text or the new text, never half of the new text, even if
// the writer is killed. It also keeps other processes from writing the same file ([Hold]), and refuses to replace files that somebody may want to keep ([RefuseOverwrite]).
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

// Write writes a file under a temporary name in the same folder, waits until it is on the disk, and renames it. Renaming
// replaces the old file in one step. The new file has the permissions of the old file. If the path is a link, Write replaces
// the file that it leads to, and the link stays. Write writes directly to a device such as /dev/stdout, and refuses other special files: see Special.
func Write(path string, text []byte) error {
	if err := Special(path); err != nil {
		return err
	}
	path = target(path)
	if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
		return os.WriteFile(path, text, 0o644)
	}
	f, err := temporary(path, text)
	if err != nil {
		return err
	}
	if err = f.Close(); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		_ = os.Remove(f.Name())
	}
	return err
}

// temporary writes a text to the disk under a temporary name beside path, with the permissions of the file that is there.
func temporary(path string, text []byte) (*os.File, error) {
	mode := fs.FileMode(0o644)
	if info, err := os.Lstat(path); err == nil {
		mode = info.Mode().Perm()
	}
	f, err := os.CreateTemp(filepath.Dir(path), before(path)+"*"+after)
	if err != nil {
		return nil, err
	}
	_, err = f.Write(text)
	if err = errors.Join(err, f.Chmod(mode), f.Sync()); err != nil {
		return nil, errors.Join(err, f.Close(), os.Remove(f.Name()))
	}
	return f, nil
}

// Check returns an error if it can see that Write would fail. It makes and removes a temporary file in the folder.
func Check(path string) error {
	if err := Special(path); err != nil {
		return err
	}
	path = target(path)
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist): // Write makes the file
	case err != nil:
		return err
	case info.IsDir():
		return fmt.Errorf("%s: a folder (want a file)", path)
	case info.Mode().Perm()&0o222 == 0:
		// Renaming could replace the file, but whoever made it read-only wants to keep it.
		return fmt.Errorf("%s: read-only", path)
	case !info.Mode().IsRegular():
		return nil // Write writes to it directly
	}
	f, err := os.CreateTemp(filepath.Dir(path), before(path)+"*"+after)
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// Clean removes the temporary files of writers that were killed before they renamed them. Nobody else may be writing the file at the time.
func Clean(path string) error {
	path = target(path)
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return err
	}
	for _, e := range entries {
		// The part between must be a number, so that Clean("x") spares the temporary files of a file "x-2".
		number, ours := strings.CutPrefix(e.Name(), before(path))
		number, ended := strings.CutSuffix(number, after)
		if _, failed := strconv.ParseUint(number, 10, 64); ours && ended && failed == nil {
			err = errors.Join(err, os.Remove(filepath.Join(filepath.Dir(path), e.Name())))
		}
	}
	return err
}

// Special returns an error if there is a special file at path other than a character device: opening a pipe blocks until
// somebody reads from it, and a disk is no place for a text. Only below /dev/ may there be a pipe: /dev/stdout is one in some systems.
func Special(path string) error {
	path = target(path)
	info, err := os.Lstat(path)
	if err != nil || info.Mode().IsRegular() || info.IsDir() || info.Mode()&(fs.ModeCharDevice|fs.ModeSymlink) != 0 {
		return nil // a symlink here leads nowhere, as target follows all others; opening the path reports any other problem
	}
	if absolute, err := filepath.Abs(path); err == nil && strings.HasPrefix(absolute, "/dev/") && info.Mode()&fs.ModeDevice == 0 {
		return nil // a pipe that this process has open already
	}
	kind := "a special file"
	switch {
	case info.Mode()&fs.ModeNamedPipe != 0:
		kind = "a pipe"
	case info.Mode()&fs.ModeSocket != 0:
		kind = "a socket"
	case info.Mode()&fs.ModeDevice != 0:
		kind = "a disk"
	}
	return fmt.Errorf("%s: %s (want a file)", path, kind)
}

// Below returns an error if writing a file with a name in a folder could leave that folder: a part of the name is a link, or the name is a special file.
func Below(folder, name string) error {
	path := folder
	for parts := strings.Split(filepath.ToSlash(name), "/"); len(parts) > 0; parts = parts[1:] {
		path = filepath.Join(path, parts[0])
		info, err := os.Lstat(path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil // all below is made anew
		case err != nil:
			return err
		case info.Mode()&fs.ModeSymlink != 0:
			return fmt.Errorf("%s: a link (want a file or folder below %s)", path, folder)
		case len(parts) == 1:
			return Special(path)
		}
	}
	return nil
}

// target returns the path to which a link leads, or the path itself if it is no link.
func target(path string) string {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		return target
	}
	return path
}

// before returns the beginning of the temporary names for a path. A number and after follow it, by which Clean finds the temporary files of a path.
func before(path string) string { return "." + filepath.Base(path) + "-" }

// after ends all temporary names.
const after = ".tmp"
