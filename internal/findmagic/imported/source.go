// Package imported reads magics out of source files of other programs, in nearly any language, out of assembler, and out of lists, logs,
// CSV, JSON and memory dumps, for findmagic import.
//
// It does not know the languages. It reads the numbers of a file in their order, with the words and signs between them. A table is a
// stretch of numbers in which the same words and signs recur, row by row, for 64 rows. [Guess] tries every column of a table as the magics
// of every piece, in every form and order, with and without the shifts, masks and offsets that may belong to it. Proof decides, and names
// only say what to try first: a magic is right if no index belongs to two relevant subsets with different answers. A file is wrong if a
// reading is right on most squares, and no reading on all of them. [Repair] finds the wrong numbers of that reading anew.
package imported

import (
	"context"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/slidebench/slidebench/board"
)

// source is a file: its text without comments, and the numbers in it.
type source struct {
	text    string
	asm     bool                 // it is in assembler
	dumped  bool                 // the numbers come from the bytes of a memory dump, so that none of them can be replaced in the text
	defined map[string][]literal // values of constants, by name
	numbers []literal
	lines   []int // the first byte of every line
}

// The ways to read the digits of a number without a prefix.
const (
	asDecimal = iota
	asHex
	asOctal
	bases
)

// literal is a number of the file, or the name of a square.
type literal struct {
	at, end int           // begin and end in the file, in bytes
	sign    byte          // - or ~ in front of it, or 0
	values  [bases]uint64 // with the sign; all the same if there is a prefix
	valid   [bases]bool   // its digits are digits of the base
	zero    bool          // begins with 0, so the base may be ten or eight
	square  bool          // it is the name of a square
	base    int           // by the prefix; 0 without one
}

// large reports whether the number, read in the first base that it fits (each fits one), has more than 32 bits, as a magic has and no name of a square.
func (l *literal) large() bool {
	if l.square {
		return false
	}
	return !half(l.values[slices.Index(l.valid[:], true)])
}

// asmData are the directives of assemblers that define numbers.
const asmData = `(?:\.(?:quad|8byte|xword|dword|long|4byte|word|int|short|2byte|hword|byte)|d[qdwb]|[dq]word|dc[qdwb])`

// Patterns by which the language of a file is guessed.
var (
	nests   = regexp.MustCompile(`(?m)^[ \t]*(pub |private |protected )*(fn|def|val|object)\b`) // Rust and Scala, whose comments may contain comments
	asm     = regexp.MustCompile(`(?im)^[ \t]*([\w.$]+:?[ \t]+)?` + asmData + `[ \t]+[-$0-9][^{}=]*$`)
	pascal  = regexp.MustCompile(`(?i)\barray\s*\[\s*\w+\s*\.\.`)
	ocaml   = regexp.MustCompile(`\[\||(?m:^[ \t]*\(\* )|(?i:\barray\s*\[\s*\w+\s*\.\.)`)
	basic   = regexp.MustCompile(`\bAs (New )?(U?Long|U?Int64|LongLong|Integer|Variant)\b`)
	percent = regexp.MustCompile(`(?m)^-module\(|^[ \t]*% `) // Erlang, Matlab
	fort    = regexp.MustCompile(`(?im)^[ \t]*integer[ \t]*[(*,].*::`)
	lisp    = regexp.MustCompile(`(?im)^[ \t]*\((?:def|declaim|in-package|ns|module|use-modules)`)
)

// comments has the delimiters of comments, with a pattern for the language (of) if they mean something else in other languages, and a test of
// the text before and behind a beginning (where).
var comments = [...]struct {
	begin, end string
	of         *regexp.Regexp
	where      func(before, behind string) bool // nil: anywhere
}{
	{"/*", "*/", nil, nil},
	{"//", "\n", nil, nil},
	// No comments are #[ and #! of Rust, #x1f and #(#x1f) of Lisp, #1 and #$1f of assembler, 16#ff# of Ada, and #define.
	{"#", "\n", nil, func(before, behind string) bool {
		if behind == "" || strings.ContainsAny(behind[:1], "[x!$") || isDigit(behind[0]) || strings.HasPrefix(behind, "(#") {
			return behind == "" // an empty comment at the end of the text
		}
		n := len(before)
		if n > 0 && isDigit(before[n-1]) && isHex(behind[0]) {
			return false // as in 16#ff#
		}
		for n > 0 && (isHex(before[n-1]) || before[n-1] == '_') {
			n--
		}
		if n > 1 && n < len(before) && before[n-1] == '#' && isDigit(before[n-2]) {
			return false // the second # of 16#ff#
		}
		return !strings.HasPrefix(strings.TrimLeft(behind, " \t"), "define")
	}},
	{"--[[", "]]", nil, func(before, _ string) bool { return spaced(before) }},
	{"--", "\n", nil, func(before, behind string) bool { // unlike a decrement of C
		return spaced(before) && (behind == "" || strings.ContainsAny(behind[:1], " \t\r\n-"))
	}},
	{"{-", "-}", nil, func(_, behind string) bool { return behind != "" && strings.ContainsAny(behind[:1], " \t\r\n|#-") }}, // unlike a negative number behind a brace
	{"{", "}", pascal, nil},
	{"(*", "*)", ocaml, nil},
	{"'", "\n", basic, nil},
	{"!", "\n", fort, nil},
	{";", "\n", asm, nil},
	{"@", "\n", asm, nil},
	{";", "\n", lisp, nil},
	{"%", "\n", percent, nil},
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
func isHex(c byte) bool   { return isDigit(c) || c|32 >= 'a' && c|32 <= 'f' }

// spaced reports whether a text ends with a blank or is empty.
func spaced(before string) bool {
	return before == "" || strings.ContainsAny(before[len(before)-1:], " \t\r\n")
}

// The beginning of code that is never compiled, and its end.
var (
	never   = regexp.MustCompile(`^[ \t]*if[ \t]+0\b`) // the rest of #if 0, behind the #
	armEnds = regexp.MustCompile(`\n[ \t]*#[ \t]*(?:else|elif|endif)`)
)

// languageHead is the number of bytes at the head of a file by which its language is guessed.
const languageHead = 1 << 18

// each calls visit with the chunks of a text and their places. Chunks end with a line, or in very long lines at a blank, comma or semicolon. It stops when the
// context is done.
func each(ctx context.Context, text string, visit func(at int, chunk string)) error {
	const long = 1 << 16
	for at := 0; at < len(text); {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		end := min(at+long, len(text))
		if end < len(text) {
			if n := strings.LastIndexByte(text[at:end], '\n'); n > 0 {
				end = at + n + 1
			} else if n = strings.LastIndexAny(text[at:end], " ,;"); n > 0 {
				end = at + n + 1
			}
		}
		visit(at, text[at:end])
		at = end
	}
	return nil
}

// clean returns a text with blanks in place of its comments. Places and lines stay the same: each byte becomes a blank, but for line feeds.
func clean(ctx context.Context, text string) (string, error) {
	head := text[:min(languageHead, len(text))]
	var first [256][]int // the comments that may begin with a byte
	for k := range comments {
		if c := &comments[k]; c.of == nil || c.of.MatchString(head) {
			first[c.begin[0]] = append(first[c.begin[0]], k)
		}
	}
	deep := nests.MatchString(head) // comments may contain comments
	endless := map[string]bool{}    // ends of comments that the rest of the text lacks
	out := []byte(text)
	blank := func(from, to int) {
		for i := from; i < to; i++ {
			if text[i] != '\n' {
				out[i] = ' '
			}
		}
	}
	unclosed, odd := 0, 0 // the end of the last line with an odd quotation mark, and how many of them it has
	for at, steps := 0, 0; at < len(text); steps++ {
		if steps&(1<<16-1) == 0 && ctx.Err() != nil { // now and then, as Err takes time
			return "", context.Cause(ctx)
		}
		next := at + 1
		if text[at] == '"' && (at >= unclosed || odd < maxOdd) {
			end, closed := quoted(text, at)
			switch {
			case closed:
				at = end // a string stays as it is: it may hold numbers, and begins no comment
				continue
			case end == unclosed:
				odd++
			default:
				unclosed, odd = end, 1
			}
		}
		for _, k := range first[text[at]] {
			c := &comments[k]
			inside := at + len(c.begin)
			if !strings.HasPrefix(text[at:], c.begin) || endless[c.end] || c.where != nil && !c.where(text[:at], text[inside:]) {
				continue
			}
			if c.begin == "#" && !endless["#if"] && never.MatchString(text[inside:min(inside+40, len(text))]) && strings.TrimSpace(text[strings.LastIndexByte(text[:at], '\n')+1:at]) == "" {
				// Code below #if 0 is a comment, up to the next arm or the end.
				if end := armEnds.FindStringIndex(text[inside:]); end != nil {
					next = inside + end[1]
					blank(at, next)
					break
				}
				endless["#if"] = true
			}
			next = inside
			for depth := 1; depth > 0; depth-- {
				end := strings.Index(text[next:], c.end)
				switch {
				case end >= 0:
					if c.begin == "/*" && deep {
						depth += strings.Count(text[next:next+end], "/*")
					}
					next += end + len(c.end)
				case c.end == "\n": // the last line need not end
					next = len(text)
				default:
					endless[c.end], next, depth = true, at+1, 1 // ends the loop: without an end, the beginning is no comment
				}
			}
			if !endless[c.end] {
				blank(at, next)
			}
			break
		}
		at = next
	}
	return string(out), nil
}

// maxOdd is how many quotation marks in a line may remain without a partner before such marks are ignored: each costs a search to the end of the line.
const maxOdd = 8

// quoted returns the end of the string that begins at a quotation mark, or the end of the line if no second mark closes it.
func quoted(text string, at int) (end int, closed bool) {
	for i := at + 1; i < len(text); i++ {
		switch text[i] {
		case '"':
			return i + 1, true
		case '\\':
			i++
		case '\n':
			return i, false
		}
	}
	return len(text), false
}

var (
	// Hexadecimal numbers of Pascal, Ada and Erlang, Fortran and VHDL, Verilog, Lisp, and Visual Basic; numbers that begin with a digit;
	// and words. A short $f or &Ha may be a name.
	token = regexp.MustCompile(`(?i)\$(?:[0-9][0-9a-f_]*|[0-9a-f_]{8,})|16#[0-9a-f_]+#?|[zx]['"][0-9a-f_]+['"]|[0-9]+'h[0-9a-f_]+|#x[0-9a-f]{6,}|` +
		`&h(?:[0-9a-f_]{8,}|[0-9][0-9a-f_]*)(?:ul|us|ui|[lisu&%])?|[0-9][\w$]*(?:'[0-9a-f][\w$]*)*(?:\.[0-9][0-9.]*)?(?:'[iu](?:8|16|32|64))?|([\pL_$@?][\pL\pN_$@?]*)`)
	// Groups: prefix, digits and suffix of a number.
	written = regexp.MustCompile(`^(?i)(0x|0b|0o|0u|\$|16#|[zx]['"]|[0-9]+'h|#x|&h|)([0-9a-f][0-9a-f_']*?)(_?(?:ui64|[uiz](?:8|16|32|64|128|size)?|u?ll?u?|n|us|ui|[s&%])?|h|['"#])$`)
	// A hexadecimal number without a prefix that looks like a word.
	bareWord = regexp.MustCompile(`^[a-fA-F][0-9a-fA-F]{7,15}$`)
	// The name of a square, alone or after sq or k; or as the end of another name.
	squareRun = regexp.MustCompile(`^(?i:sq(?:uare)?_?|k)?([a-hA-H][1-8])$|^\w*(?:_[a-h]|[a-z_][A-H])[1-8]$`)
	// The definition of a constant, as a number or as the difference of two. Groups: name in a #define, name elsewhere, number, subtrahend.
	constant = regexp.MustCompile(`(?:#[ \t]*define[ \t]+(\w+)[ \t\\\n(]+|\b(?:const|constexpr|final|let|val)\b[^;={}()\n]*?\b(\w+)\s*(?::[^=\n]*)?=\s*\(?)([0-9]\w*)(?:\s*-[\s\\]*([0-9]\w*))?[ \t\r)]*[;\n]`)
	separate = strings.NewReplacer("_", "", "'", "") // removes what separates digits
)

// maxNumbers is the most numbers that a file may have. A table with a word for each relevant subset has 107,648.
const maxNumbers = 1 << 20

// parse returns the numbers of a file, and its text without comments.
func parse(ctx context.Context, text string) (*source, error) {
	if words := memory(text); words != nil {
		return words, nil
	}
	cleaned, err := clean(ctx, text)
	if err != nil {
		return nil, err
	}
	s := &source{text: cleaned, asm: asm.MatchString(text[:min(languageHead, len(text))]), defined: map[string][]literal{}}
	for i := range len(text) {
		if i == 0 || text[i-1] == '\n' {
			s.lines = append(s.lines, i)
		}
	}
	err = each(ctx, s.text, func(_ int, chunk string) {
		if !mayHave(chunk, "define", "const", "final", "let", "val") {
			return
		}
		for _, m := range constant.FindAllStringSubmatch(chunk, -1) {
			a, known := number(m[3])
			if b, minus := number(m[4]); minus {
				for k := range a.values {
					a.values[k] -= b.values[asDecimal]
				}
			}
			if known {
				s.defined[m[1]+m[2]] = append(s.defined[m[1]+m[2]], a)
			}
		}
	})
	if err != nil {
		return nil, err
	}
	err = each(ctx, s.text, func(at int, chunk string) {
		for i := 0; i < len(chunk) && len(s.numbers) <= maxNumbers; {
			begin, end, isWord := nextToken(chunk, i)
			if begin < end {
				s.take(at+begin, at+end, isWord)
			}
			i = end
		}
	})
	return s, err
}

// mayHave reports whether a text contains one of some words. It is a quick test before a slow regular expression.
func mayHave(text string, words ...string) bool {
	return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(text, word) })
}

// starts has the bytes that can begin a token, and goesOn the bytes of plain words and numbers.
var starts, goesOn = func() (starts, goesOn [256]bool) {
	for c := range 256 {
		goesOn[c] = c < utf8.RuneSelf && (isDigit(byte(c)) || c|32 >= 'a' && c|32 <= 'z' || c == '_')
		starts[c] = goesOn[c] || c >= utf8.RuneSelf || strings.ContainsRune("$@?#&", rune(c))
	}
	return starts, goesOn
}()

// nextToken returns the place of the next token of a text. It finds plain words and numbers without a regular expression: those that end before
// a byte that begins no token, and is no quotation mark or dot, with which a number may go on.
func nextToken(text string, from int) (begin, end int, isWord bool) {
	for begin = from; begin < len(text) && !starts[text[begin]]; begin++ {
	}
	for end = begin; end < len(text) && goesOn[text[end]]; end++ {
	}
	if end > begin && (end == len(text) || !starts[text[end]] && text[end] != '\'' && text[end] != '"' && text[end] != '.') {
		return begin, end, !isDigit(text[begin])
	}
	if m := token.FindStringSubmatchIndex(text[begin:]); m != nil {
		return begin + m[0], begin + m[1], m[2] >= 0
	}
	return len(text), len(text), false
}

// take adds a token if it is a number or the name of a square.
func (s *source) take(at, end int, isWord bool) {
	word := s.text[at:end]
	var l literal
	all := s.defined[word] // if the word is a constant, the definition that comes last counts
	ok := len(all) > 0
	if ok {
		l = all[len(all)-1]
	}
	if !isWord || bareWord.MatchString(word) {
		l, ok = number(word)
	} else if sq, begin, named := squareName(word); !ok && named {
		l, ok = anyBase(uint64(sq)), true
		l.square = true
		at += begin // the words before the square stay in the text between the numbers
	}
	if !ok {
		return
	}
	l.at, l.end = at, end
	if before := at - 1; before >= 0 && (s.text[before] == '~' || s.text[before] == '-' && (before == 0 || !strings.ContainsAny(s.text[before-1:before], wordLike))) {
		l.sign = s.text[before]
		for k, v := range l.values {
			l.values[k] = ^v
			if l.sign == '-' {
				l.values[k] = -v
			}
		}
	}
	s.numbers = append(s.numbers, l)
}

// anyBase returns a literal that has the same value in all bases.
func anyBase(v uint64) literal {
	return literal{values: [bases]uint64{v, v, v}, valid: [bases]bool{true, true, true}}
}

// wordLike has the characters that can end an operand: a minus directly behind one of them subtracts, and is no sign.
const wordLike = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_)]"

// number reads a literal, with its value in each base in which its digits may be written. ok is false if it is none.
func number(text string) (l literal, ok bool) {
	if digits, plain := strings.CutPrefix(text, "0x"); plain {
		if v, err := strconv.ParseUint(digits, 16, 64); err == nil {
			l = anyBase(v)
			l.base = 16
			return l, true
		}
	}
	m := written.FindStringSubmatch(text)
	if m == nil {
		return l, false
	}
	prefix, digits := strings.ToLower(m[1]), separate.Replace(m[2])
	base, ok := map[string]int{"": 10, "0b": 2, "0o": 8, "0u": 10}[prefix] // 0u is OCaml's; all other prefixes are hexadecimal
	if hex := strings.EqualFold(m[3], "h"); !ok || hex {
		base = 16
		if hex { // an assembler's 0b12h has the digits b12
			digits = strings.TrimPrefix(prefix, "0") + digits
		}
	}
	v, err := strconv.ParseUint(digits, base, 64)
	if err == nil {
		l = anyBase(v)
	}
	l.base = base
	if base == 10 && prefix == "" || base == 2 && err != nil { // 0b12 is no binary number, and may be a hexadecimal one
		digits = strings.TrimPrefix(prefix, "0") + digits
		l.base, l.zero = 0, len(digits) > 1 && digits[0] == '0'
		l.values[asHex], err = strconv.ParseUint(digits, 16, 64)
		l.valid[asHex] = err == nil
		if l.zero {
			l.values[asOctal], err = strconv.ParseUint(digits, 8, 64)
			l.valid[asOctal] = err == nil
		}
	}
	return l, l.valid != [bases]bool{}
}

// squareName returns the square, a1 = 0, that a name such as SQ_A1 means, or with which a name such as rookA1 ends; and where it begins, if the words before it say more.
func squareName(name string) (sq, begin int, ok bool) {
	const longest = 64
	if n := len(name); n < 2 || n > longest || name[n-1] < '1' || name[n-1] > '8' {
		return 0, 0, false
	}
	m := squareRun.FindStringSubmatchIndex(name)
	if m == nil {
		return 0, 0, false
	}
	if m[2] < 0 { // the second alternative of squareRun: other words come first
		begin = len(name) - 2
	}
	sq, err := board.ParseSquare(strings.ToLower(name[len(name)-2:]))
	return sq, begin, err == nil
}

// line returns the line of a place in the file: 1 for every place in memory, which has no lines.
func (s *source) line(at int) int {
	n, found := slices.BinarySearch(s.lines, at) // n lines begin before at
	if found {
		n++
	}
	return max(n, 1)
}

// gap returns the text between a number, or its sign, and the number before it. In memory there is none: all gaps are alike.
func (s *source) gap(i int) string {
	if s.text == "" {
		return ","
	}
	begin, end := 0, s.numbers[i].at
	if i > 0 {
		begin = s.numbers[i-1].end
	}
	if s.numbers[i].sign != 0 {
		end--
	}
	return s.text[begin:end]
}
