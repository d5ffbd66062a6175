package main

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

// details returns the facts, the comment and the code of each technique. Those of other repositories have their sources there.
var details = sync.OnceValues(func() (all []report.Detail, err error) {
	for _, e := range techniques.Catalogue() {
		d := report.Detail{Facts: e.Facts, Where: e.Source}
		if e.Family != facts.Guest {
			d.Where = project.Home + "/tree/main/" + e.Folder()
			text, code, err := about.Read(project.Sources, e.Folder())
			if err != nil {
				return nil, fmt.Errorf("package %s: %w", e.Name, err)
			}
			d.About, d.Code = commentHTML(text), map[string]string{"Go: import " + e.Package(): code}
			for _, l := range language.Those[language.Copier]() {
				if c, err := l.Copy(e, language.CopyOptions{}); err == nil && l.About().Word != "" { // the language has a copy; Go's is added above
					d.Code[l.About().Name+": "+c.Files[0].Name+", all of it"] = string(c.Files[0].Text)
				}
			}
		}
		all = append(all, d)
	}
	return all, nil
})

var (
	citation = regexp.MustCompile(`([\s(>])\[([a-z][a-z0-9-]+)\]`) // a key of REFERENCES.md in a paragraph
	lead     = regexp.MustCompile(`^<p>(\w+:)`)                    // "Cost:", "When:", "People:"
)

// commentHTML writes a package comment as HTML, everything in it escaped. Keys of references become links.
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
