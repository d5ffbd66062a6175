package report

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/harness/results"
)

// Summary is what a page has room for that is about more than one file, in Markdown: the advice, whether PEXT is the fastest, which
// techniques are superseded, how fast many questions are answered, and the fastest lookups of queens at the level that advice speaks of.
func Summary(f *results.File) []byte {
	var b bytes.Buffer
	var shown []Table // what the summary speaks of
	for _, target := range f.Highest() {
		for _, u := range Uses {
			if t := u.table(f, target); t != nil {
				shown = append(shown, *t)
			}
		}
	}
	for _, w := range warnings([]*results.File{f}, [][]Table{shown}) {
		fmt.Fprintf(&b, "> **Warning:** %s\n\n", w)
	}
	for _, set := range Sets(f) {
		if set.Derived {
			continue
		}
		fmt.Fprintf(&b, "**What to use** on %s (%s):\n\n", set.Target.CPU, set)
		if advice := set.shortAdvice(); len(advice.Rows) > 0 {
			fmt.Fprintf(&b, "%s\n\n%s %s Times: %s.\n\n", advice.pretty().RenderMarkdown(), standingReading, toldReading, Estimator(f))
		}
		for _, sentence := range slices.Concat(set.refusals(), set.superseded()) {
			fmt.Fprintf(&b, "%s\n\n", sentence)
		}
		fmt.Fprint(&b, shortVerdicts(f, set), shortBatch(f, set), fastestLookups(f, set))
	}
	return b.Bytes()
}

// shortAdvice shows what to use for every use: of advice what a page has room for.
func (s Set) shortAdvice() section {
	m := inFile(s.File)
	const dropped = 1 // the column on what is smallest
	header := m.choiceHeader()
	short := section{Header: slices.Concat([]string{"for"}, header[:len(header)-dropped], []string{"told apart"})}
	for _, u := range Uses {
		if t, c, refusal := s.Choose(u); t != nil && refusal == nil {
			short.Rows = append(short.Rows, slices.Concat([]cell{word(u.String())}, c.cells(m)[:len(header)-dropped], []cell{t.told()}))
		}
	}
	return short
}

// listed is how many techniques a page has room for.
const listed = 16

// fastestLookups shows the fastest techniques at queens, in throughput and latency, and how many there are besides; "" where
// that was not measured.
func fastestLookups(f *results.File, set Set) string {
	throughput, latency := Use{Piece: board.Queen, Mode: "throughput"}.table(f, set.Target), Use{Piece: board.Queen, Mode: "latency"}.table(f, set.Target)
	if throughput == nil || latency == nil {
		return ""
	}
	unit := inFile(f).Unit(&throughput.Table)
	s := section{Header: []string{"technique", "queen throughput, " + unit, "standing", "queen latency, " + unit, "standing", "tables"}}
	ranked := throughput.ranked()
	rows := slices.Clone(ranked[:min(listed, len(ranked))])
	for _, r := range throughput.Rows {
		if r.Rank > listed && r.Technique == f.Reference || results.IsControl(r.Technique) {
			rows = append(rows, r)
		}
	}
	for _, r := range rows {
		row := append([]cell{word(r.Technique)}, throughput.timed(&r)...)
		s.Rows = append(s.Rows, append(append(row, latency.timed(latency.row(r.Technique))...), size(r)))
	}
	return fmt.Sprintf("\n**The fastest lookups** of queens, of %d techniques:\n\n%s\n\nMedians with 95 %% intervals over %d rounds; in throughput, %s, in latency, %s. %s, %s, %s, %s.\n",
		len(ranked), s.pretty().RenderMarkdown(), throughput.Rounds, throughput.Told(), latency.Told(), set.Target.CPU, set.Target.Features, set.Target.Build(), f.Revision())
}

// timed shows a row's time and standing, two empty cells for none.
func (t *Table) timed(r *Row) []cell {
	if r == nil {
		return []cell{word(""), word("")}
	}
	return []cell{inFile(t.File).cells(&t.Table, r.Time)[0], r.standing()}
}

// standing shows how a row compares with the fastest, and sorts by rank.
func (r *Row) standing() cell {
	if r.Rank == 0 {
		return word("")
	}
	return cell{string(r.Standing), float64(r.Rank)}
}

// shortVerdicts is the part of a summary that answers whether PEXT is the fastest, or "" where that was not measured.
func shortVerdicts(f *results.File, set Set) string {
	said := map[string][]string{}
	for _, v := range Verdicts(f) {
		if v.Table.Machine == set.Target.Machine {
			said[v.Words()] = append(said[v.Words()], v.Use.String())
		}
	}
	if len(said) == 0 {
		return ""
	}
	var parts []string
	for _, answer := range []string{"yes", "no", "as fast", "cannot be told apart"} {
		if uses := said[answer]; len(uses) > 0 {
			parts = append(parts, fmt.Sprintf("%s for %d uses (%s)", answer, len(uses), strings.Join(uses, "; ")))
		}
	}
	return fmt.Sprintf("**%s** The fastest technique with the instruction against the fastest without: %s.\n\n", PEXTQuestion, strings.Join(parts, ", "))
}

// shortBatch is the part of a summary about many questions at once: what has batches of its own, and the best loop to compare it
// with. It is "" where that was not measured.
func shortBatch(f *results.File, set Set) (text string) {
	for _, tables := range batches(f) {
		i := slices.IndexFunc(tables, func(t *Table) bool { return t.Piece == board.Queen && t.Mode == "batch" })
		if i < 0 || tables[i].Machine != set.Target.Machine {
			continue
		}
		t := tables[i]
		s := section{Header: []string{"technique", "answers by", "queens, " + inFile(f).Unit(&t.Table), "times as fast as the best loop", "tables"}}
		for _, x := range speedUps(t) {
			how := "its own batch"
			if !x.own {
				how = "the portable loop"
			}
			if f.Choosable(x.Technique) && (x.own || x.Technique == t.loop().Technique) {
				s.Rows = append(s.Rows, []cell{word(x.Technique), word(how), inFile(f).cells(&t.Table, x.Time)[0], {x.faster.Format(1), x.faster.Median}, size(x.Row)})
			}
		}
		text += fmt.Sprintf("\n**%s.** Time for each answer, in batches.\n\n%s\n", ManyAtOnce, s.pretty().RenderMarkdown())
	}
	return text
}
