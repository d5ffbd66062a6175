package engine

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/slidebench/slidebench/internal/engine/position"
)

// TestNodes compares a node's checkers, key, moves and exchanges with those of the other search's functions.
func TestNodes(t *testing.T) {
	seen := map[string]int{}
	walked(t, func(s *NetSearch, ply int, rng *rand.Rand) {
		here, p := &s.plies[ply], &s.line.Nodes[ply]
		text := p.String()
		if checkers, _ := ChecksAndPins(&p.Position); here.checkers != checkers || here.key != p.Key() {
			t.Fatalf("%s: checkers %#x and key %#x, want %#x and %#x", text, here.checkers, here.key, checkers, p.Key())
		}
		want := Legal(&p.Position)
		var listed, got []position.Move
		if here.checkers != 0 {
			seen["checks"]++
			listed = slices.Clone(here.list[:here.stage(p, loudMoves|quietMoves)])
		} else {
			listed = slices.Clone(here.list[:here.stage(p, loudMoves)])
			for _, m := range listed {
				if !isLoud(p, m) {
					t.Fatalf("%s: %v is listed as loud", text, m)
				}
			}
			for _, m := range here.list[:here.stage(p, quietMoves)] {
				if isLoud(p, m) && (m.Promotion() == position.Pawn || m.Promotion() == position.Queen) { // captures with another promotion are listed as quiet
					t.Fatalf("%s: %v is listed as quiet", text, m)
				}
				listed = append(listed, m)
			}
		}
		for _, m := range listed {
			if here.legal(p, m) {
				got = append(got, m)
			} else {
				seen["moves that leave a check"]++
			}
			if !here.couldList(p, m) {
				t.Fatalf("%s: %v is listed and could not be", text, m)
			}
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Fatalf("%s: moves %v, want %v", text, got, want)
		}
		for range 1000 { // any moves, as if another position's had the same key
			m := position.NewMove(rng.IntN(64), rng.IntN(64), position.Piece(rng.IntN(position.Pieces)), position.Pawn)
			if lastRanks>>m.To()&1 != 0 && m.Piece() == position.Pawn {
				continue // it would be a promotion
			}
			if could := here.couldList(p, m); could != slices.Contains(listed, m) {
				t.Fatalf("%s: %v could be listed: %v", text, m, could)
			} else if could {
				seen["moves of other positions"]++
			}
		}
		pinned := here.pinners[0] | here.pinners[1]
		for _, m := range got {
			if isSpecial(m) || pinned != 0 {
				continue // Exchange does not look at pins
			}
			seen["exchanges"]++
			if worth := Exchange(&p.Position, m); !here.reaches(p, m, worth) || here.reaches(p, m, worth+1) {
				t.Fatalf("%s: %v reaches its worth of %d: %v, and one more: %v", text, m, worth, here.reaches(p, m, worth), here.reaches(p, m, worth+1))
			}
		}
	})
	for _, what := range []string{"checks", "moves that leave a check", "moves of other positions", "exchanges"} {
		if seen[what] < 10 {
			t.Errorf("only %d %s", seen[what], what)
		}
	}
}

// A piece that is pinned to its king does not capture, for as long as the pinning piece stands. So reaches differs from Exchange.
func TestReachesLooksAtPins(t *testing.T) {
	for _, c := range []struct {
		fen, move string
		want      int // in hundredths of a pawn, as worth has pawn, knight and rook
	}{
		{"4k3/4n3/8/3p4/8/8/8/3R2K1 w - -", "d1d5", 100 - 500},     // the knight takes back
		{"4k3/4n3/8/3p4/8/8/4R3/3R2K1 w - -", "d1d5", 100},         // the knight is pinned
		{"4k3/4n3/8/3p4/8/4r3/4R3/3R2K1 w - -", "d1d5", 100 - 500}, // two men are between king and rook
		{"4k3/4n3/2p5/3p4/8/2N5/4R3/6K1 w - -", "c3d5", 100 - 320}, // the knight is pinned, but the pawn on c6 takes back
		{"3k4/8/8/8/3n4/8/2pR4/7K w - -", "d2c2", 100 - 500},       // the rook that pins the knight has gone away
	} {
		p := position.MustFEN(c.fen)
		s := newNetSearch()
		s.begin(&p)
		here, node := &s.plies[0], &s.line.Nodes[0]
		moves := Legal(&p)
		i := slices.IndexFunc(moves, func(m position.Move) bool { return m.String() == c.move })
		if !here.reaches(node, moves[i], c.want) || here.reaches(node, moves[i], c.want+1) {
			t.Errorf("%s: %s reaches %d: %v, and one more: %v", c.fen, c.move, c.want, here.reaches(node, moves[i], c.want), here.reaches(node, moves[i], c.want+1))
		}
	}
}
