package pages

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/best"
	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/about"
	"github.com/slidebench/slidebench/internal/harness/language"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/techniques"
	"github.com/slidebench/slidebench/internal/techniques/facts"
)

// writeTechniques writes a line for each technique, and then, for each language in which slidebench copy lacks some, those that it copies.
func writeTechniques(p *page) {
	m := newestWith(whole(p.readMachines()), searchUse)
	heads := []string{"technique", "what it is", "needs", "tables"}
	if m != nil {
		p.Printf("*Search* is that of %s (%s), from %s.\n\n", m.name, m.inGo.CPU, m.raw())
		for _, target := range m.languages() {
			heads = append(heads, "search, "+target.Language())
		}
	}
	family := ""
	for _, e := range techniques.Catalogue() {
		if e.Family != family {
			p.Printf("%s**%s**\n\n", map[bool]string{true: "\n", false: ""}[family != ""], e.Family)
			family = e.Family
			p.Words(heads...)
		}
		fields := []string{fmt.Sprintf("[%s](../%s)", e.Name, e.Folder()), usualNames(e), strings.Join(e.Needs, ", "), ""}
		if m != nil {
			name := e.Name
			if e.Family == facts.Picker {
				name = best.Single // best's lookups are this technique's, which files of any age have
			}
			fields[3] = m.tablesOf(e)
			for _, target := range m.languages() {
				text := m.gain(target, name, searchUse)
				if text == "" && target.InGo() {
					text = m.special(e)
				}
				fields = append(fields, text)
			}
		}
		p.Row(fields...)
	}
	p.Printf("\n")
	for _, l := range language.Those[language.Copier]() {
		var has, lacks []string
		for _, e := range techniques.Catalogue() {
			if l.Copies(e) {
				has = append(has, e.Name)
			} else {
				lacks = append(lacks, e.Name)
			}
		}
		switch {
		case len(lacks) > len(has):
			p.Printf("* Copies in %s: %s.\n", l.About().Name, strings.Join(has, ", "))
		case len(lacks) > 0:
			p.Printf("* Copies in %s: all but %s.\n", l.About().Name, strings.Join(lacks, ", "))
		}
	}
}

// special returns why there is no search with a technique, unless the reason is a feature that the machine lacks.
func (m *machine) special(e *techniques.Entry) string {
	measured := slices.ContainsFunc(m.file.Tables, func(t results.Table) bool { return t.Find(e.Name) != nil && t.Piece == board.Queen })
	lacks := func(feature string) bool { return !slices.Contains(strings.Split(m.inGo.Features, "+"), feature) }
	switch {
	case e.Experiment != "":
		return "needs GOEXPERIMENT=" + e.Experiment
	case e.BatchOnly():
		return "answers batches"
	case e.StateCheck() != nil, e.ThreatStateCheck() != nil:
		return "keeps a state"
	case !measured && !slices.ContainsFunc(e.Needs, lacks):
		return "not measured yet"
	}
	return ""
}

// tablesOf formats the size of a technique's tables for a queen: that of today's code if it is the same on all processors, else the measured one; "" without either.
func (m *machine) tablesOf(e *techniques.Entry) string {
	if len(e.Needs) == 0 {
		return results.Bytes(int64(e.TableBytes(board.Queen)))
	}
	for _, t := range m.file.Tables {
		if s := t.Find(e.Name); s != nil && t.Piece == board.Queen {
			return s.SizeText()
		}
	}
	return ""
}

// usualNames returns a technique's usual names, from "Package <name> is <names>: <sentence>." at the beginning of its package comment.
func usualNames(e *techniques.Entry) string {
	text, err := packageComment(e)
	check(err)
	begin := "Package " + e.Name + " is "
	names, _, found := strings.Cut(strings.ReplaceAll(strings.TrimPrefix(text, begin), "\n", " "), ": ")
	if !strings.HasPrefix(text, begin) || !found || strings.Contains(names, ". ") {
		check(fmt.Errorf("package %s: want a comment that begins with %q", e.Name, begin+"<its usual names>: "))
	}
	return names
}

// packageComment returns the text of a technique's package comment.
func packageComment(e *techniques.Entry) (string, error) {
	text, _, err := about.Read(os.DirFS(".."), e.Folder())
	return text, err
}
