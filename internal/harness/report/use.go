package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/harness/stats"
	"github.com/slidebench/slidebench/internal/techniques/mode"
)

// Use is a way in which engines ask for attacks: a piece, a mode and a corpus. A file has a table for each use and target.
type Use struct {
	Piece  board.Piece
	Mode   mode.Mode
	Corpus string // "": grid.DefaultCorpus
}

// Uses lists the uses, in the order in which sections and pictures show them.
var Uses = func() (uses []Use) {
	for _, m := range mode.All {
		for _, corpus := range m.Shown().Corpora {
			for _, p := range m.Shown().Pieces {
				uses = append(uses, Use{p, m, corpus})
			}
		}
	}
	return uses
}()

// String names the use in words: "rook, latency", "rook+bishop pair", "queen, 4 lookups a move".
func (u Use) String() string { return u.Mode.Words(u.Piece, u.Corpus) }

// Choice is the technique to use in a table, and the reasons.
type Choice struct {
	Table *Table
	// Pick is the fastest technique or one that is tied with it and near it: the one with the smallest tables, then with the fewest
	// needed features of the processor, then with the least code.
	Pick Row
	Tied []string // that do not differ significantly from the fastest, which comes first
	Next *Row     // the fastest that is slower; nil for none
	Open []Row    // that have too few rounds for an interval, and may be faster
}

// Refusal is the reason not to recommend any technique of a table, in a few words, and the remedy.
type Refusal struct{ Because, Do string }

// Remedies.
const (
	quieter    = "measure again on a machine that is at rest (slidebench machine names disturbances), or for longer (--time)"
	moreRounds = "measure again with --rounds 9" // more than stats.MinRounds, so that some rounds may lack a value

	moreTechniques = "measure more techniques (--technique)"
)

// noChoice is a choice of nothing.
var noChoice = Choice{Pick: Row{Series: &results.Series{}, Time: none}}

// Contenders is how many techniques beside the reference an answer needs, each with an interval, while others without one may be faster.
const Contenders = 3

// choose picks from the techniques that may be recommended and have an interval, or refuses.
func (t *Table) choose() (Choice, *Refusal) {
	rows := slices.DeleteFunc(slices.Clone(t.ranked()), func(r Row) bool { return !t.File.Choosable(r.Technique) })
	if len(rows) == 0 {
		return noChoice, &Refusal{"no technique", moreTechniques}
	}
	if !rows[0].Time.Finite() { // those without an interval come last
		do := quieter
		if t.Rounds < stats.MinRounds {
			do = moreRounds
		}
		return noChoice, &Refusal{fmt.Sprintf("%d rounds; %s", rows[0].Measured(), lookFastest(rows)), do}
	}
	c := Choice{Table: t, Pick: rows[0]}
	others := 0
	for _, r := range rows {
		if r.Time.Finite() && r.Technique != t.File.Reference {
			others++
		}
		switch {
		case mayBe(r, rows[0]):
			c.Open = append(c.Open, r)
		case t.tied(r, rows[0]):
			c.Tied = append(c.Tied, r.Technique)
			if closeTo(r, rows[0]) && prefer(t.File.Facts, r.Technique, r.Size, c.Pick.Technique, c.Pick.Size) < 0 {
				c.Pick = r
			}
		case c.Next == nil && t.order(r, rows[0]) > 0:
			c.Next = &r
		}
	}
	if len(c.Open) > 0 && others < Contenders {
		return noChoice, &Refusal{"too few rounds; " + lookFastest(c.Open), quieter}
	}
	if c.Next == nil && len(c.Tied) > 1 && t.noisy() { // no technique is shown to be slower than the fastest
		return noChoice, &Refusal{"A/A noise " + percent(t.Noise), quieter}
	}
	return c, nil
}

// Answered counts the tables of a file in which an answer stands: where the reference and Contenders others, or all others, have an interval. It names the other tables.
func Answered(f *results.File) (stands int, without []string) {
	for _, t := range f.Tables {
		others, with, reference := 0, 0, false
		for _, s := range t.Series {
			enough := s.Measured() >= stats.MinRounds
			switch {
			case s.Row() == f.Reference:
				reference = enough
			case s.Ranked():
				if others++; enough {
					with++
				}
			}
		}
		if reference && with >= min(others, Contenders) {
			stands++
		} else {
			without = append(without, fmt.Sprintf("%s in %s", t.Mode.Words(t.Piece, t.Corpus), t.Language()))
		}
	}
	return stands, without
}

// inRounds names techniques with their rounds, up to some of them, those of the smallest medians first: "unchecked (in 5 rounds), magic (in 4) and 2 more".
func inRounds(open []Row, most int) string {
	names, rounds := []string{}, " rounds"
	for _, r := range byMedian(open) {
		names, rounds = append(names, fmt.Sprintf("%s (in %d%s)", r.Technique, r.Measured(), rounds)), ""
	}
	return few(names, most)
}

// orPerhaps names, behind what is recommended, the techniques without an interval that may be faster.
func orPerhaps(open []Row) string {
	if len(open) == 0 {
		return ""
	}
	return perhapsMark + inRounds(open, 1)
}

// byMedian returns rows in the order of their medians.
func byMedian(rows []Row) []Row {
	return slices.SortedStableFunc(slices.Values(rows), func(a, b Row) int { return cmp.Compare(a.Time.Median, b.Time.Median) })
}

// lookFastest names the two rows of the smallest medians, with their rounds.
func lookFastest(rows []Row) string {
	text := ""
	for i, r := range byMedian(rows) {
		switch i {
		case 0:
			text = fmt.Sprintf("%s (in %d) looks fastest", r.Technique, r.Measured())
		case 1:
			text += fmt.Sprintf(", then %s (in %d)", r.Technique, r.Measured())
		}
	}
	return text
}

// wellAbove is the factor above the interval of another time beyond which a single value shows that a technique is slower. Of the values in the
// published results one in 500 is that far above its median.
const wellAbove = 1.25

// mayBe reports whether a technique has too few rounds to be compared with the fastest that has enough, and may be as fast.
func mayBe(r, fastest Row) bool {
	return !r.Time.Finite() && !(slices.Min(append(stats.Present(r.Values), math.Inf(1))) > wellAbove*fastest.Time.Hi)
}

// closeTo reports whether a technique that is tied with the fastest is near it: at most 5 % slower as measured, and shown to be at most 10 % slower, as rule says. A tie alone
// may be one of few rounds or much noise, and of many of these ties the smallest tables would find the worst.
func closeTo(r, fastest Row) bool {
	ratio := r.Over(fastest.Series)
	return ratio.Median <= 1.05 && ratio.Hi <= 1.10
}

// prefer is negative if a, whose tables have a size, is a better choice than b, with which it is tied: by smaller tables, then by fewer needs,
// then by less code. Needs and code count only if both techniques have facts.
func prefer(facts results.Facts, a string, aSize results.Size, b string, bSize results.Size) int {
	x, y := facts[a], facts[b]
	order := results.CompareSizes(aSize, bSize)
	if facts.Known(a) && facts.Known(b) {
		order = cmp.Or(order, cmp.Compare(len(x.Needs), len(y.Needs)))
		if x.Lines > 0 && y.Lines > 0 {
			order = cmp.Or(order, cmp.Compare(x.Lines, y.Lines))
		}
	}
	return order
}
