package raysavx2

import (
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

// ofBoth is the technique that gives one of the answers of both, and both.
type ofBoth func(sq int, occ uint64) (rook, bishop uint64)

func (both ofBoth) Rook(sq int, occ uint64) uint64                { rook, _ := both(sq, occ); return rook }
func (both ofBoth) Bishop(sq int, occ uint64) uint64              { _, bishop := both(sq, occ); return bishop }
func (both ofBoth) Both(sq int, occ uint64) (rook, bishop uint64) { return both(sq, occ) }

// The software form is what lookups reach only where there is no AVX2.
func TestSoftwareFormConforms(t *testing.T) { techniquestest.Run(t, ofBoth(softBoth)) }

// The lanes are what is to be tested and timed under the name raysavx2, so their absence is reported.
func TestLanes(t *testing.T) {
	techniquestest.Need(t, "avx2", Available())
	for sq := range 64 {
		for sub := range board.Subsets(board.Mask(board.Rook, sq)) {
			rook, bishop := both(sq, ^sub)
			if r, b := softBoth(sq, ^sub); rook != r || bishop != b {
				t.Fatalf("%s, occupancy %#x: got %#x and %#x, software says %#x and %#x",
					board.SquareName(sq), ^sub, rook, bishop, r, b)
			}
		}
	}
}

func TestSquaresBeyondTheBoard(t *testing.T) {
	const occ = 0x8142241818244281
	for _, sq := range []int{-64, -1, 64, 127, 1 << 30} {
		rook, bishop := board.Walk(board.Rook, sq&63, occ), board.Walk(board.Bishop, sq&63, occ)
		for _, technique := range []ofBoth{Both, softBoth} {
			if r, b := technique(sq, occ); r != rook || b != bishop {
				t.Errorf("square %d: got %#x and %#x, want %#x and %#x", sq, r, b, rook, bishop)
			}
		}
	}
}
