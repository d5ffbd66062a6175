package workload

import (
	"errors"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/techniques"
	"github.com/slidebench/slidebench/internal/techniques/facts"
	"github.com/slidebench/slidebench/internal/techniques/mode"
)

// stored stands in place of a corpus: tables are built from the factors in the source. Raw files of before v0.1.0 also have searched, where the factors were
// found anew before; findmagic search does that, and no measured program links it.
const stored = "stored"

// building is the filling of tables when a program starts.
func init() {
	add(Spec{Mode: mode.Init, Corpora: []string{stored}, Defaults: 1, has: builds, prepare: prepareBuilding})
}

// builds reports whether there are tables to build, listed under the queen. A technique that picks others builds nothing itself.
func builds(e *techniques.Entry, c grid.Cell) bool {
	if c.Piece != board.Queen || grid.IsControl(e.Name) || e.Family == facts.Picker {
		return false
	}
	return c.Corpus == stored && e.TableBytes(board.Queen) > 0
}

func prepareBuilding(_ *Corpora, code Code, _ grid.Cell) (*Workload, error) {
	return building(code), nil
}

// building fills a technique's tables.
func building(b interface{ Build() error }) *Workload {
	var failed error
	return &Workload{
		Units: 1,
		Do: func(int, int) uint64 {
			failed = errors.Join(failed, b.Build())
			return 0
		},
		After: func() error { return failed },
	}
}
