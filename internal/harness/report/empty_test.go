package report_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/report"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/harness/results/resultstest"
)

// hollow matches the rest of a sentence whose words are missing, and values that are no numbers.
var hollow = regexp.MustCompile(`\bNaN\b|[+-]Inf\b|\bInf\b|%!|: ?\.|; ?\.|, ?\.|[:;,] [;,]|\(\)|\( |\[,|, \]|: *\)|On \(|On  |\bfor :|\bof [:;,.]|\bFrom ?,|^[ >*]*[.:;,]$| - *$`)

// code matches the style and the scripts of a page.
var code = regexp.MustCompile(`(?s)<(style|script)>.*?</(style|script)>`)

// hints are short texts. Any line that hollow matches holds one of them, and they are found in a tenth of the time.
var hints = strings.Split("NaN|Inf|%!|:.|: .|;.|; .|,.|, .|: :|: ;|: ,|; :|; ;|; ,|, :|, ;|, ,|()|( |[,|, ]|:)| )|On (|On  |for :|of :|of ;|of ,|of .|From,|From ,", "|")

// suspect reports whether a line may be hollow.
func suspect(line string) bool {
	for _, hint := range hints {
		if strings.Contains(line, hint) {
			return true
		}
	}
	return len(strings.Trim(line, " >*")) == 1 || strings.HasSuffix(strings.TrimRight(line, " "), " -")
}

// whole are lines that were found to be whole: most lines stand in many reports.
var whole = map[string]bool{}

// hollows returns the lines of a text that hollow matches.
func hollows(text string) (lines []string) {
	for line := range strings.Lines(code.ReplaceAllString(text, "")) {
		if line = strings.TrimRight(line, "\n"); whole[line] {
			continue
		}
		found := ""
		if suspect(line) {
			found = hollow.FindString(line)
		}
		if found != "" {
			lines = append(lines, fmt.Sprintf("%q: %.300s", found, line))
		} else {
			whole[line] = true
		}
	}
	return lines
}

// Each form of a hollow line is found, and whole lines are not.
func TestHollows(t *testing.T) {
	forms := strings.Split("x NaN|+Inf|(Inf)|5%!d|x: .|x:.|x; .|x;.|x, .|x,.|x: ; y|x, , y|x ()|( x|[, x]|[x, ]|(x:)|(x:  )|On ()|On (x|On  x|x for : y|x of . y|x of : y|From, x|From , x|> * .|:|x -|x -  ", "|")
	for _, form := range forms {
		if len(hollows(form)) != 1 {
			t.Errorf("%q is whole", form)
		}
	}
	if found := hollows("It takes 5 % longer (of 7): pext, -5 - 3.\nx - y\n"); len(found) > 0 {
		t.Error(found)
	}
}

// Whatever a file lacks, no format has a sentence without its words, or a number that is none.
func TestNoEmptySentences(t *testing.T) {
	some := []string{"noop", "fancymagic", "fancymagic-again", "pext", "quintessence", "obstructionavx2", "koggestone", "rotated", "best"}
	lacking := func(lacks func(c grid.Cell, level string, round int) bool) resultstest.Run {
		return resultstest.Run{Levels: []string{"v3", "c-gcc"}, Lacks: lacks, Techniques: some}
	}
	cases := map[string][]resultstest.Run{
		"only C":           {{Techniques: some, Levels: []string{"c-gcc", "c-clang"}}},
		"only experiments": {{Techniques: some, Levels: []string{"v3+simd"}}},
		"one round":        {{Techniques: some, Rounds: 1, Levels: []string{"v1", "v3", "c-gcc"}, Engine: true}},
		"five rounds":      {{Techniques: some, Rounds: 5, Levels: []string{"v3", "c-gcc"}}},
		"noisy":            {{Techniques: some, Noise: 0.5, Levels: []string{"v1", "v3", "c-gcc"}, Engine: true}},
		"noisy C":          {{Techniques: some, Levels: []string{"v3"}}, {Techniques: some, Levels: []string{"c-gcc"}, Noise: 0.8}},
		"no reference":     {{Techniques: []string{"noop", "pext", "quintessence", "best"}, Levels: []string{"v1", "v3", "c-gcc"}}},
		"no second":        {{Techniques: []string{"fancymagic", "pext", "quintessence"}, Levels: []string{"v3", "c-gcc"}}},
		"only controls":    {{Techniques: []string{"noop", "walk", "load"}, Levels: []string{"v3", "c-gcc"}}},
		"only the picker":  {{Techniques: []string{"best", "fancymagic-again"}, Levels: []string{"v3", "c-gcc"}}},
		"one technique":    {{Techniques: []string{"pext"}, Levels: []string{"v1", "v3", "c-gcc"}}},
		"only batches":     {{Techniques: []string{"obstructionavx2"}, Levels: []string{"v3"}}},
		"two rounds":       {{Techniques: some, Levels: []string{"v3"}, Rounds: 2}},
		"arm64":            {{Techniques: some, GOARCH: "arm64", Rounds: 3}},
		"two files":        {{Techniques: some, Rounds: 1, Levels: []string{"v3", "c-gcc"}}, {Levels: []string{"v3"}, Seed: 2, Techniques: []string{"pext"}}},
		"nearly equal":     {{Techniques: some, Levels: []string{"v3", "c-gcc"}, Noise: 1e-3}},
		"C in few rounds":  {lacking(func(_ grid.Cell, level string, round int) bool { return level == "c-gcc" && round > 2 })},
		"Go in few rounds": {lacking(func(_ grid.Cell, level string, round int) bool { return level == "v3" && round > 2 })},
		"C after Go":       {lacking(func(_ grid.Cell, level string, round int) bool { return (level == "v3") == (round > 3) })},
		"C of rooks":       {lacking(func(c grid.Cell, level string, _ int) bool { return level == "c-gcc" && c.Piece != board.Rook })},
		"never together":   {lacking(func(c grid.Cell, _ string, round int) bool { return (len(c.Technique)+round)%2 == 0 })},
		"reference once": {lacking(func(c grid.Cell, _ string, round int) bool {
			return strings.HasPrefix(c.Technique, "fancymagic") && round > 1
		})},
		"another corpus": {lacking(func(c grid.Cell, _ string, _ int) bool { return c.Corpus != "random4" })},
		"only init":      {lacking(func(c grid.Cell, _ string, _ int) bool { return c.Mode != "init" })},
		"only sets":      {lacking(func(c grid.Cell, _ string, _ int) bool { return c.Mode != "setwise" })},
		"C of a picker":  {lacking(func(c grid.Cell, level string, _ int) bool { return level == "c-gcc" && c.Technique != "best" })},
	}
	for what, runs := range cases {
		if testing.Short() && !strings.Contains(what, "C") {
			continue // files that lack a part in C have most gaps
		}
		for _, facts := range []results.Facts{resultstest.Facts(), nil} {
			if facts == nil && len(what)%4 > 0 {
				continue // a quarter of the cases, by the lengths of their names, is enough without facts
			}
			var files []*results.File
			for i, run := range runs {
				f := parse(t, fmt.Sprintf("x%d.txt", i), run)
				f.Facts = facts
				files = append(files, f)
			}
			see := func(format, text string) {
				if lines := hollows(text); len(lines) > 0 {
					t.Errorf("%s, %s, facts %v:\n%s", what, format, facts != nil, strings.Join(lines[:min(5, len(lines))], "\n"))
				}
			}
			for _, format := range report.Formats {
				see(format, render(t, files, report.Options{Format: format, Command: "slidebench report", All: true}))
			}
			see("front page", string(report.FrontPage(report.Front{}, files...)))
			if slices.ContainsFunc(files, func(f *results.File) bool { return len(f.Highest()) > 0 }) {
				for _, format := range report.AdviceFormats {
					see("advice "+format, advise(t, format, files...))
				}
			}
		}
	}
}
