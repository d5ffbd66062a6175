package slidebench

import (
	"bytes"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

var updateAPI = flag.Bool("update", false, "write the list of exported names anew")

// TestAPI compares the exported names of all packages that may be imported, and their signatures, with a list: these are promised.
func TestAPI(t *testing.T) {
	const list = "api/v0.txt"
	got := strings.Join(exported(t, os.DirFS(".")), "\n") + "\n"
	if *updateAPI {
		if err := os.WriteFile(list, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(list)
	if err != nil {
		t.Fatal(err)
	}
	gone, added := difference(string(want), got), difference(got, string(want))
	for _, line := range gone {
		t.Errorf("gone: %s", line)
	}
	for _, line := range added {
		t.Errorf("new: %s", line)
	}
	if len(gone)+len(added) > 0 {
		t.Errorf("users rely on gone names and may rely on new ones: if both are meant, go test . -run API -update accepts them")
	}
}

// difference returns the lines of a text that another one lacks.
func difference(text, other string) (lines []string) {
	for line := range strings.Lines(text) {
		if !strings.Contains("\n"+other, "\n"+line) {
			lines = append(lines, strings.TrimSuffix(line, "\n"))
		}
	}
	return lines
}

// exported returns the exported names of all packages of a tree that may be imported, for all processors, with their signatures.
func exported(t *testing.T, tree fs.FS) []string {
	t.Helper()
	names := map[string]bool{}
	err := fs.WalkDir(tree, ".", func(file string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && slices.Contains([]string{"internal", "testdata", "cmd", "results", "examples", "docs", ".ci", ".git"}, d.Name()):
			return fs.SkipDir
		case d.IsDir(), path.Ext(file) != ".go", strings.HasSuffix(file, "_test.go"), path.Dir(file) == ".":
			return nil
		}
		text, err := fs.ReadFile(tree, file)
		if err != nil {
			return err
		}
		set := token.NewFileSet()
		syntax, err := parser.ParseFile(set, file, text, parser.SkipObjectResolution)
		if err != nil || syntax.Name.Name == "main" {
			return err
		}
		for _, line := range declared(set, syntax) {
			names["pkg "+path.Dir(file)+", "+line] = true
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return slices.Sorted(maps.Keys(names))
}

// declared returns the exported declarations of a file without comments and the bodies of functions, each on one line.
func declared(set *token.FileSet, file *ast.File) (lines []string) {
	places := map[ast.Spec]int{} // in their lists
	for _, d := range file.Decls {
		if list, ok := d.(*ast.GenDecl); ok {
			for i, spec := range list.Specs {
				places[spec] = i
			}
		}
	}
	ast.FileExports(file)
	line := func(keyword string, node any) {
		var b bytes.Buffer
		if err := printer.Fprint(&b, set, node); err != nil {
			panic(err)
		}
		lines = append(lines, keyword+strings.Join(strings.Fields(b.String()), " "))
	}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Body = nil; d.Recv == nil || ast.IsExported(receiver(d)) {
				line("", d)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				if v, ok := spec.(*ast.ValueSpec); ok && d.Tok == token.CONST && v.Values == nil { // it counts on from the first of its list
					line(fmt.Sprintf("const %d further, ", places[spec]), spec)
				} else if d.Tok != token.IMPORT {
					line(d.Tok.String()+" ", spec)
				}
			}
		}
	}
	return lines
}

// receiver returns the name of the type that a method belongs to.
func receiver(method *ast.FuncDecl) string {
	of := method.Recv.List[0].Type
	if pointer, ok := of.(*ast.StarExpr); ok {
		of = pointer.X
	}
	name, _ := of.(*ast.Ident)
	if name == nil {
		return "" // of a generic type, which no package exports
	}
	return name.Name
}

// What is gone, new or changed is named.
func TestDifference(t *testing.T) {
	tree := func(source string) string {
		return strings.Join(exported(t, fstest.MapFS{"x/x.go": {Data: []byte("package x\n" + source)}}), "\n") + "\n"
	}
	before := tree("func Rook(sq int) uint64 { return 1 }\ntype T struct{ A, b int }\nconst (\n\tA = iota\n\tB\n)\n")
	for source, want := range map[string]string{
		"func Rook(sq int) uint64 { return 2 }\ntype T struct{ A, c int }\nconst (\n\tA = iota\n\tB\n)\n": "[] []",
		"func Rook(sq uint8) uint64 { return 1 }\ntype T struct{ A int }\nconst (\n\tA = iota\n\tn\n\tB\n)\n": "[pkg x, const 1 further, B pkg x, func Rook(sq int) uint64 pkg x, type T struct { A int // contains filtered or unexported fields }] " +
			"[pkg x, const 2 further, B pkg x, func Rook(sq uint8) uint64 pkg x, type T struct{ A int }]",
	} {
		after := tree(source)
		if got := fmt.Sprint(difference(before, after), difference(after, before)); got != want {
			t.Errorf("%s: got %s, want %s", source, got, want)
		}
	}
}
