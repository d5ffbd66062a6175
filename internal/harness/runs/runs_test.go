package runs_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/harness/digest"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/harness/results/resultstest"
	"github.com/slidebench/slidebench/internal/harness/runs"
)

// measured returns a run of a day in January. The digests of its code are invented: all are "a", but for the parts that changed on that day.
func measured(t *testing.T, day int, r resultstest.Run, changed ...string) *results.File {
	t.Helper()
	r.Machine, r.Levels, r.Engine, r.Seed = "m", []string{"v3"}, true, uint64(day)
	if r.Rounds == 0 {
		r.Rounds = 6
	}
	if r.Techniques == nil {
		r.Techniques = []string{"fancymagic", "fancymagic-again", "magic", "pext", "classical", "sherwin", "fixedshift", "persquare", "noop", "load", "walk"}
	}
	f, err := results.Parse(strings.NewReader(r.String()), fmt.Sprintf("results/m/%d.txt", day))
	if err != nil {
		t.Fatal(err)
	}
	f.Started, f.Toolchain, f.Commit = fmt.Sprintf("2026-01-%02dT00:00:00Z", day), "go1.26.8", fmt.Sprintf("%012d", day)
	f.Digests = digest.Parts{}
	for _, part := range []string{"go fancymagic", "go magic", "go pext", "go classical", "go asked by search", "go asked by perft", "go asked by throughput", "go asked by latency"} {
		f.Digests[part] = "a"
	}
	for name := range resultstest.Facts() {
		f.Digests["go "+name] = "a"
	}
	for _, part := range changed {
		f.Digests[part] = fmt.Sprint(day)
	}
	return f
}

// cell returns a technique's series for queens in a mode, with corpus random16 or the engine's games.
func cell(t *testing.T, f *results.File, technique, mode string) *results.Series {
	t.Helper()
	for i := range f.Tables {
		if u := &f.Tables[i]; string(u.Mode) == mode && u.Piece.String() == "queen" && (u.Corpus == "random16" || strings.HasPrefix(u.Corpus, "games")) {
			return u.Find(technique)
		}
	}
	t.Fatalf("no table of %s", mode)
	return nil
}

// combined returns the result of runs of one machine.
func combined(t *testing.T, files ...*results.File) *results.File {
	t.Helper()
	list, err := runs.Combine(files)
	if err != nil || len(list) != 1 {
		t.Fatal(len(list), err)
	}
	return list[0]
}

// count returns the number of runs from which a series has values.
func count(f *results.File, s *results.Series) (n int) {
	first := 0
	for _, run := range f.Runs {
		end := first + len(run.Tables[0].Series[0].Values)
		if slices.ContainsFunc(s.Values[first:end], func(v float64) bool { return !math.IsNaN(v) }) {
			n++
		}
		first = end
	}
	return n
}

// A cell has the values of all runs of the newest code: on day 3, magic and the engine's search have changed.
func TestCombine(t *testing.T) {
	one, two, three := measured(t, 1, resultstest.Run{}), measured(t, 2, resultstest.Run{Rounds: 8}), measured(t, 3, resultstest.Run{}, "go magic", "go asked by search")
	all := combined(t, three, one, two)
	if all.Started != three.Started || all.Name != three.Name || len(all.Runs) != 3 || all.Runs[0] != one {
		t.Errorf("the newest run is %s, of %d", all.Started, len(all.Runs))
	}
	for _, c := range []struct {
		technique, mode string
		runs            int
	}{{"fancymagic", "throughput", 3}, {"magic", "throughput", 1}, {"fancymagic", "search", 1}, {"fancymagic", "perft", 3}, {"magic", "perft", 1}} {
		s := cell(t, all, c.technique, c.mode)
		if got := count(all, s); got != c.runs {
			t.Errorf("%s in %s has %d runs (want %d)", c.technique, c.mode, got, c.runs)
		}
		if all.Of(s) != three {
			t.Errorf("%s in %s is of %s", c.technique, c.mode, all.Of(s).Name)
		}
		if c.mode != "search" && s.Runs == nil {
			t.Errorf("%s in %s has no interval for the next run", c.technique, c.mode)
		}
	}
	// An interval for the next run may be narrower than one of eight rounds, but not by far.
	s, alone := cell(t, all, "fancymagic", "throughput"), cell(t, two, "fancymagic", "throughput")
	if !s.Time().Finite() || s.Time().Arm() < alone.Time().Arm()/4 || !s.Over(cell(t, all, "pext", "throughput")).Finite() {
		t.Errorf("of three runs: %v, of one: %v", s.Time(), alone.Time())
	}
	// Only the newest run measured this search: it keeps its own interval, unless other modes of the engine say how far runs lie apart.
	if s := cell(t, all, "fancymagic", "search"); s.Runs == nil != (s.Time() == cell(t, three, "fancymagic", "search").Time()) {
		t.Errorf("search: %v, of the newest: %v", s.Time(), cell(t, three, "fancymagic", "search").Time())
	}
	if again := combined(t, one, two, three); again.Tables[0].Series[0].Time() != all.Tables[0].Series[0].Time() {
		t.Error("the order of the files matters")
	}
	if f := combined(t, one); f != one {
		t.Error("one run is no longer itself")
	}
}

// Runs are not joined for cells with changed code, compiler or questions.
func TestCombineRefuses(t *testing.T) {
	for name, spoil := range map[string]func(f *results.File){
		"another toolchain":    func(f *results.File) { f.Toolchain = "go1.27" },
		"unknown code":         func(f *results.File) { f.Digests = nil },
		"other questions":      func(f *results.File) { f.Corpora = map[string]string{"random16": "x"} },
		"other compiler flags": func(f *results.File) { f.Compilers = map[string]string{"v3": "x"} },
		"a dirty tree":         func(f *results.File) { f.Commit, f.Dirty, f.Digests = "000000000002", true, nil }, // of the same commit
		"tables of other size": func(f *results.File) {
			for i := range f.Tables {
				for k := range f.Tables[i].Series {
					f.Tables[i].Series[k].TableBytes++
				}
			}
		},
		"too few rounds": func(f *results.File) {
			for i := range f.Tables {
				for k := range f.Tables[i].Series {
					f.Tables[i].Series[k].Values[0] = math.NaN()
				}
			}
		},
	} {
		one, two := measured(t, 1, resultstest.Run{}), measured(t, 2, resultstest.Run{})
		spoil(one)
		all := combined(t, one, two)
		// Where only the questions of random16 differ, loops of other corpora say how far runs lie apart.
		if s := cell(t, all, "fancymagic", "throughput"); count(all, s) != 1 || name != "other questions" && (s.Runs != nil || s.Time() != cell(t, two, "fancymagic", "throughput").Time()) {
			t.Errorf("%s: %d runs, %v", name, count(all, s), s.Time())
		}
	}
	one, two := measured(t, 1, resultstest.Run{}), measured(t, 2, resultstest.Run{})
	one.Digests, two.Digests, two.Commit = nil, nil, one.Commit
	if all := combined(t, one, two); count(all, cell(t, all, "fancymagic", "throughput")) != 2 {
		t.Error("two runs of one commit do not count together")
	}
	two.Started = one.Started
	if _, err := runs.Combine([]*results.File{one, two}); err == nil || !strings.Contains(err.Error(), "are the same run") {
		t.Errorf("a run twice: %v", err)
	}
	other := measured(t, 3, resultstest.Run{})
	for i := range other.Tables {
		other.Tables[i].Machine = "n"
	}
	list, err := runs.Combine([]*results.File{other, one})
	if err != nil || len(list) != 2 || list[0] != other || list[1] != one {
		t.Errorf("two machines are %d results, %v", len(list), err)
	}
}

// The result keeps cells of older runs, and takes an older run's values if the newest run has too few rounds.
func TestCombineLacking(t *testing.T) {
	one := measured(t, 1, resultstest.Run{})
	two := measured(t, 2, resultstest.Run{Techniques: []string{"fancymagic", "fancymagic-again", "magic", "noop", "load", "walk", "classical"}})
	s := cell(t, two, "magic", "throughput")
	for i := range s.Values[1:] { // all but the last
		s.Values[i] = math.NaN()
	}
	all := combined(t, one, two)
	if pext := cell(t, all, "pext", "throughput"); pext == nil || all.Of(pext) != one {
		t.Error("pext, which the newest run lacks, has gone or is of another run")
	}
	if magic := cell(t, all, "magic", "throughput"); all.Of(magic) != one || count(all, magic) != 1 || !magic.Time().Finite() {
		t.Errorf("a cell with too few rounds is of %s", all.Of(magic).Name)
	}
	// If the code has changed, the newest run's few rounds count, and rows that it lacks are older, whether or not its record has the technique's digest.
	one.Digests["go asked by throughput"] = "before"
	delete(two.Digests, "go sherwin")
	all = combined(t, one, two)
	for name, older := range map[string]bool{"magic": false, "classical": false, "pext": true, "sherwin": true} {
		if s := cell(t, all, name, "throughput"); s.Older != older || s.Ranked() == older || (all.Of(s) == one) != older {
			t.Errorf("%s is of %s, older: %v (want %v)", name, all.Of(s).Name, s.Older, older)
		}
		if s := cell(t, all, name, "perft"); s.Older {
			t.Errorf("%s in perft, of the same code, is older", name)
		}
	}
}

// Cover finds a run like the others within their intervals, and a run that takes half as long again outside.
func TestCover(t *testing.T) {
	slow := map[string]float64{}
	for name := range resultstest.Facts() {
		slow[name] = 1.5
	}
	delete(slow, "noop") // one row is as fast as before
	for name, last := range map[string]resultstest.Run{"alike": {}, "slower": {Cost: slow}} {
		files := []*results.File{measured(t, 1, resultstest.Run{}), measured(t, 2, resultstest.Run{}), measured(t, 3, last)}
		cover, err := runs.Cover(files)
		if err != nil || cover.RunsLeftOut != 3 || len(cover.Machines) != 1 {
			t.Fatalf("%+v, %v", cover, err)
		}
		// The slower run, a third of the cells, lies in no interval of the two others, which lie in wide ones.
		share := cover.Next[runs.SmallLoops]
		if part := float64(share.In) / float64(share.Of); share.Of == 0 || name == "alike" && part < 0.9 || name == "slower" && part > 0.8 {
			t.Errorf("%s: %d of %d", name, share.In, share.Of)
		}
	}
}
