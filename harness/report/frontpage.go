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
const frontMost = 4

// frontFiles returns the newest files of whole machines of which search was measured, in the order of the machines' names.
func frontFiles(files []*results.File) []*ranks {
	list := slices.DeleteFunc(ranksOf(files...), func(f *ranks) bool {
		return !slices.ContainsFunc(f.languages(), func(t results.Target) bool { return !t.Restricted() && f.table(searchUse, t) != nil })
	})
	slices.SortStableFunc(list, func(a, b *ranks) int { return strings.Compare(b.Started, a.Started) })
	list = list[:min(len(list), frontMost)]
	slices.SortStableFunc(list, func(a, b *ranks) int { return strings.Compare(a.machine(), b.machine()) })
	return list
}

// machine names the first machine of a file.
func (f *ranks) machine() string { return f.languages()[0].Machine }

// frontRow is a technique that somebody who writes a language should take.
type frontRow struct {
	Pick
	language string
}

// writes names who takes a technique of a language: a header of C is one of C++, too.
func writes(language string) string {
	if language == "C" {
		return "C or C++"
	}
	return language
}

// FrontPage returns in Markdown who should take what, with the speed of an engine's search on the machines that were measured last. Runs with features
// hidden are left out. It is empty if search was measured on none.
func FrontPage(files ...*results.File) []byte {
	newest := frontFiles(files)
	if len(newest) == 0 {
		return nil
	}
	var b bytes.Buffer
	var languages, links []string
	of := map[string][]*Answer{} // by language, machine by machine
	for i, f := range newest {
		for _, w := range doubts(f.File) {
			fmt.Fprintf(&b, "> **Warning:** %s\n\n", w)
		}
		name := lastWords(f.machine())
		if slices.ContainsFunc(links, func(l string) bool { return strings.HasPrefix(l, "["+name+"]") }) {
			name += ", " + strings.Split(f.machine(), "-")[1]
		}
		links = append(links, fmt.Sprintf("[%s](%s/report.md)", name, path.Dir(filepath.ToSlash(f.Name))))
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
	reference := newest[0].Reference
	var rows []*frontRow
	for _, language := range languages {
		for _, p := range picks(slices.DeleteFunc(slices.Clone(of[language]), func(a *Answer) bool { return a == nil })...) {
			if p.Technique != reference {
				rows = append(rows, &frontRow{p, language})
			}
		}
	}
	list := []columns.Column[*frontRow]{
		{Head: "you write", Read: func(r *frontRow) value { return word(writes(r.language)) }},
		{Head: "CPU, limit", Read: func(r *frontRow) value { return word(r.When) }},
		{Head: "take", Read: func(r *frontRow) value {
			return word(fmt.Sprintf("[%s](%s)", r.Technique, newest[0].Facts[r.Technique].Folder()))
		}},
		{Head: "kind", Read: func(r *frontRow) value { return word(r.Kind) }},
		{Head: "tables", Read: func(r *frontRow) value { return size(r.TableBytes) }},
		{Head: "search, " + strings.Join(links, " / "), Read: func(r *frontRow) value { return frontSpeed(of[r.language], r.Technique) }},
	}
	fmt.Fprintf(&b, "%s\n\nSearch: nodes in the same time, compared with `%s` (0 %%); in parentheses where that difference may be noise; n/a if the machine lacks the instructions. ", columns.Of(list, rows).Markdown(), reference)
	fmt.Fprintf(&b, "Of the techniques that are tied with the fastest on every machine and near it (at most 5 %% slower, and surely at most 10 %%), and in perft within %d %% of the best of these, each row names the one with the smallest tables. A machine's own report may name another one.\n", near)
	return b.Bytes()
}

// frontSpeed shows the speed with a technique, machine by machine, in parentheses where it is not significant: "(+1.10) / +12.3 %".
func frontSpeed(answers []*Answer, technique string) value {
	var texts []string
	first := value{}
	for _, a := range answers {
		text := "n/a"
		if a != nil {
			if s := a.Row(technique); s != nil {
				text, first = a.gain(s), speed(s.Search)
			}
		}
		texts = append(texts, text)
	}
	if first.Data != nil {
		first.Text = strings.Join(texts, " / ") + " %"
	}
	return first
}

// lastWords returns the last words of a machine's name: zen-4 of amd-epyc-zen-4-vm.
func lastWords(machine string) string {
	words := strings.Split(strings.TrimSuffix(machine, "-vm"), "-")
	return strings.Join(words[max(0, len(words)-2):], "-")
}
