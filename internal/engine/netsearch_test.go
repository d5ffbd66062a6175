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
	"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
	"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
	"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
}

// Tests of nodes in netmoves_test.go use newNetSearch and walked, too.
func newNetSearch() *NetSearch { return NewNetSearch(transposition.Shared(), network.Shared()) }

// netFound is what the search finds, in Go and in C, on all processors. A change of any of these numbers is another search or another network.
var netFound = []struct {
	fen   string
	depth int
	nodes uint64
	score int
	best  string // "" for no move
}{
	{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5, 7218, 3, "a2a4"},
	{"4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 1", 6, 2364, -600, "e5e6"},            // the capture in passing is not legal
	{"6k1/4Pppp/8/8/8/8/8/6K1 w - - 0 1", 4, 37, 29999, "e7e8q"},            // a mate
	{"R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", 2, 2, -30000, ""},                 // mated
	{"5bnr/4p1pq/4Qpkr/7p/7P/4P3/PPPP1PP1/RNB1KBNR b - - 0 1", 2, 2, 0, ""}, // stalemate
	{"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4, 2975, 17, "e2a6"},
	{"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5, 3301, 98, "b4f4"},
	{"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5, 4788, -517, "c4c5"},
	{"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", 4, 2067, 2, "g1f2"},
}

// The search finds the same, whatever was searched before and in whatever memory.
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

// walked calls see with positions of games of drawn moves, as nodes of a line of the search. Special moves and moves of kings are drawn more often.
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

// TestSums compares evaluations down a line with those of the same positions alone, and mirrored.
func TestSums(t *testing.T) {
	type evaluated struct {
		p     position.Position
		score int
	}
	var all []evaluated
	walked(t, func(s *NetSearch, ply int, rng *rand.Rand) {
		if rng.IntN(3) == 0 { // so that an evaluation may have to make up for several moves
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
