package columns_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/slidebench/slidebench/internal/columns"
)

// column returns a column that shows the i-th text of a row, as a number if the text begins with a number.
func column(i int, head string, dropOrder int) columns.Column[[]string] {
	return columns.Column[[]string]{Head: head, DropOrder: dropOrder, Read: func(r []string) columns.Value {
		v := columns.Word(r[i])
		if n, err := strconv.ParseFloat(strings.Fields(r[i] + " -")[0], 64); err == nil {
			v.Key = n
		}
		return v
	}}
}

// sample is a table with a column of long texts, which may be left out, after column ns.
var sample = columns.Of([]columns.Column[[]string]{column(0, "name", 0), column(1, "said of it", 2), column(2, "ns", 1), column(3, "cycles", 0)},
	[][]string{{"one", "a text of many short words that can be wrapped", "1.5", "6.0 [5.9, 6.1]"}, {"two", "", "22.5", "90 [89, 91]"}})

// At every width lines are short enough, and the columns that are left out are named.
func TestTerminal(t *testing.T) {
	for _, c := range []struct {
		width int    // of the terminal
		left  string // the columns left out
		lines int    // of the table and of the note below it
	}{
		{0, "", 4}, // headings, a rule and two rows, as in the next ones
		{200, "", 4},
		{80, "", 4},
		{70, "", 5}, // the long text takes two lines, and then more
		{55, "", 6},
		{42, "ns", 7}, // with a note
		{30, "ns, said of it", 6},
		{15, "ns, said of it, cycles", 8}, // names alone, above a note of four lines
	} {
		got := sample.Terminal(c.width)
		longest := 0
		for line := range strings.Lines(got) {
			longest = max(longest, text.StringWidthWithoutEscSequences(strings.TrimSuffix(line, "\n")))
		}
		if c.width > 0 && longest > c.width {
			t.Errorf("%d: a line of %d characters:\n%s", c.width, longest, got)
		}
		_, note, _ := strings.Cut(strings.Join(strings.Fields(got), " "), "Left out to fit ")
		if _, left, _ := strings.Cut(note, "characters: "); strings.TrimSuffix(left, ".") != c.left {
			t.Errorf("%d: %q left out, want %q", c.width, left, c.left)
		}
		for _, value := range []string{"one", "6.0 [5.9, 6.1]", "90 [89, 91]"} {
			if c.width >= 30 && !strings.Contains(got, value) { // narrower terminals lack column cycles
				t.Errorf("%d: no %q in\n%s", c.width, value, got)
			}
		}
		if strings.Contains(c.left, "said") == strings.Contains(got, "wrapped") { // the text's last word
			t.Errorf("%d: the text is there: %v", c.width, strings.Contains(got, "wrapped"))
		}
		if n := strings.Count(got, "\n") + 1; n != c.lines {
			t.Errorf("%d: %d lines, want %d:\n%s", c.width, n, c.lines, got)
		}
	}
}

// A row's name stays in one line if leaving out a droppable column makes lines short enough; otherwise it is wrapped.
func TestNamesOfRows(t *testing.T) {
	rows := [][]string{{"a name of five words", "1.5", "6.0 [5.9, 6.1]"}, {"two", "22.5", "90 [89, 91]"}}
	// DropOrder of column ns; 0: it is not droppable.
	for dropOrder, want := range map[int]string{1: "a name of five words │ 6.0 [5.9, 6.1]", 0: "a name of five │ 1.5"} {
		table := columns.Of([]columns.Column[[]string]{column(0, "name", 0), column(1, "ns", dropOrder), column(2, "cycles", 0)}, rows)
		got := strings.Join(strings.Fields(strings.ReplaceAll(table.Terminal(42), "│", " │ ")), " ")
		if !strings.Contains(got, want) {
			t.Errorf("dropOrder %d: no %q in\n%s", dropOrder, want, table.Terminal(42))
		}
	}
}

// In a narrow terminal, long words are broken before a column that is not droppable is left out. Names in the first column are never broken.
func TestLongWordsGiveWay(t *testing.T) {
	answer := columns.Of([]columns.Column[[]string]{column(0, "CPU, limit", 0), column(1, "technique", 0), column(2, "search", 0), column(3, "95 % interval", 1)},
		[][]string{{"any CPU, no tables", "quintessencecomputed", "-12.4 %", "[-13.0, -11.9]"}, {"BMI2", "koggestoneavx2", "+4.99 %", "[+2, +8]"}})
	got := answer.Terminal(40)
	for _, want := range []string{"any CPU,", "koggestoneavx2", "quintessencecom", "puted ", "-12.4 %", "+4.99 %", "Left out to fit 40 characters: 95 %\ninterval."} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	list := columns.Of([]columns.Column[[]string]{column(0, "technique", 0), column(1, "people", 0), column(2, "needs", 0)},
		[][]string{{"quintessencecomputed", "Robert Hyatt, Michael Sherwin", "avx512 gfni"}})
	if got := list.Terminal(40); !strings.Contains(got, "quintessencecomputed") || !strings.Contains(got, "needs") {
		t.Errorf("a name is broken:\n%s", got)
	}
	if got, want := columns.Wrap("the A/A noise is 2.2 %; no more", 20), "the A/A noise is\n2.2 %; no more"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// A list wraps its texts beside the names. If a terminal is narrower than names and the least width of a text, lines are longer than it.
func TestList(t *testing.T) {
	pairs := [][2]string{{"form", "white on 2 squares, black on 1"}, {"in use", "99.3 %"}}
	for width, want := range map[int]string{
		0:  "form    white on 2 squares, black on 1\nin use  99.3 %",
		80: "form    white on 2 squares, black on 1\nin use  99.3 %",
		28: "form    white on 2 squares,\n        black on 1\nin use  99.3 %",
		1:  "form    white on 2\n        squares,\n        black on 1\nin use  99.3 %",
	} {
		if got := columns.List(pairs, width); got != want {
			t.Errorf("%d:\n%s\nwant\n%s", width, got, want)
		}
	}
}
