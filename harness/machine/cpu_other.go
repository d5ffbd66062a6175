//go:build !linux

package machine

import (
	"errors"
	"fmt"
	"runtime"
)

// Pin returns errors.ErrUnsupported, wrapped: pinning needs Linux.
func Pin(cpu int) error {
	return fmt.Errorf("cannot pin to CPU %d on %s: %w", cpu, runtime.GOOS, errors.ErrUnsupported)
}

// AllowedCPUs returns an error: the allowed CPUs are known on Linux only.
func AllowedCPUs() ([]int, error) {
	return nil, fmt.Errorf("allowed CPUs unknown: no affinity mask on %s", runtime.GOOS)
}

// Counters says that there are no counters: they need Linux.
func Counters() string {
	return "not available: no perf_event_open on " + runtime.GOOS + ": time alone is reported"
}

// countedCycles returns an error: counters need Linux.
func countedCycles(func()) (uint64, error) { return 0, errors.ErrUnsupported }
