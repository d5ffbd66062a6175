package main

import (
	"fmt"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/harness/report"
	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/harness/stats"
	"github.com/slidebench/slidebench/internal/tracked"
	"github.com/slidebench/slidebench/techniques"
	"github.com/slidebench/slidebench/techniques/mode"
)

const claimsFile = "claims.md"

// claim is a statement that people make, and the measurements or counts that test it. Texts are Markdown, with keys of
// references in brackets.
type claim struct {
	id       string // of its section
	title    string
	who      string // says it, in a few words
	said     string // the statement, and how it is read here
	quantity string // of the claim, as the heading of a column
	lo, hi   float64
	margin   float64 // a ratio by which lo and hi may be missed, where people say that two are equal; 0 for none
	measure  func(*evidence) []finding
	count    func() ([]finding, error) // in place of measure, for claims that no machine changes
}

// finding is one value of a claim's quantity.
type finding struct {
	question string
	value    stats.Interval
	noise    float64 // A/A noise as in report.Table, NaN if unknown, 0 for what was counted
}

type verdict string

const (
	holds        verdict = "holds"
	fails        verdict = "does not hold"
	mixed        verdict = "mixed" // of several findings only
	inconclusive verdict = "inconclusive"
	unmeasured   verdict = "not measured here"
)

// loosest is the widest margin within which two are called equal.
const loosest = 1.20

// judge compares a finding with the range of the claim. Noise may have moved the median either way: the claim fails if the median is
// beyond the end of the range by more than the noise, and holds if it is within the range by more than the noise, and the interval
// agrees. Without noise known, or without a value, it is inconclusive.
func (c *claim) judge(f finding) verdict {
	x, noise := f.value, math.Exp(f.noise)
	lo, hi := c.bounds(c.allowed(0))
	from, to := c.bounds(c.allowed(f.noise))
	switch {
	case math.IsNaN(noise):
		return inconclusive
	case x.Lo > hi && x.Median > hi*noise, x.Hi < lo && x.Median < lo/noise:
		return fails
	case x.Lo >= from && x.Hi <= to && x.Median >= from*noise && x.Median <= to/noise:
		return holds
	}
	return inconclusive
}

// bounds returns the ends of the claim's range if they may be missed by a margin.
func (c *claim) bounds(margin float64) (lo, hi float64) { return c.lo / margin, c.hi * margin }

// allowed returns the margin within which two are shown to be equal in a table with some A/A noise. Two copies of one technique
// differ by the noise, so that no margin below twice the noise can be shown: then it is twice the noise, unless that is more than
// loosest.
func (c *claim) allowed(noise float64) float64 {
	margin := max(c.margin, 1)
	if twice := math.Exp(2 * noise); c.margin > 0 && twice <= loosest {
		return max(margin, twice)
	}
	return margin
}

// verdictOf writes the verdict about a finding, with the margin where it is wider than the claim's.
func (c *claim) verdictOf(f finding) string {
	v := c.judge(f)
	if margin := c.allowed(f.noise); v == holds && margin > max(c.margin, 1) {
		return fmt.Sprintf("%s, within %s", v, percentMore(margin))
	}
	return string(v)
}

// inC marks the questions that were asked in C.
const inC = ", in C"

// verdicts writes the verdict over the findings of a machine, for each language where both were asked.
func (c *claim) verdicts(findings []finding) string {
	asked := map[bool][]finding{} // by whether in C
	for _, f := range findings {
		of := strings.Contains(f.question, inC)
		asked[of] = append(asked[of], f)
	}
	if asked[true] == nil || asked[false] == nil {
		return c.sum(findings)
	}
	return "in C: " + c.sum(asked[true]) + "<br>in Go: " + c.sum(asked[false])
}

// enough is how many questions a verdict needs, since among many questions chance may decide one. A claim with one question
// rests on that.
const enough = 2

// sum is the verdict over some findings, with the number of each kind.
func (c *claim) sum(findings []finding) string {
	if len(findings) == 0 {
		return string(unmeasured)
	}
	n := map[verdict]int{}
	for _, f := range findings {
		n[c.judge(f)]++
	}
	v, needed := inconclusive, min(enough, len(findings))
	switch {
	case n[holds] > 0 && n[fails] > 0:
		v = mixed
	case n[holds] >= needed:
		v = holds
	case n[fails] >= needed:
		v = fails
	}
	return fmt.Sprintf("%s (%d hold, %d do not, %d inconclusive): %s", v, n[holds], n[fails], n[inconclusive], spread(findings))
}

// spread writes the smallest and the largest median.
func spread(findings []finding) string {
	least, most := math.Inf(1), math.Inf(-1)
	for _, f := range findings {
		least, most = min(least, f.value.Median), max(most, f.value.Median)
	}
	text := fmt.Sprintf("%.3g", least)
	if most > least {
		text += fmt.Sprintf(" to %.3g", most)
	}
	return text
}

// claimed writes the range.
func (c *claim) claimed() string {
	lo, hi := c.bounds(c.allowed(0))
	switch {
	case math.IsInf(hi, 1):
		return fmt.Sprintf("above %.3g", lo)
	case lo == 0 && hi > 0:
		return fmt.Sprintf("below %.3g", hi)
	case lo == hi:
		return fmt.Sprintf("%.3g", lo)
	}
	return fmt.Sprintf("%.3g to %.3g", lo, hi)
}

// evidence is the measurements of a machine: its newest raw file at the highest level, its files of times over numbers of
// questions, and its twins in C.
type evidence struct {
	*machine
	target results.Target
	curves map[int]*results.File // by number of questions
	source string
}

// gather returns the evidence of every machine. Runs with features hidden are left out.
func gather(pattern string) ([]*evidence, error) {
	machines, err := readMachines(pattern)
	if err != nil {
		return nil, err
	}
	var list []*evidence
	for _, m := range machines {
		if report.Profiles(m.file)[0].Restricted() {
			continue
		}
		m.file.Facts = techniques.Facts()
		e := &evidence{machine: m, target: m.file.Highest()[0], curves: map[int]*results.File{}}
		dir := filepath.Dir(m.file.Name)
		e.source = fmt.Sprintf("*%s*: %s, features %s, %s, %s: [raw file](%s)", m.name, e.target.CPU, e.target.Features,
			e.target.Build(), m.file.Revision(), filepath.ToSlash(m.file.Name))
		paths, err := tracked.Glob(filepath.Join(dir, "questions", "*.txt*"))
		if err != nil {
			return nil, err
		}
		for _, path := range paths {
			f, err := results.Read(path)
			if err != nil {
				return nil, err
			}
			e.curves[f.Highest()[0].Questions] = f
		}
		if len(paths) > 0 {
			e.source += fmt.Sprintf(", [times over numbers of questions](%s)", filepath.ToSlash(filepath.Dir(paths[0])))
		}
		if m.twins.ratios != nil {
			e.source += fmt.Sprintf(", [Go against C](%s), GOAMD64=%s", filepath.ToSlash(m.file.Name), e.target.GOAMD64)
		}
		list = append(list, e)
	}
	return list, nil
}

// series returns the times of a technique in a use in one of the machine's files, with the noise of their table; nil for none.
func (e *evidence) series(f *results.File, technique string, u report.Use) ([]float64, float64) {
	if t := e.ranked(f, f.Highest()[0], u); t != nil {
		if s := t.Find(technique); s != nil {
			return s.Values, t.Noise
		}
	}
	return nil, math.NaN()
}

// inC returns the cycles of a technique's twin.
func (e *evidence) inC(technique string, u report.Use) (times []float64) {
	t := twin{technique, u.Piece.String(), u.Mode}
	for i, time := range e.twins.times[t] {
		times = append(times, time/e.twins.ratios[t][i])
	}
	return times
}

// noiseInC returns the A/A noise of the table of a technique that has times in C, NaN where it is not known.
func (e *evidence) noiseInC(technique string, u report.Use) float64 {
	return e.twins.noise[twin{technique, u.Piece.String(), u.Mode}]
}

// noiseInGo returns the A/A noise of a use in Go, NaN where it is not known.
func (e *evidence) noiseInGo(u report.Use) float64 {
	if t := e.ranked(e.file, e.target, u); t != nil {
		return t.Noise
	}
	return math.NaN()
}

// in returns the uses of some modes.
func in(modes ...mode.Mode) []report.Use {
	return slices.DeleteFunc(slices.Clone(report.Uses), func(u report.Use) bool {
		return !slices.Contains(modes, mode.Mode(u.Mode))
	})
}

// inGo finds the ratios of the times of two techniques round by round.
func inGo(a, b string, uses []report.Use) func(*evidence) []finding {
	return func(e *evidence) (list []finding) {
		for _, u := range uses {
			x, noise := e.series(e.file, a, u)
			if y, _ := e.series(e.file, b, u); x != nil && y != nil {
				list = append(list, finding{u.String(), stats.Ratio(x, y), noise})
			}
		}
		return list
	}
}

// versus is inGo, and where both techniques have twins, the same in C.
func versus(a, b string, uses []report.Use) func(*evidence) []finding {
	return func(e *evidence) []finding {
		list := inGo(a, b, uses)(e)
		for _, u := range uses {
			if x, y := e.inC(a, u), e.inC(b, u); u.Corpus == "" && x != nil && y != nil {
				list = append(list, finding{u.String() + inC, stats.Ratio(x, y), e.noiseInC(a, u)})
			}
		}
		return list
	}
}

// pair names two techniques.
type pair struct{ a, b string }

// pairs is versus for several pairs.
func pairs(uses []report.Use, list ...pair) func(*evidence) []finding {
	return func(e *evidence) (all []finding) {
		for _, p := range list {
			for _, f := range versus(p.a, p.b, uses)(e) {
				f.question = fmt.Sprintf("%s : %s, %s", p.a, p.b, f.question)
				all = append(all, f)
			}
		}
		return all
	}
}

// exact is a value that was counted.
func exact(question string, value float64) finding {
	return finding{question, stats.Interval{Median: value, Lo: value, Hi: value}, 0}
}

// text writes a finding's value.
func (f finding) text() string {
	if f.value.Lo == f.value.Hi {
		return fmt.Sprintf("%.4g", f.value.Median)
	}
	return f.value.Format(1)
}

// claimTables returns a table of all claims with their verdicts, and a section for each.
func claimTables(claims []claim, pattern string) (string, error) {
	machines, err := gather(pattern)
	if err != nil {
		return "", err
	}
	var table, sections strings.Builder
	head := []string{"claim", "who says so", "put as"}
	for _, e := range machines {
		head = append(head, e.name)
	}
	writeHead(&table, "---", head...)
	for _, c := range claims {
		var rows [][]finding
		if c.count != nil {
			findings, err := c.count()
			if err != nil {
				return "", fmt.Errorf("claim %s: %w", c.id, err)
			}
			rows = [][]finding{findings}
		} else {
			for _, e := range machines {
				// Two series may have no round in common.
				rows = append(rows, slices.DeleteFunc(c.measure(e), func(f finding) bool { return !f.value.Known() }))
			}
		}
		fields := []string{fmt.Sprintf("[%s](#%s)", c.title, c.id), linked(c.who), c.quantity + ": " + c.claimed()}
		for i := range machines {
			fields = append(fields, c.verdicts(rows[min(i, len(rows)-1)]))
		}
		writeRow(&table, fields...)
		c.write(&sections, machines, rows)
	}
	table.WriteString("\nFrom the newest raw file of each machine, and from what lies beside it:\n\n")
	for _, e := range machines {
		fmt.Fprintf(&table, "* %s\n", e.source)
	}
	return table.String() + "\n" + strings.TrimRight(sections.String(), "\n") + "\n", nil
}

// linked links the keys in a text.
func linked(text string) string {
	return claimKey.ReplaceAllStringFunc(text, func(match string) string { return citation(strings.Trim(match, "[]")) })
}

var claimKey = regexp.MustCompile(`\[[a-z][a-z0-9-]*\]`) // [a file.md](with an address) is none

// write writes the section of a claim: rows are its findings for each machine, or one row of counts.
func (c *claim) write(b *strings.Builder, machines []*evidence, rows [][]finding) {
	fmt.Fprintf(b, "<a id=%q></a>\n\n### %s\n\n%s\n\n", c.id, c.title, linked(c.said))
	fmt.Fprintf(b, "*Put as* %s: **%s**.\n\n", c.quantity, c.claimed())
	var without []string
	head := fmt.Sprintf("| machine | question | %s | A/A noise | verdict |\n| --- | --- | --: | --: | --- |\n", c.quantity)
	for i, findings := range rows {
		name := "any"
		if c.count == nil {
			name = machines[i].name
		}
		if len(findings) == 0 {
			without = append(without, "*"+name+"*")
		}
		for _, f := range findings {
			noise := ""
			if !math.IsNaN(f.noise) && f.noise > 0 {
				noise = percent(math.Expm1(f.noise))
			}
			fmt.Fprintf(b, "%s| %s | %s | %s | %s | %s |\n", head, name, f.question, f.text(), noise, c.verdictOf(f))
			head = ""
		}
	}
	if head == "" {
		b.WriteByte('\n')
	}
	if len(without) > 0 {
		fmt.Fprintf(b, "Not measured on %s.\n\n", strings.Join(without, ", "))
	}
}
