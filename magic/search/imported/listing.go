package imported

import (
	"fmt"
	"slices"
	"strings"
)

// record is a line of a listing, such as a log or a table of text.
type record struct {
	pattern []string // its words and signs, with # for a number and @ for the name of a square
	numbers []cell   // with the word before each
	square  int      // the square that it names, or -1
	line    int
}

// listing reads what a file states line by line: "rook a1: magic 0x12, shift 52", or CSV, whose first line names the columns.
func (r *reader) listing(nodes []node) {
	var lines [][]*node
	flatten(nodes, func(n *node) {
		if last := len(lines) - 1; last >= 0 && lines[last][0].line == n.line {
			lines[last] = append(lines[last], n)
		} else {
			lines = append(lines, []*node{n})
		}
	})
	sheets, title := map[string][]record{}, map[string]string{} // lines of a pattern, and the line above the first
	heading := ""
	var order []string
	for _, line := range lines {
		rec := recordOf(line)
		if len(rec.numbers) == 0 {
			if heading = strings.Join(rec.pattern, " "); len(line) >= 64 {
				heading = ""
			}
			continue
		}
		const most = 16
		key := ""
		for n := range most { // a square that comes again begins the next sheet
			key = fmt.Sprint(rec.pattern, n)
			rows := sheets[key]
			if len(rows) < 64 && (rec.square < 0 || !slices.ContainsFunc(rows, func(other record) bool { return other.square == rec.square })) {
				break
			}
		}
		if sheets[key] == nil {
			order = append(order, key)
			title[key] = heading
		}
		sheets[key] = append(sheets[key], rec)
	}
	for _, key := range order {
		if rows := sheets[key]; len(rows) == 64 {
			r.sheet(rows, title[key])
		}
	}
}

// recordOf reads a line.
func recordOf(line []*node) record {
	rec := record{square: -1, line: line[0].line}
	last := ""
	for i, n := range line {
		sq, named := squareName(n.text)
		switch {
		case n.kind == number:
			cells := []node{*n}
			if i > 0 && line[i-1].is("-") {
				cells = []node{*line[i-1], *n}
				rec.pattern = rec.pattern[:len(rec.pattern)-1]
			}
			rec.numbers = append(rec.numbers, cell{cells, last})
			rec.pattern = append(rec.pattern, "#")
		case n.kind == word && named && rec.square < 0:
			rec.square = sq
			rec.pattern = append(rec.pattern, "@")
		default:
			if n.kind == word {
				last = n.text
			}
			rec.pattern = append(rec.pattern, n.text)
		}
	}
	return rec
}

// sheet takes the columns out of 64 lines of one pattern.
func (r *reader) sheet(records []record, title string) {
	var rows [][]cell
	var squares []int
	named := true
	for _, rec := range records {
		rows, squares = append(rows, rec.numbers), append(squares, rec.square)
		named = named && rec.square >= 0
	}
	for j := 0; j < len(rows[0]) && !named; j++ { // a column may number the squares
		numbers := make([]int, 64)
		for i := range rows {
			value, _ := r.names.evalAny(rows[i][j].nodes)
			numbers[i] = int(min(value, 64))
		}
		if slices.Max(numbers) < 64 && distinct(numbers) {
			squares = numbers
			break
		}
	}
	if slices.Min(squares) < 0 {
		squares = nil
	}
	pattern := records[0].pattern
	heads := headings(title, strings.Join(pattern, " "))
	piece := ""
	for _, w := range pattern {
		if hintOf(w) != silent {
			piece = w
		}
	}
	if piece == "" && heads == nil {
		piece = title
	}
	fields := slices.DeleteFunc(slices.Clone(pattern), func(w string) bool { return w == "," || w == ";" })
	var at []int // the fields that are numbers
	for i, w := range fields {
		if w == "#" {
			at = append(at, i)
		}
	}
	r.tables++
	r.rows(rows, squares, named, records[0].line, func(j int, name string) string {
		if heads != nil {
			name = heads[min(at[j], len(heads)-1)]
		}
		if hintOf(name) == silent && piece != name {
			name = piece + "." + name
		}
		return strings.Trim(notInNames.ReplaceAllString(name, "_"), "._")
	})
}

// headings returns the names of the columns, if a line names as many as a pattern has fields.
func headings(title, pattern string) []string {
	for _, separator := range []string{",", ";", " "} {
		heads, fields := strings.Split(title, separator), strings.Split(pattern, separator)
		if len(heads) > 1 && len(heads) == len(fields) {
			for i := range heads {
				heads[i] = strings.TrimSpace(heads[i])
			}
			return heads
		}
	}
	return nil
}
