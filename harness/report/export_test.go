package report

// AddColumn adds a column to ranked tables, until what it returns is called.
func AddColumn(c rowColumn) (remove func()) {
	list := rankedColumns
	rankedColumns = func(t *Table) []rowColumn { return append(list(t), c) }
	return func() { rankedColumns = list }
}
