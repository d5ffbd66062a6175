package conform_test

import (
	"errors"
	"math/bits"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/tiertest"
	"github.com/slidebench/slidebench/techniques/conform"
)

// union does what conform.Union does, in less time. TestProveSets uses it and rightSets, too.
func union(p board.Piece) func(sliders, occ uint64) uint64 {
	return func(sliders, occ uint64) (attacks uint64) {
		for sq := range board.Squares(sliders) {
			attacks |= conform.Walk(p, sq, occ)
		}
		return attacks
	}
}

var rightSets = conform.SetFuncs{RooksFunc: union(board.Rook), BishopsFunc: union(board.Bishop), QueensFunc: union(board.Queen)}

func TestUnion(t *testing.T) {
	// Rooks on a1 and c3: that on a1 does not see past b1.
	got := conform.Union(board.Rook, 1<<0|1<<18, 1<<1)
	if want := board.Walk(board.Rook, 0, 1<<1) | board.Walk(board.Rook, 18, 1<<1); got != want {
		t.Errorf("got %#x, want %#x", got, want)
	}
}

// CheckSets accepts right answers, and finds answers that are wrong for few questions. One fault in two is planted, in make check each.
func TestCheckSets(t *testing.T) {
	tiertest.Slow(t)
	if err := conform.CheckSets(rightSets, 1); err != nil {
		t.Error(err)
	}
	const (
		all   = ^uint64(0)
		e8    = uint64(1) << 60
		rank4 = 0xff << 24
	)
	type fault struct {
		name   string
		piece  board.Piece
		wrong  uint64                         // squares of the answer
		spoilt func(sliders, occ uint64) bool // whether the answer to a question is wrong
	}
	for _, c := range tiertest.Sample([]fault{
		{"no slider", board.Rook, all, func(sliders, _ uint64) bool { return sliders == 0 }},
		{"all squares", board.Bishop, all, func(sliders, _ uint64) bool { return sliders == all }},
		{"one slider, full board", board.Queen, all, func(sliders, occ uint64) bool { return sliders == 1<<d4 && occ == all }},
		{"three on a diagonal", board.Bishop, all, func(sliders, occ uint64) bool { return sliders == 1<<9|1<<27|1<<54 && occ>>18&1 != 0 }}, // b2, d4 and g7; c3
		{"three on a rank", board.Queen, all, func(sliders, occ uint64) bool { return sliders == 1<<24|1<<27|1<<30 && occ>>26&1 != 0 }},     // a4, d4 and g4; c4
		{"not occupied", board.Rook, all, func(sliders, occ uint64) bool { return bits.OnesCount64(sliders) == 12 && sliders&occ == 0 }},
		{"some occupied", board.Bishop, all, func(sliders, occ uint64) bool { return bits.OnesCount64(sliders&occ) == 7 && sliders&^occ != 0 }},
		{"off the line, alone", board.Rook, e8, func(sliders, _ uint64) bool { return sliders&^rank4 == 0 && bits.OnesCount64(sliders) == 5 }},
		{"off the line, with others", board.Rook, e8, func(sliders, _ uint64) bool {
			return bits.OnesCount64(sliders&rank4) == 7 && sliders&^rank4 != 0 && bits.OnesCount64(sliders) < 16
		}},
	}, 2) {
		s := spoil(c.piece, c.spoilt, func(right uint64) uint64 { return right ^ c.wrong })
		mistake := (*conform.SetMistake)(nil)
		if err := conform.CheckSets(s, 1); !errors.As(err, &mistake) || mistake.Piece != c.piece || !c.spoilt(mistake.Sliders, mistake.Occ) ||
			mistake.Got != mistake.Want^c.wrong || mistake.Want != conform.Union(mistake.Piece, mistake.Sliders, mistake.Occ) {
			t.Errorf("%s, %v: got %v", c.name, c.piece, err)
		}
	}
}

// Answers about sets that are remembered for too long are found.
func TestRememberedSets(t *testing.T) {
	type question struct{ sliders, occ uint64 }
	for name, same := range map[string]func(now, kept question) bool{
		"low half": func(now, kept question) bool {
			return now.sliders == kept.sliders && uint32(now.occ) == uint32(kept.occ)
		},
		"high half":  func(now, kept question) bool { return now.sliders == kept.sliders && now.occ>>32 == kept.occ>>32 },
		"without e4": func(now, kept question) bool { return now.sliders == kept.sliders && (now.occ^kept.occ)&^(1<<28) == 0 },
		"fold": func(now, kept question) bool {
			return now.sliders == kept.sliders && uint32(now.occ^now.occ>>32) == uint32(kept.occ^kept.occ>>32)
		},
		"half of the sets": func(now, kept question) bool {
			return now.occ == kept.occ && uint32(now.sliders) == uint32(kept.sliders)
		},
		"count of the sets": func(now, kept question) bool {
			return now.occ == kept.occ && bits.OnesCount64(now.sliders) == bits.OnesCount64(kept.sliders)
		},
	} {
		s := rightSets
		for p, f := range []*func(sliders, occ uint64) uint64{&s.RooksFunc, &s.BishopsFunc, &s.QueensFunc} {
			kept, answer := question{}, uint64(0)
			*f = func(sliders, occ uint64) uint64 {
				if now := (question{sliders, occ}); !same(now, kept) {
					kept, answer = now, union(board.Piece(p))(sliders, occ)
				}
				return answer
			}
		}
		if m := (*conform.SetMistake)(nil); !errors.As(conform.CheckSets(s, 1), &m) {
			t.Errorf("%s: not found", name)
		}
	}
}

// spoil makes a Setter that is right but for one piece and some questions.
func spoil(p board.Piece, spoilt func(sliders, occ uint64) bool, wrong func(right uint64) uint64) conform.SetFuncs {
	s := rightSets
	*[...]*func(sliders, occ uint64) uint64{&s.RooksFunc, &s.BishopsFunc, &s.QueensFunc}[p] = func(sliders, occ uint64) uint64 {
		right := union(p)(sliders, occ)
		if spoilt(sliders, occ) {
			return wrong(right)
		}
		return right
	}
	return s
}

// A panic is reported as a wrong answer, with its question.
func TestCheckSetsPanic(t *testing.T) {
	tiertest.Slow(t)
	s := spoil(board.Queen, func(sliders, occ uint64) bool { return sliders>>d4&1 != 0 && occ>>18&1 != 0 }, func(uint64) uint64 { panic("no such index") })
	mistake := (*conform.SetMistake)(nil)
	if err := conform.CheckSets(s, 1); !errors.As(err, &mistake) || mistake.Panic != "no such index" || mistake.Piece != board.Queen ||
		mistake.Sliders>>d4&1 == 0 || mistake.Occ>>18&1 == 0 || mistake.Want != conform.Union(board.Queen, mistake.Sliders, mistake.Occ) ||
		!strings.HasSuffix(err.Error(), "panic: no such index\n") {
		t.Errorf("got %v", err)
	}
}
