package conform_test

import (
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/techniques/conform"
)

// CheckMoves finds each of these faults, and none in right moves.
func TestMovesFaults(t *testing.T) {
	const edges = 0xff818181818181ff
	right := func(p board.Piece, sq int, own, occ uint64) uint64 { return conform.Walk(p, sq, occ) &^ own }
	for name, c := range map[string]struct {
		found bool // want an error: the moves are wrong
		moves func(p board.Piece, sq int, own, occ uint64) uint64
	}{
		"right":            {false, right},
		"own and others":   {true, func(p board.Piece, sq int, own, occ uint64) uint64 { return right(p, sq, occ&^own, occ) }},
		"own as occupancy": {true, func(p board.Piece, sq int, own, occ uint64) uint64 { return right(p, sq, own, own) }},
		"attacks":          {true, func(p board.Piece, sq int, _, occ uint64) uint64 { return conform.Walk(p, sq, occ) }},
		"no captures":      {true, func(p board.Piece, sq int, _, occ uint64) uint64 { return conform.Walk(p, sq, occ) &^ occ }},
		"edges left out":   {true, func(p board.Piece, sq int, own, occ uint64) uint64 { return right(p, sq, own&^edges, occ) }},
		"edges left out for rooks": {true, func(p board.Piece, sq int, own, occ uint64) uint64 {
			if p == board.Rook {
				own &^= edges
			}
			return right(p, sq, own, occ)
		}},
		"b2 left out for queens": {true, func(p board.Piece, sq int, own, occ uint64) uint64 {
			if p == board.Queen {
				own &^= 1 << 9
			}
			return right(p, sq, own, occ)
		}},
		"one state of a row": {true, func(p board.Piece, sq int, own, occ uint64) uint64 {
			if sq == d4 && own>>24&0xf7 == 0x41 && occ>>24&0xf7 == 0xe5 { // of rank 4 without d4
				return 0
			}
			return right(p, sq, own, occ)
		}},
		"panics": {true, func(p board.Piece, sq int, own, occ uint64) uint64 {
			return right(p, sq, own, occ) >> [64]int{}[own&64] // index 64, if g1 is own
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

// remembered gives a question the last answer for its piece and square if same says that the two questions look the same.
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
