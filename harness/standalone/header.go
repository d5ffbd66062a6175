package standalone

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/slidebench/slidebench"
)

var (
	// included matches a header of this module that another one includes.
	included = regexp.MustCompile(`(?m)^#include "(.*)"\n`)
	// guarded matches a header: what is above the lines that let compilers read it once, and what is between them.
	guarded = regexp.MustCompile(`(?s)^(.*?)#ifndef SLIDEBENCH_\w+\n#define \w+\n\n?(.*)#endif\n$`)
)

// c returns the header of a technique in C, with all that it includes of this module.
func (o *Options) c() ([]File, error) {
	name := o.Technique.Name + ".h"
	above, body, err := header(path.Join(o.Technique.Folder(), name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s has no header in C", o.Technique.Name)
	}
	if err != nil {
		return nil, err
	}
	var board string            // comes first, as all others use it
	inside := []string{"board"} // whose names get the copy's prefix, too
	for i := included.FindStringSubmatchIndex(body); i != nil; i = included.FindStringSubmatchIndex(body) {
		at := path.Join(o.Technique.Folder(), body[i[2]:i[3]])
		_, text, err := header(at)
		if err != nil {
			return nil, err
		}
		switch base := strings.TrimSuffix(path.Base(at), ".h"); {
		case at == "board/board.h":
			board, text = text, ""
		case path.Dir(at) != o.Technique.Folder():
			inside = append(inside, base)
		}
		body = body[:i[0]] + text + body[i[1]:]
	}
	once := strings.ToUpper(o.Package) + "_H"
	text := fmt.Sprintf("%s//\n%s#ifndef %s\n#define %[3]s\n\n%[4]s%s#endif\n", o.header(), above, once, usedBlocks(board, body), body)
	return []File{{name, []byte(o.prefixed(text, inside))}}, nil
}

// header returns a header of the module in two parts: what is above its guard, and what is in it.
func header(at string) (above, body string, err error) {
	text, err := slidebench.Sources.ReadFile(at)
	if err != nil {
		return "", "", err
	}
	parts := guarded.FindSubmatch(text)
	if parts == nil {
		return "", "", fmt.Errorf("%s has no guard", at)
	}
	return string(parts[1]), string(parts[2]), nil
}

// prefixed returns a text with the names of the copy. The names of headers inside get its prefix too, so that a file can include copies of two
// techniques.
func (o *Options) prefixed(text string, inside []string) string {
	own, prefix := o.Technique.Name+"_", o.Package+"_"
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
				declared := regexp.MustCompile(`(?m)^(?:static inline [\w ]*\b|struct |enum |\t)` + name + `\b(?: \{|\(|,|$)`)
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
	return b.String()
}
