// Package study reads matches of real engines with this project's lookups in place of their own, as slidebench engines --format json writes them: a file for
// each engine, results/MACHINE/engines/ENGINE-VERSION-LANGUAGE.json for engines that evaluate by hand, and in the folder networks below for those with a network.
package study

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/language"
	"github.com/slidebench/slidebench/internal/harness/report"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/harness/stats"
	"github.com/slidebench/slidebench/internal/techniques"
	"github.com/slidebench/slidebench/internal/tracked"
)

// Match compares builds of one engine, each named by its lookups: a technique's, own (the engine's), ownpext (the engine's with its option for PEXT), twice
// (the reference's, each asked twice), or fancymagic-again (the reference's once more: see AA). The first build is the reference.
type Match struct {
	Engines   []Side   `json:"engines"`
	Rounds    int      `json:"rounds"`
	Disturbed float64  `json:"disturbed"` // as in engines.Result
	Engine    string   `json:"-"`         // with its version
	Language  Language `json:"-"`
}

// Side is a build's part of a match.
type Side struct {
	Name   string    `json:"name"`
	Cycles []float64 `json:"cycles"` // for a node, round by round
}

// Language is the last word of the name of a match's file.
type Language string

var languages = map[Language]string{"c": "C", "cpp": "C++", "rust": "Rust", "go": "Go"}

// String names the language for people.
func (l Language) String() string { return languages[l] }

// InGo reports whether the engine is in Go. All others count as C, whose headers and modules do the same.
func (l Language) InGo() bool { return l == "go" }

// Read reads a match.
func Read(path string) (*Match, error) {
	words := strings.Split(strings.TrimSuffix(filepath.Base(path), ".json"), "-")
	m := &Match{Language: Language(words[len(words)-1]), Engine: strings.Join(words[:len(words)-1], " ")}
	if m.Language.String() == "" || m.Engine == "" {
		return nil, fmt.Errorf("%s: want a name like ENGINE-VERSION-c.json", path)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(text, m); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if len(m.Engines) == 0 {
		return nil, fmt.Errorf("%s: no engines (want what slidebench engines --format json writes)", path)
	}
	return m, nil
}

// ReadFolder reads the matches of a folder that git tracks.
func ReadFolder(folder string) (matches []*Match, err error) {
	paths, err := tracked.Glob(filepath.Join(folder, "*-*.json"))
	if err != nil {
		return nil, err
	}
	for _, path := range paths {
		m, err := Read(path)
		if err != nil {
			return nil, err
		}
		matches = append(matches, m)
	}
	return matches, nil
}

// Reference returns the name of the first engine, the base of all comparisons.
func (m *Match) Reference() string { return m.Engines[0].Name }

// AA names the second build with the reference's lookups.
func (m *Match) AA() string { return grid.Cell{Technique: m.Reference(), AA: true}.Row() }

// Noise is how far the reference differs from itself, as |ln ratio|.
func (m *Match) Noise() float64 {
	return stats.AAShown(m.cycles(m.Reference()), m.cycles(m.AA()))
}

// Time is how long a build takes for a node, as a multiple of another build's time.
func (m *Match) Time(name, over string) stats.Interval {
	x, y := m.cycles(name), m.cycles(over)
	if len(x) == 0 || len(x) != len(y) {
		return stats.None
	}
	return stats.Ratio(x, y)
}

// Reach is how far the interval of a build's gain reaches to its farther side, in percentage points; not a number without a figure.
func (m *Match) Reach(name string) float64 {
	t := m.Time(name, m.Reference())
	return 100 * max(1/t.Lo-1/t.Median, 1/t.Median-1/t.Hi)
}

// widest is the reach of half of a match's intervals, in percentage points, above which it is too noisy to count.
const widest = 5

// Noisy reports whether a match is too noisy to count among engines.
func (m *Match) Noisy() bool {
	var reaches []float64
	for _, e := range m.Engines[1:] {
		reaches = append(reaches, m.Reach(e.Name))
	}
	return stats.Median(reaches).Median > widest
}

// Split divides matches into steady and noisy ones; only steady matches count.
func Split(matches []*Match) (steady, noisy []*Match) {
	for _, m := range matches {
		if m.Noisy() {
			noisy = append(noisy, m)
		} else {
			steady = append(steady, m)
		}
	}
	return steady, noisy
}

// cycles returns a build's cycles for a node, nil if the match has no such build.
func (m *Match) cycles(name string) []float64 {
	for _, e := range m.Engines {
		if e.Name == name {
			return e.Cycles
		}
	}
	return nil
}

// Gains are by how many per cent more nodes engines visit in the same time with a build than with the reference: a figure for each engine, the median of its
// matches on whatever machines and of whatever versions.
func Gains(matches []*Match, name string) []float64 {
	return byEngine(matches, name, func(time float64) float64 { return 100 * (1/time - 1) })
}

// Show writes the median of figures with its interval over engines, or with their number where they are too few for one: "+3.0 [+0.4, +5.2]", "+2.0 (4)".
func Show(figures []float64) string {
	switch m := stats.Median(figures); {
	case !m.Known():
		return ""
	case !m.Finite():
		return fmt.Sprintf("%+.1f (%d)", m.Median, len(figures))
	default:
		return fmt.Sprintf("%+.1f [%+.1f,&nbsp;%+.1f]", m.Median, m.Lo, m.Hi)
	}
}

// InGo returns the matches of engines in Go, or all others.
func InGo(matches []*Match, inGo bool) []*Match {
	return slices.DeleteFunc(slices.Clone(matches), func(m *Match) bool { return m.Language.InGo() != inGo })
}

// Shares are how many per cent longer engines take if all lookups are asked twice: about the share of time that lookups take.
func Shares(matches []*Match) []float64 {
	return byEngine(matches, grid.Twice, func(time float64) float64 { return 100 * (time - 1) })
}

// byEngine returns a figure for each engine, whatever its version: the median over its matches in which the build has a time. figure makes a match's figure of that time, as a
// multiple of the reference's.
func byEngine(matches []*Match, name string, figure func(time float64) float64) (figures []float64) {
	var engines []string
	of := map[string][]float64{}
	for _, m := range matches {
		if t := m.Time(name, m.Reference()); t.Known() {
			engine, _, _ := strings.Cut(m.Engine, " ") // without the version
			if of[engine] == nil {
				engines = append(engines, engine)
			}
			of[engine] = append(of[engine], figure(t.Median))
		}
	}
	for _, e := range engines {
		figures = append(figures, stats.Median(of[e]).Median)
	}
	return figures
}

// Front returns what is known of techniques beside the files: from the code, and from the matches of real engines in the files' folders, which are named by
// the machines.
func Front(files []*results.File) (report.Front, error) {
	front := report.Front{
		Rust: func(technique string) bool {
			found, err := techniques.Find(technique)
			return err == nil && slices.Contains(language.Copied(found[0]), "Rust")
		},
	}
	for _, kind := range []struct{ head, folder string }{{"evaluation by hand", "engines"}, {"evaluation by a network", "engines/networks"}} {
		on := map[string][]*Match{} // by machine
		for _, f := range files {
			folder := filepath.Dir(f.Name)
			matches, err := ReadFolder(filepath.Join(folder, kind.folder))
			if err != nil {
				return front, err
			}
			if steady, _ := Split(matches); len(steady) > 0 {
				on[filepath.Base(folder)] = steady
			}
		}
		if len(on) == 0 {
			continue
		}
		front.Columns = append(front.Columns, report.FrontColumn{Head: kind.head, Machines: len(on), Read: func(machine, language, technique string) string {
			if here := on[machine]; here != nil {
				return Show(Gains(InGo(here, language == "Go"), technique))
			}
			return Range(on, language == "Go", technique)
		}})
	}
	return front, nil
}

// Range writes the smallest and the largest median of a technique's gains over the engines of a machine, of some machines: "+2.5 to +6.6", and on how many of
// them it was measured, if not on all.
func Range(on map[string][]*Match, inGo bool, technique string) string {
	var medians []float64
	text := ""
	for _, matches := range on {
		if gains := Gains(InGo(matches, inGo), technique); len(gains) > 0 {
			medians = append(medians, stats.Median(gains).Median)
			text = Show(gains)
		}
	}
	if len(medians) > 1 {
		text = fmt.Sprintf("%+.1f to %+.1f", slices.Min(medians), slices.Max(medians))
	}
	if n := len(medians); n > 0 && n < len(on) {
		text += fmt.Sprintf(" on %d", n)
	}
	return text
}
