package imported_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/findmagic/factors"
	"github.com/slidebench/slidebench/internal/findmagic/imported"
)

// The helpers down to decimalDigits, and both halves of a magic further below, write files for all tests of this package.

// entry writes a square's entry as a file spells it.
type entry func(e *factors.Entry) string

// list writes the entries of a piece, four in a line, with text before and after them. A set of 64 entries has only the piece's.
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

// both writes the entries of both pieces. In before, $, € and ^ stand for the piece: rook, R and ROOK; bishop, B and BISHOP.
func both(s *factors.Set, before string, row entry, after string) string {
	name := strings.NewReplacer("$", "rook", "€", "R", "^", "ROOK")
	other := strings.NewReplacer("$", "bishop", "€", "B", "^", "BISHOP")
	return list(s, board.Rook, name.Replace(before), row, after) + list(s, board.Bishop, other.Replace(before), row, after)
}

// format returns an entry with the layout of fmt.Sprintf for some of the values below.
func format(layout string, values ...func(e *factors.Entry) any) entry {
	return func(e *factors.Entry) string {
		var all []any
		for _, value := range values {
			all = append(all, value(e))
		}
		return fmt.Sprintf(layout, all...)
	}
}

// Values of an entry, for format.
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

// turned returns a set whose entries are in the order of squares XORed with flip: 56 for a8 first, 7 for h1, 63 for h8.
func turned(s *factors.Set, flip int) *factors.Set {
	all := &factors.Set{Entries: slices.Clone(s.Entries)}
	for i := range all.Entries {
		all.Entries[i] = s.Entries[i^flip]
	}
	return all
}

// filesFirst returns a set whose entries go up the files: file and rank are exchanged in the number of the square, below the bit of the piece.
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

// decimalDigits returns magics of bishops, with 12 index bits, whose hexadecimal digits are all below 10. Eight random bits are set.
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
	name   string
	set    *factors.Set
	text   string
	said   []string // parts of the messages of Guess
	placed bool     // the file has the offsets of the set
}

// decoys returns tables of 64 numbers that engines have beside magics, and quotation marks and brackets in code.
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

// spellings returns sets in languages that write numbers like C, in several layouts. The name tells what is special.
func spellings(t testing.TB) []spelled {
	dense, black, fixed := read(t, "fancymagic/dense/factors.csv"), read(t, "blackmagic/factors.csv"), read(t, "fixedshift/factors.csv")
	white := []string{"white magics", "a1 = 0"}
	packed := new(factors.Set) // its first slots are those of the smallest indices, so that offsets are negative
	if err := packed.Fill(black); err != nil || packed.Entries[0].Offset >= 0 {
		t.Fatalf("%v, %v", packed.Entries[0], err)
	}
	digits := decimalDigits(t)
	// The lines in messages follow from list, which writes 16 lines of entries between the texts before and after them.
	all := []spelled{
		{"C arrays, comments, decoys", dense, decoys() + "/* /* static const U64 rookMagics[64] = { 1, 2, */ // {\n" +
			both(dense, "static const uint64_t $Magics[64] = { // 0x8a80104000800020\n", format("0x%xULL /* 5, { */, ", factor), "};\n") +
			both(dense, "const unsigned char €Shift[64] = {", format("%d, ", shift), "};\n"),
			append(white, "shifts from RShift (line ", "tables end to end"), false},
		{"C, #if 0 and #define", fixed, "#if 0\n" + both(black, "U64 $s[64] = {", format("%dULL,", factor), "};\n") + "#else\n" +
			both(fixed, "U64 $s[] = \n{\n", format("U64(0x%X), ", factor), "};\n") + "#endif\n#define ROOK_SHIFT (64 - \\\n 12)\n#define BISHOP_SHIFT 55\n" +
			"#define LOOK(s,o) t[(o*rooks[s]) >> ROOK_SHIFT] + b[x >> BISHOP_SHIFT]\n",
			append(white, "9 index bits on all squares, from >> 55"), false},
		{"C designated, backwards", dense, func() string {
			back := turned(dense, 63)
			return both(back, "U64 $_m[SQUARES] = {", format("[SQ_%s] = C64(0x%016X),", upper, factor), "};\n") +
				both(back, "int $_relevant_bits[64] = {", format("[SQ_%s] = %d,", upper, index), "};\n")
		}(), []string{"squares by names, bits with a1 = 0", "index bits from rook_relevant_bits"}, false},
		{"C rows", fixed, both(fixed, "struct entry $_tbl[64] = {", format("{ 0x%016xULL, %dULL, %d, %d },", mask, factor, shift, offset), "};\n"),
			append(white, "rook_tbl.1 (line 1)", "shifts from rook_tbl.2 (line 1)", "offsets from rook_tbl.3 (line 1)"), true},
		{"C pointers", black, both(black, "Magic m$[64] = {", format("{ table + %d, UINT64_C(0x%x) },", offset, factor), "};\n"),
			[]string{"black magics", "12 index bits", "offsets from mrook.0"}, true},
		{"C addresses of elements", black, both(black, "Magic m$[64] = {", format("{ &table[%d], 0x%xul },", offset, factor), "};\n"),
			[]string{"black magics", "9 index bits", "offsets from mbishop.0"}, true},
		{"C++ std::array, apostrophes", dense, both(dense, "constexpr std::array<std::uint64_t, 64> €Magics {{ // don't\n", format("%sULL,", grouped("'")), "}};\n") +
			both(dense, "constexpr int €Bits[64]{", format("64 - %d,", shift), "};\n"), append(white, "shifts from RBits"), false},
		{"C++ both in one", dense, "const Bitboard Magics[2][64] = {{\n" + list(dense, board.Rook, "", format("0x%xULL,", factor), "}, {") +
			list(dense, board.Bishop, "", format("0x%xULL,", factor), "}};\n") + "int Shifts[PIECES][64] = {{" +
			list(dense, board.Rook, "", format("64 - %d,", index), "}, {") + list(dense, board.Bishop, "", format("64 - %d,", index), "}};\n"),
			append(white, "rooks: Magics (line 1)", "bishops: Magics.1 (line 18)", "index bits from Shifts.1 (line 35)", "index bits from Shifts.1.1"), false},
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
		}(), white, false},
		{"rows for both pieces", dense, func() string {
			row := func(e *factors.Entry) string {
				b := dense.Entry(board.Bishop, e.Square)
				return fmt.Sprintf("  {0x%xULL, 0x%xULL, %d, %d},", e.Factor, b.Factor, e.Shift, b.Shift)
			}
			return list(dense, board.Rook, "static struct square_data data[64] = {", row, "};")
		}(), append(white, "data.0 ", "data.1 ", "shifts from data.3"), false},
		{"rows, numbers of squares out of order", fixed, both(turned(fixed, 9), "static const M $[64] = {", format("M(SQ_%s, 0x%xULL, %d),", upper, factor, offset), "};\n"),
			[]string{"squares by names"}, true},
		{"assignments", dense, both(dense, "void init_$(void) {\n", format("  magic_$[%d] = 0x%xULL;", square, factor), "}\n"), white, false},
		{"assignments to fields by names", dense, both(dense, "void init(void) {\n", func(e *factors.Entry) string {
			return fmt.Sprintf("  %ss[%s].magic = 0x%xULL; %ss[%s].shift = %d;\n", e.Piece, upper(e), e.Factor, e.Piece, upper(e), e.Shift)
		}, "}\n"), []string{"squares by names", "rooks.shift (line "}, false},
		{"Rust arrays, nested comments", dense, "/* /* */" + both(dense, "pub const ^_OLD: [u64; 64] = [", format("%d, ", func(e *factors.Entry) any { return ^e.Factor }), "];") + "*/\n#[rustfmt::skip]\nfn f<'a>(x: &'a str) -> u8 { b'(' }\n" +
			both(dense, "#[rustfmt::skip] pub const ^_MAGICS: [u64; 64] = [\n", format("%s_u64, ", grouped("_")), "];\n") +
			both(dense, "static ^_SHIFTS: [u8; 64] = [", format("64 - %d_u8, ", index), "];\n"), append(white, "ROOK_MAGICS", "BISHOP_SHIFTS"), false},
		{"Rust structs", fixed, both(fixed, "static ^: &[Entry; 64] = &[\n", format("Entry { mask: Bitboard(0x%x), factor: 0x%xu64, offset: %d },\n", mask, factor, offset), "];\n") +
			"const fn f() -> u64 { x >> (64 - 9); y >> 52 }", append(white, "ROOK.factor", "BISHOP.offset"), true},
		{"Java, negative decimals", dense, "class Magics { // {\n" + both(dense, "private static final long[] $Magics = new long[] {\n", format("%dL, ", signed), "};\n") +
			both(dense, "static final int[] $Shifts = {\n", format("%d, ", shift), "};\n") + "}\n", append(white, "rookMagics"), false},
		{"Java, a8 first", dense, both(turned(dense, 56), "long[] $ = {\n", format("%dl, ", signed), "};\n"), []string{"squares by numbers with a8 = 0"}, false},
		{"Java, strings", dense, both(dense, "static final long[] $ = {", format(`Long.parseUnsignedLong("%016x", 16), `, factor), "};\n"), white, false},
		{"Java, casts", dense, both(dense, "long[] $ = {\n", format("(long) %d, ", signed), "};\n"), white, false},
		{"C++ constructors", dense, both(dense, "std::array<bitboard, 64> const $s{\n", format("bitboard{0x%x_u64}, ", factor), "};\n"), append(white, "rooks "), false},
		{"C#, in functions", fixed, both(fixed, "void Init$Magics()\n{\n ulong[] magics =\n [\n", format("0x%X, ", factor), "];\n}\n") +
			both(fixed, "void Init$Offsets()\n{\n int[] place =\n [\n", format("%d, ", offset), "];\n}\n"), append(white, "InitrookMagics.magics", "offsets from InitbishopOffsets.place"), true},
		{"h1 first", dense, both(turned(dense, 7), "long[] $ = {\n", format("0x%xL, ", factor), "};\n"), []string{"squares by numbers with h1 = 0"}, false},
		{"files first", dense, both(filesFirst(dense), "long[] $ = {\n", format("0x%xL, ", factor), "};\n"), []string{"squares by numbers with a1 = 0, a2 = 1"}, false},
		{"names, bits with a8 = 0", dense, both(turned(dense, 56), "long[] $ = {\n", func(e *factors.Entry) string {
			return fmt.Sprintf("/* */ [%s] = 0x%xL, ", strings.ToUpper(board.SquareName(e.Square^56)), e.Factor)
		}, "};\n"), []string{"squares by names, bits with a8 = 0"}, false},
		{"Scala", dense, "object Magic {\n" + both(dense, "  val $Magics: Array[Long] = Array(\n", format("%dL, ", signed), ")\n") + "}\n", white, false},
		{"Scala map", fixed, both(fixed, "val $s = Map(\n", format("Square.%s -> Magic(%dL, %d),", upper, signed, offset), ")\n"), []string{"squares by names"}, true},
		{"Go", black, "package x\n\nvar n int = 3\n" + both(black, "var $Factors [64]uint64 = [64]uint64{\n", format("%#016x, ", factor), "\n}\n\n") +
			both(black, "var $Offsets = [...]uint32{\n", func(e *factors.Entry) string { return fmt.Sprint(uint32(e.Offset), ",") }, "\n}\n"),
			[]string{"black magics", "rookFactors", "offsets from bishopOffsets"}, true},
		{"Go, negative offsets modulo 2^32", packed, both(packed, "var $Factors = [64]uint64{\n", format("%#016x, ", factor), "\n}\n\n") +
			both(packed, "var $Offsets = [64]uint32{\n", func(e *factors.Entry) string { return fmt.Sprint(uint32(e.Offset), ",") }, "\n}\n"),
			[]string{"black magics", "offsets from rookOffsets"}, true},
		{"complements", dense, both(dense, "U64 $[64] = {", func(e *factors.Entry) string { return fmt.Sprintf("~0x%xULL, ", ^e.Factor) }, "};"), white, false},
		{"zeros in front, no digit above 9", digits, list(digits, board.Bishop, "m = {", format("%016x, ", factor), "};\nindex = product >> 52;"), []string{"12 index bits"}, false},
		{"Go keyed rows", fixed, both(fixed, "var $s = [64]entry{\n", format("%[1]d: {factor: %[2]d, offset: %[3]d},\n", square, factor, offset), "}\n"), white, true},
		{"Zig", dense, both(dense, "const $_magics = [64]u64{\n", format("@as(u64, %s), ", grouped("_")), "};\n") +
			both(dense, "pub const $_shifts = [_]u6{\n", format("%d, ", shift), "};\n"), append(white, "shifts from rook_shifts"), false},
		{"Zig structs", fixed, both(fixed, "pub const $s = [64]Entry{\n", format(".{ .factor = 0x%x, .offset = %d },\n", factor, offset), "};\n"), append(white, "rooks.factor"), true},
		{"Python", dense, both(dense, "# the list [ of $\n$_magics = [ # 64\n", format("%d, # define x ( 5\n", factor), "]\n") +
			both(dense, "$_bits: list[int] = [\n", format("%d, ", index), "]\n"), append(white, "index bits from bishop_bits"), false},
		{"Python strings", dense, both(dense, "$ = [int(m, 16) for m in '''\n", format("%x ", factor), "'''.split()]\n"), white, false},
		{"Python dictionary", dense, both(dense, "$ = {\n", format("'%s': 0x%x, ", name, factor), "}\n"), []string{"squares by names"}, false},
		{"JSON", fixed, "{" + both(fixed, "\"$\": [", func(e *factors.Entry) string {
			comma := ","
			if e.Square == 63 {
				comma = ""
			}
			return fmt.Sprintf(`{"magic": "0x%x", "offset": %d}%s`, e.Factor, e.Offset, comma)
		}, "],") + "}", white, true},
		{"list of 128, hexadecimal without a prefix", dense, both(dense, "", format("%x\n", factor), ""), append(white, "rooks: list (line 1)", "bishops: list.1 (line 1)"), false},
		{"list of 128, zeros in front", dense, both(dense, "", format("%016X\n", factor), ""), white, false},
		{"list of 128, decimal", dense, both(dense, "", format("%d\n", factor), ""), white, false},
		{"list of 128, negative", dense, both(dense, "", format("%d\n", signed), ""), white, false},
		{"list with zeros in front, decimal", dense, both(dense, "$ = {", format("%020d, ", factor), "}"), white, false},
		{"offsets in bytes", fixed, both(fixed, "M $[64] = {", func(e *factors.Entry) string { return fmt.Sprintf("{0x%x, %d},", e.Factor, 8*e.Offset) }, "};"),
			append(white, "in bytes"), true},
		{"hexadecimal rows without a prefix", fixed, both(fixed, "M $[64] = {", format("{%x, %d},", factor, offset), "};"), white, true},
		{"separate tables", separated(dense), both(separated(dense), "M $[64] = {", format("{0x%x, %d, %d},", factor, shift, offset), "};"),
			append(white, "tables: that of the bishops behind that of the rooks"), false},
		{"rooks alone", &factors.Set{Entries: dense.Entries[:64]}, list(dense, board.Rook, "a[] = {", format("0x%x,", factor), "};"), []string{"bishops: no magics found"}, false},
		{"names exchanged", dense, list(dense, board.Rook, "bishopMagics[] = {", format("0x%x,", factor), "};") +
			list(dense, board.Bishop, "rookMagics[] = {", format("0x%x,", factor), "};"), []string{"warning: the names are exchanged: bishopMagics (line 1) holds magics of rooks, rookMagics (line 17) holds magics of bishops\nrooks: bishopMagics"}, false},
	}
	return all
}

// In every spelling, Guess finds the magics, and the shifts and offsets if the file has them.
func TestSpellings(t *testing.T) {
	for _, c := range append(spellings(t), foreignSpellings(t)...) {
		t.Run(c.name, func(t *testing.T) {
			got, said, err := imported.Guess(t.Context(), c.text, imported.Options{})
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

// The halves of a magic.
func low(e *factors.Entry) any  { return uint32(e.Factor) }
func high(e *factors.Entry) any { return e.Factor >> 32 }

// hexSigned writes a magic for languages without hexadecimal numbers from 2^63: as a negative number.
func hexSigned(e *factors.Entry) any {
	if n := int64(e.Factor); n < 0 {
		return fmt.Sprintf("-0x%xL", -n)
	}
	return fmt.Sprintf("0x%xL", e.Factor)
}

// foreignSpellings returns sets in languages whose numbers, comments or brackets are not those of C.
func foreignSpellings(t testing.TB) []spelled {
	dense, black, fixed := read(t, "fancymagic/dense/factors.csv"), read(t, "blackmagic/factors.csv"), read(t, "fixedshift/factors.csv")
	white := []string{"white magics"}
	words := append(white, "words of 32 bits")
	all := []spelled{
		{"Nim", dense, both(dense, "const $Magics*: array[64, uint64] = [\n", format("0x%016x'u64, ", factor), "]\n") +
			both(dense, "const $Bits*: array[64, int8] = [\n", format("%d'i8, ", index), "]\n"), append(white, "index bits from bishopBits"), false},
		{"Pascal", dense, "const { the factors ( of } (* [ *) " + both(dense, "€Magics: array[0..63] of QWord = (\n", format("{ a1 ( } $%016X, ", factor), ");\n") +
			"x := (occ * RMagics[sq]) shr 52;", nil, false},
		{"Pascal records", fixed, both(fixed, "€: array[0..63] of TMagic = (\n", format("(Mask: $%x; Magic: $%x; Shift: %d; Offset: %d),", mask, factor, shift, offset), ");\n"), white, true},
		{"OCaml", dense, "(* the factors [| of *)\n" + both(dense, "let $_magics = [|\n", format("0x%016xL; ", factor), "|]\n"), white, false},
		{"OCaml, boxed", dense, both(dense, "let $_magics = [|\n", format(`Int64.of_string "0x%x"; (* a1 *) `, factor), "|]\n"), white, false},
		{"OCaml records", fixed, both(fixed, "let $s = [|\n", format("{ mask = 0x%xL; factor = 0x%xL; offset = %d };", mask, factor, offset), "|]\n"), white, true},
		{"F#", dense, both(dense, "let $Magics = [|\n", format("0x%016xUL; ", factor), "|]\n"), white, false},
		{"Visual Basic", dense, "' the rook's (\n" + both(dense, "Public ReadOnly €Magics() As ULong = {\n", format("&H%016XUL, _\n", factor), "}\n"), append(white, "RMagics"), false},
		{"assembler, gas", dense, both(dense, "\t.globl $_magics\n$_magics:\n", format("\t.quad 0x%016x # a1 (\n", factor), "") +
			both(dense, "\t.type $_shifts, @object\n$_shifts:\n", format("\t.byte %d\n", shift), ""), append(white, "rook_magics", "shifts from bishop_shifts"), false},
		{"assembler, nasm", black, both(black, "$_magics:\n", format("dq 0x%016x\n", factor), "") + both(black, "$_offsets:\n", format("dd %d\n", offset), ""), []string{"black magics"}, true},
		{"assembler, nasm, rows", dense, rowsOf(dense, "$_magics: dq ", "    dq ", "0x%016x", 4), white, false},
		{"assembler, masm", dense, rowsOf(dense, "$Magics QWORD ", "        QWORD ", "0%016Xh", 2) + "  shr rax, 52\n", white, false},
		{"assembler, words", dense, both(dense, "$_magics:\n", format("\t.long 0x%08x, 0x%08x\n", low, high), ""), words, false},
		{"pairs, low first", dense, both(dense, "const $Magics: [number, number][] = [\n", format("[0x%08x, 0x%08x], ", low, high), "];\n"), words, false},
		{"pairs, high first", dense, both(dense, "const $Magics = [\n", format("[0x%08x, 0x%08x], ", high, low), "];\n"), words, false},
		{"pairs, signed", dense, both(dense, "const $Magics = [\n", func(e *factors.Entry) string {
			return fmt.Sprintf("[%d, %d], ", int32(e.Factor>>32), int32(e.Factor))
		}, "];\n"), words, false},
		{"pairs in objects", fixed, both(fixed, "const $s = [\n", format("{lo: 0x%x, hi: 0x%x, offset: %d}, ", low, high, offset), "];\n"), words, true},
		{"pairs of masks and factors", fixed, both(fixed, "const $s = [\n", func(e *factors.Entry) string {
			m := mask(e).(uint64)
			return fmt.Sprintf("[%d, %d, %d, %d, %d, %d],", uint32(m), m>>32, uint32(e.Factor), e.Factor>>32, e.Offset, e.Shift)
		}, "];\n"), append(words, "shifts from"), true},
		{"words in one array", dense, both(dense, "const $Magics = new Uint32Array([\n", format("0x%x, 0x%x, ", low, high), "]);\n"), words, false},
		{"words in two arrays", dense, both(dense, "const $MagicsLo = [\n", format("%d, ", low), "];\n") + both(dense, "const $MagicsHi = [\n", format("%d, ", high), "];\n"), words, false},
		{"words in arrays of long names", fixed, both(fixed, "const $FactorLow: readonly number[] = [\n", format("0x%08x, ", low), "];\n") +
			both(fixed, "const $FactorHigh: readonly number[] = [\n", format("0x%08x, ", high), "];\n") + both(fixed, "const $Offset = [\n", format("%d, ", offset), "];\n"), words, true},
		{"words, computed", dense, both(dense, "const $Magics = [\n", format("(0x%xn << 32n) | 0x%xn, ", high, low), "];\n"), white, false},
		{"JavaScript", dense, both(dense, "const $Magics = [\n", format("0x%xn, ", factor), "];\n"), white, false},
		{"JavaScript, wrapped", dense, both(dense, "const $Magics = [\n", format("BigInt.asUintN(64, 0x%xn), ", factor), "];\n"), white, false},
		{"JavaScript, strings", dense, both(dense, "const $Magics = [\n", format("BigInt('0x%x'), ", factor), "];\n"), white, false},
		{"Kotlin", dense, both(dense, "val $Magics = longArrayOf(\n", format("%s, ", hexSigned), ")\n") + "val i = (x * m) ushr 52", white, false},
		{"Kotlin, unsigned", dense, both(dense, "val $Magics = longArrayOf(\n", format("0x%xuL.toLong(), ", factor), ")\n"), white, false},
		{"Swift", dense, both(dense, "let $Magics: [UInt64] = [\n", format("%s, ", grouped("_")), "]\n"), white, false},
		{"Swift rows", fixed, both(fixed, "let $s: [Entry] = [\n", format(".init(mask: 0x%x, factor: 0x%x, offset: %d, shift: %d),\n", mask, factor, offset, shift), "]\n"), white, true},
		{"C# rows", fixed, both(fixed, "static readonly Entry[] $s = {\n", format("new Entry(0x%xUL, 0x%xUL, %d, %d),\n", mask, factor, offset, shift), "};\n"), white, true},
		{"Haskell", dense, "-- the rooks' (\n{- [ -}\n" + both(dense, "$Magics :: UArray Int Word64\n$Magics = listArray (0, 63) [\n", format("0x%x, -- a1 ( \n", factor), "]\n"), nil, false},
		{"Haskell list", dense, both(dense, "$Magics :: [Word64]\n$Magics =\n  [\n", func(e *factors.Entry) string {
			if e.Square == 0 {
				return fmt.Sprintf("    0x%x -- a1 (\n", e.Factor)
			}
			return fmt.Sprintf("  , 0x%x -- (\n", e.Factor)
		}, "]\n"), white, false},
		{"Lua", dense, "--[[ the {\n rooks ]]\n" + both(dense, "local $_magics = {\n", format("0x%x, -- don't (\n", factor), "}\n"), white, false},
		{"Fortran", dense, both(dense, "integer(int64), parameter :: $_magics(0:63) = [ &\n", format("int(z'%016X', int64), & ! a1\n", factor), "]\n"), white, false},
		{"Fortran, old", dense, both(dense, "integer(8), parameter :: $_magics(0:63) = (/ &\n", format("z'%016X', &\n", factor), "/)\n"), white, false},
		{"Ada", dense, both(dense, "€_Magics : constant array (0 .. 63) of U64 := ( -- the (\n", format("16#%016X#, ", factor), ");\n"), white, false},
		{"Ada, separators", dense, both(dense, "€_Magics : constant array (0 .. 63) of U64 := (\n", func(e *factors.Entry) string {
			return "16#" + strings.TrimPrefix(grouped("_")(e).(string), "0x") + "#, "
		}, ");\n"), white, false},
		{"D", dense, both(dense, "immutable ulong[64] $Magics = [\n", format("0x%xUL, ", factor), "];\n"), white, false},
		{"Erlang", dense, both(dense, "$_magics() -> {\n", format("16#%X, ", factor), "}.\n"), nil, false},
		{"Julia", dense, both(dense, "const ^_MAGICS = UInt64[\n", format("0x%016x, ", factor), "]\n"), white, false},
		{"Verilog", dense, both(dense, "localparam [63:0] $_magics [0:63] = '{\n", format("64'h%016x, ", factor), "};\n"), white, false},
		{"log, squares", dense, "Searching...\n" + both(dense, "$s found:\n", format("%s: 0x%x\n", name, factor), "done in 5 s\n"), append(white, "squares by names"), false},
		{"log, numbers", dense, "begin\n" + both(dense, "", format("%v %d magic = 0x%016x\n", func(e *factors.Entry) any { return e.Piece }, square, factor), "") + "end 1\n",
			append(white, "rook.magic"), false},
		{"log, fields", dense, both(dense, "", format("info string %v on %s magic 0x%x (shift %d, %d tries)\n", func(e *factors.Entry) any { return e.Piece }, upper, factor, shift, square), "ok\n"),
			[]string{"squares by names", "shifts from"}, false},
		{"log, in turn", dense, func() string {
			var b strings.Builder
			for sq := range 64 {
				for _, p := range []board.Piece{board.Rook, board.Bishop} {
					fmt.Fprintf(&b, "[%d] %v: %d\n", sq, p, dense.Entry(p, sq).Factor)
				}
			}
			return b.String()
		}(), white, false},
		{"CSV, other columns", dense, "Piece,Square,Bits,Magic,Mask\n" + both(dense, "", format("%v,%s,%d,0x%x,0x%x\n", func(e *factors.Entry) any { return e.Piece }, name, index, factor, mask), ""),
			[]string{"squares by names", "index bits from rook.1", "rooks: rook.2"}, false},
		{"CSV, both in a row", dense, func() string {
			var b strings.Builder
			b.WriteString("sq;rook magic;rook shift;bishop magic;bishop shift\n")
			for sq := range 64 {
				r, o := dense.Entry(board.Rook, sq), dense.Entry(board.Bishop, sq)
				fmt.Fprintf(&b, "%d;%d;%d;%d;%d\n", sq, r.Factor, r.Shift, o.Factor, o.Shift)
			}
			return b.String()
		}(), []string{"shifts from list.2", "shifts from list.4"}, false},
		{"CSV without a header", fixed, both(fixed, "", format("%v,%d,0x%x,%d\n", func(e *factors.Entry) any { return e.Piece }, square, factor, offset), ""), []string{"offsets from"}, true},
		{"tabs", dense, "square\tmagic\n" + list(dense, board.Rook, "", format("%s\t%016x\n", name, factor), "") + "square\tmagic\n" + list(dense, board.Bishop, "", format("%s\t%016x\n", name, factor), ""), white, false},
	}
	for i := range all {
		all[i].text = dangling.ReplaceAllString(all[i].text, "$1$2")
	}
	return all
}

// dangling matches a separator behind the last number, which many languages do not allow. Groups: a comment after it, and the closing bracket.
var dangling = regexp.MustCompile(`[,;]((?: *(?:&|--|!|_)[^\n]*)?\s*)([)\]}|/])`)

// rowsOf writes the magics of both pieces for an assembler, so many in a line, with a comment behind each line. The first line begins with begin, the others with next.
func rowsOf(s *factors.Set, begin, next, literal string, columns int) string {
	var b strings.Builder
	for _, p := range []board.Piece{board.Rook, board.Bishop} {
		b.WriteString(strings.ReplaceAll(begin, "$", p.String()))
		for sq := range 64 {
			separator := ", "
			switch {
			case sq == 63:
				separator = "\n"
			case sq%columns == columns-1:
				separator = " ; to " + board.SquareName(sq) + " (\n" + next
			}
			fmt.Fprintf(&b, literal+"%s", s.Entry(p, sq).Factor, separator)
		}
	}
	return b.String()
}
