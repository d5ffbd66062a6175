package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/columns"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/results"
)

// loop is a way to ask outside of an engine. A report in text or Markdown has a section of loops below the answers about an engine's search.
type loop struct {
	name string
	use  Use
}

var loopUses = []loop{ // the rows of loopSection; briefColumns has them as columns
	{"single lookups", Use{Piece: board.Queen, Mode: "throughput"}},
	{"dependent lookups", Use{Piece: board.Queen, Mode: "latency"}},
	{"rook+bishop pairs", Use{Piece: board.Queen, Mode: "both"}},
	{"many at once", Use{Piece: board.Queen, Mode: "batch"}},
	{"sets, about 2", Use{Piece: board.Queen, Mode: "setwise", Corpus: grid.DefaultSets}},
	{"moves, 4 lookups", Use{Piece: board.Queen, Mode: "incremental", Corpus: grid.DefaultMoves}},
}

// Marks that the note on loops explains: behind times with a high A/A noise, and before techniques that orPerhaps names.
const noisyMark, perhapsMark = " ~", ", or perhaps "

// loopSection has a row for each loop that was measured, with the technique to use in each language.
func (f *ranks) loopSection(targets []results.Target) section {
	list := []columns.Column[loop]{{Head: "queens", Read: func(l loop) value { return word(l.name) }}}
	for _, target := range targets {
		list = append(list, columns.Column[loop]{Head: target.Language(), Read: func(l loop) value {
			c := f.choice(l.use, target)
			if c == nil {
				return word("not measured")
			}
			return column(choiceColumns, "technique").Read(c)
		}}, columns.Column[loop]{Head: "cycles", Read: func(l loop) value {
			c := f.choice(l.use, target)
			if c == nil || c.refusal != nil {
				return word("")
			}
			v := cycles(&c.Table.Table, c.Pick.Time)
			v.Text = short(v.Key)
			if c.Table.noisy() {
				v.Text += noisyMark
			}
			return v
		}})
	}
	measured := slices.DeleteFunc(slices.Clone(loopUses), func(l loop) bool {
		return !slices.ContainsFunc(targets, func(t results.Target) bool { return f.table(l.use, t) != nil })
	})
	s := section{Title: loopsTitle, Table: columns.Of(list, measured),
		Note: "Cycles. Of those tied for the fastest and near it, the smallest tables."}
	if strings.Contains(s.Markdown(), noisyMark) { // then a tie says little
		s.Note = fmt.Sprintf("Cycles. Of those near the fastest, the smallest tables. ~: A/A noise over %.0f %%.", 100*highNoise)
	}
	if strings.Contains(s.Markdown(), perhapsMark) {
		s.Note += " Perhaps: has too few rounds for an interval."
	}
	return s
}

// chosen is the advice for one use on one target, or the reason why there is none.
type chosen struct {
	ranks  *ranks
	target results.Target
	use    Use
	table  *Table // of the use; a Choice that was refused has no Table
	Choice
	refusal *Refusal // nil if there is a choice
}

// choice returns nil where a use was not measured.
func (f *ranks) choice(u Use, target results.Target) *chosen {
	t := f.table(u, target)
	if t == nil {
		return nil
	}
	c := &chosen{ranks: f, target: target, use: u, table: t}
	c.Choice, c.refusal = t.choose()
	return c
}

// choices returns what to use in each way that was measured, in each language.
func choices(files []*ranks) (list []*chosen) {
	for _, f := range files {
		for _, target := range f.languages() {
			for _, u := range Uses {
				if c := f.choice(u, target); c != nil {
					list = append(list, c)
				}
			}
		}
	}
	return list
}
