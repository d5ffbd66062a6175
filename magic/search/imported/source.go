// Package imported reads magics out of source files of other programs, in any language whose literals and brackets it can tell apart,
// out of assembler, and out of lists, logs and CSV.
//
// It does not know the languages. It sees literals, words, signs and brackets, and takes every bracket with 64 numbers, or with 64
// rows of numbers, for a table. Which of the tables are magics, of which piece, in which form and order, [Guess] finds out by
// proof: a magic that gives every relevant subset of its square an index of its own answer is right, whatever its name is. The
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
	kind    kind
	text    string // of a group, the opening bracket
	line    int
	first   bool // nothing stands before it on its line
	at, end int  // its place in the file, in bytes
	within  []node
}

// is reports whether the node is this sign.
func (n *node) is(text string) bool { return n.kind == sign && n.text == text }

// opens reports whether the node is a group with this bracket.
func (n *node) opens(bracket string) bool { return n.kind == group && n.text == bracket }

// flatten visits nodes, and for a group what is between its brackets.
func flatten(nodes []node, visit func(*node)) {
	for i := range nodes {
		if n := &nodes[i]; n.kind == group {
			flatten(n.within, visit)
		} else {
			visit(n)
		}
	}
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

// maxDepth is how deep brackets are followed. Deeper brackets are left out, so that no file can exhaust the stack.
const maxDepth = 32

// What is beside C in a file is recognized before the file is split.
var dialects = map[string]*regexp.Regexp{
	"nests":   regexp.MustCompile(`(?m)^[ \t]*(pub |private |protected )*(fn|def|val|object)\b`),        // comments, as in Rust and Scala
	"basic":   regexp.MustCompile(`\bAs (New )?(U?Long|U?Int64|LongLong|Integer|Variant)\b`),            // ' begins a comment
	"pascal":  regexp.MustCompile(`(?i)\barray\s*\[\s*\w+\s*\.\.`),                                      // braces hold a comment
	"starred": regexp.MustCompile(`\[\||(?m:^[ \t]*\(\* )|(?i:\barray\s*\[\s*\w+\s*\.\.)`),              // (* begins a comment, as in OCaml
	"fortran": regexp.MustCompile(`(?im)^[ \t]*integer[ \t]*[(*,].*::`),                                 // ! begins a comment, & continues a line
	"asm":     regexp.MustCompile(`(?im)^[ \t]*([\w.$]+:?[ \t]+)?` + asmLong + `[ \t]+[-$0-9][^{}=]*$`), // assembler
}

const (
	asmLong = `(?:\.quad|\.8byte|\.xword|\.dword|\.long|\.4byte|\.word|dq|dd|qword|dcq|dcd)`
	asmName = `[A-Za-z_.$?@][\w.$?@]*`
	asmData = `(?:` + asmLong + `|\.int|\.short|\.2byte|\.hword|\.byte|dw|db|dcb)`
)

var (
	literal = regexp.MustCompile(`^(?i:0x[0-9a-f]+|0b[01]+|0o[0-7]+|0u[0-9]+|[0-9][0-9a-f]*)(?i:ui64|[uiz](?:8|16|32|64|128|size)?|u?ll?u?|n|h)?$`)
	// Hexadecimal numbers of Pascal, Ada and Erlang, Fortran and VHDL, Verilog, Lisp, and Visual Basic with its suffixes. A short $f or
	// &Ha may be a name.
	foreign = regexp.MustCompile(`^(?i:(\$)([0-9][0-9a-f_]*|[0-9a-f_]{8,})|(16#)([0-9a-f_]+)#?|([zx]['"])([0-9a-f_]+)['"]|([0-9]+'h)([0-9a-f_]+)|(#x)([0-9a-f]{6,})|` +
		`(&h)([0-9a-f_]{8,}|[0-9][0-9a-f_]*)(?:ul|us|ui|[lisu&%])?)`)
	wordText    = regexp.MustCompile(`^[\w$\x{80}-\x{10ffff}]+`)
	numberText  = regexp.MustCompile(`^[0-9][\w$\x{80}-\x{10ffff}]*(?:'[0-9a-fA-F][\w$]*)*(\.[0-9][0-9.]*)?`)
	typed       = regexp.MustCompile(`^'[iuIU](8|16|32|64)`) // the suffixes of Nim
	bareWord    = regexp.MustCompile(`^[a-fA-F][0-9a-fA-F]{7,15}$`)
	directive   = regexp.MustCompile(`^#[ \t]*(define|include|if|ifdef|ifndef|else|elif|endif|pragma|undef|error|line)\b[ \t]*`)
	never       = regexp.MustCompile(`^#[ \t]*if[ \t]+0[ \t]*(//.*|/\*.*)?\r?$`)
	conditional = regexp.MustCompile(`^[ \t]*#[ \t]*(if|else|elif|endif)`)
	quoted      = regexp.MustCompile(`^(?:"""(?s:(.*?))"""|'''(?s:(.*?))'''|"((?:[^"\\\n]|\\.)*)"|'([\w .:%/,;-]*|\\[^'\n]{1,10}|[^'\\\n])')`)
	numbersOnly = regexp.MustCompile(`^[\s,;]*[0-9a-fA-F][0-9a-fA-FxX_,;\s]*$`)
	oneWord     = regexp.MustCompile(`^\w+$`)
	signs       = regexp.MustCompile(`^(?:<<|>>|->|=>|::|==|!=|<=|>=|:=|(?s:.))`)
	asmLine     = regexp.MustCompile(`^[ \t]*(?:(?:(` + asmName + `):[ \t]*)?(?i:` + asmData + `)[ \t]([^;#@\n]*)|(` + asmName + `)[ \t]+(?i:` + asmData + `)[ \t]([^;#@\n]*)|(` + asmName + `):)`)
	asmShift    = regexp.MustCompile(`(?i)^[ \t]*(?:shrq?|lsr|srli?|srdi)[ \t](?:.*[ \t,])?[#$]?([0-9]+)[ \t]*(?:,[ \t]*%\w+[ \t]*)?(?:;.*|//.*)?\s*$`)
)

var (
	separators = strings.NewReplacer("_", "", "'", "")
	assigns    = strings.NewReplacer(":=", "=", "=>", "=")
)

// source is a file that is being split.
type source struct {
	text    string
	at      int
	line    int
	first   bool // no node of the line yet
	dialect map[string]bool
	open    []node
	over    int             // brackets that are open beyond maxDepth
	endless map[string]bool // ends of comments that the rest of the text lacks
}

// parse splits a file. Brackets that do not match are closed where the bracket around them closes, or ignored.
func parse(text string) []node {
	s := source{text: text, line: 1, first: true, dialect: map[string]bool{}}
	for name, mark := range dialects {
		s.dialect[name] = mark.MatchString(text)
	}
	if s.dialect["asm"] {
		return s.assembler()
	}
	return s.until(len(text))
}

// until splits the text up to an end.
func (s *source) until(end int) []node {
	inner := source{text: s.text[:end], at: s.at, line: s.line, first: s.first, dialect: s.dialect, open: make([]node, 1), endless: map[string]bool{}}
	inner.split()
	for len(inner.open) > 1 {
		inner.close()
	}
	s.skip(end - s.at)
	return inner.open[0].within
}

// assembler splits a file in assembler: the numbers that directives define below a label are brackets named by the label, and a
// shift to the right by a constant is an expression.
func (s *source) assembler() (all []node) {
	last := -1 // the last brackets
	for s.at < len(s.text) {
		line := s.text[s.at:][:s.restOfLine(false)]
		m, end := asmLine.FindStringSubmatchIndex(line), s.at+len(line)
		if shift := asmShift.FindStringSubmatch(line); shift != nil {
			all = append(all, node{kind: sign, text: ">>", line: s.line}, node{kind: number, text: shift[1], line: s.line})
		}
		if m != nil {
			name, data := max(m[2], m[6], m[10]), max(m[4], m[8])
			if name >= 0 || last < 0 {
				last = len(all) + 2
				all = append(all, node{kind: word, text: line[max(name, 0):max(m[3], m[7], m[11], 0)], line: s.line, first: true},
					node{kind: sign, text: "="}, node{kind: group, text: "{"})
			}
			if in := &all[last]; data >= 0 {
				in.end = s.at + max(m[5], m[9])
				s.skip(data)
				if in.within == nil {
					in.line, in.at = s.line, s.at
				} else {
					in.within = append(in.within, node{kind: sign, text: ","})
				}
				in.within = append(in.within, s.until(in.end)...)
			}
		}
		s.skip(end + 1 - s.at)
	}
	return all
}

// add appends a node to the innermost open group, and skips its length in the file.
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

// restOfLine returns the length of the text up to the end of the line. A backslash may continue a line.
func (s *source) restOfLine(continued bool) (n int) {
	for {
		i := strings.IndexByte(s.text[s.at+n:], '\n')
		if i < 0 {
			return len(s.text) - s.at
		}
		n += i
		if !continued || !strings.HasSuffix(strings.TrimSuffix(s.text[s.at:s.at+n], "\r"), "\\") {
			return n
		}
		n++
	}
}

func (s *source) split() {
	for s.at < len(s.text) {
		rest := s.text[s.at:]
		switch c := rest[0]; {
		case strings.IndexByte(" \t\r\n\\", c) >= 0:
			s.skip(1)
		case s.comment(rest):
		case (digit(c) || strings.IndexByte("$#zZxX&", c) >= 0) && s.foreign(rest):
		case c == '#':
			s.hash(rest)
		case c == '"' || c == '\'':
			s.quoted(rest)
		case digit(c):
			s.number(rest)
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
			switch text := wordText.FindString(rest); {
			case bareWord.MatchString(text):
				s.add(number, strings.ToLower(text), len(text))
			case text != "":
				s.add(word, text, len(text))
			default:
				text = signs.FindString(rest)
				s.add(sign, assigns.Replace(text), len(text))
			}
		}
	}
}

// bracket closes the innermost group that a closing bracket fits, and those within.
func (s *source) bracket(c byte) {
	if s.over > 0 {
		s.over--
		return
	}
	for i := len(s.open) - 1; i > 0; i-- {
		if strings.Contains("() [] {}", s.open[i].text+string(c)) {
			for len(s.open) > i {
				s.close()
			}
			return
		}
	}
}

// comment skips a comment, or what continues a line, and reports whether there is one.
func (s *source) comment(rest string) bool {
	const blanks = " \t\r\n"
	has := func(begin string) bool { return strings.HasPrefix(rest, begin) }
	alone := s.at == 0 || strings.IndexByte(blanks, s.text[s.at-1]) >= 0
	switch {
	case has("/*"):
		depth, n := 1, 2
		for ; depth > 0 && n < len(rest); n++ {
			if here := rest[n:]; strings.HasPrefix(here, "*/") {
				depth--
				n++
			} else if s.dialect["nests"] && strings.HasPrefix(here, "/*") {
				depth++
				n++
			}
		}
		s.skip(n)
	case has("--[[") && alone:
		s.through("]]")
	case has("//"), has("--") && alone && (len(rest) == 2 || strings.IndexByte(blanks+"-", rest[2]) >= 0), // Lua, Haskell, Ada
		s.dialect["basic"] && has("'"), s.dialect["fortran"] && has("!"):
		s.skip(s.restOfLine(false))
	case has("{-") && len(rest) > 2 && strings.IndexByte(" \t\n|#-", rest[2]) >= 0:
		s.through("-}")
	case s.dialect["pascal"] && has("{"):
		s.through("}")
	case s.dialect["starred"] && has("(*"):
		s.through("*)")
	case s.dialect["fortran"] && has("&"), s.dialect["basic"] && has("_") && strings.TrimSpace(rest[1:max(1, s.restOfLine(false))]) == "":
		s.skip(1)
	default:
		return false
	}
	return true
}

// through skips a comment with its end, or, if it has none, its first character.
func (s *source) through(end string) {
	n := -1
	if !s.endless[end] { // what does not end here does not end further on
		n = strings.Index(s.text[s.at:], end)
	}
	if n < 0 {
		s.endless[end] = true
		s.skip(1)
		return
	}
	s.skip(n + len(end))
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
		for depth := 1; depth > 0 && s.at < len(s.text); {
			s.skip(s.restOfLine(false) + 1)
			if m := conditional.FindStringSubmatch(s.text[s.at:][:s.restOfLine(false)]); m != nil {
				switch {
				case m[1] == "if":
					depth++
				case m[1] == "endif" || depth == 1:
					depth--
				}
			}
		}
		s.skip(s.restOfLine(false))
	case m[1] == "define":
		end := s.at + s.restOfLine(true)
		s.skip(len(m[0]))
		s.first = false
		if body := s.until(end); len(body) > 1 {
			body[0].first = true
			in := &s.open[len(s.open)-1]
			in.within = append(append(append(in.within, body[0], node{kind: sign, text: "=", line: s.line}), body[1:]...), node{kind: sign, text: ";"})
		}
	default:
		s.skip(s.restOfLine(true))
	}
}

// quoted reads a string or a character, or the mark of a lifetime in Rust. A string of a number stands for the number, one of many for a
// group, and one of a word for the word.
func (s *source) quoted(rest string) {
	m := quoted.FindStringSubmatchIndex(rest)
	if m == nil {
		s.skip(1) // never closed
		return
	}
	end := s.at + m[1]
	begin, length := 0, 0
	for k := 2; k < len(m); k += 2 {
		if m[k] >= 0 {
			begin, length = m[k], m[k+1]-m[k]
		}
	}
	s.skip(begin)
	switch text := rest[begin:][:length]; {
	case numbersOnly.MatchString(text):
		n := node{kind: group, text: `"`, line: s.line, first: s.first, at: s.at, end: s.at + length}
		if n.within = s.until(s.at + length); len(n.within) == 1 {
			n = n.within[0]
		}
		in := &s.open[len(s.open)-1]
		in.within = append(in.within, n)
		s.first = false
	case oneWord.MatchString(text):
		s.add(word, text, length)
	default:
		s.add(word, `""`, length)
	}
	s.skip(end - s.at)
}

func digit(c byte) bool { return c >= '0' && c <= '9' }

// foreign reads a hexadecimal number that does not begin as in C, as if it did, and reports whether there is one.
func (s *source) foreign(rest string) bool {
	m := foreign.FindStringSubmatch(rest)
	if m == nil || rest[0] == '&' && !s.dialect["basic"] {
		return false
	}
	if after := rest[len(m[0]):]; wordText.MatchString(after) {
		s.add(word, m[0], len(m[0]))
		return true
	}
	s.add(number, "0x"+strings.ToLower(separators.Replace(m[2]+m[4]+m[6]+m[8]+m[10]+m[12])), len(m[0]))
	return true
}

// number reads a number, or a word that begins with a digit. The text of a number has no separators of digits.
func (s *source) number(rest string) {
	m := numberText.FindStringSubmatch(rest)
	text := separators.Replace(m[0])
	if m[1] != "" || !literal.MatchString(text) {
		s.add(word, m[0], len(m[0]))
		return
	}
	s.add(number, strings.ToLower(text), len(m[0])+len(typed.FindString(rest[len(m[0]):])))
}
