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
		t.Skip("takes seconds")
	}
	want, err := os.ReadFile("../../factors_gen.go")
	if err != nil {
		t.Fatal(err)
	}
	got, err := generate(1, tries) // with the seed of the line go:generate in foldinghash.go
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("factors_gen.go differs from what the search finds: go generate ./firstrank/foldinghash")
	}
}

// The command in the factors' first line is the one that go generate runs.
func TestCommand(t *testing.T) {
	factors, err := os.ReadFile("../../factors_gen.go")
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("../../foldinghash.go")
	if err != nil {
		t.Fatal(err)
	}
	_, command, _ := strings.Cut(string(factors), `by "`)
	command, _, _ = strings.Cut(command, `"`)
	if line := "\n//go:generate " + command + "\n"; command == "" || !strings.Contains(string(source), line) {
		t.Errorf("want foldinghash.go to have the line %q", line)
	}
}

// A line for which nothing is found is named, with the number of factors: one try is a random factor, and a second one, random, too, as it has no best one to be a neighbour of.
func TestNoFactor(t *testing.T) {
	if _, err := generate(1, 1); err == nil || err.Error() != "rank of a1: no factor among 2" {
		t.Errorf("got %v", err)
	}
}
