package workload

import (
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/engine"
	"github.com/slidebench/slidebench/internal/engine/bound"
	"github.com/slidebench/slidebench/internal/engine/position"
	"github.com/slidebench/slidebench/internal/harness/corpus"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/techniques/mode"
)

// boundTo is the Code of an engine in Go, with loops for deltas alone.
type boundTo struct {
	Code
	engine bound.Engine
}

// DeltaKernel returns the loops of the engine.
func (b boundTo) DeltaKernel(m mode.Mode, q Corpus[[]position.Question]) (Loop, func(n int) []uint64) {
	return DeltaLoop(b.engine, m, q.All)
}

// tooMany adds a threat to a delta.
func tooMany(d *board.Delta) { d.Add(board.NewThreat(board.ManRook, 0, board.ManPawn, 8)) }

// An engine that is wrong about one threat of one move is not timed in any mode, and the move is named. Nor is one that is right about each move alone, and
// wrong about all in a loop, or one whose last lists are wrong after it was timed.
func TestWrongDeltasAreNotTimed(t *testing.T) {
	for _, name := range corpus.UsualDeltas {
		for _, m := range mode.Deltas {
			cell := grid.Cell{Technique: "fancymagic", Piece: board.Queen, Mode: m, Corpus: name}
			asked, err := small(1000).deltas(name)
			if err != nil {
				t.Fatal(err)
			}
			e := engine.Bound()
			w, err := asked.prove(boundTo{engine: e}, cell)
			wants(t, string(m), proved(w, err), "")
			if w.Answers != 250 { // a delta for every four questions
				t.Errorf("%d answers", w.Answers)
			}
			at := slices.IndexFunc(asked.right, func(sum uint64) bool { return sum != 0 })
			wrong := asked.All[at] // the move whose delta is spoiled: the first that has threats
			for fault, plant := range map[string]func(d *board.Delta){
				"one is missing":       func(d *board.Delta) { d.N-- },
				"one is there twice":   func(d *board.Delta) { d.Add(d.List[0]) },
				"appears for vanishes": func(d *board.Delta) { d.List[0] ^= board.Appears },
				"another color":        func(d *board.Delta) { d.List[d.N-1] ^= board.Threat(board.ManBlack) << 16 }, // in the third byte, the victim
				"a threat too many":    tooMany,
			} {
				faulty := e
				faulty.DeltaBatch = func(deltas []board.Delta, q []position.Question) {
					e.DeltaBatch(deltas, q)
					for i := range q {
						if q[i].Before == wrong.Before && q[i].Move == wrong.Move {
							plant(&deltas[i])
						}
					}
				}
				_, err = asked.prove(boundTo{engine: faulty}, cell)
				wants(t, fault, err, wrong.Move.String()+` in "`+wrong.Before.String())
			}
			faulty := e
			differs := func(loop func(q []position.Question, i, j int) uint64) func(q []position.Question, i, j int) uint64 {
				return func(q []position.Question, i, j int) uint64 { return loop(q, i, j) ^ 1 }
			}
			faulty.Deltas, faulty.DeltasInTurn = differs(e.Deltas), differs(e.DeltasInTurn)
			late := false // whether the last list of a batch has a threat too many
			faulty.DeltaBatch = func(deltas []board.Delta, q []position.Question) {
				e.DeltaBatch(deltas, q)
				if late {
					tooMany(&deltas[len(q)-1])
				}
			}
			w, err = asked.prove(boundTo{engine: faulty}, cell)
			if m != mode.ThreatsBatch {
				wants(t, string(m), err, "over the whole corpus")
				continue
			}
			late = true
			wants(t, string(m), proved(w, err), "it is not measured")
		}
	}
}

// The control noop makes the moves and lists nothing; a technique to which no engine is bound says so. Techniques without code for a mode of deltas have no cell.
func TestDeltasOfControls(t *testing.T) {
	cell := grid.Cell{Technique: "noop", Piece: board.Queen, Mode: "threats", Corpus: "played"}
	e := engine.Bound()
	e.DeltaBatch = func(deltas []board.Delta, q []position.Question) {
		for i := range q {
			deltas[i].N = 0
		}
	}
	e.Deltas = func([]position.Question, int, int) uint64 { return 0 }
	asked, err := small(64).deltas("played")
	if err != nil {
		t.Fatal(err)
	}
	w, err := asked.prove(boundTo{engine: e}, cell)
	wants(t, "noop", proved(w, err), "")
	_, err = asked.prove(boundTo{engine: engine.Bound()}, cell)
	wants(t, "noop that lists", err, "it is not measured")
	_, err = small(64).Prove(Go(entry(t, cell)), cell)
	wants(t, "no engine", err, "the engine is not bound to noop in this program")
	for name, m := range map[string]mode.Mode{"load": mode.Threats, "wordboard": mode.ThreatsBatch} { // wordboard lists threats by a state, which batches lack
		if _, err := Resolve(grid.Cell{Technique: name, Piece: board.Queen, Mode: m, Corpus: "played"}, "fancymagic"); err == nil || !strings.Contains(err.Error(), "nothing to measure") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
