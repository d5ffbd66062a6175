package cprogram

import (
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/engine"
	"github.com/slidebench/slidebench/engine/bound"
	"github.com/slidebench/slidebench/harness/corpus"
	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/harness/workload"
	"github.com/slidebench/slidebench/internal/tiertest"
	"github.com/slidebench/slidebench/techniques/mode"
)

// someEngines have pairs, sets, or neither, and small and large tables.
const someEngines = "classical,fancymagic,dual,pext,quintessence,koggestone,koggestoneavx2,dumb7,kindergarten,walk"

// The engine in C finds what the engine in Go finds, with some techniques, and by night with every one that has a header; and pressure changes no
// answer. Whatever is measured is proved before.
func TestEngine(t *testing.T) {
	tiertest.Slow(t)
	for _, b := range buildsHere(t) {
		b.Engines = someEngines
		if tiertest.Nightly() {
			b.Engines = "all"
		}
		t.Run(b.String(), func(t *testing.T) {
			p, err := Start(t.Context(), built(t, b, root))
			if err != nil {
				t.Fatal(err)
			}
			defer p.Close()
			units, err := Units(root)
			if err != nil {
				t.Fatal(err)
			}
			exams, proved := workload.Exams{Questions: 1000, Seed: 1, Round: 1}, 0
			for _, u := range units {
				for _, m := range append([]mode.Mode{mode.Pressure}, mode.Engine...) {
					cell := results.Cell{Technique: u.Technique.Name, Piece: board.Queen, Mode: string(m), Corpus: "games2"}
					if m == mode.Pressure {
						cell.Corpus = "crowd4of1+8"
					}
					if !b.has(u) || !b.Measures(units, cell) || !u.Technique.Has(m, board.Queen) || m != mode.Pressure && !b.hasEngine(u.Technique) {
						continue
					}
					w, err := proveCell(&exams, Code{Program: p, Name: u.Technique.Name}, cell)
					if err == nil {
						err = w.CheckSum(w.Do(0, 3) ^ w.Do(3, w.Units))
					}
					if err != nil {
						t.Errorf("%v: %v", cell, err)
					}
					proved++
				}
			}
			if proved < 50+7*7 {
				t.Errorf("%d proofs are too few", proved)
			}
		})
	}
}

func proveCell(x *workload.Exams, code Code, c results.Cell) (w *workload.Workload, err error) {
	defer Recover(&err)
	return x.Prove(code, c)
}

// What the program cannot do, it refuses in a line.
func TestEngineRequests(t *testing.T) {
	p := startRight(t)
	q, err := corpus.NewPositions("games1", 1)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.keep(200, "positions", len(q.List), q.Depth, q.List); err != nil {
		t.Fatal(err)
	}
	if sum, err := p.timed("time fancymagic perft queen 200 0 1"); err != nil || sum != bound.Mix(uint64(len(engine.Legal(&q.List[0]))), 0) {
		t.Errorf("perft 1: %#x, %v", sum, err)
	}
	for _, request := range []string{
		"time fancymagic perft queen 200 0 17", "time fancymagic castling queen 200 0 1", "time noop perft queen 200 0 1", "time magic perft queen 200 0 1", "time fancymagic perft queen 201 0 0",
		"crowd 1025 16 0", "crowd 1 0 0", "crowd 1 1025 0", "crowd 1 1 16385",
	} {
		if _, err := p.ask("%s", request); err == nil {
			t.Errorf("%s is done", request)
		}
	}
}
