package imported

import (
	"fmt"
	"math/bits"
	"regexp"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/magic/search/factors"
)

// column is a number for each of 64 squares.
type column struct {
	name   string
	line   int
	table  int // the brackets that it stands in, as a number
	values [64]uint64
	named  bool // the file names the squares, a1 = 0; else the numbers are in the order of the file
	hint   hint
}

// String names the column.
func (c *column) String() string {
	return fmt.Sprintf("%s (line %d)", c.name, c.line)
}

// last returns the last part of the name if it is an index, or "".
func (c *column) last() string {
	name := c.name[strings.LastIndexByte(c.name, '.')+1:]
	if name == "" || strings.Trim(name, "0123456789") != "" {
		return ""
	}
	return name
}

// hint is what a name says about a piece.
type hint uint8

const (
	silent hint = iota
	saysRook
	saysBishop
	saysBoth
)

var (
	rookName   = regexp.MustCompile(`rook|castle|turm|\btour|torre|straight|orthogonal|(^|[^a-z])(r|rk)(_|[^a-z_]|$)|(^|[^a-z])r(_?)(magic|shift|bits|mult|factor|mask|offset|num|idx|index)`)
	bishopName = regexp.MustCompile(`bishop|l(ae|ä)ufer|\bfou|alfil|diagonal|(^|[^a-z])(b|bs)(_|[^a-z_]|$)|(^|[^a-z])b(_?)(magic|shift|bits|mult|factor|mask|offset|num|idx|index)`)
)

func hintOf(name string) hint {
	// rMagics is r_magics, so that its r is seen.
	var b strings.Builder
	for i, c := range name {
		if i > 0 && c >= 'A' && c <= 'Z' && name[i-1] >= 'a' && name[i-1] <= 'z' {
			b.WriteByte('_')
		}
		b.WriteRune(c)
	}
	name = strings.ToLower(b.String())
	h := silent
	if rookName.MatchString(name) {
		h = saysRook
	}
	if bishopName.MatchString(name) {
		h |= saysBishop
	}
	return h
}

// is reports whether a hint is for a piece, and says nothing about the other.
func (h hint) is(p board.Piece) bool { return h == saysRook+hint(p) }

// shape is what the numbers of a column can be, from their sizes.
type shape uint8

const (
	others     shape = iota
	large            // factors, perhaps
	indexBits        // 1 to 16
	shifts           // 48 to 63
	shifts32         // 16 to 31
	offsets          // small numbers, not all as small as those above
	masks            // relevant squares
	complement       // irrelevant squares
)

// shape returns the shape of a column.
func (c *column) shape() shape {
	lowest, highest, wide := ^uint64(0), uint64(0), 0
	near := true
	for _, v := range c.values {
		lowest, highest = min(lowest, v), max(highest, v)
		if v>>32 != 0 {
			wide++
		}
		near = near && offset(v) >= -8*factors.MaxOffset && offset(v) <= 8*factors.MaxOffset
	}
	switch {
	case lowest >= 1 && highest <= 16:
		return indexBits
	case lowest >= 48 && highest <= 63:
		return shifts
	case lowest >= 16 && highest <= 31:
		return shifts32
	case near && highest > 63:
		return offsets
	}
	for _, p := range pieces {
		if _, ok := c.showsMasks(p, 0); ok {
			return masks
		}
		if _, ok := c.showsMasks(p, ^uint64(0)); ok {
			return complement
		}
	}
	if wide >= 32 {
		return large
	}
	return others
}

// plausible reports whether small numbers can belong to the factors of a piece. Programs have many arrays of 64 small numbers, such
// as the values of squares.
func (c *column) plausible(s shape, p board.Piece) bool {
	switch s {
	case indexBits:
		const far = 4
		for i, v := range c.values {
			if usual := bits.OnesCount64(board.Mask(p, i)); int(v) < usual-far || int(v) > usual+far {
				return false
			}
		}
	case offsets:
		const many, wide = 48, 1024
		different := map[int]bool{}
		lowest, highest := offset(c.values[0]), offset(c.values[0])
		for _, v := range c.values {
			different[offset(v)] = true
			lowest, highest = min(lowest, offset(v)), max(highest, offset(v))
		}
		return len(different) >= many && highest-lowest >= wide
	}
	return true
}

// showsMasks returns the order in which a column holds the masks of a piece, inverted where invert is set.
func (c *column) showsMasks(p board.Piece, invert uint64) (o order, ok bool) {
	for _, o := range orders {
		if !slices.ContainsFunc(positions[:], func(i int) bool { return c.values[i]^invert != board.Mask(p, o.square(i)) }) {
			return o, true
		}
	}
	return order{}, false
}

// positions are 0 to 63.
var positions = func() (all [64]int) {
	for i := range all {
		all[i] = i
	}
	return all
}()

// offset returns a number as a signed offset. Offsets may be negative, also modulo 2^32.
func offset(v uint64) int {
	if v>>31 == 1 {
		return int(int32(v))
	}
	return int(v)
}

// reader collects the columns of a file.
type reader struct {
	names   constants
	columns []*column
	tables  int
	stored  map[string]*assigned // 64 assignments, by the text around the index
	order   []string             // their keys
	rights  []int                // amounts of >> that are constants
	strides []int                // second lengths of arrays [64][n]
	nearly  []string             // arrays of nearly 64 numbers
}

// assigned is an array whose elements a program assigns one by one.
type assigned struct {
	line    int
	values  [64][]node
	squares [64]bool
	n       int
	named   bool
}

// columnsOf returns the columns of a file.
func columnsOf(nodes []node) *reader {
	r := &reader{names: constants{}, stored: map[string]*assigned{}}
	r.constants(nodes)
	if elementsAlone(nodes) {
		r.table(&node{kind: group, text: "[", line: nodes[0].line, within: nodes}, "list")
	}
	r.collect(nodes, "")
	for _, key := range r.order {
		if a := r.stored[key]; a.n == 64 {
			r.columnsOf([][64][]node{a.values}, []string{key}, a.line, a.named)
		}
	}
	return r
}

// elementsAlone reports whether a file is a list of numbers without brackets.
func elementsAlone(nodes []node) bool {
	return len(nodes) >= 64 && !slices.ContainsFunc(nodes, func(n node) bool { return n.kind == group })
}

// constants collects names of numbers, amounts of shifts, and strides.
func (r *reader) constants(nodes []node) {
	for i := range nodes {
		n := &nodes[i]
		switch {
		case n.is("=") && i > 0 && i+1 < len(nodes):
			end := i + 1
			for end < len(nodes) && end < i+nearby && !nodes[end].is(";") && !nodes[end].is(",") && (end == i+1 || !nodes[end].first) {
				end++
			}
			if end-i > 1 && nodes[i+1].opens("{") {
				break
			}
			if name := declared(nodes[:i]); name != "" {
				if value, ok := r.names.eval(nodes[i+1:end], false); ok {
					if _, again := r.names[name]; !again {
						r.names[name] = value
					}
				}
			}
		case n.is(">>") && i+1 < len(nodes):
			if value, ok := r.names.eval(nodes[i+1:i+2], false); ok && value < 64 && !slices.Contains(r.rights, int(value)) {
				r.rights = append(r.rights, int(value))
			}
		case n.opens("[") && i+1 < len(nodes) && nodes[i+1].opens("["):
			r.stride(n.within, nodes[i+1].within)
		case n.opens("["): // [[u64; 4096]; 64]
			all := elements(n.within)
			if len(all) == 2 && len(all[0]) == 1 && all[0][0].opens("[") {
				if inner := elements(all[0][0].within); len(inner) == 2 {
					r.stride(all[1], inner[1])
				}
			}
		}
		if n.kind == group {
			r.constants(n.within)
		}
	}
}

func (r *reader) stride(squares, length []node) {
	n, ok := r.names.eval(squares, false)
	words, too := r.names.eval(length, false)
	if ok && too && n == 64 && words > 64 && words <= 1<<factors.MaxIndexBits {
		r.strides = append(r.strides, int(words))
	}
}

// nearby is how many nodes before a bracket are searched for its name, and how many after a sign = for its value.
const nearby = 24

// declared returns the name to which the nodes before a sign = or before an opening bracket give a value.
func declared(before []node) string {
	begin, least := len(before)-1, max(0, len(before)-nearby)
	for begin > least && !before[begin].first && !before[begin-1].is(";") && !before[begin-1].is(",") && !before[begin-1].opens("{") {
		begin--
	}
	before = before[max(begin, 0):]
	for i := range before {
		if i > 0 && (before[i].is(":") || before[i].is("->")) {
			return lastWord(before[:i])
		}
	}
	if len(before) > 1 && before[0].kind == word && before[0].text == "var" && before[1].kind == word {
		return before[1].text // var name [64]uint64
	}
	if name := lastWord(before); name != "" {
		return name
	}
	if len(before) > 0 && before[0].opens("[") { // [ROOK] =
		return lastWord(before[0].within)
	}
	return ""
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
		if name == "" {
			name = fmt.Sprint(number)
		}
		number++
		inner := name
		if path != "" {
			inner = path + "." + name
		}
		if len(inner) > 200 {
			inner = name // as names of names of code grow
		}
		if !r.table(n, inner) {
			r.collect(n.within, inner)
		}
	}
}

// assignment takes down name[i] = value.
func (r *reader) assignment(nodes []node, at int, path string) {
	begin := at
	for begin > 0 && at-begin < nearby && !nodes[begin-1].is(";") && !nodes[begin-1].is(",") && !nodes[begin].first {
		begin--
	}
	key, named, sq := "", false, -1
	for i := begin; i < at; i++ {
		n := &nodes[i]
		if n.kind == word {
			if key != "" {
				key += "."
			}
			key += n.text
		} else if n.opens("[") && key != "" {
			if s, by, ok := r.names.square(n.within); ok && (sq < 0 || by) {
				sq, named = s, by
			} else {
				key += "." + lastWord(n.within)
			}
		}
	}
	if sq < 0 || key == "" {
		return
	}
	key = strings.TrimPrefix(path+"."+key, ".") // the same name in another function is another array
	end := at + 1
	for end < len(nodes) && end < at+nearby && !nodes[end].is(";") && !nodes[end].is(",") && (end == at+1 || !nodes[end].first) {
		end++
	}
	a := r.stored[key]
	if a == nil {
		a = &assigned{line: nodes[begin].line, named: true}
		r.stored[key] = a
		r.order = append(r.order, key)
	}
	if a.squares[sq] {
		return
	}
	a.values[sq], a.squares[sq], a.named = nodes[at+1:end], true, a.named && named
	a.n++
}

// leaf is a number of a row, or something else in its place.
type leaf struct {
	nodes []node
	field string
}

// maxLeaves is the highest number of numbers in a row.
const maxLeaves = 16

// leaves returns the numbers of a row.
func (r *reader) leaves(element []node, field string, all []leaf) []leaf {
	if label, rest := labelled(element); label != nil {
		if name := lastWord(label); name != "" {
			field = name
		}
		element = rest
	}
	if _, number := r.names.evalAny(element); !number {
		found := false
		for i := range element {
			if n := &element[i]; n.kind == group && (n.text != "[" || i == 0) {
				found = true
				for _, inner := range elements(n.within) {
					if len(all) <= maxLeaves {
						all = r.leaves(inner, field, all)
					}
				}
			}
		}
		if found {
			return all
		}
	}
	return append(all, leaf{element, field})
}

// table takes the columns out of brackets, and reports whether there are any.
func (r *reader) table(n *node, path string) bool {
	if slices.ContainsFunc(n.within, func(n node) bool { return n.is(";") }) {
		return false // code
	}
	all := elements(n.within)
	if len(all) != 8 && len(all) != 64 && len(all) != 128 {
		r.almost(all, path, n.line)
		return false
	}
	rows := make([][]leaf, len(all))
	squares, labels, named := make([]int, len(all)), 0, 0
	for i, element := range all {
		label, _ := labelled(element)
		if sq, by, ok := r.names.square(label); ok && len(all) == 64 {
			squares[i] = sq
			labels++
			if by {
				named++
			}
		}
		rows[i] = r.leaves(element, "", nil)
		if len(rows[i]) != len(rows[0]) || len(rows[i]) > maxLeaves {
			return false
		}
	}
	k := len(rows[0])
	if len(all) == 8 { // ranks of eight
		if k != 8 {
			return false
		}
		flat := [64][]node{}
		for i := range flat {
			flat[i] = rows[i/8][i%8].nodes
		}
		return r.columnsOf([][64][]node{flat}, []string{path}, n.line, false)
	}
	if k == 0 {
		return false
	}
	// Squares can also be the first thing in each row.
	if labels == 0 && len(all) == 64 {
		for j := 0; j < k && labels == 0; j++ {
			for i := range rows {
				if sq, ok := squareName(lastWord(rows[i][j].nodes)); ok && len(rows[i][j].nodes) <= 3 {
					squares[i] = sq
					labels++
					named++
				}
			}
		}
	}
	permuted := labels == 64 && distinct(squares)
	found := false
	for half := range len(all) / 64 {
		var cells [][64][]node
		var names []string
		for j := range k {
			var c [64][]node
			for i := range c {
				at := i
				if permuted {
					at = squares[i]
				}
				c[at] = rows[64*half+i][j].nodes
			}
			name := path
			if len(all) == 128 {
				name = fmt.Sprintf("%s.%d", name, half)
			}
			if field := rows[0][j].field; k > 1 || field != "" && labels == 0 {
				if field == "" {
					field = fmt.Sprint(j)
				}
				name += "." + field
			}
			cells, names = append(cells, c), append(names, name)
		}
		found = r.columnsOf(cells, names, n.line, permuted && named == 64) || found
	}
	return found
}

// almost takes down brackets that hold nearly 64 large numbers: a number may be missing, or there twice.
func (r *reader) almost(all [][]node, path string, line int) {
	const far = 4
	if len(all) < 64-far || len(all) > 64+far {
		return
	}
	large := 0
	for _, element := range all {
		_, element = labelled(element)
		value, ok := r.names.evalAny(element)
		if !ok {
			return
		}
		if value>>32 != 0 {
			large++
		}
	}
	if large >= 32 {
		r.nearly = append(r.nearly, fmt.Sprintf("%s (line %d) has %d numbers", path, line, len(all)))
	}
}

// distinct reports whether squares are all squares.
func distinct(squares []int) bool {
	seen := uint64(0)
	for _, sq := range squares {
		seen |= 1 << sq
	}
	return bits.OnesCount64(seen) == 64
}

// columnsOf adds the columns of a table, and reports whether all cells of one are numbers.
func (r *reader) columnsOf(cells [][64][]node, names []string, line int, named bool) bool {
	found := false
	r.tables++
	for j := range cells {
		above, zero := false, false
		for _, cell := range cells[j] {
			a, z := digits(cell)
			above, zero = above || a, zero || z
		}
		// Numbers that begin with 0 and have no digit above 9 are read both ways, and proof decides.
		for _, hex := range [...]bool{false, true} {
			if hex && !above && !zero || !hex && above {
				continue
			}
			c := &column{name: names[j], line: line, table: r.tables, named: named, hint: hintOf(names[j])}
			ok := true
			for i := range c.values {
				var is bool
				c.values[i], is = r.names.eval(cells[j][i], hex)
				ok = ok && is
			}
			if ok {
				r.columns = append(r.columns, c)
				found = true
			}
		}
	}
	return found
}
