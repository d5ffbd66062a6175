package report

import "github.com/slidebench/slidebench/internal/harness/results"

// AddColumn adds a column to ranked tables, until what it returns is called.
func AddColumn(c rowColumn) (remove func()) {
	list := rankedColumns
	rankedColumns = func(t *Table) []rowColumn { return append(list(t), c) }
	return func() { rankedColumns = list }
}

// CountRanks counts the tables that are ranked until what it returns is called, which returns their number.
func CountRanks() (stop func() int) {
	n := 0
	rankTable = func(f *results.File, t results.Table) Table {
		n++
		return Rank(f, t)
	}
	return func() int {
		rankTable = Rank
		return n
	}
}

// Choose is the choice for a use in Go.
func Choose(f *results.File, u Use) (Choice, *Refusal) {
	return ranksOf(f)[0].table(u, f.Highest()[0]).choose()
}
