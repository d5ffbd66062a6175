package machine

import (
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// systemThreadTime returns how long the calling thread has run on processors, 0 if that is not known, or known by the ticks of an old kernel alone.
func systemThreadTime() time.Duration {
	if !threadTimeIsFine() {
		return 0
	}
	return readThreadTime()
}

func readThreadTime() time.Duration { // by the clock of the calling thread
	var t unix.Timespec
	_ = unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t) // leaves 0 where no thread has a clock
	return time.Duration(t.Nano())
}

// threadTimeIsFine reports whether the clock of a thread moves in steps that are small beside a slice of work.
var threadTimeIsFine = sync.OnceValue(func() bool {
	for range 100 { // a step may be long by chance
		first := readThreadTime()
		if step := readThreadTime() - first; step > 0 && step < shortSlice/10 {
			return true
		}
	}
	return false
})
