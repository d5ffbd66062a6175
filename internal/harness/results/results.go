// Package results reads raw result files: text in the Go benchmark format, written by slidebench bench and never
// edited. It is strict, because nobody can check a number if lines were skipped in silence.
//
// A file holds rounds. One round measures, in a fresh process for each target, every cell once, and values of the same round are
// paired. A line "# round 3 at 4.35 GHz" says that the benchmark lines below it belong to round 3, up to the next such line, and at which clock
// their cycles were counted. A cell that could not be measured in a round has no line there, and its value is missing: NaN.
//
// Values are cycles, and nanoseconds are these divided by one clock per machine. Older files have nanoseconds in each line, and no clock.
package results

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
	"unique"

	"golang.org/x/perf/benchfmt"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/atomicfile"
	"github.com/slidebench/slidebench/internal/harness/build"
	"github.com/slidebench/slidebench/internal/harness/digest"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/machine"
	"github.com/slidebench/slidebench/internal/harness/stats"
	"github.com/slidebench/slidebench/internal/input"
	"github.com/slidebench/slidebench/internal/names"
	"github.com/slidebench/slidebench/internal/techniques/mode"
)

// RoundLine begins the line of a raw file that names the round of the lines below it. The number of the round follows, at most MaxRounds, and " at
// 4.35 GHz", the clock that the run has seen most until then.
const RoundLine = "# round "

// MaxRounds is the largest number of a round.
const MaxRounds = 9999

// Target holds everything that comparable values share: the machine, the build, and the questions.
type Target struct {
	Machine, CPU, Features string
	GOOS, GOARCH           string
	Built                  build.Build
	Questions              int
	CorpusDigest           string
}

// Build names the build: "GOAMD64=v3", or GOARCH where there are no levels.
func (t Target) Build() string {
	switch {
	case !t.InGo():
		return t.Built.String()
	case t.Built == build.Build{}:
		return "GOARCH=" + t.GOARCH
	}
	return "GOAMD64=" + t.Built.String()
}

// Language names the language of the build: "Go", "C (gcc)", "C++ (gcc)".
func (t Target) Language() string {
	word := t.Built.Language
	if t.InGo() {
		return "Go"
	}
	name := strings.ToUpper(word[:1]) + word[1:]
	if word == "cpp" {
		name = "C++"
	}
	if t.Built.Language = ""; t.Built == (build.Build{}) {
		return name
	}
	return fmt.Sprintf("%s (%v)", name, t.Built)
}

// InGo reports whether the build is in Go.
func (t Target) InGo() bool { return t.Built.Language == "" }

// GOAMD64 returns the spelling of a build in Go, "" for others and where there are no levels.
func (t Target) GOAMD64() string {
	if t.InGo() {
		return t.Built.String()
	}
	return ""
}

// Foreign returns the spelling of a build in another language, "" for Go.
func (t Target) Foreign() string {
	if t.InGo() {
		return ""
	}
	return t.Built.String()
}

// Experiment returns the experiment of a build in Go: its GOEXPERIMENT, or NoChecks; "" for none. A build with a GOEXPERIMENT has few techniques.
func (t Target) Experiment() string {
	if t.InGo() {
		return t.Built.Option
	}
	return ""
}

// restricted separates the name of a machine from those of its hidden features.
const restricted = "-without-"

// Beside ends the name of a machine that was measured beside a neighbour on its core.
const Beside = "-beside-a-neighbour"

// Beside reports whether the machine was measured beside a neighbour on its core.
func (t Target) Beside() bool { return strings.HasSuffix(t.Machine, Beside) }

// Restricted reports whether the machine was measured with features hidden, or with a part of its core. No summary has such results.
func (t Target) Restricted() bool { return strings.Contains(t.Machine, restricted) || t.Beside() }

// MachineName names the machine for people, with its hidden features in parentheses: "amd-epyc-zen-5-vm (no bmi2)", or "(baseline)" if none is left, and
// "(beside a neighbour)".
func (t Target) MachineName() string {
	name, shared := strings.CutSuffix(t.Machine, Beside)
	whole, hidden, found := strings.Cut(name, restricted)
	var notes []string
	switch {
	case found && t.Features == machine.Baseline:
		notes = append(notes, machine.Baseline)
	case found:
		notes = append(notes, "no "+strings.ReplaceAll(hidden, "-", ", "))
	}
	if shared {
		notes = append(notes, "beside a neighbour")
	}
	if notes == nil {
		return whole
	}
	return whole + " (" + strings.Join(notes, "; ") + ")"
}

// ShortName names the machine by its last words, for a place beside others: "Zen 4" for amd-epyc-zen-4-vm. A name that is taken gets the word behind the maker's: "Zen 5,
// oxide". Features that were hidden, and a neighbour, follow in parentheses, as in MachineName.
func (t Target) ShortName(taken ...string) string {
	whole, _, _ := strings.Cut(strings.TrimSuffix(t.Machine, Beside), restricted)
	words := strings.Split(strings.TrimSuffix(whole, "-vm"), "-")
	name := words[max(0, len(words)-2):]
	for i, w := range name {
		name[i] = strings.ToUpper(w[:min(1, len(w))]) + w[min(1, len(w)):]
	}
	short := strings.Join(name, " ")
	if slices.Contains(taken, short) && len(words) > 1 {
		short += ", " + words[1]
	}
	return short + strings.TrimPrefix(t.MachineName(), whole)
}

// With returns the target with another build.
func (t Target) With(b build.Build) Target {
	t.Built = b
	return t
}

// host returns the target with any build: what all builds of a machine have in common.
func (t Target) host() Target { return t.With(build.Build{}) }

// SameHost reports whether two targets differ by their builds at most.
func (t Target) SameHost(u Target) bool { return t.host() == u.host() }

// Series is one cell of one target: its time in every round.
type Series struct {
	grid.Cell
	Values []float64 // Values[k] is of round k+1, in all tables of a file; NaN where that has no value
	Size
	Runs   *stats.Runs // says how far runs lie apart; nil where one run is all that is known
	Newest *File       // of a file of several runs, the newest run of the series
}

// Time returns the median of the series: of several runs with an interval for the next run, else with one for this run. That of no series is None.
func (s *Series) Time() stats.Interval {
	if s == nil {
		return stats.None
	}
	if s.Runs == nil {
		return stats.Median(s.Values)
	}
	return s.Runs.Median(s.Values)
}

// Over returns the ratio of the series to another one of the file, likewise.
func (s *Series) Over(other *Series) stats.Interval {
	if s == nil || other == nil {
		return stats.None
	}
	if s.Runs == nil || other.Runs == nil {
		return stats.Ratio(s.Values, other.Values)
	}
	return s.Runs.Ratio(s.Values, other.Values, other.Runs)
}

// Measured returns the number of rounds that have a value.
func (s *Series) Measured() int { return len(stats.Present(s.Values)) }

// Table holds the series that may be compared with each other, all with as many values, missing ones included.
type Table struct {
	Target
	Piece  board.Piece
	Mode   mode.Mode
	Corpus string
	Unit   string   // of the values: cycles/lookup, for init cycles/op
	Clock  float64  // GHz by which cycles become nanoseconds, one for a machine
	Rounds int      // in which any of the series has a value
	Series []Series // sorted by row
}

// Nanoseconds returns the factor that makes nanoseconds of the table's values.
func (t *Table) Nanoseconds() float64 { return 1 / t.Clock }

// Find returns the series of a row, as Series.Row names it, or nil.
func (t *Table) Find(row string) *Series {
	return t.find(func(s *Series) bool { return s.Row() == row })
}

// Again returns the second measurement of the reference, or nil.
func (t *Table) Again() *Series {
	return t.find(func(s *Series) bool { return s.Again })
}

func (t *Table) find(wanted func(s *Series) bool) *Series {
	for i := range t.Series {
		if wanted(&t.Series[i]) {
			return &t.Series[i]
		}
	}
	return nil
}

// Size is the size of a technique's tables. Where it is unknown, TableBytes are the data that the technique's object brings.
type Size struct {
	TableBytes  int64
	SizeUnknown bool
}

// CompareSizes orders sizes. Those that are unknown count as larger than all others.
func CompareSizes(s, t Size) int {
	if s.SizeUnknown != t.SizeUnknown {
		return map[bool]int{true: 1, false: -1}[s.SizeUnknown]
	}
	return cmp.Compare(s.TableBytes, t.TableBytes)
}

// AtMost reports whether a size is known to be at most so many bytes. All sizes are at most math.MaxInt64.
func (s Size) AtMost(bytes int64) bool {
	return s.TableBytes <= bytes && !s.SizeUnknown || bytes == math.MaxInt64
}

// SizeText formats the size as Bytes does; "not said", with the data of the technique's object.
func (s Size) SizeText() string {
	switch {
	case !s.SizeUnknown:
		return Bytes(s.TableBytes)
	case s.TableBytes == 0:
		return "not said"
	}
	return "not said, at least " + Bytes(s.TableBytes) + " of data in the object"
}

// Bytes formats a size of tables: "none", "512 B", "841 KiB", and from 4 MiB on "128 MiB".
func Bytes(n int64) string {
	switch {
	case n == 0:
		return "none"
	case n < 1<<10:
		return fmt.Sprintf("%d B", n)
	case n < 4<<20:
		return fmt.Sprintf("%.4g KiB", float64(n)/(1<<10))
	}
	return fmt.Sprintf("%.4g MiB", float64(n)/(1<<20))
}

// Circumstances stand beside a raw file in its .json. They differ between runs of one machine, so they are
// not part of a target. All are zero if there is no such file.
type Circumstances struct {
	Commit    string `json:"commit"`
	Dirty     bool   `json:"dirty"`
	Toolchain string `json:"toolchain"`
	Started   string `json:"started"`  // RFC 3339
	Finished  string `json:"finished"` // RFC 3339; empty while the run lasts, or if it was stopped
	// TimerStep is how many nanoseconds the clock moves at once; 0 in older records.
	TimerStep float64 `json:"timerStep,omitempty"`
	// Runner is the service that ran it, as machine.Runner names it.
	Runner string `json:"runner,omitempty"`
	// Guests are the measured techniques of other repositories, with their import paths, or their files, the flags that these
	// are compiled by, and which builds inline their lookups.
	Guests map[string]string `json:"guests,omitempty"`
	// Digests are those of the code of the measured cells; nil in older records.
	Digests digest.Parts `json:"digests,omitempty"`
	Command string       `json:"command"` // what was typed
}

// BundleCommand is the name of the one program in a bundle that people start.
const BundleCommand = "slidebench-bench"

// Bench returns the command that measured, which can go on with the run.
func (c Circumstances) Bench() string {
	if program, _, _ := strings.Cut(c.Command, " "); program == BundleCommand {
		return program
	}
	return "slidebench bench"
}

// Revision describes the measured commit in a few words: "commit 1234567890ab", perhaps with "(dirty)", or "commit
// unknown".
func (c Circumstances) Revision() string {
	switch {
	case c.Commit == "":
		return "commit unknown"
	case c.Dirty:
		return fmt.Sprintf("commit %.12s (dirty)", c.Commit)
	}
	return fmt.Sprintf("commit %.12s", c.Commit)
}

// File is one raw result file.
type File struct {
	Name      string // as given to Read
	Reference string // the technique that ratios refer to
	Circumstances
	Facts Facts                       // of its techniques, set by who has them; nil where nothing is known
	Aside func(technique string) bool // whether it is measured as a baseline only, and never recommended; nil: none is
	// Today returns how many bytes of tables a technique's queen reads in today's code, -1 where that depends on the processor; nil where nobody says.
	Today  func(technique string) int64
	Tables []Table  // by target, piece, mode, corpus
	Notes  []string // what a reader of the numbers must know
	// Missing counts the cells that lack a value in some round, in words, "" for none. The other values count as ever.
	Missing string
	LeftOut []grid.Cell // controls without an interval
	// Slices is the number of slices of work that were timed, and Clean of those that nothing disturbed; 0 in older files.
	Slices, Clean float64

	Compilers map[string]string // their versions and flags, by build
	Corpora   map[string]string // the digests of corpora, by name

	Runs []*File // that the file is made of, the oldest first; nil for one run
}

// Of returns the newest run of a series of the file.
func (f *File) Of(s *Series) *File {
	if s.Newest != nil {
		return s.Newest
	}
	return f
}

// Code returns the digests of the code that was measured, nil if nobody knows them.
func (f *File) Code() digest.Parts {
	if f.Digests != nil {
		return f.Digests
	}
	if f.Dirty {
		return nil
	}
	return digest.At(f.Commit)
}

// Targets returns the targets of the file, in the order of its tables: within a machine the lowest GOAMD64 comes first.
func (f *File) Targets() []Target {
	var targets []Target
	for _, t := range f.Tables {
		if len(targets) == 0 || targets[len(targets)-1] != t.Target {
			targets = append(targets, t.Target)
		}
	}
	return targets
}

// Highest returns the target of Go's highest level of each machine, without builds with an experiment.
func (f *File) Highest() []Target {
	var highest []Target
	for _, t := range f.Targets() {
		if !t.Built.IsDefault() {
			continue
		}
		if n := len(highest); n > 0 && highest[n-1].SameHost(t) {
			highest = highest[:n-1]
		}
		highest = append(highest, t)
	}
	return highest
}

// Foreign returns the targets in other languages that were measured beside a target of Go, in the order of their names.
func (f *File) Foreign(inGo Target) (targets []Target) {
	for _, t := range f.Targets() {
		if !t.InGo() && t.SameHost(inGo) {
			targets = append(targets, t)
		}
	}
	return targets
}

// Advised returns the targets that advice is about: of each machine that of Highest, if it has one, and its builds in other languages.
func (f *File) Advised() (targets []Target) {
	highest := f.Highest()
	return slices.DeleteFunc(f.Targets(), func(t Target) bool { return t.InGo() && !slices.Contains(highest, t) })
}

// Table returns the table of a target, piece, mode and corpus, or nil.
func (f *File) Table(target Target, piece board.Piece, m mode.Mode, corpus string) *Table {
	for i := range f.Tables {
		if t := &f.Tables[i]; t.Target == target && t.Piece == piece && t.Mode == m && t.Corpus == corpus {
			return t
		}
	}
	return nil
}

// Plain returns the text of a file that may be compressed by gzip, as its first bytes say.
func Plain(file []byte) ([]byte, error) {
	return input.From(bytes.NewReader(file), int64(len(file)), input.Most, true)
}

// Compress replaces a raw file and its record by the same compressed, x.txt.gz and x.json.gz. The lines of a cell come to stand together, which
// makes the file smaller by a quarter.
func Compress(path string) error {
	for _, path := range []string{path, RecordPath(path)} {
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if err = atomicfile.Write(path+".gz", Gzip(byCell(text))); err == nil {
			err = os.Remove(path)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Gzip returns a file that Plain is the inverse of.
func Gzip(text []byte) []byte {
	var b bytes.Buffer
	z, _ := gzip.NewWriterLevel(&b, gzip.BestCompression) // there is this level
	_, _ = z.Write(text)                                  // a buffer takes everything
	_ = z.Close()
	return b.Bytes()
}

// byCell returns a raw file's text with the lines of a cell and a build together, each below its round. A text without benchmark lines stays.
func byCell(text []byte) []byte {
	type group struct{ head, lines string }
	var groups []*group
	of := map[string]*group{} // by head and name
	head, round, inHead := "", "", false
	for line := range strings.Lines(string(text)) {
		switch {
		case strings.HasPrefix(line, RoundLine):
			round = line
		case strings.HasPrefix(line, "Benchmark"):
			name, _, _ := strings.Cut(line, "\t")
			if of[head+name] == nil {
				of[head+name] = &group{head: head}
				groups = append(groups, of[head+name])
			}
			of[head+name].lines += round + line
			inHead = false
		case inHead:
			head += line
		default:
			head, inHead = line, true
		}
	}
	if groups == nil {
		return text
	}
	var b bytes.Buffer
	head = ""
	for _, g := range groups {
		if g.head != head {
			head = g.head
			b.WriteString(head)
		}
		b.WriteString(g.lines)
	}
	return b.Bytes()
}

// RecordPath returns the place of the record beside a raw file, where neither is compressed.
func RecordPath(raw string) string {
	raw = strings.TrimSuffix(raw, ".gz")
	return strings.TrimSuffix(raw, filepath.Ext(raw)) + ".json"
}

// ReadPlain reads a file that may be compressed.
func ReadPlain(path string) ([]byte, error) { return input.ReadText(path, input.Most) }

// ReadRecord reads the record beside a raw file, perhaps compressed, and returns its path.
func ReadRecord(raw string) (text []byte, path string, err error) {
	path = RecordPath(raw)
	if err = input.CheckFound(path); errors.Is(err, fs.ErrNotExist) {
		if err = input.CheckFound(path + ".gz"); !errors.Is(err, fs.ErrNotExist) {
			path += ".gz"
		}
	}
	if err == nil {
		text, err = ReadPlain(path)
	}
	return text, path, err
}

// Read reads the raw file at path, perhaps compressed, and the circumstances in the record beside it, if any. Errors are one line.
func Read(path string) (*File, error) {
	if strings.ContainsFunc(path, func(r rune) bool { return !unicode.IsPrint(r) || strings.ContainsRune("<>|`", r) }) || !utf8.ValidString(path) {
		return nil, fmt.Errorf("cannot read result file %q: want a name without <, >, |, ` and characters that do not print", path)
	}
	if strings.ContainsAny(path[:min(1, len(path))], "=+-@") {
		path = "./" + path // which no spreadsheet takes for a formula
	}
	data, err := ReadPlain(path)
	if err != nil {
		return nil, fmt.Errorf("cannot read result file %q: %w", path, cause(err))
	}
	f, err := parse(data, path)
	if err != nil {
		return nil, err
	}
	data, beside, err := ReadRecord(path)
	if errors.Is(err, fs.ErrNotExist) {
		return f, nil
	}
	var planned struct {
		Run struct {
			Few    int
			Behind []string
		}
		Compilers, Corpora map[string]string
	}
	if err == nil {
		err = cmp.Or(json.Unmarshal(data, &f.Circumstances), json.Unmarshal(data, &planned))
	}
	if err != nil {
		return nil, fmt.Errorf("cannot read circumstances %q: %w", beside, cause(err))
	}
	if err := cmp.Or(machine.CheckStep(f.TimerStep), f.Circumstances.check()); err != nil {
		return nil, fmt.Errorf("%s: %w", beside, err)
	}
	f.Compilers, f.Corpora = planned.Compilers, planned.Corpora
	f.leaveOutSuperseded()
	f.noteMissing(planned.Run.Few, planned.Run.Behind)
	f.leaveOutControls()
	if f.Runner != "" {
		f.Notes = append(f.Notes, "measured on "+f.Runner+": believe what a second run repeats")
	}
	if f.Finished == "" {
		f.Notes = append(f.Notes, "the run was stopped before its end")
	}
	return f, nil
}

// superseded has the commits at which the name of a technique stood for other code: best chose among techniques when a program started, and had their
// tables. A figure of that says nothing about the technique of today. results/README.md says so.
var superseded = map[string][]string{"best": {"d0500db36ec8", "3ebd4a5260d9", "08616762fa01", "15416486ba05", "7f6e7ee01c86", "eb202771dbdc"}}

// leaveOutSuperseded removes the rows of techniques whose name stood for other code when the file was measured.
func (f *File) leaveOutSuperseded() {
	for name, commits := range superseded {
		if f.Commit == "" || !slices.ContainsFunc(commits, func(c string) bool { return strings.HasPrefix(f.Commit, c) }) {
			continue
		}
		for i := range f.Tables {
			t := &f.Tables[i]
			t.Series = slices.DeleteFunc(t.Series, func(s Series) bool { return s.Technique == name })
		}
	}
}

// leaveOutControls removes the controls that lack an interval in a table where others may have one: they are no bound.
func (f *File) leaveOutControls() {
	for i := range f.Tables {
		t := &f.Tables[i]
		t.Series = slices.DeleteFunc(t.Series, func(s Series) bool {
			out := grid.IsControl(s.Technique) && t.Rounds >= stats.MinRounds && s.Measured() < stats.MinRounds
			if out {
				f.LeftOut = append(f.LeftOut, s.Cell)
			}
			return out
		})
	}
	tables := map[string]int{}
	for _, c := range f.LeftOut {
		tables[c.Technique]++
	}
	for _, name := range slices.Sorted(maps.Keys(tables)) {
		of := fmt.Sprintf("%d tables", tables[name])
		if tables[name] == 1 {
			of = "a table"
		}
		f.Missing += fmt.Sprintf("; the control %s is left out of %s, for too few rounds", name, of)
	}
}

// cause strips the operation and path from an error of package os; ours already name the file.
func cause(err error) error {
	if pathErr, ok := errors.AsType[*fs.PathError](err); ok {
		return pathErr.Err
	}
	return err
}

// afterRound matches what follows RoundLine.
var afterRound = regexp.MustCompile(`^[1-9][0-9]{0,3}( at [0-9]{1,5}(\.[0-9]{1,10})? GHz)?$`)

// strange matches a number that is not written as slidebench bench writes it: 1_0, 0x1p4.
var strange = regexp.MustCompile(`[ \t][+-]?[0-9][0-9.]*[^0-9.eE+\t -]`)

// known reports whether a line has a place in a raw file: empty, configuration, units, rounds, benchmarks, and the end of go test. benchfmt skips all
// others, even damaged ones.
func known(line []byte) bool {
	const space = " \t\r\f"
	line = bytes.TrimSuffix(line, []byte{'\r'})
	if !utf8.Valid(line) || bytes.ContainsFunc(line, func(r rune) bool { return unicode.IsControl(r) && r != '\t' }) {
		return false
	}
	if number, ok := bytes.CutPrefix(line, []byte(RoundLine)); ok {
		return afterRound.Match(number)
	}
	word := line
	if i := bytes.IndexAny(line, space); i >= 0 {
		word = line[:i]
	}
	switch {
	case len(line) == 0, string(line) == "PASS":
		return true
	case len(word) < len(line) && (string(word) == "Unit" || string(word) == "ok"):
		return true
	case len(word) < len(line) && len(word) > len("Benchmark") && bytes.HasPrefix(word, []byte("Benchmark")):
		return !strange.Match(line[len(word):])
	}
	// A key: lower case up to the colon, and then a space or nothing.
	key, ok := bytes.CutSuffix(word, []byte{':'})
	return ok && len(key) > 0 && 'a' <= key[0] && key[0] <= 'z' && !bytes.ContainsAny(key, ":ABCDEFGHIJKLMNOPQRSTUVWXYZ")
}

// Parse reads a raw file from r. Errors are one line and name the file, the line, and the wanted text. A file that
// ends between two lines is valid, even if a killed run left some cells with one round more than others: their values are then
// missing.
func Parse(r io.Reader, name string) (*File, error) {
	data, err := input.From(r, 0, input.Most, false)
	if err != nil {
		return nil, fmt.Errorf("cannot read result file %q: %w", name, err)
	}
	return parse(data, name)
}

func parse(data []byte, name string) (*File, error) {
	if bytes.HasPrefix(data, []byte("\ufeff")) || bytes.HasPrefix(data, []byte("\xff\xfe")) {
		return nil, fmt.Errorf("%s: begins with a byte order mark, as Excel and Notepad write it (want the file as slidebench bench wrote it)", name)
	}
	n := 0
	var starts []int   // the lines about rounds
	var rounds []round // that begin there
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
		if bytes.HasPrefix(line, []byte(RoundLine)) {
			var r round
			_, _ = fmt.Sscanf(string(line), RoundLine+"%d at %g GHz", &r.number, &r.clock) // no more than the number in older files
			starts, rounds = append(starts, n), append(rounds, r)
		}
	}

	p := parser{file: &File{Name: name}, cells: map[string]grid.Cell{}, tables: map[key]map[string]*Series{}, clocks: map[Target][]float64{}}
	reader := benchfmt.NewReader(bytes.NewReader(data), name)
	for reader.Scan() {
		switch rec := reader.Result().(type) {
		case *benchfmt.SyntaxError:
			return nil, rec
		case *benchfmt.Result:
			_, line := rec.Pos()
			var r round
			if i, _ := slices.BinarySearch(starts, line); i > 0 {
				r = rounds[i-1]
			}
			if err := p.add(rec, r); err != nil {
				return nil, fmt.Errorf("%s:%d: %w", name, line, err)
			}
		}
	}
	if err := reader.Err(); err != nil {
		return nil, err
	}
	if len(p.tables) == 0 {
		return nil, fmt.Errorf("%s: no benchmark lines (want a file written by slidebench bench)", name)
	}
	if err := p.finish(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return p.file, nil
}

// Limits that no run comes near. Beyond them, reports and pictures would take hours or gigabytes.
const (
	maxLine       = 4096    // bytes
	maxTechniques = 1000    // of a table
	maxMissing    = 1 << 20 // values that cells lack in the file's rounds
	mostBytes     = 1 << 52 // of tables
)

// round holds the content of a line about a round.
type round struct {
	number int
	clock  float64 // in GHz; 0 where it is left to the lines
}

// key identifies a table.
type key struct {
	Target
	piece  board.Piece
	mode   mode.Mode
	corpus string
}

// per is the end of the unit of the table.
func (k key) per() string { return "/" + k.mode.Per() }

type parser struct {
	file   *File
	cells  map[string]grid.Cell // by their names
	tables map[key]map[string]*Series
	clocks map[Target][]float64 // cycles per nanosecond of every line, by target without its level
	last   int                  // the last round with a value

	missing int // values that cells lack, in the rounds so far
}

// add files one benchmark line under its table, technique and round.
func (p *parser) add(r *benchfmt.Result, at round) error {
	cell, met := p.cells[string(r.Name)]
	if !met {
		var err error
		if cell, err = grid.ParseName("Benchmark" + r.Name.String()); err != nil {
			return err
		}
		for _, name := range []*string{&cell.Technique, &cell.Corpus} {
			*name = unique.Make(*name).Value() // the few names of millions of cells
			if !names.Safe(*name) {
				return notSafe("a name in a benchmark", *name)
			}
		}
		p.cells[string(r.Name)] = cell
	}
	target, err := parseTarget(r)
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
	if cell.Again && cell.Technique != reference {
		return fmt.Errorf("%q is measured again (want the reference alone, %q)", cell.Technique, reference)
	}

	k := key{target, cell.Piece, cell.Mode, cell.Corpus}
	value, err := p.value(r, k, at.clock)
	if err != nil {
		return err
	}
	if err := counts(r); err != nil {
		return err
	}
	bytes, known := measurement(r, "table-bytes")
	size := Size{SizeUnknown: !known}
	if !known {
		bytes, known = measurement(r, "data-bytes")
	}
	if size.TableBytes = int64(bytes); !known || !(bytes >= 0) || bytes != math.Trunc(bytes) || bytes >= mostBytes {
		return errors.New("want a whole table-bytes value, not negative, or one of data-bytes")
	}
	if p.tables[k] == nil {
		if err := target.check(); err != nil {
			return err
		}
		p.tables[k] = map[string]*Series{}
	}
	s := p.tables[k][cell.Row()]
	if s == nil {
		if len(p.tables[k]) == maxTechniques {
			return fmt.Errorf("more than %d techniques in one table", maxTechniques)
		}
		s = &Series{Cell: cell, Size: size}
		p.tables[k][cell.Row()] = s
	}
	if s.Size != size {
		return fmt.Errorf("%d table-bytes here and %d in an earlier round (want them equal)", size.TableBytes, s.TableBytes)
	}
	if at.number == 0 {
		return errors.New(`want a line "# round 1 at 4.35 GHz" before the first benchmark`)
	}
	p.last = max(p.last, at.number)
	if err := p.lengthen(s, at.number); err != nil {
		return err
	}
	if !math.IsNaN(s.Values[at.number-1]) {
		return fmt.Errorf("%v with %s a second time in round %d (want it once)", cell, target.Build(), at.number)
	}
	s.Values[at.number-1] = value
	p.missing--
	timed, _ := measurement(r, "slices")
	clean, _ := measurement(r, "clean-slices")
	p.file.Slices, p.file.Clean = p.file.Slices+timed, p.file.Clean+clean
	return nil
}

// lengthen gives a series at least as many values as there are rounds.
func (p *parser) lengthen(s *Series, rounds int) error {
	if p.missing += max(0, rounds-len(s.Values)); p.missing > maxMissing {
		return fmt.Errorf("more than %d values are missing (want rounds 1, 2, 3 and so on)", maxMissing)
	}
	for len(s.Values) < rounds {
		s.Values = append(s.Values, math.NaN())
	}
	return nil
}

// value returns the cycles of a line, and notes the clock that they were counted at: that of the round, or in older files what the line's
// nanoseconds say.
func (p *parser) value(r *benchfmt.Result, k key, clock float64) (float64, error) {
	value, err := time(r, "cycles"+k.per())
	if err != nil {
		return 0, err
	}
	if clock == 0 {
		ns, err := time(r, "ns"+k.per())
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

// Limits of measurements, in cycles and in nanoseconds: an op may build and search for minutes, and a lookup, an answer or a node takes less than a
// second.
const (
	least, most, mostOfOp = 1e-6, 1e9, 1e12
)

// time returns a time of a line.
func time(r *benchfmt.Result, unit string) (float64, error) {
	value, ok := measurement(r, unit)
	most := most
	if strings.HasSuffix(unit, "/op") {
		most = mostOfOp
	}
	switch {
	case !ok:
		return 0, fmt.Errorf("no %s value (want cycles, and a clock in the line about the round, as slidebench bench writes them)", unit)
	case !(value >= least && value <= most):
		return 0, fmt.Errorf("%v %s (want %v to %v)", value, unit, least, most)
	}
	return value, nil
}

// counts returns an error if a value of a line is no count, share, speed or time: those are finite, and not negative.
func counts(r *benchfmt.Result) error {
	const most = 1e18
	for _, v := range r.Values {
		if v.OrigUnit == "" {
			v.OrigUnit, v.OrigValue = v.Unit, v.Value
		}
		if !(v.OrigValue >= 0 && v.OrigValue <= most) {
			return fmt.Errorf("%v %s (want 0 to %v)", v.OrigValue, v.OrigUnit, most)
		}
	}
	return nil
}

// measurement returns the value of a unit as it is written, before benchfmt turns nanoseconds into seconds.
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

// notSafe is the error of a text that some reader of a report would take for more than a text.
func notSafe(what, text string) error {
	return fmt.Errorf("%s is %.80q (want letters, digits and a few other characters)", what, text)
}

// check returns an error if a text of a target is not safe to show.
func (t Target) check() error {
	for _, f := range []struct{ key, value string }{{"machine", t.Machine}, {"features", t.Features}, {"goos", t.GOOS}, {"goarch", t.GOARCH}, {"corpus-digest", t.CorpusDigest},
		{"build", cmp.Or(t.Built.String(), "none")}} {
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

func parseTarget(r *benchfmt.Result) (Target, error) {
	var t Target
	other, goamd64 := strings.TrimSpace(r.GetConfig("build")), ""
	for _, f := range []struct {
		key   string
		value *string
	}{
		{"machine", &t.Machine}, {"cpu", &t.CPU}, {"features", &t.Features}, {"goos", &t.GOOS}, {"goarch", &t.GOARCH},
		{"goamd64", &goamd64}, {"corpus-digest", &t.CorpusDigest},
	} {
		*f.value = strings.TrimSpace(r.GetConfig(f.key))
		if f.key == "cpu" && *f.value == "" {
			*f.value = machine.Unknown // not every system tells a name
		}
		if *f.value == "" && (f.key != "goamd64" || t.GOARCH == "amd64" && other == "") {
			return Target{}, fmt.Errorf("missing configuration line %q", f.key+": ...")
		}
	}
	if t.GOARCH != "amd64" {
		goamd64 = "" // left over from what stands before in the file
	}
	var err error
	if t.Built, err = build.Parse(cmp.Or(other, goamd64)); err != nil {
		return Target{}, err
	}
	t.Questions, err = strconv.Atoi(strings.TrimSpace(r.GetConfig("questions")))
	if err != nil || t.Questions <= 0 {
		return Target{}, fmt.Errorf("questions are %q (want a positive number)", r.GetConfig("questions"))
	}
	return t, nil
}

func (k key) compare(l key) int {
	rank := func(m mode.Mode) int { return slices.Index(mode.All, m) }
	return cmp.Or(
		cmp.Compare(k.Machine, l.Machine), cmp.Compare(k.CPU, l.CPU), cmp.Compare(k.Features, l.Features),
		cmp.Compare(k.GOOS, l.GOOS), cmp.Compare(k.GOARCH, l.GOARCH),
		cmp.Compare(k.Questions, l.Questions), cmp.Compare(k.CorpusDigest, l.CorpusDigest),
		cmp.Compare(k.Foreign(), l.Foreign()), cmp.Compare(k.GOAMD64(), l.GOAMD64()), // last, as Highest expects
		cmp.Compare(k.piece, l.piece), cmp.Compare(rank(k.mode), rank(l.mode)),
		// Shorter first puts random4 before random16.
		cmp.Compare(len(k.corpus), len(l.corpus)), cmp.Compare(k.corpus, l.corpus),
	)
}

// SortTables sorts tables in the order of files.
func SortTables(tables []Table) {
	slices.SortFunc(tables, func(a, b Table) int {
		return key{a.Target, a.Piece, a.Mode, a.Corpus}.compare(key{b.Target, b.Piece, b.Mode, b.Corpus})
	})
}

// finish sorts the tables, makes all series equally long, and writes the notes.
func (p *parser) finish() error {
	clocks := map[Target]float64{}
	for target, all := range p.clocks {
		clocks[target] = stats.Median(all).Median
	}
	for k, series := range p.tables {
		t := Table{Target: k.Target, Piece: k.piece, Mode: k.mode, Corpus: k.corpus, Unit: "cycles" + k.per(), Clock: clocks[k.host()]}
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

// alike is the number of values from which on no two rounds have all of them in common: of the published files' rounds, two share at most 7 of 38.
const alike = 8

// checkRounds returns an error if two rounds have the same value in every cell: their clock is broken, or somebody copied lines.
func (f *File) checkRounds(rounds int) error {
	before := map[string]int{}
	for i := range rounds {
		var values []byte
		present := 0
		for _, t := range f.Tables {
			for _, s := range t.Series {
				values = binary.LittleEndian.AppendUint64(values, math.Float64bits(s.Values[i]))
				if !math.IsNaN(s.Values[i]) {
					present++
				}
			}
		}
		if present < alike {
			continue
		}
		if first := before[string(values)]; first > 0 {
			return fmt.Errorf("rounds %d and %d have the same values in all %d cells: their times mean nothing", first, i+1, present)
		}
		before[string(values)] = i + 1
	}
	return nil
}

// noteMissing says how many values are missing, where the named cells were to be measured in few rounds only.
func (f *File) noteMissing(few int, behind []string) {
	f.Missing = ""
	cells, lacking, open, values, lost := 0, 0, 0, 0, 0
	for _, t := range f.Tables {
		for _, s := range t.Series {
			want := t.Rounds
			if slices.Contains(behind, s.String()) {
				want = min(want, few)
			}
			cells++
			values += want
			if n := s.Measured(); n < want {
				lacking++
				lost += want - n
				if n < stats.MinRounds && want >= stats.MinRounds {
					open++
				}
			}
		}
	}
	if lacking > 0 {
		f.Missing = fmt.Sprintf("%d of %d cells lack a value in some rounds, %d of %d values in all", lacking, cells, lost, values)
		if open > 0 {
			f.Missing += fmt.Sprintf("; %d have too few for an interval", open)
		}
	}
}

// noteRounds says whether there are too few rounds.
func (f *File) noteRounds() {
	fewest, most := math.MaxInt, 0
	for _, t := range f.Tables {
		fewest, most = min(fewest, t.Rounds), max(most, t.Rounds)
	}
	some, there := "", ""
	if most >= stats.MinRounds {
		some, there = " in some tables", " there"
	}
	if fewest < stats.MinRounds {
		f.Notes = append(f.Notes, fmt.Sprintf("only %d rounds%s: at least %d are needed for a 95 %% interval, "+
			"so nothing can be significant%s", fewest, some, stats.MinRounds, there))
	}
}
