// Package resultstest invents raw result files for tests of package results and of reports: each looks like a run of slidebench bench, with plausible times that depend
// only on a seed. Times in the table of techniques are in nanoseconds at Clock.
package resultstest

import (
	"bytes"
	"cmp"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/internal/harness/build"
	"github.com/slidebench/slidebench/internal/harness/corpus"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/techniques/facts"
	modes "github.com/slidebench/slidebench/internal/techniques/mode"
)

// Run describes an invented run. Every zero field has a default.
type Run struct {
	Machine, CPU, Features string
	GOARCH                 string             // amd64
	Levels                 []string           // of GOAMD64: v1 to v4, or v3+simd; or builds in C, such as c-gcc; ignored but on amd64
	Rounds                 int                // 6
	Noise                  float64            // relative spread of one value: 0.01
	Seed                   uint64             // of the random numbers: 0
	Cost                   map[string]float64 // factors on the times of some techniques: none
	Techniques             []string           // the rows to measure: all
	Engine                 bool               // also the modes that have to do with an engine: perft, search, deltas, a trace and pressure
	Crowds                 []string           // further corpora of mode pressure: none
	// Lacks reports whether a cell lacks its line in a round, from 1, at a level; nil: no cell does.
	Lacks func(cell grid.Cell, level string, round int) bool
}

// Clock is the clock of invented runs in GHz. The first round of a run has a lower one, as real runs may, which have not yet seen their fastest clock.
const Clock = 4.0

// technique is an invented row of tables. Its times are a rook's, in nanoseconds; scales has a bishop's and a queen's.
type technique struct {
	name                string
	throughput, latency float64 // of an independent lookup, and of a lookup that waits for the lookup before; 0: it has no single lookups
	batch               float64 // of a lookup in a batch; 0 without code for batches
	bytes               int     // of a queen's tables: ten in eleven are the rook's, the others the bishop's
	family              string  // "": one of its own
	needs               string  // features, separated by spaces
	experiment          string  // the GOEXPERIMENT of builds with it
	together            bool    // only for queens and pairs
	sets                float64 // of a set of sliders, however many are in it; 0 if it answers slider by slider
	move, lookup        float64 // of a move, and of a queen's lookup between moves, if it keeps a state
}

// techniques are the rows of invented tables, the reference's second row among them.
var techniques = []technique{
	{name: "noop", throughput: 0.31, latency: 1.1}, {name: "load", throughput: 0.52, latency: 5.2, bytes: 512},
	{name: "classical", throughput: 7.9, latency: 14.6, bytes: 4096},
	{name: "naive", throughput: 18.5, latency: 24.1, bytes: 803_840},
	{name: "magic", throughput: 1.93, latency: 9.1, bytes: 2_098_688},
	{name: "magic32", throughput: 2.74, latency: 10.3, bytes: 2_098_688},
	{name: "fancymagic", throughput: 1.89, latency: 8.7, bytes: 821_248},
	{name: "fancymagic-again", throughput: 1.89, latency: 8.7, bytes: 821_248},
	{name: grid.Twice, throughput: 1.89, latency: 8.7, bytes: 821_248},
	{name: "persquare", throughput: 2.55, latency: 10.9, bytes: 822_272},
	{name: "fixedshift", throughput: 1.91, latency: 8.6, bytes: 702_464},
	{name: "blackmagic", throughput: 2.02, latency: 8.4, bytes: 668_160},
	{name: "pext", throughput: 1.97, latency: 7.9, batch: 1.1, bytes: 820_736, family: "pext", needs: "bmi2"},
	{name: "pextload", throughput: 2.31, latency: 8.8, bytes: 820_736, family: "pext", needs: "bmi2"},
	{name: "pdep", throughput: 2.7, latency: 11.2, bytes: 207_360, family: "pext", needs: "bmi2"},
	{name: "softpext", throughput: 21.7, latency: 31.8, bytes: 820_736, family: "pext"},
	{name: "sherwin", throughput: 4.42, latency: 11.7, bytes: 67_584},
	{name: "sherwinbytes", throughput: 4.96, latency: 12.3, bytes: 67_584},
	{name: "quintessence", throughput: 3.61, latency: 7.2, bytes: 2048},
	{name: "dual", together: true, throughput: 2.9, latency: 9.4, bytes: 8704, needs: "avx2"},
	{name: "dualsimd", together: true, throughput: 2.2, latency: 8.1, bytes: 8704, needs: "avx2", experiment: "simd"},
	{name: "gfni", throughput: 2.4, latency: 9.9, bytes: 8192, needs: "avx2 gfni"},
	{name: "obstructionavx2", batch: 0.9, bytes: 256, needs: "avx2"},
	{name: "obstructionavx512", batch: 0.35, bytes: 512, needs: "avx512"},
	{name: "gather", batch: 1.3, bytes: 821_248, needs: "avx512"},
	{name: "koggestone", throughput: 7.1, latency: 9.8, sets: 7.3},
	{name: "rotated", move: 6.5, lookup: 3.2, bytes: 14_336},
	{name: "best", throughput: 4.2, latency: 7.9, batch: 0.36, bytes: 2048, family: facts.Picker},
	{name: "walk", throughput: 27.4, latency: 38.9},
}

// features are the default features of a run's machine.
const features = "bmi2+avx2+avx512+gfni"

// Facts returns the facts about the invented techniques.
func Facts() results.Facts {
	all := results.Facts{}
	for _, t := range techniques {
		all[t.name] = facts.Facts{Name: t.name, Family: cmp.Or(t.family, t.name), Needs: strings.Fields(t.needs), Found: facts.Found{Batch: t.batch > 0, State: t.move > 0}}
	}
	return all
}

// String returns the run's raw file.
func (r Run) String() string {
	r.Machine = cmp.Or(r.Machine, "intel-xeon-sapphire-rapids-vm")
	r.CPU = cmp.Or(r.CPU, "Intel(R) Xeon(R) Processor")
	r.Features = cmp.Or(r.Features, features)
	r.GOARCH = cmp.Or(r.GOARCH, "amd64")
	r.Rounds = cmp.Or(r.Rounds, 6)
	r.Noise = cmp.Or(r.Noise, 0.01)
	if r.GOARCH != "amd64" {
		r.Levels = []string{""}
	} else if r.Levels == nil {
		r.Levels = []string{"v1", "v2", "v3", "v4"}
	}
	rng := rand.New(rand.NewPCG(r.Seed, 1))
	var b bytes.Buffer
	for k := range r.Rounds {
		for _, l := range rng.Perm(len(r.Levels)) {
			r.round(&b, k, r.Levels[l], rng)
		}
	}
	return b.String()
}

// draw returns the random factor on a time. It depends only on the seed, the round and the name of the drawn time, so that a further technique leaves other techniques'
// times as they are.
func (r Run) draw(round int, what string) float64 {
	return math.Exp(r.Noise * rand.New(rand.NewPCG(r.Seed, hash(fmt.Sprint(round, " ", what)))).NormFloat64())
}

// hash returns a number that depends on all of a text, for seeds and flavours.
func hash(text string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(text))
	return h.Sum64()
}

// process is the output of one process of a run: a round at a level.
type process struct {
	Run
	round  int         // from 0
	level  string      // one of Run.Levels
	built  build.Build // level, parsed
	shared float64     // a factor on all of its times
	lines  []string
}

// round writes the lines of one round, from 0, at one level: a head, and the cells in an order drawn by rng.
func (r Run) round(b *bytes.Buffer, round int, level string, rng *rand.Rand) {
	head := results.Head{
		Target: results.Target{Machine: r.Machine, CPU: r.CPU, Features: r.Features, GOOS: "linux", GOARCH: r.GOARCH, Built: build.Must(level)[0],
			Questions: 65536, CorpusDigest: "1f2e3d4c5b6a7988"},
		Reference: "fancymagic", Units: []string{"cycles/lookup"}, Round: round + 1, Clock: Clock,
	}
	if !head.InGo() {
		head.Compiler = "a compiler"
	}
	if round == 0 {
		head.Clock *= 0.95
	}
	b.WriteString(head.String())
	p := process{Run: r, round: round, level: level, built: head.Built, shared: r.draw(round, level)}
	for _, t := range techniques {
		p.lookups(t)
		p.others(t)
	}
	rng.Shuffle(len(p.lines), func(i, j int) { p.lines[i], p.lines[j] = p.lines[j], p.lines[i] })
	for _, line := range p.lines {
		b.WriteString(line)
	}
}

// add adds the line of a cell that takes ns nanoseconds, unless ns is 0 or the run lacks the cell.
func (p *process) add(t technique, piece, mode, corpus string, ns float64) {
	if t.together && piece != "queen" || t.name == grid.Twice && !modes.Mode(mode).OfEngine() {
		return // the technique answers no such question
	}
	if p.Techniques != nil && !slices.Contains(p.Techniques, t.name) || ns == 0 || !p.has(t) {
		return // the run or the build lacks the technique, or the technique the mode
	}
	if f := p.Cost[strings.TrimSuffix(t.name, "-again")]; f != 0 {
		ns *= f
	}
	size := map[string]int{"rook": t.bytes * 10 / 11, "bishop": t.bytes / 11, "queen": t.bytes}[piece]
	name := fmt.Sprintf("BenchmarkAttacks/technique=%s/piece=%s/mode=%s/corpus=%s", t.name, piece, mode, corpus)
	ns *= p.shared * p.draw(p.round, p.level+" "+name) * flavour(t.name, piece+corpus)
	if p.Lacks != nil {
		if cell, err := grid.ParseName(name); err == nil && p.Lacks(cell, p.level, p.round+1) {
			return
		}
	}
	value := fmt.Sprintf("%.5g cycles/%s", ns*Clock, modes.Mode(mode).Per())
	if mode == "init" {
		value = fmt.Sprintf("%.0f cycles/op", ns*Clock)
	}
	p.lines = append(p.lines, fmt.Sprintf("%s\t100\t2 visits\t16 slices\t14 clean-slices\t%d table-bytes\t%s\n", name, size, value))
}

// scales are the times of the pieces relative to a rook's.
var scales = map[string]float64{"rook": 1, "bishop": 0.9, "queen": 1.75}

var pieces = []string{"rook", "bishop", "queen"} // in the order of lines

// bound reports whether a technique is a loop without a lookup, which takes as long for every piece.
func (t technique) bound() bool { return t.name == "noop" || t.name == "load" }

// lookups adds the lines of a technique in the modes of single lookups and of rook+bishop pairs.
func (p *process) lookups(t technique) {
	factor := p.factor(t.name)
	for _, corpus := range []string{"random4", "random16", "random32"} {
		for _, piece := range pieces {
			scale := scales[piece]
			if t.bound() {
				scale = 1
			}
			p.add(t, piece, "throughput", corpus, scale*t.throughput*factor)
			p.add(t, piece, "latency", corpus, scale*t.latency*factor)
		}
		p.add(t, "queen", "both", corpus, 1.8*t.throughput*factor)
		p.add(t, "queen", "bothlatency", corpus, 1.8*t.latency*factor)
	}
}

// others adds the lines of a technique in the other modes that have loops.
func (p *process) others(t technique) {
	batch := cmp.Or(t.batch, 0.95*t.throughput*p.factor(t.name))
	for _, piece := range pieces {
		p.add(t, piece, "batch", "random16", scales[piece]*batch)
		p.add(t, piece, "setwise", grid.DefaultSets, scales[piece]*cmp.Or(t.sets, 2.1*t.throughput))
	}
	p.add(t, "queen", "batchboth", "random16", 1.8*batch)
	for _, lookups := range []float64{1, 4, 16, 64} {
		ns := 1.75 * t.throughput
		if ns > 0 { // without a state, a move updates the occupancy alone
			ns += 0.8 / lookups
		} else if t.move > 0 {
			ns = t.move/lookups + t.lookup
		}
		p.add(t, "queen", "incremental", fmt.Sprintf("replay%.0f", lookups), ns)
	}
	if p.Engine && t.throughput > 0 && !t.together {
		p.engine(t)
	}
	for _, name := range p.Crowds {
		p.underPressure(t, name)
	}
	if !t.bound() && t.name != "walk" && t.family != facts.Picker && t.throughput > 0 {
		p.add(t, "queen", "init", "stored", 4000*math.Sqrt(1+float64(t.bytes)))
		if strings.Contains(t.name, "magic") {
			p.add(t, "queen", "init", "searched", 4e5*math.Sqrt(float64(t.bytes)))
		}
	}
}

// engine adds the lines of a technique in the engine's modes. An engine mostly waits for other things than lookups, and large tables slow it.
func (p *process) engine(t technique) {
	large := math.Sqrt(float64(t.bytes)) / 1000
	p.add(t, "queen", "throughput", "trace", 1.6*t.throughput)
	p.add(t, "queen", "latency", "trace", 1.6*t.latency)
	for _, name := range []string{"crowd0", "crowd4", "crowd16", "crowd64", "crowd0+32"} {
		p.underPressure(t, name)
	}
	if t.name != "load" {
		for i, m := range modes.Deltas {
			p.add(t, "queen", string(m), grid.DefaultDeltas, 40*float64(i+2)+3*t.throughput+large)
		}
	}
	if t.bound() {
		return
	}
	for i, m := range modes.Engine {
		work := 10 * float64(i+1)
		if t.name == grid.Twice {
			work *= 1.1
		}
		p.add(t, "queen", string(m), corpus.GamesOf(m)[0], work+t.throughput+large)
	}
}

// underPressure adds the line of a technique in mode pressure, for a corpus.
func (p *process) underPressure(t technique, name string) {
	crowd, err := corpus.ParsePressure(name)
	if err != nil {
		panic(err)
	}
	p.add(t, "queen", "pressure", name, t.crowded(crowd))
}

// crowded returns the time of a queen's lookup under pressure, which drives tables of more than a few KiB from the inner caches.
func (t technique) crowded(p corpus.Pressure) float64 {
	crowding := 0.5*float64(p.Lines) + 1.5*float64(p.KiB)/corpus.Group // of touching the other data
	switch {
	case t.throughput == 0:
		return 0
	case t.bound():
		return t.throughput + crowding
	}
	lost := 1 - math.Exp(-crowding/8) // the share of the tables that is driven out
	return scales["queen"]*t.throughput + crowding + lost*math.Log2(1+float64(t.bytes)/8192)
}

// has reports whether a build of the process's level and features contains a technique.
func (p *process) has(t technique) bool {
	experiment := ""
	if p.built.Language == "" && p.built.Option != build.NoChecks {
		experiment = p.built.Option
	}
	// Builds with an experiment have the techniques that need it, the controls and the reference.
	always := t.name == "noop" || t.name == "load" || t.name == "walk" || strings.HasPrefix(t.name, "fancymagic")
	if t.experiment != experiment && !(experiment != "" && always) {
		return false
	}
	for _, feature := range strings.Fields(t.needs) {
		if !slices.Contains(strings.Split(p.Features, "+"), feature) {
			return false
		}
	}
	return true
}

// factor returns a factor on a technique's time: below v3, and without levels, ray loops, which count bits, are slower; in C all techniques are faster, PEXT most of all.
func (p *process) factor(name string) float64 {
	if p.built.Language != "" {
		if strings.HasPrefix(name, "pext") && p.built.Option != "calls" {
			return 0.4 // inlined
		}
		return 0.9
	}
	if p.level >= "v3" {
		return 1
	}
	if name == "classical" || name == "quintessence" || name == "softpext" {
		return 1.3
	}
	return 1.02
}

// flavour returns a factor of up to 4 % on a technique's time in a column, so that no two columns look alike. Both rows of the reference get the same.
func flavour(name, column string) float64 {
	return 1 + 0.04*float64(hash(strings.TrimSuffix(name, "-again")+column)%1000)/1000
}
