package report_test

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/harness/report"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/harness/results/resultstest"
)

// A terminal's report has at most 40 lines of its width, whatever the machine, and so has advice. A page in Markdown on a file has at most 250 lines.
func TestShortInATerminal(t *testing.T) {
	var many []*results.File
	for i := range 12 {
		many = append(many, parse(t, "x.txt", resultstest.Run{Engine: true, Machine: fmt.Sprintf("a-machine-with-a-name-%d", i), Techniques: small.Techniques, Levels: []string{"v3", "c-gcc"}}))
	}
	for what, files := range map[string][]*results.File{
		"everything":  {parse(t, "x.txt", resultstest.Run{Engine: true, Levels: []string{"v1", "v2", "v3", "v4", "c-gcc", "c-clang"}, Noise: 0.001})},
		"noise":       {parse(t, "x.txt", resultstest.Run{Engine: true, Levels: []string{"v3", "c-gcc"}, Noise: 0.02})},
		"no search":   {parse(t, "x.txt", resultstest.Run{})},
		"few rounds":  {parse(t, "x.txt", resultstest.Run{Rounds: 3})},
		"a long name": {parse(t, "x.txt", resultstest.Run{CPU: strings.Repeat("Processor ", 12), Engine: true})},
		"arm64":       {parse(t, "x.txt", resultstest.Run{Machine: "apple-m3", CPU: "Apple M3", Features: "asimd", GOARCH: "arm64", Engine: true})},
		"machines":    many,
	} {
		texts := map[string]string{"report": render(t, files, report.Options{Format: "text", Width: 100, Command: "slidebench report x.txt"})}
		if len(files) == 1 {
			texts["advice"] = advise(t, "text", files...)
		}
		for name, text := range texts {
			lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
			if len(lines) > 40 || slices.ContainsFunc(lines, func(line string) bool { return utf8.RuneCountInString(line) > 100 }) {
				t.Errorf("%s of %s: %d lines, or a long one:\n%s", name, what, len(lines), text)
			}
		}
		if page := render(t, files[:1], report.Options{Format: "markdown"}); strings.Count(page, "\n") > 250 {
			t.Errorf("%s: a page of %d lines", what, strings.Count(page, "\n"))
		}
	}
}

// Lists are lists in JSON, be they empty.
func TestEmptyLists(t *testing.T) {
	refused := parse(t, "x.txt", resultstest.Run{Rounds: 1, Levels: []string{"v3"}})
	nothing := parse(t, "x.txt", resultstest.Run{Levels: []string{"v3"}})
	nothing.Tables = slices.DeleteFunc(nothing.Tables, func(t results.Table) bool { return t.Mode != "init" })
	for what, f := range map[string]*results.File{"refused": refused, "no use": nothing, "experiment": parse(t, "x.txt", resultstest.Run{Levels: []string{"v3+simd"}})} {
		text := render(t, []*results.File{f}, report.Options{Format: "json"})
		for _, key := range []string{"warnings", "answers", "uses", "files", "tables", "agreement"} {
			if !strings.Contains(text, `"`+key+`": [`) {
				t.Errorf("%s: %s is no list", what, key)
			}
		}
		for _, key := range []string{"take", "tied", "rows"} {
			if strings.Contains(text, `"`+key+`": null`) {
				t.Errorf("%s: %s is null", what, key)
			}
		}
	}
}

// An error about an unknown format names the known ones.
func TestUnknownFormat(t *testing.T) {
	files := []*results.File{parse(t, "x.txt", small)}
	for want, err := range map[string]error{
		`unknown format "pdf" (want text, markdown, csv, json, html, bmf)`: report.Write(io.Discard, nil, report.Options{Format: "pdf"}),
		`unknown format "pdf" (want text, markdown, json)`:                 report.WriteAdvice(io.Discard, files, "pdf", 100),
	} {
		if err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// Reports, advice and the front page are as before.
func TestGolden(t *testing.T) {
	files := []*results.File{parse(t, "small.txt", small)}
	// A few uses of queens are enough to see.
	files[0].Tables = slices.DeleteFunc(files[0].Tables, func(t results.Table) bool {
		return t.Piece != board.Queen || !slices.Contains([]string{"random16/throughput", "random16/batch", "games3/search", "games3/perft"}, t.Corpus+"/"+string(t.Mode))
	})
	// The file's ending is the format, but for small.all, which is text.
	for name, opt := range map[string]report.Options{"small.text": {}, "small.all": {All: true}, "small.markdown": {Plots: []report.Plot{{Title: "a <picture>", Path: "plots/a.svg"}}},
		"small.csv": {All: true}, "brief.csv": {}, "small.json": {}} { // TestPageInBrowser looks at the page
		if opt.Format = strings.TrimPrefix(filepath.Ext(name), "."); opt.Format == "all" {
			opt.Format = "text"
		}
		opt.Width, opt.Command = 100, "slidebench report --format "+opt.Format+" small.txt"
		golden(t, name, render(t, files, opt))
	}
	golden(t, "advice.text", advise(t, "text", files...))
	golden(t, "advice.markdown", advise(t, "markdown", files...))
	golden(t, "front.markdown", string(report.FrontPage(report.Front{}, files...)))
}
