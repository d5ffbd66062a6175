package run

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/slidebench/slidebench/internal/harness/build"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/machine"
	"github.com/slidebench/slidebench/internal/harness/measure"
	"github.com/slidebench/slidebench/internal/harness/stats"
	"github.com/slidebench/slidebench/internal/techniques/mode"
)

// If there is not enough time for everything, jobs that decide come alone while they lack values in six rounds, which are enough here; then follow others for which
// there is time enough: a second for each value that they lack of these six. Time that is left after that goes into further rounds, of what decides first.
func TestChoose(t *testing.T) {
	const s = time.Second
	// Of weights only the order counts, and that 0 decides: those of a run are in TestWeights.
	reference := job{weight: 0, reference: true, want: 12, cost: s}
	search := job{weight: 0, want: 12, cost: s}
	loop := job{weight: 1, want: 12, cost: s}
	batch := job{weight: 2, want: 12, cost: s}
	behind := job{weight: 3, want: 7, cost: s}
	later := job{weight: 1, place: 9, want: 12, cost: s}
	at := func(j job, have int) job { j.have = have; return j }
	for _, c := range []struct {
		about  string
		jobs   []job
		left   time.Duration
		rounds int    // that are left, with this one
		want   string // + for the jobs that are chosen
	}{
		{"time for everything", []job{reference, search, loop, batch, behind}, 55 * s, 12, "+++++"}, // 4 jobs * 12 rounds + 7 rounds
		{"a second less: what decides comes alone", []job{reference, loop, search, batch, behind}, 54 * s, 12, "+-+--"},
		{"what decides lacks a sixth round: it comes alone", []job{at(reference, 5), at(search, 5), loop, batch, behind}, 40 * s, 7, "++---"},
		{"one job that decides lacks a round, and a round for it alone would leave the others too few", []job{at(reference, 6), at(search, 5), loop, batch, behind}, 14 * s, 6, "++++-"},
		{"what decides has enough rounds: the others follow, as far as there is time", []job{at(reference, 6), at(search, 6), loop, batch, behind}, 13 * s, 6, "+-++-"},
		{"loop has enough rounds, too: there is time for behind", []job{at(reference, 6), at(search, 6), at(loop, 6), batch, behind}, 13 * s, 6, "+--++"},
		{"further rounds of what decides in the time that is left", []job{at(reference, 6), at(search, 6), at(loop, 6), batch, behind}, 19 * s, 6, "++-++"},
		{"three rounds are too few for loop, which lacks four, and enough for batch", []job{at(reference, 6), at(search, 6), at(loop, 2), at(batch, 3)}, 7 * s, 3, "+--+"},
		{"no time: what decides gets enough rounds", []job{at(reference, 3), at(search, 6), loop}, 0, 9, "+--"},
		{"no time, and enough of what decides", []job{at(reference, 6), at(search, 6), at(loop, 5)}, 0, 6, "---"},
		{"fewer rounds than are enough are wanted", []job{{want: 2, cost: s}, {want: 2, have: 1, weight: 1, cost: s}}, 2 * s, 2, "+-"},
		{"of the others those of lower places come first", []job{at(reference, 6), later, loop, later, batch, loop}, 13 * s, 6, "+-+--+"},
		{"nothing is known of costs", []job{{want: 12}, {want: 12, weight: 2}}, 0, 12, "++"},
	} {
		got := ""
		for _, chosen := range choose(c.jobs, c.left, c.rounds, 6) {
			got += map[bool]string{true: "+", false: "-"}[chosen]
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.about, got, c.want)
		}
	}
}

// simulate measures jobs in so many rounds, and returns the time that they took. Each visit takes about its cost, and gives a value with the chance clean.
func simulate(jobs []job, left time.Duration, rounds int, clean float64) (took time.Duration) {
	rng := rand.New(rand.NewPCG(1, 1))
	for ; rounds > 0; rounds-- {
		for i, chosen := range choose(jobs, max(0, left-took), rounds, 6) {
			if chosen {
				took += time.Duration((0.8 + 0.4*rng.Float64()) * float64(jobs[i].cost))
				if rng.Float64() < clean {
					jobs[i].have++
				}
			}
		}
	}
	return took
}

// Simulated runs on a disturbed machine: with less and less time, fewer jobs have values, and those that have some have enough of them.
func TestChooseInSimulatedRuns(t *testing.T) {
	plan := func() (jobs []job) {
		for i := range 200 {
			j := job{weight: i % 4, reference: i < 4, want: 12, cost: time.Duration(1+i%3) * 100 * time.Millisecond}
			if j.reference {
				j.weight = 0
			}
			jobs = append(jobs, j)
		}
		return jobs
	}
	whole := simulate(plan(), 1<<60, 12, 1) // with time for everything
	before := 201                           // more than there are jobs
	for _, part := range []float64{1.3, 0.8, 0.6, 0.4, 0.2, 0.1} {
		jobs := plan()
		took := simulate(jobs, time.Duration(part*float64(whole)), 12, 1)
		enough, few := 0, 0 // jobs with values in enough rounds, and with some values, but too few
		for _, j := range jobs {
			switch {
			case j.have >= 6:
				enough++
			case j.weight == 0:
				t.Errorf("%.1f of the time: what decides has %d rounds", part, j.have)
			case j.have > 0:
				few++
			}
		}
		// What decides, a quarter of the jobs, gets half of its twelve rounds however little time there is.
		// Visits scatter about their costs: a twentieth of the jobs may stop short of enough rounds, and the time may be a tenth longer.
		if decides := 0.25 * 0.5 * float64(whole); enough > before || few > 10 || float64(took) > 1.1*max(decides, part*float64(whole)) {
			t.Errorf("%.1f of the time: %d jobs have enough rounds, %d too few, in %.2f of it", part, enough, few, float64(took)/float64(whole))
		}
		before = enough
	}
	if jobs := plan(); simulate(jobs, whole/2, 12, 0.8) > 0 && slices.ContainsFunc(jobs, func(j job) bool { return j.weight == 0 && j.have < 6 }) {
		t.Error("with four of five visits clean, some of what decides lacks rounds")
	}
}

// Search and perft of the first contenders decide if an engine is measured, and single lookups if none is.
func TestWeights(t *testing.T) {
	cell := func(technique string, m mode.Mode) grid.Cell {
		c := grid.OfRow(technique)
		c.Mode, c.Corpus = m, "random16"
		return c
	}
	far := cell("walk", "latency")
	loops := []grid.Cell{cell("fancymagic", "batch"), cell("fancymagic-again", "batch"), cell("magic", "latency"), cell("magic", "batch"), far}
	engine := append(slices.Clone(loops), cell("magic", "search"), cell("magic", "perft"), cell("magic", "netsearch"))
	for _, c := range []struct {
		cells []grid.Cell
		want  []int // weights: of both rows of the reference, magic's two loops, the loop behind, and, with an engine, magic's search, perft and search with a network
	}{{engine, []int{0, 0, 2, 3, 4, 0, 0, 3}}, {loops, []int{0, 0, 0, 1, 2}}} { // without an engine, weights are two less, and at least 0
		m := &Measurement{builds: []build.Build{{Level: "v1"}}, costs: costs{}, Done: map[cellRound]bool{{1, build.Build{Level: "v1"}, c.cells[2]}: true}}
		m.Record.Run = Run{Setup: Setup{Reference: "fancymagic"}, Rounds: 12, Few: 7, Behind: []string{far.String()}, Cells: c.cells}
		var got []int
		for _, j := range m.jobs() {
			if got = append(got, j.weight); j.cell == far && j.want != 7 || j.cell != far && j.want != 12 || j.have == 1 != (j.cell == c.cells[2]) {
				t.Errorf("%+v", j)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("weights %v, want %v", got, c.want)
		}
	}
	r := Run{Setup: Setup{Reference: "fancymagic"}, Contenders: strings.Fields("a b fancymagic c d e f g h i")}
	for technique, want := range map[string][2]int{ // weight, 0 for the first fewestContenders, and place, which does not count the reference
		"a": {0, 0}, "c": {0, 2}, "d": {0, 3}, "e": {1, 4}, "i": {1, 8}, "none": {1, 9}, "fancymagic": {0, 2},
	} {
		if c := cell(technique, "perft"); r.weight(c) != want[0] || r.place(c) != want[1] {
			t.Errorf("%s has weight %d and place %d, want %v", technique, r.weight(c), r.place(c), want)
		}
	}
}

// A cell is expected to take as long as others of its kind, or as the mode usually takes beside modes that are known.
func TestCosts(t *testing.T) {
	b, other := build.Build{Level: "v3"}, build.Build{Language: "c"}
	of := func(m mode.Mode) grid.Cell { return grid.Cell{Mode: m} }
	c := costs{}
	if got := c.of(b, of(mode.Search)); got != 0 {
		t.Errorf("nothing is known: %v", got)
	}
	c.add(b, of(mode.Latency), true, 4*time.Millisecond)
	c.add(b, of(mode.Latency), false, 6*time.Millisecond)
	c.add(b, of(mode.Latency), true, 30*time.Millisecond) // 40 ms in two rounds, the first of which had two visits
	for _, x := range []struct {
		build build.Build
		mode  mode.Mode
		want  time.Duration // in milliseconds: 20, three times as many for a search, 25 times for one with a network
	}{{b, mode.Latency, 20}, {b, mode.Throughput, 20}, {other, mode.Latency, 20}, {b, mode.Search, 60}, {other, mode.NetSearch, 500}} {
		if got := c.of(x.build, of(x.mode)); got != x.want*time.Millisecond {
			t.Errorf("%v %s: %v, want %d ms", x.build, x.mode, got, x.want)
		}
	}
	c.add(b, of(mode.Search), true, 300*time.Millisecond)
	// 340 ms, where a search counts as three cells beside the two of latency.
	if got, all := c.of(b, of(mode.Throughput)), c.all(); got != 68*time.Millisecond || all != 340*time.Millisecond {
		t.Errorf("beside a search: %v, all %v", got, all)
	}
}

// undisturbedBut returns a judge that has seen a hundred readings, so many of them disturbed.
func undisturbedBut(disturbed int) (j measure.Judge) {
	j.Add(slices.Repeat([]machine.Reading{{Clock: 3, Turn: 5}}, 100-disturbed)...)
	j.Add(slices.Repeat([]machine.Reading{{Clock: 3, Turn: 7}}, disturbed)...)
	return j
}

// The rest of a run takes as long as cells of its kinds took, at least as long as is left of a budget, and no longer than the cap, with the linking of its last rounds,
// if it is disturbed. Here 40 cells of a second lie ahead, linking takes a second in each round, and ten seconds have passed. Of the first round's five cells, two are done.
func TestPredict(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := build.Build{Level: "v3"}
		cell := grid.Cell{Mode: mode.Latency}
		for _, c := range []struct {
			about     string
			run       Run
			disturbed int // of a hundred readings
			want      time.Duration
		}{
			{"by what cells took", Run{Rounds: 10}, 50, 10*time.Second + 40*time.Second},
			{"disturbed, with a cap, behind which what decides gets its rounds", Run{Rounds: 10, Cap: 30 * time.Second}, 50, 20*time.Second + stats.MinRounds*time.Second},
			{"disturbed, behind the cap", Run{Rounds: 10, Cap: 5 * time.Second}, 50, 50 * time.Second},
			{"in the first round, disturbed", Run{Rounds: 10}, 75, 4 * 40 * time.Second},               // a quarter of the time is undisturbed
			{"in the first round, disturbed all the time", Run{Rounds: 10}, 98, 10 * 40 * time.Second}, // ten times as long at most
			{"in the first round, disturbed, with a cap", Run{Rounds: 10, Cap: time.Minute}, 75, 50 * time.Second},
			{"undisturbed, with a cap", Run{Rounds: 10, Cap: 30 * time.Second}, 10, 50 * time.Second},
			{"with a budget", Run{Budget: 2 * time.Minute}, 10, 110 * time.Second}, // what is left of it
			{"with a budget that is not enough for the fewest rounds", Run{Budget: 20 * time.Second, Fewest: 20}, 10, 20*time.Second + 40*time.Second},
			{"before contenders are chosen", Run{Rounds: 10, Scout: true}, 10, 50*time.Second + 10*5*time.Second}, // as many rounds of the five cells again
			{"the same with a budget, after few visits", Run{Budget: 2 * time.Minute, Scout: true, Fewest: 100}, 10, 100*time.Second + 40*time.Second},
			{"the same with a budget, later", Run{Budget: 2 * time.Minute, Scout: true, Fewest: 100}, 10, 140*time.Second + 100*5*time.Second},
			{"the same for many contenders", Run{Rounds: 10, Scout: true, Few: 7}, 10, 50*time.Second + 35*5*time.Second}, // 3.5 times as many
		} {
			m := &Measurement{Record: Record{Run: c.run, Canary: undisturbedBut(c.disturbed)}, costs: costs{}, began: time.Now(), budgeted: time.Now(),
				linking: time.Second, ahead: map[kindOfWork]int{{b, cell.Mode}: 40}, total: 5, done: 2}
			m.costs.add(b, cell, true, time.Second)
			m.costs.add(b, cell, true, time.Second)
			time.Sleep(10 * time.Second)
			if strings.HasPrefix(c.about, "in the first round") { // whose end tells how long linking takes
				m.linking = 0
			}
			if strings.HasSuffix(c.about, "few visits") {
				m.done = 0
			}
			if got := m.predict(); got != c.want {
				t.Errorf("%s: %v, want %v", c.about, got, c.want)
			}
		}
	})
}

// Cells that decide have the next round to themselves if the run is disturbed, and it may wait for twice its share of the time.
func TestNext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := build.Build{Level: "v1"}
		cells := []grid.Cell{{Technique: "fancymagic", Mode: "latency"}, {Technique: "magic", Mode: "latency"}, {Technique: "magic", Mode: "search"}}
		for _, c := range []struct{ disturbed, cells int }{{10, 3}, {50, 2}} { // disturbed readings of a hundred, and cells of the next round
			m := &Measurement{Record: Record{Run: Run{Setup: Setup{Reference: "fancymagic"}, Rounds: 12, Cap: 30 * time.Second, Cells: cells}, Canary: undisturbedBut(c.disturbed)},
				builds: []build.Build{b}, costs: costs{}, began: time.Now(), Done: map[cellRound]bool{}}
			m.costs.add(b, cells[0], true, time.Second)
			next := m.next(1)
			// In latency, twelve rounds of both cells lie ahead, whether or not they are in the next.
			if len(next) != c.cells || next[cellRound{1, b, cells[1]}] != (c.cells == 3) || m.ahead[kindOfWork{b, "latency"}] != 2*12 {
				t.Errorf("%d %% disturbed: next are %v, ahead %v", c.disturbed, next, m.ahead)
			}
			if share := time.Until(m.hurry); share != 10*time.Second {
				t.Errorf("the round waits for %v, want 10s of 30 for the first of six", share)
			}
		}
	})
}
