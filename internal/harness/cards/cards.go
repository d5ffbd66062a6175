// Package cards fills the cards of the page that package report writes in HTML: for each technique its facts, its package comment, and its code in every language.
package cards

import (
	"fmt"
	"go/doc/comment"
	"html/template"
	"regexp"
	"strings"
	"sync"

	"github.com/slidebench/slidebench/internal/about"
	"github.com/slidebench/slidebench/internal/harness/language"
	"github.com/slidebench/slidebench/internal/harness/report"
	project "github.com/slidebench/slidebench/internal/slidebench"
	"github.com/slidebench/slidebench/internal/techniques"
	"github.com/slidebench/slidebench/internal/techniques/facts"
)

// All returns the card of each technique. A technique from another repository has neither comment nor code, and Where is its address.
var All = sync.OnceValues(func() (all []report.Card, err error) {
	for _, e := range techniques.Catalogue() {
		card := report.Card{Facts: e.Facts, Where: e.Source}
		if e.Family != facts.Guest {
			card.Where = project.Home + "/tree/main/" + e.Folder()
			text, code, err := about.Read(project.Sources, e.Folder())
			if err != nil {
				return nil, fmt.Errorf("package %s: %w", e.Name, err)
			}
			card.About, card.Code = commentHTML(text), map[string]string{"Go: import " + e.Package(): code}
			for _, l := range language.Those[language.Copier]() {
				if c, err := l.Copy(e, language.CopyOptions{}); err == nil && l.About().Word != "" { // the language has a copy; Go has no Word, and its code is added above
					card.Code[l.About().Name+": "+c.Files[0].Name+", all of it"] = string(c.Files[0].Text)
				}
			}
		}
		all = append(all, card)
	}
	return all, nil
})

var (
	citation = regexp.MustCompile(`([\s(>])\[([a-z][a-z0-9-]+)\]`) // a key of REFERENCES.md in a paragraph
	lead     = regexp.MustCompile(`^<p>(\w+:)`)                    // "Cost:", "When:", "People:"
)

// commentHTML returns the text of a package comment as escaped HTML, in which keys of REFERENCES.md are links.
func commentHTML(text string) template.HTML {
	var b strings.Builder
	for _, block := range about.Parse(text) {
		text := string(new(comment.Printer).HTML(&comment.Doc{Content: []comment.Block{block}}))
		if _, paragraph := block.(*comment.Paragraph); paragraph {
			text = citation.ReplaceAllString(text, `$1[<a href="`+project.Home+`/blob/main/REFERENCES.md#$2">$2</a>]`)
			text = lead.ReplaceAllString(text, "<p><b>$1</b>")
		}
		b.WriteString(text)
	}
	return template.HTML(b.String())
}
