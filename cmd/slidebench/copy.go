package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/slidebench/slidebench/internal/atomicfile"
	"github.com/slidebench/slidebench/internal/cli"
	"github.com/slidebench/slidebench/internal/harness/language"
	"github.com/slidebench/slidebench/internal/techniques"
)

func copyCommand() *cobra.Command {
	var into, name, lang string
	var table, force bool
	copiers := language.Those[language.Copier]()
	var words []string
	for _, l := range copiers {
		words = append(words, cmp.Or(l.About().Word, strings.ToLower(l.About().Name))) // the word of Go is ""
	}
	c := &cobra.Command{
		Use:   "copy TECHNIQUE -o DIR",
		Short: "Write a technique as source files that need nothing else",
		Long: `Write a technique into a folder of an engine as source files that need nothing
of this module: lookups, tables, the code that fills them, and the licence.
In C, C++ and Rust every technique with lookups has both, beside rook, bishop
and queen: the attacks of a rook and of a bishop on one square, by one lookup
where the technique has one, and else by two. Engines with threats ask for
these most. In C it is struct NAME_board_pair NAME_both(sq, occ), in C++
NAME::both(sq, occ), with members rook and bishop, and in Rust
NAME::both(sq, occ) -> (u64, u64).

In Go these are its package and the packages of this module that it imports, such as board,
each in a folder of its own below DIR, with new import paths. Two techniques in one DIR share
the packages that both need. The paths follow from the go.mod above DIR, or from --name.
Files that look for features of the processor import golang.org/x/sys/cpu; all others need
the standard library only.

In C it is one header: one file of the engine defines NAME_IMPLEMENTATION
before it includes the header, and calls NAME_init once, before the first
lookup. NAME is that of --name. Without NDEBUG a lookup before NAME_init ends
the program. In C++ (17) it is one header with namespace NAME, whose tables are
filled before main. Filling takes milliseconds. Where the compiler may not use
what the technique needs, the header is an error that says so. The headers are
tried with gcc, clang, MinGW, and clang for Windows. Visual Studio's own
compiler has not been tried: only clang, by its rules.

In Rust it is one module, NAME.rs, for crates with or without std, of edition
2018 or later, and Rust 1.83 or later. Functions are const but in
techniques that need instructions of the processor's own, and in unchecked. rustc computes tables of all
answers at each build, in 2 to 3 s of processor time; --table writes
them as numbers, 0.8 to 1.9 MB of source, which it reads in 0.2 to 0.5 s (debug
or release, rustc 1.95). The program is the same.`,
		Example: `  slidebench copy fancymagic -o attacks
  slidebench copy pext -o attacks --lang c
  slidebench copy fancymagic -o src --lang rust --name attacks`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			entries, err := techniques.Find(args[0])
			if err != nil {
				return err
			}
			i := slices.Index(words, lang)
			if i < 0 {
				return fmt.Errorf("unknown language %q (want %s)", lang, strings.Join(words, " or "))
			}
			if l := copiers[i]; !l.Copies(entries[0]) {
				var have []string
				for _, e := range techniques.Catalogue() {
					if l.Copies(e) {
						have = append(have, e.Name)
					}
				}
				return fmt.Errorf("%s has no copy in %s (have: %s)", entries[0].Name, l.About().Name, strings.Join(have, ", "))
			}
			written, err := copiers[i].Copy(entries[0], language.CopyOptions{Folder: into, Name: name, Data: table})
			if err != nil {
				return err
			}
			if err := os.Mkdir(into, 0o777); err != nil && !errors.Is(err, fs.ErrExist) {
				return fmt.Errorf("no folder %q to write into: %w", into, errors.Unwrap(err)) // without the path in Mkdir's own error
			}
			if info, err := os.Stat(into); err != nil || !info.IsDir() {
				return fmt.Errorf("%q is no folder to write into", into)
			}
			folder, err := os.Open(into)
			if err != nil {
				return err
			}
			defer folder.Close()
			// No other process may copy into the folder at the same time.
			if err := atomicfile.Hold(folder); errors.Is(err, errors.ErrUnsupported) {
				cli.Logf(c)("warning: %v", err)
			} else if err != nil {
				return err
			}
			for _, f := range written.Files {
				if err := atomicfile.Below(into, f.Name); err != nil {
					return err
				}
				if force {
					continue
				}
				// The user may have changed an earlier copy.
				if err := atomicfile.RefuseOverwrite(filepath.Join(into, filepath.FromSlash(f.Name)), func(old []byte) bool { return bytes.Equal(old, f.Text) }); err != nil {
					return err
				}
			}
			for _, f := range written.Files {
				file := filepath.Join(into, filepath.FromSlash(f.Name))
				if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
					return err
				}
				if err := atomicfile.Write(file, f.Text); err != nil {
					return err
				}
				fmt.Fprintln(c.OutOrStdout(), file)
			}
			if len(written.Packages) > 0 {
				fmt.Fprintf(c.ErrOrStderr(), "the files import %s, of which go get has the module\n", strings.Join(written.Packages, ", "))
			}
			for _, line := range []string{written.Use, written.Price} {
				if line != "" {
					fmt.Fprintln(c.ErrOrStderr(), line)
				}
			}
			return nil
		},
	}
	f := c.Flags()
	f.StringVarP(&into, "output", "o", "", "folder to write into, which is made if it is not there")
	f.StringVar(&name, "name", "", "the copy's name: in Go the import path of DIR (default by the go.mod above it), in C++ the namespace, in Rust the module, in C what names begin with (default the technique's name)")
	f.StringVar(&lang, "lang", words[0], "language: "+strings.Join(words, " or "))
	f.BoolVar(&table, "table", false, "in Rust: write the tables into the file, instead of having rustc compute them")
	f.BoolVar(&force, "force", false, cli.ForceUsage)
	_ = c.MarkFlagRequired("output") // fails only if the flag is not defined
	return c
}
