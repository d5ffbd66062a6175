package report

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/internal/columns"
)

// Profile is a machine with a feature set: one that was measured, or an older relative, which has the machine's times without the techniques
// and builds that need more.
type Profile struct {
	File     *results.File
	Features string         // as in results.Target
	Target   results.Target // whose tables are shown
	Derived  bool           // an older relative
	Foreign  bool           // the relative could not run the build of Target: none that it could run was measured
	ranks    *ranks
	allowed  func(technique string) bool
	// What comes from these, each found once.
	fates func() []Fate
	made  map[Use]*chosen
}

// fresh returns a profile of which nothing is found yet, after some part of it has changed.
func (s Profile) fresh() Profile {
	s.made = map[Use]*chosen{}
	s.fates = sync.OnceValue(s.findFates)
	return s
}

// relatives are the features that the older relatives of a machine lack, newer ones first. Without AVX2 or BMI2 there is no AVX-512, and
// no GFNI on AVX registers.
var relatives = [][]string{{"avx512", "gfni"}, {"avx512", "gfni", "avx2"}, {"avx512", "gfni", "bmi2"}, {"avx512", "gfni", "avx2", "bmi2"}}

// asks are the features that a GOAMD64 level takes for granted.
var asks = map[string][]string{"v3": {"bmi2", "avx2"}, "v4": {"bmi2", "avx2", "avx512"}}

// baseline is the name of the set without features.
const baseline = "baseline"

// without returns a set of features without some of them.
func without(features string, lacking []string) string {
	rest := slices.DeleteFunc(strings.Split(features, "+"), func(feature string) bool {
		// A BMI2 whose PEXT is slow goes by another name.
		return slices.Contains(lacking, strings.Replace(feature, "slowpext", "bmi2", 1))
	})
	return cmp.Or(strings.Join(rest, "+"), baseline)
}

// covers reports whether a set that was measured with features hidden stands for another one. GFNI beside AVX2 does not tell generations
// apart.
func covers(measured, features string) bool {
	gfni := []string{"gfni"}
	return without(measured, gfni) == without(features, gfni)
}

// Profiles returns the machines of the files, and after each that was measured with all its features its older relatives. A relative that was
// measured, with features hidden, takes the place of the derived one. Profiles of one machine stand together.
func Profiles(files ...*results.File) []Profile { return profiles(ranksOf(files...)) }

func profiles(files []*ranks) (sets []Profile) {
	var measured []Profile
	for _, f := range files {
		for _, highest := range f.Highest() {
			measured = append(measured, Profile{File: f.File, ranks: f, Features: highest.Features, Target: highest, allowed: f.Choosable})
		}
	}
	for len(measured) > 0 {
		var machine, rest []Profile
		for _, s := range measured {
			if s.Machine() == measured[0].Machine() {
				machine = append(machine, s)
			} else {
				rest = append(rest, s)
			}
		}
		sets, measured = append(sets, withRelatives(machine)...), rest
	}
	for i := range sets {
		sets[i] = sets[i].fresh()
	}
	return sets
}

// ByMachine returns the sets of one machine after another, as Sets orders them. Those measured with features hidden belong to their
// machine; two files of one machine are two lists.
func ByMachine(sets []Profile) (machines [][]Profile) {
	for _, s := range sets {
		last := len(machines) - 1
		if last >= 0 && (s.Derived || s.Restricted()) && s.Machine() == machines[last][0].Machine() {
			machines[last] = append(machines[last], s)
		} else {
			machines = append(machines, []Profile{s})
		}
	}
	return machines
}

// withRelatives adds the derived relatives to the measured sets of a machine.
func withRelatives(measured []Profile) (sets []Profile) {
	used := make([]bool, len(measured))
	add := func(i int) {
		if !used[i] {
			used[i] = true
			sets = append(sets, measured[i])
		}
	}
	for i, full := range measured {
		if full.Restricted() {
			continue
		}
		add(i)
		if full.File.Facts == nil {
			continue // needs are unknown
		}
		seen := []string{full.Features}
		for _, lacking := range relatives {
			features := without(full.Features, lacking)
			if slices.Contains(seen, features) {
				continue
			}
			seen = append(seen, features)
			covered := false
			for k, s := range measured {
				if s.Restricted() && covers(s.Features, features) {
					covered = true
					add(k)
				}
			}
			if !covered {
				sets = append(sets, full.relative(features, lacking))
			}
		}
	}
	for i := range measured {
		add(i)
	}
	return sets
}

// relative returns the older relative of a machine that lacks some features.
func (s Profile) relative(features string, lacking []string) Profile {
	f := s.File
	r := Profile{File: f, ranks: s.ranks, Features: features, Derived: true, allowed: func(technique string) bool {
		return f.Choosable(technique) && !slices.ContainsFunc(lacking, func(feature string) bool { return !f.Facts.Without(technique, feature) })
	}}
	all := levelsOf(f, s.Target)
	levels := slices.DeleteFunc(slices.Clone(all), func(t results.Target) bool {
		return slices.ContainsFunc(asks[t.GOAMD64()], func(feature string) bool { return slices.Contains(lacking, feature) })
	})
	if len(levels) == 0 {
		levels, r.Foreign = all[:1], true
	}
	r.Target = levels[len(levels)-1]
	return r
}

// Choose returns a choice for a use, or the refusal; the table is nil if nothing was measured that the set could use.
func (s Profile) Choose(u Use) (*Table, Choice, *Refusal) {
	c := s.choose(u)
	return c.table, c.Choice, c.refusal
}

func (s Profile) choose(u Use) *chosen {
	if c, known := s.made[u]; known {
		return c
	}
	c := &chosen{set: s, use: u, Choice: noChoice}
	s.made[u] = c
	if t := s.ranks.table(u, s.Target); t != nil {
		if of := t.among(s.allowed); len(of.ranked()) > 0 {
			c.table = &of
			c.Choice, c.refusal = of.choose()
			// Nobody asks for more than the fastest and whether it has company, and there is no room for all rows of a thousand machines.
			of.Rows = slices.Clone(of.ranked()[:min(2, len(of.ranked()))])
		}
	}
	return c
}

// features counts the features of the set.
func (s Profile) features() int {
	if s.Features == baseline {
		return 0
	}
	return 1 + strings.Count(s.Features, "+")
}

// String names the set: "bmi2+avx2, GOAMD64=v3".
func (s Profile) String() string { return s.Features + ", " + s.Target.Build() }

// Label names the set in a few words: "bmi2+avx2, v3", "bmi2, v1, derived".
func (s Profile) Label() string {
	parts := []string{s.Features}
	if s.Target.GOAMD64() != "" {
		parts = append(parts, s.Target.GOAMD64())
	}
	if s.Derived {
		parts = append(parts, "derived")
	}
	return strings.Join(parts, ", ")
}

// Restricted reports whether the machine of the set was measured with features hidden.
func (s Profile) Restricted() bool { return strings.Contains(s.Target.Machine, restricted) }

// Machine names the machine of the set, as it is without features hidden.
func (s Profile) Machine() string {
	name, _, _ := strings.Cut(s.Target.Machine, restricted)
	return name
}

// restricted separates the name of a machine from those of its hidden features.
const restricted = "-without-"

// how names the origin of the set's times.
func (s Profile) how() string {
	switch {
	case s.Foreign:
		return "derived, newer build"
	case s.Derived:
		return "derived"
	}
	return "measured"
}

// choices returns what the set uses in each way in which anything was measured.
func (s Profile) choices() (list []*chosen) {
	for _, u := range Uses {
		if c := s.choose(u); c.table != nil {
			list = append(list, c)
		}
	}
	return list
}

// featureSection compares feature sets use by use, where there is more than one.
func featureSection(sets []Profile) section {
	var list []*chosen
	if len(sets) > 1 {
		for _, s := range sets {
			list = append(list, s.choices()...)
		}
	}
	slices.SortStableFunc(list, func(a, b *chosen) int { return slices.Index(Uses, a.use) - slices.Index(Uses, b.use) })
	return section{"Feature sets", "what to use on each. " + choiceReading + " Measured: on a machine with these features, or with the others hidden. " +
		"Derived: from the times of a newer machine, without the techniques and builds that need more; newer build: no build was " +
		"measured that the older machine could run", columns.Of(choiceColumns, list)}
}
