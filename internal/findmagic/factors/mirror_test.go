package factors_test

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/findmagic/factors"
)

// mirrored returns a lookup for all squares from a set of half the squares: of each square and its mirror image in the other half of the
// board, the set needs only one. Upside down, rooks and bishops move alike, and a byte swap turns a set of squares upside down:
//
//	attacks = swap(T[offset + (swap(occ) & mask) * factor >> shift])    of the mirror image's entry
//
// The slots of the set must hold whole attack sets. No package uses this lookup yet: it shows that the stored set is complete.
func mirrored(s *factors.Set) (attacks func(p board.Piece, sq int, occ uint64) uint64, err error) {
	if s.Content != factors.Whole {
		return nil, fmt.Errorf("content %v (want %v)", s.Content, factors.Whole)
	}
	for _, p := range [...]board.Piece{board.Rook, board.Bishop} {
		for sq := range 64 {
			if s.Entry(p, sq) == nil && s.Entry(p, sq^upsideDown) == nil {
				return nil, fmt.Errorf("no magic for a %v on %s or %s", p, board.SquareName(sq), board.SquareName(sq^upsideDown))
			}
		}
	}
	table, err := s.Table()
	if err != nil {
		return nil, err
	}
	return func(p board.Piece, sq int, occ uint64) uint64 {
		if e := s.Entry(p, sq); e != nil {
			return table[e.Slot(occ)]
		}
		e := s.Entry(p, sq^upsideDown)
		return bits.ReverseBytes64(table[e.Slot(bits.ReverseBytes64(occ))])
	}, nil
}

// upsideDown are the bits of a square's number that differ in its mirror image: those of the rank.
const upsideDown = 7 << 3

// The stored set of half the squares answers every question about all of them, with noise on squares that must not matter.
func TestMirroredSetIsProved(t *testing.T) {
	s := read(t, "internal/findmagic/sets/mirrored.csv")
	attacks, err := mirrored(s)
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Entries) != 64 {
		t.Errorf("%d entries, want those of half the squares", len(s.Entries))
	}
	rng := rand.New(rand.NewPCG(1, 1))
	questions := 0
	for _, p := range pieces {
		for sq := range 64 {
			mask := board.Mask(p, sq)
			for sub := range board.Subsets(mask) {
				occ := sub | rng.Uint64()&^mask
				if got, want := attacks(p, sq, occ), board.Walk(p, sq, occ); got != want {
					t.Fatalf("%v on %s:\n%sgives\n%swant\n%s", p, board.SquareName(sq), board.Picture(occ), board.Picture(got), board.Picture(want))
				}
				questions++
			}
		}
	}
	if questions != 107_648 { // relevant subsets of both pieces on all squares
		t.Errorf("%d questions", questions)
	}
}

func TestMirroredRefuses(t *testing.T) {
	s := read(t, "internal/findmagic/sets/mirrored.csv")
	for name, bad := range map[string]*factors.Set{
		"a missing square":      {Entries: s.Entries[1:]},
		"lines in the slots":    {Content: factors.Overlay, Entries: s.Entries},
		"two answers in a slot": {Entries: append([]factors.Entry{wrong(s.Entries[0])}, s.Entries[1:]...)},
	} {
		if _, err := mirrored(bad); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// wrong returns an entry without its magic.
func wrong(e factors.Entry) factors.Entry {
	e.Factor = 0
	return e
}
