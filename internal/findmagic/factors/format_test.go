package factors_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/findmagic/factors"
)

func TestFilesComeBackUnchanged(t *testing.T) {
	mixed := overlaid(t, factors.OverlayAdjacent) // entries of two forms, so that files have the column form
	mixed.Entries[0].Form = factors.Black
	mixed.Source = []string{"first line", "", "third: line"} // the third looks like a declaration
	for _, s := range []*factors.Set{read(t, "blackmagic/factors.csv"), overlaid(t, factors.Overlay), mixed} {
		for _, text := range written(t, s) {
			if again, err := factors.Read(strings.NewReader(text)); err != nil || !reflect.DeepEqual(again, s) {
				t.Errorf("comes back as %+v, %v, want %+v from\n%s", again, err, s, text)
			}
		}
	}
}

// written returns a set as CSV and as JSON.
func written(t *testing.T, s *factors.Set) [2]string {
	t.Helper()
	var csv, json bytes.Buffer
	if err := errors.Join(s.WriteCSV(&csv), s.WriteJSON(&json)); err != nil {
		t.Fatal(err)
	}
	return [2]string{csv.String(), json.String()}
}

// The same entry is read from files with other orders of columns, ends of lines, names and spellings of numbers.
func TestReadTakesWhatPeopleWrite(t *testing.T) {
	want := factors.Entry{Piece: board.Rook, Square: 28, Form: factors.Black, Factor: 255, Shift: 52, Offset: -3}
	for _, text := range []string{
		"# form: black\npiece,square,factor,shift,offset\nrook,28,0xff,52,-3\n",
		"#form: black\r\npiece,square,factor,shift,offset\r\nrook,e4,255,52,-3\r\n",
		"offset,shift,factor,square,piece,form\n-3,52,0xff,e4,rook,black\n",
		`{"form":"black","entries":[{"piece":"rook","square":"e4","factor":"0xff","shift":52,"offset":-3}]}`,
		`{"entries":[{"piece":"rook","square":28,"factor":"255","shift":52,"offset":-3,"form":"black"}]}`,
	} {
		s, err := factors.Read(strings.NewReader(text))
		if err != nil {
			t.Errorf("%s: %v", text, err)
		} else if len(s.Entries) != 1 || s.Entries[0] != want {
			t.Errorf("%s: got %+v, want %+v", text, s.Entries, want)
		}
	}
	s, err := factors.ReadAs(strings.NewReader("piece,square,factor,shift,offset\nrook,28,0xff,52,-3\n"), factors.Black)
	if err != nil || s.Entries[0] != want {
		t.Errorf("ReadAs: got %+v, %v", s, err)
	}
}

// The error about a damaged file is one line that begins with the place of the damage, if it has one. Lines and columns count from 1.
func TestReadNamesTheDamage(t *testing.T) {
	const head = "# form: white\npiece,square,factor,shift,offset\n"
	for _, c := range []struct{ text, want string }{
		{"", "line 1: no header"},
		{head, "line 2: no entries"},
		{"piece,factor,shift,offset\n", `line 1: no heading "square"`},
		{"piece,square,magic,shift,offset\n", `line 1, column 14: unknown or second heading "magic"`},
		{"piece,square,factor,shift,offset,square\n", `line 1, column 34: unknown or second heading "square"`},
		{"# form: grey\n", `line 1: unknown form "grey" (want white, black, 32bit or torus)`},
		{"# form: white\n# form: black\n", "line 2: form black, but a flag or an earlier line says white"},
		{"# content: full\n", `line 1: unknown content "full" (want whole, overlay or overlayadjacent)`},
		{"piece,square,factor,shift,offset\nrook,0,1,52,0\n", "line 2, column 1: form not said"},
		{head + "rook,0,1,52\n", "line 3, column 1: wrong number of fields"},
		{head + "\"rook,0,1,52,0\n", "line 3, column 16: extraneous or missing"},
		{head + "queen,0,1,52,0\n", `line 3, column 1: piece "queen", want rook or bishop`},
		{head + "rook,64,1,52,0\n", `line 3, column 6: square "64", want 0 to 63 or a1 to h8`},
		{head + "rook,i1,1,52,0\n", `line 3, column 6: square "i1"`},
		{head + "rook,0,0xg,52,0\n", `line 3, column 8: factor "0xg", want a 64-bit number`},
		{head + "rook,0,1,12,0\n", `line 3, column 10: shift "12", want 46 to 63`},
		{head + "rook,0,1,52,1e3\n", `line 3, column 13: offset "1e3", want`},
		{head + "rook,0,1,52,99999999\n", `line 3, column 13: offset "99999999", want`},
		{head + "rook,0,1,52,0\nrook,a1,1,52,0\n", "line 4, column 6: a second rook on a1"},
		{"# form: white\npiece,square,factor,shift,offset,rotation\nrook,0,1,52,0,5\n", `line 3, column 15: rotation "5", want 0 where`},
		{head + "rook,0,1,52,0\nrook,1,1,52,1", "line 4, column 14: no end of the line"},
		{"{", "line 1: unexpected EOF"},
		{"{\n \"entries\": [1, }", "line 2: invalid character"},
		{`{"entries":[{"piece":"rook","square":0,"factor":"x","shift":52,"offset":0,"form":"white"}]}`, `entry 1: factor "x"`},
		{`{"entries":[{"magic":1}]}`, `entry 1: unknown key "magic"`},
		{`{"entries":[{}]}`, "entry 1: no piece"},
		{`{"entries":[3]}`, "line 1: entries: a number (want"},
		{`{"entries":3}`, "line 1: entries: a number (want"},
		{`{"source":3}`, "line 1: source: a number (want"},
		{"{\"entries\":[]}\n{}", "line 2: something behind the object"},
		{`{"entries":[]}`, "no entries"},
		{`{"form":"grey","entries":[]}`, `unknown form "grey"`},
		{`{"size":1}`, `line 1: json: unknown field "size"`},
		{`{"source":["a\nb"],"entries":[]}`, `source "a\nb" (want a line that can be a comment`},
		{`{"source":["form: black"],"entries":[]}`, `source "form: black"`},
	} {
		_, err := factors.Read(strings.NewReader(c.text))
		if err == nil || !strings.HasPrefix(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q:\ngot  %v\nwant %s", c.text, err, c.want)
		}
	}
}

// The entries of any file come back unchanged from CSV and from JSON, or the file is an error of one line.
func FuzzRead(f *testing.F) {
	f.Add("# form: black\npiece,square,factor,shift,offset\nrook,0,0x1,52,-1\n")
	f.Add("piece,square,factor,shift,offset,form,rotation\nrook,0,0x1,52,-1,torus,0\n")
	f.Add(`{"content":"overlay","entries":[{"piece":"rook","square":28,"factor":"255","shift":52,"offset":3,"form":"black","rotation":5}]}`)
	f.Fuzz(func(t *testing.T, file string) {
		s, err := factors.Read(strings.NewReader(file))
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("error of more than one line: %q", err)
			}
			return
		}
		for _, text := range written(t, s) {
			again, err := factors.Read(strings.NewReader(text))
			if err != nil || fmt.Sprint(again.Entries) != fmt.Sprint(s.Entries) {
				t.Errorf("comes back as %v, %v, want %v from\n%s", again, err, s, text)
			}
		}
		_ = s.Verify() // any answer, but no panic
	})
}

// Read replaces control characters in a CSV file's source, which terminals or other languages would interpret. The source then survives
// writing and reading in both formats.
func TestSourcesArePlain(t *testing.T) {
	s, err := factors.Read(strings.NewReader("# mid\rINJECTED\r#\n# \x1b[2J \v \u2028 \xff\n# form: white\npiece,square,factor,shift,offset\nrook,0,1,52,0\n"))
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"mid INJECTED #", " [2J      "}; !slices.Equal(s.Source, want) {
		t.Errorf("source %q, want %q", s.Source, want)
	}
	for _, write := range []func(io.Writer) error{s.WriteJSON, s.WriteCSV} {
		var text bytes.Buffer
		if err := write(&text); err != nil {
			t.Fatal(err)
		}
		if again, err := factors.Read(&text); err != nil || strings.TrimSpace(strings.Join(again.Source, "/")) != strings.TrimSpace(strings.Join(s.Source, "/")) {
			t.Errorf("%v, %+v", err, again)
		}
	}
}
