package report

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/harness/results"
)

// Summary is what a page has room for that is about more than one file: the advice, and one table of lookups of rooks and
// queens at the highest level of the file's first machine, in Markdown.
func Summary(f *results.File) []byte {
	target := f.Highest()[0]
	var b bytes.Buffer
	for _, w := range warnings([]*results.File{f}, [][]Table{Tables(f)}) {
		fmt.Fprintf(&b, "> **Warning:** %s\n\n", w)
	}
	for _, a := range Recommend(f) {
		fmt.Fprintf(&b, "* %s\n", a)
	}
	s := section{Header: []string{"technique"}}
	var columns []Table
	for _, c := range []struct {
		piece board.Piece
		mode  string
	}{{board.Rook, "throughput"}, {board.Rook, "latency"}, {board.Queen, "throughput"}, {board.Queen, "latency"}} {
		if t := f.Table(target, c.piece, c.mode, results.DefaultCorpus); t != nil {
			columns = append(columns, Rank(f, *t))
			s.Header = append(s.Header, fmt.Sprintf("%v %s, ns", c.piece, c.mode), "group")
		}
	}
	if len(columns) == 0 {
		return b.Bytes()
	}
	s.Header = append(s.Header, "tables")
	for _, r := range columns[0].Rows {
		row := []cell{word(r.Technique)}
		bytes := word("")
		for _, t := range columns {
			i := slices.IndexFunc(t.Rows, func(u Row) bool { return u.Technique == r.Technique })
			if i < 0 {
				row = append(row, word(""), word(""))
				continue
			}
			time, group := t.Rows[i].Time, word("")
			if t.Rows[i].Group > 0 {
				group = count(t.Rows[i].Group)
			}
			row = append(row, cell{time.Format(1), time.Median}, group)
			bytes = cell{results.Bytes(t.Rows[i].TableBytes), float64(t.Rows[i].TableBytes)} // the last is a queen: all tables
		}
		s.Rows = append(s.Rows, append(row, bytes))
	}
	fmt.Fprintf(&b, "\n%s\n\nMedians with 95 %% intervals over %d rounds; techniques of one group were not told apart. %s, %s, %s, %s.\n",
		s.pretty().RenderMarkdown(), columns[0].Rounds, target.CPU, target.Features, target.Build(), f.Revision())
	return b.Bytes()
}
