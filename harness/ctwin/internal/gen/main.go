// Command gen writes the arrays of numbers in techniques' files factors*.go for C, as factors_gen.h beside them. It visits all folders of
// the module that have a header named like the folder. An array x of package p becomes p_x, in the spelling of C.
package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"log"
	"os"
	"path/filepath"
	"strings"
	"unicode"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("gen: ")
	root := "../.."
	if len(os.Args) > 1 {
		root = os.Args[1]
	}
	err := filepath.WalkDir(root, func(folder string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		if _, err := os.Stat(filepath.Join(folder, d.Name()+".h")); err != nil {
			return nil
		}
		sources, err := filepath.Glob(filepath.Join(folder, "factors*.go"))
		if err != nil || len(sources) == 0 {
			return err
		}
		text, err := header(d.Name(), sources)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(folder, "factors_gen.h"), text, 0o644)
	})
	if err != nil {
		log.Fatal(err)
	}
}

// header returns the arrays of a package's files as a header of C.
func header(name string, sources []string) ([]byte, error) {
	var b bytes.Buffer
	guard := "SLIDEBENCH_" + strings.ToUpper(name) + "_FACTORS_H"
	fmt.Fprintf(&b, "// Code generated from factors of package %s; DO NOT EDIT.\n#ifndef %s\n#define %s\n\n#include <stdint.h>\n", name, guard, guard)
	files := token.NewFileSet()
	var parsed []*ast.File
	for _, source := range sources {
		if strings.HasSuffix(source, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(files, source, nil, 0)
		if err != nil {
			return nil, err
		}
		parsed = append(parsed, file)
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}}
	// A file refers to types that stand elsewhere in its package; numbers and their types are known without them.
	config := types.Config{Error: func(error) {}}
	_, _ = config.Check(name, files, parsed, info)
	for _, file := range parsed {
		for _, decl := range file.Decls {
			g, ok := decl.(*ast.GenDecl)
			if !ok || g.Tok != token.VAR {
				continue
			}
			for _, spec := range g.Specs {
				v := spec.(*ast.ValueSpec)
				for i, ident := range v.Names {
					if i < len(v.Values) {
						if err := array(&b, name+"_"+snake(ident.Name), v.Values[i], info); err != nil {
							return nil, fmt.Errorf("%s: %s: %w", name, ident.Name, err)
						}
					}
				}
			}
		}
	}
	b.WriteString("\n#endif\n")
	return b.Bytes(), nil
}

// array writes one array, with dimensions as in Go.
func array(b *bytes.Buffer, name string, value ast.Expr, info *types.Info) error {
	t := info.Types[value].Type
	dimensions := ""
	for {
		a, ok := t.Underlying().(*types.Array)
		if !ok {
			break
		}
		dimensions += fmt.Sprintf("[%d]", a.Len())
		t = a.Elem()
	}
	element, ok := t.Underlying().(*types.Basic)
	if !ok || dimensions == "" {
		return fmt.Errorf("an array of %v has no spelling in C here", t)
	}
	var values []string
	var collect func(e ast.Expr) error
	collect = func(e ast.Expr) error {
		if list, ok := e.(*ast.CompositeLit); ok {
			for _, x := range list.Elts {
				if err := collect(x); err != nil {
					return err
				}
			}
			return nil
		}
		x := info.Types[e].Value
		if x == nil || x.Kind() != constant.Int {
			return fmt.Errorf("an element is no number that is known")
		}
		if u, exact := constant.Uint64Val(x); exact && element.Kind() == types.Uint64 {
			values = append(values, fmt.Sprintf("UINT64_C(%#016x)", u))
		} else {
			values = append(values, x.ExactString())
		}
		return nil
	}
	if err := collect(value); err != nil {
		return err
	}
	perLine := 16
	if element.Kind() == types.Uint64 {
		perLine = 4
	}
	// The initializer is flat where there is one dimension.
	fmt.Fprintf(b, "\nstatic const %s_t %s%s = {\n", element.Name(), name, dimensions)
	for i := 0; i < len(values); i += perLine {
		fmt.Fprintf(b, "\t%s,\n", strings.Join(values[i:min(i+perLine, len(values))], ", "))
	}
	b.WriteString("};\n")
	return nil
}

// snake spells rookFactors as rook_factors.
func snake(name string) string {
	var b strings.Builder
	for _, r := range name {
		if unicode.IsUpper(r) {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}
