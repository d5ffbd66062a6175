package guest

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	_ "github.com/slidebench/slidebench" // sets the sources
	"github.com/slidebench/slidebench/internal/harness/language"
	"github.com/slidebench/slidebench/internal/slidebench"
	"github.com/slidebench/slidebench/internal/techniques/facts"
)

// File is a guest in another language than Go: a source file, or a command in any language.
type File struct {
	language.Guest
	Host        language.Host // of the language
	Bytes       int           // size of the tables that a queen's lookup reads
	SizeUnknown bool          // the user gave no Bytes: Data is the size of its variables
	Data        int           // bytes of its variables
	Left        []string      // flags that are left out, because the build decides them
	Notes       []string      // by build, whether the timed loops call the lookups
}

// ParseFile reads "attacks.c:my_rook,my_bishop" or "mine=attacks.hpp:eng::attacks<Rook>,eng::attacks<Bishop>". A missing function has an empty name: ":,my_bishop". The
// default name of the technique is the file's. The file decides the language; g has what the text leaves open.
func ParseFile(text string, g language.Guest) (f File, err error) {
	name, rest, named := strings.Cut(text, "=")
	if !named || strings.Contains(name, ":") { // an = behind the colon belongs to a function
		name, rest = "", text
	}
	path, functions, _ := strings.Cut(rest, ":")
	extension := filepath.Ext(path)
	g.Name, g.Path = cmp.Or(name, strings.ToLower(strings.TrimSuffix(filepath.Base(path), extension))), path
	parts := language.Divided(functions)
	for i, answer := range []*string{&g.Rook, &g.Bishop, &g.Queen} {
		if i < len(parts) && parts[i] != "" {
			*answer = parts[i]
		}
	}
	if !goodName.MatchString(g.Name) || !g.Lookups() && g.Threats == "" || len(parts) > 3 {
		return f, fmt.Errorf("source %q (want a file, the functions for a rook, a bishop and a queen, or --threats, and a name in lower-case letters and digits, such as mine=attacks.c:my_rook,my_bishop)", text)
	}
	if f.Host, err = hostOf(path); err != nil {
		return f, err
	}
	for _, p := range g.Pieces() {
		if p.Answer != "" && !language.IsExpression(p.Answer) && !f.Host.Guests().Function.MatchString(p.Answer) {
			return f, fmt.Errorf("%q is no function in %s (want a name, or an expression in SQ and OCC)", p.Answer, f.Host.About().Name)
		}
	}
	for _, name := range []string{g.Threats, g.Setup} {
		if name != "" && !f.Host.Guests().Function.MatchString(name) {
			return f, fmt.Errorf("%q is no function in %s (want the name of a function)", name, f.Host.About().Name)
		}
	}
	if f.divide() != nil && len(g.Sources)+len(g.Objects) > 0 {
		return f, fmt.Errorf("--compile and --link beside %s (a file in %s names its modules itself)", path, f.Host.About().Name)
	}
	if err := free(g.Name); err != nil {
		return f, fmt.Errorf("source %q: %w", text, err)
	}
	f.Guest = g
	return f, nil
}

// notName matches characters that names of techniques may not have.
var notName = regexp.MustCompile(`^[^a-z]+|[^a-z0-9]+`)

// ParseCommand reads "mine=node attacks.js". The default name is made of the last word.
func ParseCommand(text string, g language.Guest) (f File, err error) {
	name, command, named := strings.Cut(text, "=")
	if !named || !goodName.MatchString(name) { // the = belongs to the command
		name, command = "", text
	}
	words := strings.Fields(command)
	if len(words) == 0 {
		return f, fmt.Errorf("--command %q (want a command, or a name and a command such as mine='node attacks.js')", text)
	}
	if base := filepath.Base(words[len(words)-1]); name == "" {
		name = notName.ReplaceAllString(strings.ToLower(strings.TrimSuffix(base, filepath.Ext(base))), "")
	}
	if name == "" {
		return f, fmt.Errorf("--command %q (want a name before it, such as mine='node attacks.js')", text)
	}
	if err := free(name); err != nil {
		return f, fmt.Errorf("--command %q: %w", text, err)
	}
	g.Name, g.Command, g.Rook, g.Bishop = name, strings.TrimSpace(command), "rook", "bishop" // as its requests name them: see package child
	return File{Guest: g, Host: language.Named("command").(language.Host)}, nil
}

// hostOf returns the language of a file, by its extension and its text.
func hostOf(path string) (language.Host, error) {
	var all []string
	var rest language.Host // if no Claims accepts the text: the language without Claims, else the first that has the extension
	for _, host := range language.Those[language.Host]() {
		takes := host.Guests()
		all = append(all, takes.Extensions...)
		switch {
		case !slices.Contains(takes.Extensions, filepath.Ext(path)): // it is in another language
		case takes.Claims == nil:
			rest = host
		default:
			if text, err := os.ReadFile(path); err == nil && takes.Claims(text) {
				return host, nil
			}
			if rest == nil {
				rest = host
			}
		}
	}
	if rest == nil {
		slices.Sort(all)
		return nil, fmt.Errorf("source %q (want a file %s)", path, strings.Join(slices.Compact(all), ", "))
	}
	return rest, nil
}

// only returns the pieces that the file has functions for, as for a package.
func (f File) only() string {
	return only(func(piece string) bool {
		return map[string]string{"Rook": f.Rook, "Bishop": f.Bishop, "Queen": f.Queen}[piece] != ""
	})
}

// standIn returns the text of the technique's package in Go, if its lookups are in another language alone: the walk answers, for this program's lists.
func (f File) standIn() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "// Package %s stands for lookups in %s.\npackage %[1]s\n\nimport %[3]q\n\nfunc Build() error { return nil }\n", f.Name, f.Host.About().Name, slidebench.Module+"/board")
	for _, piece := range []string{"Rook", "Bishop", "Queen"} {
		fmt.Fprintf(&b, "\nfunc %s(sq int, occ uint64) uint64 { return board.Walk(board.%[1]s, sq, occ) }\n", piece)
	}
	fmt.Fprintf(&b, "\nfunc TableBytes(p board.Piece) int { return %d }\n", f.Bytes)
	return b.Bytes()
}

// read returns the text of the file, and the guest with its paths, which are relative to dir, made absolute. A missing file is an error.
func (f File) read(dir string) (text []byte, g language.Guest, err error) {
	g = f.Guest
	if dir, err = filepath.Abs(dir); err != nil {
		return nil, g, err
	}
	within := func(path string) string {
		if filepath.IsAbs(path) {
			return path
		}
		return filepath.Join(dir, path)
	}
	if g.Command != "" {
		g.Path = dir // the command runs there
		return nil, g, nil
	}
	g.Path = within(f.Path)
	if text, err = os.ReadFile(g.Path); err != nil {
		return nil, g, fmt.Errorf("there is no file %s", f.Path)
	}
	for _, list := range []*[]string{&g.Sources, &g.Objects} {
		var all []string
		for _, pattern := range *list {
			found, err := filepath.Glob(within(pattern))
			if err != nil || len(found) == 0 {
				return nil, g, fmt.Errorf("there is no file %s", pattern)
			}
			all = append(all, found...)
		}
		slices.Sort(all)
		*list = slices.DeleteFunc(slices.Compact(all), func(path string) bool { return path == g.Path })
	}
	g.Flags = slices.Clone(g.Flags)
	for i, flag := range g.Flags {
		g.Flags[i] = resolve(flag, func(path string) string {
			if _, err := os.Stat(within(path)); err != nil && strings.HasPrefix(flag, "-include") {
				return path // the compiler finds it in a folder of headers
			}
			return within(path)
		})
	}
	return text, g, nil
}

// description returns the text by which a record names the file: its name or command, its flags, and whether lookups are inlined. It names no folder outside of this one.
func (f File) description() string {
	name := func(path string) string {
		if filepath.IsAbs(path) {
			return filepath.Base(path)
		}
		return path
	}
	var words []string
	for word := range strings.FieldsSeq(f.Command) {
		words = append(words, name(word))
	}
	said := cmp.Or(strings.Join(words, " "), name(f.Path))
	flags := f.Flags
	if f.Standard != "" {
		flags = append([]string{f.Host.Guests().Standard + f.Standard}, flags...)
	}
	for i, flag := range flags {
		if word := " " + resolve(flag, name); i == 0 {
			said += " compiled by" + word
		} else {
			said += word
		}
	}
	if further := slices.Concat(f.Sources, f.Objects); len(further) > 0 {
		for i, path := range further {
			further[i] = name(path)
		}
		said += ", with " + strings.Join(further, " ")
	}
	return strings.Join(append([]string{said}, f.Notes...), "; ")
}

// description returns the text by which a record names a technique: its package in Go and its files.
func (g Guests) description(name, path string) string {
	var all []string
	if path != "" {
		all = append(all, path)
	}
	for _, f := range g.Files {
		if f.Name == name {
			all = append(all, f.description())
		}
	}
	return strings.Join(all, "; ")
}

// addFile writes the file of a technique. If the technique has no package in Go, it also writes a stand-in, and adds the technique, described by source, to the guests.
func (t *Tree) addFile(dir string, f File, source string) error {
	text, g, err := f.read(dir)
	if err != nil {
		return err
	}
	if _, err := os.Stat(t.file(f.Name, ".go")); errors.Is(err, os.ErrNotExist) {
		if err := t.put(f.Name, ".go", f.standIn()); err != nil {
			return err
		}
		t.add(facts.Facts{Name: f.Name, Source: source, Only: f.Host.About().Word, Pieces: f.only(), Deltas: f.Threats != "", SizeUnknown: f.SizeUnknown, Data: f.Data}, false, f.Bytes) // false: files name no function for rook and bishop at once
	}
	takes := f.Host.Guests()
	about, err := json.Marshal(g)
	if err == nil {
		err = write(filepath.Join(t.Root, "guest", g.Name, language.GuestFile(g.Name, takes.Extension)), about)
	}
	return cmp.Or(err, t.put(f.Name, takes.Extension, takes.Forward(g, text)))
}

// Alone makes a tree in an empty folder, with only the files of one language, to compile and prove guests.
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
		if err := t.addFile(dir, f, f.Path); err != nil {
			return err
		}
	}
	return nil
}
