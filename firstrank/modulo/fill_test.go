package modulo

import (
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/firstrank/internal/lines"
	"github.com/slidebench/slidebench/internal/tablestest"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

func TestFill(t *testing.T) {
	tablestest.PlantBeforeFill(t, techniquestest.Funcs{RookFunc: Rook, BishopFunc: Bishop, QueenFunc: Queen}, reads, place, fill)
}

// apart reports whether, for a line of each square, all subsets of its mask have different remainders.
func apart(l lines.Line, modulus uint64) bool {
	for sq := range 64 {
		seen := make([]bool, modulus)
		for sub := range board.Subsets(l.Mask(sq)) {
			if seen[sub%modulus] {
				return false
			}
			seen[sub%modulus] = true
		}
	}
	return true
}

// Each modulus of the lookups is the smallest with which the subsets of its kind of line are apart.
func TestSmallestModuli(t *testing.T) {
	for l, want := range map[lines.Line]uint64{
		lines.File: fileModulus, lines.Diagonal: diagonalModulus, lines.Antidiagonal: antidiagonalModulus,
	} {
		smallest := uint64(1)
		for !apart(l, smallest) {
			smallest++
		}
		if smallest != want {
			t.Errorf("%v: %d is the smallest modulus, not %d", l, smallest, want)
		}
	}
}

// The published moduli are for whole lines, shifted to begin on a1: all subsets have different remainders, with the slider's own square and
// the edges.
func TestPublishedModuli(t *testing.T) {
	for name, c := range map[string]struct{ line, modulus uint64 }{
		"diagonal":     {0x8040201008040201, 514},
		"antidiagonal": {0x0102040810204080 >> 7, 257},
		"file":         {0x0101010101010101, 258},
	} {
		seen := map[uint64]bool{}
		for sub := range board.Subsets(c.line) {
			seen[sub%c.modulus] = true
		}
		if len(seen) != 256 {
			t.Errorf("%s: %d remainders modulo %d, want 256", name, len(seen), c.modulus)
		}
	}
}
