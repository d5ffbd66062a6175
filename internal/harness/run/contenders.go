package run

import (
	"cmp"
	"context"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/harness/build"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/measure"
	"github.com/slidebench/slidebench/internal/harness/stats"
	"github.com/slidebench/slidebench/internal/harness/workload"
	"github.com/slidebench/slidebench/internal/techniques"
	"github.com/slidebench/slidebench/internal/techniques/facts"
	"github.com/slidebench/slidebench/internal/techniques/mode"
)

// A scouting round decides by these ratios of two loops' times. In the results of three machines, with and without features, in Go and in C, it then chooses
// all techniques but one whose search takes at most 2 % longer than the fastest. In place of the missing technique, it chooses a technique of the same
// family that takes as long.
const (
	nearest  = 1.25 // a loop is near the fastest if it takes at most so many times as long
	farthest = 2    // the best of a kind contends if it takes at most so many times as long as the reference, or if its kind has neither features nor a family
)

// FewRounds is the number of rounds for loops that are far behind: enough for an interval, and one more, which may lack a clean slice.
const FewRounds = stats.MinRounds + 1

// scout measures the loops in one round, which does not count, and plans the other rounds by it. It returns how long the loops that are far behind
// will take in all those rounds.
func (m *Measurement) scout(ctx context.Context) (reserved time.Duration, err error) {
	run, raw, done := &m.Record.Run, m.Raw, m.Done
	m.Raw, m.Done = io.Discard, map[cellRound]bool{}
	defer func() { m.Raw, m.Done = raw, done }()
	if err := m.compile(ctx); err != nil {
		return 0, err
	}
	began := time.Now()
	measured, err := m.round(ctx, 1, m.everyLoop())
	if err == nil {
		err = m.retry(ctx, slices.DeleteFunc(m.lacking(), func(x cellRound) bool { return x.round > 1 }))
	}
	if err != nil {
		return 0, err
	}
	took := time.Since(began)
	run.contend(m.lowest)
	m.logf("contenders, measured in an engine's perft and search: %s", strings.Join(run.Contenders, ", "))
	m.Record.Segments = nil
	if err := m.plan(); err != nil {
		return 0, err
	}
	m.scouted = m.done
	return time.Duration(laterRounds * float64(took) * float64(run.Few*m.few) / float64(measured)), m.Save(m.Record) // by the mean time of the measured loops
}

// everyLoop chooses all cells of the round that does not count, which waits for clean slices for a fraction of the time at most.
func (m *Measurement) everyLoop() map[cellRound]bool {
	const fraction = 6
	m.hurry = time.Now().Add(m.left() / fraction)
	chosen := map[cellRound]bool{}
	m.ahead = map[kindOfWork]int{}
	for _, b := range m.builds {
		for _, c := range m.Record.Run.CellsIn(b) {
			chosen[cellRound{1, b, c}] = true
			m.ahead[kindOfWork{b, c.Mode}]++
		}
	}
	return chosen
}

// contend plans by the values of a scouting round in each build, and names the contenders. The plan then has all cells of contenders. Of other techniques, it has
// their own functions for threats, the loops in which they are near the fastest, and, for Few rounds, single lookups. A loop without a value is not behind. With
// Few 0, contenders stay only in throughput, in the engine, and where they are near the fastest.
func (r *Run) contend(builds map[build.Build]measure.Lowest) {
	contends, near, valued := map[string]bool{r.Reference: true}, map[grid.Cell]bool{}, map[string]bool{}
	places := map[string]int{} // a technique's place, from 1, among the loops of the build in which it does best
	for _, values := range builds {
		for name := range values {
			valued[name] = true
		}
		r.findNear(values, near)
		for i, technique := range r.findContenders(values, near, contends) {
			places[technique] = min(i+1, cmp.Or(places[technique], i+1))
		}
	}
	behind := func(c grid.Cell) bool { return valued[c.String()] && !near[c] && !contends[c.Technique] }
	r.Scout, r.Names, r.Behind, r.Contenders = false, nil, nil, nil
	for _, c := range r.Cells {
		if contends[c.Technique] && !slices.Contains(r.Contenders, c.Technique) {
			r.Contenders = append(r.Contenders, c.Technique)
		}
	}
	place := func(technique string) int { return cmp.Or(places[technique], len(r.Cells)) } // the last without a place: a reference without values of throughput
	slices.SortStableFunc(r.Contenders, func(a, b string) int { return place(a) - place(b) })
	r.Cells = slices.DeleteFunc(slices.Clone(r.Cells), func(c grid.Cell) bool {
		m, _ := workload.Of(c)
		switch {
		case m.Mode == mode.NetSearch && !r.searchesNet(c):
			return true
		case m.OfEngine() || r.Few == 0 && m.Mode == mode.Throughput:
			return !contends[c.Technique] && !r.listsThreats(c)
		case r.Few > 0:
			return behind(c) && !m.Basic
		}
		return !near[c] && c.Technique != r.Reference
	})
	for _, c := range r.Cells {
		r.Names = append(r.Names, c.String())
		if behind(c) {
			r.Behind = append(r.Behind, c.String())
		}
	}
}

// searchesNet reports whether a contender searches with a network, which takes as long as all else of a round: the reference, the first contenders, and those whose tables
// fit a first-level cache. In three runs on Zen 4, in Go and in C, no other contender was the fastest there.
func (r *Run) searchesNet(c grid.Cell) bool {
	e, err := techniques.Find(c.Technique)
	return r.refers(c) || r.place(c) < fewestContenders || err == nil && e[0].TableBytes(board.Queen) <= grid.FirstLevel
}

// listsThreats reports whether a cell asks a technique's own function for threats, or its state: lookups do not show how fast these are. The control noop has a function.
func (r *Run) listsThreats(c grid.Cell) bool {
	e, err := workload.Resolve(c, r.Reference)
	return err == nil && slices.Contains(mode.Deltas, c.Mode) && (e.Threats() != nil || e.ThreatStateCheck() != nil)
}

// findNear adds the loops that take little longer than the fastest technique's, those of controls and of the reference's second row included, which never are the fastest.
func (r *Run) findNear(values measure.Lowest, near map[grid.Cell]bool) {
	use := func(c grid.Cell) grid.Cell { // the cell without its technique
		c.Technique, c.AA = "", false
		return c
	}
	fastest := map[grid.Cell]float64{}
	for _, c := range r.Cells {
		if v, ok := values[c.String()]; ok && c.Ranked() && (fastest[use(c)] == 0 || v < fastest[use(c)]) {
			fastest[use(c)] = v
		}
	}
	for _, c := range r.Cells {
		if v, ok := values[c.String()]; ok && v <= nearest*fastest[use(c)] {
			near[c] = true
		}
	}
}

// findContenders adds the techniques whose independent lookups are near the fastest or no slower than the reference, guests, and the fastest of each kind. It
// returns the techniques in the order of these lookups, the fastest first. A scouting round, which follows no selection, has one such loop of each row.
func (r *Run) findContenders(values measure.Lowest, near map[grid.Cell]bool, contends map[string]bool) (order []string) {
	var loops []grid.Cell // the fastest first
	reference := 0.0
	for _, c := range r.Cells {
		v, ok := values[c.String()]
		if c.Mode != mode.Throughput || !ok {
			continue
		}
		if c.Ranked() {
			loops = append(loops, c)
		}
		if c.Row() == r.Reference {
			reference = v
		}
	}
	slices.SortStableFunc(loops, func(a, b grid.Cell) int { return cmp.Compare(values[a.String()], values[b.String()]) })
	seen := map[kind]bool{}
	for _, c := range loops {
		e, err := techniques.Find(c.Technique)
		if err != nil {
			continue // never: only techniques of the catalogue are ranked
		}
		order = append(order, c.Technique)
		v := values[c.String()]
		if near[c] || v <= reference || e[0].Family == facts.Guest {
			contends[c.Technique] = true
		}
		for _, k := range r.kinds(e[0]) {
			if !seen[k] && (v <= farthest*reference || k.needs == "" && k.family == "") {
				contends[c.Technique] = true
			}
			seen[k] = true
		}
	}
	return order
}

// kind is a reader's requirement: a technique that needs these features and has tables of a size, or a technique of a family, with or without features.
type kind struct {
	family, needs string // needs is "anything" for a family with features, "" for none
	size          int    // 0 without tables or for a family, 1 for small tables, 2 for large tables
}

// kinds returns the kinds of which a technique may be the fastest. Families count only if Few is not 0: a quick run has no time for the best of each.
func (r *Run) kinds(e *techniques.Entry) []kind {
	size := 0
	if bytes := e.TableBytes(board.Queen); bytes > grid.SmallTables {
		size = 2
	} else if bytes > 0 {
		size = 1
	}
	kinds := []kind{{needs: strings.Join(e.Needs, "+"), size: size}}
	if r.Few > 0 {
		kinds = append(kinds, kind{family: e.Family, needs: "anything"})
		if len(e.Needs) == 0 {
			kinds = append(kinds, kind{family: e.Family})
		}
	}
	return kinds
}
