package machine

import (
	"encoding/binary"
	"errors"

	"golang.org/x/sys/unix"
)

// cycleCounter describes a counter of the cycles that a thread spends outside the kernel.
func cycleCounter() *unix.PerfEventAttr {
	return &unix.PerfEventAttr{
		Type:   unix.PERF_TYPE_HARDWARE,
		Size:   unix.PERF_ATTR_SIZE_VER0,
		Config: unix.PERF_COUNT_HW_CPU_CYCLES,
		Bits:   unix.PerfBitExcludeKernel | unix.PerfBitExcludeHv,
	}
}

// Counters says in one line whether user-space cycle counters can be opened for this process.
func Counters() string {
	fd, err := unix.PerfEventOpen(cycleCounter(), 0, -1, -1, unix.PERF_FLAG_FD_CLOEXEC)
	if err == nil {
		unix.Close(fd)
	}
	return countersLine(err)
}

// countedCycles returns how many cycles the processor's own counter sees in work: of this thread (0), on any CPU (-1), in no group of counters (-1). The calling goroutine
// must be locked to its thread.
func countedCycles(work func()) (uint64, error) {
	fd, err := unix.PerfEventOpen(cycleCounter(), 0, -1, -1, unix.PERF_FLAG_FD_CLOEXEC)
	if err != nil {
		return 0, err
	}
	defer unix.Close(fd)
	var counts [2][8]byte
	if _, err := unix.Read(fd, counts[0][:]); err != nil {
		return 0, err
	}
	work()
	if _, err := unix.Read(fd, counts[1][:]); err != nil {
		return 0, err
	}
	return binary.NativeEndian.Uint64(counts[1][:]) - binary.NativeEndian.Uint64(counts[0][:]), nil
}

// countersLine describes the result of opening a counter in one line.
func countersLine(err error) string {
	if err == nil {
		return "available"
	}
	reason := err.Error()
	switch {
	case errors.Is(err, unix.ENOENT), errors.Is(err, unix.EOPNOTSUPP):
		reason = "no cycle counter here, as on most virtual machines"
	case errors.Is(err, unix.EACCES), errors.Is(err, unix.EPERM):
		reason = "forbidden, by kernel.perf_event_paranoid above 2 or a seccomp filter"
	case errors.Is(err, unix.ENOSYS):
		reason = "the kernel has no perf_event_open"
	}
	return "not available: " + reason + ": time alone is reported"
}
