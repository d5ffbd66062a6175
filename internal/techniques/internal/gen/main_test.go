package main

import (
	"bytes"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	_ "github.com/slidebench/slidebench/internal/techniques" // whose code the compiler reads, so that no result is kept when it changes
	"github.com/slidebench/slidebench/internal/techniques/facts"
	"github.com/slidebench/slidebench/internal/tiertest"
)

func TestWiringIsUpToDate(t *testing.T) {
	tiertest.Slow(t)
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("needs the go command: ", err)
	}
	t.Chdir("../..")
	want, err := generate()
	if err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile("wiring_gen.go"); err != nil || !bytes.Equal(got, want) {
		t.Errorf("wiring_gen.go is out of date (%v): run go generate ./internal/techniques", err)
	}
}

// A technique without a package is named, with what to do.
func TestInspectWantsAPackage(t *testing.T) {
	_, err := inspect(facts.Facts{Name: "mini", Family: "internal"})
	if err == nil || !strings.Contains(err.Error(), "catalogue.go has mini, and there is no package in folder internal/mini") {
		t.Errorf("got %v", err)
	}
}

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
