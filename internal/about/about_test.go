package about_test

import (
	"go/doc/comment"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/slidebench/slidebench/internal/about"
)

// Read returns the only package comment in a folder, and an error for none or two. Tests and programs do not count.
func TestRead(t *testing.T) {
	files := fstest.MapFS{}
	write := func(name, text string) { files["b/"+name] = &fstest.MapFile{Data: []byte(text)} }
	write("b.go", "package b\n")
	write("b_test.go", "// Package b is tested.\npackage b\n")
	write("gen.go", "// Program main is run by go generate.\npackage main\n")
	if _, _, err := about.Read(files, "b"); err == nil || !strings.Contains(err.Error(), "0 files with a package comment") {
		t.Errorf("without a comment: %v", err)
	}
	write("a.go", "//go:build amd64\n\n// Package b is:\n//\n//\tx\npackage b\n\nvar X int\n")
	if text, code, err := about.Read(files, "b"); err != nil || text != "Package b is:\n\n\tx\n" || code != "package b\n\nvar X int\n" {
		t.Errorf("%q, %q, %v", text, code, err)
	}
	write("c.go", "// Package b is more.\npackage b\n")
	if _, _, err := about.Read(files, "b"); err == nil || !strings.Contains(err.Error(), "2 files with a package comment") {
		t.Errorf("with two comments: %v", err)
	}
	write("d.go", "no package\n")
	if _, _, err := about.Read(files, "b"); err == nil {
		t.Error("what is no Go passes")
	}
}

// A key of REFERENCES.md in brackets is plain text.
func TestParse(t *testing.T) {
	blocks := about.Parse("See [kannan].\n\n\tx = 1\n")
	if len(blocks) != 2 {
		t.Fatalf("%d blocks, want a paragraph and code", len(blocks))
	}
	paragraph, is := blocks[0].(*comment.Paragraph)
	if !is || len(paragraph.Text) != 1 || paragraph.Text[0] != comment.Plain("See [kannan].") {
		t.Errorf("paragraph %#v", blocks[0])
	}
	if code, is := blocks[1].(*comment.Code); !is || code.Text != "x = 1\n" {
		t.Errorf("code %#v", blocks[1])
	}
}
