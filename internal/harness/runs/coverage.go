package runs

import (
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/harness/stats"
	"github.com/slidebench/slidebench/internal/techniques/mode"
)

// Kinds are the kinds of cells by which coverage is counted.
const (
	Search     = "search"
	Perft      = "perft"
	SmallLoops = "loops, tables up to 32 KiB"
	LargeLoops = "loops, larger tables"
)

// Kinds lists the kinds in the order of reports.
var Kinds = []string{Search, Perft, SmallLoops, LargeLoops}

// kindOf returns the kind of a cell, "" for a cell that coverage leaves out.
func kindOf(s *results.Series) string {
	switch m := s.Mode; {
	case m == mode.Search || m == mode.Perft:
		return string(m)
	case m.OfEngine() || m == mode.Init:
		return ""
	case s.AtMost(grid.FirstLevel):
		return SmallLoops
	}
	return LargeLoops
}

// Share counts the cells of a run whose medians lie in the intervals from the machine's other runs.
type Share struct{ In, Of int }

// Coverage counts, by kinds of cells, how often an interval contained the median of another run: Next for intervals that promise to, This for intervals of a single run,
// which promise nothing about other runs.
type Coverage struct {
	Next, This   map[string]Share // times
	NextOver     map[string]Share // ratios to the reference, as Next
	ThisOver     map[string]Share // ratios to the reference, as This
	Machines     []string         // that have two runs or more
	RunsLeftOut  int              // the number of runs that were compared with all others of their machine
	MostOfOthers int              // the largest number of runs that an interval was made of
}

// Cover leaves each run of each machine out in turn, and compares it with the result of the machine's other runs.
func Cover(files []*results.File) (*Coverage, error) {
	c := &Coverage{Next: map[string]Share{}, This: map[string]Share{}, NextOver: map[string]Share{}, ThisOver: map[string]Share{}}
	of := map[string][]*results.File{}
	for _, f := range files {
		machine := machineOf(f)
		if of[machine] = append(of[machine], f); len(of[machine]) == 2 {
			c.Machines = append(c.Machines, f.Tables[0].Machine)
		}
	}
	for _, runs := range of {
		for i, left := range runs {
			var others []*results.File
			for k, f := range runs {
				if k != i {
					if f = Alike(f, left); len(f.Tables) > 0 {
						others = append(others, f)
					}
				}
			}
			if others == nil {
				continue // no other run has the same code in any cell
			}
			all, err := combine(others)
			if err != nil {
				return nil, err
			}
			c.RunsLeftOut, c.MostOfOthers = c.RunsLeftOut+1, max(c.MostOfOthers, len(others))
			c.compare(all, left)
		}
	}
	return c, nil
}

// compare counts the cells of the run left out whose medians lie in the intervals of the result of all other runs, if both measured the same code.
func (c *Coverage) compare(all, left *results.File) {
	tables := map[results.Key]*results.Table{}
	for i := range left.Tables {
		tables[ofAnyCPU(left.Tables[i].Key)] = &left.Tables[i]
	}
	for i := range all.Tables {
		t := &all.Tables[i]
		u := tables[ofAnyCPU(t.Key)]
		if u == nil {
			continue // the run left out lacks the table
		}
		for k := range t.Series {
			s := &t.Series[k]
			x, kind := u.Find(s.Row()), kindOf(s)
			if kind == "" || x == nil || x.Measured() < stats.MinRounds || !Same(all.Of(s), left, t.Built, *s) {
				continue // the cell is of no kind, or not measured in both
			}
			times, ratios := c.Next, c.NextOver
			if s.Runs == nil {
				times, ratios = c.This, c.ThisOver
			}
			count(times, kind, s.Time(), x.Time())
			if r := t.Find(all.Reference); s.Row() != all.Reference && r != nil && Same(all.Of(r), left, t.Built, *r) {
				count(ratios, kind, s.Over(r), x.Over(u.Find(all.Reference)))
			}
		}
	}
}

// count counts whether an interval holds the median of another run, next. It skips medians and intervals without bounds.
func count(shares map[string]Share, kind string, interval, next stats.Interval) {
	if !interval.Finite() || !next.Finite() {
		return
	}
	share := shares[kind]
	if share.Of++; !interval.Excludes(next.Median) {
		share.In++
	}
	shares[kind] = share
}
