//go:build !linux && !windows

package machine

import (
	"errors"
	"fmt"
	"runtime"
)

// Pin returns errors.ErrUnsupported, wrapped: pinning needs Linux or Windows.
func Pin(cpu int) error {
	return fmt.Errorf("cannot pin to CPU %d on %s: %w", cpu, runtime.GOOS, errors.ErrUnsupported)
}

// AllowedCPUs returns an error: the allowed CPUs are known on Linux and Windows only.
func AllowedCPUs() ([]int, error) {
	return nil, fmt.Errorf("allowed CPUs unknown: no affinity mask on %s", runtime.GOOS)
}
