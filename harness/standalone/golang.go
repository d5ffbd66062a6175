package standalone

import (
	"bytes"
	"fmt"
	"go/format"
	"go/parser"
	"go/token"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/slidebench/slidebench"
)

// golang returns the packages of a technique in Go: its own and those of this module that it imports, whole, each in a folder named as here.
func (o *Options) golang() (files []File, err error) {
	folders := []string{o.Technique.Folder()}
	for i := 0; i < len(folders); i++ {
		own, imports, err := o.folder(folders[i])
		if err != nil {
			return nil, err
		}
		files = append(files, own...)
		for _, folder := range imports {
			if !slices.Contains(folders, folder) {
				folders = append(folders, folder)
			}
		}
	}
	return files, nil
}

// folder returns the source files of a package but for its tests, and the folders of this module that it imports.
func (o *Options) folder(folder string) (files []File, imports []string, err error) {
	entries, err := slidebench.Sources.ReadDir(folder)
	if err != nil {
		return nil, nil, err
	}
	head := header("slidebench copy") + "\n" // the same for all techniques that need the package
	var headers []string                     // that assembly includes; the others are of C
	for _, language := range []string{".go", ".s", ".h"} {
		for _, e := range entries {
			name := e.Name()
			if path.Ext(name) != language || strings.HasSuffix(name, "_test.go") || language == ".h" && !slices.Contains(headers, name) {
				continue
			}
			text, err := slidebench.Sources.ReadFile(path.Join(folder, name))
			if err != nil {
				return nil, nil, err
			}
			if language == ".go" {
				var needed []string
				if text, needed, err = o.moved(text); err != nil {
					return nil, nil, fmt.Errorf("%s/%s: %w", folder, name, err)
				}
				imports = append(imports, needed...)
			}
			for _, found := range included.FindAllSubmatch(text, -1) {
				headers = append(headers, string(found[1]))
			}
			files = append(files, File{path.Join(folder, name), append([]byte(head), text...)})
		}
	}
	// The file with the idea comes first.
	if i := slices.IndexFunc(files, func(f File) bool { return f.Name == path.Join(folder, path.Base(folder)+".go") }); i > 0 {
		files[0], files[i] = files[i], files[0]
	}
	return files, imports, nil
}

// moved returns a source file with the imports that it has in the copy, and the folders of this module that it imports.
func (o *Options) moved(text []byte) (moved []byte, folders []string, err error) {
	syntax, err := parser.ParseFile(token.NewFileSet(), "", text, parser.ImportsOnly)
	if err != nil {
		return nil, nil, err
	}
	for _, i := range syntax.Imports {
		if folder, ours := strings.CutPrefix(i.Path.Value, `"`+slidebench.Module+"/"); ours {
			folder = strings.TrimSuffix(folder, `"`)
			folders = append(folders, folder)
			text = bytes.ReplaceAll(text, []byte(i.Path.Value), []byte(strconv.Quote(path.Join(o.Package, folder))))
		}
	}
	moved, err = format.Source(text) // imports are sorted by their new paths
	return moved, folders, err
}
