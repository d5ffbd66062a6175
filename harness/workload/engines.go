package workload

import (
	"fmt"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/engine"
	"github.com/slidebench/slidebench/engine/bound"
	"github.com/slidebench/slidebench/engine/position"
	"github.com/slidebench/slidebench/harness/corpus"
	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/techniques"
	"github.com/slidebench/slidebench/techniques/mode"
)

// engines are what an engine does that is bound to a technique, position by position.
func init() {
	for _, name := range mode.Engine {
		m := Spec{
			Mode: name, Kind: corpus.Games, Corpora: corpus.UsualGames, Defaults: 1, Pieces: []board.Piece{board.Queen},
			ComparesLanguages: results.DefaultGames, Repeats: true,
			has:     func(e *techniques.Entry, c results.Cell) bool { return c.Piece == board.Queen && e.Bindable() },
			prepare: prepareEngine,
		}
		if name == mode.Perft || name == mode.Search {
			m.Repeats = false
		}
		add(m)
	}
}

// EngineKernel has an engine do a mode's work for each of some positions and returns the exclusive or of the answers' checksums. The depth is that of
// perft and search.
type EngineKernel func(positions []position.Position, depth int) (sum uint64)

// engineExam is a corpus of positions with the right answers to one mode.
type engineExam struct {
	corpus.Positions
	answers int      // nodes, for perft and search
	right   []uint64 // checksums, by position
}

// truth is the engine as it is in this source tree, whose answers tests prove by the walk's and by published counts.
var truth = engine.Bound()

func (x *Exams) engine(m mode.Mode, name string) (*engineExam, error) {
	return cached(x, string(m)+" "+name, func() (*engineExam, error) {
		q, err := corpus.NewPositions(name, x.Seed)
		exam := &engineExam{Positions: q}
		for i := range q.List {
			n, sum := engineAnswer(truth, m, &q.List[i], q.Depth)
			exam.answers += n
			exam.right = append(exam.right, sum)
		}
		return exam, err
	})
}

// engineAnswer does a mode's work for a position. A perft's leaves are its nodes, as everybody counts them.
func engineAnswer(e bound.Engine, m mode.Mode, p *position.Position, depth int) (answers int, sum uint64) {
	switch m {
	case mode.Perft:
		leaves := e.Perft(p, depth)
		return int(leaves), bound.Mix(leaves, 0)
	case mode.Search:
		r := e.Search(p, depth)
		return int(r.Nodes), r.Sum()
	}
	return e.Uses[string(m)](p)
}

// engineKernel returns the kernel of an engine in Go.
func engineKernel(e bound.Engine, m mode.Mode) EngineKernel {
	return func(positions []position.Position, depth int) (sum uint64) {
		for i := range positions {
			_, one := engineAnswer(e, m, &positions[i], depth)
			sum ^= one
		}
		return sum
	}
}

func prepareEngine(x *Exams, code Code, c results.Cell) (*Workload, error) {
	m := mode.Mode(c.Mode)
	exam, err := x.engine(m, c.Corpus)
	if err != nil {
		return nil, err
	}
	kernel := code.EngineKernel(m)
	if kernel == nil {
		return nil, fmt.Errorf("the engine is not bound to %s in this program, which a build for it does (want --builds)", c.Technique)
	}
	return exam.prove(kernel)
}

// prove compares the answers. They are all right if the exclusive or of their checksums is; if it is not, the first wrong position is looked for.
func (x *engineExam) prove(kernel EngineKernel) (*Workload, error) {
	sum := uint64(0)
	for _, right := range x.right {
		sum ^= right
	}
	if got := kernel(x.List, x.Depth); got != sum {
		for i, right := range x.right {
			if got := kernel(x.List[i:i+1], x.Depth); got != right {
				return nil, fmt.Errorf("checksum %#x for %q, want %#x: it is not measured", got, x.List[i].String(), right)
			}
		}
		return nil, fmt.Errorf("checksum %#x for all positions together, want %#x, and the right one for each alone: it is not measured", got, sum)
	}
	return &Workload{
		Units: len(x.List), Answers: x.answers, Sum: sum,
		Do: func(i, j int) uint64 { return kernel(x.List[i:j], x.Depth) },
	}, nil
}
