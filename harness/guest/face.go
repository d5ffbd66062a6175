package guest

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"go/ast"
	"go/doc"
	"go/format"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/slidebench/slidebench"
	"github.com/slidebench/slidebench/harness/source"
)

// face holds the functions that a package of another repository has.
type face struct {
	path      string
	functions map[string]*function // by Rook, Bishop, Queen, Both
	imports   map[string]string    // of types in the functions' signatures, by name
	build     bool                 // there is a function Build() error
	bytes     bool                 // there is a function TableBytes(board.Piece) int
}

// function is a function of the face.
type function struct {
	name    string
	args    [2]string         // types, as they are written elsewhere
	imports map[string]string // of these types, by name
	results int
}

// inspect finds the functions of a lookup.
func inspect(ctx context.Context, dir string, l Lookup) (*face, error) {
	cmd := exec.CommandContext(ctx, "go", "list", "-f", "{{.Name}}\t{{.ImportPath}}\t{{.Dir}}\t{{range .GoFiles}}{{.}} {{end}}{{range .CgoFiles}}{{.}} {{end}}", "--", l.Pattern)
	cmd.Dir = dir
	out, err := source.Output(cmd)
	if err != nil {
		return nil, fmt.Errorf("package %s: %w", l.Pattern, err)
	}
	lines := strings.Split(out, "\n")
	fields := strings.Split(lines[0], "\t")
	switch {
	case len(lines) != 1 || len(fields) != 4:
		return nil, fmt.Errorf("package %s: %d packages (want one)", l.Pattern, len(lines))
	case fields[0] == "main":
		return nil, fmt.Errorf("package %s is a command, which nothing can import (want its lookups in a package of their own)", l.Pattern)
	case slices.Contains(strings.Split(fields[1], "/"), "internal"):
		return nil, fmt.Errorf("package %s is internal to its module, which nothing else can import (want a package that exports the lookups)", fields[1])
	}
	if err := command(ctx, dir, os.Environ(), "build", l.Pattern); err != nil {
		return nil, err
	}
	f := &face{path: fields[1], functions: map[string]*function{}, imports: map[string]string{}}
	for _, name := range strings.Fields(fields[3]) {
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(fields[2], name), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, fmt.Errorf("package %s: %w", l.Pattern, err)
		}
		if err := f.note(file, l); err != nil {
			return nil, fmt.Errorf("package %s: %w", l.Pattern, err)
		}
	}
	if f.functions["Rook"] == nil && f.functions["Bishop"] == nil && f.functions["Queen"] == nil {
		return nil, fmt.Errorf("package %s has no function Rook, Bishop or Queen of a square and an occupancy (name others: --rook RookAttacks)", l.Pattern)
	}
	for _, x := range l.named() {
		if x.asked != "" && f.functions[x.face] == nil {
			return nil, fmt.Errorf("package %s has no function %s", l.Pattern, x.asked)
		}
	}
	return f, nil
}

// named lists the functions of the face with the names that were asked for.
func (l Lookup) named() []struct{ face, asked string } {
	return []struct{ face, asked string }{{"Rook", l.Rook}, {"Bishop", l.Bishop}, {"Queen", l.Queen}, {"Both", l.Both}}
}

// note finds functions in a file.
func (f *face) note(file *ast.File, l Lookup) error {
	for _, d := range file.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Recv != nil {
			continue
		}
		switch signature := written(fn.Type); {
		case fn.Name.Name == "Build" && signature == "func() error":
			f.build = true
		case fn.Name.Name == "TableBytes" && strings.HasSuffix(signature, "board.Piece) int"):
			f.bytes = true
		}
		for _, x := range l.named() {
			if fn.Name.Name != cmp.Or(x.asked, x.face) {
				continue
			}
			found, err := readFunction(file, fn)
			switch wanted := map[bool]int{true: 2, false: 1}[x.face == "Both"]; {
			case err != nil && x.asked == "":
				continue // a function of that name with another meaning
			case err != nil:
				return err
			case found.results != wanted && x.asked == "":
				continue
			case found.results != wanted:
				return fmt.Errorf("%s has %d results (want %d)", fn.Name.Name, found.results, wanted)
			}
			f.functions[x.face] = found
			maps.Copy(f.imports, found.imports)
		}
	}
	return nil
}

// readFunction reads a signature.
func readFunction(file *ast.File, fn *ast.FuncDecl) (*function, error) {
	found := &function{name: fn.Name.Name, imports: map[string]string{}}
	var args []string
	for _, field := range fn.Type.Params.List {
		text, err := found.typeName(file, field.Type)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", fn.Name.Name, err)
		}
		for range max(1, len(field.Names)) {
			args = append(args, text)
		}
	}
	if fn.Type.Results != nil {
		for _, field := range fn.Type.Results.List {
			found.results += max(1, len(field.Names))
		}
	}
	if len(args) != len(found.args) || fn.Type.TypeParams != nil || !fn.Name.IsExported() {
		return nil, fmt.Errorf("%s is %s (want an exported function of a square and an occupancy)", fn.Name.Name, written(fn.Type))
	}
	found.args = [2]string(args)
	return found, nil
}

// written returns an expression as it is written in Go.
func written(e ast.Expr) string {
	var b strings.Builder
	_ = format.Node(&b, token.NewFileSet(), e) // which a strings.Builder takes whole
	return b.String()
}

// typeName writes the name of a number's type as another package writes it.
func (f *function) typeName(file *ast.File, e ast.Expr) (string, error) {
	switch e := e.(type) {
	case *ast.Ident:
		if doc.IsPredeclared(e.Name) {
			return e.Name, nil
		}
		if e.IsExported() {
			return "guest." + e.Name, nil
		}
	case *ast.SelectorExpr:
		name, _ := e.X.(*ast.Ident)
		for _, spec := range file.Imports {
			path, _ := strconv.Unquote(spec.Path.Value)
			known := path[strings.LastIndexByte(path, '/')+1:]
			if spec.Name != nil {
				known = spec.Name.Name
			}
			if name != nil && known == name.Name {
				f.imports["type"+name.Name] = path
				return "type" + name.Name + "." + e.Sel.Name, nil
			}
		}
	}
	return "", fmt.Errorf("a type %s (want one that other packages can name)", written(e))
}

// only returns the part of an entry of facts that says which pieces the lookup answers for, "" for all.
func (f *face) only() string {
	return only(func(piece string) bool { return f.functions[piece] != nil })
}

func only(has func(piece string) bool) string {
	var pieces []string
	for _, piece := range []string{"Rook", "Bishop", "Queen"} {
		if has(piece) || piece == "Queen" && has("Rook") && has("Bishop") {
			pieces = append(pieces, strings.ToLower(piece))
		}
	}
	if len(pieces) == 3 {
		return ""
	}
	return fmt.Sprintf(", Pieces: %q", strings.Join(pieces, ","))
}

// source returns the technique's package. What the other package lacks, the walk answers, and nobody times it.
func (f *face) source(l Lookup) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "// Package %s forwards to %s.\npackage %[1]s\n\nimport (\n\t%[3]q\n\tguest %[2]q\n", l.Name, f.path, slidebench.Module+"/board")
	for name, path := range f.imports {
		fmt.Fprintf(&b, "\t%s %q\n", name, path)
	}
	b.WriteString(")\n\nfunc Build() error { ")
	if f.build {
		b.WriteString("return guest.Build() }\n")
	} else {
		b.WriteString("return nil }\n")
	}
	call := func(fn *function) string {
		args := [2]string{fn.args[0] + "(sq)", fn.args[1] + "(occ)"}
		if l.OccFirst {
			args = [2]string{fn.args[0] + "(occ)", fn.args[1] + "(sq)"}
		}
		return fmt.Sprintf("guest.%s(%s, %s)", fn.name, args[0], args[1])
	}
	for _, piece := range []string{"Rook", "Bishop", "Queen"} {
		answer := fmt.Sprintf("board.Walk(board.%s, sq, occ)", piece)
		switch fn := f.functions[piece]; {
		case fn != nil:
			answer = "uint64(" + call(fn) + ")"
		case piece == "Queen" && f.only() == "":
			answer = fmt.Sprintf("uint64(%s) | uint64(%s)", call(f.functions["Rook"]), call(f.functions["Bishop"]))
		}
		fmt.Fprintf(&b, "\nfunc %s(sq int, occ uint64) uint64 { return board.Inline(func() uint64 { return %s }) }\n", piece, answer)
	}
	if both := f.functions["Both"]; both != nil {
		fmt.Fprintf(&b, "\nfunc Both(sq int, occ uint64) (rook, bishop uint64) {\n\tr, b := %s\n\treturn uint64(r), uint64(b)\n}\n", call(both))
	}
	size := fmt.Sprint(l.Bytes)
	if f.bytes {
		size = "guest.TableBytes(p)"
	}
	fmt.Fprintf(&b, "\nfunc TableBytes(p board.Piece) int { return %s }\n", size)
	text, err := format.Source(b.Bytes())
	if err != nil {
		return b.Bytes() // the compiler says what is wrong
	}
	return text
}
