package engine_test

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/engine"
	"github.com/slidebench/slidebench/internal/engine/position"
)

// rare are positions that games hardly ever reach.
var rare = []string{
	"4k3/8/8/8/8/8/8/rR1K4 w B - 0 1",     // castling would uncover a check by the rook behind the own rook
	"4k3/8/8/8/8/8/8/4K1Rr w G - 0 1",     // the same on the king's side
	"1r1k2rQ/8/8/8/8/8/8/4K3 b gb - 0 1",  // the same by a queen, for black
	"4k3/8/8/8/8/8/8/Rr1K4 w A - 0 1",     // a rook on the way gives check
	"4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 1",   // two pawns leave the king's rank
	"4k3/8/b7/3pP3/8/5K2/8/8 w - d6 0 1",  // the bishop is not on the king's line, as in the next row: nothing is pinned
	"4k3/1b6/8/3pP3/8/5K2/8/8 w - d6 0 1", // the pawn that is taken hides a bishop
	"4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1", // the pawn that takes is pinned
	"4k3/8/8/3pP3/8/3n4/8/4K3 w - d6 0 1", // another piece gives check
	"8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",   // the pawn that is taken gives check
	"8/8/4k3/8/2pP4/8/B7/4K3 b - d3 0 1",  // the pawn that takes is pinned by a bishop
}

// sameMoves compares all legal moves with those of the slow generator.
func sameMoves(t *testing.T, p *position.Position) []position.Move {
	got, want := engine.Legal(p), legal(p)
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("%s: moves\n%v, want\n%v", p, got, want)
	}
	return got
}

// Legal finds the moves that the slow generator finds, in rare positions and in games that have enough of each special case.
func TestLegal(t *testing.T) {
	for _, fen := range rare {
		p := position.MustFEN(fen)
		sameMoves(t, &p)
	}
	seen := map[string]int{}
	games(t, 10, func(p *position.Position, _ *rand.Rand) {
		moves := sameMoves(t, p)
		if checkers := attackers(p, p.KingSquare(p.Turn), p.Occ()) & p.Colors[p.Turn^1]; bits.OnesCount64(checkers) == 2 {
			seen["double checks"]++
		}
		for _, m := range moves {
			switch {
			case m.IsCastling() && (m.From()&7 != 4 || m.To()&7 != 0 && m.To()&7 != 7):
				seen["castling in Chess960"]++
			case m.IsCastling():
				seen["castling"]++
			case m.IsEnPassant():
				seen["captures in passing"]++
			case m.Promotion() != position.Pawn:
				seen["promotions"]++
			}
		}
		if len(moves) == 0 {
			seen["ends"]++
		}
	})
	for what, want := range map[string]int{"double checks": 5, "castling in Chess960": 100, "castling": 100, "captures in passing": 50, "promotions": 500, "ends": 5} {
		if seen[what] < want {
			t.Errorf("%d %s were seen, want at least %d", seen[what], what, want)
		}
	}
}

// After each legal move the pieces are whole, the key is that of the position, and a FEN stands for the position.
func TestPositionsAfterMoves(t *testing.T) {
	games(t, 3, func(p *position.Position, _ *rand.Rand) {
		if again, err := position.ParseFEN(p.String()); again != *p {
			t.Errorf("%s: another position after a round trip, %v", p, err)
		}
		key := p.Key()
		for _, m := range engine.Legal(p) {
			var after position.Position
			p.Make(m, &after)
			if got := p.KeyAfter(key, m, &after); got != after.Key() {
				t.Errorf("%s: key %#x after %v, want %#x", p, got, m, after.Key())
			}
			types := uint64(0)
			for _, set := range after.Types {
				if types&set != 0 {
					t.Errorf("%s: two pieces on a square after %v", p, m)
				}
				types |= set
			}
			if after.Colors[position.White]&after.Colors[position.Black] != 0 || types != after.Occ() {
				t.Errorf("%s: colors without pieces after %v", p, m)
			}
		}
	})
}

// A FEN is refused in one line, or gives a position that String writes again, with two kings and the right legal moves.
func FuzzParseFEN(f *testing.F) {
	for _, test := range suite(f) {
		f.Add(test.FEN)
	}
	for _, fen := range rare {
		f.Add(fen)
	}
	f.Add("4k3/8/8/8/8/8/8/RR2K1RR w GB -") // castling with the inner rooks
	f.Fuzz(func(t *testing.T, fen string) {
		p, err := position.ParseFEN(fen)
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("error of more than one line: %q", err)
			}
			return
		}
		if again, err := position.ParseFEN(p.String()); again != p {
			t.Errorf("%q: another position after a round trip, %v", fen, err)
		}
		for c, own := range p.Colors {
			if bits.OnesCount64(p.Types[position.King]&own) != 1 {
				t.Errorf("%q: %v has not one king", fen, position.Color(c))
			}
		}
		sameMoves(t, &p)
	})
}
