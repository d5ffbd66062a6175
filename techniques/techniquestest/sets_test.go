package techniquestest_test

import (
	"errors"
	"math/bits"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

func union(p board.Piece) func(sliders, occ uint64) uint64 {
	return func(sliders, occ uint64) uint64 { return techniquestest.Union(p, sliders, occ) }
}

var rightSets = techniquestest.SetFuncs{RooksFunc: union(board.Rook), BishopsFunc: union(board.Bishop), QueensFunc: union(board.Queen)}

func TestUnion(t *testing.T) {
	// The rooks on a1 and c3 see each other's lines, and a1 does not see past b1.
	got := techniquestest.Union(board.Rook, 1<<0|1<<18, 1<<1)
	if want := board.Walk(board.Rook, 0, 1<<1) | board.Walk(board.Rook, 18, 1<<1); got != want {
		t.Errorf("got %#x, want %#x", got, want)
	}
}

func TestCheckSets(t *testing.T) {
	techniquestest.RunSets(t, rightSets)
	for _, c := range []struct {
		name   string
		piece  board.Piece
		spoilt func(sliders, occ uint64) bool
	}{
		{"no slider", board.Rook, func(sliders, _ uint64) bool { return sliders == 0 }},
		{"all squares", board.Bishop, func(sliders, _ uint64) bool { return sliders == ^uint64(0) }},
		{"one slider, full board", board.Queen, func(sliders, occ uint64) bool { return sliders == 1<<d4 && occ == ^uint64(0) }},
		{"three on a diagonal", board.Bishop, func(sliders, occ uint64) bool { return sliders == 1<<9|1<<27|1<<54 && occ>>18&1 != 0 }},
		{"three on a rank", board.Queen, func(sliders, occ uint64) bool { return sliders == 1<<24|1<<27|1<<30 && occ>>26&1 != 0 }},
		{"not occupied", board.Rook, func(sliders, occ uint64) bool { return bits.OnesCount64(sliders) == 12 && sliders&occ == 0 }},
		{"some occupied", board.Bishop, func(sliders, occ uint64) bool { return bits.OnesCount64(sliders&occ) == 7 && sliders&^occ != 0 }},
	} {
		wrong := func(sliders, occ uint64) uint64 {
			if c.spoilt(sliders, occ) {
				return ^techniquestest.Union(c.piece, sliders, occ)
			}
			return techniquestest.Union(c.piece, sliders, occ)
		}
		s := rightSets
		*[...]*func(sliders, occ uint64) uint64{&s.RooksFunc, &s.BishopsFunc, &s.QueensFunc}[c.piece] = wrong
		mistake := (*techniquestest.SetMistake)(nil)
		if err := techniquestest.CheckSets(s, 1); !errors.As(err, &mistake) || mistake.Piece != c.piece || !c.spoilt(mistake.Sliders, mistake.Occ) ||
			mistake.Got != ^mistake.Want || mistake.Want != techniquestest.Union(mistake.Piece, mistake.Sliders, mistake.Occ) {
			t.Errorf("%s, %v: got %v", c.name, c.piece, err)
		}
	}
}
