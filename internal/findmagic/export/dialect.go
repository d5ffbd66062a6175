package export

import (
	"cmp"
	"fmt"
	"strings"
)

// dialect has a language's spelling of the expressions that all lookups use. Expressions with arguments are formats of fmt.Sprintf.
type dialect struct {
	of       string // a field of the square, by the piece, the field, and the field in title case: %[1]s, %[2]s, %[3]s
	adjacent string // the squares that are always attacked, if they are an array beside the entries, by the piece, also in capitals
	rotate   string // a rotation to the left, by the word and the number of bits
	back     string // a rotation to the right, likewise
	bits     string // a field that is a number of bits, in the type that a rotation takes
	torus    string // the number of bits by which the torus form turns the board
	home     string // the number of bits by which a slot is turned back
	and, or  string
	suffix   string              // of literals of 64 bits
	word     func(uint64) string // a literal of 64 bits, before its suffix
	suffix32 string              // of literals of 32 bits with the highest bit set
}

// dialects has the spellings that differ from the defaults in dialectOf.
var dialects = map[string]dialect{
	"go": {of: "e.%[2]s", adjacent: "%sAdjacent[sq&63]", rotate: "bits.RotateLeft64(%s, %s)", back: "bits.RotateLeft64(%s, -(%s))",
		bits: "int(%s)"},
	"c":   inC,
	"cpp": inC,
	"rust": {of: "e.%[2]s", adjacent: "%[2]s_ADJACENT[sq & 63]", rotate: "%s.rotate_left(%s)", back: "(%s).rotate_right(%s)",
		bits: "%s.into()", torus: "63 - (sq as u32 & 63)", home: "(sq as u32 & 63) + 1"},
	"zig":        {of: "e.%[2]s", adjacent: "%s_adjacent[sq]", back: "rotl(%s, 0 -%% (%s))", home: "sq +% 1"},
	"csharp":     {rotate: "Rotl(%s, %s)", back: "Rotl(%s, -(%s))"},
	"java":       {rotate: "Long.rotateLeft(%s, %s)", back: "Long.rotateRight(%s, %s)", suffix: "L"},
	"kotlin":     {and: "and", or: "or", suffix: "uL.toLong()", suffix32: ".toInt()"},
	"swift":      {back: "rotl(%s, 0 &- %s)", torus: "UInt64(63 - sq)", home: "UInt64(sq + 1)"},
	"typescript": {torus: "BigInt(63 - sq)", home: "BigInt(sq + 1)", suffix: "n"},
	// The template rotates whole pairs, so that the expressions of their words rotate nothing.
	"typescript32": {word: pair, rotate: "%s%.0s", back: "%s%.0s"},
	"python":       {of: "_%[1]s_%[2]s[sq]", rotate: "_rotl(%s, %s)", back: "_rotl(%s, -(%s))"},
}

var inC = dialect{of: "e->%[2]s", adjacent: "%s_adjacent[sq]", back: "rotl(%s, -(%s) & 63)", torus: "63 - (unsigned)sq",
	home: "((unsigned)sq + 1) & 63"}

// dialectOf returns a language's dialect, with defaults for spellings that it does not set.
func dialectOf(language string) dialect {
	d := dialects[language]
	d.of = cmp.Or(d.of, "%[1]s%[3]s[sq]")
	d.rotate = cmp.Or(d.rotate, "rotl(%s, %s)")
	d.back = cmp.Or(d.back, "rotl(%s, -(%s))")
	d.bits = cmp.Or(d.bits, "%s")
	d.torus = cmp.Or(d.torus, "63 - sq")
	d.home = cmp.Or(d.home, "sq + 1")
	if d.word == nil {
		d.word = func(x uint64) string { return fmt.Sprintf("%#016x", x) }
	}
	d.and = cmp.Or(d.and, "&")
	d.or = cmp.Or(d.or, "|")
	return d
}

// Literal returns a word of 64 bits as a literal.
func (d *dialect) Literal(x uint64) string { return d.word(x) + d.suffix }

// pair returns a word as a literal of its low and its high half.
func pair(x uint64) string { return fmt.Sprintf("[%#08x, %#08x]", uint32(x), x>>32) }

// Key returns the expression for the key of the occupancy occ.
func (p *piece) Key() string {
	key := "occ" + p.half
	if p.Turns() {
		key = p.rotated(p.rotate, key, p.Turn())
	}
	mask, filled := p.Has("mask"), p.Has("filled")
	if mask {
		key = fmt.Sprint(key, " ", p.and, " ", p.Of("mask"))
	}
	if mask && filled {
		key = "(" + key + ")"
	}
	if filled {
		key = fmt.Sprint(key, " ", p.or, " ", p.Of("filled"))
	}
	return key
}

// Answer returns the expression for the attacks in a slot's word.
func (p *piece) Answer(word string) string {
	if p.Rotates() {
		word = p.rotated(p.rotate, word, p.Rotation())
	}
	if p.Overlaid {
		word = fmt.Sprint(word, " ", p.and, " ", p.Of("lines"))
	}
	if p.AlwaysAdjacent() {
		word = fmt.Sprint("(", word, ") ", p.or, " ", p.Of("adjacent"))
	}
	return word
}

// Word returns the expression for the word that an overlaid slot stores for attacks.
func (p *piece) Word() string {
	word := fmt.Sprint("attacks", p.half, " ", p.and, " ", p.Of("lines"))
	if p.Rotates() {
		word = p.rotated(p.back, word, p.Rotation())
	}
	return word
}

// Of returns the expression for a field of the square.
func (p *piece) Of(name string) string {
	if name == "adjacent" && p.Adjacent != nil && p.adjacent != "" {
		return p.Prefix + fmt.Sprintf(p.adjacent+"%.0[2]s", p.Name, strings.ToUpper(p.Name))
	}
	// %.0s prints nothing, and uses the arguments that a format leaves out, about which Sprintf would complain.
	return fmt.Sprintf(p.of+"%.0[1]s%.0[2]s%.0[3]s", p.Name, name, title(name))
}

// rotated returns the expression of a rotation, by the dialect's format rotate or back. In C, the function's name has the prefix.
func (p *piece) rotated(format, word, bits string) string {
	return p.Prefix + fmt.Sprintf(format, word, bits)
}

// Turn returns the expression for the number of bits by which the board is rotated first.
func (p *piece) Turn() string {
	if p.Torus {
		return p.torus
	}
	return fmt.Sprintf(p.bits, p.Of("turn"))
}

// Rotation returns the expression for the number of bits by which a slot is rotated last.
func (p *piece) Rotation() string {
	if p.Home {
		return p.home
	}
	return fmt.Sprintf(p.bits, p.Of("rotation"))
}

// Half returns a copy of the piece whose expressions are about the low words (0) or the high words (1) of pairs.
func (p piece) Half(high int) *piece {
	p.half = [...]string{"Low", "High"}[high]
	p.of += fmt.Sprintf("[%d]", high)
	return &p
}
