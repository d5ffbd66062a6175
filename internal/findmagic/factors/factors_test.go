package factors_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/findmagic/factors"
	"github.com/slidebench/slidebench/internal/tiertest"
)

var pieces = [...]board.Piece{board.Rook, board.Bishop}

// read reads a set from a file of the repository.
func read(t testing.TB, path string) *factors.Set {
	t.Helper()
	text, err := os.ReadFile("../../../" + path)
	if err != nil {
		t.Fatal(err)
	}
	s, err := factors.Read(bytes.NewReader(text))
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return s
}

// In every form the key tells all relevant subsets apart that have different attacks, and nothing else changes it.
func TestKey(t *testing.T) {
	tiertest.Slow(t)
	rng := rand.New(rand.NewPCG(1, 2))
	for _, f := range []factors.Form{factors.White, factors.Black, factors.Bits32, factors.Torus} {
		for _, p := range pieces {
			for sq := range 64 {
				answers := map[uint64]uint64{}
				mask := board.Mask(p, sq)
				for sub := range board.Subsets(mask) {
					key := f.Key(p, sq, sub)
					if noisy := f.Key(p, sq, sub|rng.Uint64()&^mask); noisy != key {
						t.Fatalf("%v, %v on %s: noise changes the key from %#x to %#x", f, p, board.SquareName(sq), key, noisy)
					}
					attacks := board.Walk(p, sq, sub)
					if other, taken := answers[key]; taken && other != attacks {
						t.Fatalf("%v, %v on %s: the key %#x has two answers", f, p, board.SquareName(sq), key)
					}
					answers[key] = attacks
				}
			}
		}
	}
}

// The torus form is what its documentation says: all rooks, or all bishops, that have the same key agree on every square of
// the turned board that is on the lines of both and adjacent to neither.
func TestTorusSquaresAgree(t *testing.T) {
	for _, p := range pieces {
		word, known := map[uint64]uint64{}, map[uint64]uint64{}
		for sq := range 64 {
			turn := factors.Torus.Turn(sq)
			knows := bits.RotateLeft64(factors.OverlayAdjacent.Known(p, sq), turn)
			for sub := range board.Subsets(board.Mask(p, sq)) {
				key := factors.Torus.Key(p, sq, sub)
				attacks := bits.RotateLeft64(board.Walk(p, sq, sub), turn) & knows
				if disagree := (word[key] ^ attacks) & known[key] & knows; disagree != 0 {
					t.Fatalf("the %v on %s disagrees about the key\n%son\n%s", p, board.SquareName(sq), board.Picture(key), board.Picture(disagree))
				}
				word[key] |= attacks
				known[key] |= knows
			}
		}
	}
}

func TestStoredBlackSet(t *testing.T) {
	s := read(t, "blackmagic/factors.csv")
	table, err := s.Table()
	if err != nil {
		t.Fatal(err)
	}
	if s.Words() != len(table) || !s.Complete() {
		t.Errorf("%d words, table of %d, complete: %t", s.Words(), len(table), s.Complete())
	}
	used := 0
	for _, word := range table {
		if word != 0 {
			used++
		}
	}
	if s.Used() != used {
		t.Errorf("%d slots used, %d of the table are not empty", s.Used(), used)
	}
	last, sum := 0, 0
	for i, span := range s.Spans() {
		last, sum = max(last, span.Last), sum+span.Used
		for sub := range board.Subsets(board.Mask(s.Entries[i].Piece, s.Entries[i].Square)) {
			if slot := s.Entries[i].Slot(sub); slot < span.First || slot > span.Last {
				t.Fatalf("%v: slot %d outside of %v", &s.Entries[i], slot, span)
			}
		}
	}
	if last+1 != s.Words() || sum < used {
		t.Errorf("spans end at %d and use %d slots; the set has %d words and uses %d", last, sum, s.Words(), used)
	}
	if e := s.Entry(board.Bishop, 63); e == nil || e.Piece != board.Bishop || e.Square != 63 {
		t.Errorf("no bishop on h8: %v", e)
	}
}

// Looking an occupancy up in the table of an overlay gives the attacks.
func TestOverlayLookup(t *testing.T) {
	for _, content := range []factors.Content{factors.Overlay, factors.OverlayAdjacent} {
		s := overlaid(t, content)
		table, err := s.Table()
		if err != nil {
			t.Fatalf("%v: %v", content, err)
		}
		for i := range s.Entries {
			e := &s.Entries[i]
			known := content.Known(e.Piece, e.Square)
			for sub := range board.Subsets(board.Mask(e.Piece, e.Square)) {
				got := bits.RotateLeft64(table[e.Slot(sub)], e.Rotation) & known
				if content == factors.OverlayAdjacent {
					got |= factors.Adjacent(e.Piece, e.Square)
				}
				if want := board.Walk(e.Piece, e.Square, sub); got != want {
					t.Fatalf("%v, %v:\n%sgives\n%swant\n%s", content, e, board.Picture(sub), board.Picture(got), board.Picture(want))
				}
			}
		}
	}
}

// overlaid returns the bishops on c1 and h3 with their slots on top of each other, in the first rotation but 0 in which that goes.
func overlaid(t testing.TB, content factors.Content) *factors.Set {
	t.Helper()
	s := &factors.Set{Content: content}
	for _, sq := range []int{2, 23} { // c1, h3
		factor := sparse(t, board.Bishop, sq)
		s.Entries = append(s.Entries, factors.Entry{Piece: board.Bishop, Square: sq, Factor: factor, Shift: bishopShift})
	}
	for rotation := 1; rotation < 64; rotation++ {
		s.Entries[1].Rotation = rotation
		if s.Verify() == nil {
			return s
		}
	}
	t.Fatalf("%v: c1 and h3 do not share slots in any rotation", content)
	return nil
}

// bishopShift leaves an index as wide as the mask of a bishop on the edge.
const bishopShift = 64 - 5

// sparse finds a magic in the simplest way.
func sparse(t testing.TB, p board.Piece, sq int) uint64 {
	t.Helper()
	rng := rand.New(rand.NewPCG(3, uint64(sq)))
	for range 100_000 {
		factor := rng.Uint64() & rng.Uint64() & rng.Uint64()
		s := factors.Set{Entries: []factors.Entry{{Piece: p, Square: sq, Factor: factor, Shift: bishopShift}}}
		if s.Verify() == nil {
			return factor
		}
	}
	t.Fatal("no factor")
	return 0
}

func TestVerifyCatchesPlantedFaults(t *testing.T) {
	sets := map[string]*factors.Set{
		"black": read(t, "blackmagic/factors.csv"),
		"torus": read(t, "fancymagic/torus/factors.csv"),
	}
	for name, s := range sets {
		for _, c := range []struct {
			name  string
			plant func(e *factors.Entry)
		}{
			{"flipped bit of the factor", func(e *factors.Entry) { e.Factor ^= 1 << 40 }},
			{"factor 0", func(e *factors.Entry) { e.Factor = 0 }},
			{"shift one too high", func(e *factors.Entry) { e.Shift++ }},
			{"other rotation", func(e *factors.Entry) { e.Rotation ^= 8 }},
			{"offset one too high", func(e *factors.Entry) { e.Offset++ }},
			{"other form", func(e *factors.Entry) { e.Form = factors.White }},
			{"before the table", func(e *factors.Entry) { e.Offset = -5000 }},
		} {
			if c.name == "other rotation" && s.Content == factors.Whole {
				continue
			}
			bad := *s
			bad.Entries = append([]factors.Entry{}, s.Entries...)
			e := bad.Entry(board.Rook, 43)
			c.plant(e)
			err := bad.Verify()
			if err == nil {
				t.Errorf("%s, %s of %v: not noticed", name, c.name, e)
				continue
			}
			if !strings.Contains(err.Error(), board.SquareName(e.Square)) || !strings.Contains(err.Error(), ". .") {
				t.Errorf("%s, %s: the error does not show %v:\n%v", name, c.name, e, err)
			}
			outside, ok := errors.AsType[*factors.Outside](err)
			if ok != (c.name == "before the table") || ok && outside.Entry.Slot(outside.Subset) != outside.Slot {
				t.Errorf("%s, %s: got %v", name, c.name, err)
			}
			if collision, ok := errors.AsType[*factors.Collision](err); ok {
				a, b := collision.Entries[0], collision.Entries[1]
				if a.Slot(collision.Subsets[0]) != b.Slot(collision.Subsets[1]) || collision.Disagree == 0 {
					t.Errorf("%s, %s: no collision: %+v", name, c.name, collision)
				}
			}
		}
	}
}

func TestFilesComeBackUnchanged(t *testing.T) {
	mixed := overlaid(t, factors.OverlayAdjacent)
	mixed.Entries[0].Form = factors.Black
	mixed.Source = []string{"first line", "", "third: line"}
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

// A part of a set, filled from the whole set, is whole and right, and what it had is unchanged.
func TestFill(t *testing.T) {
	for _, path := range []string{"blackmagic/factors.csv", "fancymagic/overlay/factors.csv", "fancymagic/torus/factors.csv"} {
		whole := read(t, path)
		part := &factors.Set{Content: whole.Content, Entries: append([]factors.Entry{}, whole.Entries[3:70]...)}
		if want := "rook a1, b1, c1; bishop g1, h1, a2, "; !strings.HasPrefix(part.Missing(), want) {
			t.Errorf("%s: missing %s, want %s", path, part.Missing(), want)
		}
		if err := part.Fill(whole); err != nil || !part.Complete() || part.Missing() != "" {
			t.Fatalf("%s: %v, missing %s", path, err, part.Missing())
		}
		if err := part.Verify(); err != nil {
			t.Errorf("%s: %v", path, err)
		}
		if !reflect.DeepEqual(part.Entries[3:70], whole.Entries[3:70]) {
			t.Errorf("%s: what was there has changed", path)
		}
	}
	s := &factors.Set{}
	if s.Missing() != "all rooks; all bishops" {
		t.Errorf("missing %s", s.Missing())
	}
	if err := s.Fill(&factors.Set{Entries: []factors.Entry{{Factor: 1, Shift: 52}}}); err == nil || len(s.Entries) != 0 {
		t.Errorf("a wrong set fills: %v", err)
	}
}

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

// A source from a CSV file survives writing as JSON and reading, without characters that terminals or other languages would interpret.
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
