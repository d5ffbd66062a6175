package report

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html/template"
	"maps"
	"math"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/slidebench/slidebench/internal/columns"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/results"
	project "github.com/slidebench/slidebench/internal/slidebench"
	"github.com/slidebench/slidebench/internal/techniques/facts"
	"github.com/slidebench/slidebench/internal/techniques/mode"
)

var (
	//go:embed page.html
	pageSource string
	//go:embed page.css
	pageStyle string
	//go:embed page.js
	pageScript string
	//go:embed own.js
	ownScript string
)

var page = template.Must(template.New("page").Parse(pageSource))

// Card is what a technique's card shows beside its times. A page's address with "#technique=NAME" behind it opens the card.
type Card struct {
	facts.Facts
	About template.HTML     // the package's comment: idea, drawn board, formula, cost, when to use it, people
	Code  map[string]string // by language; one header is all of the technique in C
	Where string            // address of the source
}

// pageData is what the page's script shows: the ranked tables, column by column.
type pageData struct {
	Columns  []pageColumn   `json:"columns"`
	Machines []*pageMachine `json:"machines"`
	Cards    []Card         `json:"cards"`
	// For a raw file that a reader drops on the page: the words of each piece, mode and corpus, and the controls.
	Uses     map[string]string `json:"uses"`
	Controls []string          `json:"controls"`
}

type pageColumn struct { // a column of the ranked tables
	Key string `json:"key"`
	Tip string `json:"tip"`
}

type pageMachine struct { // a choice of the page, and its tables
	Name   string            `json:"name"`
	About  string            `json:"about"`
	Tables []json.RawMessage `json:"tables"` // pageTables, written one by one: there is no room for the values of a thousand machines
}

type pageTable struct { // a ranked table
	Build  string   `json:"build"` // the language where the table is of its usual build
	Use    string   `json:"use"`
	Full   int      `json:"full"` // the gain in % that has the strongest colour
	Sure   string   `json:"sure"`
	Heads  []string `json:"heads"`  // of the columns
	Values [][]any  `json:"values"` // of each column, which packs better than rows
}

// packed returns a value's text alone if it begins with the number that the value is sorted by, but for rounding, or if that number is NaN, for a text; else it returns
// text and number. page.js reads the number from a text alone.
func packed(v value) any {
	first, _, _ := strings.Cut(v.Text, " ")
	if begins, err := strconv.ParseFloat(first, 64); math.IsNaN(v.Key) || err == nil && math.Abs(begins-v.Key) <= max(0.5, 0.01*math.Abs(begins)) {
		return v.Text
	}
	return []any{v.Text, columns.Number(v.Key)}
}

// encoded returns JSON of texts, numbers and lists of them.
func encoded(v any) json.RawMessage {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return text
}

// writeHTML writes one page that contains its style, script and data, packed. The short answer needs no script.
func (d document) writeHTML(b *bytes.Buffer, files []*ranks, opt Options) error {
	files = slices.SortedStableFunc(slices.Values(files), func(f, g *ranks) int { return restricted(f) - restricted(g) }) // restricted ones last
	// Addresses, by the texts that they stand behind: raw files, commits and machines.
	links := map[string]string{}
	for _, f := range files {
		if opt.Published == nil || !opt.Published(f.Name) {
			continue
		}
		folder := "/main/results/" + path.Base(path.Dir(filepath.ToSlash(f.Name))) + "/"
		for _, run := range Runs(f.File) {
			links[run.Name] = project.Home + "/raw" + folder + path.Base(filepath.ToSlash(run.Name))
			links[strings.TrimPrefix(run.Revision(), "commit ")] = project.Home + "/commit/" + run.Commit
		}
		for _, t := range f.Targets() {
			links[t.MachineName()] = project.Home + "/blob" + folder + "report.md"
		}
	}
	list, short := answersByLanguage(files, opt.Front), shortNames(files)
	for i := range list {
		list[i].Links, list[i].Short = links, short
	}
	return page.Execute(b, struct {
		document
		Home, Site string
		Answers    []pageAnswer
		Sources    linked
		Text       string
		Style      template.CSS
		Script     template.JS
		Data       template.HTML
	}{d, project.Home, project.Site, list, linked{sources(files, pageSourceColumns), links, short}, rankingNote, template.CSS(pageStyle), template.JS(ownScript + pageScript),
		template.HTML(base64.StdEncoding.EncodeToString(results.Gzip(encoded(dataOf(files, short, opt.Cards)))))})
}

// shortNames returns what a page calls machines, by their names: "Zen 5 (baseline)" for amd-epyc-zen-5-vm (baseline).
func shortNames(files []*ranks) map[string]string {
	short, taken := map[string]string{}, []string{}
	for _, f := range files {
		for _, t := range f.Targets() {
			name := t.MachineName()
			whole, _, _ := strings.Cut(name, " (")
			if short[whole] == "" {
				t.Machine = whole // of this copy of the target
				if short[whole] = t.ShortName(taken...); slices.Contains(taken, short[whole]) {
					short[whole] = whole
				}
				taken = append(taken, short[whole])
			}
			short[name] = short[whole] + strings.TrimPrefix(name, whole)
		}
	}
	return short
}

// linked is a section with the addresses of some of its texts, and short forms of some.
type linked struct {
	section
	Links, Short map[string]string
}

// Link returns a text of the section with its address, "" for none.
func (l linked) Link(text string) struct{ Text, Address string } {
	shown := strings.ReplaceAll(cmp.Or(l.Short[text], text), "&nbsp;", "\u00a0") // figures from elsewhere are Markdown
	return struct{ Text, Address string }{shown, l.Links[text]}
}

// restricted is 1 for a file of a machine with hidden features or beside a neighbour, see results.Target.Restricted, else 0.
func restricted(f *ranks) int {
	return map[bool]int{true: 1}[slices.ContainsFunc(f.Targets(), results.Target.Restricted)]
}

// pageAnswer is the answer for a language.
type pageAnswer struct {
	linked
	How     template.HTML // to take a technique; "" where nothing is known
	Command string        // takes the first pick
}

// howToTake says how people who write a language take a technique. %s in a command is the first pick.
var howToTake = map[string]pageAnswer{
	"C": {How: "PEXT is an instruction of BMI2. AMD processors before Zen 3 have it, but it is slow there: take a row without BMI2. " +
		"Click a technique's name to copy its files for C, C++ and Rust from this page, or let Go copy them: <code>--lang c</code>, <code>cpp</code> (C++17) or <code>rust</code>. " +
		"Compile for the features of its row, for example with <code>-mbmi2</code>, and with <code>-DNDEBUG</code>.",
		Command: "go run " + project.Module + "/cmd/slidebench@latest copy %s --lang c -o include"},
	"Go": {How: "Import <code>best</code>: black magics, which serve every CPU. Every other technique is a package of its own: click its name.",
		Command: `import "` + project.Module + `/best"`},
}

// answersByLanguage say for each language which techniques to take, and which ones each machine would take.
func answersByLanguage(files []*ranks, front Front) (list []pageAnswer) {
	of, whole := map[string][]*Answer{}, map[string][]*Answer{}
	for _, a := range answers(files) {
		language, _, _ := strings.Cut(a.Target.Language(), " ")
		if of[language] = append(of[language], a); a.Search != nil && !a.Target.Restricted() {
			whole[language] = append(whole[language], a)
		}
	}
	note := "The number after a technique is its gain in our search, in %."
	if slices.ContainsFunc(files, func(f *ranks) bool { return restricted(f) > 0 }) {
		note += " In parentheses after the machine: features that were hidden from the techniques; baseline: all of them."
	}
	for _, language := range slices.Sorted(maps.Keys(of)) {
		if !slices.ContainsFunc(of[language], func(a *Answer) bool { return a.Search != nil }) {
			continue // no engine in this language
		}
		var rows []*frontRow
		picked, how := picks(whole[language]...), howToTake[language]
		for _, p := range picked {
			rows = append(rows, &frontRow{p, language})
		}
		if strings.Contains(how.Command, "%s") {
			if how.Command = ""; len(picked) > 0 && picked[0].taken() {
				how.Command = fmt.Sprintf(howToTake[language].Command, picked[0].Technique)
			}
		}
		take := front.columns("", whole, len(whole[language]), func(r *frontRow) string { return r.Technique })
		if writes(language) == language { // the title says which language
			take = without(take, "you write")
		} else {
			slices.SortStableFunc(take, func(a, b columns.Column[*frontRow]) int { // the limits come first: a row is of them
				first := func(c columns.Column[*frontRow]) int { return map[bool]int{true: -1}[c.Head == limitHead] }
				return first(a) - first(b)
			})
		}
		title := writes(language)
		if len(rows) > 0 {
			title = rows[0].writes(front.Rust)
		}
		how.section = section{"In " + title, front.note(files[0].Reference, len(whole[language])) + " " + rule(len(whole[language])), columns.Of(take, rows)}
		list = append(list, how, pageAnswer{linked: linked{section: section{"In " + title + ", on each machine", note,
			columns.Of(without(answerColumns, "language"), of[language])}}})
	}
	return list
}

// without returns the columns without some, by their keys or headings.
func without[R any](list []columns.Column[R], keys ...string) []columns.Column[R] {
	return slices.DeleteFunc(slices.Clone(list), func(c columns.Column[R]) bool { return slices.Contains(keys, cmp.Or(c.Key, c.Head)) })
}

func dataOf(files []*ranks, short map[string]string, cards []Card) *pageData { // it ranks each table, and forgets it
	data := &pageData{Columns: []pageColumn{}, Machines: []*pageMachine{}, Cards: append([]Card{}, cards...),
		Uses: map[string]string{}, Controls: append([]string{"picked", grid.Twice}, grid.Controls...)} // as in grid.IsControl
	for _, u := range Uses {
		data.Uses[fmt.Sprintf("%v, %s, %s", u.Piece, u.Mode, cmp.Or(u.Corpus, grid.DefaultCorpus))] = u.String()
	}
	machines := map[string]*pageMachine{}
	for _, f := range files {
		advised, answered := f.Advised(), f.languages()
		build := func(t *Table) string {
			if slices.Contains(advised, t.Target) {
				return t.Language()
			}
			return t.Build() // GOAMD64=v1 and so on, which has a =
		}
		// The page's choices begin with the builds of languages, those of answers before others, and in a build with the search and perft.
		tables := slices.SortedStableFunc(slices.Values(f.all()), func(s, t *Table) int {
			at := func(t *Table) int { return slices.Index([]mode.Mode{mode.Perft, mode.Search}, t.Mode) }      // the highest comes first
			beside := func(t *Table) int { return map[bool]int{false: 1}[slices.Contains(answered, t.Target)] } // 1 for a build without an answer
			return cmp.Or(strings.Count(build(s), "=")-strings.Count(build(t), "="), beside(s)-beside(t), cmp.Compare(build(s), build(t)), at(t)-at(s))
		})
		for _, t := range tables {
			m := machines[t.Machine]
			if m == nil {
				m = &pageMachine{Name: short[t.MachineName()], About: t.CPU + ", " + t.Features + ", " + f.Revision()}
				machines[t.Machine], data.Machines = m, append(data.Machines, m)
			}
			m.Tables = append(m.Tables, encoded(data.table(t, build(t))))
		}
		f.forget()
	}
	return data
}

// The gains in % that have the strongest colour: engines differ by less than loops.
const fullOfEngines, fullOfLoops = 15, 100

func (d *pageData) table(t *Table, build string) pageTable { // the columns with a tip; the first table gives d their keys and tips
	out := pageTable{build, cmp.Or(d.Uses[t.title()], t.title()), fullOfLoops, t.sure(), nil, nil}
	if t.Mode.OfEngine() {
		out.Full = fullOfEngines
	}
	list := slices.DeleteFunc(slices.Insert(rankedColumns(t), 0, t.speedColumn()), func(c rowColumn) bool { return c.Tip == "" })
	for i, c := range list {
		key, _, _ := strings.Cut(c.Key, " ")
		out.Heads, out.Values = append(out.Heads, cmp.Or(c.Head, key)), append(out.Values, []any{})
		if i == len(d.Columns) { // only in the first table: the columns with a tip are the same in all
			d.Columns = append(d.Columns, pageColumn{key, c.Tip})
		}
	}
	for _, r := range t.rows() {
		for i, c := range list {
			v := c.Read(r)
			if i > 0 && !strings.HasSuffix(v.Text, " [?]") { // the speed's interval says as much
				v.Text, _, _ = strings.Cut(v.Text, " [")
			}
			out.Values[i] = append(out.Values[i], packed(v))
		}
	}
	return out
}

// sure says in a line how sure a table is.
func (t *Table) sure() string {
	text := fmt.Sprintf("%d rounds, A/A noise %s, intervals %s", t.Rounds, t.noiseText(), t.holds())
	if changed := t.changed(); changed != "" {
		text += "; changed since: " + changed
	}
	return text
}

// speedColumn returns the column of speeds such as "+4 % [+3, +6]", which a page colours.
func (t *Table) speedColumn() rowColumn {
	return rowColumn{Key: "speed", Head: "against " + t.File.Reference,
		Tip: "Speed against " + t.File.Reference + ": +10 % is a tenth more work in the same time. In parentheses: no significant difference. Blank: not measured", Read: func(r *Row) value {
			speed := faster(r)
			if speed.Known() && !speed.Finite() {
				return value{Text: "few rounds", Key: math.NaN()}
			}
			v := value{Text: percents(speed), Key: speed.Median}
			if !t.Mode.OfEngine() && speed.Known() && speed.Median != 0 { // there is no room for more digits
				v.Text = fmt.Sprintf("%+.0f %% [%+.0f, %+.0f]", speed.Median, speed.Lo, speed.Hi)
			}
			if median, bounds, _ := strings.Cut(v.Text, " %"); speed.Median != 0 && r.Ratio.Finite() && order(r.Ratio, t.Noise) == 0 {
				v.Text = "(" + median + " %)" + bounds
			}
			return v
		}}
}
