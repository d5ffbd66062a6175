package results_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/harness/results/resultstest"
)

// Validate accepts a whole run of a clean commit in its machine's folder, even if controls or other techniques than the reference lack rounds.
func TestValidate(t *testing.T) {
	text := resultstest.Run{Levels: []string{"v3"}, Machine: "m"}.String()
	engine := resultstest.Run{Levels: []string{"v3"}, Machine: "m", Engine: true}.String()
	few := resultstest.Run{Machine: "m", Rounds: 8, Levels: []string{"v3"}, Lacks: func(c grid.Cell, _ string, round int) bool {
		return grid.IsControl(c.Technique) && c.Piece == board.Bishop && c.Corpus == "random4" && round > 5
	}}.String()
	const clean = `{"commit": "0123456789abcdef", "finished": "2026-01-02T03:04:05Z"}`
	// path is of the machine's folder, text and json are a raw file and its record, and want is the end of the error, "" for none.
	for _, c := range []struct{ path, text, json, want string }{
		{"m/2026-01-02-0123456.txt", text, clean, ""},
		{"n/2026-01-02-0123456.txt", text, clean, `machine is "m" (want the folder's name, "n")`},
		{"m/2026-01-02-0123456.out", text, clean, "want a name that ends in .txt or .txt.gz"},
		{"m/2026-01-02-1234567.txt", text, clean, "want a name that ends in the commit, -0123456789ab.txt"},
		{"m/2026-01-02-0123456.txt", text, `{"commit": "0123456789abcdef"}`,
			"the run was stopped before its end (finish it with slidebench bench --resume)"},
		{"m/2026-01-02-0123456.txt", text, `{"commit": "0123456789abcdef", "command": "slidebench-bench --rounds 6"}`,
			"the run was stopped before its end (finish it with slidebench-bench --resume)"},
		{"m/2026-01-02-0123456.txt", text, `{}`, `want the commit in "2026-01-02-0123456.json" beside it`},
		{"m/2026-01-02-0123456.txt", text, `{"commit": "0123456", "dirty": true, "finished": "2026-01-02T03:04:05Z"}`, "measured from a dirty tree (want a clean one)"},
		{"m/2026-01-02-0123456.txt", resultstest.Run{Machine: "m", Rounds: 5, Levels: []string{"v3"}}.String(), clean,
			"GOAMD64=v3, rook throughput random4: 5 rounds (want at least 6)"},
		{"m/2026-01-02-0123456.txt", strings.ReplaceAll(text, "=noop", "=nothing"), clean,
			`GOAMD64=v3, rook throughput random4: want a row for "noop"`},
		{"m/2026-01-02-0123456.txt", resultstest.Run{Machine: "m", Rounds: 8, Levels: []string{"v3"}, Lacks: func(c grid.Cell, _ string, round int) bool {
			return c.Technique == "fancymagic" && c.Piece == board.Bishop && round > 5
		}}.String(), clean, `GOAMD64=v3, bishop throughput random4: "fancymagic" has a value in 5 rounds (want at least 6)`},
		{"m/2026-01-02-0123456.txt", few, clean, ""},
		{"m/2026-01-02-0123456.txt", resultstest.Run{Machine: "m", Rounds: 8, Levels: []string{"v3"}, Lacks: func(c grid.Cell, _ string, round int) bool {
			return c.Technique == "walk" && round > 6 || c.Technique == "pext" && round > 1
		}}.String(), clean, ""},
		{"m/2026-01-02-0123456.txt", engine, clean, ""},
		{"m/2026-01-02-0123456.txt", strings.ReplaceAll(engine, "=fancymagic-again/piece=queen/mode=perft", "=other/piece=queen/mode=perft"), clean,
			`GOAMD64=v3, queen perft games3: want a row for "fancymagic-again"`},
		{"m/2026-01-02-0123456.txt", text[:len(text)-2], clean, "truncated: want a newline at the end of the last line"},
	} {
		path := filepath.Join(t.TempDir(), filepath.FromSlash(c.path))
		write(t, path, c.text)
		write(t, strings.TrimSuffix(path, filepath.Ext(path))+".json", c.json)
		f, err := results.Validate(path)
		if c.text == few && (f == nil || !strings.HasSuffix(f.Missing, "; the control noop is left out of 2 tables, for too few rounds; the control walk is left out of 2 tables, for too few rounds")) {
			t.Errorf("controls with few rounds: %+v", f)
		}
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.HasSuffix(err.Error(), c.want)) {
			t.Errorf("%s: got %v\nwant %s", c.path, err, c.want)
		}
	}
}

// Two files are of one run if they started together, or share most values of a round, whatever their names.
func TestSameRun(t *testing.T) {
	run := func(seed uint64) *results.File {
		return mustParse(t, resultstest.Run{Levels: []string{"v3"}, Seed: seed, Techniques: []string{"fancymagic", "fancymagic-again", "magic"}}.String())
	}
	a, b := run(1), run(2)
	if results.SameRun(a, b) {
		t.Error("two runs are one")
	}
	changed := run(1) // like a, but for one series of each table in round 1
	for i := range changed.Tables {
		changed.Tables[i].Series[0].Values[0] *= 1.01
	}
	changed.Started, a.Started = "2026-01-02T00:00:00Z", "2026-01-01T00:00:00Z"
	if !results.SameRun(a, changed) {
		t.Error("a copy with a few other values is another run")
	}
	if b.Started = a.Started; !results.SameRun(a, b) {
		t.Error("runs of the same start are two")
	}
}
