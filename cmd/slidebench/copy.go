package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"github.com/slidebench/slidebench/harness/standalone"
	"github.com/slidebench/slidebench/internal/atomicfile"
	"github.com/slidebench/slidebench/internal/command"
	"github.com/slidebench/slidebench/techniques"
)

func copyCommand() *cobra.Command {
	var o standalone.Options
	var into string
	var force bool
	c := &cobra.Command{
		Use:   "copy TECHNIQUE --into DIR",
		Short: "Write a technique as source files that need nothing else",
		Long: `Write a technique into a folder of an engine as source files that need nothing
of this module: lookups, tables, what fills them, and the licence.

In Go these are its package and those of this module that it imports, such as board,
each in a folder of its own below DIR, as they are here but for their import paths:
two techniques in one DIR share what both need. The paths follow from the go.mod above
DIR, or from --package. Files that look for features of the processor import
golang.org/x/sys/cpu; all others need the standard library only.

In C it is one header: one file of the engine defines NAME_IMPLEMENTATION
before it includes it, and NAME_init is called once, before the first lookup. In
C++ (17) nothing need be defined. NAME is that of --package. Without NDEBUG a
lookup before NAME_init ends the program.`,
		Example: `  slidebench copy fancymagic --into attacks
  slidebench copy pext --into attacks --lang c`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			entries, err := techniques.Find(args[0])
			if err != nil {
				return err
			}
			o.Technique = entries[0]
			if o.Package == "" && o.Language == "go" {
				o.Package, err = importPath(into)
			} else {
				o.Package = cmp.Or(o.Package, o.Technique.Name)
			}
			if err != nil {
				return err
			}
			files, err := standalone.Files(o)
			if err != nil {
				return err
			}
			if err := os.Mkdir(into, 0o777); err != nil && !errors.Is(err, fs.ErrExist) {
				return fmt.Errorf("no folder %q to write into: %w", into, errors.Unwrap(err))
			}
			if info, err := os.Stat(into); err != nil || !info.IsDir() {
				return fmt.Errorf("%q is no folder to write into", into)
			}
			for _, f := range files {
				if force {
					break
				}
				// Whoever has a copy may have changed it.
				if err := atomicfile.Spare(filepath.Join(into, filepath.FromSlash(f.Name)), func(old []byte) bool { return bytes.Equal(old, f.Text) }); err != nil {
					return err
				}
			}
			for _, f := range files {
				file := filepath.Join(into, filepath.FromSlash(f.Name))
				if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
					return err
				}
				if err := atomicfile.Write(file, f.Text); err != nil {
					return err
				}
				fmt.Fprintln(c.OutOrStdout(), file)
			}
			if elsewhere := standalone.Needs(files); len(elsewhere) > 0 {
				fmt.Fprintf(c.ErrOrStderr(), "the files import %s, of which go get has the module\n", strings.Join(elsewhere, ", "))
			}
			return nil
		},
	}
	f := c.Flags()
	f.StringVar(&into, "into", "", "folder to write into, which is made if it is not there")
	f.StringVar(&o.Package, "package", "", "import path of DIR in Go (default by the go.mod above it), or what names begin with in C (default the technique's name)")
	f.StringVar(&o.Language, "lang", standalone.Languages[0], "language: "+strings.Join(standalone.Languages, " or "))
	f.BoolVar(&force, "force", false, command.ForceUsage)
	_ = c.MarkFlagRequired("into")
	return c
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
			if module := moduleLine.FindSubmatch(text); module != nil {
				return path.Join(string(module[1]), below), nil
			}
		}
		if at == filepath.Dir(at) {
			return "", fmt.Errorf("no go.mod above %q, by which the files import each other (want one, by go mod init, or --package with the folder's import path)", folder)
		}
		at, below = filepath.Dir(at), path.Join(filepath.Base(at), below)
	}
}
