package workload

import (
	"errors"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/measure"
	"github.com/slidebench/slidebench/internal/techniques"
	"github.com/slidebench/slidebench/internal/techniques/facts"
	"github.com/slidebench/slidebench/internal/techniques/mode"
)

// Where building has its factors from; it stands in place of a corpus.
const (
	stored = "stored"
	// Searched has the factors found anew before the tables are filled.
	Searched = "searched"
)

// building is the filling of tables when a program starts.
func init() {
	add(Spec{
		Mode: mode.Init, Corpora: []string{stored, Searched}, Defaults: 2,
		has: builds, prepare: prepareBuilding,
		rule: func(c grid.Cell) measure.Rule {
			if c.Corpus == Searched {
				return measure.Quickest
			}
			return measure.LowestVisit
		},
	})
}

// builds reports whether there are tables to build, listed under the queen, or factors to search for. A technique that picks others
// builds nothing itself.
func builds(e *techniques.Entry, c grid.Cell) bool {
	if c.Piece != board.Queen || grid.IsControl(e.Name) || e.Family == facts.Picker {
		return false
	}
	return c.Corpus == stored && e.TableBytes(board.Queen) > 0 || c.Corpus == Searched && e.HasSearch()
}

func prepareBuilding(x *Corpora, code Code, c grid.Cell) (*Workload, error) {
	return x.building(code, c.Corpus), nil
}

type builder interface {
	Build() error
	Search(seed uint64) error
}

// building builds a technique's tables from the stored factors, or searches other factors and builds from those. Every round searches from a seed of
// its own, but not from 1, the seed of the stored factors.
func (x *Corpora) building(b builder, factors string) *Workload {
	var failed error
	return &Workload{
		Units: 1,
		Do: func(int, int) uint64 {
			if factors == Searched {
				failed = errors.Join(failed, b.Search(uint64(x.Round)+1))
			}
			failed = errors.Join(failed, b.Build())
			return 0
		},
		After: func() error { return failed },
	}
}
