// Command gen writes the arrays of numbers and the constants in techniques' files factors*.go, shifts*.go and weights*.go for C, as factors_gen.h beside them. It visits
// all folders of the module that have a header named like the folder. An array x of package p becomes p_x, in the spelling of C, and an array's elements may be structs,
// which then become a struct of C. A map becomes an array of rows: the key's numbers, then the value's. Arrays stand where the header defines its tables, and constants, of
// which lookups and the lengths of tables are made, where it declares them. Factors that a package has in internal/factors are those of several techniques, and their
// header names the arrays FACTORS_OF(rook) and FACTORS_OF(bishop): each technique that includes it defines that macro, and so arrays of its own. It also writes the
// switches of package unrolled. A folder with a module in Rust gets the same numbers as factors_gen.rs.
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
	"regexp"
	"slices"
	"strings"
	"unicode"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("gen: ")
	files, err := generate("../../../..")
	if err != nil {
		log.Fatal(err)
	}
	for path, text := range files {
		if err := os.WriteFile(path, text, 0o644); err != nil {
			log.Fatal(err)
		}
	}
}

// ofSeveral is the file, in a technique's folder, with factors that several techniques share.
const ofSeveral = "internal/factors/factors.go"

// generate returns the generated files of a source tree, by their paths.
func generate(root string) (map[string][]byte, error) {
	files := map[string][]byte{}
	err := filepath.WalkDir(root, func(folder string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		if _, err := os.Stat(filepath.Join(folder, d.Name()+".h")); err != nil {
			return nil
		}
		if d.Name() == "unrolled" {
			files[filepath.Join(folder, "unrolled_gen.h")] = unrolled()
			return nil
		}
		var sources []string
		for _, pattern := range []string{"factors*.go", "shifts*.go", "weights*.go", ofSeveral} {
			found, err := filepath.Glob(filepath.Join(folder, pattern))
			if err != nil {
				return err
			}
			sources = append(sources, found...)
		}
		if len(sources) == 0 {
			return nil
		}
		text, err := header(d.Name(), filepath.Dir(sources[0]), sources)
		if module, _ := os.ReadFile(filepath.Join(folder, d.Name()+".rs")); bytes.Contains(module, []byte("factors_gen.rs")) {
			files[filepath.Join(folder, "factors_gen.rs")] = inRust(d.Name(), text)
		}
		if sources[0] == filepath.Join(folder, ofSeveral) {
			text = regexp.MustCompile(`\b`+d.Name()+`_(\w+)_factors`).ReplaceAll(text, []byte("FACTORS_OF($1)"))
		}
		files[filepath.Join(folder, "factors_gen.h")] = text
		return err
	})
	return files, err
}

// header returns a header of C with the arrays and constants of some source files of a package in a folder.
func header(name, folder string, sources []string) ([]byte, error) {
	var numbers, arrays bytes.Buffer
	files := token.NewFileSet()
	all, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		return nil, err
	}
	var parsed, wanted []*ast.File
	for _, source := range all {
		if strings.HasSuffix(source, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(files, source, nil, 0)
		if err != nil {
			return nil, err
		}
		parsed = append(parsed, file)
		if slices.Contains(sources, source) {
			wanted = append(wanted, file)
		}
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}}
	// The packages that it imports remain unknown; numbers and their types are known without them.
	config := types.Config{Error: func(error) {}}
	_, _ = config.Check(name, files, parsed, info)
	structs := map[string]bool{}
	for _, file := range wanted {
		for _, decl := range file.Decls {
			g, ok := decl.(*ast.GenDecl)
			if !ok || g.Tok != token.VAR && g.Tok != token.CONST {
				continue
			}
			for _, spec := range g.Specs {
				v := spec.(*ast.ValueSpec)
				for i, ident := range v.Names {
					if c, ok := info.Defs[ident].(*types.Const); ok {
						number(&numbers, name+"_"+snake(ident.Name), c.Val())
						continue
					}
					if i < len(v.Values) {
						if err := array(&arrays, structs, name, snake(ident.Name), v.Values[i], info); err != nil {
							return nil, fmt.Errorf("%s: %s: %w", name, ident.Name, err)
						}
					}
				}
			}
		}
	}
	text := fmt.Sprintf("// Code generated from factors of package %s; DO NOT EDIT.\n", name)
	if numbers.Len() == 0 {
		text += arrays.String()
	} else {
		text += fmt.Sprintf("#ifndef %s_IMPLEMENTED\n%s\n#else\n%s\n#endif\n", strings.ToUpper(name), &numbers, &arrays)
	}
	return []byte(text), nil
}

// inRust returns the constants and arrays of a header that function header has written, as a module of Rust. Their names lose the package's name. It knows small constants
// and arrays of one dimension. Others would stay in C, which rustc refuses: no module has any yet.
func inRust(name string, header []byte) []byte {
	upper := func(text string) string { return strings.ToUpper(strings.TrimPrefix(text, name+"_")) }
	var b strings.Builder
	for line := range strings.Lines(string(header)) {
		switch m := declared.FindStringSubmatch(line); {
		case m != nil && m[1] != "":
			fmt.Fprintf(&b, "pub const %s: usize = %s;\n", upper(m[1]), m[2])
		case m != nil:
			fmt.Fprintf(&b, "pub const %s: [u%s; %s] = [\n", upper(m[4]), m[3], m[5])
		case strings.HasPrefix(line, "#"): // in Rust, constants and arrays need no conditions around them
		case line == "};\n":
			b.WriteString("];\n")
		default:
			b.WriteString(wide.ReplaceAllString(strings.Replace(line, "\t", "    ", 1), "$1"))
		}
	}
	return []byte(blank.ReplaceAllString(b.String(), "\n\n"))
}

var (
	// declared matches a constant, or the beginning of an array.
	declared = regexp.MustCompile(`^(?:enum \{ (\w+) = (\d+) \};|BOARD_DEFINE const uint(\d+)_t (\w+)\[(\d+)\] = \{)\n$`)
	wide     = regexp.MustCompile(`UINT64_C\((\w+)\)`)
	blank    = regexp.MustCompile(`\n{3,}`)
)

// number writes a whole-numbered constant: a small one as an enumerator, since that may be the length of an array in C. It skips other constants, which C does not need.
func number(b *bytes.Buffer, name string, value constant.Value) {
	value = constant.ToInt(value)
	if value.Kind() != constant.Int {
		return
	}
	if i, exact := constant.Int64Val(value); exact && i == int64(int32(i)) {
		fmt.Fprintf(b, "\nenum { %s = %d };\n", name, i)
	} else if u, exact := constant.Uint64Val(value); exact {
		fmt.Fprintf(b, "\nstatic const uint64_t %s = UINT64_C(%#016x);\n", name, u)
	}
}

// rows writes a map as an array of rows, the key's numbers before the value's. All numbers in it are literals.
func rows(b *bytes.Buffer, name string, value *ast.CompositeLit) {
	var text strings.Builder
	columns := 0
	for _, pair := range value.Elts {
		var row []string
		ast.Inspect(pair, func(n ast.Node) bool {
			if number, ok := n.(*ast.BasicLit); ok {
				row = append(row, "UINT64_C("+number.Value+")")
			}
			return true
		})
		columns = len(row)
		fmt.Fprintf(&text, "\t{%s},\n", strings.Join(row, ", "))
	}
	fmt.Fprintf(b, "\nBOARD_DEFINE const uint64_t %s[%d][%d] = {\n%s};\n", name, len(value.Elts), columns, text.String())
}

// array writes an array of package p in C, with the dimensions that it has in Go. The struct of its elements goes before it, unless structs, the tags so far, has it.
func array(b *bytes.Buffer, structs map[string]bool, p, name string, value ast.Expr, info *types.Info) error {
	if list, ok := value.(*ast.CompositeLit); ok {
		if _, ok := list.Type.(*ast.MapType); ok {
			rows(b, p+"_"+name, list)
			return nil
		}
	}
	t := info.Types[value].Type
	element, dimensions := unwrap(t)
	perLine := 16
	var spelling string
	switch e := element.Underlying().(type) {
	case *types.Basic:
		spelling = e.Name() + "_t"
		if e.Kind() == types.Uint64 {
			perLine = 4
		}
	case *types.Struct:
		named, ok := element.(*types.Named)
		if !ok {
			return fmt.Errorf("a struct without a name has no spelling in C here")
		}
		tag := p + "_" + snake(named.Obj().Name())
		spelling, perLine = "struct "+tag, 4
		if !structs[tag] {
			structs[tag] = true
			fmt.Fprintf(b, "\nstruct %s {\n", tag)
			for field := range e.Fields() {
				inner, dimensions := unwrap(field.Type())
				basic, ok := inner.Underlying().(*types.Basic)
				if !ok {
					return fmt.Errorf("field %s has no spelling in C here", field.Name())
				}
				fmt.Fprintf(b, "\t%s_t %s%s;\n", basic.Name(), snake(field.Name()), dimensions)
			}
			b.WriteString("};\n")
		}
	}
	if spelling == "" || dimensions == "" {
		return fmt.Errorf("an array of %v has no spelling in C here", element)
	}
	list, ok := value.(*ast.CompositeLit)
	if !ok {
		return fmt.Errorf("its value is no list")
	}
	if strings.Count(dimensions, "[") > 1 {
		perLine = 1
	}
	var values []string
	for _, x := range list.Elts {
		v, err := spell(x, info)
		if err != nil {
			return err
		}
		values = append(values, v)
	}
	fmt.Fprintf(b, "\nBOARD_DEFINE const %s %s_%s%s = {\n", spelling, p, name, dimensions)
	for i := 0; i < len(values); i += perLine {
		fmt.Fprintf(b, "\t%s,\n", strings.Join(values[i:min(i+perLine, len(values))], ", "))
	}
	b.WriteString("};\n")
	return nil
}

// unwrap returns an array's element type, and its dimensions in the spelling of C, "" if t is no array.
func unwrap(t types.Type) (element types.Type, dimensions string) {
	for {
		a, ok := t.Underlying().(*types.Array)
		if !ok {
			return t, dimensions
		}
		dimensions += fmt.Sprintf("[%d]", a.Len())
		t = a.Elem()
	}
}

// spell returns a number, or a list in braces, in the spelling of C.
func spell(e ast.Expr, info *types.Info) (string, error) {
	if list, ok := e.(*ast.CompositeLit); ok {
		var values []string
		for _, x := range list.Elts {
			v, err := spell(x, info)
			if err != nil {
				return "", err
			}
			values = append(values, v)
		}
		return "{" + strings.Join(values, ", ") + "}", nil
	}
	x := info.Types[e].Value
	if x == nil || x.Kind() != constant.Int {
		return "", fmt.Errorf("an element is no number that is known")
	}
	if basic, ok := info.Types[e].Type.Underlying().(*types.Basic); ok && basic.Kind() == types.Uint64 {
		if u, exact := constant.Uint64Val(x); exact {
			return fmt.Sprintf("UINT64_C(%#016x)", u), nil
		}
	}
	return x.ExactString(), nil
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
