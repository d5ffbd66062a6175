// Package markdown writes Markdown piece by piece: text, tables and pictures. Package columns writes whole tables by their columns.
package markdown

import (
	"fmt"
	"html"
	"strings"
)

// Text is a Markdown text that grows as it is written.
type Text struct{ strings.Builder }

// Printf appends a formatted text.
func (t *Text) Printf(format string, args ...any) { fmt.Fprintf(t, format, args...) }

// Row appends a row of a table.
func (t *Text) Row(fields ...string) { t.Printf("| %s |\n", strings.Join(fields, " | ")) }

// Head appends the head of a table with words in the first column, aligned left, and numbers in the others, aligned right.
func (t *Text) Head(columns ...string) { t.head("--:", columns) }

// Words appends the head of a table with words in all columns, aligned left.
func (t *Text) Words(columns ...string) { t.head("---", columns) }

// head appends the head of a table. rule sets the alignment of all columns but the first.
func (t *Text) head(rule string, columns []string) {
	t.Row(columns...)
	t.Printf("| --- |%s\n", strings.Repeat(" "+rule+" |", len(columns)-1))
}

// Picture returns HTML that shows the picture NAME.svg, or NAME-dark.svg to readers with dark colors.
func Picture(alt, name string) string {
	return fmt.Sprintf(`<picture><source media="(prefers-color-scheme: dark)" srcset="%s-dark.svg"><img alt="%s" src="%[1]s.svg"></picture>`, name, html.EscapeString(alt))
}
