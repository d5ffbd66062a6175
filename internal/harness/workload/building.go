package workload

import (
	"cmp"
	"errors"
	"time"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/machine"
	"github.com/slidebench/slidebench/internal/techniques"
	"github.com/slidebench/slidebench/internal/techniques/facts"
	"github.com/slidebench/slidebench/internal/techniques/mode"
)

// stored takes the place of a corpus in mode init: tables are built from factors in the source. Raw files from before v0.1.0 also have searched, with factors found anew;
// only findmagic does that today, which no measured program links.
const stored = "stored"

// init adds mode init: the filling of tables when a program starts.
func init() {
	add(Spec{Mode: mode.Init, Corpora: []string{stored}, Defaults: 1, has: builds, prepare: prepareBuilding})
}

// builds reports whether a technique has tables to fill. They are listed once, under the queen. A picker has no tables of its own.
func builds(e *techniques.Entry, c grid.Cell) bool {
	if c.Piece != board.Queen || grid.IsControl(e.Name) || e.Family == facts.Picker {
		return false
	}
	return c.Corpus == stored && e.TableBytes(board.Queen) > 0
}

// prepareBuilding returns the work of filling a technique's tables once. Its time includes waiting, as for other threads that fill a part of them.
func prepareBuilding(_ *Corpora, code Code, _ grid.Cell) (*Workload, error) {
	var failed error
	var took time.Duration
	return &Workload{
		Units: 1,
		Do: func(int, int) uint64 {
			began := machine.Now()
			failed = errors.Join(failed, code.Build())
			took = machine.Now() - began
			return 0
		},
		Spent: func() float64 { return cmp.Or(code.Spent(), float64(took)) },
		After: func() error { return failed },
	}, nil
}
