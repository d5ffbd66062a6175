package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"github.com/slidebench/slidebench/internal/cli"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/report"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/harness/results/resultstest"
	"github.com/slidebench/slidebench/internal/harness/run"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// A run with missing values is an error only if it gives no answer, and counts as finished only if it gives all.
func TestAnswersOfARunThatLacksValues(t *testing.T) {
	after := func(last int, lacks func(c grid.Cell) bool) func(grid.Cell, string, int) bool {
		return func(c grid.Cell, _ string, round int) bool { return round > last && lacks(c) }
	}
	everywhere := func(grid.Cell) bool { return true }
	interrupted := errors.New("round 8: interrupted")
	for _, c := range []struct {
		what   string
		rounds int
		lacks  func(grid.Cell, string, int) bool
		failed error
		whole  bool
		err    string
		warns  []string
	}{
		{"others lack values", 12, after(5, func(c grid.Cell) bool { return c.Technique == "magic" && c.Mode != "init" }), nil, true, "", nil},
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
		r := resultstest.Run{Engine: true, Levels: []string{"v3"}, Rounds: c.rounds, Lacks: c.lacks, Techniques: []string{"noop", "fancymagic", "fancymagic-again", grid.Twice, "magic", "fixedshift", "pext", "quintessence"}}
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
	if err != nil || len(m.Done) < 6*4 {
		t.Fatalf("%v, %d values are there", err, len(m.Done))
	}
	if err := m.Close(); err != nil {
		t.Error(err)
	}
}

// A resumed run proves only the techniques that it still has to measure.
func TestResumedProof(t *testing.T) {
	cells := []grid.Cell{{Technique: "paired"}, {Technique: "noop"}, {Technique: "fancymagic"}, {Technique: "fancymagic", AA: true}, {Technique: "paired", Mode: "search"}, {Technique: "mine"}}
	if got := techniquesIn(cells); !slices.Equal(got, []string{"paired", "fancymagic"}) {
		t.Errorf("got %q, want paired and fancymagic", got)
	}
}
