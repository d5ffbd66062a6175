package modulo

import (
	"testing"
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/firstrank/internal/lines"
	"github.com/slidebench/slidebench/techniques/conform"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

func TestFaults(t *testing.T) {
	techniquestest.ProveFaults(t, conform.Tables{
		Technique: techniquestest.Funcs{RookFunc: Rook, BishopFunc: Bishop, QueenFunc: Queen},
		Place:     place,
		Fill:      fill,
		Parts: func(p board.Piece, sq int) []conform.Fault {
			if p == board.Rook {
				return conform.FlippedBits("wrong mask of the file", sq, &files[sq])
			}
			d := &diagonals[sq]
			return append(conform.FlippedBits("wrong mask of the diagonal", sq, &d.diagonal),
				conform.FlippedBits("wrong mask of the antidiagonal", sq, &d.antidiagonal)...)
		},
		Slots: func(p board.Piece, sq int) []uint64 {
			if p == board.Rook {
				return unsafe.Slice(&rookTable[sq].rank[0], 64+fileModulus) // the file's follow the rank's
			}
			return unsafe.Slice(&bishopTable[sq].diagonal[0], diagonalModulus+antidiagonalModulus)
		},
	})
}

// apart tells whether a modulus tells all subsets of all masks of a line apart.
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

// The published moduli tell whole lines apart, with a slider's own square and the edges, that are shifted to begin on a1.
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
