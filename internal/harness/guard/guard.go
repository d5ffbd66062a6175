// Package guard compares the speed of two source trees, or of two result files, and names the cells that became slower. Package run measures one tree.
package guard

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/harness/build"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/language"
	"github.com/slidebench/slidebench/internal/harness/measure"
	"github.com/slidebench/slidebench/internal/harness/run"
	"github.com/slidebench/slidebench/internal/harness/source"
	"github.com/slidebench/slidebench/internal/harness/stats"
	"github.com/slidebench/slidebench/internal/harness/workload"
	"github.com/slidebench/slidebench/internal/techniques"
	"github.com/slidebench/slidebench/internal/techniques/mode"
	"github.com/slidebench/slidebench/internal/temporary"
)

// Comparison is the result of a guard.
type Comparison struct {
	Techniques []Judgement // whose cells are judged together
	Cells      []Judgement
	Rounds     int      // in which each cell was measured, not counting confirmation
	Threshold  float64  // the ratio above which a cell is slower, less 1
	OnlyInBase []string // techniques or cells that head lacks
	OnlyInHead []string
	Confirmed  bool    // cells that looked slower were measured once more
	Disturbed  float64 // share of the canaries that saw another program on the core
	// Unmeasured are cells that had clean slices of work in too few rounds to be judged, or to be confirmed.
	Unmeasured []grid.Cell
	// Unjudged are the names of cells of two files that have values in too few rounds for any difference to be significant.
	Unjudged []string
}

// Regressions returns the techniques and cells that became slower, so that the guard fails.
func (c *Comparison) Regressions() []Judgement {
	return slices.DeleteFunc(slices.Concat(c.Techniques, c.Cells), func(j Judgement) bool { return !j.Regression() })
}

// UsualThreshold is the default threshold: 1 % slower.
const UsualThreshold = 0.01

// processes returns how many processes of each side measure in a round: the square of how many times finer the threshold is than usual, 2 at least and 4 at most. Where tables exceed
// the core's own caches, processes of one program differ by 2 to 4 %, because their pages lie in other places. With one process, 90 of 120 simulated guards found a technique
// that became 2 % slower; with two, 117. A round's processes give only one value, because they share the luck of their layout; each round has another layout.
func processes(threshold float64) int {
	return int(math.Round(min(4, max(2, math.Pow(UsualThreshold/threshold, 2)))))
}

// Guard says how to compare the source tree here with a commit.
type Guard struct {
	run.Setup
	run.Selection
	Threshold float64
	Rounds    int           // 0: as many as the number of cells needs
	Build     build.Build   // to compare
	Cap       time.Duration // how long it may wait for clean slices; 0: as long as it needs
	Progress  func(done, total int)
	Logf      func(format string, args ...any) // says in a line what a reader must know
	BaseTree  string                           // the base tree with another repository's lookups in it; "": base is a commit of the source tree here
}

// Plan chooses the build to compare, the one in spellings or by default that of GOAMD64, and replaces file:PATH by the names of the files' corpora.
func (g *Guard) Plan(spellings []string) (err error) {
	switch {
	case len(spellings) == 0:
		g.Build, err = language.Parse(os.Getenv("GOAMD64"))
	case len(spellings) > 1 || language.IsWord(spellings):
		err = fmt.Errorf("guard compares one build at a time, not %s (want one, such as c-gcc)", strings.Join(spellings, ","))
	default:
		var builds []build.Build
		if builds, err = run.ChooseBuilds(spellings); err == nil {
			g.Build = builds[0]
		}
	}
	if err != nil {
		return err
	}
	if err := g.NameFiles(g.Corpora); err != nil {
		return err
	}
	return source.CheckBuilding()
}

// AgainstCommit builds a commit and the source tree here, and measures them alternately: in every round both are built with the same layout seed, and
// each cell is measured by one side and at once by the other. Cells that come out slower are measured once more in rounds of their own.
func (g *Guard) AgainstCommit(ctx context.Context, ref string) (*Comparison, error) {
	head, err := source.Tree(".")
	if err != nil {
		return nil, err
	}
	// If another repository's lookups are compared, both trees contain them already, and the history is that of the repository in this folder.
	base, history := g.BaseTree, head
	if base != "" {
		history = "."
	}
	commit, err := source.Commit(history, ref)
	if err != nil {
		return nil, fmt.Errorf("no result file, and %w", err)
	}
	temp, err := temporary.Folder()
	if err != nil {
		return nil, err
	}
	defer temporary.Remove(temp)
	if base == "" {
		base = filepath.Join(temp, "base")
		if err := source.CheckOut(head, commit, base); err != nil {
			return nil, err
		}
	}
	trailers, err := source.Git(history, "log", "--format=%(trailers:key="+Trailer+",valueonly)", commit+"..HEAD")
	if err != nil {
		return nil, err
	}
	return g.Between(ctx, [2]string{base, head}, acceptedBy(trailers), temp)
}

// Between compares two source trees, base and head. accepted names the cells and techniques that may become slower. Programs go into the folder temp.
func (g *Guard) Between(ctx context.Context, roots [2]string, accepted map[string]bool, temp string) (*Comparison, error) {
	s, err := newSides(ctx, g, roots, temp)
	if err != nil {
		return nil, err
	}
	s.accepted = accepted
	c := &Comparison{Threshold: g.Threshold, Confirmed: true}
	cells, err := s.cells(c)
	if err != nil {
		return nil, err
	}
	if slices.Contains(c.OnlyInBase, g.Reference) || slices.Contains(c.OnlyInHead, g.Reference) {
		return nil, fmt.Errorf("reference %s is not on both sides: without it noise is unknown", g.Reference)
	}
	c.Rounds = stats.RoundsForPairs(len(cells))
	if g.Rounds > 0 {
		if want := c.Rounds - 3; g.Rounds < want { // without the three that RoundsForPairs adds
			return nil, fmt.Errorf("%d rounds cannot show anything in %d cells (want at least %d)", g.Rounds, len(cells), want)
		}
		c.Rounds = g.Rounds
	}
	if err := run.Survey(&s.canary, &g.Setup, g.Cap, g.Logf); err != nil {
		return nil, err
	}
	s.first = s.canary.Clone()
	if language.Of(g.Build).About().Canary {
		s.canary = measure.Judge{} // another compiler's canaries: their readings are not compared with those of this program's
	}
	if err := s.compare(c, cells); err != nil {
		return nil, err
	}
	c.Disturbed = s.canary.Disturbed()
	return c, nil
}

// compare measures cells on both sides, judges them, and measures those that look slower again.
func (s *sides) compare(c *Comparison, cells []grid.Cell) error {
	pairs, err := s.measure(cells, 1, c.Rounds)
	if err != nil {
		return err
	}
	c.Cells, c.Techniques = judge(pairs, s.Threshold), judge(together(pairs, s.Reference), s.Threshold)
	c.Unmeasured = lacking(pairs)
	c.Cells = slices.DeleteFunc(c.Cells, func(j Judgement) bool { return slices.Contains(c.Unmeasured, j.Cell) })
	return s.confirm(c)
}

// sides are the two source trees of a guard, base and head.
type sides struct {
	*Guard
	round    func(pairs []pair, round int, rng *rand.Rand) error // measureRound, which simulations replace
	ctx      context.Context
	builders [2]*language.Builder

	canary   measure.Judge
	first    measure.Judge   // a copy of canary after the first look at the machine, by which a round chooses its CPU
	visitor  *run.Visitor    // of both sides
	accepted map[string]bool // names whose regressions a commit accepts
	began    time.Time
}

// prepare sets the visitor, which visits cells on both sides. measureOnce connects it to processes.
func (s *sides) prepare() *sides {
	s.visitor = &run.Visitor{Positions: map[grid.Cell]int{}, Judge: &s.canary, Late: s.late}
	for _, name := range sideNames {
		s.visitor.Sides = append(s.visitor.Sides, run.Side{Name: name, Lowest: measure.Lowest{}})
	}
	return s
}

// sideNames are the names of the sides in messages.
var sideNames = [2]string{"base", "head"}

// newSides prepares two source trees, whose programs go into folders of temp. Paths of the two programs are equally long, as the stack begins with the path.
func newSides(ctx context.Context, g *Guard, roots [2]string, temp string) (*sides, error) {
	s := (&sides{Guard: g, ctx: ctx, began: time.Now()}).prepare()
	s.round = s.measureRound
	var engines []*techniques.Entry
	if slices.ContainsFunc(g.Modes, ofEngine) {
		cells, err := guarded(g.Selection, g.Reference, g.Build)
		if err != nil {
			return nil, err
		}
		engines = language.Engines(g.Build, cells)
	}
	var names []string // of the techniques in the programs; nil: all
	if len(g.Techniques) > 0 {
		names = append(slices.Clone(g.Techniques), g.Reference)
	}
	for i, root := range roots {
		folder := filepath.Join(temp, strconv.Itoa(i))
		if err := os.MkdirAll(folder, 0o777); err != nil {
			return nil, err
		}
		s.builders[i] = &language.Builder{Build: g.Build, Source: language.Source{Root: root, Command: source.Measuring, Folder: folder, Techniques: names, Engines: engines}}
	}
	return s, nil
}

// late reports whether the guard has taken as long as it may.
func (s *sides) late() bool { return s.Cap > 0 && time.Since(s.began) > s.Cap }

// Modes returns the modes that are compared by default: the basic ones, and those for which a technique may have code of its own. The others are
// loops around the same lookups, or time start-up, which an engine does not feel.
func Modes() (basic, withOwnCode []workload.Spec) {
	for _, m := range workload.All {
		if m.Basic {
			basic = append(basic, m)
		} else if m.HasOwn() {
			withOwnCode = append(withOwnCode, m)
		}
	}
	return basic, withOwnCode
}

// guardedByCode reports whether a cell is compared only for techniques that have code of their own for its mode.
func guardedByCode(c grid.Cell) bool {
	m, err := workload.Of(c)
	return err == nil && !m.Basic
}

// own reports whether a cell's technique has code of its own for its mode.
func own(c grid.Cell) bool {
	entries, err := techniques.Find(c.Technique)
	if err != nil { // a control, which is not in the catalogue
		return false
	}
	m, err := workload.Of(c)
	return err == nil && m.Own(entries[0])
}

// ofEngine reports whether a name is that of a mode of the engine.
func ofEngine(name string) bool { return mode.Mode(name).OfEngine() }

// guarded returns the cells that a guard of a build compares. Unless modes are named, these are the cells of basic modes; in other modes those of techniques with
// code of their own, for queens or named pieces, with the reference. Controls show changes of the loops; they are compared unless techniques are named.
func guarded(s run.Selection, reference string, b build.Build) ([]grid.Cell, error) {
	chosen := len(s.Modes) > 0
	if !chosen {
		basic, withOwnCode := Modes()
		for _, m := range slices.Concat(basic, withOwnCode) {
			s.Modes = append(s.Modes, string(m.Mode))
		}
	}
	ofEngines := slices.ContainsFunc(s.Modes, ofEngine)
	var builds []build.Build // nil: this program's own, which has no modes of the engine
	if b != (build.Build{}) || ofEngines {
		builds = []build.Build{b}
	}
	cells, _, err := s.Cells(reference, builds) // onBothSides refuses a named technique that is left out here
	if err != nil {
		return nil, err
	}
	if builds != nil && (b.Language == "" || ofEngines) { // in other languages, offers leaves out the cells that a tree lacks
		cells = run.Measurable(cells, b, reference)
	}
	if len(s.Techniques) > 0 {
		cells = slices.DeleteFunc(cells, func(c grid.Cell) bool { return grid.IsControl(c.Technique) })
	}
	if chosen {
		return cells, nil
	}
	cells = slices.DeleteFunc(cells, func(c grid.Cell) bool {
		if !guardedByCode(c) || c.Technique == reference {
			return false
		}
		return !own(c) || c.Piece != board.Queen && len(s.Pieces) == 0
	})
	return dropLoneReferences(cells), nil
}

// Guarded names the techniques that are compared. Of the measured rows it leaves out the reference, which shows noise, and controls, which show loops.
func (g *Guard) Guarded() (names []string, err error) {
	cells, err := guarded(g.Selection, g.Reference, g.Build)
	for _, c := range cells {
		if !grid.IsControl(c.Technique) && c.Technique != g.Reference && !slices.Contains(names, c.Technique) {
			names = append(names, c.Technique)
		}
	}
	slices.Sort(names)
	return names, err
}

// dropLoneReferences drops the reference's cells from tables that are compared only for techniques with code of their own, but have no such technique.
func dropLoneReferences(cells []grid.Cell) []grid.Cell {
	withOwn := map[grid.Cell]bool{} // by tableOf: tables with a technique that has code of its own
	for _, c := range cells {
		if own(c) {
			withOwn[tableOf(c)] = true
		}
	}
	return slices.DeleteFunc(cells, func(c grid.Cell) bool { return guardedByCode(c) && !withOwn[tableOf(c)] })
}

// cells returns the cells that both sides can measure, and notes in c the techniques that a side lacks.
func (s *sides) cells(c *Comparison) ([]grid.Cell, error) {
	cells, err := guarded(s.Selection, s.Reference, s.Build)
	if err != nil {
		return nil, err
	}
	offers, err := s.offers()
	if err != nil {
		return nil, err
	}
	c.OnlyInBase, c.OnlyInHead = onlyIn(offers[0], offers[1]), onlyIn(offers[1], offers[0])
	return onBothSides(cells, s.Selection, s.Reference, offers)
}

// offer holds the techniques and modes that a side can measure.
type offer struct {
	names map[string]bool        // techniques that are available
	has   func(c grid.Cell) bool // reports whether the side can measure a cell
}

// offered returns what a side's build offers, or an error that says why the reference or a named technique is missing.
func (s *sides) offered(side int, program string) (o offer, err error) {
	all, err := language.Of(s.Build).Offers(s.ctx, s.Build, s.builders[side].Root, program)
	if err != nil {
		return o, fmt.Errorf("%s: %w", sideNames[side], err)
	}
	listed := map[string]language.Offer{}
	o.names = map[string]bool{}
	for _, l := range all {
		if l.Lacks != nil && (l.Name == s.Reference || slices.Contains(s.Techniques, l.Name)) {
			if err := l.Lacks(grid.Cell{Technique: l.Name}); err != nil {
				return o, fmt.Errorf("%s: %w", sideNames[side], err)
			}
		}
		listed[l.Name], o.names[l.Name] = l, l.Available
	}
	o.has = func(c grid.Cell) bool {
		l, found := listed[c.Technique]
		switch {
		case found && l.Lacks != nil:
			return l.Lacks(c) == nil
		case found: // a program has the modes that its side lists
		case slices.Contains(grid.Controls, c.Technique):
			l = listed[s.Reference] // whose modes controls have
		}
		return l.Available && slices.Contains(l.Modes, c.Mode) // other controls are left out: trees do not list them
	}
	return o, nil
}

// offers returns what each side can measure. If a side cannot be built, it returns an error.
func (s *sides) offers() (offers [2]offer, err error) {
	programs, err := s.build(1)
	for side, program := range programs {
		if err == nil {
			offers[side], err = s.offered(side, program)
		}
	}
	return offers, err
}

// onBothSides returns the cells that both sides can measure, and an error if a named technique has no such cell.
func onBothSides(cells []grid.Cell, s run.Selection, reference string, offers [2]offer) ([]grid.Cell, error) {
	cells = slices.DeleteFunc(cells, func(c grid.Cell) bool {
		return !offers[0].has(c) || !offers[1].has(c)
	})
	if len(s.Modes) == 0 {
		cells = dropLoneReferences(cells)
	}
	for _, name := range s.Techniques {
		if !slices.ContainsFunc(cells, func(c grid.Cell) bool { return c.Technique == name }) {
			return nil, fmt.Errorf("nothing to compare of %s: base and head do not both have what is asked for", name)
		}
	}
	return cells, nil
}

// onlyIn returns the names of the techniques that are available in a and not in b.
func onlyIn(a, b offer) (names []string) {
	for _, name := range slices.Sorted(maps.Keys(a.names)) {
		if a.names[name] && !b.names[name] {
			names = append(names, name)
		}
	}
	return names
}

// measure measures cells in rounds first to first+rounds-1, and returns their values. A round's number is the seed of its layout and order.
func (s *sides) measure(cells []grid.Cell, first, rounds int) ([]pair, error) {
	pairs := make([]pair, len(cells))
	for i, cell := range cells {
		pairs[i] = pair{cell: cell, target: s.Build.String(), paired: true, accepted: s.accepts(cell)}
	}
	for round := first; round < first+rounds; round++ {
		rng := rand.New(rand.NewPCG(s.Seed, uint64(round)))
		if err := s.round(pairs, round, rng); err != nil {
			return nil, fmt.Errorf("round %d: %w", round, err)
		}
		for i := range pairs {
			pairs[i].merge(round - first)
		}
		drop(pairs, s.Reference, s.Threshold, round-first+1, rounds)
		s.Progress(round-first+1, rounds)
	}
	findNoise(pairs, s.Reference)
	return pairs, nil
}

// atOnce calls do for both sides at the same time. So it may be used only while nothing is measured.
func atOnce(do func(side int) error) error {
	var (
		errs [2]error
		wg   sync.WaitGroup
	)
	for side := range errs {
		wg.Go(func() { errs[side] = do(side) })
	}
	wg.Wait()
	return cmp.Or(errs[0], errs[1])
}

// build links a program of each side with a layout, and returns their paths.
func (s *sides) build(layout int) (programs [2]string, err error) {
	err = atOnce(func(side int) (err error) {
		programs[side], err = s.builders[side].Program(s.ctx, layout)
		return err
	})
	return programs, err
}

// measureRound measures the cells that are not dropped, by several processes of programs with one layout, and appends the values to the pairs.
func (s *sides) measureRound(pairs []pair, round int, rng *rand.Rand) error {
	blocks := s.blocks(pairs)
	if len(blocks) == 0 {
		return nil
	}
	programs, err := s.build(round)
	if err != nil {
		return err
	}
	for _, program := range programs {
		defer os.Remove(program)
	}
	if err := s.Move(&s.first); err != nil {
		return err
	}
	for range processes(s.Threshold) {
		if err := s.measureOnce(pairs, blocks, programs, round, rng); err != nil {
			return err
		}
	}
	return nil
}

// measureOnce measures blocks of pairs, in an order drawn anew, by one process of each side's program. The place of each process's stack is drawn, too.
func (s *sides) measureOnce(pairs []pair, blocks [][]int, programs [2]string, round int, rng *rand.Rand) error {
	var running [2]*run.Process
	defer func() {
		for _, p := range running {
			if p != nil {
				p.Stop() // an error that matters came from a visit
			}
		}
	}()
	setups := [2]run.Setup{s.Setup, s.Setup}
	for side := range setups {
		setups[side].Stack = rng.IntN(run.Stacks)
	}
	err := atOnce(func(side int) (err error) {
		running[side], err = run.StartBuild(s.ctx, s.Build, programs[side], setups[side], round)
		return err
	})
	if err != nil {
		return err
	}
	for side, p := range running {
		s.visitor.Sides[side].Visit = p.Visit
	}
	for _, b := range rng.Perm(len(blocks)) {
		if err := s.block(pairs, blocks[b], rng); err != nil {
			return err
		}
	}
	return nil
}

// blocks groups the indices of pairs into blocks, of which the sides visit one at a time. Each cell is a block by itself, but the two rows of a table's
// reference are one block, so that their noise equals the noise of a comparison. Dropped cells are left out.
func (s *sides) blocks(pairs []pair) (blocks [][]int) {
	references := map[grid.Cell]int{} // the block of a table, by its cell without technique
	for i, p := range pairs {
		if p.dropped {
			continue
		}
		table := tableOf(p.cell)
		if p.cell.Technique == s.Reference {
			if b, ok := references[table]; ok {
				blocks[b] = append(blocks[b], i)
				continue
			}
			references[table] = len(blocks)
		}
		blocks = append(blocks, []int{i})
	}
	return blocks
}

// block measures the cells of a block on both sides, alternately, and appends their cycles to the pairs. If a cell has no value on one side, both sides get NaN.
func (s *sides) block(pairs []pair, block []int, rng *rand.Rand) error {
	var cells []grid.Cell
	for _, i := range block {
		cells = append(cells, pairs[i].cell)
	}
	tallies, err := s.visitor.Visits(cells, rng)
	if err != nil {
		return err
	}
	for k, i := range block {
		base, head := s.perAnswer(&tallies[0][k]), s.perAnswer(&tallies[1][k])
		if math.IsNaN(base) || math.IsNaN(head) {
			base, head = math.NaN(), math.NaN()
		}
		pairs[i].base, pairs[i].head = append(pairs[i].base, base), append(pairs[i].head, head)
	}
	return nil
}

// perAnswer returns a cell's value: cycles for each answer of a pass, or for the whole pass if that is one operation.
func (s *sides) perAnswer(t *measure.Tally) float64 {
	return s.canary.Value(t) / max(1, float64(t.Visits[0].Answers))
}

// confirm measures the cells that look slower once more, with the references of their tables, in new rounds, and sets their Confirmation.
func (s *sides) confirm(c *Comparison) error {
	var cells []grid.Cell
	slower := map[grid.Cell]bool{} // by techniqueOf
	for _, j := range c.Techniques {
		slower[j.Cell] = j.Slower
	}
	for _, j := range c.Cells {
		if !j.Slower && !slower[techniqueOf(j.Cell)] {
			continue
		}
		reference := j.Cell
		reference.Technique, reference.AA = s.Reference, false
		second := reference
		second.AA = true
		for _, cell := range []grid.Cell{j.Cell, reference, second} {
			if !slices.Contains(cells, cell) {
				cells = append(cells, cell)
			}
		}
	}
	if len(cells) == 0 {
		return nil
	}
	pairs, err := s.measure(cells, c.Rounds+1, max(c.Rounds, stats.RoundsForPairs(len(cells))))
	if err != nil {
		return err
	}
	few := lacking(pairs)
	for _, repeated := range []struct{ first, again []Judgement }{
		{c.Cells, judge(pairs, s.Threshold)}, {c.Techniques, judge(together(pairs, s.Reference), s.Threshold)},
	} {
		for _, again := range repeated.again {
			i := slices.IndexFunc(repeated.first, func(j Judgement) bool { return j.Cell == again.Cell })
			if i < 0 || !repeated.first[i].Slower {
				continue
			}
			repeated.first[i].Confirmation = &again
			if slices.Contains(few, again.Cell) {
				c.Unmeasured = append(c.Unmeasured, again.Cell)
			}
		}
	}
	return nil
}

// Trailer is the key of the commit trailer that names a cell or technique whose regression the commit accepts.
const Trailer = "Accept-Regression"

// acceptedBy returns the names in the values of the trailers with the key Trailer.
func acceptedBy(trailers string) map[string]bool {
	names := map[string]bool{}
	for _, name := range strings.Fields(trailers) {
		names[strings.TrimPrefix(name, benchmarks)] = true
	}
	return names
}

// accepts reports whether a commit accepts the regression of a cell, or of its technique.
func (s *sides) accepts(c grid.Cell) bool {
	return s.accepted[(&Judgement{Cell: c}).Name()] || s.accepted["technique="+c.Row()]
}
