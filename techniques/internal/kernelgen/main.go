// Command kernelgen writes the kernels of every package that the catalogue imports to kernels_gen.go (or with -o, elsewhere).
//
// The compiler inlines a loop around a lookup only where the call of the loop is written with a literal that names the
// lookup, so each technique needs the same calls with its own name in them. Written by a program, none of them
// can name a neighbour.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/scanner"
	"go/token"
	"log"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"text/template"
)

const module = "github.com/slidebench/slidebench/"

type technique struct {
	Path, Name string
	HasOne     bool // the package answers one question in a call
	HasBoth    bool // the package answers for rook and bishop in one call
	HasBatch   bool // the package answers many questions in a call
	HasDone    bool // the package wants to be told when a loop of lookups has ended
	HasSets    bool // the package answers for all sliders of a set in one call
	HasState   bool // the package keeps a state from move to move, and answers from it alone
	Lines      int  // of code: see codeLines
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("kernelgen: ")
	output := flag.String("o", "kernels_gen.go", "the file to write")
	flag.Parse()
	catalogue, err := parser.ParseFile(token.NewFileSet(), "catalogue.go", nil, parser.ImportsOnly)
	if err != nil {
		log.Fatal(err)
	}
	var all []technique
	for _, spec := range catalogue.Imports {
		importPath, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			log.Fatal(err)
		}
		folder, ours := strings.CutPrefix(importPath, module)
		if !ours {
			continue
		}
		declared, err := declarations(path.Join("..", folder))
		if err != nil {
			log.Fatal(err)
		}
		t, err := faceOf(importPath, declared)
		if err != nil {
			log.Fatal(err)
		}
		if t.Lines, err = codeLines(path.Join("..", folder)); err != nil {
			log.Fatal(err)
		}
		if t.HasOne || t.HasBatch {
			all = append(all, t)
		}
	}
	var out bytes.Buffer
	if err := source.Execute(&out, all); err != nil {
		log.Fatal(err)
	}
	formatted, err := format.Source(out.Bytes())
	if err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile(*output, formatted, 0o644); err != nil {
		log.Fatal(err)
	}
}

// faceOf returns what a package answers by what it declares. Half a face is an error: a kernel would be missing in silence.
func faceOf(importPath string, declared map[string]bool) (technique, error) {
	t := technique{Path: importPath, Name: path.Base(importPath), HasBoth: declared["Both"], HasDone: declared["Done"]}
	for _, face := range []struct {
		has   *bool
		names []string
	}{
		{&t.HasOne, []string{"Rook", "Bishop", "Queen"}},
		{&t.HasBatch, []string{"RookBatch", "BishopBatch", "QueenBatch", "BothBatch"}},
		{&t.HasSets, []string{"Rooks", "Bishops", "Queens"}},
		{&t.HasState, []string{"State", "State.Prepare", "State.Add", "State.Remove", "State.Rook", "State.Bishop", "State.Queen"}},
	} {
		var missing []string
		for _, name := range face.names {
			if !declared[name] {
				missing = append(missing, name)
			}
		}
		if missing != nil && len(missing) < len(face.names) {
			return t, fmt.Errorf("%s has no %s (want all of %s, or none)", importPath, strings.Join(missing, ", "), strings.Join(face.names, ", "))
		}
		*face.has = missing == nil
	}
	return t, nil
}

// declarations returns the functions, the methods of State and the types, but for interfaces, that the package in a folder
// declares in any of its files.
func declarations(folder string) (map[string]bool, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	declared := map[string]bool{}
	for _, entry := range entries {
		if !strings.HasSuffix(entry.Name(), ".go") || strings.HasSuffix(entry.Name(), "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path.Join(folder, entry.Name()), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		for _, d := range file.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Recv == nil {
					declared[d.Name.Name] = true
				} else if receiver, ok := d.Recv.List[0].Type.(*ast.StarExpr); ok {
					if name, ok := receiver.X.(*ast.Ident); ok && name.Name == "State" {
						declared["State."+d.Name.Name] = true
					}
				}
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					if s, ok := spec.(*ast.TypeSpec); ok {
						if _, abstract := s.Type.(*ast.InterfaceType); !abstract {
							declared[s.Name.Name] = true
						}
					}
				}
			}
		}
	}
	return declared, nil
}

// codeLines counts the lines of Go and assembly of the package in a folder that hold more than a comment, without tests, what is
// generated, programs, and reads.go, which tells what a lookup reads and is no part of one.
func codeLines(folder string) (n int, err error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return 0, err
	}
	for _, entry := range entries {
		name := entry.Name()
		if strings.HasSuffix(name, "_test.go") || name == "reads.go" || !slices.Contains([]string{".go", ".s", ".h"}, path.Ext(name)) {
			continue
		}
		text, err := os.ReadFile(path.Join(folder, name))
		if err != nil {
			return 0, err
		}
		if path.Ext(name) != ".go" {
			for line := range strings.Lines(string(text)) {
				if code, _, _ := strings.Cut(line, "//"); strings.TrimSpace(code) != "" {
					n++
				}
			}
			continue
		}
		files := token.NewFileSet()
		file, err := parser.ParseFile(files, name, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return 0, err
		}
		if ast.IsGenerated(file) || file.Name.Name == "main" {
			continue
		}
		var s scanner.Scanner
		of := files.AddFile(name, -1, len(text))
		s.Init(of, text, nil, 0)
		last := 0
		for {
			at, kind, literal := s.Scan()
			if kind == token.EOF {
				break
			}
			if line := of.Line(at); line > last && !(kind == token.SEMICOLON && literal == "\n") {
				n, last = n+1, line
			}
		}
	}
	return n, nil
}

var source = template.Must(template.New("").Funcs(template.FuncMap{
	"pieces": func() []string { return []string{"Rook", "Bishop", "Queen"} },
	"states": func(all []technique) bool {
		return slices.ContainsFunc(all, func(t technique) bool { return t.HasState })
	},
}).Parse(`// Code generated by "go run ./internal/kernelgen"; DO NOT EDIT.

package techniques

import (
	{{- if states .}}
	"math/bits"
{{end}}
{{- range .}}
	{{printf "%q" .Path}}
{{- end}}
)
{{range .}}{{$name := .Name}}{{$give := "return"}}{{$end := ""}}{{$after := ""}}
{{- if .HasDone}}
{{- $give = "sum :="}}{{$after = printf "\n%s.Done()" .Name}}{{$end = printf "%s\nreturn sum" $after}}
{{- end}}
var {{.Name}}Kernels = Kernels{
	lines: {{.Lines}},
	{{- if .HasState}}
	incremental: [...]ReplayKernel{
		{{- range $piece := pieces}}
		func(r Replay) (sum uint64) {
			var state {{$name}}.State
			state.Prepare(r.Occ)
			occ := r.Occ
			for _, c := range r.Changes {
				occ ^= c.Off | c.On
				for off := c.Off; off != 0; off &= off - 1 {
					state.Remove(bits.TrailingZeros64(off))
				}
				for on := c.On; on != 0; on &= on - 1 {
					state.Add(bits.TrailingZeros64(on))
				}
				for _, sq := range r.Squares[:r.Lookups] {
					sum ^= state.{{$piece}}(int(sq))
				}
				r.Squares = r.Squares[r.Lookups:]
			}
			return sum ^ occ&feedback
		},
		{{- end}}
	},
}
{{continue}}
	{{- end}}
	{{- if .HasOne}}
	throughput: [...]Kernel{
		{{- range $piece := pieces}}
		func(q Questions) uint64 {
			{{$give}} throughput(q, func(s int, o uint64) uint64 { return {{$name}}.{{$piece}}(s, o) })
			{{- $end}}
		},
		{{- end}}
	},
	latency: [...]Kernel{
		{{- range $piece := pieces}}
		func(q Questions) uint64 {
			{{$give}} latency(q, func(s int, o uint64) uint64 { return {{$name}}.{{$piece}}(s, o) })
			{{- $end}}
		},
		{{- end}}
	},
	{{- if .HasBoth}}
	pair: {{.Name}}.Both,
	both: func(q Questions) uint64 {
		{{$give}} both(q, func(s int, o uint64) (r, b uint64) { return {{.Name}}.Both(s, o) })
		{{- $end}}
	},
	bothLatency: func(q Questions) uint64 {
		{{$give}} bothLatency(q, func(s int, o uint64) (r, b uint64) { return {{.Name}}.Both(s, o) })
		{{- $end}}
	},
	{{- else}}
	both: func(q Questions) uint64 {
		return both(q, func(s int, o uint64) (r, b uint64) { return {{.Name}}.Rook(s, o), {{.Name}}.Bishop(s, o) })
	},
	bothLatency: func(q Questions) uint64 {
		return bothLatency(q, func(s int, o uint64) (r, b uint64) { return {{.Name}}.Rook(s, o), {{.Name}}.Bishop(s, o) })
	},
	{{- end}}
	{{- end}}
	{{- if .HasBatch}}
	batch: [...]BatchKernel{
		{{- range $piece := pieces}}
		func(a []uint64, q Questions) { {{$name}}.{{$piece}}Batch(a, q.Occs, q.Squares) },
		{{- end}}
	},
	batchBoth: func(a []uint64, q Questions) {
		n := len(q.Occs)
		{{.Name}}.BothBatch(a[:n], a[n:], q.Occs, q.Squares)
	},
	{{- else}}
	batch: [...]BatchKernel{
		{{- range $piece := pieces}}
		func(a []uint64, q Questions) {
			batch(a, q, func(s int, o uint64) uint64 { return {{$name}}.{{$piece}}(s, o) })
			{{- $after}}
		},
		{{- end}}
	},
	{{- if .HasBoth}}
	batchBoth: func(a []uint64, q Questions) {
		batchBoth(a, q, func(s int, o uint64) (r, b uint64) { return {{.Name}}.Both(s, o) })
		{{- $after}}
	},
	{{- else}}
	batchBoth: func(a []uint64, q Questions) {
		batchBoth(a, q, func(s int, o uint64) (r, b uint64) { return {{.Name}}.Rook(s, o), {{.Name}}.Bishop(s, o) })
	},
	{{- end}}
	{{- end}}
	{{- if .HasSets}}
	setwise: [...]SetKernel{
		{{- range $piece := pieces}}
		func(q Sets) uint64 {
			{{$give}} wholeSets(q, func(sliders, o uint64) uint64 { return {{$name}}.{{$piece}}s(sliders, o) })
			{{- $end}}
		},
		{{- end}}
	},
	{{- else if .HasOne}}
	setwise: [...]SetKernel{
		{{- range $piece := pieces}}
		func(q Sets) uint64 {
			{{$give}} setwise(q, func(s int, o uint64) uint64 { return {{$name}}.{{$piece}}(s, o) })
			{{- $end}}
		},
		{{- end}}
	},
	{{- end}}
	{{- if .HasOne}}
	incremental: [...]ReplayKernel{
		{{- range $piece := pieces}}
		func(r Replay) uint64 {
			{{$give}} replay(r, func(s int, o uint64) uint64 { return {{$name}}.{{$piece}}(s, o) })
			{{- $end}}
		},
		{{- end}}
	},
	{{- end}}
}
{{end}}`))
