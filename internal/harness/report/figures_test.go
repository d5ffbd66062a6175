package report_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/slidebench/slidebench/best"
	"github.com/slidebench/slidebench/internal/engines/study"
	"github.com/slidebench/slidebench/internal/harness/report"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/harness/results/resultstest"
	"github.com/slidebench/slidebench/internal/harness/stats"
)

// Texts whose figures the tests compute anew, with their groups.
var (
	// In README, a machine: its name, the folder of its results.
	machineLink = regexp.MustCompile(`\[([^]]*)\]\((results/[^/)]*)/report\.md\)`)
	// In README, a row: languages, technique, gains of engines, gain in our search.
	frontRow = regexp.MustCompile(`(?m)^\| (C, C\+\+, Rust|C or C\+\+|Go) \| [^|]* \| \[(\w+)\]\([^)]*\) \|[^|]*\|[^|]*\|(.*)\| ([^|]*) \|$`)
	// In README: the technique in C that it copies.
	copied = regexp.MustCompile(`copy (\w+) --lang c `)
	// A gain in our search: least, most, machines.
	searchRange = regexp.MustCompile(`^\(?([-+.\d]+)\)?(?: to \(?([-+.\d]+)\)?)? %(?: on (\d+))?$`)
	// In docs/engine.md: points by which our search misses.
	predicted = regexp.MustCompile(`(?m)^\| [^|]* in C \(gcc\) \| our search \|[^|]*\|[^|]*\|[^|]*\| ([\d.]+) `)
	// In docs/engine.md: points by which the median of other engines misses.
	byOthers = regexp.MustCompile(`(?m)^\| [^|]* in C \(gcc\) \| other engines \|[^|]*\| ([\d.]+) `)
	// In docs/measuring.md: pairs of equal engines.
	themselves = regexp.MustCompile(`(?m)^\| all \| *\| (\d+) \| 0 of`)
	// A raw file's line: technique, cycles.
	searchLine = regexp.MustCompile(`^Benchmark\S*/technique=(\w+)/piece=queen/mode=search/.* ([0-9.e+]+) cycles/node`)
	// In README: least and most minutes.
	benchMinutes = regexp.MustCompile(`make bench +# .*\((\d+) to (\d+) minutes\)`)
	// A build in Go without options; "" where there are no levels.
	plainGo      = regexp.MustCompile(`^(v[1-4])?$`)
	tabsAsSpaces = strings.NewReplacer("\t", " ")
)

// searches reads the cycles of a search from a raw file: by language and technique, as in "C pext", and then by round. It is written anew, so that a mistake in the code
// of reports shows. In Go the highest level counts, in C gcc.
func searches(t *testing.T, path string) map[string]map[string]float64 {
	t.Helper()
	text, err := results.ReadText(path)
	if err != nil {
		t.Fatal(err)
	}
	level, build, round := "", "", ""
	times, highest := map[string]map[string]float64{}, ""
	for line := range strings.Lines(string(text)) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		switch key {
		case "goamd64:", "goamd64": // an older file's key for builds in Go, before build; "goamd64:" has no value
			level, build = value, ""
		case "build:", "build":
			build = value
		}
		if strings.HasPrefix(line, "# round ") {
			round = strings.Fields(line)[2]
		}
		m := searchLine.FindStringSubmatch(tabsAsSpaces.Replace(line))
		if m == nil {
			continue
		}
		language, built := "Go", cmp.Or(build, level)
		switch {
		case built == "c-gcc":
			language = "C"
		case !plainGo.MatchString(built) || built < highest: // v1 to v4 compare as texts
			continue
		case built > highest: // no value of a lower level counts
			highest = built
			maps.DeleteFunc(times, func(of string, _ map[string]float64) bool { return strings.HasPrefix(of, "Go ") })
		}
		of := language + " " + m[1]
		if times[of] == nil {
			times[of] = map[string]float64{}
		}
		if times[of][round], err = strconv.ParseFloat(m[2], 64); err != nil {
			t.Fatal(err)
		}
	}
	return times
}

// Every speed in the README is that of the raw file of its machine, and the table bears out the sentences beside it.
func TestSpeedsInREADME(t *testing.T) {
	text, err := os.ReadFile("../../../README.md")
	if err != nil {
		t.Skip(err)
	}
	links := machineLink.FindAllStringSubmatch(string(text), -1)
	var raw []runsOf
	for _, link := range links {
		raw = append(raw, newestRuns(t, filepath.Base(link[2])))
	}
	rows := frontRow.FindAllStringSubmatch(string(text), -1)
	if len(rows) < 5 || len(raw) == 0 {
		t.Fatalf("%d rows, %d machines", len(rows), len(raw))
	}
	if m := copied.FindStringSubmatch(string(text)); m == nil || m[1] != rows[0][2] || !strings.Contains(string(text), m[1]+"_init();") {
		t.Errorf("README copies %q, and its table takes %s", m, rows[0][2])
	}
	if first := rows[slices.IndexFunc(rows, func(row []string) bool { return row[1] == "Go" })]; first[2] != best.Single {
		t.Errorf("README takes %s in Go, and best is %s", first[2], best.Single)
	}
	all := map[string][]float64{} // the gains of every technique of a language
	for i := range raw {
		for of := range raw[i][0] { // other runs of the same code have the same techniques
			language, technique, _ := strings.Cut(of, " ")
			if g := raw[i].gain(language, technique); !math.IsNaN(g) {
				all[language] = append(all[language], g)
			}
		}
	}
	// The steady matches of engines that evaluate by hand, and by a network, by the machine's name in README; and the machines with matches of the former.
	hand, networks := map[string][]*study.Match{}, map[string][]*study.Match{}
	var machines []string
	for _, link := range links {
		name, folder := link[1], filepath.Join("../../..", link[2])
		if steady := steadyMatches(t, filepath.Join(folder, "engines")); len(steady) > 0 {
			hand[name], machines = steady, append(machines, name)
		}
		if steady := steadyMatches(t, filepath.Join(folder, "engines/networks")); len(steady) > 0 {
			networks[name] = steady
		}
	}
	if len(machines) < 2 || len(networks) == 0 {
		t.Fatal(machines, len(networks))
	}
	// inC returns the gains of engines in C and C++ with a technique.
	inC := func(matches []*study.Match, technique string) []float64 {
		return study.Gains(study.InGo(matches, false), technique)
	}
	// Each row's gain in our search is that of the raw files.
	speeds := 0
	for _, row := range rows {
		language, technique := strings.Trim(strings.Fields(row[1])[0], ","), row[2]
		var want []float64
		for k := range raw {
			if g := raw[k].gain(language, technique); !math.IsNaN(g) {
				want = append(want, g)
			}
		}
		m := searchRange.FindStringSubmatch(row[4]) // least, most, and on how many machines
		if m == nil || len(want) == 0 {
			t.Errorf("%s in %s: %q of %d machines", technique, language, row[4], len(want))
			continue
		}
		speeds += len(want)
		shown := func(x float64) string { return strings.TrimSuffix(report.Percent(x), " %") }
		least, most := shown(slices.Min(want)), shown(slices.Max(want))
		if m[1] != least || cmp.Or(m[2], m[1]) != most || (m[3] != "") != (len(want) < len(raw)) {
			t.Errorf("%s in %s: %q, and the raw files say %s to %s on %d", technique, language, row[4], least, most, len(want))
		}
	}
	// Now the sentences of README, with their figures computed from matches and from the tables of docs/engine.md.
	engines, err := os.ReadFile("../../../docs/engine.md")
	if err != nil {
		t.Fatal(err)
	}
	// misses returns the smallest and the largest error of a way to predict gains, over the machines.
	misses := func(by *regexp.Regexp) string {
		var points []float64
		for _, m := range by.FindAllStringSubmatch(string(engines), -1) {
			x, err := strconv.ParseFloat(m[1], 64)
			if err != nil {
				t.Fatal(err)
			}
			points = append(points, x)
		}
		if len(points) != len(machines) {
			t.Fatalf("docs/engine.md has %d predictions of engines in C on %d machines", len(points), len(machines))
		}
		return fmt.Sprintf("%.1f to %.1f points", slices.Min(points), slices.Max(points))
	}
	// middle returns the median gain of a technique.
	middle := func(matches []*study.Match, technique string) string {
		return fmt.Sprintf("%.1f", stats.Median(inC(matches, technique)).Median)
	}
	var gains, withNetwork []string
	// counted returns the number of engines, with a word for it in the first figure of a list.
	counted := func(matches []*study.Match, technique string, before []string) string {
		n := len(inC(matches, technique))
		if len(before) == 0 {
			return fmt.Sprint(n, " engines")
		}
		return fmt.Sprint(n)
	}
	var fixed []float64 // the engines' median gains with fixedshift
	for _, machine := range machines {
		if g := inC(hand[machine], "fixedshift"); len(g) > 0 {
			fixed = append(fixed, stats.Median(g).Median)
		}
		gains = append(gains, fmt.Sprintf("%s %% (%s) on %s, %s", middle(hand[machine], rows[0][2]), middle(hand[machine], "pext"), machine, counted(hand[machine], rows[0][2], gains)))
		if m := networks[machine]; len(inC(m, "dual")) > 0 {
			withNetwork = append(withNetwork, fmt.Sprintf("%s and %s %% (%s, %s)", middle(m, "raysavx2"), middle(m, "dual"), machine, counted(m, "dual", withNetwork)))
		}
	}
	// The first rows are those of C: rows[0] for BMI2 and rows[1] for any CPU. Of a row cut at its bars, part 0 is empty and part 5 the size of tables.
	for _, said := range []string{
		fmt.Sprintf("`%s` (PEXT, 843 KiB). Engines that evaluate by hand gain with it (with plain `pext`) %s.", rows[0][2], strings.Join(gains, "; ")),
		fmt.Sprintf("`raysavx2` (AVX2, 4 KiB) gains %s %% on an idle Zen 4 and %s %% on Emerald Rapids. It gained %s %% on Zen 3, but there engines took turns each 2 ms, which flatters small tables by up to 5 points", middle(hand["Zen 4"], "raysavx2"),
			middle(hand["Emerald Rapids"], "raysavx2"), middle(hand["Zen 3"], "raysavx2")),
		fmt.Sprintf("The median of other engines misses an engine's gain by %s, our search by %s", misses(byOthers), misses(predicted)),
		fmt.Sprintf("`raysavx2`, or Stockfish's `dual` (AVX2, 2.5 KiB); they gain %s", strings.Join(withNetwork, ", ")),
		fmt.Sprintf("any other CPU**: `%s` (fancy magics, %s); in engines `fixedshift` (661 KiB) has %+.1f to %+.1f %%", rows[1][2], strings.TrimSpace(strings.Split(rows[1][0], "|")[5]), slices.Min(fixed), slices.Max(fixed)),
		fmt.Sprintf("nothing gains more than %.0f %% in our search", math.Ceil(slices.Max(all["Go"]))),
	} {
		if !strings.Contains(string(text), said) {
			t.Errorf("README lacks %q", said)
		}
	}
	measuring, err := os.ReadFile("../../../docs/measuring.md")
	if err != nil {
		t.Fatal(err)
	}
	if m := themselves.FindStringSubmatch(string(measuring)); m == nil || !strings.Contains(string(text), "`engines` was run on "+m[1]+" pairs of equal engines, and called none different.") {
		t.Errorf("README lacks what docs/measuring.md says of matches of engines with themselves: %q", m)
	}
	t.Logf("%d speeds", speeds)
}

// steadyMatches returns the matches of engines in a folder, without noisy ones.
func steadyMatches(t *testing.T, folder string) []*study.Match {
	t.Helper()
	matches, err := study.ReadFolder(folder)
	if err != nil {
		t.Fatal(err)
	}
	steady, _ := study.Split(matches)
	return steady
}

// The committed runs of make bench and of bundles took as long as README says, proof included.
func TestMinutesInREADME(t *testing.T) {
	text, err := os.ReadFile("../../../README.md")
	if err != nil {
		t.Skip(err)
	}
	said := benchMinutes.FindStringSubmatch(string(text))
	if said == nil {
		t.Fatal("README does not say how long make bench takes")
	}
	least, _ := strconv.ParseFloat(said[1], 64)
	most, _ := strconv.ParseFloat(said[2], 64)
	runs := 0
	for _, path := range slices.Concat(resultstest.Committed(t, "../../../results", "*/*.txt*"), resultstest.Committed(t, "../../../results", "*/twice/*.txt*")) {
		text, record, err := results.ReadRecord(path)
		if err != nil {
			t.Fatal(err)
		}
		var ran struct {
			Command           string
			Started, Finished time.Time
		}
		if err := json.Unmarshal(text, &ran); err != nil {
			t.Fatal(record, err)
		}
		// The command of make bench, or of a bundle.
		if !strings.HasPrefix(ran.Command, "slidebench bench --build main --budget 4m30s") && !strings.HasPrefix(ran.Command, "slidebench-bench") {
			continue
		}
		runs++
		if took := ran.Finished.Sub(ran.Started).Minutes(); took < least || took > most {
			t.Errorf("%s took %.1f minutes, and README says %s", record, took, said[0])
		}
	}
	if runs == 0 {
		t.Error("no committed run is of make bench or of a bundle")
	}
}

// In C gfni is faster than pext on Zen 4 and slower elsewhere, as docs/tried.md says.
func TestTriedOfGFNI(t *testing.T) {
	text, err := os.ReadFile("../../../docs/tried.md")
	if err != nil {
		t.Skip(err)
	}
	if !strings.Contains(string(text), "`pext` on both Zen 5 and on Emerald Rapids, `gfni` on Zen 4") {
		t.Error("docs/tried.md says something else")
	}
	machines := map[string]bool{}
	for _, path := range resultstest.Committed(t, "../../../results", "*/*.txt*") {
		machines[filepath.Base(filepath.Dir(path))] = true
	}
	for machine := range machines {
		raw := newestRuns(t, machine)
		if apart := raw.gain("C", "gfni") - raw.gain("C", "pext"); !math.IsNaN(apart) && (apart > 0) != strings.Contains(machine, "zen-4") {
			t.Errorf("%s: gfni faster by %v points", machine, apart)
		}
	}
}

// runsOf are the searches of a machine's runs of the same code, each as searches returns them.
type runsOf []map[string]map[string]float64

// newestRuns reads a machine's newest run, and those of its commit or of code with the same digests.
func newestRuns(t *testing.T, machine string) (runs runsOf) {
	type record struct {
		Commit  string
		Digests map[string]string
	}
	files := resultstest.Committed(t, "../../../results", machine+"/*.txt*")
	read := func(path string) (r record) {
		text, name, err := results.ReadRecord(path)
		if err == nil {
			err = json.Unmarshal(text, &r)
		}
		if err != nil {
			t.Fatal(name, err)
		}
		return r
	}
	newest := read(slices.Max(files))
	for _, path := range files {
		if r := read(path); r.Commit == newest.Commit || len(r.Digests) > 0 && maps.Equal(r.Digests, newest.Digests) {
			runs = append(runs, searches(t, path))
		}
	}
	return runs
}

// gain is by how many percent a technique is faster than the reference, in the middle run.
func (r runsOf) gain(language, technique string) float64 {
	var gains []float64
	for _, run := range r {
		if g := gain(run[language+" fancymagic"], run[language+" "+technique]); !math.IsNaN(g) {
			gains = append(gains, g)
		}
	}
	return stats.Median(gains).Median
}

// gain is by how many percent a technique is faster than the reference: the median of the rounds that have both.
func gain(reference, times map[string]float64) float64 {
	var logs []float64
	for round, time := range times {
		if r, both := reference[round]; both {
			logs = append(logs, math.Log(r/time))
		}
	}
	n := len(logs)
	if n == 0 {
		return math.NaN()
	}
	slices.Sort(logs)
	return 100 * math.Expm1((logs[(n-1)/2]+logs[n/2])/2)
}
