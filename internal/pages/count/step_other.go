//go:build !linux || !amd64

package main

import (
	"errors"
	"fmt"
	"runtime"
)

func isTracee() bool { return false }

func beTraced([]string) error { return errors.ErrUnsupported }

func instructions([]lookup) ([]float64, error) {
	return nil, fmt.Errorf("counting instructions on %s/%s (want linux/amd64): %w", runtime.GOOS, runtime.GOARCH, errors.ErrUnsupported)
}
