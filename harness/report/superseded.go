package report

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/harness/stats"
	"github.com/slidebench/slidebench/internal/columns"
)

// Fate lists the uses in which another technique dominates this one: it is shown to be faster, with no larger tables and no extra
// feature of the processor. See dominating for what it takes to show that.
type Fate struct {
	Technique   string
	Uses        int      // in which it was measured
	By          []string // the techniques that dominate it in some use; first those that are not superseded, then by the number of uses
	Undominated []Use    // in which no technique dominates it

	uses map[string]int // number of uses, by the technique that dominates it in them
}

// Superseded reports whether some technique dominates it in every use, not always the same one.
func (f Fate) Superseded() bool { return len(f.Undominated) == 0 }

// Fates returns the fate of every technique that the set may choose, by name. Techniques without facts are left out: their needs are unknown.
func (s Profile) Fates() []Fate { return slices.Clone(s.fates()) }

func (s Profile) findFates() (list []Fate) {
	facts, fates := s.File.Facts, map[string]*Fate{}
	for _, u := range Uses {
		t := s.ranks.table(u, s.Target)
		if t == nil {
			continue
		}
		var rows []*Row
		for _, r := range t.rows()[:len(t.ranked())] {
			if s.allowed(r.Technique) && facts.Known(r.Technique) {
				rows = append(rows, r)
			}
		}
		for _, r := range rows {
			fate := fates[r.Technique]
			if fate == nil {
				fate = &Fate{Technique: r.Technique, uses: map[string]int{}}
				fates[r.Technique] = fate
			}
			fate.Uses++
			by := t.dominating(r, noMore(rows, r, facts))
			for _, other := range by {
				fate.uses[other]++
			}
			if len(by) == 0 {
				fate.Undominated = append(fate.Undominated, u)
			}
		}
	}
	superseded := map[string]int{}
	for name, fate := range fates {
		if fate.Superseded() {
			superseded[name] = 1
		}
	}
	for _, name := range slices.Sorted(maps.Keys(fates)) {
		fate := fates[name]
		fate.By = slices.SortedFunc(maps.Keys(fate.uses), func(a, b string) int {
			return cmp.Or(superseded[a]-superseded[b], fate.uses[b]-fate.uses[a], cmp.Compare(a, b))
		})
		list = append(list, *fate)
	}
	return list
}

// noMore returns the other rows that have no larger tables than r and need no further feature.
func noMore(rows []*Row, r *Row, facts results.Facts) []*Row {
	return slices.DeleteFunc(slices.Clone(rows), func(other *Row) bool {
		more := slices.ContainsFunc(facts[other.Technique].Needs, func(feature string) bool { return facts.Without(r.Technique, feature) })
		return other.Technique == r.Technique || more || other.TableBytes > r.TableBytes
	})
}

// dominating returns the rows of others that are shown to be faster than r: significantly faster, not equivalent, by more
// than twice the noise in a noisy table, and by a U test that survives Holm's correction for the number of others, since among many one
// seems faster by chance. It is the U test because seven rounds suffice for 85 others, where the signed-rank test needs twelve.
func (t *Table) dominating(r *Row, others []*Row) (names []string) {
	p := make([]float64, len(others))
	for i, other := range others {
		p[i] = stats.MannWhitney(other.Values, r.Values)
	}
	for i, adjusted := range stats.Holm(p) {
		if adjusted > 1-stats.Confidence {
			continue
		}
		ratio := stats.Ratio(others[i].Values, r.Values)
		clear := !t.noisy() || math.Abs(math.Log(ratio.Median)) > 2*t.Noise
		if clear && order(ratio, t.Noise) < 0 && !t.equivalent(ratio) {
			names = append(names, others[i].Technique)
		}
	}
	return names
}

// supersededTitle is the title of the section about techniques that are superseded.
const supersededTitle = "Which techniques are superseded here?"

// supersededLimits says what "here" means.
const supersededLimits = "this machine, Go, this build level, the uses and corpora that were measured, and tables by their bytes; the size of code, the time that " +
	"building takes, and other architectures are not counted"

// supersededSection shows the fates of the techniques on the measured machines, those that are superseded first.
func supersededSection(sets []Profile) section {
	s := section{Title: supersededTitle,
		Note: fmt.Sprintf("A technique is superseded if in every measured use some other technique is shown to be faster, with no larger tables and no "+
			"extra CPU feature. Here means %s. Being shown to be faster takes more in this section than in the tables: besides the "+
			"ratio's interval and the A/A noise, a Mann-Whitney U test with Holm's correction for all others in the use, at %.0f %%, and "+
			"where the A/A noise is over %.0f %%, a difference of more than twice the noise. A technique that is not superseded may still be needless: noise and few rounds hide differences",
			supersededLimits, 100*(1-stats.Confidence), 100*highNoise)}
	for _, set := range sets {
		if !set.Derived {
			fates := set.Fates()
			slices.SortStableFunc(fates, func(a, b Fate) int { return cmp.Compare(len(a.Undominated), len(b.Undominated)) })
			of := columns.Of(fateColumns(set.ranks.mark+set.String()), fates)
			of.Rows = append(s.Rows, of.Rows...)
			s.Table = of
		}
	}
	return s
}

// fewUses is the number of uses below which a sentence names the number.
const fewUses = 6

// superseded names in a sentence the techniques that are superseded on the machine of a set.
func (s Profile) superseded() []string {
	var names []string
	all := s.Fates()
	for _, f := range all {
		if !f.Superseded() {
			continue
		}
		name := f.Technique + " (" + f.By[0]
		if f.Uses == 1 {
			name += "; 1 use"
		} else if f.Uses < fewUses {
			name += fmt.Sprintf("; %d uses", f.Uses)
		}
		names = append(names, name+")")
	}
	if len(names) == 0 {
		return nil
	}
	return []string{fmt.Sprintf("Superseded here: %d of %d techniques. In every measured use of each, some other technique is shown to be faster, with no larger tables and no "+
		"extra CPU feature (in brackets the technique that does so in most uses, and the number of uses if fewer than %d): %s. "+
		"Here means %s.", len(names), len(all), fewUses, strings.Join(names, ", "), supersededLimits)}
}
