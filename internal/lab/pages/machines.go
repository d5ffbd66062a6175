package pages

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/engines/study"
	"github.com/slidebench/slidebench/internal/harness/grid"
	host "github.com/slidebench/slidebench/internal/harness/machine"
	"github.com/slidebench/slidebench/internal/harness/measure"
	"github.com/slidebench/slidebench/internal/harness/report"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/harness/runs"
	"github.com/slidebench/slidebench/internal/harness/stats"
	"github.com/slidebench/slidebench/internal/techniques"
	"github.com/slidebench/slidebench/internal/techniques/mode"
	"github.com/slidebench/slidebench/internal/tracked"
)

// machine is the result of a machine, joined from its runs.
type machine struct {
	name   string // of its folder under results
	file   *results.File
	inGo   results.Target // at the highest level
	inC    results.Target // gcc's build, else another compiler's; no C build: without a Language
	tables map[*results.Table]*report.Table
}

// writeMachines writes a row for each measured machine: its report, caches, clock, a turn of the canary without a neighbour, and the fastest search.
func writeMachines(p *page) {
	p.Words("machine", "processor", "L1d, L2, L3", "clock", "turn", "runs", "newest", "commit", "fastest search in Go", "in C", "changed since")
	machines := p.readMachines()
	for _, m := range machines {
		date, _, _ := strings.Cut(m.file.Started, "T")
		fields := []string{fmt.Sprintf("[%s](%[1]s/report.md)", m.name), m.inGo.CPU}
		fields = append(append(fields, m.circumstances()...), fmt.Sprint(len(report.Runs(m.file))), date, m.file.Commit[:min(12, len(m.file.Commit))])
		for _, target := range m.languages() {
			text := ""
			if names := m.fastest(target, searchUse); len(names) > 0 {
				text = fmt.Sprintf("`%s`, %s", names[0], m.gain(target, names[0], searchUse))
			}
			fields = append(fields, text)
		}
		p.Row(append(append(fields, "")[:10], report.Changed(m.file))...) // the tenth field, that of C, is empty on a machine without C
	}
	var files []*results.File
	for _, m := range machines {
		files = append(files, m.file)
	}
	p.files["../cmd/slidebench/published.csv"] = report.Published(must(study.Front(files)), files...) // recommend prints from it
}

// circumstances returns, from the machine's record, the sizes of its caches, its clock in GHz, and the cycles of a canary's turn without a neighbour on the core.
func (m *machine) circumstances() []string {
	var record struct {
		Machine host.Report
		Canary  measure.Judge
	}
	text, _, err := results.ReadRecord(m.file.Name)
	if errors.Is(err, fs.ErrNotExist) {
		return make([]string, 3)
	}
	check(cmp.Or(err, json.Unmarshal(text, &record)))
	sizes := []string{}
	for _, n := range []int{record.Machine.Fingerprint.Caches.L1D, record.Machine.Fingerprint.Caches.L2, record.Machine.Fingerprint.Caches.L3} {
		if sizes = append(sizes, results.Bytes(int64(n))); n <= 0 {
			sizes[len(sizes)-1] = "unknown"
		}
	}
	return []string{strings.Join(sizes, ", "), report.Clock(&m.file.Tables[0]), fmt.Sprintf("%.2f", record.Canary.Quiet())}
}

// readMachines reads the raw files that match a pattern, and joins those of each machine.
func readMachines(pattern string) (machines []*machine) {
	of := map[string][]*results.File{} // by folder
	for _, path := range must(tracked.Glob(pattern)) {
		of[filepath.Dir(path)] = append(of[filepath.Dir(path)], must(results.Read(path)))
	}
	for _, folder := range slices.Sorted(maps.Keys(of)) {
		m := &machine{name: filepath.Base(folder), tables: map[*results.Table]*report.Table{}}
		m.file = must(runs.Combine(of[folder]))[0]
		if len(m.file.Highest()) == 0 {
			check(fmt.Errorf("%s: want a build without an experiment", m.file.Name))
		}
		m.file.Facts, m.file.Today, m.inGo = techniques.Facts(), techniques.QueenBytes, m.file.Highest()[0]
		if builds := m.file.Foreign(m.inGo); len(builds) > 0 {
			m.inC = builds[max(0, slices.IndexFunc(builds, func(t results.Target) bool { return t.Built.String() == "c-gcc" }))]
		}
		machines = append(machines, m)
	}
	return machines
}

// readMachines reads the machines of the page's pattern, once for all parts of pages with that pattern.
func (p *page) readMachines() []*machine {
	if p.machines[p.pattern] == nil {
		p.machines[p.pattern] = readMachines(p.pattern)
	}
	return slices.Clone(p.machines[p.pattern])
}

// newest returns each machine's newest raw file among those that git tracks, by the machines' names.
func newest(pattern string) (paths []string) {
	last := map[string]string{} // names begin with the date
	for _, path := range must(tracked.Glob(pattern)) {
		last[filepath.Dir(path)] = max(last[filepath.Dir(path)], path)
	}
	for _, dir := range slices.Sorted(maps.Keys(last)) {
		paths = append(paths, last[dir])
	}
	return paths
}

// raw returns a link to the machine's raw file, or to the folder of several.
func (m *machine) raw() string {
	if n := len(m.file.Runs); n > 0 {
		return fmt.Sprintf("%s, %d runs", raw(filepath.Dir(m.file.Name)), n)
	}
	return raw(m.file.Name)
}

// ranked returns the ranked table of a use, or nil.
func (m *machine) ranked(target results.Target, u report.Use) *report.Table {
	t := m.file.Table(target, u.Piece, u.Mode, cmp.Or(u.Corpus, grid.DefaultCorpus))
	if t == nil {
		return nil
	}
	if m.tables[t] == nil {
		ranked := report.Rank(m.file, *t)
		m.tables[t] = &ranked
	}
	return m.tables[t]
}

// times returns the series of a technique in a use, and the noise of its table; nil if it was not measured.
func (m *machine) times(target results.Target, technique string, u report.Use) (times *results.Series, noise float64) {
	if t := m.ranked(target, u); t != nil {
		if s := t.Find(technique); s != nil {
			return s, t.Noise
		}
	}
	return nil, math.NaN()
}

// timesInGo and timesInC return a technique's series, and the noise of its table, in Go and in C.
func (m *machine) timesInGo(technique string, u report.Use) (*results.Series, float64) {
	return m.times(m.inGo, technique, u)
}

func (m *machine) timesInC(technique string, u report.Use) (*results.Series, float64) {
	return m.times(m.inC, technique, u)
}

// goOverC returns the ratio of a technique's times in Go to those in C, None if either is missing.
func (m *machine) goOverC(technique string, u report.Use) stats.Interval {
	inGo, _ := m.timesInGo(technique, u)
	inC, _ := m.timesInC(technique, u)
	return inGo.Over(inC)
}

// gain formats the change of a use's speed by a technique instead of the reference: "+9.04 %", in parentheses if it is not significant; "" if it was not measured, or in
// too few rounds for an interval.
func (m *machine) gain(target results.Target, technique string, u report.Use) string {
	t := m.ranked(target, u)
	if t == nil {
		return ""
	}
	i := slices.IndexFunc(t.Rows, func(r report.Row) bool { return r.Row() == technique })
	switch {
	case i < 0 || !t.Rows[i].Ratio.Finite():
		return ""
	case technique == m.file.Reference:
		return "0"
	}
	return gain(t.Rows[i].Ratio, t.Noise)
}

// gain formats the change of speed that follows from a ratio of times.
func gain(ratio stats.Interval, noise float64) string {
	text := report.Percent(100 * (1/ratio.Median - 1))
	if ratio.Known() && (!ratio.Excludes(1) || math.Abs(math.Log(ratio.Median)) <= noise) {
		return "(" + text + ")"
	}
	return text
}

// bare removes the unit from a gain, for a table whose heading has it.
func bare(gain string) string { return strings.ReplaceAll(gain, " %", "") }

// Uses that are an engine's work.
var (
	perftUse     = report.Use{Piece: board.Queen, Mode: mode.Perft, Corpus: grid.DefaultGames}
	netSearchUse = report.Use{Piece: board.Queen, Mode: mode.NetSearch, Corpus: grid.DefaultNetGames}
	searchUse    = report.Use{Piece: board.Queen, Mode: mode.Search, Corpus: grid.DefaultGames}
)

// whole leaves out machines with hidden features.
func whole(machines []*machine) []*machine {
	return slices.DeleteFunc(machines, func(m *machine) bool { return m.inGo.Restricted() })
}

// newestWith returns the machine with the newest file, among those with at least three quarters of the most techniques in a use, since some runs have only the contenders
// there; nil if none has any.
func newestWith(machines []*machine, u report.Use) (newest *machine) {
	most := 0
	for _, m := range machines {
		most = max(most, len(m.fastest(m.inGo, u)))
	}
	for _, m := range machines {
		if n := len(m.fastest(m.inGo, u)); 4*n >= 3*most && n > 0 && (newest == nil || filepath.Base(m.file.Name) > filepath.Base(newest.file.Name)) {
			newest = m
		}
	}
	return newest
}

// languages returns the builds of a machine that pages show: Go, and C if it was measured.
func (m *machine) languages() []results.Target {
	if m.inC.InGo() { // it has no Language
		return []results.Target{m.inGo}
	}
	return []results.Target{m.inGo, m.inC}
}

// find returns a technique of the catalogue.
func find(name string) *techniques.Entry { return must(techniques.Find(name))[0] }
