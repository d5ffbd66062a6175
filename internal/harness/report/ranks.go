package report

import (
	"cmp"
	"fmt"

	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/results"
)

// ranks is a file whose tables are ranked when they are first asked for, and once.
type ranks struct {
	*results.File
	mark   string              // prefix of this file's values in a table of several files: "(2) "; "" for a single file
	tables []*Table            // in the file's order; nil until they are ranked
	places map[results.Key]int // the index of each table
}

func ranksOf(files ...*results.File) (list []*ranks) { // none is ranked yet
	for i, f := range files {
		r := &ranks{File: f, tables: make([]*Table, len(f.Tables)), places: map[results.Key]int{}}
		if len(files) > 1 {
			r.mark = fmt.Sprintf("(%d) ", i+1)
		}
		for k := range f.Tables {
			r.places[f.Tables[k].Key] = k
		}
		list = append(list, r)
	}
	return list
}

// rankTable is Rank; a test replaces it to count calls.
var rankTable = Rank

// rank returns one of the file's tables.
func (r *ranks) rank(i int) *Table {
	if r.tables[i] == nil {
		t := rankTable(r.File, r.Tables[i])
		t.mark = r.mark
		r.tables[i] = &t
	}
	return r.tables[i]
}

// all returns all tables, in the file's order.
func (r *ranks) all() []*Table {
	for i := range r.tables {
		r.rank(i)
	}
	return r.tables
}

// forget drops the ranked tables after they were read for the last time: those of a thousand machines do not fit the memory.
func (r *ranks) forget() { clear(r.tables) }

// table returns the ranked table of a use for one target, or nil if it would rank nothing.
func (r *ranks) table(u Use, target results.Target) *Table {
	i, there := r.places[results.Key{Target: target, Piece: u.Piece, Mode: u.Mode, Corpus: cmp.Or(u.Corpus, grid.DefaultCorpus)}]
	if !there || len(r.rank(i).ranked()) == 0 {
		return nil
	}
	return r.rank(i)
}
