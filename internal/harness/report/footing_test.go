package report

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/harness/digest"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/harness/results/resultstest"
	"github.com/slidebench/slidebench/internal/harness/runs"
)

// ofCode returns a run with the digests of an invented code, and replaces that of today by one in which some parts have changed.
func ofCode(t *testing.T, seed uint64, started string, changed ...string) *results.File {
	t.Helper()
	run := resultstest.Run{Machine: "amd-epyc-zen-3-vm", Levels: []string{"v3"}, Engine: true, Seed: seed,
		Techniques: []string{"fancymagic", "fancymagic-again", "magic", "pext", "classical", "quintessence", "sherwin", "fixedshift", "persquare", "noop", "load", "walk"}}
	f, err := results.Parse(strings.NewReader(run.String()), "results/amd-epyc-zen-3-vm/"+started+".txt.gz")
	if err != nil {
		t.Fatal(err)
	}
	f.Facts, f.Started, f.Commit, f.Digests = resultstest.Facts(), started, "0123456789ab", digest.Parts{}
	for name := range resultstest.Facts() {
		f.Digests["go "+name] = "a" // names as in package digest: a technique in Go, and the code that asks it in a mode
	}
	for _, u := range Uses {
		f.Digests["go asked by "+string(u.Mode)] = "a"
	}
	now := digest.Parts{}
	for part := range f.Digests {
		now[part] = "a"
	}
	for _, part := range changed {
		now[part] = "b"
	}
	before := codeOfToday
	codeOfToday = func() digest.Parts { return now }
	t.Cleanup(func() { codeOfToday = before })
	return f
}

// written returns a report in a format, with its words one space apart.
func written(t *testing.T, f *results.File, opt Options) string {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, []*results.File{f}, opt); err != nil {
		t.Fatal(err)
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// Results of code that has changed since are marked, wherever they are shown.
func TestChanged(t *testing.T) {
	for _, c := range []struct {
		changed    []string // parts of today's code that differ
		said, text string   // what Changed returns, and what a text for a terminal has
	}{
		{nil, "", ""},
		{[]string{"go asked by search"}, "the engine in Go", "changed since: engine"},
		{[]string{"go asked by latency", "go magic"}, "loops in Go; magic in Go", "changed since: loops"}, // a few techniques have no word beside another part's
		{[]string{"go magic", "go pext"}, "magic, pext in Go", "changed since: magic, pext in Go"},
		{[]string{"go magic", "go pext", "go classical", "go sherwin"}, "several techniques in Go", "changed since: techniques"},
		{[]string{"go asked by perft", "go magic", "go pext", "go classical", "go sherwin"}, "the engine in Go; several techniques in Go", "changed since: engine, techniques"},
	} {
		f := ofCode(t, 1, "2026-01-01T00:00:00Z", c.changed...)
		if got := Changed(f); got != c.said {
			t.Errorf("%q: changed are %q (want %q)", c.changed, got, c.said)
		}
		warned := "measured before today's code; since then, these have changed: " + c.said
		for format, said := range map[string]string{"text": c.text, "markdown": warned, "json": warned, "html": strings.ReplaceAll(warned, "'", "&#39;")} {
			report := written(t, f, Options{Format: format})
			if has := strings.Contains(report, said) && said != ""; c.said != "" && !has {
				t.Errorf("%q: %s lacks %q", c.changed, format, said)
			} else if c.said == "" && (strings.Contains(report, "changed since") || strings.Contains(report, "have changed")) {
				t.Errorf("%s marks what has not changed", format)
			}
		}
		front := string(FrontPage(Front{}, f))
		if strings.Contains(front, "Some of the timed code has changed since all these runs;") != (c.said != "") {
			t.Errorf("%q: the front page says %q", c.changed, front)
		}
		if all := written(t, f, Options{Format: "text", All: true}); c.said != "" && !strings.Contains(all, "; changed since: ") {
			t.Errorf("%q: no ranked table is marked", c.changed)
		}
	}
	f := ofCode(t, 1, "2026-01-01T00:00:00Z")
	if f.Digests = nil; Changed(f) != "unknown" || strings.Contains(written(t, f, Options{Format: "markdown"}), "changed") {
		t.Errorf("of unknown code: %q", Changed(f))
	}
}

// Every format says for which run an interval holds: for this run, or for the next run.
func TestIntervalsOfRuns(t *testing.T) {
	one, two := ofCode(t, 1, "2026-01-01T00:00:00Z"), ofCode(t, 2, "2026-01-02T00:00:00Z")
	list, err := runs.Combine([]*results.File{one, two})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		f                      *results.File
		footing, table, column string
	}{
		{one, "intervals within this run", "intervals for this run", "this run"},
		{list[0], "2 runs to 2026-01-02; commit 0123456789ab; intervals for the next run", "intervals for the next run, from 2 runs", "next run"},
	} {
		if text := written(t, c.f, Options{Format: "text", All: true}); !strings.Contains(text, c.footing) || !strings.Contains(text, c.table) {
			t.Errorf("%s: no %q or %q in %.600s", c.f.Name, c.footing, c.table, text)
		}
		other := map[string]string{"this run": "next run", "next run": "this run"}[c.column]
		for _, format := range []string{"csv", "json"} {
			if text := written(t, c.f, Options{Format: format, All: true}); !strings.Contains(text, c.column) || strings.Contains(text, other) {
				t.Errorf("%s as %s: want %q and no %q", c.f.Name, format, c.column, other)
			}
		}
		if text := written(t, c.f, Options{Format: "csv"}); !strings.Contains(text, ","+c.column+",") || strings.Contains(text, other) {
			t.Errorf("%s: short CSV lacks %q", c.f.Name, c.column)
		}
		if text := written(t, c.f, Options{Format: "markdown"}); !strings.Contains(text, "| for "+c.column) && !strings.Contains(text, "| for the "+c.column) {
			t.Errorf("%s: the section about how sure it is lacks %q", c.f.Name, c.column)
		}
	}
	var b bytes.Buffer
	if err := Write(&b, list, Options{Format: "json"}); err != nil {
		t.Fatal(err)
	}
	var said struct {
		Files  []struct{ Name string }
		Tables []struct{ Rows []struct{ Runs int } }
	}
	if err := json.Unmarshal(b.Bytes(), &said); err != nil || len(said.Files) != 2 || said.Tables[0].Rows[0].Runs != 2 {
		t.Errorf("%v: %d files, %d runs", err, len(said.Files), said.Tables[0].Rows[0].Runs)
	}
	if text := written(t, list[0], Options{Format: "markdown", All: true}); !strings.Contains(text, "Agreement between runs") {
		t.Error("the runs are not compared")
	}
}

// A row of an older run, which measured other code than the newest, stays in the tables and is no answer, however fast it is. Where the code is the same, it is one.
func TestOlderRowsAreNoAnswer(t *testing.T) {
	const planted = "quintessence" // in the older run alone, ten times as fast as before
	one, two := ofCode(t, 1, "2026-01-01T00:00:00Z"), ofCode(t, 2, "2026-01-02T00:00:00Z")
	one.Commit, one.Digests["go asked by search"] = "abcdef012345", "before"
	for i := range two.Tables {
		if s := one.Tables[i].Find(planted); s != nil {
			for k := range s.Values {
				s.Values[k] /= 10
			}
		}
		two.Tables[i].Series = slices.DeleteFunc(two.Tables[i].Series, func(s results.Series) bool { return s.Technique == planted })
	}
	delete(two.Digests, "go "+planted) // as in the record of a run without it
	list, err := runs.Combine([]*results.File{one, two})
	if err != nil {
		t.Fatal(err)
	}
	ranked := ranksOf(list...)
	target := ranked[0].languages()[0]
	for use, answers := range map[Use]bool{searchUse: false, perftUse: true} {
		c := ranked[0].choice(use, target)
		if got := slices.Contains(append(c.Tied, c.Pick.Technique, c.table.Rows[0].Technique), planted); got != answers || c.table.row(planted) == nil {
			t.Errorf("%s: taken %v (want %v): %s of %s", use.Mode, got, answers, c.Pick.Technique, c.Tied)
		}
		r := c.table.row(planted)
		if r.Ratio.Known() != answers || (r.Standing == Older) == answers {
			t.Errorf("%s: %v times the reference, %q", use.Mode, r.Ratio, r.Standing)
		}
		if rounds := map[bool]int{true: 12, false: 6}[answers]; c.table.Rounds != rounds { // six of each run whose code counts
			t.Errorf("%s: %d rounds (want %d)", use.Mode, c.table.Rounds, rounds)
		}
		if strings.Contains(c.table.holds(), "; rows of older code, not compared: 1") == answers {
			t.Errorf("%s: %s", use.Mode, c.table.holds())
		}
	}
	if a := ranked[0].answer(target); a.Row(planted) != nil || a.Doubt() != "" || len(a.Picks()) < 2 {
		t.Errorf("%s: picks %v", a.Doubt(), a.Picks())
	}
	if Changed(list[0]) != "" {
		t.Errorf("answers are of today's code, and %s is said to have changed", Changed(list[0]))
	}
}
