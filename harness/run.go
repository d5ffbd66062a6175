package harness

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/slidebench/slidebench/harness/machine"
	"github.com/slidebench/slidebench/harness/measure"
	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/harness/stats"
	"github.com/slidebench/slidebench/internal/atomicfile"
	"github.com/slidebench/slidebench/techniques/mode"
)

// Run is what one raw result file holds: rounds of cells, each round a fresh process for every level.
type Run struct {
	Setup
	Rounds int `json:"rounds"` // 0: as many as Budget has room for, at least stats.MinRounds, known after the first
	// Budget is how long the run may take on a machine that is not disturbed, where it chooses Rounds. They follow from how long
	// the first round takes, and not from its values.
	Budget time.Duration `json:"budget,omitempty"`
	// Cap is how long the run may wait for clean slices, and measure again what had none; 0: as long as it needs. Later it
	// goes on as on a quiet machine.
	Cap time.Duration `json:"cap,omitempty"`
	// Levels are GOAMD64 levels to build from the source tree, v3+simd being v3 with GOEXPERIMENT=simd; empty: measure this
	// program itself.
	Levels []string `json:"levels"`
	// Reduced has levels below the highest, and those with an experiment, measure only what compares levels.
	Reduced bool           `json:"reduced,omitempty"`
	Cells   []results.Cell `json:"-"`
	Names   []string       `json:"cells"` // the cells' names
}

// ownLevel returns the level that a program was built for, with its experiment, if any.
func ownLevel(f machine.Fingerprint) string {
	if f.GOAMD64 == "" || f.GOEXPERIMENT == "" {
		return f.GOAMD64
	}
	return f.GOAMD64 + "+" + strings.ReplaceAll(f.GOEXPERIMENT, ",", "+")
}

// CellsAt returns the cells that are measured in builds for a level.
func (r Run) CellsAt(level string) (cells []results.Cell) {
	few := r.Reduced && (experiment(level) != "" || slices.ContainsFunc(r.Levels, func(other string) bool {
		return experiment(other) == "" && other > level
	}))
	for _, c := range r.Cells {
		if atLevel(c, level, r.Reference) && (!few || comparesLevels(c, level)) {
			cells = append(cells, c)
		}
	}
	return cells
}

// OuterLevels returns the lowest and the highest level of all, and those with an experiment: what lies between tells little more.
func OuterLevels(levels []string) []string {
	plain := slices.DeleteFunc(slices.Clone(levels), func(level string) bool { return experiment(level) != "" })
	return slices.DeleteFunc(slices.Clone(levels), func(level string) bool {
		i := slices.Index(plain, level)
		return i > 0 && i < len(plain)-1
	})
}

// Builds returns those of the levels at which there is anything to measure.
func (r Run) Builds() []string {
	return slices.DeleteFunc(slices.Clone(r.Levels), func(level string) bool { return len(r.CellsAt(level)) == 0 })
}

// Record is what lies beside a raw result file: the circumstances, which differ between runs of one machine.
type Record struct {
	results.Circumstances
	Program  string            `json:"program"` // digest of the measured program, where it is not built from the source tree
	Command  string            `json:"command"` // what was typed
	Run      Run               `json:"run"`
	Skipped  []string          `json:"skipped"` // techniques that are not measured here, and why
	Corpora  map[string]string `json:"corpora"` // digests of the questions
	Machine  machine.Report    `json:"machine"`
	Segments []Segment         `json:"segments"`
	Canary   measure.Judge     `json:"canary"`            // all readings of the run
	Missing  []string          `json:"missing,omitempty"` // cells without a clean slice, with their rounds and levels
}

// Segment is one process of a round.
type Segment struct {
	Round   int              `json:"round"`           // from 1
	Level   string           `json:"goamd64"`         // "" off amd64
	Layout  int              `json:"layout"`          // seed of the order of functions, 0 if not drawn
	Started string           `json:"started"`         // RFC 3339
	Load    machine.Readings `json:"load"`            // of the machine, before it began
	Again   bool             `json:"again,omitempty"` // for cells that had no clean slice before
	// Quiet, Disturbed and Clock are what the canaries of this process saw: the turn of a core of one's own, the share of readings
	// above it, and the clock seen most, in GHz.
	Quiet     float64 `json:"quiet"`
	Disturbed float64 `json:"disturbed"`
	Clock     float64 `json:"clock"`
}

// Measurement is a run on its way into a file.
type Measurement struct {
	Record   Record
	Raw      io.Writer                        // takes whole lines
	Save     func(Record) error               // keeps the record, after every change
	Progress func(done, total int)            // called between cells
	Tell     func(format string, args ...any) // says in a line what a reader must know; nil: nobody listens
	Done     map[cellRound]bool               // that are in the file already

	positions map[results.Cell]int // slices in a pass, the same in all rounds
	lowest    map[string]lowest    // by level
	began     time.Time
	file      *os.File // that Raw writes to, nil if none
}

// Close closes the raw file.
func (m *Measurement) Close() error {
	if m.file == nil {
		return nil
	}
	return m.file.Close()
}

// Empty reports whether there is a raw file and nothing is in it.
func (m *Measurement) Empty() bool {
	if m.file == nil {
		return false
	}
	info, err := m.file.Stat()
	return err == nil && info.Size() == 0
}

// Discard closes the raw file and removes it and its record.
func (m *Measurement) Discard() error {
	if m.file == nil {
		return nil
	}
	return errors.Join(m.file.Close(), os.Remove(m.file.Name()), os.Remove(RecordPath(m.file.Name())))
}

// NewRecord describes a run that is about to begin.
func NewRecord(run Run, command string, skipped []string) (Record, error) {
	r := Record{Command: command, Run: run, Skipped: skipped, Corpora: map[string]string{}, Machine: machine.Inspect()}
	for _, cell := range run.Cells {
		r.Run.Names = append(r.Run.Names, cell.String())
		if r.Corpora[cell.Corpus] == "" && cell.Mode != string(mode.Init) {
			digest, err := digestOf(cell.Corpus, run.Setup)
			if err != nil {
				return r, err
			}
			r.Corpora[cell.Corpus] = digest
		}
	}
	r.Started = now()
	var err error
	r.Commit, r.Dirty, r.Toolchain, r.Program, err = run.program()
	return r, err
}

// program describes what is measured: the source tree here and the toolchain that builds it, or this very program.
func (r Run) program() (commit string, dirty bool, toolchain, digest string, err error) {
	if len(r.Levels) > 0 {
		if commit, dirty, err = checkout("."); err == nil {
			toolchain, err = output(exec.Command(goCommand(), "env", "GOVERSION"))
		}
		return commit, dirty, toolchain, "", err
	}
	commit, dirty = builtFrom()
	binary, err := os.Executable()
	if err != nil {
		return "", false, "", "", err
	}
	text, err := os.ReadFile(binary)
	return commit, dirty, runtime.Version(), fmt.Sprintf("sha256:%x", sha256.Sum256(text)), err
}

// same returns an error if what would be measured now is not what the record says is measured.
func (r *Record) same() error {
	commit, dirty, toolchain, digest, err := r.Run.program()
	switch {
	case err != nil:
		return err
	case commit != r.Commit || dirty != r.Dirty:
		return fmt.Errorf("commit %s (dirty: %v) is measured, and the tree is at %s (dirty: %v) now", r.Commit, r.Dirty, commit, dirty)
	case toolchain != r.Toolchain:
		return fmt.Errorf("it is built with %s, and this is %s", r.Toolchain, toolchain)
	case digest != r.Program:
		return errors.New("another program is measured than this one")
	}
	return nil
}

// resumable returns an error if going on with the record here would put two things under one name.
func (r *Record) resumable() error {
	switch {
	case r.Finished != "":
		return errors.New("it is complete")
	case len(r.Run.Levels) > 0 && r.Dirty:
		return errors.New("it measures a dirty tree, which may have changed since")
	case !reflect.DeepEqual(r.Machine.Fingerprint, machine.Detect()):
		return fmt.Errorf("it was measured on another machine, or this one has changed: %s", r.Machine.Fingerprint.Slug())
	}
	return r.same()
}

func now() string { return time.Now().UTC().Format(time.RFC3339) }

// checkout describes the commit of the source tree around a directory. Changes under results/ do not make it dirty.
func checkout(dir string) (commit string, dirty bool, err error) {
	if commit, err = git(dir, "rev-parse", "--short=12", "HEAD"); err != nil {
		return "", false, err
	}
	status, err := git(dir, "status", "--porcelain", "--", ":/", ":(exclude,top)results")
	return commit, status != "", err
}

// builtFrom describes the commit that this program says it was built from.
func builtFrom() (commit string, dirty bool) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "", false
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			commit = s.Value[:min(12, len(s.Value))]
		case "vcs.modified":
			dirty = s.Value == "true"
		}
	}
	return commit, dirty
}

// corpusDigest identifies the usual questions of a setup. It heads every segment, and files compare only where it is the same, so
// that it is of these corpora for good: the record has the digest of each that was asked, sets and moves included.
func corpusDigest(s Setup) (string, error) {
	h := fnv.New64a()
	for _, name := range Corpora {
		digest, err := digestOf(name, s)
		if err != nil {
			return "", err
		}
		io.WriteString(h, digest)
	}
	return fmt.Sprintf("%016x", h.Sum64()), nil
}

// cellRound is a cell in one round of one level.
type cellRound struct {
	round int
	level string
	cell  results.Cell
}

// Do measures what is not in the file yet, and then once more what had no clean slice.
func (m *Measurement) Do(ctx context.Context) error {
	run := &m.Record.Run
	digest, err := corpusDigest(run.Setup)
	if err != nil {
		return err
	}
	temp, err := os.MkdirTemp("", "slidebench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)

	levels := run.Builds()
	if len(run.Levels) == 0 {
		levels = []string{ownLevel(m.Record.Machine.Fingerprint)}
	}
	m.began, m.positions, m.lowest = time.Now(), map[results.Cell]int{}, map[string]lowest{}
	for _, level := range levels {
		m.lowest[level] = lowest{}
	}
	if err := survey(&m.Record.Canary, run.CPU, run.Cap, m.tell); err != nil {
		return err
	}
	total, done := 0, 0
	for _, level := range levels {
		total += len(run.CellsAt(level))
	}
	rounds := func() int { return cmp.Or(run.Rounds, stats.MinRounds) }
	tick := func() {
		done++
		m.Progress(min(done, rounds()*total), rounds()*total)
	}
	var missing []cellRound
	for round := 1; round <= rounds(); round++ {
		began, measured := time.Now(), 0
		rng := rand.New(rand.NewPCG(run.Seed, uint64(round)))
		for _, l := range rng.Perm(len(levels)) {
			s := Segment{Round: round, Level: levels[l]}
			cells := slices.DeleteFunc(run.CellsAt(s.Level), func(c results.Cell) bool { return m.Done[cellRound{round, s.Level, c}] })
			done += len(run.CellsAt(s.Level)) - len(cells)
			measured += len(cells)
			without, err := m.segment(ctx, s, cells, rng, temp, digest, tick)
			if err != nil {
				return fmt.Errorf("round %d: %w", round, err)
			}
			missing = append(missing, without...)
		}
		if run.Rounds == 0 {
			run.Rounds = stats.MinRounds
			if measured > 0 { // else the first round was measured before the run was resumed
				whole := time.Since(began) * time.Duration(total) / time.Duration(measured)
				run.Rounds = max(stats.MinRounds, int(run.Budget/whole))
			}
			if err := m.Save(m.Record); err != nil {
				return err
			}
		}
	}
	if missing, err = m.again(ctx, missing, temp, digest); err != nil {
		return err
	}
	if err := m.Record.same(); err != nil {
		return err
	}
	m.conclude(missing)
	m.Record.Finished = now()
	return m.Save(m.Record)
}

// late reports whether the run has taken as long as it may.
func (m *Measurement) late() bool {
	return m.Record.Run.Cap > 0 && time.Since(m.began) > m.Record.Run.Cap
}

// tell says a line to whoever listens.
func (m *Measurement) tell(format string, args ...any) {
	if m.Tell != nil {
		m.Tell(format, args...)
	}
}

// survey takes a first look at the machine, and tells what that means for what is about to be measured.
func survey(judge *measure.Judge, cpu int, most time.Duration, tell func(format string, args ...any)) error {
	readings, err := machine.Watch(cpu, surveyTime)
	if err != nil {
		return err
	}
	judge.Known = machine.Known(machine.Detect())
	judge.Add(readings...)
	longer, limit := "", ""
	if d := judge.Disturbed(); d > 0.05 && d < 1 {
		longer = fmt.Sprintf(": measuring takes about %.2g times as long as on a quiet machine", 1/(1-d))
	}
	if most > 0 {
		limit = fmt.Sprintf("; it waits for better times for %v at most (--cap)", most)
	}
	tell("disturbed %.0f %% of the time now%s%s", 100*judge.Disturbed(), longer, limit)
	if judge.NeverQuiet() {
		tell("warning: this core was never quiet: a neighbour seems to work on it all the time (stop what runs here, or choose another --cpu)")
	}
	return nil
}

// surveyTime is how long the canary looks before a run.
const surveyTime = time.Second

// again measures cells that had no clean slice once more, in the builds of their rounds, and returns those that still have none.
func (m *Measurement) again(ctx context.Context, missing []cellRound, temp, digest string) (still []cellRound, err error) {
	for len(missing) > 0 && !m.late() {
		first := missing[0]
		var cells []results.Cell
		missing = slices.DeleteFunc(missing, func(x cellRound) bool {
			same := x.round == first.round && x.level == first.level
			if same {
				cells = append(cells, x.cell)
			}
			return same
		})
		rng := rand.New(rand.NewPCG(m.Record.Run.Seed, uint64(first.round)))
		without, err := m.segment(ctx, Segment{Round: first.round, Level: first.level, Again: true}, cells, rng, temp, digest, func() {})
		if err != nil {
			return nil, fmt.Errorf("round %d, once more: %w", first.round, err)
		}
		still = append(still, without...)
	}
	return append(still, missing...), nil
}

// conclude records what is missing, and tells it.
func (m *Measurement) conclude(missing []cellRound) {
	m.Record.Missing = nil
	for _, x := range missing {
		m.Record.Missing = append(m.Record.Missing, fmt.Sprintf("round %d %s %v", x.round, x.level, x.cell))
	}
	if n := len(missing); n > 0 {
		m.tell("%d values are missing, for want of a clean slice of work: %v in round %d is the first (the record has all); stop what else runs here, or choose another --cpu",
			n, missing[0].cell, missing[0].round)
	}
	if run := m.Record.Run; m.late() {
		m.tell("nothing was waited for after %v (--cap)", run.Cap)
	}
}

// segment measures cells in one fresh process, and returns those that had no clean slice.
func (m *Measurement) segment(ctx context.Context, s Segment, cells []results.Cell, rng *rand.Rand, temp, digest string, tick func()) (without []cellRound, err error) {
	if len(cells) == 0 {
		return nil, nil
	}
	if err := m.Record.same(); err != nil {
		return nil, err
	}
	binary, err := os.Executable()
	if len(m.Record.Run.Levels) > 0 {
		s.Layout = s.Round
		binary, err = build(ctx, ".", s.Level, s.Layout, temp)
		defer os.Remove(binary)
	}
	if err != nil {
		return nil, err
	}
	s.Started, s.Load = now(), machine.Load(m.Record.Run.CPU)
	p, err := start(ctx, binary, m.Record.Run.Setup, s.Round)
	if err != nil {
		return nil, err
	}
	var seen measure.Judge
	tallies, err := m.visits(p, cells, rng, &seen, m.lowest[s.Level], tick)
	if err = errors.Join(err, p.stop()); err != nil {
		return nil, err
	}
	s.Quiet, s.Disturbed = seen.Quiet(), seen.Disturbed()
	s.Clock, _ = seen.Clock()
	m.Record.Segments = append(m.Record.Segments, s)
	if err := m.Save(m.Record); err != nil {
		return nil, err
	}
	var lines strings.Builder
	lines.WriteString(m.config(s, digest))
	for i, c := range cells {
		if cycles := valueOf(&tallies[i], c, &m.Record.Canary); !math.IsNaN(cycles) {
			lines.WriteString(tallies[i].Line(c.String(), cycles, &m.Record.Canary) + "\n")
		} else {
			without = append(without, cellRound{s.Round, s.Level, c})
		}
	}
	_, err = io.WriteString(m.Raw, lines.String())
	return without, err
}

// visits has cells visited in turn, in another order each time, and then those again that lack clean slices. What is seen of the
// machine goes to the record and to seen, and the values to lowest.
func (m *Measurement) visits(p *process, cells []results.Cell, rng *rand.Rand, seen *measure.Judge, lowest lowest, tick func()) ([]measure.Tally, error) {
	judge := &m.Record.Canary
	tallies := make([]measure.Tally, len(cells))
	for n := 0; n < measure.MaxVisits && (n < measure.MinVisits || !m.late()); n++ {
		began, visited := time.Now(), 0
		for _, i := range wideLast(cells, rng.Perm(len(cells))) {
			if !wantsVisit(&tallies[i], cells[i], judge, lowest[cells[i]]) {
				continue
			}
			v, err := p.visit(cells[i], m.positions[cells[i]], judge.Limit(), m.late())
			if err != nil {
				return nil, err
			}
			m.positions[cells[i]] = v.Positions
			judge.Add(v.Readings...)
			seen.Add(v.Readings...)
			tallies[i].Visits = append(tallies[i].Visits, v)
			visited++
			if n == 0 {
				tick()
			}
		}
		// Visits to few cells follow each other closely, and what disturbs lasts for a while.
		if rest := apart - time.Since(began); visited > 0 && n >= measure.MinVisits && rest > 0 {
			time.Sleep(rest)
		}
	}
	for i, c := range cells {
		lowest.add(c, valueOf(&tallies[i], c, judge))
	}
	return tallies, nil
}

// apart is how long visits beyond the first few are apart, at least.
const apart = 100 * time.Millisecond

// lowest has the lowest value of each cell in all rounds so far.
type lowest map[results.Cell]float64

func (l lowest) add(c results.Cell, value float64) {
	if before, ok := l[c]; !math.IsNaN(value) && (!ok || value < before) {
		l[c] = value
	}
}

// A search for factors takes long, and is the same one in every visit of a round: cleanSearches of them are enough, and searches the most.
const (
	cleanSearches = 2
	searches      = 6
)

// valueOf returns a cell's cycles in a round, NaN if it has none yet. Of searches the quickest clean one counts, and where any slice
// is taken for clean one visit is enough.
func valueOf(t *measure.Tally, c results.Cell, judge *measure.Judge) float64 {
	if c.Corpus == searched || judge.Any {
		return t.Once(judge)
	}
	return t.Value(judge)
}

// wantsVisit reports whether a cell is to be visited once more in a round, given the lowest value of other rounds.
func wantsVisit(t *measure.Tally, c results.Cell, judge *measure.Judge, others float64) bool {
	if judge.Any {
		return len(t.Visits) == 0
	}
	if c.Corpus == searched {
		clean, all := t.Clean(judge)
		return clean < cleanSearches && all < searches
	}
	return t.Wants(judge, others)
}

// wideLast moves the cells of techniques that need AVX-512 to the end of an order: a processor that lowers its frequency for them,
// or stalls while it does so, may go on for some time after.
func wideLast(cells []results.Cell, order []int) []int {
	var sorted, wide []int
	for _, i := range order {
		if needs(cells[i].Technique, "avx512") {
			wide = append(wide, i)
		} else {
			sorted = append(sorted, i)
		}
	}
	return append(sorted, wide...)
}

// config is the head of a segment: what is stable for machine, build target and questions, and nothing else, since tools
// put results into separate tables where it differs. The round, which differs, stands in a line that they skip.
func (m *Measurement) config(s Segment, digest string) string {
	f := m.Record.Machine.Fingerprint
	var b strings.Builder
	line := func(key string, value any) { fmt.Fprintf(&b, "%s: %v\n", key, value) }
	line("goos", runtime.GOOS)
	line("goarch", runtime.GOARCH)
	line("cpu", f.CPU)
	line("machine", f.Slug())
	line("features", f.FeatureSet())
	if s.Level != "" {
		line("goamd64", s.Level)
	}
	line("questions", m.Record.Run.Questions)
	line("corpus-digest", digest)
	line("reference", m.Record.Run.Reference)
	for _, unit := range []string{"cycles/lookup", "ns/lookup", "cycles/op"} {
		fmt.Fprintf(&b, "Unit %s better=lower\n", unit)
	}
	b.WriteString("Unit table-bytes better=lower assume=exact\n")
	fmt.Fprintf(&b, "%s%d\n", results.RoundLine, s.Round)
	return b.String()
}

// rawFile appends whole lines to a file. What could not be written whole is taken back, so the file stays valid when
// the disk is full.
type rawFile struct {
	*os.File
	size int64
}

func (f *rawFile) Write(lines []byte) (int, error) {
	n, err := f.File.Write(lines)
	if err != nil {
		_ = f.File.Truncate(f.size)
		return 0, err
	}
	f.size += int64(n)
	return n, nil
}

// RecordPath returns the place of the record beside a raw file.
func RecordPath(raw string) string { return strings.TrimSuffix(raw, filepath.Ext(raw)) + ".json" }

// Create begins a raw file and its record. Existing files are not overwritten.
func Create(path string, record Record) (*Measurement, error) {
	if RecordPath(path) == path {
		return nil, fmt.Errorf("bad name %q for a raw file: its record is to have that name (want .txt)", path)
	}
	if _, err := os.Lstat(RecordPath(path)); err == nil {
		return nil, fmt.Errorf("%s, the place of the record, exists", RecordPath(path))
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return nil, err
	}
	m := &Measurement{Record: record, Raw: &rawFile{File: f}, Save: saver(path), file: f}
	if err := m.Save(record); err != nil {
		return nil, errors.Join(err, f.Close(), os.Remove(path))
	}
	return m, nil
}

// Resume goes on with a raw file whose run was stopped or killed. What stands in a last line that was not written whole is
// measured again.
func Resume(path string) (*Measurement, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	text = text[:bytes.LastIndexByte(text, '\n')+1]
	m := &Measurement{Save: saver(path), Done: map[cellRound]bool{}}
	if err := readRecord(RecordPath(path), &m.Record); err != nil {
		return nil, err
	}
	if err := machine.Hide(m.Record.Run.Without); err != nil {
		return nil, err
	}
	if err := m.Record.resumable(); err != nil {
		return nil, fmt.Errorf("%s cannot be resumed: %w", path, err)
	}
	at := cellRound{}
	for lines := bufio.NewScanner(bytes.NewReader(text)); lines.Scan(); {
		if value, found := strings.CutPrefix(lines.Text(), "goamd64: "); found {
			at.level = value
		}
		if value, found := strings.CutPrefix(lines.Text(), results.RoundLine); found {
			if at.round, err = strconv.Atoi(value); err != nil {
				return nil, fmt.Errorf("%s: bad round %q", path, value)
			}
		}
		name, _, ok := strings.Cut(lines.Text(), "\t")
		if ok && strings.HasPrefix(name, "Benchmark") {
			if at.round == 0 {
				return nil, fmt.Errorf("%s cannot be resumed: it has no rounds, as files of older versions", path)
			}
			if at.cell, err = results.ParseName(strings.TrimSpace(name)); err != nil {
				return nil, err
			}
			m.Done[at] = true
		}
	}
	f, err := os.OpenFile(path, os.O_WRONLY, 0o644)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(f.Truncate(int64(len(text))), seekEnd(f)); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	m.Raw, m.file = &rawFile{File: f, size: int64(len(text))}, f
	return m, nil
}

func seekEnd(f *os.File) error {
	_, err := f.Seek(0, io.SeekEnd)
	return err
}

func readRecord(path string, r *Record) error {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s is missing: without it a run cannot be resumed", path)
	}
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, r); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	r.Run.Cells = nil
	for _, name := range r.Run.Names {
		cell, err := results.ParseName(name)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		r.Run.Cells = append(r.Run.Cells, cell)
	}
	return nil
}

func saver(path string) func(Record) error {
	return func(r Record) error {
		text, err := json.MarshalIndent(r, "", "  ")
		if err != nil {
			return err
		}
		return atomicfile.Write(RecordPath(path), append(text, '\n'))
	}
}
