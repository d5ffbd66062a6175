package columns

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

// least is the width in characters to which a column of texts is wrapped before another column is left out.
const least = 10

// narrow is the width in characters of a terminal for which long words are broken before columns are left out.
const narrow = 60

// Terminal draws the table in lines of at most width characters, 0 for any number. It wraps texts, then leaves out droppable columns, and names these below the
// table, with a value that all rows have. A narrow terminal breaks long words next; last, other columns are left out. No value is cut off.
func (t Table) Terminal(width int) string {
	droppable := slices.DeleteFunc(slices.Clone(t.droppable), func(c int) bool {
		_, uniform := t.uniform(c)
		return !uniform && slices.Contains(t.same, c)
	})
	order := slices.Clone(droppable) // and then all other columns but the first, from the right
	var rooms []room
	for c := range t.Header {
		rooms = append(rooms, t.room(c))
	}
	for _, c := range slices.Backward(t.all()) {
		if c > 0 && !slices.Contains(order, c) {
			order = append(order, c)
		}
	}
	whole := slices.Clone(rooms) // names of rows in one line each
	if len(whole) > 0 {
		whole[0].least = whole[0].widest
	}
	columns, widths, left, fits := t.leaveOut(droppable, whole, width)
	if !fits && width < narrow { // names of rows in several lines
		columns, widths, left, fits = t.leaveOut(droppable, rooms, width)
	}
	if !fits && width < narrow {
		broken := slices.Clone(rooms) // long words in several lines
		for c := range broken {
			if c == 0 {
				broken[c].widest = broken[c].least // leaves more room for words of other columns
			} else if !t.Numeric(c) {
				broken[c].least = min(broken[c].least, least)
			}
		}
		columns, widths, left, fits = t.leaveOut(droppable, broken, width)
	}
	if !fits {
		columns, widths, left, _ = t.leaveOut(order, rooms, width)
	}
	out := t.draw(columns, widths)
	if len(left) > 0 {
		out += "\n" + Wrap(fmt.Sprintf("Left out to fit %d characters: %s.", width, strings.Join(slices.Compact(left), ", ")), width) // tables side by side have columns of one name
	}
	return out
}

// leaveOut leaves out columns in an order until the others fit. It returns the others with their widths, and the names of the columns that it left out.
func (t Table) leaveOut(order []int, rooms []room, width int) (columns, widths []int, left []string, fits bool) {
	columns = t.all()
	for widths, fits = fit(rooms, columns, width); !fits && len(order) > 0; order = order[1:] {
		columns = slices.DeleteFunc(columns, func(c int) bool { return c == order[0] })
		name := t.Header[order[0]]
		if value, uniform := t.uniform(order[0]); uniform && value != "" {
			name += " (" + value + ")"
		}
		left = append(left, name)
		widths, fits = fit(rooms, columns, width)
	}
	return columns, widths, left, fits
}

// uniform returns the first value of a column, and whether there are several rows and all have that value.
func (t Table) uniform(column int) (value string, uniform bool) {
	if len(t.Rows) < 2 {
		return "", false
	}
	value = t.Rows[0][column].Text
	return value, !slices.ContainsFunc(t.Rows, func(r []Value) bool { return r[column].Text != value })
}

// room has the width of a column without wrapping, and the smallest width to which it can be wrapped.
type room struct{ widest, least int }

// room returns the room of a column by its heading and its values.
func (t Table) room(column int) room {
	r := room{length(t.Header[column]), longest(t.Header[column])}
	numeric := column > 0 && t.Numeric(column)
	for _, row := range t.Rows {
		text := row[column].Text
		r.widest = max(r.widest, length(text))
		if numeric {
			r.least = max(r.least, length(text))
		} else {
			r.least = max(r.least, longest(text), min(least, r.widest))
		}
	}
	return r
}

// fit returns widths of columns for lines of at most width characters, narrowing the widest column first, and false if the smallest widths are too wide.
func fit(rooms []room, columns []int, width int) (widths []int, fits bool) {
	total, narrowest := 3*len(columns)-1, 3*len(columns)-1 // two spaces around each column, and lines between columns
	for _, c := range columns {
		widths = append(widths, rooms[c].widest)
		total, narrowest = total+rooms[c].widest, narrowest+rooms[c].least
	}
	if width > 0 && narrowest > width {
		for i, c := range columns {
			widths[i] = rooms[c].least
		}
		return widths, false
	}
	for ; width > 0 && total > width; total-- {
		widest := -1 // of the columns that may still be narrowed: there is one, as total is larger than narrowest
		for i, c := range columns {
			if widths[i] > rooms[c].least && (widest < 0 || widths[i] > widths[widest]) {
				widest = i
			}
		}
		widths[widest]--
	}
	return widths, true
}

// List returns pairs of a name and a text in two columns, without lines or heading. It wraps texts to lines of at most width characters, 0 for any number.
func List(pairs [][2]string, width int) string {
	names := 0
	for _, p := range pairs {
		names = max(names, length(p[0])+2)
	}
	if width > 0 {
		width = max(least, width-names)
	}
	var lines []string
	for _, p := range pairs {
		for i, line := range strings.Split(Wrap(p[1], width), "\n") {
			lines = append(lines, fmt.Sprintf("%-*s%s", names, map[bool]string{true: p[0]}[i == 0], line))
		}
	}
	return strings.Join(lines, "\n")
}

// Wrap puts words into lines of at most width characters, 0 for any number. It breaks a word only if that is longer than a line, after
// plus signs and slashes. (WrapSoft of go-pretty cuts words, and fills lines with spaces.)
func Wrap(words string, width int) string {
	var lines []string
	line := ""
	for _, word := range inWords(words) {
		pieces := []string{word}
		if width > 0 && length(word) > width {
			pieces = parts(word)
		}
		for i, piece := range pieces {
			if i == 0 && line != "" {
				piece = " " + piece
			}
			if width > 0 && line != "" && length(line+piece) > width {
				lines, line, piece = append(lines, line), "", strings.TrimPrefix(piece, " ")
			}
			line += piece
		}
	}
	return strings.Join(append(lines, line), "\n")
}

// inWords returns the words of a text. A number and its per cent sign are one word.
func inWords(s string) (words []string) {
	for _, word := range strings.Fields(s) {
		if last := len(words) - 1; last >= 0 && word[0] == '%' {
			words[last] += " " + word
			continue
		}
		words = append(words, word)
	}
	return words
}

// wrapCell wraps the words of a cell into lines of at most width characters, and breaks lines that are still longer.
func wrapCell(words string, width int) string {
	var lines []string
	for line := range strings.SplitSeq(Wrap(words, width), "\n") {
		for width > 0 && length(line) > width {
			lines, line = append(lines, string([]rune(line)[:width])), string([]rune(line)[width:])
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// parts returns the parts of a word between which a line may end: after plus signs and slashes.
func parts(word string) []string {
	return strings.Split(strings.NewReplacer("+", "+\n", "/", "/\n").Replace(word), "\n")
}

// length returns the number of characters that a text takes on a terminal.
func length(s string) int { return text.StringWidthWithoutEscSequences(s) }

// longest returns the length of the longest part of a word in a text: lines cannot be shorter.
func longest(s string) (n int) {
	for _, word := range inWords(s) {
		for _, part := range parts(word) {
			n = max(n, length(part))
		}
	}
	return n
}

// draw returns the table with some columns, each wrapped to its width.
func (t Table) draw(columns, widths []int) string {
	w := t.writer(columns, func(i int, c *table.ColumnConfig) { c.WidthMax, c.WidthMaxEnforcer = widths[i], wrapCell })
	w.SetStyle(table.StyleLight)
	w.Style().Format.Header = text.FormatDefault
	w.Style().Options.DrawBorder = false
	return w.Render()
}
