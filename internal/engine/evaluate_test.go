package engine_test

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/engine"
	"github.com/slidebench/slidebench/internal/engine/position"
)

// Attackers, checkers and pinned pieces are those that the rules give.
func TestAttackersAndPins(t *testing.T) {
	games(t, 3, func(p *position.Position, rng *rand.Rand) {
		for sq := range 64 {
			occ := p.Occ() & (rng.Uint64() | rng.Uint64()) // without about a quarter of the pieces
			if got, want := engine.Attackers(p, sq, occ), attackers(p, sq, occ); got != want {
				t.Errorf("%s: attackers of %s under %#x:\n%swant\n%s", p, board.SquareName(sq), occ, board.Picture(got), board.Picture(want))
			}
		}
		us, them := p.Colors[p.Turn], p.Colors[p.Turn^1]
		king := p.KingSquare(p.Turn)
		checkers, pinned := attackers(p, king, p.Occ())&them, uint64(0)
		for sq := range board.Squares(us &^ (1 << king)) {
			// A piece is pinned that would uncover a check if it was taken off the board.
			if attackers(p, king, p.Occ()&^(1<<sq))&them != checkers {
				pinned |= 1 << sq
			}
		}
		if gotCheckers, gotPinned := engine.ChecksAndPins(p); gotCheckers != checkers || gotPinned != pinned {
			t.Errorf("%s: checkers %#x and pinned %#x, want %#x and %#x", p, gotCheckers, gotPinned, checkers, pinned)
		}
	})
}

// Mobility counts the squares that pieces attack by the rules, but for those with own pieces.
func TestMobility(t *testing.T) {
	games(t, 3, func(p *position.Position, _ *rand.Rand) {
		want := 0
		for from := range board.Squares(p.Occ() &^ (p.Types[position.Pawn] | p.Types[position.King])) {
			for to := range 64 {
				own := p.Colors[p.Colors[position.Black]>>from&1] // index 1, Black, if a black piece stands there
				if attacks(p, from, to, p.Occ()) && own>>to&1 == 0 {
					want++
				}
			}
		}
		if got := engine.Mobility(p); got != want {
			t.Errorf("%s: mobility %d, want %d", p, got, want)
		}
	})
}

// mirrored returns the position with colors and ranks exchanged. TestSearchFindsMates uses it, too.
func mirrored(p *position.Position) (m position.Position) {
	for piece, set := range p.Types {
		m.Types[piece] = bits.ReverseBytes64(set)
	}
	m.Colors = [2]uint64{bits.ReverseBytes64(p.Colors[1]), bits.ReverseBytes64(p.Colors[0])}
	m.Castling, m.EnPassant, m.Turn = bits.ReverseBytes64(p.Castling), bits.ReverseBytes64(p.EnPassant), p.Turn^1
	return m
}

// A position is worth to White as much as the mirrored one to Black.
func TestEvaluateIsSymmetric(t *testing.T) {
	distinct := map[int]bool{}
	games(t, 3, func(p *position.Position, _ *rand.Rand) {
		m := mirrored(p)
		got, want := engine.Evaluate(&m), engine.Evaluate(p)
		if got != want {
			t.Errorf("%s: worth %d, mirrored %d", p, want, got)
		}
		distinct[got] = true
	})
	if len(distinct) < 100 {
		t.Errorf("only %d different worths", len(distinct))
	}
}

// TestExchange spells worths as numbers: a pawn is worth 100, a knight 320, a bishop 330, a rook 500, a queen 950.
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
