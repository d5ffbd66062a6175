package run

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/harness/build"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/machine"
	"github.com/slidebench/slidebench/internal/harness/measure"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/harness/stats"
	"github.com/slidebench/slidebench/internal/techniques/mode"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// rehearsal is a run for which it does not matter how disturbed the machine is: every slice counts as clean while cells are visited, and when the lines of a segment
// are written, none of its slices does if the test spoils the segment.
type rehearsal struct {
	*Measurement
	path   string
	logged []string
	done   int // as Progress says
}

// unclean makes a judge call every slice unclean, or every slice clean again.
func unclean(j *measure.Judge, all bool) {
	*j = measure.Judge{Turns: j.Turns, Clocks: j.Clocks, Known: j.Known, Any: !all} // without the limit that it has computed
	if all {
		j.Turns = measure.Histogram{1: 1 << 30} // no core has turns of a thousandth of a cycle
	}
}

// rehearse makes a rehearsal of a run that goes into the file at path. spoils chooses the segments without clean slices.
func rehearse(t *testing.T, m *Measurement, path string, spoils func(Segment) bool) *rehearsal {
	t.Helper()
	r := &rehearsal{Measurement: m, path: path}
	unclean(&m.Record.Canary, false)
	save := m.Save
	m.Save = func(record Record) error { // after a segment's visits, before its lines
		if last := len(record.Segments) - 1; last >= 0 && record.Finished == "" { // after the last save no lines follow
			unclean(&m.Record.Canary, spoils(record.Segments[last]))
		}
		return save(record)
	}
	m.Raw = afterwards{m.Raw, func() { unclean(&m.Record.Canary, false) }}
	m.Progress = func(done, total int, _ time.Duration) { r.done = done }
	m.Logf = func(format string, args ...any) { r.logged = append(r.logged, fmt.Sprintf(format, args...)) }
	return r
}

// afterwards is a writer that calls a function after every write.
type afterwards struct {
	io.Writer
	call func()
}

// Write writes text and calls the function.
func (w afterwards) Write(text []byte) (int, error) {
	defer w.call()
	return w.Writer.Write(text)
}

// smallRun returns a run of two rounds of two techniques with queens, measured by this program with few questions.
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

// fewCells returns a run of two rounds of three cells: the reference's two rows and another technique, in throughput.
func fewCells(t *testing.T) Run {
	run := smallRun(t)
	run.Cells = slices.DeleteFunc(run.Cells, func(c grid.Cell) bool {
		return c.Mode != "throughput" || grid.IsControl(c.Technique)
	})
	if len(run.Cells) != 3 {
		t.Fatalf("cells %v, want three", run.Cells)
	}
	return run
}

// do measures to the end, and closes the file.
func (r *rehearsal) do(t *testing.T) {
	t.Helper()
	if err := errors.Join(r.Do(t.Context()), r.Close()); err != nil {
		t.Fatal(err)
	}
}

// create begins the raw file of a run.
func create(t *testing.T, run Run) (*Measurement, string) {
	t.Helper()
	record, err := NewRecord(run, "test", nil)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "raw.txt")
	m, err := Create(path, record)
	if err != nil {
		t.Fatal(err)
	}
	return m, path
}

// lines returns how many benchmark lines follow each line about a round, in the order of the file.
func lines(t *testing.T, path string) (counts []string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range strings.Split(string(text), results.RoundLine)[1:] {
		line, rest, _ := strings.Cut(part, "\n")
		round, clock, _ := strings.Cut(line, " at ")
		if !strings.HasSuffix(clock, " GHz") {
			t.Errorf("round %q without a clock", line)
		}
		counts = append(counts, fmt.Sprintf("%s: %d", round, strings.Count(rest, "BenchmarkAttacks/")))
	}
	return counts
}

// checkWhole checks that a raw file has a value of each cell in each round.
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
			if len(s.Values) != run.Rounds || s.Measured() != run.Rounds {
				t.Errorf("%v has the values %v, want %d", s.Cell, s.Values, run.Rounds)
			}
		}
	}
	if n != len(run.Cells) {
		t.Errorf("%d cells in the file, want %d", n, len(run.Cells))
	}
}

// segments returns the rounds of a record's segments, with "again" for those that measure missing values.
func segments(r Record) (all []string) {
	for _, s := range r.Segments {
		text := fmt.Sprint(s.Round)
		if s.Retry {
			text += " again"
		}
		all = append(all, text)
	}
	return all
}

// A cell without a clean slice in a round has no line there, and is measured again when all rounds are done, under its own round.
func TestUncleanCellsAreMeasuredAgain(t *testing.T) {
	tiertest.Slow(t)
	run := fewCells(t)
	m, path := create(t, run)
	r := rehearse(t, m, path, func(s Segment) bool { return s.Round == 1 && !s.Retry })
	r.do(t)
	n := len(run.Cells)
	if got, want := lines(t, path), []string{"1: 0", fmt.Sprintf("2: %d", n), fmt.Sprintf("1: %d", n)}; !slices.Equal(got, want) {
		t.Errorf("lines by round %q, want %q", got, want)
	}
	if got, want := segments(m.Record), []string{"1", "2", "1 again"}; !slices.Equal(got, want) {
		t.Errorf("segments %q, want %q", got, want)
	}
	if len(m.Record.Missing) > 0 || slices.ContainsFunc(r.logged, func(s string) bool { return strings.Contains(s, "missing") }) {
		t.Errorf("missing: %q; logged %q", m.Record.Missing, r.logged)
	}
	checkWhole(t, path, run)
}

// If there is no clean slice then, either, the missing values are logged, and the record lists them. A run that is killed before its end measures them when it is resumed.
func TestMissingValuesAreRecorded(t *testing.T) {
	tiertest.Slow(t)
	run := fewCells(t)
	m, path := create(t, run)
	r := rehearse(t, m, path, func(s Segment) bool { return s.Round == 2 })
	r.do(t)
	n := len(run.Cells)
	if got, want := lines(t, path), []string{fmt.Sprintf("1: %d", n), "2: 0", "2: 0"}; !slices.Equal(got, want) {
		t.Errorf("lines by round %q, want %q", got, want)
	}
	var record Record
	if err := readRecord(results.RecordPath(path), &record); err != nil {
		t.Fatal(err)
	}
	if len(record.Missing) != n || record.Finished == "" {
		t.Errorf("record: finished %q, missing %q; want all %d cells of round 2", record.Finished, record.Missing, n)
	}
	own := ownBuild(record.Machine.Fingerprint)
	for _, c := range run.Cells {
		if want := fmt.Sprintf("round 2 %v %v", own, c); !slices.Contains(record.Missing, want) {
			t.Errorf("record lacks %q", want)
		}
	}
	if !slices.ContainsFunc(r.logged, func(s string) bool {
		return strings.HasPrefix(s, fmt.Sprintf("%d of %d values are missing", n, 2*n)) && strings.Contains(s, "in round 2")
	}) {
		t.Errorf("logged %q", r.logged)
	}
	f, err := results.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	if values := f.Tables[0].Series[0].Values; f.Missing != "" || len(values) != 1 { // the file has no line of round 2, and so does not miss it
		t.Errorf("missing %q, values %v; want those of round 1", f.Missing, values)
	}

	// As if it had been killed before its end.
	record.Finished = ""
	if err := saver(path)(record); err != nil {
		t.Fatal(err)
	}
	again, err := Resume(path)
	if err != nil {
		t.Fatal(err)
	}
	resumed := rehearse(t, again, path, func(Segment) bool { return false })
	resumed.do(t)
	if resumed.done != 2*n {
		t.Errorf("progress ends at %d of %d", resumed.done, 2*n)
	}
	checkWhole(t, path, run)
	if err := readRecord(results.RecordPath(path), &record); err != nil || len(again.Record.Missing) > 0 {
		t.Errorf("%v, missing after the run was resumed: %q", err, again.Record.Missing)
	}
}

// After the time of its cap a run waits for nothing, measures nothing again, ends, and says so. With so few values it is an error, and not finished.
func TestCap(t *testing.T) {
	tiertest.Slow(t)
	run := fewCells(t)
	run.Cap = 1 // nanosecond: over from the start
	m, path := create(t, run)
	r := rehearse(t, m, path, func(Segment) bool { return true })
	err := errors.Join(r.Do(t.Context()), r.Close())
	if err == nil || !strings.HasPrefix(err.Error(), "6 of 6 values are missing") || strings.Contains(err.Error(), "\n") || m.Record.Finished != "" {
		t.Errorf("%v, finished %q", err, m.Record.Finished)
	}
	if got, want := segments(m.Record), []string{"1", "2"}; !slices.Equal(got, want) {
		t.Errorf("segments %q, want %q", got, want)
	}
	if got, want := lines(t, path), []string{"1: 0", "2: 0"}; !slices.Equal(got, want) {
		t.Errorf("lines by round %q, want %q", got, want)
	}
	if len(m.Record.Missing) != 2*len(run.Cells) {
		t.Errorf("%d missing, want all of both rounds", len(m.Record.Missing))
	}
	if last := len(r.logged) - 1; last < 0 || r.logged[last] != "waiting for clean slices ended after 1ns (--cap)" {
		t.Errorf("logged %q", r.logged)
	}
}

// Rounds after the first are expected to take longer than it, and a budget that is too small has the fewest rounds all the same.
func TestAffordableRounds(t *testing.T) {
	for _, c := range []struct {
		budget, first  time.Duration
		fewest, rounds int // rounds: budget / (first * laterRounds), or fewest
	}{
		{time.Second, time.Hour, 0, stats.MinRounds}, {time.Second, time.Hour, 12, 12},
		{100 * time.Second, 10 * time.Second, 0, 8}, {100 * time.Second, 10 * time.Second, 12, 12}, {1000 * time.Second, 10 * time.Second, 12, 83},
	} {
		if got := (Run{Budget: c.budget, Fewest: c.fewest}).affordable(c.first); got != c.rounds {
			t.Errorf("%+v: %d rounds", c, got)
		}
	}
}

// A budget chooses the rounds after the first one: at least stats.MinRounds, and as many more as there is time for.
func TestBudget(t *testing.T) {
	tiertest.Long(t)
	run := fewCells(t)
	run.Rounds, run.Budget = 0, 1 // counts as a second, too short for seven rounds like the first
	m, path := create(t, run)
	r := rehearse(t, m, path, func(s Segment) bool {
		if s.Round == 1 { // makes the first round long
			time.Sleep(200 * time.Millisecond)
		}
		return false
	})
	r.do(t)
	if m.Record.Run.Rounds != stats.MinRounds || len(lines(t, path)) != stats.MinRounds || r.done != len(run.Cells)*stats.MinRounds {
		t.Errorf("%d rounds, lines %v, progress %d; want %d rounds", m.Record.Run.Rounds, lines(t, path), r.done, stats.MinRounds)
	}

	// Stopped in the second round, it knows how many there are to be.
	run.Budget = 1000 * time.Hour
	m, path = create(t, run)
	ctx, stop := context.WithCancel(t.Context())
	rehearse(t, m, path, func(s Segment) bool { // called when the segment's visits are done
		if s.Round == 1 {
			stop()
		}
		return false
	})
	if err := m.Do(ctx); err == nil {
		t.Fatal("goes on after its context ended")
	}
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	var record Record
	if err := readRecord(results.RecordPath(path), &record); err != nil || record.Run.Rounds <= stats.MinRounds {
		t.Errorf("%v, %d rounds for %v", err, record.Run.Rounds, run.Budget)
	}

	// Killed between its first round and the choice, the first round takes no time when the run is resumed.
	record.Run.Rounds, record.Run.Budget = 0, 24*time.Hour
	if err := saver(path)(record); err != nil {
		t.Fatal(err)
	}
	again, err := Resume(path)
	if err != nil {
		t.Fatal(err)
	}
	rehearse(t, again, path, func(Segment) bool { return false }).do(t)
	if again.Record.Run.Rounds != stats.MinRounds {
		t.Errorf("%d rounds after the run was resumed, want %d", again.Record.Run.Rounds, stats.MinRounds)
	}
}

// A build with an experiment has a name of its own. It measures the techniques that need the experiment, those of their families that
// need features, the reference and controls.
func TestExperimentsAreBuilds(t *testing.T) {
	for _, c := range []struct{ level, experiment, want string }{
		{"v3", "", "v3"}, {"v3", "simd", "v3+simd"}, {"v4", "simd,greenteagc", "v4+simd+greenteagc"}, {"", "", ""}, {"", "simd", ""}, // "" is the level off amd64
	} {
		if got := ownBuild(machine.Fingerprint{GOAMD64: c.level, GOEXPERIMENT: c.experiment}).String(); got != c.want {
			t.Errorf("GOAMD64=%s GOEXPERIMENT=%s: build %q, want %q", c.level, c.experiment, got, c.want)
		}
	}
	run := Run{Setup: Setup{Reference: "fancymagic"}}
	for _, name := range []string{"magic", "pext", "dual", "dualsimd", "fancymagic", "fancymagic-again", "noop"} {
		c := grid.OfRow(name)
		c.Piece, c.Mode, c.Corpus = board.Queen, "both", "random16"
		run.Cells = append(run.Cells, c)
	}
	for spelling, want := range map[string]string{
		"":        "magic pext dual fancymagic fancymagic-again noop",
		"v3":      "magic pext dual fancymagic fancymagic-again noop",
		"v3+simd": "dual dualsimd fancymagic fancymagic-again noop",
	} {
		var got []string
		for _, c := range run.CellsIn(build.Must(spelling)[0]) {
			got = append(got, c.Row())
		}
		if strings.Join(got, " ") != want {
			t.Errorf("build %q: got %v, want %s", spelling, got, want)
		}
	}
}

// A record names the CI service that runs it. A run without a commit is warned of before it measures, with git's reason if there is a tree.
func TestRecordOfAnUnknownProgram(t *testing.T) {
	t.Setenv("GITHUB_ACTIONS", "true")
	t.Setenv("RUNNER_ENVIRONMENT", "github-hosted")
	t.Setenv("GIT_DIR", t.TempDir()) // which is no repository
	for says, builds := range map[string][]build.Build{"built without its commit": nil, "git rev-parse: not a git repository: ": build.Must("v1")} {
		run := smallRun(t)
		run.Builds = builds
		m, _ := create(t, run)
		var logged []string
		m.Record.Canary.Any = true // a disturbed machine is no reason to fail
		m.Logf = func(format string, args ...any) { logged = append(logged, fmt.Sprintf(format, args...)) }
		if err := errors.Join(m.begin(), m.Close()); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(m.Record.Runner, "GitHub") || m.Record.Commit != "" || !strings.Contains(strings.Join(logged, "\n"), says) {
			t.Errorf("runner %q, commit %q, logged %q, want %q", m.Record.Runner, m.Record.Commit, logged, says)
		}
	}
}

// The record has the CPUs of each round. After a visit without a clean slice, a process moves to the CPU that a look finds: here to a CPU that no machine has.
func TestRunsMove(t *testing.T) {
	if !machine.Moves {
		t.Skip("running programs cannot be moved here")
	}
	tiertest.Slow(t)
	allowed, err := machine.AllowedCPUs()
	if err != nil {
		t.Fatal(err)
	}
	const nowhere = 1 << 20
	first, last := allowed[0], allowed[len(allowed)-1]
	for _, moves := range []bool{true, false} {
		run := fewCells(t)
		run.Rounds, run.Cap, run.Moves, run.CPU = 1, 1, moves, last // a cap of 1 ns: nothing is measured again
		m, _ := create(t, run)
		playLook(t, last, first, last, nowhere) // before the run, before its first round, and after two visits
		r := rehearse(t, m, "", func(Segment) bool { return false })
		unclean(&m.Record.Canary, true)
		err := errors.Join(r.Do(t.Context()), r.Close())
		if where := fmt.Sprint("CPU ", nowhere); moves != (err != nil && strings.Contains(err.Error(), where)) {
			t.Errorf("moves is %v: %v", moves, err)
		}
		if !moves && !slices.Equal(m.Record.Segments[0].CPUs, []int{last}) {
			t.Errorf("stays: CPUs %v, want %d", m.Record.Segments[0].CPUs, last)
		}
	}
	// The segment begins on the CPU of the second look, before the round, and moves twice.
	run := fewCells(t)
	run.Rounds, run.Cap, run.Moves = 1, 1, true
	m, _ := create(t, run)
	playLook(t, last, first, last, first)
	r := rehearse(t, m, "", func(Segment) bool { return false })
	unclean(&m.Record.Canary, true)
	err = errors.Join(r.Do(t.Context()), r.Close())   // always an error: no value is clean
	want := slices.Compact([]int{first, last, first}) // a single CPU where only one is allowed
	if len(m.Record.Segments) != 1 || !slices.Equal(m.Record.Segments[0].CPUs, want) {
		t.Errorf("segments %+v, %v; want one on %v", m.Record.Segments, err, want)
	}
}

// In a reduced run, all builds but Go's highest level measure only the cells that compare builds: those below it single lookups, those with an option also pairs and
// batches, and the first build in C each mode's usual corpus; all with queens alone.
func TestCellsIn(t *testing.T) {
	cells, _, err := Selection{Techniques: []string{"magic", "dual"}, All: true}.Cells("fancymagic", build.Must("v1", "v3"))
	if err != nil {
		t.Fatal(err)
	}
	builds := build.Must("v1", "v3", "v3+simd", "v3+nochecks", "c-gcc", "c-clang")
	// The corpus of each mode by which builds in C are compared with Go.
	corpusOf := map[mode.Mode]string{"throughput": "random16", "latency": "random16", "both": "random16", "batch": "random16", "setwise": "sliders2", "incremental": "replay4", "pressure": "crowd16"}
	for _, m := range mode.Engine {
		corpusOf[m] = "games3"
	}
	corpusOf["netsearch"] = "games4"
	for _, m := range mode.Deltas {
		corpusOf[m] = "played"
	}
	for _, b := range builds {
		spelling := b.String()
		run := Run{Setup: Setup{Reference: "fancymagic"}, Builds: builds, Cells: cells}
		whole := run.CellsIn(b) // v3+simd and builds in C lack some techniques
		if (spelling == "v3" || spelling == "v1" || spelling == "v3+nochecks") && len(whole) != len(cells) {
			t.Errorf("%s: %d of %d cells without reduction", spelling, len(whole), len(cells))
		}
		run.Reduced = true
		reduced := map[grid.Cell]bool{}
		for _, c := range run.CellsIn(b) {
			reduced[c] = true
		}
		for _, c := range whole {
			want := spelling == "v3" || c.Piece == board.Queen && (c.Mode == "throughput" || c.Mode == "latency" || strings.HasPrefix(spelling, "v3+") && (c.Mode == "both" || c.Mode == "batch") ||
				spelling == "c-gcc" && c.Corpus == corpusOf[c.Mode])
			if reduced[c] != want {
				t.Errorf("%s: %v is measured: %v, want %v", spelling, c, reduced[c], want)
			}
		}
	}
	// A resumed run measures the cells that it began with. A record from before runs were reduced has no such key, and its run measures everything.
	for text, want := range map[string]bool{`{"builds": ["v1", "v3"]}`: false, `{"builds": ["v1", "v3"], "reduced": true}`: true} {
		var run Run
		if err := json.Unmarshal([]byte(text), &run); err != nil || run.Reduced != want {
			t.Errorf("%s: reduced is %v, %v", text, run.Reduced, err)
		}
		if again, err := json.Marshal(run); strings.Contains(string(again), `"reduced":true`) != want {
			t.Errorf("%s is recorded as %s, %v", text, again, err)
		}
	}
	run := Run{Setup: Setup{Reference: "fancymagic"}, Builds: builds, Reduced: true}
	run.Cells = slices.DeleteFunc(cells, func(c grid.Cell) bool { return c.Mode != "batch" })
	if got := run.measured(); !slices.Equal(got, build.Must("v3", "v3+simd", "v3+nochecks", "c-gcc")) {
		t.Errorf("batches are measured at %v, want all but v1 and c-clang", got)
	}
	if run.Reduced = false; !slices.Equal(run.measured(), builds) {
		t.Errorf("without reduction batches are measured at %v", run.measured())
	}
}

// The digest of the usual corpora is still that of published results, so raw files compare with them.
func TestCorpusDigest(t *testing.T) {
	if got, err := corpusDigest(Setup{Questions: 1 << 16, Seed: 1}); got != "04c2b4179e8c3e96" || err != nil {
		t.Errorf("digest %s, %v; want that of published files", got, err)
	}
}

// A round ends waiting when its share of the time is over, and a run at its cap.
func TestLate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, c := range []struct {
			most, hurry time.Duration // the cap, and the time of the round; 0 for none
			late        bool          // after two minutes
		}{{0, 0, false}, {time.Hour, 0, false}, {time.Minute, 0, true}, {time.Hour, time.Minute, true}, {time.Hour, time.Hour, false}, {0, time.Minute, false}} {
			m := &Measurement{Record: Record{Run: Run{Cap: c.most}}, began: time.Now()}
			if c.hurry > 0 {
				m.hurry = time.Now().Add(c.hurry)
			}
			time.Sleep(2 * time.Minute)
			if m.late() != c.late {
				t.Errorf("cap %v, round %v: late is %v", c.most, c.hurry, !c.late)
			}
		}
	})
}

// A round measures the cells that are chosen for it, and no others.
func TestRoundOfChosenCells(t *testing.T) {
	tiertest.Slow(t)
	m, path := create(t, fewCells(t))
	rehearse(t, m, path, func(Segment) bool { return false })
	if err := m.begin(); err != nil {
		t.Fatal(err)
	}
	one := cellRound{1, m.builds[0], m.Record.Run.Cells[1]} // besides it, a cell of the next round is chosen, which waits
	m.ahead = map[kindOfWork]int{}
	measured, err := m.round(t.Context(), 1, map[cellRound]bool{one: true, {2, one.build, m.Record.Run.Cells[0]}: true})
	if err != nil || measured != 1 || len(m.Done) != 1 || !m.Done[one] {
		t.Errorf("%d measured, %v done, %v; want %v alone", measured, m.Done, err, one)
	}
	if left := m.lacking(); len(left) != 2*len(m.Record.Run.Cells)-1 || slices.Contains(left, one) {
		t.Errorf("%d values are lacking: %v", len(left), left)
	}
	if measured, err := m.round(t.Context(), 1, map[cellRound]bool{one: true}); err != nil || measured != 0 {
		t.Errorf("%d measured again, %v", measured, err)
	}
	if err := m.Close(); err != nil {
		t.Error(err)
	}
}
