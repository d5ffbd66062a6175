// Package imported reads magics out of source files of other programs, in any language whose literals and brackets it can
// tell apart, out of assembler, and out of lists, logs and CSV.
//
// It does not know the languages. It sees literals, words, signs and brackets, and takes every bracket with 64 numbers, or with 64
// rows of numbers, for a table. Which of the tables are factors, of which piece, in which form and order, [Guess] finds out by
// proof: a factor that gives every relevant subset of its square an index of its own answer is right, whatever its name is. The
// proof is of the set as its program uses it: with the masks, shifts and offsets that the file states. What the names claim and
// the proof denies is an error, and [Repair] finds the wrong numbers anew.
package imported

import (
	"regexp"
	"strings"
)

// kind is the kind of a node.
type kind uint8

const (
	word kind = iota
	number
	sign
	group
)

// node is a token, or a pair of brackets with what is between them.
type node struct {
	kind   kind
	text   string // of a group, the opening bracket
	line   int
	first  bool // nothing stands before it on its line
	at     int  // its place in the file, in bytes
	end    int
	within []node
}

// is reports whether the node is this sign.
func (n *node) is(text string) bool { return n.kind == sign && n.text == text }

// opens reports whether the node is a group with this bracket.
func (n *node) opens(bracket string) bool { return n.kind == group && n.text == bracket }

// maxDepth is how deep brackets are followed. Deeper brackets are left out, so that no file can exhaust the stack.
const maxDepth = 32

var (
	literal = regexp.MustCompile(`^(?i:0x[0-9a-f]+|0b[01]+|0o[0-7]+|0u[0-9]+|[0-9][0-9a-f]*)(?i:ui64|[uiz](?:8|16|32|64|128|size)?|u?ll?u?|n|h)?$`)
	// Hexadecimal numbers of Pascal, Ada and Erlang, Fortran and VHDL, Verilog, Lisp, and Visual Basic. A short $f or &Ha may
	// be a name.
	foreign     = regexp.MustCompile(`^(?i:\$[0-9][0-9a-f_]*|\$[0-9a-f_]{8,}|16#[0-9a-f_]+#?|[zx]'[0-9a-f_]+'|[zx]"[0-9a-f_]+"|[0-9]+'h[0-9a-f_]+|#x[0-9a-f]{6,}|&h[0-9a-f_]{8,}|&h[0-9][0-9a-f_]*)`)
	prefix      = regexp.MustCompile(`^(?i:\$|16#|[zx]['"]|[0-9]+'h|#x|&h)`)
	after       = regexp.MustCompile(`^(?i:ul|us|ui|[lisu&%])?`) // the suffixes of Visual Basic
	typed       = regexp.MustCompile(`^'[iuIU](8|16|32|64)`)     // the suffixes of Nim
	bareWord    = regexp.MustCompile(`^[a-fA-F][0-9a-fA-F]{7,15}$`)
	directive   = regexp.MustCompile(`^#[ \t]*(define|include|if|ifdef|ifndef|else|elif|endif|pragma|undef|error|line)\b[ \t]*`)
	never       = regexp.MustCompile(`^#[ \t]*if[ \t]+0[ \t]*(//.*|/\*.*)?\r?$`)
	conditional = regexp.MustCompile(`^[ \t]*#[ \t]*(if|else|elif|endif)`)
	nests       = regexp.MustCompile(`(?m)^[ \t]*(pub |private |protected )*(fn|def|val|object)\b`)
	numbersOnly = regexp.MustCompile(`^[\s,;]*[0-9a-fA-F][0-9a-fA-FxX_,;\s]*$`)
	basic       = regexp.MustCompile(`\bAs (New )?(U?Long|U?Int64|LongLong|Integer|Variant)\b`)
	pascal      = regexp.MustCompile(`(?i)\barray\s*\[\s*\w+\s*\.\.`)
	starred     = regexp.MustCompile(`\[\||(?m:^[ \t]*\(\* )`)
	fortran     = regexp.MustCompile(`(?im)^[ \t]*integer[ \t]*[(*,].*::`)
	oneWord     = regexp.MustCompile(`^\w+$`)
	shortQuote  = regexp.MustCompile(`^'(\\[^'\n]{1,10}|[\w .:%/-]*|[^'\\\n])'`)
)

// source is a file that is being split.
type source struct {
	text  string
	at    int
	line  int
	first bool // no node of the line yet
	dialect
	open    []node
	over    int             // brackets that are open beyond maxDepth
	endless map[string]bool // ends of comments that the rest of the text lacks
}

// dialect is what must be known about a language before its text is split.
type dialect struct {
	nests   bool // comments nest, as in Rust and Scala
	basic   bool // an apostrophe begins a comment, as in Visual Basic
	braces  bool // braces hold a comment, as in Pascal
	starred bool // (* begins a comment, as in OCaml and Pascal
	fortran bool // an exclamation mark begins a comment, and & continues a line
}

// parse splits a file. Brackets that do not match are closed where the bracket around them closes, or ignored.
func parse(text string) []node {
	if assembler.MatchString(text) {
		return assembled(text)
	}
	s := source{text: text, line: 1, first: true, open: make([]node, 1)}
	s.dialect = dialect{
		nests: nests.MatchString(text), basic: basic.MatchString(text), braces: pascal.MatchString(text),
		starred: starred.MatchString(text) || pascal.MatchString(text), fortran: fortran.MatchString(text),
	}
	s.split()
	for len(s.open) > 1 {
		s.close()
	}
	return s.open[0].within
}

// add appends a node to the innermost open group, and skips what it is in the file.
func (s *source) add(k kind, text string, length int) {
	in := &s.open[len(s.open)-1]
	in.within = append(in.within, node{kind: k, text: text, line: s.line, first: s.first, at: s.at, end: s.at + length})
	s.first = false
	s.skip(length)
}

// close ends the innermost open group.
func (s *source) close() {
	last := len(s.open) - 1
	done := s.open[last]
	done.end = s.at
	if n := len(done.within); n > 1 && (done.opens("[") && done.within[0].is("|") && done.within[n-1].is("|") ||
		done.opens("(") && done.within[0].is("/") && done.within[n-1].is("/")) {
		done.within = done.within[1 : n-1] // [| |] of OCaml, (/ /) of Fortran
	}
	s.open = s.open[:last]
	in := &s.open[last-1]
	in.within = append(in.within, done)
}

// skip goes forward, and counts lines.
func (s *source) skip(n int) {
	end := min(s.at+n, len(s.text))
	if lines := strings.Count(s.text[s.at:end], "\n"); lines > 0 {
		s.line += lines
		s.first = true
	}
	s.at = end
}

// restOfLine returns the length of the text up to the end of the line. A backslash continues a line.
func (s *source) restOfLine(continued bool) int {
	for n := 0; ; {
		i := strings.IndexByte(s.text[s.at+n:], '\n')
		if i < 0 {
			return len(s.text) - s.at
		}
		n += i
		if !continued || n == 0 || !strings.HasSuffix(strings.TrimSuffix(s.text[s.at:s.at+n], "\r"), "\\") {
			return n
		}
		n++
	}
}

func (s *source) split() {
	for s.at < len(s.text) {
		rest := s.text[s.at:]
		switch c := rest[0]; {
		case c == '\n' || c == ' ' || c == '\t' || c == '\r' || c == '\\':
			s.skip(1)
		case strings.HasPrefix(rest, "//"):
			s.skip(s.restOfLine(false))
		case strings.HasPrefix(rest, "/*"):
			s.comment()
		case strings.HasPrefix(rest, "--") && s.dashes(rest):
			s.skip(s.restOfLine(false))
		case strings.HasPrefix(rest, "{-") && len(rest) > 2 && strings.IndexByte(" \t\n|#-", rest[2]) >= 0:
			s.through("-}")
		case s.braces && c == '{':
			s.through("}")
		case s.starred && strings.HasPrefix(rest, "(*"):
			s.through("*)")
		case s.fortran && c == '&':
			s.skip(1)
		case s.basic && c == '\'', s.fortran && c == '!':
			s.skip(s.restOfLine(false))
		case s.basic && c == '_' && strings.TrimRight(rest[1:][:s.restOfLine(false)-1], " \t\r") == "":
			s.skip(1) // the line goes on
		case (digit(c) || strings.IndexByte("$#zZxX", c) >= 0 || s.basic && c == '&') && foreign.MatchString(rest):
			s.foreign(rest)
		case c == '#':
			s.hash(rest)
		case c == '"' || strings.HasPrefix(rest, "'''"):
			s.quoted(rest)
		case c == '\'':
			s.apostrophe(rest)
		case c >= '0' && c <= '9' || letter(c):
			s.wordOrNumber(rest)
		case strings.IndexByte("([{", c) >= 0:
			s.skip(1)
			if len(s.open) > maxDepth {
				s.over++
				continue
			}
			s.open = append(s.open, node{kind: group, text: string(c), line: s.line, first: s.first, at: s.at - 1})
			s.first = false
		case strings.IndexByte(")]}", c) >= 0:
			s.skip(1)
			s.bracket(c)
		default:
			text := rest[:1]
			for _, two := range [...]string{"<<", ">>", "->", "=>", "::", "==", "!=", "<=", ">=", ":="} {
				if strings.HasPrefix(rest, two) {
					text = two
				}
			}
			length := len(text)
			if text == ":=" || text == "=>" {
				text = "="
			}
			s.add(sign, text, length)
		}
	}
}

// bracket closes the innermost group that a closing bracket fits, and those within.
func (s *source) bracket(c byte) {
	if s.over > 0 {
		s.over--
		return
	}
	fits := map[byte]string{')': "(", ']': "[", '}': "{"}[c]
	for i := len(s.open) - 1; i > 0; i-- {
		if s.open[i].text == fits {
			for len(s.open) > i {
				s.close()
			}
			return
		}
	}
}

// comment skips a comment between /* and */.
func (s *source) comment() {
	s.skip(2)
	for depth := 1; depth > 0 && s.at < len(s.text); {
		rest := s.text[s.at:]
		switch {
		case strings.HasPrefix(rest, "*/"):
			depth--
			s.skip(2)
		case s.nests && strings.HasPrefix(rest, "/*"):
			depth++
			s.skip(2)
		default:
			s.skip(1)
		}
	}
}

// hash reads what begins with #: an attribute of Rust, a directive of C, or a comment of Python. Of directives, a #define is read
// as an assignment, and what stands between #if 0 and its end is skipped.
func (s *source) hash(rest string) {
	line := rest[:s.restOfLine(false)]
	m := directive.FindStringSubmatch(rest)
	switch {
	case strings.HasPrefix(rest, "#[") || strings.HasPrefix(rest, "#!["):
		s.skip(1)
	case m == nil || !s.first:
		s.skip(len(line))
	case never.MatchString(line):
		s.skip(len(line))
		for depth := 1; depth > 0 && s.at < len(s.text); {
			s.skip(1)
			line := s.text[s.at:][:s.restOfLine(false)]
			if m := conditional.FindStringSubmatch(line); m != nil {
				switch {
				case m[1] == "if":
					depth++
				case m[1] == "endif" || depth == 1:
					depth--
				}
			}
			s.skip(len(line))
		}
	case m[1] == "define":
		end := s.at + s.restOfLine(true)
		s.skip(len(m[0]))
		define := source{text: s.text[:end], at: s.at, line: s.line, open: make([]node, 1), first: true}
		define.split()
		for len(define.open) > 1 {
			define.close()
		}
		if body := define.open[0].within; len(body) > 1 {
			in := &s.open[len(s.open)-1]
			in.within = append(in.within, body[0], node{kind: sign, text: "=", line: s.line})
			in.within = append(in.within, body[1:]...)
			s.add(sign, ";", 0)
		}
		s.skip(end - s.at)
	default:
		s.skip(s.restOfLine(true))
	}
}

// quoted reads a string. A string of a number stands for the number, one of many for a group, and one of a word for the word.
func (s *source) quoted(rest string) {
	mark := rest[:1]
	if len(rest) >= 3 && rest[1] == rest[0] && rest[2] == rest[0] {
		mark = rest[:3]
	}
	end := len(mark)
	for end < len(rest) && !strings.HasPrefix(rest[end:], mark) && (len(mark) == 3 || rest[end] != '\n') {
		if rest[end] == '\\' {
			end++
		}
		end++
	}
	if end >= len(rest) || !strings.HasPrefix(rest[end:], mark) {
		s.skip(1) // never closed
		return
	}
	s.content(len(mark), rest[len(mark):end])
}

// content adds the content of a string with marks of a length, and skips the string.
func (s *source) content(mark int, text string) {
	s.skip(mark)
	end := s.at + len(text) + mark
	switch {
	case numbersOnly.MatchString(text):
		inner := source{text: s.text[:s.at+len(text)], at: s.at, line: s.line, first: s.first, open: make([]node, 1)}
		inner.split()
		in := &s.open[len(s.open)-1]
		if all := inner.open[0].within; len(all) == 1 {
			in.within = append(in.within, all[0])
		} else {
			in.within = append(in.within, node{kind: group, text: `"`, line: s.line, first: s.first, at: s.at, end: s.at + len(text), within: all})
		}
		s.first = false
	case oneWord.MatchString(text):
		s.add(word, text, len(text))
	default:
		s.add(word, `""`, len(text))
	}
	s.skip(end - s.at)
}

// apostrophe reads a character, a string between apostrophes, or the mark of a lifetime in Rust.
func (s *source) apostrophe(rest string) {
	end := strings.IndexAny(rest[1:], "'\n")
	switch m := shortQuote.FindString(rest); {
	case end > 0 && rest[1+end] == '\'' && numbersOnly.MatchString(rest[1:1+end]):
		s.content(1, rest[1:1+end])
	case m != "":
		s.content(1, m[1:len(m)-1])
	default:
		s.skip(1)
	}
}

func letter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c == '$' || c >= 0x80
}

func digit(c byte) bool { return c >= '0' && c <= '9' }

func hexDigit(c byte) bool { return digit(c) || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F' }

var separators = strings.NewReplacer("_", "", "'", "")

// foreign reads a hexadecimal number that does not begin as in C, as if it did.
func (s *source) foreign(rest string) {
	text := foreign.FindString(rest)
	digits := strings.TrimRight(text[len(prefix.FindString(text)):], `#'"`)
	length := len(text)
	if rest[0] == '&' {
		length += len(after.FindString(rest[length:]))
	}
	if length < len(rest) && (letter(rest[length]) || digit(rest[length])) {
		s.add(word, text, length)
		return
	}
	s.add(number, "0x"+strings.ToLower(separators.Replace(digits)), length)
}

// dashes reports whether -- begins a comment, as in Lua, Haskell and Ada: there is a blank on both sides, or it begins a line.
func (s *source) dashes(rest string) bool {
	const blanks = " \t\r\n"
	before := s.at == 0 || strings.IndexByte(blanks, s.text[s.at-1]) >= 0
	if before && strings.HasPrefix(rest, "--[[") {
		s.through("]]")
		return true
	}
	return before && (len(rest) == 2 || strings.IndexByte(blanks+"-", rest[2]) >= 0)
}

// through skips a comment with its end, or, if it has none, its first character.
func (s *source) through(end string) {
	n := -1
	if !s.endless[end] { // what does not end here does not end further on
		n = strings.Index(s.text[s.at:], end)
	}
	if n < 0 {
		if s.endless == nil {
			s.endless = map[string]bool{}
		}
		s.endless[end] = true
		s.skip(1)
		return
	}
	s.skip(n + len(end))
}

// wordOrNumber reads a word or a number. The text of a number has no separators of digits.
func (s *source) wordOrNumber(rest string) {
	n := 1
	for n < len(rest) {
		separates := rest[n] == '\'' && digit(rest[0]) && hexDigit(rest[n-1]) && n+1 < len(rest) && hexDigit(rest[n+1]) && !typed.MatchString(rest[n:])
		if !letter(rest[n]) && !digit(rest[n]) && !separates {
			break
		}
		n++
	}
	text := separators.Replace(rest[:n])
	fraction := n+1 < len(rest) && rest[n] == '.' && digit(rest[n+1]) && digit(rest[0])
	if fraction {
		for n < len(rest) && (digit(rest[n]) || rest[n] == '.') {
			n++
		}
	}
	switch {
	case fraction:
		s.add(word, rest[:n], n)
	case digit(rest[0]) && literal.MatchString(text), bareWord.MatchString(text):
		if digit(rest[0]) {
			n += len(typed.FindString(rest[n:]))
		}
		s.add(number, strings.ToLower(text), n)
	default:
		s.add(word, rest[:n], n)
	}
}
