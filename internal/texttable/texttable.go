// Package texttable draws tables that fit a terminal.
package texttable

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

// Table is a table of texts.
type Table struct {
	Header  []string
	Rows    [][]string
	Numeric func(column int) bool // numbers stand on the right, and are never wrapped; nil: there are none
	// Spare are the columns that a narrow terminal goes without first, in this order; then those on the right.
	Spare []int
}

// Wrap is the least width to which a column of texts is wrapped while another column can be spared.
const wrap = 10

// Render draws the table in lines of at most width characters, 0 for any number. It wraps texts, then leaves out columns, and names these
// below the table, with their value if it is the same in all rows. No value is cut.
func (t Table) Render(width int) string {
	columns := make([]int, len(t.Header))
	for i := range columns {
		columns[i] = i
	}
	var left []string
	widths, fits := t.fit(columns, width)
	for _, spare := range t.order() {
		if fits {
			break
		}
		columns = slices.DeleteFunc(columns, func(c int) bool { return c == spare })
		name := t.Header[spare]
		if value, uniform := t.Uniform(spare); uniform && value != "" {
			name += " (" + value + ")"
		}
		left = append(left, name)
		widths, fits = t.fit(columns, width)
	}
	out := t.draw(columns, widths)
	if len(left) > 0 {
		note := fmt.Sprintf("Left out to fit %d characters: %s.", width, strings.Join(slices.Compact(left), ", "))
		out += "\n" + Wrap(note, width)
	}
	return out
}

// order returns the order in which columns are left out: all but the first.
func (t Table) order() []int {
	order := slices.Clone(t.Spare)
	for c := len(t.Header) - 1; c > 0; c-- {
		if !slices.Contains(order, c) {
			order = append(order, c)
		}
	}
	return order
}

// Uniform returns the one value of a column of several rows, and whether it has no other.
func (t Table) Uniform(column int) (value string, uniform bool) {
	if len(t.Rows) < 2 {
		return "", false
	}
	value = t.Rows[0][column]
	return value, !slices.ContainsFunc(t.Rows, func(r []string) bool { return r[column] != value })
}

// fit returns the widths that columns get, and whether lines are then short enough.
func (t Table) fit(columns []int, width int) (widths []int, fits bool) {
	const border = 3 // characters for each column
	total := -1      // there is none at the ends
	var least []int
	for _, c := range columns {
		natural, word := length(t.Header[c]), longest(t.Header[c])
		for _, r := range t.Rows {
			natural = max(natural, length(r[c]))
			if t.numeric(c) {
				word = max(word, length(r[c]))
			} else {
				word = max(word, longest(r[c]))
			}
		}
		if !t.numeric(c) {
			word = max(word, min(natural, wrap))
		}
		widths, least = append(widths, natural), append(least, word)
		total += natural + border
	}
	for width > 0 && total > width {
		widest := -1
		for i := range widths {
			if widths[i] > least[i] && (widest < 0 || widths[i] > widths[widest]) {
				widest = i
			}
		}
		if widest < 0 {
			return widths, false
		}
		widths[widest]--
		total--
	}
	return widths, true
}

// Wrap puts words into lines of at most width characters, 0 for any number. It breaks a word only if that is longer than a line, after
// plus signs and slashes.
func Wrap(words string, width int) string {
	var lines []string
	line := ""
	add := func(gap, part string) {
		if width > 0 && line != "" && length(line+gap+part) > width {
			lines = append(lines, line)
			line, gap = "", ""
		}
		if line == "" {
			gap = ""
		}
		line += gap + part
	}
	for _, word := range strings.Fields(words) {
		if width == 0 || length(word) <= width {
			add(" ", word)
			continue
		}
		for i, part := range parts(word) {
			add(map[bool]string{true: " "}[i == 0], part)
		}
	}
	return strings.Join(append(lines, line), "\n")
}

// parts returns what may stand on lines of its own of a word.
func parts(word string) []string {
	return strings.Split(strings.NewReplacer("+", "+\n", "/", "/\n").Replace(word), "\n")
}

func length(s string) int { return text.StringWidthWithoutEscSequences(s) }

// longest returns the length of the longest part of a text.
func longest(s string) (n int) {
	for _, word := range strings.Fields(s) {
		for _, part := range parts(word) {
			n = max(n, length(part))
		}
	}
	return n
}

func (t Table) numeric(column int) bool { return t.Numeric != nil && t.Numeric(column) }

// draw draws some columns, each in its width.
func (t Table) draw(columns, widths []int) string {
	w := table.NewWriter()
	style := table.StyleLight
	style.Format.Header = text.FormatDefault
	style.Options.DrawBorder = false
	w.SetStyle(style)
	pick := func(cells []string) (row table.Row) {
		for _, c := range columns {
			row = append(row, cells[c])
		}
		return row
	}
	var configs []table.ColumnConfig
	for i, c := range columns {
		config := table.ColumnConfig{Number: i + 1, WidthMax: widths[i], WidthMaxEnforcer: Wrap}
		if t.numeric(c) {
			config.Align, config.AlignHeader = text.AlignRight, text.AlignRight
		}
		configs = append(configs, config)
	}
	w.SetColumnConfigs(configs)
	w.AppendHeader(pick(t.Header))
	for _, r := range t.Rows {
		w.AppendRow(pick(r))
	}
	return w.Render()
}
