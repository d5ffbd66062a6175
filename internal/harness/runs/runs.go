// Package runs makes one result of several raw files, as package results reads them, of one kind of machine: of other days, hosts and commits. A cell has the values of
// the newest run that measured it, and of older runs of the same code, compiler and questions. Its interval is then for the next run: see stats.Runs.
package runs

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/internal/harness/build"
	"github.com/slidebench/slidebench/internal/harness/digest"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/harness/stats"
	"github.com/slidebench/slidebench/internal/techniques/mode"
)

// Most is the number of runs that a machine's folder of results may hold.
const Most = 5

// Combine returns one result for each machine in some raw files, in the order in which the machines first occur.
func Combine(files []*results.File) (list []*results.File, err error) {
	of := map[string][]*results.File{}
	var machines []string
	for _, f := range files {
		machine := machineOf(f)
		if of[machine] == nil {
			machines = append(machines, machine)
		}
		of[machine] = append(of[machine], f)
	}
	for _, machine := range machines {
		f, err := combine(of[machine])
		if err != nil {
			return nil, err
		}
		list = append(list, f)
	}
	return list, nil
}

// machineOf returns the machine and the reference of a file, by which runs are combined. A file of several machines is combined with no other.
func machineOf(f *results.File) string {
	machine := f.Tables[0].Machine
	for _, t := range f.Tables {
		if t.Machine != machine {
			return f.Name
		}
	}
	return machine + " " + f.Reference
}

// ofAnyCPU returns a table's key without the processor's name, which may differ between the hosts of a kind of machine.
func ofAnyCPU(k results.Key) results.Key {
	k.CPU = ""
	return k
}

// group identifies cells whose times change alike from run to run. Tables beyond the first-level cache wait for caches that other programs fill.
type group struct {
	build.Build
	mode  mode.Mode
	small bool
}

// combine returns the result of the runs of one machine.
func combine(files []*results.File) (*results.File, error) {
	if len(files) == 1 {
		return files[0], nil
	}
	files = slices.SortedStableFunc(slices.Values(files), func(a, b *results.File) int { return cmp.Compare(a.Started, b.Started) })
	for i, f := range files {
		for _, g := range files[:i] {
			if results.SameRun(f, g) {
				return nil, fmt.Errorf("%s and %s are the same run (want each run once)", g.Name, f.Name)
			}
		}
	}
	all := *files[len(files)-1]
	all.Runs, all.Tables, all.Notes, all.Missing, all.Slices, all.Clean = files, nil, nil, "", 0, 0
	ends := make([]int, len(files))              // where the values of each run end in a joined series
	tables := map[results.Key][]*results.Table{} // of each run, nil for a run without the table
	var missing []string
	for i, f := range files {
		ends[i] = rounds(f)
		if i > 0 {
			ends[i] += ends[i-1]
		}
		all.Slices, all.Clean, all.Dirty = all.Slices+f.Slices, all.Clean+f.Clean, all.Dirty || f.Dirty
		for _, note := range f.Notes {
			all.Notes = append(all.Notes, "run of "+f.Started+": "+note)
		}
		if f.Missing != "" {
			missing = append(missing, "run of "+f.Started+": "+f.Missing)
		}
		for k := range f.Tables {
			at := ofAnyCPU(f.Tables[k].Key)
			if tables[at] == nil {
				tables[at] = make([]*results.Table, len(files))
			}
			tables[at][i] = &f.Tables[k]
		}
	}
	all.Missing = strings.Join(missing, "; ")
	for i := len(files) - 1; i >= 0; i-- { // the newest run's tables come first, in its order
		for k := range files[i].Tables {
			of := tables[ofAnyCPU(files[i].Tables[k].Key)]
			if slices.ContainsFunc(of[i+1:], func(t *results.Table) bool { return t != nil }) {
				continue // joined with a newer run's
			}
			t := joined(files, of, ends)
			t.CPU = files[len(files)-1].Tables[0].CPU
			all.Tables = append(all.Tables, t)
		}
	}
	results.SortTables(all.Tables)
	learn(all.Tables, ends)
	return &all, nil
}

// rounds returns the number of values of each of a file's cells.
func rounds(f *results.File) int { return len(f.Tables[0].Series[0].Values) }

// joined returns the table that several runs' tables make together; for a run without the table, of has nil. ends has the end of each run's rounds.
func joined(files []*results.File, of []*results.Table, ends []int) results.Table {
	var t results.Table
	for i := len(of) - 1; i >= 0; i-- {
		if of[i] == nil {
			continue
		}
		if t.Series == nil {
			t = *of[i] // keeps the clock and the processor of the newest run
			t.Series = nil
		}
		for k := range of[i].Series {
			if s := of[i].Series[k]; t.Find(s.Row()) == nil {
				t.Series = append(t.Series, joinedSeries(files, of, ends, s, t.Target))
			}
		}
	}
	slices.SortFunc(t.Series, func(a, b results.Series) int { return cmp.Compare(a.Row(), b.Row()) })
	t.Rounds = 0
	for i := range ends[len(ends)-1] {
		if slices.ContainsFunc(t.Series, func(s results.Series) bool { return !s.Older && !math.IsNaN(s.Values[i]) }) {
			t.Rounds++
		}
	}
	return t
}

// joinedSeries returns the series of a cell made of several runs: the newest run that has an interval for it, and older ones of the same code that have. If no run has an
// interval, or the code has changed, only the newest run that measured the cell counts.
func joinedSeries(files []*results.File, of []*results.Table, ends []int, s results.Series, target results.Target) results.Series {
	values := make([]float64, ends[len(ends)-1])
	for i := range values {
		values[i] = math.NaN()
	}
	found := make([]*results.Series, len(of)) // of each run, or nil
	base, last := -1, 0                       // the run whose code counts, and the newest run with the table
	otherCode := func(i int) bool { changed, _ := differ(files[base], files[i], target.Built, s); return changed }
	for i, t := range of {
		if t == nil {
			continue
		}
		last, found[i] = i, t.Find(s.Row()) // the newer run i becomes the base if it has an interval, the base has none, or the code is another
		if x := found[i]; x != nil && (base < 0 || x.Measured() >= stats.MinRounds || found[base].Measured() < stats.MinRounds || otherCode(i)) {
			base = i
		}
	}
	for i, x := range found {
		if x != nil && (i == base || x.Measured() >= stats.MinRounds && found[base].Size == x.Size && Same(files[base], files[i], target.Built, s)) {
			copy(values[ends[i]-len(x.Values):], x.Values)
		}
	}
	s.Size, s.Values, s.Newest, s.Older = found[base].Size, values, files[base], otherCode(last)
	return s
}

// Same reports whether two runs measured the same code in a cell, by the same compiler, with the same questions.
func Same(f, g *results.File, b build.Build, s results.Series) bool {
	changed, known := differ(f, g, b, s)
	return known && !changed
}

// differ reports whether code, compiler or questions of two runs differ in a cell. known is false if a difference may be unknown, as without digests.
func differ(f, g *results.File, b build.Build, s results.Series) (changed, known bool) {
	if f.Toolchain != g.Toolchain || f.Compilers[b.String()] != g.Compilers[b.String()] || f.Corpora[s.Corpus] != g.Corpora[s.Corpus] {
		return true, true
	}
	if f.Commit != "" && f.Commit == g.Commit && !f.Dirty && !g.Dirty {
		return false, true
	}
	parts, known := digest.Changes(f.Code(), g.Code(), b, s.Technique, s.Mode)
	return parts != nil, known
}

// Alike returns a copy of run f for comparison with another run: only the cells of which both measured the same code, in tables without a processor's name.
func Alike(f, other *results.File) *results.File {
	some := *f
	some.Tables = nil
	of := map[results.Key]*results.Table{}
	for i := range other.Tables {
		of[ofAnyCPU(other.Tables[i].Key)] = &other.Tables[i]
	}
	for _, t := range f.Tables {
		u := of[ofAnyCPU(t.Key)]
		if u == nil {
			continue // the other run lacks the table
		}
		t.CPU = "" // so that report.Repeats, which compares keys, matches tables of different hosts
		t.Series = slices.DeleteFunc(slices.Clone(t.Series), func(s results.Series) bool {
			return u.Find(s.Row()) == nil || !Same(f, other, t.Built, s)
		})
		if len(t.Series) > 0 {
			some.Tables = append(some.Tables, t)
		}
	}
	return &some
}

// learn sets Runs of all series, which says how far runs lie apart: by the cells of their group or, if these are too few, of a larger group. If even the largest group has
// too few, a series is left with the newest run's values alone.
func learn(tables []results.Table, ends []int) {
	larger := []func(group) group{
		func(g group) group { return g },
		func(g group) group { return group{g.Build, g.mode, false} }, // tables of any size
		func(g group) group { // all modes of the engine, under a name that is no mode, or all others
			return group{g.Build, map[bool]mode.Mode{true: "engine"}[g.mode.OfEngine()], false}
		},
	}
	for step, of := range larger {
		cells := map[group][]*results.Series{}
		for i := range tables {
			for k := range tables[i].Series {
				s := &tables[i].Series[k]
				g := of(group{tables[i].Built, s.Mode, s.AtMost(grid.FirstLevel)})
				cells[g] = append(cells[g], s)
			}
		}
		for _, list := range cells {
			var values [][]float64
			for _, s := range list {
				values = append(values, s.Values)
			}
			r := stats.NewRuns(ends, values)
			for _, s := range list {
				if s.Runs == nil {
					s.Runs = r
				}
				if s.Runs == nil && step == len(larger)-1 {
					onlyNewest(s, ends)
				}
			}
		}
	}
}

// onlyNewest removes all values but those of the newest run that has some.
func onlyNewest(s *results.Series, ends []int) {
	newer := false // whether a newer run has values
	for i := len(ends) - 1; i >= 0; i-- {
		first := 0
		if i > 0 {
			first = ends[i-1]
		}
		run := s.Values[first:ends[i]]
		has := len(stats.Present(run)) > 0
		for k := range run {
			if newer {
				run[k] = math.NaN()
			}
		}
		newer = newer || has
	}
}
