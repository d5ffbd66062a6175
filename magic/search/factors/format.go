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

	"github.com/slidebench/slidebench/board"
)

// The columns of a CSV file and the keys of a JSON entry. The first five must be there.
var columns = []string{"piece", "square", "factor", "shift", "offset", "form", "rotation"}

const required = 5

// Limits of what is read. No square has more than 12 relevant squares, and the widest published indices are of that width.
const (
	maxIndexBits = 16
	maxOffset    = 1 << 20
)

// Read reads a set from CSV or, if the first character is a brace, from JSON. The error names the line, and the column
// where there is one. Whether the factors are good is Verify's question.
//
// CSV has the columns piece, square, factor, shift and offset, named in its first line, and where they differ between the
// entries form and rotation. Squares are numbers, a1 = 0, or names; factors may be hexadecimal. Comment lines begin
// with #; "# form: black" and "# content: overlay" speak for the whole file, the others are its source. Every line has an end,
// the last one too: what was cut off in the middle of a number would still be one.
//
// JSON is an object with the keys form, content, source (an array of lines) and entries (an array of objects with the keys that
// are CSV's columns); factors are strings there, as JSON's numbers are too short for them.
func Read(r io.Reader) (*Set, error) { return read(r, nil) }

// ReadAs is Read for a file that does not say its form.
func ReadAs(r io.Reader, form Form) (*Set, error) { return read(r, &form) }

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

// decoder holds what is read so far.
type decoder struct {
	set  Set
	form *Form // of entries that do not say theirs; nil if unknown
	seen [2][64]bool
}

// declare takes a line "form: black" or "content: overlay", and reports whether it was one.
func (d *decoder) declare(key, value string) (ok bool, err error) {
	switch key {
	case "form":
		var f Form
		f, err = ParseForm(value)
		if err == nil && d.form != nil && *d.form != f {
			err = fmt.Errorf("form %v, but %v was asked for or said before", f, *d.form)
		}
		d.form = &f
	case "content":
		d.set.Content, err = ParseContent(value)
	default:
		return false, nil
	}
	return true, err
}

func (d *decoder) csv(text []byte) error {
	if n := bytes.LastIndexByte(text, '\n') + 1; n < len(text) {
		line, column := bytes.Count(text, []byte("\n"))+1, len(text)-n+1
		return fmt.Errorf("line %d, column %d: no end of the line: the file is cut off", line, column)
	}
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
			d.set.Source = append(d.set.Source, comment)
		}
	}
	in := csv.NewReader(bytes.NewReader(text))
	in.Comment = '#'
	header, err := in.Read()
	if err == io.EOF {
		return fmt.Errorf("line 1: no header (want %s)", strings.Join(columns[:required], ","))
	}
	if err != nil {
		return oneLine(err)
	}
	for i, name := range header {
		line, column := in.FieldPos(i)
		if !slices.Contains(columns, name) || slices.Contains(header[:i], name) {
			return fmt.Errorf("line %d, column %d: unknown or second heading %q (have %s)", line, column, name, strings.Join(columns, ","))
		}
	}
	for _, name := range columns[:required] {
		if !slices.Contains(header, name) {
			line, _ := in.FieldPos(0)
			return fmt.Errorf("line %d: no heading %q (want %s)", line, name, strings.Join(columns[:required], ","))
		}
	}
	for {
		record, err := in.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			return oneLine(err)
		}
		fields := map[string]string{}
		for i, name := range header {
			fields[name] = record[i]
		}
		if at, err := d.add(fields); err != nil {
			line, column := in.FieldPos(max(0, slices.Index(header, at)))
			return fmt.Errorf("line %d, column %d: %w", line, column, err)
		}
	}
	if len(d.set.Entries) == 0 {
		line, _ := in.FieldPos(0)
		return fmt.Errorf("line %d: no entries after the header", line)
	}
	return nil
}

// oneLine rewrites the error of a CSV reader in our words.
func oneLine(err error) error {
	if e, ok := errors.AsType[*csv.ParseError](err); ok {
		return fmt.Errorf("line %d, column %d: %w", e.Line, e.Column, e.Err)
	}
	return err
}

func (d *decoder) json(text []byte) error {
	at := func(offset int, err error) error {
		before := text[:offset]
		line := bytes.Count(before, []byte("\n")) + 1
		return fmt.Errorf("line %d, column %d: %w", line, len(before)-bytes.LastIndexByte(before, '\n'), err)
	}
	in := json.NewDecoder(bytes.NewReader(text))
	var whole json.RawMessage
	if err := in.Decode(&whole); err != nil {
		if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
			return at(int(min(syntax.Offset, int64(len(text)))), err)
		}
		return at(len(text), errors.New("unexpected end"))
	}
	end := int(in.InputOffset())
	if err := in.Decode(new(json.RawMessage)); err != io.EOF {
		return at(end, errors.New("more after the end of the object"))
	}
	file, offset, err := members(whole, end-len(whole), []string{"form", "content", "source", "entries"})
	if err != nil {
		return at(offset, err)
	}
	for _, key := range []string{"form", "content"} {
		if m, ok := file[key]; ok {
			if _, err := d.declare(key, m.String()); err != nil {
				return at(m.key, err)
			}
		}
	}
	if m, ok := file["source"]; ok {
		if err := json.Unmarshal(m.value, &d.set.Source); err != nil {
			return at(m.key, errors.New("source, want an array of strings"))
		}
		for _, line := range d.set.Source {
			if key, _, _ := strings.Cut(line, ":"); strings.ContainsAny(line, "\r\n") || key == "form" || key == "content" {
				return at(m.key, fmt.Errorf("source %q, want what can be a comment line in CSV", line))
			}
		}
		if len(d.set.Source) == 0 {
			d.set.Source = nil // as of a CSV file without comments
		}
	}
	entries := file["entries"]
	var values []json.RawMessage
	if len(entries.value) > 0 {
		if err := json.Unmarshal(entries.value, &values); err != nil {
			return at(entries.key, errors.New("entries, want an array of objects"))
		}
	}
	from := entries.start
	for _, value := range values {
		from += bytes.Index(text[from:], value) // only blanks and commas lie before it
		entry, offset, err := members(value, from, columns)
		if err != nil {
			return at(offset, fmt.Errorf("entry: %w", err))
		}
		fields := map[string]string{}
		for key, m := range entry {
			fields[key] = m.String()
		}
		if key, err := d.add(fields); err != nil {
			offset = from
			if m, ok := entry[key]; ok {
				offset = m.key
			}
			return at(offset, err)
		}
		from += len(value)
	}
	if len(d.set.Entries) == 0 {
		return at(len(text), errors.New("no entries"))
	}
	return nil
}

// member is a member of a JSON object.
type member struct {
	key, start int // where in the file its key and its value begin
	value      json.RawMessage
}

// String returns a string without its quotes, and any other value as it is written.
func (m member) String() string {
	var s string
	if m.value[0] != '"' || json.Unmarshal(m.value, &s) != nil {
		return string(m.value)
	}
	return s
}

// members returns the members of a JSON object that begins at an offset of the file. The library's decoding into structs and
// maps takes keys in any case, and the last of equal ones; here every key must be one of those that are known, and none
// may come twice. With an error it returns where in the file that is.
func members(object json.RawMessage, offset int, known []string) (map[string]member, int, error) {
	all := map[string]member{}
	in := json.NewDecoder(bytes.NewReader(object))
	if open, err := in.Token(); err != nil || open != json.Delim('{') {
		return nil, offset, errors.New("want an object")
	}
	for in.More() {
		end := int(in.InputOffset()) // of what is before the key
		begin := len(object) - len(bytes.TrimLeft(object[end:], ", \t\r\n"))
		token, err := in.Token()
		if err != nil {
			return nil, offset + begin, err
		}
		key, _ := token.(string)
		m := member{key: offset + begin}
		if !slices.Contains(known, key) {
			return nil, m.key, fmt.Errorf("unknown key %q (have %s)", key, strings.Join(known, ", "))
		}
		if _, ok := all[key]; ok {
			return nil, m.key, fmt.Errorf("key %q twice", key)
		}
		if err := in.Decode(&m.value); err != nil {
			return nil, m.key, err
		}
		m.start = offset + int(in.InputOffset()) - len(m.value)
		all[key] = m
	}
	return all, 0, nil
}

// add appends the entry that the fields describe. With an error it returns which field is wrong.
func (d *decoder) add(fields map[string]string) (field string, err error) {
	var e Entry
	bad := func(field, want string) (string, error) {
		return field, fmt.Errorf("%s %q, want %s", field, fields[field], want)
	}
	for _, field := range columns[:required] {
		if _, ok := fields[field]; !ok {
			return field, fmt.Errorf("no %s", field)
		}
	}
	number := func(field string, low, high int) (int, error) {
		text, ok := fields[field]
		if !ok {
			return 0, nil
		}
		n, err := strconv.Atoi(text)
		if err != nil || n < low || n > high {
			_, err = bad(field, fmt.Sprintf("%d to %d", low, high))
		}
		return n, err
	}
	e.Piece, err = board.ParsePiece(fields["piece"])
	if err != nil || e.Piece == board.Queen {
		return bad("piece", "rook or bishop")
	}
	if e.Square, err = board.ParseSquare(fields["square"]); err != nil {
		if e.Square, err = number("square", 0, 63); err != nil {
			return bad("square", "0 to 63 or a1 to h8")
		}
	}
	if d.seen[e.Piece][e.Square] {
		return "square", fmt.Errorf("a second %v on %s", e.Piece, board.SquareName(e.Square))
	}
	d.seen[e.Piece][e.Square] = true
	if e.Factor, err = strconv.ParseUint(fields["factor"], 0, 64); err != nil {
		return bad("factor", "a 64-bit number, as in 0x0080204000800010 or 123")
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
	if e.Shift, err = number("shift", e.Form.Width()-maxIndexBits, e.Form.Width()-1); err != nil {
		return "shift", err
	}
	if e.Offset, err = number("offset", -maxOffset, maxOffset); err != nil {
		return "offset", err
	}
	if e.Rotation, err = number("rotation", 0, 63); err != nil {
		return "rotation", err
	}
	if e.Rotation != 0 && d.set.Content == Whole {
		return bad("rotation", "0 where slots hold whole attack sets")
	}
	d.set.Entries = append(d.set.Entries, e)
	return "", nil
}

// sameForm returns the form of the entries, if all have the same.
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
	names = columns[:required:required]
	values = []string{e.Piece.String(), strconv.Itoa(e.Square), fmt.Sprintf("%#016x", e.Factor), strconv.Itoa(e.Shift), strconv.Itoa(e.Offset)}
	if _, same := s.sameForm(); !same {
		names, values = append(names, "form"), append(values, e.Form.String())
	}
	if s.Content != Whole {
		names, values = append(names, "rotation"), append(values, strconv.Itoa(e.Rotation))
	}
	return names, values
}

// WriteCSV writes the set in the form that Read reads.
func (s *Set) WriteCSV(w io.Writer) error {
	b := bufio.NewWriter(w)
	for _, line := range s.Source {
		fmt.Fprintln(b, strings.TrimRight("# "+line, " "))
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

// WriteJSON writes the set in the form that Read reads, an entry a line.
func (s *Set) WriteJSON(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprintln(b, "{")
	if form, same := s.sameForm(); same {
		fmt.Fprintf(b, "  \"form\": %q,\n", form)
	}
	fmt.Fprintf(b, "  \"content\": %q,\n", s.Content)
	source, err := json.Marshal(append([]string{}, s.Source...))
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
			fmt.Fprintf(b, "%s%q: %s", strings.Repeat(", ", min(j, 1)), name, value)
		}
		fmt.Fprintf(b, "}%s\n", strings.Repeat(",", min(1, len(s.Entries)-1-i)))
	}
	fmt.Fprintln(b, "  ]\n}")
	return b.Flush()
}
