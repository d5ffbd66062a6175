package engine_test

import (
	"math/bits"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/engine"
	"github.com/slidebench/slidebench/engine/position"
	"github.com/slidebench/slidebench/engine/transposition"
)

func readSuite(t testing.TB, text string) []position.Test {
	t.Helper()
	tests, err := position.ReadSuite(strings.NewReader(text), "suite")
	if err != nil {
		t.Fatal(err)
	}
	return tests
}

func TestSearch(t *testing.T) {
	s := engine.NewSearch(new(transposition.Table))
	for _, c := range []struct {
		fen   string
		depth int
		score int
		best  string
	}{
		{"6k1/5ppp/8/8/8/8/8/R3K3 w Q -", 2, engine.Mate - 1, "a1a8"},
		{"7k/8/8/8/8/8/1R6/R3K3 w - -", 4, engine.Mate - 3, ""}, // two rooks mate in two
		{"4k3/8/8/8/8/8/3q4/4K3 w - -", 3, 0, "e1d2"},           // takes the queen, and is left with kings
	} {
		p := position.MustFEN(c.fen)
		r := s.Run(&p, c.depth)
		switch {
		case c.best != "" && r.Best.String() != c.best:
			t.Errorf("%s: %v, want %s", c.fen, r.Best, c.best)
		case c.score != 0 && r.Score != c.score:
			t.Errorf("%s: score %d, want %d", c.fen, r.Score, c.score)
		}
	}
	stale := position.MustFEN("k7/8/1Q6/8/8/8/8/4K3 b - -")
	if r := s.Run(&stale, 2); r.Score != 0 || len(engine.Legal(&stale)) != 0 {
		t.Errorf("stalemate: score %d", r.Score)
	}
}

// A search finds the same whatever was searched before, and on another table.
func TestSearchForgets(t *testing.T) {
	tests := readSuite(t, position.WellKnown)
	table := new(transposition.Table)
	a, b := engine.NewSearch(table), engine.NewSearch(table)
	var first []uint64
	for i := range tests {
		first = append(first, a.Run(&tests[i].Position, 3).Sum())
	}
	for i := len(tests) - 1; i >= 0; i-- {
		if got := b.Run(&tests[i].Position, 3).Sum(); got != first[i] {
			t.Errorf("%s: %#x in another order, %#x before", tests[i].FEN, got, first[i])
		}
		if got := engine.NewSearch(new(transposition.Table)).Run(&tests[i].Position, 3).Sum(); got != first[i] {
			t.Errorf("%s: %#x on a fresh table, %#x before", tests[i].FEN, got, first[i])
		}
	}
}

// mirrored returns a position upside down with the colors exchanged.
func mirrored(p *position.Position) (m position.Position) {
	for i, set := range p.Types {
		m.Types[i] = bits.ReverseBytes64(set)
	}
	for c, set := range p.Colors {
		m.Colors[c^1] = bits.ReverseBytes64(set)
	}
	m.Castling, m.EnPassant, m.Turn = bits.ReverseBytes64(p.Castling), bits.ReverseBytes64(p.EnPassant), p.Turn^1
	return m
}

// Both colors are played alike.
func TestMirrored(t *testing.T) {
	for _, test := range readSuite(t, position.WellKnown) {
		p := &test.Position
		m := mirrored(p)
		if a, b := engine.Evaluate(p), engine.Evaluate(&m); a != b {
			t.Errorf("%s is worth %d, and %d upside down", test.FEN, a, b)
		}
		if a, b := engine.Mobility(p), engine.Mobility(&m); a != b {
			t.Errorf("%s: mobility %d, and %d upside down", test.FEN, a, b)
		}
		if a, b := engine.Perft(p, 3), engine.Perft(&m, 3); a != b {
			t.Errorf("%s: %d leaves, and %d upside down", test.FEN, a, b)
		}
	}
}

// More squares and better pieces are worth more.
func TestEvaluate(t *testing.T) {
	value := func(fen string) int {
		p := position.MustFEN(fen)
		return engine.Evaluate(&p)
	}
	bare := value("4k3/8/8/8/8/8/8/4K3 w - -")
	for _, c := range []struct{ better, worse string }{
		{"4k3/8/8/8/8/8/8/Q3K3 w - -", "4k3/8/8/8/8/8/8/R3K3 w - -"},
		{"4k3/8/8/8/3B4/8/8/4K3 w - -", "4k3/8/8/8/8/8/8/B3K3 w - -"}, // mobility
		{"4k3/P7/8/8/8/8/8/4K3 w - -", "4k3/8/8/8/8/8/P7/4K3 w - -"},
		{"4k3/8/8/8/8/3R4/8/4K3 w - -", "4k3/8/8/8/8/8/8/4KR2 b - -"},
	} {
		if a, b := value(c.better), value(c.worse); a <= b || b <= bare && !strings.Contains(c.worse, " b ") {
			t.Errorf("%s is worth %d, and %s %d, %d without", c.better, a, c.worse, b, bare)
		}
	}
}

// Exchanges, counted by hand in worths of 100, 320, 330, 500 and 950.
func TestExchange(t *testing.T) {
	for _, c := range []struct {
		fen, move string
		want      int
	}{
		{"4k3/8/8/3p4/8/8/3R4/3RK3 w - -", "d2d5", 100},     // a pawn that nobody defends
		{"4k3/8/2p5/3p4/8/8/3R4/3RK3 w - -", "d2d5", -300},  // two pawns for a rook
		{"4k3/8/2p5/3p4/4P3/8/3R4/3RK3 w - -", "e4d5", 100}, // pawn for pawn, and the rooks take the second one
		{"3rk3/3r4/8/3p4/8/8/3R4/3QK3 w - -", "d2d5", -400}, // defended twice, attacked twice: the queen had better stay
		{"4k3/8/5b2/8/3p4/8/5B2/4K1B1 w - -", "f2d4", 100},  // x-ray: the bishop behind takes back, so the bishop does not take
		{"4k3/8/8/3pP3/8/8/8/4K3 w - d6", "e5d6", 100},      // in passing
		{"8/8/3k4/3p4/8/8/3R4/4K3 w - -", "d2d5", -400},     // the king takes back
		{"8/8/3k4/3p4/8/8/3R4/3RK3 w - -", "d2d5", 100},     // and may not, where the second rook defends
	} {
		p := position.MustFEN(c.fen)
		moves := engine.Legal(&p)
		i := slices.IndexFunc(moves, func(m position.Move) bool { return m.String() == c.move })
		if i < 0 {
			t.Errorf("%s: no move %s", c.fen, c.move)
			continue
		}
		if got := engine.Exchange(&p, moves[i]); got != c.want {
			t.Errorf("%s, %s: %d, want %d", c.fen, c.move, got, c.want)
		}
	}
}
