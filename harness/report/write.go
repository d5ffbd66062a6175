package report

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/internal/texttable"
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
	tables := allTables(files)
	var b bytes.Buffer
	var err error
	switch opt.Format {
	case "table":
		newDocument(files, tables, opt).withSections(files, tables, opt).writeText(&b, opt.Width)
	case "markdown":
		newDocument(files, tables, opt).withSections(files, tables, opt).writeMarkdown(&b, opt.Plots)
	case "html":
		err = newDocument(files, tables, opt).writeHTML(&b, files, tables, opt.Details)
	case "csv":
		err = writeCSV(&b, tables)
	case "json":
		err = writeJSON(&b, files, tables, opt)
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

// section is a table under a heading. Its first column is text, the others are numbers.
type section struct {
	Title, Note string
	Header      []string
	Rows        [][]field
}

// field is a text and the number by which a page sorts it, NaN for none.
type field struct {
	Text string
	Key  float64
}

func word(text string) field { return field{text, math.NaN()} }

func blanks(n int) []field { return slices.Repeat([]field{word("")}, n) }

// reading is how to read the tables.
const reading = "Times and ratios are medians with 95 % intervals over the rounds, a ratio being taken round by round. " +
	standingReading + " Two techniques differ significantly if their ratio's interval excludes 1, and its median differs from 1 by more than the A/A noise, " +
	"which is the reference against itself. Rows without a standing are controls: the loop alone (noop), one table load (load), square by square (walk), " +
	"the pick of best behind a call (picked), and the reference again. " + levelReading

func newDocument(files []*results.File, tables [][]Table, opt Options) document {
	sets := Profiles(files...)
	d := document{Title: wholeTitle, Warnings: warnings(files, tables), Advice: recommend(sets), Command: opt.Command, sets: sets}
	if opt.Shown != "" {
		d.Title += ": " + opt.Shown
	}
	return d
}

// withSections adds the sections, which take work that the page in HTML has no use for.
func (d document) withSections(files []*results.File, tables [][]Table, opt Options) document {
	sections := []section{pextSection(files)}
	if !opt.Short {
		sections = append(sections, languageSections(files)...)
	}
	sections = append(append(sections, batchSections(files)...), featureSection(files, d.sets), supersededSection(files, d.sets))
	if !opt.Short {
		highest, others := columns(tables)
		for _, c := range highest {
			sections = append(sections, ranking(files, c))
		}
		sections = append(sections, levels(files))
		if opt.AllLevels || opt.Format != "table" || len(highest) == 0 {
			for _, c := range others {
				sections = append(sections, ranking(files, c))
			}
		}
		sections = append(sections, agreement(tables))
	}
	sections = append(sections, sources(files))
	d.Sections = slices.DeleteFunc(sections, func(s section) bool { return len(s.Rows) == 0 })
	return d
}

// columns groups the tables that stand side by side: those of each machine's highest level, and those of the other levels.
func columns(tables [][]Table) (highest, others [][]*Table) {
	at := map[string]int{} // by what the tables of a group share
	add := func(list *[][]*Table, t *Table, shared string) {
		i, known := at[shared]
		if !known {
			i, at[shared] = len(*list), len(*list)
			*list = append(*list, nil)
		}
		(*list)[i] = append((*list)[i], t)
	}
	for i := range tables {
		var highestTargets []results.Target
		if len(tables[i]) > 0 {
			highestTargets = tables[i][0].File.Highest()
		}
		for k := range tables[i] {
			t := &tables[i][k]
			if slices.Contains(highestTargets, t.Target) {
				add(&highest, t, t.title())
			} else {
				add(&others, t, t.describe())
			}
		}
	}
	return highest, others
}

// mark tells the columns of several files apart.
func mark(files []*results.File, f *results.File) string {
	if len(files) == 1 {
		return ""
	}
	return fmt.Sprintf("(%d) ", slices.Index(files, f)+1)
}

// ranking shows tables side by side, in the order of the first.
func ranking(files []*results.File, tables []*Table) section {
	s := section{Title: tables[0].title(), Header: []string{"technique"}}
	if experiment := tables[0].Experiment(); experiment != "" {
		s.Title += ", " + experiment + " build"
	}
	var notes []string
	for _, t := range tables {
		mark := mark(files, t.File)
		notes = append(notes, fmt.Sprintf("%s%s, %s: %d rounds, A/A noise %s, %s", mark, t.Machine, t.Build(), t.Rounds,
			percent(t.Noise), t.Told()))
		s.Header = append(s.Header, mark+"standing")
		for _, head := range timeHeader(&t.Table) {
			s.Header = append(s.Header, mark+head)
		}
		s.Header = append(s.Header, mark+"x "+t.File.Reference, mark+"tables")
	}
	s.Note = strings.Join(notes, "; ")
	for _, technique := range techniquesOf(tables) {
		row := []field{word(technique)}
		for _, t := range tables {
			r := t.row(technique)
			if r == nil {
				row = append(row, blanks(3+len(timeHeader(&t.Table)))...)
				continue
			}
			row = append(slices.Concat(append(row, r.standing()), timeFields(&t.Table, r.Time), speedFields(&t.Table, r.Time)),
				field{r.Ratio.Format(1), r.Ratio.Median}, field{results.Bytes(r.TableBytes), float64(r.TableBytes)})
		}
		s.Rows = append(s.Rows, row)
	}
	return s
}

// techniquesOf returns the techniques of tables that stand side by side, in the order of the first.
func techniquesOf(tables []*Table) (names []string) {
	for _, t := range tables {
		for _, r := range t.Rows {
			if !slices.Contains(names, r.Technique) {
				names = append(names, r.Technique)
			}
		}
	}
	return names
}

// levels compares the GOAMD64 levels of every machine that was measured at several of them.
func levels(files []*results.File) section {
	s := section{Title: "GOAMD64 levels: queen, throughput, " + results.DefaultCorpus, Header: []string{"technique"}}
	var columns []*Table
	for _, f := range files {
		for _, highest := range f.Highest() {
			tables := levelTables(f, highest)
			if len(tables) < 2 {
				continue
			}
			for i := range slices.Backward(tables) {
				s.Header = append(s.Header, mark(files, f)+tables[i].GOAMD64)
				columns = append(columns, &tables[i])
			}
		}
	}
	if len(columns) > 0 {
		s.Note = Unit(&columns[0].Table)
	}
	for _, technique := range techniquesOf(columns) {
		row := []field{word(technique)}
		for _, t := range columns {
			if r := t.row(technique); r == nil {
				row = append(row, word(""))
			} else {
				row = append(row, timeField(&t.Table, r.Time))
			}
		}
		s.Rows = append(s.Rows, row)
	}
	return s
}

// agreement shows how much alike two files of one target rank their techniques, and how far they reproduce their times.
func agreement(tables [][]Table) section {
	s := section{Title: "Agreement between runs",
		Note: "Kendall's tau-b of the rankings; a pair without a significant difference in one of the two files counts as tied. " +
			"Plain tau: that of the medians, with every pair counted as different. Cells, controls among them, are the same if their medians differ by at most " + percent(math.Log(Reproduced)),
		Header: []string{"table", "files", "tau-b", "pairs ordered alike", "reversed", "tied", "plain tau", "cells", "the same", "farthest apart"}}
	for _, a := range agreements(tables) {
		apart := field{"", math.NaN()}
		if a.Cells > 0 {
			apart = field{percent(math.Log(a.Farthest)), a.Farthest}
		}
		s.Rows = append(s.Rows, []field{word(a.A.describe()), word(a.A.File.Name + ", " + a.B.File.Name), tau(a.Tau),
			count(a.Alike), count(a.Reversed), count(a.Tied), tau(a.Plain), count(a.Cells), count(a.Near), apart})
	}
	return s
}

func tau(x float64) field {
	if math.IsNaN(x) {
		return field{"nothing to order", x}
	}
	return field{fmt.Sprintf("%.3f", x), x}
}

func count(n int) field { return field{strconv.Itoa(n), float64(n)} }

// sources names the raw files and the circumstances of their making.
func sources(files []*results.File) section {
	s := section{Title: "Sources", Header: []string{"raw file", "machine", "cpu", "features", "builds", "times", "commit", "toolchain", "started"}}
	var notes, missing []string
	for _, f := range files {
		times := Units(f)
		if f.Missing != "" {
			missing = append(missing, mark(files, f)+f.Missing)
		}
		targets := f.Targets()
		for i, t := range targets {
			if i > 0 && targets[i-1].AtLevel("") == t.AtLevel("") {
				builds := &s.Rows[len(s.Rows)-1][4].Text
				*builds += ", " + cmp.Or(t.C, t.GOAMD64)
				continue
			}
			row := []field{word(mark(files, f) + f.Name)}
			for _, text := range []string{t.Machine, t.CPU, t.Features, t.Build(), times, strings.TrimPrefix(f.Revision(), "commit "),
				f.Toolchain, f.Started} {
				row = append(row, word(text))
			}
			s.Rows = append(s.Rows, row)
		}
	}
	if len(missing) > 0 {
		notes = append(notes, strings.Join(missing, "; "))
	}
	s.Note = strings.Join(notes, ". ")
	return s
}

// markdown draws the section's table in Markdown.
func (s section) markdown() string {
	w := table.NewWriter()
	var header table.Row
	var configs []table.ColumnConfig
	for i, h := range s.Header {
		header = append(header, h)
		if i > 0 && s.Numeric(i) {
			configs = append(configs, table.ColumnConfig{Number: i + 1, Align: text.AlignRight, AlignHeader: text.AlignRight})
		}
	}
	w.AppendHeader(header)
	w.SetColumnConfigs(configs)
	for _, r := range s.Rows {
		var row table.Row
		for _, c := range r {
			row = append(row, c.Text)
		}
		w.AppendRow(row)
	}
	return w.RenderMarkdown()
}

// spare are the columns that a narrow terminal goes without, by how their headings begin.
var spare = []string{"features", "machine, build", "ns", "x ", "smallest near it", "significant", "inconclusive", "equivalent", "A/A noise", "started", "toolchain", "times", "builds",
	"next", "uses measured", "uses in which none", "tables", "standing", "fastest", "cycles", "without PEXT", "rook, ", "bishop, "}

// sparedIfUniform are those that go only where they have the same value in all rows.
var sparedIfUniform = spare[:2]

// text draws the section's table for a terminal.
func (s section) text(width int) string {
	t := texttable.Table{Header: s.Header, Numeric: func(column int) bool { return column > 0 && s.Numeric(column) }}
	for _, r := range s.Rows {
		var row []string
		for _, c := range r {
			row = append(row, c.Text)
		}
		t.Rows = append(t.Rows, row)
	}
	for _, begin := range spare {
		for i, head := range slices.Backward(s.Header) {
			_, uniform := t.Uniform(i)
			if i > 0 && strings.HasPrefix(fileMark.ReplaceAllString(head, ""), begin) && (uniform || !slices.Contains(sparedIfUniform, begin)) {
				t.Spare = append(t.Spare, i)
			}
		}
	}
	return t.Render(width)
}

// fileMark is what mark returns.
var fileMark = regexp.MustCompile(`^\(\d+\) `)

// Numeric reports whether a column sorts by numbers.
func (s section) Numeric(column int) bool {
	return slices.ContainsFunc(s.Rows, func(r []field) bool { return !math.IsNaN(r[column].Key) })
}

// writeText is for a terminal, where the last lines are the ones in sight: the advice comes after the tables.
func (d document) writeText(b *bytes.Buffer, width int) {
	lines := func(words string) {
		if words != "" {
			fmt.Fprintln(b, texttable.Wrap(words, width))
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
		fmt.Fprintln(b, s.text(width))
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
		fmt.Fprintf(b, "%s\n", s.markdown())
	}
	if d.Command != "" {
		fmt.Fprintf(b, "\nThis report again: `%s`\n", d.Command)
	}
}

// digits writes a finite number in six digits, and nothing for any other.
func digits(x float64) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return ""
	}
	return strconv.FormatFloat(x, 'g', 6, 64)
}

// writeCSV writes one line per row of every table. Median and bounds are in the unit of the line. Bounds of too few rounds, and ratios without a reference, are empty.
func writeCSV(b *bytes.Buffer, tables [][]Table) error {
	w := csv.NewWriter(b)
	w.Write([]string{"file", "machine", "cpu", "features", "goos", "goarch", "goamd64", "questions", "corpus_digest",
		"piece", "mode", "corpus", "technique", "rank", "group", "unit", "rounds", "median", "lo", "hi",
		"ratio", "ratio_lo", "ratio_hi", "table_bytes", "aa_noise", "standing", "measured", "median_ns", "clock_ghz", "resolution", "c"})
	for _, list := range tables {
		for _, t := range list {
			for _, r := range t.Rows {
				rank, group := "", ""
				if r.Rank > 0 {
					rank, group = strconv.Itoa(r.Rank), strconv.Itoa(r.Group)
				}
				w.Write([]string{t.File.Name, t.Machine, t.CPU, t.Features, t.GOOS, t.GOARCH, t.GOAMD64,
					strconv.Itoa(t.Questions), t.CorpusDigest, t.Piece.String(), t.Mode, t.Corpus, r.Technique, rank, group,
					t.Unit, strconv.Itoa(t.Rounds), digits(r.Time.Median), digits(r.Time.Lo), digits(r.Time.Hi),
					digits(r.Ratio.Median), digits(r.Ratio.Lo), digits(r.Ratio.Hi), strconv.FormatInt(results.Said(r.TableBytes), 10),
					digits(t.Noise), string(r.Standing), strconv.Itoa(r.Measured()), digits(r.Time.Median * t.Nanoseconds()),
					digits(t.Clock), digits(t.Resolution), t.C})
			}
		}
	}
	w.Flush()
	return w.Error()
}
