package pages

import (
	"bufio"
	"bytes"
	"cmp"
	_ "embed"
	"fmt"
	"io"
	"math"
	"net/textproto"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/harness/grid"
	"github.com/slidebench/slidebench/harness/report"
	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/harness/stats"
)

// claims.txt has the claims in the order of the page: loops and lookups, PEXT, magics, line arithmetic, sets and moves, comparisons. Each is
// a header as of a letter. Who and Said are Markdown, with keys of references in brackets; Said is a template for the functions below.
// Claimed is the range of the Quantity, which is the ratio that is asked where it is not named; Margin is by how much it may be missed, where
// people say that two are equal. Asked is a formula of formulas.go, more than once where there are several; before an equals sign it says of what. Uses
// are modes, which a formula is asked of, and In says where it is asked in Go alone. What nothing here measures is not asked.
//
//go:embed claims.txt
var claimsFile []byte

// claim is a statement that people make, and the measurements or counts that test it.
type claim struct {
	id, title, who, said, quantity string
	lo, hi                         float64
	margin                         float64 // a ratio by which lo and hi may be missed; 1 for none
	asked                          []string
	uses                           []report.Use
	goOnly                         bool
}

// finding is one value of a claim's quantity.
type finding struct {
	question string
	value    stats.Interval
	noise    float64 // A/A noise as in report.Table, NaN if unknown, 0 for what was counted
}

// allClaims returns the claims.
func allClaims() (claims []*claim) {
	for r := textproto.NewReader(bufio.NewReader(bytes.NewReader(claimsFile))); ; {
		letter, err := r.ReadMIMEHeader()
		if len(letter) > 0 {
			claims = append(claims, newClaim(letter))
		}
		if err == io.EOF {
			return claims
		}
		check(err)
	}
}

func newClaim(letter textproto.MIMEHeader) *claim {
	for key := range letter {
		if !slices.Contains([]string{"Id", "Title", "Who", "Quantity", "Claimed", "Margin", "Asked", "Uses", "In", "Said"}, key) {
			check(fmt.Errorf("claim %s: unknown word %s", letter.Get("Id"), key))
		}
	}
	c := &claim{id: letter.Get("Id"), title: letter.Get("Title"), who: letter.Get("Who"), quantity: letter.Get("Quantity"), hi: math.Inf(1),
		margin: 1, asked: letter["Asked"], uses: usesOf(letter.Get("Uses")), goOnly: letter.Get("In") == "Go"}
	if c.quantity == "" {
		a, b, _ := strings.Cut(c.asked[0], " / ")
		c.quantity = fmt.Sprintf("`%s` : `%s`, times", a, b)
	}
	number := func(text string) float64 { return must(strconv.ParseFloat(text, 64)) }
	switch word, end, _ := strings.Cut(letter.Get("Claimed"), " "); word {
	case "above":
		c.lo = number(end)
	case "below":
		c.hi = number(end)
	default:
		c.lo, c.hi = number(word), number(cmp.Or(strings.TrimPrefix(end, "to "), word))
	}
	if margin, ok := strings.CutSuffix(letter.Get("Margin"), " %"); ok {
		c.margin = 1 + number(margin)/100
	}
	var said strings.Builder
	text := template.Must(template.New(c.id).Funcs(inClaims).Parse(letter.Get("Said")))
	check(text.Execute(&said, struct{ Margin string }{percentMore(c.margin)}))
	c.said = said.String()
	return c
}

// inClaims are the functions that the texts of claims call, so that they say no figure twice.
var inClaims = template.FuncMap{
	// tables is the size of all tables of a technique without needs. Others have further tables where a feature is missing.
	"tables": func(name string) string { return results.Bytes(int64(find(name).TableBytes(board.Queen))) },
	// words is how many words of attacks the tables of a technique with factors hold.
	"words":       words,
	"ranking":     rankingText,
	"fewestPairs": func() int { return fewestPairs },
	"plainSteps":  func() string { return thousands(plainSteps) },
	"topByte":     func() int { return topByte },
	"filterSeeds": func() int { return filterSeeds },
	"otherSeeds":  func() int { return otherSeeds },
}

func words(name string) string { return thousands(length(storedSet(name))) }

// percentMore writes by how much a ratio is above 1.
func percentMore(ratio float64) string { return fmt.Sprintf("%.0f %%", 100*(ratio-1)) }

// usesOf returns the uses of modes, or of queens alone. Sets are asked of by their corpora, fewer sliders first.
func usesOf(words string) (uses []report.Use) {
	modes, queens := strings.CutSuffix(words, " of queens")
	corpora := []string{""}
	if modes == "setwise" {
		corpora = []string{"sliders1", grid.DefaultSets, "sliders4", "sliders8"}
	}
	for _, corpus := range corpora {
		for _, u := range report.Uses {
			if slices.Contains(strings.Split(modes, ", "), u.Mode) && (!queens || u.Piece == board.Queen) {
				u.Corpus = cmp.Or(corpus, u.Corpus)
				uses = append(uses, u)
			}
		}
	}
	return uses
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
	if twice := math.Exp(2 * noise); c.margin > 1 && twice <= loosest {
		return max(c.margin, twice)
	}
	return c.margin
}

// verdictOf writes the verdict about a finding, with the margin where it is wider than the claim's.
func (c *claim) verdictOf(f finding) string {
	v := c.judge(f)
	if margin := c.allowed(f.noise); v == holds && margin > c.margin {
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

// text writes a finding's value.
func (f finding) text() string {
	if f.value.Lo == f.value.Hi {
		return fmt.Sprintf("%.4g", f.value.Median)
	}
	return f.value.Format(1)
}

// writeClaims writes a table of all claims with their verdicts, and a section for each. Runs with features hidden are left out.
func writeClaims(p *page) {
	machines := slices.DeleteFunc(readMachines(p.pattern), func(m *machine) bool { return report.Profiles(m.file)[0].Restricted() })
	sections := &page{}
	head := []string{"claim", "who says so", "put as"}
	for _, m := range machines {
		head = append(head, m.name)
	}
	p.Words(head...)
	for _, c := range allClaims() {
		fields := []string{fmt.Sprintf("[%s](#%s)", c.title, c.id), linked(c.who), c.quantity + ": " + c.claimed()}
		sections.Printf("<a id=%q></a>\n\n### %s\n\n%s\n\n*Put as* %s: **%s**.\n\n", c.id, c.title, linked(c.said), c.quantity, c.claimed())
		c.answer(sections, machines, func(verdicts string) { fields = append(fields, verdicts) })
		p.Row(fields...)
	}
	p.WriteString("\nFrom the newest raw file of each machine, and from what lies beside it:\n\n")
	for _, m := range machines {
		p.Printf("* *%s*: %s, features %s, %s, %s: [raw file](%s)", m.name, m.inGo.CPU, m.inGo.Features, m.inGo.Build(), m.file.Revision(),
			filepath.ToSlash(m.file.Name))
		if len(m.curves) > 0 {
			p.Printf(", [times over numbers of questions](%s/questions)", filepath.ToSlash(filepath.Dir(m.file.Name)))
		}
		if !m.inC.InGo() {
			p.Printf(", [Go against C](%s), GOAMD64=%s", filepath.ToSlash(m.file.Name), m.inGo.GOAMD64())
		}
		p.WriteByte('\n')
	}
	p.Printf("\n%s", sections)
}

// answer writes the table of a claim's findings on each machine, and gives the verdicts over them to a function.
func (c *claim) answer(p *page, machines []*machine, verdicts func(string)) {
	var without []string
	head := fmt.Sprintf("| machine | question | %s | A/A noise | verdict |\n| --- | --- | --: | --: | --- |\n", c.quantity)
	var findings []finding
	counted := false
	for i, m := range machines {
		if !counted {
			findings, counted = c.findings(m)
		}
		verdicts(c.verdicts(findings))
		name := m.name
		switch {
		case counted && i > 0:
			continue
		case counted:
			name = "any"
		}
		if len(findings) == 0 {
			without = append(without, "*"+name+"*")
		}
		for _, f := range findings {
			noise := ""
			if !math.IsNaN(f.noise) && f.noise > 0 {
				noise = percent(math.Expm1(f.noise))
			}
			p.Printf("%s| %s | %s | %s | %s | %s |\n", head, name, f.question, f.text(), noise, c.verdictOf(f))
			head = ""
		}
	}
	if head == "" {
		p.WriteByte('\n')
	}
	if len(without) > 0 {
		p.Printf("Not measured on %s.\n\n", strings.Join(without, ", "))
	}
}

// linked links the keys in a text.
func linked(text string) string {
	return claimKey.ReplaceAllStringFunc(text, func(match string) string { return citation(strings.Trim(match, "[]")) })
}

var claimKey = regexp.MustCompile(`\[[a-z][a-z0-9-]*\]`) // [a file.md](with an address) is none
