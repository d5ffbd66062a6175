// Package csources searches the repository around a source file in C or C++: for the sources that define a name, and the folders that have a header. The language C asks
// it when a guest, a user's file of lookups, does not compile or link: the error then says which file or folder is missing. It reads text, within limits, and needs no compiler.
package csources

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Repository has the contents of the sources around a file: the names that they define for other files, and where headers are.
type Repository struct {
	Root    string
	Files   int                     // sources whose definitions were read
	defined map[string][]definition // by the names without their scopes; the nearest files first
	headers map[string][]string     // paths by base names, the nearest first
	bytes   int64
	entries int // files and folders that were met
}

// definition is a name that a file defines, with its scopes as far as they are known: "eng::attacks".
type definition struct{ name, path string }

// Limits of reading. Files nearest to the given one are read first.
const (
	mostFiles   = 5000
	mostBytes   = 64 << 20
	mostEntries = 50_000
)

// rootOf returns the folder with the sources around a file: its repository; without one, the working directory if the file is below it, or else the file's own folder. A
// home directory, that of temporary files and the root of all folders hold more than an engine: each is returned only for a file that lies right in it.
func rootOf(path string) (root string) {
	home, _ := os.UserHomeDir()
	holds := func(folder string) bool {
		return folder != filepath.Dir(folder) && folder != home && folder != os.TempDir()
	}
	own := filepath.Dir(path)
	for folder := own; holds(folder); folder = filepath.Dir(folder) {
		if _, err := os.Stat(filepath.Join(folder, ".git")); err == nil {
			return folder
		}
	}
	if here, err := os.Getwd(); err == nil && holds(here) && strings.HasPrefix(own, here+string(filepath.Separator)) {
		return here
	}
	return own
}

// Read reads the repository of a file, as far as the limits allow and until the context is done. The file's path is absolute.
func Read(ctx context.Context, path string, logf func(format string, args ...any)) *Repository {
	r := &Repository{Root: rootOf(path), defined: map[string][]definition{}, headers: map[string][]string{}}
	logf("reading the sources below %s", fromHere(r.Root))
	for folder, done := filepath.Dir(path), ""; ; folder, done = filepath.Dir(folder), folder { // outward, each time without the folder that is done
		_ = filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
			r.entries++
			switch {
			case ctx.Err() != nil || r.entries > mostEntries || r.Files >= mostFiles || r.bytes >= mostBytes:
				return fs.SkipAll
			case err != nil:
				return nil // a folder that cannot be read is left out
			case e.IsDir() && (path == done || path != folder && strings.HasPrefix(e.Name(), ".")):
				return fs.SkipDir // it is done, or hidden as .git is
			case e.Type().IsRegular():
				r.add(path, e)
			}
			return nil
		})
		if len(folder) <= len(r.Root) { // the root is done
			return r
		}
	}
}

// add reads the definitions of a source file, and notes the place of any other file, as an #include may name files of all kinds.
func (r *Repository) add(path string, e fs.DirEntry) {
	if !slices.Contains([]string{".c", ".cpp", ".cc", ".cxx"}, filepath.Ext(path)) {
		r.headers[e.Name()] = append(r.headers[e.Name()], path)
		return
	}
	info, err := e.Info()
	if err != nil || info.Size() > mostBytes-r.bytes {
		return
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return
	}
	r.Files++
	r.bytes += int64(len(text))
	for _, name := range definitionsIn(string(text)) {
		last := name[strings.LastIndexByte(name, ':')+1:]
		r.defined[last] = append(r.defined[last], definition{name, path})
	}
}

// DefinedBy returns the source files that define a symbol of a linker's message, the nearest first: those that agree with the most of its scopes.
func (r *Repository) DefinedBy(symbol string) (paths []string) {
	name := strings.ReplaceAll(withoutAngles(symbol), "(anonymous namespace)::", "")
	name, _, _ = strings.Cut(name, "(")
	name, _, _ = strings.Cut(name, "[")              // of [abi:cxx11]
	name = name[strings.LastIndexByte(name, ' ')+1:] // before it may stand the type of a result
	best := ""
	for _, d := range r.defined[name[strings.LastIndexByte(name, ':')+1:]] {
		switch {
		case name != d.name && !strings.HasSuffix(name, "::"+d.name) || len(d.name) < len(best):
			continue // it has other scopes than the symbol, or fewer than the best so far
		case len(d.name) > len(best):
			best, paths = d.name, nil
		}
		paths = append(paths, fromHere(d.path))
	}
	return paths
}

// Including returns the folders in which an #include of a name would find a file, the nearest first.
func (r *Repository) Including(name string) (folders []string) {
	for _, path := range r.headers[filepath.Base(name)] {
		if folder, is := strings.CutSuffix(path, string(filepath.Separator)+filepath.FromSlash(name)); is {
			folders = append(folders, fromHere(folder))
		}
	}
	return folders
}

// fromHere returns a path relative to the working directory if it lies below that.
func fromHere(path string) string {
	if here, err := os.Getwd(); err == nil {
		if short, err := filepath.Rel(here, path); err == nil && !strings.HasPrefix(short, "..") {
			return short
		}
	}
	return path
}

var (
	directive = regexp.MustCompile(`^#\s*(if|el|endif)?`)                                                                               // if for #ifdef, el for #else and #elif
	attribute = regexp.MustCompile(`\[\[.*?\]\]|\b(?:alignas|noexcept|decltype|__declspec)\s*\([^()]*\)|\b__attribute__\s*\(\(.*?\)\)`) // parentheses of no function

	// These match tidied statements: the heads of a namespace, of extern "C" and of a type; statements whose names other files cannot use; and templates, which without
	// a body define nothing by themselves.
	space       = regexp.MustCompile(`^(?:inline\s+)?namespace\b\s*([\w:]*)$`)
	linkage     = regexp.MustCompile(`^extern\s*""$`)
	aggregate   = regexp.MustCompile(`^(?:(?:typedef|static|const|volatile|template)\s+)*(?:struct|class|union|enum)\b[^()=]*$`)
	hiddenThere = regexp.MustCompile(`^(?:static|typedef|using|friend|static_assert|concept)\b`)
	generic     = regexp.MustCompile(`^template\s*@`)

	qualified = regexp.MustCompile(`(?:[A-Za-z_]\w*\s*::\s*)*~?[A-Za-z_]\w*$`) // a name with its scopes, at the end
	bracketed = regexp.MustCompile(`\[[^\]]*\]|\{\}`)                          // sizes of arrays, and initializers
	raw       = regexp.MustCompile(`\b(?:u8|[LuU])?R$`)                        // before the quote of a raw string, in four characters; in PRIuPTR"\n" it is none
)

// definitionsIn returns the names of functions and variables that a text in C or C++ defines for other files. It understands braces, comments and strings, but no macros.
// It reads every branch of an #if, each from the braces that are open before the #if, and assumes that all branches leave the same braces open.
func definitionsIn(text string) (names []string) {
	type depth struct{ scopes, inside int }
	var (
		scopes    []string        // open scopes: namespaces, and "" for extern "C"
		inside    int             // open braces of a body or an initializer
		function  bool            // whether inside counts the braces of a function's body
		branches  []depth         // what was open before each #if that has not ended
		statement strings.Builder // the text since the last statement, without bodies, comments and the text of strings
	)
	define := func(name string) { // with the scopes that are open
		if name = strings.Join(strings.Fields(name), ""); name != "" {
			names = append(names, strings.Join(append(slices.DeleteFunc(slices.Clone(scopes), func(s string) bool { return s == "" }), name), "::"))
		}
	}
	lineStart := true
	for i := 0; i < len(text); i++ {
		c, rest := text[i], text[i:]
		skip := func(end string, from int) { // to the end of a comment or a string
			if n := strings.Index(rest[from:], end); n >= 0 {
				i += from + n + len(end) - 1
			} else {
				i = len(text)
			}
		}
		switch {
		case strings.HasPrefix(rest, "//"):
			skip("\n", 0)
			lineStart = true
			continue
		case strings.HasPrefix(rest, "/*"):
			skip("*/", 2)
			continue
		case c == '#' && lineStart:
			line := rest
			for end := 0; ; { // lines that a backslash continues
				n := strings.IndexByte(rest[end:], '\n')
				if n < 0 {
					break
				}
				if end += n + 1; !strings.HasSuffix(strings.TrimRight(rest[:end-1], "\r"), "\\") {
					line = rest[:end]
					break
				}
			}
			switch directive.FindStringSubmatch(line)[1] {
			case "if":
				branches = append(branches, depth{len(scopes), inside})
			case "el":
				if n := len(branches); n > 0 { // min below: the branch before may have closed more braces than it opened
					scopes, inside = scopes[:min(len(scopes), branches[n-1].scopes)], branches[n-1].inside
					statement.Reset()
				}
			case "endif":
				branches = branches[:max(0, len(branches)-1)]
			}
			i += len(line) - 1
			continue
		case c == '"' && raw.MatchString(text[max(0, i-4):i]): // R"delimiter(text)delimiter"
			if open := strings.IndexByte(rest, '('); open > 0 {
				skip(")"+rest[1:open]+"\"", open)
			}
		case c == '"', c == '\'' && !separates.MatchString(text[max(0, i-30):i]):
			for i++; i < len(text) && text[i] != c && text[i] != '\n'; i++ { // a literal without an end is given up at the end of its line
				if text[i] == '\\' {
					i++
				}
			}
			if i < len(text) && text[i] == '\n' {
				i-- // the loop has to meet the end of the line, behind which a directive may stand
			}
			if inside == 0 && c == '"' {
				statement.WriteString(`""`) // by which linkage knows extern "C"
			}
		case c == '{' && inside > 0:
			inside++
		case c == '{':
			before := tidied(statement.String())
			m := space.FindStringSubmatch(before)
			if m != nil || linkage.MatchString(before) {
				scopes = append(scopes, strings.Join(m[min(1, len(m)):], "")) // the namespace's name, or "" without a match
				statement.Reset()
				break
			}
			inside = 1
			head, _, _ := strings.Cut(before, "=")
			// A function has parentheses, and not only in an initializer; operators, whose names may contain =, are functions that nobody asks for.
			if function = !aggregate.MatchString(before) && (strings.Contains(head, "(") || strings.Contains(head, "operator")); function {
				if !strings.Contains(head, "operator") && !hiddenThere.MatchString(before) {
					define(functionIn(before))
				}
				statement.Reset()
			}
		case c == '}' && inside > 0:
			if inside--; inside == 0 && !function {
				statement.WriteString("{}")
			}
		case c == '}':
			scopes = scopes[:max(0, len(scopes)-1)]
			statement.Reset()
		case c == ';' && inside == 0:
			for _, name := range declared(tidied(statement.String())) {
				define(name)
			}
			statement.Reset()
		case inside == 0 && statement.Len() < 1<<12: // enough for a definition
			statement.WriteByte(c)
		}
		lineStart = c == '\n' || lineStart && (c == ' ' || c == '\t')
	}
	return names
}

// separates matches the text before a ' within a number, as in 1'000 and 0xFF'FF, not before a character as in L'x' and u8'x'. 30 characters hold 0xFF'FF'FF'FF'FF'FF'FF'FF.
var separates = regexp.MustCompile(`\b\d[\w']*$`)

// tidied returns a statement without attributes and without the text between < and >. For a template's parameters it has "template @", but not for an explicit
// specialization, which is an ordinary definition.
func tidied(statement string) string {
	if strings.Contains(statement, "[[") || strings.Contains(statement, "(") { // as in every attribute; this saves most searches
		statement = attribute.ReplaceAllString(statement, "")
	}
	statement = strings.TrimSpace(statement)
	for {
		rest, is := strings.CutPrefix(statement, "template")
		rest = strings.TrimSpace(rest)
		if !is || !strings.HasPrefix(rest, "<") {
			break
		}
		if after, special := strings.CutPrefix(rest, "<>"); special {
			statement = strings.TrimSpace(after)
			continue
		}
		return "template @" + withoutAngles(rest)
	}
	return withoutAngles(statement)
}

// functionIn returns the function's name in a head, the text before a body: the word before the last parentheses, or for a constructor before the parentheses in front of
// the colon.
func functionIn(head string) string {
	head, _, _ = strings.Cut(head, "->")
	if i := constructs.FindStringIndex(head); i != nil {
		head = head[:i[0]+1]
	}
	depth := 0
	for i := len(head) - 1; i >= 0; i-- {
		switch head[i] {
		case ')':
			depth++
		case '(':
			if depth--; depth <= 0 {
				return qualified.FindString(strings.TrimSpace(head[:i]))
			}
		}
	}
	return ""
}

// constructs matches the end of a constructor's parameters and the colon before its initializers.
var constructs = regexp.MustCompile(`\)\s*:[^:]`)

// declared returns the names that a tidied statement without a body defines: variables, or the function of an explicit instantiation.
func declared(statement string) (names []string) {
	head, _, initialized := strings.Cut(statement, "=")
	switch instance, is := strings.CutPrefix(statement, "template "); {
	case statement == "", strings.HasPrefix(statement, "extern") && !initialized, hiddenThere.MatchString(statement), generic.MatchString(statement),
		aggregate.MatchString(statement) && len(strings.Fields(bracketed.ReplaceAllString(statement, ""))) <= 2: // struct and its name, without a variable
		return nil
	case is:
		return []string{functionIn(instance)}
	case strings.Contains(head, "("): // a function's declaration
		return nil
	}
	for i, part := range strings.Split(bracketed.ReplaceAllString(statement, ""), ",") {
		part, _, _ = strings.Cut(part, "=")
		part = strings.TrimSpace(part)
		if name := qualified.FindString(part); name != "" && (i > 0 || name != part) { // the first part has a type before the name
			names = append(names, name)
		}
	}
	return names
}

// withoutAngles returns a text without the text between < and >. The signs << and <= open none, and are left out themselves.
func withoutAngles(text string) string {
	var b strings.Builder
	depth := 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case strings.HasPrefix(text[i:], "<<"), strings.HasPrefix(text[i:], "<="):
			i++
		case c == '<':
			depth++
		case c == '>' && depth > 0:
			depth--
		case depth == 0:
			b.WriteByte(c)
		}
	}
	return b.String()
}
