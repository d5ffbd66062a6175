package slidebench

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

const glossary = "docs/glossary.md"

// retired returns what matches the retired words of a glossary.
func retired(t *testing.T, text string) *regexp.Regexp {
	t.Helper()
	_, table, found := strings.Cut(text, "| retired | in its place |\n|---|---|\n")
	if !found {
		t.Fatal("no table of retired words")
	}
	var words []string
	for row := range strings.Lines(table) {
		cells := strings.Split(row, "|")
		if len(cells) != 4 {
			t.Fatalf("row %q (want | retired | in its place |)", row)
		}
		for word := range strings.SplitSeq(cells[1], ", ") {
			word = strings.ReplaceAll(regexp.QuoteMeta(strings.TrimSpace(word)), " ", `\s+`)
			if !strings.HasPrefix(word, "--") {
				word = `\b` + word + `s?`
			}
			words = append(words, word)
		}
	}
	return regexp.MustCompile(`(?i)(?:` + strings.Join(words, "|") + `)\b`)
}

// One word stands for one thing: no file that git tracks has a retired word, but for what was measured and the glossary.
func TestRetiredWords(t *testing.T) {
	text, err := os.ReadFile(glossary)
	if err != nil {
		t.Fatal(err)
	}
	words := retired(t, string(text))
	if found := words.FindString("rooks that are\n\ttold apart"); found == "" {
		t.Error("retired words are not found over the end of a line")
	}
	if !words.MatchString("bench --builds main") || words.MatchString("bench --build main") {
		t.Error("a retired flag is not found, or its successor is")
	}
	list, err := exec.Command("git", "ls-files").Output()
	if err != nil {
		t.Skip("no checkout of git: ", err)
	}
	for name := range strings.Lines(string(list)) {
		name = strings.TrimSpace(name)
		if name == glossary || name == "documents_test.go" || strings.HasPrefix(name, "results/") {
			continue
		}
		content, err := os.ReadFile(name)
		if err != nil {
			continue // deleted, and not yet in git
		}
		for _, found := range words.FindAllIndex(content, -1) {
			t.Errorf("%s:%d: %q (see %s)", name, 1+strings.Count(string(content[:found[0]]), "\n"), content[found[0]:found[1]], glossary)
		}
	}
}

// unnamed are words that stand for a name. A comment with many of them is a riddle.
var unnamed = regexp.MustCompile(`(?i)\b(that|which|what|whose|those|ones?|its?|such|others?|another)\b`)

// Comments name things: of those of 8 to 60 words, in few the fifth part of the words stands for a name.
func TestCommentsNameThings(t *testing.T) {
	list, err := exec.Command("git", "ls-files", "*.go").Output()
	if err != nil {
		t.Skip("no checkout of git: ", err)
	}
	area := regexp.MustCompile(`^(cmd|techniques|internal/(harness|findmagic|techniques|engine|lab|guest)|internal)/`)
	const limit = 100 // one riddle in so many comments
	counted, riddles := map[string]int{}, map[string][]string{}
	for name := range strings.Lines(string(list)) {
		name = strings.TrimSpace(name)
		files := token.NewFileSet()
		file, err := parser.ParseFile(files, name, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil || ast.IsGenerated(file) || strings.HasSuffix(name, "_test.go") { // deleted, and not yet in git
			continue
		}
		in := cmp.Or(strings.TrimSuffix(area.FindString(name), "/"), "board and technique packages")
		for _, comment := range file.Comments {
			text := comment.Text()
			if words := len(strings.Fields(text)); words >= 8 && words <= 60 {
				if counted[in]++; 5*len(unnamed.FindAllString(text, -1)) >= words {
					riddles[in] = append(riddles[in], fmt.Sprintf("%v: %s", files.Position(comment.Pos()), strings.TrimSpace(text)))
				}
			}
		}
	}
	for _, in := range slices.Sorted(maps.Keys(counted)) {
		all := counted[in]
		t.Logf("%s: %.1f %% of %d comments", in, 100*float64(len(riddles[in]))/float64(all), all)
		if most := max(1, all/limit); len(riddles[in]) > most {
			t.Errorf("%s has %d riddles among %d comments (want %d at most):\n%s", in, len(riddles[in]), all, most, strings.Join(riddles[in], "\n"))
		}
	}
	if len(counted) < 8 {
		t.Errorf("comments in %d areas (want 8)", len(counted))
	}
}

// A flag has one name in all commands. Two names that differ by an s at the end confuse those who type them.
func TestFlagsHaveOneName(t *testing.T) {
	registered := regexp.MustCompile(`\.(?:String|Bool|Int|Uint64|Float64|Duration)(?:Slice|Array)?Var(?:P)?\([^"\n]+?, "([a-z-]+)"`)
	files, err := filepath.Glob("cmd/*/*.go")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	names := map[string]string{} // by flag, the file
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, flag := range registered.FindAllSubmatch(content, -1) {
			names[string(flag[1])] = file
		}
	}
	if len(names) < 80 {
		t.Errorf("%d flags found (want 80 at least)", len(names))
	}
	for name, file := range names {
		if other, found := names[name+"s"]; found {
			t.Errorf("--%s in %s and --%[1]ss in %[3]s (want one name)", name, file, other)
		}
	}
}

// People read the documents: the README on two screens, a machine's report on two pages, and all of them in an afternoon.
func TestDocumentsAreShort(t *testing.T) {
	list, err := exec.Command("git", "ls-files", "*.md").Output()
	if err != nil {
		t.Skip("no checkout of git: ", err)
	}
	words := 0
	for name := range strings.Lines(string(list)) {
		name = strings.TrimSpace(name)
		content, err := os.ReadFile(name)
		if err != nil {
			continue // deleted, and not yet in git
		}
		lines := strings.Count(string(content), "\n")
		if name == "README.md" && lines > 80 || filepath.Base(name) == "report.md" && lines > 250 {
			t.Errorf("%s has %d lines (want 80 of the README and 250 of a report at most)", name, lines)
		}
		if !strings.HasPrefix(name, "results/") && name != "CHANGELOG.md" { // which grows with each version
			all := strings.Split(string(content), "\n")
			for i, line := range all {
				_, cells, row := strings.Cut(strings.TrimPrefix(line, "| "), " | ")
				head := i+1 < len(all) && strings.HasPrefix(all[i+1], "| --- |")
				if row && line[0] == '|' && (head || !strings.ContainsFunc(strings.ReplaceAll(cells, " to ", ""), unicode.IsLetter)) {
					continue // heads of tables and rows of figures are looked up, as figures elsewhere
				}
				for word := range strings.FieldsSeq(line) {
					if strings.ContainsFunc(word, unicode.IsLetter) {
						words++
					}
				}
			}
		}
	}
	if words < 8_000 || words > 21_890 {
		t.Errorf("the documents have %d words without results and figures (want 8,000 to 21,890)", words)
	}
}

// The Go in the README is Go that compiles and runs: examples have it word for word.
func TestReadmeGo(t *testing.T) {
	read := func(file string) string {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	readme := read("README.md")
	for _, c := range []struct{ imports, code, in string }{
		{"github.com/slidebench/slidebench/best", "best.Queen(sq, occ)", "best/example_test.go"},
		{"github.com/slidebench/slidebench/techniques/techniquestest", "func TestAttacks(t *testing.T) {\n" +
			"\ttechniquestest.Run(t, techniquestest.Funcs{RookFunc: engine.RookAttacks, BishopFunc: engine.BishopAttacks})\n}\n", "techniques/techniquestest/example_test.go"},
	} {
		for _, text := range []string{c.imports, c.code} {
			if example := read(c.in); !strings.Contains(readme, text) || !strings.Contains(example, text) {
				t.Errorf("README.md and %s do not both have %q", c.in, text)
			}
		}
	}
	if n := strings.Count(readme, "```go\n"); n != 1 {
		t.Errorf("the README has %d blocks of Go, want 1: name each here, and run it in an example", n)
	}
}
