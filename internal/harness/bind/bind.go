// Package bind binds the engine to techniques in a build. It writes an overlay with which the go command compiles the engine's source files once for each
// technique, as packages that exist nowhere on disk. Each copy calls its technique in place of package sliders, so the compiler inlines the same lookups as
// in an engine that is written for the technique. Package overlay writes an overlay's list of files.
package bind

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	overlays "github.com/slidebench/slidebench/internal/overlay"
	"github.com/slidebench/slidebench/internal/slidebench"
	"github.com/slidebench/slidebench/internal/techniques"
)

const (
	module  = slidebench.Module
	engine  = "internal/engine"                   // the folder of the engine in a source tree
	sliders = module + "/internal/engine/sliders" // the package that is replaced
	threats = "threats.go"                        // the file of the engine that is replaced for a technique that has a function Threats
	noState = "stateless.go"                      // the file of the engine whose functions for states do nothing
	byState = "bystate.go"                        // replaces threats.go and stateless.go for a technique that lists threats by a state
)

// Technique describes a package with the functions of a technique, to which the engine can be bound.
type Technique struct {
	Name    string // a Go identifier
	Package string // its import path
	Both    bool   // it has a function Both
	Sets    bool   // it has functions Rooks and Bishops for sets
	Moves   bool   // it has functions RookMoves, BishopMoves and QueenMoves
	Threats bool   // it has a function Threats
	ByState bool   // it lists threats by a state
}

// Of describes a technique of the catalogue: its package, and which functions the engine can call in it.
func Of(e *techniques.Entry) Technique {
	return Technique{e.Name, path.Join(module, e.Folder()), e.HasBoth(), e.Setter() != nil, e.Moves() != nil, e.Threats() != nil, e.ThreatStateCheck() != nil}
}

// Overlay writes into a folder an overlay that adds engines bound to techniques to the command in root/command, and the files that the overlay names. It returns
// the overlay's path for the go command's flag -overlay, or "" for a source tree root without an engine.
func Overlay(root, command, folder string, all []Technique) (overlay string, err error) {
	if root, err = filepath.Abs(root); err != nil {
		return "", err
	}
	if folder, err = filepath.Abs(folder); err != nil {
		return "", err
	}
	sources, err := filepath.Glob(filepath.Join(root, engine, "*.go"))
	if err != nil || len(sources) == 0 {
		return "", err
	}
	o := files{replace: map[string]string{}, folder: folder}
	var imports, register strings.Builder
	for _, t := range all {
		if folder, own := strings.CutPrefix(t.Package, module+"/"); own {
			if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(folder))); errors.Is(err, fs.ErrNotExist) {
				continue // an older tree may have fewer techniques
			}
		}
		if err := o.bind(root, sources, t); err != nil {
			return "", err
		}
		fmt.Fprintf(&imports, "\tengine_%s %q\n", t.Name, path.Join(module, engine, "with", t.Name))
		fmt.Fprintf(&register, "\tbound.Register(%q, engine_%[1]s.Bound())\n", t.Name)
	}
	err = o.add(filepath.Join(root, filepath.FromSlash(command), "engines_overlay.go"), fmt.Sprintf(
		"package main\n\nimport (\n\t%q\n%s)\n\nfunc init() {\n%s}\n", module+"/internal/engine/bound", imports.String(), register.String()))
	if err != nil {
		return "", err
	}
	file := filepath.Join(folder, "overlay.json")
	return file, overlays.Write(file, root, o.replace)
}

// files are the files of an overlay.
type files struct {
	replace map[string]string // by a path in the source tree, the path of the file to compile there
	folder  string            // into which add writes
}

// add writes a source file that the go command compiles as if it were at a path in the source tree.
func (f *files) add(at, text string) error {
	file := filepath.Join(f.folder, fmt.Sprintf("overlay-%d.go", len(f.replace)))
	f.replace[at] = file
	return os.WriteFile(file, []byte(text), 0o600)
}

// bind adds the packages of an engine that is bound to a technique. The sources are the engine's files.
func (f *files) bind(root string, sources []string, t Technique) error {
	to := filepath.Join(root, engine, "with", t.Name)
	for _, source := range sources {
		if base := filepath.Base(source); strings.HasSuffix(base, "_test.go") || t.ByState && (base == threats || base == noState) || !t.ByState && base == byState {
			continue // bystate.go takes the place of two files, or is left out
		}
		bound, err := t.rewrite(source)
		if err != nil {
			return err
		}
		if err := f.add(filepath.Join(to, filepath.Base(source)), string(bound)); err != nil {
			return err
		}
	}
	return f.add(filepath.Join(to, "sliders", "sliders.go"), t.sliders())
}

// rewrite returns a source file of the engine that calls the technique where the original calls package sliders. A function between them that
// forwards would cost some techniques a call: the compiler does not inline it if the lookup is almost too large, and hardly ever if it returns two lookups.
func (t Technique) rewrite(source string) (bound []byte, err error) {
	if t.Threats && filepath.Base(source) == threats {
		return t.threats(), nil
	}
	positions := token.NewFileSet()
	file, err := parser.ParseFile(positions, source, nil, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	needsSliders := false // the result imports the package that t.sliders writes, for the constant Sets, or for functions for sets that the technique lacks
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt: // rook, bishop = sliders.Both(...), the only form in which the engine calls Both, becomes technique.Rook(...), technique.Bishop(...)
			call, _ := n.Rhs[0].(*ast.CallExpr)
			if call == nil || t.Both {
				break // no call to divide
			}
			if fun, ok := call.Fun.(*ast.SelectorExpr); ok && isSliders(fun.X) && fun.Sel.Name == "Both" {
				n.Rhs = nil
				for _, name := range []string{"technique.Rook", "technique.Bishop"} {
					n.Rhs = append(n.Rhs, &ast.CallExpr{Fun: ast.NewIdent(name), Args: call.Args})
				}
			}
		case *ast.CallExpr:
			if asked, ok := n.Fun.(*ast.SelectorExpr); ok && !t.Moves && isSliders(asked.X) && strings.HasSuffix(asked.Sel.Name, "Moves") {
				asked.Sel.Name = strings.TrimSuffix(asked.Sel.Name, "Moves")
				n.Args = []ast.Expr{n.Args[0], n.Args[2]} // without the set of own pieces, which only the Moves functions take
			}
		case *ast.SelectorExpr:
			if isSliders(n.X) {
				if name := n.Sel.Name; name == "Sets" || !t.Sets && (name == "Rooks" || name == "Bishops") {
					needsSliders = true
				} else {
					n.X.(*ast.Ident).Name = "technique"
				}
			}
		}
		return true
	})
	for _, spec := range file.Imports {
		if imported := spec.Path; imported.Value == strconv.Quote(sliders) {
			imported.Value = fmt.Sprintf("technique %q", t.Package) // the printer writes the value as it is: here a local name and the path
			if needsSliders {
				imported.Value += fmt.Sprintf("; %q", path.Join(module, engine, "with", t.Name, "sliders"))
			}
		}
	}
	var b bytes.Buffer
	err = format.Node(&b, positions, file)
	return bytes.TrimPrefix(b.Bytes(), []byte("//go:build ignore\n")), err // bystate.go begins so
}

// threats returns the file that replaces the engine's threats.go: it calls the technique's own function Threats.
func (t Technique) threats() []byte {
	return fmt.Appendf(nil, `package engine

import (
	%q
	%q
	technique %q
)

func threats(p *position.Mailbox, sq int, before, after board.Man, d *board.Delta) {
	technique.Threats(&p.Men, sq, before, after, d)
}
`, module+"/board", module+"/internal/engine/position", t.Package)
}

// isSliders reports whether an expression is the name of package sliders.
func isSliders(e ast.Expr) bool {
	name, ok := e.(*ast.Ident)
	return ok && name.Name == "sliders"
}

// sliders returns the source of package sliders for a technique. Its functions only have to compile: the engine calls sets only where Sets is true, and then the technique's.
func (t Technique) sliders() string {
	return fmt.Sprintf(`package sliders

const Sets = %v

func Rooks(set, occ uint64) uint64 { return 0 }

func Bishops(set, occ uint64) uint64 { return 0 }
`, t.Sets)
}
