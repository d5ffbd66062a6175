//go:build arm64 && linux && !purego

package bext

import (
	"errors"
	"testing"
)

func TestDetect(t *testing.T) {
	has := [][2]uintptr{{16, ^uintptr(0)}, {26, 1 << 4}}
	for _, c := range []struct {
		vector  [][2]uintptr
		err     error
		godebug string
		want    bool
	}{
		{has, nil, "", true},
		{has, nil, "cpu.sve2=on,gctrace=1", true},
		{has, nil, "gctrace=1,cpu.sve2-bitperm=off", false},
		{has, nil, "cpu.all=off", false},
		{[][2]uintptr{{16, ^uintptr(0)}, {26, ^uintptr(1 << 4)}}, nil, "", false}, // SVE2 without BEXT
		{has[:1], nil, "", false},
		{nil, errors.New("no vector"), "", false},
	} {
		if got := detect(func() ([][2]uintptr, error) { return c.vector, c.err }, c.godebug); got != c.want {
			t.Errorf("vector %v, %v, GODEBUG %q: got %v, want %v", c.vector, c.err, c.godebug, got, c.want)
		}
	}
}
