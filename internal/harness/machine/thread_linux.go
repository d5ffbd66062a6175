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

func readThreadTime() time.Duration {
	var t unix.Timespec
	if unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t) != nil {
		return 0
	}
	return time.Duration(t.Nano())
}

// threadTimeIsFine reports whether the clock of a thread moves in steps that are small beside a slice of work.
var threadTimeIsFine = sync.OnceValue(func() bool {
	first := readThreadTime()
	next := first
	for n := 0; next == first && n < 10_000; n++ {
		next = readThreadTime()
	}
	return first > 0 && next > first && next-first < shortSlice/10
})
