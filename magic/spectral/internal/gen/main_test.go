package main

import (
	"bytes"
	"os"
	"slices"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/magic/internal/gen"
)

// The committed shifts are those that the search finds.
func TestShiftsAreFoundAgain(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: -short")
	}
	got, err := os.ReadFile("../../shifts_gen.go")
	if want := gen.Source("spectral", "shifts_gen.go", search()); err != nil || !bytes.Equal(got, want) {
		t.Errorf("shifts_gen.go is not what the search finds (%v): run go generate ./magic/spectral", err)
	}
}

// With one index bit fewer, three shifts serve all squares but two: so 18 bits are the fewest for all.
func TestFewerIndexBits(t *testing.T) {
	if testing.Short() {
		t.Skip("tries all sets of shifts: -short")
	}
	fewer := gen.NewTrial(indexBits - 1)
	var none []string
	for _, p := range []board.Piece{board.Rook, board.Bishop} {
		for sq := range 64 {
			if !served(fewer, gen.NewSquare(p, sq)) {
				none = append(none, p.String()+" on "+board.SquareName(sq))
			}
		}
	}
	if want := []string{"rook on h1", "rook on a8"}; !slices.Equal(none, want) {
		t.Errorf("three shifts do not serve %q, want %q", none, want)
	}
}

// served reports whether some set of three shifts serves a square.
func served(t *gen.Trial, s gen.Square) bool {
	for a := range 64 {
		for b := range a {
			for c := range b {
				if t.Serves(form{shifts: [3]int{a, b, c}}.factor(), s) {
					return true
				}
			}
		}
	}
	return false
}
