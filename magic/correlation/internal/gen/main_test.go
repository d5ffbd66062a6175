package main

import (
	"bytes"
	"os"
	"testing"

	"github.com/slidebench/slidebench/internal/tiertest"
	"github.com/slidebench/slidebench/magic/internal/gen"
)

// The committed factors are those that the search finds.
func TestFactorsAreFoundAgain(t *testing.T) {
	tiertest.Slow(t)
	got, err := os.ReadFile("../../factors_gen.go")
	if want := gen.Source("correlation", "factors_gen.go", search()); err != nil || !bytes.Equal(got, want) {
		t.Errorf("factors_gen.go is not what the search finds (%v): run go generate ./magic/correlation", err)
	}
}
