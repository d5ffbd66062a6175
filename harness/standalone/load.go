package standalone

import (
	"errors"
	"fmt"
	"go/ast"
	"go/build/constraint"
	"go/parser"
	"go/token"
	"go/types"
	"path"
	"slices"
	"strings"

	"github.com/slidebench/slidebench"
)

// configurations are ways to build that together compile every file of every technique. An identifier may mean another declaration in
// each of them.
var configurations = []configuration{
	{"amd64"},
	{"amd64", "amd64.v3", "goexperiment.simd"},
	{"arm64"},
}

// configuration is the architecture, and what else a build constraint may name.
type configuration []string

// unit is a declaration that is copied as a whole: a function, a type, or a line of a group of variables or constants.
type unit struct {
	*file
	group    *ast.GenDecl // what the declaration stands in, nil for a function
	node     ast.Node     // an *ast.FuncDecl, an ast.Spec, or an *ast.GenDecl whose constants count with iota
	names    []*ast.Ident // what it declares
	receiver string       // the type's name, of a method
	uses     map[*unit]bool
	selects  map[string]bool // names after a dot, which may be those of methods
	packages map[string]bool // paths of packages outside of the module
}

// file is a source file in Go.
type file struct {
	*pkg
	name       string
	text       []byte
	syntax     *ast.File
	constraint constraint.Expr // nil for none
	units      []*unit
}

// assembly is a source file in assembly, with the headers that it includes.
type assembly struct {
	*pkg
	name, text string
}

// pkg is a package of the module.
type pkg struct {
	*program
	folder   string // in the module
	name     string
	files    []*file
	assembly []*assembly
}

// program is a package and all that it imports of the module.
type program struct {
	set      *token.FileSet
	packages []*pkg              // each after those that it imports
	at       map[token.Pos]*unit // by what is declared there
	meant    map[*ast.Ident]*unit
}

// load reads a package and what it imports, and finds out what each identifier means.
func load(folder string) (*program, error) {
	p := &program{set: token.NewFileSet(), at: map[token.Pos]*unit{}, meant: map[*ast.Ident]*unit{}}
	if err := p.read(folder); err != nil {
		return nil, err
	}
	checked := map[*file]bool{}
	for _, c := range configurations {
		p.resolve(c, checked)
	}
	for _, k := range p.packages {
		for _, f := range k.files {
			if !checked[f] {
				return nil, fmt.Errorf("%s/%s is compiled in no configuration that is known here", k.folder, f.name)
			}
		}
	}
	return p, nil
}

// read reads a package, after those that it imports.
func (p *program) read(folder string) error {
	if slices.ContainsFunc(p.packages, func(k *pkg) bool { return k.folder == folder }) {
		return nil
	}
	entries, err := slidebench.Sources.ReadDir(folder)
	if err != nil {
		return err
	}
	k := &pkg{program: p, folder: folder}
	for _, e := range entries {
		switch {
		case strings.HasSuffix(e.Name(), "_test.go"):
		case path.Ext(e.Name()) == ".go":
			err = k.readGo(e.Name())
		case path.Ext(e.Name()) == ".s":
			err = k.readAssembly(e.Name())
		}
		if err != nil {
			return err
		}
	}
	// The file with the idea comes first.
	slices.SortStableFunc(k.files, func(a, b *file) int {
		switch k.name + ".go" {
		case a.name:
			return -1
		case b.name:
			return 1
		}
		return 0
	})
	p.packages = append(p.packages, k)
	return nil
}

func (k *pkg) readGo(name string) error {
	text, err := slidebench.Sources.ReadFile(path.Join(k.folder, name))
	if err != nil {
		return err
	}
	f := &file{pkg: k, name: name, text: text}
	if f.syntax, err = parser.ParseFile(k.set, path.Join(k.folder, name), text, parser.ParseComments|parser.SkipObjectResolution); err != nil {
		return err
	}
	k.name = f.syntax.Name.Name
	k.files = append(k.files, f)
	for line := range strings.Lines(string(text[:k.offset(f.syntax.Package)])) {
		if constraint.IsGoBuild(line) {
			if f.constraint, err = constraint.Parse(strings.TrimSpace(line)); err != nil {
				return err
			}
		}
	}
	for _, i := range f.syntax.Imports {
		if folder, ours := inModule(strings.Trim(i.Path.Value, `"`)); ours {
			if err := k.read(folder); err != nil {
				return err
			}
		}
	}
	for _, d := range f.syntax.Decls {
		f.split(d)
	}
	return nil
}

func (k *pkg) readAssembly(name string) error {
	text, err := slidebench.Sources.ReadFile(path.Join(k.folder, name))
	if err != nil {
		return err
	}
	var b strings.Builder
	for line := range strings.Lines(string(text)) {
		header, included := strings.CutPrefix(strings.TrimSpace(line), `#include "`)
		header = strings.TrimSuffix(header, `"`)
		if !included || header == "textflag.h" || header == "go_asm.h" { // Go has these
			b.WriteString(line)
			continue
		}
		inner, err := slidebench.Sources.ReadFile(path.Join(k.folder, header))
		if err != nil {
			return err
		}
		b.Write(inner)
	}
	k.assembly = append(k.assembly, &assembly{k, name, b.String()})
	return nil
}

// inModule returns the folder of an import path of this module.
func inModule(importPath string) (folder string, ours bool) {
	return strings.CutPrefix(importPath, slidebench.Module+"/")
}

// offset returns a place in its file.
func (p *program) offset(at token.Pos) int { return p.set.Position(at).Offset }

// split adds a declaration as units.
func (f *file) split(d ast.Decl) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		u := f.add(nil, d, d.Name)
		if d.Recv != nil {
			u.receiver = receiver(d.Recv.List[0].Type)
		}
	case *ast.GenDecl:
		if d.Tok == token.CONST && slices.ContainsFunc(d.Specs, func(s ast.Spec) bool { return s.(*ast.ValueSpec).Values == nil }) {
			var names []*ast.Ident
			for _, s := range d.Specs {
				names = append(names, s.(*ast.ValueSpec).Names...)
			}
			f.add(d, d, names...)
			return
		}
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.ValueSpec:
				f.add(d, s, s.Names...)
			case *ast.TypeSpec:
				f.add(d, s, s.Name)
			}
		}
	}
}

func (f *file) add(group *ast.GenDecl, node ast.Node, names ...*ast.Ident) *unit {
	u := &unit{f, group, node, names, "", map[*unit]bool{}, map[string]bool{}, map[string]bool{}}
	for _, name := range names {
		f.at[name.Pos()] = u
	}
	f.units = append(f.units, u)
	return u
}

// receiver returns the name of a method's type.
func receiver(t ast.Expr) string {
	switch t := t.(type) {
	case *ast.StarExpr:
		return receiver(t.X)
	case *ast.IndexExpr:
		return receiver(t.X)
	case *ast.Ident:
		return t.Name
	}
	return ""
}

// resolve notes what identifiers mean in a configuration. What the module imports from elsewhere it takes for unknown, so that no
// compiled packages are needed: what is left unknown by that has no declaration here.
func (p *program) resolve(c configuration, checked map[*file]bool) {
	known := importer{}
	for _, k := range p.packages {
		var syntax []*ast.File
		var files []*file
		for _, f := range k.files {
			if c.compiles(f) {
				syntax, files = append(syntax, f.syntax), append(files, f)
				checked[f] = true
			}
		}
		info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
		config := types.Config{Importer: known, Error: func(error) {}, Sizes: types.SizesFor("gc", c[0])}
		known[slidebench.Module+"/"+k.folder], _ = config.Check(slidebench.Module+"/"+k.folder, p.set, syntax, info)
		for _, f := range files {
			for _, u := range f.units {
				p.note(u, info)
			}
		}
	}
}

// importer has the packages of the module.
type importer map[string]*types.Package

func (known importer) Import(path string) (*types.Package, error) {
	if k := known[path]; k != nil {
		return k, nil
	}
	return nil, errors.New("from elsewhere")
}

// note notes what a unit uses.
func (p *program) note(u *unit, info *types.Info) {
	ast.Inspect(u.node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			u.selects[n.Sel.Name] = true
		case *ast.Ident:
			object := info.Uses[n]
			if imported, is := object.(*types.PkgName); is {
				if _, ours := inModule(imported.Imported().Path()); !ours {
					u.packages[imported.Imported().Path()] = true
				}
			} else if object != nil {
				if used := p.at[object.Pos()]; used != nil {
					u.uses[used] = true
					p.meant[n] = used
				}
			}
		}
		return true
	})
}

// compiles reports whether a configuration compiles a file.
func (c configuration) compiles(f *file) bool {
	arch := architecture(f.name)
	return (arch == "" || arch == c[0]) && (f.constraint == nil || f.constraint.Eval(func(tag string) bool { return slices.Contains(c, tag) }))
}

// architecture returns the one that a file's name limits it to, "" for none.
func architecture(name string) string {
	for _, arch := range []string{"amd64", "arm64"} {
		if strings.HasSuffix(strings.TrimSuffix(name, path.Ext(name)), "_"+arch) {
			return arch
		}
	}
	return ""
}
