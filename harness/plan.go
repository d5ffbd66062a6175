package harness

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/harness/machine"
	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/techniques"
	"github.com/slidebench/slidebench/techniques/mode"
)

// Where mode init has its factors from; it stands in place of a corpus.
const (
	stored   = "stored"
	searched = "searched"
)

// Setup is all that the processes of a run have to agree on.
type Setup struct {
	Reference string        `json:"reference"`       // measured twice in every round
	Questions int           `json:"questions"`       // per corpus
	Seed      uint64        `json:"seed"`            // of the corpora, and of the order of cells
	Time      time.Duration `json:"time"`            // that a cell is measured for in a round, at least
	CPU       int           `json:"cpu"`             // that what is timed is pinned to
	Round     int           `json:"round,omitempty"` // from 1; chooses the seed of searches
	// Without are features that the processor has and that are hidden from what chooses by feature; machine.Hide must have been told.
	Without []string `json:"without,omitempty"`
}

// Selection is the part of all cells that is measured. Empty lists stand for the default: all techniques that are
// available, the usual modes, all pieces but in mode incremental only queens, and of each mode the default corpora.
type Selection struct {
	Techniques, Pieces, Modes, Corpora []string
	// All has empty lists stand for everything: all modes, and in each all pieces and the usual corpora.
	All bool
}

// usualModes are measured unless others are asked for. Those left out ask for what one that is measured asks for as well, once
// more as dependent lookups or as pairs.
func usualModes() []string {
	return slices.DeleteFunc(modeNames(), func(m string) bool {
		return m == string(mode.BothLatency) || m == string(mode.BatchBoth)
	})
}

// UsualModeNames lists the modes that are measured unless others are asked for.
func UsualModeNames() string { return strings.Join(usualModes(), ", ") }

// Cells returns what a selection measures in builds for some levels, the controls and the second measurement of the reference
// included, and why techniques that it names are left out. Every part of a cell comes from the catalogue, in its order.
func (s Selection) Cells(reference string, levels []string) (cells []results.Cell, skipped []string, err error) {
	entries, err := techniques.Find(s.Techniques...)
	if err == nil {
		err = Distinct("technique", s.Techniques)
	}
	if err != nil {
		return nil, nil, err
	}
	if _, err := techniques.Find(reference); err != nil {
		return nil, nil, fmt.Errorf("reference: %w", err)
	}
	pieces, err := choose("piece", s.Pieces, pieceNames())
	if err != nil {
		return nil, nil, err
	}
	modes, err := choose("mode", s.Modes, modeNames())
	if err != nil {
		return nil, nil, err
	}
	if len(s.Modes) == 0 && !s.All {
		modes = usualModes()
	}
	for _, corpus := range s.Corpora {
		if _, err := digestOf(corpus, Setup{Questions: 1}); err != nil {
			return nil, nil, err
		}
		if !slices.ContainsFunc(modes, func(m string) bool { return takes(m, corpus) }) {
			takers := slices.DeleteFunc(modeNames(), func(m string) bool { return !takes(m, corpus) })
			return nil, nil, fmt.Errorf("corpus %s is for mode %s, and what is measured is mode %s",
				corpus, strings.Join(takers, ", "), strings.Join(modes, ", "))
		}
	}
	if err := Distinct("corpus", s.Corpora); err != nil {
		return nil, nil, err
	}

	var names []string
	here := machine.Detect()
	if own := here.GOAMD64; len(levels) == 0 && own != "" && !slices.Contains(here.Levels(), own) {
		return nil, nil, fmt.Errorf("this program is built for GOAMD64=%s, which needs what is hidden (want a build for %s, or --levels)",
			own, strings.Join(here.Levels(), " or "))
	}
	for _, e := range slices.Concat(entries, techniques.Controls()) {
		if why := unavailable(e, levels, here); why != nil {
			skipped = append(skipped, fmt.Sprintf("%s is not measured: %v", e.Name, why))
			continue
		}
		names = append(names, e.Name)
	}
	if !slices.Contains(names, reference) {
		names = append(names, reference)
	}
	names = append(names, results.Again(reference))

	for _, name := range names {
		for _, m := range modes {
			for _, piece := range pieces {
				p, _ := board.ParsePiece(piece)
				cell := results.Cell{Technique: name, Piece: p, Mode: m}
				if m == string(mode.Incremental) && p != board.Queen && len(s.Pieces) == 0 && !s.All {
					continue
				}
				for _, corpus := range s.corpora(m) {
					cell.Corpus = corpus
					if _, err := resolve(cell, reference); err == nil {
						cells = append(cells, cell)
					}
				}
			}
		}
	}
	if len(cells) == 0 {
		return nil, nil, fmt.Errorf("nothing to measure: mode %s does not go with piece %s",
			strings.Join(modes, ","), strings.Join(pieces, ","))
	}
	measured := 0
	for _, e := range entries {
		cell := func(c results.Cell) bool { return c.Technique == e.Name }
		atAny := func(level string) bool { return atLevel(results.Cell{Technique: e.Name}, level, reference) }
		switch {
		case unavailable(e, levels, here) != nil: // told already
		case !slices.ContainsFunc(cells, cell):
			if len(s.Techniques) > 0 || !slices.Equal(modes, []string{string(mode.Init)}) {
				skipped = append(skipped, fmt.Sprintf("%s is not measured: %s", e.Name, otherwise(e, modes)))
			}
		case len(s.Techniques) > 0 && len(levels) > 0 && !slices.ContainsFunc(levels, atAny):
			skipped = append(skipped, fmt.Sprintf("%s is not measured: builds for %s are for other techniques", e.Name, strings.Join(levels, ", ")))
		default:
			measured++
		}
	}
	if measured == 0 && len(s.Techniques) > 0 {
		return nil, nil, fmt.Errorf("nothing to measure: %s", strings.Join(skipped, "; "))
	}
	return cells, skipped, nil
}

// otherwise returns what a technique has to show in place of what is asked for.
func otherwise(e *techniques.Entry, modes []string) string {
	if slices.Equal(modes, []string{string(mode.Init)}) {
		return "nothing of it is built"
	}
	has := slices.DeleteFunc(modeNames(), func(m string) bool {
		return !slices.ContainsFunc(board.Pieces[:], func(p board.Piece) bool { return e.Has(mode.Mode(m), p) })
	})
	what := "mode"
	if len(has) > 1 {
		what = "modes"
	}
	return fmt.Sprintf("it answers in %s %s only", what, strings.Join(has, ", "))
}

// unavailable returns why a technique is not to be measured on a machine in builds for some levels, or nil.
func unavailable(e *techniques.Entry, levels []string, here machine.Fingerprint) error {
	for _, feature := range e.Needs {
		if !here.Has(feature) {
			return fmt.Errorf("no %s", feature)
		}
	}
	if e.Experiment == "" || len(levels) == 0 {
		return e.Available()
	}
	// What this program says of itself does not count, for it is not what is measured.
	if !slices.ContainsFunc(levels, func(level string) bool { return experiment(level) == e.Experiment }) {
		return fmt.Errorf("it needs a build with GOEXPERIMENT=%s (one of --levels)", e.Experiment)
	}
	return nil
}

// needs reports whether a technique of the catalogue is about a feature.
func needs(technique, feature string) bool {
	return slices.ContainsFunc(techniques.Catalogue(), func(e *techniques.Entry) bool {
		return e.Name == technique && slices.Contains(e.Needs, feature)
	})
}

// atLevel reports whether a cell is measured in the builds for a level. A build with an experiment is for what needs it, and
// holds for comparison what its family has for the same features, the reference and the controls.
func atLevel(c results.Cell, level, reference string) bool {
	needed := experiment(level)
	if c.Technique == reference || c.Technique == results.Again(reference) || results.IsControl(c.Technique) {
		return true
	}
	family := map[string]bool{}
	for _, e := range techniques.Catalogue() {
		if e.Name == c.Technique && e.Experiment != "" {
			return e.Experiment == needed
		}
		if e.Experiment != "" && e.Experiment == needed {
			family[e.Family] = true
		}
	}
	if needed == "" {
		return true
	}
	return slices.ContainsFunc(techniques.Catalogue(), func(e *techniques.Entry) bool {
		return e.Name == c.Technique && family[e.Family] && len(e.Needs) > 0
	})
}

// comparesLevels reports whether a cell is among the few by which a level is compared with others; those with an experiment have
// techniques for pairs of answers.
func comparesLevels(c results.Cell, level string) bool {
	switch mode.Mode(c.Mode) {
	case mode.Throughput, mode.Latency:
		return c.Piece == board.Queen
	case mode.Both:
		return experiment(level) != ""
	}
	return false
}

// takes reports whether a mode asks the questions of corpora like the one with a name.
func takes(m, corpus string) bool {
	switch mode.Mode(m) {
	case mode.Init:
		return false
	case mode.Setwise:
		return kindOf(corpus) == sliders
	case mode.Incremental:
		return kindOf(corpus) == replay
	}
	return kindOf(corpus) == random
}

// corpora returns what a mode is measured on: of the corpora that are asked for those that are of its kind, or its defaults.
func (s Selection) corpora(m string) []string {
	usual, defaults := Corpora, 1
	switch mode.Mode(m) {
	case mode.Init:
		return []string{stored, searched}
	case mode.Setwise:
		usual = SetCorpora
	case mode.Incremental:
		usual, defaults = ReplayCorpora, len(ReplayCorpora)
	}
	asked := slices.DeleteFunc(slices.Clone(s.Corpora), func(corpus string) bool { return !takes(m, corpus) })
	switch {
	case len(asked) > 0:
		return asked
	case s.All:
		return usual
	}
	return usual[:defaults]
}

// choose returns the asked values, or all of them if none is asked for.
func choose(what string, asked, all []string) ([]string, error) {
	if len(asked) == 0 {
		return all, nil
	}
	for _, a := range asked {
		if !slices.Contains(all, a) {
			return nil, fmt.Errorf("unknown %s %q (have: %s)", what, a, strings.Join(all, ", "))
		}
	}
	return asked, Distinct(what, asked)
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

func pieceNames() (names []string) {
	for _, p := range board.Pieces {
		names = append(names, p.String())
	}
	return names
}

// ModeNames lists the modes for people.
func ModeNames() string { return strings.Join(modeNames(), ", ") }

func modeNames() (names []string) {
	for _, m := range mode.All {
		names = append(names, string(m))
	}
	return names
}

// job is what a cell's name stands for. Of the kernels, it has the one for its mode; none in mode init.
type job struct {
	entry  *techniques.Entry
	kernel techniques.Kernel
	batch  techniques.BatchKernel
	sets   techniques.SetKernel
	replay techniques.ReplayKernel
}

// resolve finds a cell in the catalogue. An error means that the cell makes no sense: init tells no pieces apart and is
// listed under the queen, whose tables are all tables; controls that are no techniques have nothing to build.
func resolve(c results.Cell, reference string) (job, error) {
	name := c.Technique
	if name == results.Again(reference) {
		name = reference
	}
	all := slices.Concat(techniques.Catalogue(), techniques.Controls())
	i := slices.IndexFunc(all, func(e *techniques.Entry) bool { return e.Name == name })
	if i < 0 {
		return job{}, fmt.Errorf("no technique %q to measure", name)
	}
	e := all[i]
	if c.Mode == string(mode.Init) {
		builds := c.Piece == board.Queen && (c.Corpus == stored && e.TableBytes(board.Queen) > 0 || c.Corpus == searched && e.HasSearch())
		if !builds || results.IsControl(name) || e.Family == results.Picker { // what picks others builds nothing itself
			return job{}, fmt.Errorf("nothing to measure in %v", c)
		}
		return job{entry: e}, nil
	}
	j := job{entry: e}
	switch m := mode.Mode(c.Mode); m {
	case mode.Setwise:
		j.sets = e.SetKernel(c.Piece)
	case mode.Incremental:
		j.replay = e.ReplayKernel(c.Piece)
	default:
		j.kernel, j.batch = e.Kernel(m, c.Piece), e.BatchKernel(m, c.Piece)
	}
	if j.kernel == nil && j.batch == nil && j.sets == nil && j.replay == nil {
		return job{}, fmt.Errorf("nothing to measure in %v", c)
	}
	return j, nil
}

// once reports whether a cell is visited once in a round, whatever the number of visits, and then for as long as others in all of
// theirs: building takes long, and a search does other work from another seed.
func once(c results.Cell) bool { return c.Mode == string(mode.Init) }
