package main

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
	"time"

	"github.com/spf13/cobra"

	"github.com/slidebench/slidebench/internal/cli"
	"github.com/slidebench/slidebench/internal/harness/build"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/language"
	"github.com/slidebench/slidebench/internal/harness/machine"
	"github.com/slidebench/slidebench/internal/harness/report"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/harness/results/resultstest"
	"github.com/slidebench/slidebench/internal/harness/run"
	"github.com/slidebench/slidebench/internal/harness/source"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// A run with missing values is an error only if it gives no answer, and counts as finished only if it gives all. An answer takes values of the reference, fancymagic, and of
// three other techniques in six rounds.
func TestAnswersOfARunThatLacksValues(t *testing.T) {
	// after makes a run lack some cells in the rounds after the last one that has them.
	after := func(last int, lacks func(c grid.Cell) bool) func(grid.Cell, string, int) bool {
		return func(c grid.Cell, _ string, round int) bool { return round > last && lacks(c) }
	}
	everywhere := func(grid.Cell) bool { return true }
	interrupted := errors.New("round 8: interrupted")
	for _, c := range []struct {
		what   string
		rounds int                               // planned
		lacks  func(grid.Cell, string, int) bool // for resultstest.Run
		failed error                             // with which the run ended
		whole  bool                              // all answers are given
		err    string                            // "" if some answer stands
		warns  []string
	}{
		{"others lack values", 12, after(5, func(c grid.Cell) bool { return c.Technique == "magic" && c.Mode != "init" }), nil, true, "", nil}, // in init it is the only other technique with searched factors
		{"search lacks the reference", 12, after(5, func(c grid.Cell) bool { return c.Mode == "search" && c.Row() == "fancymagic" }), nil, false, "",
			[]string{"no answer yet for search in Go: too few rounds have values there\n"}},
		{"two others have enough in search", 12, after(5, func(c grid.Cell) bool {
			return c.Mode == "search" && c.Technique != "fancymagic" && c.Technique != "pext" && c.Technique != "magic"
		}), nil, false, "", []string{"no answer yet for search in Go"}},
		{"all lack values", 12, after(5, everywhere), nil, false, "no answer: nowhere have fancymagic and 3 other techniques values in 6 rounds", nil},
		{"interrupted", 12, after(7, everywhere), interrupted, false, "", []string{"interrupted: answers come from the rounds so far\n"}},
		{"interrupted early", 12, after(5, everywhere), interrupted, false, interrupted.Error(), nil},
		{"few rounds are planned", 5, nil, nil, true, "", nil},
	} {
		r := resultstest.Run{Engine: true, Levels: []string{"v3"}, Rounds: c.rounds, Lacks: c.lacks,
			Techniques: []string{"noop", "fancymagic", "fancymagic-again", grid.Twice, "magic", "fixedshift", "pext", "quintessence"}} // four beside the reference, and controls
		raw := synthetic(t, "x.txt", r)
		m := &run.Measurement{Record: run.Record{Run: run.Run{Rounds: c.rounds}}, Save: func(run.Record) error { return nil }}
		m.Record.Run.Reference, m.Record.Finished = "fancymagic", "2026-11-28T00:00:00Z"
		ctx, cancel := context.WithCancel(t.Context())
		if c.failed != nil {
			cancel()
		}
		var talk bytes.Buffer
		command := &cobra.Command{}
		command.SetContext(ctx)
		command.SetErr(&talk)
		whole, err := checkAnswers(command, m, raw, c.failed)
		cancel()
		if whole != c.whole || fmt.Sprint(err) != map[bool]string{true: c.err, false: "<nil>"}[c.err != ""] || (m.Record.Finished != "") != c.whole {
			t.Errorf("%s: whole %v, %v, finished %q", c.what, whole, err, m.Record.Finished)
		}
		for _, want := range c.warns {
			if !strings.Contains(talk.String(), "warning: "+want) {
				t.Errorf("%s: says %q", c.what, talk.String())
			}
		}
		if c.warns == nil && talk.Len() > 0 {
			t.Errorf("%s: says %q", c.what, talk.String())
		}
	}
}

// A run interrupted after it gives answers exits with status 0, and prints a file that report reads and --resume continues.
func TestInterruptedBench(t *testing.T) {
	tiertest.Long(t)
	raw := filepath.Join(t.TempDir(), "x.txt")
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute) // or the machine is too disturbed
	defer cancel()
	go func() {
		for ctx.Err() == nil {
			if f, err := results.Read(raw); err == nil {
				if stands, _ := report.Answered(f); stands > 0 {
					cancel()
				}
			}
			time.Sleep(5 * time.Millisecond)
		}
	}()
	var out, talk bytes.Buffer
	code := cli.Execute(ctx, rootCommand(), []string{"bench", "--technique", "fancymagic,magic,blackmagic,fixedshift", "--piece", "rook", "--mode", "throughput", "--rounds", "500",
		"--time", "1ms", "--questions", "1024", "-o", raw + ".gz"}, strings.NewReader(""), &out, &talk)
	if ctx.Err() == context.DeadlineExceeded {
		t.Skip("the machine is too disturbed to measure: ", talk.String())
	}
	if code != cli.Fine || out.String() != raw+"\n" || !strings.HasSuffix(talk.String(), "go on with: slidebench bench --resume "+raw+"\n") {
		t.Fatalf("exit status %d, prints %q, says %q", code, out.String(), talk.String())
	}
	if code, text, stderr := slidebench(t, "report", raw); code != cli.Fine || !strings.Contains(strings.Join(strings.Fields(text), " "), "the run was stopped before its end") {
		t.Errorf("exit status %d, %s%s", code, text, stderr)
	}
	m, err := run.Resume(raw)
	if err != nil || len(m.Done) < 6*4 { // rounds, and techniques of which an answer has values
		t.Fatalf("%v, %d values are there", err, len(m.Done))
	}
	if err := m.Close(); err != nil {
		t.Error(err)
	}
}

// A resumed run proves the techniques of its cells, without controls and guests.
func TestResumedProof(t *testing.T) {
	cells := []grid.Cell{{Technique: "paired"}, {Technique: "noop"}, {Technique: "fancymagic"}, {Technique: "fancymagic", AA: true}, {Technique: "paired", Mode: "search"}, {Technique: "mine"}}
	if got := techniquesIn(cells); !slices.Equal(got, []string{"paired", "fancymagic"}) {
		t.Errorf("got %q, want paired and fancymagic", got)
	}
}

// A machine with hidden features is another machine, on which techniques that need them are not measured.
func TestBenchWithout(t *testing.T) {
	tiertest.Slow(t)
	t.Setenv("GODEBUG", os.Getenv("GODEBUG")) // bench --without sets it
	here := machine.Detect()
	if !here.Has("bmi2") {
		t.Skip("needs bmi2 to hide it")
	}
	if here.GOAMD64 > "v2" { // this program itself needs bmi2
		code, _, stderr := slidebench(t, "bench", "--without", "bmi2", "--technique", "magic")
		if want := "built for GOAMD64=" + here.GOAMD64; code != 2 || !strings.Contains(stderr, want) {
			t.Errorf("exit %d, %q, want 2 and %q", code, stderr, want)
		}
		return
	}
	code, stdout, stderr := slidebench(t, "bench", "--without", "bmi2", "--technique", "magic,pext", "--mode", "batch",
		"--piece", "rook", "--rounds", "1", "--time", "1ms", "--questions", "2000")
	if code != 0 {
		t.Fatalf("exit %d: %s", code, stderr)
	}
	measured(t, stderr)
	for _, want := range []string{"pext is not measured: no bmi2", "hidden: bmi2; proved once more"} {
		if !strings.Contains(stderr, want) {
			t.Errorf("lacks %q:\n%s", want, stderr)
		}
	}
	f, err := results.Parse(strings.NewReader(stdout), "it")
	if err != nil {
		t.Fatal(err)
	}
	target := f.Targets()[0]
	if !strings.Contains(target.Machine, "-without-bmi2") || strings.Contains(target.Features, "bmi2") {
		t.Errorf("measured on %q with %q", target.Machine, target.Features)
	}
	if strings.Contains(stdout, "technique=pext/") || !strings.Contains(stdout, "technique=magic/piece=rook/mode=batch/") {
		t.Errorf("measured:\n%s", stdout)
	}
}

// The word all leaves out builds that exist only to measure the price of checks or of calls. The word main takes the highest level of Go first, and one build without an
// option in each language but Rust.
func TestAllBuilds(t *testing.T) {
	all, err := run.ChooseBuilds([]string{"all"})
	if err != nil || len(all) == 0 {
		t.Fatal(all, err)
	}
	for _, b := range all {
		if b.Option == build.NoChecks || b.Option == "calls" {
			t.Errorf("%s is among all builds", b)
		}
	}
	main, err := run.ChooseBuilds([]string{"main"})
	if err != nil || !slices.Equal(main, language.Main(slices.DeleteFunc(slices.Clone(all), func(b build.Build) bool { return b.Language == "rust" }))) || main[0] != language.Highest(all) {
		t.Errorf("main builds %v, %v, want %v", main, err, language.Main(all))
	}
	for i, b := range main {
		if i > 0 && b.Language == main[i-1].Language || b.Option != "" {
			t.Errorf("%s is among the main builds %v", b, main)
		}
	}
}

// benchstat compares the files of two commits in the same tables, as their configuration lines are equal.
func TestBenchstat(t *testing.T) {
	if testing.Short() {
		t.Skip("builds benchstat")
	}
	root, err := source.Tree(".")
	if err != nil {
		t.Skip(err)
	}
	old := synthetic(t, "old.txt", resultstest.Run{Seed: 1, Levels: []string{"v3"}})
	changed := synthetic(t, "new.txt", resultstest.Run{Seed: 2, Levels: []string{"v3"}, Cost: map[string]float64{"pext": 1.5}})
	for _, c := range []struct{ args, want []string }{ // want: two texts of what benchstat prints
		{[]string{old, changed}, []string{"vs base", "+50"}},
		{[]string{"-col", "/technique", "-row", "/piece,/mode,/corpus", old}, []string{"queen both random16", "fancymagic"}},
	} {
		cmd := exec.Command("go", append([]string{"tool", "benchstat"}, c.args...)...)
		cmd.Dir = root
		out, err := cmd.CombinedOutput()
		if err != nil || !strings.Contains(string(out), c.want[0]) || !strings.Contains(string(out), c.want[1]) {
			t.Errorf("%v\n%s", err, out)
		}
	}
}
