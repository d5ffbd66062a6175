package report

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/harness/results"
)

// Summary is what a page has room for that is about more than one file: the advice, whether PEXT is the fastest, how fast many
// questions are answered, and one table of lookups of rooks and queens at the highest level of the file's first machine, in
// Markdown.
func Summary(f *results.File) []byte {
	var b bytes.Buffer
	for _, w := range warnings([]*results.File{f}, [][]Table{Tables(f)}) {
		fmt.Fprintf(&b, "> **Warning:** %s\n\n", w)
	}
	for _, a := range Recommend(f) {
		fmt.Fprintf(&b, "* %s\n", a)
	}
	fmt.Fprint(&b, shortVerdicts(f), shortBatch(f))
	if len(f.Highest()) == 0 {
		return b.Bytes() // nothing but builds with an experiment
	}
	target := f.Highest()[0]
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

// shortVerdicts is the part of a summary that answers whether PEXT is the fastest, or "" where that was not measured.
func shortVerdicts(f *results.File) string {
	s := section{Header: []string{"use", "PEXT, ns", "without PEXT, ns", "PEXT : without", "PEXT is the fastest"}}
	for _, v := range Verdicts(f) {
		s.Rows = append(s.Rows, []cell{word(v.Use.String()), word(v.PEXT.Technique + " " + v.PEXT.Time.Format(1)),
			word(v.Other.Technique + " " + v.Other.Time.Format(1)), {v.Ratio.Format(1), v.Ratio.Median}, word(v.Words())})
	}
	if len(s.Rows) == 0 {
		return ""
	}
	return fmt.Sprintf("\n**%s** Of each kind the fastest is shown.\n\n%s\n", PEXTQuestion, s.pretty().RenderMarkdown())
}

// shortBatch is the part of a summary about many questions at once: what has batches of its own, and the best loop to compare it
// with. It is "" where that was not measured.
func shortBatch(f *results.File) (text string) {
	for _, tables := range batches(f) {
		i := slices.IndexFunc(tables, func(t *Table) bool { return t.Piece == board.Queen && t.Mode == "batch" })
		if i < 0 {
			continue
		}
		t := tables[i]
		s := section{Header: []string{"technique", "answers by", "queens, ns", "times as fast as the best loop", "tables"}}
		for _, x := range speedUps(t) {
			how := "its own batch"
			if !x.own {
				how = "the portable loop"
			}
			if f.Choosable(x.Technique) && (x.own || x.Technique == t.loop().Technique) {
				s.Rows = append(s.Rows, []cell{word(x.Technique), word(how), {x.Time.Format(1), x.Time.Median}, {x.faster.Format(1), x.faster.Median}, size(x.Row)})
			}
		}
		text += fmt.Sprintf("\n**%s.** Nanoseconds for each answer, in batches.\n\n%s\n", ManyAtOnce, s.pretty().RenderMarkdown())
	}
	return text
}
