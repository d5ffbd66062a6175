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

// column holds a number for each of 64 squares.
type column struct {
	name   string
	line   int
	table  int // the table that it stands in, as a number
	stride int // how many columns the table has
	values [64]uint64
	cells  [][64]int // indices of the values among the file's numbers; for words of 32 bits, of the low words and of the high ones
	hex    bool      // literals without a prefix are hexadecimal
	named  bool      // the file names the squares, a1 = 0; else the numbers are in the order of the file
	hint   hint
	kind   role // the role that its name suggests
	shape  shape
}

// String names the column.
func (c *column) String() string {
	text := fmt.Sprintf("%s (line %d)", c.name, c.line)
	if len(c.cells) > 1 {
		text += ", words of 32 bits"
	}
	return text
}

// field returns the last part of the name, and array the name without an index at its end.
func (c *column) field() string { return c.name[strings.LastIndexByte(c.name, '.')+1:] }
func (c *column) array() string { return strings.TrimRight(c.name, ".0123456789") }

// shares reports whether two columns are readings of the same numbers of the file.
func (c *column) shares(other *column) bool {
	for _, a := range c.cells {
		for _, b := range other.cells {
			if slices.ContainsFunc(a[:], func(cell int) bool { return slices.Contains(b[:], cell) }) {
				return true
			}
		}
	}
	return false
}

// count returns the number of values that pass a test.
func (c *column) count(is func(v uint64) bool) (n int) {
	for _, v := range c.values {
		if is(v) {
			n++
		}
	}
	return n
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
	camel      = regexp.MustCompile(`([a-z])([A-Z])`)
)

func hintOf(name string) (h hint) {
	name = strings.ToLower(camel.ReplaceAllString(name, "${1}_$2")) // rMagics is r_magics, so that its r is seen
	if rookName.MatchString(name) {
		h = saysRook
	}
	if bishopName.MatchString(name) {
		h |= saysBishop
	}
	return h
}

// is reports whether a hint is for this piece only.
func (h hint) is(p board.Piece) bool { return h == saysRook+hint(p) }

// one reports whether a hint is for one piece.
func (h hint) one() bool { return h == saysRook || h == saysBishop }

// role is what a name says about numbers, besides the piece.
type role uint8

const (
	silence role = iota
	saysMagic
	saysMask
	saysShift
	saysBits
	saysOffset
	saysOther // another table of a chess program
)

var roleName = regexp.MustCompile(`(magic|factor|mult)|(mask|occup|relevant|blocker)|(shift|shr)|(bits|width)|(offset|ofs|index|idx|start|base|begin|addr|ptr|slot)|` +
	`(attack|attk|(?:^|[^r])ray|line|move|target|between|zobrist|hash|key|rand|seed|filled|psq|pst|value|score|bonus|mobil|square|file|diag)`)

// roleOf returns the role that the last word with a role in a name says.
func roleOf(name string) role {
	for _, part := range slices.Backward(strings.Split(strings.ToLower(name), ".")) {
		if all := roleName.FindAllStringSubmatchIndex(part, -1); all != nil {
			m := all[len(all)-1]
			return role(slices.IndexFunc(m[2:], func(at int) bool { return at >= 0 })/2) + saysMagic
		}
	}
	return silence
}

// residue returns what is left of a name without the words for the piece and the role.
func residue(name string) string {
	name = strings.ToLower(name)
	for _, e := range [...]*regexp.Regexp{rookName, bishopName, roleName} {
		name = e.ReplaceAllString(name, "")
	}
	return strings.Trim(name, "_.s0123456789")
}

// shape is what the numbers of a column can be, by their values.
type shape uint8

const (
	others    shape = iota
	large           // magics, perhaps
	indexBits       // 1 to 16
	shifts          // 48 to 63
	shifts32        // 17 to 31
	offsets         // small numbers, not all as small as those above
	masks           // relevant squares, or irrelevant ones, or nearly
)

// mostSquares is on how many of 64 squares a column must fit a shape.
const mostSquares = 48

// judge finds the shape of a column.
func (c *column) judge() {
	within := func(low, high uint64) int { return c.count(func(v uint64) bool { return v >= low && v <= high }) }
	wide := 64 - c.count(half)
	var usual [2]int // on how many squares a number is near that of the relevant squares: programs have many arrays of small numbers
	all := make([]int, 0, 64)
	for i, v := range c.values {
		for _, p := range pieces {
			if n := bits.OnesCount64(relevant[p][i]); v >= 1 && int(min(v, 64)) >= n-4 && int(min(v, 64)) <= n+4 {
				usual[p]++
			}
		}
		if n := offset(v); n >= -8*factors.MaxOffset && n <= 8*factors.MaxOffset {
			all = append(all, n)
		}
	}
	slices.Sort(all)
	mask := c.kind == saysMask && c.hint.one() && wide >= 32 && c.count(func(v uint64) bool { return v&(v-1) != 0 }) >= 32 // no single squares
	for _, p := range pieces {
		mask = mask || max(c.likeMasks(p, factors.White), c.likeMasks(p, factors.Black)) >= mostSquares
	}
	switch n := len(all); {
	case within(48, 63) >= mostSquares:
		c.shape = shifts
	case within(17, 31) >= mostSquares:
		c.shape = shifts32
	case max(usual[0], usual[1]) >= mostSquares:
		c.shape = indexBits
	case mask:
		c.shape = masks
	case len(slices.Compact(slices.Clone(all))) >= mostSquares && all[n-1]-all[0] >= 1024 && wide < 32:
		c.shape = offsets
	case wide >= 32:
		c.shape = large
	default:
		c.shape = others
	}
}

// maskOf returns the mask that a column of masks states in a place: in the black form, what it leaves out.
func (c *column) maskOf(form factors.Form, i int) uint64 {
	if form == factors.Black {
		return ^c.values[i]
	}
	return c.values[i]
}

// likeMasks returns on how many squares a column fits the masks of a piece, in the best order. Numbers that are called masks may have
// more squares of the lines.
func (c *column) likeMasks(p board.Piece, form factors.Form) (most int) {
	for _, o := range orders {
		n := 0
		for i := range c.values {
			sq, v := o.square(i), c.maskOf(form, i)
			if mask := relevant[p][sq]; v == mask || c.kind == saysMask && v&mask == mask && v&^(onLines[p][sq]|1<<sq) == 0 {
				n++
			}
		}
		most = max(most, n)
	}
	return most
}

// offset returns a number as a signed offset. Offsets may be negative, also modulo 2^32.
func offset(v uint64) int {
	if v>>31 == 1 {
		return int(int32(v))
	}
	return int(v)
}

// width turns a shift of this shape into a number of index bits, and the number into the shift.
func (s shape) width(n int) int {
	return map[shape]int{indexBits: n, shifts: 64 - n, shifts32: 32 - n}[s]
}
