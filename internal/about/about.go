// Package about reads the package comments of techniques. Package cards and the writer of docs show them.
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

// Read returns the text of the one package comment in a folder, and the code below it in the same file.
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
		if file.Doc != nil && file.Name.Name != "main" { // not a program that go generate runs there
			found++
			text, code = file.Doc.Text(), string(source[set.Position(file.Package).Offset:])
		}
	}
	if found != 1 {
		return "", "", fmt.Errorf("%d files with a package comment, want 1", found)
	}
	return text, code, nil
}

// Parse splits the text of a package comment into blocks: paragraphs, code, headings and lists.
func Parse(text string) []comment.Block {
	return new(comment.Parser).Parse(text).Content
}
