package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/perf/benchfmt"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/harness/corpus"
	"github.com/slidebench/slidebench/harness/report"
	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/harness/stats"
	"github.com/slidebench/slidebench/techniques"
)

const (
	references = "../REFERENCES.md"
	countFile  = "counts.txt" // instructions and reads of lookups
	corpusSize = 1 << 16      // over which touched cache lines are counted
)

// readDescription reads a technique's package comment, and compares it with the catalogue.
func readDescription(e *techniques.Entry, keys map[string]bool) (*description, error) {
	text, err := packageComment(e)
	if err != nil {
		return nil, fmt.Errorf("package %s: %w", e.Name, err)
	}
	p, err := parseDescription(e.Name, text, keys)
	switch {
	case err != nil:
	case !strings.Contains(p.people, citation(e.Source)):
		err = fmt.Errorf("package %s: people: want the catalogue's [%s]", e.Name, e.Source)
	case e.Year != 0 && !strings.Contains(p.people, fmt.Sprint(e.Year)):
		err = fmt.Errorf("package %s: people: want the catalogue's year %d", e.Name, e.Year)
	}
	return p, err
}

// techniqueSections returns a section for each technique below a table of contents, given the old text.
func techniqueSections(old []byte) (string, error) {
	keys, err := referenceKeys()
	if err != nil {
		return "", err
	}
	counts, err := readCounts(countFile)
	if err != nil {
		return "", err
	}
	machines, err := readMachines(measured)
	if err != nil {
		return "", err
	}
	q, err := corpus.New(results.DefaultCorpus, corpusSize, 1)
	if err != nil {
		return "", err
	}

	var contents, sections strings.Builder
	var errs []error
	family := ""
	for _, e := range techniques.Catalogue() {
		if e.Family != family {
			family = e.Family
			fmt.Fprintf(&contents, "* **%s**\n", family)
			fmt.Fprintf(&sections, "## Family %s\n\n", family)
		}
		p, err := readDescription(e, keys)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		fmt.Fprintf(&contents, "  * [%s](#%s): %s\n", e.Name, e.Name, p.names)
		table, err := counted(old, e, counts, q)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		writeSection(&sections, e, p, table, machines)
	}
	fmt.Fprintf(&contents, "\nInstructions and reads are %s. ", counts.source)
	contents.WriteString("Measured, always the newest raw file of a machine:\n\n")
	for _, m := range machines {
		target := m.file.Highest()[0]
		fmt.Fprintf(&contents, "* *%s*: %s, features %s, %s, %s: [raw file](%s), [report](../results/%s/report.md)\n",
			m.name, target.CPU, target.Features, m.file.Revision(), report.Units(m.file), filepath.ToSlash(m.file.Name), m.name)
	}
	return contents.String() + "\n" + strings.TrimRight(sections.String(), "\n") + "\n", errors.Join(errs...)
}

// heading returns the heading of a technique's section.
func heading(e *techniques.Entry) string {
	return fmt.Sprintf("%s[%s](%s)", headingMark, e.Name, folder(e))
}

const headingMark = "### "

func writeSection(b *strings.Builder, e *techniques.Entry, p *description, counts string, machines []*machine) {
	b.WriteString(heading(e) + "\n\n")
	fmt.Fprintf(b, "**%s**: %s\n\n", strings.ToUpper(p.names[:1])+p.names[1:], p.idea)
	for _, block := range append(p.boards, p.formula) {
		fmt.Fprintf(b, "```text\n%s```\n\n", block)
	}
	fmt.Fprintf(b, "*Cost:* %s\n\n%s\n*When:* %s\n\n*People:* %s\n\n", p.cost, counts, p.when, p.people)
	b.WriteString(strings.TrimRight(ranks(e, machines), "\n") + "\n\n")
}

// counts holds values per lookup by unit, for techniques and pieces.
type counts struct {
	source string // toolchain and level
	values map[string]map[string]float64
}

// readCounts reads a file of counts. Without one, nothing is counted.
func readCounts(path string) (counts, error) {
	c := counts{"not counted yet", map[string]map[string]float64{}}
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return c, nil
	}
	if err != nil {
		return c, err
	}
	defer f.Close()
	reader := benchfmt.NewReader(f, path)
	for reader.Scan() {
		switch r := reader.Result().(type) {
		case *benchfmt.SyntaxError:
			return c, r
		case *benchfmt.Result:
			values := map[string]float64{}
			for _, unit := range countUnits {
				value, ok := r.Value(unit)
				if !ok {
					return c, fmt.Errorf("%s: %s lacks %s", path, r.Name, unit)
				}
				values[unit] = value
			}
			c.values[string(r.Name)] = values
			c.source = fmt.Sprintf("counted in programs for %s, built by %s with GOAMD64=%s", r.GetConfig("goarch"),
				r.GetConfig("toolchain"), r.GetConfig("goamd64"))
		}
	}
	return c, reader.Err()
}

// counted returns the table of a technique's costs. Reads differ on a processor that lacks a needed feature: there the rows of the
// page stay. Techniques for rare processors are not counted, so that all machines write the same page.
func counted(doc []byte, e *techniques.Entry, c counts, q techniques.Questions) (table string, err error) {
	var b strings.Builder
	row := func(name string, field func(p board.Piece) string) {
		writeRow(&b, name, field(board.Rook), field(board.Bishop), field(board.Queen))
	}
	writeHead(&b, "--:", "a lookup", "rook", "bishop", "queen")
	for i, unit := range countUnits {
		row(countNames[i], func(p board.Piece) string {
			value, ok := c.values[fmt.Sprintf("Count/technique=%s/piece=%v", e.Name, p)][unit]
			if !ok {
				return "not counted"
			}
			return fmt.Sprintf("%.1f", value)
		})
	}
	rare := slices.ContainsFunc(e.Needs, func(need string) bool { return need != "bmi2" && need != "avx2" })
	switch {
	case rare || e.Experiment != "":
	case e.Available() != nil:
		b.Write(keptRows(doc, e))
	default:
		touched, arrays := countLines(e, q, []int{len(q.Occs)})
		row("cache lines touched", func(p board.Piece) string {
			size, n := e.TableBytes(p), touched[p][0]
			switch {
			case size == 0:
				return "none"
			case wide(e):
				return "not counted"
			}
			of, lineErr := linesOf(size, n, arrays[p])
			if lineErr != nil {
				err = errors.Join(err, fmt.Errorf("%s, %v: %w", e.Name, p, lineErr))
			}
			return of
		})
		row("tables", func(p board.Piece) string { return results.Bytes(int64(e.TableBytes(p))) })
	}
	row("inlined", func(p board.Piece) string { return map[bool]string{true: "yes", false: "no"}[e.Inlines[p]] })
	return b.String(), err
}

// linesOf writes how many of the lines of tables of some bytes are touched. Every array begins with a line of its own, so short
// ones may fill a line more than their bytes; it is an error if more are touched than that explains.
func linesOf(size, touched, arrays int) (string, error) {
	all := (size + lineBytes - 1) / lineBytes
	if touched > all+arrays {
		return "", fmt.Errorf("%d lines touched (want at most %d for %d bytes in %d arrays)", touched, all+arrays, size, arrays)
	}
	return fmt.Sprintf("%s of %s", thousands(touched), thousands(all)), nil
}

// keptRows returns the rows about tables that a technique has in a document.
func keptRows(doc []byte, e *techniques.Entry) []byte {
	_, section, _ := bytes.Cut(doc, []byte(heading(e)+"\n"))
	section, _, _ = bytes.Cut(section, []byte("\n"+headingMark))
	return bytes.Join(tableRows.FindAll(section, -1), nil)
}

// countUnits are the units in the file of counts, and countNames the names of their rows.
var (
	countUnits = []string{"instructions/lookup", "reads/lookup", "bytes/lookup"}
	countNames = []string{"instructions", "table reads", "bytes read"}
	tableRows  = regexp.MustCompile(`(?m)^\| (cache lines touched|tables) \|.*\n`)
)

// machine is the newest raw file of a machine, and its twins in C.
type machine struct {
	name   string // of its folder under results
	file   *results.File
	tables map[*results.Table]*report.Table
	twins  twinValues
}

// readMachines reads the newest raw file of each machine.
func readMachines(pattern string) ([]*machine, error) {
	paths, err := newest(pattern)
	if err != nil {
		return nil, err
	}
	var machines []*machine
	for _, path := range paths {
		dir := filepath.Dir(path)
		m := &machine{name: filepath.Base(dir), tables: map[*results.Table]*report.Table{}}
		if m.file, err = results.Read(path); err != nil {
			return nil, err
		}
		if len(m.file.Highest()) == 0 {
			return nil, fmt.Errorf("%s: want a build without an experiment", path)
		}
		m.twins = twinsOf(m.file)
		machines = append(machines, m)
	}
	return machines, nil
}

// target returns the highest build for a technique, and false where there is none.
func (m *machine) target(e *techniques.Entry) (results.Target, bool) {
	targets := m.file.Highest()[:1]
	if e.Experiment != "" {
		targets = slices.DeleteFunc(m.file.Targets(), func(t results.Target) bool { return t.Experiment() != e.Experiment })
	}
	if len(targets) == 0 {
		return results.Target{}, false
	}
	return targets[len(targets)-1], true
}

// ranked returns the ranked table of a use in the newest file or another one of the machine, or nil.
func (m *machine) ranked(f *results.File, target results.Target, use report.Use) *report.Table {
	t := f.Table(target, use.Piece, use.Mode, cmp.Or(use.Corpus, results.DefaultCorpus))
	if t == nil {
		return nil
	}
	if m.tables[t] == nil {
		ranked := report.Rank(f, *t)
		m.tables[t] = &ranked
	}
	return m.tables[t]
}

// rank describes where a technique stands in a table: "4 of 29, slower, 1.210 [1.102, 1.344]", or "" where it does not.
func rank(t *report.Table, technique string) string {
	if t == nil {
		return ""
	}
	i := slices.IndexFunc(t.Rows, func(r report.Row) bool { return r.Technique == technique && r.Rank > 0 })
	if i < 0 {
		return ""
	}
	ranked := 0
	for _, r := range t.Rows {
		ranked = max(ranked, r.Rank)
	}
	row := t.Rows[i]
	text := fmt.Sprintf("%d of %d, %s", row.Rank, ranked, row.Standing)
	if i > 0 {
		text += ", " + row.ToFastest.Format(1)
	}
	return text
}

// goC is the column for the twins in C.
const goC = "Go : C"

// column returns the heading under which a use stands, and its label there.
func column(u report.Use) (heading, label string) {
	switch u.Mode {
	case "both", "bothlatency", "batchboth":
		return u.Mode, ""
	case "incremental":
		return u.Mode, strings.TrimPrefix(u.Corpus, "replay") + " a move: "
	}
	return u.Mode, u.Piece.String() + ": "
}

// standing returns the fields of a machine's row in the table of a technique's ranks, by column.
func (m *machine) standing(e *techniques.Entry, target results.Target) map[string][]string {
	fields := map[string][]string{}
	for _, u := range report.Uses {
		if text := rank(m.ranked(m.file, target, u), e.Name); text != "" {
			heading, label := column(u)
			fields[heading] = append(fields[heading], label+text)
		}
	}
	for _, mode := range []string{"throughput", "latency", "batch", "incremental"} {
		if ratios := m.twins.ratios[twin{e.Name, board.Queen.String(), mode}]; len(ratios) > 0 {
			ratio := stats.Median(ratios)
			fields[goC] = append(fields[goC], fmt.Sprintf("%s, %s: %s", m.file.Highest()[0].GOAMD64, mode, ratio.Format(1)))
		}
	}
	return fields
}

// missing says why a technique was not measured on a machine.
func (m *machine) missing(e *techniques.Entry, target results.Target) string {
	has := strings.Split(target.Features, "+")
	needs := slices.DeleteFunc(slices.Clone(e.Needs), func(need string) bool { return slices.Contains(has, need) })
	if len(needs) > 0 {
		return "needs " + strings.Join(needs, ", ")
	}
	return "not in the newest file"
}

// ranks returns a table of a technique's ranks, with a row for each machine and a column for each mode, leaves out empty ones, and names
// the machines without a measurement.
func ranks(e *techniques.Entry, machines []*machine) string {
	var columns []string
	for _, u := range report.Uses {
		if heading, _ := column(u); !slices.Contains(columns, heading) {
			columns = append(columns, heading)
		}
	}
	columns = append(columns, goC)

	type row struct {
		name   string
		fields map[string][]string
	}
	var rows []row
	without := map[string][]string{} // machines by reason
	for _, m := range machines {
		name := "*" + m.name + "*"
		reason := "no build with GOEXPERIMENT=" + e.Experiment
		if target, ok := m.target(e); ok {
			if fields := m.standing(e, target); len(fields) > 0 {
				rows = append(rows, row{name + ", " + target.Build(), fields})
				continue
			}
			reason = m.missing(e, target)
		}
		without[reason] = append(without[reason], name)
	}

	var b strings.Builder
	if len(rows) > 0 {
		columns = slices.DeleteFunc(columns, func(heading string) bool {
			return !slices.ContainsFunc(rows, func(r row) bool { return r.fields[heading] != nil })
		})
		writeHead(&b, "---", append([]string{"rank on"}, columns...)...)
		for _, r := range rows {
			fields := []string{r.name}
			for _, heading := range columns {
				fields = append(fields, strings.Join(r.fields[heading], "<br>"))
			}
			writeRow(&b, fields...)
		}
		b.WriteByte('\n')
	}
	for _, reason := range slices.Sorted(maps.Keys(without)) {
		fmt.Fprintf(&b, "Not measured on %s: %s.\n", strings.Join(without[reason], ", "), reason)
	}
	return b.String()
}
