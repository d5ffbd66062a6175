package conform_test

import (
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/techniques/conform"
)

// Wrong moves are found on the first square that has them.
func TestMovesFaults(t *testing.T) {
	const edges = 0xff818181818181ff
	right := func(p board.Piece, sq int, own, occ uint64) uint64 { return conform.Walk(p, sq, occ) &^ own }
	for name, c := range map[string]struct {
		found bool
		moves func(p board.Piece, sq int, own, occ uint64) uint64
	}{
		"right":            {false, right},
		"own and others":   {true, func(p board.Piece, sq int, own, occ uint64) uint64 { return right(p, sq, occ&^own, occ) }},
		"own as occupancy": {true, func(p board.Piece, sq int, own, occ uint64) uint64 { return right(p, sq, own, own) }},
		"attacks":          {true, func(p board.Piece, sq int, _, occ uint64) uint64 { return conform.Walk(p, sq, occ) }},
		"no captures":      {true, func(p board.Piece, sq int, _, occ uint64) uint64 { return conform.Walk(p, sq, occ) &^ occ }},
		"edges left out":   {true, func(p board.Piece, sq int, own, occ uint64) uint64 { return right(p, sq, own&^edges, occ) }},
		"edges for rooks": {true, func(p board.Piece, sq int, own, occ uint64) uint64 {
			return right(p, sq, own&^(edges*uint64(1-p)), occ)
		}},
		"queens alone": {true, func(p board.Piece, sq int, own, occ uint64) uint64 { return right(p, sq, own&^(uint64(p)>>1<<9), occ) }},
		"one state of a row": {true, func(p board.Piece, sq int, own, occ uint64) uint64 {
			if sq == 27 && own>>24&0xf7 == 0x41 && occ>>24&0xf7 == 0xe5 {
				return 0
			}
			return right(p, sq, own, occ)
		}},
		"panics": {true, func(p board.Piece, sq int, own, occ uint64) uint64 {
			return right(p, sq, own, occ) >> [64]int{}[own&64]
		}},
		"remembers, low half of the occupancy":  {true, remembered(right, func(own, before, occ, last uint64) bool { return own == before && uint32(occ) == uint32(last) })},
		"remembers, high half of the occupancy": {true, remembered(right, func(own, before, occ, last uint64) bool { return own == before && occ>>32 == last>>32 })},
		"remembers, own forgotten":              {true, remembered(right, func(_, _, occ, last uint64) bool { return occ == last })},
	} {
		of := func(p board.Piece) func(sq int, own, occ uint64) uint64 {
			return func(sq int, own, occ uint64) uint64 { return c.moves(p, sq, own, occ) }
		}
		err := conform.CheckMoves(&conform.MoveFuncs{RookFunc: of(board.Rook), BishopFunc: of(board.Bishop), QueenFunc: of(board.Queen)}, 1)
		if (err != nil) != c.found {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

// remembered keeps the last answer for a piece and a square where the question looks the same.
func remembered(moves func(p board.Piece, sq int, own, occ uint64) uint64, same func(own, before, occ, last uint64) bool) func(p board.Piece, sq int, own, occ uint64) uint64 {
	var kept [3][64]struct {
		filled           bool
		own, occ, answer uint64
	}
	return func(p board.Piece, sq int, own, occ uint64) uint64 {
		k := &kept[p][sq]
		if !k.filled || !same(own, k.own, occ, k.occ) {
			k.filled, k.own, k.occ, k.answer = true, own, occ, moves(p, sq, own, occ)
		}
		return k.answer
	}
}
