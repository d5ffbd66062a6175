package results_test

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/harness/build"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/harness/results/resultstest"
	"github.com/slidebench/slidebench/internal/harness/stats"
	"github.com/slidebench/slidebench/internal/techniques/facts"
)

const config = `goos: linux
goarch: amd64
cpu: Intel(R) Xeon(R) Processor
machine: m
features: bmi2+avx2
goamd64: v3
questions: 65536
corpus-digest: 1f2e3d4c5b6a7988
reference: fancymagic
Unit cycles/lookup better=lower
Unit table-bytes better=lower assume=exact
`

// head is the text before the first benchmark.
const head = config + "# round 1\n"

const name = "BenchmarkAttacks/technique=pext/piece=rook/mode=throughput/corpus=random16"

// line returns a benchmark line with cycles in the form of older files: with nanoseconds, at 4 GHz.
func line(cycles string) string {
	x, _ := strconv.ParseFloat(cycles, 64)
	return fmt.Sprintf("%s \t 100\t %g ns/lookup\t %s cycles/lookup\t 861184 table-bytes\t 2 visits\t 14 clean-slices\t 12.5 disturbed-%%\n", name, x/4, cycles)
}

func parse(text string) (*results.File, error) {
	return results.Parse(strings.NewReader(text), "x.txt")
}

func mustParse(t *testing.T, text string) *results.File {
	t.Helper()
	f, err := parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// broken is a damaged raw file, with the error that it must give.
type broken struct{ what, text, want string }

func wantErrors(t *testing.T, texts []broken) {
	t.Helper()
	for _, c := range texts {
		if _, err := parse(c.text); err == nil || err.Error() != c.want {
			t.Errorf("%s: got %v\nwant %s", c.what, err, c.want)
		}
	}
}

func TestParse(t *testing.T) {
	again := strings.ReplaceAll(line("2.5"), "pext", "fancymagic-again")
	f := mustParse(t, head+line("1.884")+again+"PASS\nok  \tpkg\t1.2s\n\n"+config+"# round 2\n"+line("1.9")+again)
	if f.Reference != "fancymagic" || len(f.Tables) != 1 {
		t.Fatalf("reference %q, %d tables", f.Reference, len(f.Tables))
	}
	table := f.Tables[0]
	target := results.Target{Machine: "m", CPU: "Intel(R) Xeon(R) Processor", Features: "bmi2+avx2", GOOS: "linux",
		GOARCH: "amd64", Built: build.Build{Level: "v3"}, Questions: 65536, CorpusDigest: "1f2e3d4c5b6a7988"}
	if table.Target != target || table.Piece != board.Rook || table.Unit != "cycles/lookup" || table.Rounds != 2 {
		t.Errorf("got table %+v", table)
	}
	if s := table.Find("pext"); s == nil || fmt.Sprint(s.Values) != "[1.884 1.9]" || s.TableBytes != 861184 {
		t.Errorf("got series %+v", s)
	}
	if table.Find("magic") != nil {
		t.Error("found a technique that is not there")
	}
	for name, want := range map[string]bool{"pext": true, "fancymagic": true, "fancymagic-again": false, "walk": false} {
		if got := grid.OfRow(name).Ranked(); got != want {
			t.Errorf("%s ranked: %v", name, got)
		}
	}
}

func TestParseErrors(t *testing.T) {
	good := head + line("1.884")
	wantErrors(t, []broken{
		{"empty", "", "x.txt: no benchmark lines (want a file written by slidebench bench)"},
		{"only configuration", head, "x.txt: no benchmark lines (want a file written by slidebench bench)"},
		{"half a line", good[:len(good)-9], "x.txt:13: truncated: want a newline at the end of the last line"},
		{"binary", "\x7fELF\x02\n", `x.txt:1: damaged line "\x7fELF\x02\n" (want a benchmark, a unit, or key: value)`},
		{"lost start", head + line("1")[4:], `x.txt:13: damaged line "hmarkAttacks/technique=pext/piece=rook/m" (want a benchmark, a unit, or key: value)`},
		{"name alone", head + name + "\n", `x.txt:13: damaged line "` + name[:40] + `" (want a benchmark, a unit, or key: value)`},
		{"no count", strings.Replace(good, "\t 100\t", "\t x\t", 1), "x.txt:13: parsing iteration count: invalid syntax"},
		{"no measurement", head + name + " 100\n", "x.txt:13: missing measurements"},
		{"no unit", head + name + " 100 1.5\n", "x.txt:13: missing units"},
		{"no iterations", strings.Replace(good, "\t 100\t", "\t 0\t", 1), "x.txt:13: 0 iterations (want at least one)"},
		{"NaN", head + line("NaN"), "x.txt:13: NaN cycles/lookup (want 1e-06 to 1e+09)"},
		{"infinite", head + line("Inf"), "x.txt:13: +Inf cycles/lookup (want 1e-06 to 1e+09)"},
		{"negative", head + line("-1"), "x.txt:13: -1 cycles/lookup (want 1e-06 to 1e+09)"},
		{"zero", head + line("0"), "x.txt:13: 0 cycles/lookup (want 1e-06 to 1e+09)"},
		{"no cycles", strings.Replace(good, "1.884 cycles/lookup", "", 1), "x.txt:13: no cycles/lookup value (want cycles, and a clock in the line about the round, as slidebench bench writes them)"},
		{"no nanoseconds", strings.Replace(good, "0.471 ns/lookup", "", 1), "x.txt:13: no ns/lookup value (want cycles, and a clock in the line about the round, as slidebench bench writes them)"},
		{"nanoseconds alone, without rounds", config + strings.Replace(line("1.884"), "1.884 cycles/lookup", "", 1),
			"x.txt:12: no cycles/lookup value (want cycles, and a clock in the line about the round, as slidebench bench writes them)"},
		{"no bytes", strings.Replace(good, "861184 table-bytes", "", 1), "x.txt:13: want a whole table-bytes value, not negative, or one of data-bytes"},
		{"half a byte", strings.Replace(good, "861184", "0.5", 1), "x.txt:13: want a whole table-bytes value, not negative, or one of data-bytes"},
		{"other bytes", good + "# round 2\n" + strings.Replace(line("1.9"), "861184", "861192", 1), "x.txt:15: 861192 table-bytes here and 861184 in an earlier round (want them equal)"},
		{"other benchmark", strings.Replace(good, "Attacks", "Search", 1), `x.txt:13: unexpected benchmark "BenchmarkSearch/technique=pext/piece=rook/mode=throughput/corpus=random16" (want BenchmarkAttacks/technique=.../piece=.../mode=.../corpus=...)`},
		{"no mode", strings.Replace(good, "/mode=throughput", "", 1), `x.txt:13: missing key "mode" in "BenchmarkAttacks/technique=pext/piece=rook/corpus=random16"`},
		{"new mode", strings.Replace(good, "mode=throughput", "mode=blink", 1), `x.txt:13: unknown mode "blink" in "BenchmarkAttacks/technique=pext/piece=rook/mode=blink/corpus=random16" (a newer slidebench knows it, or nobody does)`},
		{"new key", strings.Replace(good, "/mode=", "/depth=4/mode=", 1), `x.txt:13: unexpected key "depth" in "BenchmarkAttacks/technique=pext/piece=rook/depth=4/mode=throughput/corpus=random16" (want technique, piece, mode, corpus)`},
		{"two modes", strings.Replace(good, "/mode=", "/mode=a/mode=", 1), `x.txt:13: want one value for key "mode" in "BenchmarkAttacks/technique=pext/piece=rook/mode=a/mode=throughput/corpus=random16"`},
		{"other piece", strings.Replace(good, "rook", "king", 1), `x.txt:13: unknown piece "king" (want rook, bishop or queen)`},
		{"no reference", strings.Replace(good, "reference: fancymagic\n", "", 1), `x.txt:12: missing configuration line "reference: ..."`},
		{"two references", good + "reference: magic\n" + line("1"), `x.txt:15: reference is "magic" here and "fancymagic" before (want one for the whole file)`},
		{"another technique again", strings.Replace(good, "=pext/", "=pext-again/", 1), `x.txt:13: "pext" is measured again (want the reference alone, "fancymagic")`},
		{"no machine", strings.Replace(good, "machine: m\n", "", 1), `x.txt:12: missing configuration line "machine: ..."`},
		{"no level", strings.Replace(good, "goamd64: v3\n", "", 1), `x.txt:12: missing configuration line "build: ..."`},
		{"no space", strings.Replace(good, "machine: m", "machine:m", 1), `x.txt:4: damaged line "machine:m\n" (want a benchmark, a unit, or key: value)`},
		{"no questions", strings.Replace(good, "65536", "many", 1), `x.txt:13: questions are "many" (want a positive number)`},
		{"unit changed", good + "Unit cycles/lookup better=higher\n", "x.txt:14: metadata better of unit cycles/lookup already set to lower"},
	})
}

// Impossible values are refused: a value of 1e308 once made a picture mark its axis until memory was full.
func TestImpossibleValues(t *testing.T) {
	init := strings.NewReplacer("mode=throughput", "mode=init", "/lookup", "/op").Replace
	good := line("4")
	for _, c := range []struct{ line, says string }{
		{line("1e308"), "1e+308 cycles/lookup (want 1e-06 to 1e+09)"},
		{line("1000000001"), "1.000000001e+09 cycles/lookup (want 1e-06 to 1e+09)"},
		{line("1e-7"), "1e-07 cycles/lookup (want 1e-06 to 1e+09)"},
		{strings.Replace(good, " 1 ns/", " 1e300 ns/", 1), "1e+300 ns/lookup (want 1e-06 to 1e+09)"},
		{init(line("1e13")), "1e+13 cycles/op (want 1e-06 to 1e+12)"},
		{strings.Replace(good, "12.5 disturbed", "NaN disturbed", 1), "NaN disturbed-% (want 0 to 1e+18)"},
		{strings.Replace(good, " 2 visits", " -2 visits", 1), "-2 visits (want 0 to 1e+18)"},
		{strings.Replace(good, " 14 clean", " Inf clean", 1), "+Inf clean-slices (want 0 to 1e+18)"},
		{strings.Replace(good, "861184", "1e300", 1), "1e+300 table-bytes (want 0 to 1e+18)"},
		{strings.Replace(good, "100\t", "9223372036854775808\t", 1), "parsing iteration count: value out of range"},
		{strings.Repeat("x", 5000) + ": y\n", "a line of 5004 bytes (want at most 4096)"},
	} {
		wantErrors(t, []broken{{c.says, head + c.line, "x.txt:13: " + c.says}})
	}
	for _, line := range []string{line("1e9"), line("4e-6"), init(line("9e9")), strings.Replace(good, "861184", "0", 1),
		strings.Replace(good, "100\t", fmt.Sprintf("%d\t", int(min(math.MaxInt, 1e18))), 1)} {
		mustParse(t, head+line)
	}
}

// Huge numbers of rounds and of techniques, which cost only a line each, are refused: reports would need gigabytes.
func TestHugeCounts(t *testing.T) {
	var rounds, cells strings.Builder
	for i := range 1001 {
		fmt.Fprintf(&rounds, "# round 9999\n%s", strings.Replace(line("4"), "random16", fmt.Sprintf("random%d", i), 1))
		cells.WriteString(strings.Replace(line("4"), "=pext/", fmt.Sprintf("=t%d/", i), 1))
	}
	wantErrors(t, []broken{
		{"gaps", head + rounds.String(), "x.txt:222: more than 1048576 values are missing (want rounds 1, 2, 3 and so on)"},
		{"techniques", head + cells.String(), "x.txt:1013: more than 1000 techniques in one table"},
	})
	short := strings.Replace(rounds.String(), "9999", "1", 1000)
	wantErrors(t, []broken{{"a last round far away", head + short, "x.txt: more than 1048576 values are missing (want rounds 1, 2, 3 and so on)"}})
}

// Not every system tells the name of its processor.
func TestNoName(t *testing.T) {
	for _, cpu := range []string{"cpu: \n", "cpu:\n", ""} {
		f := mustParse(t, strings.Replace(head, "cpu: Intel(R) Xeon(R) Processor\n", cpu, 1)+line("4"))
		if got := f.Tables[0].CPU; got != "unknown" {
			t.Errorf("%q: %q", cpu, got)
		}
	}
}

func TestNoLevelsOnOtherArchitectures(t *testing.T) {
	text := strings.Replace(strings.Replace(head+line("1"), "goamd64: v3\n", "", 1), "amd64", "arm64", 1)
	if got := mustParse(t, text).Tables[0].Build(); got != "GOARCH=arm64" {
		t.Errorf("got %q", got)
	}
	after := mustParse(t, head+line("1")+"goarch: arm64\n"+line("2")).Targets()
	if len(after) != 2 || after[1].Build() != "GOARCH=arm64" {
		t.Errorf("after amd64: got %+v", after)
	}
}

// Values belong to the round whose line is above them, in any order of rounds.
func TestRounds(t *testing.T) {
	other := func(cycles string) string { return strings.ReplaceAll(line(cycles), "pext", "magic") }
	v1 := strings.Replace(config, "goamd64: v3", "goamd64: v1", 1)
	f := mustParse(t, config+"# round 2 at 4 GHz\n"+strings.Replace(line("8"), "2 ns/lookup", "", 1)+other("16")+v1+line("10")+"PASS\n"+
		"# round 1\n"+config+other("12")+"# round 4\n"+other("20")+config+"# round 1\n"+line("4"))
	if len(f.Tables) != 2 {
		t.Fatalf("%d tables", len(f.Tables))
	}
	low, high := f.Tables[0], f.Tables[1]
	for _, c := range []struct {
		table     results.Table
		technique string
		want      string
	}{
		{low, "pext", "[NaN 10 NaN NaN]"}, {high, "pext", "[4 8 NaN NaN]"}, {high, "magic", "[12 16 NaN 20]"},
	} {
		if got := fmt.Sprint(c.table.Find(c.technique).Values); got != c.want {
			t.Errorf("%s, %s: values %s, want %s", c.table.Build(), c.technique, got, c.want)
		}
	}
	if low.Rounds != 1 || high.Rounds != 3 || high.Find("pext").Measured() != 2 {
		t.Errorf("rounds %d and %d", low.Rounds, high.Rounds)
	}
	if high.Unit != "cycles/lookup" || high.Clock != 4 || high.Nanoseconds() != 0.25 {
		t.Errorf("%s at %v GHz, %v ns", high.Unit, high.Clock, high.Nanoseconds())
	}
	if want := "1 of 3 cells lack a value in some rounds, 1 of 7 values in all"; f.Missing != want {
		t.Errorf("missing %q, want %q", f.Missing, want)
	}
	if len(f.Notes) != 1 || !strings.HasPrefix(f.Notes[0], "only 1 rounds: at least 6 are needed") {
		t.Errorf("notes %q", f.Notes)
	}
	wantErrors(t, []broken{
		{"twice", config + "# round 1\n" + line("4") + "# round 2\n" + line("4") + "# round 1\n" + line("5"),
			"x.txt:17: " + name + " with GOAMD64=v3 a second time in round 1 (want it once)"},
		{"before the first", config + line("4") + "# round 1\n" + line("4"), `x.txt:12: want a line "# round 1 at 4.35 GHz" before the first benchmark`},
		{"round 0", config + "# round 0\n" + line("4"), `x.txt:12: damaged line "# round 0\n" (want a benchmark, a unit, or key: value)`},
		{"another comment", config + "# round of\n" + line("4"), `x.txt:12: damaged line "# round of\n" (want a benchmark, a unit, or key: value)`},
		{"no clock in the line about the round", config + "# round 1 at 0 GHz\n" + strings.Replace(line("4"), "1 ns/lookup", "", 1),
			"x.txt:13: no ns/lookup value (want cycles, and a clock in the line about the round, as slidebench bench writes them)"},
		{"an impossible one", config + "# round 1 at 4000 GHz\n" + line("4"), "x.txt:13: a clock of 4000 GHz, which no processor has (want 0.05 to 12): times mean nothing"},
		{"half a clock", config + "# round 1 at 4\n" + line("4"), `x.txt:12: damaged line "# round 1 at 4\n" (want a benchmark, a unit, or key: value)`},
		{"no clock", config + strings.Replace(line("4"), "1 ns/lookup", "0 ns/lookup", 1), "x.txt:12: 0 ns/lookup (want 1e-06 to 1e+09)"},
		{"an impossible clock", config + strings.Replace(line("4e6"), " 1e+06 ns", " 1 ns", 1), "x.txt:12: a clock of 4e+06 GHz, which no processor has (want 0.05 to 12): times mean nothing"},
	})
}

// Two rounds with the same value in each of many cells are an error, and in few cells or in all but one they are not.
func TestIdenticalRounds(t *testing.T) {
	round := func(number, cells int, last string) string {
		text := fmt.Sprintf("# round %d at 4 GHz\n", number)
		for i := range cells {
			cycles := "4"
			if i == cells-1 {
				cycles = last
			}
			text += strings.ReplaceAll(line(cycles), "pext", fmt.Sprint("technique", i))
		}
		return text
	}
	mustParse(t, config+round(1, 7, "4")+round(2, 7, "4"))
	mustParse(t, config+round(1, 8, "4")+round(2, 8, "5"))
	mustParse(t, config+round(1, 9, "4")+round(2, 8, "4"))
	wantErrors(t, []broken{{"identical rounds", config + round(1, 8, "4") + round(2, 8, "5") + round(4, 8, "4"),
		"x.txt: rounds 1 and 4 have the same values in all 8 cells: their times mean nothing"}})
}

// An invented run comes back as it was: at its clock, without notes.
func TestWholeRun(t *testing.T) {
	f := mustParse(t, resultstest.Run{Rounds: 7, Levels: []string{"v1", "v3"}}.String())
	if f.Missing != "" || len(f.Notes) > 0 {
		t.Errorf("missing %q, notes %q", f.Missing, f.Notes)
	}
	for _, table := range f.Tables {
		if math.Abs(table.Clock-resultstest.Clock) > 0.001 || table.Rounds != 7 {
			t.Errorf("%v GHz, %d rounds", table.Clock, table.Rounds)
		}
	}
}

// Missing values stay missing, whether a run was stopped or a cell had no clean slice: no value moves to another round.
func TestMissing(t *testing.T) {
	run := resultstest.Run{Rounds: 7, Levels: []string{"v3"}}
	whole := run.String()
	full := mustParse(t, whole)
	run.Lacks = func(c grid.Cell, _ string, round int) bool { return (len(c.Technique)+round)%5 == 0 }
	lines := strings.SplitAfter(whole, "\n")
	for what, text := range map[string]string{"unclean": run.String(), "stopped": strings.Join(lines[:len(lines)-40], "")} {
		f := mustParse(t, text)
		missing := 0
		for i := range f.Tables {
			for _, s := range f.Tables[i].Series {
				was := full.Tables[i].Find(s.Row())
				if len(s.Values) != len(was.Values) {
					t.Fatalf("%s: %v has %d values", what, s.Cell, len(s.Values))
				}
				for k, v := range s.Values {
					if math.IsNaN(v) {
						missing++
					} else if v != was.Values[k] {
						t.Fatalf("%s: %v has %v in round %d, want %v", what, s.Cell, v, k+1, was.Values[k])
					}
				}
			}
		}
		if missing == 0 || !strings.Contains(f.Missing, fmt.Sprintf(", %d of ", missing)) || len(f.Notes) > 0 {
			t.Errorf("%s: %d missing, said %q, notes %q", what, missing, f.Missing, f.Notes)
		}
	}
}

func TestOrder(t *testing.T) {
	f := mustParse(t, resultstest.Run{Rounds: 1}.String())
	var got strings.Builder
	for _, table := range f.Tables[:37] {
		fmt.Fprintln(&got, table.Built, table.Piece, table.Mode, table.Corpus)
	}
	const want = `v1 rook throughput random4
v1 rook throughput random16
v1 rook throughput random32
v1 rook latency random4
v1 rook latency random16
v1 rook latency random32
v1 rook batch random16
v1 rook setwise sliders2
v1 bishop throughput random4
`
	if !strings.HasPrefix(got.String(), want) || !strings.HasSuffix(got.String(), "v1 queen setwise sliders2\nv1 queen incremental replay1\nv1 queen incremental replay4\nv1 queen incremental replay16\n"+
		"v1 queen incremental replay64\nv1 queen init stored\nv1 queen init searched\n") {
		t.Errorf("got\n%s", got.String())
	}
	if targets := f.Targets(); len(targets) != 4 || targets[3].Built.String() != "v4" {
		t.Errorf("targets %+v", targets)
	}
	if highest := f.Highest(); len(highest) != 1 || highest[0].Built.String() != "v4" {
		t.Errorf("highest levels %+v", highest)
	}
}

// A build with an experiment is never the highest level, wherever it stands among the others.
func TestHighestIsNoExperiment(t *testing.T) {
	at := func(level string) string {
		return strings.Replace(head, "goamd64: v3", "goamd64: "+level, 1) + line("1")
	}
	for _, c := range []struct {
		levels []string
		want   string
	}{
		{[]string{"v1", "v3", "v3+simd"}, "v3"},
		{[]string{"v3+simd", "v4", "v3"}, "v4"},
		{[]string{"v4+simd", "v4"}, "v4"},
		{[]string{"v3+simd"}, ""},
	} {
		var text strings.Builder
		for _, level := range c.levels {
			text.WriteString(at(level))
		}
		got := ""
		for _, target := range mustParse(t, text.String()).Highest() {
			got += target.Built.String()
		}
		if got != c.want {
			t.Errorf("%v: the highest is %q, want %q", c.levels, got, c.want)
		}
	}
}

func TestChoosable(t *testing.T) {
	f := results.File{Reference: "fancymagic", Facts: results.Facts{"best": {Family: facts.Picker}, "pext": {Needs: []string{"bmi2"}},
		"fancymagic": {}, "naive": {}}, Aside: func(technique string) bool { return technique == "naive" }}
	for name, want := range map[string]bool{"pext": true, "fancymagic": true, "unheardof": true,
		"naive": false, "best": false, "picked": false, "walk": false} {
		if f.Choosable(name) != want {
			t.Errorf("%s: choosable %v", name, !want)
		}
	}
	if f.Facts.Without("pext", "bmi2") || !f.Facts.Without("pext", "avx2") || !f.Facts.Without("fancymagic", "bmi2") {
		t.Error("pext and nothing else needs BMI2 here, and nothing else")
	}
	if f.Facts.Without("unheardof", "bmi2") {
		t.Error("nobody knows whether unheardof needs BMI2")
	}
}

func TestRead(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.txt")
	if _, err := results.Read(path); !errors.Is(err, fs.ErrNotExist) || !strings.HasPrefix(err.Error(), "cannot read result file ") {
		t.Errorf("no file: %v", err)
	}
	write(t, path, head+line("1"))
	f, err := results.Read(path)
	if err != nil || f.Revision() != "commit unknown" {
		t.Fatalf("without circumstances: %v, %v", f, err)
	}
	beside := filepath.Join(dir, "a.json")
	write(t, beside, `{"commit": "0123456789abcdef", "dirty": true, "toolchain": "go1.26.8", "load": [1, 2], "runner": "a service"}`)
	f, err = results.Read(path)
	if err != nil || f.Revision() != "commit 0123456789ab (dirty)" || f.Toolchain != "go1.26.8" || !strings.Contains(strings.Join(f.Notes, "; "), "measured on a service: ") {
		t.Errorf("with circumstances: %+v, %v", f, err)
	}
	write(t, beside, `{"commit": 1}`)
	if _, err = results.Read(path); err == nil || strings.Contains(err.Error(), "\n") {
		t.Errorf("bad circumstances: %v", err)
	}
	write(t, beside, `{"timerStep": 100}`)
	if _, err = results.Read(path); err != nil {
		t.Errorf("a fine clock: %v", err)
	}
	write(t, beside, `{"timerStep": 15625000}`)
	if _, err = results.Read(path); err == nil || !strings.Contains(err.Error(), "a.json: the clock moves in steps of 15.625ms") {
		t.Errorf("a coarse clock: %v", err)
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func TestValidate(t *testing.T) {
	text := resultstest.Run{Levels: []string{"v3"}, Machine: "m"}.String()
	engine := resultstest.Run{Levels: []string{"v3"}, Machine: "m", Engine: true}.String()
	few := resultstest.Run{Machine: "m", Rounds: 8, Levels: []string{"v3"}, Lacks: func(c grid.Cell, _ string, round int) bool {
		return grid.IsControl(c.Technique) && c.Piece == board.Bishop && c.Corpus == "random4" && round > 5
	}}.String()
	const clean = `{"commit": "0123456789abcdef", "finished": "2026-01-02T03:04:05Z"}`
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
		{"m/2026-01-02-0123456.txt", strings.ReplaceAll(engine, "=fancymagic-again/piece=queen/mode=perft", "=pace/piece=queen/mode=perft"), clean,
			`GOAMD64=v3, queen perft games3: want a row for "fancymagic-again"`},
		{"m/2026-01-02-0123456.txt", text[:1010], clean, "truncated: want a newline at the end of the last line"},
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

func FuzzParse(f *testing.F) {
	f.Add(head + line("1.884") + line("2"))
	f.Add(head + line("1e999"))
	f.Add("reference: a\n" + line("1"))
	f.Add("Unit a b=c\n")
	f.Add(head + "# round 2\n" + line("7.5") + "# round 1\n" + line("7.4"))
	f.Add("# round 9999\n" + config + line("1"))
	f.Add(head + line("1e308") + line("1e-308"))
	f.Add(strings.Replace(head, "cpu: Intel(R) Xeon(R) Processor", "cpu:", 1) + strings.Replace(line("1e9"), "100", "1000000000000000000", 1))
	f.Fuzz(func(t *testing.T, text string) {
		file, err := parse(text)
		if err != nil {
			if strings.ContainsAny(err.Error(), "\n\r") {
				t.Errorf("error of more than one line: %q", err)
			}
			return
		}
		for _, table := range file.Tables {
			for _, s := range table.Series {
				if len(s.Values) != len(table.Series[0].Values) || s.Measured() > table.Rounds || table.Rounds == 0 {
					t.Errorf("%v: %d values, %d rounds", s.Cell, len(s.Values), table.Rounds)
				}
				if !(table.Nanoseconds() > 0) || math.IsInf(table.Nanoseconds(), 0) {
					t.Errorf("%v: %v ns for each %s", s.Cell, table.Nanoseconds(), table.Unit)
				}
				for _, v := range stats.Present(s.Values) {
					if !(v > 0) || math.IsInf(v, 0) {
						t.Errorf("%v: value %v", s.Cell, v)
					}
				}
				if len(s.Values) > results.MaxRounds || slices.Max(stats.Present(s.Values)) > 1e12 {
					t.Errorf("%v: %d values up to %v", s.Cell, len(s.Values), slices.Max(stats.Present(s.Values)))
				}
				if again, err := grid.ParseName(s.Cell.String()); again != s.Cell || err != nil {
					t.Errorf("%v comes back as %v, %v", s.Cell, again, err)
				}
			}
		}
	})
}

// For tables of unknown size, the file has the size of the data in the object file.
func TestUnknownSizes(t *testing.T) {
	f, err := results.Parse(strings.NewReader(strings.ReplaceAll(head+line("1.884"), "861184 table-bytes", "512 data-bytes")), "x.txt")
	if err != nil {
		t.Fatal(err)
	}
	if s := f.Tables[0].Series[0]; s.Size != (results.Size{TableBytes: 512, SizeUnknown: true}) || s.AtMost(1<<52) || !s.AtMost(math.MaxInt64) ||
		results.CompareSizes(s.Size, results.Size{TableBytes: 1 << 40}) != 1 {
		t.Errorf("%+v, at most 4 PiB: %v", s.Size, s.AtMost(1<<52))
	}
}

func TestBytes(t *testing.T) {
	for n, want := range map[int64]string{
		0: "none", 1: "1 B", 1023: "1023 B", 1024: "1 KiB", 841 << 10: "841 KiB", 100000: "97.66 KiB", 4<<20 - 1024: "4095 KiB", 4 << 20: "4 MiB", 128<<20 + 1024: "128 MiB",
	} {
		if got := results.Bytes(n); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
	for n, want := range map[int64]string{0: "not said", 24 << 10: "not said, at least 24 KiB of data in the object"} {
		if got := (results.Size{TableBytes: n, SizeUnknown: true}).SizeText(); got != want {
			t.Errorf("unknown, %d: %q, want %q", n, got, want)
		}
	}
}

// Rows of a technique whose name stood for other code are left out.
func TestSuperseded(t *testing.T) {
	for commit, want := range map[string]bool{"d0500db36ec8": false, "0123456789ab": true} {
		path := filepath.Join(t.TempDir(), "x.txt")
		for name, text := range map[string]string{path: resultstest.Run{Levels: []string{"v3"}}.String(), strings.TrimSuffix(path, ".txt") + ".json": `{"commit": "` + commit + `"}`} {
			if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		f, err := results.Read(path)
		if err != nil {
			t.Fatal(err)
		}
		if has := f.Tables[0].Find("best") != nil; has != want {
			t.Errorf("commit %s: best is there: %v", commit, has)
		}
	}
}

// A machine's name says which features were hidden, and whether a neighbour was beside; people read that in parentheses.
func TestMachineNames(t *testing.T) {
	for _, c := range []struct {
		target             results.Target
		name, short        string
		restricted, beside bool
	}{
		{results.Target{Machine: "amd-epyc-zen-4-vm"}, "amd-epyc-zen-4-vm", "Zen 4", false, false},
		{results.Target{Machine: "amd-epyc-zen-4-vm-beside-a-neighbour"}, "amd-epyc-zen-4-vm (beside a neighbour)", "Zen 4 (beside a neighbour)", true, true},
		{results.Target{Machine: "x-without-bmi2-gfni", Features: "avx2"}, "x (no bmi2, gfni)", "X (no bmi2, gfni)", true, false},
		{results.Target{Machine: "x-without-bmi2-beside-a-neighbour", Features: "baseline"}, "x (baseline; beside a neighbour)", "X (baseline; beside a neighbour)", true, true},
	} {
		x := c.target
		if x.MachineName() != c.name || x.ShortName() != c.short || x.Restricted() != c.restricted || x.Beside() != c.beside {
			t.Errorf("%s: %q, %q, %v, %v; want %+v", x.Machine, x.MachineName(), x.ShortName(), x.Restricted(), x.Beside(), c)
		}
	}
	if short := (results.Target{Machine: "amd-oxide-zen-5-vm"}).ShortName("Zen 5"); short != "Zen 5, oxide" {
		t.Errorf("a second one is %q", short)
	}
}
