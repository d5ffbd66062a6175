package main

import (
	"bytes"
	"os"
	"strings"
	"testing"
)

// The committed factors are those that the seed finds.
func TestFactorsAreFoundAgain(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a second")
	}
	want, err := os.ReadFile("../../factors_gen.go")
	if err != nil {
		t.Fatal(err)
	}
	got, err := generate(2, starts) // with the seed of the line go:generate in compressed.go
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("factors_gen.go differs from what the search finds: go generate ./firstrank/compressed")
	}
}

// The command in the factors' first line is the one that go generate runs.
func TestCommand(t *testing.T) {
	factors, err := os.ReadFile("../../factors_gen.go")
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("../../compressed.go")
	if err != nil {
		t.Fatal(err)
	}
	_, command, _ := strings.Cut(string(factors), `by "`)
	command, _, _ = strings.Cut(command, `"`)
	if line := "\n//go:generate " + command + "\n"; command == "" || !strings.Contains(string(source), line) {
		t.Errorf("want compressed.go to have the line %q", line)
	}
}

// A rank for which nothing is found is named.
func TestNoFactor(t *testing.T) {
	if _, err := generate(2, 1); err == nil || err.Error() != "a1: no factor for an index of 5 bits from 1 beginnings" {
		t.Errorf("got %v", err)
	}
}
