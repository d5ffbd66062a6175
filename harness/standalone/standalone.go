// Package standalone writes a technique as source files that need nothing of this module: its lookups and all that these lead to, with
// the names that they have there.
//
// In Go these are one file, and where the technique has assembly or is something else on other processors, a file for each of these. In C it
// is one header.
package standalone

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/magic/search/export"
	"github.com/slidebench/slidebench/techniques"
)

// Options say what to write.
type Options struct {
	Technique *techniques.Entry
	Language  string // one of Languages
	Package   string // Go package, or what names begin with in C
}

// Languages are those that techniques are written in.
var Languages = []string{"go", "c"}

// File is a file to write.
type File struct {
	Name string
	Text []byte
}

// command returns the command that writes the files again, in the folder where they are.
func (o *Options) command() string {
	command := "slidebench copy " + o.Technique.Name + " --into ."
	if o.Language != Languages[0] {
		command += " --lang " + o.Language
	}
	return command + " --package " + o.Package
}

// Check returns an error if there is no language or package of these names.
func (o *Options) Check() error {
	if !slices.Contains(Languages, o.Language) {
		return fmt.Errorf("unknown language %q (want %s)", o.Language, strings.Join(Languages, " or "))
	}
	return export.CheckPackage(o.Package)
}

// Files returns the files of a technique, the one to read first.
func Files(o Options) ([]File, error) {
	if o.Language == "c" {
		return o.c()
	}
	return o.golang()
}

// Needs returns what files in Go import that is not of Go's standard library.
func Needs(files []File) (packages []string) {
	const features = "golang.org/x/sys/cpu"
	if slices.ContainsFunc(files, func(f File) bool { return bytes.Contains(f.Text, []byte("\t\""+features+"\"\n")) }) {
		packages = append(packages, features)
	}
	return packages
}
