package process

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// rules find the line on which languages put an error. The first rule that matches counts, where it matches first; the line is its groups. Hints, stacks and versions
// follow the error in most languages, so that the last line says little.
var rules = []struct {
	of      string
	pattern *regexp.Regexp
	last    bool // it counts where it matches last
}{
	{of: "this program", pattern: line(`(?:slidebench|findmagic|lab): (.+)`)},
	{of: "sanitizers of undefined behaviour", pattern: line(`(\S+:\d+:\d+: runtime error: .+)`)},
	{of: "other sanitizers", pattern: line(`SUMMARY: (\w+Sanitizer: .+)`)},
	{of: "Rust", pattern: line(`thread .*(panicked at \S+:)\n(.+)`)},
	{of: "Rust before 1.73", pattern: line(`thread .*(panicked at '.+)`)},
	{of: "Python", pattern: line(`Traceback \(most recent call last\):\n(?:[ \t].*\n)+(\S.*)`), last: true}, // those before are its causes
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

func line(pattern string) *regexp.Regexp { return regexp.MustCompile(`(?m)^(?:` + pattern + `)\r?$`) }

// found is a line with an error, by a rule.
type found struct {
	line string
	rule int
}

// or is the better of two lines, of which the receiver comes first.
func (f found) or(later found) found {
	if f.line != "" && (later.line == "" || f.rule < later.rule || f.rule == later.rule && f.rule < len(rules) && !rules[f.rule].last) {
		return f
	}
	return later
}

// find returns the line of what a program wrote that says why it failed: where no line is better, its last lines.
func find(said string) found {
	var lines []string
	for line := range strings.Lines(printable(said)) {
		if !strings.HasPrefix(line, "GODEBUG") { // the Go runtime does not know a setting
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

// A message has so many lines, and together about so many bytes.
const (
	manyLines = 10
	longLine  = 400
)

// LastLine returns the last line that is not blank.
func LastLine(text string) string {
	lines := strings.Split(strings.TrimSpace(printable(text)), "\n")
	return short(lines[len(lines)-1])
}

// lastLines joins the last lines.
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

// short cuts a line that is too long.
func short(line string) string {
	if line = strings.TrimSpace(line); len(line) > longLine {
		line = strings.ToValidUTF8(line[:longLine], "") + " ..."
	}
	return line
}

// colours are what terminals obey.
var colours = regexp.MustCompile("\x1b(?:\\[[0-9;?]*[A-Za-z]|\\][^\a\x1b]*(?:\a|\x1b\\\\))")

// printable leaves out what moves cursors, rings bells and clears screens.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' || unicode.IsPrint(r) {
			return r
		}
		return -1
	}, colours.ReplaceAllString(text, ""))
}
