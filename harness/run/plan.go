package run

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/harness/corpus"
	"github.com/slidebench/slidebench/harness/cprogram"
	"github.com/slidebench/slidebench/harness/machine"
	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/harness/workload"
	"github.com/slidebench/slidebench/techniques"
	"github.com/slidebench/slidebench/techniques/mode"
)

// Setup is all that the processes of a run have to agree on.
type Setup struct {
	Reference string        `json:"reference"`       // measured twice in every round
	Questions int           `json:"questions"`       // per corpus
	Seed      uint64        `json:"seed"`            // of the corpora, and of the order of cells
	Time      time.Duration `json:"time"`            // that a cell is measured for in a round, at least
	CPU       int           `json:"cpu"`             // that timed code is pinned to
	Round     int           `json:"round,omitempty"` // from 1; chooses the seed of searches
	Stack     int           `json:"stack,omitempty"` // by how many words the stack of timed code begins further down, below Stacks
	// Without are features that the processor has and that are hidden from what chooses by feature; machine.Hide must have been told.
	Without []string `json:"without,omitempty"`
	// Files are the paths of files of positions that corpora are named after.
	Files []string `json:"files,omitempty"`
	// Program is the C program whose loops a process times, "" for its own.
	Program string `json:"program,omitempty"`
}

// LoadFiles makes the corpora of the setup's files known.
func (s Setup) LoadFiles() error {
	for _, path := range s.Files {
		if err := corpus.Load(path); err != nil {
			return err
		}
	}
	return nil
}

// Selection is the part of all cells that is measured. Empty lists stand for the default: all techniques that are
// available, the usual modes, and of each mode the default pieces and corpora.
type Selection struct {
	Techniques, Pieces, Modes, Corpora []string
	// All has empty lists stand for everything: all modes, and in each all pieces and the usual corpora.
	All bool
}

// Cells returns the cells that a selection measures in builds for some levels, the controls and the second measurement of the reference
// included, and why techniques that it names are left out. Every part of a cell comes from the catalogue, in its order.
func (s Selection) Cells(reference string, levels []string) (cells []results.Cell, skipped []string, err error) {
	entries, err := s.entries(reference)
	if err != nil {
		return nil, nil, err
	}
	pieces, modes, err := s.questions()
	if err != nil {
		return nil, nil, err
	}
	if len(levels) == 0 {
		if modes, err = s.withoutEngine(modes); err != nil {
			return nil, nil, err
		}
	}
	here := machine.Detect()
	if own := here.GOAMD64; len(levels) == 0 && own != "" && !slices.Contains(here.Levels(), own) {
		return nil, nil, fmt.Errorf("this program is built for GOAMD64=%s, which needs what is hidden (want a build for %s, or --builds)",
			own, strings.Join(here.Levels(), " or "))
	}
	names, skipped := available(entries, reference, levels, here)
	for _, name := range names {
		for _, m := range modes {
			for _, p := range pieces {
				if len(s.Pieces) == 0 && !s.All && m.Pieces != nil && !slices.Contains(m.Pieces, p) {
					continue
				}
				for _, c := range s.corpora(m) {
					cell := results.Cell{Technique: name, Piece: p, Mode: string(m.Mode), Corpus: c}
					if _, err := workload.Resolve(cell, reference); err == nil {
						cells = append(cells, cell)
					}
				}
			}
		}
	}
	if len(cells) == 0 {
		return nil, nil, fmt.Errorf("nothing to measure: mode %s does not go with piece %s",
			strings.ReplaceAll(workload.Names(modes), ", ", ","), strings.Join(pieceNames(pieces), ","))
	}
	without, measured := s.withoutCells(entries, cells, modes, levels, reference)
	skipped = append(skipped, without...)
	if measured == 0 && len(s.Techniques) > 0 {
		return nil, nil, fmt.Errorf("nothing to measure: %s", strings.Join(skipped, "; "))
	}
	return cells, skipped, nil
}

// entries returns the techniques that are asked for.
func (s Selection) entries(reference string) ([]*techniques.Entry, error) {
	entries, err := techniques.Find(s.Techniques...)
	if err == nil {
		err = Distinct("technique", s.Techniques)
	}
	if err != nil {
		return nil, err
	}
	if _, err := techniques.Find(reference); err != nil {
		return nil, fmt.Errorf("reference: %w", err)
	}
	return entries, nil
}

// questions returns the pieces and modes that are asked for. Every corpus that is named must be of one of these modes.
func (s Selection) questions() (pieces []board.Piece, modes []workload.Mode, err error) {
	pieces = slices.Clone(board.Pieces[:])
	if len(s.Pieces) > 0 {
		pieces = nil
	}
	for _, name := range s.Pieces {
		p, err := board.ParsePiece(name)
		if err != nil {
			return nil, nil, fmt.Errorf("unknown piece %q (have: %s)", name, strings.Join(pieceNames(board.Pieces[:]), ", "))
		}
		pieces = append(pieces, p)
	}
	if modes, err = workload.Find(s.Modes...); err != nil {
		return nil, nil, err
	}
	if len(s.Modes) == 0 && !s.All {
		modes = workload.Usual()
	}
	for _, name := range s.Corpora {
		if _, err := corpus.Digest(name, 1, 0); err != nil {
			return nil, nil, err
		}
		takes := func(m workload.Mode) bool { return m.Takes(name) }
		if !slices.ContainsFunc(modes, takes) {
			takers := slices.DeleteFunc(slices.Clone(workload.All), func(m workload.Mode) bool { return !takes(m) })
			return nil, nil, fmt.Errorf("corpus %s is for mode %s, and mode %s is measured", name, workload.Names(takers), workload.Names(modes))
		}
	}
	for _, list := range []struct {
		what   string
		values []string
	}{{"piece", s.Pieces}, {"mode", s.Modes}, {"corpus", s.Corpora}} {
		if err := Distinct(list.what, list.values); err != nil {
			return nil, nil, err
		}
	}
	return pieces, modes, nil
}

// withoutEngine leaves out modes of the engine, which only builds bind to techniques. To ask for one of them by name is an error.
func (s Selection) withoutEngine(modes []workload.Mode) ([]workload.Mode, error) {
	for _, name := range s.Modes {
		if mode.Mode(name).OfEngine() {
			return nil, fmt.Errorf("mode %s needs builds that bind the engine to techniques (want --builds, such as --builds all)", name)
		}
	}
	return slices.DeleteFunc(modes, func(m workload.Mode) bool { return m.OfEngine() }), nil
}

// available returns the names that can be measured, with controls and both names of the reference, and why others cannot.
func available(entries []*techniques.Entry, reference string, levels []string, here machine.Fingerprint) (names, skipped []string) {
	for _, e := range slices.Concat(entries, techniques.Controls()) {
		if why := Unavailable(e, levels, here); why != nil {
			skipped = append(skipped, fmt.Sprintf("%s is not measured: %v", e.Name, why))
			continue
		}
		names = append(names, e.Name)
	}
	if !slices.Contains(names, reference) {
		names = append(names, reference)
	}
	return append(names, results.Again(reference)), skipped
}

// withoutCells says of each technique that is available and has no cells why that is so, and counts the others.
func (s Selection) withoutCells(entries []*techniques.Entry, cells []results.Cell, modes []workload.Mode, levels []string, reference string) (skipped []string, measured int) {
	here := machine.Detect()
	startUp := len(modes) == 1 && modes[0].Mode == mode.Init
	for _, e := range entries {
		ofEntry := func(c results.Cell) bool { return c.Technique == e.Name }
		atAny := func(level string) bool { return atLevel(results.Cell{Technique: e.Name}, level, reference) }
		switch {
		case Unavailable(e, levels, here) != nil: // already among the skipped
		case !slices.ContainsFunc(cells, ofEntry):
			why := fmt.Sprintf("it answers in %s only", answersIn(e))
			if startUp {
				why = "nothing of it is built"
			}
			if len(s.Techniques) > 0 || !startUp {
				skipped = append(skipped, fmt.Sprintf("%s is not measured: %s", e.Name, why))
			}
		case len(s.Techniques) > 0 && len(levels) > 0 && !slices.ContainsFunc(levels, atAny):
			for _, level := range levels {
				skipped = append(skipped, fmt.Sprintf("%s is not measured: %v", e.Name, notAt(e, level)))
			}
		default:
			measured++
		}
	}
	return skipped, measured
}

// notAt returns why builds for a level do not have a technique.
func notAt(e *techniques.Entry, level string) error {
	if b, err := cprogram.ParseBuild(level); err == nil {
		return b.WhyNot(units(), e)
	}
	if e.OnlyC {
		return errOnlyC
	}
	return fmt.Errorf("build %s has only what needs GOEXPERIMENT=%s, and what that is compared with", level, experiment(level))
}

// answersIn lists the modes in which a technique answers: "modes throughput, latency".
func answersIn(e *techniques.Entry) string {
	has := slices.DeleteFunc(slices.Clone(workload.All), func(m workload.Mode) bool {
		return !slices.ContainsFunc(board.Pieces[:], func(p board.Piece) bool { return e.Has(m.Mode, p) })
	})
	if len(has) == 1 {
		return "mode " + workload.Names(has)
	}
	return "modes " + workload.Names(has)
}

var errOnlyC = errors.New("its lookups are in C: it needs a build in C (one of --builds, such as c-gcc)")

// Unavailable returns why a technique is not to be measured on a machine in builds for some levels, or nil.
func Unavailable(e *techniques.Entry, levels []string, here machine.Fingerprint) error {
	for _, feature := range e.Needs {
		if !here.Has(feature) {
			return fmt.Errorf("no %s", feature)
		}
	}
	if e.OnlyC && !slices.ContainsFunc(levels, cprogram.IsBuild) {
		return errOnlyC
	}
	if e.Experiment == "" || len(levels) == 0 {
		return e.Available()
	}
	// What this program says of itself does not count, for it is not what is measured.
	if !slices.ContainsFunc(levels, func(level string) bool { return experiment(level) == e.Experiment }) {
		return fmt.Errorf("it needs a build with GOEXPERIMENT=%s (one of --builds)", e.Experiment)
	}
	return nil
}

// needs reports whether a technique of the catalogue is about a feature.
func needs(technique, feature string) bool {
	e, err := techniques.Find(technique)
	return err == nil && slices.Contains(e[0].Needs, feature)
}

// atLevel reports whether a cell is measured in the builds for a level. A build with an experiment is for what needs it, and
// holds for comparison what its family has for the same features, the reference and the bounds.
func atLevel(c results.Cell, level, reference string) bool {
	if cprogram.IsBuild(level) {
		return inC(c, level, reference)
	}
	needed := strings.TrimSuffix(experiment(level), results.NoChecks)
	if c.Technique == reference || c.Technique == results.Again(reference) || results.IsControl(c.Technique) {
		return true
	}
	e, err := techniques.Find(c.Technique)
	switch {
	case err != nil:
		return needed == ""
	case e[0].OnlyC:
		return false
	case e[0].Experiment != "" || needed == "":
		return e[0].Experiment == needed
	}
	return len(e[0].Needs) > 0 && slices.ContainsFunc(techniques.Catalogue(), func(other *techniques.Entry) bool {
		return other.Experiment == needed && other.Family == e[0].Family
	})
}

// inC reports whether a build in C has a cell.
func inC(c results.Cell, level, reference string) bool {
	b, err := cprogram.ParseBuild(level)
	if c.Technique == results.Again(reference) {
		c.Technique = reference
	}
	return err == nil && b.Measures(units(), c)
}

// units are what the source tree here has in C.
var units = sync.OnceValue(func() []cprogram.Unit {
	root, err := SourceTree(".")
	if err != nil {
		return nil // building says what is wrong
	}
	all, _ := cprogram.Units(root)
	return all
})

// compares reports whether a cell is among the few by which a level is compared with others.
func (r Run) compares(c results.Cell, level string) bool {
	m, err := workload.Of(c)
	if err != nil || c.Piece != board.Queen {
		return false
	}
	if level == r.firstInC() && m.ComparesLanguages == c.Corpus {
		return true
	}
	return m.ComparesLevels || m.ComparesExperiments && experiment(level) != ""
}

// firstInC returns the first of the levels that is a build in C, "" for none.
func (r Run) firstInC() string {
	return append(slices.DeleteFunc(slices.Clone(r.Levels), func(level string) bool { return !cprogram.IsBuild(level) }), "")[0]
}

// corpora returns the corpora that a mode is measured on: those of its kind that are asked for, or its defaults.
func (s Selection) corpora(m workload.Mode) []string {
	asked := slices.DeleteFunc(slices.Clone(s.Corpora), func(name string) bool { return !m.Takes(name) })
	switch {
	case len(asked) > 0:
		return asked
	case s.All:
		return m.Corpora
	}
	return m.Corpora[:m.Defaults]
}

// Distinct returns an error if a value is there twice: measured twice in a round, it would look like two rounds.
func Distinct(what string, values []string) error {
	for i, v := range values {
		if slices.Contains(values[:i], v) {
			return fmt.Errorf("%s %q is named twice", what, v)
		}
	}
	return nil
}

func pieceNames(pieces []board.Piece) (names []string) {
	for _, p := range pieces {
		names = append(names, p.String())
	}
	return names
}
