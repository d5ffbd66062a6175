package slidebench

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
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
		words = append(words, strings.ReplaceAll(regexp.QuoteMeta(strings.TrimSpace(cells[1])), " ", `\s+`))
	}
	return regexp.MustCompile(`(?i)\b(` + strings.Join(words, "|") + `)s?\b`)
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
		if !strings.HasPrefix(name, "results/") {
			words += len(strings.Fields(string(content)))
		}
	}
	if words < 10_000 || words > 30_000 {
		t.Errorf("the documents have %d words without results (want 10,000 to 30,000)", words)
	}
}
