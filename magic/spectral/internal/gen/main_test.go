package main

import (
	"slices"
	"testing"

	"github.com/slidebench/slidebench/board"
)

// With an index bit less all squares but two can be served, so that 18 is the least number for every square.
func TestFewerIndexBits(t *testing.T) {
	if testing.Short() {
		t.Skip("tries all sets of shifts: -short")
	}
	var none []string
	for _, p := range []board.Piece{board.Rook, board.Bishop} {
		for sq := range 64 {
			s := &square{piece: p, sq: sq}
			if s.find(indexBits - 1); len(s.forms) == 0 {
				none = append(none, p.String()+" on "+board.SquareName(sq))
			}
		}
	}
	if want := []string{"rook on h1", "rook on a8"}; !slices.Equal(none, want) {
		t.Errorf("three shifts do not serve %q, want %q", none, want)
	}
}
