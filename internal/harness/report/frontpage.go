package report

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/internal/columns"
	"github.com/slidebench/slidebench/internal/harness/results"
)

// A front page is the table of techniques to take that slidebench report --update writes into README. The page in HTML shows the same columns.

// frontMost is the number of machines that a front page shows: those that were measured last.
const frontMost = 10

// Front is what a front page needs beside the raw files.
type Front struct {
	Columns []FrontColumn
	Rust    func(technique string) bool // whether a technique has a module in Rust
}

// FrontColumn is a column of figures in per cent that come from elsewhere, such as from real engines.
type FrontColumn struct {
	Head     string                                           // without its unit
	Machines int                                              // on which the figures were measured
	Read     func(machine, language, technique string) string // machine is "" for all
}

// frontFiles returns the newest files, of machines that are not restricted, of which search was measured, in the order of the machines' names.
func frontFiles(files []*results.File) []*ranks {
	list := slices.DeleteFunc(ranksOf(files...), func(f *ranks) bool {
		return !slices.ContainsFunc(f.languages(), func(t results.Target) bool { return !t.Restricted() && f.table(searchUse, t) != nil })
	})
	slices.SortStableFunc(list, func(a, b *ranks) int { return strings.Compare(b.Started, a.Started) })
	list = list[:min(len(list), frontMost)]
	slices.SortStableFunc(list, func(a, b *ranks) int { return strings.Compare(a.firstMachine(), b.firstMachine()) })
	return list
}

// firstMachine returns the name of the machine on which a file's first language was measured.
func (f *ranks) firstMachine() string { return f.languages()[0].Machine }

// frontRow is a technique that programs in some language should take.
type frontRow struct {
	Pick
	language string
}

// writes returns the languages for which a row's technique can be copied, as the column "you write" shows them.
func (r *frontRow) writes(rust func(technique string) bool) string {
	if r.language == "C" && rust != nil && rust(r.Technique) {
		return "C, C++, Rust"
	}
	return writes(r.language)
}

// writes returns the languages that can use a technique in some language: C++ can include a header of C.
func writes(language string) string {
	if language == "C" {
		return "C or C++"
	}
	return language
}

// frontRows returns the techniques to take on some machines, and by language the answers that say so.
func frontRows(files []*ranks) (rows []*frontRow, of map[string][]*Answer) {
	of = map[string][]*Answer{}
	for _, a := range answers(files) {
		language, _, _ := strings.Cut(a.Target.Language(), " ")
		of[language] = append(of[language], a)
	}
	for _, language := range slices.Sorted(maps.Keys(of)) {
		for _, p := range picks(of[language]...) {
			if p.taken() {
				rows = append(rows, &frontRow{p, language})
			}
		}
	}
	return rows, of
}

// FrontPage returns a table in Markdown: the techniques to take, with the speed that they give to real engines, and to this project's search on the machines that were
// measured last. Runs with hidden features or beside a neighbour are left out. The page is empty if no file has a search.
func FrontPage(front Front, files ...*results.File) []byte {
	newest := frontFiles(files)
	if len(newest) == 0 {
		return nil
	}
	var b bytes.Buffer
	var names, links, changed []string // changed: the machines since whose runs code has changed
	for _, f := range newest {
		for _, w := range doubts(f.File) {
			fmt.Fprintf(&b, "> **Warning:** %s\n\n", w)
		}
		name := f.languages()[0].ShortName(names...)
		names = append(names, name)
		if f.changed() != "" {
			changed = append(changed, name)
		}
		links = append(links, fmt.Sprintf("[%s](%s/report.md)", name, path.Dir(filepath.ToSlash(f.Name))))
	}
	rows, of := frontRows(newest)
	rows = slices.DeleteFunc(rows, func(r *frontRow) bool { return strings.HasSuffix(r.When, noTables) }) // in all published results slower than the reference
	list := front.columns("", of, len(newest), func(r *frontRow) string {
		return fmt.Sprintf("[%s](%s)", r.Technique, newest[0].Facts[r.Technique].Folder())
	})
	fmt.Fprintf(&b, "%s\n\n%s %s Machines, each with a report of its own: %s.", columns.Of(list, rows).Markdown(), front.note("`"+newest[0].Reference+"`", len(newest)),
		rule(len(newest)), strings.Join(links, ", "))
	switch {
	case changed == nil: // nothing to add
	case len(changed) == len(newest):
		b.WriteString(" Some of the timed code has changed since all these runs; the reports say which.")
	default:
		fmt.Fprintf(&b, " Some of the timed code has changed since the runs on %s; the reports say which.", strings.Join(changed, "; "))
	}
	b.WriteByte('\n')
	return b.Bytes()
}

// Published returns the rows of the front page as CSV: those of all machines, whose name is empty, and then those of each, with the date of its measurements.
func Published(front Front, files ...*results.File) []byte {
	newest := frontFiles(files)
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	add := func(machine, date string, files ...*ranks) {
		rows, of := frontRows(files)
		t := columns.Of(front.columns(machine, of, len(files), func(r *frontRow) string { return r.Technique }), rows)
		if machine == "" {
			w.Write(append([]string{"machine", "measured"}, t.Header...))
		}
		for _, row := range t.Rows {
			record := []string{machine, date}
			for _, v := range row {
				record = append(record, strings.ReplaceAll(v.Text, "&nbsp;", " "))
			}
			w.Write(record)
		}
	}
	if len(newest) > 0 {
		add("", "", newest...)
	}
	for _, f := range newest {
		date, _, _ := strings.Cut(f.Started, "T")
		add(f.firstMachine(), date, f)
	}
	w.Flush()
	return b.Bytes()
}

// noTables is the limit of a row whose technique has no tables.
const noTables = "no tables"

// limitHead is the heading of a row's processor and limit.
const limitHead = "CPU, limit"

// columns returns the columns of the front page. machine is "" for a table of several machines; of has the answers of each language on them, and name writes the
// name of a row's technique.
func (front Front) columns(machine string, of map[string][]*Answer, machines int, name func(r *frontRow) string) []columns.Column[*frontRow] {
	list := []columns.Column[*frontRow]{
		{Head: "you write", Read: func(r *frontRow) value { return word(r.writes(front.Rust)) }},
		{Head: limitHead, Read: func(r *frontRow) value { return word(r.When) }},
		{Head: "take", Read: func(r *frontRow) value { return word(name(r)) }},
		{Head: "kind", Read: func(r *frontRow) value { return word(r.Kind) }},
		{Head: "tables", Read: func(r *frontRow) value {
			if r.Today >= 0 {
				return size(results.Size{TableBytes: r.Today})
			}
			return size(r.Size)
		}},
	}
	for _, c := range front.Columns {
		list = append(list, columns.Column[*frontRow]{Head: c.Head + ", %, " + machinesText(c.Machines), Read: func(r *frontRow) value {
			if !r.taken() { // the reference, which only the page lists
				return word("0")
			}
			return word(c.Read(machine, r.language, r.Technique))
		}})
	}
	return append(list, columns.Column[*frontRow]{Head: "our search, " + machinesText(machines), Read: func(r *frontRow) value {
		return span(of[r.language], r.Technique, machines)
	}})
}

func machinesText(machines int) string { // "one machine", "3 machines"
	if machines == 1 {
		return "one machine"
	}
	return fmt.Sprintf("%d machines", machines)
}

// note returns the sentences below the table of a front page, which explain its figures.
func (front Front) note(reference string, machines int) string {
	text := "Per cent of nodes more in the same time than with " + reference + ". "
	if machines > 1 {
		text += "A range goes from the worst machine to the best, and is no error bar. "
	}
	if len(front.Columns) > 0 {
		text += "Figures of engines are their medians. "
	}
	text += fmt.Sprintf("Our search ran on %s; its gain may be noise where it stands in parentheses. ", machinesText(machines))
	if len(front.Columns) > 0 {
		text += "It spends more of its time in lookups than engines do; where they disagree, believe the engines. "
	}
	return strings.TrimSpace(text)
}
