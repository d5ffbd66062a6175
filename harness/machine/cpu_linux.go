package machine

import (
	"errors"
	"fmt"
	"runtime"

	"golang.org/x/sys/unix"
)

// Pin locks the calling goroutine to its thread and that thread to one CPU. Processes and threads started from there
// inherit the CPU; the program's other threads keep theirs.
func Pin(cpu int) error {
	allowed, err := AllowedCPUs()
	if err != nil {
		return err
	}
	if cpu < 0 {
		return fmt.Errorf("no CPU %d to pin to (have: %v)", cpu, allowed)
	}
	var set unix.CPUSet
	set.Set(cpu)
	runtime.LockOSThread()
	if err := unix.SchedSetaffinity(0, &set); err != nil {
		runtime.UnlockOSThread()
		return fmt.Errorf("cannot pin to CPU %d (have: %v): %w", cpu, allowed, err)
	}
	return nil
}

// AllowedCPUs returns the numbers of the CPUs that the calling thread may run on, lowest first.
func AllowedCPUs() ([]int, error) {
	var set unix.CPUSet
	if err := unix.SchedGetaffinity(0, &set); err != nil {
		return nil, fmt.Errorf("allowed CPUs unknown: %w", err)
	}
	var cpus []int
	for cpu := 0; len(cpus) < set.Count(); cpu++ {
		if set.IsSet(cpu) {
			cpus = append(cpus, cpu)
		}
	}
	return cpus, nil
}

// Counters says in one line whether user-space cycle counters can be opened for this process.
func Counters() string {
	attr := unix.PerfEventAttr{
		Type:   unix.PERF_TYPE_HARDWARE,
		Size:   unix.PERF_ATTR_SIZE_VER0,
		Config: unix.PERF_COUNT_HW_CPU_CYCLES,
		Bits:   unix.PerfBitDisabled | unix.PerfBitExcludeKernel | unix.PerfBitExcludeHv,
	}
	fd, err := unix.PerfEventOpen(&attr, 0, -1, -1, unix.PERF_FLAG_FD_CLOEXEC)
	if err == nil {
		unix.Close(fd)
	}
	return countersLine(err)
}

// countersLine words the outcome of opening a counter.
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
