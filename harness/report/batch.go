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

// speedUp is how many times as fast as the best portable loop a technique answers many questions.
type speedUp struct {
	Row
	own    bool           // by code of its own, not by the loop
	faster stats.Interval // NaN for what is not ranked
}

// speedUps returns the techniques of a batch table, the fastest first; none where there is no loop to compare with.
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

// batches returns the batch tables of each machine of a file, at the GOAMD64 level that advice speaks of. Where it is not known
// which techniques have batches of their own, there is nothing to compare.
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

// batchSections shows, for the machines of every file, what each technique takes for one answer of many, and how many times as
// fast that is as the best portable loop. The techniques stand in the order of queens.
func batchSections(files []*results.File) (list []section) {
	for _, f := range files {
		for _, tables := range batches(f) {
			s := section{Title: ManyAtOnce, Header: []string{"technique", "answers by"},
				Note: fmt.Sprintf("%s%s, %s: time for each attack set (both: for each pair of them), in batches, and how many times as fast "+
					"that is as the quickest portable loop around single lookups, which has 1; %s", mark(files, f), tables[0].Machine, tables[0].Build(), Estimator(f))}
			order := tables[0]
			var columns [][]speedUp
			for _, t := range tables {
				what := t.Piece.String()
				if t.Mode == "batchboth" {
					what = "both"
				} else {
					order = t // the last is the queen's
				}
				s.Header = append(s.Header, what+", "+inFile(f).Unit(&t.Table), "x loop")
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
				row := []cell{word(x.Technique), word(how)}
				for k, column := range columns {
					i := slices.IndexFunc(column, func(y speedUp) bool { return y.Technique == x.Technique })
					if i < 0 {
						row = append(row, word(""), word(""))
						continue
					}
					faster := word("")
					if column[i].Rank > 0 {
						faster = cell{column[i].faster.Format(1), column[i].faster.Median}
					}
					row = append(row, inFile(f).cells(&tables[k].Table, column[i].Time)[0], faster)
				}
				s.Rows = append(s.Rows, row)
			}
			list = append(list, s)
		}
	}
	return list
}
