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
}

// String names the column.
func (c *column) String() string {
	text := fmt.Sprintf("%s (line %d)", c.name, c.line)
	if c.halves != nil {
		text += ", words of 32 bits"
	}
	return text
}

// field returns the last part of the name, and array the name without an index at its end.
func (c *column) field() string { return c.name[strings.LastIndexByte(c.name, '.')+1:] }
func (c *column) array() string { return strings.TrimRight(c.name, ".0123456789") }

// index returns the last part of the name if it is an index, or "".
func (c *column) index() string {
	if strings.Trim(c.field(), "0123456789") != "" {
		return ""
	}
	return c.field()
}

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

// count returns of how many values something is true.
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
	notInNames = regexp.MustCompile(`[^\w.]+`)
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

// is reports whether a hint is for a piece, and says nothing about the other.
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

// maybeMagic reports whether numbers of the role may be magics.
func (r role) maybeMagic() bool { return r == saysMagic || r == silence }

var roleName = regexp.MustCompile(`(magic|factor|mult)|(mask|occup|relevant|blocker)|(shift|shr)|(bits|width)|(offset|ofs|index|idx|start|base|begin|addr|ptr|slot)|` +
	`(attack|attk|(?:^|[^r])ray|line|move|target|between|zobrist|hash|key|rand|seed|filled|psq|pst|value|score|bonus|mobil|square|file|diag)`)

// roleOf returns what the last part of a name says that says anything; of several words there, the last decides.
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
		name = e.ReplaceAllString(name, " ")
	}
	return strings.Trim(notInNames.ReplaceAllString(name, ""), "_.s0123456789")
}

// shape is what the numbers of a column can be, from their sizes.
type shape uint8

const (
	others     shape = iota
	large            // magics, perhaps
	indexBits        // 1 to 16
	shifts           // 48 to 63
	shifts32         // 16 to 31
	offsets          // small numbers, not all as small as those above
	masks            // relevant squares, or nearly
	complement       // irrelevant squares, or nearly
)

// widthShapes are the shapes of numbers that state the width of an index, and their bounds.
var widthShapes = [...]struct {
	shape
	low, high uint64
}{{indexBits, 1, 16}, {shifts, 48, 63}, {shifts32, 16, 31}}

// most is the number of squares, of 64, of which a column may say something wrong and still show what it is about.
const most = 48

// judge finds the shape of a column.
func (c *column) judge() {
	c.shape = others
	unsure := others
	for _, w := range widthShapes {
		switch n := c.count(func(v uint64) bool { return v >= w.low && v <= w.high }); {
		case n == 64:
			c.shape = w.shape
			return
		case n >= most && unsure == others:
			unsure = w.shape
		}
	}
	wide := c.count(func(v uint64) bool { return v>>32 != 0 })
	near := c.count(func(v uint64) bool { return offset(v) >= -8*factors.MaxOffset && offset(v) <= 8*factors.MaxOffset })
	big := slices.Max(c.values[:]) > 63
	if near == 64 && big && unsure == others {
		c.shape = offsets
		return
	}
	for _, s := range [...]shape{masks, complement} {
		for _, p := range pieces {
			_, equal, full := c.likeMasks(p, s)
			if equal >= most || full >= most && c.kind == saysMask {
				c.shape = s
				return
			}
		}
	}
	switch {
	case c.kind == saysMask && c.hint.one() && wide >= 32 && c.count(func(v uint64) bool { return v&(v-1) != 0 }) >= 32: // no single squares
		c.shape = masks
	case unsure != others:
		c.shape = unsure
	case near >= most && big && wide < 32:
		c.shape = offsets
	case wide >= 32:
		c.shape = large
	}
}

// plausible reports whether numbers can belong to the magics of a piece: programs
// have many arrays of 64 small numbers, such as the values of squares.
func (c *column) plausible(p board.Piece) bool {
	switch c.shape {
	case indexBits:
		const far = 4
		fit := 0
		for i, v := range c.values {
			if usual := bits.OnesCount64(relevant[p][i]); int(v) >= usual-far && int(v) <= usual+far {
				fit++
			}
		}
		return fit >= most
	case offsets:
		const wide = 1024
		all := make([]int, 64)
		for i, v := range c.values {
			all[i] = offset(v)
		}
		slices.Sort(all)
		return len(slices.Compact(slices.Clone(all))) >= most && all[63]-all[0] >= wide
	case masks, complement:
		_, equal, full := c.likeMasks(p, c.shape)
		return equal >= most || full >= most || c.hint.is(p)
	}
	return true
}

// maskOf returns the mask that a column of masks or of their complements states in a place.
func (c *column) maskOf(i int) uint64 {
	if c.shape == complement {
		return ^c.values[i]
	}
	return c.values[i]
}

// likeMasks returns the order in which a column is most like masks of a piece, on how many squares it is equal to them, and on how many
// it has at least as many squares, all on the lines.
func (c *column) likeMasks(p board.Piece, s shape) (best order, equal, full int) {
	for _, o := range orders {
		var same, filled int
		for i, v := range c.values {
			if s == complement {
				v = ^v
			}
			sq := o.square(i)
			mask := relevant[p][sq]
			if v == mask {
				same++
			}
			if v != 0 && v&^(onLines[p][sq]|1<<sq) == 0 && bits.OnesCount64(v) >= bits.OnesCount64(mask) {
				filled++
			}
		}
		if same > equal || same == equal && filled > full {
			best, equal, full = o, same, filled
		}
	}
	return best, equal, full
}

// offset returns a number as a signed offset. Offsets may be negative, also modulo 2^32.
func offset(v uint64) int {
	if v>>31 == 1 {
		return int(int32(v))
	}
	return int(v)
}

// widthOf returns the number of index bits that a column of shifts or bits states in a place, for products of a width.
func (c *column) widthOf(i, product int) int {
	v := int(min(c.values[i], 1<<20))
	switch {
	case c.shape == indexBits:
		return v
	case c.shape == shifts32 && product == 64:
		return 0
	case c.shape == shifts:
		return 64 - v
	}
	return product - v
}
