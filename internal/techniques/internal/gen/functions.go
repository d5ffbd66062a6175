package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"os"
	"path"
	"slices"
	"strings"
)

// faceOf returns the kinds of functions that a technique's package declares. A set with only some of its functions is an error, or a kernel would silently be missing.
func faceOf(importPath string, declared map[string]bool) (technique, error) {
	t := technique{
		Path: importPath, Name: path.Base(importPath),
		HasBoth: declared["Both"], HasDone: declared["Done"],
		HasNeeds: declared["Available"], HasPicks: declared["BatchTableBytes"], HasThreats: declared["Threats"],
	}
	state, methods := &t.State, []string{"State", "State.Prepare", "State.Add", "State.Remove", "State.Rook", "State.Bishop", "State.Queen"}
	if declared["State.Threats"] || declared["State.Attackers"] {
		state, methods = &t.ThreatState, []string{"State", "State.Prepare", "State.Threats", "State.Attackers"}
	}
	for _, name := range []string{"Build", "TableBytes"} {
		if !declared[name] {
			return t, fmt.Errorf("%s has no %s (every technique has Build and TableBytes)", importPath, name)
		}
	}
	for _, group := range []struct {
		has   *bool
		names []string
	}{
		{&t.HasOne, []string{"Rook", "Bishop", "Queen"}},
		{&t.Batch, []string{"RookBatch", "BishopBatch", "QueenBatch", "BothBatch"}},
		{&t.HasSets, []string{"Rooks", "Bishops", "Queens"}},
		{&t.HasMoves, []string{"RookMoves", "BishopMoves", "QueenMoves"}},
		{state, methods},
	} {
		var missing []string
		for _, name := range group.names {
			if !declared[name] {
				missing = append(missing, name)
			}
		}
		if missing != nil && len(missing) < len(group.names) {
			return t, fmt.Errorf("%s has no %s (want all of %s, or none)", importPath, strings.Join(missing, ", "), strings.Join(group.names, ", "))
		}
		*group.has = missing == nil
	}
	if !t.HasOne && !t.Batch {
		return t, fmt.Errorf("%s has no Rook, Bishop and Queen, and no batches of them", importPath)
	}
	return t, nil
}

// declarations returns the names of the functions, the methods of *State ("State.Add") and the types, except interfaces, in any file of a folder's package.
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

// codeLines counts the lines of code, in Go and assembly, of the package in a folder, without comments, tests, generated files,
// programs and the technique's C header.
func codeLines(folder string) (n int, err error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return 0, err
	}
	for _, entry := range entries {
		name := entry.Name()
		inC := strings.HasSuffix(name, "_gen.h") || name == path.Base(folder)+".h" // other headers are those of assembly
		if strings.HasSuffix(name, "_test.go") || inC || !slices.Contains([]string{".go", ".s", ".h"}, path.Ext(name)) {
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
			if line := of.Line(at); line > last && !(kind == token.SEMICOLON && literal == "\n") { // the scanner puts that at a line's end
				n, last = n+1, line
			}
		}
	}
	return n, nil
}
