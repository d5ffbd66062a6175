package imported_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/findmagic/factors"
	"github.com/slidebench/slidebench/internal/findmagic/imported"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// read reads a set of the repository.
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

// planted returns a copy of a set with a fault in the entry of a piece on a square.
func planted(s *factors.Set, p board.Piece, sq int, plant func(e *factors.Entry)) *factors.Set {
	all := &factors.Set{Entries: slices.Clone(s.Entries)}
	plant(all.Entry(p, sq))
	return all
}

// The error about a wrong file, or about a file that is right in another form or order than asked for, names the nearest reading. What list writes has 17 lines, so four
// arrays begin in lines 1, 18, 35 and 52.
func TestNearest(t *testing.T) {
	dense, black, fixed := read(t, "fancymagic/dense/factors.csv"), read(t, "blackmagic/factors.csv"), read(t, "fixedshift/factors.csv")
	rows := func(s *factors.Set) string {
		return both(s, "M $s[64] = {", format("{0x%xULL, %d, %d},", factor, shift, offset), "};\n")
	}
	arrays := func(s *factors.Set) string {
		return both(s, "U64 $Magics[64] = {", format("0x%xULL,", factor), "};\n") + both(s, "int $Shifts[64] = {", format("%d,", shift), "};\n")
	}
	white, isBlack := factors.White, factors.Black
	const d1, f1 = 3, 5
	place := fixed.Entry(board.Rook, d1).Offset // the right one
	for _, c := range []struct {
		name, text string
		options    imported.Options
		want       string
	}{
		{"shift", arrays(planted(dense, board.Rook, g8, func(e *factors.Entry) { e.Shift++ })), imported.Options{},
			"rooks: rookMagics (line 1); white magics; squares by numbers with a1 = 0; shifts from rookShifts (line 35): " +
				"wrong on g8, right on 63 of 64 squares; rookShifts (line 35) has 55 on g8, want 54"},
		{"two shifts", arrays(planted(planted(dense, board.Bishop, g8, func(e *factors.Entry) { e.Shift++ }), board.Bishop, e4, func(e *factors.Entry) { e.Shift += 2 })),
			imported.Options{}, "wrong on e4, g8, right on 62 of 64 squares; bishopShifts (line 52) has 57 on e4, want 55"},
		{"factor", arrays(planted(dense, board.Rook, e4, func(e *factors.Entry) { e.Factor ^= 1 << 40 })), imported.Options{}, "shifts from rookShifts (line 35): wrong on e4, right on 63 of 64 squares"},
		{"two factors", arrays(planted(planted(dense, board.Rook, e4, func(e *factors.Entry) { e.Factor = 1 << 40 }), board.Rook, g8, func(e *factors.Entry) { e.Factor = 0 })),
			imported.Options{}, "wrong on e4, g8, right on 62 of 64 squares"},
		{"both pieces", arrays(planted(planted(dense, board.Rook, e4, func(e *factors.Entry) { e.Factor = 7 }), board.Bishop, g8, func(e *factors.Entry) { e.Shift++ })),
			imported.Options{}, "wrong on e4, right on 63 of 64 squares (line 8); bishops: bishopMagics"},
		{"offset in a packed table", rows(planted(fixed, board.Rook, d1, func(e *factors.Entry) { e.Offset += 50 })), imported.Options{},
			fmt.Sprintf("wrong on d1, right on 63 of 64 squares; rooks.2 (line 1) has %d on d1, want %d", place+50, place)},
		{"asked for white", rows(black), imported.Options{Form: &white}, "no set proved here as asked; rooks: right as black magics with a1 = 0 (--rook rooks.0 --form black --index-bits rooks.1)"},
		{"asked for black", arrays(dense), imported.Options{Form: &isBlack}, "no set proved here as asked; rooks: right as white magics"},
		{"offset beside a right one", func() string {
			bad := planted(separated(dense), board.Bishop, e4, func(e *factors.Entry) { e.Offset++ })
			return list(bad, board.Rook, "data = [", func(e *factors.Entry) string {
				b := bad.Entry(board.Bishop, e.Square)
				return fmt.Sprintf("{rookMagic: %d, rookShift: %d, rookOffset: %d, bishopMagic: %d, bishopShift: %d, bishopOffset: %d},",
					e.Factor, e.Shift, e.Offset, b.Factor, b.Shift, b.Offset)
			}, "]")
		}(), imported.Options{}, "not with the offsets from data.bishopOffset (line 1)"},
		{"names, bits with a8 = 0", list(planted(dense, board.Rook, e4, func(e *factors.Entry) { e.Factor ^= 1 << 40 }), board.Rook, "rook = {", func(e *factors.Entry) string {
			return fmt.Sprintf("[%s] = 0x%xULL,", strings.ToUpper(board.SquareName(e.Square^56)), e.Factor)
		}, "}"), imported.Options{}, "bits with a8 = 0; as many index bits as relevant squares: wrong on e5, right on 63 of 64 squares"},
		{"a bishop too few", both(dense, "$[] = {", func(e *factors.Entry) string {
			if e.Piece == board.Bishop && e.Square == f1 {
				return ""
			}
			return fmt.Sprintf("0x%x,", e.Factor)
		}, "};"), imported.Options{}, "no set proved here; rooks are proved, --rook rook --form white reads them alone; bishops may be bishop (line 17) has 63 numbers (want 64)"},
		{"asked for a1", arrays(turned(dense, 56)), imported.Options{Order: "a1"}, "right as white magics with a8 = 0"},
		{"asked for white and a1", both(turned(black, 56), "U64 $[] = {", format("0x%x, ", factor), "};"), imported.Options{Form: &white, Order: "a1"},
			"right as black magics with a8 = 0"},
		{"asked for h8", arrays(dense), imported.Options{Order: "h8"}, "right as white magics with a1 = 0"},
		{"shift in one array for both", func() string {
			bad := planted(dense, board.Bishop, g8, func(e *factors.Entry) { e.Shift++ })
			pair := func(begin string, row entry) string {
				return begin + " = {{" + list(bad, board.Rook, "", row, "}, {") + list(bad, board.Bishop, "", row, "}};\n")
			}
			return pair("U64 m[2][64]", format("0x%xULL,", factor)) + pair("int s[2][64]", format("%d,", shift))
		}(), imported.Options{}, "shifts from s.1 (line 50): wrong on g8, right on 63 of 64 squares; s.1 (line 50) has 61 on g8, want 60"},
		{"arrays without a hint", func() string {
			bad := planted(dense, board.Bishop, e4, func(e *factors.Entry) { e.Shift++ })
			plain := func(row entry) string {
				return list(bad, board.Rook, "U64 xq[64] = {", row, "};\n") + list(bad, board.Bishop, "U64 xp[64] = {", row, "};\n")
			}
			return plain(format("0x%xULL,", factor)) + plain(format("%d,", shift))
		}(), imported.Options{}, "shifts from xp (line 52): wrong on e4, right on 63 of 64 squares"},
		{"offsets without a hint", func() string {
			bad := planted(separated(dense), board.Bishop, e4, func(e *factors.Entry) { e.Offset++ })
			plain := func(row entry) string {
				return list(bad, board.Rook, "U64 xq[64] = {", row, "};\n") + list(bad, board.Bishop, "U64 xp[64] = {", row, "};\n")
			}
			return plain(format("0x%xULL,", factor)) + plain(format("%d,", shift)) + plain(format("%d,", offset))
		}(), imported.Options{}, "right with tables end to end, not with the offsets from xp (line 86)"},
	} {
		set, _, err := imported.Guess(t.Context(), c.text, c.options)
		_, wrong := errors.AsType[*imported.Wrong](err) // unless no set is proved, or none as asked
		if err == nil || wrong == (strings.Contains(c.want, "right as") || strings.HasPrefix(c.want, "no set")) || set != nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: got %v\nwant %s", c.name, err, c.want)
		}
	}
}

// A flipped bit of a magic is noticed if it makes the square wrong, and then the square is named. Some bits make no square wrong.
func TestPlantedFaults(t *testing.T) {
	dense := read(t, "fancymagic/dense/factors.csv")
	rng := rand.New(rand.NewPCG(1, 1))
	for range 24 {
		p, sq, bit := board.Piece(rng.IntN(2)), rng.IntN(64), rng.IntN(64)
		bad := planted(dense, p, sq, func(e *factors.Entry) { e.Factor ^= 1 << bit })
		text := both(bad, "U64 $[64] = {", format("{%d, %d},", factor, shift), "};")
		_, _, err := imported.Guess(t.Context(), text, imported.Options{})
		alone := factors.Set{Entries: []factors.Entry{*bad.Entry(p, sq)}}
		alone.Entries[0].Offset = 0
		wrong := alone.Verify() != nil
		if wrong != (err != nil) || wrong && !strings.Contains(err.Error(), board.SquareName(sq)) {
			t.Errorf("bit %d of %v on %s: %v", bit, p, board.SquareName(sq), err)
		}
	}
}

// Files without magics, and wrong options, are refused in one line.
func TestRefused(t *testing.T) {
	dense := read(t, "fancymagic/dense/factors.csv")
	torus := factors.Torus
	// In short, a + joins two numbers. small has no magics.
	short := strings.Replace(list(dense, board.Rook, "a[] = {", format("0x%x,", factor), "};"), ",", "+", 1)
	small := list(dense, board.Rook, "a[] = {", format("%d,", shift), "};")
	for _, c := range []struct {
		text    string
		options imported.Options
		want    string
	}{
		{"", imported.Options{}, "no array of 64 numbers"},
		{short, imported.Options{}, "a (line 1) has 63 numbers (want 64)"},
		// So many index bits as some of these shifts leave make nearly any numbers right.
		{decoys() + "x = a >> 48 | b >> 52 | c >> 55 | d >> 20;", imported.Options{}, "no set proved here; nearest: rooks: zobrist (line 5)"},
		// The list begins with 40, because a sign other than a comma stands between it and 1.
		{list(dense, board.Rook, "a[] = {1ULL << 40, 0xffffffffffff, ", format("%d,", func(e *factors.Entry) any { return ^e.Factor }), "0xffffffffffff };"), imported.Options{}, "no set proved here; list (line 1) has 67 numbers (want 64)"},
		{decoys(), imported.Options{}, "no set proved here; nearest: rooks: zobrist (line 5)"},
		{small, imported.Options{}, "none of the 1 arrays of 64 numbers has numbers of 64 bits"},
		// Texts in which a slow reader would search for an end again and again.
		{strings.Repeat("(", 1<<18), imported.Options{}, "no array of 64 numbers"},
		{"a = " + strings.Repeat("(u)", 1<<16) + "1", imported.Options{}, "no array of 64 numbers"},
		{strings.Repeat("=", 1<<16), imported.Options{}, "no array of 64 numbers"},
		{strings.Repeat("a[1]=1 ", 1<<15), imported.Options{}, "no array of 64 numbers"},
		{strings.Repeat("[64][4096]", 1<<15), imported.Options{}, "no array of 64 numbers"},
		{strings.Repeat("{- ", 1<<18), imported.Options{}, "no array of 64 numbers"},
		{strings.Repeat("[| (* ", 1<<18), imported.Options{}, "no array of 64 numbers"},
		{strings.Repeat("'a\"\"\"", 1<<15), imported.Options{}, "no array of 64 numbers"},
		{strings.Repeat("-", 1<<20) + "1", imported.Options{}, "no array of 64 numbers"},
		{short, imported.Options{Order: "b2"}, `unknown order "b2" (want a1, a8, h1, h8, a1-a2, a8-a7, h1-h2 or h8-h7)`},
		{short, imported.Options{Form: &torus}, "cannot import the torus form"},
	} {
		if _, _, err := imported.Guess(t.Context(), c.text, c.options); err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%.60q: got %v, want %s", c.text, err, c.want)
		}
	}
}

// Of very many tables of large numbers, Guess tries the likeliest 1,024. A table called magics is among them.
func TestManyTables(t *testing.T) {
	tiertest.Long(t)
	dense := read(t, "fancymagic/dense/factors.csv")
	many := strings.Repeat(list(dense, board.Rook, "a[] = {", format("0x%x,", func(e *factors.Entry) any { return ^e.Factor }), "};"), 1025)
	if _, _, err := imported.Guess(t.Context(), many, imported.Options{}); err == nil || !strings.Contains(err.Error(), "of 1025 arrays of 64 large numbers, the likeliest 1024 were tried") {
		t.Error(err)
	}
	if _, said, err := imported.Guess(t.Context(), many+list(dense, board.Rook, "magics[] = {", format("0x%x,", factor), "};"), imported.Options{}); err != nil {
		t.Errorf("%v, %q", err, said)
	}
}

// Guess reads the files of this repository, and its messages name the form, the widths or the offsets.
func TestForms(t *testing.T) {
	for _, c := range []struct{ file, want string }{
		{"magic/magic32/factors.go", "32bit magics"},
		{"magic/factors.go", "12 index bits on all squares"},
		{"fancymagic/internal/factors/factors.go", "as many index bits as relevant squares"},
		{"fancymagic/factors_gen.h", "as many index bits as relevant squares"},
		{"blackmagic/factors_gen.h", "black magics"},
		{"fixedshift/factors.go", "offsets from rookOffsets"},
	} {
		text, err := os.ReadFile("../../../" + c.file)
		if err != nil {
			t.Fatal(err)
		}
		set, said, err := imported.Guess(t.Context(), string(text), imported.Options{})
		if err != nil || !set.Complete() || !strings.Contains(strings.Join(said, "\n"), c.want) {
			t.Errorf("%s: %v, %q, want %s", c.file, err, said, c.want)
		}
	}
}

// Any text gives a proved set or an error of one line.
func FuzzGuess(f *testing.F) {
	for _, seed := range []string{
		"U64 m[2] = { [SQ_A1] = 0x1'000ULL, -5 };", "#define A(x) x##ULL\n#if 0\n#endif\nx = A + 5 >> 3;", "fn f<'a>() { /* /* */ */ }",
		"'''1 2 ff'''.split()", `m["a1"] = int("ff", 16)`, ".{ .a = @as(u64, 5), .b = 64 - 12 }", "&t[5] + ~3 / 0 % 0", "\"\\", "'", "((", "]]}",
		"#define A {- 1\n--[[ x\n(* [| $5 &H12345678UL 16#ff# z'ff' 5'i8 0ffh", "m:\n .quad 1, 0x5 # (\n shr $52, %rax\n", "a,b\nrook,1,-5\n", "As Long _\n' (",
		"/*", "#if 0\n# if 1\n#else\n", "0b00ff 0b11 0o17 017 1.5 1..2 1e5 _ $",
	} {
		f.Add(seed)
	}
	dense := read(f, "fancymagic/dense/factors.csv")
	f.Add(list(dense, board.Rook, "rook = {", format("{%d, %d, %d},", factor, shift, offset), "}"))
	f.Add(list(dense, board.Bishop, "bishop = {", format("[%s] = 0x%xULL,", upper, factor), "}; int shifts[64] = {") + list(dense, board.Bishop, "", format("%d,", shift), "}"))
	f.Add(strings.Replace(list(dense, board.Rook, "rook = {", format("0x%x,", factor), "}"), "0x", "[SQ_A1] = 0x", 1)) // a label, and no other
	f.Fuzz(func(t *testing.T, text string) {
		// Once as it is, and once as each of 64 elements.
		for _, file := range []string{text, "m = {" + strings.Repeat(text+",", 64) + "}"} {
			set, _, err := imported.Guess(t.Context(), file, imported.Options{})
			if err != nil {
				if strings.Contains(err.Error(), "\n") {
					t.Errorf("error of more than one line: %q", err)
				}
			} else if err := set.Verify(); err != nil {
				t.Error(err)
			}
		}
	})
}

// The dense set, on which the tests above rest, has squares with as many index bits as the mask has, and with one bit fewer.
func TestSetsHaveAllWidths(t *testing.T) {
	seen := map[int]bool{}
	for _, e := range read(t, "fancymagic/dense/factors.csv").Entries {
		seen[bits.OnesCount64(board.Mask(e.Piece, e.Square))-(64-e.Shift)] = true
	}
	if !seen[0] || !seen[1] {
		t.Errorf("widths below the mask's: %v", seen)
	}
}

// If rooks and bishops are in different orders of squares, each is right, but a warning says that no program can have both by one number.
func TestTwoOrders(t *testing.T) {
	s := usual(t)
	text := list(turned(s, 56), board.Rook, "rook = {", format("0x%x, ", factor), "};\n") + list(s, board.Bishop, "bishop = {", format("0x%x, ", factor), "};\n")
	if _, said, err := imported.Guess(t.Context(), text, imported.Options{}); err != nil || !strings.HasPrefix(said[0], "warning: rooks are numbered with a8 = 0, bishops with a1 = 0") {
		t.Errorf("%v, %q", err, said)
	}
}

// Hash keys are no magics, even beside shifts that leave so many index bits, 16 and 18, that nearly any numbers are right.
func TestHashKeysBesideAShift(t *testing.T) {
	for _, n := range []int{1, 6} {
		text := noise("keys", 64*n) + "i = key >> 46; j = key * 5 >> 46; k = key * 5 >> 48;"
		_, said, err := imported.Guess(t.Context(), text, imported.Options{})
		if _, wrong := errors.AsType[*imported.Wrong](err); err == nil || wrong {
			t.Errorf("%d arrays: %v, %q", n, err, said)
		}
	}
}

// Guess tries only readings that agree with the options.
func TestOptions(t *testing.T) {
	s := usual(t)
	// Two bits more than a rook needs at most: the magics are right with so many index bits, too.
	wide := &factors.Set{Entries: append([]factors.Entry(nil), s.Entries...)}
	for i := range wide.Entries {
		wide.Entries[i].Shift = 50
	}
	text := eachPiece(s, "a_$[64] = {", ", ", "};\n", format("0x%x", factor)) + eachPiece(wide, "wide_$[64] = {", ", ", "};\n", format("%d", shift)) +
		eachPiece(s, "b_$[64] = {", ", ", "};\n", format("0x%x", factor))
	white := factors.White
	for _, c := range []struct {
		options imported.Options
		want    string
	}{
		{imported.Options{Magics: [2]string{"b_rook", "b_bishop"}}, "rooks: b_rook (line 5)"},
		{imported.Options{Magics: [2]string{"b_rook:5", ""}, Form: &white}, "rooks: b_rook (line 5)"},
		{imported.Options{Shifts: []string{"wide_rook", "wide_bishop"}}, "shifts from wide_rook (line 3)"},
		{imported.Options{Magics: [2]string{"a_bishop", ""}}, "no set proved here; nearest: rooks: a_bishop (line 2)"},
		{imported.Options{Magics: [2]string{"a_rook:2", ""}}, `no array "a_rook:2" (have a_rook (line 1), `},
		{imported.Options{Order: "a8-a7"}, "rooks: right as white magics with a1 = 0 (--rook a_rook --form white"},
	} {
		_, said, err := imported.Guess(t.Context(), text, c.options)
		if got := fmt.Sprint(err, said); !strings.Contains(got, c.want) {
			t.Errorf("%+v: %s\nwant %s", c.options, got, c.want)
		}
	}
}

// Guess ends with files full of beginnings, for whose ends a slow reader would search so often that the test ran out of time. It returns the cause of its context when that
// is done: before it reads, or meanwhile.
func TestStops(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	stop := errors.New("stop")
	for _, unit := range []string{"{", "0x123456789abcdef, ", "/*", `"\`, "#if 0\n", "rook[1] = 5; ", "'", "-- ", "{-"} {
		text := strings.Repeat(unit, 1<<18/len(unit))
		if _, _, err := imported.Guess(ctx, text, imported.Options{}); err == nil || errors.Is(err, stop) {
			t.Errorf("%q: %v", unit, err)
		}
	}
	cancel(stop)
	for _, text := range []string{"{", noise("rook", 64)} {
		if _, _, err := imported.Guess(ctx, text, imported.Options{}); !errors.Is(err, stop) {
			t.Errorf("%.10q: %v", text, err)
		}
	}
	ctx, late := context.WithCancelCause(t.Context())
	time.AfterFunc(time.Millisecond, func() { late(stop) })
	if _, _, err := imported.Guess(ctx, strings.Repeat("rook[1] = 0x5; ", 1<<20), imported.Options{}); !errors.Is(err, stop) {
		t.Errorf("in the middle of a file: %v", err)
	}
}
