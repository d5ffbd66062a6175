package run

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/harness/build"
	"github.com/slidebench/slidebench/internal/harness/corpus"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/language"
	"github.com/slidebench/slidebench/internal/harness/machine"
	"github.com/slidebench/slidebench/internal/harness/workload"
	"github.com/slidebench/slidebench/internal/techniques"
	"github.com/slidebench/slidebench/internal/techniques/mode"
)

// Setup is all that the processes of a run have to agree on.
type Setup struct {
	Reference string        `json:"reference"`       // measured twice in every round
	Questions int           `json:"questions"`       // per corpus
	Seed      uint64        `json:"seed"`            // of the corpora, and of the order of cells
	Time      time.Duration `json:"time"`            // for which a cell is measured in a round, at least
	CPU       int           `json:"cpu"`             // that timed code is pinned to
	Moves     bool          `json:"moves,omitempty"` // the run may move to a quieter CPU, as no flag names a CPU
	Round     int           `json:"round,omitempty"` // from 1; chooses the seed of searches
	Stack     int           `json:"stack,omitempty"` // by how many words the stack of timed code begins further down: 0 to Stacks-1
	// Without has features that the processor has and that are hidden from code which chooses by feature; machine.Hide must know them.
	Without []string `json:"without,omitempty"`
	// Files are the paths of files of positions that corpora are named after.
	Files []string `json:"files,omitempty"`
	// Program is the path of a program in another language for the process to drive; "": the process times its own loops.
	Program  string `json:"program,omitempty"`
	Language string `json:"language,omitempty"`
	// Guests are those that the program in another language has: a measuring process knows them by this alone. No record has them.
	Guests []techniques.Guest `json:"guests,omitempty"`
}

// Check returns an error if no cell can be measured so.
func (s Setup) Check() error {
	switch {
	case s.Questions < 1 || s.Questions > 1<<24:
		return fmt.Errorf("%d questions (want 1 to %d)", s.Questions, 1<<24)
	case s.Time <= 0:
		return fmt.Errorf("a time of %v for a cell (want more than 0)", s.Time)
	}
	return nil
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

// Empty reports whether nothing is selected but by default.
func (s Selection) Empty() bool {
	return len(s.Techniques)+len(s.Pieces)+len(s.Modes)+len(s.Corpora) == 0
}

// Main returns the selection with the defaults of --build main: queens, in the modes that advice is measured by, with those of an engine if there is one.
func (s Selection) Main(engine bool) Selection {
	if len(s.Modes) == 0 {
		for _, m := range workload.All {
			if m.Main && (engine || !m.OfEngine()) {
				s.Modes = append(s.Modes, string(m.Mode))
			}
		}
		if len(s.Pieces) == 0 {
			s.Pieces = []string{board.Queen.String()}
		}
	}
	return s
}

// Cells returns the cells that a selection measures in some builds, with the controls and the second measurement of the reference, and says why named
// techniques are left out. Every part of a cell comes from the catalogue, in its order.
func (s Selection) Cells(reference string, builds []build.Build) (cells []grid.Cell, skipped []string, err error) {
	entries, err := s.entries(reference)
	if err != nil {
		return nil, nil, err
	}
	pieces, modes, err := s.questions()
	if err != nil {
		return nil, nil, err
	}
	if len(builds) == 0 {
		if modes, err = s.withoutEngine(modes); err != nil {
			return nil, nil, err
		}
	}
	here := machine.Detect()
	if own := here.GOAMD64; len(builds) == 0 && own != "" && !slices.Contains(here.Levels(), own) {
		return nil, nil, fmt.Errorf("this program is built for GOAMD64=%s, which needs what is hidden (want a build for %s, or --build)",
			own, strings.Join(here.Levels(), " or "))
	}
	rows, skipped := available(entries, reference, builds, here)
	for _, row := range rows {
		for _, m := range modes {
			for _, p := range pieces {
				if len(s.Pieces) == 0 && !s.All && m.Pieces != nil && !slices.Contains(m.Pieces, p) {
					continue // by default the mode measures other pieces
				}
				for _, c := range s.corpora(m) {
					cell := row
					cell.Piece, cell.Mode, cell.Corpus = p, m.Mode, c
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
	if len(s.Techniques) > 0 {
		without, measured := withoutCells(entries, cells, modes, builds, reference)
		if skipped = append(skipped, without...); measured == 0 {
			return nil, nil, fmt.Errorf("nothing to measure: %s", strings.Join(skipped, "; "))
		}
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
func (s Selection) questions() (pieces []board.Piece, modes []workload.Spec, err error) {
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
		if _, err := corpus.Digest(name, 1, 0); err != nil { // there is no corpus of this name: the digest, of a single question, is not used
			return nil, nil, err
		}
		takes := func(m workload.Spec) bool { return m.Takes(name) }
		if !slices.ContainsFunc(modes, takes) {
			takers := slices.DeleteFunc(slices.Clone(workload.All), func(m workload.Spec) bool { return !takes(m) })
			return nil, nil, fmt.Errorf("corpus %s is for mode %s, and mode %s is measured", name, workload.Names(takers), workload.Names(modes))
		}
	}
	for _, list := range []struct {
		noun   string
		values []string
	}{{"piece", s.Pieces}, {"mode", s.Modes}, {"corpus", s.Corpora}} {
		if err := Distinct(list.noun, list.values); err != nil {
			return nil, nil, err
		}
	}
	return pieces, modes, nil
}

// withoutEngine leaves out modes of the engine, which only builds bind to techniques. To ask for one of them by name is an error.
func (s Selection) withoutEngine(modes []workload.Spec) ([]workload.Spec, error) {
	for _, name := range s.Modes {
		if mode.Mode(name).OfEngine() {
			return nil, fmt.Errorf("mode %s needs builds that bind the engine to techniques (want --build, such as --build all)", name)
		}
	}
	return slices.DeleteFunc(modes, func(m workload.Spec) bool { return m.OfEngine() }), nil
}

// available returns the techniques that can be measured, as cells that have only a technique so far, with controls and both measurements of the reference, and why others cannot.
func available(entries []*techniques.Entry, reference string, builds []build.Build, here machine.Fingerprint) (rows []grid.Cell, skipped []string) {
	for _, e := range slices.Concat(entries, techniques.Controls()) {
		if why := Unavailable(e, builds, here); why != nil {
			skipped = append(skipped, fmt.Sprintf("%s is not measured: %v", e.Name, why))
			continue
		}
		rows = append(rows, grid.Cell{Technique: e.Name})
	}
	first, again := grid.Cell{Technique: reference}, grid.Cell{Technique: reference, AA: true}
	if !slices.Contains(rows, first) {
		rows = append(rows, first)
	}
	return append(rows, again), skipped
}

// withoutCells says why named techniques that are available have no cells, and counts the others.
func withoutCells(entries []*techniques.Entry, cells []grid.Cell, modes []workload.Spec, builds []build.Build, reference string) (skipped []string, measured int) {
	here := machine.Detect()
	for _, e := range entries {
		why := func(b build.Build) error { return lacks(b, grid.Cell{Technique: e.Name}, reference) }
		switch {
		case Unavailable(e, builds, here) != nil: // already among the skipped
		case !slices.ContainsFunc(cells, func(c grid.Cell) bool { return c.Technique == e.Name }):
			reason := fmt.Sprintf("it answers in %s only", answersIn(e))
			if len(modes) == 1 && modes[0].Mode == mode.Init {
				reason = "nothing of it is built"
			}
			skipped = append(skipped, fmt.Sprintf("%s is not measured: %s", e.Name, reason))
		case len(builds) > 0 && !slices.ContainsFunc(builds, func(b build.Build) bool { return why(b) == nil }):
			for _, b := range builds {
				skipped = append(skipped, fmt.Sprintf("%s is not measured: %v", e.Name, why(b)))
			}
		default:
			measured++
		}
	}
	return skipped, measured
}

// answersIn lists the modes in which a technique answers: "modes throughput, latency". Mode init, of no kind of corpora, asks nothing.
func answersIn(e *techniques.Entry) string {
	has := slices.DeleteFunc(slices.Clone(workload.All), func(m workload.Spec) bool {
		return m.Kind == "" || !slices.ContainsFunc(board.Pieces[:], func(p board.Piece) bool {
			return m.Has(e, grid.Cell{Piece: p, Mode: m.Mode, Corpus: m.Corpora[0]})
		})
	})
	if len(has) == 1 {
		return "mode " + workload.Names(has)
	}
	return "modes " + workload.Names(has)
}

// Unavailable returns why a technique is not to be measured on a machine in some builds, or nil.
func Unavailable(e *techniques.Entry, builds []build.Build, here machine.Fingerprint) error {
	for _, feature := range e.Needs {
		if !here.Has(feature) {
			return fmt.Errorf("no %s", feature)
		}
	}
	if e.Only != "" && language.First(builds, e.Only) == (build.Build{}) {
		return language.OnlyIn(e)
	}
	if e.Experiment == "" || len(builds) == 0 {
		return e.Available()
	}
	// The builds are measured, and not this program, so its own experiments do not count.
	if !slices.ContainsFunc(builds, func(b build.Build) bool { return b.Language == "" && b.Option == e.Experiment }) {
		return language.NeedsExperiment(e)
	}
	return nil
}

// needs reports whether a technique of the catalogue needs a feature.
func needs(technique, feature string) bool {
	e, err := techniques.Find(technique)
	return err == nil && slices.Contains(e[0].Needs, feature)
}

// lacks returns why a build has nothing to measure in a cell, nil if it has.
func lacks(b build.Build, c grid.Cell, reference string) error {
	return language.Of(b).Lacks(b, c, reference)
}

// Measurable returns the cells in which a build has something to measure.
func Measurable(cells []grid.Cell, b build.Build, reference string) []grid.Cell {
	return slices.DeleteFunc(slices.Clone(cells), func(c grid.Cell) bool { return lacks(b, c, reference) != nil })
}

// compares reports whether a cell is among the few by which a build is compared with others, all with queens: single lookups; in Go with an option also other main modes of
// lookups; and in the first build of another language each mode's corpus for comparing languages.
func (r Run) compares(c grid.Cell, b build.Build) bool {
	m, err := workload.Of(c)
	if err != nil || c.Piece != board.Queen {
		return false
	}
	if b.Language != "" && b == language.First(r.Builds, b.Language) && m.ComparesLanguages == c.Corpus {
		return true
	}
	return m.Basic || m.Main && !m.OfEngine() && b.Language == "" && b.Option != ""
}

// corpora returns a mode's corpora: the selected corpora that the mode takes, or its defaults if it takes none.
func (s Selection) corpora(m workload.Spec) []string {
	asked := slices.DeleteFunc(slices.Clone(s.Corpora), func(name string) bool { return !m.Takes(name) })
	switch {
	case len(asked) > 0:
		return asked
	case s.All:
		return m.Corpora
	}
	return m.Corpora[:m.Defaults]
}

// Distinct returns an error if a value is there twice, which would be measured twice in a round and look like two rounds. The noun says what the values are.
func Distinct(noun string, values []string) error {
	for i, v := range values {
		if slices.Contains(values[:i], v) {
			return fmt.Errorf("%s %q is named twice", noun, v)
		}
	}
	return nil
}

// pieceNames returns the names of pieces.
func pieceNames(pieces []board.Piece) (names []string) {
	for _, p := range pieces {
		names = append(names, p.String())
	}
	return names
}
