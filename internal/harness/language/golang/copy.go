package golang

import (
	"bytes"
	"errors"
	"fmt"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/mod/module"

	_ "github.com/slidebench/slidebench" // sets the sources
	"github.com/slidebench/slidebench/internal/harness/language"
	"github.com/slidebench/slidebench/internal/slidebench"
	"github.com/slidebench/slidebench/internal/techniques"
)

// Copies reports whether a technique has lookups in Go: all do that are not in another language alone.
func (golang) Copies(e *techniques.Entry) bool { return e.Only == "" }

// Copy returns the packages of a technique, its own and those of this module that it imports, unchanged except that import paths begin with the copy's name, or with the
// folder's path. Packages are whole: the linker leaves out functions that an engine does not call, every line was proved, and two techniques in one folder
// share the board.
func (golang) Copy(e *techniques.Entry, o language.CopyOptions) (*language.Copy, error) {
	if o.Data {
		return nil, errors.New("no tables as data in Go (want --lang rust, or the packages without --table: they fill them within milliseconds)")
	}
	into := o.Name
	if into == "" {
		var err error
		if into, err = importPath(o.Folder); err != nil {
			return nil, err
		}
	}
	if err := module.CheckImportPath(into); err != nil {
		return nil, fmt.Errorf("not an import path: %q", into)
	}
	c := &language.Copy{}
	folders := []string{e.Folder()}
	for i := 0; i < len(folders); i++ {
		own, imports, err := packageIn(folders[i], into)
		if err != nil {
			return nil, err
		}
		c.Files = append(c.Files, own...)
		for _, folder := range imports {
			if !slices.Contains(folders, folder) {
				folders = append(folders, folder)
			}
		}
	}
	if slices.ContainsFunc(c.Files, func(f language.File) bool { return bytes.Contains(f.Text, []byte(`"`+features+"\"\n")) }) {
		c.Packages = append(c.Packages, features)
	}
	return c, nil
}

// features is the one package that copied files import from outside the module and the standard library.
const features = "golang.org/x/sys/cpu"

// included matches the include of a header in assembly.
var included = regexp.MustCompile(`(?m)^#include "(.*)"\n`)

// packageIn returns the source files of a package except its tests, as they are copied into an import path, and the folders of this module that it imports.
func packageIn(folder, into string) (files []language.File, imports []string, err error) {
	entries, err := slidebench.Sources.ReadDir(folder)
	if err != nil {
		return nil, nil, err
	}
	head := language.Generated("slidebench copy") + "\n" // the same for all techniques that need the package
	var headers []string                                 // headers included by assembly; all other headers are for C
	for _, kind := range []string{".go", ".s", ".h"} {   // assembly before the headers, which it names
		for _, e := range entries {
			name := e.Name()
			if path.Ext(name) != kind || strings.HasSuffix(name, "_test.go") || kind == ".h" && !slices.Contains(headers, name) {
				continue
			}
			text, err := slidebench.Sources.ReadFile(path.Join(folder, name))
			if err != nil {
				return nil, nil, err
			}
			if kind == ".go" {
				var needed []string
				if text, needed, err = moved(text, into); err != nil {
					return nil, nil, fmt.Errorf("%s/%s: %w", folder, name, err)
				}
				imports = append(imports, needed...)
			}
			for _, found := range included.FindAllSubmatch(text, -1) {
				headers = append(headers, string(found[1]))
			}
			files = append(files, language.File{Name: path.Join(folder, name), Text: append([]byte(head), text...)})
		}
	}
	// The file with the idea comes first.
	if i := slices.IndexFunc(files, func(f language.File) bool { return f.Name == path.Join(folder, path.Base(folder)+".go") }); i > 0 {
		files[0], files[i] = files[i], files[0]
	}
	return files, imports, nil
}

// moved returns a source file whose imports of this module begin with the path into, and the folders of these imports.
func moved(text []byte, into string) (after []byte, folders []string, err error) {
	syntax, err := parser.ParseFile(token.NewFileSet(), "", text, parser.ImportsOnly)
	if err != nil {
		return nil, nil, err
	}
	for _, i := range syntax.Imports {
		if folder, ours := strings.CutPrefix(i.Path.Value, `"`+slidebench.Module+"/"); ours {
			folder = strings.TrimSuffix(folder, `"`)
			folders = append(folders, folder)
			text = bytes.ReplaceAll(text, []byte(i.Path.Value), []byte(strconv.Quote(path.Join(into, folder))))
		}
	}
	after, err = format.Source(text) // imports are sorted by their new paths
	return after, folders, err
}

var moduleLine = regexp.MustCompile(`(?m)^module\s+"?([^\s"]+)`)

// importPath returns the import path of a folder, by the go.mod in it or above it.
func importPath(folder string) (string, error) {
	at, err := filepath.Abs(folder)
	if err != nil {
		return "", err
	}
	below := ""
	for {
		if text, err := os.ReadFile(filepath.Join(at, "go.mod")); err == nil {
			if line := moduleLine.FindSubmatch(text); line != nil {
				return path.Join(string(line[1]), below), nil
			}
		}
		if at == filepath.Dir(at) {
			return "", fmt.Errorf("no go.mod above %q, by which the files import each other (want one, by go mod init, or --name with the folder's import path)", folder)
		}
		at, below = filepath.Dir(at), path.Join(filepath.Base(at), below)
	}
}
