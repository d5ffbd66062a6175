// Package columns shows rows to people and to programs, in a terminal, in Markdown, in CSV and in JSON, all by one list of columns.
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

// Column is a column of rows R.
type Column[R any] struct {
	// Key is its name for programs, "" for a column that only people see. A list of numbers may have as many names, separated by
	// spaces, and is then as many columns.
	Key  string
	CSV  string // its name in CSV, if that is not Key in snake case
	Head string // its heading for people, "" for a column that only programs see
	Tip  string // explanation on a page with sortable columns; "" leaves the column out of the page
	Read func(R) Value
	// Shared marks a column with the same value in all rows of a table. JSON has it once.
	Shared bool
	// DropOrder is the order in which a narrow terminal drops columns: the smallest number first; columns of 0 go last, from the right on.
	DropOrder int
	Uniform   bool // DropOrder counts only if all rows have one value
}

// Value is what stands in a row of a column.
type Value struct {
	Text string  // for people
	Key  float64 // for sorting; NaN for a text
	// Data is for programs: a string, a number, a list of them or what else JSON has. Nil is left out of JSON.
	Data any
}

// Show is a value with all its parts.
func Show(text string, key float64, data any) Value { return Value{text, key, data} }

// Word is a text.
func Word(text string) Value { return Value{text, math.NaN(), text} }

// Count is a whole number.
func Count(n int) Value { return Value{strconv.Itoa(n), float64(n), n} }

// Optional is a value that programs see only if it has a text.
func (v Value) Optional() Value {
	if v.Text == "" {
		v.Data = nil
	}
	return v
}

// Number is a number of six digits, which programs see as null or as nothing where it is not finite.
type Number float64

func (n Number) String() string {
	if x := float64(n); !math.IsNaN(x) && !math.IsInf(x, 0) {
		return strconv.FormatFloat(x, 'g', 6, 64)
	}
	return ""
}

func (n Number) MarshalJSON() ([]byte, error) {
	if text := n.String(); text != "" {
		return []byte(text), nil
	}
	return []byte("null"), nil
}

// Rank is a number from 1 on. None is 0 in JSON, and nothing elsewhere.
type Rank int

func (r Rank) String() string {
	if r == 0 {
		return ""
	}
	return strconv.Itoa(int(r))
}

// Beside returns columns for a table in which rows of several tables stand side by side: find returns the row of one of them, false for
// a blank. Each heading has a mark before it.
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

// Over returns the columns of R that show a part of each R, a value of type S.
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
	same      []int // the columns dropped only if all rows have one value
}

// Of reads the columns that people see.
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
	slices.Reverse(t.droppable)
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

// Numeric reports whether a column sorts by numbers.
func (t Table) Numeric(column int) bool {
	return slices.ContainsFunc(t.Rows, func(r []Value) bool { return !math.IsNaN(r[column].Key) })
}

// writer returns the table for go-pretty, with some of its columns.
func (t Table) writer(columns []int, configure func(i int, c *table.ColumnConfig)) table.Writer {
	w := table.NewWriter()
	var configs []table.ColumnConfig
	var header table.Row
	for i, c := range columns {
		config := table.ColumnConfig{Number: i + 1}
		if c > 0 && t.Numeric(c) {
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

// all returns the places of all columns.
func (t Table) all() (columns []int) {
	for c := range t.Header {
		columns = append(columns, c)
	}
	return columns
}

// Markdown draws the table in Markdown.
func (t Table) Markdown() string {
	return t.writer(t.all(), func(int, *table.ColumnConfig) {}).RenderMarkdown()
}

// CSV writes what people see of the table.
func (t Table) CSV() string { return t.writer(t.all(), func(int, *table.ColumnConfig) {}).RenderCSV() }

// Object is a row for programs, whose members stand in the order of the columns.
type Object []Member

// Member is a value with its name.
type Member struct {
	Key  string
	Data any
}

// ObjectOf reads the columns that programs see.
func ObjectOf[R any](columns []Column[R], row R) (o Object) {
	for _, c := range columns {
		keys := strings.Fields(c.Key)
		if len(keys) == 0 {
			continue
		}
		v := c.Read(row)
		if list, several := v.Data.([]Number); several && len(keys) > 1 {
			for i, key := range keys {
				o = append(o, Member{key, list[i]})
			}
		} else if v.Data != nil {
			o = append(o, Member{keys[0], v.Data})
		}
	}
	return o
}

// Objects reads the columns that programs see of several rows. It is a list even if it is empty.
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

// Names returns the names of the columns in CSV.
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

// snake writes corpusDigest as corpus_digest.
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

// Record reads a row for CSV.
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
