package harness

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/harness/machine"
	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/techniques"
	"github.com/slidebench/slidebench/techniques/mode"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

// The test binary is its own measuring process.
func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == MeasureCommand {
		if err := Measure(os.Stdin, os.Stdout); err != nil {
			os.Stderr.WriteString(err.Error() + "\n")
			os.Exit(2)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func TestCorpusDensity(t *testing.T) {
	const n = 20_000
	for _, c := range []struct {
		name   string
		pieces float64
	}{{"random0", 0}, {"random1", 1}, {"random4", 4}, {"random16", 16}, {"random21", 21}, {"random32", 32}, {"random63", 63}, {"random64", 64}} {
		q, err := NewCorpus(c.name, n, 1)
		if err != nil {
			t.Fatal(err)
		}
		var pieces int
		var squares [64]int
		for i, occ := range q.Occs {
			pieces += bits.OnesCount64(occ)
			squares[q.Squares[i]]++
		}
		if mean := float64(pieces) / n; mean < c.pieces-0.15 || mean > c.pieces+0.15 {
			t.Errorf("%s: %.3f pieces on average", c.name, mean)
		}
		if least := slices.Min(squares[:]); least < n/64/2 {
			t.Errorf("%s: a square was drawn %d times only", c.name, least)
		}
	}
}

func TestCorpusIsDetermined(t *testing.T) {
	digest := func(name string, n int, seed uint64) string {
		q, err := NewCorpus(name, n, seed)
		if err != nil {
			t.Fatal(err)
		}
		return Digest(q)
	}
	first := digest("random16", 1000, 1)
	if first != digest("random16", 1000, 1) {
		t.Error("the same corpus twice has two digests")
	}
	for _, other := range []string{digest("random4", 1000, 1), digest("random16", 1001, 1), digest("random16", 1000, 2)} {
		if other == first {
			t.Error("two corpora have one digest")
		}
	}
	// Published results name this digest: a generator that changes must be noticed.
	if want := "e65893a43b11bae3"; digest("random16", 1<<16, 1) != want {
		t.Errorf("the default corpus has digest %s, want %s", digest("random16", 1<<16, 1), want)
	}
}

// So are the digests of sets and replays.
func TestSetsAndReplaysAreDetermined(t *testing.T) {
	seen := map[string]string{}
	for _, c := range []struct {
		name string
		Setup
		want string
	}{
		{"sliders2", Setup{Questions: 1 << 16, Seed: 1}, "625a62809cca6d1c"},
		{"sliders2", Setup{Questions: 1000, Seed: 1}, ""},
		{"sliders2", Setup{Questions: 1000, Seed: 2}, ""},
		{"sliders4", Setup{Questions: 1000, Seed: 1}, ""},
		{"replay4", Setup{Questions: 1 << 16, Seed: 1}, "f834d9748e1b5ba8"},
		{"replay4", Setup{Questions: 1000, Seed: 1}, ""},
		{"replay4", Setup{Questions: 1000, Seed: 2}, ""},
		{"replay16", Setup{Questions: 1000, Seed: 1}, ""},
	} {
		what := fmt.Sprint(c.name, " ", c.Questions, " ", c.Seed)
		got, err := digestOf(c.name, c.Setup)
		if again, _ := digestOf(c.name, c.Setup); err != nil || got != again {
			t.Errorf("%s: digests %s and %s, %v", what, got, again, err)
		}
		if c.want != "" && got != c.want {
			t.Errorf("%s: digest %s, want %s", what, got, c.want)
		}
		if other := seen[got]; other != "" {
			t.Errorf("%s and %s have one digest", what, other)
		}
		seen[got] = what
	}
}

func TestSets(t *testing.T) {
	const n = 7000
	q, err := NewSets("sliders3", n, 1)
	if err != nil {
		t.Fatal(err)
	}
	var pieces int
	var counts [65]int // how many sets there are of so many sliders
	var squares [64]int
	for i, occ := range q.Occs {
		sliders := q.Sliders[i]
		if sliders&^occ != 0 {
			t.Fatalf("set %d: sliders %#x under %#x", i, sliders, occ)
		}
		counts[bits.OnesCount64(sliders)]++
		pieces += bits.OnesCount64(occ)
		for sq := range board.Squares(sliders) {
			squares[sq]++
		}
	}
	for count, got := range counts {
		if want := n / 7; count <= 6 && (got < want-150 || got > want+150) || count > 6 && got != 0 {
			t.Errorf("%d sets of %d sliders: %v", got, count, counts)
		}
	}
	if least, most := slices.Min(squares[:]), slices.Max(squares[:]); least < 3*n/64-100 || most > 3*n/64+100 {
		t.Errorf("a slider stood on a square %d to %d times, want about %d", least, most, 3*n/64)
	}
	if mean, want := float64(pieces)/n, 3+61*16.0/64; mean < want-0.2 || mean > want+0.2 {
		t.Errorf("%.2f pieces on average, want %.2f", mean, want)
	}
	if q, _ := NewSets("sliders32", n, 1); bits.OnesCount64(slices.MaxFunc(q.Sliders, func(a, b uint64) int {
		return bits.OnesCount64(a) - bits.OnesCount64(b)
	})) != 64 {
		t.Error("sliders32: no set of all squares")
	}
}

// A replay is one of moves: each takes one piece off its square and puts it on an empty one, or captures; all are unmade in their
// order, so that it can be played again. They are the same for all numbers of lookups.
func TestReplay(t *testing.T) {
	first, err := NewReplay("replay1", 1<<16, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ lookups, n, changes int }{{1, 1 << 16, 4096}, {16, 1 << 16, 4096}, {64, 1 << 16, 4096}, {8, 1000, 62}, {64, 10, 2}, {1, 1, 2}} {
		name := fmt.Sprint(replay, c.lookups)
		r, err := NewReplay(name, c.n, 1)
		if err != nil {
			t.Fatal(err)
		}
		if r.Lookups != c.lookups || len(r.Changes) != c.changes || len(r.Squares) != c.changes*c.lookups {
			t.Errorf("%s, %d questions: %d changes, %d lookups after each, %d in all", name, c.n, len(r.Changes), r.Lookups, len(r.Squares))
		}
		if c.changes == len(first.Changes) && !slices.Equal(r.Changes, first.Changes) {
			t.Errorf("%s: the moves are not those of replay1", name)
		}
		occ := r.Occ
		var made []techniques.Change
		var moves, captures int
		var pieces [65]int
		for i, change := range r.Changes {
			if change.Off&^occ != 0 || change.On&occ != 0 {
				t.Fatalf("%s, change %d: %+v under %#x", name, i, change, occ)
			}
			occ ^= change.Off | change.On
			pieces[bits.OnesCount64(occ)]++
			if last := len(made) - 1; last >= 0 && change == (techniques.Change{Off: made[last].On, On: made[last].Off}) {
				made = made[:last]
				continue
			}
			if bits.OnesCount64(change.Off) != 1 || bits.OnesCount64(change.On) > 1 {
				t.Fatalf("%s, change %d: %+v is no move", name, i, change)
			}
			moves++
			if change.On == 0 {
				captures++
			}
			made = append(made, change)
		}
		if len(made) != 0 || occ != r.Occ || moves != c.changes/2 {
			t.Errorf("%s: %d moves, %d of them not unmade, occupancy %#x in the end", name, moves, len(made), occ)
		}
		if c.changes < len(first.Changes) {
			continue
		}
		// What NewReplay's comment says.
		if captures < moves*36/100 || captures > moves*44/100 {
			t.Errorf("%s: %d captures in %d moves", name, captures, moves)
		}
		if slices.Contains(pieces[12:33], 0) || slices.Max(pieces[33:]) > 0 || slices.Max(pieces[:10]) > 0 {
			t.Errorf("%s: boards by their number of pieces: %v", name, pieces)
		}
	}
}

func TestCorpusKinds(t *testing.T) {
	for _, bad := range []string{"sliders", "sliders0", "sliders33", "sliders02", "replay0", "replay1025", "replay-4", "set2", "", "random65"} {
		if _, err := digestOf(bad, Setup{Questions: 1}); err == nil || !strings.HasPrefix(err.Error(), "unknown corpus ") {
			t.Errorf("%q: got %v", bad, err)
		}
	}
	for _, c := range []struct {
		asked []string
		all   bool
		mode  mode.Mode
		want  []string
	}{
		{nil, false, mode.Throughput, []string{"random16"}},
		{nil, false, mode.Setwise, []string{"sliders2"}},
		{nil, false, mode.Incremental, []string{"replay1", "replay4", "replay16", "replay64"}},
		{nil, true, mode.Setwise, SetCorpora},
		{nil, true, mode.Batch, Corpora},
		{[]string{"random4", "replay2"}, false, mode.Latency, []string{"random4"}},
		{[]string{"random4", "replay2"}, true, mode.Incremental, []string{"replay2"}},
		{[]string{"random4", "replay2"}, false, mode.Setwise, []string{"sliders2"}},
		{[]string{"random4"}, true, mode.Init, []string{"stored", "searched"}},
	} {
		if got := (Selection{Corpora: c.asked, All: c.all}).corpora(string(c.mode)); !slices.Equal(got, c.want) {
			t.Errorf("asked for %v, all is %v, mode %s: got %v, want %v", c.asked, c.all, c.mode, got, c.want)
		}
	}
}

func TestCorpusNames(t *testing.T) {
	for _, bad := range []string{"", "random", "random65", "random-1", "random016", "games", "random16 "} {
		if _, err := NewCorpus(bad, 1, 1); err == nil {
			t.Errorf("%q: no error", bad)
		}
	}
	if _, err := NewCorpus("random16", 0, 1); err == nil {
		t.Error("no questions: no error")
	}
}

// faulty is a technique that is wrong on exactly one board per square.
type faulty struct{ *techniques.Entry }

const faultyBoard = 0x0000001818000000

func (f faulty) Bishop(sq int, occ uint64) uint64 {
	if sq == 36 && occ&board.Lines(board.Bishop, 36) == faultyBoard&board.Lines(board.Bishop, 36) {
		return 0
	}
	return f.Entry.Bishop(sq, occ)
}

func TestVerifyNamesTheWrongTechnique(t *testing.T) {
	techniquestest.Slow(t)
	all, err := techniques.Find("magic", "pext")
	if err != nil {
		t.Fatal(err)
	}
	last, total := 0, 0
	count := func(done, of int) { last, total = done, of }
	if err := Verify(Candidates(all), 1, count); err != nil {
		t.Fatal(err)
	}
	if last != total || total != 129 {
		t.Errorf("progress ends at %d of %d, want 129 of 129", last, total)
	}

	err = Verify(append(Candidates(all), Candidate{Name: "faulty", Technique: faulty{all[0]}}), 1, count)
	var wrong *Wrong
	if !errors.As(err, &wrong) || wrong.Technique != "faulty" || wrong.Piece != board.Bishop || wrong.Square != 36 {
		t.Fatalf("got %v, want the bishop on e5 of faulty", err)
	}
	for _, part := range []string{"technique faulty: bishop on e5", "occupancy", "wanted", "got", ". . . x . x . ."} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("error lacks %q:\n%v", part, err)
		}
	}
}

// sly is right wherever the conformance suite looks, to show that techniques are compared with each other as well.
type sly struct {
	*techniques.Entry
	lie *bool
}

func (s sly) Rook(sq int, occ uint64) uint64 {
	if *s.lie && sq == 10 {
		return 1
	}
	return s.Entry.Rook(sq, occ)
}

func TestCrossCheckFindsWhoIsWrong(t *testing.T) {
	all, _ := techniques.Find("magic", "pext")
	lie := true
	liar := Candidate{Name: "sly", Technique: sly{all[0], &lie}}
	for _, candidates := range [][]Candidate{{Candidates(all)[0], liar}, {liar, Candidates(all)[1]}} {
		var wrong *Wrong
		if err := crossCheck(candidates, 1); !errors.As(err, &wrong) || wrong.Technique != "sly" {
			t.Errorf("got %v, want sly's mistake", err)
		}
	}
}

// What a kernel returns is compared with the walk's answers before it is timed.
func TestWrongAnswersAreNotTimed(t *testing.T) {
	cell := results.Cell{Technique: "magic", Piece: board.Rook, Mode: "throughput", Corpus: "random16"}
	j, err := resolve(cell, "fancymagic")
	if err != nil {
		t.Fatal(err)
	}
	q, _ := NewCorpus("random16", 512, 1)
	x := newExam(q)
	if _, err := x.check(j.entry, cell, j.kernel(q)); err != nil {
		t.Fatal(err)
	}
	if _, err := x.check(j.entry, cell, j.kernel(q)^1); err == nil {
		t.Error("a wrong checksum is accepted")
	}
	// A kernel that is wrong in slices alone, which no proof asks for.
	m, sliced := small(t, 512), job{entry: j.entry, kernel: func(q techniques.Questions) uint64 {
		if len(q.Occs) < 512 {
			return j.kernel(q) ^ 1
		}
		return j.kernel(q)
	}}
	w, err := m.prove(sliced, cell)
	if err == nil {
		_, err = m.time(w, request{Cell: cell.String(), Positions: 3})
	}
	wants(t, "in slices", err, "over the whole corpus")
	x = newExam(q)
	x.right[board.Rook][77]++
	if _, err := x.check(j.entry, cell, j.kernel(q)); err == nil {
		t.Error("a wrong answer is accepted")
	}
}

// Pairs of answers are compared one by one: in the checksum a mistake of the rook's and one of the bishop's may cancel.
func TestWrongPairsAreNotTimed(t *testing.T) {
	q, _ := NewCorpus("random16", 512, 1)
	for _, mode := range []string{"both", "bothlatency"} {
		cell := results.Cell{Technique: "dual", Piece: board.Queen, Mode: mode, Corpus: "random16"}
		j, err := resolve(cell, "fancymagic")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := newExam(q).check(j.entry, cell, j.kernel(q)); err != nil {
			t.Fatal(err)
		}
		for _, p := range []board.Piece{board.Rook, board.Bishop} {
			x := newExam(q)
			x.right[p][300]++
			if _, err := x.check(j.entry, cell, j.kernel(q)); err == nil || !strings.Contains(err.Error(), "pairs") {
				t.Errorf("%s, a wrong %v: got %v", mode, p, err)
			}
		}
	}
}

// The answers about each set are compared with the walk's before they are timed, and their checksum after.
func TestWrongSetsAreNotTimed(t *testing.T) {
	m := small(t, 1000)
	cell := results.Cell{Technique: "magic", Piece: board.Bishop, Mode: "setwise", Corpus: "sliders2"}
	right, err := resolve(cell, "fancymagic")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name  string
		fault func(q techniques.Sets, sum uint64) uint64
		want  string
	}{
		{"none", func(_ techniques.Sets, sum uint64) uint64 { return sum }, ""},
		{"two that cancel", func(q techniques.Sets, sum uint64) uint64 {
			if len(q.Occs) == 1 {
				return sum ^ 1
			}
			return sum
		}, "is not the walk's"},
		{"only while it is timed", func(q techniques.Sets, sum uint64) uint64 {
			if len(q.Occs) > 1 {
				return sum ^ 1
			}
			return sum
		}, "over the whole corpus"},
	} {
		m.sets = map[string]*setExam{}
		faulty := job{entry: right.entry, sets: func(q techniques.Sets) uint64 { return c.fault(q, right.sets(q)) }}
		wants(t, c.name, m.visitJob(faulty, cell), c.want)
	}
}

// The checksums of a replay's parts are compared with the walk's before it is timed, and that of the whole after.
func TestWrongReplaysAreNotTimed(t *testing.T) {
	m := small(t, 4000) // 250 changes
	cell := results.Cell{Technique: "magic", Piece: board.Queen, Mode: "incremental", Corpus: "replay4"}
	right, err := resolve(cell, "fancymagic")
	if err != nil {
		t.Fatal(err)
	}
	x, err := m.replayExam(cell.Corpus)
	if err != nil {
		t.Fatal(err)
	}
	calls, changes := 0, len(x.Changes)
	for _, c := range []struct {
		name  string
		fault func(r techniques.Replay, sum uint64) uint64
		want  string
	}{
		{"none", func(_ techniques.Replay, sum uint64) uint64 { return sum }, ""},
		{"taken back in the end", func(r techniques.Replay, sum uint64) uint64 {
			if len(r.Changes) < changes {
				return sum ^ 1
			}
			return sum
		}, "after change 1,"},
		{"in one change of the first, taken back in the next", func(r techniques.Replay, sum uint64) uint64 {
			if len(r.Changes) == 77 {
				return sum ^ 1
			}
			return sum
		}, "after change 77,"},
		{"only while it is timed", func(_ techniques.Replay, sum uint64) uint64 {
			if calls++; calls > len(replayParts(changes))+1 {
				return sum ^ 1
			}
			return sum
		}, "over the whole corpus"},
	} {
		m.replays = map[string]*replayExam{}
		faulty := job{entry: right.entry, replay: func(r techniques.Replay) uint64 { return c.fault(r, right.replay(r)) }}
		wants(t, c.name, m.visitJob(faulty, cell), c.want)
	}
}

// small is a measurer of few questions.
func small(t *testing.T, questions int) *measurer {
	m := &measurer{Setup: Setup{Questions: questions, Seed: 1, Time: time.Millisecond, Reference: "fancymagic"}}
	if err := m.prepare(); err != nil {
		t.Fatal(err)
	}
	m.CPU, _ = machine.ChooseCPU()
	return m
}

// The first visit's quickest pass tells how many slices all visits have, so that one pass that was stopped for a while is not it. Work that
// cannot be cut, such as building, is not done again for that.
func TestWarmDoesWhatCanBeCutTwice(t *testing.T) {
	for _, c := range []struct{ units, want int }{{2, 2}, {1, 1}} {
		calls := 0
		w := &work{units: c.units, do: func(int, int) uint64 {
			if calls++; calls == 1 {
				time.Sleep(10 * time.Millisecond)
			}
			return 0
		}}
		if _, err := w.warm(5 * time.Millisecond); err != nil || calls != c.want {
			t.Errorf("%d units: done %d times, %v; want %d", c.units, calls, err, c.want)
		}
	}
}

// visitJob proves and times what a job answers to a cell.
func (m *measurer) visitJob(j job, c results.Cell) error {
	w, err := m.prove(j, c)
	if err == nil {
		_, err = m.time(w, request{Cell: c.String()})
	}
	return err
}

// wants compares an error with a part of what it should say, "" for no error.
func wants(t *testing.T, name string, err error, want string) {
	t.Helper()
	if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
		t.Errorf("fault %s: got %v, want %q", name, err, want)
	}
}

// All answers to batches are compared with the walk's before they are timed, and the last ones after.
func TestWrongBatchesAreNotTimed(t *testing.T) {
	cell := results.Cell{Technique: "magic", Piece: board.Queen, Mode: "batchboth", Corpus: "random16"}
	right, err := resolve(cell, "fancymagic")
	if err != nil {
		t.Fatal(err)
	}
	m := small(t, 2*techniques.BatchSize+100)
	calls := 0
	for _, c := range []struct {
		name  string
		fault func(answers []uint64)
		want  string
	}{
		{"none", func([]uint64) {}, ""},
		{"bishop of the last question", func(a []uint64) {
			if len(a) == 200 {
				a[199]++
			}
		}, "questions 2048 to 2147"},
		{"rook of the first question", func(a []uint64) { a[0]++ }, "questions 0 to 1023"},
		{"only while it is timed", func(a []uint64) {
			if calls++; calls > 3 {
				a[5]++
			}
		}, "questions 2048 to 2147"},
	} {
		faulty := job{entry: right.entry, batch: func(answers []uint64, q techniques.Questions) {
			right.batch(answers, q)
			c.fault(answers)
		}}
		wants(t, c.name, m.visitJob(faulty, cell), c.want)
	}
}

func TestSelectionErrors(t *testing.T) {
	for _, s := range []Selection{
		{Techniques: []string{"magik"}}, {Pieces: []string{"knight"}}, {Modes: []string{"speed"}},
		{Corpora: []string{"chess960"}}, {Modes: []string{"both"}, Pieces: []string{"rook"}},
	} {
		if _, _, err := s.Cells("fancymagic", nil); err == nil {
			t.Errorf("%+v: no error", s)
		}
	}
	if _, _, err := (Selection{}).Cells("magik", nil); err == nil {
		t.Error("unknown reference: no error")
	}
}

func smallRun(t *testing.T) Run {
	t.Helper()
	cells, _, err := Selection{Techniques: []string{"classical", "fancymagic"}, Pieces: []string{"queen"}}.Cells("fancymagic", nil)
	if err != nil {
		t.Fatal(err)
	}
	return Run{
		Setup:  Setup{Reference: "fancymagic", Questions: 256, Seed: 3, Time: 10 * time.Microsecond, CPU: 0},
		Rounds: 2, Cells: cells,
	}
}

// A run that is killed anywhere leaves a file that can be gone on with, and ends as if nothing had been.
func TestKilledRunsResume(t *testing.T) {
	techniquestest.Slow(t)
	run := smallRun(t)
	record, err := NewRecord(run, "test", nil)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	whole := filepath.Join(dir, "whole.txt")
	m, err := Create(whole, record)
	if err != nil {
		t.Fatal(err)
	}
	m.Progress, m.Record.Canary.Any = func(int, int) {}, true // a disturbed machine is no reason to fail
	if err := errors.Join(m.Do(context.Background()), m.Close()); err != nil {
		t.Fatal(err)
	}
	checkWhole(t, whole, run)
	if _, err := Resume(whole); err == nil || !strings.Contains(err.Error(), "complete") {
		t.Errorf("resuming a complete run: %v", err)
	}
	if _, err := Create(whole, record); err == nil {
		t.Error("a raw file is overwritten")
	}

	text, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 1))
	tries := 6
	if testing.Short() {
		tries = 2
	}
	for range tries {
		killed := filepath.Join(dir, "killed.txt")
		if err := os.WriteFile(killed, text[:rng.IntN(len(text))], 0o644); err != nil {
			t.Fatal(err)
		}
		unfinished := m.Record
		unfinished.Finished = ""
		if err := saver(killed)(unfinished); err != nil {
			t.Fatal(err)
		}
		again, err := Resume(killed)
		if err != nil {
			t.Fatal(err)
		}
		last, total := 0, 0
		again.Progress = func(done, of int) { last, total = done, of }
		if err := errors.Join(again.Do(context.Background()), again.Close()); err != nil {
			t.Fatal(err)
		}
		if last != total {
			t.Errorf("progress ends at %d of %d", last, total)
		}
		checkWhole(t, killed, run)
	}
}

func checkWhole(t *testing.T, path string, run Run) {
	t.Helper()
	f, err := results.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, table := range f.Tables {
		for _, s := range table.Series {
			n++
			if len(s.Values) != run.Rounds {
				t.Errorf("%v has %d values, want %d", s.Cell, len(s.Values), run.Rounds)
			}
		}
	}
	if n != len(run.Cells) {
		t.Errorf("%d cells in the file, want %d", n, len(run.Cells))
	}
}

// A run goes on only where it is the same program on the same machine.
func TestResumeRefusesWhatWouldMix(t *testing.T) {
	record, err := NewRecord(smallRun(t), "test", nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := record.resumable(); err != nil {
		t.Fatal(err)
	}
	for says, change := range map[string]func(*Record){
		"complete":         func(r *Record) { r.Finished = now() },
		"another machine":  func(r *Record) { r.Machine.Fingerprint.Model++ },
		"another program":  func(r *Record) { r.Program = "sha256:0" },
		"built with go1.0": func(r *Record) { r.Toolchain = "go1.0" },
		"is measured":      func(r *Record) { r.Commit = "0123456789ab" },
		"dirty tree":       func(r *Record) { r.Run.Levels, r.Dirty = []string{"v1"}, true },
	} {
		r := record
		change(&r)
		if err := r.resumable(); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("got %v, want an error that says %q", err, says)
		}
	}
}

func TestResumeNeedsItsRecord(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.txt")
	if _, err := Resume(path); err == nil {
		t.Error("no file: no error")
	}
	for _, record := range []string{"", "{", `{"run": {"cells": ["nonsense"]}}`} {
		if err := errors.Join(os.WriteFile(path, nil, 0o644), os.WriteFile(RecordPath(path), []byte(record), 0o644)); err != nil {
			t.Fatal(err)
		}
		if _, err := Resume(path); err == nil {
			t.Errorf("record %q: no error", record)
		}
	}
}

func TestMeasureSaysWhatIsWrong(t *testing.T) {
	techniquestest.Slow(t)
	for _, in := range []string{
		"", "not json\n", `{"reference":"fancymagic","questions":8,"time":1000}` + "\nnonsense\n",
		`{"reference":"fancymagic","questions":8,"time":1000}` + "\n{\"cell\":\"nonsense\"}\n",
		`{"reference":"fancymagic","questions":8,"time":1000}` + "\n{\"cell\":\"BenchmarkAttacks/technique=magik/piece=rook/mode=latency/corpus=random4\"}\n",
		`{"reference":"fancymagic","questions":0,"time":1000}` + "\n{\"cell\":\"BenchmarkAttacks/technique=magic/piece=rook/mode=latency/corpus=random4\"}\n",
	} {
		binary, err := os.Executable()
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(binary, MeasureCommand)
		cmd.Stdin = strings.NewReader(in)
		cmd.Env = append(os.Environ(), "GODEBUG=") // where it hides a feature that the runtime does not know, the runtime adds a line
		var said bytes.Buffer
		cmd.Stderr = &said
		if err := cmd.Run(); err == nil || strings.Count(said.String(), "\n") != 1 {
			t.Errorf("%q: %v, says %q; want a failure and one line", in, err, said.String())
		}
	}
}

// A write that fails half-way, as on a full disk, leaves whole lines.
func TestRawFileTakesBackHalfLines(t *testing.T) {
	f, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("no /dev/full here")
	}
	defer f.Close()
	raw := &rawFile{File: f}
	if _, err := raw.Write([]byte("line\n")); err == nil || raw.size != 0 {
		t.Errorf("error %v, size %d: want an error, and nothing written", err, raw.size)
	}
}

// What is timed runs on the one processor of the setup, and a benchmark's body runs on a goroutine of its own.
func TestTimedCodeIsPinned(t *testing.T) {
	allowed, err := machine.AllowedCPUs()
	if err != nil {
		t.Skip(err)
	}
	m := &measurer{Setup: Setup{CPU: allowed[len(allowed)-1]}}
	var within []int
	_, err = m.benchmark(func(b *testing.B) (err error) {
		within, err = machine.AllowedCPUs()
		return err
	})
	if err != nil || len(within) != 1 || within[0] != m.CPU {
		t.Errorf("timed code may run on %v, %v; want CPU %d alone", within, err, m.CPU)
	}
}

func TestNothingIsMeasuredTwice(t *testing.T) {
	for _, s := range []Selection{
		{Techniques: []string{"magic", "magic"}}, {Pieces: []string{"rook", "rook"}},
		{Modes: []string{"latency", "latency"}}, {Corpora: []string{"random4", "random4"}},
	} {
		if _, _, err := s.Cells("fancymagic", nil); err == nil || !strings.Contains(err.Error(), "twice") {
			t.Errorf("%+v: %v", s, err)
		}
	}
}

func TestCreateKeepsWhatIsThere(t *testing.T) {
	dir := t.TempDir()
	if _, err := Create(filepath.Join(dir, "x.json"), Record{}); err == nil {
		t.Error("a raw file under its record's name: no error")
	}
	record := filepath.Join(dir, "y.json")
	if err := os.WriteFile(record, []byte("mine"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Create(filepath.Join(dir, "y.txt"), Record{}); err == nil {
		t.Error("another file under the record's name: no error")
	}
	if text, _ := os.ReadFile(record); string(text) != "mine" {
		t.Errorf("it holds %q now", text)
	}
}

// What may lower the frequency comes after everything else, in whatever order.
func TestWideCellsComeLast(t *testing.T) {
	cells := []results.Cell{{Technique: "gather"}, {Technique: "magic"}, {Technique: "obstructionavx512"}, {Technique: "obstructionavx2"}, {Technique: "noop"}}
	for _, c := range []struct{ order, want []int }{
		{[]int{0, 1, 2, 3, 4}, []int{1, 3, 4, 0, 2}},
		{[]int{4, 2, 3, 0, 1}, []int{4, 3, 1, 2, 0}},
	} {
		if got := wideLast(cells, c.order); !slices.Equal(got, c.want) {
			t.Errorf("%v: got %v, want %v", c.order, got, c.want)
		}
	}
	if got := wideLast(cells[1:2], []int{0}); len(got) != 1 {
		t.Errorf("nothing wide: got %v", got)
	}
}

// A build with an experiment is filed under a level of its own, and measures what needs it, its family, and yardsticks.
func TestExperimentsAreLevels(t *testing.T) {
	for _, c := range []struct{ level, experiment, want string }{
		{"v3", "", "v3"}, {"v3", "simd", "v3+simd"}, {"v4", "simd,greenteagc", "v4+simd+greenteagc"}, {"", "", ""}, {"", "simd", ""},
	} {
		if got := ownLevel(machine.Fingerprint{GOAMD64: c.level, GOEXPERIMENT: c.experiment}); got != c.want {
			t.Errorf("GOAMD64=%s GOEXPERIMENT=%s: level %q, want %q", c.level, c.experiment, got, c.want)
		}
	}
	run := Run{Setup: Setup{Reference: "fancymagic"}}
	for _, name := range []string{"magic", "pext", "dual", "dualsimd", "fancymagic", "fancymagic-again", "noop", "picked"} {
		run.Cells = append(run.Cells, results.Cell{Technique: name, Piece: board.Queen, Mode: "both", Corpus: "random16"})
	}
	for level, want := range map[string]string{
		"":        "magic pext dual fancymagic fancymagic-again noop picked",
		"v3":      "magic pext dual fancymagic fancymagic-again noop picked",
		"v3+simd": "dual dualsimd fancymagic fancymagic-again noop picked",
	} {
		var got []string
		for _, c := range run.CellsAt(level) {
			got = append(got, c.Technique)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("level %q: got %v, want %s", level, got, want)
		}
	}
}

// What the Go runtime says of GODEBUG settings that it does not know is not why a process failed.
func TestLastLine(t *testing.T) {
	for said, want := range map[string]string{
		"GODEBUG: unknown cpu feature \"x\"\nslidebench: no such thing\n": "no such thing",
		"slidebench: a\n": "a",
		"":                "",
	} {
		if got := lastLine(said); got != want {
			t.Errorf("%q: got %q, want %q", said, got, want)
		}
	}
}
