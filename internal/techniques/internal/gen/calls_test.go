package main

import (
	"slices"
	"testing"
)

// readCalls leaves out calls on the way to a panic.
func TestReadCalls(t *testing.T) {
	calls := readCalls(`TEXT github.com/slidebench/slidebench/internal/techniques.magicBoth(SB) wiring_gen.go
  wiring_gen.go:10	0x10	90	CALL 0x1f [1:5]R_CALL:runtime.panicIndex
  wiring_gen.go:10	0x11	90	CALL 0x1f [1:5]R_CALL:runtime.morestack_noctxt
TEXT github.com/slidebench/slidebench/internal/techniques.pextBoth(SB) wiring_gen.go
  wiring_gen.go:20	0x20	90	CALL 0x25 [1:5]R_CALL:github.com/slidebench/slidebench/pext.Both
`)
	if len(calls) != 2 || calls["magicBoth"] != nil || !slices.Equal(calls["pextBoth"], []string{"github.com/slidebench/slidebench/pext.Both"}) {
		t.Errorf("got %v", calls)
	}
}
