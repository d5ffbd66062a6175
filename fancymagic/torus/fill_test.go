package torus

import (
	"math/bits"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/tablestest"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

func TestFill(t *testing.T) {
	tablestest.PlantBeforeFill(t, techniquestest.Funcs{RookFunc: Rook, BishopFunc: Bishop, QueenFunc: Queen}, reads, place, fill)
}

// All rooks together have as few different indices as the package comment says, and the bits that they read from a
// slot are none that a bishop reads.
func TestShared(t *testing.T) {
	used := map[uint64]bool{}
	var rooks, bishops uint64
	for sq := range 64 {
		for sub := range board.Subsets(board.Mask(board.Rook, sq)) {
			used[rookEntries[sq].index(sq, sub)] = true
		}
		rook, bishop := rookEntries[sq], bishopEntries[sq]
		rooks |= rook.lines &^ rook.adjacent
		bishops |= turn(sq, bishop.lines&^bishop.adjacent)
	}
	if len(used) != 115*115 { // of a ring's 128 contents, 13 lack the ends of a line: its first square, its last one, or two neighbours
		t.Errorf("rooks use %d slots, want %d", len(used), 115*115)
	}
	if rooks&bishops != 0 {
		t.Errorf("%d bits of turned words are read by rooks and by bishops\n%s",
			bits.OnesCount64(rooks&bishops), board.Picture(rooks&bishops))
	}
}
