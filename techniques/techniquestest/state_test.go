package techniquestest_test

import (
	"errors"
	"math/bits"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

// kept is a state whose occupancy is kept a second time, as a technique's own form of it would be.
type kept struct{ occ, again uint64 }

func (k *kept) Prepare(occ uint64)   { *k = kept{occ, occ} }
func (k *kept) Add(sq int)           { k.occ |= 1 << sq; k.again |= 1 << sq }
func (k *kept) Remove(sq int)        { k.occ &^= 1 << sq; k.again &^= 1 << sq }
func (k *kept) Rook(sq int) uint64   { return board.Walk(board.Rook, sq, k.again) }
func (k *kept) Bishop(sq int) uint64 { return board.Walk(board.Bishop, sq, k.again) }
func (k *kept) Queen(sq int) uint64  { return board.Walk(board.Queen, sq, k.again) }

// What a state can get wrong.
type (
	forgetsAdd    struct{ kept } // of one square
	forgetsRemove struct{ kept }
	keepsOld      struct{ kept } // when it is prepared
	stale         struct{ kept } // answers from what is not kept up to date
	full          struct{ kept } // a wrong answer on one crowded board
)

func (s *forgetsAdd) Add(sq int) {
	s.kept.Add(sq)
	if sq == d4 {
		s.again &^= 1 << d4
	}
}

func (s *forgetsRemove) Remove(sq int) {
	s.kept.Remove(sq)
	if sq == d4 {
		s.again |= 1 << d4
	}
}

func (s *keepsOld) Prepare(occ uint64) { s.occ, s.again = occ, s.again|occ }

func (s *stale) Add(sq int)           { s.occ |= 1 << sq; s.again = s.occ }
func (s *stale) Bishop(sq int) uint64 { return board.Walk(board.Bishop, sq, s.again&^(1<<b5)) }

func (s *full) Queen(sq int) uint64 {
	if bits.OnesCount64(s.occ) > 61 {
		return 0
	}
	return s.kept.Queen(sq)
}

func TestCheckState(t *testing.T) {
	techniquestest.RunState[kept](t)
	for name, c := range map[string]struct {
		err  error
		says string // "" for a wrong answer
	}{
		"forgets a piece that comes":  {techniquestest.CheckState[forgetsAdd](1), "after a change of d4"},
		"forgets a piece that leaves": {techniquestest.CheckState[forgetsRemove](1), "after a change of d4"},
		"keeps what was before":       {techniquestest.CheckState[keepsOld](1), ""},
		"wrong bishop":                {techniquestest.CheckState[stale](1), ""},
		"wrong queen on a full board": {techniquestest.CheckState[full](1), ""},
	} {
		mistake := (*techniquestest.Mistake)(nil)
		switch {
		case c.err == nil:
			t.Errorf("%s: not caught", name)
		case c.says != "" && !strings.Contains(c.err.Error(), c.says), c.says == "" && !errors.As(c.err, &mistake) && !strings.Contains(c.err.Error(), "after a change"):
			t.Errorf("%s: got %v", name, c.err)
		}
	}
}
