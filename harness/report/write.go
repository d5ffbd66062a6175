package report

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/harness/grid"
	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/internal/columns"
)

// Formats are the formats that Write knows.
var Formats = []string{"table", "markdown", "csv", "json", "html"}

// Options say how a report is written.
type Options struct {
	Format    string   // one of Formats
	AllLevels bool     // every GOAMD64 level also in the format "table", which otherwise shows the highest
	Width     int      // of a terminal, for the format "table"; 0: lines as long as it takes
	Command   string   // the command that writes this report again; CSV, which has no place for it, leaves it out
	Plots     []Plot   // pictures, which the format "markdown" links
	Details   []Detail // of techniques, for the format "html"
	Short     bool     // the advice and what compares all techniques: no ranking of single uses, and none of languages
	Shown     string   // what the files are cut down to; "" if they are whole
}

// Mark matches what Write has written in a format by the command slidebench report, and nothing else.
func Mark(format string) *regexp.Regexp { return marks[format] }

var marks = map[string]*regexp.Regexp{
	"table":    regexp.MustCompile(`(?s)\A(` + wholeTitle + `|WARNING: |\n).*\nThis report again:\s+slidebench\s+report\s`),
	"markdown": regexp.MustCompile(`(?s)\A# ` + wholeTitle + `.*\nThis report again: .slidebench report [^\n]*\n\z`),
	"csv":      regexp.MustCompile(`\Afile,machine,cpu,features,goos,goarch,goamd64,questions,corpus_digest,`),
	"json":     regexp.MustCompile(`(?s)\A\{\n\t"warnings": .*\n\t"command": "slidebench report [^\n]*\n\}\n\z`),
	"html":     regexp.MustCompile(`(?s)\A<!DOCTYPE html>.{0,200}<title>` + wholeTitle + `.*This page again: <code>slidebench report `),
}

// Plot is a picture of a page.
type Plot struct {
	Title string
	Path  string // of its file
}

// Write writes the report of some files to w, all of it at once. A table of one file stands beside the same table of
// the others.
func Write(w io.Writer, files []*results.File, opt Options) error {
	ranked := ranksOf(files...)
	var b bytes.Buffer
	var err error
	switch opt.Format {
	case "table":
		newDocument(ranked, opt).withSections(ranked, opt).writeText(&b, opt.Width)
	case "markdown":
		newDocument(ranked, opt).withSections(ranked, opt).writeMarkdown(&b, opt.Plots)
	case "html":
		err = newDocument(ranked, opt).writeHTML(&b, ranked, opt.Details)
	case "csv":
		err = writeCSV(&b, ranked)
	case "json":
		err = writeJSON(&b, ranked, opt)
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

// document is a report as people read it, whatever the format.
type document struct {
	Title            string
	Warnings, Advice []string
	Sections         []section
	Command          string

	sets []Profile
}

// section is a table under a heading.
type section struct {
	Title, Note string
	columns.Table
}

// reading is how to read the tables.
const reading = "Times and ratios are medians with 95 % intervals over the rounds, a ratio being taken round by round. " +
	standingReading + " Two techniques differ significantly if their ratio's interval excludes 1, and its median differs from 1 by more than the A/A noise, " +
	"which is the reference against itself. Rows without a standing are controls: the loop alone (noop), one table load (load), square by square (walk), " +
	"and the reference again. " + levelReading

func newDocument(files []*ranks, opt Options) document {
	sets := profiles(files)
	d := document{Title: wholeTitle, Warnings: warnings(files), Advice: recommend(sets), Command: opt.Command, sets: sets}
	if opt.Shown != "" {
		d.Title += ": " + opt.Shown
	}
	return d
}

// withSections adds the sections, which take work that the page in HTML has no use for.
func (d document) withSections(files []*ranks, opt Options) document {
	sections := []section{pextSection(files)}
	if !opt.Short {
		sections = append(sections, languageSections(files)...)
	}
	sections = append(append(sections, batchSections(files)...), featureSection(d.sets), supersededSection(d.sets))
	if !opt.Short {
		highest, others := sideBySide(files)
		for _, c := range highest {
			sections = append(sections, ranking(c))
		}
		sections = append(sections, levels(files))
		if opt.AllLevels || opt.Format != "table" || len(highest) == 0 {
			for _, c := range others {
				sections = append(sections, ranking(c))
			}
		}
		sections = append(sections, agreement(files))
	}
	sections = append(sections, sources(files))
	d.Sections = slices.DeleteFunc(sections, func(s section) bool { return len(s.Rows) == 0 })
	return d
}

// sideBySide groups the tables that stand side by side: those of each machine's highest level, and those of the other levels.
func sideBySide(files []*ranks) (highest, others [][]*Table) {
	at := map[string]int{} // by what the tables of a group share
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
		notes = append(notes, fmt.Sprintf("%s%s, %s: %d rounds, A/A noise %s, %s", t.mark, t.Machine, t.Build(), t.Rounds,
			percent(t.Noise), t.Significant()))
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
			if !known[r.Technique] {
				known[r.Technique] = true
				names = append(names, r.Technique)
			}
		}
	}
	return names
}

// timeColumn is the time of a technique in one of several tables.
func (t *Table) timeColumn(head string) columns.Column[string] {
	return columns.Column[string]{Head: head, Read: func(technique string) value {
		if r := t.row(technique); r != nil {
			return cycles(&t.Table, r.Time)
		}
		return word("")
	}}
}

// levels compares the GOAMD64 levels of every machine that was measured at several of them.
func levels(files []*ranks) section {
	s := section{Title: "GOAMD64 levels: queen, throughput, " + grid.DefaultCorpus}
	list := []columns.Column[string]{techniqueColumn}
	var shown []*Table
	for _, f := range files {
		for _, highest := range f.Highest() {
			tables := f.levels(highest)
			if len(tables) < 2 {
				continue
			}
			for i := range slices.Backward(tables) {
				t := &tables[i]
				list, shown = append(list, t.timeColumn(f.mark+t.GOAMD64())), append(shown, t)
				s.Note = Unit(&t.Table)
			}
		}
	}
	s.Table = columns.Of(list, techniquesOf(shown))
	return s
}

// agreement shows how much alike two files of one target rank their techniques, and how far they reproduce their times.
func agreement(files []*ranks) section {
	return section{"Agreement between runs",
		"Kendall's tau-b of the rankings; a pair without a significant difference in one of the two files counts as tied. " +
			"Plain tau: that of the medians, with every pair counted as different. Cells, controls among them, are the same if their medians differ by at most " + percent(math.Log(Reproduced)),
		columns.Of(agreementColumns, agreements(files))}
}

// sources names the raw files and the circumstances of their making.
func sources(files []*ranks) section {
	var list []source
	var missing []string
	for _, f := range files {
		if f.Missing != "" {
			missing = append(missing, f.mark+f.Missing)
		}
		for i, t := range f.Targets() {
			if last := len(list) - 1; i > 0 && list[last].of.SameHost(t) {
				list[last].builds += ", " + t.Built.String()
			} else {
				list = append(list, source{f, t, t.Build()})
			}
		}
	}
	return section{"Sources", strings.Join(missing, "; "), columns.Of(sourceColumns, list)}
}

// writeText is for a terminal, where the last lines are the ones in sight: the advice comes after the tables.
func (d document) writeText(b *bytes.Buffer, width int) {
	lines := func(words string) {
		if words != "" {
			fmt.Fprintln(b, columns.Wrap(words, width))
		}
	}
	if d.Title != wholeTitle {
		lines(d.Title)
	}
	for _, w := range d.Warnings {
		lines("WARNING: " + w)
	}
	for _, s := range d.Sections {
		b.WriteByte('\n')
		lines(s.Title)
		lines(s.Note)
		fmt.Fprintln(b, s.Terminal(width))
	}
	b.WriteByte('\n')
	lines(reading)
	b.WriteByte('\n')
	for _, a := range d.Advice {
		lines(a)
	}
	if d.Command != "" {
		b.WriteByte('\n')
		lines("This report again: " + d.Command)
	}
}

func (d document) writeMarkdown(b *bytes.Buffer, plots []Plot) {
	fmt.Fprintf(b, "# %s\n\n", d.Title)
	for _, w := range d.Warnings {
		fmt.Fprintf(b, "> **Warning:** %s\n\n", w)
	}
	if len(d.Advice) > 0 {
		fmt.Fprintf(b, "## Recommendation\n\n")
	}
	for _, a := range d.Advice {
		fmt.Fprintf(b, "* %s\n", a)
	}
	plots = slices.DeleteFunc(slices.Clone(plots), func(p Plot) bool { return p.Path == "" })
	for i, p := range plots {
		if i == 0 {
			b.WriteString("\n## Plots\n")
		}
		fmt.Fprintf(b, "\n![%s](%s)\n", p.Title, p.Path)
	}
	fmt.Fprintf(b, "\n## Tables\n\n%s\n", reading)
	for _, s := range d.Sections {
		fmt.Fprintf(b, "\n### %s\n\n", s.Title)
		if s.Note != "" {
			fmt.Fprintf(b, "%s\n\n", s.Note)
		}
		fmt.Fprintf(b, "%s\n", s.Markdown())
	}
	if d.Command != "" {
		fmt.Fprintf(b, "\nThis report again: `%s`\n", d.Command)
	}
}

// writeCSV writes one line per row of every table. Median and bounds are in the unit of the line. Bounds of too few rounds, and ratios without a reference, are empty.
func writeCSV(b *bytes.Buffer, files []*ranks) error {
	w := csv.NewWriter(b)
	header := columns.Names(rankedColumns(&Table{File: &results.File{}}))
	w.Write(header)
	for _, f := range files {
		for _, t := range f.all() {
			read := rankedColumns(t)
			for _, r := range t.rows() {
				w.Write(columns.Record(read, r))
			}
		}
	}
	w.Flush()
	return w.Error()
}

// writeJSON writes what the report says for programs, table by table.
func writeJSON(b *bytes.Buffer, files []*ranks, opt Options) error {
	sets := profiles(files)
	batch, ranked, raw := []columns.Object{}, []columns.Object{}, []source{}
	for _, f := range files {
		for _, machine := range batches(f) {
			for _, t := range machine {
				batch = append(batch, columns.Objects(batchColumns(t), t.rows())...)
			}
		}
		for _, t := range f.all() {
			ranked = append(ranked, t.object())
		}
		raw = append(raw, source{ranks: f})
	}
	return encodeJSON(b, columns.Object{
		{Key: "warnings", Data: warnings(files)},
		{Key: "recommendation", Data: recommend(sets)},
		{Key: "pext", Data: columns.Objects(verdictColumns, verdicts(files))},
		{Key: "batch", Data: batch},
		{Key: "featureSets", Data: columns.Objects(setColumns, sets)},
		{Key: "files", Data: columns.Objects(sourceColumns, raw)},
		{Key: "tables", Data: ranked},
		{Key: "agreement", Data: columns.Objects(agreementColumns, agreements(files))},
		{Key: "command", Data: opt.Command},
	})
}

func encodeJSON(b *bytes.Buffer, value any) error {
	encoder := json.NewEncoder(b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "\t")
	return encoder.Encode(value)
}
