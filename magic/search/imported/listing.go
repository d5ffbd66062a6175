package imported

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

var (
	assembler  = regexp.MustCompile(`(?im)^[ \t]*([\w.$]+:?[ \t]+)?(\.quad|\.8byte|\.xword|\.dword|\.long|\.4byte|\.word|dq|dd|qword|dcq|dcd)[ \t]+[-$0-9][^{}=]*$`)
	asmLabel   = regexp.MustCompile(`^[ \t]*([A-Za-z_.$?@][\w.$?@]*):`)
	asmData    = regexp.MustCompile(`(?i)^[ \t]*(?:([A-Za-z_.$?@][\w.$?@]*)[ \t]+)?(?:\.(?:quad|8byte|xword|dword|long|int|4byte|word|short|2byte|hword|byte)|dq|dd|dw|db|qword|dcq|dcd|dcb)[ \t]`)
	asmComment = regexp.MustCompile(`(;|//|#|@|/\*).*$`)
	asmShift   = regexp.MustCompile(`(?i)^[ \t]*(?:shrq?|lsr|srli?|srdi)[ \t](?:.*[ \t,])?[#$]?([0-9]+)[ \t]*(?:,[ \t]*%\w+[ \t]*)?(?:;.*|//.*)?\s*$`)
	notInNames = regexp.MustCompile(`[^\w.]+`)
)

// assembled splits a file in assembler: the numbers that directives define below a label are brackets named by the label, and a
// shift to the right by a constant is an expression.
func assembled(text string) []node {
	var all []node
	name, first, at := "", true, 0
	for i, line := range strings.SplitAfter(text, "\n") {
		begin := at
		at += len(line)
		if m := asmLabel.FindStringSubmatch(line); m != nil {
			name, first = m[1], true
			begin += len(m[0])
			line = line[len(m[0]):]
		}
		m := asmData.FindStringSubmatch(line)
		if m == nil {
			if m := asmShift.FindStringSubmatch(line); m != nil {
				all = append(all, node{kind: sign, text: ">>", line: i + 1}, node{kind: number, text: m[1], line: i + 1})
			}
			continue
		}
		if m[1] != "" {
			name, first = m[1], true
		}
		if first {
			all = append(all, node{kind: word, text: name, line: i + 1, first: true}, node{kind: sign, text: "=", line: i + 1},
				node{kind: group, text: "{", line: i + 1, at: begin})
			first = false
		}
		data := asmComment.ReplaceAllString(strings.TrimRight(line, "\r\n"), "")
		s := source{text: text[:begin+len(data)], at: begin + len(m[0]), line: i + 1, open: make([]node, 1)}
		s.split()
		for len(s.open) > 1 {
			s.close()
		}
		in := &all[len(all)-1]
		if in.kind != group { // a shift between the numbers of a label
			continue
		}
		if len(in.within) > 0 {
			in.within = append(in.within, node{kind: sign, text: ",", line: i + 1})
		}
		in.within = append(in.within, s.open[0].within...)
		in.end = s.at
	}
	return all
}

// record is a line of a listing, such as a log or a table of text.
type record struct {
	pattern string   // its words and signs, with # for a number and @ for the name of a square
	fields  []string // of each number, the word before it
	numbers []node
	square  int // the square that it names, or -1
	line    int
}

// listing takes down what a file states line by line: "rook a1: magic 0x12, shift 52", or CSV, whose first line names the columns.
func (r *reader) listing(nodes []node) {
	var lines [][]*node
	flatten(nodes, func(n *node) {
		if last := len(lines) - 1; last >= 0 && lines[last][0].line == n.line {
			lines[last] = append(lines[last], n)
		} else {
			lines = append(lines, []*node{n})
		}
	})
	sheets := map[string][]record{}
	title := map[string]string{} // of the lines of a pattern, the line above the first
	heading := ""
	var order []string
	for _, line := range lines {
		rec := recordOf(line)
		if len(rec.numbers) == 0 {
			if heading = ""; len(line) < 64 {
				heading = spelling(line)
			}
			continue
		}
		key := rec.pattern
		for n := 1; ; n++ { // a square that comes again begins the next sheet
			rows := sheets[key]
			if len(rows) < 64 && (rec.square < 0 || !slices.ContainsFunc(rows, func(other record) bool { return other.square == rec.square })) {
				break
			}
			key = fmt.Sprint(rec.pattern, " ", n)
			if n > 16 {
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

// flatten visits nodes, and for a group its brackets' content.
func flatten(nodes []node, visit func(*node)) {
	for i := range nodes {
		if n := &nodes[i]; n.kind == group {
			flatten(n.within, visit)
		} else {
			visit(n)
		}
	}
}

// recordOf reads a line.
func recordOf(line []*node) record {
	rec := record{square: -1, line: line[0].line}
	var pattern []string
	last := ""
	for i, n := range line {
		sq, named := squareName(n.text)
		switch {
		case n.kind == number:
			if i > 0 && line[i-1].is("-") {
				rec.numbers = append(rec.numbers, node{kind: group, text: "(", line: n.line, at: line[i-1].at, end: n.end, within: []node{*line[i-1], *n}})
				pattern[len(pattern)-1] = "#"
			} else {
				rec.numbers = append(rec.numbers, *n)
				pattern = append(pattern, "#")
			}
			rec.fields = append(rec.fields, last)
		case n.kind == word && named && rec.square < 0:
			rec.square = sq
			pattern = append(pattern, "@")
		default:
			if n.kind == word {
				last = n.text
			}
			pattern = append(pattern, n.text)
		}
	}
	rec.pattern = strings.Join(pattern, " ")
	return rec
}

// spelling joins the words of a line.
func spelling(line []*node) string {
	var all []string
	for _, n := range line {
		all = append(all, n.text)
	}
	return strings.Join(all, " ")
}

// sheet takes the columns out of 64 lines of one pattern.
func (r *reader) sheet(rows []record, title string) {
	k := len(rows[0].numbers)
	value := func(i, j int) uint64 {
		v, _ := r.names.evalAny(rows[i].numbers[j : j+1])
		return v
	}
	squares, named, own := make([]int, 64), true, -1
	for i := range rows {
		squares[i] = rows[i].square
		named = named && squares[i] >= 0
	}
	for j := 0; j < k && !named && own < 0; j++ {
		for i := range rows {
			squares[i] = int(min(value(i, j), 64))
		}
		if slices.Max(squares) < 64 && distinct(squares) {
			own = j
		}
	}
	permuted := (named || own >= 0) && distinct(squares)
	words, heads := strings.Fields(rows[0].pattern), headings(title, rows[0].pattern)
	piece := ""
	for _, w := range words {
		if hintOf(w) != silent {
			piece = w
		}
	}
	if piece == "" && heads == nil {
		piece = title
	}
	var cells [][64][]node
	var names []string
	at := 0
	for i, w := range slices.DeleteFunc(words, func(w string) bool { return w == "," || w == ";" }) {
		if w != "#" {
			continue
		}
		j := at
		at++
		if j == own {
			continue
		}
		name := rows[0].fields[j]
		if heads != nil {
			name = heads[min(i, len(heads)-1)]
		}
		if hintOf(name) == silent && piece != name {
			name = piece + "." + name
		}
		var c [64][]node
		for i := range rows {
			at := i
			if permuted {
				at = squares[i]
			}
			c[at] = rows[i].numbers[j : j+1]
		}
		cells, names = append(cells, c), append(names, strings.Trim(notInNames.ReplaceAllString(name, "_"), "._"))
	}
	if len(cells) > 0 {
		r.columnsOf(cells, names, rows[0].line, permuted && named)
	}
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
