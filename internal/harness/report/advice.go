package report

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/slidebench/slidebench/internal/harness/results"
)

// AdviceFormats are the formats that WriteAdvice knows, which writes for slidebench recommend and for bundles.
var AdviceFormats = []string{"text", "markdown", "json"}

// WriteAdvice writes the short answer of each machine of the files, and what to import; text in lines of at most width characters. Files that give no
// advice are an error.
func WriteAdvice(w io.Writer, files []*results.File, format string, width int) error {
	ranked := ranksOf(files...)
	d := document{Title: "What to take", Warnings: warnings(ranked, format == "text")}
	var without []string
	for _, f := range ranked {
		if len(f.Advised()) == 0 {
			without = append(without, onlyExperiments(f.File))
		}
		d.Sections = append(d.Sections, f.adviceSections()...)
	}
	if len(without) == len(files) {
		return fmt.Errorf("no advice from %s (want an ordinary build)", strings.Join(without, "; "))
	}
	var b bytes.Buffer
	switch format {
	case "text":
		d.Title = wholeTitle // which needs no line
		d.writeText(&b, width)
	case "markdown":
		d.writeMarkdown(&b, Options{All: true})
	case "json":
		if err := encodeJSON(&b, answerObject(ranked)); err != nil {
			return err
		}
	default:
		return fmt.Errorf("unknown format %q (want %s)", format, strings.Join(AdviceFormats, ", "))
	}
	_, err := w.Write(b.Bytes())
	return err
}

// adviceSections are the sections that say what to take and what to import. Loops are among them where search was not measured.
func (f *ranks) adviceSections() (sections []section) {
	loops := true // until a section says what to take for a search: only the answers about search, which stand before loops, have rows
	for _, s := range f.machineSections(false) {
		if s.Title == loopsTitle && !loops {
			continue
		}
		loops = loops && len(s.Rows) == 0
		if len(s.Header) == 0 || len(s.Rows) > 0 { // a note, or a table with rows
			sections = append(sections, s)
		}
	}
	for _, target := range f.languages() {
		title := "To take it in " + target.Language()
		if a := f.answer(target); a.Doubt() == "" {
			if first := a.Picks()[0]; first.taken() { // without a doubt, the picks have the reference at least
				sections = append(sections, section{Title: title, Note: f.taking(first.Technique, target)})
			}
		} else if c := f.choice(loopUses[0].use, target); a.Search == nil && c != nil && c.refusal == nil { // without a search, by single lookups
			sections = append(sections, section{Title: title, Note: f.taking(c.Pick.Technique, target)})
		}
	}
	return sections
}

// taking says how somebody takes a technique. Of a technique without facts, it is the name alone.
func (f *ranks) taking(technique string, target results.Target) string {
	fact := f.Facts[technique]
	switch {
	case !f.Facts.Known(technique):
		return technique
	case target.Built.Language == "rust":
		return fmt.Sprintf("slidebench copy %s --lang rust -o src", fact.Name)
	case !target.InGo():
		return fmt.Sprintf("slidebench copy %s --lang %s -o include", fact.Name, target.Built.Language)
	case fact.Unsafe:
		return "import " + fact.Package() + ", which uses unsafe"
	}
	return "import " + fact.Package()
}
