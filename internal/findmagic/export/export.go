// Package export writes a set of magics as a source file that can be dropped into an engine: the magics, a table that is
// computed at start-up or ready, and lookups for rooks, bishops and queens. A file needs nothing but its language's
// standard library. The commands of findmagic with --lang use this package.
//
// The lookups are specialised for the set. A value that all squares of a piece share, such as a form or a shift, is a
// constant in the code; a value that differs is a field of the square's entry. No set needs a branch at run time: where
// forms are mixed, each square has the steps of all forms, and its fields make the superfluous ones do nothing.
//
// Each language has a template. All templates get the same fields, in the glossary's words, and do the same steps in the
// same order; a dialect holds the expressions of a language.
package export

import (
	"bytes"
	"embed"
	"fmt"
	"go/format"
	"io"
	"slices"
	"strings"
	"sync"
	"text/template"
	"unicode"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/findmagic/factors"
	"github.com/slidebench/slidebench/internal/licence"
	"github.com/slidebench/slidebench/internal/names"
)

// languages lists the languages and formats of a set. "go-factors" has only the magics, as arrays, for a Go package with
// lookups of its own.
var languages = [...]struct {
	name    string
	lookups bool   // the file has lookups
	table   bool   // it may have a ready table
	class   bool   // the lookups are in a class, which is named like the file
	named   naming // unused where it is not stated
}{
	{name: "go", lookups: true, table: true, named: wanted},
	{name: "c", lookups: true, table: true, named: wanted},
	{name: "cpp", lookups: true, table: true, named: wanted},
	{name: "rust", lookups: true, table: true},
	{name: "zig", lookups: true, table: true},
	{name: "csharp", lookups: true, table: true, class: true, named: optional},
	{name: "java", lookups: true, class: true, named: optional},   // no table: a method of the JVM has at most 64 KiB, too few for its constants
	{name: "kotlin", lookups: true, class: true, named: optional}, // likewise
	{name: "swift", lookups: true, class: true},                   // no table: arrays of that length have not been tried with the compiler
	{name: "typescript", lookups: true, table: true},
	{name: "typescript32", lookups: true, table: true},
	{name: "python", lookups: true, table: true},
	{name: "json"},
	{name: "csv"},
	{name: "go-factors", named: wanted},
}

// naming is how a language uses Options.Package.
type naming uint8

const (
	unused   naming = iota // nothing
	wanted                 // it is the package, the prefix or the namespace
	optional               // it is the package or the namespace of the class, and may have dots
)

// Languages returns the names of the languages and formats in which a set can be written.
func Languages() []string {
	var names []string
	for _, l := range languages {
		names = append(names, l.name)
	}
	return names
}

// Options say how to write a set.
type Options struct {
	Language string // one of Languages()
	Package  string // package of Go, Java or Kotlin, prefix in C, or namespace of C++ or C#
	Class    string // class in C#, Java, Kotlin or Swift, by default Attacks
	Table    bool   // the file contains the table, instead of computing it at start-up
	Command  string // the command line that reproduces the file, for the file's header
}

// Check returns an error if the options contradict each other or the language.
func (o *Options) Check() error {
	i := slices.Index(Languages(), o.Language)
	if i < 0 {
		return fmt.Errorf("unknown language %q (want %s)", o.Language, strings.Join(Languages(), ", "))
	}
	l := languages[i]
	switch {
	case o.Table && !l.table && l.lookups:
		return fmt.Errorf("no ready table in %s (want the lookups without --table)", l.name)
	case o.Table && !l.table:
		return fmt.Errorf("no table in %s (want a language with lookups)", l.name)
	case l.named == unused && o.Package != "":
		return fmt.Errorf("no package in %s (want no --name)", l.name)
	case l.named == wanted && o.Package == "":
		return fmt.Errorf("want a package name for %s", l.name)
	case l.named == wanted:
		return names.CheckIdentifier(o.Package)
	case o.Package != "":
		for part := range strings.SplitSeq(o.Package, ".") {
			if err := names.CheckIdentifier(part); err != nil {
				return err
			}
		}
	}
	if l.class && o.Class != "" {
		return names.CheckIdentifier(o.Class)
	}
	return nil
}

// HasClass reports whether the language, which must be one of Languages(), needs a class around the lookups.
func (o *Options) HasClass() bool { return languages[slices.Index(Languages(), o.Language)].class }

//go:embed *.tmpl
var files embed.FS

// templates returns the parsed templates. It parses them at the first call, since each garbage collection of a program that only measures would visit them.
var templates = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").Funcs(template.FuncMap{
		"title": title,
		"upper": strings.ToUpper,
	}).ParseFS(files, "*.tmpl"))
})

// title returns a name with a capital at its beginning.
func title(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// Write proves a set and writes it. It returns an error if the proof fails, or if the set lacks entries or values that the language needs.
func Write(w io.Writer, s *factors.Set, o Options) error {
	if err := o.Check(); err != nil {
		return err
	}
	data := o.Language == "csv" || o.Language == "json"
	if !data && !s.Complete() {
		return fmt.Errorf("%d of 128 entries (want all for %s): no magic for %s", len(s.Entries), o.Language, s.Missing())
	}
	table, err := s.Table()
	if err != nil {
		return err
	}
	switch o.Language {
	case "csv":
		return s.WriteCSV(w)
	case "json":
		return s.WriteJSON(w)
	}
	var b bytes.Buffer
	if err := templates().ExecuteTemplate(&b, o.Language+".tmpl", newFile(s, table, o)); err != nil {
		return err
	}
	text := b.Bytes()
	if o.Language == "kotlin" {
		text = bytes.ReplaceAll(text, []byte(",\n    )"), []byte("\n    )")) // Kotlin before 1.4 takes no comma behind the last argument
	}
	if strings.HasPrefix(o.Language, "go") {
		if text, err = format.Source(text); err != nil {
			return err
		}
	}
	_, err = w.Write(text)
	return err
}

// file is the data of a template.
type file struct {
	Options
	dialect
	Comment []string // the set's source, in lines that cannot end a comment
	Pieces  []*piece
	Words   int      // length of the table
	Watched int      // a slot that is not 0 once the table is computed: it stores attacks in any content
	Ready   []uint64 // the table, if the file contains it
	Forms   []string // names of the forms, if a piece's entries have different ones
}

// piece is the data of a template about the rooks or the bishops.
type piece struct {
	dialect
	half     string // Low or High, the end of the names of words of 32 bits; else ""
	Prefix   string // of names in C; "" in other languages
	Name     string
	Entries  []factors.Entry
	Overlaid bool   // slots are masked and filled by OR, and may be rotated
	Mixed    bool   // entries have different forms
	Narrow   bool   // all entries have the 32-bit form
	Torus    bool   // all entries have the torus form, which turns the board by 63-sq
	Placed   bool   // offsets do not follow from the shifts
	Home     bool   // slots are rotated by sq+1, which undoes a turn by 63-sq: together they are 64
	Factor   uint64 // the magic of all squares, unless it is a field
	Shift    int    // the shift of all squares, unless it is a field
	Fields   []field
	Adjacent []uint64 // the squares next to each square, if the table does not store them and they are not a field
}

// field is a field of the entries. Its values differ between squares.
type field struct {
	Name, Comment string
	Bits          int // 64, 32 or, for numbers of bits, 8
	Values        [64]uint64
}

// newFile returns the data of a template for a proved set and its table.
func newFile(s *factors.Set, table []uint64, o Options) *file {
	f := &file{Options: o, dialect: dialectOf(o.Language), Words: len(table)}
	if f.Class == "" {
		f.Class = "Attacks"
	}
	for _, line := range s.Source {
		f.Comment = append(f.Comment, comment(line))
	}
	f.Command = comment(f.Command)
	if o.Table {
		f.Ready = table
	}
	f.Pieces = []*piece{newPiece(board.Rook, s), newPiece(board.Bishop, s)}
	for _, p := range f.Pieces {
		p.dialect = f.dialect
		if o.Language == "c" {
			p.Prefix = o.Package + "_"
		}
	}
	f.Watched = f.Pieces[1].Entries[63].Slot(0) // of the bishop on h8 on the empty board
	last := &f.Pieces[0].Entries[63]            // the rook on h8, behind whose slots those of the bishops may begin
	for _, p := range f.Pieces {
		p.Placed = !follow(p.Entries, last.Offset+length(last))
		if p.Mixed {
			f.Forms = formNames[:]
		}
	}
	return f
}

// comment returns a line of the set's source without characters that could end a comment or continue it on the next line.
func comment(line string) string {
	line = strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return ' '
	}, line)
	line = strings.ReplaceAll(line, "??/", "? ?/") // a backslash to old C compilers
	line = strings.ReplaceAll(line, `\u`, `\ u`)   // a character to Java, in comments too
	return strings.TrimRight(line, ` \`)
}

// newPiece returns the data about the rooks or the bishops of a complete set: values that are equal on all squares as constants, other values as fields.
func newPiece(kind board.Piece, s *factors.Set) *piece {
	p := &piece{Name: kind.String(), Overlaid: s.Content != factors.Whole, Entries: s.Entries[64*int(kind):][:64]}
	first := &p.Entries[0]
	p.Factor, p.Shift = first.Factor, p.shift(first)
	same := p.all(func(e *factors.Entry) bool { return e.Form == first.Form })
	p.Mixed = !same
	p.Narrow = same && first.Form == factors.Bits32
	p.Torus = same && first.Form == factors.Torus
	p.Home = p.all(func(e *factors.Entry) bool { return e.Rotation == (e.Square+1)&63 })
	// The 32-bit form takes the magic apart, so that it is always a field there.
	sameFactor := p.all(func(e *factors.Entry) bool { return e.Factor == p.Factor && e.Form != factors.Bits32 })
	sameShift := p.all(func(e *factors.Entry) bool { return p.shift(e) == p.Shift })

	// Fields are in the order of their sizes, so that there is no padding between them.
	if !same || first.Form != factors.Black { // a black key needs no mask: filled sets all squares outside of it
		p.add("mask", 64, "squares that a key keeps", func(e *factors.Entry) uint64 { return e.Form.Relevant(kind, e.Square) })
	}
	p.add("filled", 64, "squares that are set in every key", func(e *factors.Entry) uint64 { return e.Form.Filled(kind, e.Square) })
	if !sameFactor {
		p.add("factor", 64, "multiplier of the key", func(e *factors.Entry) uint64 { return e.Factor })
	}
	if !p.Narrow {
		p.add("halves", 64, "all ones where the halves of key and factor are multiplied", halves)
	}
	if p.Overlaid {
		p.add("lines", 64, "squares that a slot stores", func(e *factors.Entry) uint64 { return s.Content.Known(kind, e.Square) })
	}
	p.add("offset", 32, "in words, modulo 2^32", func(e *factors.Entry) uint64 { return uint64(uint32(e.Offset)) })
	if !sameShift {
		p.add("shift", 8, "bits by which a product is shifted", func(e *factors.Entry) uint64 { return uint64(p.shift(e)) })
	}
	if !p.Torus {
		p.add("turn", 8, "bits by which the board is rotated first", func(e *factors.Entry) uint64 { return uint64(e.Form.Turn(e.Square)) })
	}
	if !p.Home {
		p.add("rotation", 8, "bits by which a slot is rotated last", func(e *factors.Entry) uint64 { return uint64(e.Rotation) })
	}
	if s.Content == factors.OverlayAdjacent {
		f := p.field("adjacent", 64, "squares that are always attacked", func(e *factors.Entry) uint64 {
			return factors.Adjacent(kind, e.Square)
		})
		// A separate array costs less time than an entry of more than 32 bytes: see fancymagic/overlayadjacent.
		if p.bytes()+8 <= 32 {
			p.Fields = slices.Insert(p.Fields, 0, f)
		} else {
			p.Adjacent = f.Values[:]
		}
	}
	return p
}

// halves returns all ones for an entry whose lookup multiplies the halves of key and magic.
func halves(e *factors.Entry) uint64 {
	if e.Form == factors.Bits32 {
		return ^uint64(0)
	}
	return 0
}

// all reports whether all entries pass a test.
func (p *piece) all(test func(e *factors.Entry) bool) bool {
	for i := range p.Entries {
		if !test(&p.Entries[i]) {
			return false
		}
	}
	return true
}

// field returns a field of the entries.
func (p *piece) field(name string, bits int, comment string, value func(e *factors.Entry) uint64) field {
	f := field{name, comment, bits, [64]uint64{}}
	for sq := range f.Values {
		f.Values[sq] = value(&p.Entries[sq])
	}
	return f
}

// add adds a field, unless it is 0 on all squares, where the step that uses it would do nothing.
func (p *piece) add(name string, bits int, comment string, value func(e *factors.Entry) uint64) {
	if f := p.field(name, bits, comment, value); f.Values != [64]uint64{} {
		p.Fields = append(p.Fields, f)
	}
}

// bytes returns the size of an entry's fields.
func (p *piece) bytes() (n int) {
	for _, f := range p.Fields {
		n += f.Bits / 8
	}
	return n
}

// shift returns the number of bits by which lookups shift a product to the right. If products of 32 and of 64 bits are mixed, a product of 32 bits counts as the high
// half of a product of 64 bits.
func (p *piece) shift(e *factors.Entry) int {
	if p.Narrow {
		return e.Shift
	}
	return e.Shift + 64 - e.Form.Width()
}

// Turns reports whether lookups turn the board.
func (p *piece) Turns() bool { return p.Torus || p.Has("turn") }

// Rotates reports whether lookups rotate a slot.
func (p *piece) Rotates() bool { return p.Home || p.Has("rotation") }

// Placed reports whether there are offsets that do not follow from the shifts.
func (f *file) Placed() bool {
	return slices.ContainsFunc(f.Pieces, func(p *piece) bool { return p.Placed })
}

// Rotates reports whether lookups rotate anything.
func (f *file) Rotates() bool {
	return slices.ContainsFunc(f.Pieces, func(p *piece) bool { return p.Turns() || p.Rotates() })
}

// Multiplies64 reports whether there are products of 64 bits.
func (f *file) Multiplies64() bool {
	return slices.ContainsFunc(f.Pieces, func(p *piece) bool { return !p.Narrow })
}

// AlwaysAdjacent reports whether the table leaves out the adjacent squares.
func (p *piece) AlwaysAdjacent() bool { return p.Adjacent != nil || p.Has("adjacent") }

// Has reports whether the entries have a field.
func (p *piece) Has(name string) bool {
	return slices.ContainsFunc(p.Fields, func(f field) bool { return f.Name == name })
}

// Rows returns the values of each square's fields. The layout formats a field's name and value, as in "%s: %s", or
// "%[2]s" for the value alone.
func (p *piece) Rows(layout string) []string {
	rows := make([]string, 64)
	for sq := range rows {
		var values []string
		for _, f := range p.Fields {
			values = append(values, fmt.Sprintf(layout, f.Name, f.value(sq)))
		}
		rows[sq] = strings.Join(values, ", ")
	}
	return rows
}

// value returns a literal that is valid in every language.
func (f *field) value(sq int) string {
	switch {
	case f.Bits == 64:
		return fmt.Sprintf("%#016x", f.Values[sq])
	case f.Values[sq]>>31 != 0: // in Java too large for a decimal literal
		return fmt.Sprintf("%#x", f.Values[sq])
	}
	return fmt.Sprint(f.Values[sq])
}

// Columns returns the fields as arrays of their own, in languages without entries.
func (p *piece) Columns() []field {
	if p.Adjacent == nil {
		return p.Fields
	}
	return append(slices.Clip(p.Fields), field{"adjacent", "squares that are always attacked", 64, [64]uint64(p.Adjacent)})
}

// KiB returns the size of the table, of which 128 words are a KiB.
func (f *file) KiB() string { return fmt.Sprintf("%.1f", float64(f.Words)/128) }

// Licence returns the licence of the lookups. The magics keep the licence of their source.
func (*file) Licence() string { return licence.Line }

// Lines returns words as literals, four in a line.
func (f *file) Lines(words []uint64) []string {
	return lines(len(words), 4, func(i int) string { return f.Literal(words[i]) })
}

// Column returns all squares' values of a field, in lines of literals, for languages without entries, such as Java and Python.
func (f *file) Column(c field) []string {
	columns := 16
	if c.Bits == 64 {
		columns = 4
	}
	return lines(64, columns, func(sq int) string {
		if c.Bits == 64 {
			return f.Literal(c.Values[sq])
		}
		if c.Values[sq]>>31 != 0 {
			return c.value(sq) + f.suffix32
		}
		return c.value(sq)
	})
}

// lines returns n literals in lines of so many columns.
func lines(n, columns int, literal func(i int) string) []string {
	var lines []string
	for i := range n {
		if i%columns == 0 {
			lines = append(lines, "")
		} else {
			lines[len(lines)-1] += " "
		}
		lines[len(lines)-1] += literal(i) + ","
	}
	return lines
}
