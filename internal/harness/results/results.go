// Package results has raw result files: text in the Go benchmark format, written by slidebench bench and never edited. Package runs joins several of them. Reading is
// strict, because nobody can check a number if lines were skipped in silence.
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
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/atomicfile"
	"github.com/slidebench/slidebench/internal/harness/build"
	"github.com/slidebench/slidebench/internal/harness/digest"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/machine"
	"github.com/slidebench/slidebench/internal/harness/stats"
	"github.com/slidebench/slidebench/internal/input"
	"github.com/slidebench/slidebench/internal/techniques/mode"
)

// Target is what comparable values have in common: the machine, the build, and the questions.
type Target struct {
	Machine, CPU, Features string
	GOOS, GOARCH           string
	Built                  build.Build
	Questions              int
	CorpusDigest           string
}

// Build names the build for reports: "GOAMD64=v3", or "GOARCH=arm64" where Go has no levels; in other languages and WebAssembly by its spelling, "c-gcc".
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
	if t.Built.Language = ""; t.Built == (build.Build{}) { // in this copy of t
		return name
	}
	return fmt.Sprintf("%s (%v)", name, t.Built)
}

// InGo reports whether the build is in Go.
func (t Target) InGo() bool { return t.Built.Language == "" }

// Experiment returns the option of a build in Go: a GOEXPERIMENT, with which a build has few techniques, or NoChecks; "" for none.
func (t Target) Experiment() string {
	if t.InGo() {
		return t.Built.Option
	}
	return ""
}

// restricted stands in a machine's name before the features that were hidden.
const restricted = "-without-"

// Beside ends the name of a machine that was measured beside a neighbour on its core.
const Beside = "-beside-a-neighbour"

// Beside reports whether the machine was measured beside a neighbour on its core.
func (t Target) Beside() bool { return strings.HasSuffix(t.Machine, Beside) }

// Restricted reports whether the machine was measured with hidden features, or beside a neighbour. Summaries leave such results out.
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

// ShortName names the machine by its last words, for a list of machines: "Zen 4" for amd-epyc-zen-4-vm. If another machine has taken that name, the second word follows:
// "Zen 5, oxide". Hidden features, and a neighbour, follow in parentheses, as in MachineName.
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

// host returns the target without its build: what all builds of a machine have in common.
func (t Target) host() Target { return t.With(build.Build{}) }

// SameHost reports whether two targets differ at most by their builds.
func (t Target) SameHost(u Target) bool { return t.host() == u.host() }

// Key identifies a table of a file.
type Key struct {
	Target
	Piece  board.Piece
	Mode   mode.Mode
	Corpus string
}

// Table holds the series that may be compared with each other, all with as many values, missing ones included.
type Table struct {
	Key
	Unit   string   // of the values: cycles/lookup, for init cycles/op
	Clock  float64  // GHz, to convert cycles to nanoseconds; all tables of a machine share it
	Rounds int      // in which any of the series, but those that are Older, has a value
	Series []Series // sorted by row
}

// Nanoseconds returns the factor from the table's cycles to nanoseconds.
func (t *Table) Nanoseconds() float64 { return 1 / t.Clock }

// Find returns the series of a row, as Series.Row names it, or nil.
func (t *Table) Find(row string) *Series {
	return t.find(func(s *Series) bool { return s.Row() == row })
}

// AA returns the second row of the reference, or nil.
func (t *Table) AA() *Series {
	return t.find(func(s *Series) bool { return s.AA })
}

// find returns the first wanted series, or nil.
func (t *Table) find(wanted func(s *Series) bool) *Series {
	for i := range t.Series {
		if wanted(&t.Series[i]) {
			return &t.Series[i]
		}
	}
	return nil
}

// Size is the size of a technique's tables in bytes. If it is unknown, TableBytes is the size of the data in the technique's object file.
type Size struct {
	TableBytes  int64
	SizeUnknown bool
}

// CompareSizes orders sizes. Unknown sizes count as larger than all others.
func CompareSizes(s, t Size) int {
	if s.SizeUnknown != t.SizeUnknown {
		return map[bool]int{true: 1, false: -1}[s.SizeUnknown]
	}
	return cmp.Compare(s.TableBytes, t.TableBytes)
}

// AtMost reports whether a size is known to be at most so many bytes. Every size, even an unknown one, is at most math.MaxInt64.
func (s Size) AtMost(bytes int64) bool {
	return s.TableBytes <= bytes && !s.SizeUnknown || bytes == math.MaxInt64
}

// SizeText formats the size like Bytes. For an unknown size it names that of the data in the technique's object file.
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

// Circumstances are a run's record, in the .json beside its raw file. They differ between runs of one machine, so they are not part of a target. All are zero if there is
// no such file.
type Circumstances struct {
	Commit    string `json:"commit"`
	Dirty     bool   `json:"dirty"`
	Toolchain string `json:"toolchain"`
	Started   string `json:"started"`  // RFC 3339
	Finished  string `json:"finished"` // RFC 3339; empty while the run lasts, or if it was stopped
	// TimerStep is the smallest step of the clock in nanoseconds; 0 in older records.
	TimerStep float64 `json:"timerStep,omitempty"`
	// Runner names the CI service of the run, from machine.Runner.
	Runner string `json:"runner,omitempty"`
	// Guests are the measured techniques of other repositories, with their import paths or files, the compiler's flags, and the builds that inline their lookups.
	Guests map[string]string `json:"guests,omitempty"`
	// Digests are digests of the code behind the measured cells; nil in older records.
	Digests digest.Parts `json:"digests,omitempty"`
	Command string       `json:"command"` // the command line that was typed
}

// BundleCommand is the program in a bundle that people start.
const BundleCommand = "slidebench-bench"

// Bench returns the name of the command that measured; the same command can resume the run.
func (c Circumstances) Bench() string {
	if program, _, _ := strings.Cut(c.Command, " "); program == BundleCommand {
		return program
	}
	return "slidebench bench"
}

// Revision describes the measured commit in a few words: "commit 1234567890ab", perhaps with "(dirty)", or "commit unknown".
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
	Facts Facts                       // about its techniques, set by readers that have them; nil if there are none
	Aside func(technique string) bool // reports whether it is a baseline only, never recommended; nil: none is
	// Today returns the bytes of tables that a technique's queen reads in today's code, -1 if that depends on the processor; nil if nobody has set it.
	Today  func(technique string) int64
	Tables []Table  // by target, piece, mode, corpus
	Notes  []string // what a reader of the numbers must know
	// Missing says how many cells lack a value in some round, "" for none. Their other values count all the same.
	Missing string
	LeftOut []grid.Cell // controls without an interval
	// Slices is the number of timed slices of work, and Clean the number of undisturbed ones; 0 in older files.
	Slices, Clean float64

	Compilers map[string]string // their versions and flags, by build
	Corpora   map[string]string // the digests of corpora, by name

	Runs []*File // from which package runs has made the file, the oldest first; nil for one run
}

// Of returns the newest run that measured a series of the file.
func (f *File) Of(s *Series) *File {
	if s.Newest != nil {
		return s.Newest
	}
	return f
}

// Code returns the digests of the measured code, from the record or by the commit; nil if they are unknown.
func (f *File) Code() digest.Parts {
	if f.Digests != nil {
		return f.Digests
	}
	if f.Dirty {
		return nil
	}
	return digest.At(f.Commit)
}

// Targets returns the targets of the file, in the order of its tables: a machine's lowest GOAMD64 comes first.
func (f *File) Targets() []Target {
	var targets []Target
	for _, t := range f.Tables {
		if len(targets) == 0 || targets[len(targets)-1] != t.Target {
			targets = append(targets, t.Target)
		}
	}
	return targets
}

// Highest returns, for each machine, the target of Go's highest level without options: the last in the order of Targets.
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

// Foreign returns the targets in other languages on the machine of a target in Go, in the order of their names.
func (f *File) Foreign(inGo Target) (targets []Target) {
	for _, t := range f.Targets() {
		if !t.InGo() && t.SameHost(inGo) {
			targets = append(targets, t)
		}
	}
	return targets
}

// Advised returns the targets that advice is given for: of each machine Go's highest level, and all builds in other languages.
func (f *File) Advised() (targets []Target) {
	highest := f.Highest()
	return slices.DeleteFunc(f.Targets(), func(t Target) bool { return t.InGo() && !slices.Contains(highest, t) })
}

// Table returns the table of a target, piece, mode and corpus, or nil.
func (f *File) Table(target Target, piece board.Piece, m mode.Mode, corpus string) *Table {
	for i := range f.Tables {
		if t := &f.Tables[i]; t.Key == (Key{target, piece, m, corpus}) {
			return t
		}
	}
	return nil
}

// Decompress returns the text of a file; if its first bytes are gzip's, it decompresses it.
func Decompress(file []byte) ([]byte, error) {
	return input.From(bytes.NewReader(file), int64(len(file)), input.Most, true)
}

// Compress replaces a raw file and its record by compressed ones, x.txt.gz and x.json.gz. It puts the lines of each cell together, which saves a quarter.
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

// Gzip returns a text compressed, for Decompress.
func Gzip(text []byte) []byte {
	var b bytes.Buffer
	z, _ := gzip.NewWriterLevel(&b, gzip.BestCompression) // there is this level
	_, _ = z.Write(text)                                  // a buffer takes everything
	_ = z.Close()
	return b.Bytes()
}

// byCell returns a raw file's text with the lines of a cell in a build together, each below its round. It leaves texts without benchmark lines alone.
func byCell(text []byte) []byte {
	type group struct{ head, lines string }
	var groups []*group
	of := map[string]*group{}            // by head and name
	head, round, inHead := "", "", false // head: the lines before a process's first benchmark, but that about its round; inHead: until that benchmark
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

// RecordPath returns the path of the record, not compressed, that belongs to a raw file, compressed or not.
func RecordPath(raw string) string {
	raw = strings.TrimSuffix(raw, ".gz")
	return strings.TrimSuffix(raw, filepath.Ext(raw)) + ".json"
}

// ReadText reads a file that may be compressed.
func ReadText(path string) ([]byte, error) { return input.ReadText(path, input.Most) }

// ReadRecord reads the record beside a raw file, compressed or not, and returns its path, too.
func ReadRecord(raw string) (text []byte, path string, err error) {
	path = RecordPath(raw)
	if err = input.CheckFound(path); errors.Is(err, fs.ErrNotExist) {
		if err = input.CheckFound(path + ".gz"); !errors.Is(err, fs.ErrNotExist) {
			path += ".gz"
		}
	}
	if err == nil {
		text, err = ReadText(path)
	}
	return text, path, err
}

// Read reads the raw file at path, compressed or not, and the record beside it, if there is one. An error is one line.
func Read(path string) (*File, error) {
	if strings.ContainsFunc(path, func(r rune) bool { return !unicode.IsPrint(r) || strings.ContainsRune("<>|`", r) }) || !utf8.ValidString(path) {
		return nil, fmt.Errorf("cannot read result file %q: want a name without <, >, |, ` and characters that do not print", path)
	}
	if strings.ContainsAny(path[:min(1, len(path))], "=+-@") {
		path = "./" + path // so that no spreadsheet takes the name for a formula
	}
	data, err := ReadText(path)
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
	var planned struct { // keys of the record that Circumstances lack
		Run struct {
			Few    int      // see noteMissing
			Behind []string // cells
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

// superseded has, by technique, the commits at which its name stood for other code, whose times say nothing about today's: at these, best chose among techniques when a
// program started. results/README.md tells it.
var superseded = map[string][]string{"best": {"d0500db36ec8", "3ebd4a5260d9", "08616762fa01", "15416486ba05", "7f6e7ee01c86", "eb202771dbdc"}}

// leaveOutSuperseded removes the rows of techniques whose name stood for other code when the file was measured, by its commit.
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

// leaveOutControls removes controls that lack an interval in a table with enough rounds for one: without an interval they bound nothing.
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

// cause returns an error of package os without its operation and path: messages here name the file themselves.
func cause(err error) error {
	if pathErr, ok := errors.AsType[*fs.PathError](err); ok {
		return pathErr.Err
	}
	return err
}

// SortTables sorts tables in the order that they have in files.
func SortTables(tables []Table) {
	slices.SortFunc(tables, func(a, b Table) int { return a.Key.compare(b.Key) })
}

// alike is the least number of common cells from which two rounds are compared: in fewer, honest rounds may be equal by chance. Published rounds share at most 7 of 38.
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

// noteMissing sets Missing. Cells behind the fastest, by their names, were planned for a few rounds only: it wants no more values of them.
func (f *File) noteMissing(few int, behind []string) {
	f.Missing = ""
	cells, lacking, open, values, lost := 0, 0, 0, 0, 0 // lacking: cells without some value; open: those without an interval; lost: of the values, those missing
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

// noteRounds adds a note if there are too few rounds for intervals.
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
