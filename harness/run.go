package harness

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/slidebench/slidebench/harness/machine"
	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/internal/atomicfile"
	"github.com/slidebench/slidebench/techniques"
)

// Run is what one raw result file holds: rounds of cells, each round a fresh process for every level.
type Run struct {
	Setup
	Rounds int `json:"rounds"`
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
}

// Segment is one process of a round.
type Segment struct {
	Round   int              `json:"round"`   // from 1
	Level   string           `json:"goamd64"` // "" off amd64
	Layout  int              `json:"layout"`  // seed of the order of functions, 0 if not drawn
	Started string           `json:"started"` // RFC 3339
	Load    machine.Readings `json:"load"`    // of the machine, before it began
	// AroundWide are the times of one cell of the reference before and after the cells that use AVX-512, visit by visit: where
	// the second are longer, wide instructions slow down what comes after them.
	AroundWide [][2]float64 `json:"aroundWide,omitempty"`
}

// Measurement is a run on its way into a file.
type Measurement struct {
	Record   Record
	Raw      io.Writer                 // takes whole lines
	Save     func(Record) error        // keeps the record, after every change
	Progress func(done, total int)     // called between cells
	Done     map[string]map[string]int // rounds that are in the file already, by level and cell

	file *os.File // that Raw writes to, nil if none
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
		if r.Corpora[cell.Corpus] == "" && cell.Mode != string(techniques.Init) {
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

// Do measures what is not in the file yet.
func (m *Measurement) Do(ctx context.Context) error {
	run := m.Record.Run
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
	total, done := 0, 0
	for _, level := range levels {
		total += run.Rounds * len(run.CellsAt(level)) * Visits
	}
	for round := 1; round <= run.Rounds; round++ {
		rng := rand.New(rand.NewPCG(run.Seed, uint64(round)))
		for _, l := range rng.Perm(len(levels)) {
			level := levels[l]
			cells := run.CellsAt(level)
			order := rng.Perm(len(cells))
			var missing []results.Cell
			for _, i := range order {
				if m.Done[level][cells[i].String()] < round {
					missing = append(missing, cells[i])
				}
			}
			done += (len(order) - len(missing)) * Visits
			if len(missing) == 0 {
				continue
			}
			if err := m.segment(ctx, Segment{Round: round, Level: level}, missing, rng, temp, digest, func() {
				done++
				m.Progress(done, total)
			}); err != nil {
				return fmt.Errorf("round %d: %w", round, err)
			}
		}
	}
	if err := m.Record.same(); err != nil {
		return err
	}
	m.Record.Finished = now()
	return m.Save(m.Record)
}

// Visits is how often a cell is measured within a round. What disturbs a process can only add to a time, and comes and goes:
// of the visits, which lie apart, the quickest is the value of the round.
const Visits = 4

// segment measures cells in one fresh process: all of them in turn, in another order each time, for as many times as there
// are visits. A cell's line is written after its last visit.
func (m *Measurement) segment(ctx context.Context, s Segment, cells []results.Cell, rng *rand.Rand, temp, digest string, tick func()) error {
	if err := m.Record.same(); err != nil {
		return err
	}
	binary, err := os.Executable()
	if len(m.Record.Run.Levels) > 0 {
		s.Layout = s.Round
		binary, err = build(ctx, ".", s.Level, s.Layout, temp)
		defer os.Remove(binary)
	}
	if err != nil {
		return err
	}
	s.Started, s.Load = now(), machine.Load(m.Record.Run.CPU)
	m.Record.Segments = append(m.Record.Segments, s)
	if err := m.Save(m.Record); err != nil {
		return err
	}
	p, err := start(ctx, binary, m.Record.Run.Setup, s.Round)
	if err != nil {
		return err
	}
	if _, err := io.WriteString(m.Raw, m.config(s.Level, digest)); err != nil {
		return errors.Join(err, p.stop())
	}
	quickest := make([]visit, len(cells))
	for n := range Visits {
		order, wide := wideLast(cells, rng.Perm(len(cells)))
		var around [2]float64
		for at, i := range order {
			if at == wide {
				if around[0], err = p.control(m.Record.Run.Reference); err != nil {
					return err
				}
			}
			if last := n == Visits-1; last || !once(cells[i]) {
				v, err := p.measure(cells[i])
				if err != nil {
					return err
				}
				quickest[i] = quicker(quickest[i], v)
				if last {
					if _, err := io.WriteString(m.Raw, quickest[i].line+"\n"); err != nil {
						return errors.Join(err, p.stop())
					}
				}
			}
			tick()
		}
		if wide < len(order) {
			if around[1], err = p.control(m.Record.Run.Reference); err != nil {
				return err
			}
			segment := &m.Record.Segments[len(m.Record.Segments)-1]
			segment.AroundWide = append(segment.AroundWide, around)
		}
	}
	return p.stop()
}

// wideLast moves the cells of techniques that need AVX-512 to the end of an order, and returns where they begin: a processor that
// lowers its frequency for them does so for some time after. Behind them comes the control, which does not count.
func wideLast(cells []results.Cell, order []int) (sorted []int, begin int) {
	var wide []int
	for _, i := range order {
		if needs(cells[i].Technique, "avx512") {
			wide = append(wide, i)
		} else {
			sorted = append(sorted, i)
		}
	}
	return append(sorted, wide...), len(sorted)
}

// config is the head of a segment: what is stable for machine, build target and questions, and nothing else, since tools
// put results into separate tables where it differs.
func (m *Measurement) config(level, digest string) string {
	f := m.Record.Machine.Fingerprint
	var b strings.Builder
	line := func(key string, value any) { fmt.Fprintf(&b, "%s: %v\n", key, value) }
	line("goos", runtime.GOOS)
	line("goarch", runtime.GOARCH)
	line("cpu", f.CPU)
	line("machine", f.Slug())
	line("features", f.FeatureSet())
	if level != "" {
		line("goamd64", level)
	}
	line("questions", m.Record.Run.Questions)
	line("corpus-digest", digest)
	line("reference", m.Record.Run.Reference)
	b.WriteString("Unit ns/lookup better=lower\nUnit table-bytes better=lower assume=exact\n")
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
	m := &Measurement{Save: saver(path), Done: map[string]map[string]int{}}
	if err := readRecord(RecordPath(path), &m.Record); err != nil {
		return nil, err
	}
	if err := machine.Hide(m.Record.Run.Without); err != nil {
		return nil, err
	}
	if err := m.Record.resumable(); err != nil {
		return nil, fmt.Errorf("%s cannot be resumed: %w", path, err)
	}
	level := ""
	for lines := bufio.NewScanner(bytes.NewReader(text)); lines.Scan(); {
		name, _, ok := strings.Cut(lines.Text(), "\t")
		if value, found := strings.CutPrefix(lines.Text(), "goamd64: "); found {
			level = value
		}
		if ok && strings.HasPrefix(name, "Benchmark") {
			if m.Done[level] == nil {
				m.Done[level] = map[string]int{}
			}
			m.Done[level][strings.TrimSpace(name)]++
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
