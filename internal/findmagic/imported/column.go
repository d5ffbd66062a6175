package imported

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/findmagic/factors"
)

// column is a column of a table in the file: 64 numbers, one for each square.
type column struct {
	name   string
	line   int
	table  int // number of the column's table in the file
	stride int // how many columns the table has
	values [64]uint64
	cells  [][64]int // indices of the values among the file's numbers; if values have parts, the indices of the lowest parts come first
	base   int       // how literals without a prefix are read
	named  bool      // values are by square, a1 = 0, as the file names the squares; else they are in the order of the file
	hint   hint
	kind   role   // the role that its name suggests
	rest   string // the name without words for the piece and the role

	first, last int  // smallest and largest of the cells
	partial     bool // more magics may come before or behind the 64 numbers
	looks       look
}

// String names the column.
func (c *column) String() string {
	text := fmt.Sprintf("%s (line %d)", c.name, c.line)
	if n := len(c.cells); n > 1 {
		text += fmt.Sprintf(", words of %d bits", 64/n)
	}
	return text
}

// field returns the last part of the name, as in table.field, and array the name without an index, and without digits of its own, at its end.
func (c *column) field() string { return c.name[strings.LastIndexByte(c.name, '.')+1:] }
func (c *column) array() string { return strings.TrimRight(c.name, ".0123456789") }

// called reports whether a name in the options, perhaps with a line, names the column, or the array that it is a part of.
func (c *column) called(name string) bool {
	name, line, found := strings.Cut(name, ":")
	return (name == c.name || name == c.array()) && (!found || line == strconv.Itoa(c.line))
}

// shares reports whether two columns are readings of the same numbers of the file.
func (c *column) shares(other *column) bool {
	if c.first > other.last || other.first > c.last {
		return false
	}
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

// hint is the piece, or pieces, that a name suggests.
type hint uint8

const (
	silent hint = iota
	saysRook
	saysBishop
	saysBoth // saysRook | saysBishop
)

var (
	rookName   = regexp.MustCompile(`rook|castle|turm|\btour|torre|straight|orthogonal|(^|[^a-z])(r|rk)(_|[^a-z_]|$)|(^|[^a-z])r(_?)(magic|shift|bits|mult|factor|mask|offset|num|idx|index)`)
	bishopName = regexp.MustCompile(`bishop|l(ae|ä)ufer|\bfou|alfil|diagonal|(^|[^a-z])(b|bs)(_|[^a-z_]|$)|(^|[^a-z])b(_?)(magic|shift|bits|mult|factor|mask|offset|num|idx|index)`)
	camel      = regexp.MustCompile(`([a-z])([A-Z])`)
)

// hintOf returns the pieces that the words of a name suggest, in English, German, French or Spanish, or as the letter r or b alone or in front of a role.
func hintOf(name string) (h hint) {
	name = strings.ToLower(camel.ReplaceAllString(name, "${1}_$2")) // as rMagics becomes r_magics, and r a word
	if rookName.MatchString(name) {
		h = saysRook
	}
	if bishopName.MatchString(name) {
		h |= saysBishop
	}
	return h
}

// is reports whether a hint suggests this piece only. saysRook and saysBishop must stay in the order of board.Rook and board.Bishop.
func (h hint) is(p board.Piece) bool { return h == saysRook+hint(p) }

// one reports whether a hint suggests the rook or the bishop alone.
func (h hint) one() bool { return h == saysRook || h == saysBishop }

// role is the use of numbers that a name suggests.
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

// roleName has a group for each role, in the order of the constants from saysMagic on.
var roleName = regexp.MustCompile(`(magic|factor|mult)|(mask|occup|relevant|blocker)|(shift|shr)|(bits|width)|(offset|ofs|index|idx|start|base|begin|addr|ptr|slot)|` +
	`(attack|attk|(?:^|[^r])ray|line|move|target|between|zobrist|hash|key|rand|seed|filled|psq|pst|value|score|bonus|mobil|square|file|diag)`)

// roleOf returns the role that a name suggests: if several of its words suggest one, the last counts.
func roleOf(name string) role {
	for _, part := range slices.Backward(strings.Split(strings.ToLower(name), ".")) {
		if all := roleName.FindAllStringSubmatchIndex(part, -1); all != nil {
			m := all[len(all)-1] // two places for the match and for each group: -1 in groups that match nothing
			return role(slices.IndexFunc(m[2:], func(at int) bool { return at >= 0 })/2) + saysMagic
		}
	}
	return silence
}

// residue returns a name without its words for the piece and the role, without numbers and the s of a plural.
func residue(name string) string {
	name = strings.ToLower(name)
	for _, e := range [...]*regexp.Regexp{rookName, bishopName, roleName} {
		name = e.ReplaceAllString(name, "")
	}
	return strings.Trim(name, "_.s0123456789")
}

// look says which roles the values of a column allow. It only excludes roles: proof decides.
type look struct {
	magics, indexBits, shifts, shifts32, offsets, masks bool
}

// mostSquares is the number of squares, of 64, whose values must allow a role.
const mostSquares = 48

// setLooks sets the column's looks. Offsets may count bytes, and nearly all differ; 1,024 words are fewer than any table has.
func (c *column) setLooks() {
	within := func(low, high uint64) bool {
		return c.count(func(v uint64) bool { return v >= low && v <= high }) >= mostSquares
	}
	wide := 64 - c.count(half) // values of more than 32 bits: nearly all masks and magics have them, and no offsets
	all := make([]int, 0, 64)  // values that may be offsets
	for _, v := range c.values {
		if n := offset(v); n >= -8*factors.MaxOffset && n <= 8*factors.MaxOffset {
			all = append(all, n)
		}
	}
	slices.Sort(all)
	n := len(all)
	for _, p := range pieces {
		c.looks.masks = c.looks.masks || wide >= 24 && max(c.likeMasks(p, factors.White), c.likeMasks(p, factors.Black)) >= mostSquares // all masks but two of bishops are wide: 24 is a quick test before a slow one
	}
	c.looks.indexBits = within(1, factors.MaxIndexBits)
	c.looks.shifts = within(64-factors.MaxIndexBits, 63)
	c.looks.shifts32 = within(32-factors.MaxIndexBits, 31)
	c.looks.offsets = len(slices.Compact(slices.Clone(all))) >= mostSquares && all[n-1]-all[0] >= 1024 && wide < 32
	c.looks.magics = wide >= 32 && !c.looks.masks && !c.looks.offsets
}

// maskOf returns the mask of the i-th number of a column of masks. The black form states the complement.
func (c *column) maskOf(form factors.Form, i int) uint64 {
	if form == factors.Black {
		return ^c.values[i]
	}
	return c.values[i]
}

// likeMasks returns on how many squares, in the best order, a column's values may be masks of a piece: they contain all relevant squares, and others only on its lines.
func (c *column) likeMasks(p board.Piece, form factors.Form) (most int) {
	for _, o := range orders {
		n := 0
		for i := range c.values {
			if sq, v := o.square(i), c.maskOf(form, i); relevant[p][sq]&^v == 0 && v&^(onLines[p][sq]|1<<sq) == 0 {
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
