package workload

import (
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/engine"
	"github.com/slidebench/slidebench/internal/engine/bound"
	"github.com/slidebench/slidebench/internal/engine/position"
	"github.com/slidebench/slidebench/internal/harness/corpus"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/techniques/mode"
)

// An engine that differs from the right one in one position is not timed, and the position is named.
func TestWrongEnginesAreNotTimed(t *testing.T) {
	for _, m := range mode.Engine {
		exam, err := small(64).engine(m, "games1")
		if err != nil {
			t.Fatal(err)
		}
		e := engine.Bound()
		right := engineLoop(e, m, exam.All)
		w, err := exam.prove(right)
		wants(t, string(m), proved(w, err), "")
		if w.Answers <= 0 || w.Units != len(exam.All.List) {
			t.Errorf("%s: %d answers in %d units", m, w.Answers, w.Units)
		}
		// One that is right about each position alone, and wrong about all together.
		whole := func(i, j int) uint64 {
			sum := right(i, j)
			if j-i > 1 {
				sum ^= 1
			}
			return sum
		}
		_, err = exam.prove(whole)
		wants(t, string(m), err, "for all positions together")
		wrong := exam.All.List[7]
		differs := func(p *position.Position) uint64 {
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
		_, err = exam.prove(engineLoop(faulty, m, exam.All))
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

// Under pressure the answers are those of mode throughput, slices begin with a group, and the crowd is touched after each group.
func TestPressure(t *testing.T) {
	for _, name := range []string{"crowd0", "crowd3of1", "crowd2+8"} {
		cell := grid.Cell{Technique: "magic", Piece: board.Queen, Mode: "pressure", Corpus: name}
		w, err := small(1000).Prove(Go(entry(t, cell)), cell)
		wants(t, name, proved(w, err), "")
		if w.Answers != 1000 || w.Units != (1000+corpus.Group-1)/corpus.Group {
			t.Errorf("%s: %d answers in %d units", name, w.Answers, w.Units)
		}
	}
	c := crowds(1)
	for i := range c.table {
		c.table[i] = 1
	}
	for i := range c.weights {
		c.weights[i] = 2
	}
	defer clear(c.table)
	defer clear(c.weights)
	for _, x := range []struct {
		p    corpus.Pressure
		want uint64
	}{{corpus.Pressure{MiB: 1}, 0}, {corpus.Pressure{Lines: 1, MiB: 1}, 1}, {corpus.Pressure{KiB: 1, MiB: 1}, 2}, {corpus.Pressure{Lines: 2, KiB: 3, MiB: 1}, 3}} {
		if got := c.touch(x.p); got != x.want {
			t.Errorf("%v reads %d, want %d", x.p, got, x.want)
		}
	}
}
