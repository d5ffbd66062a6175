// Package markdown writes text with tables.
package markdown

import (
	"fmt"
	"html"
	"strings"
)

// Text is text while it is written.
type Text struct{ strings.Builder }

func (t *Text) Printf(format string, args ...any) { fmt.Fprintf(t, format, args...) }

// Row writes a row of a table.
func (t *Text) Row(fields ...string) { t.Printf("| %s |\n", strings.Join(fields, " | ")) }

// Head writes the head of a table. Its first column is of words, the others are of numbers.
func (t *Text) Head(columns ...string) { t.head("--:", columns) }

// Words writes the head of a table of words.
func (t *Text) Words(columns ...string) { t.head("---", columns) }

func (t *Text) head(rule string, columns []string) {
	t.Row(columns...)
	t.Printf("| --- |%s\n", strings.Repeat(" "+rule+" |", len(columns)-1))
}

// Picture shows a picture, NAME.svg, or where the reader's colors are dark NAME-dark.svg.
func Picture(alt, name string) string {
	return fmt.Sprintf(`<picture><source media="(prefers-color-scheme: dark)" srcset="%s-dark.svg"><img alt="%s" src="%[1]s.svg"></picture>`, name, html.EscapeString(alt))
}
