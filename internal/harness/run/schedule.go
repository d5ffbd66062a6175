package run

import (
	"cmp"
	"math"
	"slices"
	"time"

	"github.com/slidebench/slidebench/internal/harness/build"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/stats"
	"github.com/slidebench/slidebench/internal/harness/workload"
	"github.com/slidebench/slidebench/internal/techniques/mode"
)

// job is a cell of a build, of which a run wants values in some rounds.
type job struct {
	build     build.Build
	cell      grid.Cell
	weight    int           // 0 for cells that decide which technique is best; larger weights come later
	place     int           // among jobs of one weight, those of lower places come first
	reference bool          // a cell of the reference
	have      int           // rounds with a value
	want      int           // rounds that are to have one
	cost      time.Duration // of a round
}

// lacks returns how many values a job lacks, where so many rounds are enough.
func (j job) lacks(enough int) int { return max(0, min(enough, j.want)-j.have) }

// choose returns which jobs belong into the next round, while there are so many rounds and so much time left. Where the time is enough for all rounds, these are all
// jobs. Where it is not, few rounds of everything would have no intervals. So jobs that decide come alone, until each has values in enough rounds. Other jobs
// follow in the order of their weights, if there is time for enough rounds of them, together with the references that they are compared with. Time that is left
// goes into further rounds.
func choose(jobs []job, left time.Duration, rounds, enough int) []bool {
	chosen := make([]bool, len(jobs))
	whole, undecided := time.Duration(0), 0
	for i, j := range jobs {
		chosen[i] = true
		whole += time.Duration(j.lacks(j.want)) * j.cost
		if j.weight == 0 {
			undecided = max(undecided, j.lacks(enough))
		}
	}
	if whole <= left {
		return chosen
	}
	clear(chosen)
	add := func(i, enough int, always bool) { // chooses a job that lacks values, if there is time for enough of them, or always
		lacks := jobs[i].lacks(enough)
		takes := time.Duration(lacks) * jobs[i].cost
		if !chosen[i] && lacks > 0 && (always || lacks <= rounds && takes <= left) {
			chosen[i] = true
			left -= takes
		}
	}
	order := make([]int, len(jobs))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(jobs[a].weight-jobs[b].weight, jobs[a].place-jobs[b].place)
	})
	for _, i := range order {
		if jobs[i].weight == 0 {
			add(i, enough, true)
		}
	}
	if undecided > 0 && rounds >= undecided+enough {
		return chosen // for the others, too, there will be enough rounds
	}
	others := false
	for _, i := range order {
		if jobs[i].weight > 0 {
			add(i, enough, false)
			others = others || chosen[i]
		}
	}
	for _, i := range order {
		chosen[i] = chosen[i] || jobs[i].reference && others
		add(i, math.MaxInt, false)
	}
	return chosen
}

// fewestContenders is how many contenders are measured in an engine however little time there is: an answer needs three, and one of them may lack clean slices. The
// others follow one by one. In the results of seven machines with and without features, the fastest search in C is by one of the first eight contenders; in Go, a later
// contender is up to 4 % faster than those.
const fewestContenders = 4

// weight orders the cells of a run: 0 for those that decide: all of the reference, and search and perft of the first contenders, by which techniques are recommended; 1 for
// search and perft of other contenders; 2 for single lookups, which decide if there is no engine; 3 for all else; 4 for loops that are far behind.
func (r Run) weight(c grid.Cell) int {
	m, _ := workload.Of(c)
	switch {
	case r.refers(c):
		return 0
	case m.Mode == mode.Search, m.Mode == mode.Perft:
		if r.place(c) < fewestContenders {
			return 0
		}
		return 1
	case slices.Contains(r.Behind, c.String()):
		return 4
	case !m.Basic:
		return 3
	}
	return 2
}

// place returns the place of a cell's technique among the contenders beside the reference, 0 where a run has not chosen any.
func (r Run) place(c grid.Cell) (place int) {
	for _, technique := range r.Contenders {
		if technique == c.Technique {
			break
		}
		if technique != r.Reference {
			place++
		}
	}
	return place
}

// refers reports whether a cell is of the reference, which others are compared with.
func (r Run) refers(c grid.Cell) bool { return c.Technique == r.Reference }

// costs are the times that cells took in their rounds, with all visits of a round.
type costs map[kindOfWork]spent

// kindOfWork is the kind of a cell: cells of a kind take about the same time.
type kindOfWork struct {
	build build.Build
	mode  mode.Mode
}

// spent is how long cells of a kind took together.
type spent struct {
	took  time.Duration
	cells int // each once for every round in which it was visited
}

// all returns how long all cells together took.
func (c costs) all() (took time.Duration) {
	for _, s := range c {
		took += s.took
	}
	return took
}

// mean returns the mean time of a cell in a round.
func (s spent) mean() time.Duration { return s.took / time.Duration(max(1, s.cells)) }

// add counts the time of a visit. first says whether it is the first visit to the cell in its round.
func (c costs) add(b build.Build, cell grid.Cell, first bool, took time.Duration) {
	k := kindOfWork{b, cell.Mode}
	s := c[k]
	if s.took += took; first {
		s.cells++
	}
	c[k] = s
}

// longer says about how many times as long a round of a cell takes in some modes as in a mode of lookups.
var longer = map[mode.Mode]time.Duration{mode.Search: 3, mode.Threats: 5, mode.NetSearch: 25}

// of returns how long a round of a cell is expected to take, by the cells of its kind, or else by those of all kinds; 0 if none was measured yet.
func (c costs) of(b build.Build, cell grid.Cell) time.Duration {
	if s, known := c[kindOfWork{b, cell.Mode}]; known {
		return s.mean()
	}
	var all spent
	for k, s := range c {
		all = spent{all.took + s.took, all.cells + s.cells*int(max(1, longer[k.mode]))}
	}
	return all.mean() * max(1, longer[cell.Mode])
}

// jobs returns the run's jobs, with the rounds done so far.
func (m *Measurement) jobs() (jobs []job) {
	run := m.Record.Run
	have := map[cellRound]int{} // values, by cells with round 0, for all rounds
	for done := range m.Done {
		have[cellRound{0, done.build, done.cell}]++
	}
	deciding := false // whether a cell decides, beside those of the reference
	for _, b := range m.builds {
		for _, c := range run.CellsIn(b) {
			j := job{build: b, cell: c, weight: run.weight(c), place: run.place(c), reference: run.refers(c), have: have[cellRound{0, b, c}], want: run.rounds(), cost: m.costs.of(b, c)}
			if slices.Contains(run.Behind, c.String()) {
				j.want = min(run.Few, j.want)
			}
			deciding = deciding || j.weight == 0 && !j.reference
			jobs = append(jobs, j)
		}
	}
	for i := range jobs {
		if !deciding {
			jobs[i].weight = max(0, jobs[i].weight-2) // single lookups, of weight 2, decide
		}
	}
	return jobs
}

// left returns how much longer the run may wait for clean slices.
func (m *Measurement) left() time.Duration {
	if m.Record.Run.Cap == 0 {
		return math.MaxInt64 / 4 // sums do not overflow
	}
	return max(0, m.Record.Run.Cap-time.Since(m.began))
}

// undisturbed is the share of disturbed readings up to which a run may take all the time that it needs. Cap limits only what disturbances cost.
const undisturbed = 0.2

// room returns how much time there is for all that is left to measure.
func (m *Measurement) room() time.Duration {
	if m.Record.Canary.Disturbed() <= undisturbed {
		return math.MaxInt64 / 4
	}
	return m.left()
}

// next chooses the cells of a round, and sets how long the round may wait for clean slices: twice its share of the time that is left, so that later rounds keep
// some.
func (m *Measurement) next(round int) (cells map[cellRound]bool) {
	run, left := m.Record.Run, m.left()
	rounds := run.rounds() - round + 1
	jobs := m.jobs()
	cells, m.ahead = map[cellRound]bool{}, map[kindOfWork]int{}
	ahead := 0 // rounds that the chosen cells still lack
	for i, chosen := range choose(jobs, max(0, m.room()-time.Duration(rounds)*m.linking), rounds, stats.MinRounds) {
		j := jobs[i]
		if chosen || left > 0 { // while there is time, the other cells come in later rounds
			m.ahead[kindOfWork{j.build, j.cell.Mode}] += j.lacks(j.want)
		}
		if chosen {
			cells[cellRound{round, j.build, j.cell}] = true
			ahead = max(ahead, j.lacks(stats.MinRounds))
		}
	}
	if len(cells) < len(jobs) && !m.thrifty {
		m.thrifty = true
		m.logf("there is not enough time for everything (--cap): what decides comes first")
	}
	m.hurry = time.Now().Add(2 * left / time.Duration(max(2, ahead)))
	return cells
}

// predict returns how long the rest of the run is expected to take. The costs of cells include repeated visits only after a round; before, the estimate grows with the share
// of disturbed readings. A disturbed run ends with its time, but for the linking of its last rounds.
func (m *Measurement) predict() time.Duration {
	run := m.Record.Run
	rest := time.Duration(run.rounds()) * m.linking
	for k, n := range m.ahead {
		rest += time.Duration(n) * m.costs.of(k.build, grid.Cell{Mode: k.mode})
	}
	if early := run.Rounds == 0 && m.done < m.total/4; run.Scout && !early { // few visits say little: until then the budget below stands for the rest
		rest += time.Duration(afterScout(run.Few) * float64(run.rounds()*m.total) * float64(m.costs.all()) / float64(m.done))
	}
	if run.Rounds == 0 { // as many as the budget has room for
		rest = max(rest, run.Budget-time.Since(m.budgeted))
	}
	if m.linking == 0 { // the first round has not ended
		rest = time.Duration(float64(rest) / (1 - min(0.9, m.Record.Canary.Disturbed()))) // at most ten times as long
	}
	if room := m.room(); room > 0 { // else the time is over, and what is ahead is what decides
		rest = min(rest, room+stats.MinRounds*m.linking)
	}
	return rest
}

// afterScout is how many times as long as the first round of all loops, which does not count, a later round takes, about: it has an engine instead of most loops.
// Contenders are fewer where loops that are far behind are left out.
func afterScout(few int) float64 {
	if few > 0 {
		return 3.5
	}
	return 1
}

// lacking returns the cells that have no value yet, in the order of rounds.
func (m *Measurement) lacking() (all []cellRound) {
	for round := 1; round <= m.Record.Run.rounds(); round++ {
		for _, b := range m.builds {
			for _, c := range m.Record.Run.cellsIn(b, round) {
				if at := (cellRound{round, b, c}); !m.Done[at] {
					all = append(all, at)
				}
			}
		}
	}
	return all
}
