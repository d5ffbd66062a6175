package imported

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/slidebench/slidebench/board"
)

// constants holds the values of the names that a file gives to numbers.
type constants map[string]uint64

// expression is an expression that is being computed, in 64 bits that wrap around.
type expression struct {
	names   constants
	hex     bool // literals without a prefix are hexadecimal
	nodes   []node
	numbers int // literals and constants so far
	unknown int // other names so far, which count as 0
}

// eval computes an expression. Literals without a prefix are hexadecimal if hex is set, and else decimal, never octal. What is
// around a number and does not change it is ignored: casts, macros, constructors. One unknown name counts as 0: it is
// the beginning of a table.
func (names constants) eval(nodes []node, hex bool) (value uint64, ok bool) {
	e := expression{names: names, hex: hex, nodes: nodes}
	value, ok = e.binary(1)
	return value, ok && len(e.nodes) == 0 && e.numbers > 0 && e.unknown <= 1
}

// evalAny is eval for literals in either base.
func (names constants) evalAny(nodes []node) (value uint64, ok bool) {
	if value, ok = names.eval(nodes, false); !ok {
		value, ok = names.eval(nodes, true)
	}
	return value, ok
}

// operators have the precedence of C.
var operators = map[string]struct {
	precedence int
	apply      func(a, b uint64) uint64
}{
	"|": {1, func(a, b uint64) uint64 { return a | b }}, "^": {2, func(a, b uint64) uint64 { return a ^ b }},
	"&": {3, func(a, b uint64) uint64 { return a & b }}, "<<": {4, func(a, b uint64) uint64 { return a << b }},
	">>": {4, func(a, b uint64) uint64 { return a >> b }}, "+": {5, func(a, b uint64) uint64 { return a + b }},
	"-": {5, func(a, b uint64) uint64 { return a - b }}, "*": {6, func(a, b uint64) uint64 { return a * b }},
	"/": {6, func(a, b uint64) uint64 { return a / b }}, "%": {6, func(a, b uint64) uint64 { return a % b }},
}

// next returns a node of those that are left, or one that is nothing.
func (e *expression) next(n int) *node {
	if n < len(e.nodes) {
		return &e.nodes[n]
	}
	return &node{kind: sign}
}

func (e *expression) binary(least int) (uint64, bool) {
	left, ok := e.unary()
	for ok {
		sign := e.next(0)
		op := operators[sign.text]
		if sign.kind == word || op.precedence < least {
			break
		}
		e.nodes = e.nodes[1:]
		var right uint64
		if right, ok = e.binary(op.precedence + 1); ok {
			if ok = right != 0 || op.precedence < 6 || sign.text == "*"; ok {
				left = op.apply(left, right)
			}
		}
	}
	return left, ok
}

func (e *expression) unary() (value uint64, ok bool) {
	signs := 0
	for e.next(signs).kind == sign && slices.Contains([]string{"-", "~", "&", "+"}, e.next(signs).text) {
		signs++
	}
	before := e.nodes[:signs]
	e.nodes = e.nodes[signs:]
	cast := e.next(0).opens("(") && len(e.nodes) > 1 && (e.nodes[1].kind != sign || e.nodes[1].is("-")) && typeName(e.nodes[0].within)
	if cast {
		e.nodes = e.nodes[1:]
		value, ok = e.unary()
	} else {
		value, ok = e.operand(slices.ContainsFunc(before, func(n node) bool { return n.is("&") }))
	}
	for ok { // x as u64, x.longValue()
		if n := e.next(0); n.kind == word && n.text == "as" && len(e.nodes) > 1 {
			e.nodes = e.nodes[2:]
		} else if n.is(".") && e.next(2).opens("(") && len(e.nodes[2].within) == 0 {
			e.nodes = e.nodes[3:]
		} else {
			break
		}
	}
	for _, n := range slices.Backward(before) {
		switch n.text {
		case "-":
			value = -value
		case "~":
			value = ^value
		}
	}
	return value, ok
}

// operand returns the value of a number, of a name, or of what brackets hold. The number between the brackets of an element is meant
// only where its address is taken.
func (e *expression) operand(address bool) (uint64, bool) {
	n := e.next(0)
	switch {
	case n.kind == number:
		e.nodes = e.nodes[1:]
		e.numbers++
		return literalValue(n.text, e.hex)
	case n.kind == group:
		e.nodes = e.nodes[1:]
		return e.inner(n)
	case n.kind == sign && !n.is("@") && !n.is("."):
		return 0, false
	}
	name, last := "", n
	for ; n.kind == word || n.is("::") || n.is(".") || n.is("@"); n = e.next(0) {
		if n.kind == word {
			if name != "" && name != "new" && last.kind == word {
				return 0, false // two words are no expression
			}
			name = n.text
		}
		last = n
		e.nodes = e.nodes[1:]
	}
	value, known := e.names[name]
	_, square := squareName(name)
	switch {
	case n.kind == group && (n.text != "[" || address):
		e.nodes = e.nodes[1:]
		if of := elements(n.within); wraps.MatchString(name) && len(of) == 2 {
			return e.names.eval(of[1], e.hex) // BigInt.asUintN(64, 5n)
		}
		return e.inner(n)
	case n.kind == number && len(e.nodes) == 1: // of_string "0x5"
		return e.operand(address)
	case known:
		e.numbers++
		return value, true
	case square:
		return 0, false
	}
	e.unknown++
	return 0, name != ""
}

var wraps = regexp.MustCompile(`^as(Ui|I)ntN$`)

// typeName reports whether brackets hold words only, as casts do.
func typeName(nodes []node) bool {
	return len(nodes) > 0 && !slices.ContainsFunc(nodes, func(n node) bool { return n.kind != word && !n.is("::") && !n.is(".") })
}

// inner returns the one number that brackets hold, perhaps with its type or its base: (u64, 5), (5, int64), ("00ff", 16).
func (e *expression) inner(n *node) (value uint64, ok bool) {
	all := elements(n.within)
	of := slices.DeleteFunc(slices.Clone(all), typeName)
	hex := e.hex
	if len(of) == 2 && len(of[0])*len(of[1]) == 1 && of[0][0].kind == number && of[1][0].text == "16" {
		of, hex = of[:1], true
	}
	if len(of) != 1 {
		if len(all) != 1 {
			return 0, false
		}
		of = all
	} else if len(all) > 2 {
		return 0, false
	}
	_, number := labelled(of[0])
	if value, ok = e.names.eval(number, hex); ok {
		e.numbers++
	}
	return value, ok
}

// literalValue returns the value of a literal in small letters without separators.
func literalValue(text string, hex bool) (uint64, bool) {
	base := 10
	if bare, _ := bare(text); bare && hex || strings.HasSuffix(text, "h") {
		base = 16
	} else if i := slices.Index([]string{"0x", "0o", "0b", "0u"}, text[:min(2, len(text))]); i >= 0 {
		text, base = text[2:], []int{16, 8, 2, 10}[i]
	}
	n := len(text) - len(strings.TrimLeft(text, "0123456789abcdef"))
	value, err := strconv.ParseUint(text[:n], base, 64)
	return value, err == nil
}

// bare reports whether a literal has no prefix, and whether its digits leave open that it is decimal.
func bare(text string) (bare, decimal bool) {
	if strings.HasPrefix(text, "0x") || strings.HasPrefix(text, "0o") || strings.HasPrefix(text, "0u") || strings.HasSuffix(text, "h") {
		return false, true
	}
	n := len(text) - len(strings.TrimLeft(text, "0123456789abcdef"))
	binary := len(text) > 2 && strings.HasPrefix(text, "0b") && strings.Trim(text[2:n], "01") == ""
	return true, binary || strings.Trim(text[:n], "0123456789") == ""
}

// elements splits what brackets hold at its commas and semicolons, or, if it has none, where a line ends or two numbers meet.
func elements(nodes []node) (all [][]node) {
	separates := func(n node) bool { return n.is(",") || n.is(";") }
	separated := slices.ContainsFunc(nodes, separates)
	begin := 0
	end := func(at, next int) {
		if at > begin {
			all = append(all, nodes[begin:at])
		}
		begin = next
	}
	for i := range nodes {
		switch n := &nodes[i]; {
		case separates(*n):
			end(i, i+1)
		case separated || i == 0:
		case n.kind == number && nodes[i-1].kind == number,
			n.first && nodes[i-1].kind != sign && (n.kind != sign || n.text == "-"):
			end(i, i)
		}
	}
	end(len(nodes), len(nodes))
	return all
}

// labelled splits an element into the label in front and what it names: [A1] = 5, .shift = 5, a1: 5, A1 -> 5.
func labelled(element []node) (label, rest []node) {
	const longest = 6
	for i := range min(len(element), longest+1) {
		if n := &element[i]; n.is("=") || n.is(":") || n.is("->") {
			if i == 0 || i+1 == len(element) {
				break
			}
			return element[:i], element[i+1:]
		}
	}
	return nil, element
}

var squarePattern = regexp.MustCompile(`(?i)^(?:sq(?:uare)?_?|k)?([a-h][1-8])$`)

// squareName returns the square that a name such as SQ_A1 stands for, a1 = 0.
func squareName(name string) (sq int, ok bool) {
	m := squarePattern.FindStringSubmatch(name)
	if m == nil {
		return 0, false
	}
	sq, err := board.ParseSquare(strings.ToLower(m[1]))
	return sq, err == nil
}

// square returns the square that a label names, or the index that it is.
func (names constants) square(label []node) (sq int, named, ok bool) {
	if len(label) == 1 && label[0].kind == group {
		label = label[0].within
	}
	if len(label) > 0 {
		if last := &label[len(label)-1]; last.kind == word {
			if sq, ok := squareName(last.text); ok {
				return sq, true, true
			}
		}
	}
	value, ok := names.eval(label, false)
	return int(value & 63), false, ok && value < 64
}
