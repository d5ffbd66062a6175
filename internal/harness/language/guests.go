package language

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/slidebench/slidebench/internal/licence"
	"github.com/slidebench/slidebench/internal/techniques"
)

// Host is a Language that accepts source files of other repositories: its builds include their lookups as techniques.
type Host interface {
	Language
	Guests() Guests
}

// Guests says which files a Host takes, and how.
type Guests struct {
	Extensions []string               // of the files
	Claims     func(text []byte) bool // whether a file is the language's, where others have its extension; nil: it takes the rest
	Function   *regexp.Regexp         // that names of their functions match
	Shared     []string               // the files of a source tree that all techniques in the language need
	// Forward returns what makes a guest a technique of a source tree: a file named like it, with that extension, that forwards to the guest's file,
	// whose text is at hand. What the guest lacks, the walk answers, and nobody times it.
	Forward   func(g Guest, text []byte) []byte
	Extension string
	Standard  string // prefix of the compiler's flag for a standard: -std=
	// Flags divides the user's flags: kept flags change the meaning of the source, left flags are the build's business. Nil: flags, sources and objects are
	// C's.
	Flags func(flags []string) (kept, left []string, err error)
}

// Guest says how the lookups in a source file answer.
type Guest struct {
	Name, Path          string // of the technique; of the file, or the folder of a Command
	Command             string // of a program that answers in the wire form of package child, "" for a file
	Rook, Bishop, Queen string // functions, or expressions in SQ and OCC; "" for a missing one
	Threats             string // the function for the delta of a move, "" for none
	Setup               string // makes, outside of the clock, of a position and a move as text what Threats takes in place of ours, "" for nothing
	Init                string // fills the tables, a function or an expression; "" if nothing does
	OccFirst            bool   // the occupancy is the first argument, and the square the second
	Standard            string // the language's standard, such as c++17; "" for the default
	Flags               []string
	Sources, Objects    []string // files that are compiled with the same flags, and that are compiled already
}

// Pieces returns what answers for each piece.
func (g Guest) Pieces() []struct{ Piece, Answer string } {
	return []struct{ Piece, Answer string }{{"rook", g.Rook}, {"bishop", g.Bishop}, {"queen", g.Queen}}
}

// Lookups reports whether anything answers for a piece.
func (g Guest) Lookups() bool { return g.Rook+g.Bishop+g.Queen != "" }

// GuestFile is the name of the file beside what makes a guest a technique that has the Guest as JSON.
func GuestFile(name, extension string) string { return name + extension + ".json" }

var question = regexp.MustCompile(`\b(SQ|OCC)\b`)

// IsExpression reports whether what answers is an expression in SQ and OCC, and not a function's name.
func IsExpression(answer string) bool { return question.MatchString(answer) }

// Substitute returns an expression with other words for SQ and OCC.
func Substitute(expression, sq, occ string) string {
	return question.ReplaceAllStringFunc(expression, func(word string) string { return map[string]string{"SQ": sq, "OCC": occ}[word] })
}

// Divided returns the parts of a list, which commas divide that are in no brackets. "<" is a bracket up to its ">", or to the end of the brackets around it, where
// it compares; shifts and arrows are none.
func Divided(list string) (parts []string) {
	var open []byte
	from := 0
	for i := 0; i < len(list); i++ {
		switch c := list[i]; {
		case strings.HasPrefix(list[i:], "<<"), strings.HasPrefix(list[i:], "->"), strings.HasPrefix(list[i:], "<="), strings.HasPrefix(list[i:], ">="):
			i++
		case c == '(' || c == '[' || c == '{' || c == '<':
			open = append(open, c)
		case c == '>':
			if n := len(open) - 1; n >= 0 && open[n] == '<' {
				open = open[:n]
			}
		case c == ')' || c == ']' || c == '}':
			for n := len(open) - 1; n >= 0 && open[n] == '<'; n-- {
				open = open[:n]
			}
			open = open[:max(0, len(open)-1)]
		case c == ',' && len(open) == 0:
			parts, from = append(parts, strings.TrimSpace(list[from:i])), i+1
		}
	}
	return append(parts, strings.TrimSpace(list[from:]))
}

// Copier is a Language whose techniques can be copied into other repositories.
type Copier interface {
	Language
	// Copy returns files that need nothing of this module.
	Copy(e *techniques.Entry, o CopyOptions) (*Copy, error)
	Copies(e *techniques.Entry) bool // whether Copy has something to copy
}

// CopyOptions says what a copy is to be like.
type CopyOptions struct {
	Folder string // that it is for
	Name   string // a package, a namespace, a module or a prefix, as the language has it, "" for what follows from folder and technique
	Data   bool   // the file has its tables as numbers, instead of code to compute them
}

// Copy is a technique's copy.
type Copy struct {
	Files    []File   // for the folder, the one to read first at the head
	Packages []string // of other modules that they import
	Use      string   // what a file that uses them has to say, and the flags, in a line; "" for nothing
	Price    string   // what the tables cost whoever compiles the files, "" for nothing to speak of
}

// Copied names the languages in which a technique can be copied.
func Copied(e *techniques.Entry) (names []string) {
	for _, l := range Those[Copier]() {
		if l.Copies(e) {
			names = append(names, l.About().Name)
		}
	}
	return names
}

// File is a file to write.
type File struct {
	Name string // in the folder, with slashes
	Text []byte
}

// Generated returns the first lines of a file, which a command writes again.
func Generated(command string) string {
	return fmt.Sprintf("// Code generated by %q; DO NOT EDIT.\n// %s\n", command, licence.Line)
}

// Those returns the languages that are a Host or a Copier.
func Those[L Language]() (some []L) {
	for _, l := range languages {
		if l, ok := l.(L); ok {
			some = append(some, l)
		}
	}
	return some
}
