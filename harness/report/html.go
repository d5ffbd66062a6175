package report

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"html/template"
	"slices"
	"strconv"
	"strings"

	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/harness/stats"
	"github.com/slidebench/slidebench/techniques/facts"
)

var (
	//go:embed page.html
	pageSource string
	//go:embed page.css
	pageStyle string
	//go:embed page.js
	pageScript string
)

var page = template.Must(template.New("page").Funcs(template.FuncMap{"number": func(i int) int { return i + 1 }}).Parse(pageSource))

// Detail is what a page shows of a technique beside its times.
type Detail struct {
	facts.Facts
	About template.HTML // the package's comment: idea, drawn board, formula, cost, when to use it, people
	Code  string
	Where string // address of the source
}

// MarshalJSON writes what the page's script reads.
func (d Detail) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Name   string        `json:"name"`
		Family string        `json:"family"`
		People string        `json:"people"`
		Year   int           `json:"year"`
		Needs  []string      `json:"needs"`
		About  template.HTML `json:"about"`
		Code   string        `json:"code"`
		Where  string        `json:"where"`
	}{d.Name, d.Family, d.People, d.Year, append([]string{}, d.Needs...), d.About, d.Code, d.Where})
}

// pageData is what the page's script shows. Numbers have four digits.
type pageData struct {
	Standings []Standing    `json:"standings"`
	Names     []string      `json:"names"`  // of techniques, by which rows name them
	Ranked    []bool        `json:"ranked"` // by name: no control
	Machines  []pageMachine `json:"machines"`
	Details   []Detail      `json:"details"`
}

type pageMachine struct {
	Name     string      `json:"name"`
	CPU      string      `json:"cpu"`
	Features string      `json:"features"`
	Revision string      `json:"revision"`
	Tables   []pageTable `json:"tables"`
}

type pageTable struct {
	Build     string `json:"build"`
	Piece     string `json:"piece"`
	Mode      string `json:"mode"`
	Corpus    string `json:"corpus"`
	Unit      string `json:"unit"`
	Reference string `json:"reference"`
	Rounds    int    `json:"rounds"`
	Noise     digit  `json:"noise"`
	Clock     digit  `json:"clock"` // GHz, by which cycles become nanoseconds; 1 where the unit is not cycles
	// Rows have the technique's number, its rank, the number of its standing in standings; median and bounds in the unit; ratio to the reference and
	// bounds; and bytes of tables.
	Rows [][]any `json:"rows"`
}

// digit is a number of four digits, null where it is not finite.
type digit float64

func (d digit) MarshalJSON() ([]byte, error) {
	if digits(float64(d)) == "" {
		return []byte("null"), nil
	}
	return strconv.AppendFloat(nil, float64(d), 'g', 4, 64), nil
}

// writeHTML writes one page that needs nothing else: style, script and data are part of it. What it answers at once needs no script.
func (d document) writeHTML(b *bytes.Buffer, files []*results.File, tables [][]Table, details []Detail) error {
	answer := shortTable(withC(frontSets(files)), func(s Profile) string { return s.Target.Machine + ", " + s.language() })
	answer.Title = "For queens"
	return page.Execute(b, struct {
		document
		Answer section
		Static []section
		Text   string
		Style  template.CSS
		Script template.JS
		Data   pageData
	}{d, answer, slices.DeleteFunc([]section{pextSection(files), featureSection(files, d.sets), supersededSection(files, d.sets), sources(files)},
		func(s section) bool { return len(s.Rows) == 0 }), reading, template.CSS(pageStyle), template.JS(pageScript), dataOf(files, tables, details)})
}

func dataOf(files []*results.File, tables [][]Table, details []Detail) (data pageData) {
	numbers := map[string]int{}
	data.Standings = standings
	data.Details = append([]Detail{}, details...)
	for i, f := range files {
		for _, t := range tables[i] {
			name := t.Machine
			at := slices.IndexFunc(data.Machines, func(m pageMachine) bool { return m.Name == name })
			if at < 0 {
				at = len(data.Machines)
				data.Machines = append(data.Machines, pageMachine{Name: name, CPU: t.CPU, Features: t.Features, Revision: f.Revision()})
			}
			data.Machines[at].Tables = append(data.Machines[at].Tables, t.forPage(func(technique string) int {
				if _, known := numbers[technique]; !known {
					numbers[technique] = len(data.Names)
					data.Names, data.Ranked = append(data.Names, technique), append(data.Ranked, f.Ranked(technique))
				}
				return numbers[technique]
			}))
		}
	}
	// Machines with features hidden come last.
	hidden := func(m pageMachine) int { return strings.Count(m.Name, "-without-") }
	slices.SortStableFunc(data.Machines, func(m, n pageMachine) int { return hidden(m) - hidden(n) })
	return data
}

// standings are in the order in which the page sorts them. Controls have none.
var standings = []Standing{Fastest, Equivalent, Inconclusive, Slower, ""}

func (t *Table) forPage(number func(technique string) int) pageTable {
	out := pageTable{Build: t.Build(), Piece: t.Piece.String(), Mode: t.Mode, Corpus: t.Corpus, Unit: Unit(&t.Table), Reference: t.File.Reference,
		Rounds: t.Rounds, Noise: digit(t.Noise), Clock: digit(t.Clock), Rows: [][]any{}}
	three := func(i stats.Interval) []any { return []any{digit(i.Median), digit(i.Lo), digit(i.Hi)} }
	for _, r := range t.Rows {
		row := append([]any{number(r.Technique), r.Rank, slices.Index(standings, r.Standing)}, three(Shown(&t.Table, r.Time))...)
		out.Rows = append(out.Rows, append(append(row, three(r.Ratio)...), r.TableBytes))
	}
	return out
}
