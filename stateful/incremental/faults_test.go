package incremental

import (
	"math/bits"
	"slices"
	"testing"
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/techniques/conform"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

func TestFaults(t *testing.T) {
	offsets := [...]*[64]uint32{&rookOffsets, &bishopOffsets}
	tables := [...][]uint64{rookTable[:], bishopTable[:]}
	techniquestest.ProveFaults(t, conform.Tables{
		Technique: techniquestest.Funcs{RookFunc: Rook, BishopFunc: Bishop, QueenFunc: Queen},
		Place:     place,
		Fill:      fill,
		Parts: func(p board.Piece, sq int) []conform.Fault {
			return slices.Concat(
				conform.WrongMasks(p, sq, func(square int) { delta[square][sq>>1] ^= indexBit(p, sq, square) }),
				conform.OffByOne("wrong offset", &offsets[p][sq]),
			)
		},
		Slots: func(p board.Piece, sq int) []uint64 {
			return tables[p][offsets[p][sq]:][:1<<bits.OnesCount64(board.Mask(p, sq))]
		},
	})
}

// indexBit returns the bit of a word by which a square contributes to the index of a piece on sq, and for a square
// that it does not need, one that another square has.
func indexBit(p board.Piece, sq, square int) uint64 {
	below := bits.OnesCount64(board.Mask(p, sq) & (1<<square - 1))
	if board.Mask(p, sq)>>square == 0 {
		below = max(below-1, 0)
	}
	return 1 << (below + sq&1*32 + int(p)*bishopShift)
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

// A State is as large as the package comment says, and no square is a bit of more indices.
func TestNumbersOfComment(t *testing.T) {
	if got := unsafe.Sizeof(State{}); got != 256 {
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
	forgetsFirst struct{ State }
	keepsLast    struct{ State }
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
