package report_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/report"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/harness/results/resultstest"
	"github.com/slidebench/slidebench/internal/techniques/facts"
	"github.com/slidebench/slidebench/internal/techniques/mode"
)

// engine is a quiet run of an engine and loops, in Go and in C, with factors on the times of techniques. It serves the tests of all files.
func engine(cost map[string]float64) resultstest.Run {
	return resultstest.Run{Engine: true, Noise: 0.001, Levels: []string{"v3", "c-gcc"}, Cost: cost}
}

// answer returns the answer for Go.
func answer(t *testing.T, run resultstest.Run) *report.Answer {
	t.Helper()
	return report.Answers(parse(t, "x.txt", run))[0]
}

// took lists what somebody should take: "BMI2: pext".
func took(a *report.Answer) (list []string) {
	for _, p := range a.Picks() {
		list = append(list, p.When+": "+p.Technique)
	}
	return list
}

// There is an answer for each language, in C for gcc.
func TestAnswerForEachLanguage(t *testing.T) {
	run := engine(nil)
	run.Levels = []string{"v3", "c-clang", "c-gcc"}
	var got []string
	for _, a := range report.Answers(parse(t, "x.txt", run), parse(t, "y.txt", resultstest.Run{Machine: "m", GOARCH: "arm64"})) {
		got = append(got, a.Target.Machine+" "+a.Target.Language()+" "+a.Doubt())
	}
	want := []string{"intel-xeon-sapphire-rapids-vm Go ", "intel-xeon-sapphire-rapids-vm C (gcc) ", "m Go search was not measured"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// A language without an engine has loops and no search, in a report and on the page.
func TestLanguagesWithoutEngine(t *testing.T) {
	run := engine(nil)
	run.Levels = append(run.Levels, "rust", "cpp-gcc")
	run.Lacks = func(c grid.Cell, level string, _ int) bool { return level == "rust" && c.Mode.OfEngine() }
	files := []*results.File{parse(t, "x.txt", run)}
	for format, has := range map[string][]string{"markdown": {"| search, C (gcc) |", "| search, C++ (gcc) |", "| Rust |"}, "html": {"In C or C&#43;&#43;, on each machine", "In C&#43;&#43;, on each machine"}} {
		text := render(t, files, report.Options{Format: format})
		wantAll(t, text, has...)
		for _, bad := range []string{"search, Rust", "In Rust", "search was not measured"} {
			if strings.Contains(text, bad) {
				t.Errorf("%s has %q", format, bad)
			}
		}
	}
}

// Speeds are nodes in the same time, round by round, and techniques that may be as fast as the fastest are tied with it.
func TestSpeeds(t *testing.T) {
	a := answer(t, engine(map[string]float64{"pext": 0.9, "pextload": 0.9, "sherwin": 0.5}))
	time := func(mode, technique string) []float64 {
		for _, table := range a.File.Tables {
			if string(table.Mode) == mode && table.Target == a.Target {
				return table.Find(technique).Values
			}
		}
		t.Fatal("no ", mode)
		return nil
	}
	for _, s := range a.Rows {
		for mode, got := range map[string]float64{"search": s.Search.Median, "perft": s.Perft.Median} {
			var ratios []float64
			for k, x := range time(mode, s.Technique) {
				ratios = append(ratios, time(mode, a.File.Reference)[k]/x)
			}
			slices.Sort(ratios)
			want := 100 * (math.Sqrt(ratios[2]*ratios[3]) - 1) // by the median of six rounds, in logarithms
			if math.Abs(got-want) > 1e-9 {
				t.Errorf("%s, %s: %v, want %v", mode, s.Technique, got, want)
			}
		}
		// A technique is surely slower than the fastest if its interval lies a point below; sherwin is the fastest.
		if slower := s.Search.Hi < a.Rows[0].Search.Lo-1; slower && s.Tied || s.Technique == "sherwin" && !s.Tied {
			t.Errorf("%s: tied %v, %v", s.Technique, s.Tied, s.Search)
		}
	}
	if s := a.Row("pext"); s.Kind != "PEXT" || !slices.Equal(s.Needs, []string{"bmi2"}) || s.TableBytes != 820_736 { // as package resultstest has it
		t.Errorf("%+v", s)
	}
	if s := a.Row("fancymagic"); s.Search.Median != 0 || s.Search.Lo != 0 {
		t.Errorf("the reference: %+v", s)
	}
}

// The fastest technique of each class is taken, and of ties the one with the smallest tables if its perft is nearly as fast. Pickers, techniques set aside, and techniques
// with unknown needs are not taken.
func TestPicks(t *testing.T) {
	// with returns factors by which all techniques take twice as long, but for some.
	with := func(some map[string]float64) map[string]float64 {
		cost := map[string]float64{}
		for name := range resultstest.Facts() {
			cost[name] = 2
		}
		maps.Copy(cost, some)
		return cost
	}
	for _, c := range []struct {
		what string
		cost map[string]float64
		want []string // the first picks
	}{
		{"PEXT", with(map[string]float64{"pext": 0.5, "magic": 0.7}), []string{"BMI2: pext", "any CPU: magic"}},
		{"magic", with(map[string]float64{"magic": 0.5}), []string{"any CPU: magic"}},
		// With these factors, searches take equally long with magic and with fixedshift, whose tables are smaller.
		{"a tie of different tables", with(map[string]float64{"magic": 0.5, "fixedshift": 0.5118}), []string{"any CPU: fixedshift"}},
		{"a picker", with(map[string]float64{"best": 0.1, "pext": 0.5}), []string{"BMI2: pext"}},
	} {
		got := took(answer(t, engine(c.cost)))
		if last := got[len(got)-1]; last != "to compare with: fancymagic" || slices.ContainsFunc(got, func(s string) bool { return strings.HasSuffix(s, " best") }) {
			t.Errorf("%s: %q ends with %s", c.what, got, last)
		}
		if !slices.Equal(got[:len(c.want)], c.want) {
			t.Errorf("%s: %q, want %q", c.what, got, c.want)
		}
		if !slices.ContainsFunc(got, func(s string) bool { return strings.HasPrefix(s, "any CPU, ≤ 8 KiB: ") }) {
			t.Errorf("%s: %q has no small tables", c.what, got)
		}
	}
	f := parse(t, "x.txt", engine(with(map[string]float64{"pext": 0.5, "magic": 0.7})))
	f.Aside = func(technique string) bool { return technique == "pext" }
	delete(f.Facts, "magic") // its needs are then unknown
	if got := took(report.Answers(f)[0]); strings.Contains(fmt.Sprint(got), "pext") || strings.Contains(fmt.Sprint(got), " magic") {
		t.Errorf("set aside: %q", got)
	}
}

// tied returns the answer of a file with times of search and perft, by technique, with eight rounds of each. A time is a value and its relative spread: in turn, rounds lie -1, 0, 1 and 2
// times the spread above the value.
func tied(search, perft map[string][2]float64, bytes map[string]int64) *report.Answer {
	f := &results.File{Reference: "ref", Facts: results.Facts{}}
	for m, times := range map[mode.Mode]map[string][2]float64{"search": search, "perft": perft} {
		_, table := table("ref", map[string][]float64{})
		table.Mode, table.Corpus, table.Piece, table.Rounds = m, grid.DefaultGames, board.Queen, 8
		for name, time := range times {
			s := results.Series{Cell: grid.OfRow(name), Size: results.Size{TableBytes: bytes[name]}}
			for k := range 8 {
				s.Values = append(s.Values, time[0]*(1+time[1]*float64(k%4-1)))
			}
			table.Series = append(table.Series, s)
			f.Facts[name] = facts.Facts{Name: name, Family: "magic"}
		}
		f.Tables = append(f.Tables, table)
	}
	return report.Answers(f)[0]
}

// Of two techniques tied in search, the one with smaller tables is taken, if its perft is at most 3 % slower. All times are exact but for small's search, whose spread makes
// it a tie.
func TestOfTiesTheSmallestTables(t *testing.T) {
	for _, c := range []struct {
		what          string
		search, perft float64 // of small, if those of large are 1
		spread        float64 // of small's search
		want          string
	}{
		{"a tie", 1.001, 1.01, 0.01, "small"},
		{"slower in every round", 1.001, 1.01, 0, "large"},
		{"5 % slower in perft", 1.001, 1.05, 0.01, "large"},
		{"faster", 0.9, 1, 0, "small"},
	} {
		a := tied(map[string][2]float64{"ref": {2, 0}, "ref-again": {2, 0}, "large": {1, 0}, "small": {c.search, c.spread}},
			map[string][2]float64{"ref": {2, 0}, "large": {1, 0}, "small": {c.perft, 0}}, map[string]int64{"ref": 1 << 20, "large": 1 << 19, "small": 1 << 18})
		if got := took(a)[0]; got != "any CPU: "+c.want {
			t.Errorf("%s: %s", c.what, got)
		}
	}
}

// Gains have three digits, and two decimals at most.
func TestPercent(t *testing.T) {
	for x, want := range map[float64]string{0: "0 %", 5: "+5.00 %", -0.123: "-0.12 %", 12.34: "+12.3 %", -45.67: "-45.7 %", 123.4: "+123 %", 9.999: "+10.0 %", math.NaN(): "?"} {
		if got := report.Percent(x); got != want {
			t.Errorf("%v is %q, want %q", x, got, want)
		}
	}
}

// A text without an answer has the reason and the remedy, and names no technique to take for a search.
func TestNoAnswer(t *testing.T) {
	alike := []string{"fancymagic", "fancymagic-again", "fixedshift", "magic"} // with a noise of 30 %, none of them is shown to be slower than another
	for want, run := range map[string]resultstest.Run{
		"A/A noise":               {Engine: true, Noise: 0.3, Techniques: alike, Levels: []string{"v3"}},
		"5 rounds":                {Engine: true, Rounds: 5, Levels: []string{"v3"}},
		"search was not measured": {Levels: []string{"v3"}},
	} {
		f := parse(t, "x.txt", run)
		for _, text := range []string{advise(t, "text", f), render(t, []*results.File{f}, report.Options{Format: "text"})} {
			text = strings.Join(strings.Fields(text), " ")
			wantAll(t, text, "No answer: "+want, "To have one, ")
			// Advice by loops alone says how to take a technique.
			if strings.Contains(text, "any CPU, no tables") || strings.Contains(text, "import ") != (want == "search was not measured" && strings.Contains(text, "To take it")) {
				t.Errorf("%s:\n%s", want, text)
			}
		}
	}
	// A run that was stopped goes on by the command that began it.
	for command, want := range map[string]string{"slidebench bench --rounds 6": "slidebench bench", "slidebench-bench": "slidebench-bench"} {
		f := parse(t, "x.txt", resultstest.Run{Engine: true, Rounds: 5, Levels: []string{"v3"}})
		f.Started, f.Command = "2026-01-02T03:04:05Z", command
		wantAll(t, strings.Join(strings.Fields(render(t, []*results.File{f}, report.Options{Format: "text"})), " "), "To have one, go on with "+want+" --resume x.txt.")
	}
	// Without a search, advice has loops.
	if text := advise(t, "text", parse(t, "x.txt", resultstest.Run{Levels: []string{"v3"}, Noise: 0.001})); !strings.Contains(text, "many at once") {
		t.Errorf("no loops:\n%s", text)
	}
}

// The choice for several machines is the one whose worst case is best, be it in search or in perft, on one machine or on another.
func TestChoiceByTheWorstCase(t *testing.T) {
	run := func(machine string, cost map[string]float64) *results.File {
		return parse(t, "results/"+machine+"/x.txt", resultstest.Run{Machine: machine, Engine: true, Noise: 0.001, Levels: []string{"v3"}, Cost: cost,
			Techniques: []string{"fancymagic", "fancymagic-again", grid.Twice, "magic", "quintessence"}})
	}
	// Factors are on the time of a whole search: magic gains most on a, and loses more on b than quintessence loses to it on a; quintessence loses most on c.
	fast, slow := run("a", map[string]float64{"magic": 0.8, "quintessence": 0.9}), run("b", map[string]float64{"magic": 1.3, "quintessence": 1})
	worse := run("c", map[string]float64{"magic": 0.9, "quintessence": 1.3})
	wantAll(t, string(report.FrontPage(report.Front{}, fast)), "| Go | any CPU | [magic](magic) |")
	wantAll(t, string(report.FrontPage(report.Front{}, fast, slow)), "| Go | any CPU | [quintessence](quintessence) |")
	wantAll(t, string(report.FrontPage(report.Front{}, fast, worse)), "| Go | any CPU | [magic](magic) |") // though its tables are larger
}

// Each technique is chosen among those that run where it runs, also where the fastest of all does not.
func TestChoiceForMachinesWithoutTheFastest(t *testing.T) {
	run := func(machine, features string, cost map[string]float64) *results.File {
		return parse(t, "results/"+machine+"/x.txt", resultstest.Run{Machine: machine, Features: features, Engine: true, Noise: 0.01, Levels: []string{"v3"}, Cost: cost,
			Lacks:      func(cell grid.Cell, _ string, _ int) bool { return cell.Mode == "perft" },
			Techniques: []string{"fancymagic", "fancymagic-again", grid.Twice, "magic", "gfni", "quintessence"}})
	}
	// Factors are on the time of a whole search: on new, gfni is the fastest, with quintessence next; on old, which lacks GFNI, magic is the fastest by far.
	text := string(report.FrontPage(report.Front{}, run("new", "avx2+gfni", map[string]float64{"gfni": 0.5, "quintessence": 0.475}), run("old", "avx2", map[string]float64{"magic": 0.4})))
	wantAll(t, text, "| Go | AVX2, GFNI | [gfni](gfni) |", "| Go | any CPU | [magic](magic) |")
}

// Several machines are compared in one table, and all that was measured is shown only if it is asked for.
func TestSeveralMachines(t *testing.T) {
	files := []*results.File{parse(t, "a.txt", engine(nil)), parse(t, "b.txt", resultstest.Run{Machine: "apple-m3", CPU: "Apple M3", Features: "neon", GOARCH: "arm64", Engine: true})}
	text := render(t, files, report.Options{Format: "text"})
	wantAll(t, text, "intel-xeon-sapphire-rapids-vm │ C (gcc)", "apple-m3 ")
	if strings.Contains(text, "queen, throughput") {
		t.Errorf("tables that nobody asked for:\n%s", text)
	}
	wantAll(t, render(t, files, report.Options{Format: "text", All: true}), "(1) intel-xeon-sapphire-rapids-vm, GOAMD64=v3", "(2) apple-m3, GOARCH=arm64", "(2) standing")
	cut := render(t, files, report.Options{Format: "text", Shown: "mode latency"})
	wantAll(t, cut, "Sliding attacks, measured: mode latency", "queen, latency, random16")
}

// Programs see the same figures.
func TestAnswersInJSON(t *testing.T) {
	f := parse(t, "x.txt", engine(map[string]float64{"pext": 0.5}))
	var decoded struct {
		Answers []struct {
			Language string
			Take     []struct{ When, Technique string }
			Rows     []struct {
				Technique, Kind string
				Search          []float64
				Tied            bool
			}
		}
	}
	if err := json.Unmarshal([]byte(advise(t, "json", f)), &decoded); err != nil || len(decoded.Answers) != 2 || decoded.Answers[0].Take[0].Technique != "pext" {
		t.Fatalf("%v: %+v", err, decoded)
	}
	a := report.Answers(f)[1]
	for i, row := range decoded.Answers[1].Rows {
		if s := a.Rows[i]; row.Technique != s.Technique || row.Tied != s.Tied || math.Abs(row.Search[0]-s.Search.Median) > 1e-3 {
			t.Errorf("%+v, want %+v", row, s)
		}
	}
}

// A class in which few techniques have an interval has no pick while a technique without one may be its fastest; that technique is named. Picks of other classes stay.
func TestTooFewRoundsInAClass(t *testing.T) {
	run := engine(map[string]float64{"quintessence": 1, "pext": 0.3})
	run.Rounds, run.Levels = 8, []string{"v3"}
	whole := fmt.Sprint(took(answer(t, run)))
	run.Lacks = func(c grid.Cell, _ string, round int) bool { return c.Technique == "quintessence" && round > 3 }
	cut := fmt.Sprint(took(answer(t, run)))
	if !strings.Contains(whole, "any CPU, ≤ 8 KiB: quintessence") || strings.Contains(cut, "any CPU, ≤ 8 KiB") || !strings.Contains(cut, "BMI2: pext") {
		t.Errorf("with all rounds %s, with few %s", whole, cut)
	}
	wantAll(t, flat(advise(t, "text", parse(t, "x.txt", run))), "pext is the fastest. Perhaps faster, but without an interval: quintessence (in 3 rounds).")
}

// flat returns a text in one line, for the tests of all files.
func flat(text string) string { return strings.Join(strings.Fields(text), " ") }

// An answer stands on the reference and three other techniques with an interval, and names the techniques without one that may be faster. In no format is a technique
// without an interval tied, the fastest or recommended, and no summary has a figure of it.
func TestAnswerFromIntervals(t *testing.T) {
	run := engine(map[string]float64{"magic": 0.3, "fixedshift": 0.5, "pext": 0.6})
	run.Rounds, run.Levels = 12, []string{"v3"}
	few := []string{"magic"} // the fastest; runs lack the rows in few, as few is when they are written
	run.Lacks = func(c grid.Cell, _ string, round int) bool { return slices.Contains(few, c.Row()) && round > 5 }
	f := parse(t, "results/x/x.txt", run)
	text := flat(advise(t, "text", f))
	wantAll(t, text, "fixedshift is the fastest. Perhaps faster, but without an interval: magic (in 5 rounds).",
		"any CPU │ fixedshift │", "import github.com/slidebench/slidebench/fixedshift")
	wantAll(t, flat(render(t, []*results.File{f}, report.Options{Format: "text"})), "Perhaps: has too few rounds for an interval.")
	var decoded struct {
		Answers []struct {
			Unclear []string
			Take    []struct{ Technique string }
			Rows    []struct {
				Technique string
				Tied      bool
			}
		}
		Uses []struct {
			Mode, Technique string
			Tied, Unclear   []string
		}
		Tables []struct {
			Rows []struct{ Technique, Standing string }
		}
	}
	if err := json.Unmarshal([]byte(render(t, []*results.File{f}, report.Options{Format: "json"})), &decoded); err != nil {
		t.Fatal(err)
	}
	if a := decoded.Answers[0]; !slices.Equal(a.Unclear, few) || len(a.Take) < 3 {
		t.Errorf("%+v", a)
	}
	for _, p := range decoded.Answers[0].Take {
		if p.Technique == "magic" {
			t.Error("magic is recommended")
		}
	}
	for _, r := range decoded.Answers[0].Rows {
		if r.Technique == "magic" && r.Tied {
			t.Error("magic is tied")
		}
	}
	for _, u := range decoded.Uses {
		if u.Technique == "magic" || slices.Contains(u.Tied, "magic") {
			t.Errorf("%s takes magic: %+v", u.Mode, u)
		}
	}
	for _, table := range decoded.Tables {
		for _, r := range table.Rows {
			if r.Technique == "magic" && r.Standing != "unclear" {
				t.Errorf("magic is %s", r.Standing)
			}
		}
	}
	for line := range strings.Lines(render(t, []*results.File{f}, report.Options{Format: "csv"})) { // build, technique, bytes, figures
		if fields := strings.Split(line, ","); fields[1] == "magic" && strings.Trim(strings.Join(fields[3:], ""), "\r\n") != "" {
			t.Errorf("figures without an interval: %s", line)
		}
	}
	for _, text := range []string{string(report.FrontPage(report.Front{}, f)), string(report.FrontPage(report.Front{}, f, f))} {
		if wantAll(t, text, "[fixedshift]"); strings.Contains(text, "magic](") {
			t.Errorf("a front page with magic:\n%s", text)
		}
	}
	wantAll(t, flat(render(t, []*results.File{f, f}, report.Options{Format: "text"})), "fixedshift +", ", or perhaps magic (in 5 rounds)")
	wantAll(t, render(t, []*results.File{f}, report.Options{Format: "html"}), `,"few rounds",`, ` [?]",`) // in the page's data
	// On a second machine no technique has an interval, so that figures are of one machine.
	five := run
	five.Machine, five.Rounds, five.Cost = "five", 5, map[string]float64{"fixedshift": 0.1}
	wantAll(t, string(report.FrontPage(report.Front{}, f, parse(t, "results/y/y.txt", five))), "[fixedshift](fixedshift) | magic | 686 KiB | +100 % on 1 |")

	few = append(few, "fancymagic-again") // the noise is unknown, and the answer stands
	if doubt := answer(t, run).Doubt(); doubt != "" {
		t.Errorf("without the noise: %q", doubt)
	}
	wantAll(t, flat(render(t, []*results.File{parse(t, "x.txt", run)}, report.Options{Format: "text"})), "A/A noise unknown, taken as 5.1 %;") // highNoise, 0.05, is a logarithm
	few = []string{"magic", "fancymagic"}
	if doubt := answer(t, run).Doubt(); doubt != "too few rounds of fancymagic; fixedshift is the fastest" {
		t.Errorf("without the reference: %q", doubt)
	}
	run.Techniques = []string{"fancymagic", "fancymagic-again", grid.Twice, "magic", "fixedshift", "quintessence"}
	few = few[:1] // magic; two others than the reference, fixedshift and quintessence, have an interval, fewer than Contenders
	if doubt := answer(t, run).Doubt(); doubt != "too few rounds; magic (in 5) looks fastest" {
		t.Errorf("with two others: %q", doubt)
	}
}

// The note on loops explains both of their marks: a noisy table, and a technique that is perhaps faster.
func TestLoopsExplainTheirMarks(t *testing.T) {
	run := engine(map[string]float64{"magic": 0.3, "fixedshift": 0.5})
	run.Rounds, run.Levels = 12, []string{"v3"}
	run.Lacks = func(c grid.Cell, _ string, round int) bool { return c.Technique == "magic" && round > 5 }
	f := parse(t, "x.txt", run)
	for i := range f.Tables {
		if again := f.Tables[i].AA(); again != nil {
			again.Values = scaled(1.06, again.Values) // an A/A noise of 6 %
		}
	}
	wantAll(t, flat(render(t, []*results.File{f}, report.Options{Format: "text"})), ", or perhaps magic (in 5 rounds)", "~: A/A noise over 5 %. Perhaps: has too few rounds for an interval.")
}

// A file without a build in Go has its tables and advice, and says that nothing in it is about Go.
func TestFilesWithoutGo(t *testing.T) {
	run := engine(nil)
	run.Levels = []string{"c-clang", "c-gcc"}
	f := parse(t, "results/m/x.txt", run)
	files := []*results.File{f}
	text := strings.Join(strings.Fields(render(t, files, report.Options{Format: "text"})), " ")
	wantAll(t, text, "WARNING: results/m/x.txt: no build in Go (only c-clang, c-gcc): nothing here is about Go", "Search in C (gcc): nodes in the same time", "single lookups")
	wantAll(t, strings.Join(strings.Fields(advise(t, "text", f)), " "), "To take it in C (gcc) slidebench copy ")
	wantAll(t, render(t, files, report.Options{Format: "html"}), "In C or C&#43;&#43;")
	wantAll(t, string(report.FrontPage(report.Front{}, files...)), "| C or C++ |")
	if csv := render(t, files, report.Options{Format: "csv"}); strings.Count(csv, "\nc-gcc,") < 10 {
		t.Errorf("CSV:\n%s", csv)
	}
	both := parse(t, "y.txt", resultstest.Run{Machine: "n", Engine: true, Levels: []string{"v3", "c-gcc"}})
	var of []string
	for _, a := range report.Answers(f, both) {
		of = append(of, a.Target.Machine+" "+a.Target.Language())
	}
	if want := []string{"intel-xeon-sapphire-rapids-vm C (gcc)", "n Go", "n C (gcc)"}; !slices.Equal(of, want) {
		t.Errorf("answers %q, want %q", of, want)
	}
}
