package pages

import (
	"fmt"
	"go/doc/comment"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/about"
	"github.com/slidebench/slidebench/internal/techniques"
)

// Every technique's package comment has all parts of a card, and agrees with the catalogue and REFERENCES.md.
func TestComments(t *testing.T) {
	keys := referenceKeys(t)
	for _, e := range techniques.Catalogue() {
		text, err := packageComment(e)
		if err != nil {
			t.Errorf("%s: %v", e.Name, err)
			continue
		}
		_, wrong := readComment(text, keys)
		// usualNames panics if there are none.
		if names := func() (names string) { defer func() { _ = recover() }(); return usualNames(e) }(); names == "" {
			wrong = append(wrong, "no usual names")
		}
		people := text[max(0, strings.Index(text, "People: ")):]
		if !strings.Contains(people, "["+e.Source+"]") {
			wrong = append(wrong, "people without the catalogue's ["+e.Source+"]")
		}
		if e.Year != 0 && !strings.Contains(people, fmt.Sprint(e.Year)) {
			wrong = append(wrong, fmt.Sprintf("people without the catalogue's year %d", e.Year))
		}
		for _, part := range wrong {
			t.Errorf("package %s: %s", e.Name, part)
		}
	}
}

// readComment notices each missing part of a package comment.
func TestReadComment(t *testing.T) {
	// A rank of two boards beside each other.
	const rank = "\t. . . . . . . .    . . . . . . . x    a note\n"
	made := "Package made is made-up bitboards: a table (see [a-key]). It is empty.\n\n\tattacks = T[occ]\n\nWhy:\n\n\tbefore    after\n" +
		strings.Repeat(rank, 8) + "\nCost: a load of T[occ].\n\nWhen: never.\n\nPeople: nobody, 1900: [another].\n"
	keys := map[string]bool{"a-key": true, "another": true}
	if boards, wrong := readComment(made, keys); len(boards) != 2 || len(wrong) > 0 {
		t.Errorf("%q, %q: want two boards and nothing wrong", boards, wrong)
	}
	for _, c := range []struct{ old, new, want string }{
		{"It is empty.", "", "no idea"},
		{"\tattacks = T[occ]\n", "attacks\n", "no formula"},
		{". ", "- - ", "no board"},
		{"note\n" + rank, "note\n", "7 ranks"},
		{rank + rank, rank + "\t. . . . . . . .\n", "2 boards beside each other and 1 in the next line"},
		{"Cost:", "Price:", "no Cost"},
		{"When:", "Where:", "no When"},
		{"People:", "Who:", "no People"},
		{"[another]", "[nobody]", "no [nobody] in REFERENCES.md"},
	} {
		text := strings.Replace(made, c.old, c.new, 1)
		if c.want == "no board" { // which every rank makes
			text = strings.ReplaceAll(made, c.old, c.new)
		}
		if _, wrong := readComment(text, keys); !strings.Contains(strings.Join(wrong, "; "), c.want) {
			t.Errorf("%q for %q: %q, want %q", c.new, c.old, wrong, c.want)
		}
	}
}

// readComment returns the boards in a package comment, and its missing or wrong parts. TestPictures takes the boards.
func readComment(text string, keys map[string]bool) (drawn, wrong []string) {
	formula, labels := false, []string{"Cost", "When", "People"}
	for i, block := range about.Parse(text) {
		switch block := block.(type) {
		case *comment.Paragraph:
			var printer comment.Printer
			text := string(printer.Text(&comment.Doc{Content: []comment.Block{block}}))
			if i == 0 && len(sentenceEnd.FindAllString(text+" E", -1)) < 2 { // "E" begins a sentence behind the last one, so that it, too, has an end
				wrong = append(wrong, "no idea: want a first paragraph of two sentences or more")
			}
			label, _, _ := strings.Cut(text, ": ")
			labels = slices.DeleteFunc(labels, func(l string) bool { return l == label })
			for _, key := range keyLink.FindAllStringSubmatch(text, -1) {
				if !keys[key[2]] {
					wrong = append(wrong, "no ["+key[2]+"] in REFERENCES.md")
				}
			}
		case *comment.Code:
			switch here, err := boards(block.Text); {
			case err != nil:
				wrong = append(wrong, err.Error())
			case len(here) > 0:
				drawn = append(drawn, here...)
			default:
				formula = true
			}
		}
	}
	if !formula {
		wrong = append(wrong, "no formula: want an indented block")
	}
	if len(drawn) == 0 {
		wrong = append(wrong, "no board: want an indented block with eight lines like \". . . x . . . .\"")
	}
	for _, label := range labels {
		wrong = append(wrong, "no "+label+": want a paragraph that begins with it")
	}
	return drawn, wrong
}

var (
	keyLink     = regexp.MustCompile(`(^|\W)\[([a-z][a-z0-9-]*)\]`) // a[b] is none
	sentenceEnd = regexp.MustCompile(`[.?!]\)?\s+["'(]*[A-Z]`)
	// referenceKey is how a reference begins, perhaps with an anchor.
	referenceKey = regexp.MustCompile(`(?m)^(?:<a id="[^"]*"></a>)?\*\*\[([a-z0-9-]+)\]\*\*`)
	gap          = regexp.MustCompile(` {3,}`)        // between boards, and before notes
	rankOfBoard  = regexp.MustCompile(`^\S( \S){7}$`) // eight marks
)

// referenceKeys returns the keys that REFERENCES.md explains. TestClaimAuthors uses it, too.
func referenceKeys(t *testing.T) map[string]bool {
	t.Helper()
	text, err := os.ReadFile(references)
	if err != nil {
		t.Fatal(err)
	}
	keys := map[string]bool{}
	for _, match := range referenceKey.FindAllSubmatch(text, -1) {
		keys[string(match[1])] = true
	}
	return keys
}

// boards returns the boards that are drawn in a text, as board.Parse reads them: eight lines below each other, each board set off by
// three spaces from others and from notes.
func boards(text string) (drawn []string, err error) {
	var side []string                                // boards side by side, as far as they are read
	ranks := 0                                       // how many of their ranks
	for line := range strings.Lines(text + "\n\n") { // an empty line ends the last boards
		var row []string
		for _, part := range gap.Split(strings.TrimSpace(line), -1) {
			if rankOfBoard.MatchString(part) {
				row = append(row, part)
			}
		}
		switch {
		case len(row) == 0 && ranks > 0 && ranks != 8:
			return nil, fmt.Errorf("%d ranks above each other, want 8", ranks)
		case len(row) == 0:
			drawn, side, ranks = append(drawn, side...), nil, 0
			continue
		case ranks == 0:
			side = make([]string, len(row))
		case len(row) != len(side):
			return nil, fmt.Errorf("%d boards beside each other and %d in the next line", len(side), len(row))
		}
		for i, rank := range row {
			side[i] += rank + "\n"
		}
		ranks++
	}
	return drawn, nil
}

// boards accepts only whole boards.
func TestBoards(t *testing.T) {
	for sq := range 64 {
		picture := board.Picture(board.Walk(board.Queen, sq, 1<<28))
		if drawn, err := boards(picture + "\n" + picture); !slices.Equal(drawn, []string{picture, picture}) || err != nil {
			t.Errorf("%q, %v: want two boards", drawn, err)
		}
		if _, err := boards(picture + picture); err == nil {
			t.Error("16 ranks pass for boards")
		}
	}
}
