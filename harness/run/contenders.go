package run

import (
	"context"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/slidebench/slidebench/harness/build"
	"github.com/slidebench/slidebench/harness/grid"
	"github.com/slidebench/slidebench/harness/measure"
	"github.com/slidebench/slidebench/harness/stats"
	"github.com/slidebench/slidebench/techniques"
	"github.com/slidebench/slidebench/techniques/facts"
	"github.com/slidebench/slidebench/techniques/mode"
)

// By these ratios of two loops' times a scouting round decides. In the results of three machines with and without features, in Go and in C, all but one of the
// techniques whose search takes at most 2 % longer than the fastest are then contenders, and of the family of that one a technique that takes as long.
const (
	near = 1.25 // to the fastest, or no slower than the reference
	far  = 2    // to the reference: beyond it not even the best of a family contends
)

// FewRounds is in how many rounds loops that are far behind are measured: enough for an interval, and one more that may lack a clean slice.
const FewRounds = stats.MinRounds + 1

// scout measures the loops in one round, which does not count, and plans the other rounds by it. It returns how long what is far behind will take in all of them.
func (m *Measurement) scout(ctx context.Context) (reserved time.Duration, err error) {
	run, raw := &m.Record.Run, m.Raw
	m.Raw = io.Discard
	defer func() { m.Raw = raw }()
	if err := m.compile(ctx); err != nil {
		return 0, err
	}
	began := time.Now()
	missing, measured, err := m.round(ctx, 1)
	if err == nil {
		_, err = m.again(ctx, missing)
	}
	if err != nil {
		return 0, err
	}
	took := time.Since(began)
	m.tell("contenders, measured in an engine's perft and search: %s", strings.Join(run.contend(m.lowest), ", "))
	m.Record.Segments = nil
	if err := m.plan(); err != nil {
		return 0, err
	}
	m.scouted = m.done
	return time.Duration(laterRounds * float64(took) * float64(run.Few*m.few) / float64(measured)), m.Save(m.Record)
}

// contend leaves in the plan the contenders, and of the others the loops in which they are near the fastest or, if there are few rounds for these, all. It takes
// the values of loops in each build and returns the names of the contenders: the reference, whatever is near the fastest in throughput, of each family the
// fastest technique, and the fastest that needs no feature, and guests. A loop without a value stays.
func (r *Run) contend(builds map[build.Build]measure.Lowest) (names []string) {
	known := techniques.Facts()
	rival := func(c grid.Cell) bool {
		_, technique := known[c.Technique]
		return technique && !grid.IsControl(c.Technique)
	}
	contends := map[string]bool{r.Reference: true, grid.Again(r.Reference): true}
	stays, valued := map[grid.Cell]bool{}, map[grid.Cell]bool{}
	for _, values := range builds {
		fastest := map[grid.Cell]float64{} // by the reference's cell
		for _, c := range r.Cells {
			at := c
			at.Technique = r.Reference
			if v, ok := values[c.String()]; ok && rival(c) && (fastest[at] == 0 || v < fastest[at]) {
				fastest[at] = v
			}
		}
		best := map[string]grid.Cell{} // of families
		for _, c := range r.Cells {
			at := c
			at.Technique = r.Reference
			v, ok := values[c.String()]
			if !ok {
				continue
			}
			valued[c] = true
			reference := values[at.String()]
			stays[c] = stays[c] || v <= max(near*fastest[at], reference)
			if c.Mode != string(mode.Throughput) || !rival(c) {
				continue
			}
			fact := known[c.Technique]
			contends[c.Technique] = contends[c.Technique] || stays[c] || fact.Family == facts.Guest
			for _, family := range []string{fact.Family, fact.Family + " without features"}[:2-min(1, len(fact.Needs))] {
				if b, ok := best[family]; v <= far*reference && (!ok || v < values[b.String()]) {
					best[family] = c
				}
			}
		}
		for _, c := range best {
			contends[c.Technique] = true
		}
	}
	behind := func(c grid.Cell) bool { return valued[c] && !stays[c] && !contends[c.Technique] }
	r.Cells = slices.DeleteFunc(slices.Clone(r.Cells), func(c grid.Cell) bool {
		if mode.Mode(c.Mode).OfEngine() {
			return !contends[c.Technique]
		}
		return behind(c) && r.Few == 0
	})
	r.Scout, r.Names, r.Behind = false, nil, nil
	for _, c := range r.Cells {
		r.Names = append(r.Names, c.String())
		if behind(c) {
			r.Behind = append(r.Behind, c.String())
		}
		if contends[c.Technique] && c.Technique != grid.Again(r.Reference) && !slices.Contains(names, c.Technique) {
			names = append(names, c.Technique)
		}
	}
	return names
}
