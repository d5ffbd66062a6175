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

// FrontPage returns in Markdown, for six kinds of lookups, the technique to use on each machine of the files, the price of the picker, and a
// picture. Runs with features hidden are left out. Machines with cycles come first.
func FrontPage(files ...*results.File) []byte {
	var b bytes.Buffer
	sets := slices.DeleteFunc(Sets(files...), func(s Set) bool { return s.Derived || s.Restricted() })
	slices.SortStableFunc(sets, func(s, t Set) int {
		old := map[bool]int{true: 1}
		return cmp.Or(old[!s.File.InCycles()]-old[!t.File.InCycles()], strings.Compare(s.Target.Machine, t.Target.Machine))
	})
	if len(sets) == 0 {
		return nil
	}
	for _, f := range files {
		for _, w := range doubts(f) {
			fmt.Fprintf(&b, "> **Warning:** %s\n\n", w)
		}
	}
	table := frontTable(sets)
	fmt.Fprintf(&b, "%s\n\nMedians for each lookup with 95 %% intervals, the loop included. Of the fastest technique and those shown to take at most 2 %% longer, the "+
		"table names the one with the smallest tables.", table.markdown())
	if table.contains(", noisy") {
		fmt.Fprintf(&b, " *Noisy*: the reference technique differs from itself by more than %.0f %%.", 100*highNoise)
	}
	if slices.ContainsFunc(sets, func(s Set) bool { return !s.File.InCycles() }) {
		b.WriteString(" *Old estimator*: nanoseconds at an unknown clock; compare them within a column only.")
	}
	fmt.Fprintf(&b, "\n\n%s", pickerSentence(sets))
	first := sets[0]
	dir := path.Dir(filepath.ToSlash(first.File.Name))
	fmt.Fprintf(&b, "![Time of a queen's lookup over table size, %s](%s/plots/%s-%s-tables-queen.svg)\n\n", first.Target.Machine, dir, first.Target.Machine,
		cmp.Or(first.Target.GOAMD64, first.Target.GOARCH))
	var sources []string
	for _, s := range sets {
		raw := filepath.ToSlash(s.File.Name)
		sources = append(sources, fmt.Sprintf("[%s](%s)", path.Base(raw), raw))
	}
	fmt.Fprintf(&b, "From %s, by `make readme`.\n", strings.Join(sources, ", "))
	return b.Bytes()
}

// contains reports whether a text is part of a cell.
func (s section) contains(text string) bool {
	return slices.ContainsFunc(s.Rows, func(r []cell) bool {
		return slices.ContainsFunc(r, func(c cell) bool { return strings.Contains(c.Text, text) })
	})
}

// frontTable has a row for each kind of lookup and a group of columns for each set.
func frontTable(sets []Set) section {
	table := section{Header: []string{"queens"}}
	for _, k := range kinds {
		table.Rows = append(table.Rows, []cell{word(k.name)})
	}
	for _, s := range sets {
		m, unit := inFile(s.File), "ns, old estimator"
		if m == Cycles {
			unit = "cycles"
		}
		machine := fmt.Sprintf("[%s](%s/report.md)", s.Target.Machine, path.Dir(filepath.ToSlash(s.File.Name)))
		table.Header = append(table.Header, machine, unit, "tables")
		for i, k := range kinds {
			t, c, refusal := s.Choose(k.use)
			cells := []cell{word("not measured"), word(""), word("")}
			switch {
			case refusal != nil:
				cells[0] = word("none: " + refusal.Because)
			case t != nil:
				cells = []cell{word(c.Pick.Technique), m.cells(&t.Table, c.Pick.Time)[0], size(c.Pick)}
				if t.noisy() {
					cells[1].Text += ", noisy"
				}
			}
			table.Rows[i] = append(table.Rows[i], cells...)
		}
	}
	return table
}

// dear is the ratio to the fastest above which the picker is not advised.
const dear = 1.25

// pickerSentence says for which kinds of lookups the technique that picks another one is nearly as fast as the fastest on all machines,
// and for which it is not; "" where it was not measured.
func pickerSentence(sets []Set) string {
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
		text := fmt.Sprintf("%s (%s)", k.name, worst.Format(1))
		switch {
		case worst.Median > dear:
			far = append(far, text)
		case worst.Median > 0:
			near = append(near, text)
		}
	}
	if picker == "" {
		return ""
	}
	text := fmt.Sprintf("**One import for every machine**: `%s` picks a technique when a program starts.", picker)
	if len(near) > 0 {
		text += " Use it for " + strings.Join(near, ", ") + "."
	}
	if len(far) > 0 {
		text += " Import a technique of the table for " + strings.Join(far, ", ") + "."
	}
	return text + " In brackets: its time divided by that of the fastest technique, on the machine where that is worst.\n\n"
}

// pickerRatio returns the technique that picks another one, and its time divided by that of the fastest; none where a use was not
// measured.
func (s Set) pickerRatio(u Use) (picker string, ratio stats.Interval) {
	t, c, refusal := s.Choose(u)
	if t == nil || refusal != nil {
		return "", none
	}
	all := u.table(s.File, s.Target)
	i := slices.IndexFunc(all.Rows, func(r Row) bool { return s.File.Facts[r.Technique].Family == results.Picker })
	if i < 0 {
		return "", none
	}
	return all.Rows[i].Technique, stats.Ratio(all.Rows[i].Values, c.Fastest().Values)
}
