package report

import (
	"bytes"
	"encoding/csv"
	"math"
	"slices"

	"github.com/slidebench/slidebench/internal/columns"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/harness/stats"
)

// writeCSV writes a row for each technique and language. With every, it writes all tables, row by row, in each row's unit. Unknown figures are empty.
func writeCSV(b *bytes.Buffer, files []*ranks, every bool) error {
	w := csv.NewWriter(b)
	if !every {
		read := briefColumns
		if len(files) == 1 {
			read = without(read, "machine")
		}
		w.Write(columns.Names(read))
		for _, r := range briefRows(files) {
			w.Write(columns.Record(read, r))
		}
		w.Flush()
		return w.Error()
	}
	w.Write(columns.Names(rankedColumns(&Table{File: &results.File{}}))) // every table has the same names
	for _, f := range files {
		for _, t := range f.all() {
			read := rankedColumns(t)
			for _, r := range t.rows() {
				w.Write(columns.Record(read, r))
			}
		}
		f.forget()
	}
	w.Flush()
	return w.Error()
}

// briefRow is a technique in a language on a machine, with its row in the table of each use; nil where it was not measured.
type briefRow struct {
	target    results.Target
	technique string
	of        map[Use]*Row
}

// briefRows returns the techniques in the order of their search.
func briefRows(files []*ranks) (list []briefRow) {
	uses := []Use{searchUse, perftUse} // search first, whose table sets the order
	for _, l := range loopUses {
		uses = append(uses, l.use)
	}
	for _, f := range files {
		for _, target := range f.languages() {
			first := len(list)
			for _, u := range uses {
				t := f.table(u, target)
				if t == nil {
					continue
				}
				for i, r := range t.ranked() {
					at := slices.IndexFunc(list[first:], func(b briefRow) bool { return b.technique == r.Technique })
					if at < 0 {
						at, list = len(list)-first, append(list, briefRow{target, r.Technique, map[Use]*Row{}})
					}
					list[first+at].of[u] = &t.Rows[i]
				}
			}
		}
	}
	return list
}

// briefColumns show search and perft in percent against the reference, search with its interval, and loops in cycles. Medians without an interval are left out.
var briefColumns = func() []columns.Column[briefRow] {
	figure := func(key string, read func(r briefRow) float64) columns.Column[briefRow] {
		return columns.Column[briefRow]{Key: key, Read: func(r briefRow) value {
			x := read(r)
			if math.IsNaN(x) || math.IsInf(x, 0) {
				return word("")
			}
			return word(short(x))
		}}
	}
	speed := func(key string, u Use, part func(i stats.Interval) float64) columns.Column[briefRow] {
		return figure(key, func(r briefRow) float64 {
			if r.of[u] == nil || !r.of[u].Ratio.Finite() {
				return math.NaN()
			}
			return part(faster(r.of[u]))
		})
	}
	median := func(i stats.Interval) float64 { return i.Median }
	list := []columns.Column[briefRow]{
		{Key: "machine", Read: func(r briefRow) value { return word(r.target.Machine) }},
		{Key: "build", Read: func(r briefRow) value { return word(r.target.Built.String()) }},
		{Key: "technique", Read: func(r briefRow) value { return word(r.technique) }},
		{Key: "tableBytes", Read: func(r briefRow) value {
			var most results.Size
			for _, row := range r.of {
				most = slices.MaxFunc([]results.Size{most, row.Size}, results.CompareSizes)
			}
			return size(most)
		}},
		speed("searchPercent", searchUse, median),
		speed("searchLo", searchUse, func(i stats.Interval) float64 { return i.Lo }),
		speed("searchHi", searchUse, func(i stats.Interval) float64 { return i.Hi }),
		{Key: "searchInterval", Read: func(r briefRow) value {
			if row := r.of[searchUse]; row != nil && faster(row).Finite() {
				return word(interval(row.Series))
			}
			return word("")
		}},
		speed("perftPercent", perftUse, median),
	}
	for _, l := range loopUses {
		list = append(list, figure(string(l.use.Mode)+"Cycles", func(r briefRow) float64 {
			if r.of[l.use] == nil || !r.of[l.use].Time.Finite() {
				return math.NaN()
			}
			return r.of[l.use].Time.Median
		}))
	}
	return list
}()
