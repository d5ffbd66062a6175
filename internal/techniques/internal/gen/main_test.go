package main

import (
	"bytes"
	"os"
	"os/exec"
	"strings"
	"testing"

	_ "github.com/slidebench/slidebench/internal/techniques" // the compiler reads its code: so go test reuses no result when it has changed
	"github.com/slidebench/slidebench/internal/techniques/facts"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// wiring_gen.go is what go generate would write now.
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
