package c

import (
	"regexp"
	"strings"
)

// cast matches the beginning of a conversion in C's spelling, to a number or a pointer, such as (uint64_t).
var cast = regexp.MustCompile(`\(((?:const )?(?:volatile )?(?:unsigned|int|short|size_t|u?int\d+_t|long long|double|char|void|__m\d+i|__mmask\d+)(?: \*)?)\)`)

// castsOfCpp returns a text in C with its conversions in the spelling of C++: static_cast<uint64_t>(x) for (uint64_t)x.
func castsOfCpp(text string) string {
	var b strings.Builder
	for {
		m := cast.FindStringSubmatchIndex(text)
		if m == nil {
			return b.String() + text
		}
		end := m[1] + operand(text[m[1]:])
		if m[0] > 0 && strings.ContainsAny(text[m[0]-1:m[0]], identifier+")]") || end == m[1] { // no conversion: f(int), sizeof(int), (*f)(int), f[2](int), or no operand follows
			b.WriteString(text[:m[1]])
		} else {
			kind := "static_cast"
			if strings.HasSuffix(text[m[2]:m[3]], "*") {
				kind = "reinterpret_cast"
			}
			inside := text[m[1]:end]
			if whole(inside) {
				inside = inside[1 : len(inside)-1]
			}
			b.WriteString(text[:m[0]] + kind + "<" + text[m[2]:m[3]] + ">(" + castsOfCpp(inside) + ")")
			m[1] = end // the rest begins behind the operand
		}
		text = text[m[1]:]
	}
}

const identifier = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789" // the characters of names and numbers

// operand returns the length of the operand with which a text begins, 0 for none: signs and conversions, then a name, a number or parentheses with their calls and
// indices.
func operand(text string) (n int) {
	for n < len(text) && strings.ContainsAny(text[n:n+1], "~-!&*") {
		n++
	}
	if m := cast.FindStringIndex(text[n:]); m != nil && m[0] == 0 {
		if more := operand(text[n+m[1]:]); more > 0 {
			return n + m[1] + more
		}
	}
	start := n
	for n < len(text) {
		switch rest := text[n:]; {
		case strings.ContainsAny(rest[:1], identifier), rest[0] == '.' && n > start:
			n++
		case strings.HasPrefix(rest, "->"):
			n += 2
		case rest[0] == '(', rest[0] == '[' && n > start:
			n += closed(rest)
		case n == start:
			return 0
		default:
			return n
		}
	}
	return n
}

// closed returns the length of the pair of brackets with which a text begins, what they enclose included. The text compiles, so each bracket has one of its kind.
func closed(text string) int {
	depth := 0
	for i, c := range text {
		switch c {
		case '(', '[':
			depth++
		case ')', ']':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return len(text)
}

// whole reports whether a text is one pair of parentheses with everything inside.
func whole(text string) bool { return strings.HasPrefix(text, "(") && closed(text) == len(text) }
