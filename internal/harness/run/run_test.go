package run

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/measure"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/harness/stats"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// A rehearsal is a run whose judge takes any slice for clean while cells are visited, and when a segment's lines are written none of those
// that unclean names: no test may depend on how disturbed the machine is.
type rehearsal struct {
	*Measurement
	path   string
	logged []string
	done   int
}

// unclean makes a judge call every slice unclean, or clean again.
func unclean(j *measure.Judge, none bool) {
	*j = measure.Judge{Turns: j.Turns, Clocks: j.Clocks, Known: j.Known, Any: !none} // one that has not looked at its turns yet
	if none {
		j.Turns = measure.Histogram{1: 1 << 30} // no core has turns of a thousandth of a cycle
	}
}

func rehearse(t *testing.T, m *Measurement, path string, spoils func(Segment) bool) *rehearsal {
	t.Helper()
	r := &rehearsal{Measurement: m, path: path}
	unclean(&m.Record.Canary, false)
	keep := m.Save
	m.Save = func(record Record) error {
		if last := len(record.Segments) - 1; last >= 0 && record.Finished == "" {
			unclean(&m.Record.Canary, spoils(record.Segments[last]))
		}
		return keep(record)
	}
	m.Raw = afterwards{m.Raw, func() { unclean(&m.Record.Canary, false) }}
	m.Progress = func(done, total int, _ time.Duration) { r.done = done }
	m.Logf = func(format string, args ...any) { r.logged = append(r.logged, fmt.Sprintf(format, args...)) }
	return r
}

// afterwards calls a function after every write.
type afterwards struct {
	io.Writer
	call func()
}

func (w afterwards) Write(text []byte) (int, error) {
	defer w.call()
	return w.Writer.Write(text)
}

// fewCells is a run of two rounds of few cells.
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

func (r *rehearsal) do(t *testing.T) {
	t.Helper()
	if err := errors.Join(r.Do(t.Context()), r.Close()); err != nil {
		t.Fatal(err)
	}
}

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

// What had no clean slice in a round has no line there, and is measured again when all rounds are done, under its own round.
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

// What stays without is logged and recorded, and its value is missing for readers. A run that is killed before its end measures it when it is
// resumed.
func TestUncleanCellsThatStaySoAreTold(t *testing.T) {
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
	if f.Missing != "" && len(f.Tables) == 0 || f.Tables[0].Series[0].Measured() != 1 {
		t.Errorf("results read %q, values %v", f.Missing, f.Tables[0].Series[0].Values)
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
	run.Cap = 1
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
		fewest, rounds int
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
		if s.Round == 1 {
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
	rehearse(t, m, path, func(s Segment) bool {
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
