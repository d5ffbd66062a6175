package columns_test

import (
	"encoding/json"
	"math"
	"slices"
	"testing"

	"github.com/slidebench/slidebench/internal/columns"
)

// Programs see the columns with a key: a list of numbers as one field for each, a number without bounds as null or nothing, and no heading for people.
func TestForPrograms(t *testing.T) {
	list := []columns.Column[float64]{
		{Key: "tableBytes", Head: "tables", Read: func(float64) columns.Value { return columns.Count(512) }},
		{Head: "for people", Read: func(float64) columns.Value { return columns.Word("not here") }},
		{Key: "ns nsHigh", Read: func(high float64) columns.Value {
			return columns.Show("", math.NaN(), []columns.Number{1.5, columns.Number(high)})
		}},
		{Key: "note", CSV: "remark", Read: func(float64) columns.Value { return columns.Word("").Optional() }},
	}
	if got, want := columns.Names(list), []string{"table_bytes", "ns", "ns_high", "remark"}; !slices.Equal(got, want) {
		t.Errorf("names %q, want %q", got, want)
	}
	if got, want := columns.Record(list, math.Inf(1)), []string{"512", "1.5", "", ""}; !slices.Equal(got, want) {
		t.Errorf("record %q, want %q", got, want)
	}
	got, err := json.Marshal(columns.ObjectOf(list, math.Inf(1)))
	if want := `{"tableBytes":512,"ns":1.5,"nsHigh":null}`; err != nil || string(got) != want {
		t.Errorf("%s, %v, want %s", got, err, want)
	}
}

// Beside shows the other table's columns below marked headings, and blanks where it has no row.
func TestBeside(t *testing.T) {
	inner := []columns.Column[int]{{Head: "n", Read: columns.Count}, {Key: "hidden", Read: columns.Count}}
	beside := columns.Beside(inner, "C ", func(name string) (int, bool) { return len(name), name != "" })
	if len(beside) != 1 || beside[0].Head != "C n" || beside[0].Read("abc").Text != "3" || beside[0].Read("").Text != "" {
		t.Errorf("%+v", beside)
	}
}
