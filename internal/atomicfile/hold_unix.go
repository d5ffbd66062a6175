//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package atomicfile

import (
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

const locks = true

// hold takes the lock of flock, which belongs to the open file. A second lock, of fcntl, is only a note: the kernel tells others whose it is, and
// where it begins, which is the time.
func hold(f *os.File) (owner string, err error) {
	switch err = unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB); {
	case err == nil:
		_ = unix.FcntlFlock(f.Fd(), unix.F_SETLK, &unix.Flock_t{Type: unix.F_RDLCK, Whence: io.SeekStart, Start: time.Now().Unix(), Len: 1})
		return "", nil
	case !errors.Is(err, unix.EWOULDBLOCK):
		return "", err
	}
	note := unix.Flock_t{Type: unix.F_WRLCK, Whence: io.SeekStart}
	if unix.FcntlFlock(f.Fd(), unix.F_GETLK, &note) != nil || note.Type == unix.F_UNLCK || note.Pid <= 0 {
		return "", errHeld // a process of another machine, or of a system where both kinds of lock are one
	}
	host, _ := os.Hostname()
	return fmt.Sprintf("process %d on %s since %s", note.Pid, host, time.Unix(note.Start, 0).Format(time.DateTime)), errHeld
}
