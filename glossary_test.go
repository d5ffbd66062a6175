package slidebench

import (
	"os"
	"os/exec"
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
		if name == glossary || name == "glossary_test.go" || strings.HasPrefix(name, "results/") {
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
