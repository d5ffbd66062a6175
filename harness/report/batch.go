package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/harness/stats"
	"github.com/slidebench/slidebench/internal/columns"
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
func batches(f *ranks) (machines [][]*Table) {
	if f.Facts == nil {
		return nil
	}
	for _, highest := range f.Highest() {
		var tables []*Table
		for _, u := range BatchUses {
			if t := f.table(u, highest); t != nil && t.loop() != nil {
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
func batchSections(files []*ranks) (sections []section) {
	for _, f := range files {
		for _, tables := range batches(f) {
			order := tables[0]
			list := []columns.Column[string]{techniqueColumn, {Head: "answers by", Read: func(technique string) value { return word(answersBy(f.File, technique)) }}}
			for _, t := range tables {
				if t.Mode != "batchboth" {
					order = t // the last is the queen's
				}
				list = append(list, columns.Beside(batchColumns(t), "", t.finder())...)
			}
			sections = append(sections, section{ManyAtOnce,
				fmt.Sprintf("%s%s, %s: time for each attack set (both: for each pair of them), in batches. X loop: how many times as fast "+
					"as the fastest portable loop around single lookups. Times: %s", f.mark, tables[0].Machine, tables[0].Build(), Units(f.File)),
				columns.Of(list, techniquesOf([]*Table{order}))})
		}
	}
	return sections
}

// answersBy says how a technique answers many questions.
func answersBy(f *results.File, technique string) string {
	switch {
	case f.Facts[technique].Batch:
		return "its own batch"
	case slices.Contains(f.Unknown(), technique):
		return "unknown"
	}
	return "loop"
}
