// Package about reads the package comments of techniques, for pages and for reports.
package about

import (
	"fmt"
	"go/doc/comment"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"strings"
)

// Read returns the text of the one package comment in a folder, and the file below it.
func Read(files fs.FS, folder string) (text, code string, err error) {
	paths, err := fs.Glob(files, path.Join(folder, "*.go"))
	if err != nil {
		return "", "", err
	}
	found := 0
	for _, name := range paths {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		source, err := fs.ReadFile(files, name)
		if err != nil {
			return "", "", err
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, name, source, parser.ParseComments|parser.PackageClauseOnly)
		if err != nil {
			return "", "", err
		}
		if file.Doc != nil && file.Name.Name != "main" { // a program in the folder is run by go generate
			found++
			text, code = file.Doc.Text(), string(source[set.Position(file.Package).Offset:])
		}
	}
	if found != 1 {
		return "", "", fmt.Errorf("%d files with a package comment, want 1", found)
	}
	return text, code, nil
}

// Parse returns the blocks of a package comment's text.
func Parse(text string) []comment.Block {
	parser := comment.Parser{
		LookupPackage: func(string) (string, bool) { return "", false }, // bytes is also a package of the standard library
	}
	return parser.Parse(text).Content
}
