package factors_test

import (
	"math/rand/v2"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/magic/search/factors"
)

// The stored set of half the squares answers every question about all of them, with noise on squares that must not matter.
func TestMirroredSetIsProved(t *testing.T) {
	s := read(t, "magic/search/sets/mirrored.csv")
	attacks, err := s.Mirrored()
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
	if questions != 107_648 {
		t.Errorf("%d questions", questions)
	}
}

func TestMirroredRefuses(t *testing.T) {
	s := read(t, "magic/search/sets/mirrored.csv")
	for name, bad := range map[string]*factors.Set{
		"a square lacks":        {Entries: s.Entries[1:]},
		"lines in the slots":    {Content: factors.Overlay, Entries: s.Entries},
		"two answers in a slot": {Entries: append([]factors.Entry{wrong(s.Entries[0])}, s.Entries[1:]...)},
	} {
		if _, err := bad.Mirrored(); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// wrong returns an entry without its factor.
func wrong(e factors.Entry) factors.Entry {
	e.Factor = 0
	return e
}
