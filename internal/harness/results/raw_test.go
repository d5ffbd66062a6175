package results_test

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/harness/build"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/machine"
	"github.com/slidebench/slidebench/internal/harness/measure"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/harness/stats"
)

// The texts and functions from here to headOf serve the tests of all files.

// config is the head of an older raw file, without a round.
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

// head is the text before the first benchmark. It has 12 lines, so errors name line 13.
const head = config + "# round 1\n"

// benchmark is the name in all lines of tests here, unless they replace a part.
const benchmark = "BenchmarkAttacks/technique=pext/piece=rook/mode=throughput/corpus=random16"

// line returns a benchmark line with cycles in the form of older files: with nanoseconds, at 4 GHz.
func line(cycles string) string {
	x, _ := strconv.ParseFloat(cycles, 64)
	return fmt.Sprintf("%s \t 100\t %g ns/lookup\t %s cycles/lookup\t 861184 table-bytes\t 2 visits\t 14 clean-slices\t 12.5 disturbed-%%\n", benchmark, x/4, cycles)
}

// parse reads a raw file's text as that of x.txt.
func parse(text string) (*results.File, error) {
	return results.Parse(strings.NewReader(text), "x.txt")
}

// mustParse is parse for a text without errors.
func mustParse(t *testing.T, text string) *results.File {
	t.Helper()
	f, err := parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// broken is a damaged raw file: a name for messages, its text, and the wanted error.
type broken struct{ what, text, want string }

// wantErrors checks that parse refuses texts with the wanted errors.
func wantErrors(t *testing.T, texts []broken) {
	t.Helper()
	for _, c := range texts {
		if _, err := parse(c.text); err == nil || err.Error() != c.want {
			t.Errorf("%s: got %v\nwant %s", c.what, err, c.want)
		}
	}
}

// headOf returns the head of a build's lines in a newer file.
func headOf(b build.Build, goarch string) results.Head {
	return results.Head{
		Target:    results.Target{Machine: "m", CPU: "c", Features: "f", GOOS: "linux", GOARCH: goarch, Built: b, Questions: 1000, CorpusDigest: "d"},
		Reference: "magic", Units: []string{"cycles/lookup"}, Round: 1, Clock: 4,
	}
}

// Parse reads all that Head and Line write: the cell, its value, its size, its slices, and the build.
func TestWrittenIsRead(t *testing.T) {
	// Two slices: the second is not clean, as a turn of 99 cycles follows it.
	visit := measure.Visit{Passes: 2, PassSlices: 1, Answers: 1000, Bytes: 4096, Readings: []machine.Reading{{Clock: 4, Turn: 5}, {Clock: 4, Turn: 5}, {Clock: 4, Turn: 99}},
		Slices: []measure.Slice{{NS: 2000}, {NS: 2010, Before: 1}}}
	var j measure.Judge
	j.Add(visit.Readings[:2]...) // a turn takes 5 cycles on an unshared core
	lookup := grid.Cell{Technique: "magic", AA: true, Piece: board.Rook, Mode: "latency", Corpus: "random16"}
	op := grid.Cell{Technique: "magic", Piece: board.Queen, Mode: "init", Corpus: "stored"}
	for _, b := range build.Must("", "v1", "v4+simd", "c-gcc", "c-gcc-v3+calls", "rust") {
		for _, unknown := range []bool{false, true} {
			goarch := "amd64"
			if b == (build.Build{}) {
				goarch = "arm64"
			}
			visit.SizeUnknown, visit.Answers = unknown, 1000
			text := headOf(b, goarch).String() + results.LineOf(lookup, &measure.Tally{Visits: []measure.Visit{visit, visit}}, 8000, 4, &j).String()
			visit.Answers = 0 // a pass is one operation
			text += results.LineOf(op, &measure.Tally{Visits: []measure.Visit{visit}}, 8000, 4, &j).String()
			f, err := results.Parse(strings.NewReader(text), "raw")
			if err != nil {
				t.Errorf("%v: %v in\n%s", b, err, text)
				continue
			}
			if got := f.Targets(); len(got) != 1 || got[0] != headOf(b, goarch).Target || len(f.Tables) != 2 || f.Slices != 6 || f.Clean != 3 { // of three visits
				t.Errorf("%v: %+v, %v of %v slices clean", b, got, f.Clean, f.Slices)
			}
			for i, want := range []results.Series{{Cell: lookup, Values: []float64{8}}, {Cell: op, Values: []float64{8000}}} {
				want.Size = results.Size{TableBytes: 4096, SizeUnknown: unknown}
				if got := f.Tables[i].Series[0]; got.Cell != want.Cell || got.Values[0] != want.Values[0] || got.Size != want.Size || f.Tables[i].Clock != 4 {
					t.Errorf("%v: read %+v, want %+v", b, got, want)
				}
			}
			if strings.Count(text, "ns/op") != 2 || strings.Index(text, "ns/op") > strings.Index(text, "cycles/lookup\n") {
				t.Errorf("nanoseconds are not there, or not first, in\n%s", text)
			}
		}
	}
}

// Older files have goamd64 for builds in Go, and build for others. Both kinds of heads may stand in one file, in any order.
func TestOneBuildByEitherKey(t *testing.T) {
	const value = "\t1\t2 ns/op\t0 table-bytes\t8 cycles/lookup\n"
	lineOf := func(technique string) string {
		return "BenchmarkAttacks/technique=" + technique + "/piece=rook/mode=latency/corpus=random16" + value
	}
	newer := func(spelling string) string { return headOf(build.Must(spelling)[0], "amd64").String() }
	// older returns a head with an older file's keys about the build.
	older := func(keys string) string { return strings.Replace(newer("v1"), "build: v1\ncompiler: \n", keys, 1) }
	heads := []struct{ text, build string }{
		{newer("v2"), "v2"}, {older("goamd64: v3\n"), "v3"}, {newer("c-gcc"), "c-gcc"}, {older("goamd64: v4\nbuild: \ncompiler: \n"), "v4"},
		{older("goamd64: \nbuild: rust\ncompiler: x\n"), "rust"}, {older("goamd64: v1+simd\n"), "v1+simd"}, {older("build: c-clang\n"), "c-clang"},
	}
	// Steps of 1 to 6 visit all seven heads, each step in another order, since 7 is prime.
	for step := 1; step < len(heads); step++ {
		var text, want, got []string
		for i := range heads {
			h := heads[i*step%len(heads)]
			technique := "magic" + string(rune('a'+i))
			text, want = append(text, h.text+lineOf(technique)), append(want, technique+" "+h.build)
		}
		f, err := results.Parse(strings.NewReader(strings.Join(text, "")), "raw")
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range want {
			technique, built, _ := strings.Cut(w, " ")
			for _, table := range f.Tables {
				if table.Find(technique) != nil {
					got = append(got, technique+" "+table.Built.String())
					if table.Built.String() != built {
						t.Errorf("order %d: %s is of build %v, want %s", step, technique, table.Built, built)
					}
				}
			}
		}
		if len(got) != len(want) {
			t.Errorf("order %d: read %q, want %q", step, got, want)
		}
	}
}

// Two rounds are one table, whatever go test wrote between them.
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
}

// An error about a damaged file is one line, with the line's number and the wanted text.
func TestParseErrors(t *testing.T) {
	good := head + line("1.884")
	wantErrors(t, []broken{
		{"empty", "", "x.txt: no benchmark lines (want a file written by slidebench bench)"},
		{"only configuration", head, "x.txt: no benchmark lines (want a file written by slidebench bench)"},
		{"half a line", good[:len(good)-9], "x.txt:13: truncated: want a newline at the end of the last line"},
		{"binary", "\x7fELF\x02\n", `x.txt:1: damaged line "\x7fELF\x02\n" (want a benchmark, a unit, or key: value)`},
		{"lost start", head + line("1")[4:], `x.txt:13: damaged line "hmarkAttacks/technique=pext/piece=rook/m" (want a benchmark, a unit, or key: value)`},
		{"name alone", head + benchmark + "\n", `x.txt:13: damaged line "` + benchmark[:40] + `" (want a benchmark, a unit, or key: value)`},
		{"no count", strings.Replace(good, "\t 100\t", "\t x\t", 1), "x.txt:13: parsing iteration count: invalid syntax"},
		{"no measurement", head + benchmark + " 100\n", "x.txt:13: missing measurements"},
		{"no unit", head + benchmark + " 100 1.5\n", "x.txt:13: missing units"},
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
	init := strings.NewReplacer("mode=throughput", "mode=init", "/lookup", "/op").Replace // an op may take longer
	good := line("4")                                                                     // at 4 GHz, so 1 nanosecond
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
	passes := int(min(math.MaxInt, 1e18)) // 32-bit machines read no larger number than MaxInt
	for _, possible := range []string{line("1e9"), line("4e-6"), init(line("9e9")), strings.Replace(good, "861184", "0", 1), strings.Replace(good, "100\t", fmt.Sprintf("%d\t", passes), 1)} {
		mustParse(t, head+possible)
	}
}

// Huge numbers of rounds and of techniques, which cost only a line each, are refused: reports would need gigabytes.
func TestHugeCounts(t *testing.T) {
	var rounds, cells strings.Builder // 1001 tables of one cell in round 9999, and one table of 1001 techniques
	for i := range 1001 {
		fmt.Fprintf(&rounds, "# round 9999\n%s", strings.Replace(line("4"), "random16", fmt.Sprintf("random%d", i), 1))
		cells.WriteString(strings.Replace(line("4"), "=pext/", fmt.Sprintf("=t%d/", i), 1))
	}
	wantErrors(t, []broken{
		// Each cell lacks 9998 values, so the 105th is too much; two lines each, after the head's 12.
		{"gaps", head + rounds.String(), "x.txt:222: more than 1048576 values are missing (want rounds 1, 2, 3 and so on)"},
		{"techniques", head + cells.String(), "x.txt:1013: more than 1000 techniques in one table"},
	})
	short := strings.Replace(rounds.String(), "9999", "1", 1000) // all but the last cell in round 1
	wantErrors(t, []broken{{"a last round far away", head + short, "x.txt: more than 1048576 values are missing (want rounds 1, 2, 3 and so on)"}})
}

// Not every system tells the name of its processor: it is then unknown.
func TestNoName(t *testing.T) {
	for _, cpu := range []string{"cpu: \n", "cpu:\n", ""} {
		f := mustParse(t, strings.Replace(head, "cpu: Intel(R) Xeon(R) Processor\n", cpu, 1)+line("4"))
		if got := f.Tables[0].CPU; got != "unknown" {
			t.Errorf("%q: %q", cpu, got)
		}
	}
}

// On other architectures than amd64 a build in Go has no level, even if lines further up have one.
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

// Values belong to the round whose line is above them, in any order of rounds. A round with a clock needs no nanoseconds.
func TestRounds(t *testing.T) {
	magic := func(cycles string) string { return strings.ReplaceAll(line(cycles), "pext", "magic") }
	v1 := strings.Replace(config, "goamd64: v3", "goamd64: v1", 1)
	f := mustParse(t, config+"# round 2 at 4 GHz\n"+strings.Replace(line("8"), "2 ns/lookup", "", 1)+magic("16")+v1+line("10")+"PASS\n"+
		"# round 1\n"+config+magic("12")+"# round 4\n"+magic("20")+config+"# round 1\n"+line("4"))
	if len(f.Tables) != 2 {
		t.Fatalf("%d tables", len(f.Tables))
	}
	low, high := f.Tables[0], f.Tables[1] // v1 and v3
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
	// No cell has a value in round 3. Of the other rounds, pext at v3 lacks round 4.
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
			"x.txt:17: " + benchmark + " with GOAMD64=v3 a second time in round 1 (want it once)"},
		{"before the first", config + line("4") + "# round 1\n" + line("4"), `x.txt:12: want a line "# round 1 at 4.35 GHz" before the first benchmark`},
		{"round 0", config + "# round 0\n" + line("4"), `x.txt:12: damaged line "# round 0\n" (want a benchmark, a unit, or key: value)`},
		{"another comment", config + "# round of\n" + line("4"), `x.txt:12: damaged line "# round of\n" (want a benchmark, a unit, or key: value)`},
		{"no clock in the line about the round", config + "# round 1 at 0 GHz\n" + strings.Replace(line("4"), "1 ns/lookup", "", 1),
			"x.txt:13: no ns/lookup value (want cycles, and a clock in the line about the round, as slidebench bench writes them)"},
		{"an impossible clock of the round", config + "# round 1 at 4000 GHz\n" + line("4"), "x.txt:13: a clock of 4000 GHz, which no processor has (want 0.05 to 12): times mean nothing"},
		{"half a clock", config + "# round 1 at 4\n" + line("4"), `x.txt:12: damaged line "# round 1 at 4\n" (want a benchmark, a unit, or key: value)`},
		{"no round, and no clock by the quotient", config + strings.Replace(line("4"), "1 ns/lookup", "0 ns/lookup", 1), "x.txt:12: 0 ns/lookup (want 1e-06 to 1e+09)"},
		{"an impossible clock by the quotient", config + strings.Replace(line("4e6"), " 1e+06 ns", " 1 ns", 1), "x.txt:12: a clock of 4e+06 GHz, which no processor has (want 0.05 to 12): times mean nothing"},
	})
}

// For tables of unknown size, the raw file has the size of the data in the technique's object file.
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

// Whatever is read makes sense, and every error is one line.
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
		read, err := parse(text)
		if err != nil {
			if strings.ContainsAny(err.Error(), "\n\r") {
				t.Errorf("error of more than one line: %q", err)
			}
			return
		}
		for _, table := range read.Tables {
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
