// Package overlay writes files for the go command's flag -overlay, by which source files exist only while it builds.
package overlay

import (
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
)

// Of returns the path of a source tree's own overlay for go build, "" if the tree has none. A tree with a user's lookups has one, which adds files to the user's
// repository.
func Of(root string) string {
	file := filepath.Join(root, "overlay.json")
	if _, err := os.Stat(file); err != nil {
		return ""
	}
	return file
}

// WriteOf writes a source tree's own overlay. replace has the files by the paths at which they are to exist.
func WriteOf(root string, replace map[string]string) error {
	return write(filepath.Join(root, "overlay.json"), replace)
}

type overlay struct{ Replace map[string]string } // as the go command reads it

func write(file string, replace map[string]string) error { // an overlay of just these files
	text, err := json.Marshal(overlay{replace})
	if err != nil {
		return err
	}
	return os.WriteFile(file, text, 0o600)
}

// Write writes an overlay of further files and of the source tree's own overlay, as the go command accepts only one. A path in both gets the further file.
func Write(file, root string, replace map[string]string) error {
	own := overlay{map[string]string{}}
	text, err := os.ReadFile(filepath.Join(root, "overlay.json"))
	if err == nil {
		err = json.Unmarshal(text, &own)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) { // the tree may have none
		return err
	}
	maps.Copy(own.Replace, replace)
	return write(file, own.Replace)
}
