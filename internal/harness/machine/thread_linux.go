package machine

import (
	"time"

	"golang.org/x/sys/unix"
)

// systemThreadTime returns how long the calling thread has run on processors, 0 if that is not known.
func systemThreadTime() time.Duration {
	var t unix.Timespec
	if unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t) != nil {
		return 0
	}
	return time.Duration(t.Nano())
}
