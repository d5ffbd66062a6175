package engine_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/slidebench/slidebench/internal/engine"
	"github.com/slidebench/slidebench/internal/engine/bound"
	"github.com/slidebench/slidebench/internal/engine/position"
	"github.com/slidebench/slidebench/internal/engine/transposition"
)

func TestSearchFindsMates(t *testing.T) {
	both := engine.Bound()
	none := position.Move(0).String()
	for _, c := range []struct {
		what, fen string
		depth     int // from this one on the search finds it
		score     int
		best      string // "" where there are several
	}{
		{"mate in 1, on the last rank", "6k1/5ppp/8/8/8/8/8/R5K1 w - -", 1, engine.Mate - 1, "a1a8"},
		{"mate in 1, by a promotion", "6k1/4Pppp/8/8/8/8/8/6K1 w - -", 1, engine.Mate - 1, ""},
		{"mate in 1, smothered", "6rk/6pp/8/6N1/8/8/8/6K1 w - -", 1, engine.Mate - 1, "g5f7"},
		{"mate in 2, by Morphy", "kbK5/pp6/1P6/8/8/8/8/R7 w - -", 3, engine.Mate - 3, "a1a6"},
		{"mate in 2, by two rooks", "7k/8/8/8/8/8/R7/1R5K w - -", 3, engine.Mate - 3, ""},
		{"mated in 1, whatever moves", "kbK5/pp6/RP6/8/8/8/8/8 b - -", 2, 2 - engine.Mate, ""},
		{"mate on the board", "R5k1/5ppp/8/8/8/8/8/6K1 b - -", 1, -engine.Mate, none},
		{"stalemate on the board", "7k/5Q2/6K1/8/8/8/8/8 b - -", 1, 0, none},
		{"stalemate, with many pieces left", "5bnr/4p1pq/4Qpkr/7p/7P/4P3/PPPP1PP1/RNB1KBNR b - -", 1, 0, none},
	} {
		p := position.MustFEN(c.fen)
		m := mirrored(&p)
		for name, search := range map[string]func(*position.Position, int) bound.Result{"search": both.Search, "netsearch": both.NetSearch} {
			from := c.depth
			if name != "search" && c.best == "a1a6" {
				from += 2 // a quiet move that loses a rook is not tried earlier
			}
			for depth := from; depth <= c.depth+2; depth++ {
				r := search(&p, depth)
				if r.Score != c.score || c.best != "" && r.Best.String() != c.best {
					t.Errorf("%s, %s, depth %d: score %d by %v, want %d by %s", name, c.what, depth, r.Score, r.Best, c.score, c.best)
				}
				if other := search(&m, depth); other.Score != c.score {
					t.Errorf("%s, %s, depth %d: score %d, mirrored %d", name, c.what, depth, c.score, other.Score)
				}
			}
		}
	}
}

// A search finds the same whatever was searched before, and in whatever memory.
func TestSearchIsDetermined(t *testing.T) {
	const depth = 4
	search := engine.NewSearch(transposition.Shared())
	var first []bound.Result
	for _, test := range suite(t) {
		r := search.Run(&test.Position, depth)
		if again := search.Run(&test.Position, depth); again != r {
			t.Errorf("%s: %+v, and then %+v", test.FEN, r, again)
		}
		if !slices.Contains(engine.Legal(&test.Position), r.Best) || r.Nodes < 1000 {
			t.Errorf("%s: %+v", test.FEN, r)
		}
		first = append(first, r)
	}
	for i, test := range slices.Backward(suite(t)) {
		if r := search.Run(&test.Position, depth); r != first[i] {
			t.Errorf("%s: %+v, and after other positions %+v", test.FEN, first[i], r)
		}
		if r := engine.NewSearch(new(transposition.Table)).Run(&test.Position, depth); r != first[i] {
			t.Errorf("%s: %+v, and with a new table %+v", test.FEN, first[i], r)
		}
	}
}

// A pawn is worth 100, a knight 320, a bishop 330, a rook 500, a queen 950.
func TestExchange(t *testing.T) {
	for _, c := range []struct {
		what, fen, move string
		want            int
	}{
		{"a free pawn", "4k3/8/8/3p4/8/4N3/8/4K3 w - -", "e3d5", 100},
		{"a knight for a pawn", "4k3/8/4p3/3p4/8/4N3/8/4K3 w - -", "e3d5", 100 - 320},
		{"a knight for nothing", "4k3/8/4p3/8/8/4N3/8/4K3 w - -", "e3d5", -320},
		{"a quiet move to where no piece attacks", "4k3/8/8/8/8/4N3/8/4K3 w - -", "e3d5", 0},
		{"a rook for a pawn", "3rk3/8/8/3p4/8/8/3R4/4K3 w - -", "d2d5", 100 - 500},
		{"a rook behind the rook", "3rk3/8/8/3p4/8/8/3R4/3RK3 w - -", "d2d5", 100},
		{"rooks behind both", "3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - -", "d2d5", 100 - 500},
		{"a bishop behind the pawn", "4k3/8/4p3/3n4/4P3/5B2/8/4K3 w - -", "e4d5", 320},
		{"no bishop behind the pawn", "4k3/8/4p3/3n4/4P3/8/8/4K3 w - -", "e4d5", 320 - 100},
		{"a queen behind the bishop behind the pawn", "4k3/1b6/2p5/3n4/4P3/5B2/6Q1/4K3 w - -", "e4d5", 320},
		{"a bishop behind the pawn that takes back", "4k3/1b6/2p5/3n4/4P3/5B2/8/4K3 w - -", "e4d5", 320 - 100},
		{"pawns first", "4k3/8/4p3/3p4/4P3/8/8/3QK3 w - -", "e4d5", 100},
		{"a queen that lets the pawn take back", "3qk3/8/4p3/3p4/8/4N3/8/3RK3 w - -", "e3d5", 100 - 320},
		{"the queen first", "4k3/8/4p3/3p4/4P3/8/8/3QK3 w - -", "d1d5", 100 - 950 + 100},
		{"a rook that a queen may not take back", "3qk3/8/8/3r4/8/8/3R4/3QK3 w - -", "d2d5", 500},
		{"the queen for two rooks", "3rk3/8/8/3r4/8/8/8/3QK3 w - -", "d1d5", 500 - 950},
		{"in passing", "4k3/8/8/3pP3/8/8/8/4K3 w - d6", "e5d6", 100},
		{"in passing, and taken back", "4k3/2p5/8/3pP3/8/8/8/4K3 w - d6", "e5d6", 0},
		{"in passing, with a rook behind the pawn that is taken", "4k3/2p5/8/3pP3/8/8/8/3RK3 w - d6", "e5d6", 100},
		{"in passing by black", "3rk3/8/8/8/3Pp3/8/2P5/4K3 b - d3", "e4d3", 100},
		{"a king takes back", "8/8/3k4/4p3/8/8/8/4R1K1 w - -", "e1e5", 100 - 500},
		{"a king may not take what is defended", "8/8/3k4/4p3/8/8/4R3/4R1K1 w - -", "e2e5", 100},
		{"a promotion counts as a pawn", "3rk3/4P3/8/8/8/8/8/4K3 w - -", "e7d8q", 500 - 100},
	} {
		p := position.MustFEN(c.fen)
		moves := engine.Legal(&p)
		i := slices.IndexFunc(moves, func(m position.Move) bool { return m.String() == c.move })
		if i < 0 {
			t.Errorf("%s: %s is no move of %s", c.what, c.move, c.fen)
			continue
		}
		if got := engine.Exchange(&p, moves[i]); got != c.want {
			t.Errorf("%s: %s in %s wins %d, want %d", c.what, c.move, c.fen, got, c.want)
		}
	}
}

// The uses of the engine give as many answers as they say, and one checksum for one position.
func TestUses(t *testing.T) {
	e := engine.Bound()
	games(t, 1, func(p *position.Position, _ *rand.Rand) {
		loud := 0
		for _, m := range engine.Legal(p) {
			if m.IsCapture(p) || m.Promotion() != position.Pawn {
				loud++
			}
		}
		for use, want := range map[string]int{bound.Attackers: 64, bound.Checks: 1, bound.Moves: 1, bound.Mobility: 1, bound.Exchange: loud} {
			answers, sum := e.Uses[use](p)
			if again, sumAgain := e.Uses[use](p); answers != want || again != want || sum != sumAgain {
				t.Errorf("%s: %s: %d answers, checksum %#x, then %d, %#x; want %d", p, use, answers, sum, again, sumAgain, want)
			}
		}
	})
}
