package run

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/slidebench/slidebench/internal/atomicfile"
	"github.com/slidebench/slidebench/internal/harness/build"
	"github.com/slidebench/slidebench/internal/harness/corpus"
	"github.com/slidebench/slidebench/internal/harness/digest"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/language"
	"github.com/slidebench/slidebench/internal/harness/machine"
	"github.com/slidebench/slidebench/internal/harness/measure"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/harness/source"
	"github.com/slidebench/slidebench/internal/harness/workload"
	"github.com/slidebench/slidebench/internal/input"
	"github.com/slidebench/slidebench/internal/process"
	"github.com/slidebench/slidebench/internal/slidebench"
	"github.com/slidebench/slidebench/internal/techniques"
	"github.com/slidebench/slidebench/internal/techniques/facts"
	"github.com/slidebench/slidebench/internal/techniques/mode"
)

// Record is what lies beside a raw result file: the circumstances, which differ between runs of one machine.
type Record struct {
	results.Circumstances
	Program string            `json:"program"`      // digest of the measured program, where it is not built from the source tree
	By      string            `json:"by,omitempty"` // the program that measured: version, commit, toolchain
	Run     Run               `json:"run"`
	Skipped []string          `json:"skipped"` // techniques that are not measured here, and why
	Corpora map[string]string `json:"corpora"` // digests of the questions
	// Compilers are the names, versions and flags of compilers, by build, where the toolchain does not say it all.
	Compilers map[build.Build]string         `json:"compilers,omitempty"`
	Machine   machine.Report                 `json:"machine"`
	Segments  []Segment                      `json:"segments"`
	Canary    measure.Judge                  `json:"canary"`             // all readings of the run, but for Canaries
	Canaries  map[build.Build]*measure.Judge `json:"canaries,omitempty"` // of builds whose compiler makes a canary of its own, apart
	Missing   []string                       `json:"missing,omitempty"`  // cells without a clean slice, with their rounds and builds
}

// Segment is one process of a round.
type Segment struct {
	Round   int              `json:"round"`           // from 1
	Build   build.Build      `json:"build"`           // zero off amd64
	Layout  int              `json:"layout"`          // seed of the order of functions, 0 if not drawn
	Stack   int              `json:"stack"`           // where the stack of timed code begins, as in Setup
	CPUs    []int            `json:"cpus,omitempty"`  // the CPUs of the process, in order of use; older records have only the run's CPU
	Started string           `json:"started"`         // RFC 3339
	Load    machine.Readings `json:"load"`            // of the machine, before it began
	Retry   bool             `json:"again,omitempty"` // for cells that had no clean slice before
	// Quiet, Disturbed and Clock are by this process's canaries: the turn of an unshared core, the share of disturbed readings, and the most frequent clock in GHz.
	Quiet     float64 `json:"quiet"`
	Disturbed float64 `json:"disturbed"`
	Clock     float64 `json:"clock"`
}

// NewRecord describes a run that is about to begin.
func NewRecord(run Run, command string, skipped []string) (Record, error) {
	r := Record{Circumstances: results.Circumstances{Command: command}, Run: run, Skipped: skipped, Corpora: map[string]string{}, Machine: machine.Inspect()}
	for _, cell := range run.Cells {
		r.Run.Names = append(r.Run.Names, cell.String())
		if e, err := techniques.Find(cell.Technique); err == nil && e[0].Family == facts.Guest {
			if r.Guests == nil {
				r.Guests = map[string]string{}
			}
			r.Guests[cell.Technique] = e[0].Source
		}
		if r.Corpora[cell.Corpus] == "" && cell.Mode != mode.Init { // which asks no questions
			hash, err := corpus.Digest(cell.Corpus, run.Questions, run.Seed)
			if err != nil {
				return r, err
			}
			r.Corpora[cell.Corpus] = hash
		}
	}
	r.By, r.Started, r.Runner = slidebench.Built(), now(), machine.Runner(os.Getenv)
	r.TimerStep, _ = machine.Timer()
	var err error
	if r.Compilers, err = run.compilers(); err != nil {
		return r, err
	}
	if r.Commit, r.Dirty, r.Toolchain, r.Program, err = run.program(); err != nil {
		return r, err
	}
	r.Digests, err = run.digests()
	return r, err
}

// MachineName names the kind of machine for a folder of results. Beside a neighbour it has another name than alone.
func (r *Record) MachineName() string {
	if r.Run.Beside {
		return r.Machine.Fingerprint.Slug() + results.Beside
	}
	return r.Machine.Fingerprint.Slug()
}

// PathIn returns where the run's raw file belongs in a folder of results, and makes the machine's folder there.
func (r *Record) PathIn(folder string) (string, error) {
	started, err := time.Parse(time.RFC3339, r.Started)
	if err != nil {
		return "", err
	}
	commit := cmp.Or(r.Commit, "unknown")
	if r.Dirty {
		commit += "-dirty"
	}
	folder = filepath.Join(folder, r.MachineName())
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return "", err
	}
	return filepath.Join(folder, started.Format("2006-01-02T150405Z")+"-"+commit+".txt.gz"), nil
}

// digests returns the digests of the measured code: of the source tree here, or in a bundle those of this program, which comes from the same tree.
func (r Run) digests() (digest.Parts, error) {
	switch {
	case len(r.Builds) == 0:
		return digest.Today().Behind([]build.Build{{}}, r.Cells), nil
	case source.Bundled != nil:
		return digest.Today().Behind(r.Builds, r.Cells), nil
	}
	root, err := source.Tree(".")
	if err != nil {
		return nil, err
	}
	parts, err := digest.Of(os.DirFS(root))
	return parts.Behind(r.Builds, r.Cells), err
}

// compilers returns the versions and flags of compilers.
func (r Run) compilers() (versions map[build.Build]string, err error) {
	for _, b := range r.Builds {
		version, err := language.Of(b).Compiler(context.Background(), b, r.Without)
		if err != nil {
			return nil, err
		}
		if version == "" {
			continue // the toolchain says it all
		}
		if versions == nil {
			versions = map[build.Build]string{}
		}
		versions[b] = version
	}
	return versions, nil
}

// program describes the measured program: the source tree here and the toolchain that builds it, or this very program.
func (r Run) program() (commit string, dirty bool, toolchain, hash string, err error) {
	if from := source.Bundled; from != nil && len(r.Builds) > 0 {
		return from.Commit, false, from.Toolchain, from.Digest, nil
	}
	if len(r.Builds) > 0 {
		if commit, dirty, err = Checkout("."); err == nil {
			toolchain, err = source.Output(process.Tool(context.Background(), source.Go(), "env", "GOVERSION"))
		}
		return commit, dirty, toolchain, "", err
	}
	commit, dirty = builtFrom()
	binary, err := process.Own()
	if err != nil {
		return "", false, "", "", err
	}
	text, err := os.ReadFile(binary)
	return commit, dirty, runtime.Version(), fmt.Sprintf("sha256:%x", sha256.Sum256(text)), err
}

// same returns an error if the commit, toolchain, compilers, program or files of positions are no longer those of the record.
func (r *Record) same() error {
	commit, dirty, toolchain, hash, err := r.Run.program()
	if err != nil {
		return err
	}
	for _, path := range r.Run.Files {
		name := corpus.FileName(path)
		if hash, err := corpus.Digest(name, r.Run.Questions, r.Run.Seed); err != nil || r.Corpora[name] != "" && hash != r.Corpora[name] { // "": no cell asks this file
			return fmt.Errorf("%s has other positions than when the run began", path)
		}
	}
	compilers, err := r.Run.compilers()
	switch {
	case err != nil:
		return err
	case !maps.Equal(compilers, r.Compilers):
		return fmt.Errorf("the compilers were %v, and are %v now", r.Compilers, compilers)
	case commit != r.Commit || dirty != r.Dirty:
		return fmt.Errorf("it measures commit %s (dirty: %v), and the tree is now at %s (dirty: %v)", r.Commit, r.Dirty, commit, dirty)
	case toolchain != r.Toolchain:
		return fmt.Errorf("it is built with %s, and this is %s", r.Toolchain, toolchain)
	case hash != r.Program:
		return errors.New("another program is measured than this one")
	}
	return nil
}

// resumable returns an error if the run is complete, or if going on here would mix two machines, trees or programs in one file.
func (r *Record) resumable() error {
	switch {
	case r.Finished != "":
		return errors.New("it is complete")
	case len(r.Run.Builds) > 0 && r.Dirty:
		return errors.New("it measures a dirty tree, which may have changed since")
	case !reflect.DeepEqual(r.Machine.Fingerprint, machine.Detect()):
		return fmt.Errorf("it was measured on another machine, or this one has changed: %s", r.Machine.Fingerprint.Slug())
	}
	return r.same()
}

// now returns the time as records have it.
func now() string { return time.Now().UTC().Format(time.RFC3339) }

// rawFiles are lines of git status about new files that a run may have written itself. git quotes some names.
var rawFiles = regexp.MustCompile(`(?m)^\?\? .*\.(?:txt|json|gz)"?$\n?`)

// Checkout describes the commit of the source tree around a directory: "" and dirty without git or a repository. Changes under results/, and new raw files and records,
// do not make it dirty. Lookups of another repository have that repository's commit. In a hook before a commit, it is the last commit, and dirty.
func Checkout(dir string) (commit string, dirty bool, err error) {
	if commit, err = source.Git(dir, "rev-parse", "--short=12", "HEAD"); err != nil {
		return "", true, nil
	}
	status, err := source.Git(dir, "status", "--porcelain", "--", ":/", ":(exclude,top)results")
	return commit, rawFiles.ReplaceAllString(status, "") != "", err
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
			commit = s.Value[:min(12, len(s.Value))] // as short as in Checkout
		case "vcs.modified":
			dirty = s.Value == "true"
		}
	}
	return commit, dirty
}

// rawFile appends whole lines to a file. A line that could not be written whole is taken back, so the file stays valid when the disk is full.
type rawFile struct {
	*os.File
	size int64
}

// Write appends lines, all or none.
func (f *rawFile) Write(lines []byte) (int, error) {
	n, err := f.File.Write(lines)
	if err != nil {
		_ = f.File.Truncate(f.size)
		return 0, err
	}
	f.size += int64(n)
	return n, nil
}

// Create begins a raw file and its record. Existing files are not overwritten.
func Create(path string, record Record) (*Measurement, error) {
	if results.RecordPath(path) == path {
		return nil, fmt.Errorf("bad name %q for a raw file: the record beside it has that name (want .txt)", path)
	}
	if _, err := os.Lstat(path + ".gz"); err == nil {
		return nil, fmt.Errorf("%s.gz exists", path)
	}
	if _, place, err := results.ReadRecord(path); !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s, the place of the record, exists", place)
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_APPEND|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return nil, err
	}
	m := &Measurement{Record: record, Raw: &rawFile{File: f}, Save: saver(path), file: f}
	if err := m.hold(); err != nil { // another process has begun it
		return nil, errors.Join(err, f.Close())
	}
	if err := m.Save(record); err != nil {
		return nil, errors.Join(err, f.Close(), os.Remove(path))
	}
	return m, nil
}

// hold locks the raw file, and with it the record, for this process.
func (m *Measurement) hold() error {
	err := atomicfile.Hold(m.file)
	if errors.Is(err, errors.ErrUnsupported) {
		m.unlocked, err = err, nil
	}
	return err
}

// Resume goes on with a raw file whose run was stopped or killed. A value whose line was not written whole is measured again. The path may already end in .gz.
func Resume(path string) (m *Measurement, err error) {
	packed := path
	path = strings.TrimSuffix(path, ".gz")
	info, err := os.Stat(path)
	if _, missing := os.Stat(packed); err != nil && missing == nil {
		return nil, fmt.Errorf("%s cannot be resumed: it is complete", packed)
	}
	if err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is no regular file", path)
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_APPEND, 0o644)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			f.Close()
		}
	}()
	m = &Measurement{Save: saver(path), Done: map[cellRound]bool{}, file: f}
	if err := m.hold(); err != nil { // another process goes on with the run, and may be writing its last line
		return nil, err
	}
	text, err := input.From(f, 0, input.Most, false)
	if err != nil {
		return nil, err
	}
	text = text[:bytes.LastIndexByte(text, '\n')+1]
	if err := readRecord(results.RecordPath(path), &m.Record); err != nil {
		return nil, err
	}
	if err := machine.Hide(m.Record.Run.Without); err != nil {
		return nil, err
	}
	if err := m.Record.resumable(); err != nil {
		return nil, fmt.Errorf("%s cannot be resumed: %w", path, err)
	}
	written, err := results.Parse(bytes.NewReader(text), path)
	if err != nil && !errors.Is(err, results.ErrEmpty) {
		return nil, fmt.Errorf("cannot be resumed: %w", err)
	}
	if err == nil {
		for _, t := range written.Tables {
			for _, s := range t.Series {
				for k, v := range s.Values {
					if !math.IsNaN(v) {
						m.Done[cellRound{k + 1, t.Built, s.Cell}] = true
					}
				}
			}
		}
	}
	if err := f.Truncate(int64(len(text))); err != nil {
		return nil, err
	}
	m.Raw = &rawFile{File: f, size: int64(len(text))}
	return m, nil
}

// readRecord reads the record of a run to be resumed, and its cells.
func readRecord(path string, r *Record) error {
	text, err := input.ReadFound(path, input.Most)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s is missing: without it a run cannot be resumed", path)
	}
	if err != nil {
		return err
	}
	if err = json.Unmarshal(text, r); err == nil {
		err = r.readOlder(text)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	r.Run.Cells = nil
	for _, name := range r.Run.Names {
		cell, err := grid.ParseName(name)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		r.Run.Cells = append(r.Run.Cells, cell)
	}
	if err := r.known(); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// readOlder reads the builds of a record from before 28 November 2026, which has them under other keys.
func (r *Record) readOlder(text []byte) error {
	var older struct {
		Run      struct{ Levels []build.Build }
		Segments []struct{ GOAMD64 build.Build }
	}
	err := json.Unmarshal(text, &older)
	if older.Run.Levels != nil {
		r.Run.Builds = older.Run.Levels
	}
	for i, s := range older.Segments {
		if s.GOAMD64 != (build.Build{}) {
			r.Segments[i].Build = s.GOAMD64
		}
	}
	return err
}

// known returns an error if the record has a name or number that no run of this program has, as a newer program may write it.
func (r *Record) known() error {
	run := r.Run
	if len(run.Cells) == 0 {
		return errors.New("no cells to measure")
	}
	for _, b := range slices.Concat(run.Builds, slices.Collect(maps.Keys(r.Compilers)), slices.Collect(maps.Keys(r.Canaries))) {
		if _, err := language.Parse(b.String()); err != nil {
			return err
		}
	}
	for _, c := range run.Cells {
		if _, err := workload.Resolve(c, run.Reference); err != nil {
			return err
		}
	}
	if least := min(int64(run.Rounds), int64(run.Budget), int64(run.Fewest), int64(run.Cap), int64(run.Few)); least < 0 {
		return fmt.Errorf("%d as a number of rounds or a time (want at least 0)", least)
	}
	if most := max(run.Rounds, run.Fewest, run.Few); most > results.MaxRounds {
		return fmt.Errorf("%d rounds (want at most %d)", most, results.MaxRounds)
	}
	return run.Check()
}

// saver returns a function that writes the record of the raw file at a path.
func saver(path string) func(Record) error {
	return func(r Record) error {
		text, err := json.MarshalIndent(r, "", "  ")
		if err != nil {
			return err
		}
		return atomicfile.Write(results.RecordPath(path), append(text, '\n'))
	}
}
