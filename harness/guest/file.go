package guest

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/slidebench/slidebench"
	"github.com/slidebench/slidebench/harness/language"
	"github.com/slidebench/slidebench/techniques/facts"
)

// File is a source file in another language than Go.
type File struct {
	language.Guest
	Host   language.Host // of the language
	Bytes  int           // size of the tables that a queen's lookup reads
	Unsaid bool          // nobody has said Bytes: Data is the size of the variables
	Data   int
}

// ParseFile reads "attacks.c:my_rook,my_bishop" or "mine=attacks.h:my_rook,my_bishop,my_queen", as a language takes it. Of functions that are missing
// the name is empty: ":,my_bishop". A name that is not given is the file's.
func ParseFile(host language.Host, text string) (f File, err error) {
	name, rest, named := strings.Cut(text, "=")
	if !named {
		name, rest = "", text
	}
	path, functions, _ := strings.Cut(rest, ":")
	extension := filepath.Ext(path)
	name = cmp.Or(name, strings.ToLower(strings.TrimSuffix(filepath.Base(path), extension)))
	parts := strings.Split(functions, ",")
	takes, in := host.Guests(), host.About().Name
	unfit := func(f string) bool { return f != "" && !takes.Function.MatchString(f) }
	if !goodName.MatchString(name) || strings.Join(parts, "") == "" || len(parts) > 3 || slices.ContainsFunc(parts, unfit) {
		return f, fmt.Errorf("source %q in %s (want a file, the functions for a rook, a bishop and a queen, and a name in lower-case letters and digits, such as mine=attacks%s:my_rook,my_bishop)",
			text, in, takes.Extensions[0])
	}
	if !slices.Contains(takes.Extensions, extension) {
		return f, fmt.Errorf("source %q in %s (want a file %s)", path, in, strings.Join(takes.Extensions, " or "))
	}
	if err := free(name); err != nil {
		return f, fmt.Errorf("source %q in %s: %w", text, in, err)
	}
	parts = append(parts, "", "")
	return File{Guest: language.Guest{Name: name, Path: path, Rook: parts[0], Bishop: parts[1], Queen: parts[2]}, Host: host}, nil
}

// only is that of a package.
func (f File) only() string {
	return only(func(piece string) bool {
		return map[string]string{"Rook": f.Rook, "Bishop": f.Bishop, "Queen": f.Queen}[piece] != ""
	})
}

// standIn returns the technique's package where the lookups are in another language alone.
func (f File) standIn() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "// Package %s stands for lookups in %s.\npackage %[1]s\n\nimport %[3]q\n\nfunc Build() error { return nil }\n", f.Name, f.Host.About().Name, slidebench.Module+"/board")
	for _, piece := range []string{"Rook", "Bishop", "Queen"} {
		fmt.Fprintf(&b, "\nfunc %s(sq int, occ uint64) uint64 { return board.Walk(board.%[1]s, sq, occ) }\n", piece)
	}
	fmt.Fprintf(&b, "\nfunc TableBytes(p board.Piece) int { return %d }\n", f.Bytes)
	return b.Bytes()
}

// read returns the text of the file, if it is relative to a folder, and its whole path. It is an error if there is no such file, or it does not have the
// functions.
func (f File) read(dir string) (text []byte, path string, err error) {
	if path = f.Path; !filepath.IsAbs(path) {
		if path, err = filepath.Abs(filepath.Join(dir, path)); err != nil {
			return nil, "", err
		}
	}
	text, err = os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, "", fmt.Errorf("there is no file %s", f.Path)
	}
	for _, function := range []string{f.Rook, f.Bishop, f.Queen, f.Init} {
		if err == nil && function != "" && !regexp.MustCompile(`\b`+regexp.QuoteMeta(function)+`\s*\(`).Match(text) {
			err = fmt.Errorf("%s has no function %s", f.Path, function)
		}
	}
	return text, path, err
}

// addFile writes the technique's file, and a package if it has none in Go. It returns the catalogue's line, "" where the package has one.
func (t *Tree) addFile(dir string, f File) (entry string, err error) {
	text, path, err := f.read(dir)
	if err != nil {
		return "", err
	}
	if _, err := os.Stat(t.file(f.Name, ".go")); errors.Is(err, os.ErrNotExist) {
		if err := t.put(f.Name, ".go", f.standIn()); err != nil {
			return "", err
		}
		entry = fmt.Sprintf("\t{Name: %q, Family: %q, People: \"its own repository\", Source: %q, Only: %q%s%s},\n",
			f.Name, facts.Guest, filepath.Base(path), f.Host.About().Word, f.only(), unsaid(f.Unsaid, f.Data))
	}
	takes, g := f.Host.Guests(), f.Guest
	g.Path = path
	return entry, t.put(f.Name, takes.Extension, takes.Forward(g, text))
}

// Alone makes a tree in an empty folder that has nothing but files in one language, to be compiled and proved there.
func Alone(folder, dir string, files []File) error {
	t := &Tree{Root: folder}
	for _, f := range files {
		for _, name := range f.Host.Guests().Shared {
			text, err := slidebench.Sources.ReadFile(name)
			if err == nil {
				err = write(filepath.Join(folder, filepath.FromSlash(name)), text)
			}
			if err != nil {
				return err
			}
		}
		if _, err := t.addFile(dir, f); err != nil {
			return err
		}
	}
	return nil
}
