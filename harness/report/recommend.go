package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/harness/stats"
)

// Recommend says in words which technique to use on each machine of the files, derived from nothing but the measured
// intervals: ties are called ties, and among them the smallest tables win. The sentences about one machine begin with
// one that starts with "On".
func Recommend(files ...*results.File) []string {
	var advice []string
	for _, f := range files {
		for _, highest := range f.Highest() {
			advice = append(advice, recommend(f, highest)...)
		}
	}
	return advice
}

// nearly is how much slower than the fastest the technique with the smallest tables may be.
const nearly = 1.10

func recommend(f *results.File, highest results.Target) []string {
	levels := levelTables(f, highest)
	main := bestLevel(levels)
	where := fmt.Sprintf("On %s (%s, %s): ", highest.CPU, highest.Features, highest.Build())
	if main == nil || len(main.ranked()) == 0 {
		return []string{where + "no recommendation: no " + results.DefaultCorpus + " throughput of a queen was measured."}
	}
	where = fmt.Sprintf("On %s (%s, %s): ", main.CPU, main.Features, main.Build())
	if main.Rounds < stats.MinRounds {
		return []string{where + fmt.Sprintf("no recommendation: %d rounds cannot tell techniques apart (want at least %d).",
			main.Rounds, stats.MinRounds)}
	}
	advice := []string{where + "for one queen lookup " + choice(main)}
	if s := smallest(main); s != "" {
		advice = append(advice, s)
	}
	for _, c := range []struct {
		piece board.Piece
		mode  string
		what  string
	}{
		{board.Rook, "throughput", "For rooks alone "},
		{board.Bishop, "throughput", "For bishops alone "},
		{board.Queen, "latency", "Latency, where each lookup of a queen waits for the one before: "},
		{board.Queen, "both", "Rook and bishop together, one question and two answers: "},
	} {
		if t := f.Table(main.Target, c.piece, c.mode, results.DefaultCorpus); t != nil {
			ranked := Rank(f, *t)
			if len(ranked.ranked()) > 0 {
				advice = append(advice, c.what+choice(&ranked))
			}
		}
	}
	if s := compareLevels(main, levels); s != "" {
		advice = append(advice, s)
	}
	return advice
}

// choice picks from the first group the technique with the smallest tables, the faster one of equals, and says why.
func choice(t *Table) string {
	rows := t.ranked()
	if t.Noise > highNoise {
		return fmt.Sprintf("nothing can be recommended: with an A/A noise of %s, slower and faster cannot be told apart.", percent(t.Noise))
	}
	first := 0
	for first < len(rows) && rows[first].Group == 1 {
		first++
	}
	pick := slices.MinFunc(rows[:first], func(a, b Row) int { return cmp.Compare(a.TableBytes, b.TableBytes) })
	use := "use " + t.name(pick)
	switch {
	case len(rows) == 1:
		return use + ", the only technique that was measured."
	case first == 1:
		next := rows[1]
		return fmt.Sprintf("%s, because the next, %s, takes %s times as long.", use, next.Technique,
			stats.Ratio(next.Values, pick.Values).Format(1))
	}
	var tie []string
	for _, r := range rows[:first] {
		tie = append(tie, r.Technique)
	}
	return fmt.Sprintf("%s, because of the %d that cannot be told apart from the fastest (a tie: %s) none has smaller tables.",
		use, first, strings.Join(tie, ", "))
}

// smallest names the technique with the smallest tables among those shown to be nearly as fast as the fastest, or
// returns "" where intervals are too wide to show it of any other.
func smallest(t *Table) string {
	if t.Noise > highNoise {
		return ""
	}
	rows := t.ranked()
	var near []Row
	for _, r := range rows {
		if stats.Ratio(r.Values, rows[0].Values).Hi <= nearly {
			near = append(near, r)
		}
	}
	pick := slices.MinFunc(near, func(a, b Row) int { return cmp.Compare(a.TableBytes, b.TableBytes) })
	if pick.Technique == rows[0].Technique {
		return fmt.Sprintf("Smallest tables within 10 %% of the fastest: those of %s, the fastest itself; no technique with "+
			"smaller ones is shown to be that close.", pick.Technique)
	}
	return fmt.Sprintf("Smallest tables within 10 %% of the fastest: %s, which takes %s times as long as %s.", t.name(pick),
		stats.Ratio(pick.Values, rows[0].Values).Format(1), rows[0].Technique)
}

// name gives a technique with its time and the size of its tables.
func (t *Table) name(r Row) string {
	tables := results.Bytes(r.TableBytes) + " of tables"
	if r.TableBytes == 0 {
		tables = "no tables"
	}
	return fmt.Sprintf("%s (%s, %s)", r.Technique, timing(r.Time, t.Unit), tables)
}

// levelTables returns the tables of independent queen lookups at every GOAMD64 level of a machine, the lowest first.
func levelTables(f *results.File, highest results.Target) []Table {
	var list []Table
	for _, target := range f.Targets() {
		if target.AtLevel("") != highest.AtLevel("") {
			continue
		}
		if t := f.Table(target, board.Queen, "throughput", results.DefaultCorpus); t != nil {
			list = append(list, Rank(f, *t))
		}
	}
	return list
}

// bestLevel returns the table whose fastest technique is told apart as faster from that of the highest level, the
// lowest median winning; the highest level's where there is none; nil for no tables.
func bestLevel(levels []Table) *Table {
	if len(levels) == 0 {
		return nil
	}
	highest := &levels[len(levels)-1]
	best := highest
	for i := range levels {
		t := &levels[i]
		if len(t.ranked()) == 0 || len(highest.ranked()) == 0 {
			continue
		}
		if acrossLevels(t, highest, t.Rows[0], highest.Rows[0]) < 0 && t.Rows[0].Time.Median < best.Rows[0].Time.Median {
			best = t
		}
	}
	return best
}

// acrossLevels is Table.order for rows of two levels. Their processes ran in the same rounds; of the noises of their
// tables the larger one counts.
func acrossLevels(a, b *Table, x, y Row) int {
	return order(stats.Ratio(x.Values, y.Values), max(a.Noise, b.Noise))
}

// compareLevels says what the fastest technique of the best level loses at the other levels.
func compareLevels(best *Table, levels []Table) string {
	fastest := best.ranked()[0]
	var parts []string
	for i := range levels {
		t := &levels[i]
		s := t.Find(fastest.Technique)
		if t.Target == best.Target || s == nil {
			continue
		}
		row := Row{Series: *s}
		if acrossLevels(t, best, row, fastest) == 0 {
			parts = append(parts, t.GOAMD64+" cannot be told apart from it")
		} else {
			parts = append(parts, fmt.Sprintf("%s takes %s times as long", t.GOAMD64,
				stats.Ratio(row.Values, fastest.Values).Format(1)))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return fmt.Sprintf("Built with %s, for %s: %s.", best.Build(), fastest.Technique, strings.Join(parts, "; "))
}
