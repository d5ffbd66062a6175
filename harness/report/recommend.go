package report

import (
	"fmt"
	"strings"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/harness/stats"
	"github.com/slidebench/slidebench/techniques/facts"
)

// recommend says in words which technique to use on each machine of the files, and the price of letting a technique pick, of experiments
// and of lower levels. The first sentence about a machine starts with "On".
func recommend(sets []Profile) []string {
	advice := []string{}
	for _, s := range sets {
		if !s.Derived {
			advice = append(advice, s.recommend()...)
			for _, c := range s.mainC() {
				advice = append(advice, c.recommendC()...)
			}
		}
	}
	return advice
}

func (s Profile) recommend() []string {
	advice := []string{fmt.Sprintf("On %s (%s):", s.Target.CPU, s)}
	for _, u := range Uses {
		if t, c, refusal := s.Choose(u); t != nil && refusal == nil {
			name := u.String()
			advice = append(advice, strings.ToUpper(name[:1])+name[1:]+": "+c.words())
		}
	}
	advice = append(advice, s.refusals()...)
	if len(advice) == 1 {
		return []string{advice[0] + " " + nothingMeasured + "."}
	}
	advice = append(advice, s.superseded()...)
	for _, mode := range []string{"throughput", "latency", "both", "batch"} {
		u := Use{Piece: board.Queen, Mode: mode}
		if t := s.ranks.table(u, s.Target); t != nil && t.Rounds >= stats.MinRounds {
			advice = append(advice, pickerCost(u, t)...)
		}
	}
	for _, u := range []Use{{Piece: board.Queen, Mode: "throughput"}, {Piece: board.Queen, Mode: "both"}} {
		if t, _, refusal := s.Choose(u); t != nil && refusal == nil {
			advice = append(advice, s.experiments(u, t)...)
		}
	}
	if t, _, refusal := s.Choose(Use{Piece: board.Queen, Mode: "throughput"}); t != nil && refusal == nil {
		advice = append(advice, compareLevels(t, s.ranks.levels(s.Target))...)
	}
	return advice
}

// recommendC says what to use in C, use by use.
func (s Profile) recommendC() (advice []string) {
	for _, u := range Uses {
		if t, c, refusal := s.Choose(u); t != nil && refusal == nil {
			advice = append(advice, fmt.Sprintf("In %s, %s: %s", s.language(), u, c.words()))
		}
	}
	if len(advice) == 0 {
		advice = []string{fmt.Sprintf("In %s: %s.", s.language(), s.why(Uses))}
	}
	return advice
}

// why says why a set has nothing to recommend for any of some uses.
func (s Profile) why(uses []Use) string {
	for _, u := range uses {
		if _, _, refusal := s.Choose(u); refusal != nil {
			return fmt.Sprintf("none (%s): %s", refusal.Because, refusal.Do)
		}
	}
	return "nothing to choose from was measured"
}

// words names the pick and the reason. Ties stand in the tables.
func (c Choice) words() string {
	use := fmt.Sprintf("%s, %s, %s; ", c.Pick.Technique, timing(&c.Table.Table, c.Pick.Time), tableSize(c.Pick))
	switch fastest := c.Fastest(); {
	case c.Pick.Technique == fastest.Technique && len(c.Table.ranked()) == 1:
		use += "the only technique that was measured"
	case c.Pick.Technique == fastest.Technique && len(c.Inconclusive) == 0:
		use += "the fastest"
	case c.Pick.Technique == fastest.Technique:
		use += fmt.Sprintf("the fastest by its median, with %d inconclusive", len(c.Inconclusive))
	default:
		use += fmt.Sprintf("equivalent to the fastest (%s), with %s", fastest.Technique, c.Table.saves(c.Pick, fastest))
	}
	if noisy := c.Table.Noisy(); noisy != "" {
		use += " (" + noisy + ")"
	}
	return use + "."
}

// saves names the reason to prefer a to b, which is equivalent by time.
func (t *Table) saves(a, b Row) string {
	switch {
	case a.TableBytes < results.Unsaid && b.TableBytes >= results.Unsaid:
		return "tables of a known size"
	case a.TableBytes < b.TableBytes:
		return "smaller tables"
	case len(t.File.Facts[a.Technique].Needs) < len(t.File.Facts[b.Technique].Needs):
		return "fewer needed features"
	}
	return "less code"
}

// tableSize writes the size of a technique's tables in a sentence.
func tableSize(r Row) string {
	switch {
	case r.TableBytes == 0:
		return "no tables"
	case r.TableBytes >= results.Unsaid:
		return "tables " + results.Bytes(r.TableBytes)
	}
	return results.Bytes(r.TableBytes)
}

// name gives a technique with its time and the size of its tables.
func (t *Table) name(r Row) string {
	return fmt.Sprintf("%s (%s %s, %s)", r.Technique, short(Shown(&t.Table, r.Time).Median), Unit(&t.Table), tableSize(r))
}

// against compares a with b in words.
func against(a, b *Row, noise float64) string {
	ratio := stats.Ratio(a.Values, b.Values)
	if order(ratio, noise) == 0 {
		return "does not differ significantly from " + b.Technique
	}
	return fmt.Sprintf("takes %s times as long as %s", ratio.Format(1), b.Technique)
}

// picker returns the row of the technique that is another one by its own name, or nil.
func (t *Table) picker() *Row {
	return t.first(func(technique string) bool { return t.File.Facts[technique].Family == facts.Picker })
}

// pickerCost compares the picker with the fastest technique.
func pickerCost(u Use, t *Table) []string {
	picker := t.picker()
	if picker == nil {
		return nil
	}
	fastest := t.first(t.File.Choosable)
	if fastest == nil {
		return nil
	}
	return []string{fmt.Sprintf("%s (%v) %s, the fastest.", t.name(*picker), u, against(picker, fastest, t.Noise))}
}

// experiments compares techniques in builds with an experiment with the fastest one of a table.
func (s Profile) experiments(u Use, t *Table) (advice []string) {
	for _, target := range t.File.Targets() {
		with := s.ranks.table(u, target)
		if target.Experiment() == "" || !target.SameHost(t.Target) || with == nil {
			continue
		}
		// Techniques of ordinary builds are in those tables already.
		if extra := with.first(func(technique string) bool { return t.File.Choosable(technique) && t.Find(technique) == nil }); extra != nil {
			advice = append(advice, fmt.Sprintf("Built with GOEXPERIMENT=%s (%s), %v: %s %s without.", target.Experiment(), target.GOAMD64(), u,
				with.name(*extra), against(extra, &t.Rows[0], max(with.Noise, t.Noise))))
		}
	}
	return advice
}

// levels returns the tables of independent queen lookups at every level of a machine, the lowest first. Only techniques that may be
// recommended are ranked.
func (f *ranks) levels(highest results.Target) (list []Table) {
	for _, target := range levelsOf(f.File, highest) {
		if t := f.table(Use{Piece: board.Queen, Mode: "throughput"}, target); t != nil {
			list = append(list, t.among(f.Choosable))
		}
	}
	return list
}

// compareLevels gives the ratios of the fastest technique at lower levels, and names a lower level that is shown to be faster. Levels stand
// lowest first.
func compareLevels(best *Table, levels []Table) (said []string) {
	fastest, lower := &best.Rows[0], best
	var parts []string
	for i := range levels {
		t := &levels[i]
		if t.Target == best.Target {
			continue
		}
		noise := max(t.Noise, best.Noise) // the processes of both levels ran in the same rounds
		if s := t.Find(fastest.Technique); s != nil {
			if ratio := stats.Ratio(s.Values, fastest.Values); order(ratio, noise) == 0 {
				parts = append(parts, t.GOAMD64()+" does not differ significantly from it")
			} else {
				parts = append(parts, fmt.Sprintf("%s takes %s times as long", t.GOAMD64(), ratio.Format(1)))
			}
		}
		if first := t.first(t.File.Choosable); first != nil && first.Time.Median < lower.Rows[0].Time.Median &&
			order(stats.Ratio(first.Values, fastest.Values), noise) < 0 {
			lower = t
		}
	}
	if len(parts) > 0 {
		said = append(said, fmt.Sprintf("Built with %s, for %s: %s.", best.Build(), fastest.Technique, strings.Join(parts, "; ")))
	}
	if lower != best {
		first := lower.Rows[0]
		said = append(said, fmt.Sprintf("A lower level is faster for queens, throughput: with %s, %s takes %s times as long as %s with %s, "+
			"which all other advice is about.", lower.Build(), lower.name(first), stats.Ratio(first.Values, fastest.Values).Format(1), fastest.Technique, best.Build()))
	}
	return said
}
