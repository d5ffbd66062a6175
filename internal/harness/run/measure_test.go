package run

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/gitcmd"
	"github.com/slidebench/slidebench/internal/harness/build"
	"github.com/slidebench/slidebench/internal/harness/corpus"
	"github.com/slidebench/slidebench/internal/harness/grid"
	_ "github.com/slidebench/slidebench/internal/harness/language/all"
	"github.com/slidebench/slidebench/internal/harness/machine"
	"github.com/slidebench/slidebench/internal/harness/measure"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/harness/workload"
	"github.com/slidebench/slidebench/internal/techniques"
	"github.com/slidebench/slidebench/internal/techniques/mode"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// The test binary is its own measuring process.
func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == Command {
		if err := Serve(os.Stdin, os.Stdout); err != nil {
			os.Stderr.WriteString(err.Error() + "\n")
			os.Exit(2)
		}
		os.Exit(0)
	}
	LookTime = 20 * time.Millisecond
	os.Exit(m.Run())
}

func TestCorporaOfModes(t *testing.T) {
	for _, c := range []struct {
		asked []string
		all   bool
		mode  mode.Mode
		want  []string
	}{
		{nil, false, mode.Throughput, []string{"random16"}},
		{nil, false, mode.Setwise, []string{"sliders2"}},
		{nil, false, mode.Incremental, []string{"replay1", "replay4", "replay16", "replay64"}},
		{nil, true, mode.Setwise, corpus.UsualSets},
		{nil, true, mode.Batch, corpus.Usual},
		{[]string{"random4", "replay2"}, false, mode.Latency, []string{"random4"}},
		{[]string{"random4", "replay2"}, true, mode.Incremental, []string{"replay2"}},
		{[]string{"random4", "replay2"}, false, mode.Setwise, []string{"sliders2"}},
		{[]string{"random4"}, true, mode.Init, []string{"stored"}},
	} {
		m, err := workload.Find(string(c.mode))
		if err != nil {
			t.Fatal(err)
		}
		if got := (Selection{Corpora: c.asked, All: c.all}).corpora(m[0]); !slices.Equal(got, c.want) {
			t.Errorf("asked for %v, all is %v, mode %s: got %v, want %v", c.asked, c.all, c.mode, got, c.want)
		}
	}
}

// The first visit's quickest pass tells how many slices all visits have, so that one pass that was stopped for a while is not it. Work that
// cannot be cut, such as building, is not done again for that. Later visits stop at a pass like the quickest of all visits before.
func TestWarm(t *testing.T) {
	for _, c := range []struct {
		name            string
		units           int
		uncut           bool
		known           time.Duration
		passes          []time.Duration // the last one stands for all to come
		calls           int
		quickest, after time.Duration
	}{
		{"a first pass that was stopped", 2, true, 0, []time.Duration{10_000, 100}, 2, 100, 100},
		{"a first pass that was stopped, of work that is cut", 2, false, 0, []time.Duration{10_000, 100}, 1, 10_000, 10_000},
		{"one unit", 1, true, 0, []time.Duration{10_000, 100}, 1, 10_000, 10_000},
		{"two no quicker than the best", 2, true, 0, []time.Duration{300, 200, 199}, 4, 199, 199},
		{"no time for a third", 2, true, 0, []time.Duration{3000, 2900}, 2, 2900, 2900},
		{"no longer than known", 2, false, 100, []time.Duration{101}, 1, 101, 100},
		{"better than known", 2, false, 100, []time.Duration{50}, 1, 50, 50},
		{"no longer than known in the end", 2, false, 100, []time.Duration{400, 300, 200, 101}, 4, 101, 100},
		{"always longer than known", 2, false, 100, []time.Duration{103}, 3, 103, 100},
		{"too long to be warmed", 2, false, 6000, nil, 0, 6000, 6000},
	} {
		synctest.Test(t, func(t *testing.T) {
			calls := 0
			w := &work{pass: c.known * time.Microsecond, Workload: &workload.Workload{Units: c.units, Do: func(int, int) uint64 {
				time.Sleep(c.passes[min(calls, len(c.passes)-1)] * time.Microsecond)
				calls++
				return 0
			}}}
			quickest, err := w.warm(5*time.Millisecond, c.uncut)
			if err != nil || calls != c.calls || quickest != c.quickest*time.Microsecond || w.pass != c.after*time.Microsecond {
				t.Errorf("%s: %d passes, quickest %v, known after it %v, %v; want %d, %d and %d µs",
					c.name, calls, quickest, w.pass, err, c.calls, c.quickest, c.after)
			}
		})
	}
}

// A look at the machine says how long better times are waited for, and compares with what is known of such a processor.
func TestSurvey(t *testing.T) {
	for most, want := range map[time.Duration]string{0: "", time.Hour: "; on a disturbed machine it ends after about 1h0m0s (--cap)"} {
		var judge measure.Judge
		var logged []string
		err := Survey(&judge, &Setup{}, most, func(format string, args ...any) { logged = append(logged, fmt.Sprintf(format, args...)) })
		if err != nil || judge.Known != machine.Known(machine.Detect()) || len(judge.Turns) == 0 {
			t.Fatalf("%v, judge %+v", err, judge)
		}
		first, rest, _ := strings.Cut(logged[0], ";")
		if !strings.HasPrefix(first, "disturbed ") || rest != strings.TrimPrefix(want, ";") || len(logged) > 1 != judge.NeverQuiet() {
			t.Errorf("cap %v, never quiet is %v: logged %q", most, judge.NeverQuiet(), logged)
		}
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
	tiertest.Slow(t)
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
	m.Progress, m.Record.Canary.Any = func(int, int, time.Duration) {}, true // a disturbed machine is no reason to fail
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
	for _, cut := range []int{0, len(text) / 2, len(text) - 3} { // before its first line, in a line, and in its last
		killed := filepath.Join(dir, "killed.txt")
		if err := os.WriteFile(killed, text[:cut], 0o644); err != nil {
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
		again.Progress = func(done, of int, _ time.Duration) { last, total = done, of }
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
			if len(s.Values) != run.Rounds || s.Measured() != run.Rounds {
				t.Errorf("%v has the values %v, want %d", s.Cell, s.Values, run.Rounds)
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
		"measures commit":  func(r *Record) { r.Commit = "0123456789ab" },
		"dirty tree":       func(r *Record) { r.Run.Builds, r.Dirty = build.Must("v1"), true },
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
	packed := path + ".gz"
	if _, err := Resume(packed); err == nil || strings.Contains(err.Error(), "complete") {
		t.Errorf("no compressed file: %v", err)
	}
	if err := os.WriteFile(packed, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Resume(packed); err == nil || err.Error() != packed+" cannot be resumed: it is complete" {
		t.Errorf("a compressed file: %v", err)
	}
	for _, record := range []string{"", "{", `{"run": {"cells": ["nonsense"]}}`} {
		if err := errors.Join(os.WriteFile(path, nil, 0o644), os.WriteFile(results.RecordPath(path), []byte(record), 0o644)); err != nil {
			t.Fatal(err)
		}
		if _, err := Resume(path); err == nil {
			t.Errorf("record %q: no error", record)
		}
	}
}

func TestMeasureSaysWhatIsWrong(t *testing.T) {
	tiertest.Slow(t)
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
		cmd := exec.Command(binary, Command)
		cmd.Stdin = strings.NewReader(in)
		cmd.Env = append(os.Environ(), "GODEBUG=") // where it hides a feature that the runtime does not know, the runtime adds a line
		var said bytes.Buffer
		cmd.Stderr = &said
		if err := cmd.Run(); err == nil || strings.Count(said.String(), "\n") != 1 {
			t.Errorf("%q: %v, says %q; want a failure and one line", in, err, said.String())
		}
	}
}

// A process whose clock tells nothing measures nothing, whatever the program that starts it has seen.
func TestMeasureNeedsATimer(t *testing.T) {
	began := time.Now()
	defer machine.Play(func() time.Duration { return time.Since(began).Truncate(15 * time.Millisecond) })()
	var out strings.Builder
	err := Serve(strings.NewReader(`{"reference":"fancymagic","questions":8,"time":1000}`+"\n"), &out)
	if err == nil || !strings.HasPrefix(err.Error(), "the clock moves in steps of 15ms") || out.String() != "" {
		t.Errorf("%v, %q", err, &out)
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
	err = machine.Pinned(m.CPU, func() (err error) {
		within, err = machine.AllowedCPUs()
		return err
	})
	if err != nil || len(within) != 1 || within[0] != m.CPU {
		t.Errorf("other work may run on %v, %v; want CPU %d alone", within, err, m.CPU)
	}
}

// Caches are warmed on the processor that is timed: what is done before the first slice is done there as well.
func TestWarmedWhereItIsTimed(t *testing.T) {
	allowed, err := machine.AllowedCPUs()
	if err != nil {
		t.Skip(err)
	}
	m := &measurer{Setup: Setup{CPU: allowed[len(allowed)-1], Time: 10 * time.Microsecond}}
	elsewhere := 0
	w := &work{Workload: &workload.Workload{Units: 1, Answers: 1, Do: func(int, int) uint64 {
		if within, err := machine.AllowedCPUs(); err != nil || !slices.Equal(within, []int{m.CPU}) {
			elsewhere++
		}
		return 0
	}}}
	if _, err := m.time(w, request{Cell: "x"}); err != nil || elsewhere > 0 {
		t.Errorf("work was done %d times where it might run on any of %v, %v", elsewhere, allowed, err)
	}
}

// Each slice may wait for a quiet spell, and not only the first ones of a visit.
func TestEverySliceMayWait(t *testing.T) {
	cpu, _ := machine.ChooseCPU()
	m := &measurer{Setup: Setup{CPU: cpu, Time: time.Millisecond}}
	w := &work{Workload: &workload.Workload{Units: 1, Answers: 1, Do: func(int, int) uint64 { return 0 }}}
	const wait = 20 * time.Millisecond
	v, err := m.time(w, request{Cell: "x", Limit: 0.001, Wait: wait, EachSlice: true})
	if err != nil || len(v.Slices) < fewPasses || v.Elapsed < wait*time.Duration(len(v.Slices)) {
		t.Errorf("%d slices in %v, %v; want %v for each", len(v.Slices), v.Elapsed, err, wait)
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

// A build with an experiment is filed as one of its own, and measures what needs it, its family, and yardsticks.
func TestExperimentsAreBuilds(t *testing.T) {
	for _, c := range []struct{ level, experiment, want string }{
		{"v3", "", "v3"}, {"v3", "simd", "v3+simd"}, {"v4", "simd,greenteagc", "v4+simd+greenteagc"}, {"", "", ""}, {"", "simd", ""},
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

// An unpacked archive has no commit: what is measured there names none.
func TestNoCommit(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("GIT_CEILING_DIRECTORIES", filepath.Dir(dir))
	for _, missing := range []string{"repository", "git"} {
		if missing == "git" {
			t.Setenv("PATH", dir)
		}
		if commit, dirty, err := Checkout(dir); commit != "" || !dirty || err != nil {
			t.Errorf("no %s: commit %q, dirty %v, %v", missing, commit, dirty, err)
		}
	}
}

// A run's own raw file, which is new, does not make the tree dirty where it is measured; any other change does.
func TestRawFileIsNoChange(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct {
		name  string
		dirty bool
	}{{"old.txt", false}, {"raw.txt", false}, {"raw.json", false}, {"a.go", true}, {"", true}} {
		if c.name == "" {
			if err := os.Remove(filepath.Join(dir, "a.go")); err != nil {
				t.Fatal(err)
			}
			c.name = "old.txt"
		}
		if err := os.WriteFile(filepath.Join(dir, c.name), []byte(fmt.Sprint(c.dirty)), 0o666); err != nil {
			t.Fatal(err)
		}
		if c.name == "old.txt" && !c.dirty {
			for _, args := range [][]string{{"init", "-q"}, {"add", "."}, {"-c", "user.name=x", "-c", "user.email=x@example.com", "commit", "-q", "-m", "first"}} {
				if out, err := gitcmd.Inside(dir, args...).CombinedOutput(); err != nil {
					t.Skipf("SKIP: needs git: %v\n%s", err, out)
				}
			}
		}
		if commit, dirty, err := Checkout(dir); commit == "" || dirty != c.dirty || err != nil {
			t.Errorf("%s: commit %q, dirty %v, %v", c.name, commit, dirty, err)
		}
	}
}

// A record names the service that runs it. A program without its commit is warned of before it measures for long, with what git says of a tree.
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

// A measuring process knows guests of other languages by its setup, with the sizes that it says.
func TestServesGuests(t *testing.T) {
	defer techniques.SetGuests(nil)
	for guests, want := range map[string]string{"": `no technique "mine" to measure`, `,"guests":[{"Name":"mine","Family":"guest","Bytes":[1,2,3]}]`: `"bytes":3`} {
		techniques.SetGuests(nil)
		var out bytes.Buffer
		err := Serve(strings.NewReader(`{"reference":"fancymagic","questions":8,"time":1000`+guests+"}\n"+
			`{"cell": "BenchmarkAttacks/technique=mine/piece=queen/mode=throughput/corpus=random16"}`+"\n"), &out)
		if said := fmt.Sprint(out.String(), err); !strings.Contains(strings.ToLower(said), want) {
			t.Errorf("%s: %s, want %q", guests, said, want)
		}
	}
}
