package engine

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/slidebench/slidebench/internal/engine/network"
	"github.com/slidebench/slidebench/internal/engine/position"
	"github.com/slidebench/slidebench/internal/engine/transposition"
)

// walkedFrom are positions with castling, captures in passing and promotions.
var walkedFrom = []string{
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
	"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
}

func newNetSearch() *NetSearch { return NewNetSearch(transposition.Shared(), network.Shared()) }

// netFound is what the search finds, in Go and in C, on all processors. A change of any of these numbers is another search or another network.
var netFound = []struct {
	fen   string
	depth int
	nodes uint64
	score int
	best  string
}{
	{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5, 7218, 3, "a2a4"},
	{"4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 1", 6, 2364, -600, "e5e6"},
	{"6k1/4Pppp/8/8/8/8/8/6K1 w - - 0 1", 4, 37, 29999, "e7e8q"},
	{"R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", 2, 2, -30000, ""},
	{"5bnr/4p1pq/4Qpkr/7p/7P/4P3/PPPP1PP1/RNB1KBNR b - - 0 1", 2, 2, 0, ""},
	{"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4, 2975, 17, "e2a6"},
	{"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5, 3301, 98, "b4f4"},
	{"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5, 4788, -517, "c4c5"},
	{"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", 4, 2067, 2, "g1f2"},
}

// TestNetSearch finds the same, whatever was searched before and in whatever memory.
func TestNetSearch(t *testing.T) {
	s := newNetSearch()
	for i := range 2 * len(netFound) {
		c := netFound[min(i, 2*len(netFound)-1-i)] // there and back
		if i == len(netFound) {
			s = NewNetSearch(new(transposition.Table), network.Shared())
		}
		p := position.MustFEN(c.fen)
		got := s.Run(&p, c.depth)
		if best := got.Best.String(); got.Nodes != c.nodes || got.Score != c.score || best != c.best && (got.Best != 0 || c.best != "") {
			t.Errorf("%s, depth %d: %d nodes, score %d, %s; want %d, %d, %s", c.fen, c.depth, got.Nodes, got.Score, best, c.nodes, c.score, c.best)
		}
	}
}

// TestNetSearchAllocatesNothing once it has its memory.
func TestNetSearchAllocatesNothing(t *testing.T) {
	s := newNetSearch()
	p := position.MustFEN(position.Start)
	if n := testing.AllocsPerRun(3, func() { s.Run(&p, 3) }); n != 0 {
		t.Errorf("%v allocations a search", n)
	}
}

// walked shows positions of games of drawn moves, as nodes of a line of the search. Special moves and moves of kings are drawn more often.
func walked(t *testing.T, see func(s *NetSearch, ply int, rng *rand.Rand)) {
	s := newNetSearch()
	rng := rand.New(rand.NewPCG(1, 1))
	for _, fen := range append(slices.Clone(walkedFrom), position.Start) {
		for range 3 {
			p := position.MustFEN(fen)
			s.begin(&p)
			for ply := 0; ply < Deepest; ply++ {
				see(s, ply, rng)
				moves := Legal(&s.line.Nodes[ply].Position)
				if len(moves) == 0 || t.Failed() {
					break
				}
				some := slices.DeleteFunc(slices.Clone(moves), func(m position.Move) bool { return !isSpecial(m) && m.Piece() != position.King })
				if len(some) > 0 && rng.IntN(3) == 0 {
					moves = some
				}
				s.make(moves[rng.IntN(len(moves))], ply)
			}
		}
	}
}

// TestSums compares evaluations of lines with those of the same positions alone.
func TestSums(t *testing.T) {
	type evaluated struct {
		p     position.Position
		score int
	}
	var all []evaluated
	walked(t, func(s *NetSearch, ply int, rng *rand.Rand) {
		if rng.IntN(3) == 0 { // sums of several moves are brought up to date at once
			all = append(all, evaluated{s.line.Nodes[ply].Position, s.evaluate(ply)})
		}
	})
	s, distinct := newNetSearch(), map[int]bool{}
	for _, e := range all {
		s.begin(&e.p)
		if got := s.evaluate(0); got != e.score {
			t.Fatalf("%s: worth %d in a line, %d alone", e.p.String(), e.score, got)
		}
		s.begin(mirrored(&e.p))
		if got := s.evaluate(0); got != e.score {
			t.Fatalf("%s: worth %d, mirrored %d", e.p.String(), e.score, got)
		}
		distinct[e.score] = true
	}
	if len(distinct) < 20 {
		t.Errorf("only %d different worths", len(distinct))
	}
}

// mirrored returns the position with colors and ranks exchanged.
func mirrored(p *position.Position) *position.Position {
	m := position.Position{Castling: bits.ReverseBytes64(p.Castling), EnPassant: bits.ReverseBytes64(p.EnPassant), Turn: p.Turn ^ 1}
	for piece, set := range p.Types {
		m.Types[piece] = bits.ReverseBytes64(set)
	}
	m.Colors = [2]uint64{bits.ReverseBytes64(p.Colors[1]), bits.ReverseBytes64(p.Colors[0])}
	return &m
}

// TestNodes compares what nodes know with what the generator of legal moves finds.
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
				if isLoud(p, m) && (m.Promotion() == position.Pawn || m.Promotion() == position.Queen) {
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
		for range 1000 { // moves of other positions
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

// A piece that is pinned to its king does not capture, for as long as the pinning piece stands.
func TestReachesLooksAtPins(t *testing.T) {
	for _, c := range []struct {
		fen, move string
		want      int
	}{
		{"4k3/4n3/8/3p4/8/8/8/3R2K1 w - -", "d1d5", 100 - 500},     // the knight takes back
		{"4k3/4n3/8/3p4/8/8/4R3/3R2K1 w - -", "d1d5", 100},         // it is pinned
		{"4k3/4n3/8/3p4/8/4r3/4R3/3R2K1 w - -", "d1d5", 100 - 500}, // two men are in the way
		{"4k3/4n3/4p3/3p4/8/2N5/4R3/6K1 w - -", "c3d5", 100 - 320}, // a pawn takes back
		{"3k4/8/8/8/3n4/8/2pR4/7K w - -", "d2c2", 100 - 500},       // the piece that pins it has gone away
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
