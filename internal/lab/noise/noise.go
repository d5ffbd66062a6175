// Package noise is an experiment about the harness: it measures techniques while loads disturb the machine, and reports how far the results differ.
package noise

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/machine"
	"github.com/slidebench/slidebench/internal/harness/measure"
	"github.com/slidebench/slidebench/internal/harness/run"
	"github.com/slidebench/slidebench/internal/harness/stats"
	"github.com/slidebench/slidebench/internal/markdown"
	"github.com/slidebench/slidebench/internal/techniques"
	"github.com/slidebench/slidebench/internal/techniques/mode"
)

// Experiment measures a dozen techniques without load and under loads that come in bursts. It shows the errors that loads cause in the estimator in use, and in others
// computed from the same slices.
type Experiment struct {
	run.Setup
	Rounds   int
	Cap      time.Duration // how long one process may wait for clean slices
	Progress func(done, total int)
}

// Load disturbs one part of the experiment.
type Load struct {
	Name  string
	Where string // on the "same" processor as the measurement or an "other" one; "" for no load
	Kind  machine.Kind
	Share float64 // of the time
}

// Loads are the loads of the experiment, the quiet one first.
var Loads = func() []Load {
	loads := []Load{{Name: "none"}}
	// The three kinds get their share of the time below.
	for _, l := range []Load{{"other processor", "other", machine.Compute, 0}, {"same processor", "same", machine.Compute, 0}, {"memory", "other", machine.Memory, 0}} {
		for _, busy := range []float64{50, 85, 95} { // % of the time
			loads = append(loads, Load{fmt.Sprintf("%s, %g %%", l.Name, busy), l.Where, l.Kind, busy / 100})
		}
	}
	return loads
}()

// noisy are the techniques of the experiment: with large tables, with small ones, and without.
var noisy = []string{"classical", "magic", "fancymagic", "unchecked", "blackmagic", "fixedshift", "bytes", "kindergarten", "quintessence", "obstruction", "koggestone", "pdep"}

// Sample holds the visits to a cell in one process.
type Sample struct {
	Load  int // index into Loads
	Round int
	Cell  grid.Cell
	measure.Tally
	Further []measure.Visit // further visits, which the value does not need; only under loads whose slices are recorded
}

// Report is the result of the experiment.
type Report struct {
	Machine string
	run.Setup
	Rounds  int
	Cells   []grid.Cell
	Samples []Sample
	Judges  []measure.Judge // by load
	Took    []time.Duration // by load, measuring alone
	Left    []string        // loads that are impossible on this machine, with the reason

	positions map[grid.Cell]int // slices in a pass
	lowest    measure.Lowest    // the judges' common memory, over all parts
}

// Run runs the experiment: in each round every load once, in shuffled order, each in a fresh process of this very program.
func (n *Experiment) Run(ctx context.Context) (*Report, error) {
	var names []string
	for _, name := range noisy {
		if e, err := techniques.Find(name); err == nil && run.Unavailable(e[0], nil, machine.Detect()) == nil { // nil, here and for Cells: in this program, not in builds
			names = append(names, name)
		}
	}
	cells, _, err := run.Selection{Techniques: names, Pieces: []string{board.Queen.String()},
		Modes: []string{string(mode.Throughput), string(mode.Latency), string(mode.Batch)}}.Cells(n.Reference, nil)
	if err != nil {
		return nil, err
	}
	r := &Report{Machine: machine.Detect().Slug(), Setup: n.Setup, Rounds: n.Rounds, Cells: cells,
		Judges: make([]measure.Judge, len(Loads)), Took: make([]time.Duration, len(Loads))}
	places := map[string]int{"same": n.CPU}
	if allowed, err := machine.AllowedCPUs(); err == nil {
		for _, cpu := range allowed {
			if cpu != n.CPU {
				places["other"] = cpu // any will do
			}
		}
	} else {
		delete(places, "same") // nothing can be pinned
	}
	r.positions, r.lowest = map[grid.Cell]int{}, measure.Lowest{}
	done := 0
	for round := 1; round <= n.Rounds; round++ {
		rng := rand.New(rand.NewPCG(n.Seed, uint64(round)))
		for _, l := range rng.Perm(len(Loads)) {
			cpu, ok := places[Loads[l].Where]
			if Loads[l].Where != "" && !ok {
				if round == 1 {
					r.Left = append(r.Left, fmt.Sprintf("%s: no such processor can be pinned here", Loads[l].Name))
				}
				continue
			}
			if err := n.measure(ctx, r, part{l, cpu, round, rng}); err != nil {
				return nil, fmt.Errorf("%s, round %d: %w", Loads[l].Name, round, err)
			}
			done++
			n.Progress(done, n.Rounds*len(Loads))
		}
	}
	return r, nil
}

// part is one load in one round.
type part struct {
	load  int // index into Loads
	cpu   int // the processor of the load
	round int
	rng   *rand.Rand
}

// measure measures all cells under a load, in a new process.
func (n *Experiment) measure(ctx context.Context, r *Report, p part) error {
	binary, err := os.Executable()
	if err != nil {
		return err
	}
	// All parts share the judge of the quiet one: how good the core can be does not depend on a load.
	judge := r.Judges[0].Clone()
	judge.Known = machine.Known(machine.Detect())
	if len(judge.Turns) == 0 {
		readings, err := run.Look(n.CPU)
		if err != nil {
			return err
		}
		judge.Add(readings...)
	}
	process, err := run.Start(ctx, binary, n.Setup, p.round)
	if err != nil {
		return err
	}
	// The load begins when the process is ready, so that only measuring is timed.
	under, end := context.WithCancel(ctx)
	defer end()
	ended := make(chan error, 1)
	if load := Loads[p.load]; load.Share > 0 {
		go func() { ended <- machine.Burden(under, p.cpu, load.Share, load.Kind) }()
	} else {
		ended <- nil
	}
	began := time.Now()
	late := func() bool { return n.Cap > 0 && time.Since(began) > n.Cap }
	v := run.Visitor{Sides: []run.Side{{Visit: process.Visit, Lowest: r.lowest}}, Positions: r.positions, Judge: &judge, Late: late, Apart: run.Apart}
	v.After = func(_ grid.Cell, visit *measure.Visit, _ bool, _ time.Duration) {
		r.Judges[p.load].Add(visit.Readings...)
	}
	tallies, err := v.Visits(r.Cells, p.rng)
	r.Took[p.load] += time.Since(began)
	further := [][]measure.Tally{make([]measure.Tally, len(r.Cells))} // of the one side, as tallies: none yet
	if err == nil && recorded(Loads[p.load]) {
		v.After = nil // the judge of the load has the visits that values need, and no others
		further, err = v.Further(r.Cells, furtherVisits, p.rng)
	}
	end()
	if err := cmp.Or(err, <-ended, process.Stop()); err != nil {
		return err
	}
	for i, c := range r.Cells {
		r.Samples = append(r.Samples, Sample{p.load, p.round, c, tallies[0][i], further[0][i].Visits})
	}
	return nil
}

// furtherVisits is how many visits are recorded besides those that a value needs: a simulated guard draws its visits from all recorded ones, and many values need only
// one.
const furtherVisits = 4

// Estimator computes a value from the slices of a cell, in cycles unless its name says otherwise.
type Estimator struct {
	Name  string
	Value func(t *measure.Tally, j *measure.Judge) float64
}

// Estimators are compared on the same slices. The first one is the harness's own.
var Estimators = []Estimator{
	{"lowest visit, of clean slices", func(t *measure.Tally, j *measure.Judge) float64 { return t.Value(j) }},
	{"the same, of all slices", func(t *measure.Tally, _ *measure.Judge) float64 { return t.Value(&measure.Judge{Any: true}) }},
	{"smallest clean slice", func(t *measure.Tally, j *measure.Judge) float64 { return t.Quantile(j, 0) }},
	{"lower quartile of clean slices", func(t *measure.Tally, j *measure.Judge) float64 { return t.Quantile(j, measure.Low) }},
	{"median of clean slices", func(t *measure.Tally, j *measure.Judge) float64 { return t.Quantile(j, 0.5) }},
	{"smallest of all slices", func(t *measure.Tally, _ *measure.Judge) float64 {
		return t.Quantile(&measure.Judge{Any: true}, 0)
	}},
	{"mean of the quickest visit, in nanoseconds", func(t *measure.Tally, _ *measure.Judge) float64 { return t.QuickestVisit() }},
}

// values returns a cell's values by an estimator under a load, round by round, with the judge of the quiet part.
func (r *Report) values(e Estimator, load int, c grid.Cell) []float64 {
	values := slices.Repeat([]float64{math.NaN()}, r.Rounds)
	for i := range r.Samples {
		if s := &r.Samples[i]; s.Load == load && s.Cell == c {
			values[s.Round-1] = e.Value(&s.Tally, &r.Judges[0])
		}
	}
	return values
}

// damage summarizes how far values under a load are from those without load.
type damage struct {
	middle, worst  float64 // |error| of a cell's median over the rounds: in the middle cell, and in the worst
	worstCell      grid.Cell
	within         int     // cells within 1 %
	cells          int     // that have values
	aa             float64 // the largest median of A/A ratios of a table, as |ratio - 1|
	missing, total int     // values
}

// spoiled compares an estimator's values under a load with its values without load.
func (r *Report) spoiled(e Estimator, load int) (s damage) {
	var errs []float64
	for _, c := range r.Cells {
		under := r.values(e, load, c)
		s.total += len(under)
		s.missing += len(under) - len(stats.Present(under))
		ratio := stats.Ratio(under, r.values(e, 0, c))
		if !ratio.Known() {
			continue
		}
		off := math.Abs(ratio.Median - 1)
		if errs = append(errs, off); off > s.worst {
			s.worst, s.worstCell = off, c
		}
		if off <= 0.01 {
			s.within++
		}
		if c.Row() == r.Reference {
			again := c // the reference's second row
			again.AA = true
			if aa := stats.Ratio(r.values(e, load, again), under); aa.Known() {
				s.aa = max(s.aa, math.Abs(aa.Median-1))
			}
		}
	}
	s.cells = len(errs)
	if slices.Sort(errs); s.cells > 0 {
		s.middle = errs[s.cells/2]
	}
	return s
}

// pageHead is the beginning of the page.
const pageHead = "# What a disturbed machine does to the numbers: "

// IsPage reports whether a text is a page that WriteMarkdown has written.
func IsPage(text []byte) bool { return strings.HasPrefix(string(text), pageHead) }

// WriteMarkdown writes the page with the results.
func (r *Report) WriteMarkdown(w io.Writer) error {
	var b markdown.Text
	b.Printf("%s%s\n\n", pageHead, r.Machine)
	b.Printf("Written by `make noise`. %d cells (queens, in modes throughput, latency and batch) were measured in %d rounds, each "+
		"under every load, in fresh processes of one program. Loads come in bursts every %v. An error is how far a cell's value is from the one without "+
		"load in the same round, by the median over the rounds; A/A is the same between the two measurements of `%s`, the largest of three modes.\n\n",
		len(r.Cells), r.Rounds, machine.Burst, r.Reference)
	judge := &r.Judges[0]
	clock, share := judge.Clock()
	b.Printf("Without load the canary saw %.2f GHz most (%.0f %% of its readings; nine in ten between %.2f and %.2f), %.2f cycles for a turn, "+
		"and disturbances from outside %.1f %% of the time, which are in every row.\n\n", clock, 100*share,
		float64(judge.Clocks.Quantile(0.05))/1000, float64(judge.Clocks.Quantile(0.95))/1000, judge.Quiet(), 100*judge.Disturbed())
	b.Head("load", "time", "shared, the canary says", "error, middle cell", "worst cell", "within 1 %", "A/A", "no value")
	heads := []string{"estimator", "spread, quiet"}
	var missed []string
	for l, load := range Loads {
		if r.Took[l] == 0 {
			continue
		}
		if l > 0 {
			heads = append(heads, load.Name)
		}
		s := r.spoiled(Estimators[0], l)
		worst := "none"
		if s.worst > 0 {
			worst = fmt.Sprintf("%s (%s, %s)", percent(s.worst), s.worstCell.Row(), s.worstCell.Mode)
		}
		j := r.Judges[l]
		j.Known = judge.Quiet() // what a turn takes without a neighbour: under a load the canary may never see that
		b.Row(load.Name, fmt.Sprintf("x %.1f", float64(r.Took[l])/float64(r.Took[0])), fmt.Sprintf("%.0f %%", 100*j.Disturbed()), percent(s.middle), worst,
			fmt.Sprintf("%d of %d", s.within, s.cells), percent(s.aa), fmt.Sprintf("%d of %d", s.missing, s.total))
		if load.Share <= 0.85 && (s.within < s.cells || s.aa > 0.01 || s.missing > 0) { // the aim, in words below, is about no more load
			missed = append(missed, fmt.Sprintf("%s (%d cells off by more, %d values missing)", load.Name, s.cells-s.within, s.missing))
		}
	}
	for _, left := range r.Left {
		b.Printf("\nNot measured: %s.\n", left)
	}
	b.Printf("\n## Estimators\n\nThe same slices by other estimators: the worst cell's error, and the middle one's. The first column is the spread of the quiet rounds: " +
		"the slowest over the quickest, by the middle cell.\n\n")
	b.Head(heads...)
	for _, e := range Estimators {
		fields := []string{e.Name, r.spread(e)}
		for l := range Loads {
			if l > 0 && r.Took[l] > 0 {
				s := r.spoiled(e, l)
				fields = append(fields, fmt.Sprintf("%.1f %% (%s)", 100*s.worst, percent(s.middle)))
			}
		}
		b.Row(fields...)
	}
	b.Printf("\nThe aim is every cell within 1 %% of the quiet run, and A/A within 1 %%, for loads up to 85 %%. ")
	if missed == nil {
		b.Printf("It is reached.\n")
	} else {
		b.Printf("It is missed under: %s.\n", strings.Join(missed, "; "))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// spread formats how much longer, in the middle cell, the slowest round without load takes than the quickest.
func (r *Report) spread(e Estimator) string {
	var spreads []float64
	for _, c := range r.Cells {
		if values := stats.Present(r.values(e, 0, c)); len(values) > 0 {
			spreads = append(spreads, slices.Max(values)/slices.Min(values)-1)
		}
	}
	if len(spreads) == 0 {
		return "none"
	}
	slices.Sort(spreads)
	return percent(spreads[len(spreads)/2])
}

// percent formats a part of 1 in per cent.
func percent(part float64) string { return fmt.Sprintf("%.2f %%", 100*part) }
