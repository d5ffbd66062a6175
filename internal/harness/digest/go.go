package digest

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/internal/slidebench"
	"github.com/slidebench/slidebench/internal/techniques/mode"
)

// inGo finds the parts that are written in Go.
var inGo = sources{
	word:      "go",
	technique: func(tree *source, folder, _ string) (declarations, error) { return goPackages(tree, folder) },
	roots: func(string) map[string][]string {
		lookups := []string{"Rook", "Bishop", "Queen", "Both", "RookMoves", "BishopMoves", "QueenMoves", "RookBatch", "BishopBatch", "QueenBatch", "BothBatch",
			"Rooks", "Bishops", "Queens", "State", "State.Reset", "State.Add", "State.Remove", "State.Rook", "State.Bishop", "State.Queen", "State.Both"}
		return map[string][]string{"": lookups, threats: append([]string{"Threats", "State.Threats", "State.Prepare"}, lookups...), inits: {"Build"}}
	},
	asks: func(tree *source) ([]asking, error) {
		loops, err := goFiles(tree, "internal/techniques", "kernels.go")
		if err != nil {
			return nil, err
		}
		engine, err := goPackages(tree, "internal/engine")
		if err != nil {
			return nil, err
		}
		return []asking{
			{loops, map[mode.Mode][]string{
				mode.Throughput: {"throughput"}, mode.Latency: {"latency"}, mode.Both: {"both"}, mode.BothLatency: {"bothLatency"}, mode.Batch: {"batch"},
				mode.BatchBoth: {"batchBoth"}, mode.Setwise: {"setwise", "wholeSets"}, mode.Incremental: {"replay"}, mode.Pressure: {"throughput"},
			}},
			{engine, map[mode.Mode][]string{
				mode.Perft: {"Perft"}, mode.Search: {"NewSearch", "Search.Run"}, mode.NetSearch: {"NewNetSearch", "NetSearch.Run"}, mode.Attackers: {"attackersOfAll"},
				mode.Checks: {"ChecksAndPins"}, mode.Moves: {"ply.allMoves"}, mode.Mobility: {"Mobility"}, mode.Exchange: {"ply.exchanges"},
				mode.Threats: {"deltas"}, mode.ThreatsLatency: {"deltasInTurn"}, mode.ThreatsBatch: {"deltaBatch"},
			}},
		}, nil
	},
}

// goPackages returns the declarations of a package and of all packages of this module that it imports, directly or not.
func goPackages(tree *source, folder string) (d declarations, err error) {
	folders, own := []string{folder}, 0 // own: how many of folders, from the first, are the package's and those that it imports itself, known once the first is read
	for i := 0; i < len(folders); i++ {
		if i == 1 {
			own = len(folders)
		}
		entries, err := fs.ReadDir(tree, folders[i])
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return d, err
		}
		for _, e := range entries {
			name := e.Name()
			// Files of factors, in the folder itself or in a folder factors that it imports, are always part of the digest.
			factors := (i == 0 || i < own && path.Base(folders[i]) == "factors") && strings.HasPrefix(name, "factors")
			switch {
			case e.IsDir(), strings.HasSuffix(name, "_test.go"), name == "reads.go", name == "doc.go": // none of these is timed; in older trees, reads.go is for tests
			case path.Ext(name) == ".s":
				text, err := fs.ReadFile(tree, path.Join(folders[i], name))
				if err != nil {
					return d, err
				}
				d.list = append(d.list, assembly(string(text)))
			case path.Ext(name) == ".go":
				list, imports, err := goFile(tree, path.Join(folders[i], name))
				if err != nil {
					return d, err
				}
				d.list = append(d.list, list...)
				if factors {
					d.always = append(d.always, list...)
				}
				for _, imported := range imports {
					if !slices.Contains(folders, imported) {
						folders = append(folders, imported)
					}
				}
			}
		}
	}
	return d, nil
}

// goFiles returns the declarations of the named files of a package. Older trees may lack some.
func goFiles(tree *source, folder string, names ...string) (d declarations, err error) {
	for _, name := range names {
		list, _, err := goFile(tree, path.Join(folder, name))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return d, err
		}
		d.list = append(d.list, list...)
	}
	return d, nil
}

// goSource is a file's declarations, and the folders of this module that it imports.
type goSource struct {
	list    []declaration
	imports []string
}

// goFile returns the declarations of a file, and the folders of this module that it imports. It parses each file once.
func goFile(tree *source, file string) (list []declaration, imports []string, err error) {
	known := tree.parsedGo[file]
	if known == nil {
		known = new(goSource)
		if known.list, known.imports, err = readGo(tree, file); err != nil {
			return nil, nil, err
		}
		tree.parsedGo[file] = known
	}
	return known.list, known.imports, nil
}

// readGo parses a file for goFile.
func readGo(tree *source, file string) (list []declaration, imports []string, err error) {
	text, err := fs.ReadFile(tree, file)
	if err != nil {
		return nil, nil, err
	}
	set := token.NewFileSet()
	syntax, err := parser.ParseFile(set, file, text, 0)
	if err != nil {
		return nil, nil, err
	}
	packages := map[string]bool{}
	for _, i := range syntax.Imports {
		name := path.Base(strings.Trim(i.Path.Value, `"`))
		if i.Name != nil {
			name = i.Name.Name
		}
		packages[name] = true
		if folder, ours := strings.CutPrefix(strings.Trim(i.Path.Value, `"`), slidebench.Module+"/"); ours {
			imports = append(imports, folder)
		}
	}
	names := inBoard
	if path.Dir(file) == "internal/scaffold" {
		names = ofScaffold
	}
	for _, decl := range syntax.Decls {
		var x declaration
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			x.names = []string{decl.Name.Name}
			if decl.Recv != nil {
				x.names = []string{method(decl.Name.Name)}
				receiver := decl.Recv.List[0].Type
				if star, ok := receiver.(*ast.StarExpr); ok {
					receiver = star.X
				}
				if name, ok := receiver.(*ast.Ident); ok {
					x.names = append(x.names, name.Name+"."+decl.Name.Name)
				}
			}
		case *ast.GenDecl:
			if decl.Tok == token.IMPORT {
				continue
			}
			for _, spec := range decl.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					x.names = append(x.names, spec.Name.Name)
				case *ast.ValueSpec:
					for _, name := range spec.Names {
						x.names = append(x.names, name.Name)
					}
				}
			}
		}
		x.text, x.uses = names.Replace(goTokens(text[set.Position(decl.Pos()).Offset:set.Position(decl.End()).Offset])), goUses(decl, packages)
		list = append(list, x)
	}
	return list, imports, nil
}

// inBoard and ofScaffold restore the names of older trees, so that moving code from package board to scaffold, and factors to one package, changed no digest.
var (
	inBoard = strings.NewReplacer("scaffold . ", "board . ",
		"* factors . Rook", "rookFactors", "* factors . Bishop", "bishopFactors", "factors . Rook", "& rookFactors", "factors . Bishop", "& bishopFactors")
	ofScaffold = strings.NewReplacer("board . ", "")
)

// method returns the name by which uses reach a method of any type.
func method(name string) string { return "." + name }

// goUses returns the names that occur in a declaration, except those of its own variables. packages are the names of imported packages.
func goUses(decl ast.Decl, packages map[string]bool) (names []string) {
	ast.Inspect(decl, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if x, ok := n.X.(*ast.Ident); ok && packages[x.Name] && x.Obj == nil { // a package, as no variable has the name
				names = append(names, n.Sel.Name)
				return false
			}
			// The operand is a declaration that begins at 0, so variables of the package that stand above it in its file count as its own: to reach them would change published digests.
			names = append(append(names, method(n.Sel.Name)), goUses(&ast.GenDecl{Specs: []ast.Spec{&ast.ValueSpec{Values: []ast.Expr{n.X}}}}, packages)...)
			return false
		case *ast.Ident:
			if n.Obj == nil || n.Obj.Pos() < decl.Pos() || n.Obj.Pos() > decl.End() {
				names = append(names, n.Name)
			}
		}
		return true
	})
	return names
}

// goTokens returns the tokens of a text, joined by spaces, without comments.
func goTokens(text []byte) (tokens string) {
	var s scanner.Scanner
	file := token.NewFileSet().AddFile("", -1, len(text))
	s.Init(file, text, nil, 0)
	var all []string
	for {
		_, tok, literal := s.Scan()
		switch {
		case tok == token.EOF:
			return strings.Join(all, " ")
		case tok == token.SEMICOLON:
			literal = ";" // a newline ends a statement, too
		case literal == "":
			literal = tok.String()
		}
		if last := len(all) - 1; last >= 0 && all[last] == ";" && (literal == "}" || literal == ")") {
			all = all[:last] // a closing brace in the same line has no semicolon before it
		}
		all = append(all, literal)
	}
}
