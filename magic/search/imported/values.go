package imported

import (
	"regexp"
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
	at      int
	numbers int // literals and constants so far
	unknown int // other names so far, which count as 0
}

// eval computes an expression. Literals without a prefix are hexadecimal if hex is set, and else decimal, never octal. What is
// around a number and does not change it is ignored: casts, macros, constructors. One unknown name counts as 0: it is
// the beginning of a table.
func (names constants) eval(nodes []node, hex bool) (value uint64, ok bool) {
	e := expression{names: names, hex: hex, nodes: nodes}
	value, ok = e.binary(1)
	ok = ok && e.at == len(nodes) && e.numbers > 0 && e.unknown <= 1
	return value, ok
}

// evalAny is eval for literals in either base.
func (names constants) evalAny(nodes []node) (value uint64, ok bool) {
	if value, ok = names.eval(nodes, false); !ok {
		value, ok = names.eval(nodes, true)
	}
	return value, ok
}

// The precedence of operators is that of C.
var precedence = map[string]int{"|": 1, "^": 2, "&": 3, "<<": 4, ">>": 4, "+": 5, "-": 5, "*": 6, "/": 6, "%": 6}

func (e *expression) next() *node {
	if e.at < len(e.nodes) {
		return &e.nodes[e.at]
	}
	return &node{kind: sign}
}

func (e *expression) binary(least int) (uint64, bool) {
	left, ok := e.unary()
	for ok {
		op := e.next()
		p := 0
		if op.kind == sign {
			p = precedence[op.text]
		}
		if p < least || p == 0 {
			break
		}
		e.at++
		var right uint64
		if right, ok = e.binary(p + 1); !ok {
			break
		}
		switch op.text {
		case "|":
			left |= right
		case "^":
			left ^= right
		case "&":
			left &= right
		case "<<":
			left <<= right
		case ">>":
			left >>= right
		case "+":
			left += right
		case "-":
			left -= right
		case "*":
			left *= right
		default:
			if right == 0 {
				return 0, false
			}
			if op.text == "/" {
				left /= right
			} else {
				left %= right
			}
		}
	}
	return left, ok
}

func (e *expression) unary() (value uint64, ok bool) {
	negate, invert, address := false, false, false
	for ; ; e.at++ {
		if n := e.next(); n.is("-") {
			negate = !negate
			if invert { // -~x is rare enough
				return 0, false
			}
		} else if n.is("~") {
			if negate || invert {
				return 0, false
			}
			invert = true
		} else if n.is("&") {
			address = true
		} else if !n.is("+") {
			break
		}
	}
	if value, ok = e.primary(address); !ok {
		return 0, false
	}
	for { // x as u64, x.longValue()
		n := e.next()
		if n.kind == word && n.text == "as" && e.at+1 < len(e.nodes) {
			e.at += 2
		} else if n.is(".") && e.at+2 < len(e.nodes) && e.nodes[e.at+2].opens("(") && len(e.nodes[e.at+2].within) == 0 {
			e.at += 3
		} else {
			break
		}
	}
	if invert {
		value = ^value
	}
	if negate {
		value = -value
	}
	return value, true
}

func (e *expression) primary(address bool) (uint64, bool) {
	n := e.next()
	for n.opens("(") && e.at+1 < len(e.nodes) && (e.nodes[e.at+1].kind != sign || e.nodes[e.at+1].is("-")) && typeName(n.within) {
		e.at++ // a cast
		n = e.next()
	}
	minus := n.is("-") // (long) -5
	if minus {
		e.at++
		n = e.next()
	}
	value, ok := e.operand(n, address)
	if minus {
		value = -value
	}
	return value, ok
}

func (e *expression) operand(n *node, address bool) (uint64, bool) {
	switch {
	case n.kind == number:
		e.at++
		e.numbers++
		return literalValue(n.text, e.hex)
	case n.kind == group:
		e.at++
		return e.inner(n)
	case n.kind == word || n.is("@") || n.is("."):
		name := ""
		for n.kind == word || n.is("::") || n.is(".") || n.is("@") {
			if n.kind == word {
				if name != "" && e.nodes[e.at-1].kind == word && name != "new" {
					return 0, false // two words are no expression
				}
				name = n.text
			}
			e.at++
			n = e.next()
		}
		if n.kind == group && (n.text != "[" || address) {
			e.at++
			if of := elements(n.within); wraps.MatchString(name) && len(of) == 2 {
				return e.names.eval(of[1], e.hex) // BigInt.asUintN(64, 5n)
			}
			return e.inner(n)
		}
		if n.kind == number && e.at+1 == len(e.nodes) { // of_string "0x5"
			return e.operand(n, address)
		}
		if value, ok := e.names[name]; ok {
			e.numbers++
			return value, true
		}
		if _, ok := squareName(name); ok {
			return 0, false
		}
		e.unknown++
		return 0, name != ""
	}
	return 0, false
}

var wraps = regexp.MustCompile(`^as(Ui|I)ntN$`)

// typeName reports whether brackets hold words only, as casts do.
func typeName(nodes []node) bool {
	for i := range nodes {
		if nodes[i].kind != word && !nodes[i].is("::") && !nodes[i].is(".") {
			return false
		}
	}
	return len(nodes) > 0
}

// inner returns the one number that brackets hold.
func (e *expression) inner(n *node) (value uint64, ok bool) {
	hex, of := e.hex, n.within
	switch all := elements(of); len(all) {
	case 1:
		of = all[0]
	case 2: // (u64, 5), (5, int64), ("00ff", 16)
		if typeName(all[0]) {
			of = all[1]
		} else if typeName(all[1]) {
			of = all[0]
		} else if len(all[1]) == 1 && all[1][0].kind == number && all[1][0].text == "16" && len(all[0]) == 1 && all[0][0].kind == number {
			of, hex = all[0], true
		} else {
			return 0, false
		}
	default:
		return 0, false
	}
	_, of = labelled(of)
	if value, ok = e.names.eval(of, hex); ok {
		e.numbers++
	}
	return value, ok
}

// literalValue returns the value of a literal in small letters without separators.
func literalValue(text string, hex bool) (uint64, bool) {
	base := 10
	switch {
	case strings.HasPrefix(text, "0x"):
		text, base = text[2:], 16
	case strings.HasSuffix(text, "h"):
		base = 16
	case strings.HasPrefix(text, "0u"):
		text = text[2:]
	case hex:
		base = 16
	case strings.HasPrefix(text, "0o"):
		text, base = text[2:], 8
	case strings.HasPrefix(text, "0b"):
		text, base = text[2:], 2
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

// digits tells what the literals without a prefix say about their base: one has a digit above 9; one begins with 0.
func digits(nodes []node) (above, zero bool) {
	for i := range nodes {
		if n := &nodes[i]; n.kind == number {
			if bare, decimal := bare(n.text); bare {
				above = above || !decimal
				zero = zero || len(n.text) > 2 && n.text[0] == '0' && n.text[1] != 'b'
			}
		} else if n.kind == group {
			a, z := digits(n.within)
			above, zero = above || a, zero || z
		}
	}
	return above, zero
}

// elements splits what brackets hold at its commas and semicolons, or, if it has none, where a line ends or two numbers meet.
func elements(nodes []node) [][]node {
	separated := false
	for i := range nodes {
		separated = separated || nodes[i].is(",") || nodes[i].is(";")
	}
	var all [][]node
	begin := 0
	end := func(at, next int) {
		if at > begin {
			all = append(all, nodes[begin:at])
		}
		begin = next
	}
	for i := range nodes {
		switch n := &nodes[i]; {
		case n.is(",") || n.is(";"):
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
	for i := range element {
		n := &element[i]
		if n.kind == sign && (n.text == "=" || n.text == ":" || n.text == "->") {
			if i == 0 || i+1 == len(element) {
				return nil, element
			}
			return element[:i], element[i+1:]
		}
		if i >= 6 {
			break
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
	if len(label) == 0 {
		return 0, false, false
	}
	if last := &label[len(label)-1]; last.kind == word {
		if sq, ok := squareName(last.text); ok {
			return sq, true, true
		}
	}
	value, ok := names.eval(label, false)
	return int(value & 63), false, ok && value < 64
}

// lastWord returns the last word of nodes, or "".
func lastWord(nodes []node) string {
	for i := len(nodes) - 1; i >= 0; i-- {
		if nodes[i].kind == word {
			return nodes[i].text
		}
	}
	return ""
}
