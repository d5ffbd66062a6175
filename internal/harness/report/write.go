package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/internal/columns"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/markdown"
)

// Formats are the formats that Write knows.
var Formats = []string{"text", "markdown", "csv", "json", "html", "bmf"}

// Options say how a report is written.
type Options struct {
	Format  string // one of Formats
	All     bool   // also every table of the files, ranked
	Width   int    // of a terminal, for the format "text"; 0: lines as long as it takes
	Command string // the command that writes this report again, "" to leave it out; CSV has no place for it
	Plots   []Plot // pictures, which the format "markdown" shows
	CSV     string // the path of the same report in the format "csv", which the format "markdown" links; "" for none
	Shown   string // what the files are cut down to; "" if they are whole

	// For the format "html".
	Cards     []Card                 // of techniques, from package cards
	Front     Front                  // figures that come from elsewhere
	Published func(file string) bool // whether a raw file is in this project's repository, which the page then links; nil: none is
}

// Mark matches what Write has written in a format by the command slidebench report, and nothing else.
func Mark(format string) *regexp.Regexp { return marks[format] }

var marks = map[string]*regexp.Regexp{ // by format; see Mark. CSV begins with the names of rankedColumns, or of briefColumns, which have a machine if there are several files
	"text":     regexp.MustCompile(`(?s)\A` + wholeTitle + `.*\n[^\n]*report again:\s+slidebench\s+report\s`),
	"markdown": regexp.MustCompile(`(?s)\A# ` + wholeTitle + `.*\n[^\n]*report again: .slidebench report [^\n]*\n\z`),
	"csv":      regexp.MustCompile(`\A(file,machine,cpu,features,goos,goarch,build,questions,corpus_digest|(machine,)?build,technique,table_bytes,search_percent),`),
	"json":     regexp.MustCompile(`(?s)\A\{\n\t"warnings": .*\n\t"command": "slidebench report [^\n]*\n\}\n\z`),
	"bmf":      regexp.MustCompile(`\A\{\n  "(machine=[^"]*/)?technique=`),
	"html":     regexp.MustCompile(`(?s)\A<!DOCTYPE html>.{0,200}<title>` + wholeTitle + `.*This page again: <code>slidebench report `),
}

// Plot is a picture of a page.
type Plot struct {
	Title string
	Path  string // of its file, NAME.svg
	Dark  bool   // whether NAME-dark.svg stands beside it
}

// Write writes the report of some files to w, all of it at once.
func Write(w io.Writer, files []*results.File, opt Options) error {
	ranked := ranksOf(files...)
	var b bytes.Buffer
	var err error
	switch opt.Format {
	case "text":
		newDocument(ranked, opt).withSections(ranked, opt).writeText(&b, opt.Width)
	case "markdown":
		newDocument(ranked, opt).withSections(ranked, opt).writeMarkdown(&b, opt)
	case "html":
		err = newDocument(ranked, opt).writeHTML(&b, ranked, opt)
	case "csv":
		err = writeCSV(&b, ranked, opt.All || opt.Shown != "")
	case "json":
		err = writeJSON(&b, ranked, opt)
	case "bmf":
		err = writeBMF(&b, ranked)
	default:
		return fmt.Errorf("unknown format %q (want %s)", opt.Format, strings.Join(Formats, ", "))
	}
	if err == nil {
		_, err = w.Write(b.Bytes())
	}
	return err
}

// wholeTitle is the title of a report of everything.
const wholeTitle = "Sliding attacks, measured"

// loopsTitle is the title of the section of loops, by which advice recognizes it.
const loopsTitle = "Loops: lookups without an engine"

// document is a report as people read it, whatever the format.
type document struct {
	Title    string
	Warnings []string
	Sections []section
	Command  string
}

// section is a table under a heading. Either may be missing.
type section struct {
	Title, Note string
	columns.Table
}

// rankingNote explains ranked tables to readers.
const rankingNote = "Times and ratios are medians with 95 % intervals, a ratio being taken round by round. Of one run, an interval holds for this run, and another run may lie beside it; of several runs, it is for the next run. Tied: does not differ significantly from the " +
	"fastest. Unclear: has too few rounds to be compared with it. Older: an older run measured it with other code, so it is not compared. Two techniques differ significantly if their ratio's interval excludes 1, and its median differs from 1 by more than the A/A noise, " +
	"which is the reference against itself. Rows without a standing are controls: the loop alone (noop), one table load (load), square by square (walk), " +
	"every lookup twice (twice), and the reference again."

func newDocument(files []*ranks, opt Options) document { // without sections
	d := document{Title: wholeTitle, Warnings: warnings(files, opt.Format == "text"), Command: opt.Command}
	if opt.Shown != "" {
		d.Title += ": " + opt.Shown
	}
	return d
}

// withSections adds the sections of texts and Markdown; the page in HTML has parts of its own instead.
func (d document) withSections(files []*ranks, opt Options) document {
	full := opt.Format == "markdown" // has room for all machines and more tables
	add := func(sections ...section) { d.Sections = append(d.Sections, sections...) }
	if len(files) > 1 {
		add(overviewSection(files, overviewMost))
	}
	if opt.Shown == "" {
		for _, f := range files {
			if len(files) == 1 || opt.All || full {
				add(f.machineSections(full)...)
			}
		}
	}
	if opt.All || opt.Shown != "" {
		highest, others := sideBySide(files)
		add(section{Title: "Every table", Note: rankingNote})
		for _, tables := range append(highest, others...) {
			add(ranking(tables))
		}
	}
	if !opt.All && opt.Shown == "" {
		add(agreement(files))
	} else { // also of the runs that one file is combined of
		add(agreement(apart(files)))
	}
	if opt.All || len(files) > 1 && full {
		add(sources(files, sourceColumns))
	}
	d.Sections = slices.DeleteFunc(d.Sections, func(s section) bool { return len(s.Header) > 0 && len(s.Rows) == 0 }) // a section without a table stays, for its note
	return d
}

// overviewMost is the number of lines that an overview of several machines has on a terminal.
const overviewMost = 30

// overviewSection compares machines and languages.
func overviewSection(files []*ranks, most int) section {
	all := answers(files)
	s := section{Title: "Search against " + files[0].Reference, Note: "The technique to take, and how many per cent more nodes an engine searches with it in the same time."}
	if len(all) > most {
		s.Note += fmt.Sprintf(" The first %d of %d; slidebench report --format json has all.", most, len(all))
	}
	s.Table = columns.Of(answerColumns, all[:min(len(all), most)])
	return s
}

// machineSections returns the sections on a file: the answer, how sure it is, and the tables behind it; with full, more tables.
func (f *ranks) machineSections(full bool) (sections []section) {
	targets := f.languages()
	for i, target := range targets {
		if i == 0 || !targets[i-1].SameHost(target) {
			known := slices.DeleteFunc(append([]string{target.Features}, f.footing()...), func(s string) bool { return s == "" })
			sections = append(sections, section{Title: f.mark + target.CPU + ", " + target.Machine, Note: strings.Join(known, "; ")})
		}
		searched := func(t results.Target) bool { return f.table(searchUse, t) != nil }
		if searched(target) || !slices.ContainsFunc(targets, searched) { // programs in some languages have no engine
			sections = append(sections, f.answer(target).section(!full))
		}
	}
	if full {
		sections = append(sections, f.sureSection(targets), f.speedSection(targets))
	}
	return append(sections, f.loopSection(targets))
}

// section shows who should take which technique. Its note says how sure that is, or without sure by which rule the techniques are chosen.
func (a *Answer) section(sure bool) section {
	s := section{Title: fmt.Sprintf("Search in %s: nodes in the same time, against %s", a.Target.Language(), a.File.Reference)}
	if _, refusal := a.search(); refusal != nil {
		do := refusal.Do
		if a.Search != nil && a.File.Started != "" && a.File.Finished == "" { // the run was stopped, and goes on by the command that began it
			do = fmt.Sprintf("go on with %s --resume %s", a.File.Bench(), a.File.Name)
		}
		s.Note = fmt.Sprintf("No answer: %s. To have one, %s.", refusal.Because, do)
		return s
	}
	if tied := a.Tied(); len(tied) == 1 {
		s.Note = tied[0] + " is the fastest."
	} else {
		s.Note = fmt.Sprintf("Tied for the fastest: %s.", few(tied, shown))
	}
	if open := a.open(); len(open) > 0 {
		s.Note += fmt.Sprintf(" Perhaps faster, but without an interval: %s.", inRounds(open, shown))
	}
	if !sure {
		s.Note += " " + rule(1)
	} else {
		s.Note += fmt.Sprintf(" %d rounds, A/A noise %s; %s.", a.Search.Rounds, a.Search.noiseText(), a.Search.Significant())
	}
	s.Table = columns.Of(pickColumns, a.Picks())
	return s
}

// shown is how many techniques a sentence names.
const shown = 4

// few names up to some techniques and the number of the others.
func few(names []string, most int) string {
	if len(names) <= most {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
}

// sureSection says how sure the answers are.
func (f *ranks) sureSection(targets []results.Target) section {
	var tables []*Table
	for _, target := range targets {
		for _, u := range []Use{searchUse, perftUse} {
			if t := f.table(u, target); t != nil {
				tables = append(tables, t)
			}
		}
	}
	s := section{Title: "How sure", Table: columns.Of(sureColumns, tables), Note: "A/A noise is by how much " + f.Reference + " differs from itself when it is measured twice."}
	if f.Slices > 0 {
		s.Note += fmt.Sprintf(" %.1f %% of all slices of work were disturbed and do not count.", 100*(1-f.Clean/f.Slices))
	}
	return s
}

// speedSection has every technique, in the order of the first language.
func (f *ranks) speedSection(targets []results.Target) section {
	var names []string
	of := map[string]Speed{}
	fact := func(head string, read func(s Speed) value) columns.Column[string] {
		return columns.Column[string]{Head: head, Read: func(name string) value { return read(of[name]) }}
	}
	list := []columns.Column[string]{techniqueColumn, fact("kind", func(s Speed) value { return word(s.Kind) }), fact("needs", func(s Speed) value { return word(s.needs()) }),
		fact("tables", column(speedColumns, "tableBytes").Read)}
	for _, target := range targets {
		a := f.answer(target)
		if a.Search == nil {
			continue // no engine in this language
		}
		for _, s := range a.Rows {
			if _, known := of[s.Technique]; !known {
				names = append(names, s.Technique)
				of[s.Technique] = s
			}
		}
		for _, key := range []string{"search", "perft"} {
			list = append(list, columns.Column[string]{Head: key + ", " + target.Language(), Read: func(name string) value {
				s := a.Row(name)
				if s == nil {
					return word("")
				}
				v := column(speedColumns, key).Read(*s)
				if key == "search" {
					v.Text = percents(s.Search)
				}
				return v
			}})
		}
	}
	return section{"Search and perft with every technique", "", columns.Of(list, names)}
}

// sideBySide groups the tables that stand side by side: those of each machine's highest level, and those of the other levels.
func sideBySide(files []*ranks) (highest, others [][]*Table) {
	at := map[string]int{} // the index of a group in its list, by the tables' common title, which in others has a build behind it, so no title is in both lists
	add := func(list *[][]*Table, t *Table, shared string) {
		i, known := at[shared]
		if !known {
			i, at[shared] = len(*list), len(*list)
			*list = append(*list, nil)
		}
		(*list)[i] = append((*list)[i], t)
	}
	for _, f := range files {
		highestTargets := f.Highest()
		for _, t := range f.all() {
			if slices.Contains(highestTargets, t.Target) {
				add(&highest, t, t.title())
			} else {
				add(&others, t, t.describe())
			}
		}
	}
	return highest, others
}

// ranking shows tables side by side, in the order of the first.
func ranking(tables []*Table) section {
	s := section{Title: tables[0].title()}
	if experiment := tables[0].Experiment(); experiment != "" {
		s.Title += ", " + experiment + " build"
	}
	var notes []string
	list := []columns.Column[string]{techniqueColumn}
	for _, t := range tables {
		note := fmt.Sprintf("%s%s, %s: %d rounds, A/A noise %s, %s; intervals %s", t.mark, t.Machine, t.Build(), t.Rounds,
			t.noiseText(), t.Significant(), t.holds())
		if changed := t.changed(); changed != "" {
			note += "; changed since: " + changed
		}
		notes = append(notes, note)
		list = append(list, columns.Beside(rankedColumns(t), t.mark, t.finder())...)
	}
	s.Note = strings.Join(notes, "; ")
	s.Table = columns.Of(list, techniquesOf(tables))
	return s
}

// techniquesOf returns the techniques of tables that stand side by side, in the order of the first.
func techniquesOf(tables []*Table) (names []string) {
	known := map[string]bool{}
	for _, t := range tables {
		for _, r := range t.Rows {
			if !known[r.Row()] {
				known[r.Row()] = true
				names = append(names, r.Row())
			}
		}
	}
	return names
}

// agreement shows how much alike two files of one target rank their techniques, and how far they reproduce their times.
func agreement(files []*ranks) section {
	return section{"Agreement between runs",
		"Kendall's tau-b of the rankings; a pair without a significant difference in one of the two files counts as tied. " +
			"Tau of medians: with every pair counted as different. Cells, controls among them, are the same if their medians differ by at most " + percent(math.Log(Reproduced)),
		columns.Of(agreementColumns, agreements(files))}
}

// apart returns the runs that files are made of.
func apart(files []*ranks) (list []*ranks) {
	for _, f := range files {
		if f.Runs == nil {
			list = append(list, f)
		} else {
			list = append(list, ranksOf(f.Runs...)...)
		}
	}
	return list
}

// sources names the raw files and the circumstances of their making.
func sources(files []*ranks, list []columns.Column[source]) section {
	var rows []source
	var missing []string
	for _, f := range files {
		if f.Missing != "" {
			missing = append(missing, f.mark+f.Missing)
		}
		for _, run := range Runs(f.File) {
			for i, t := range run.Targets() {
				if last := len(rows) - 1; i > 0 && rows[last].of.SameHost(t) {
					rows[last].builds += ", " + t.Built.String()
				} else {
					rows = append(rows, source{&ranks{File: run, mark: f.mark}, t, t.Build()})
				}
			}
		}
	}
	return section{"Sources", strings.Join(missing, "; "), columns.Of(list, rows)}
}

// writeText is for a terminal.
func (d document) writeText(b *bytes.Buffer, width int) {
	lines := func(words string) {
		if words != "" {
			fmt.Fprintln(b, columns.Wrap(words, width))
		}
	}
	if d.Title != wholeTitle || d.Command != "" { // with a command the text goes into a file, which Mark knows by its title
		lines(d.Title)
	}
	for _, w := range d.Warnings {
		lines("WARNING: " + w)
	}
	for i, s := range d.Sections {
		if i > 0 {
			b.WriteByte('\n')
		}
		lines(s.Title)
		lines(s.Note)
		if len(s.Rows) > 0 {
			fmt.Fprintln(b, s.Terminal(width))
		}
	}
	if d.Command != "" {
		lines("To write this report again: " + d.Command)
	}
}

// writeMarkdown is for a page, such as a machine's report.md: it ends with the pictures and the table in CSV that opt names.
func (d document) writeMarkdown(b *bytes.Buffer, opt Options) {
	fmt.Fprintf(b, "# %s\n", d.Title)
	for _, w := range d.Warnings {
		fmt.Fprintf(b, "\n> **Warning:** %s\n", w)
	}
	for _, s := range d.Sections {
		fmt.Fprintf(b, "\n## %s\n", s.Title)
		if s.Note != "" {
			fmt.Fprintf(b, "\n%s\n", s.Note)
		}
		if len(s.Rows) > 0 {
			fmt.Fprintf(b, "\n%s\n", s.Markdown())
		}
	}
	for i, p := range opt.Plots {
		if i == 0 {
			b.WriteString("\n## Pictures\n")
		}
		if p.Dark {
			fmt.Fprintf(b, "\n%s\n", markdown.Picture(p.Title, strings.TrimSuffix(p.Path, ".svg")))
			continue
		}
		fmt.Fprintf(b, "\n![%s](%s)\n", p.Title, p.Path)
	}
	if opt.CSV != "" {
		fmt.Fprintf(b, "\n[%s](%s) has search, perft and loops with every technique, for a spreadsheet.\n", path.Base(opt.CSV), opt.CSV)
	}
	if !opt.All {
		b.WriteString("\n`slidebench report --all` shows every table of the raw file, in any format.\n")
	}
	if d.Command != "" {
		fmt.Fprintf(b, "\nTo write this report again: `%s`\n", d.Command)
	}
}

// writeJSON writes what the report says for programs, table by table.
func writeJSON(b *bytes.Buffer, files []*ranks, opt Options) error {
	ranked, raw := []columns.Object{}, []source{}
	for _, f := range files {
		for _, t := range f.all() {
			ranked = append(ranked, t.object())
		}
		for _, run := range Runs(f.File) {
			raw = append(raw, source{ranks: &ranks{File: run}})
		}
	}
	return encodeJSON(b, append(answerObject(files), columns.Object{
		{Key: "files", Data: columns.Objects(sourceColumns, raw)},
		{Key: "tables", Data: ranked},
		{Key: "agreement", Data: columns.Objects(agreementColumns, agreements(files))},
		{Key: "command", Data: opt.Command},
	}...))
}

// answerObject is the short answer for programs.
func answerObject(files []*ranks) columns.Object {
	return columns.Object{{Key: "warnings", Data: warnings(files, false)}, {Key: "answers", Data: columns.Objects(answerColumns, answers(files))},
		{Key: "uses", Data: columns.Objects(choiceColumns, choices(files))}}
}

// encodeJSON writes a value as JSON, indented by tabs, in which <, > and & stay as they are. Mark knows a report again by the tabs, the first key and the last one.
func encodeJSON(b *bytes.Buffer, value any) error {
	encoder := json.NewEncoder(b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "\t")
	return encoder.Encode(value)
}
