package run

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/internal/harness/build"
	"github.com/slidebench/slidebench/internal/harness/corpus"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/language"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/harness/source"
	"github.com/slidebench/slidebench/internal/techniques"
	"github.com/slidebench/slidebench/internal/techniques/facts"
)

// Request is what the flags of a command ask for.
type Request struct {
	Selection
	Flags  Run                    // a run with what the flags say: its setup, rounds, budget, cap, and whether it is beside neighbours
	Builds []string               // their spellings, or one of language.Words
	Quick  bool                   // what recommend measures: contenders, within a budget
	Named  func(flag string) bool // whether a flag is given; defaults of others follow from it
}

// FewestRounds is how many rounds a budget chooses at least, but for a quick run, and how many layouts a bundle has. With nine rounds the interval of 95 % leaves out the
// lowest and the highest value; with eight, one disturbed round is in every interval. In two runs on the Zen 5 VM A/A noise was over 2 % in 5
// and 4 of 24 tables after eight rounds, and in none after nine; 98.6 % of all cells agreed within 3 % after nine, and 99.2 % after twelve.
const FewestRounds = 9

// Plan returns the run that is asked for, with its rounds, builds and cells, and says which techniques are not measured, and why.
func (q *Request) Plan(logf func(format string, args ...any)) (r Run, skipped []string, err error) {
	r = q.Flags
	if err := q.rounds(&r); err != nil {
		return r, nil, err
	}
	if err := r.NameFiles(q.Corpora); err != nil {
		return r, nil, err
	}
	if r.Builds, err = q.builds(logf); err != nil {
		return r, nil, err
	}
	s := q.Selection
	if q.Quick || language.IsMain(q.Builds) && !s.All {
		r.Scout = s.Empty()
		s = s.Main(len(r.Builds) > 0)
	}
	if !q.Quick {
		r.Few = FewRounds
	}
	if r.Fewest > 0 && !q.Named("beside") { // a budget, of no quick run, has set Fewest: such a run cannot wait for quiet moments that never come
		disturbed, crowded, err := Crowded(r.Setup)
		if err != nil {
			return r, nil, err
		}
		if r.Beside = crowded; crowded {
			logf("disturbed %.0f %% of the time: hardly any slice would count, so disturbed slices count, too (--beside; --beside=false waits for quiet moments)", 100*disturbed)
		}
	}
	r.Cells, skipped, err = s.Cells(r.Reference, r.Builds)
	if r.Reduced = language.IsWord(q.Builds) && !s.All; r.Reduced {
		r.Builds = language.Outer(r.Builds) // levels between the lowest and the highest add little
	}
	if q.Quick && err == nil {
		r.Cells = slices.DeleteFunc(r.Cells, func(c grid.Cell) bool { return grid.IsControl(c.Technique) })
		err = q.choice(r, skipped)
	}
	return r, skipped, err
}

// rounds plans the rounds of a run by its budget, or checks their number.
func (q *Request) rounds(r *Run) error {
	switch budgeted := q.Named("budget") || q.Quick && !q.Named("rounds"); {
	case budgeted && r.Budget <= 0:
		return fmt.Errorf("a budget of %v (want more than 0)", r.Budget)
	case budgeted && q.Quick:
		r.Rounds = 0
	case budgeted:
		r.Rounds, r.Fewest = 0, FewestRounds
		if !q.Named("cap") {
			r.Cap = 2 * r.Budget // a budget is for a quiet machine
		}
	case r.Rounds < 1 || r.Rounds > results.MaxRounds:
		return fmt.Errorf("%d rounds (want 1 to %d; intervals need 6)", r.Rounds, results.MaxRounds)
	}
	return nil
}

// builds returns the builds that are asked for. A quick run has the highest of Go by default, and none where there is no checkout.
func (q *Request) builds(logf func(format string, args ...any)) ([]build.Build, error) {
	if q.Quick && len(q.Builds) == 0 {
		if _, err := source.Tree("."); err != nil {
			logf("measuring this program as it is, without an engine: %v", err)
			return nil, nil
		}
		return []build.Build{language.Highest(language.Found(""))}, source.CheckBuilding()
	}
	builds, err := ChooseBuilds(q.Builds)
	if q.Quick && err == nil && len(language.In(builds, "")) == 0 {
		return nil, fmt.Errorf("no build in Go among %s, by which recommend tells features apart (want one beside, such as v3,%s)", strings.Join(q.Builds, ","), q.Builds[0])
	}
	if err == nil && language.IsWord(q.Builds) {
		for _, missing := range language.Missing(q.Builds[0]) {
			logf("%s", missing)
		}
	}
	return builds, err
}

// ChooseBuilds returns the builds that are asked for. They need a source tree, and a folder for programs.
func ChooseBuilds(spellings []string) (builds []build.Build, err error) {
	if builds, err = language.Choose(spellings); err == nil && len(builds) > 0 {
		if _, err = source.Tree("."); err == nil {
			err = source.CheckBuilding()
		}
	}
	return builds, err
}

// choice returns an error if none of the measured techniques can be recommended.
func (q *Request) choice(r Run, skipped []string) error {
	known := techniques.Facts()
	for _, c := range r.Cells {
		if q.Eligible(c.Technique) && known[c.Technique].Family != facts.Picker {
			return nil
		}
	}
	return fmt.Errorf("nothing to choose from: %s", cmp.Or(strings.Join(skipped, "; "), "the named techniques only pick others"))
}

// Eligible reports whether a technique may be recommended: a named one, or any if none is named. The reference is measured in either case.
func (q *Request) Eligible(technique string) bool {
	return len(q.Techniques) == 0 || slices.Contains(q.Techniques, technique)
}

// NameFiles replaces file:PATH among the names of corpora by the names of the files' corpora, and puts the paths into the setup.
func (s *Setup) NameFiles(corpora []string) error {
	for i, name := range corpora {
		path, isFile := strings.CutPrefix(name, corpus.FilePrefix)
		if !isFile {
			continue
		}
		path, err := filepath.Abs(path)
		if err != nil {
			return err
		}
		corpora[i] = corpus.FileName(path)
		s.Files = append(s.Files, path)
	}
	return s.LoadFiles()
}
