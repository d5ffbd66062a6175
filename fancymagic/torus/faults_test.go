package torus

import (
	"math/bits"
	"slices"
	"testing"

	"github.com/slidebench/slidebench/board"
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
				e := &rookEntries[sq]
				return slices.Concat(
					conform.FlippedBits("wrong ends", sq, &e.ends),
					conform.FlippedBits("wrong lines", sq, &e.lines),
					conform.FlippedBits("wrong adjacent squares", sq, &e.adjacent),
					wrongSlots(p, sq),
				)
			}
			e := &bishopEntries[sq]
			return slices.Concat(
				conform.FlippedBits("wrong lines", sq, &e.lines),
				conform.FlippedBits("wrong adjacent squares", sq, &e.adjacent),
				conform.FlippedBits("wrong factor", sq, &e.factor),
				conform.OffByOne("wrong shift", &e.shift),
				conform.OffByOne("wrong offset", &e.offset),
				wrongSlots(p, sq),
			)
		},
	})
}

// wrongSlots returns faults of slots that a piece on sq reads. Fill takes the faults out.
func wrongSlots(p board.Piece, sq int) []conform.Fault {
	return conform.WrongSharedSlots(p, sq, table[:], func(p board.Piece, sq int, occ uint64) int {
		if p == board.Rook {
			return int(rookEntries[sq].index(sq, occ))
		}
		return bishopEntries[sq].index(occ)
	})
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
	if len(used) != 115*115 {
		t.Errorf("rooks use %d slots, want %d", len(used), 115*115)
	}
	if rooks&bishops != 0 {
		t.Errorf("%d bits of turned words are read by rooks and by bishops\n%s",
			bits.OnesCount64(rooks&bishops), board.Picture(rooks&bishops))
	}
}
