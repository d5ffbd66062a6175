package report

import (
	"bytes"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/internal/columns"
)

// frontMost is the number of machines that a front page shows: those that were measured last.
const frontMost = 3

// frontFiles returns the newest files of whole machines of which search was measured, in the order of the machines' names.
func frontFiles(files []*results.File) []*ranks {
	list := slices.DeleteFunc(ranksOf(files...), func(f *ranks) bool {
		highest := f.Highest()
		return len(highest) == 0 || highest[0].Restricted() || f.table(searchUse, highest[0]) == nil
	})
	slices.SortStableFunc(list, func(a, b *ranks) int { return strings.Compare(b.Started, a.Started) })
	list = list[:min(len(list), frontMost)]
	slices.SortStableFunc(list, func(a, b *ranks) int { return strings.Compare(a.Highest()[0].Machine, b.Highest()[0].Machine) })
	return list
}

// frontRow is a technique that somebody should take in some languages.
type frontRow struct {
	Pick
	languages []string
}

// FrontPage returns in Markdown who should take what, with the speed of an engine's search in each language on the machines that were measured last. Runs
// with features hidden are left out. It is empty if search was measured on none.
func FrontPage(files ...*results.File) []byte {
	newest := frontFiles(files)
	if len(newest) == 0 {
		return nil
	}
	var b bytes.Buffer
	var languages, machines, links, sources []string
	of := map[string][]*Answer{} // by language, machine by machine
	for i, f := range newest {
		for _, w := range doubts(f.File) {
			fmt.Fprintf(&b, "> **Warning:** %s\n\n", w)
		}
		raw := filepath.ToSlash(f.Name)
		machines = append(machines, f.Highest()[0].Machine)
		links = append(links, fmt.Sprintf("[%s](%s/report.md)", f.Highest()[0].Machine, path.Dir(raw)))
		sources = append(sources, fmt.Sprintf("[%s](%s)", path.Base(raw), raw))
		for _, target := range f.languages() {
			language, _, _ := strings.Cut(target.Language(), " ")
			if of[language] == nil {
				languages = append(languages, language)
				of[language] = make([]*Answer, len(newest))
			}
			of[language][i] = f.answer(target)
		}
	}
	slices.Sort(languages)
	var rows []*frontRow
	for _, language := range languages {
		for _, p := range picks(slices.DeleteFunc(slices.Clone(of[language]), func(a *Answer) bool { return a == nil })...) {
			i := slices.IndexFunc(rows, func(r *frontRow) bool { return r.Technique == p.Technique })
			if i < 0 {
				i, rows = len(rows), append(rows, &frontRow{Pick: p})
			}
			rows[i].languages = append(rows[i].languages, language)
		}
	}
	reference := newest[0].Reference
	slices.SortStableFunc(rows, func(r, s *frontRow) int { // the reference comes last
		last := map[bool]int{true: 1}
		return last[r.Technique == reference] - last[s.Technique == reference]
	})
	list := []columns.Column[*frontRow]{
		{Head: "take it with", Read: func(r *frontRow) value {
			if len(r.languages) < len(languages) {
				return word(r.When + ", in " + strings.Join(r.languages, " and "))
			}
			return word(r.When)
		}},
		{Head: "technique", Read: func(r *frontRow) value {
			return word(fmt.Sprintf("[%s](%s)", r.Technique, newest[0].Facts[r.Technique].Folder()))
		}},
		{Head: "kind", Read: func(r *frontRow) value { return word(r.Kind) }},
		{Head: "tables", Read: func(r *frontRow) value { return size(r.TableBytes) }},
	}
	for _, language := range languages {
		list = append(list, columns.Column[*frontRow]{Head: fmt.Sprintf("search in %s, %s", language, strings.Join(apart(machines), " / ")), Read: func(r *frontRow) value { return frontSpeed(of[language], r.Technique) }})
	}
	fmt.Fprintf(&b, "%s\n\nSearch: how many more nodes an engine searches in the same time than with `%s`, on %s. ", columns.Of(list, rows).Markdown(), reference, strings.Join(links, ", "))
	for _, language := range languages {
		fmt.Fprintf(&b, "In %s, differences below %s may be noise. ", language, frontNoise(of[language]))
	}
	fmt.Fprintf(&b, "A row has the best technique for all these machines together: of those tied for the fastest search, and at most %d %% behind in perft, the one with the smallest tables. ", near)
	fmt.Fprintf(&b, "From %s, by `make readme`; [results](results/README.md) has the other machines.\n", strings.Join(sources, ", "))
	return b.Bytes()
}

// frontSpeed shows the speed with a technique, machine by machine: "+4.10 / +12.3 %".
func frontSpeed(answers []*Answer, technique string) value {
	var texts []string
	first := value{}
	for _, a := range answers {
		text := "-"
		if a != nil {
			if s := a.Row(technique); s != nil {
				text, first = strings.TrimSuffix(Percent(s.Search.Median), " %"), speed(s.Search)
			}
		}
		texts = append(texts, text)
	}
	if first.Data != nil {
		first.Text = strings.Join(texts, " / ") + " %"
	}
	return first
}

// frontNoise shows the smallest significant difference of each machine: "3.0 / 4.6 %".
func frontNoise(answers []*Answer) string {
	var texts []string
	for _, a := range answers {
		text := "-"
		if a != nil && a.Search != nil {
			text = strings.TrimSuffix(percent(a.Search.Resolution), " %")
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, " / ") + " %"
}

// apart returns the parts that differ in the names of machines: zen-3 and zen-4 of amd-epyc-zen-3-vm and amd-epyc-zen-4-vm.
func apart(machines []string) (short []string) {
	words := make([][]string, len(machines))
	for i, m := range machines {
		words[i] = strings.Split(m, "-")
	}
	same := func(at func(words []string) string) bool {
		return !slices.ContainsFunc(words, func(w []string) bool { return len(w) < 3 || at(w) != at(words[0]) })
	}
	for len(words) > 1 && same(func(w []string) string { return w[0] + w[1] }) {
		for i := range words {
			words[i] = words[i][1:]
		}
	}
	for len(words) > 1 && same(func(w []string) string { return w[len(w)-1] }) {
		for i := range words {
			words[i] = words[i][:len(words[i])-1]
		}
	}
	for _, w := range words {
		short = append(short, strings.Join(w, "-"))
	}
	return short
}
