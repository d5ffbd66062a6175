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
	loops := t.among(func(technique string) bool {
		return t.File.Choosable(technique) && t.File.Facts.Known(technique) && !t.File.Facts[technique].Batch
	})
	if len(loops.ranked()) == 0 {
		return nil
	}
	return &loops.Rows[0]
}

// speedUp compares a technique that answers many questions with the fastest portable loop.
type speedUp struct {
	Row
	own    bool           // it has code of its own for batches
	faster stats.Interval // how many times as fast as the loop; NaN if not ranked
}

// speedUps returns the techniques of a batch table, the fastest first; none if it has no loop.
func speedUps(t *Table) (list []speedUp) {
	loop := t.loop()
	if loop == nil {
		return nil
	}
	for _, r := range t.Rows {
		faster := none
		if r.Rank > 0 {
			faster = stats.Ratio(loop.Values, r.Values)
		}
		list = append(list, speedUp{r, t.File.Facts[r.Technique].Batch, faster})
	}
	return list
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
					"as the fastest portable loop around single lookups. Times: %s", mark(files, f), tables[0].Machine, tables[0].Build(), Estimator(f))}
			order := tables[0]
			var columns [][]speedUp
			for _, t := range tables {
				asked := t.Piece.String()
				if t.Mode == "batchboth" {
					asked = "both"
				} else {
					order = t // the last is the queen's
				}
				s.Header = append(s.Header, asked+", "+inFile(f).Unit(&t.Table), "x loop")
				columns = append(columns, speedUps(t))
			}
			for _, x := range speedUps(order) {
				how := "loop"
				switch {
				case x.own:
					how = "its own batch"
				case slices.Contains(f.Unknown(), x.Technique):
					how = "unknown"
				}
				row := []field{word(x.Technique), word(how)}
				for k, column := range columns {
					i := slices.IndexFunc(column, func(y speedUp) bool { return y.Technique == x.Technique })
					if i < 0 {
						row = append(row, word(""), word(""))
						continue
					}
					faster := word("")
					if column[i].Rank > 0 {
						faster = field{column[i].faster.Format(1), column[i].faster.Median}
					}
					row = append(row, inFile(f).fields(&tables[k].Table, column[i].Time)[0], faster)
				}
				s.Rows = append(s.Rows, row)
			}
			list = append(list, s)
		}
	}
	return list
}
