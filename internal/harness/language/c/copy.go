package c

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	_ "github.com/slidebench/slidebench" // sets the sources
	"github.com/slidebench/slidebench/internal/feature"
	"github.com/slidebench/slidebench/internal/harness/language"
	"github.com/slidebench/slidebench/internal/names"
	"github.com/slidebench/slidebench/internal/slidebench"
	"github.com/slidebench/slidebench/internal/techniques"
)

var (
	// included matches the include of a header of this module.
	included = regexp.MustCompile(`(?m)^#include "(.*)"\n`)
	// generated matches a factors_gen.h with two parts, which a header includes twice: for the constants, and where it defines its tables, for the arrays.
	generated = regexp.MustCompile(`(?s)^#ifndef \w+_IMPLEMENTED\n\n(.*)\n#else\n\n(.*)\n#endif\n$`)
	comment   = regexp.MustCompile(`^(?://.*\n)*`) // above a header
)

func (d *dialect) Copies(e *techniques.Entry) bool {
	_, err := fs.Stat(slidebench.Sources, d.file(e))
	return err == nil
}

// Copy returns the header of a technique, with all headers of this module that it includes. Its names begin with the copy's name, by default the technique's.
func (l inC) Copy(e *techniques.Entry, o language.CopyOptions) (*language.Copy, error) {
	text, _, err := l.header(e, o)
	if err != nil {
		return nil, err
	}
	name := cmp.Or(o.Name, e.Name)
	use := ""
	if strings.Contains(text, "defined("+implementation(name)+")") { // else there are no tables to define and to fill, and NAME_init does nothing
		use = fmt.Sprintf("in one .c file, #define %s before #include \"%s.h\"; call %s_init() once, before the first lookup; ", implementation(name), e.Name, name)
	}
	return &language.Copy{Files: []language.File{{Name: e.Name + ".h", Text: []byte(text)}}, Use: use + compileWith(text)}, nil
}

// compileWith returns the hint on the flags to compile a copy with.
func compileWith(text string) string {
	flags := "-DNDEBUG"
	if needed := neededFlags.FindStringSubmatch(text); needed != nil {
		flags += " " + needed[1]
	}
	return "compile with " + flags + " (without NDEBUG, every lookup has an assertion)"
}

// neededFlags matches the flags of gcc and clang in the #error of a copy that is compiled without features that it needs.
var neededFlags = regexp.MustCompile(`(?m)^#error ".*: gcc and clang ((?:-m[\w.]+ ?)+)`)

// header returns the text of a copy, and the condition of the preprocessor under which it declares its functions, "" for always.
func (l inC) header(e *techniques.Entry, o language.CopyOptions) (text, condition string, err error) {
	prefix := cmp.Or(o.Name, e.Name)
	if err := names.CheckIdentifier(prefix); err != nil {
		return "", "", err
	}
	if o.Data {
		return "", "", fmt.Errorf("no tables as data in %s (want --lang rust, or the header without --table: it fills them within milliseconds)", l.about.Name)
	}
	h := wholeHeader{inside: []string{"board"}, times: map[string]int{}}
	above, text, err := h.read(headerOf(e))
	if err != nil {
		return "", "", err
	}
	text = withBoth(text, e.Name)
	condition, refusal := needs(e.Name, text)
	text = strings.Replace(text, placeOfBoard, usedBlocks(h.board, text, ofBoard)+refusal, 1)
	text = strings.ReplaceAll(text, "SLIDEBENCH_", "") // the guards get the copy's prefix instead
	renamed := func(text string) string { return prefixed(text, e.Name, prefix, h.inside) }
	return language.Generated(commandOf(e, l.about.Word, prefix)) + "//\n" + renamed(above+text), renamed(condition), nil
}

// withBoth returns a header's text with a function for rook and bishop of one square behind the queen's, which ends at an empty line. Some
// techniques have their own, by one lookup for both.
func withBoth(text, name string) string {
	queen := regexp.MustCompile(`(?m)^static [\w ]+ ` + name + `_queen\(`).FindStringIndex(text)
	if queen == nil || strings.Contains(text, " "+name+"_both(") {
		return text
	}
	end := queen[1] + strings.Index(text[queen[1]:], "\n\n")
	return text[:end] + strings.ReplaceAll(twoLookups, "NAME", name) + text[end:]
}

const twoLookups = `

// The attacks of a rook and of a bishop: two lookups.
static inline struct board_pair NAME_both(int sq, uint64_t occ) {
	struct board_pair attacks;
	attacks.rook = NAME_rook(sq, occ);
	attacks.bishop = NAME_bishop(sq, occ);
	return attacks;
}`

// commandOf returns the command that writes a copy, in its folder: the copy's first line names it.
func commandOf(e *techniques.Entry, lang, name string) string {
	return "slidebench copy " + e.Name + " -o . --lang " + lang + " --name " + name
}

// Copy returns the header in C with additions for C++: tables are filled before main, and lookups are also in a namespace.
func (l inCpp) Copy(e *techniques.Entry, o language.CopyOptions) (*language.Copy, error) {
	text, condition, err := inC(l).header(e, o)
	if err != nil {
		return nil, err
	}
	name := cmp.Or(o.Name, e.Name)
	text = castsOfCpp(ofC.ReplaceAllString(text, "// C++17: nothing need be defined or called. Lookups are in namespace "+name+", too."))
	text = strings.ReplaceAll(text, e.Name+".h ", e.Name+".hpp ") // in the #error of function needs
	guard := "!defined(" + strings.ToUpper(name) + "_HPP)"
	if condition != "" {
		guard += " && " + condition
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n#if %s\n#define %s_HPP\n\nnamespace %s {\n\n", text, guard, strings.ToUpper(name), name)
	for _, piece := range []string{"rook", "bishop", "queen"} {
		if strings.Contains(text, " "+name+"_"+piece+"(") {
			fmt.Fprintf(&b, "static inline uint64_t %s(int sq, uint64_t occ) { return %s_%[1]s(sq, occ); }\n", piece, name)
		}
	}
	if strings.Contains(text, " "+name+"_both(") {
		fmt.Fprintf(&b, "static inline %s_board_pair both(int sq, uint64_t occ) { return %[1]s_both(sq, occ); } // .rook, .bishop\n", name)
	}
	fmt.Fprintf(&b, "\n// Tables are filled before later variables of any file that includes this header.\ninline const bool filled = (%s_init(), true);\n\n} // namespace %[1]s\n\n#endif\n", name)
	return &language.Copy{Files: []language.File{{Name: e.Name + ".hpp", Text: []byte(b.String())}}, Use: "C++17; " + compileWith(text)}, nil
}

// ofC matches a header's line on what programs in C must do, and programs in C++ need not.
var ofC = regexp.MustCompile(`(?m)^// C: .*$`)

// needed matches the condition under which a header declares something.
var needed = regexp.MustCompile(`(?m)^#if (defined\(BOARD_\w+\)(?: && defined\(BOARD_\w+\))*)$`)

// needs returns the condition under which a header declares its functions, "" for always, and the preprocessor's error elsewhere. Both follow from the features that the
// header's text tests.
func needs(name, text string) (condition, refusal string) {
	var macros, features, arches, flags, ofCl []string
	for _, m := range needed.FindAllStringSubmatch(text, -1) {
		macros = append(macros, strings.Split(m[1], " && ")...)
	}
	if macros == nil {
		return "", ""
	}
	slices.Sort(macros)
	macros = slices.Compact(macros)
	for _, f := range feature.Table {
		if slices.Contains(macros, "defined("+f.Macro()+")") {
			features, arches, ofCl = append(features, f.Name), append(arches, map[string]string{"amd64": "x86-64", "arm64": "arm64"}[f.Arch]), append(ofCl, f.Cl...)
			for _, flag := range f.Flags {
				flags = append(flags, "-m"+flag)
			}
		}
	}
	what := fmt.Sprintf("%s.h needs %s on %s", name, strings.Join(features, " and "), arches[0]) // a header tests features of one architecture, and nothing else
	if flags != nil {
		what += ": gcc and clang " + strings.Join(flags, " ")
	} else {
		what += ", by gcc or clang"
	}
	if ofCl != nil {
		if slices.Contains(ofCl, "/arch:AVX512") { // it implies AVX2
			ofCl = slices.DeleteFunc(ofCl, func(flag string) bool { return flag == "/arch:AVX2" })
		}
		what += ", cl " + strings.Join(slices.Compact(ofCl), " ") // equal flags are neighbours, as in feature.Table
	}
	condition = strings.Join(macros, " && ")
	return condition, fmt.Sprintf("\n#if !(%s)\n#error %q\n#endif\n", condition, what)
}

// wholeHeader is a header with the included texts in place of its includes.
type wholeHeader struct {
	board  string         // the text of the board's header, of which only a part is copied
	inside []string       // headers whose names get the copy's prefix, too
	times  map[string]int // how often each file is read: the first part of a factors_gen.h, then the second
}

// placeOfBoard stands for the board's header until its used parts are known.
const placeOfBoard = "// The board.\n"

// read returns a header in two parts: the comment above it, and its text with the included texts.
func (h *wholeHeader) read(at string) (above, text string, err error) {
	source, err := slidebench.Sources.ReadFile(at)
	if err != nil {
		return "", "", err
	}
	above = string(comment.Find(source))
	text = string(source[len(above):])
	if parts := generated.FindStringSubmatch(text); parts != nil {
		text = parts[1+h.times[at]]
	}
	text = strings.TrimPrefix(text, "\n")
	h.times[at]++
	text = included.ReplaceAllStringFunc(text, func(line string) string {
		inner := path.Join(path.Dir(at), included.FindStringSubmatch(line)[1])
		if inner == "board/board.h" && h.board != "" {
			return ""
		}
		_, body, failed := h.read(inner)
		err = errors.Join(err, failed)
		if inner == "board/board.h" {
			h.board, body = body, placeOfBoard
		} else if path.Dir(inner) != path.Dir(at) {
			h.inside = append(h.inside, strings.TrimSuffix(path.Base(inner), ".h"))
		}
		return body
	})
	return above, text, err
}

// prefixed returns a text whose names begin with the copy's prefix instead of the technique's. So do names of the headers inside, so that a file can include copies of
// two techniques.
func prefixed(text, technique, prefix string, inside []string) string {
	own, prefix := technique+"_", prefix+"_"
	prefixes := map[string]string{own: prefix, strings.ToUpper(own): strings.ToUpper(prefix)}
	for _, header := range inside {
		name := header + "_"
		prefixes[name], prefixes[strings.ToUpper(name)] = prefix+name, strings.ToUpper(prefix+name)
	}
	old := regexp.MustCompile(`\b(?:` + strings.Join(slices.Sorted(maps.Keys(prefixes)), "|") + `)`)
	return old.ReplaceAllStringFunc(text, func(name string) string { return prefixes[name] })
}

// blocksOf divides a file at its empty lines. Functions in these files have no empty lines inside.
func blocksOf(text string) []string { return strings.Split(strings.TrimSpace(text), "\n\n") }

// ofBoard matches the names that a part of the board's header declares: macros, functions, structs, and behind a tab enumerators.
var ofBoard = regexp.MustCompile(`(?m)^(?:#define |(?:static (?:inline|BOARD_ALWAYS_INLINE) [\w ]*|struct |enum |\t))((?:board|BOARD)_\w+)(?: \{|\(|,|$| )`)

// usedBlocks returns a file without its unused blocks, which empty lines divide: it keeps blocks that declare nothing, and blocks that declare a name used by the text or
// by a kept block.
func usedBlocks(file, text string, declared *regexp.Regexp) string {
	blocks := blocksOf(file)
	used, declares := make([]bool, len(blocks)), make([][][]string, len(blocks)) // declares: the matches of declared
	for i, block := range blocks {
		declares[i] = declared.FindAllStringSubmatch(block, -1)
	}
	for grown := true; grown; {
		grown = false
		for i, block := range blocks {
			if !used[i] && (declares[i] == nil || slices.ContainsFunc(declares[i], func(m []string) bool {
				function := strings.TrimRight(m[1], "(<")
				if !strings.Contains(text, function) { // a quick test before compiling an expression
					return false
				}
				use := `\b` + m[1] + `\b`
				if function != m[1] { // with a bracket behind the name: calls count alone
					use = `\b` + function + `(?:::<\w+>)?\(`
				}
				return regexp.MustCompile(use).MatchString(text)
			})) {
				used[i], grown = true, true
				text += block
			}
		}
	}
	var b strings.Builder
	for i, block := range blocks {
		if used[i] {
			b.WriteString(block + "\n\n")
		}
	}
	return strings.TrimSuffix(b.String(), "\n")
}
