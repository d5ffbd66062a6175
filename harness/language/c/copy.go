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

	"github.com/slidebench/slidebench"
	"github.com/slidebench/slidebench/harness/language"
	"github.com/slidebench/slidebench/internal/feature"
	"github.com/slidebench/slidebench/magic/search/export"
	"github.com/slidebench/slidebench/techniques"
)

var (
	// included matches a header of this module that another one includes.
	included = regexp.MustCompile(`(?m)^#include "(.*)"\n`)
	// generated matches the factors of a header that includes them twice: for constants, and where it defines its tables, for arrays.
	generated = regexp.MustCompile(`(?s)^#ifndef \w+_IMPLEMENTED\n\n(.*)\n#else\n\n(.*)\n#endif\n$`)
	comment   = regexp.MustCompile(`^(?://.*\n)*`)
)

func (d *dialect) Copies(e *techniques.Entry) bool {
	_, err := fs.Stat(slidebench.Sources, d.file(e))
	return err == nil
}

// Copy returns the header of a technique, with all that it includes of this module. Its names begin with another one, or else with the technique's.
func (inC) Copy(e *techniques.Entry, _, prefix string) (files []language.File, packages []string, err error) {
	prefix = cmp.Or(prefix, e.Name)
	if err := export.CheckName(prefix); err != nil {
		return nil, nil, err
	}
	h := including{inside: []string{"board"}, times: map[string]int{}}
	above, text, err := h.read(headerOf(e))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, fmt.Errorf("%s has no header in C", e.Name)
	}
	if err != nil {
		return nil, nil, err
	}
	command := copying(e, word, prefix)
	text = strings.Replace(text, placeOfBoard, usedBlocks(h.board, text), 1)
	text = strings.ReplaceAll(text, "SLIDEBENCH_", "") // the guards get the copy's prefix instead
	text = prefixed(language.Generated(command)+"//\n"+above+needs(e)+text, e.Name, prefix, h.inside)
	return []language.File{{Name: e.Name + ".h", Text: []byte(text)}}, nil, nil
}

// copying returns the command that writes a copy.
func copying(e *techniques.Entry, lang, name string) string {
	return "slidebench copy " + e.Name + " --into . --lang " + lang + " --package " + name
}

// Copy returns the header in C with what only C++ can: its tables are filled before main, and a namespace has the lookups.
func (inCpp) Copy(e *techniques.Entry, folder, name string) (files []language.File, packages []string, err error) {
	name = cmp.Or(name, e.Name)
	files, _, err = inC{plain}.Copy(e, folder, name)
	if err != nil {
		return nil, nil, err
	}
	text := strings.Replace(string(files[0].Text), copying(e, word, name), copying(e, plusPlus.about.Word, name), 1)
	text = strings.ReplaceAll(byHand.ReplaceAllString(text, "C++17: nothing need be defined or called. Lookups are in namespace "+name+", too."), e.Name+".h ", e.Name+".hpp ")
	var b strings.Builder
	guard := strings.ToUpper(name) + "_HPP"
	fmt.Fprintf(&b, "%s\n#if !defined(%s) && %s\n#define %[2]s\n\nnamespace %[4]s {\n\n", text, guard, feature.Condition(e.Needs), name)
	for _, piece := range []string{"rook", "bishop", "queen"} {
		if strings.Contains(text, " "+name+"_"+piece+"(") {
			fmt.Fprintf(&b, "static inline uint64_t %s(int sq, uint64_t occ) { return %s_%[1]s(sq, occ); }\n", piece, name)
		}
	}
	fmt.Fprintf(&b, "\n// Tables are filled before later variables of any file that includes this header.\ninline const bool filled = (%s_init(), true);\n\n} // namespace %[1]s\n\n#endif\n", name)
	return []language.File{{Name: e.Name + ".hpp", Text: []byte(b.String())}}, nil, nil
}

// byHand matches what a header says that programs in C have to do.
var byHand = regexp.MustCompile(strings.ReplaceAll(`In C, one file defines \w+_IMPLEMENTATION before it includes this header\.(?: Call \w+_init once, before the first lookup\.)?`, " ", `(?:\s|//)+`))

// Copy returns the module of a technique, with the modules inside that it is made of. The module has the copy's name, or else the technique's.
func (inRust) Copy(e *techniques.Entry, _, name string) (files []language.File, packages []string, err error) {
	name = cmp.Or(name, e.Name)
	if err := export.CheckName(name); err != nil {
		return nil, nil, err
	}
	text, err := wholeModule(rust.file(e))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, fmt.Errorf("%s has no module in Rust", e.Name)
	}
	var features []string
	for _, feature := range e.Needs {
		features = append(features, fmt.Sprintf("target_feature = %q", feature))
	}
	if at := strings.Index(text, "\nmod "); len(features) > 0 { // behind the attributes of the module
		text = fmt.Sprintf("%s\n#[cfg(not(all(%s)))]\ncompile_error!(\"%s.rs needs rustc -Ctarget-feature=+%s, or a -Ctarget-cpu that has it\");\n%s",
			text[:at], strings.Join(features, ", "), name, strings.Join(e.Needs, ",+"), text[at:])
	}
	return []language.File{{Name: name + ".rs", Text: []byte(language.Generated(copying(e, rust.about.Word, name)) + text)}}, nil, err
}

// inner matches a module that has a file of its own.
var inner = regexp.MustCompile(`(?m)^#\[path = "(.*)"\]\n(mod \w+);\n`)

// wholeModule returns a module of Rust with the text of all inner ones.
func wholeModule(at string) (text string, err error) {
	source, err := slidebench.Sources.ReadFile(at)
	return inner.ReplaceAllStringFunc(string(source), func(declared string) string {
		m := inner.FindStringSubmatch(declared)
		body, failed := wholeModule(path.Join(path.Dir(at), m[1]))
		err = errors.Join(err, failed)
		return m[2] + " {\n" + indented.ReplaceAllString(strings.TrimSuffix(body, "\n"), "    $0") + "\n}\n"
	}), err
}

var indented = regexp.MustCompile(`(?m)^.+`)

// needs says to people whose compiler may not use what a technique needs why its header declares nothing.
func needs(e *techniques.Entry) string {
	var macros, flags []string
	for _, name := range e.Needs {
		f, _ := feature.Find(name)
		for _, m := range f.Macros {
			macros = append(macros, "defined("+m+")")
		}
		for _, flag := range f.Flags {
			flags = append(flags, "-m"+flag)
		}
	}
	if len(macros) == 0 {
		return ""
	}
	what := strings.Join(e.Needs, " ")
	if len(flags) > 0 {
		what += " (" + strings.Join(flags, " ") + ")"
	}
	return fmt.Sprintf("#if !(%s)\n#pragma message(\"%s.h declares nothing: it needs %s\")\n#endif\n", strings.Join(macros, " && "), e.Name, what)
}

// including is a header with the included texts in place of its includes.
type including struct {
	board  string         // the text of the board's header, of which only a part is copied
	inside []string       // headers whose names get the copy's prefix, too
	times  map[string]int // how often each file is read
}

// placeOfBoard stands for the board's header until its used parts are known.
const placeOfBoard = "// The board.\n"

// read returns a header in two parts: the comment above it, and its text.
func (h *including) read(at string) (above, text string, err error) {
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

// prefixed returns a text with the names of the copy. The names of headers inside get its prefix too, so that a file can include copies of two
// techniques.
func prefixed(text, technique, prefix string, inside []string) string {
	own, prefix := technique+"_", prefix+"_"
	prefixes := map[string]string{own: prefix, strings.ToUpper(own): strings.ToUpper(prefix)}
	for _, header := range inside {
		name := header + "_"
		prefixes[name], prefixes[strings.ToUpper(name)] = prefix+name, strings.ToUpper(prefix+name)
	}
	names := regexp.MustCompile(`\b(?:` + strings.Join(slices.Sorted(maps.Keys(prefixes)), "|") + `)`)
	return names.ReplaceAllStringFunc(text, func(name string) string { return prefixes[name] })
}

// boardName matches what the board's header declares.
var boardName = regexp.MustCompile(`\b(?:board|BOARD)_\w+`)

// usedBlocks returns the parts of the board's header, between empty lines, whose declarations a text or another such part uses.
func usedBlocks(header, text string) string {
	blocks := strings.Split(strings.TrimSpace(header), "\n\n")
	used := make([]bool, len(blocks))
	for grown := true; grown; {
		grown = false
		for i, block := range blocks {
			if used[i] {
				continue
			}
			names := boardName.FindAllString(block, -1)
			declares := func(name string) bool {
				declared := regexp.MustCompile(`(?m)^(?:#define ` + name + `\b|(?:static inline [\w ]*\b|struct |enum |\t)` + name + `\b(?: \{|\(|,|$))`)
				return declared.MatchString(block)
			}
			if strings.HasPrefix(block, "#include") || slices.ContainsFunc(names, func(name string) bool {
				return declares(name) && regexp.MustCompile(`\b`+name+`\b`).MatchString(text)
			}) {
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
