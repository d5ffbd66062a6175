package workload

import (
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/engine"
	"github.com/slidebench/slidebench/internal/engine/bound"
	"github.com/slidebench/slidebench/internal/engine/position"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/techniques/mode"
)

// An engine that differs from the right one in one position is not timed, and the position is named.
func TestWrongEnginesAreNotTimed(t *testing.T) {
	for _, m := range mode.Engine {
		asked, err := small(64).engine(m, "games1")
		if err != nil {
			t.Fatal(err)
		}
		e := engine.Bound()
		right := engineLoop(e, m, asked.All)
		w, err := asked.prove(right)
		wants(t, string(m), proved(w, err), "")
		if w.Answers <= 0 || w.Units != len(asked.All.List) {
			t.Errorf("%s: %d answers in %d units", m, w.Answers, w.Units)
		}
		// This loop is right about each position alone, and wrong about all together.
		whole := func(i, j int) uint64 {
			sum := right(i, j)
			if j-i > 1 {
				sum ^= 1
			}
			return sum
		}
		_, err = asked.prove(whole)
		wants(t, string(m), err, "for all positions together")
		wrong := asked.All.List[7]                     // any position
		differs := func(p *position.Position) uint64 { // 1 in the wrong position, which spoils an answer there
			if *p == wrong {
				return 1
			}
			return 0
		}
		misjudges := func(search func(*position.Position, int) bound.Result) func(*position.Position, int) bound.Result {
			return func(p *position.Position, depth int) bound.Result {
				r := search(p, depth)
				r.Score += int(differs(p))
				return r
			}
		}
		faulty := bound.Engine{
			Perft:  func(p *position.Position, depth int) uint64 { return e.Perft(p, depth) + differs(p) },
			Search: misjudges(e.Search), NetSearch: misjudges(e.NetSearch),
			Uses: map[string]func(*position.Position) (int, uint64){},
		}
		for name, use := range e.Uses {
			faulty.Uses[name] = func(p *position.Position) (int, uint64) {
				n, sum := use(p)
				return n, sum ^ differs(p)
			}
		}
		_, err = asked.prove(engineLoop(faulty, m, asked.All))
		wants(t, string(m), err, wrong.String())
	}
}

// Every field of a search's result changes its checksum.
func TestResultSum(t *testing.T) {
	r := bound.Result{Nodes: 3, Score: 4, Best: 5}
	for _, other := range []bound.Result{{Nodes: 4, Score: 4, Best: 5}, {Nodes: 3, Score: -4, Best: 5}, {Nodes: 3, Score: 4, Best: 6}, {Nodes: 4, Score: 3, Best: 5}} {
		if r.Sum() == other.Sum() {
			t.Errorf("%+v and %+v have one checksum", r, other)
		}
	}
}

// A program whose engine is not bound to a technique says so.
func TestUnboundEngine(t *testing.T) {
	cell := grid.Cell{Technique: "quintessence", Piece: board.Queen, Mode: "perft", Corpus: "games1"}
	_, err := small(64).Prove(Go(entry(t, cell)), cell)
	wants(t, "no engine", err, "the engine is not bound to quintessence in this program")
}
