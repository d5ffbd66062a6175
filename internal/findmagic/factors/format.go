package factors

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/slidebench/slidebench/board"
)

// columns are the columns of a CSV file and the keys of a JSON entry. The first five are required.
var columns = []string{"piece", "square", "factor", "shift", "offset", "form", "rotation"}

const required = 5

// Limits of the numbers in a file. No square has more than 12 relevant squares, and the widest published indices have 12 bits: 18
// leave room. Offsets reach as far as the tables of all squares with the widest indices do, end to end.
const (
	MaxIndexBits = 18
	MaxOffset    = 2 * 64 << MaxIndexBits
)

// Read reads a set from CSV or, if the first character is a brace, from JSON. The error names the line and the
// column, or the entry. Read does not test the magics: that is Verify's work.
//
// CSV has the columns piece, square, factor, shift and offset, named in its first line, and the columns form and rotation
// where these differ between the entries. Squares are numbers, a1 = 0, or names; magics may be hexadecimal. Comment lines
// begin with #; "# form: black" and "# content: overlay" hold for the whole file, the others are its source. Every line must
// end with a line feed, the last one too: a number that was cut off in the middle would still be a number.
//
// JSON is an object with the keys form, content, source (an array of lines) and entries (an array of objects whose keys are
// CSV's columns). Its magics are strings, because JSON's numbers are too short for them.
func Read(r io.Reader) (*Set, error) { return read(r, nil) }

// ReadAs is Read for a file that does not state its form.
func ReadAs(r io.Reader, form Form) (*Set, error) { return read(r, &form) }

// read reads a set in a form, nil if only the file can state one.
func read(r io.Reader, form *Form) (*Set, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	d := decoder{form: form}
	if bytes.HasPrefix(bytes.TrimSpace(text), []byte("{")) {
		err = d.json(text)
	} else {
		err = d.csv(text)
	}
	if err != nil {
		return nil, err
	}
	slices.SortFunc(d.set.Entries, Compare)
	return &d.set, nil
}

// decoder holds the part of a set that is already read.
type decoder struct {
	set  Set
	form *Form       // form of entries that do not state theirs; nil if unknown
	seen [2][64]bool // pieces and squares that have an entry
}

// declare stores a declaration, as in "form: black" or "content: overlay". ok reports whether the key is form or content.
func (d *decoder) declare(key, value string) (ok bool, err error) {
	switch key {
	case "form":
		var f Form
		f, err = ParseForm(value)
		if err == nil && d.form != nil && *d.form != f {
			err = fmt.Errorf("form %v, but a flag or an earlier line says %v", f, *d.form)
		}
		d.form = &f
	case "content":
		d.set.Content, err = ParseContent(value)
	default:
		return false, nil
	}
	return true, err
}

// csv reads a set from CSV.
func (d *decoder) csv(text []byte) error {
	if n := bytes.LastIndexByte(text, '\n') + 1; n < len(text) {
		line, column := bytes.Count(text, []byte("\n"))+1, len(text)-n+1
		return fmt.Errorf("line %d, column %d: no end of the line: the file is cut off", line, column)
	}
	if err := d.comments(text); err != nil {
		return err
	}
	in := csv.NewReader(bytes.NewReader(text))
	in.Comment = '#'
	header, err := readHeader(in)
	if err != nil {
		return err
	}
	for {
		row, err := in.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			return oneLine(err)
		}
		fields := map[string]string{}
		for i, name := range header {
			fields[name] = row[i]
		}
		if at, err := d.add(fields); err != nil {
			line, column := in.FieldPos(slices.Index(header, at)) // a wrong field is always in the header: each missing required column is an error of readHeader
			return fmt.Errorf("line %d, column %d: %w", line, column, err)
		}
	}
	if len(d.set.Entries) == 0 {
		line, _ := in.FieldPos(0)
		return fmt.Errorf("line %d: no entries after the header", line)
	}
	return nil
}

// comments reads the declarations and the source from the comment lines of CSV.
func (d *decoder) comments(text []byte) error {
	for i, line := range bytes.Split(text, []byte("\n")) {
		comment, ok := strings.CutPrefix(strings.TrimSuffix(string(line), "\r"), "#")
		if !ok {
			continue
		}
		comment = strings.TrimPrefix(comment, " ")
		key, value, _ := strings.Cut(comment, ":")
		declared, err := d.declare(key, strings.TrimSpace(value))
		if err != nil {
			return fmt.Errorf("line %d: %w", i+1, err)
		}
		if !declared {
			d.set.Source = append(d.set.Source, plain(comment))
		}
	}
	return nil
}

// plain returns a line of the source with blanks in place of control characters, as sources are written to files of all formats and to terminals.
func plain(line string) string {
	return strings.Map(func(c rune) rune {
		if unicode.IsControl(c) || c == '\u2028' || c == '\u2029' { // the last two end lines in some languages
			return ' '
		}
		return c
	}, strings.ToValidUTF8(line, " "))
}

// readHeader returns the headings of CSV. It returns an error if a heading is unknown, doubled or missing.
func readHeader(in *csv.Reader) ([]string, error) {
	header, err := in.Read()
	if err == io.EOF {
		return nil, fmt.Errorf("line 1: no header (want %s)", strings.Join(columns[:required], ","))
	}
	if err != nil {
		return nil, oneLine(err)
	}
	for i, name := range header {
		line, column := in.FieldPos(i)
		if !slices.Contains(columns, name) || slices.Contains(header[:i], name) {
			return nil, fmt.Errorf("line %d, column %d: unknown or second heading %q (have %s)", line, column, name, strings.Join(columns, ","))
		}
	}
	for _, name := range columns[:required] {
		if !slices.Contains(header, name) {
			line, _ := in.FieldPos(0)
			return nil, fmt.Errorf("line %d: no heading %q (want %s)", line, name, strings.Join(columns[:required], ","))
		}
	}
	return header, nil
}

// oneLine rewrites the error of a CSV reader in our words.
func oneLine(err error) error {
	if e, ok := errors.AsType[*csv.ParseError](err); ok {
		return fmt.Errorf("line %d, column %d: %w", e.Line, e.Column, e.Err)
	}
	return err
}

// json reads a set from JSON. Errors number its entries from 1.
func (d *decoder) json(text []byte) error {
	var file struct {
		Form, Content *string
		Source        []string
		Entries       []map[string]any
	}
	in := json.NewDecoder(bytes.NewReader(text))
	in.DisallowUnknownFields()
	in.UseNumber()
	err := in.Decode(&file)
	if _, more := in.Token(); err == nil && more != io.EOF {
		err = errors.New("something behind the object")
	}
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		field, _, _ := strings.Cut(strings.ToLower(wrong.Field), ".") // Go names the field of file, and 1.27 adds the index of an entry
		err = fmt.Errorf("%s: a %s (want form and content strings, source an array of strings, entries an array of objects)", field, wrong.Value)
	}
	if err != nil {
		offset := in.InputOffset()
		if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
			offset = syntax.Offset
		}
		return fmt.Errorf("line %d: %w", bytes.Count(text[:offset], []byte("\n"))+1, err)
	}
	for key, value := range map[string]*string{"form": file.Form, "content": file.Content} {
		if value != nil {
			if _, err := d.declare(key, *value); err != nil {
				return err
			}
		}
	}
	for _, line := range file.Source {
		if key, _, _ := strings.Cut(line, ":"); strings.Contains(line, "\n") || key == "form" || key == "content" {
			return fmt.Errorf("source %q (want a line that can be a comment in CSV)", line)
		}
		d.set.Source = append(d.set.Source, plain(line))
	}
	for i, entry := range file.Entries {
		fields := map[string]string{}
		for key, value := range entry {
			if fields[key] = fmt.Sprint(value); !slices.Contains(columns, key) {
				return fmt.Errorf("entry %d: unknown key %q (have %s)", i+1, key, strings.Join(columns, ", "))
			}
		}
		if _, err := d.add(fields); err != nil {
			return fmt.Errorf("entry %d: %w", i+1, err)
		}
	}
	if len(d.set.Entries) == 0 {
		return errors.New("no entries")
	}
	return nil
}

// bad returns the error of a field with a wrong value.
func bad(fields map[string]string, field, want string) error {
	return fmt.Errorf("%s %q, want %s", field, fields[field], want)
}

// number returns the value of a field, which must be from low to high. A missing field has the value 0.
func number(fields map[string]string, field string, low, high int) (int, error) {
	text, ok := fields[field]
	if !ok {
		return 0, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < low || n > high {
		return 0, bad(fields, field, fmt.Sprintf("%d to %d", low, high))
	}
	return n, nil
}

// add appends the entry that the fields describe. With an error it returns the name of the wrong field; in place of a form that is
// stated nowhere, it names the piece.
func (d *decoder) add(fields map[string]string) (field string, err error) {
	var e Entry
	for _, field := range columns[:required] {
		if _, ok := fields[field]; !ok {
			return field, fmt.Errorf("no %s", field)
		}
	}
	e.Piece, err = board.ParsePiece(fields["piece"])
	if err != nil || e.Piece == board.Queen {
		return "piece", bad(fields, "piece", "rook or bishop")
	}
	if e.Square, err = board.ParseSquare(fields["square"]); err != nil {
		if e.Square, err = number(fields, "square", 0, 63); err != nil {
			return "square", bad(fields, "square", "0 to 63 or a1 to h8")
		}
	}
	if d.seen[e.Piece][e.Square] {
		return "square", fmt.Errorf("a second %v on %s", e.Piece, board.SquareName(e.Square))
	}
	d.seen[e.Piece][e.Square] = true
	if e.Factor, err = strconv.ParseUint(fields["factor"], 0, 64); err != nil {
		return "factor", bad(fields, "factor", "a 64-bit number, as in 0x0080204000800010 or 123")
	}
	if name, ok := fields["form"]; ok {
		if e.Form, err = ParseForm(name); err != nil {
			return "form", err
		}
	} else if d.form != nil {
		e.Form = *d.form
	} else {
		return "piece", errors.New("form not said (want a comment line \"# form: white\" or a column form)")
	}
	if e.Shift, err = number(fields, "shift", e.Form.Width()-MaxIndexBits, e.Form.Width()-1); err != nil {
		return "shift", err
	}
	if e.Offset, err = number(fields, "offset", -MaxOffset, MaxOffset); err != nil {
		return "offset", err
	}
	if e.Rotation, err = number(fields, "rotation", 0, 63); err != nil {
		return "rotation", err
	}
	if e.Rotation != 0 && d.set.Content == Whole {
		return "rotation", bad(fields, "rotation", "0 where slots hold whole attack sets")
	}
	d.set.Entries = append(d.set.Entries, e)
	return "", nil
}

// sameForm returns the form of the entries, if all have the same form. Without entries it returns White.
func (s *Set) sameForm() (f Form, same bool) {
	for i := range s.Entries {
		if s.Entries[i].Form != s.Entries[0].Form {
			return 0, false
		}
	}
	if len(s.Entries) > 0 {
		f = s.Entries[0].Form
	}
	return f, true
}

// fields returns the names and the values of an entry's columns.
func (s *Set) fields(e *Entry) (names, values []string) {
	names = columns[:required:required] // without capacity: append must not write into columns
	values = []string{e.Piece.String(), strconv.Itoa(e.Square), fmt.Sprintf("%#016x", e.Factor), strconv.Itoa(e.Shift), strconv.Itoa(e.Offset)}
	if _, same := s.sameForm(); !same {
		names, values = append(names, "form"), append(values, e.Form.String())
	}
	if s.Content != Whole {
		names, values = append(names, "rotation"), append(values, strconv.Itoa(e.Rotation))
	}
	return names, values
}

// WriteCSV writes the set as CSV that Read can read.
func (s *Set) WriteCSV(w io.Writer) error {
	b := bufio.NewWriter(w)
	for _, line := range s.Source {
		fmt.Fprintln(b, strings.TrimRight("# "+line, " ")) // no blank behind the # of an empty line
	}
	if form, same := s.sameForm(); same {
		fmt.Fprintf(b, "# form: %v\n", form)
	}
	if s.Content != Whole {
		fmt.Fprintf(b, "# content: %v\n", s.Content)
	}
	for i := range s.Entries {
		names, values := s.fields(&s.Entries[i])
		if i == 0 {
			fmt.Fprintln(b, strings.Join(names, ","))
		}
		fmt.Fprintln(b, strings.Join(values, ","))
	}
	return b.Flush()
}

// WriteJSON writes the set as JSON that Read can read, one entry per line.
func (s *Set) WriteJSON(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprintln(b, "{")
	if form, same := s.sameForm(); same {
		fmt.Fprintf(b, "  \"form\": %q,\n", form)
	}
	fmt.Fprintf(b, "  \"content\": %q,\n", s.Content)
	source, err := json.Marshal(append([]string{}, s.Source...)) // [] for no source, and not null
	if err != nil {
		return err
	}
	fmt.Fprintf(b, "  \"source\": %s,\n  \"entries\": [\n", source)
	for i := range s.Entries {
		names, values := s.fields(&s.Entries[i])
		fmt.Fprint(b, "    {")
		for j, name := range names {
			value := values[j]
			if name == "piece" || name == "factor" || name == "form" {
				value = strconv.Quote(value)
			}
			fmt.Fprintf(b, "%s%q: %s", strings.Repeat(", ", min(j, 1)), name, value) // no comma before the first
		}
		fmt.Fprintf(b, "}%s\n", strings.Repeat(",", min(1, len(s.Entries)-1-i))) // no comma behind the last
	}
	fmt.Fprintln(b, "  ]\n}")
	return b.Flush()
}
