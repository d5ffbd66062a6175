package report_test

import (
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/harness/report"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/harness/results/resultstest"
	"github.com/slidebench/slidebench/internal/techniques/facts"
)

// What comes from a file is data: it must not become markup. The page is also read as XML here, which is stricter than
// a browser: every element is closed.
func TestHTMLIsWholeAndEscaped(t *testing.T) {
	f := parse(t, "<script>alert(1)</script>.txt", resultstest.Run{Levels: []string{"v3"}})
	for i := range f.Tables {
		f.Tables[i].CPU = "<b>&CPU</b>" // parsing a file refuses such a name
	}
	text := render(t, []*results.File{f}, report.Options{Format: "html", Command: "slidebench report '<x>'",
		Cards: []report.Card{{Facts: facts.Facts{Name: "magic", People: "</script><i>"}, Code: map[string]string{"Go": "<u>"}}}})
	for _, bad := range []string{"<script>alert", "<b>", "<i>", "<x>", "<u>", " src=", "<link", "@import", "url(", "fetch("} { // the last ones load something
		if strings.Contains(text, bad) {
			t.Errorf("page contains %q", bad)
		}
	}
	d := xml.NewDecoder(strings.NewReader(text[:strings.LastIndex(text, "<script>")] + "</body></html>"))
	d.Strict, d.AutoClose, d.Entity = false, []string{"meta", "input"}, xml.HTMLEntity
	var open []string // elements, the innermost last
	for {
		token, err := d.RawToken() // Token would invent missing ends
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		switch e := token.(type) {
		case xml.StartElement:
			if !slices.Contains(d.AutoClose, e.Name.Local) {
				open = append(open, e.Name.Local)
			}
		case xml.EndElement:
			if last := len(open) - 1; last < 0 || open[last] != e.Name.Local {
				t.Fatalf("%s ends where %q are open", e.Name.Local, open)
			}
			open = open[:len(open)-1]
		}
	}
	if len(open) > 0 {
		t.Errorf("%q are left open", open)
	}
}
