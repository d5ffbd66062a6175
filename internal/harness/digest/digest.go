// Package digest hashes the source code that a time depends on: the technique, and the loop or the engine that asks it. Digests show which results of
// several commits are of the same code, and which are of code that has changed since. Package results has the times.
//
// A part's digest covers the declarations that its functions may reach, by their names, without comments and white space. Names are not resolved: a
// declaration counts if its name occurs anywhere in the declarations reached so far. So a digest may change though the machine code does not, as when a
// function is cut in two. Machine code can change without the digest only by another compiler, flag or standard library; records name these.
package digest

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/internal/harness/build"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/techniques/mode"
)

// Parts holds the digests of the parts of a source tree, by the parts' names, such as "go fancymagic" and "c asked by search".
type Parts map[string]string

// declaration is a function, a macro, or the declaration of a variable or a type.
type declaration struct {
	names []string // names that it declares, or may declare
	text  string   // its tokens, joined by spaces
	uses  []string // names that occur in it
}

// declarations holds the declarations of a part's files.
type declarations struct {
	list   []declaration
	always []declaration // those that belong to the digest even if no name reaches them: factors
}

// reach returns the digest, 8 digits, of the declarations that names lead to, directly or through other declarations, "" if there are none.
func (d declarations) reach(roots ...string) string {
	of := map[string][]int{}
	for i, x := range d.list {
		for _, name := range x.names {
			of[name] = append(of[name], i)
		}
	}
	reached, known := map[int]bool{}, map[string]bool{}
	for todo := slices.Clone(roots); len(todo) > 0; todo = todo[1:] {
		if known[todo[0]] {
			continue
		}
		known[todo[0]] = true
		for _, i := range of[todo[0]] {
			if !reached[i] {
				reached[i] = true
				todo = append(todo, d.list[i].uses...)
			}
		}
	}
	if len(reached) == 0 {
		return ""
	}
	var texts []string
	for i := range reached {
		texts = append(texts, d.list[i].text)
	}
	for _, x := range d.always {
		texts = append(texts, x.text)
	}
	slices.Sort(texts) // moving a function changes nothing
	return fmt.Sprintf("%x", sha256.Sum256([]byte(strings.Join(slices.Compact(texts), "\n"))))[:8]
}

// asks joins the language and the mode in the name of a part that asks techniques.
const asks = " asked by "

// Modes of these kinds have code of their own in a technique; all other modes share its lookups. A kind ends the name of a part.
const (
	threats = " threats"
	inits   = " init"
)

// kindOf returns the kind of a mode, "" for the modes that share a technique's lookups.
func kindOf(m mode.Mode) string {
	switch {
	case slices.Contains(mode.Deltas, m):
		return threats
	case m == mode.Init:
		return inits
	}
	return ""
}

// Of returns the digests of all parts of a source tree, whose files may be in several file systems.
func Of(trees ...fs.FS) (Parts, error) {
	p, tree := Parts{}, &source{trees: trees, parsedGo: map[string]*goSource{}, parsedC: map[string]*cSource{}}
	folders, err := techniqueFolders(tree)
	if err != nil {
		return nil, err
	}
	for _, language := range []sources{inGo, inC, inRust} {
		for name, folder := range folders {
			d, err := language.technique(tree, folder, name)
			if err != nil {
				return nil, err
			}
			for kind, roots := range language.roots(name) {
				p.set(language.word+" "+name+kind, d.reach(roots...))
			}
		}
		all, err := language.asks(tree)
		if err != nil {
			return nil, err
		}
		for _, a := range all {
			for m, roots := range a.roots {
				p.set(language.word+asks+string(m), a.reach(roots...))
			}
		}
	}
	return p, nil
}

// set adds the digest of a part, unless it is empty.
func (p Parts) set(part, digest string) {
	if digest != "" {
		p[part] = digest
	}
}

// source is a source tree that keeps what it has parsed, by the files' names.
type source struct {
	trees    []fs.FS
	parsedGo map[string]*goSource
	parsedC  map[string]*cSource // see cFiles for its keys
}

// Open opens a file of the first tree that has it. In older trees the folders of internal stand at the root.
func (s *source) Open(name string) (f fs.File, err error) {
	for _, at := range []string{name, strings.TrimPrefix(name, "internal/")} {
		for _, tree := range s.trees {
			if f, err = tree.Open(at); err == nil {
				return f, nil
			}
		}
	}
	return nil, err
}

// sources says how to find the parts of a source tree in one language.
type sources struct {
	word      string // begins the names of parts
	technique func(tree *source, folder, name string) (declarations, error)
	roots     func(name string) map[string][]string // names of a technique's functions, by kind
	asks      func(tree *source) ([]asking, error)
}

// asking is code that asks techniques in some modes: loops or an engine.
type asking struct {
	declarations
	roots map[mode.Mode][]string // by mode, the names of the functions that ask
}

// techniqueFolders returns the folders of a tree's techniques by their names: in trees of any age, a technique's folder and a file in it have its name.
func techniqueFolders(tree *source) (map[string]string, error) {
	folders := map[string]string{}
	visit := func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		switch base := path.Base(file); {
		case !d.IsDir():
			if folder := path.Dir(file); path.Ext(base) == ".go" && strings.TrimSuffix(base, ".go") == path.Base(folder) {
				folders[path.Base(folder)] = folder
			}
		case slices.Contains([]string{".", "internal", "internal/techniques", "internal/techniques/controls"}, file): // techniques are below
		case strings.ContainsAny(base[:1], "._"), // which the go command ignores
			strings.HasPrefix(file, "internal/") && path.Dir(file) != "internal/techniques/controls",                                                     // the rest of internal
			slices.Contains(strings.Fields("harness cmd results docs examples testdata engine internal facts search mode conform techniquestest"), base): // its folders in older trees, and others
			return fs.SkipDir // no techniques are below
		}
		return nil
	}
	for _, files := range tree.trees {
		if err := fs.WalkDir(files, ".", visit); err != nil {
			return nil, err
		}
	}
	delete(folders, "board") // these two have such a file, and are no techniques
	delete(folders, "techniques")
	return folders, nil
}

// wordOf returns the word with which the names of parts behind a build begin, "" if this repository does not have the code of the build's language.
func wordOf(b build.Build) string {
	switch b.Language {
	case "", "wasm":
		return inGo.word
	case "c", "cpp":
		return inC.word
	case "rust":
		return inRust.word
	}
	return ""
}

// part is the name of a part, and the word for it in reports: Technique, Engine or Loop.
type part struct{ name, word string }

// partsOf returns the parts on which a cell's time in a build depends, none if this repository does not have their code.
func partsOf(b build.Build, technique string, m mode.Mode) []part {
	word := wordOf(b)
	if word == "" {
		return nil
	}
	list := []part{{word + " " + technique + kindOf(m), Technique}}
	switch {
	case m == mode.Init: // no loop asks
	case m.OfEngine():
		list = append(list, part{word + asks + string(m), Engine})
	default:
		list = append(list, part{word + asks + string(m), Loop})
	}
	return list
}

// The kinds of parts, as Changes and reports name them.
const (
	Technique = "technique"
	Engine    = "engine"
	Loop      = "loop"
)

// Changes returns the kinds of the parts behind a cell that differ between two trees. known is false if a tree lacks a part, as of guests: then further parts may differ.
func Changes(p, q Parts, b build.Build, technique string, m mode.Mode) (changed []string, known bool) {
	parts := partsOf(b, technique, m)
	known = parts != nil
	for _, part := range parts {
		switch x, y := p[part.name], q[part.name]; {
		case x == "" || y == "":
			known = false
		case x != y:
			changed = append(changed, part.word)
		}
	}
	return changed, known
}

// Behind returns the digests of the parts on which the times of some cells in some builds depend.
func (p Parts) Behind(builds []build.Build, cells []grid.Cell) Parts {
	some := Parts{}
	for _, b := range builds {
		for _, c := range cells {
			for _, part := range partsOf(b, c.Technique, c.Mode) {
				some.set(part.name, p[part.name])
			}
		}
	}
	return some
}
