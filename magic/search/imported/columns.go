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
	place  int // its place in the rows of the table
	values [64]uint64
	cells  [64][]node // what stands in the file for the values
	halves []*column  // of numbers that stand there as two words of 32 bits: the low words and the high ones; they have the cells
	hex    bool       // literals without a prefix are hexadecimal
	named  bool       // the file names the squares, a1 = 0; else the numbers are in the order of the file
	hint   hint
	kind   role // what its name says
	shape  shape
	sure   bool // all its numbers fit the shape; else most do
}

// String names the column.
func (c *column) String() string {
	text := fmt.Sprintf("%s (line %d)", c.name, c.line)
	if c.halves != nil {
		text += ", words of 32 bits"
	}
	return text
}

// last returns the last part of the name if it is an index, or "".
func (c *column) last() string {
	name := c.name[strings.LastIndexByte(c.name, '.')+1:]
	if name == "" || strings.Trim(name, "0123456789") != "" {
		return ""
	}
	return name
}

// array returns the name without an index at its end.
func (c *column) array() string { return strings.TrimRight(c.name, ".0123456789") }

// parts returns the columns whose cells hold its values.
func (c *column) parts() []*column {
	if c.halves != nil {
		return c.halves
	}
	return []*column{c}
}

// shares reports whether two columns are readings of the same numbers of the file.
func (c *column) shares(other *column) bool {
	for _, a := range c.parts() {
		for _, b := range other.parts() {
			if len(a.cells[0]) > 0 && len(b.cells[0]) > 0 && a.cells[0][0].at == b.cells[0][0].at {
				return true
			}
		}
	}
	return false
}

// set changes a value.
func (c *column) set(i int, value uint64) {
	c.values[i] = value
	if c.halves != nil {
		c.halves[0].values[i], c.halves[1].values[i] = value&(1<<32-1), value>>32
	}
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

// role is what a name says about numbers, besides the piece.
type role uint8

const (
	silence role = iota
	saysFactor
	saysMask
	saysShift
	saysBits
	saysOffset
	saysOther // another table of a chess program
)

var roleName = regexp.MustCompile(`(magic|factor|mult)|(mask|occup|relevant|blocker)|(shift|shr)|(bits|width)|(offset|ofs|index|idx|start|base|begin|addr|ptr|slot)|` +
	`(attack|attk|(?:^|[^r])ray|line|move|target|between|zobrist|hash|key|rand|seed|filled|psq|pst|value|score|bonus|mobil|square|file|diag)`)

// roleOf returns what the last part of a name says that says anything; of several words there, the last decides.
func roleOf(name string) role {
	parts := strings.Split(strings.ToLower(name), ".")
	for _, part := range slices.Backward(parts) {
		if all := roleName.FindAllStringSubmatchIndex(part, -1); all != nil {
			m := all[len(all)-1]
			for k := saysFactor; k <= saysOther; k++ {
				if m[2*k] >= 0 {
					return k
				}
			}
		}
	}
	return silence
}

// shape is what the numbers of a column can be, from their sizes.
type shape uint8

const (
	others     shape = iota
	large            // factors, perhaps
	indexBits        // 1 to 16
	shifts           // 48 to 63
	shifts32         // 16 to 31
	offsets          // small numbers, not all as small as those above
	masks            // relevant squares, or nearly
	complement       // irrelevant squares, or nearly
	lines            // squares on lines, under another name than that of a mask
)

// most is the number of squares, of 64, of which a column may say something wrong and still show what it is about.
const most = 48

// judge finds the shape of a column.
func (c *column) judge() {
	c.shape, c.sure = others, true
	lowest, highest, wide, near, zeros := ^uint64(0), uint64(0), 0, 0, 0
	var counts [shifts32 + 1]int
	for _, v := range c.values {
		lowest, highest = min(lowest, v), max(highest, v)
		if v>>32 != 0 {
			wide++
		}
		if v == 0 {
			zeros++
		}
		if offset(v) >= -8*factors.MaxOffset && offset(v) <= 8*factors.MaxOffset {
			near++
		}
		switch {
		case v >= 1 && v <= 16:
			counts[indexBits]++
		case v >= 48 && v <= 63:
			counts[shifts]++
		case v >= 16 && v <= 31:
			counts[shifts32]++
		}
	}
	switch {
	case lowest >= 1 && highest <= 16:
		c.shape = indexBits
		return
	case lowest >= 48 && highest <= 63:
		c.shape = shifts
		return
	case lowest >= 16 && highest <= 31:
		c.shape = shifts32
		return
	case near == 64 && highest > 63 && slices.Max(counts[:]) < most:
		c.shape = offsets
		return
	}
	for _, s := range [...]shape{masks, complement} {
		for _, p := range pieces {
			_, equal, full, on := c.likeMasks(p, s)
			if equal >= most || full >= most && c.kind == saysMask {
				c.shape, c.sure = s, equal == 64
				return
			}
			if on >= most && zeros < 8 {
				c.shape = lines
			}
		}
	}
	if c.shape == lines {
		return
	}
	c.sure = false
	switch {
	case c.kind == saysMask && c.hint != silent && c.hint != saysBoth && wide >= 32:
		c.shape = masks
	case counts[indexBits] >= most:
		c.shape = indexBits
	case counts[shifts] >= most:
		c.shape = shifts
	case counts[shifts32] >= most:
		c.shape = shifts32
	case near >= most && highest > 63 && wide < 32:
		c.shape = offsets
	default:
		c.sure = true
		if wide >= 32 {
			c.shape = large
		}
	}
}

// plausible reports whether numbers can belong to the factors of a piece, and whether nothing but their sizes need say so. Programs
// have many arrays of 64 small numbers, such as the values of squares.
func (c *column) plausible(p board.Piece) (plausible, sure bool) {
	switch c.shape {
	case indexBits:
		const far = 4
		fit := 0
		for i, v := range c.values {
			if usual := bits.OnesCount64(relevant[p][i]); int(v) >= usual-far && int(v) <= usual+far {
				fit++
			}
		}
		return fit >= most, fit == 64
	case offsets:
		const wide = 1024
		different := map[int]bool{}
		lowest, highest := offset(c.values[0]), offset(c.values[0])
		for _, v := range c.values {
			different[offset(v)] = true
			lowest, highest = min(lowest, offset(v)), max(highest, offset(v))
		}
		return len(different) >= most && highest-lowest >= wide, c.sure
	case masks, complement:
		_, equal, full, _ := c.likeMasks(p, c.shape)
		return equal >= most || full >= most || c.hint.is(p), equal == 64
	}
	return true, c.sure
}

// maskOf returns the mask that a column of masks or of their complements states in a place.
func (c *column) maskOf(i int) uint64 {
	if c.shape == complement {
		return ^c.values[i]
	}
	return c.values[i]
}

// likeMasks returns the order in which a column is most like masks of a piece, on how many squares it is equal to them, on how many
// it has at least as many squares, all on the lines, and on how many it has squares on the lines only.
func (c *column) likeMasks(p board.Piece, s shape) (best order, equal, full, on int) {
	for _, o := range orders {
		var same, filled, within int
		for i, v := range c.values {
			if s == complement {
				v = ^v
			}
			sq := o.square(i)
			mask := relevant[p][sq]
			if v == mask {
				same++
			}
			if v != 0 && v&^(onLines[p][sq]|1<<sq) == 0 {
				within++
				if bits.OnesCount64(v) >= bits.OnesCount64(mask) {
					filled++
				}
			}
		}
		if same > equal || same == equal && filled+within > full+on {
			best, equal, full, on = o, same, filled, within
		}
	}
	return best, equal, full, on
}

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
	paired  int                  // columns that words has seen
	stored  map[string]*assigned // 64 assignments, by the text around the index
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
	r.words()
	if !slices.ContainsFunc(r.columns, func(c *column) bool { return c.shape == large }) {
		r.listing(nodes)
		r.words()
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
		case shiftsRight(n) && i+1 < len(nodes):
			r.shifted(nodes, i)
		case n.opens("[") && i+1 < len(nodes) && nodes[i+1].opens("["):
			r.stride(lastWord(nodes[max(0, i-1):i]), n.within, nodes[i+1].within)
		case n.opens("["): // [[u64; 4096]; 64]
			all := elements(n.within)
			if len(all) == 2 && len(all[0]) == 1 && all[0][0].opens("[") {
				if inner := elements(all[0][0].within); len(inner) == 2 {
					r.stride(declared(nodes[:i]), all[1], inner[1])
				}
			}
		}
		if n.kind == group {
			r.constants(n.within)
		}
	}
}

// shiftsRight reports whether a node is an operator that shifts to the right.
func shiftsRight(n *node) bool {
	return n.is(">>") || n.kind == word && (n.text == "shr" || n.text == "ushr" || n.text == "lsr" || n.text == "shiftR" || n.text == "unsafeShiftR")
}

// shifted takes down a shift to the right.
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
	found := right{int(value), hintOf(name), product}
	if !slices.Contains(r.rights, found) {
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
		if i > 0 && (before[i].is(":") || before[i].is("->") || before[i].kind == word && before[i].text == "As") {
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
	if !n.opens("[") && slices.ContainsFunc(n.within, func(n node) bool { return n.is(";") }) {
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
	if len(all) == 128 && k == 1 && r.short(rows) { // two words for each square
		var cells [2][64][]node
		for i := range rows {
			cells[i%2][i/2] = rows[i][0].nodes
		}
		return r.columnsOf(cells[:], []string{path + ".0", path + ".1"}, n.line, false)
	}
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

// almost takes down brackets that hold nearly 64 large numbers, where a number may be missing, or there twice; or at least two, if they
// are called factors of a piece.
func (r *reader) almost(all [][]node, path string, line int) {
	const large = 1 << 32
	least := 32
	if h := hintOf(path); roleOf(path) == saysFactor && (h == saysRook || h == saysBishop) {
		least = 2
	}
	if len(all) < least || len(all) > 2*64 {
		return
	}
	numbers := 0
	for _, element := range all {
		_, element = labelled(element)
		if value, ok := r.names.evalAny(element); ok && value >= large {
			numbers++
		}
	}
	if numbers >= least && numbers > len(all)/2 {
		r.nearly = append(r.nearly, near{path, fmt.Sprintf("%s (line %d) has %d numbers", path, line, len(all))})
	}
}

// short reports whether all numbers of a table of one column are words of 32 bits, and most are long enough to be halves of factors.
func (r *reader) short(rows [][]leaf) bool {
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
			c := &column{name: names[j], line: line, table: r.tables, place: j, cells: cells[j], hex: hex, named: named}
			wide, missing := 0, -1
			for i := range c.values {
				var is bool
				if c.values[i], is = r.names.eval(cells[j][i], hex); !is && missing < 0 {
					missing = i
				} else if is && c.values[i]>>32 != 0 {
					wide++
				}
			}
			switch {
			case missing < 0:
				r.add(c)
				found = true
			case wide >= 32:
				r.nearly = append(r.nearly, near{c.name, fmt.Sprintf("%v has no number in place %d", c, missing)})
			}
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
// called the low and the high words. Where no name says which is which, both are tried.
func (r *reader) words() {
	var short []*column
	for _, c := range r.columns[r.paired:] {
		long := 0
		for _, v := range c.values {
			if !half(v) {
				long = -64
			} else if v>>16 != 0 {
				long++
			}
		}
		if long >= 24 && c.halves == nil {
			short = append(short, c)
		}
	}
	if len(short) > maxCandidates {
		short = short[:maxCandidates]
	}
	for _, a := range short {
		nameA, halfA := halfOf(a.name)
		for _, b := range short {
			nameB, halfB := halfOf(b.name)
			named := halfA == 'l' && (halfB == 'h' || halfB == 'u') && nameA == nameB
			beside := a.table == b.table && b.place == a.place+1 && (halfA == 0 || halfB == 0)
			if named && (a.table == b.table || a.array() != b.array()) {
				r.word(a, b, strings.Trim(nameA, "._"))
			} else if beside {
				r.word(a, b, a.name)
				r.word(b, a, a.name)
			}
		}
	}
	r.paired = len(r.columns)
}

// word adds a column of two halves.
func (r *reader) word(low, high *column, name string) {
	c := &column{name: name, line: low.line, table: low.table, place: low.place, halves: []*column{low, high}, named: low.named}
	for i := range c.values {
		c.values[i] = high.values[i]<<32 | low.values[i]&(1<<32-1)
	}
	r.add(c)
}
