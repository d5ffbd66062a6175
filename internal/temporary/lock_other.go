//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package temporary

import (
	"errors"
	"os"
)

// lock returns an error: without locks, Sweep removes nothing.
func lock(string) (*os.File, error) { return nil, errors.ErrUnsupported }
