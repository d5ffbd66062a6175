// Package columns writes rows as tables for a terminal, Markdown, CSV and JSON, all by one list of columns, and wraps words into lines, for reports and commands.
package columns

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

// Column describes a column of a table whose rows are values of type R.
type Column[R any] struct {
	// Key is the column's name for programs, "" if only people see it. For a list of numbers it has a name for each number, separated by spaces, or, if no CSV has the
	// column, one name for the list in JSON.
	Key  string
	CSV  string // its name in CSV, if that is not Key in snake case
	Head string // its heading for people, "" for a column that only programs see
	Tip  string // explanation on a page with sortable columns; "" leaves the column out of the page
	Read func(R) Value
	// Shared marks a column with the same value in all rows of a table, which JSON writes once.
	Shared bool
	// DropOrder is the order in which columns are left out for a narrow terminal: the smallest number first, and columns of 0 last, from the right.
	DropOrder int
	Uniform   bool // DropOrder counts only if all rows have the same value
}

// Value is the content of a table's cell.
type Value struct {
	Text string  // for people
	Key  float64 // for sorting; NaN for a text
	// Data is for programs: any value that package json writes. JSON leaves out nil.
	Data any
}

// Show returns a value made of its three parts.
func Show(text string, key float64, data any) Value { return Value{text, key, data} }

// Word returns a text as a value.
func Word(text string) Value { return Value{text, math.NaN(), text} }

// Count returns a whole number as a value.
func Count(n int) Value { return Value{strconv.Itoa(n), float64(n), n} }

// Optional returns the value, without Data if it has no text: programs do not see it then.
func (v Value) Optional() Value {
	if v.Text == "" {
		v.Data = nil
	}
	return v
}

// Number is a number that is written with six significant digits; if it is not finite, as null in JSON and as an empty text elsewhere.
type Number float64

// String returns the number with six significant digits, "" if it is not finite.
func (n Number) String() string {
	if x := float64(n); !math.IsNaN(x) && !math.IsInf(x, 0) {
		return strconv.FormatFloat(x, 'g', 6, 64)
	}
	return ""
}

// MarshalJSON returns the text of String, or null.
func (n Number) MarshalJSON() ([]byte, error) {
	if text := n.String(); text != "" {
		return []byte(text), nil
	}
	return []byte("null"), nil
}

// Rank is a place in an order, from 1 on; 0 stands for none.
type Rank int

// String returns the rank, "" for none.
func (r Rank) String() string {
	if r == 0 {
		return ""
	}
	return strconv.Itoa(int(r))
}

// Beside returns columns that show a table of rows S beside rows R of another table. find returns the row S of a row R, or false for blanks. The mark begins each heading.
func Beside[R, S any](columns []Column[S], mark string, find func(R) (S, bool)) (beside []Column[R]) {
	for _, c := range columns {
		if c.Head == "" {
			continue
		}
		beside = append(beside, Column[R]{Head: mark + c.Head, DropOrder: c.DropOrder, Uniform: c.Uniform, Read: func(r R) Value {
			if s, found := find(r); found {
				return c.Read(s)
			}
			return Word("")
		}})
	}
	return beside
}

// Over returns columns of rows R that show the columns of a part S of each row.
func Over[R, S any](columns []Column[S], part func(R) S) (over []Column[R]) {
	for _, c := range columns {
		over = append(over, Column[R]{c.Key, c.CSV, c.Head, c.Tip, func(r R) Value { return c.Read(part(r)) }, c.Shared, c.DropOrder, c.Uniform})
	}
	return over
}

// Table is a table for people.
type Table struct {
	Header    []string
	Rows      [][]Value
	droppable []int // the columns to drop on a narrow terminal, in order
	same      []int // of droppable, the columns to drop only if all rows have the same value
}

// Of returns the table for people of some rows: the columns with a heading.
func Of[R any](columns []Column[R], rows []R) (t Table) {
	columns = slices.DeleteFunc(slices.Clone(columns), func(c Column[R]) bool { return c.Head == "" })
	for i, c := range columns {
		t.Header = append(t.Header, c.Head)
		if c.DropOrder > 0 {
			t.droppable = append(t.droppable, i)
		}
		if c.Uniform {
			t.same = append(t.same, i)
		}
	}
	slices.Reverse(t.droppable) // of equal DropOrder, the column furthest right comes first
	slices.SortStableFunc(t.droppable, func(i, j int) int { return columns[i].DropOrder - columns[j].DropOrder })
	for _, r := range rows {
		var row []Value
		for _, c := range columns {
			row = append(row, c.Read(r))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// Numeric reports whether a column has numbers by which rows can be sorted.
func (t Table) Numeric(column int) bool {
	return slices.ContainsFunc(t.Rows, func(r []Value) bool { return !math.IsNaN(r[column].Key) })
}

// writer returns some columns of the table as a table of go-pretty, which draws it. configure may change the settings of the i-th of these columns.
func (t Table) writer(columns []int, configure func(i int, c *table.ColumnConfig)) table.Writer {
	w := table.NewWriter()
	var configs []table.ColumnConfig
	var header table.Row
	for i, c := range columns {
		config := table.ColumnConfig{Number: i + 1}
		if c > 0 && t.Numeric(c) { // the first column names rows
			config.Align, config.AlignHeader = text.AlignRight, text.AlignRight
		}
		configure(i, &config)
		configs, header = append(configs, config), append(header, t.Header[c])
	}
	w.SetColumnConfigs(configs)
	w.AppendHeader(header)
	for _, r := range t.Rows {
		var row table.Row
		for _, c := range columns {
			row = append(row, r[c].Text)
		}
		w.AppendRow(row)
	}
	return w
}

// all returns the indices of all columns.
func (t Table) all() (columns []int) {
	for c := range t.Header {
		columns = append(columns, c)
	}
	return columns
}

// Markdown returns the table in Markdown.
func (t Table) Markdown() string {
	return t.writer(t.all(), func(int, *table.ColumnConfig) {}).RenderMarkdown()
}

// CSV returns the table for people in CSV. Record returns the rows of CSV for programs.
func (t Table) CSV() string { return t.writer(t.all(), func(int, *table.ColumnConfig) {}).RenderCSV() }

// Object is a row for programs: a JSON object whose members have the order of the columns.
type Object []Member

// Member is a member of an Object.
type Member struct {
	Key  string
	Data any
}

// ObjectOf returns a row for programs: the columns with a key.
func ObjectOf[R any](columns []Column[R], row R) (o Object) {
	for _, c := range columns {
		keys := strings.Fields(c.Key)
		if len(keys) == 0 {
			continue
		}
		v := c.Read(row)
		if list, isList := v.Data.([]Number); isList && len(keys) > 1 {
			for i, key := range keys {
				o = append(o, Member{key, list[i]})
			}
		} else if v.Data != nil {
			o = append(o, Member{keys[0], v.Data})
		}
	}
	return o
}

// Objects returns rows for programs, as a list that is empty and not nil if there are no rows: JSON writes nil as null.
func Objects[R any](columns []Column[R], rows []R) []Object {
	list := []Object{}
	for _, r := range rows {
		list = append(list, ObjectOf(columns, r))
	}
	return list
}

// MarshalJSON returns the object with its members in their order.
func (o Object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	b.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(strconv.Quote(m.Key) + ":")
		if err := encoder.Encode(m.Data); err != nil {
			return nil, err
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// Names returns the names of the columns for programs in CSV.
func Names[R any](columns []Column[R]) (names []string) {
	for _, c := range columns {
		if c.CSV != "" {
			names = append(names, c.CSV)
			continue
		}
		for _, key := range strings.Fields(c.Key) {
			names = append(names, snake(key))
		}
	}
	return names
}

// snake returns a key in snake case: corpus_digest for corpusDigest.
func snake(key string) string {
	var b strings.Builder
	for _, r := range key {
		if unicode.IsUpper(r) {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// Record returns a row for programs in CSV, with a field for each of Names: a list of numbers, with one for each, has as many names in Key.
func Record[R any](columns []Column[R], row R) (record []string) {
	for _, c := range columns {
		if c.Key == "" {
			continue
		}
		switch data := c.Read(row).Data.(type) {
		case nil:
			record = append(record, "")
		case []Number:
			for _, n := range data {
				record = append(record, n.String())
			}
		default:
			record = append(record, fmt.Sprint(data))
		}
	}
	return record
}
