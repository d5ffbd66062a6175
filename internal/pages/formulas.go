package pages

import (
	_ "embed"
	"encoding/csv"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/harness/report"
	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/harness/stats"
	"github.com/slidebench/slidebench/techniques/mode"
)

// findings puts a claim to a machine. same reports whether every machine would say the same.
func (c *claim) findings(m *machine) (findings []finding, same bool) {
	for _, asked := range c.asked {
		of, text, labelled := strings.Cut(asked, " = ")
		if !labelled {
			of, text = "", asked
		}
		formula := must(parser.ParseExpr(text))
		if call, ok := formula.(*ast.CallExpr); ok {
			var names []string
			for _, arg := range call.Args {
				names = append(names, technique(arg))
			}
			name := fmt.Sprint(call.Fun)
			switch count, measure := counted[name], measures[name]; {
			case count != nil:
				return count(names...), true
			case measure != nil:
				return known(measure(m, names...)), false
			}
			check(fmt.Errorf("claim %s: no function %s", c.id, name))
		}
		for _, language := range []string{"", inC} {
			if language != "" && c.goOnly {
				continue
			}
			for _, u := range c.uses {
				question := u.String() + language
				if labelled {
					question = of + ", " + question
				}
				cells := &cells{machine: m, use: u, inC: language != ""}
				findings = append(findings, finding{question, cells.value(formula), cells.noise})
			}
		}
	}
	return known(findings), false
}

// known leaves out what has no value: two series may have no round in common.
func known(findings []finding) []finding {
	return slices.DeleteFunc(findings, func(f finding) bool { return !f.value.Known() })
}

// cells are those of a use that a formula asks of, in one language.
type cells struct {
	*machine
	use   report.Use
	inC   bool
	noise float64 // the most of those asked of
}

// value returns the value of a formula, such as pext / dual or fancymagic / c(fancymagic): the names of techniques stand for their cycles, round
// by round.
func (c *cells) value(formula ast.Expr) stats.Interval {
	if ratio, ok := formula.(*ast.BinaryExpr); ok && ratio.Op == token.QUO {
		return stats.Ratio(c.series(ratio.X), c.series(ratio.Y))
	}
	return stats.Median(c.series(formula))
}

func (c *cells) series(term ast.Expr) []float64 {
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

// technique returns the name of a technique that a term is.
func technique(term ast.Expr) string { return find(fmt.Sprint(term)).Name }

// counted are what claims ask of that is counted.
var counted = map[string]func(names ...string) []finding{
	"instructions": countInstructions, "topBits": topBits, "sparse": sparse, "filter": filter, "seeds": seeds, "overlap": overlap, "blackSize": blackSize,
}

// measures are what claims ask of that is no formula for a use.
var measures = map[string]func(m *machine, names ...string) []finding{
	"cycles": cycles, "growth": growth, "fastestInGo": fastestInGo, "fastestInC": fastestInC, "seconds": seconds, "reversed": reversed,
}

// exact is a value that was counted.
func exact(question string, value float64) finding {
	return finding{question, stats.Interval{Median: value, Lo: value, Hi: value}, 0}
}

// cycles finds how many cycles a lookup of a technique takes, half of them for queens.
func cycles(m *machine, names ...string) (list []finding) {
	for _, u := range usesOf(string(mode.Throughput)) {
		add := func(question string, x []float64, noise float64) {
			value := stats.Median(x)
			if u.Piece == board.Queen {
				question += ", half"
				value = value.Times(0.5)
			}
			list = append(list, finding{question, value, noise})
		}
		x, noise := m.timesInGo(names[0], u)
		add(u.String(), x, noise)
		for _, n := range slices.Sorted(maps.Keys(m.curves)) {
			x, noise := m.timesAt(n, names[0], u)
			add(fmt.Sprintf("%s, %s questions", u, power(n)), x, noise)
		}
		x, noise = m.timesInC(names[0], u)
		add(u.String()+inC, x, noise)
	}
	return list
}

// timesAt returns the times of a technique for a number of questions, and the noise of their table.
func (m *machine) timesAt(n int, technique string, u report.Use) ([]float64, float64) {
	return m.series(m.curves[n], m.curves[n].Highest()[0], technique, u)
}

// growth finds by how much the ratios of the times of some techniques to the first one's grow from the least number of questions to the most.
func growth(m *machine, names ...string) (list []finding) {
	numbers := slices.Sorted(maps.Keys(m.curves))
	if len(numbers) < 2 {
		return nil
	}
	few, many := numbers[0], numbers[len(numbers)-1]
	for _, mode := range modes {
		u := report.Use{Piece: board.Rook, Mode: string(mode)}
		for _, name := range names[1:] {
			ratio := func(n int) (stats.Interval, float64) {
				x, noise := m.timesAt(n, name, u)
				y, _ := m.timesAt(n, names[0], u)
				return stats.Ratio(x, y), noise
			}
			a, before := ratio(few)
			b, after := ratio(many)
			list = append(list, finding{
				fmt.Sprintf("%s, %s to %s questions, `%s`", u, power(few), power(many), name),
				stats.Interval{Median: b.Median / a.Median, Lo: b.Lo / a.Hi, Hi: b.Hi / a.Lo}, before + after,
			})
		}
	}
	return list
}

// fastestInGo and fastestInC compare the fastest technique with PEXT with the fastest without, where PEXT is a call and where it is inlined.
func fastestInGo(m *machine, _ ...string) []finding { return fastest(m, m.inGo, report.Uses, "") }

func fastestInC(m *machine, _ ...string) []finding {
	return fastest(m, m.inC, usesOf("throughput, latency, both, bothlatency"), inC)
}

func fastest(m *machine, target results.Target, uses []report.Use, language string) (list []finding) {
	for _, v := range report.Verdicts(m.file) {
		if v.Table.Target == target && slices.Contains(uses, v.Use) {
			question := fmt.Sprintf("%s%s: `%s` against `%s`", v.Use, language, v.PEXT.Technique, v.Other.Technique)
			list = append(list, finding{question, v.Ratio, v.Table.Noise})
		}
	}
	return list
}

// seconds finds how long the search for the factors of some techniques takes.
func seconds(m *machine, names ...string) (list []finding) {
	u := report.Use{Piece: board.Queen, Mode: string(mode.Init), Corpus: "searched"}
	for _, name := range names {
		if x, noise := m.timesInGo(name, u); x != nil {
			list = append(list, finding{"`" + name + "`", stats.Median(x).Times(1e-9 * m.ranked(m.file, m.inGo, u).Nanoseconds()), noise})
		}
	}
	return list
}

//go:embed ranking.csv
var rankingFile string

// ranked is a row of the best-known comparison: its name there, and our technique or why there is none to compare with it.
type ranked struct{ theirs, ours, without string }

// ranking returns the order of the comparison.
func ranking() (rows []ranked) {
	r := csv.NewReader(strings.NewReader(rankingFile))
	r.Comment = '#'
	for _, row := range must(r.ReadAll())[1:] {
		rows = append(rows, ranked{row[0], row[1], row[2]})
	}
	return rows
}

// rankingText writes the order, and what is not compared.
func rankingText() string {
	var compared, left []string
	for _, r := range ranking() {
		if r.ours == "" {
			left = append(left, fmt.Sprintf("%s (%s)", r.theirs, r.without))
		} else {
			compared = append(compared, fmt.Sprintf("%s (`%s`)", r.theirs, r.ours))
		}
	}
	return strings.Join(compared, ", ") + ". Not compared: " + strings.Join(left, "; ")
}

// fewestPairs is how many pairs of a ranking must differ significantly for a verdict.
const fewestPairs = 6

// reversed finds the part of the pairs of the ranking that are significantly the other way around, in Go and among the twins in C.
func reversed(m *machine, _ ...string) (list []finding) {
	u, rows, faster := report.Use{Piece: board.Queen, Mode: string(mode.Throughput)}, ranking(), claim{hi: 1, margin: 1}
	for _, asked := range []struct {
		form  string
		times func(name string, u report.Use) ([]float64, float64)
	}{{"in Go, %d of %d pairs", m.timesInGo}, {"%d of %d pairs" + inC, m.timesInC}} {
		n := map[verdict]int{}
		for i, first := range rows {
			for _, second := range rows[i+1:] {
				x, noise := asked.times(first.ours, u)
				y, _ := asked.times(second.ours, u)
				if ratio := stats.Ratio(x, y); ratio.Known() {
					n[faster.judge(finding{"", ratio, noise})]++
				}
			}
		}
		if all := n[holds] + n[fails]; all >= fewestPairs {
			list = append(list, exact(fmt.Sprintf(asked.form, n[fails], all), 100*float64(n[fails])/float64(all)))
		}
	}
	return list
}
