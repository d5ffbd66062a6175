// Package run measures: a run plans cells, builds programs, and has processes visit every cell in interleaved rounds. The values go into a raw file,
// whose record has the circumstances.
package run

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/slidebench/slidebench/internal/harness/build"
	"github.com/slidebench/slidebench/internal/harness/corpus"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/language"
	"github.com/slidebench/slidebench/internal/harness/machine"
	"github.com/slidebench/slidebench/internal/harness/measure"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/harness/source"
	"github.com/slidebench/slidebench/internal/harness/stats"
	"github.com/slidebench/slidebench/internal/process"
	"github.com/slidebench/slidebench/internal/techniques/mode"
	"github.com/slidebench/slidebench/internal/temporary"
)

// Run is what one raw result file holds: rounds of cells, each round a fresh process for every build.
type Run struct {
	Setup
	Rounds int `json:"rounds"` // 0 until a budget chooses them, after the first round: as many as it has room for, at least Fewest
	// Budget is how long the run may take on a machine that is not disturbed. It chooses Rounds by how long the first round takes, not by its values.
	Budget time.Duration `json:"budget,omitempty"`
	// Fewest is how many rounds a budget chooses at least; 0: stats.MinRounds.
	Fewest int `json:"fewest,omitempty"`
	// Cap is how long the run may wait for clean slices, and measure again cells that had none; 0: as long as it needs. After that it goes on as on a
	// quiet machine.
	Cap time.Duration `json:"cap,omitempty"`
	// Beside measures slices that have a steady neighbour beside them on their core, which makes another kind of result.
	Beside bool          `json:"beside,omitempty"`
	Builds []build.Build `json:"builds"` // of the source tree; empty: measure this program itself
	// Scout has a first round, which does not count, choose the techniques that are measured in an engine, and the loops that are so far behind that
	// they are measured in the last Few rounds only, or left out if Few is 0. Those loops are Behind. Scout is false once they are chosen.
	Scout  bool     `json:"scout,omitempty"`
	Few    int      `json:"few,omitempty"`
	Behind []string `json:"behind,omitempty"`
	// Contenders are the techniques that the first round chose, the reference among them, in the order of their independent lookups, the fastest first. The first ones
	// are measured in an engine however little time there is.
	Contenders []string `json:"contenders,omitempty"`
	// Reduced has builds other than Go's highest level measure only the cells that compare builds.
	Reduced bool        `json:"reduced,omitempty"`
	Cells   []grid.Cell `json:"-"`
	Names   []string    `json:"cells"` // the cells' names
}

// ownBuild returns the build of this program, off amd64 the zero Build.
func ownBuild(f machine.Fingerprint) build.Build {
	if f.GOAMD64 == "" {
		return build.Build{}
	}
	return build.Build{Level: f.GOAMD64, Option: strings.ReplaceAll(f.GOEXPERIMENT, ",", "+")}
}

// CellsIn returns the cells that are measured in a build: in a reduced run few, except in Go's highest level (v1 to v4 compare as texts); until contenders are chosen, none of an engine.
func (r Run) CellsIn(b build.Build) []grid.Cell {
	few := r.Reduced && (!b.IsDefault() || slices.ContainsFunc(r.Builds, func(other build.Build) bool { return other.IsDefault() && other.Level > b.Level }))
	return slices.DeleteFunc(Measurable(r.Cells, b, r.Reference), func(c grid.Cell) bool {
		return few && !r.compares(c, b) || r.Scout && c.Mode.OfEngine()
	})
}

// cellsIn returns the cells that are measured in a build in a round.
func (r Run) cellsIn(b build.Build, round int) []grid.Cell {
	cells := r.CellsIn(b)
	if round > r.rounds()-r.Few {
		return cells
	}
	return slices.DeleteFunc(cells, func(c grid.Cell) bool { return slices.Contains(r.Behind, c.String()) })
}

// measured returns the builds in which there is anything to measure.
func (r Run) measured() []build.Build {
	return slices.DeleteFunc(slices.Clone(r.Builds), func(b build.Build) bool { return len(r.CellsIn(b)) == 0 })
}

// Measurement is a run on its way into a file.
type Measurement struct {
	Record   Record
	Raw      io.Writer                                 // takes whole lines
	Save     func(Record) error                        // writes the record into its file, after every change
	Progress func(done, total int, left time.Duration) // called between cells, with the time that the rest is expected to take
	Logf     func(format string, args ...any)          // says in a line what a reader must know; nil: nobody listens
	Done     map[cellRound]bool                        // whose values are in the file already

	positions map[grid.Cell]int              // slices in a pass, the same in all rounds
	lowest    map[build.Build]measure.Lowest // the lowest values of all rounds so far, which confirm those of the next
	builds    []build.Build
	builders  map[build.Build]*language.Builder // none for this program itself
	digest    string                            // of the usual corpora
	temp      string                            // folder of the programs
	compiling bool                              // the log says that builds are compiled
	thrifty   bool                              // it has been logged that there is not enough time for everything
	total     int                               // cells in a round
	few       int                               // cells of a round that only Run.Few rounds measure
	scouted   int                               // cells in the round that does not count
	done      int                               // cells done in all rounds, and in the one that does not count
	began     time.Time
	file      *os.File // that Raw writes to, nil if none
	unlocked  error    // why file is not held

	costs    costs
	linking  time.Duration      // the time of the last round for linking, and for all else that is no visit
	ahead    map[kindOfWork]int // cells that are not visited yet, times rounds
	hurry    time.Time          // when the round ends waiting for clean slices; zero: with the run
	budgeted time.Time          // when the time of the budget began

	looked  time.Time     // when the last look at other CPUs ended
	looking time.Duration // how long that look took
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
	return errors.Join(m.file.Close(), os.Remove(m.file.Name()), os.Remove(results.RecordPath(m.file.Name())))
}

// corpusDigest hashes the usual corpora of single questions. It heads every segment, and files compare only where it is the same, so its definition
// must never change. The record has the digest of each corpus that was asked, sets and moves included.
func corpusDigest(s Setup) (string, error) {
	h := fnv.New64a()
	for _, name := range corpus.Usual {
		digest, err := corpus.Digest(name, s.Questions, s.Seed)
		if err != nil {
			return "", err
		}
		io.WriteString(h, digest)
	}
	return fmt.Sprintf("%016x", h.Sum64()), nil
}

// cellRound identifies a cell, its build and its round.
type cellRound struct {
	round int
	build build.Build
	cell  grid.Cell
}

// Do measures the cells that are not in the file yet, and once more those that had no clean slice.
func (m *Measurement) Do(ctx context.Context) (err error) {
	if len(m.Record.Run.Builds) > 0 {
		if m.temp, err = temporary.Folder(); err != nil {
			return err
		}
		defer temporary.Remove(m.temp)
	}
	if err := m.begin(); err != nil {
		return err
	}
	run, reserved := &m.Record.Run, time.Duration(0) // reserved for loops that are far behind
	m.budgeted = time.Now()
	if run.Scout {
		if reserved, err = m.scout(ctx); err != nil {
			return fmt.Errorf("scouting: %w", err)
		}
	}
	if run.Rounds == 0 {
		// Compiling may take minutes the first time, and is no part of the first round.
		if err := m.compile(ctx); err != nil {
			return err
		}
		run.Budget = max(run.Budget-time.Since(m.budgeted)-reserved, time.Second)
		m.budgeted = time.Now()
	}
	for round := 1; round <= run.rounds(); round++ {
		began, next := time.Now(), m.next(round)
		if len(next) == 0 {
			break // there is no time for anything else
		}
		measured, err := m.round(ctx, round, next)
		if err != nil {
			return fmt.Errorf("round %d: %w", round, err)
		}
		if run.Rounds == 0 {
			run.Rounds = run.rounds()
			if measured > 0 && len(next) == m.total { // else the first round was measured before the run was resumed, or had no time for every cell
				whole := float64(time.Since(began)) * float64(m.total-m.few) / float64(measured)
				run.Rounds = run.affordable(time.Duration(whole))
			}
			if err := m.Save(m.Record); err != nil {
				return err
			}
		}
	}
	m.hurry = time.Time{}
	if err := m.retry(ctx, m.lacking()); err != nil {
		return err
	}
	m.Progress(m.scouted+m.all(), m.scouted+m.all(), 0)
	if err := m.Record.same(); err != nil {
		return err
	}
	if err = m.conclude(m.lacking()); err == nil {
		m.Record.Finished = now()
	}
	return errors.Join(err, m.Save(m.Record))
}

// laterRounds is how many times as long as the first round a later one takes at most: cells that do worse than before are visited again. In runs of
// all cells on the Zen 5 VM it took 1.2 times as long, in brief ones 0.95 times.
const laterRounds = 1.2

// begin looks at the machine, and counts what there is to do.
func (m *Measurement) begin() (err error) {
	run := &m.Record.Run
	if err := run.LoadFiles(); err != nil {
		return err
	}
	if m.digest, err = corpusDigest(run.Setup); err != nil {
		return err
	}
	m.began, m.scouted, m.done, m.costs = time.Now(), 0, 0, costs{}
	if m.Done == nil {
		m.Done = map[cellRound]bool{}
	}
	if err := m.plan(); err != nil {
		return err
	}
	m.Record.Canary.Beside = run.Beside
	if err := Survey(&m.Record.Canary, &run.Setup, run.Cap, m.logf); err != nil {
		return err
	}
	if m.unlocked != nil {
		m.logf("warning: %v", m.unlocked)
	}
	switch {
	case m.Record.Commit != "": // nothing to warn of
	case len(run.Builds) > 0:
		_, err := source.Git(".", "rev-parse", "HEAD")
		m.logf("warning: no commit is named, so that these results cannot be contributed (want git, and a clone): %v", err)
	case m.file != nil: // results that nobody keeps need no commit
		m.logf("warning: this program was built without its commit: these results cannot be contributed (want go build -buildvcs=true, in a clone)")
	}
	return nil
}

// plan sets the builds, how they are built, and how many cells each round has.
func (m *Measurement) plan() (err error) {
	run := &m.Record.Run
	if m.builds = run.measured(); len(run.Builds) == 0 {
		m.builds = []build.Build{ownBuild(m.Record.Machine.Fingerprint)}
	}
	m.positions, m.lowest = map[grid.Cell]int{}, map[build.Build]measure.Lowest{}
	m.total, m.few, m.builders = 0, 0, map[build.Build]*language.Builder{}
	root := ""
	if len(run.Builds) > 0 {
		if root, err = source.Tree("."); err != nil {
			return err
		}
	}
	for _, b := range m.builds {
		cells := run.CellsIn(b)
		m.lowest[b] = measure.Lowest{}
		m.total += len(cells)
		m.few += len(cells) - len(run.cellsIn(b, 0)) // round 0 is before the last Few; where a run has fewer than Few rounds, all cells are in each, and few is 0
		if root != "" {
			m.builders[b] = &language.Builder{Build: b, Source: language.Source{
				Root: root, Command: source.Measuring, Without: run.Without, Folder: m.temp, Techniques: run.techniques(cells), Engines: language.Engines(b, cells),
			}}
		}
	}
	return nil
}

// techniques returns the names of the techniques that are measured in some cells.
func (r Run) techniques(cells []grid.Cell) (names []string) {
	for _, c := range cells {
		if !slices.Contains(names, c.Technique) {
			names = append(names, c.Technique)
		}
	}
	return names
}

// rounds returns how many rounds there will be, as far as that is known.
func (r Run) rounds() int { return cmp.Or(r.Rounds, r.Fewest, stats.MinRounds) }

// affordable returns how many rounds a budget chooses if the first takes so long.
func (r Run) affordable(first time.Duration) int {
	return max(r.rounds(), int(min(results.MaxRounds, float64(r.Budget)/(float64(first)*laterRounds))))
}

// tick counts a cell of a round as done.
func (m *Measurement) tick() {
	m.done++
	m.Progress(m.done, m.scouted+m.all(), m.predict())
}

// all returns how many values the rounds have.
func (m *Measurement) all() int {
	run := m.Record.Run
	return run.rounds()*(m.total-m.few) + min(run.Few, run.rounds())*m.few
}

// round measures the chosen cells of a round that are not in the file yet, build by build. It returns how many it measured.
func (m *Measurement) round(ctx context.Context, round int, chosen map[cellRound]bool) (measured int, err error) {
	began, before := time.Now(), m.costs.all()
	rng := rand.New(rand.NewPCG(m.Record.Run.Seed, uint64(round)))
	var builds []build.Build
	cells := map[build.Build][]grid.Cell{}
	for _, i := range rng.Perm(len(m.builds)) {
		b := m.builds[i]
		all := m.Record.Run.cellsIn(b, round)
		left := slices.DeleteFunc(slices.Clone(all), func(c grid.Cell) bool { return m.Done[cellRound{round, b, c}] })
		m.done += len(all) - len(left)
		left = slices.DeleteFunc(left, func(c grid.Cell) bool { return !chosen[cellRound{round, b, c}] })
		measured += len(left)
		if len(left) > 0 {
			builds, cells[b] = append(builds, b), left
		}
	}
	if measured == 0 {
		return 0, nil
	}
	defer func() { m.linking = time.Since(began) - (m.costs.all() - before) }()
	programs, err := m.build(ctx, round, builds)
	if err != nil {
		return measured, err
	}
	if err := m.move(); err != nil {
		return measured, err
	}
	for i, b := range builds {
		if err := m.segment(ctx, Segment{Round: round, Build: b}, programs[i], cells[b], rng); err != nil {
			return measured, err
		}
	}
	return measured, nil
}

// build makes the programs of some builds for a round, from a tree that has not changed. It links all at once: nothing is measured meanwhile, and a
// linker uses one processor most of the time.
func (m *Measurement) build(ctx context.Context, round int, builds []build.Build) (programs []string, err error) {
	if err := m.Record.same(); err != nil {
		return nil, err
	}
	if len(m.builders) > 0 && !m.compiling && source.Bundled == nil {
		m.compiling = true
		m.logf("compiling for %s", build.Names(builds))
	}
	programs, errs := make([]string, len(builds)), make([]error, len(builds))
	var all sync.WaitGroup
	for i, b := range builds {
		if m.builders[b] == nil {
			programs[i], errs[i] = process.Own()
			continue // there is nothing to build
		}
		all.Go(func() { programs[i], errs[i] = m.builders[b].Program(ctx, round) })
	}
	all.Wait()
	return programs, cmp.Or(errs...)
}

// compile compiles all builds, and removes the programs that it links: linking belongs to the rounds.
func (m *Measurement) compile(ctx context.Context) error {
	if len(m.builders) == 0 {
		return nil
	}
	programs, err := m.build(ctx, 1, m.builds)
	for _, program := range programs {
		os.Remove(program)
	}
	return err
}

// late reports whether the run has taken as long as it may, or the round. Without a cap, neither has a limit.
func (m *Measurement) late() bool {
	return m.Record.Run.Cap > 0 && (m.left() == 0 || !m.hurry.IsZero() && time.Now().After(m.hurry))
}

// logf says a line to whoever listens.
func (m *Measurement) logf(format string, args ...any) {
	if m.Logf != nil {
		m.Logf(format, args...)
	}
}

// retry measures missing values once more, in programs built as for their rounds, and those that decide first.
func (m *Measurement) retry(ctx context.Context, missing []cellRound) error {
	weights := map[cellRound]int{} // by cells with round 0, for all rounds
	for _, j := range m.jobs() {
		weights[cellRound{0, j.build, j.cell}] = j.weight
	}
	weight := func(x cellRound) int { return weights[cellRound{0, x.build, x.cell}] }
	slices.SortStableFunc(missing, func(a, b cellRound) int { return weight(a) - weight(b) })
	for len(missing) > 0 && !m.late() {
		first := missing[0]
		var cells []grid.Cell
		missing = slices.DeleteFunc(missing, func(x cellRound) bool {
			same := x.round == first.round && x.build == first.build && weight(x) == weight(first)
			if same {
				cells = append(cells, x.cell)
			}
			return same
		})
		rng := rand.New(rand.NewPCG(m.Record.Run.Seed, uint64(first.round)))
		programs, err := m.build(ctx, first.round, []build.Build{first.build})
		if err == nil {
			err = m.segment(ctx, Segment{Round: first.round, Build: first.build, Retry: true}, programs[0], cells, rng)
		}
		if err != nil {
			return fmt.Errorf("round %d, once more: %w", first.round, err)
		}
	}
	return nil
}

// conclude writes the missing values into the record, and logs their number. It returns an error if all are missing: such a run is not finished.
func (m *Measurement) conclude(missing []cellRound) error {
	m.Record.Missing = nil
	for _, x := range missing {
		m.Record.Missing = append(m.Record.Missing, fmt.Sprintf("round %d %s %v", x.round, x.build, x.cell))
	}
	why := "as no slice of their work was clean"
	if run := m.Record.Run; m.late() {
		why += ", or the time was over"
		m.logf("waiting for clean slices ended after %v (--cap)", run.Cap)
	}
	switch n, all := len(missing), m.all(); {
	case n == all:
		return fmt.Errorf("%d of %d values are missing, %s (stop what else runs here, choose another --cpu, or go on with --resume)", n, all, why)
	case n > 0:
		m.logf("%d of %d values are missing, %s; the first is %v in round %d (the record has all); stop what else runs here, or choose another --cpu",
			n, all, why, missing[0].cell, missing[0].round)
	}
	return nil
}

// judge returns the judge of a build's readings: that of the run, or, if the build's language has a canary of its own, a separate judge, to which the turn known for Go's canary does not apply.
func (m *Measurement) judge(b build.Build) *measure.Judge {
	if !language.Of(b).About().Canary {
		return &m.Record.Canary
	}
	if m.Record.Canaries[b] == nil {
		if m.Record.Canaries == nil {
			m.Record.Canaries = map[build.Build]*measure.Judge{}
		}
		m.Record.Canaries[b] = &measure.Judge{Any: m.Record.Canary.Any, Beside: m.Record.Run.Beside}
	}
	return m.Record.Canaries[b]
}

// segment measures cells in one fresh process of a program. A program that was built for it is removed.
func (m *Measurement) segment(ctx context.Context, s Segment, program string, cells []grid.Cell, rng *rand.Rand) (err error) {
	if len(m.Record.Run.Builds) > 0 {
		s.Layout = s.Round
		defer os.Remove(program)
	}
	s.Started, s.Load = now(), machine.Load(m.Record.Run.CPU)
	s.Stack = stackIn(m.Record.Run.Seed, s.Round)
	setup := m.Record.Run.Setup
	setup.Stack = s.Stack
	p, err := StartBuild(ctx, s.Build, program, setup, s.Round)
	if err != nil {
		return err
	}
	p.EachSlice = true
	var seen measure.Judge // the readings of this process alone
	judge := m.judge(s.Build)
	s.CPUs = []int{setup.CPU}
	v := Visitor{Sides: []Side{{Visit: p.Visit, Lowest: m.lowest[s.Build]}}, Positions: m.positions, Judge: judge, Late: m.late, Apart: Apart}
	v.After = func(c grid.Cell, visit *measure.Visit, first bool, took time.Duration) {
		seen.Add(visit.Readings...)
		m.costs.add(s.Build, c, first, took)
		if first && !s.Retry { // else the cell was counted in its round
			m.ahead[kindOfWork{s.Build, c.Mode}]--
			m.tick()
		}
	}
	if setup.Moves && machine.Moves && !language.Of(s.Build).About().Stays { // programs that stay are started on their CPU, and keep it
		v.Move = func() error {
			if time.Since(m.looked) < nextLook*m.looking {
				return nil
			}
			err := m.move()
			if cpu := m.Record.Run.CPU; cpu != s.CPUs[len(s.CPUs)-1] {
				s.CPUs = append(s.CPUs, cpu)
				p.Move(cpu)
			}
			return err
		}
	}
	visits, err := v.Visits(cells, rng)
	if err = cmp.Or(err, p.Stop()); err != nil { // an error of a visit says already why the process ended
		return err
	}
	tallies := visits[0] // of the only side
	s.Quiet, s.Disturbed = seen.Quiet(), seen.Disturbed()
	s.Clock, _ = seen.Clock()
	m.Record.Segments = append(m.Record.Segments, s) // before its lines, none of which is then without a segment
	if err := m.Save(m.Record); err != nil {
		return err
	}
	var lines strings.Builder
	var valued []cellRound
	clock, _ := m.Record.Canary.Clock()
	lines.WriteString(m.config(s, m.digest))
	for i, c := range cells {
		if cycles := judge.Value(&tallies[i]); !math.IsNaN(cycles) {
			lines.WriteString(results.LineOf(c, &tallies[i], cycles, clock, judge).String())
			valued = append(valued, cellRound{s.Round, s.Build, c})
		}
	}
	if _, err = io.WriteString(m.Raw, lines.String()); err != nil {
		return err
	}
	for _, at := range valued {
		m.Done[at] = true
	}
	return nil
}

// units returns the units of the run's values, and in any case those of single lookups and of building tables.
func (r Run) units() []string {
	units := []string{results.Unit(mode.Throughput), results.Unit(mode.Init)}
	for _, c := range r.Cells {
		if unit := results.Unit(c.Mode); !slices.Contains(units, unit) {
			units = append(units, unit)
		}
	}
	return units
}

// config is the head of a segment.
func (m *Measurement) config(s Segment, digest string) string {
	f := m.Record.Machine.Fingerprint
	clock, _ := m.Record.Canary.Clock()
	return results.Head{
		Target: results.Target{Machine: m.Record.MachineName(), CPU: f.CPU, Features: f.FeatureSet(), GOOS: runtime.GOOS, GOARCH: runtime.GOARCH,
			Built: s.Build, Questions: m.Record.Run.Questions, CorpusDigest: digest},
		Compiler: m.Record.Compilers[s.Build], Reference: m.Record.Run.Reference, Units: m.Record.Run.units(), Round: s.Round, Clock: clock,
	}.String()
}
