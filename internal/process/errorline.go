package process

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// rules find the line with the error in the output of programs in many languages. The first rule that matches anywhere counts, at its first match, and the
// groups of its pattern make up the line. In most languages hints, stacks and versions follow the error, so the last line says little.
var rules = []struct {
	of      string // whose errors it finds
	pattern *regexp.Regexp
	last    bool // its last match counts
}{
	{of: "this program", pattern: line(`(?:slidebench|findmagic|lab): (.+)`)},
	{of: "sanitizers of undefined behaviour", pattern: line(`(\S+:\d+:\d+: runtime error: .+)`)},
	{of: "other sanitizers", pattern: line(`SUMMARY: (\w+Sanitizer: .+)`)},
	{of: "Rust", pattern: line(`thread .*(panicked at \S+:)\n(.+)`)},
	{of: "Rust before 1.73", pattern: line(`thread .*(panicked at '.+)`)},
	{of: "Python", pattern: line(`Traceback \(most recent call last\):\n(?:[ \t].*\n)+(\S.*)`), last: true}, // earlier errors are its causes
	{of: "Node.js", pattern: line(`\S.*:\d+\n.*\n[ \t]*\^+\n\n?(.+)`)},
	{of: "C++", pattern: line(`(terminate called .+|libc\+\+abi: .+)(?:\n +(what\(\): .+))?`)},
	{of: "C# and Dart", pattern: line(`(Unhandled [Ee]xception[.:])\s+(\S.*)`)},
	{of: "Pascal", pattern: line(`(An unhandled exception occurred) at .+:\n(.+)`)},
	{of: "Ruby", pattern: line("(\\S+:\\d+:in [`'].+)")},
	{of: "Elixir", pattern: line(`(\*\* \(\w[\w.]*\) .+)`)},
	{of: "Java", pattern: line(`(Exception in thread .+)`)},
	{of: "languages with names of errors", pattern: line(`([\w.$:]*(?:Error|Exception|Defect)(?: \[\w+\]|@\S+)?(?:: .*| \(.+|:?))`)},
	{of: "C and git", pattern: line(`fatal: (.+)`)},
	{of: "Go, OCaml, Julia, cargo", pattern: line(`((?i:fatal error|fatal|error|panic): .+)`)},
	{of: "Lua, Tcl, Haskell", pattern: line(`(\S.*)\n(?:stack traceback:|    while executing|CallStack \(from HasCallStack\):)`)},
	{of: "Perl", pattern: line(`(\S.* at \S.* line \d+[.,].*)`)},
	{of: "a word for it", pattern: line(`(\S.*(?:\b[Ee]rror|\bERROR|Error|[Ee]xception|\b[Pp]anic(?:ked)?|\b[Ff]atal|\bFATAL|\b[Aa]ssertion)\b.*)`)},
}

// line returns a pattern for whole lines.
func line(pattern string) *regexp.Regexp { return regexp.MustCompile(`(?m)^(?:` + pattern + `)\r?$`) }

// found is a line with an error.
type found struct {
	line string
	rule int // index of the rule that found it
}

// or returns the better of two lines: the one of the better rule, or, by the same rule, its first or its last. The line f is the earlier one.
func (f found) or(later found) found {
	if f.line != "" && (later.line == "" || f.rule < later.rule || f.rule == later.rule && f.rule < len(rules) && !rules[f.rule].last) {
		return f
	}
	return later
}

// find returns the line of a program's output that says why it failed, or its last lines if no rule matches.
func find(said string) found {
	var lines []string
	for line := range strings.Lines(printable(said)) {
		if !strings.HasPrefix(line, "GODEBUG") { // a warning of the Go runtime about a setting
			lines = append(lines, line)
		}
	}
	text := strings.Join(lines, "")
	for i, r := range rules {
		if all := r.pattern.FindAllStringSubmatch(text, -1); len(all) > 0 {
			m := all[0]
			if r.last {
				m = all[len(all)-1]
			}
			return found{short(strings.Join(m[1:], " ")), i}
		}
	}
	return found{lastLines(lines), len(rules)}
}

// Limits of a message: of lastLines, and, for longLine, of all.
const (
	manyLines = 10  // lines
	longLine  = 400 // bytes
)

// LastLine returns the last line of a text that is not blank, cut if it is long.
func LastLine(text string) string {
	lines := strings.Split(strings.TrimSpace(printable(text)), "\n")
	return short(lines[len(lines)-1])
}

// lastLines joins the last lines that are not blank by semicolons, up to the limits.
func lastLines(lines []string) string {
	var last []string
	bytes := 0
	for _, line := range slices.Backward(lines) {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		if bytes += len(line); len(last) == manyLines || len(last) > 0 && bytes > longLine {
			break
		}
		last = append(last, line)
	}
	slices.Reverse(last)
	return short(strings.Join(last, "; "))
}

// short trims a line, and cuts it if it is longer than longLine.
func short(line string) string {
	if line = strings.TrimSpace(line); len(line) > longLine {
		line = strings.ToValidUTF8(line[:longLine], "") + " ..."
	}
	return line
}

// colours matches the escape sequences by which programs set colours on terminals.
var colours = regexp.MustCompile("\x1b(?:\\[[0-9;?]*[A-Za-z]|\\][^\a\x1b]*(?:\a|\x1b\\\\))")

// printable returns a text without escape sequences and control characters, so that it cannot move cursors, ring bells or clear screens.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' || unicode.IsPrint(r) {
			return r
		}
		return -1
	}, colours.ReplaceAllString(text, ""))
}
