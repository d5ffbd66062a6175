package main

import (
	"bytes"
	"os"
	"testing"
)

func TestSwitchIsUpToDate(t *testing.T) {
	want, err := lookups()
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("../../switch_gen.go")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("switch_gen.go is out of date: run go generate ./hyperbola/obstructionswitch")
	}
}
