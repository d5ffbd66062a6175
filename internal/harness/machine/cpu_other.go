//go:build !linux && !windows && !darwin && (!freebsd || 386 || arm)

package machine

import (
	"errors"
	"fmt"
	"runtime"
)

// pins says whether slidebench pins threads on this system.
const pins = false

// setAffinity returns an error: slidebench pins no threads on these systems.
func setAffinity(int) error { return errors.ErrUnsupported }

// AllowedCPUs returns an error: without pinning there is nothing to choose.
func AllowedCPUs() ([]int, error) {
	return nil, fmt.Errorf("threads cannot be pinned on %s", runtime.GOOS)
}
