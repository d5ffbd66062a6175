// Package export writes a set of factors as a source file that can be dropped into an engine: the factors, a table that is
// computed at start-up or ready, and lookups for rooks, bishops and queens. A file needs nothing but its language's
// standard library.
//
// The lookups are written for the set at hand. What all squares of a piece have in common, such as a form or a shift, is
// in the code; what differs is a field of the square's entry. No set needs a branch at run time: forms that are mixed
// become values of fields that turn, clear or set nothing where a form does not.
//
// The file of a language is made by its template. All templates get the same fields, in the glossary's words, and do
// the same steps in the same order.
package export

import (
	"bytes"
	"embed"
	"fmt"
	"go/format"
	"go/token"
	"io"
	"slices"
	"strings"
	"text/template"
	"unicode"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/magic/search/factors"
)

// languages are what a set can be written as. "go-factors" is only the factors, as arrays, for a Go package that has
// lookups of its own.
var languages = [...]struct {
	name    string
	lookups bool // there are lookups, and so there may be a table
	named   bool // names need a package, prefix or namespace; else the file's name is the module's
}{
	{"go", true, true},
	{"c", true, true},
	{"cpp", true, true},
	{"rust", true, false},
	{"zig", true, false},
	{"json", false, false},
	{"csv", false, false},
	{"go-factors", false, true},
}

// Languages returns the names of what a set can be written as.
func Languages() []string {
	var names []string
	for _, l := range languages {
		names = append(names, l.name)
	}
	return names
}

// Options is how a set is written.
type Options struct {
	Language string // one of Languages()
	Package  string // Go package, C prefix or C++ namespace; the other languages take it from the file's name
	Table    bool   // whether the table is written, instead of being computed at start-up
	Command  string // the command that writes the file again, for its header
}

// Check returns an error if the options do not fit together.
func (o *Options) Check() error {
	i := slices.Index(Languages(), o.Language)
	if i < 0 {
		return fmt.Errorf("unknown language %q (want %s)", o.Language, strings.Join(Languages(), ", "))
	}
	switch l := languages[i]; {
	case o.Table && !l.lookups:
		return fmt.Errorf("no table in %s (want a language with lookups)", l.name)
	case l.named && o.Package == "":
		return fmt.Errorf("want a package name for %s", l.name)
	case l.named && !identifier(o.Package):
		return fmt.Errorf("not a package name: %q (want a letter, then letters, digits or _, and no keyword)", o.Package)
	case !l.named && o.Package != "":
		return fmt.Errorf("want no package name for %s, where nothing is named by it", l.name)
	}
	return nil
}

// identifier reports whether a name is good in Go, as a prefix in C, and but for the rarer keywords as a namespace in C++.
func identifier(name string) bool {
	cpp := []string{"and", "auto", "bool", "char", "class", "delete", "do", "double", "enum", "float", "int", "long", "namespace",
		"new", "not", "or", "short", "signed", "std", "this", "union", "unsigned", "void", "xor"}
	for _, c := range name {
		if c > unicode.MaxASCII {
			return false
		}
	}
	return token.IsIdentifier(name) && name[0] != '_' && !slices.Contains(cpp, name)
}

//go:embed *.tmpl
var files embed.FS

var templates = template.Must(template.New("").Funcs(template.FuncMap{
	"title": func(s string) string { return strings.ToUpper(s[:1]) + s[1:] },
	"upper": strings.ToUpper,
}).ParseFS(files, "*.tmpl"))

// Write proves a set and writes it. The error is the proof's, or tells what the language needs and the set lacks.
func Write(w io.Writer, s *factors.Set, o Options) error {
	if err := o.Check(); err != nil {
		return err
	}
	data := o.Language == "csv" || o.Language == "json"
	if !data && !s.Complete() {
		return fmt.Errorf("%d of 128 entries (want all for %s)", len(s.Entries), o.Language)
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
	if err := templates.ExecuteTemplate(&b, o.Language+".tmpl", newFile(s, table, o)); err != nil {
		return err
	}
	text := b.Bytes()
	if strings.HasPrefix(o.Language, "go") {
		if text, err = format.Source(text); err != nil {
			return err
		}
	}
	_, err = w.Write(text)
	return err
}

// file is what a template is executed on.
type file struct {
	Options
	Comment []string // the set's source, in lines that can end no comment
	Pieces  []*piece
	Words   int      // length of the table
	Ready   []uint64 // the table, if it is to be written
	Forms   []string // names of the forms, if a piece's entries have different ones
}

// piece is what a template knows of the rooks or the bishops.
type piece struct {
	Prefix   string // of names in C
	Name     string
	Entries  []factors.Entry
	Overlaid bool   // slots are masked and filled by OR, and may be rotated
	Mixed    bool   // entries have different forms
	Narrow   bool   // all entries have the 32-bit form
	Torus    bool   // all entries have the torus form, which turns the board by 63-sq
	Placed   bool   // offsets do not follow from the shifts
	Home     bool   // slots are rotated by sq+1, which turns a torus back
	Factor   uint64 // if it is no field
	Shift    int    // if it is no field
	Fields   []field
	Adjacent []uint64 // the squares next to each, if the table does not tell them and they are no field
}

// field is a field of the entries, because not all squares have the same value.
type field struct {
	Name, Comment string
	Bits          int // 64, 32 or, for numbers of bits, 8
	Values        [64]uint64
}

func newFile(s *factors.Set, table []uint64, o Options) *file {
	f := &file{Options: o, Words: len(table)}
	for _, line := range s.Source {
		f.Comment = append(f.Comment, comment(line))
	}
	f.Command = comment(f.Command)
	if o.Table {
		f.Ready = table
	}
	f.Pieces = []*piece{newPiece(board.Rook, s), newPiece(board.Bishop, s)}
	for _, p := range f.Pieces {
		if o.Language == "c" {
			p.Prefix = o.Package + "_"
		}
	}
	last := &f.Pieces[0].Entries[63]
	for _, p := range f.Pieces {
		p.Placed = !follow(p.Entries, last.Offset+length(last))
		if p.Mixed {
			f.Forms = formNames[:]
		}
	}
	return f
}

// comment returns a line without what could end a comment or carry it over to the next line.
func comment(line string) string {
	line = strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return ' '
	}, line)
	line = strings.ReplaceAll(line, "??/", "? ?/") // a backslash to old C compilers
	return strings.TrimRight(line, ` \`)
}

func newPiece(kind board.Piece, s *factors.Set) *piece {
	p := &piece{Name: kind.String(), Overlaid: s.Content != factors.Whole, Entries: s.Entries[64*int(kind):][:64]}
	first := &p.Entries[0]
	p.Factor, p.Shift = first.Factor, p.shift(first)
	same := p.all(func(e *factors.Entry) bool { return e.Form == first.Form })
	p.Mixed = !same
	p.Narrow = same && first.Form == factors.Bits32
	p.Torus = same && first.Form == factors.Torus
	p.Home = p.all(func(e *factors.Entry) bool { return e.Rotation == (e.Square+1)&63 })
	sameFactor := p.all(func(e *factors.Entry) bool { return e.Factor == p.Factor && e.Form != factors.Bits32 })
	sameShift := p.all(func(e *factors.Entry) bool { return p.shift(e) == p.Shift })

	// Fields are in the order of their sizes, so that there is no padding between them.
	p.add("mask", 64, "squares that a key keeps", !same || first.Form != factors.Black, func(e *factors.Entry) uint64 {
		return e.Form.Relevant(kind, e.Square)
	})
	p.add("filled", 64, "squares that are set in every key", true, func(e *factors.Entry) uint64 {
		return e.Form.Filled(kind, e.Square)
	})
	p.add("factor", 64, "what a key is multiplied by", !sameFactor, func(e *factors.Entry) uint64 { return e.Factor })
	p.add("halves", 64, "all ones where the halves of key and factor are multiplied", !p.Narrow, func(e *factors.Entry) uint64 {
		if e.Form == factors.Bits32 {
			return ^uint64(0)
		}
		return 0
	})
	p.add("lines", 64, "squares that a slot tells of", p.Overlaid, func(e *factors.Entry) uint64 {
		return s.Content.Known(kind, e.Square)
	})
	p.add("offset", 32, "in words, modulo 2^32", true, func(e *factors.Entry) uint64 { return uint64(uint32(e.Offset)) })
	p.add("shift", 8, "bits by which a product is shifted", !sameShift, func(e *factors.Entry) uint64 {
		return uint64(p.shift(e))
	})
	p.add("turn", 8, "bits by which the board is rotated first", !p.Torus, func(e *factors.Entry) uint64 {
		return uint64(e.Form.Turn(e.Square))
	})
	p.add("rotation", 8, "bits by which a slot is rotated last", !p.Home, func(e *factors.Entry) uint64 {
		return uint64(e.Rotation)
	})
	if s.Content == factors.OverlayAdjacent {
		f := p.field("adjacent", 64, "squares that are always attacked", func(e *factors.Entry) uint64 {
			return factors.Adjacent(kind, e.Square)
		})
		// An array of their own costs less than an entry that is longer than 32 bytes, see fancymagic/overlayadjacent.
		if p.bytes()+8 <= 32 {
			p.Fields = slices.Insert(p.Fields, 0, f)
		} else {
			p.Adjacent = f.Values[:]
		}
	}
	return p
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

// add adds a field if it is needed, unless it is 0 on all squares: the step that it is for does nothing then.
func (p *piece) add(name string, bits int, comment string, needed bool, value func(e *factors.Entry) uint64) {
	if f := p.field(name, bits, comment, value); needed && f.Values != [64]uint64{} {
		p.Fields = append(p.Fields, f)
	}
}

// bytes returns the length of an entry.
func (p *piece) bytes() (n int) {
	for _, f := range p.Fields {
		n += f.Bits / 8
	}
	return n
}

// shift returns by how much a product is shifted. Where products of 32 bits are mixed with those of 64, they are taken for the
// high half of one of 64.
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

// AlwaysAdjacent reports whether the table does not tell the adjacent squares.
func (p *piece) AlwaysAdjacent() bool { return p.Adjacent != nil || p.Has("adjacent") }

// Has reports whether the entries have a field.
func (p *piece) Has(name string) bool {
	return slices.ContainsFunc(p.Fields, func(f field) bool { return f.Name == name })
}

// Rows returns the values of each square's fields. The layout is of a field's name and value, as in "%s: %s", or
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

// value returns a literal that is good in every language.
func (f *field) value(sq int) string {
	switch {
	case f.Bits == 64:
		return fmt.Sprintf("%#016x", f.Values[sq])
	case f.Values[sq]>>31 != 0:
		return fmt.Sprintf("%#x", f.Values[sq])
	}
	return fmt.Sprint(f.Values[sq])
}

// KiB returns the size of the table.
func (f *file) KiB() string { return fmt.Sprintf("%.1f", float64(f.Words)/128) }

// Lines returns words as literals, four in a line.
func (f *file) Lines(words []uint64) []string {
	var lines []string
	for four := range slices.Chunk(words, 4) {
		line := ""
		for _, word := range four {
			line += fmt.Sprintf("%#016x, ", word)
		}
		lines = append(lines, strings.TrimSuffix(line, " "))
	}
	return lines
}
