// Package digest tells whether the code that a time depends on has changed: the technique, and the loop or the engine that asks it. Results of several
// commits can so be of the same code, and older results of code that is here no more.
//
// A part's digest covers the declarations that its functions may reach, by their names, without comments and white space. Names are not resolved: a
// declaration counts if any name in the code so far is its own. So a digest may change though the machine's code does not, as when a function is moved
// into two; that it stays while the code changes takes a change of the compiler, of its flags, or of the standard library, which records name.
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

// Parts are the digests of the parts of a source tree, by their names, such as "go fancymagic" and "c search".
type Parts map[string]string

// declaration is a piece of source that stands for itself: a function, the declaration of a variable, a macro.
type declaration struct {
	names []string // that it declares, or may declare
	text  string   // tokens
	uses  []string // names in it
}

// declarations are those of a part's files, and the root that are always part of it.
type declarations struct {
	list   []declaration
	always []declaration
}

// reach returns the digest of the declarations that can be reached from some names, "" if there is none.
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
	return fmt.Sprintf("%.8x", sha256.Sum256([]byte(strings.Join(slices.Compact(texts), "\n"))))[:8]
}

// asks stands between the language and the mode of what asks techniques in that mode.
const asks = " asked by "

// kinds of a technique's modes have code of their own in it, beside what all others share.
const (
	threats = " threats"
	inits   = " init"
)

// kind returns the kind of a mode.
func kind(m mode.Mode) string {
	switch {
	case slices.Contains(mode.Deltas, m):
		return threats
	case m == mode.Init:
		return inits
	}
	return ""
}

// Of returns the digests of the parts of a source tree, which may lie in several file systems.
func Of(trees ...fs.FS) (Parts, error) {
	p, tree := Parts{}, &source{trees, map[string]*goSource{}, map[string]*cSource{}}
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

func (p Parts) set(part, digest string) {
	if digest != "" {
		p[part] = digest
	}
}

// source is a source tree, whose files are read once.
type source struct {
	trees []fs.FS
	inGo  map[string]*goSource
	inC   map[string]*cSource
}

// Open opens a file of the first tree that has it. In older trees the folders of internal stand at the root.
func (s *source) Open(name string) (f fs.File, err error) {
	for _, name := range []string{name, strings.TrimPrefix(name, "internal/")} {
		for _, tree := range s.trees {
			if f, err = tree.Open(name); err == nil {
				return f, nil
			}
		}
	}
	return nil, err
}

// sources is how to read the sources of a language.
type sources struct {
	word      string
	technique func(tree *source, folder, name string) (declarations, error)
	roots     func(name string) map[string][]string // functions of a technique, by kind
	asks      func(tree *source) ([]asking, error)
}

// asking is the code that asks techniques, with the roots of its modes.
type asking struct {
	declarations
	roots map[mode.Mode][]string
}

// techniqueFolders returns the folders of a tree that hold a technique, by its name: wherever it has moved, its folder is named like it, and so is a file.
func techniqueFolders(tree *source) (map[string]string, error) {
	folders := map[string]string{}
	visit := func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if base := path.Base(file); d.IsDir() {
			if slices.Contains([]string{"internal", "internal/techniques", "internal/techniques/controls"}, file) {
				return nil
			}
			if file != "." && strings.ContainsAny(base[:1], "._") || strings.HasPrefix(file, "internal/") && path.Dir(file) != "internal/techniques/controls" || slices.Contains([]string{"harness", "cmd", "results", "docs", "examples", "testdata", "engine", "internal", "facts", "search", "mode", "conform", "techniquestest"}, base) {
				return fs.SkipDir
			}
		} else if folder := path.Dir(file); path.Ext(base) == ".go" && strings.TrimSuffix(base, ".go") == path.Base(folder) {
			folders[path.Base(folder)] = folder
		}
		return nil
	}
	for _, tree := range tree.trees {
		if err := fs.WalkDir(tree, ".", visit); err != nil {
			return nil, err
		}
	}
	delete(folders, "board")
	delete(folders, "techniques")
	return folders, nil
}

// language returns the word for the language of a build, "" for one whose code is not here.
func language(b build.Build) string {
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

// part is a part that a cell's time depends on, with the word for it.
type part struct{ name, word string }

// partsOf returns the parts of a cell in a build, none where their code is not here.
func partsOf(b build.Build, technique string, m mode.Mode) []part {
	word := language(b)
	if word == "" {
		return nil
	}
	list := []part{{word + " " + technique + kind(m), Technique}}
	switch {
	case m == mode.Init: // which no loop asks
	case m.OfEngine():
		list = append(list, part{word + asks + string(m), Engine})
	default:
		list = append(list, part{word + asks + string(m), Loop})
	}
	return list
}

// What may have changed.
const (
	Technique = "technique"
	Engine    = "engine"
	Loop      = "loop"
)

// Changes says which parts of the code behind a cell are not the same in two trees. That is unknown where one of the trees lacks a part, as of other
// people's techniques.
func Changes(p, q Parts, b build.Build, technique string, m mode.Mode) (changed []string, known bool) {
	parts := partsOf(b, technique, m)
	for _, part := range parts {
		x, y := p[part.name], q[part.name]
		if x == "" || y == "" {
			return nil, false
		}
		if x != y {
			changed = append(changed, part.word)
		}
	}
	return changed, parts != nil
}

// Behind returns the digests of the parts behind some cells.
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
