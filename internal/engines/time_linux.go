package engines

import (
	"time"

	"golang.org/x/sys/unix"
)

// ownTime is the time that a process has had on processors, 0 if that is not known.
func ownTime(pid int) time.Duration {
	var t unix.Timespec
	if unix.ClockGettime(int32(^pid<<3|2), &t) != nil { // the CPU clock of a process, numbered like Linux's clock_getcpuclockid does
		return 0
	}
	return time.Duration(t.Nano())
}
