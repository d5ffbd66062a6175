package report_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/columns"
	"github.com/slidebench/slidebench/internal/harness/report"
	"github.com/slidebench/slidebench/internal/harness/results"
)

// letters is a column that no report has: how long the name of a technique is.
var letters = columns.Column[*report.Row]{Key: "nameLetters", Head: "letters of it", Tip: "How long the name is", Read: func(r *report.Row) columns.Value {
	n := len(r.Technique)
	return columns.Show(fmt.Sprintf("%d letters", n), float64(n), n)
}}

// One entry is a column of every format. TestPageInBrowser sees it in the page.
func TestColumnIsOneEntry(t *testing.T) {
	files := []*results.File{parse(t, "x.txt", small)}
	without := map[string]string{}
	for _, format := range report.Formats {
		without[format] = render(t, files, report.Options{Format: format, All: true})
	}
	defer report.AddColumn(letters)()
	for format, want := range map[string][]string{
		"text":     {"letters of it", " 12 letters "},
		"markdown": {"| letters of it |", "| 12 letters |"},
		"csv":      {",name_letters\n", ",12\n"},
		"json":     {`"nameLetters": 12`},
		"html":     {`{"key":"nameLetters","tip":"How long the name is"}`, `"letters of it"`, `"12 letters"`},
	} {
		text := render(t, files, report.Options{Format: format, All: true})
		wantAll(t, text, want...)
		for _, part := range want {
			if strings.Contains(without[format], part) {
				t.Errorf("%s has %q without the column", format, part)
			}
		}
	}
}
