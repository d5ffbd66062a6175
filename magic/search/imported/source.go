// Package imported reads magics out of source files of other programs, in nearly any language, out of assembler, and out of lists,
// logs and CSV.
//
// It does not know the languages. It reads the numbers of a file in their order, with the words and signs between them. A table is a
// stretch of numbers in which the same words and signs recur, row by row, for 64 rows. [Guess] finds which of its columns are magics, of
// which piece, in which form and order. It does so by proof: whatever its name, a magic is right if no index belongs to two relevant
// subsets with different answers. The proof uses the masks, shifts and offsets of the file, as its program does. A name that the proof
// contradicts is an error, and [Repair] finds the wrong numbers anew.
package imported

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/slidebench/slidebench/board"
)

// source is a file: its text without comments, and the numbers in it.
type source struct {
	text    string
	asm     bool
	defined map[string]literal // constants
	numbers []literal
}

// literal is a number of the file, or the name of a square.
type literal struct {
	at, end int       // begin and end in the file, in bytes
	sign    byte      // - or ~ in front of it, or 0
	values  [2]uint64 // with the sign: by its prefix, and read as hexadecimal, which differs if it has no prefix
	decimal bool      // values[0] is set
	zero    bool      // it may be decimal or hexadecimal: it begins with 0
	square  bool      // it is the name of a square
	base    int       // 0: 10 or 16
}

// value returns the number, read as hexadecimal or as it stands.
func (l *literal) value(hex bool) uint64 {
	if hex {
		return l.values[1]
	}
	return l.values[0]
}

// large reports whether a number may be longer than 32 bits.
func (l *literal) large() bool {
	return !l.square && !half(l.value(!l.decimal))
}

// asmData are the directives of assemblers that define numbers.
const asmData = `(?:\.(?:quad|8byte|xword|dword|long|4byte|word|int|short|2byte|hword|byte)|d[qdwb]|[dq]word|dc[qdwb])`

var (
	nests = regexp.MustCompile(`(?m)^[ \t]*(pub |private |protected )*(fn|def|val|object)\b`) // Rust, Scala
	asm   = regexp.MustCompile(`(?im)^[ \t]*([\w.$]+:?[ \t]+)?` + asmData + `[ \t]+[-$0-9][^{}=]*$`)
)

// comments lists the delimiters of comments, each with a pattern for files in which they are comments, if they mean something else in other files.
var comments = [...]struct {
	begin, end string
	of         *regexp.Regexp
}{
	{`/\*`, `\*/`, nil},
	{`//`, `\n|\z`, nil},
	{`(?m:^[ \t]*)#[ \t]*if[ \t]+0\b`, `\n[ \t]*#[ \t]*(?:else|elif|endif)`, nil},
	{`#`, `\n|\z`, nil},
	{`(?m:^|\s)--\[\[`, `\]\]`, nil},
	{`(?m:(?:^|\s)--(?:[ \t-]|$))`, `\n|\z`, nil},
	{`\{-[\s|#-]`, `-\}`, nil},
	{`\{`, `\}`, regexp.MustCompile(`(?i)\barray\s*\[\s*\w+\s*\.\.`)}, // Pascal
	{`\(\*`, `\*\)`, regexp.MustCompile(`\[\||(?m:^[ \t]*\(\* )|(?i:\barray\s*\[\s*\w+\s*\.\.)`)}, // OCaml
	{`'`, `\n|\z`, regexp.MustCompile(`\bAs (New )?(U?Long|U?Int64|LongLong|Integer|Variant)\b`)}, // Visual Basic
	{`!`, `\n|\z`, regexp.MustCompile(`(?im)^[ \t]*integer[ \t]*[(*,].*::`)},                      // Fortran
	{`[;@]`, `\n|\z`, asm},
}

// kept is what only looks like a comment: strings, directives, attributes, and numbers.
const kept = `"(?:[^"\\\n]|\\.)*"|(?m:^[ \t]*)#[ \t]*define\b|#[x\[!0-9$]|[0-9]#[0-9a-fA-F_]+#?`

// clean returns a text with blanks in place of its comments.
func clean(text string) string {
	pattern, ends := kept, []*regexp.Regexp(nil)
	for _, c := range comments {
		if c.of == nil || c.of.MatchString(text) {
			pattern += "|(" + c.begin + ")"
			ends = append(ends, regexp.MustCompile(c.end))
		}
	}
	begin, deep := regexp.MustCompile(pattern), nests.MatchString(text)
	endless := map[int]bool{} // what does not end here does not end further on
	out := []byte(text)
	for at := 0; at < len(text); {
		m := begin.FindStringSubmatchIndex(text[at:])
		if m == nil {
			break
		}
		from := at
		at += m[1]
		for k := range ends {
			if m[2*k+2] < 0 || endless[k] {
				continue
			}
			from += m[2*k+2]
			for depth := 1; depth > 0; depth-- {
				end := ends[k].FindStringIndex(text[at:])
				if end == nil {
					endless[k], at = true, from+1
					break
				}
				if k == 0 && deep {
					depth += strings.Count(text[at:at+end[0]], "/*")
				}
				at += end[1]
			}
			for i := from; i < at; i++ {
				if text[i] != '\n' {
					out[i] = ' '
				}
			}
		}
	}
	return string(out)
}

var (
	// Hexadecimal numbers of Pascal, Ada and Erlang, Fortran and VHDL, Verilog, Lisp, and Visual Basic; numbers that begin with a digit;
	// and words. A short $f or &Ha may be a name.
	token = regexp.MustCompile(`(?i)\$(?:[0-9][0-9a-f_]*|[0-9a-f_]{8,})|16#[0-9a-f_]+#?|[zx]['"][0-9a-f_]+['"]|[0-9]+'h[0-9a-f_]+|#x[0-9a-f]{6,}|` +
		`&h(?:[0-9a-f_]{8,}|[0-9][0-9a-f_]*)(?:ul|us|ui|[lisu&%])?|[0-9][\w$]*(?:'[0-9a-f][\w$]*)*(?:\.[0-9][0-9.]*)?(?:'[iu](?:8|16|32|64))?|([\pL_$@?][\pL\pN_$@?]*)`)
	// A number: its prefix, its digits and its suffix.
	written   = regexp.MustCompile(`^(?i)(0x|0b|0o|0u|\$|16#|[zx]['"]|[0-9]+'h|#x|&h|)([0-9a-f][0-9a-f_']*?)((?:ui64|[uiz](?:8|16|32|64|128|size)?|u?ll?u?|n|us|ui|[s&%])?|h|['"#])$`)
	bareWord  = regexp.MustCompile(`^[a-fA-F][0-9a-fA-F]{7,15}$`)
	squareRun = regexp.MustCompile(`^(?i:sq(?:uare)?_?|k)?([a-hA-H][1-8])$`)
	constant  = regexp.MustCompile(`(?:#[ \t]*define[ \t]+(\w+)[ \t\\\n(]+|\b(?:const|constexpr|final|let|val)\b[^;={}()\n]*?\b(\w+)\s*(?::[^=\n]*)?=\s*\(?)([0-9]\w*)(?:\s*-[\s\\]*([0-9]\w*))?[ \t\r)]*[;\n]`)
	separate  = strings.NewReplacer("_", "", "'", "")
)

// parse reads a file.
func parse(text string) *source {
	s := &source{text: clean(text), asm: asm.MatchString(text), defined: map[string]literal{}}
	for _, m := range constant.FindAllStringSubmatch(s.text, -1) {
		a, known := number(m[3])
		if b, less := number(m[4]); less {
			a.values[0] -= b.values[0]
			a.values[1] = a.values[0]
		}
		if known {
			s.defined[m[1]+m[2]] = a
		}
	}
	for _, m := range token.FindAllStringSubmatchIndex(s.text, -1) {
		word := s.text[m[0]:m[1]]
		l, ok := s.defined[word]
		if m[2] < 0 || bareWord.MatchString(word) {
			l, ok = number(word)
		} else if sq, named := squareName(word); !ok && named {
			l, ok = literal{values: [2]uint64{uint64(sq), uint64(sq)}, decimal: true, square: true}, true
		}
		if !ok {
			continue
		}
		l.at, l.end = m[0], m[1]
		if at := l.at - 1; at >= 0 && (s.text[at] == '~' || s.text[at] == '-' && (at == 0 || !strings.ContainsAny(s.text[at-1:at], wordLike))) {
			l.sign = s.text[at]
			for k, v := range l.values {
				l.values[k] = ^v
				if l.sign == '-' {
					l.values[k] = -v
				}
			}
		}
		s.numbers = append(s.numbers, l)
	}
	return s
}

// wordLike is what may stand before a minus that subtracts.
const wordLike = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_)]"

// number reads a number.
func number(text string) (l literal, ok bool) {
	m := written.FindStringSubmatch(text)
	if m == nil {
		return l, false
	}
	prefix, digits := strings.ToLower(m[1]), separate.Replace(m[2])
	base, ok := map[string]int{"": 10, "0b": 2, "0o": 8, "0u": 10}[prefix]
	if !ok || strings.EqualFold(m[3], "h") {
		base = 16
	}
	v, err := strconv.ParseUint(digits, base, 64)
	l.values, l.decimal, l.base = [2]uint64{v, v}, err == nil, base
	if base == 10 && prefix == "" || base == 2 && err != nil {
		l.base, l.zero = 0, len(digits) > 1 && digits[0] == '0'
		l.values[1], err = strconv.ParseUint(strings.TrimPrefix(prefix, "0")+digits, 16, 64)
	}
	return l, l.decimal || err == nil
}

// squareName returns the square that a name such as SQ_A1 stands for, a1 = 0.
func squareName(name string) (sq int, ok bool) {
	m := squareRun.FindStringSubmatch(name)
	if m == nil {
		return 0, false
	}
	sq, err := board.ParseSquare(strings.ToLower(m[1]))
	return sq, err == nil
}

// line returns the line of a place in the file.
func (s *source) line(at int) int { return strings.Count(s.text[:at], "\n") + 1 }

// gap returns what stands between a number and the one before.
func (s *source) gap(i int) string {
	begin, end := 0, s.numbers[i].at
	if i > 0 {
		begin = s.numbers[i-1].end
	}
	if s.numbers[i].sign != 0 {
		end--
	}
	return s.text[begin:end]
}
