//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package temporary

import (
	"errors"
	"io/fs"
	"os"
	"syscall"

	"github.com/slidebench/slidebench/internal/atomicfile"
)

// lock locks a folder of this user until the returned file is closed. It returns errSwept if another process has locked or removed the folder.
func lock(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_DIRECTORY|syscall.O_NOFOLLOW, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, errSwept
	}
	if err != nil {
		return nil, err
	}
	if err = atomicfile.Hold(f); err != nil && !errors.Is(err, errors.ErrUnsupported) {
		err = errSwept
	}
	if err == nil {
		err = stillThere(f, path)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// stillThere returns an error if the locked folder was removed or replaced before it was locked, or is another user's.
func stillThere(f *os.File, path string) error {
	here, err := f.Stat()
	if err != nil {
		return err
	}
	if there, err := os.Lstat(path); err != nil || !os.SameFile(here, there) {
		return errSwept
	}
	if owner, is := here.Sys().(*syscall.Stat_t); !is || int(owner.Uid) != os.Geteuid() {
		return fs.ErrPermission
	}
	return nil
}
