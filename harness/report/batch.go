package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/harness/stats"
)

// BatchUses are the uses in which many questions are answered at once.
var BatchUses = slices.DeleteFunc(slices.Clone(Uses), func(u Use) bool { return !strings.HasPrefix(u.Mode, "batch") })

// loop returns the fastest technique of a batch table that answers by the portable loop, or nil for none.
func (t *Table) loop() *Row {
	return t.first(func(technique string) bool {
		return t.File.Choosable(technique) && t.File.Facts.Known(technique) && !t.File.Facts[technique].Batch
	})
}

// speedUp says how many times as fast as the fastest portable loop of a batch table a row is; NaN if it is not ranked.
func (t *Table) speedUp(r *Row) stats.Interval {
	if r.Rank == 0 {
		return none
	}
	return stats.Ratio(t.loop().Values, r.Values)
}

// batches returns the batch tables of each machine of a file, at the level of the advice. There are none for files without facts, which
// do not tell loops from batches.
func batches(f *results.File) (machines [][]*Table) {
	if f.Facts == nil {
		return nil
	}
	for _, highest := range f.Highest() {
		var tables []*Table
		for _, u := range BatchUses {
			if t := u.table(f, highest); t != nil && t.loop() != nil {
				tables = append(tables, t)
			}
		}
		if len(tables) > 0 {
			machines = append(machines, tables)
		}
	}
	return machines
}

// ManyAtOnce is the title of the section and the picture about batches.
const ManyAtOnce = "Many at once"

// batchSections shows, for the machines of every file, each technique's time for one answer of many, and its ratio to the fastest portable
// loop. The techniques stand in the order of queens.
func batchSections(files []*results.File) (list []section) {
	for _, f := range files {
		for _, tables := range batches(f) {
			s := section{Title: ManyAtOnce, Header: []string{"technique", "answers by"},
				Note: fmt.Sprintf("%s%s, %s: time for each attack set (both: for each pair of them), in batches. X loop: how many times as fast "+
					"as the fastest portable loop around single lookups. Times: %s", mark(files, f), tables[0].Machine, tables[0].Build(), Units(f))}
			order := tables[0]
			for _, t := range tables {
				asked := t.Piece.String()
				if t.Mode == "batchboth" {
					asked = "both"
				} else {
					order = t // the last is the queen's
				}
				s.Header = append(s.Header, asked+", "+Unit(&t.Table), "x loop")
			}
			for _, x := range order.Rows {
				how := "loop"
				switch {
				case f.Facts[x.Technique].Batch:
					how = "its own batch"
				case slices.Contains(f.Unknown(), x.Technique):
					how = "unknown"
				}
				row := []field{word(x.Technique), word(how)}
				for _, t := range tables {
					r, time, faster := t.row(x.Technique), word(""), word("")
					if r != nil {
						time = timeField(&t.Table, r.Time)
					}
					if r != nil && r.Rank > 0 {
						ratio := t.speedUp(r)
						faster = field{ratio.Format(1), ratio.Median}
					}
					row = append(row, time, faster)
				}
				s.Rows = append(s.Rows, row)
			}
			list = append(list, s)
		}
	}
	return list
}
