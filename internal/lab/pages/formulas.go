package pages

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/harness/report"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/harness/stats"
	"github.com/slidebench/slidebench/internal/techniques/mode"
)

// findings evaluates a claim's formulas on machines, and returns the values, machine by machine and language by language. Counted values are the same on every machine.
func (c *claim) findings(machines []*machine) (all []finding) {
	for _, asked := range c.asked {
		of, text, labelled := strings.Cut(asked, " = ")
		if !labelled {
			of, text = "", asked
		}
		formula := must(parser.ParseExpr(text))
		ask := func(m *machine) []finding { return c.inUses(m, of, formula) }
		if call, ok := formula.(*ast.CallExpr); ok {
			var names []string
			for _, arg := range call.Args {
				names = append(names, technique(arg))
			}
			name := fmt.Sprint(call.Fun)
			if count := counted[name]; count != nil { // such a claim asks one formula
				return count(names...)
			}
			measure := measures[name]
			if measure == nil {
				check(fmt.Errorf("claim %s: no function %s", c.id, name))
			}
			ask = func(m *machine) []finding { return measure(c, m, names) }
		}
		var names []string
		for _, m := range machines {
			name := results.Target{Machine: m.name}.ShortName(names...)
			names = append(names, name)
			answers := ask(m)
			if c.engines {
				answers = append(answers, m.inEngines(of, formula)...)
			}
			for _, f := range answers {
				if f.machine = name; f.value.Finite() { // a series may have too few rounds for an interval
					all = append(all, f)
				}
			}
		}
	}
	slices.SortStableFunc(all, func(a, b finding) int {
		return cmp.Or(strings.Compare(a.machine, b.machine), strings.Compare(a.language, b.language))
	})
	return all
}

// inUses evaluates a formula in each of a claim's uses, in each language.
func (c *claim) inUses(m *machine, of string, formula ast.Expr) (list []finding) {
	for _, language := range []string{"C", "Go"} {
		if language == "C" && c.goOnly {
			continue
		}
		for _, u := range c.uses {
			cells := &cells{machine: m, use: u, inC: language == "C"}
			f := found(language, u, of)
			f.value, f.noise = cells.value(formula), cells.noise
			list = append(list, f)
		}
	}
	return list
}

// Ways of asking, in words, by searches and by real engines.
const (
	searched    = "in search"
	netSearched = "in search with a network"
	inNetworks  = "in engines with a network"
	byHand      = "in engines with an evaluation by hand"
)

// inEngines evaluates a ratio of two techniques, all that claims with Engines ask, in the machine's real engines. C++ and Rust count as C: their headers and modules do the same.
func (m *machine) inEngines(of string, formula ast.Expr) (list []finding) {
	ratio := formula.(*ast.BinaryExpr)
	folder := filepath.Join(filepath.Dir(m.file.Name), "engines")
	for _, kind := range []struct{ asked, folder string }{{byHand, folder}, {inNetworks, filepath.Join(folder, "networks")}} {
		for _, match := range readMatches(kind.folder) {
			language := "C"
			if match.Language.InGo() {
				language = "Go"
			}
			f := finding{language: language, asked: kind.asked, of: strings.TrimLeft(of+", "+match.Engine, ", "), noise: match.Noise()}
			f.value = match.Time(technique(ratio.X), technique(ratio.Y))
			list = append(list, f)
		}
	}
	return list
}

// found returns a finding of a use, in words, without a value.
func found(language string, u report.Use, of string) finding {
	number := strings.TrimLeft(u.Corpus, "abcdefghijklmnopqrstuvwxyz") // 2 of sliders2
	asked := map[mode.Mode]string{
		mode.Throughput: "for independent lookups", mode.Latency: "for dependent lookups", mode.Both: "for rook+bishop pairs", mode.Batch: "in batches",
		mode.Perft: "in perft", mode.Search: searched, mode.NetSearch: netSearched, mode.Setwise: "for sets of " + number, mode.Incremental: strings.Replace("with "+number+" lookups a move", "with 1 lookups", "with 1 lookup", 1),
	}[u.Mode]
	return finding{language: language, asked: asked, piece: u.Piece.String() + "s", of: of}
}

// cells gives a formula the measured cells of a use, in one language.
type cells struct {
	*machine
	use   report.Use
	inC   bool
	noise float64 // the largest of the tables that were used
}

// value returns the value of a formula, such as pext / dual or fancymagic / c(fancymagic): the names of techniques stand for their cycles, round by round.
func (c *cells) value(formula ast.Expr) stats.Interval {
	if ratio, ok := formula.(*ast.BinaryExpr); ok && ratio.Op == token.QUO {
		return c.series(ratio.X).Over(c.series(ratio.Y))
	}
	return c.series(formula).Time()
}

// series returns the times of a technique, or for a term c(...) its times in C.
func (c *cells) series(term ast.Expr) *results.Series {
	ask := c.timesInGo
	if c.inC {
		ask = c.timesInC
	}
	if call, ok := term.(*ast.CallExpr); ok { // c(...)
		ask, term = c.timesInC, call.Args[0]
	}
	times, noise := ask(technique(term), c.use)
	c.noise = max(c.noise, noise)
	return times
}

// technique returns the name of the technique that a term names.
func technique(term ast.Expr) string { return find(fmt.Sprint(term)).Name }

// counted are the formulas of counted.go, for quantities that need counting, not time, by the names in claims.txt.
var counted = map[string]func(names ...string) []finding{
	"topBits": once(topBits), "sparse": once(sparse), "seeds": once(seeds), "overlap": overlap, "blackSize": blackSize,
}

// measures are the formulas below for measured quantities that are no ratio of two techniques in a use, by the names in claims.txt. They get the claim that asks.
var measures = map[string]func(c *claim, m *machine, names []string) []finding{
	"fastest": fastest, "seconds": seconds, "reversed": reversed,
}

// exact returns a finding with a counted value.
func exact(of string, value float64) finding {
	return finding{of: of, value: stats.Interval{Median: value, Lo: value, Hi: value}}
}

// fastest compares the fastest technique that uses PEXT with the fastest that uses neither PEXT nor PDEP.
func fastest(c *claim, m *machine, _ []string) (list []finding) {
	for language, target := range map[string]results.Target{"C": m.inC, "Go": m.inGo} {
		for _, u := range c.uses {
			t := m.ranked(target, u)
			if t == nil {
				continue
			}
			first := func(wanted func(technique string) bool) int { // of the rows, which begin with the fastest
				return slices.IndexFunc(t.Rows, func(r report.Row) bool {
					return r.Ranked() && m.file.Choosable(r.Technique) && r.Time.Finite() && wanted(r.Technique)
				})
			}
			with, without := first(m.file.Facts.PEXT), first(func(technique string) bool { return m.file.Facts.Without(technique, "bmi2") })
			if with >= 0 && without >= 0 {
				f := found(language, u, fmt.Sprintf("`%s` against `%s`", t.Rows[with].Technique, t.Rows[without].Technique))
				f.value, f.noise = t.Rows[with].Over(t.Rows[without].Series), t.Noise
				list = append(list, f)
			}
		}
	}
	return list
}

// seconds returns how long searches for the factors of some techniques take.
func seconds(_ *claim, m *machine, names []string) (list []finding) {
	u := report.Use{Piece: board.Queen, Mode: mode.Init, Corpus: "searched"}
	for _, name := range names {
		if x, noise := m.timesInGo(name, u); x != nil {
			list = append(list, finding{of: "`" + name + "`", value: x.Time().Times(1e-9 * m.ranked(m.inGo, u).Nanoseconds()), noise: noise}) // cycles to seconds
		}
	}
	return list
}

// fewestPairs is the least number of pairs of a ranking that must differ significantly for a verdict.
const fewestPairs = 6

// reversed returns, in Go and in C, the share of the pairs of an order that are significantly the other way around.
func reversed(_ *claim, m *machine, names []string) (list []finding) {
	u, faster := report.Use{Piece: board.Queen, Mode: mode.Throughput}, claim{hi: 1, margin: 1} // faster claims a ratio below 1
	for _, asked := range []struct {
		language string
		times    func(name string, u report.Use) (*results.Series, float64)
	}{{"C", m.timesInC}, {"Go", m.timesInGo}} {
		n := map[judgement]int{}
		for i, first := range names {
			for _, second := range names[i+1:] {
				x, noise := asked.times(first, u)
				y, _ := asked.times(second, u)
				if ratio := x.Over(y); ratio.Known() {
					n[faster.judge(finding{value: ratio, noise: noise})]++
				}
			}
		}
		if all := n[holds] + n[fails]; all >= fewestPairs {
			f := exact(fmt.Sprintf("%d of %d pairs", n[fails], all), 100*float64(n[fails])/float64(all))
			f.language = asked.language
			list = append(list, f)
		}
	}
	return list
}
