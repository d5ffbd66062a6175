package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/harness/results"
)

// Fate tells in which uses another technique does better than one. It does better in a use if it is shown to be faster there,
// has tables that are no larger, and needs nothing of the processor that the other one does not need.
type Fate struct {
	Technique string
	Uses      int      // in which it was measured
	By        []string // who does better, the one that does so in most uses first
	Open      []Use    // in which nobody is shown to do better
}

// Needed reports whether there is a use in which nobody is shown to do better.
func (f Fate) Needed() bool { return len(f.Open) > 0 }

// Fates returns the fate of every technique of a set that one could choose, by name. Where nothing is known of a technique, it is not
// known what it needs: it is left out.
func (s Set) Fates() (fates []Fate) {
	facts := s.File.Facts
	better := map[string]map[string]int{} // by technique: in how many uses each other one does better
	at := map[string]int{}
	for _, u := range Uses {
		t := u.table(s.File, s.Target)
		if t == nil {
			continue
		}
		rows := slices.DeleteFunc(slices.Clone(t.ranked()), func(r Row) bool { return !s.allowed(r.Technique) || !facts.Known(r.Technique) })
		for _, r := range rows {
			i, seen := at[r.Technique]
			if !seen {
				i = len(fates)
				at[r.Technique] = i
				fates = append(fates, Fate{Technique: r.Technique})
				better[r.Technique] = map[string]int{}
			}
			fates[i].Uses++
			beaten := false
			for _, other := range rows {
				more := slices.ContainsFunc(facts[other.Technique].Needs, func(feature string) bool { return facts.Without(r.Technique, feature) })
				if !more && other.TableBytes <= r.TableBytes && t.order(r, other) > 0 {
					beaten = true
					better[r.Technique][other.Technique]++
				}
			}
			if !beaten {
				fates[i].Open = append(fates[i].Open, u)
			}
		}
	}
	for i, fate := range fates {
		by := better[fate.Technique]
		for other := range by {
			fates[i].By = append(fates[i].By, other)
		}
		slices.SortFunc(fates[i].By, func(a, b string) int { return cmp.Or(by[b]-by[a], cmp.Compare(a, b)) })
	}
	slices.SortFunc(fates, func(a, b Fate) int { return cmp.Compare(a.Technique, b.Technique) })
	return fates
}

// NeededQuestion is the title of the section about which techniques are needed.
const NeededQuestion = "Which techniques does nobody need here any more?"

// neededSection shows the fates of the techniques on the measured machines, those first that nobody needs.
func neededSection(files []*results.File) (section, bool) {
	s := section{Title: NeededQuestion,
		Note: "a technique does better than another one in a use if it is shown to be faster there (see below), has tables that are no larger, and needs " +
			"nothing of the processor that the other does not need. Nobody needs a technique here for which there is a better one in every use; " +
			"noise hides differences, so that more may be of no need than is shown",
		Header: []string{"technique", "machine, build", "uses measured", "somebody does better in", "mostly", "needed here", "in these uses nobody is shown to do better"}}
	for _, set := range Sets(files...) {
		if set.Derived {
			continue
		}
		fates := set.Fates()
		slices.SortStableFunc(fates, func(a, b Fate) int { return cmp.Compare(len(a.Open), len(b.Open)) })
		for _, f := range fates {
			needed, mostly := "yes", ""
			if !f.Needed() {
				needed = "no"
			}
			if len(f.By) > 0 {
				mostly = f.By[0]
			}
			s.Rows = append(s.Rows, []cell{word(f.Technique), word(mark(files, set.File) + set.String()), count(f.Uses), count(f.Uses - len(f.Open)),
				word(mostly), word(needed), word(joined(f.Open))})
		}
	}
	return s, len(s.Rows) > 0
}

func joined(uses []Use) string {
	var names []string
	for _, u := range uses {
		names = append(names, u.String())
	}
	return strings.Join(names, "; ")
}

// unneeded names in a sentence the techniques that nobody needs on the machine of a set.
func (s Set) unneeded() []string {
	var names []string
	all := s.Fates()
	for _, f := range all {
		if !f.Needed() {
			names = append(names, fmt.Sprintf("%s (%s)", f.Technique, f.By[0]))
		}
	}
	if len(names) == 0 {
		return nil
	}
	return []string{fmt.Sprintf("Nobody needs %d of the %d techniques here, since in every use that was measured another one with no larger tables and no further "+
		"needs is shown to be faster (in brackets the one that is in most): %s.", len(names), len(all), strings.Join(names, ", "))}
}
