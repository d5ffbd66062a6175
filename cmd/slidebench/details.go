package main

import (
	"fmt"
	"go/ast"
	"go/doc/comment"
	"go/parser"
	"go/token"
	"html/template"
	"path"
	"regexp"
	"strings"

	project "github.com/slidebench/slidebench"
	"github.com/slidebench/slidebench/harness/report"
	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/techniques"
)

// details returns what a page tells of each technique. Those of other repositories have their sources there.
func details() (all []report.Detail, err error) {
	for _, e := range techniques.Catalogue() {
		d := report.Detail{Name: e.Name, Family: e.Family, People: e.People, Year: e.Year, Needs: append([]string{}, e.Needs...), Where: project.Home + "/tree/main/" + e.Folder()}
		if e.Family == results.Guest {
			d.Where = e.Source
		} else if d.About, d.Code, err = described(e.Folder()); err != nil {
			return nil, fmt.Errorf("technique %s: %w", e.Name, err)
		}
		all = append(all, d)
	}
	return all, nil
}

// described returns a package's comment, and the file below it.
func described(folder string) (about template.HTML, code string, err error) {
	entries, err := project.Sources.ReadDir(folder)
	if err != nil {
		return "", "", err
	}
	for _, entry := range entries {
		name := entry.Name()
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := project.Sources.ReadFile(path.Join(folder, name))
		if err != nil {
			return "", "", err
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, name, text, parser.ParseComments|parser.PackageClauseOnly)
		if err != nil {
			return "", "", err
		}
		if file.Doc != nil && file.Name.Name != "main" {
			return commentHTML(file.Doc), string(text[set.Position(file.Package).Offset:]), nil
		}
	}
	return "", "", fmt.Errorf("%s has no package comment", folder)
}

// citation matches a key of REFERENCES.md in a paragraph.
var citation = regexp.MustCompile(`([ (>])\[([a-z][a-z0-9-]+)\]`)

// commentHTML writes a comment as HTML, everything in it escaped. Keys of references become links.
func commentHTML(doc *ast.CommentGroup) template.HTML {
	parser := comment.Parser{LookupPackage: func(string) (string, bool) { return "", false }} // bytes is also a package of the standard library
	var b strings.Builder
	for _, block := range parser.Parse(doc.Text()).Content {
		text := string(new(comment.Printer).HTML(&comment.Doc{Content: []comment.Block{block}}))
		if _, paragraph := block.(*comment.Paragraph); paragraph {
			text = citation.ReplaceAllString(text, `$1[<a href="`+project.Home+`/blob/main/REFERENCES.md#$2">$2</a>]`)
		}
		b.WriteString(text)
	}
	return template.HTML(b.String())
}
