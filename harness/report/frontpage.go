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
	"github.com/slidebench/slidebench/harness/stats"
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

// FrontPage returns in Markdown, for six kinds of lookups and for an engine, the technique to use on each machine of the files, the price of the picker, and a
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
	fmt.Fprintf(&b, "\n\n%s", pickerSentence(sets))
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

// advisedUpTo is the ratio to the fastest above which the picker is not advised.
const advisedUpTo = 1.25

// pickerSentence says for which kinds of lookups the technique that picks another one is nearly as fast as the fastest on all machines,
// and for which it is not; "" where it was not measured.
func pickerSentence(sets []Profile) string {
	var picker string
	var near, far []string
	for _, k := range kinds {
		worst := stats.Interval{}
		for _, s := range sets {
			name, ratio := s.pickerRatio(k.use)
			if ratio.Known() && ratio.Median > worst.Median {
				picker, worst = name, ratio
			}
		}
		text := fmt.Sprintf("%s %s", k.name, worst.Format(1))
		switch {
		case worst.Median > advisedUpTo:
			far = append(far, text)
		case worst.Median > 0:
			near = append(near, text)
		}
	}
	if picker == "" {
		return ""
	}
	text := fmt.Sprintf("Package `%s` picks a technique when a program starts: one import for every machine. Its time, divided by that of the fastest "+
		"technique, on the machine where that is worst:", picker)
	if len(near) > 0 {
		text += " " + strings.Join(near, ", ") + "."
	}
	if len(far) > 0 {
		text += " Import a technique of the table instead for " + strings.Join(far, ", ") + "."
	}
	return text + "\n\n"
}

// pickerRatio returns the technique that picks another one, and its time divided by that of the fastest; none where a use was not
// measured.
func (s Profile) pickerRatio(u Use) (picker string, ratio stats.Interval) {
	t, c, refusal := s.Choose(u)
	if t == nil || refusal != nil {
		return "", none
	}
	row := s.ranks.table(u, s.Target).picker()
	if row == nil {
		return "", none
	}
	return row.Technique, stats.Ratio(row.Values, c.Fastest().Values)
}
