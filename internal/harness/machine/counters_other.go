//go:build !linux

package machine

import (
	"errors"
	"runtime"
)

// Counters says in one line that there are no cycle counters: slidebench reads them on Linux only.
func Counters() string {
	return "not available: no perf_event_open on " + runtime.GOOS + ": time alone is reported"
}

// countedCycles returns an error: counters need Linux.
func countedCycles(func()) (uint64, error) { return 0, errors.ErrUnsupported }
