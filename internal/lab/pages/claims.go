package pages

import (
	"bufio"
	"bytes"
	"cmp"
	_ "embed"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"net/textproto"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/slidebench/slidebench/internal/harness/report"
	"github.com/slidebench/slidebench/internal/harness/stats"
)

// claims.txt has the claims in the order of the page, each in the form of a letter's header. About begins a section. Who and Said are Markdown, with keys of references
// in brackets. Claimed is the range of the Quantity; a claim without a Quantity is about the ratio in Asked. Margin is the factor by which the range may be missed in
// claims that two things are equal. Asked is a formula of formulas.go, and may occur several times; a name before an equals sign names it on the page. Uses are the modes
// in which the formula is evaluated, and Engines adds real engines. In restricts a claim to Go. A claim without Asked cannot be tested here.
//
//go:embed claims.txt
var claimsFile []byte

// claim is a published statement, with the measurements or counts that test it.
type claim struct {
	about, id, title, who, said, quantity string
	lo, hi                                float64
	margin                                float64 // a ratio by which lo and hi may be missed; 1 for none
	asked                                 []string
	uses                                  []report.Use
	engines, goOnly                       bool
}

// finding is one value of a claim's quantity, and where it was found; "" for a circumstance that makes no difference.
type finding struct {
	language, asked, machine, piece, of string // asked is the way of asking, and of what is compared, in words
	value                               stats.Interval
	noise                               float64 // A/A noise as in report.Table, NaN if unknown, 0 for counted values
}

// allClaims reads claims.txt.
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

// newClaim returns the claim in a letter; an unknown key is a failure.
func newClaim(letter textproto.MIMEHeader) *claim {
	for key := range letter {
		if !slices.Contains([]string{"About", "Id", "Title", "Who", "Quantity", "Claimed", "Margin", "Asked", "Uses", "Engines", "In", "Said"}, key) {
			check(fmt.Errorf("claim %s: unknown word %s", letter.Get("Id"), key))
		}
	}
	c := &claim{about: letter.Get("About"), id: letter.Get("Id"), title: letter.Get("Title"), who: letter.Get("Who"), said: letter.Get("Said"), quantity: letter.Get("Quantity"),
		hi: math.Inf(1), margin: 1, asked: letter["Asked"], uses: usesOf(letter.Get("Uses")), engines: letter.Get("Engines") != "", goOnly: letter.Get("In") == "Go"}
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
	default: // "20 to 30", or "1"
		c.lo, c.hi = number(word), number(cmp.Or(strings.TrimPrefix(end, "to "), word))
	}
	if margin, ok := strings.CutSuffix(letter.Get("Margin"), " %"); ok {
		c.margin = 1 + number(margin)/100
	}
	return c
}

// usesOf returns the uses that words such as "throughput, latency of rooks" name.
func usesOf(words string) (uses []report.Use) {
	modes, pieces, _ := strings.Cut(words, " of ")
	for _, u := range report.Uses {
		if slices.Contains(strings.Split(modes, ", "), string(u.Mode)) && (pieces == "" || pieces == u.Piece.String()+"s") {
			uses = append(uses, u)
		}
	}
	return uses
}

type judgement int // what a finding says about a claim

const (
	inconclusive judgement = iota
	holds
	fails
)

// loosest is the largest ratio of two times that may still be called equal.
const loosest = 1.20

// judge compares a finding with the range of the claim. Noise may have moved the median either way: the claim fails if the median is
// outside the range by more than the noise, and holds if the median is inside by more than the noise; the interval must agree. If
// the noise or the value is unknown, the finding is inconclusive.
func (c *claim) judge(f finding) judgement {
	x, noise := f.value, math.Exp(f.noise)
	lo, hi := c.bounds(c.margin)
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

// bounds returns the claim's range, widened by a factor on either side.
func (c *claim) bounds(margin float64) (lo, hi float64) { return c.lo / margin, c.hi * margin }

// allowed returns the factor by which a finding may miss the claim's range, in a table with some A/A noise, and still count as within it. Two copies of one technique
// differ by the noise, so the factor is at least twice the noise, as a ratio; if that is above loosest, a verdict would say nothing, and the claim's own margin stays.
func (c *claim) allowed(noise float64) float64 {
	if twice := math.Exp(2 * noise); c.margin > 1 && twice <= loosest {
		return max(c.margin, twice)
	}
	return c.margin
}

// dimensions are the circumstances that a verdict may depend on, with the words for them. The first that explains a verdict is used.
var dimensions = []struct {
	name, where string
	of          func(finding) string
}{
	{"the language", "in ", func(f finding) string { return f.language }},
	{"the way of asking", "", func(f finding) string { return f.asked }},
	{"the machine", "on ", func(f finding) string { return f.machine }},
	{"the piece", "for ", func(f finding) string { return f.piece }},
	{"what is compared", "for ", func(f finding) string { return f.of }},
}

const (
	enough = 2   // findings for a verdict, because chance may decide a single finding among many; a claim with only one finding needs only that
	few    = 5   // one in so many findings must be decided, or the verdict is inconclusive
	mostly = 0.8 // share of the decided findings that must agree
)

// felt are the ways of asking whose times engines feel.
var felt = []string{inNetworks, netSearched, searched}

// verdict returns the answer over all findings in words: true, false, or what it depends on. If it depends on several circumstances, the verdicts for the ways of asking
// in felt decide.
func (c *claim) verdict(findings []finding) string {
	var decided []finding
	n := map[judgement]int{}
	ways := map[string][]finding{}
	for _, f := range findings {
		v := c.judge(f)
		if n[v]++; v != inconclusive {
			decided = append(decided, f)
		}
		ways[f.asked] = append(ways[f.asked], f)
	}
	switch {
	case len(findings) == 0:
		return "not measured"
	case len(decided) < max(min(enough, len(findings)), len(findings)/few):
		return "inconclusive"
	case n[fails] == 0:
		return "true"
	case n[holds] == 0:
		return "false"
	}
	for _, d := range dimensions {
		if words := c.split(decided, d.of, d.where); words != "" {
			return words
		}
	}
	usual := ""
	switch share := float64(n[holds]) / float64(len(decided)); {
	case share >= mostly:
		usual = "mostly true"
	case share <= 1-mostly:
		usual = "mostly false"
	}
	feels, agrees := "", usual != ""
	for _, way := range felt {
		if group := ways[way]; len(group) > 0 && len(group) < len(findings) { // all findings would be this very question again
			v := c.verdict(group)
			feels += "; " + way + ": " + v
			agrees = agrees && (v == "inconclusive" || strings.HasSuffix(usual, v)) // true agrees with mostly true
		}
	}
	switch {
	case agrees:
		return usual
	case feels != "":
		return "depends" + feels
	}
	for i, d := range dimensions {
		for _, e := range dimensions[i+1:] {
			if c.split(decided, func(f finding) string { return d.of(f) + "\n" + e.of(f) }, "") != "" {
				return "depends on " + d.name + " and " + e.name
			}
		}
	}
	return "depends"
}

// byUse returns the verdict for each way of asking, "" if all have the same.
func (c *claim) byUse(findings []finding) string {
	groups := map[string][]finding{}
	var ways []string
	for _, f := range findings {
		if groups[f.asked] == nil {
			ways = append(ways, f.asked)
		}
		groups[f.asked] = append(groups[f.asked], f)
	}
	where := map[string][]string{}
	var verdicts []string
	for _, asked := range ways {
		v := c.verdict(groups[asked])
		if where[v] == nil {
			verdicts = append(verdicts, v)
		}
		where[v] = append(where[v], asked)
	}
	if len(verdicts) < 2 {
		return ""
	}
	text := ""
	for _, v := range verdicts {
		text += " " + capital(listed(where[v])) + ": " + v + "."
	}
	return text
}

// most is the largest number of exceptions that a verdict names.
const most = 3

// split returns where a claim is true and where it is false, if that depends on one circumstance alone: "true in C, false in Go", or the rule and its exceptions; else
// "".
func (c *claim) split(findings []finding, of func(finding) string, where string) string {
	found := map[string]judgement{}
	places := map[judgement][]string{}
	for _, f := range findings {
		place, v := of(f), c.judge(f)
		if found[place] == 0 { // the first finding there: none of them is inconclusive
			found[place], places[v] = v, append(places[v], place)
		}
		if found[place] != v {
			return ""
		}
	}
	yes, no := len(places[holds]), len(places[fails])
	trueIn, falseIn := where+listed(places[holds]), where+listed(places[fails])
	switch { // the rarer verdict is the exception, if it has few places
	case yes == 1 && no == 1:
		return "true " + trueIn + ", false " + falseIn
	case yes <= min(most, no):
		return "false, except " + trueIn
	case no <= most:
		return "true, except " + falseIn
	}
	return "true " + trueIn + "; false " + falseIn
}

// listed joins words to a list: "a, b and c".
func listed(words []string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " and " + words[last]
}

// claimed formats the claim's range.
func (c *claim) claimed() string {
	lo, hi := c.bounds(c.margin)
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

// medians formats the smallest and the largest median, "" for no findings.
func medians(findings []finding) string {
	if len(findings) == 0 {
		return ""
	}
	byMedian := func(a, b finding) int { return cmp.Compare(a.value.Median, b.value.Median) }
	least, greatest := slices.MinFunc(findings, byMedian).value.Median, slices.MaxFunc(findings, byMedian).value.Median
	if least == greatest {
		return fmt.Sprintf("%.3g", least)
	}
	return fmt.Sprintf("%.3g to %.3g", least, greatest)
}

// measured writes the medians of findings: a sentence for those of no machine, else a table with a row for each way of asking in each language, and a column for
// each machine.
func (p *page) measured(findings []finding) {
	var machines []string
	var rows [][]string
	cells := map[[3]string][]finding{}
	for _, f := range findings {
		if !slices.Contains(machines, f.machine) {
			machines = append(machines, f.machine)
		}
		row := []string{f.asked, f.language}
		if !slices.ContainsFunc(rows, func(other []string) bool { return slices.Equal(row, other) }) {
			rows = append(rows, row)
		}
		cell := [3]string{f.asked, f.language, f.machine}
		cells[cell] = append(cells[cell], f)
	}
	switch {
	case len(findings) == 0:
		p.Printf("\n\n")
		return
	case len(machines) == 1 && machines[0] == "":
		p.Printf(" Measured: %s.\n\n", medians(findings))
		return
	}
	slices.Sort(machines)
	slices.SortStableFunc(rows, slices.Compare)
	p.Printf("\n\n")
	p.Head(append([]string{"measured"}, machines...)...)
	for _, row := range rows {
		fields := []string{strings.Trim(strings.Join(row, ", "), ", ")}
		for _, machine := range machines {
			fields = append(fields, medians(cells[[3]string{row[0], row[1], machine}]))
		}
		p.Row(fields...)
	}
	p.WriteByte('\n')
}

// writeClaims writes a line for each claim, with its verdict first and the rest folded, and a file with all findings. It leaves out runs with hidden features.
func writeClaims(p *page) {
	machines := whole(p.readMachines())
	var all bytes.Buffer
	table := csv.NewWriter(&all)
	write := func(fields ...string) { check(table.Write(fields)) }
	write("claim", "language", "asked", "machine", "piece", "of", "low", "median", "high", "noise", "verdict")
	for _, c := range allClaims() {
		if c.about != "" {
			p.Printf("### %s\n\n", c.about)
		}
		findings := c.findings(machines)
		p.Printf("<details id=%q><summary><b>%s</b>: %s</summary>\n\n%s%s\n\nClaimed: %s, %s.%s", c.id, capital(c.verdict(findings)), c.title,
			linked(c.said), linked(c.authors()), c.quantity, c.claimed(), c.byUse(findings))
		p.measured(findings)
		p.Printf("</details>\n\n")
		for _, f := range findings {
			number := func(x float64) string { return strconv.FormatFloat(x, 'g', 4, 64) }
			write(c.id, f.language, f.asked, f.machine, f.piece, f.of, number(f.value.Lo), number(f.value.Median), number(f.value.Hi), number(math.Expm1(f.noise)),
				[]string{"undecided", "true", "false"}[c.judge(f)]) // in the order of the judgements
		}
	}
	table.Flush()
	p.files["claims.csv"] = all.Bytes()
	p.Printf("Measured in")
	for i, m := range machines {
		p.Printf("%s %s", map[bool]string{true: ",", false: ""}[i > 0], m.raw())
	}
	p.Printf(".\n")
}

// authors returns the references to people whom the text of the claim has not yet named, in parentheses.
func (c *claim) authors() string {
	keys := slices.DeleteFunc(claimKey.FindAllString(c.who, -1), func(key string) bool { return strings.Contains(c.said, key) })
	if len(keys) == 0 {
		return ""
	}
	return " (" + strings.Join(keys, ", ") + ")"
}

// capital returns a text with a capital letter at its beginning.
func capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

// linked returns a text with links for its keys of references.
func linked(text string) string {
	return claimKey.ReplaceAllStringFunc(text, func(match string) string { return citation(strings.Trim(match, "[]")) })
}

var claimKey = regexp.MustCompile(`\[[a-z][a-z0-9-]*\]`) // [a file.md](with an address) is none

// citation returns a link from a key to its place in REFERENCES.md.
func citation(key string) string { return fmt.Sprintf("[%s](%s#%s)", key, references, key) }

const references = "../REFERENCES.md" // from docs
