package pages

import (
	"errors"
	"fmt"
	"go/doc/comment"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/internal/about"
	"github.com/slidebench/slidebench/techniques"
)

// description holds the parts of a technique's package comment, in Markdown.
type description struct {
	names              string // as others call it
	idea               string // in two sentences
	formula            string
	boards             []string // blocks with drawn boards
	cost, when, people string
}

// parseDescription reads the parts of a package comment. Keys in brackets become links to the references, whose keys are
// given. The error names every part that is missing or wrong.
func parseDescription(name, text string, keys map[string]bool) (*description, error) {
	var p description
	var errs []error
	wrong := func(format string, args ...any) {
		errs = append(errs, fmt.Errorf("package "+name+": "+format, args...))
	}
	labels := map[string]*string{"Cost": &p.cost, "When": &p.when, "People": &p.people}
	for i, block := range about.Parse(text) {
		switch block := block.(type) {
		case *comment.Paragraph:
			text, unknown := link(paragraph(block), keys)
			for _, key := range unknown {
				wrong("no [%s] in %s", key, filepath.Base(references))
			}
			label, rest, _ := strings.Cut(text, ": ")
			if i == 0 {
				p.names, p.idea = parseIdea(name, text)
			} else if part := labels[label]; part != nil {
				*part = rest
			}
		case *comment.Code:
			drawn, err := boards(block.Text)
			switch {
			case err != nil:
				wrong("board: %w", err)
			case len(drawn) > 0:
				p.boards = append(p.boards, block.Text)
			case p.formula == "":
				p.formula = block.Text
			}
		}
	}
	if p.idea == "" {
		wrong("no idea: want a first paragraph of two sentences that begins with %q", "Package "+name+" is <its usual names>: ")
	}
	if p.formula == "" {
		wrong("no formula: want an indented block")
	}
	if len(p.boards) == 0 {
		wrong("no board: want an indented block with eight lines like %q", ". . . x . . . .")
	}
	for _, label := range slices.Sorted(maps.Keys(labels)) {
		if *labels[label] == "" {
			wrong("no paragraph %q", label+": ")
		}
	}
	return &p, errors.Join(errs...)
}

// parseIdea returns the usual names of a technique and two sentences from "Package <name> is <names>: <sentence>.
// <Sentence>.", and "" where a text is something else.
func parseIdea(name, text string) (names, idea string) {
	text, ok := strings.CutPrefix(text, "Package "+name+" is ")
	names, text, found := strings.Cut(text, ": ")
	ends := sentenceEnd.FindAllStringSubmatchIndex(text+" E", 2) // as if another sentence followed
	if !ok || !found || strings.Contains(names, ". ") || len(ends) < 2 {
		return "", ""
	}
	return names, text[:ends[1][3]]
}

// link turns keys in brackets into links, and returns the unknown ones.
func link(text string, keys map[string]bool) (linked string, unknown []string) {
	linked = keyLink.ReplaceAllStringFunc(text, func(match string) string {
		parts := keyLink.FindStringSubmatch(match)
		if !keys[parts[2]] {
			unknown = append(unknown, parts[2])
		}
		return parts[1] + citation(parts[2])
	})
	return linked, unknown
}

var (
	keyLink     = regexp.MustCompile(`(^|\W)\\\[([a-z][a-z0-9-]*)\]`) // after an escape; a[b] is none
	sentenceEnd = regexp.MustCompile(`([.?!]\)?) +[\\"'(]*[A-Z]`)
	// referenceKey is how a reference begins, perhaps with an anchor.
	referenceKey = regexp.MustCompile(`(?m)^(?:<a id="[^"]*"></a>)?\*\*\[([a-z0-9-]+)\]\*\*`)
	gap          = regexp.MustCompile(` {3,}`)
	rankOfBoard  = regexp.MustCompile(`^\S( \S){7}$`)
)

// referenceKeys returns the keys that REFERENCES.md explains.
func referenceKeys() (map[string]bool, error) {
	text, err := os.ReadFile(references)
	keys := map[string]bool{}
	for _, match := range referenceKey.FindAllSubmatch(text, -1) {
		keys[string(match[1])] = true
	}
	return keys, err
}

func paragraph(p *comment.Paragraph) string {
	var printer comment.Printer
	return strings.TrimSpace(string(printer.Markdown(&comment.Doc{Content: []comment.Block{p}})))
}

// citation links a key to where REFERENCES.md explains it.
func citation(key string) string { return fmt.Sprintf("[%s](%s#%s)", key, references, key) }

// boards returns the boards that are drawn in a text, as board.Parse reads them: eight lines below each other, each board set off by
// three spaces from others and from notes.
func boards(text string) (drawn []string, err error) {
	var side []string // boards side by side, as far as they are read
	ranks := 0        // of them
	for line := range strings.Lines(text + "\n\n") {
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

// folder returns the path of a technique's package, from here.
func folder(e *techniques.Entry) string { return "../" + e.Folder() }

// packageComment returns the text of a technique's package comment.
func packageComment(e *techniques.Entry) (string, error) {
	text, _, err := about.Read(os.DirFS(".."), e.Folder())
	return text, err
}
