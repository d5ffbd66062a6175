package workload

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/harness/corpus"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/techniques"
	"github.com/slidebench/slidebench/internal/techniques/mode"
)

func TestAllModesHaveFiles(t *testing.T) {
	if len(All) != len(mode.All) {
		t.Errorf("%d modes, package mode lists %d", len(All), len(mode.All))
	}
	for _, m := range All {
		if m.has == nil || m.prepare == nil || m.Defaults < 1 || m.Defaults > len(m.Corpora) {
			t.Errorf("mode %s: %+v", m.Mode, m)
		}
		for _, name := range m.Corpora {
			if m.Kind != "" && !m.Takes(name) {
				t.Errorf("mode %s does not take its own corpus %s", m.Mode, name)
			}
		}
	}
	if _, err := Find("speed"); err == nil || !strings.Contains(err.Error(), `unknown mode "speed" (have: throughput, latency,`) {
		t.Errorf("unknown mode: %v", err)
	}
}

// small returns corpora of few questions.
func small(questions int) *Corpora { return &Corpora{Questions: questions, Seed: 1} }

func entry(t *testing.T, c grid.Cell) *techniques.Entry {
	t.Helper()
	e, err := Resolve(c, "fancymagic")
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// proved runs a proved workload like a visit, in three slices, and compares the checksum.
func proved(w *Workload, err error) error {
	if err != nil {
		return err
	}
	for range 2 {
		var sum uint64
		for p := range 3 {
			sum ^= w.Do(p*w.Units/3, (p+1)*w.Units/3)
		}
		if err := w.CheckSum(sum); err != nil {
			return err
		}
	}
	if w.After != nil {
		return w.After()
	}
	return nil
}

// wants checks that an error contains a text, or for "" that there is no error.
func wants(t *testing.T, name string, err error, want string) {
	t.Helper()
	if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
		t.Errorf("fault %s: got %v, want %q", name, err, want)
	}
}

// A kernel's checksum and all answers are compared with the walk's before it is timed, and the checksum of its slices after.
func TestWrongAnswersAreNotTimed(t *testing.T) {
	cell := grid.Cell{Technique: "magic", Piece: board.Rook, Mode: "throughput", Corpus: "random16"}
	e := entry(t, cell)
	for _, c := range []struct {
		name  string
		fault func(x *lookupCorpus, n int) uint64
		want  string
	}{
		{"none", func(*lookupCorpus, int) uint64 { return 0 }, ""},
		{"checksum", func(*lookupCorpus, int) uint64 { return 1 }, "the walk's is"},
		{"in slices alone", func(x *lookupCorpus, n int) uint64 {
			if n < len(x.All.Occs) {
				return 1
			}
			return 0
		}, "over the whole corpus"},
		{"an answer", func(x *lookupCorpus, _ int) uint64 {
			x.right[board.Rook][77]++
			return 0
		}, "not all the walk's"},
	} {
		x, err := small(512).questions("random16", board.Queen)
		if err != nil {
			t.Fatal(err)
		}
		loop := Go(e).Kernel(mode.Throughput, board.Rook, x.Corpus)
		w, err := x.prove(Go(e), cell, func(i, j int) uint64 { return loop(i, j) ^ c.fault(x, j-i) })
		wants(t, c.name, proved(w, err), c.want)
	}
}

// Pairs of answers are compared one by one: in the checksum a mistake of the rook's and one of the bishop's may cancel.
func TestWrongPairsAreNotTimed(t *testing.T) {
	for _, m := range []mode.Mode{mode.Both, mode.BothLatency} {
		cell := grid.Cell{Technique: "dual", Piece: board.Queen, Mode: m, Corpus: "random16"}
		e := entry(t, cell)
		x, _ := small(512).questions("random16", board.Queen)
		w, err := x.prove(Go(e), cell, Go(e).Kernel(m, board.Queen, x.Corpus))
		wants(t, "none", proved(w, err), "")
		for _, p := range []board.Piece{board.Rook, board.Bishop} {
			x, _ := small(512).questions("random16", board.Queen)
			x.right[p][300]++
			_, err := x.prove(Go(e), cell, Go(e).Kernel(m, board.Queen, x.Corpus))
			wants(t, p.String()+" in "+string(m), err, "pairs")
		}
	}
}

// The answers about each set are compared with the walk's before they are timed, and their checksum after.
func TestWrongSetsAreNotTimed(t *testing.T) {
	cell := grid.Cell{Technique: "magic", Piece: board.Bishop, Mode: "setwise", Corpus: "sliders2"}
	code := Go(entry(t, cell))
	for _, c := range []struct {
		name         string
		timed, asked uint64
		want         string
	}{{"none", 0, 0, ""}, {"two that cancel", 0, 1, "is not the walk's"}, {"only while it is timed", 1, 0, "over the whole corpus"}} {
		x, err := small(1000).setsOf("sliders2")
		if err != nil {
			t.Fatal(err)
		}
		loop := code.SetKernel(board.Bishop, x.Corpus)
		w, err := x.prove(cell, func(i, j int) uint64 { return loop(i, j) ^ c.timed }, func(q techniques.Sets) []uint64 {
			unions := code.Unions(board.Bishop, q)
			unions[100], unions[200] = unions[100]^c.asked, unions[200]^c.asked
			return unions
		})
		wants(t, c.name, proved(w, err), c.want)
	}
}

// The checksums of a replay's parts are compared with the walk's before it is timed, and that of the whole after.
func TestWrongReplaysAreNotTimed(t *testing.T) {
	cell := grid.Cell{Technique: "magic", Piece: board.Queen, Mode: "incremental", Corpus: "replay4"}
	code := Go(entry(t, cell))
	for _, c := range []struct {
		name  string
		wrong func(x *replayCorpus, timed bool, n int) bool
		want  string
	}{
		{"none", func(*replayCorpus, bool, int) bool { return false }, ""},
		{"taken back in the end", func(x *replayCorpus, _ bool, n int) bool { return n < len(x.All.Changes) }, "after change 1,"},
		{"in one change of the first, taken back in the next", func(_ *replayCorpus, _ bool, n int) bool { return n == 77 }, "after change 77,"},
		{"only while it is timed", func(_ *replayCorpus, timed bool, _ int) bool { return timed }, "over the whole corpus"},
	} {
		x, err := small(4000).replay("replay4") // 250 changes
		if err != nil {
			t.Fatal(err)
		}
		faulty := func(loop Loop, timed bool) Loop {
			return func(i, j int) uint64 {
				sum := loop(i, j)
				if c.wrong(x, timed, j-i) {
					sum ^= 1
				}
				return sum
			}
		}
		w, err := x.prove(cell, faulty(code.ReplayKernel(board.Queen, x.Corpus), true), faulty(code.ReplayKernel(board.Queen, x.few), false))
		wants(t, c.name, proved(w, err), c.want)
	}
}

// All answers to batches are compared with the walk's before they are timed, and the last ones after.
func TestWrongBatchesAreNotTimed(t *testing.T) {
	cell := grid.Cell{Technique: "magic", Piece: board.Queen, Mode: "batchboth", Corpus: "random16"}
	right := entry(t, cell).BatchKernel(mode.BatchBoth, board.Queen)
	for _, c := range []struct {
		name  string
		fault func(answers []uint64, calls int)
		want  string
	}{
		{"none", func([]uint64, int) {}, ""},
		{"bishop of the last question", func(a []uint64, _ int) {
			if len(a) == 200 {
				a[199]++
			}
		}, "questions 2048 to 2147"},
		{"rook of the first question", func(a []uint64, _ int) { a[0]++ }, "questions 0 to 1023"},
		{"only while it is timed", func(a []uint64, calls int) {
			if calls > 3 {
				a[5]++
			}
		}, "questions 2048 to 2147"},
	} {
		x, err := small(2*techniques.BatchSize+100).questions("random16", board.Queen)
		if err != nil {
			t.Fatal(err)
		}
		calls := 0
		w, err := x.proveBatches(cell, inBatches(func(answers []uint64, q techniques.Questions) {
			right(answers, q)
			calls++
			c.fault(answers, calls)
		}, x.All))
		wants(t, c.name, proved(w, err), c.want)
	}
}

// Only techniques with tables are built. The corpus of old raw files whose factors were searched is measured no more.
func TestBuilding(t *testing.T) {
	for _, c := range []struct {
		technique, corpus string
		want              bool
	}{{"magic", stored, true}, {"magic", "searched", false}, {"classical", stored, false}, {"best", stored, false}} {
		_, err := Resolve(grid.Cell{Technique: c.technique, Piece: board.Queen, Mode: "init", Corpus: c.corpus}, "fancymagic")
		if (err == nil) != c.want {
			t.Errorf("%s, %s: %v", c.technique, c.corpus, err)
		}
	}
	cell := grid.Cell{Technique: "magic", Piece: board.Queen, Mode: "init", Corpus: stored}
	w, err := small(1).Prove(Go(entry(t, cell)), cell)
	if err != nil || w.Units != 1 || w.Answers != 0 || w.Do(0, 1) != 0 || w.After() != nil {
		t.Errorf("building: %+v, %v", w, err)
	}
}

// failing is a technique whose Build waits, and fails.
type failing struct{ Code }

const wait = 20 * time.Millisecond

func (failing) Build() error {
	time.Sleep(wait)
	return errors.New("two answers in a slot")
}
func (failing) Spent() float64 { return 0 }

// An error while work is timed is returned after it. That tables wait for other threads counts.
func TestFailedBuildingIsTold(t *testing.T) {
	w, err := prepareBuilding(nil, failing{}, grid.Cell{})
	if err != nil || w.Do(0, 1) != 0 || w.After() == nil || w.After().Error() != "two answers in a slot" {
		t.Errorf("%v, %v", err, w.After())
	}
	if took := time.Duration(w.Spent()); took < wait {
		t.Errorf("%v of %v", took, wait)
	}
}

// Every mode refuses corpora of another kind, with the names that there are.
func TestUnknownCorpora(t *testing.T) {
	for _, m := range All {
		if m.Kind == "" {
			continue
		}
		for _, e := range techniques.Catalogue() {
			c := grid.Cell{Technique: e.Name, Piece: board.Queen, Mode: m.Mode, Corpus: "chess"}
			if !m.Has(e, c) {
				continue
			}
			if _, err := small(8).Prove(Go(e), c); err == nil || !strings.Contains(err.Error(), `unknown corpus "chess"`) {
				t.Errorf("%v: %v", c, err)
			}
			break
		}
	}
	if !slices.Equal(corpus.Usual, []string{"random16", "random4", "random32"}) {
		t.Error("raw files compare by the digest of the usual corpora: they must not change")
	}
}
