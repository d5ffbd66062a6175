package engine_test

import (
	"slices"
	"testing"

	"github.com/slidebench/slidebench/internal/engine"
	"github.com/slidebench/slidebench/internal/engine/bound"
	"github.com/slidebench/slidebench/internal/engine/position"
	"github.com/slidebench/slidebench/internal/engine/transposition"
)

// Both searches find mates and stalemates, with the right score, for White and, mirrored, for Black.
func TestSearchFindsMates(t *testing.T) {
	both := engine.Bound()
	none := position.Move(0).String()
	for _, c := range []struct {
		what, fen string
		depth     int // the search finds the score and the move at this depth and deeper
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
