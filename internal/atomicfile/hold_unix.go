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

// locks says whether Held locks files.
const locks = true

// hold locks an open file by flock, or returns errHeld and the owner of the lock. A second lock, by fcntl, is only a note for other processes: the kernel
// tells them which process has it, and the offset at which it begins, for which hold takes the time in Unix seconds.
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
		return "", errHeld // held from another machine, or the system has one kind of lock for both
	}
	host, _ := os.Hostname()
	return fmt.Sprintf("process %d on %s since %s", note.Pid, host, time.Unix(note.Start, 0).Format(time.DateTime)), errHeld
}
