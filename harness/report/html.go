package report

import (
	"bytes"
	_ "embed"
	"html/template"
)

//go:embed page.html
var pageSource string

var page = template.Must(template.New("page").Funcs(template.FuncMap{"digits": digits}).Parse(pageSource))

// writeHTML writes one page that needs nothing else: style, script and pictures are part of it.
func (d document) writeHTML(b *bytes.Buffer, plots []Plot) error {
	type picture struct {
		Title string
		SVG   template.HTML
	}
	data := struct {
		document
		Reading  string
		Pictures []picture
	}{document: d, Reading: reading}
	for _, p := range plots {
		// The XML declaration before the element has no place inside a page.
		svg := p.SVG[max(0, bytes.Index(p.SVG, []byte("<svg"))):]
		data.Pictures = append(data.Pictures, picture{p.Title, template.HTML(svg)})
	}
	return page.Execute(b, data)
}
