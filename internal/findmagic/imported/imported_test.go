package imported_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

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

// entry writes a square's entry.
type entry func(e *factors.Entry) string

// list writes the entries of a piece, with text before, between and after them.
func list(s *factors.Set, p board.Piece, before string, row entry, after string) string {
	var b strings.Builder
	b.WriteString(before)
	entries := s.Entries
	if len(entries) > 64 {
		entries = entries[64*int(p):]
	}
	for i := range 64 {
		e := entries[i]
		b.WriteString(row(&e))
		if i%4 == 3 {
			b.WriteString("\n")
		}
	}
	b.WriteString(after)
	return b.String()
}

// both writes the entries of both pieces. $ in before stands for the piece's name.
func both(s *factors.Set, before string, row entry, after string) string {
	name := strings.NewReplacer("$", "rook", "€", "R", "^", "ROOK")
	other := strings.NewReplacer("$", "bishop", "€", "B", "^", "BISHOP")
	return list(s, board.Rook, name.Replace(before), row, after) + list(s, board.Bishop, other.Replace(before), row, after)
}

func format(layout string, values ...func(e *factors.Entry) any) entry {
	return func(e *factors.Entry) string {
		var all []any
		for _, value := range values {
			all = append(all, value(e))
		}
		return fmt.Sprintf(layout, all...)
	}
}

func factor(e *factors.Entry) any { return e.Factor }
func signed(e *factors.Entry) any { return int64(e.Factor) }
func shift(e *factors.Entry) any  { return e.Shift }
func index(e *factors.Entry) any  { return e.Form.Width() - e.Shift }
func offset(e *factors.Entry) any { return e.Offset }
func mask(e *factors.Entry) any   { return board.Mask(e.Piece, e.Square) }
func square(e *factors.Entry) any { return e.Square }
func name(e *factors.Entry) any   { return board.SquareName(e.Square) }
func upper(e *factors.Entry) any  { return strings.ToUpper(board.SquareName(e.Square)) }

// grouped writes a magic with a separator between its digits.
func grouped(separator string) func(e *factors.Entry) any {
	return func(e *factors.Entry) any {
		text := fmt.Sprintf("%016X", e.Factor)
		return "0x" + text[:4] + separator + text[4:8] + separator + text[8:12] + separator + text[12:]
	}
}

// turned returns a set whose entries are in another order of squares.
func turned(s *factors.Set, flip int) *factors.Set {
	all := &factors.Set{Entries: slices.Clone(s.Entries)}
	for i := range all.Entries {
		all.Entries[i] = s.Entries[i^flip]
	}
	return all
}

// filesFirst returns a set whose entries go up the files.
func filesFirst(s *factors.Set) *factors.Set {
	all := &factors.Set{Entries: slices.Clone(s.Entries)}
	for i := range all.Entries {
		all.Entries[i] = s.Entries[i&64|i>>3&7|i&7<<3]
	}
	return all
}

// separated returns a set whose bishops have a table of their own.
func separated(s *factors.Set) *factors.Set {
	all := &factors.Set{Entries: slices.Clone(s.Entries)}
	next := [2]int{}
	for i := range all.Entries {
		e := &all.Entries[i]
		e.Offset = next[e.Piece]
		next[e.Piece] += 1 << (64 - e.Shift)
	}
	return all
}

// decimalDigits returns magics for bishops that have no digit above 9 as hexadecimal numbers.
func decimalDigits(t testing.TB) *factors.Set {
	t.Helper()
	rng := rand.New(rand.NewPCG(7, 8))
	all := new(factors.Set)
	for sq := range 64 {
		for {
			one := factors.Set{Entries: []factors.Entry{{Piece: board.Bishop, Square: sq, Shift: 52}}}
			for range 8 {
				one.Entries[0].Factor |= 1 << (4*rng.IntN(15) + rng.IntN(4))
			}
			if !strings.ContainsAny(fmt.Sprintf("%x", one.Entries[0].Factor), "abcdef") && one.Verify() == nil {
				all.Entries = append(all.Entries, one.Entries...)
				break
			}
		}
	}
	return all
}

// spelled is a set as a source file.
type spelled struct {
	name    string
	set     *factors.Set
	text    string
	options imported.Options
	said    []string // what the guess must say
	placed  bool     // the file places the slots, as the set does
}

// decoys returns tables that engines have beside magics.
func decoys() string {
	rng := rand.New(rand.NewPCG(5, 6))
	var b strings.Builder
	b.WriteString("#include <stdint.h>\n#define U64(x) x##ULL\nstatic const int castling[64] = {")
	for range 64 {
		fmt.Fprintf(&b, "%d,", []int{15, 15, 15, 13, 7}[rng.IntN(5)])
	}
	b.WriteString("};\nint rook_table[64] = {")
	for range 64 {
		fmt.Fprintf(&b, "%d, ", rng.IntN(200)-100)
	}
	b.WriteString("};\nuint64_t zobrist[64] = {")
	for range 64 {
		fmt.Fprintf(&b, "%dull, ", rng.Uint64())
	}
	b.WriteString("};\nvoid f(int a, char c) { if (c == '(' || c == '\\'' || c == '\"') a = 5; }\n")
	return b.String()
}

func spellings(t testing.TB) []spelled {
	dense, black, fixed := read(t, "fancymagic/dense/factors.csv"), read(t, "blackmagic/factors.csv"), read(t, "fixedshift/factors.csv")
	white := []string{"white magics", "a1 = 0"}
	var none imported.Options
	packed := new(factors.Set) // its first slots are those of the smallest indices, so that offsets are negative
	if err := packed.Fill(black); err != nil || packed.Entries[0].Offset >= 0 {
		t.Fatalf("%v, %v", packed.Entries[0], err)
	}
	digits := decimalDigits(t)
	all := []spelled{
		{"C arrays, comments, decoys", dense, decoys() + "/* /* static const U64 rookMagics[64] = { 1, 2, */ // {\n" +
			both(dense, "static const uint64_t $Magics[64] = { // 0x8a80104000800020\n", format("0x%xULL /* 5, { */, ", factor), "};\n") +
			both(dense, "const unsigned char €Shift[64] = {", format("%d, ", shift), "};\n"),
			none, append(white, "shifts from RShift (line ", "tables end to end"), false},
		{"C, #if 0 and #define", fixed, "#if 0\n" + both(black, "U64 $s[64] = {", format("%dULL,", factor), "};\n") + "#else\n" +
			both(fixed, "U64 $s[] = \n{\n", format("U64(0x%X), ", factor), "};\n") + "#endif\n#define ROOK_SHIFT (64 - \\\n 12)\n#define BISHOP_SHIFT 55\n" +
			"#define LOOK(s,o) t[(o*rooks[s]) >> ROOK_SHIFT] + b[x >> BISHOP_SHIFT]\n",
			none, append(white, "9 index bits on all squares, from >> 55"), false},
		{"C designated, backwards", dense, func() string {
			back := turned(dense, 63)
			return both(back, "U64 $_m[SQUARES] = {", format("[SQ_%s] = C64(0x%016X),", upper, factor), "};\n") +
				both(back, "int $_relevant_bits[64] = {", format("[SQ_%s] = %d,", upper, index), "};\n")
		}(), none, []string{"squares by names, bits with a1 = 0", "index bits from rook_relevant_bits"}, false},
		{"C rows", fixed, both(fixed, "struct entry $_tbl[64] = {", format("{ 0x%016xULL, %dULL, %d, %d },", mask, factor, shift, offset), "};\n"),
			none, append(white, "rook_tbl.1 (line 1)", "shifts from rook_tbl.2 (line 1)", "offsets from rook_tbl.3 (line 1)"), true},
		{"C pointers", black, both(black, "Magic m$[64] = {", format("{ table + %d, UINT64_C(0x%x) },", offset, factor), "};\n"),
			none, []string{"black magics", "12 index bits", "offsets from mrook.0"}, true},
		{"C addresses of elements", black, both(black, "Magic m$[64] = {", format("{ &table[%d], 0x%xul },", offset, factor), "};\n"),
			none, []string{"black magics", "9 index bits", "offsets from mbishop.0"}, true},
		{"C++ std::array, apostrophes", dense, both(dense, "constexpr std::array<std::uint64_t, 64> €Magics {{ // don't\n", format("%sULL,", grouped("'")), "}};\n") +
			both(dense, "constexpr int €Bits[64]{", format("64 - %d,", shift), "};\n"), none, append(white, "shifts from RBits"), false},
		{"C++ both in one", dense, "const Bitboard Magics[2][64] = {{\n" + list(dense, board.Rook, "", format("0x%xULL,", factor), "}, {") +
			list(dense, board.Bishop, "", format("0x%xULL,", factor), "}};\n") + "int Shifts[PIECES][64] = {{" +
			list(dense, board.Rook, "", format("64 - %d,", index), "}, {") + list(dense, board.Bishop, "", format("64 - %d,", index), "}};\n"),
			none, append(white, "rooks: Magics (line 1)", "bishops: Magics.1 (line 18)", "index bits from Shifts.1 (line 35)", "index bits from Shifts.1.1"), false},
		{"C ranks of eight", dense, func() string {
			row := func(e *factors.Entry) string {
				open, end := "", ", "
				if e.Square%8 == 0 {
					open = "{"
				}
				if e.Square%8 == 7 {
					end = "},"
				}
				return fmt.Sprintf("%s0x%xLL%s", open, e.Factor, end)
			}
			return both(dense, "U64 $[8][8] = {", row, "};\n")
		}(), none, white, false},
		{"rows for both pieces", dense, func() string {
			row := func(e *factors.Entry) string {
				b := dense.Entry(board.Bishop, e.Square)
				return fmt.Sprintf("  {0x%xULL, 0x%xULL, %d, %d},", e.Factor, b.Factor, e.Shift, b.Shift)
			}
			return list(dense, board.Rook, "static struct square_data data[64] = {", row, "};")
		}(), none, append(white, "data.0 ", "data.1 ", "shifts from data.3"), false},
		{"rows, numbers of squares out of order", fixed, both(turned(fixed, 9), "static const M $[64] = {", format("M(SQ_%s, 0x%xULL, %d),", upper, factor, offset), "};\n"),
			none, []string{"squares by names"}, true},
		{"assignments", dense, both(dense, "void init_$(void) {\n", format("  magic_$[%d] = 0x%xULL;", square, factor), "}\n"), none, white, false},
		{"assignments to fields by names", dense, both(dense, "void init(void) {\n", func(e *factors.Entry) string {
			return fmt.Sprintf("  %ss[%s].magic = 0x%xULL; %ss[%s].shift = %d;\n", e.Piece, upper(e), e.Factor, e.Piece, upper(e), e.Shift)
		}, "}\n"), none, []string{"squares by names", "rooks.shift (line "}, false},
		{"Rust arrays, nested comments", dense, "/* /* */" + both(dense, "pub const ^_OLD: [u64; 64] = [", format("%d, ", func(e *factors.Entry) any { return ^e.Factor }), "];") + "*/\n#[rustfmt::skip]\nfn f<'a>(x: &'a str) -> u8 { b'(' }\n" +
			both(dense, "#[rustfmt::skip] pub const ^_MAGICS: [u64; 64] = [\n", format("%s_u64, ", grouped("_")), "];\n") +
			both(dense, "static ^_SHIFTS: [u8; 64] = [", format("64 - %d_u8, ", index), "];\n"), none, append(white, "ROOK_MAGICS", "BISHOP_SHIFTS"), false},
		{"Rust structs", fixed, both(fixed, "static ^: &[Entry; 64] = &[\n", format("Entry { mask: Bitboard(0x%x), factor: 0x%xu64, offset: %d },\n", mask, factor, offset), "];\n") +
			"const fn f() -> u64 { x >> (64 - 9); y >> 52 }", none, append(white, "ROOK.factor", "BISHOP.offset"), true},
		{"Java, negative decimals", dense, "class Magics { // {\n" + both(dense, "private static final long[] $Magics = new long[] {\n", format("%dL, ", signed), "};\n") +
			both(dense, "static final int[] $Shifts = {\n", format("%d, ", shift), "};\n") + "}\n", none, append(white, "rookMagics"), false},
		{"Java, a8 first", dense, both(turned(dense, 56), "long[] $ = {\n", format("%dl, ", signed), "};\n"), none, []string{"squares by numbers with a8 = 0"}, false},
		{"Java, strings", dense, both(dense, "static final long[] $ = {", format(`Long.parseUnsignedLong("%016x", 16), `, factor), "};\n"), none, white, false},
		{"Java, casts", dense, both(dense, "long[] $ = {\n", format("(long) %d, ", signed), "};\n"), none, white, false},
		{"C++ constructors", dense, both(dense, "std::array<bitboard, 64> const $s{\n", format("bitboard{0x%x_u64}, ", factor), "};\n"), none, append(white, "rooks "), false},
		{"C#, in functions", fixed, both(fixed, "void Init$Magics()\n{\n ulong[] magics =\n [\n", format("0x%X, ", factor), "];\n}\n") +
			both(fixed, "void Init$Offsets()\n{\n int[] place =\n [\n", format("%d, ", offset), "];\n}\n"), none, append(white, "InitrookMagics.magics", "offsets from InitbishopOffsets.place"), true},
		{"h1 first", dense, both(turned(dense, 7), "long[] $ = {\n", format("0x%xL, ", factor), "};\n"), none, []string{"squares by numbers with h1 = 0"}, false},
		{"files first", dense, both(filesFirst(dense), "long[] $ = {\n", format("0x%xL, ", factor), "};\n"), none, []string{"squares by numbers with a1 = 0, a2 = 1"}, false},
		{"names, bits with a8 = 0", dense, both(turned(dense, 56), "long[] $ = {\n", func(e *factors.Entry) string {
			return fmt.Sprintf("/* */ [%s] = 0x%xL, ", strings.ToUpper(board.SquareName(e.Square^56)), e.Factor)
		}, "};\n"), none, []string{"squares by names, bits with a8 = 0"}, false},
		{"Scala", dense, "object Magic {\n" + both(dense, "  val $Magics: Array[Long] = Array(\n", format("%dL, ", signed), ")\n") + "}\n", none, white, false},
		{"Scala map", fixed, both(fixed, "val $s = Map(\n", format("Square.%s -> Magic(%dL, %d),", upper, signed, offset), ")\n"), none, []string{"squares by names"}, true},
		{"Go", black, "package x\n\nvar n int = 3\n" + both(black, "var $Factors [64]uint64 = [64]uint64{\n", format("%#016x, ", factor), "\n}\n\n") +
			both(black, "var $Offsets = [...]uint32{\n", func(e *factors.Entry) string { return fmt.Sprint(uint32(e.Offset), ",") }, "\n}\n"),
			none, []string{"black magics", "rookFactors", "offsets from bishopOffsets"}, true},
		{"Go, negative offsets modulo 2^32", packed, both(packed, "var $Factors = [64]uint64{\n", format("%#016x, ", factor), "\n}\n\n") +
			both(packed, "var $Offsets = [64]uint32{\n", func(e *factors.Entry) string { return fmt.Sprint(uint32(e.Offset), ",") }, "\n}\n"),
			none, []string{"black magics", "offsets from rookOffsets"}, true},
		{"complements", dense, both(dense, "U64 $[64] = {", func(e *factors.Entry) string { return fmt.Sprintf("~0x%xULL, ", ^e.Factor) }, "};"), none, white, false},
		{"zeros in front, no digit above 9", digits, list(digits, board.Bishop, "m = {", format("%016x, ", factor), "};\nindex = product >> 52;"), none, []string{"12 index bits"}, false},
		{"Go keyed rows", fixed, both(fixed, "var $s = [64]entry{\n", format("%[1]d: {factor: %[2]d, offset: %[3]d},\n", square, factor, offset), "}\n"), none, white, true},
		{"Zig", dense, both(dense, "const $_magics = [64]u64{\n", format("@as(u64, %s), ", grouped("_")), "};\n") +
			both(dense, "pub const $_shifts = [_]u6{\n", format("%d, ", shift), "};\n"), none, append(white, "shifts from rook_shifts"), false},
		{"Zig structs", fixed, both(fixed, "pub const $s = [64]Entry{\n", format(".{ .factor = 0x%x, .offset = %d },\n", factor, offset), "};\n"), none, append(white, "rooks.factor"), true},
		{"Python", dense, both(dense, "# the list [ of $\n$_magics = [ # 64\n", format("%d, # define x ( 5\n", factor), "]\n") +
			both(dense, "$_bits: list[int] = [\n", format("%d, ", index), "]\n"), none, append(white, "index bits from bishop_bits"), false},
		{"Python strings", dense, both(dense, "$ = [int(m, 16) for m in '''\n", format("%x ", factor), "'''.split()]\n"), none, white, false},
		{"Python dictionary", dense, both(dense, "$ = {\n", format("'%s': 0x%x, ", name, factor), "}\n"), none, []string{"squares by names"}, false},
		{"JSON", fixed, "{" + both(fixed, "\"$\": [", func(e *factors.Entry) string {
			comma := ","
			if e.Square == 63 {
				comma = ""
			}
			return fmt.Sprintf(`{"magic": "0x%x", "offset": %d}%s`, e.Factor, e.Offset, comma)
		}, "],") + "}", none, white, true},
		{"list of 128, hexadecimal without a prefix", dense, both(dense, "", format("%x\n", factor), ""), none, append(white, "rooks: list (line 1)", "bishops: list.1 (line 1)"), false},
		{"list of 128, zeros in front", dense, both(dense, "", format("%016X\n", factor), ""), none, white, false},
		{"list of 128, decimal", dense, both(dense, "", format("%d\n", factor), ""), none, white, false},
		{"list of 128, negative", dense, both(dense, "", format("%d\n", signed), ""), none, white, false},
		{"list with zeros in front, decimal", dense, both(dense, "$ = {", format("%020d, ", factor), "}"), none, white, false},
		{"offsets in bytes", fixed, both(fixed, "M $[64] = {", func(e *factors.Entry) string { return fmt.Sprintf("{0x%x, %d},", e.Factor, 8*e.Offset) }, "};"),
			none, append(white, "in bytes"), true},
		{"hexadecimal rows without a prefix", fixed, both(fixed, "M $[64] = {", format("{%x, %d},", factor, offset), "};"), none, white, true},
		{"separate tables", separated(dense), both(separated(dense), "M $[64] = {", format("{0x%x, %d, %d},", factor, shift, offset), "};"),
			none, append(white, "tables: that of the bishops behind that of the rooks"), false},
		{"rooks alone", &factors.Set{Entries: dense.Entries[:64]}, list(dense, board.Rook, "a[] = {", format("0x%x,", factor), "};"), none, []string{"bishops: no magics found"}, false},
		{"names exchanged", dense, list(dense, board.Rook, "bishopMagics[] = {", format("0x%x,", factor), "};") +
			list(dense, board.Bishop, "rookMagics[] = {", format("0x%x,", factor), "};"), none, []string{"warning: the names are exchanged: bishopMagics (line 1) holds magics of rooks, rookMagics (line 17) holds magics of bishops\nrooks: bishopMagics"}, false},
	}
	return all
}

// In every language, Guess finds the magics, and the file's shifts, masks and offsets.
func TestSpellings(t *testing.T) {
	for _, c := range append(spellings(t), foreignSpellings(t)...) {
		t.Run(c.name, func(t *testing.T) {
			got, said, err := imported.Guess(t.Context(), c.text, c.options)
			if err != nil {
				t.Fatalf("%v\n%.1500s", err, c.text)
			}
			if len(got.Entries) != len(c.set.Entries) {
				t.Fatalf("%d entries, want %d", len(got.Entries), len(c.set.Entries))
			}
			stated := strings.Contains(fmt.Sprint(said), "shifts from ") || strings.Contains(fmt.Sprint(said), "index bits from ")
			for i, e := range got.Entries {
				want := c.set.Entries[i]
				if !c.placed {
					e.Offset, want.Offset = 0, 0
				}
				if !stated && !c.placed {
					e.Shift, want.Shift = 0, 0
				}
				if e != want {
					t.Fatalf("got %+v, want %+v; guessed %q", e, want, said)
				}
			}
			if err := got.Verify(); err != nil {
				t.Error(err)
			}
			for _, want := range c.said {
				if !strings.Contains(strings.Join(said, "\n"), want) {
					t.Errorf("guessed %q, want %s", said, want)
				}
			}
		})
	}
}

// planted returns a set with a fault.
func planted(s *factors.Set, p board.Piece, sq int, plant func(e *factors.Entry)) *factors.Set {
	all := &factors.Set{Entries: slices.Clone(s.Entries)}
	plant(all.Entry(p, sq))
	return all
}

// The error about a wrong file names the nearest right reading.
func TestNearest(t *testing.T) {
	dense, black, fixed := read(t, "fancymagic/dense/factors.csv"), read(t, "blackmagic/factors.csv"), read(t, "fixedshift/factors.csv")
	rows := func(s *factors.Set) string {
		return both(s, "M $s[64] = {", format("{0x%xULL, %d, %d},", factor, shift, offset), "};\n")
	}
	arrays := func(s *factors.Set) string {
		return both(s, "U64 $Magics[64] = {", format("0x%xULL,", factor), "};\n") + both(s, "int $Shifts[64] = {", format("%d,", shift), "};\n")
	}
	white, isBlack := factors.White, factors.Black
	const d1, e4, g8 = 3, 28, 62
	place := fixed.Entry(board.Rook, d1).Offset
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
			if e.Piece == board.Bishop && e.Square == 5 {
				return ""
			}
			return fmt.Sprintf("0x%x,", e.Factor)
		}, "};"), imported.Options{}, "no set proved here; rooks are proved, --rook rook --form white reads them alone; bishops may be bishop (line 17) has 63 numbers (want 64)"},
		{"asked for a1", arrays(turned(dense, 56)), imported.Options{Order: "a1"}, "right as white magics with a8 = 0"},
		{"asked for white and a1", both(turned(black, 56), "U64 $[] = {", format("0x%x, ", factor), "};"), imported.Options{Form: &white, Order: "a1"},
			"right as black magics with a8 = 0"},
		{"shifts of one too few bits", arrays(planted(dense, board.Rook, 0, func(*factors.Entry) {})) + "", imported.Options{Order: "h8"}, "right as white magics with a1 = 0"},
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
		_, wrong := errors.AsType[*imported.Wrong](err)
		if err == nil || wrong == (strings.Contains(c.want, "right as") || strings.HasPrefix(c.want, "no set")) || set != nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: got %v\nwant %s", c.name, err, c.want)
		}
	}
}

// Every single fault of a magic or a shift that makes a square wrong is noticed, and the square named.
func TestPlantedFaults(t *testing.T) {
	dense := read(t, "fancymagic/dense/factors.csv")
	rng := rand.New(rand.NewPCG(1, 1))
	for range 24 {
		p, sq, bit := board.Piece(rng.IntN(2)), rng.IntN(64), rng.IntN(60)
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

// Files without magics are refused in one line.
func TestRefused(t *testing.T) {
	dense := read(t, "fancymagic/dense/factors.csv")
	torus := factors.Torus
	short := strings.Replace(list(dense, board.Rook, "a[] = {", format("0x%x,", factor), "};"), ",", "+", 1)
	small := list(dense, board.Rook, "a[] = {", format("%d,", shift), "};")
	for _, c := range []struct {
		text    string
		options imported.Options
		want    string
	}{
		{"", imported.Options{}, "no array of 64 numbers"},
		{short, imported.Options{}, "a (line 1) has 63 numbers (want 64)"},
		{decoys() + "x = a >> 48 | b >> 52 | c >> 55 | d >> 20;", imported.Options{}, "no set proved here; nearest: rooks: zobrist (line 5)"},
		{list(dense, board.Rook, "a[] = {1ULL << 40, 0xffffffffffff, ", format("%d,", func(e *factors.Entry) any { return ^e.Factor }), "0xffffffffffff };"), imported.Options{}, "no set proved here; list (line 1) has 67 numbers (want 64)"},
		{decoys(), imported.Options{}, "no set proved here; nearest: rooks: zobrist (line 5)"},
		{small, imported.Options{}, "none of the 1 arrays of 64 numbers has numbers of 64 bits"},
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

// If a file has very many tables of large numbers, Guess tries the likeliest.
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

// Plain magics in halves of 32 bits, and widths of 12 and 9 bits that nothing states.
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
		for _, text := range []string{text, "m = {" + strings.Repeat(text+",", 64) + "}"} {
			set, _, err := imported.Guess(t.Context(), text, imported.Options{})
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

// The keys of the two pieces are those of the masks: a guard for the tests above, whose sets have squares of all widths.
func TestSetsHaveAllWidths(t *testing.T) {
	seen := map[int]bool{}
	for _, e := range read(t, "fancymagic/dense/factors.csv").Entries {
		seen[bits.OnesCount64(board.Mask(e.Piece, e.Square))-(64-e.Shift)] = true
	}
	if !seen[0] || !seen[1] {
		t.Errorf("widths below the mask's: %v", seen)
	}
}
