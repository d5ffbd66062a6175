package main

import (
	"bytes"
	"os"
	"testing"
)

// The committed factors are those that the seed finds.
func TestFactorsAreFoundAgain(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	want, err := os.ReadFile("../../factors.go")
	if err != nil {
		t.Fatal(err)
	}
	got, err := generate(1)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("factors.go differs from what the search finds: go generate ./firstrank/foldinghash")
	}
}
