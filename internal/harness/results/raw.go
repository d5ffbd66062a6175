package results

// This file writes and reads the lines of raw files; results.go has the data made of them.

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
	"unique"

	"golang.org/x/perf/benchfmt"

	"github.com/slidebench/slidebench/internal/harness/build"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/machine"
	"github.com/slidebench/slidebench/internal/harness/measure"
	"github.com/slidebench/slidebench/internal/harness/stats"
	"github.com/slidebench/slidebench/internal/input"
	"github.com/slidebench/slidebench/internal/names"
	"github.com/slidebench/slidebench/internal/techniques/mode"
)

// RoundLine begins the line of a raw file that gives the round of the lines below it: its number, at most MaxRounds, and " at 4.35 GHz", the fastest clock that the run
// has seen until then.
const RoundLine = "# round "

// MaxRounds is the largest number of a round.
const MaxRounds = 9999

// Series has the times of one cell in one build, by round.
type Series struct {
	grid.Cell
	Values []float64 // Values[k] is the value of round k+1, NaN where it is missing
	Size
	Runs   *stats.Runs // says how far runs lie apart; nil for a single run
	Newest *File       // in a file made of several runs, the newest run that the values come from; else nil
	Older  bool        // the newest run of the table lacks the series, and is of other code: no answer comes from the series
}

// Ranked reports whether the series takes part in rankings, and so in answers.
func (s *Series) Ranked() bool { return s.Cell.Ranked() && !s.Older }

// Time returns the median of the series. Its interval is for the next run if several runs are known, else for this run. Time of nil is None.
func (s *Series) Time() stats.Interval {
	if s == nil {
		return stats.None
	}
	if s.Runs == nil {
		return stats.Median(s.Values)
	}
	return s.Runs.Median(s.Values)
}

// Over returns the ratio of the series to another one of the file, with an interval as for Time. It is None where only one of them is of older code.
func (s *Series) Over(other *Series) stats.Interval {
	if s == nil || other == nil || s.Older != other.Older {
		return stats.None
	}
	if s.Runs == nil || other.Runs == nil {
		return stats.Ratio(s.Values, other.Values)
	}
	return s.Runs.Ratio(s.Values, other.Values, other.Runs)
}

// Measured returns how many rounds have a value.
func (s *Series) Measured() int { return len(stats.Present(s.Values)) }

// Head is what all lines of one process have in common: keys that are stable for a machine, a build and questions, since benchstat puts results with different keys into
// separate tables, and the round, in a line that benchstat skips.
type Head struct {
	Target
	Compiler  string   // the compiler's name, version and flags; "" where the record's toolchain says all of it
	Reference string   // the technique that ratios refer to
	Units     []string // of the values, such as cycles/lookup
	Round     int      // from 1
	Clock     float64  // in GHz
}

// String returns the lines of the head, which Parse reads. It writes empty keys, too: a key that is not there would keep the value of an earlier head.
func (h Head) String() string {
	var b strings.Builder
	for _, line := range []struct {
		key   string
		value any
	}{
		{"goos", h.GOOS}, {"goarch", h.GOARCH}, {"cpu", h.CPU}, {"machine", h.Machine}, {"features", h.Features}, {"build", h.Built}, {"compiler", h.Compiler},
		{"questions", h.Questions}, {"corpus-digest", h.CorpusDigest}, {"reference", h.Reference},
	} {
		fmt.Fprintf(&b, "%s: %v\n", line.key, line.value)
	}
	for _, unit := range h.Units {
		fmt.Fprintf(&b, "Unit %s better=lower\n", unit)
	}
	fmt.Fprintf(&b, "Unit table-bytes better=lower assume=exact\n%s%d at %v GHz\n", RoundLine, h.Round, h.Clock)
	return b.String()
}

// Unit returns the unit of a mode's values, such as cycles/lookup.
func Unit(m mode.Mode) string { return "cycles/" + m.Per() }

// Line is a line of a raw file: the value of a cell in a round, and the visits that it comes from.
type Line struct {
	grid.Cell
	Cycles                        float64 // for each unit of work
	Clock                         float64 // in GHz
	Passes, Visits, Slices, Clean int     // passes over the questions, visits, slices, and clean slices
	Size
}

// LineOf returns the line of a cell after the visits in t: a pass took so many cycles, at a clock in GHz, and j says which slices are clean.
func LineOf(c grid.Cell, t *measure.Tally, cycles, clock float64, j *measure.Judge) Line {
	first := t.Visits[0] // Answers is 0 for a pass of a single operation
	l := Line{Cell: c, Cycles: cycles / float64(max(1, first.Answers)), Clock: clock, Visits: len(t.Visits), Size: Size{int64(first.Bytes), first.SizeUnknown}}
	for _, v := range t.Visits {
		l.Passes += v.Passes
	}
	l.Clean, l.Slices = t.Clean(j)
	return l
}

// The units of the numbers in a line that are not times.
const (
	visits, slicesTimed, cleanSlices = "visits", "slices", "clean-slices"
	tableBytes, dataBytes            = "table-bytes", "data-bytes"
)

// String returns the line, which Parse reads. Nanoseconds come first, as other readers of benchmarks want ns/op, and take the first value. Then come numbers that vary
// little from round to round, and last those that vary much: so gzip makes the file smaller.
func (l Line) String() string {
	bytes := tableBytes
	if l.SizeUnknown {
		bytes = dataBytes
	}
	// BenchmarkResult writes at least four digits of each value.
	r := testing.BenchmarkResult{N: l.Passes, Extra: map[string]float64{Unit(l.Mode): l.Cycles, "ns/op": l.Cycles / l.Clock}}
	words := strings.Fields(r.String()) // passes, nanoseconds, cycles, padded for people
	return fmt.Sprintf("%v\t%s\t%s\t%d %s\t%d %s\t%d %s\t%d %s\t%s\n", l.Cell, words[0], strings.Join(words[1:3], " "),
		l.Visits, visits, l.Slices, slicesTimed, l.Clean, cleanSlices, l.TableBytes, bytes, strings.Join(words[3:], " "))
}

const digits = "0123456789" // of numbers

// roundOf reads the rest of a line behind RoundLine: a round, and a clock, which older files lack.
func roundOf(text string) (round int, clock float64, ok bool) {
	number, rest, clocked := strings.Cut(text, " at ")
	round, err := strconv.Atoi(number)
	if err != nil || round > MaxRounds || number[0] < '1' || '9' < number[0] { // Atoi takes +1 and 01, too
		return 0, 0, false
	}
	if !clocked {
		return round, 0, true
	}
	ghz, ok := strings.CutSuffix(rest, " GHz")
	if !ok || strings.Trim(ghz, digits+".") != "" || strings.Trim(ghz, ".") != ghz { // ParseFloat takes 0x1p4, too
		return 0, 0, false
	}
	clock, err = strconv.ParseFloat(ghz, 64)
	return round, clock, err == nil
}

// strange reports whether a word is a number in a form that slidebench never writes, such as 1_0 or 0x1p4.
func strange(word []byte) bool {
	if word[0] == '+' || word[0] == '-' {
		word = word[1:]
	}
	rest := bytes.TrimLeft(word, digits+".")
	return len(word) > 0 && '0' <= word[0] && word[0] <= '9' && len(rest) > 0 && !bytes.ContainsAny(rest[:1], "eE+-") // an exponent, or a sign, which benchfmt itself refuses
}

// known reports whether a line has a form of raw files: empty, key and value, unit, round, benchmark, or the end of go test's output. benchfmt silently skips other
// lines, even damaged ones.
func known(line []byte) bool {
	line = bytes.TrimSuffix(line, []byte{'\r'})
	for rest := line; len(rest) > 0; {
		r, n := rune(rest[0]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRune(rest)
		}
		if rest = rest[n:]; unicode.IsControl(r) && r != '\t' || r == utf8.RuneError && n == 1 {
			return false
		}
	}
	if text, is := bytes.CutPrefix(line, []byte(RoundLine)); is {
		_, _, ok := roundOf(string(text))
		return ok
	}
	word := line
	if i := bytes.IndexAny(line, " \t"); i >= 0 { // other white space is refused above
		word = line[:i]
	}
	switch {
	case len(line) == 0, string(line) == "PASS":
		return true
	case len(word) < len(line) && (string(word) == "Unit" || string(word) == "ok"):
		return true
	case len(word) < len(line) && len(word) > len("Benchmark") && bytes.HasPrefix(word, []byte("Benchmark")):
		for word := range bytes.FieldsFuncSeq(line[len(word):], func(r rune) bool { return r == ' ' || r == '\t' }) {
			if strange(word) {
				return false
			}
		}
		return true
	}
	// A key: lower case up to the colon, and then a space or nothing.
	key, ok := bytes.CutSuffix(word, []byte{':'})
	return ok && len(key) > 0 && 'a' <= key[0] && key[0] <= 'z' && !bytes.ContainsAny(key, ":ABCDEFGHIJKLMNOPQRSTUVWXYZ")
}

// Parse reads a raw file from r. An error is one line with the file, the line's number, and the wanted text. A file that ends between two lines is valid, even if a
// killed run left some cells with one round more than others: their values are then missing.
func Parse(r io.Reader, name string) (*File, error) {
	data, err := input.From(r, 0, input.Most, false)
	if err != nil {
		return nil, fmt.Errorf("cannot read result file %q: %w", name, err)
	}
	return parse(data, name)
}

// ErrEmpty is the error of a raw file without values.
var ErrEmpty = errors.New("no benchmark lines (want a file written by slidebench bench)")

// parse reads a raw file's text: it checks and counts lines, and has benchfmt read benchmarks.
func parse(data []byte, name string) (*File, error) {
	if bytes.HasPrefix(data, []byte("\ufeff")) || bytes.HasPrefix(data, []byte("\xff\xfe")) {
		return nil, fmt.Errorf("%s: begins with a byte order mark, as Excel and Notepad write it (want the file as slidebench bench wrote it)", name)
	}
	n := 0
	var at place       // where the next line belongs
	var starts []int   // numbers of the lines that change the place: benchfmt skips those about rounds
	var places []place // places[i] begins at line starts[i]
	for line := range bytes.Lines(data) {
		n++
		if line[len(line)-1] != '\n' {
			return nil, fmt.Errorf("%s:%d: truncated: want a newline at the end of the last line", name, n)
		}
		if len(line) > maxLine {
			return nil, fmt.Errorf("%s:%d: a line of %d bytes (want at most %d)", name, n, len(line), maxLine)
		}
		if !known(line[:len(line)-1]) {
			return nil, fmt.Errorf("%s:%d: damaged line %.40q (want a benchmark, a unit, or key: value)", name, n, line)
		}
		if at.follow(line) {
			starts, places = append(starts, n), append(places, at)
		}
	}

	p := parser{file: &File{Name: name}, cells: map[string]grid.Cell{}, tables: map[Key]map[string]*Series{}, clocks: map[Target][]float64{}, builds: map[string]build.Build{}}
	reader := benchfmt.NewReader(bytes.NewReader(data), name)
	for reader.Scan() {
		switch r := reader.Result().(type) {
		case *benchfmt.SyntaxError:
			return nil, r
		case *benchfmt.Result:
			_, number := r.Pos()
			var at place
			if i, _ := slices.BinarySearch(starts, number); i > 0 {
				at = places[i-1]
			}
			if err := p.add(r, at); err != nil {
				return nil, fmt.Errorf("%s:%d: %w", name, number, err)
			}
		}
	}
	if err := reader.Err(); err != nil {
		return nil, err
	}
	if len(p.tables) == 0 {
		return nil, fmt.Errorf("%s: %w", name, ErrEmpty)
	}
	if err := p.finish(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return p.file, nil
}

// No honest run comes near these limits. Beyond them, reports and pictures would take hours or gigabytes.
const (
	maxLine       = 4096    // bytes
	maxTechniques = 1000    // of a table
	maxMissing    = 1 << 20 // values that cells lack in the file's rounds
	mostBytes     = 1 << 52 // of one technique's tables
)

// place is the round and the build that lines belong to, as the lines above them say.
type place struct {
	round   int
	clock   float64 // in GHz; 0 in older files, whose lines imply it
	build   string
	goamd64 string // the build in an older file, if it is in Go
}

// follow changes the place if a line is about it, and reports whether it is. Newer files name every build by the key build. In older files the key goamd64 comes before
// it: for a build in Go, goamd64 is the level, and build is empty or missing; for other builds, goamd64 is.
func (p *place) follow(line []byte) bool {
	line = bytes.TrimSpace(line)
	if text, is := bytes.CutPrefix(line, []byte(RoundLine)); is {
		p.round, p.clock, _ = roundOf(string(text))
		return true
	}
	key, value, _ := bytes.Cut(line, []byte{':'})
	switch value = bytes.TrimSpace(value); string(key) {
	case "build":
		p.build = string(value)
	case "goamd64":
		p.build, p.goamd64 = "", string(value)
	default:
		return false
	}
	return true
}

type parser struct { // a file as far as it is read
	file   *File
	cells  map[string]grid.Cell // by their names
	tables map[Key]map[string]*Series
	clocks map[Target][]float64   // in GHz, of every line, by target without its build
	builds map[string]build.Build // by their spellings
	last   int                    // the largest number of a round with a value

	missing int // values that cells lack, in the rounds so far
}

// add puts the value of one benchmark line into the series of its cell, at its round.
func (p *parser) add(r *benchfmt.Result, at place) error {
	cell, met := p.cells[string(r.Name)]
	if !met {
		var err error
		if cell, err = grid.ParseName("Benchmark" + r.Name.String()); err != nil {
			return err
		}
		for _, name := range []*string{&cell.Technique, &cell.Corpus} {
			*name = unique.Make(*name).Value() // millions of cells have few names, whose memory they share
			if !names.Safe(*name) {
				return notSafe("a name in a benchmark", *name)
			}
		}
		p.cells[string(r.Name)] = cell
	}
	target, err := p.target(r, at)
	if err != nil {
		return err
	}
	reference := r.GetConfig("reference")
	switch {
	case reference == "":
		return errors.New(`missing configuration line "reference: ..."`)
	case p.file.Reference != "" && p.file.Reference != reference:
		return fmt.Errorf("reference is %q here and %q before (want one for the whole file)", reference, p.file.Reference)
	case r.Iters <= 0:
		return fmt.Errorf("%d iterations (want at least one)", r.Iters)
	}
	if p.file.Reference == "" && !names.Safe(reference) {
		return notSafe("reference", reference)
	}
	p.file.Reference = reference
	if cell.AA && cell.Technique != reference {
		return fmt.Errorf("%q is measured again (want the reference alone, %q)", cell.Technique, reference)
	}

	k := Key{target, cell.Piece, cell.Mode, cell.Corpus}
	value, err := p.value(r, k, at.clock)
	if err != nil {
		return err
	}
	if err := counts(r); err != nil {
		return err
	}
	bytes, known := measurement(r, tableBytes)
	size := Size{SizeUnknown: !known}
	if !known {
		bytes, known = measurement(r, dataBytes)
	}
	if size.TableBytes = int64(bytes); !known || !(bytes >= 0) || bytes != math.Trunc(bytes) || bytes >= mostBytes {
		return errors.New("want a whole table-bytes value, not negative, or one of data-bytes")
	}
	table := p.tables[k]
	if table == nil {
		if err := target.check(); err != nil {
			return err
		}
		table = map[string]*Series{}
		p.tables[k] = table
	}
	s := table[cell.Row()]
	if s == nil {
		if len(table) == maxTechniques {
			return fmt.Errorf("more than %d techniques in one table", maxTechniques)
		}
		s = &Series{Cell: cell, Size: size}
		table[cell.Row()] = s
	}
	if s.Size != size {
		return fmt.Errorf("%d table-bytes here and %d in an earlier round (want them equal)", size.TableBytes, s.TableBytes)
	}
	if at.round == 0 {
		return errors.New(`want a line "# round 1 at 4.35 GHz" before the first benchmark`)
	}
	p.last = max(p.last, at.round)
	if err := p.lengthen(s, at.round); err != nil {
		return err
	}
	if !math.IsNaN(s.Values[at.round-1]) {
		return fmt.Errorf("%v with %s a second time in round %d (want it once)", cell, target.Build(), at.round)
	}
	s.Values[at.round-1] = value
	p.missing-- // lengthen has counted it
	timed, _ := measurement(r, slicesTimed)
	clean, _ := measurement(r, cleanSlices)
	p.file.Slices, p.file.Clean = p.file.Slices+timed, p.file.Clean+clean
	return nil
}

// lengthen adds missing values to a series until it has as many values as there are rounds.
func (p *parser) lengthen(s *Series, rounds int) error {
	if p.missing += max(0, rounds-len(s.Values)); p.missing > maxMissing {
		return fmt.Errorf("more than %d values are missing (want rounds 1, 2, 3 and so on)", maxMissing)
	}
	for len(s.Values) < rounds {
		s.Values = append(s.Values, math.NaN())
	}
	return nil
}

// value returns the cycles of a line, and notes their clock: the round's, or in older files the quotient of the line's cycles and nanoseconds.
func (p *parser) value(r *benchfmt.Result, k Key, clock float64) (float64, error) {
	value, err := time(r, Unit(k.Mode))
	if err != nil {
		return 0, err
	}
	if clock == 0 {
		ns, err := time(r, "ns/"+k.Mode.Per())
		if err != nil {
			return 0, err
		}
		clock = value / ns
	}
	if err := machine.CheckClock(clock); err != nil {
		return 0, err
	}
	p.clocks[k.host()] = append(p.clocks[k.host()], clock)
	return value, nil
}

// Limits of values, in cycles or nanoseconds: an op may build and search for minutes; a lookup, an answer or a node takes less than a second.
const (
	least, most, mostOfOp = 1e-6, 1e9, 1e12
)

// time returns the value with a unit of time in a line, and checks its limits.
func time(r *benchfmt.Result, unit string) (float64, error) {
	value, ok := measurement(r, unit)
	limit := most
	if strings.HasSuffix(unit, "/op") {
		limit = mostOfOp
	}
	switch {
	case !ok:
		return 0, fmt.Errorf("no %s value (want cycles, and a clock in the line about the round, as slidebench bench writes them)", unit)
	case !(value >= least && value <= limit):
		return 0, fmt.Errorf("%v %s (want %v to %v)", value, unit, least, limit)
	}
	return value, nil
}

// counts returns an error if a value of a line is negative, infinite or too large: no count, share, speed or time is.
func counts(r *benchfmt.Result) error {
	const limit = 1e18
	for _, v := range r.Values {
		if v.OrigUnit == "" { // benchfmt has not converted the value
			v.OrigUnit, v.OrigValue = v.Unit, v.Value
		}
		if !(v.OrigValue >= 0 && v.OrigValue <= limit) {
			return fmt.Errorf("%v %s (want 0 to %v)", v.OrigValue, v.OrigUnit, limit)
		}
	}
	return nil
}

// measurement returns the value with a unit in a line as it is written, before benchfmt turns nanoseconds into seconds.
func measurement(r *benchfmt.Result, unit string) (float64, bool) {
	for _, v := range r.Values {
		switch unit {
		case v.OrigUnit:
			return v.OrigValue, true
		case v.Unit:
			return v.Value, true
		}
	}
	return 0, false
}

// notSafe returns the error for a text that a spreadsheet, a terminal or a browser might execute instead of show.
func notSafe(what, text string) error {
	return fmt.Errorf("%s is %.80q (want letters, digits and a few other characters)", what, text)
}

// check returns an error if a text of a target is not safe to show.
func (t Target) check() error {
	for _, f := range []struct{ key, value string }{{"machine", t.Machine}, {"features", t.Features}, {"goos", t.GOOS}, {"goarch", t.GOARCH}, {"corpus-digest", t.CorpusDigest},
		{"build", cmp.Or(t.Built.String(), "none")}} { // "none", a safe word, as Safe refuses ""
		if !names.Safe(f.value) {
			return notSafe(f.key, f.value)
		}
	}
	if !names.SafeBrand(t.CPU) {
		return notSafe("cpu", t.CPU)
	}
	return nil
}

// check returns an error if a text of the circumstances is not safe to show.
func (c Circumstances) check() error {
	for _, f := range []struct{ key, value string }{{"commit", c.Commit}, {"toolchain", c.Toolchain}, {"started", c.Started}, {"finished", c.Finished}, {"runner", c.Runner}} {
		if f.value != "" && !names.SafeBrand(f.value) {
			return notSafe(f.key, f.value)
		}
	}
	for name, source := range c.Guests {
		if !names.Safe(name) {
			return notSafe("a guest", name)
		}
		if strings.ContainsFunc(source, func(r rune) bool { return !unicode.IsPrint(r) }) {
			return notSafe("the source of "+name, source)
		}
	}
	return nil
}

// target returns the target that the keys above a benchmark line describe.
func (p *parser) target(r *benchfmt.Result, at place) (t Target, err error) {
	for _, f := range []struct {
		key   string
		value *string
	}{
		{"machine", &t.Machine}, {"cpu", &t.CPU}, {"features", &t.Features}, {"goos", &t.GOOS}, {"goarch", &t.GOARCH},
		{"corpus-digest", &t.CorpusDigest},
	} {
		*f.value = strings.TrimSpace(r.GetConfig(f.key))
		if f.key == "cpu" && *f.value == "" {
			*f.value = machine.Unknown // not every system tells a name
		}
		if *f.value == "" {
			return Target{}, fmt.Errorf("missing configuration line %q", f.key+": ...")
		}
	}
	if t.GOARCH != "amd64" {
		at.goamd64 = "" // it belongs to lines for amd64, further up in the file
	} else if at.build == "" && at.goamd64 == "" {
		return Target{}, errors.New(`missing configuration line "build: ..."`)
	}
	spelling, known := cmp.Or(at.build, at.goamd64), false
	if t.Built, known = p.builds[spelling]; !known {
		if t.Built, err = build.Parse(spelling); err != nil {
			return Target{}, err
		}
		p.builds[spelling] = t.Built
	}
	t.Questions, err = strconv.Atoi(strings.TrimSpace(r.GetConfig("questions")))
	if err != nil || t.Questions <= 0 {
		return Target{}, fmt.Errorf("questions are %q (want a positive number)", r.GetConfig("questions"))
	}
	return t, nil
}

// compare orders the tables of a file: by machine, questions and build, then by piece, mode and corpus.
func (k Key) compare(l Key) int {
	rank := func(m mode.Mode) int { return slices.Index(mode.All, m) }
	return cmp.Or(
		cmp.Compare(k.Machine, l.Machine), cmp.Compare(k.CPU, l.CPU), cmp.Compare(k.Features, l.Features),
		cmp.Compare(k.GOOS, l.GOOS), cmp.Compare(k.GOARCH, l.GOARCH),
		cmp.Compare(k.Questions, l.Questions), cmp.Compare(k.CorpusDigest, l.CorpusDigest),
		cmp.Compare(k.Built.Language, l.Built.Language), cmp.Compare(k.Built.String(), l.Built.String()), // the target's last field, as Highest expects
		cmp.Compare(k.Piece, l.Piece), cmp.Compare(rank(k.Mode), rank(l.Mode)),
		// Shorter first puts random4 before random16.
		cmp.Compare(len(k.Corpus), len(l.Corpus)), cmp.Compare(k.Corpus, l.Corpus),
	)
}

// finish sorts the tables, makes all series equally long, and notes what readers of the file should know.
func (p *parser) finish() error {
	clocks := map[Target]float64{}
	for target, all := range p.clocks {
		clocks[target] = stats.Median(all).Median
	}
	for k, series := range p.tables {
		t := Table{Key: k, Unit: Unit(k.Mode), Clock: clocks[k.host()]}
		measured := map[int]bool{}
		for _, s := range series {
			if err := p.lengthen(s, p.last); err != nil {
				return err
			}
			for i, v := range s.Values {
				if !math.IsNaN(v) {
					measured[i] = true
				}
			}
			t.Series = append(t.Series, *s)
		}
		t.Rounds = len(measured)
		slices.SortFunc(t.Series, func(a, b Series) int { return cmp.Compare(a.Row(), b.Row()) })
		p.file.Tables = append(p.file.Tables, t)
	}
	SortTables(p.file.Tables)
	p.file.noteMissing(0, nil)
	p.file.noteRounds()
	return p.file.checkRounds(p.last)
}
