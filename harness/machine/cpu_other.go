//go:build !linux

package machine

import (
	"fmt"
	"runtime"
)

// Pin returns an error: pinning needs Linux.
func Pin(cpu int) error {
	return fmt.Errorf("cannot pin to CPU %d: pinning is not available on %s", cpu, runtime.GOOS)
}

// AllowedCPUs returns an error: which CPUs are allowed can be told on Linux only.
func AllowedCPUs() ([]int, error) {
	return nil, fmt.Errorf("allowed CPUs unknown: no affinity mask on %s", runtime.GOOS)
}

// Counters says that there are none: they need Linux.
func Counters() string {
	return "not available: no perf_event_open on " + runtime.GOOS + ": time alone is reported"
}
