package incremental

import (
	"math/bits"
	"testing"
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/tablestest"
	"github.com/slidebench/slidebench/techniques/conform"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

func TestFill(t *testing.T) {
	tablestest.PlantBeforeFill(t, techniquestest.Funcs{RookFunc: Rook, BishopFunc: Bishop, QueenFunc: Queen}, reads, place, fill)
}

// The indices are those that PEXT gathers.
func TestIndices(t *testing.T) {
	for sq := range 64 {
		for p, index := range []func(uint32) uint32{
			func(both uint32) uint32 { return both & (1<<bishopShift - 1) },
			func(both uint32) uint32 { return both >> bishopShift },
		} {
			want := uint32(0)
			// Subsets come in the order of the numbers that PEXT makes of them.
			for sub := range board.Subsets(board.Mask(board.Piece(p), sq)) {
				if got := index(indices(sq, sub)); got != want {
					t.Fatalf("%v on %s, subset %#x: index %d, want %d", board.Piece(p), board.SquareName(sq), sub, got, want)
				}
				want++
			}
		}
	}
}

// A State is as large as the package comment says, and a square is a bit of so many indices at most.
func TestNumbersOfComment(t *testing.T) {
	if got := unsafe.Sizeof(State{}); got != 32*8 { // a word for two squares
		t.Errorf("a State has %d bytes", got)
	}
	most := 0
	for sq := range delta {
		n := 0
		for _, word := range delta[sq] {
			n += bits.OnesCount64(word)
		}
		most = max(most, n)
	}
	if most != 27 {
		t.Errorf("a square is a bit of %d indices", most)
	}
}

// A state that forgets a square in some of its words is found out.
func TestFaultsOfStates(t *testing.T) {
	for name, err := range map[string]error{
		"first word not added": conform.CheckState[forgetsFirst](1),
		"last word not taken":  conform.CheckState[keepsLast](1),
	} {
		if err == nil {
			t.Errorf("%s: not caught", name)
		}
	}
}

type (
	forgetsFirst struct{ State } // the first word, when a piece comes
	keepsLast    struct{ State } // the last word, when a piece leaves
)

func (s *forgetsFirst) Add(sq int) {
	first := s.words[0]
	s.State.Add(sq)
	s.words[0] = first
}

func (s *keepsLast) Remove(sq int) {
	last := len(s.words) - 1
	kept := s.words[last]
	s.State.Remove(sq)
	s.words[last] = kept
}
