// Package workload says what the harness measures. A mode is a way of asking, and each kind of modes has a file here: its corpora, the cells that
// make sense, the proof of its answers before they are timed, and one slice of its work. Plans, measurements, budgets and guards know modes by Spec,
// and timed work by Workload.
//
// CONTRIBUTING.md says how a mode is added.
package workload

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/harness/corpus"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/techniques"
	"github.com/slidebench/slidebench/internal/techniques/mode"
)

// Workload is the proved work of one cell, in units of which any range can be done: questions, batches, sets, changes of a replay, or the one building of tables.
type Workload struct {
	Units   int
	Answers int                         // lookups, nodes or deltas in all units, 0 for building tables
	Do      func(i, j int) (sum uint64) // does units i to j-1; the sums of all units are exclusive-ored
	Sum     uint64                      // of all units
	After   func() error                // checks what the last timed pass left behind; nil: nothing to check
	// Spent returns how long the last Do took in nanoseconds, 0 where its caller has to time it.
	Spent func() float64
}

// Spec describes a mode for plans: its corpora, the cells in which it makes sense, the proof, and the timed work.
type Spec struct {
	mode.Mode
	Kind     corpus.Kind   // the kind of its corpora, "" for mode init
	Corpora  []string      // the usual ones
	Defaults int           // how many of the usual corpora are measured by default, from the first
	Pieces   []board.Piece // measured by default; nil: all
	Repeats  bool          // a main mode asks its questions, too; left out by default
	Main     bool          // by default, --build main and recommend measure its queens, and no rooks and bishops, which lead to the same choice
	// Basic marks modes of single lookups, which all other modes consist of. Guards compare them, all builds measure their queens by default, and techniques that are far
	// behind are measured only in them.
	Basic bool
	// ComparesLanguages is the corpus that queens are measured on by default in the first build of each other language, "" for none. Further builds measure only basic modes.
	ComparesLanguages string

	has     func(e *techniques.Entry, c grid.Cell) bool // whether a technique has code for a cell
	own     func(e *techniques.Entry) bool              // whether it has code beside its lookups for the mode; nil: none has
	proof   func(s *Proofs, c Candidate) func() error   // nil: its answers are lookups
	prepare func(x *Corpora, code Code, c grid.Cell) (*Workload, error)
}

// All has the modes in the order of mode.All.
var All []Spec

// add adds a mode to All. Each kind's file calls it.
func add(s Spec) {
	All = append(All, s)
	slices.SortFunc(All, func(a, b Spec) int {
		return cmp.Compare(slices.Index(mode.All, a.Mode), slices.Index(mode.All, b.Mode))
	})
}

// Find returns the modes with the given names, for no names all.
func Find(names ...string) (found []Spec, err error) {
	if len(names) == 0 {
		return slices.Clone(All), nil
	}
	for _, name := range names {
		m, err := of(mode.Mode(name))
		if err != nil {
			return nil, err
		}
		found = append(found, m)
	}
	return found, nil
}

// of returns the mode of a name.
func of(name mode.Mode) (Spec, error) {
	i := slices.IndexFunc(All, func(m Spec) bool { return m.Mode == name })
	if i < 0 {
		return Spec{}, fmt.Errorf("unknown mode %q (have: %s)", name, Names(All))
	}
	return All[i], nil
}

// Usual returns the modes that are measured by default.
func Usual() []Spec {
	return slices.DeleteFunc(slices.Clone(All), func(m Spec) bool { return m.Repeats })
}

// Names lists modes for people.
func Names(modes []Spec) string {
	var names []string
	for _, m := range modes {
		names = append(names, string(m.Mode))
	}
	return strings.Join(names, ", ")
}

// Takes reports whether the mode asks questions of the corpus with a name.
func (m Spec) Takes(name string) bool { return m.Kind != "" && corpus.Serves(name, m.Kind) }

// Has reports whether there is anything to measure in a cell of this mode.
func (m Spec) Has(e *techniques.Entry, c grid.Cell) bool { return m.has(e, c) }

// HasOwn reports whether some techniques have their own code for the mode.
func (m Spec) HasOwn() bool { return m.own != nil }

// Own reports whether a technique has its own code for the mode, beside loops around its lookups.
func (m Spec) Own(e *techniques.Entry) bool { return m.own != nil && m.own(e) }

// Of returns the mode of a cell. It fails only for a cell that grid.ParseName has not read, as that refuses unknown modes.
func Of(c grid.Cell) (Spec, error) { return of(c.Mode) }

// Resolve returns a cell's technique. Only the reference has a second row. It refuses cells that make no sense: building is listed only under the queen, who reads all
// tables, and controls have nothing to build.
func Resolve(c grid.Cell, reference string) (*techniques.Entry, error) {
	if c.AA && c.Technique != reference {
		return nil, fmt.Errorf("no technique %q to measure", c.Row())
	}
	all := slices.Concat(techniques.Catalogue(), techniques.Controls())
	i := slices.IndexFunc(all, func(e *techniques.Entry) bool { return e.Name == c.Technique })
	if i < 0 {
		return nil, fmt.Errorf("no technique %q to measure", c.Technique)
	}
	if m, err := Of(c); err != nil {
		return nil, err
	} else if !m.has(all[i], c) {
		return nil, fmt.Errorf("nothing to measure in %v", c)
	}
	return all[i], nil
}

// Prove compares a technique's answers in a cell with the walk's and returns the work to time.
func (x *Corpora) Prove(code Code, c grid.Cell) (*Workload, error) {
	m, err := Of(c)
	if err != nil {
		return nil, err
	}
	w, err := m.prepare(x, code, c)
	if err == nil && w.Spent == nil {
		w.Spent = code.Spent
	}
	return w, err
}

// Corpora has the corpora of a setup with their right answers, each made at its first use.
type Corpora struct {
	Questions int    // per corpus
	Seed      uint64 // of the corpora

	made map[any]any
}

// cached returns a corpus of type E by its name. It creates it at the first call.
func cached[E any](x *Corpora, name string, create func() (*E, error)) (*E, error) {
	type key struct{ name string } // another type for each E
	if made, ok := x.made[key{name}]; ok {
		return made.(*E), nil
	}
	made, err := create()
	if err != nil {
		return nil, err
	}
	if x.made == nil {
		x.made = map[any]any{}
	}
	x.made[key{name}] = made
	return made, nil
}

// CheckSum compares the checksum of all answers in one pass with the right one.
func (w *Workload) CheckSum(got uint64) error {
	if got != w.Sum {
		return fmt.Errorf("checksum %#x over the whole corpus, want %#x: it is not measured", got, w.Sum)
	}
	return nil
}

// unproved reports whether a row is a control whose answers are not attacks.
func unproved(name string) bool { return name == "noop" || name == "load" }

// walk returns the walk's answers to questions about a piece.
func walk(p board.Piece, q techniques.Questions) []uint64 {
	return corpus.Answers(q, func(sq int, occ uint64) uint64 { return board.Walk(p, sq, occ) })
}
