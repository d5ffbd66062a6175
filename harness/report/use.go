package report

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/harness/stats"
	"github.com/slidebench/slidebench/techniques/mode"
)

// Use is one way in which engines ask for attacks. A file holds one table of it for each target.
type Use struct {
	Piece  board.Piece
	Mode   string
	Corpus string // "": grid.DefaultCorpus
}

// Uses lists the uses, in the order in which sections and pictures show them.
var Uses = func() (uses []Use) {
	for _, m := range mode.All {
		for _, corpus := range m.Shown().Corpora {
			for _, p := range m.Shown().Pieces {
				uses = append(uses, Use{p, string(m), corpus})
			}
		}
	}
	return uses
}()

// String names the use in words: "rook, latency", "rook+bishop pair", "queen, 4 lookups a move".
func (u Use) String() string { return mode.Mode(u.Mode).Words(u.Piece, u.Corpus) }

// nearly is the largest ratio to the fastest of a technique that is chosen for its small tables.
const nearly = 1.10

// Choice is the technique to use in a table, and the reasons.
type Choice struct {
	Table *Table
	// Pick is one of the fastest technique and those shown to be equivalent: the one with the smallest tables, then with the fewest
	// needed features of the processor, then with the least code.
	Pick         Row
	Good         []string // the fastest, and those shown to be equivalent
	Inconclusive []string // neither shown to be equivalent to the fastest nor significantly slower
	Tied         []string // all that do not differ significantly from the fastest, which comes first
	Next         *Row     // the fastest that is slower; nil for none
	// Smallest is the technique with the smallest tables among those shown to be nearly as fast as the fastest.
	Smallest Row
}

// Fastest returns the technique with the smallest median.
func (c Choice) Fastest() Row { return c.Table.Rows[0] }

// Refusal is the reason not to recommend any technique of a table.
type Refusal struct {
	Because string // in a few words: "A/A noise 12.1 %"
	Reason  string // in a sentence
	Do      string // the remedy
}

// Remedies.
const (
	quieter    = "measure again on a machine that is at rest (slidebench machine names disturbances), or for longer (--time)"
	moreRounds = "measure again with --rounds 9"
)

// noChoice is a choice of nothing.
var noChoice = Choice{Pick: Row{Series: &results.Series{}}, Smallest: Row{Series: &results.Series{}}}

// choose picks from the ranked techniques, at least one, or refuses.
func (t *Table) choose() (Choice, *Refusal) {
	rows := t.ranked()
	if rounds := rows[0].Measured(); rounds < stats.MinRounds {
		return noChoice, &Refusal{fmt.Sprintf("%d rounds", rounds),
			fmt.Sprintf("%d rounds show no significant difference (want at least %d)", rounds, stats.MinRounds), moreRounds}
	}
	c := Choice{Table: t, Pick: rows[0], Smallest: rows[0]}
	for _, r := range rows {
		switch r.Standing {
		case Fastest, Equivalent:
			c.Good = append(c.Good, r.Technique)
			if t.prefer(r, c.Pick) < 0 {
				c.Pick = r
			}
		case Inconclusive:
			c.Inconclusive = append(c.Inconclusive, r.Technique)
		case Slower:
			if c.Next == nil {
				c.Next = &r
			}
		}
		if r.Group == 1 {
			c.Tied = append(c.Tied, r.Technique)
		}
		if r.ToFastest.Hi <= nearly && r.TableBytes < c.Smallest.TableBytes {
			c.Smallest = r
		}
	}
	if len(c.Inconclusive) == len(rows)-1 && len(rows) > 1 && t.noisy() {
		return noChoice, &Refusal{"A/A noise " + percent(t.Noise),
			fmt.Sprintf("with an A/A noise of %s, no technique differs significantly from the fastest", percent(t.Noise)), quieter}
	}
	return c, nil
}

// prefer is negative if a is a better choice than b, which is equivalent by time: by the size of its tables, then by fewer needs, then by
// less code. Needs and code count only if both techniques have facts.
func (t *Table) prefer(a, b Row) int {
	x, y := t.File.Facts[a.Technique], t.File.Facts[b.Technique]
	order := cmp.Compare(a.TableBytes, b.TableBytes)
	if t.File.Facts.Known(a.Technique) && t.File.Facts.Known(b.Technique) {
		order = cmp.Or(order, cmp.Compare(len(x.Needs), len(y.Needs)))
		if x.Lines > 0 && y.Lines > 0 {
			order = cmp.Or(order, cmp.Compare(x.Lines, y.Lines))
		}
	}
	return order
}

// levelsOf returns the targets of Go on a machine at every GOAMD64 level, the lowest first, without builds with an experiment.
func levelsOf(f *results.File, highest results.Target) []results.Target {
	return slices.DeleteFunc(f.Targets(), func(t results.Target) bool {
		return !t.Built.Plain() || !t.SameHost(highest)
	})
}
