package report

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/slidebench/slidebench/internal/columns"
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

// pageData is what the page's script shows: what people see of the ranked tables, column by column.
type pageData struct {
	Columns []pageColumn `json:"columns"`
	Heads   [][]string   `json:"heads"` // of the columns; a table says which list of these is its own
	Texts   []string     `json:"texts"` // which rows name by their numbers
	// Keys are the numbers by which those texts are sorted that do not begin with the number.
	Keys     map[int]columns.Number `json:"keys"`
	Machines []pageMachine          `json:"machines"`
	Details  []Detail               `json:"details"`

	numbers map[string]int // of texts
}

type pageColumn struct {
	Key     string `json:"key"`
	Tip     string `json:"tip"`
	Numeric bool   `json:"numeric"`
}

type pageMachine struct {
	Name     string      `json:"name"`
	CPU      string      `json:"cpu"`
	Features string      `json:"features"`
	Revision string      `json:"revision"`
	Build    string      `json:"build"` // which comes first to a reader
	Tables   []pageTable `json:"tables"`
}

type pageTable struct {
	Build  string  `json:"build"`
	Piece  string  `json:"piece"`
	Mode   string  `json:"mode"`
	Corpus string  `json:"corpus"`
	Rounds int     `json:"rounds"`
	Noise  string  `json:"noise"`
	Heads  int     `json:"heads"`
	Rows   [][]int `json:"rows"` // of texts, column by column
}

// writeHTML writes one page that needs nothing else: style, script and data are part of it. What it answers at once needs no script.
func (d document) writeHTML(b *bytes.Buffer, files []*ranks, details []Detail) error {
	answer := shortTable(withC(frontSets(files)), func(s Profile) string { return s.Target.Machine + ", " + s.language() })
	answer.Title = "For queens"
	return page.Execute(b, struct {
		document
		Answer section
		Static []section
		Text   string
		Style  template.CSS
		Script template.JS
		Data   *pageData
	}{d, answer, slices.DeleteFunc([]section{pextSection(files), featureSection(d.sets), supersededSection(d.sets), sources(files)},
		func(s section) bool { return len(s.Rows) == 0 }), reading, template.CSS(pageStyle), template.JS(pageScript), dataOf(files, details)})
}

func dataOf(files []*ranks, details []Detail) *pageData {
	data := &pageData{Keys: map[int]columns.Number{}, Details: append([]Detail{}, details...), numbers: map[string]int{}}
	machines := map[string]int{}
	for _, f := range files {
		highest := f.Highest()
		for _, t := range f.all() {
			at, known := machines[t.Machine]
			if !known {
				at = len(data.Machines)
				machines[t.Machine] = at
				data.Machines = append(data.Machines, pageMachine{Name: t.Machine, CPU: t.CPU, Features: t.Features, Revision: f.Revision()})
			}
			if slices.Contains(highest, t.Target) {
				data.Machines[at].Build = t.Build()
			}
			data.Machines[at].Tables = append(data.Machines[at].Tables, data.table(t))
		}
	}
	// Machines with features hidden come last.
	hidden := func(m pageMachine) int { return strings.Count(m.Name, "-without-") }
	slices.SortStableFunc(data.Machines, func(m, n pageMachine) int { return hidden(m) - hidden(n) })
	return data
}

func (d *pageData) table(t *Table) pageTable {
	out := pageTable{t.Build(), t.Piece.String(), t.Mode, t.Corpus, t.Rounds, percent(t.Noise), 0, [][]int{}}
	list := slices.DeleteFunc(rankedColumns(t), func(c rowColumn) bool { return c.Tip == "" })
	var heads []string
	for i, c := range list {
		key, _, _ := strings.Cut(c.Key, " ")
		heads = append(heads, cmp.Or(c.Head, key))
		if i == len(d.Columns) {
			d.Columns = append(d.Columns, pageColumn{Key: key, Tip: c.Tip})
		}
	}
	if out.Heads = slices.IndexFunc(d.Heads, func(list []string) bool { return slices.Equal(list, heads) }); out.Heads < 0 {
		out.Heads = len(d.Heads)
		d.Heads = append(d.Heads, heads)
	}
	for _, r := range t.rows() {
		var row []int
		for i, c := range list {
			v := c.Read(r)
			d.Columns[i].Numeric = d.Columns[i].Numeric || !math.IsNaN(v.Key)
			row = append(row, d.number(v))
		}
		out.Rows = append(out.Rows, row)
	}
	return out
}

// number returns the number of a value's text.
func (d *pageData) number(v value) int {
	first, _, _ := strings.Cut(v.Text, " ")
	begins, err := strconv.ParseFloat(first, 64)
	said, id := math.IsNaN(v.Key) || err == nil && math.Abs(begins-v.Key) <= 0.01*begins, v.Text
	if !said {
		id += fmt.Sprint(" ", v.Key)
	}
	n, known := d.numbers[id]
	if !known {
		n = len(d.Texts)
		d.numbers[id], d.Texts = n, append(d.Texts, v.Text)
		if !said {
			d.Keys[n] = columns.Number(v.Key)
		}
	}
	return n
}
