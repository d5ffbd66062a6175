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
	command := "slidebench copy " + e.Name + " --into . --lang c --package " + prefix
	text = strings.Replace(text, placeOfBoard, usedBlocks(h.board, text), 1)
	text = strings.ReplaceAll(text, "SLIDEBENCH_", "") // the guards get the copy's prefix instead
	text = prefixed(language.Generated(command)+"//\n"+above+needs(e)+text, e.Name, prefix, h.inside)
	return []language.File{{Name: e.Name + ".h", Text: []byte(text)}}, nil, nil
}

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

// including is a header whose includes are replaced by what they include.
type including struct {
	board  string         // the text of the board's header, of which only a part is copied
	inside []string       // headers whose names get the copy's prefix, too
	times  map[string]int // how often each file is read
}

// placeOfBoard stands for the board's header until it is known what is used of it.
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

// usedBlocks returns the parts of the board's header, between empty lines, that declare what a text uses, or what is used by them.
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
