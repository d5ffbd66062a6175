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
	"github.com/slidebench/slidebench/techniques/facts"
)

// Header says how lookups in C answer. Path is a header, or a source file that can be included as one.
type Header struct {
	Name, Path          string
	Rook, Bishop, Queen string // functions; "" for what there is none of
	Init                string // fills the tables, "" if nothing does
	OccFirst            bool   // the occupancy is the first argument, and the square the second
	Bytes               int    // size of the tables that a queen's lookup reads
	Unsaid              bool   // nobody has said Bytes: Data is the size of the variables
	Data                int
}

// goodFunction is the name of a function in C.
var goodFunction = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// ParseHeader reads "attacks.c:my_rook,my_bishop" or "mine=attacks.h:my_rook,my_bishop,my_queen". Of functions that are missing the name is
// empty: ":,my_bishop". A name that is not given is the file's.
func ParseHeader(text string) (h Header, err error) {
	name, rest, named := strings.Cut(text, "=")
	if !named {
		name, rest = "", text
	}
	path, functions, _ := strings.Cut(rest, ":")
	extension := filepath.Ext(path)
	name = cmp.Or(name, strings.ToLower(strings.TrimSuffix(filepath.Base(path), extension)))
	parts := strings.Split(functions, ",")
	unfit := func(f string) bool { return f != "" && !goodFunction.MatchString(f) }
	if !goodName.MatchString(name) || strings.Join(parts, "") == "" || len(parts) > 3 || slices.ContainsFunc(parts, unfit) {
		return h, fmt.Errorf("source %q in C (want a file, the functions for a rook, a bishop and a queen, and a name in lower-case letters and digits, such as mine=attacks.c:my_rook,my_bishop)", text)
	}
	if extension != ".c" && extension != ".h" {
		return h, fmt.Errorf("source %q is neither a .c nor a .h file", path)
	}
	if err := free(name); err != nil {
		return h, fmt.Errorf("source %q in C: %w", text, err)
	}
	parts = append(parts, "", "")
	return Header{Name: name, Path: path, Rook: parts[0], Bishop: parts[1], Queen: parts[2]}, nil
}

// pieces returns the pieces that are answered for, "" for all.
func (h Header) pieces() string {
	var f face
	f.functions = map[string]*function{}
	for piece, name := range map[string]string{"Rook": h.Rook, "Bishop": h.Bishop, "Queen": h.Queen} {
		if name != "" {
			f.functions[piece] = &function{name: name}
		}
	}
	return f.only()
}

// implementation is a macro by which a header defines what it declares, in one file of a program: a guest's loops and engine are one.
var implementation = regexp.MustCompile(`\b\w+_IMPLEMENTATION\b`)

// text returns the technique's header. What the file lacks, the walk answers, and nobody times it.
func (h Header) text(path string, source []byte) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "// Forwards to %s.\n#ifndef SLIDEBENCH_GUEST_%s\n#define SLIDEBENCH_GUEST_%[2]s\n#include \"../../board/board.h\"\n", path, strings.ToUpper(h.Name))
	// An engine in one file has a main, and files for comparison have functions of one name.
	for _, function := range slices.Compact([]string{"main", h.Rook, h.Bishop, h.Queen, h.Init}) {
		if function != "" {
			fmt.Fprintf(&b, "#define %s %s_guest_%[1]s\n", function, h.Name)
		}
	}
	for _, macro := range implementation.FindAll(source, -1) {
		fmt.Fprintf(&b, "#define %s\n", macro)
	}
	fmt.Fprintf(&b, "#include %q\n#undef main\n", path)
	args := "sq, occ"
	if h.OccFirst {
		args = "occ, sq"
	}
	for _, piece := range []struct{ name, function string }{{"rook", h.Rook}, {"bishop", h.Bishop}, {"queen", h.Queen}} {
		answer := fmt.Sprintf("%s_rook(sq, occ) | %[1]s_bishop(sq, occ)", h.Name)
		switch {
		case piece.function != "":
			answer = fmt.Sprintf("%s(%s)", piece.function, args)
		case piece.name != "queen":
			answer = fmt.Sprintf("board_%s(sq, occ)", piece.name)
		}
		fmt.Fprintf(&b, "static inline uint64_t %s_%s(int sq, uint64_t occ) { return %s; }\n", h.Name, piece.name, answer)
	}
	call := ""
	if h.Init != "" {
		call = h.Init + "(); "
	}
	fmt.Fprintf(&b, "static inline void %s_init(void) { %s}\n#endif\n", h.Name, call)
	return b.Bytes()
}

// source returns the technique's package where the lookups are in C alone.
func (h Header) source() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "// Package %s stands for lookups in C.\npackage %[1]s\n\nimport %q\n\nfunc Build() error { return nil }\n", h.Name, slidebench.Module+"/board")
	for _, piece := range []string{"Rook", "Bishop", "Queen"} {
		fmt.Fprintf(&b, "\nfunc %s(sq int, occ uint64) uint64 { return board.Walk(board.%[1]s, sq, occ) }\n", piece)
	}
	fmt.Fprintf(&b, "\nfunc TableBytes(p board.Piece) int { return %d }\n", h.Bytes)
	return b.Bytes()
}

// Check returns an error if there is no such file in a folder, or it does not have the functions.
func (h Header) Check(dir string) error {
	text, err := os.ReadFile(h.in(dir))
	if errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("there is no file %s", h.Path)
	}
	if err != nil {
		return err
	}
	for _, f := range []string{h.Rook, h.Bishop, h.Queen, h.Init} {
		if f != "" && !regexp.MustCompile(`\b`+f+`\s*\(`).Match(text) {
			return fmt.Errorf("%s has no function %s", h.Path, f)
		}
	}
	return nil
}

// in returns the file's path, if it is relative to a folder.
func (h Header) in(dir string) string {
	if filepath.IsAbs(h.Path) {
		return h.Path
	}
	return filepath.Join(dir, h.Path)
}

// addHeader writes the technique's header, and a package if it has none in Go. It returns the catalogue's line, "" where the package has one.
func (t *Tree) addHeader(dir string, h Header) (entry string, err error) {
	if err := h.Check(dir); err != nil {
		return "", err
	}
	source, err := os.ReadFile(h.in(dir))
	if err != nil {
		return "", err
	}
	path, err := filepath.Abs(h.in(dir))
	if err != nil {
		return "", err
	}
	_, err = os.Stat(t.file(h.Name, ".go"))
	if alone := errors.Is(err, os.ErrNotExist); alone {
		if err := t.put(h.Name, ".go", h.source()); err != nil {
			return "", err
		}
		entry = fmt.Sprintf("\t{Name: %q, Family: %q, People: \"its own repository\", Source: %q, Only: %q%s%s},\n", h.Name, facts.Guest, filepath.Base(path), Language, h.pieces(), unsaid(h.Unsaid, h.Data))
	}
	return entry, t.put(h.Name, ".h", h.text(path, source))
}

// Language is that of headers.
const Language = "c"

// Headers makes a tree in an empty folder that has nothing but lookups in C, to be compiled and proved there.
func Headers(folder, dir string, headers []Header) (root string, err error) {
	t := &Tree{Root: folder}
	text, err := slidebench.Sources.ReadFile("board/board.h")
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(filepath.Join(folder, "board"), 0o777); err != nil {
		return "", err
	}
	if err := os.WriteFile(filepath.Join(folder, "board", "board.h"), text, 0o666); err != nil {
		return "", err
	}
	for _, h := range headers {
		if _, err := t.addHeader(dir, h); err != nil {
			return "", err
		}
	}
	return folder, nil
}
