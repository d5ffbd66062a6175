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

// Guests says which source files a Host takes, and how it makes techniques of them.
type Guests struct {
	Extensions []string               // of the files
	Claims     func(text []byte) bool // whether a file is in this language, where several share its extension; nil: it takes the files that no other claims
	Function   *regexp.Regexp         // matches the names of their functions
	Shared     []string               // the files of a source tree that all techniques in the language need
	// Forward returns the text of a file that makes a guest a technique of a source tree: named like the guest, with Extension, it calls the functions of the guest's own
	// file, whose text is given. For pieces without a lookup it calls the walk, which nobody times.
	Forward   func(g Guest, text []byte) []byte
	Extension string
	Standard  string // prefix of the compiler's flag for a standard: -std=
	// Flags divides the user's compiler flags: kept flags change the meaning of the source; left flags, such as -O2, are chosen by each build. Nil: flags, sources and
	// objects are C's.
	Flags func(flags []string) (kept, left []string, err error)
}

// Guest says how the lookups in a source file answer.
type Guest struct {
	Name, Path          string // of the technique; of the file, or the folder of a Command
	Command             string // of a program that answers in the wire form of package child, "" for a file
	Rook, Bishop, Queen string // functions, or expressions in SQ and OCC; "" for a missing one
	Threats             string // the function for the delta of a move, "" for none; any text for a Command that lists threats
	Setup               string // a function, called before the clock starts, that makes Threats' argument of a position and a move as text; "": Threats takes slidebench's own
	Init                string // fills the tables, a function or an expression; "" if nothing does
	OccFirst            bool   // the occupancy is the first argument, and the square the second
	Standard            string // the language's standard, such as c++17; "" for the default
	Flags               []string
	Sources, Objects    []string // files that are compiled with the same flags, and that are compiled already
}

// Pieces returns each piece with the function or expression that answers for it.
func (g Guest) Pieces() []struct{ Piece, Answer string } {
	return []struct{ Piece, Answer string }{{"rook", g.Rook}, {"bishop", g.Bishop}, {"queen", g.Queen}}
}

// Lookups reports whether the guest answers for any piece; a guest with only Threats does not.
func (g Guest) Lookups() bool { return g.Rook+g.Bishop+g.Queen != "" }

// GuestFile returns the name of the file that holds a Guest as JSON, beside the file that Guests.Forward writes for it.
func GuestFile(name, extension string) string { return name + extension + ".json" }

var question = regexp.MustCompile(`\b(SQ|OCC)\b`)

// IsExpression reports whether a guest's answer is an expression in SQ and OCC, and not a function's name.
func IsExpression(answer string) bool { return question.MatchString(answer) }

// Substitute returns an expression with other words for SQ and OCC.
func Substitute(expression, sq, occ string) string {
	return question.ReplaceAllStringFunc(expression, func(word string) string { return map[string]string{"SQ": sq, "OCC": occ}[word] })
}

// Divided splits a list at the commas outside of all brackets. "<" opens a bracket that ends with its ">" or, where "<" compares numbers, with the brackets around it;
// "<<", "->", "<=" and ">=" are no brackets, and ">>" may end two of them. A closing bracket that nothing has opened is passed over.
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
	// Copy returns files that import nothing of this module.
	Copy(e *techniques.Entry, o CopyOptions) (*Copy, error)
	Copies(e *techniques.Entry) bool // whether Copy has something to copy
}

// CopyOptions are the user's wishes for a copy.
type CopyOptions struct {
	Folder string // where the files will stand
	Name   string // of the package, namespace, module or prefix, as the language needs; "" for a name made from folder and technique
	Data   bool   // write tables as numbers, instead of code that computes them
}

// Copy is a technique as files for another repository.
type Copy struct {
	Files    []File   // for the folder, the one to read first at the head
	Packages []string // of other modules that they import
	Use      string   // the line that tells users what to write, and which flags to set; "" for nothing
	Price    string   // the compile time that the tables cost, in words; "" for next to none
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

// Generated returns the head of a generated file: the command that writes it again, and the licence.
func Generated(command string) string {
	return fmt.Sprintf("// Code generated by %q; DO NOT EDIT.\n// %s\n", command, licence.Line)
}

// Those returns the languages that implement an interface L, such as Host or Copier.
func Those[L Language]() (some []L) {
	for _, l := range languages {
		if l, ok := l.(L); ok {
			some = append(some, l)
		}
	}
	return some
}
