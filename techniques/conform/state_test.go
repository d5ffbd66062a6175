package conform_test

import (
	"errors"
	"math/bits"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/techniques/conform"
)

// kept is a state whose occupancy is kept a second time, as a technique's own form of it would be.
type kept struct{ occ, again uint64 }

func (k *kept) Prepare(occ uint64)   { *k = kept{occ, occ} }
func (k *kept) Add(sq int)           { k.occ |= 1 << (sq & 63); k.again |= 1 << (sq & 63) }
func (k *kept) Remove(sq int)        { k.occ &^= 1 << (sq & 63); k.again &^= 1 << (sq & 63) }
func (k *kept) Rook(sq int) uint64   { return conform.Walk(board.Rook, sq&63, k.again) }
func (k *kept) Bishop(sq int) uint64 { return conform.Walk(board.Bishop, sq&63, k.again) }
func (k *kept) Queen(sq int) uint64  { return conform.Walk(board.Queen, sq&63, k.again) }

// Mistakes of states.
type (
	forgetsAdd    struct{ kept } // of one square
	forgetsRemove struct{ kept }
	keepsOld      struct{ kept } // the pieces of before, when it is prepared
	stale         struct{ kept } // its bishops never see b5
	full          struct{ kept } // wrong queens on boards of more than 61 pieces
	unmasked      struct{ kept } // knows squares 0 to 63 only
	counts        struct {       // its own questions
		kept
		asked int
	}
	sinks    struct{ kept } // panics when asked about a crowded board
	overflow struct{ kept } // panics when a board is full
)

func (s *unmasked) Add(sq int) {
	if sq < 64 {
		s.kept.Add(sq)
	}
}

func (s *counts) Bishop(sq int) uint64 {
	if sq == d4 && s.occ>>b5&1 != 0 {
		s.asked++
	}
	return s.kept.Bishop(sq)
}

func (s *sinks) Bishop(sq int) uint64 {
	if sq == d4 && bits.OnesCount64(s.occ) > 60 {
		panic("no such index")
	}
	return s.kept.Bishop(sq)
}

func (s *overflow) Add(sq int) {
	if s.kept.Add(sq); s.occ == ^uint64(0) {
		panic("full")
	}
}

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

func (s *stale) Bishop(sq int) uint64 { return conform.Walk(board.Bishop, sq&63, s.again&^(1<<b5)) }

func (s *full) Queen(sq int) uint64 {
	if bits.OnesCount64(s.occ) > 61 {
		return 0
	}
	return s.kept.Queen(sq)
}

// CheckState accepts a right state, and finds each wrong one: by a state that differs, where says is given, else by an answer.
func TestCheckState(t *testing.T) {
	if err := conform.CheckState[kept](1); err != nil {
		t.Error(err)
	}
	for name, c := range map[string]struct {
		err  error
		says string // of a *StateMistake; "": a *Mistake is wanted
	}{
		"forgets a piece that comes":     {conform.CheckState[forgetsAdd](1), "after Add(d4) the state is not that of"},
		"forgets a piece that leaves":    {conform.CheckState[forgetsRemove](1), "after Remove(d4) the state is not that of"},
		"keeps what was before":          {conform.CheckState[keepsOld](1), "on top of another occupancy the state is not that of"},
		"wrong bishop":                   {conform.CheckState[stale](1), ""},
		"wrong queen on a crowded board": {conform.CheckState[full](1), ""},
		"square 64":                      {conform.CheckState[unmasked](1), "after Add(64) the state is not that of"},
		"changed by a question":          {conform.CheckState[counts](1), "after Bishop(d4) the state is not that of"},
		"panics when asked":              {conform.CheckState[sinks](1), ""},
		"panics when changed":            {conform.CheckState[overflow](1), "Add(a1) panics (full), where the state should be that of the occupancy 0xffffffffffffffff"},
	} {
		answer, state := (*conform.Mistake)(nil), (*conform.StateMistake)(nil)
		switch {
		case c.err == nil:
			t.Errorf("%s: not caught", name)
		case c.says == "" && !errors.As(c.err, &answer), c.says != "" && (!errors.As(c.err, &state) || !strings.Contains(c.err.Error(), c.says)):
			t.Errorf("%s: got %v", name, c.err)
		case strings.HasPrefix(name, "panics"):
			if answer != nil && (answer.Piece != board.Bishop || answer.Square != d4 || answer.Panic != "no such index" ||
				answer.Want != board.Walk(board.Bishop, d4, answer.Occ) || bits.OnesCount64(answer.Occ) <= 60) || state != nil && state.Panic != "full" {
				t.Errorf("%s: got %+v, %+v", name, answer, state)
			}
		}
	}
}
