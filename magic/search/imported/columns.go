package imported

import (
	"cmp"
	"fmt"
	"math/bits"
	"regexp"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/magic/search/factors"
)

// reader collects the columns of a file.
type reader struct {
	names   constants
	columns []*column
	tables  int
	stored  map[string]*assigned // elements that a program assigns one by one, by the text around the index
	order   []string             // their keys
	rights  []right              // amounts of >> that are constants
	strides []stride             // arrays [64][n]
	nearly  []near               // arrays of nearly 64 numbers
}

// right is a shift to the right by a constant.
type right struct {
	by      int
	hint    hint
	product bool // a product is shifted, or the constant's name says what it is for
}

// stride is an array [64][n].
type stride struct {
	words int
	name  string
}

// near is brackets that are nearly an array of 64 large numbers: a number may be missing, or there twice, or a name in its place.
type near struct{ name, fault string }

// assigned is the elements of an array that are assigned one by one.
type assigned struct {
	line   int
	values map[int][]node
	named  bool
}

// columnsOf returns the columns of a file.
func columnsOf(nodes []node) *reader {
	r := &reader{names: constants{}, stored: map[string]*assigned{}}
	r.constants(nodes)
	if len(nodes) >= 64 && !slices.ContainsFunc(nodes, func(n node) bool { return n.kind == group }) {
		r.table(&node{kind: group, text: "[", line: nodes[0].line, within: nodes}, "list")
	}
	r.collect(nodes, "")
	for _, key := range r.order {
		if a := r.stored[key]; len(a.values) == 64 {
			var cells [64][]node
			for sq, value := range a.values {
				cells[sq] = value
			}
			r.tables++
			r.column(key, a.line, 0, cells, a.named)
		}
	}
	r.words(0)
	if !slices.ContainsFunc(r.columns, func(c *column) bool { return c.shape == large }) {
		before := len(r.columns)
		r.listing(nodes)
		r.words(before)
	}
	return r
}

// nearby is how many nodes before a bracket are searched for its name, and how many after a sign = for its value.
const nearby = 24

// valueAt returns the nodes of the value behind a sign =.
func valueAt(nodes []node, at int) []node {
	end := at + 1
	for end < len(nodes) && end < at+nearby && !nodes[end].is(";") && !nodes[end].is(",") && (end == at+1 || !nodes[end].first) {
		end++
	}
	return nodes[at+1 : end]
}

// constants collects names of numbers, amounts of shifts, and strides.
func (r *reader) constants(nodes []node) {
	for i := range nodes {
		n := &nodes[i]
		switch {
		case n.is("=") && i > 0:
			value := valueAt(nodes, i)
			if len(value) == 0 || len(value) > 1 && value[0].opens("{") {
				break
			}
			name := declared(nodes[:i])
			if _, again := r.names[name]; name != "" && !again {
				if value, ok := r.names.eval(value, false); ok {
					r.names[name] = value
				}
			}
		case (n.is(">>") || n.kind == word && shiftsRight.MatchString(n.text)) && i+1 < len(nodes):
			r.shifted(nodes, i)
		case n.opens("[") && i+1 < len(nodes) && nodes[i+1].opens("["):
			r.stride(lastWord(nodes[max(0, i-1):i]), n.within, nodes[i+1].within)
		case n.opens("["): // [[u64; 4096]; 64]
			if all := elements(n.within); len(all) == 2 && len(all[0]) == 1 && all[0][0].opens("[") {
				if inner := elements(all[0][0].within); len(inner) == 2 {
					r.stride(declared(nodes[:i]), all[1], inner[1])
				}
			}
		}
		r.constants(n.within)
	}
}

var shiftsRight = regexp.MustCompile(`^(u?shr|lsr|shiftR|unsafeShiftR)$`)

// shifted notes a shift to the right.
func (r *reader) shifted(nodes []node, at int) {
	amount := at + 1
	if nodes[amount].is(">") && amount+1 < len(nodes) { // >>>
		amount++
	}
	value, ok := r.names.eval(nodes[amount:amount+1], false)
	if !ok || value >= 64 {
		return
	}
	name := ""
	flatten(nodes[amount:amount+1], func(n *node) { name += " " + n.text })
	product := roleOf(name) != silence || hintOf(name) != silent
	for i := at - 1; i >= 0 && at-i < nearby && !nodes[i].is(";") && !nodes[i].is("=") && !product; i-- {
		flatten(nodes[i:i+1], func(n *node) { product = product || n.is("*") || strings.Contains(n.text, "mul") })
	}
	if found := (right{int(value), hintOf(name), product}); !slices.Contains(r.rights, found) {
		r.rights = append(r.rights, found)
	}
}

func (r *reader) stride(name string, squares, length []node) {
	n, ok := r.names.eval(squares, false)
	words, too := r.names.eval(length, false)
	if ok && too && n == 64 && words > 64 && words <= 1<<factors.MaxIndexBits {
		r.strides = append(r.strides, stride{int(words), name})
	}
}

// declared returns the name to which the nodes before a sign = or before an opening bracket give a value.
func declared(before []node) string {
	begin, least := len(before)-1, max(0, len(before)-nearby)
	for begin > least && !before[begin].first && !before[begin-1].is(";") && !before[begin-1].is(",") && !before[begin-1].opens("{") {
		begin--
	}
	before = before[max(begin, 0):]
	for i := range before {
		if i > 0 && (before[i].is(":") || before[i].is("->") || before[i].kind == word && before[i].text == "As") {
			return lastWord(before[:i])
		}
	}
	if len(before) > 1 && before[0].kind == word && before[0].text == "var" && before[1].kind == word {
		return before[1].text // var name [64]uint64
	}
	if len(before) > 0 && before[0].opens("[") { // [ROOK] =
		return cmp.Or(lastWord(before), lastWord(before[0].within))
	}
	return lastWord(before)
}

// collect finds the tables among nodes.
func (r *reader) collect(nodes []node, path string) {
	number := 0
	for i := range nodes {
		n := &nodes[i]
		if n.kind != group {
			if n.is("=") {
				r.assignment(nodes, i, path)
			}
			continue
		}
		// The name stands before =, which may stand on the line before the bracket.
		name := ""
		begin := i
		for begin > 0 && i-begin < nearby && !nodes[begin].is("=") && !nodes[begin].is(";") && !nodes[begin].is(",") {
			begin--
		}
		if nodes[begin].is("=") {
			name = declared(nodes[:begin])
		} else if !n.first {
			name = declared(nodes[:i])
		} else if i > 0 && nodes[i-1].opens("(") {
			name = declared(nodes[:i-1]) // the body of a function
		}
		name = cmp.Or(name, fmt.Sprint(number))
		number++
		inner := strings.TrimPrefix(path+"."+name, ".")
		if len(inner) > 200 {
			inner = name // as names of names of code grow
		}
		if !r.table(n, inner) {
			r.collect(n.within, inner)
		}
	}
}

// assignment notes name[i] = value.
func (r *reader) assignment(nodes []node, at int, path string) {
	begin := at
	for begin > 0 && at-begin < nearby && !nodes[begin-1].is(";") && !nodes[begin-1].is(",") && !nodes[begin].first {
		begin--
	}
	key, named, sq := path, false, -1 // the same name in another function is another array
	for i := begin; i < at; i++ {
		if n := &nodes[i]; n.kind == word {
			key += "." + n.text
		} else if n.opens("[") && key != path {
			if s, by, ok := r.names.square(n.within); ok && (sq < 0 || by) {
				sq, named = s, by
			} else {
				key += "." + lastWord(n.within)
			}
		}
	}
	if sq < 0 {
		return
	}
	key = strings.TrimPrefix(key, ".")
	a := r.stored[key]
	if a == nil {
		a = &assigned{nodes[begin].line, map[int][]node{}, true}
		r.stored[key] = a
		r.order = append(r.order, key)
	}
	if a.values[sq] == nil {
		a.values[sq], a.named = valueAt(nodes, at), a.named && named
	}
}

// cell is a number of a row, or something else in its place, and the name of its field.
type cell struct {
	nodes []node
	field string
}

// maxCells is the highest number of numbers in a row.
const maxCells = 16

// cells returns the numbers of a row.
func (r *reader) cells(element []node, field string, all []cell) []cell {
	if label, rest := labelled(element); label != nil {
		field = cmp.Or(lastWord(label), field)
		element = rest
	}
	found := false
	if _, number := r.names.evalAny(element); !number {
		for i := range element {
			if n := &element[i]; n.kind == group && (n.text != "[" || i == 0) {
				found = true
				for _, inner := range elements(n.within) {
					if len(all) <= maxCells {
						all = r.cells(inner, field, all)
					}
				}
			}
		}
	}
	if found {
		return all
	}
	return append(all, cell{element, field})
}

// table takes the columns out of brackets, and reports whether there are any.
func (r *reader) table(n *node, path string) (found bool) {
	if !n.opens("[") && slices.ContainsFunc(n.within, func(n node) bool { return n.is(";") }) {
		return false // code
	}
	all := elements(n.within)
	if len(all) != 8 && len(all) != 64 && len(all) != 128 {
		r.almost(all, path, n.line)
		return false
	}
	rows := make([][]cell, len(all))
	for i, element := range all {
		rows[i] = r.cells(element, "", nil)
		if len(rows[i]) != len(rows[0]) || len(rows[i]) == 0 || len(rows[i]) > maxCells {
			return false
		}
	}
	k := len(rows[0])
	r.tables++
	var cells [64][]node
	switch {
	case len(all) == 8 && k != 8:
		return false
	case len(all) == 8: // ranks of eight
		for i := range cells {
			cells[i] = rows[i/8][i%8].nodes
		}
		return r.column(path, n.line, 0, cells, false)
	case len(all) == 128 && k == 1 && r.short(rows): // two words for each square
		for half := range 2 {
			for i := range cells {
				cells[i] = rows[2*i+half][0].nodes
			}
			found = r.column(fmt.Sprint(path, ".", half), n.line, half, cells, false) || found
		}
		return found
	case len(all) == 128:
		for half := range 2 {
			found = r.rows(rows[64*half:][:64], nil, false, n.line, func(j int, field string) string {
				name := fmt.Sprint(path, ".", half)
				if k > 1 || field != "" {
					name += "." + cmp.Or(field, fmt.Sprint(j))
				}
				return name
			}) || found
		}
		return found
	}
	squares, named := r.squares(all, rows)
	return r.rows(rows, squares, named, n.line, func(j int, field string) string {
		if k > 1 || field != "" && squares == nil {
			return path + "." + cmp.Or(field, fmt.Sprint(j))
		}
		return path
	})
}

// squares returns the squares of rows if the rows tell them, in a label or in one of their cells, and whether they tell them by name.
func (r *reader) squares(all [][]node, rows [][]cell) (squares []int, named bool) {
	named = true
	for _, element := range all {
		label, _ := labelled(element)
		if sq, by, ok := r.names.square(label); ok {
			squares = append(squares, sq)
			named = named && by
		}
	}
	for j := 0; j < len(rows[0]) && squares == nil; j++ {
		for i := range rows {
			if sq, ok := squareName(lastWord(rows[i][j].nodes)); ok && len(rows[i][j].nodes) <= 3 {
				squares = append(squares, sq)
			}
		}
	}
	return squares, named
}

// rows adds the columns of a table of 64 rows, and reports whether all cells of one are numbers.
func (r *reader) rows(rows [][]cell, squares []int, named bool, line int, name func(j int, field string) string) (found bool) {
	permuted := distinct(squares)
	for j := range rows[0] {
		var cells [64][]node
		for i := range rows {
			if permuted {
				cells[squares[i]] = rows[i][j].nodes
			} else {
				cells[i] = rows[i][j].nodes
			}
		}
		found = r.column(name(j, rows[0][j].field), line, j, cells, permuted && named) || found
	}
	return found
}

// almost notes brackets that hold nearly 64 large numbers, where a number may be missing, or there twice; or at least two, if they
// are called magics of a piece.
func (r *reader) almost(all [][]node, path string, line int) {
	least, numbers := 32, 0
	if roleOf(path) == saysMagic && hintOf(path).one() {
		least = 2
	}
	if len(all) < least || len(all) > 2*64 {
		return
	}
	for _, element := range all {
		_, element = labelled(element)
		if value, ok := r.names.evalAny(element); ok && value>>32 != 0 {
			numbers++
		}
	}
	if numbers >= least && numbers > len(all)/2 {
		r.nearly = append(r.nearly, near{path, fmt.Sprintf("%s (line %d) has %d numbers", path, line, len(all))})
	}
}

// short reports whether all numbers of a table of one column are words of 32 bits, and most are long enough to be halves of magics.
func (r *reader) short(rows [][]cell) bool {
	long := 0
	for i := range rows {
		value, ok := r.names.evalAny(rows[i][0].nodes)
		if !ok || !half(value) {
			return false
		}
		if value>>16 != 0 {
			long++
		}
	}
	return long >= len(rows)/2
}

// half reports whether a number is a word of 32 bits, with or without a sign.
func half(value uint64) bool { return value>>32 == 0 || value>>31 == 1<<33-1 }

// distinct reports whether squares are all squares.
func distinct(squares []int) bool {
	seen := uint64(0)
	for _, sq := range squares {
		seen |= 1 << sq
	}
	return len(squares) == 64 && bits.OnesCount64(seen) == 64
}

// column adds a column, and reports whether all its cells are numbers.
func (r *reader) column(name string, line, place int, cells [64][]node, named bool) (found bool) {
	above, zero := false, false // a literal without a prefix has a digit above 9; one begins with 0
	for _, cell := range cells {
		flatten(cell, func(n *node) {
			if bare, decimal := bare(n.text); n.kind == number && bare {
				above = above || !decimal
				zero = zero || len(n.text) > 2 && n.text[0] == '0' && n.text[1] != 'b'
			}
		})
	}
	// Numbers that begin with 0 and have no digit above 9 are read both ways, and proof decides.
	for _, hex := range [...]bool{false, true} {
		if hex && !above && !zero || !hex && above {
			continue
		}
		c := &column{name: name, line: line, table: r.tables, place: place, cells: cells, hex: hex, named: named}
		missing := -1
		for i := range c.values {
			var is bool
			if c.values[i], is = r.names.eval(cells[i], hex); !is {
				c.values[i] = 0
				if missing < 0 {
					missing = i
				}
			}
		}
		if missing < 0 {
			r.add(c)
			found = true
		} else if c.count(func(v uint64) bool { return v>>32 != 0 }) >= 32 {
			r.nearly = append(r.nearly, near{c.name, fmt.Sprintf("%v has no number in place %d", c, missing)})
		}
	}
	return found
}

// add adds a column.
func (r *reader) add(c *column) {
	c.hint, c.kind = hintOf(c.name), roleOf(c.name)
	c.judge()
	r.columns = append(r.columns, c)
}

var halfName = regexp.MustCompile(`(?i:(?:^|_|[^a-z])(lo|low|lower|hi|high|upper)(?:word|32|bits)?(?:_|[0-9.]|$))|(Lo|Low|Lower|Hi|High|Upper)(?:Word|32|Bits)?(?:[A-Z_0-9.]|$)`)

// halfOf returns a name without the word that says which half of its numbers a column holds, and that word's first letter.
func halfOf(name string) (rest string, which byte) {
	m := halfName.FindStringSubmatchIndex(name)
	if m == nil {
		return name, 0
	}
	begin, end := max(m[2], m[4]), max(m[3], m[5])
	return name[:begin] + name[end:], name[begin] | 0x20
}

// words adds the columns whose numbers stand in the file as two words of 32 bits: side by side in a row, or in two arrays that are
// called the low and the high words. Where no name says which is which, both are tried. It looks at the columns from a number on.
func (r *reader) words(from int) {
	var short []*column
	for _, c := range r.columns[from:] {
		if c.count(half) == 64 && c.count(func(v uint64) bool { return v>>16 != 0 }) >= 24 && len(short) < maxCandidates {
			short = append(short, c)
		}
	}
	for _, a := range short {
		nameA, halfA := halfOf(a.name)
		for _, b := range short {
			nameB, halfB := halfOf(b.name)
			named := halfA == 'l' && (halfB == 'h' || halfB == 'u') && nameA == nameB
			if named && (a.table == b.table || a.array() != b.array()) {
				r.word(a, b, strings.Trim(nameA, "._"))
			} else if a.table == b.table && b.place == a.place+1 && (halfA == 0 || halfB == 0) {
				r.word(a, b, a.name)
				r.word(b, a, a.name)
			}
		}
	}
}

// word adds a column of two halves.
func (r *reader) word(low, high *column, name string) {
	c := &column{name: name, line: low.line, table: low.table, place: low.place, halves: []*column{low, high}, named: low.named}
	for i := range c.values {
		c.values[i] = high.values[i]<<32 | low.values[i]&(1<<32-1)
	}
	r.add(c)
}
