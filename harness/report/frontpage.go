package report

import (
	"bytes"
	"cmp"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/harness/results"
)

// frontSets returns the feature sets of whole machines, by machine.
func frontSets(files []*ranks) []Profile {
	sets := slices.DeleteFunc(profiles(files), func(s Profile) bool { return s.Derived || s.Restricted() })
	slices.SortStableFunc(sets, func(s, t Profile) int {
		return strings.Compare(s.Target.Machine, t.Target.Machine)
	})
	return sets
}

// withC puts behind each set that of C, where it was measured.
func withC(sets []Profile) (all []Profile) {
	for _, s := range sets {
		all = append(append(all, s), s.mainC()...)
	}
	return all
}

// FrontPage returns in Markdown, for six kinds of lookups and for an engine, the technique to use on each machine of the files, what package best is for, and a
// picture. Runs with features hidden are left out.
func FrontPage(files ...*results.File) []byte {
	var b bytes.Buffer
	sets := frontSets(ranksOf(files...))
	if len(sets) == 0 {
		return nil
	}
	for _, f := range files {
		for _, w := range doubts(f) {
			fmt.Fprintf(&b, "> **Warning:** %s\n\n", w)
		}
	}
	table := shortTable(withC(sets), func(s Profile) string {
		heading := fmt.Sprintf("[%s](%s/report.md)", s.Target.Machine, path.Dir(filepath.ToSlash(s.File.Name)))
		if len(s.mainC()) > 0 {
			heading += ", " + s.language()
		}
		return heading
	})
	fmt.Fprintf(&b, "%s\n\nMedians for each lookup, and for each node of an engine that is bound to the technique, with 95 %% intervals, the loop included. The technique named has the smallest "+
		"tables among the fastest and those shown to take at most 2 %% longer.", table.Markdown())
	if strings.Contains(table.Markdown(), noisyMark) {
		fmt.Fprintf(&b, " A ~ marks noise: the reference technique differs from itself by more than %.0f %%.", 100*highNoise)
	}
	b.WriteString("\n\nPackage `best` is one import for every machine: on none of them its lookups are shown to take over 3 % longer in perft and search than the fastest.\n\n")
	first := sets[0]
	dir := path.Dir(filepath.ToSlash(first.File.Name))
	if first.ranks.table(single.use, first.Target) != nil {
		fmt.Fprintf(&b, "![Time of a queen's lookup over table size, %s](%s/plots/%s-%s-tables-queen.svg)\n\n", first.Target.Machine, dir, first.Target.Machine,
			cmp.Or(first.Target.GOAMD64(), first.Target.GOARCH))
	}
	var sources []string
	for _, s := range sets {
		raw := filepath.ToSlash(s.File.Name)
		sources = append(sources, fmt.Sprintf("[%s](%s)", path.Base(raw), raw))
	}
	fmt.Fprintf(&b, "From %s, by `make readme`.\n", strings.Join(sources, ", "))
	return b.Bytes()
}
