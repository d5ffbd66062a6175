package standalone

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/slidebench/slidebench"
)

// included matches a header of this module that another one includes.
var included = regexp.MustCompile(`(?m)^#include "(.*)"\n`)

// guard matches the lines around a header that let compilers read it once.
var guard = regexp.MustCompile(`(?s)#ifndef (SLIDEBENCH_\w+)\n#define \w+\n\n?(.*)#endif\n$`)

// c returns the header of a technique in C, with all that it includes of this module.
func (o *Options) c() ([]File, error) {
	text, err := fs.ReadFile(slidebench.Sources, path.Join(o.Folder, o.Name+".h"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s has no header in C", o.Name)
	}
	if err != nil {
		return nil, err
	}
	whole := guard.FindSubmatchIndex(text)
	if whole == nil {
		return nil, fmt.Errorf("%s.h has no guard", o.Name)
	}
	above, body := string(text[:whole[0]]), string(text[whole[4]:whole[5]])
	var boards, rest strings.Builder // the board's header comes first, as all others use it
	rest.WriteString(body)
	for {
		i := included.FindStringSubmatchIndex(rest.String())
		if i == nil {
			break
		}
		at := path.Join(o.Folder, rest.String()[i[2]:i[3]])
		inner, err := fs.ReadFile(slidebench.Sources, at)
		if err != nil {
			return nil, err
		}
		found := guard.FindSubmatch(inner)
		if found == nil {
			return nil, fmt.Errorf("%s has no guard", at)
		}
		before, after, text := rest.String()[:i[0]], rest.String()[i[1]:], string(found[2])
		rest.Reset()
		if path.Dir(at) == "board" {
			boards.WriteString(text)
			text = ""
		}
		rest.WriteString(before + text + after)
	}
	body = usedBlocks(boards.String(), rest.String()) + rest.String()
	prefix := o.Package + "_"
	once := strings.ToUpper(prefix) + "H"
	written := fmt.Sprintf("%s//\n%s#ifndef %s\n#define %[3]s\n\n%[4]s#endif\n", o.header(), above, once, body)
	// The board's names get the prefix too, so that copies of two techniques can be included in one file.
	names := regexp.MustCompile(`\b(?:` + o.Name + "|" + strings.ToUpper(o.Name) + `|board|BOARD)_`)
	written = names.ReplaceAllStringFunc(written, func(name string) string {
		switch name {
		case "board_":
			return prefix + name
		case "BOARD_":
			return strings.ToUpper(prefix) + name
		case o.Name + "_":
			return prefix
		}
		return strings.ToUpper(prefix)
	})
	return []File{{o.Name + ".h", []byte(written)}}, nil
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
