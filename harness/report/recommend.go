package report

import (
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

func recommend(f *results.File, highest results.Target) []string {
	target := bestTarget(f, levelsOf(f, highest), f.Choosable)
	table := func(u Use) *Table {
		t := u.table(f, target)
		if t == nil {
			return nil
		}
		choices := t.among(f.Choosable)
		if len(choices.ranked()) == 0 {
			return nil
		}
		return &choices
	}
	where := fmt.Sprintf("On %s (%s, %s): ", target.CPU, target.Features, target.Build())
	main := table(Use{board.Queen, "throughput"})
	if main == nil {
		return []string{where + "no recommendation: no " + results.DefaultCorpus + " throughput of a queen was measured."}
	}
	if main.Rounds < stats.MinRounds {
		return []string{where + fmt.Sprintf("no recommendation: %d rounds cannot tell techniques apart (want at least %d): %s.",
			main.Rounds, stats.MinRounds, moreRounds)}
	}
	advice := []string{where + "for one queen lookup " + main.advice()}
	_, refused := main.choose()
	if s := main.small(); s != "" {
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
		{board.Rook, "batch", "Many at once, rooks: "},
		{board.Bishop, "batch", "Many at once, bishops: "},
		{board.Queen, "batch", "Many at once, queens: "},
		{board.Queen, "batchboth", "Many at once, rook and bishop together: "},
	} {
		if t := table(Use{c.piece, c.mode}); t != nil {
			advice = append(advice, c.what+t.advice())
			if _, refusal := t.choose(); refusal != nil {
				refused = refusal
			}
		}
	}
	if refused != nil {
		advice = append(advice, "Where nothing can be recommended: "+refused.Do+".")
	}
	for _, u := range []Use{{board.Queen, "throughput"}, {board.Queen, "batch"}} {
		if t := u.table(f, target); t != nil {
			if s := pickerCost(u, t); s != "" {
				advice = append(advice, s)
			}
		}
	}
	for _, u := range []Use{{board.Queen, "throughput"}, {board.Queen, "both"}} {
		advice = append(advice, experiments(u, table(u))...)
	}
	if s := compareLevels(main, levelTables(f, highest)); s != "" {
		advice = append(advice, s)
	}
	return advice
}

// advice says what to use of a table's techniques, and why.
func (t *Table) advice() string {
	c, refusal := t.choose()
	if refusal != nil {
		return refusal.String() + "."
	}
	use := "use " + t.name(c.Pick)
	switch {
	case len(t.ranked()) == 1:
		return use + ", the only technique that was measured."
	case len(c.Tied) == 1:
		return fmt.Sprintf("%s, because the next, %s, takes %s times as long.", use, c.Next.Technique,
			stats.Ratio(c.Next.Values, c.Pick.Values).Format(1))
	}
	return fmt.Sprintf("%s, because of the %d that cannot be told apart from the fastest (a tie: %s) none has smaller tables.",
		use, len(c.Tied), strings.Join(c.Tied, ", "))
}

// small names the technique with the smallest tables among those shown to be nearly as fast as the fastest, or returns "" where
// nothing can be recommended.
func (t *Table) small() string {
	c, refusal := t.choose()
	switch {
	case refusal != nil:
		return ""
	case c.Smallest.Technique == c.fastest().Technique:
		return fmt.Sprintf("Smallest tables within 10 %% of the fastest: those of %s, the fastest itself; no technique with "+
			"smaller ones is shown to be that close.", c.Smallest.Technique)
	}
	return fmt.Sprintf("Smallest tables within 10 %% of the fastest: %s, which takes %s times as long as %s.", t.name(c.Smallest),
		stats.Ratio(c.Smallest.Values, c.fastest().Values).Format(1), c.fastest().Technique)
}

// name gives a technique with its time and the size of its tables.
func (t *Table) name(r Row) string {
	tables := results.Bytes(r.TableBytes) + " of tables"
	if r.TableBytes == 0 {
		tables = "no tables"
	}
	return fmt.Sprintf("%s (%s, %s)", r.Technique, timing(r.Time, t.Unit), tables)
}

// against says how a technique compares with another one.
func (t *Table) against(a, b Row) string {
	if t.order(a, b) == 0 {
		return "cannot be told apart from " + b.Technique
	}
	return fmt.Sprintf("takes %s times as long as %s", stats.Ratio(a.Values, b.Values).Format(1), b.Technique)
}

// pickerCost says what it costs to leave the choice to the technique that picks another one when a program starts, or returns ""
// where there is none.
func pickerCost(u Use, t *Table) string {
	i := slices.IndexFunc(t.Rows, func(r Row) bool { return t.File.Facts[r.Technique].Family == results.Picker })
	if i < 0 {
		return ""
	}
	picker, chosen := t.Rows[i], t.among(t.File.Choosable)
	cost := fmt.Sprintf("The price of letting %s pick when a program starts (%v): it", t.name(picker), u)
	if picked := t.row(results.Picked); picked != nil {
		cost += " " + t.against(picker, *picked) + ", the technique that it picks behind a call, and"
	}
	if rows := chosen.ranked(); len(rows) > 0 {
		return cost + " " + t.against(picker, rows[0]) + ", the fastest by its own name."
	}
	return ""
}

// experiments says what techniques in builds with an experiment would gain over the fastest one of a table.
func experiments(u Use, t *Table) (advice []string) {
	if t == nil {
		return nil
	}
	for _, target := range t.File.Targets() {
		with := u.table(t.File, target)
		if target.Experiment() == "" || target.AtLevel("") != t.AtLevel("") || with == nil {
			continue
		}
		// What an ordinary build has too is in its tables already.
		extra := with.among(func(technique string) bool { return t.File.Choosable(technique) && t.Find(technique) == nil })
		if len(extra.ranked()) == 0 {
			continue
		}
		row, fastest := extra.Rows[0], t.Rows[0]
		how := "cannot be told apart from " + fastest.Technique
		if acrossLevels(&extra, t, row, fastest) != 0 {
			how = fmt.Sprintf("takes %s times as long as %s", stats.Ratio(row.Values, fastest.Values).Format(1), fastest.Technique)
		}
		advice = append(advice, fmt.Sprintf("Built with GOEXPERIMENT=%s (%s), %v: %s %s without.", target.Experiment(), target.GOAMD64, u,
			extra.name(row), how))
	}
	return advice
}

// levelTables returns the tables of independent queen lookups at every GOAMD64 level of a machine, the lowest first.
func levelTables(f *results.File, highest results.Target) []Table {
	var list []Table
	for _, target := range levelsOf(f, highest) {
		if t := (Use{board.Queen, "throughput"}).table(f, target); t != nil {
			list = append(list, *t)
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
