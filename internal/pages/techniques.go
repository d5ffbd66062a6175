package pages

import (
	"bytes"
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
	"github.com/slidebench/slidebench/harness/grid"
	"github.com/slidebench/slidebench/harness/report"
	"github.com/slidebench/slidebench/harness/results"
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
	d, err := parseDescription(e.Name, text, keys)
	switch {
	case err != nil:
	case !strings.Contains(d.people, citation(e.Source)):
		err = fmt.Errorf("package %s: people: want the catalogue's [%s]", e.Name, e.Source)
	case e.Year != 0 && !strings.Contains(d.people, fmt.Sprint(e.Year)):
		err = fmt.Errorf("package %s: people: want the catalogue's year %d", e.Name, e.Year)
	}
	return d, err
}

// writeTechniques writes a section for each technique below a table of contents.
func writeTechniques(p *page) {
	keys, counts, machines := must(referenceKeys()), must(readCounts(countFile)), readMachines(p.pattern)
	q := must(corpus.New(grid.DefaultCorpus, corpusSize, 1))
	sections := &page{old: p.old}
	var errs []error
	family := ""
	for _, e := range techniques.Catalogue() {
		if e.Family != family {
			family = e.Family
			p.Printf("* **%s**\n", family)
			sections.Printf("## Family %s\n\n", family)
		}
		d, err := readDescription(e, keys)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		p.Printf("  * [%s](#%[1]s): %s\n", e.Name, d.names)
		sections.Printf("%s\n\n**%s**: %s\n\n", heading(e), strings.ToUpper(d.names[:1])+d.names[1:], d.idea)
		for _, block := range append(d.boards, d.formula) {
			sections.Printf("```text\n%s```\n\n", block)
		}
		sections.Printf("*Cost:* %s\n\n", d.cost)
		errs = append(errs, sections.counts(e, counts, q))
		sections.Printf("\n*When:* %s\n\n*People:* %s\n\n", d.when, d.people)
		sections.ranks(e, machines)
		sections.WriteByte('\n')
	}
	check(errors.Join(errs...))
	p.Printf("\nInstructions and reads are %s. Measured, always the newest raw file of a machine:\n\n", counts.source)
	for _, m := range machines {
		p.Printf("* *%s*: %s, features %s, %s, %s: [raw file](%s), [report](../results/%[1]s/report.md)\n",
			m.name, m.inGo.CPU, m.inGo.Features, m.file.Revision(), report.Units(m.file), filepath.ToSlash(m.file.Name))
	}
	p.Printf("\n%s", sections)
}

// heading returns the heading of a technique's section.
func heading(e *techniques.Entry) string {
	return fmt.Sprintf("%s[%s](%s)", headingMark, e.Name, folder(e))
}

const headingMark = "### "

// counts holds values per lookup by unit, for techniques and pieces.
type counts struct {
	source string // toolchain and level
	values map[string]map[string]float64
}

// of returns the values of a technique's lookups of a piece.
func (c counts) of(technique string, p board.Piece) map[string]float64 {
	return c.values[fmt.Sprintf("Count/technique=%s/piece=%v", technique, p)]
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

// counts writes the table of a technique's costs. Reads differ on a processor that lacks a needed feature: there the rows of the
// page stay. Techniques for rare processors are not counted, so that all machines write the same page.
func (p *page) counts(e *techniques.Entry, c counts, q techniques.Questions) (err error) {
	row := func(name string, field func(piece board.Piece) string) {
		p.Row(name, field(board.Rook), field(board.Bishop), field(board.Queen))
	}
	p.Head("a lookup", "rook", "bishop", "queen")
	for i, unit := range countUnits {
		row(countNames[i], func(piece board.Piece) string {
			if value, ok := c.of(e.Name, piece)[unit]; ok {
				return fmt.Sprintf("%.1f", value)
			}
			return "not counted"
		})
	}
	rare := slices.ContainsFunc(e.Needs, func(need string) bool { return need != "bmi2" && need != "avx2" })
	switch {
	case rare || e.Experiment != "":
	case e.Available() != nil:
		p.Write(keptRows(p.old, e))
	default:
		touched, arrays := countLines(e, q, []int{len(q.Occs)})
		row("cache lines touched", func(piece board.Piece) string {
			size, n := e.TableBytes(piece), touched[piece][0]
			switch {
			case size == 0:
				return "none"
			case wide(e):
				return "not counted"
			}
			of, lineErr := linesOf(size, n, arrays[piece])
			if lineErr != nil {
				err = errors.Join(err, fmt.Errorf("%s, %v: %w", e.Name, piece, lineErr))
			}
			return of
		})
		row("tables", func(piece board.Piece) string { return results.Bytes(int64(e.TableBytes(piece))) })
	}
	row("inlined", func(piece board.Piece) string { return map[bool]string{true: "yes", false: "no"}[e.Inlines[piece]] })
	return err
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

// target returns the highest build for a technique, and false where there is none.
func (m *machine) target(e *techniques.Entry) (results.Target, bool) {
	if e.Experiment == "" {
		return m.inGo, true
	}
	targets := slices.DeleteFunc(m.file.Targets(), func(t results.Target) bool { return t.Experiment() != e.Experiment })
	if len(targets) == 0 {
		return results.Target{}, false
	}
	return targets[len(targets)-1], true
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
		if ratio := m.goOverC(e.Name, report.Use{Piece: board.Queen, Mode: mode}); ratio.Known() {
			fields[goC] = append(fields[goC], fmt.Sprintf("%s, %s: %s", m.inGo.GOAMD64(), mode, ratio.Format(1)))
		}
	}
	return fields
}

// missing says why a technique was not measured on a machine.
func missing(e *techniques.Entry, target results.Target) string {
	has := strings.Split(target.Features, "+")
	needs := slices.DeleteFunc(slices.Clone(e.Needs), func(need string) bool { return slices.Contains(has, need) })
	if len(needs) > 0 {
		return "needs " + strings.Join(needs, ", ")
	}
	return "not in the newest file"
}

// ranks writes a table of a technique's ranks, with a row for each machine and a column for each mode, leaves out empty ones, and names
// the machines without a measurement.
func (p *page) ranks(e *techniques.Entry, machines []*machine) {
	var names []string
	var rows []map[string][]string   // fields by column
	shown := map[string]bool{}       // columns
	without := map[string][]string{} // machines by reason
	for _, m := range machines {
		name := "*" + m.name + "*"
		reason := "no build with GOEXPERIMENT=" + e.Experiment
		if target, ok := m.target(e); ok {
			if fields := m.standing(e, target); len(fields) > 0 {
				names, rows = append(names, name+", "+target.Build()), append(rows, fields)
				for heading := range fields {
					shown[heading] = true
				}
				continue
			}
			reason = missing(e, target)
		}
		without[reason] = append(without[reason], name)
	}
	if len(rows) > 0 {
		columns := []string{"rank on"}
		for _, u := range append(slices.Clone(report.Uses), report.Use{Mode: goC}) {
			if heading, _ := column(u); shown[heading] && !slices.Contains(columns, heading) {
				columns = append(columns, heading)
			}
		}
		p.Words(columns...)
		for i, row := range rows {
			fields := []string{names[i]}
			for _, heading := range columns[1:] {
				fields = append(fields, strings.Join(row[heading], "<br>"))
			}
			p.Row(fields...)
		}
		if len(without) > 0 {
			p.WriteByte('\n')
		}
	}
	for _, reason := range slices.Sorted(maps.Keys(without)) {
		p.Printf("Not measured on %s: %s.\n", strings.Join(without[reason], ", "), reason)
	}
}
