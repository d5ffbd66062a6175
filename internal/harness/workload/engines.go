package workload

import (
	"fmt"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/engine"
	"github.com/slidebench/slidebench/internal/engine/bound"
	"github.com/slidebench/slidebench/internal/engine/position"
	"github.com/slidebench/slidebench/internal/harness/corpus"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/techniques"
	"github.com/slidebench/slidebench/internal/techniques/mode"
	"github.com/slidebench/slidebench/techniques/conform"
)

// init adds the modes in which an engine, bound to a technique, works on positions one by one.
func init() {
	for _, name := range mode.Engine {
		m := Spec{
			Mode: name, Kind: corpus.Games, Corpora: corpus.GamesOf(name), Defaults: 1, Pieces: []board.Piece{board.Queen},
			ComparesLanguages: corpus.GamesOf(name)[0], Repeats: true,
			has:     func(e *techniques.Entry, c grid.Cell) bool { return c.Piece == board.Queen && e.Bindable() },
			prepare: prepareEngine,
		}
		if name == mode.Moves {
			m.proof = func(s *Proofs, c Candidate) func() error {
				if c.Moves == nil {
					return nil
				}
				return func() error { return conform.CheckMoves(c.Moves, s.Seed) }
			}
		}
		if name == mode.Perft || name == mode.Search || name == mode.NetSearch {
			m.Repeats, m.Main = false, true
		}
		add(m)
	}
}

// engineCorpus is a corpus of positions with the right answers to one mode.
type engineCorpus struct {
	Corpus[corpus.Positions]
	answers int      // in all positions: nodes, for perft and search
	right   []uint64 // checksums, by position
}

// truth is the engine of this program, whose answers tests prove by the walk's and by published counts.
var truth = engine.Bound()

// engine returns the corpus of a name, with truth's answers in a mode.
func (x *Corpora) engine(m mode.Mode, name string) (*engineCorpus, error) {
	return cached(x, string(m)+" "+name, func() (*engineCorpus, error) {
		q, err := corpus.NewPositions(name, x.Seed)
		asked := &engineCorpus{Corpus: NewCorpus(q)}
		for i := range q.List {
			n, sum := engineAnswer(truth, m, &q.List[i], q.Depth)
			asked.answers += n
			asked.right = append(asked.right, sum)
		}
		return asked, err
	})
}

// engineAnswer does a mode's work on a position. It counts a perft's leaves as nodes, as is usual.
func engineAnswer(e bound.Engine, m mode.Mode, p *position.Position, depth int) (answers int, sum uint64) {
	switch m {
	case mode.Perft:
		leaves := e.Perft(p, depth)
		return int(leaves), bound.Mix(leaves, 0)
	case mode.Search:
		r := e.Search(p, depth)
		return int(r.Nodes), r.Sum()
	case mode.NetSearch:
		r := e.NetSearch(p, depth)
		return int(r.Nodes), r.Sum()
	}
	return e.Uses[string(m)](p) // the other modes of the engine
}

// engineLoop returns the loop in which an engine in Go does a mode's work on positions.
func engineLoop(e bound.Engine, m mode.Mode, q corpus.Positions) Loop {
	return func(i, j int) (sum uint64) {
		positions := q.List[i:j]
		for k := range positions {
			_, answer := engineAnswer(e, m, &positions[k], q.Depth)
			sum ^= answer
		}
		return sum
	}
}

// prepareEngine proves an engine's answers in a mode, and returns the work to time.
func prepareEngine(x *Corpora, code Code, c grid.Cell) (*Workload, error) {
	m := c.Mode
	asked, err := x.engine(m, c.Corpus)
	if err != nil {
		return nil, err
	}
	loop := code.EngineKernel(m, asked.Corpus)
	if loop == nil {
		return nil, fmt.Errorf("the engine is not bound to %s in this program, which a build for it does (want --build)", c.Technique)
	}
	return asked.prove(loop)
}

// prove compares the loop's checksum with the exclusive or of the right ones. If they differ, it looks for the first wrong position.
func (x *engineCorpus) prove(loop Loop) (*Workload, error) {
	n, sum := len(x.All.List), uint64(0)
	for _, right := range x.right {
		sum ^= right
	}
	if got := loop(0, n); got != sum {
		for i, right := range x.right {
			if got := loop(i, i+1); got != right {
				return nil, fmt.Errorf("checksum %#x for %q, want %#x: it is not measured", got, x.All.List[i].String(), right)
			}
		}
		return nil, fmt.Errorf("checksum %#x for all positions together, want %#x, and the right one for each alone: it is not measured", got, sum)
	}
	return &Workload{Units: n, Answers: x.answers, Sum: sum, Do: loop}, nil
}
