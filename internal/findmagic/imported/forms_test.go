package imported_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/findmagic/factors"
	"github.com/slidebench/slidebench/internal/findmagic/imported"
)

func low(e *factors.Entry) any  { return uint32(e.Factor) }
func high(e *factors.Entry) any { return e.Factor >> 32 }

// hexSigned writes a magic as languages must that have no hexadecimal numbers from 2^63.
func hexSigned(e *factors.Entry) any {
	if n := int64(e.Factor); n < 0 {
		return fmt.Sprintf("-0x%xL", -n)
	}
	return fmt.Sprintf("0x%xL", e.Factor)
}

// foreignSpellings are sets in languages whose numbers, comments or brackets are not those of C.
func foreignSpellings(t testing.TB) []spelled {
	dense, black, fixed := read(t, "fancymagic/dense/factors.csv"), read(t, "blackmagic/factors.csv"), read(t, "fixedshift/factors.csv")
	var none imported.Options
	white := []string{"white magics"}
	words := append(white, "words of 32 bits")
	forms := []spelled{
		{"Nim", dense, both(dense, "const $Magics*: array[64, uint64] = [\n", format("0x%016x'u64, ", factor), "]\n") +
			both(dense, "const $Bits*: array[64, int8] = [\n", format("%d'i8, ", index), "]\n"), none, append(white, "index bits from bishopBits"), false},
		{"Pascal", dense, "const { the factors ( of } (* [ *) " + both(dense, "€Magics: array[0..63] of QWord = (\n", format("{ a1 ( } $%016X, ", factor), ");\n") +
			"x := (occ * RMagics[sq]) shr 52;", none, nil, false},
		{"Pascal records", fixed, both(fixed, "€: array[0..63] of TMagic = (\n", format("(Mask: $%x; Magic: $%x; Shift: %d; Offset: %d),", mask, factor, shift, offset), ");\n"), none, white, true},
		{"OCaml", dense, "(* the factors [| of *)\n" + both(dense, "let $_magics = [|\n", format("0x%016xL; ", factor), "|]\n"), none, white, false},
		{"OCaml, boxed", dense, both(dense, "let $_magics = [|\n", format(`Int64.of_string "0x%x"; (* a1 *) `, factor), "|]\n"), none, white, false},
		{"OCaml records", fixed, both(fixed, "let $s = [|\n", format("{ mask = 0x%xL; factor = 0x%xL; offset = %d };", mask, factor, offset), "|]\n"), none, white, true},
		{"F#", dense, both(dense, "let $Magics = [|\n", format("0x%016xUL; ", factor), "|]\n"), none, white, false},
		{"Visual Basic", dense, "' the rook's (\n" + both(dense, "Public ReadOnly €Magics() As ULong = {\n", format("&H%016XUL, _\n", factor), "}\n"), none, append(white, "RMagics"), false},
		{"assembler, gas", dense, both(dense, "\t.globl $_magics\n$_magics:\n", format("\t.quad 0x%016x # a1 (\n", factor), "") +
			both(dense, "\t.type $_shifts, @object\n$_shifts:\n", format("\t.byte %d\n", shift), ""), none, append(white, "rook_magics", "shifts from bishop_shifts"), false},
		{"assembler, nasm", black, both(black, "$_magics:\n", format("dq 0x%016x\n", factor), "") + both(black, "$_offsets:\n", format("dd %d\n", offset), ""), none, []string{"black magics"}, true},
		{"assembler, nasm, rows", dense, rowsOf(dense, "$_magics: dq ", "    dq ", "0x%016x", 4), none, white, false},
		{"assembler, masm", dense, rowsOf(dense, "$Magics QWORD ", "        QWORD ", "0%016Xh", 2) + "  shr rax, 52\n", none, white, false},
		{"assembler, words", dense, both(dense, "$_magics:\n", format("\t.long 0x%08x, 0x%08x\n", low, high), ""), none, words, false},
		{"pairs, low first", dense, both(dense, "const $Magics: [number, number][] = [\n", format("[0x%08x, 0x%08x], ", low, high), "];\n"), none, words, false},
		{"pairs, high first", dense, both(dense, "const $Magics = [\n", format("[0x%08x, 0x%08x], ", high, low), "];\n"), none, words, false},
		{"pairs, signed", dense, both(dense, "const $Magics = [\n", func(e *factors.Entry) string {
			return fmt.Sprintf("[%d, %d], ", int32(e.Factor>>32), int32(e.Factor))
		}, "];\n"), none, words, false},
		{"pairs in objects", fixed, both(fixed, "const $s = [\n", format("{lo: 0x%x, hi: 0x%x, offset: %d}, ", low, high, offset), "];\n"), none, words, true},
		{"pairs of masks and factors", fixed, both(fixed, "const $s = [\n", func(e *factors.Entry) string {
			m := mask(e).(uint64)
			return fmt.Sprintf("[%d, %d, %d, %d, %d, %d],", uint32(m), m>>32, uint32(e.Factor), e.Factor>>32, e.Offset, e.Shift)
		}, "];\n"), none, append(words, "shifts from"), true},
		{"words in one array", dense, both(dense, "const $Magics = new Uint32Array([\n", format("0x%x, 0x%x, ", low, high), "]);\n"), none, words, false},
		{"words in two arrays", dense, both(dense, "const $MagicsLo = [\n", format("%d, ", low), "];\n") + both(dense, "const $MagicsHi = [\n", format("%d, ", high), "];\n"), none, words, false},
		{"words in arrays of long names", fixed, both(fixed, "const $FactorLow: readonly number[] = [\n", format("0x%08x, ", low), "];\n") +
			both(fixed, "const $FactorHigh: readonly number[] = [\n", format("0x%08x, ", high), "];\n") + both(fixed, "const $Offset = [\n", format("%d, ", offset), "];\n"), none, words, true},
		{"words, computed", dense, both(dense, "const $Magics = [\n", format("(0x%xn << 32n) | 0x%xn, ", high, low), "];\n"), none, white, false},
		{"JavaScript", dense, both(dense, "const $Magics = [\n", format("0x%xn, ", factor), "];\n"), none, white, false},
		{"JavaScript, wrapped", dense, both(dense, "const $Magics = [\n", format("BigInt.asUintN(64, 0x%xn), ", factor), "];\n"), none, white, false},
		{"JavaScript, strings", dense, both(dense, "const $Magics = [\n", format("BigInt('0x%x'), ", factor), "];\n"), none, white, false},
		{"Kotlin", dense, both(dense, "val $Magics = longArrayOf(\n", format("%s, ", hexSigned), ")\n") + "val i = (x * m) ushr 52", none, white, false},
		{"Kotlin, unsigned", dense, both(dense, "val $Magics = longArrayOf(\n", format("0x%xuL.toLong(), ", factor), ")\n"), none, white, false},
		{"Swift", dense, both(dense, "let $Magics: [UInt64] = [\n", format("%s, ", grouped("_")), "]\n"), none, white, false},
		{"Swift rows", fixed, both(fixed, "let $s: [Entry] = [\n", format(".init(mask: 0x%x, factor: 0x%x, offset: %d, shift: %d),\n", mask, factor, offset, shift), "]\n"), none, white, true},
		{"C# rows", fixed, both(fixed, "static readonly Entry[] $s = {\n", format("new Entry(0x%xUL, 0x%xUL, %d, %d),\n", mask, factor, offset, shift), "};\n"), none, white, true},
		{"Haskell", dense, "-- the rooks' (\n{- [ -}\n" + both(dense, "$Magics :: UArray Int Word64\n$Magics = listArray (0, 63) [\n", format("0x%x, -- a1 ( \n", factor), "]\n"), none, nil, false},
		{"Haskell list", dense, both(dense, "$Magics :: [Word64]\n$Magics =\n  [\n", func(e *factors.Entry) string {
			if e.Square == 0 {
				return fmt.Sprintf("    0x%x -- a1 (\n", e.Factor)
			}
			return fmt.Sprintf("  , 0x%x -- (\n", e.Factor)
		}, "]\n"), none, white, false},
		{"Lua", dense, "--[[ the {\n rooks ]]\n" + both(dense, "local $_magics = {\n", format("0x%x, -- don't (\n", factor), "}\n"), none, white, false},
		{"Fortran", dense, both(dense, "integer(int64), parameter :: $_magics(0:63) = [ &\n", format("int(z'%016X', int64), & ! a1\n", factor), "]\n"), none, white, false},
		{"Fortran, old", dense, both(dense, "integer(8), parameter :: $_magics(0:63) = (/ &\n", format("z'%016X', &\n", factor), "/)\n"), none, white, false},
		{"Ada", dense, both(dense, "€_Magics : constant array (0 .. 63) of U64 := ( -- the (\n", format("16#%016X#, ", factor), ");\n"), none, white, false},
		{"Ada, separators", dense, both(dense, "€_Magics : constant array (0 .. 63) of U64 := (\n", func(e *factors.Entry) string {
			return "16#" + strings.TrimPrefix(grouped("_")(e).(string), "0x") + "#, "
		}, ");\n"), none, white, false},
		{"D", dense, both(dense, "immutable ulong[64] $Magics = [\n", format("0x%xUL, ", factor), "];\n"), none, white, false},
		{"Erlang", dense, both(dense, "$_magics() -> {\n", format("16#%X, ", factor), "}.\n"), none, nil, false},
		{"Julia", dense, both(dense, "const ^_MAGICS = UInt64[\n", format("0x%016x, ", factor), "]\n"), none, white, false},
		{"Verilog", dense, both(dense, "localparam [63:0] $_magics [0:63] = '{\n", format("64'h%016x, ", factor), "};\n"), none, white, false},
		{"log, squares", dense, "Searching...\n" + both(dense, "$s found:\n", format("%s: 0x%x\n", name, factor), "done in 5 s\n"), none, append(white, "squares by names"), false},
		{"log, numbers", dense, "begin\n" + both(dense, "", format("%v %d magic = 0x%016x\n", func(e *factors.Entry) any { return e.Piece }, square, factor), "") + "end 1\n",
			none, append(white, "rook.magic"), false},
		{"log, fields", dense, both(dense, "", format("info string %v on %s magic 0x%x (shift %d, %d tries)\n", func(e *factors.Entry) any { return e.Piece }, upper, factor, shift, square), "ok\n"),
			none, []string{"squares by names", "shifts from"}, false},
		{"log, in turn", dense, func() string {
			var b strings.Builder
			for sq := range 64 {
				for _, p := range []board.Piece{board.Rook, board.Bishop} {
					fmt.Fprintf(&b, "[%d] %v: %d\n", sq, p, dense.Entry(p, sq).Factor)
				}
			}
			return b.String()
		}(), none, white, false},
		{"CSV, other columns", dense, "Piece,Square,Bits,Magic,Mask\n" + both(dense, "", format("%v,%s,%d,0x%x,0x%x\n", func(e *factors.Entry) any { return e.Piece }, name, index, factor, mask), ""),
			none, []string{"squares by names", "index bits from rook.1", "rooks: rook.2"}, false},
		{"CSV, both in a row", dense, func() string {
			var b strings.Builder
			b.WriteString("sq;rook magic;rook shift;bishop magic;bishop shift\n")
			for sq := range 64 {
				r, o := dense.Entry(board.Rook, sq), dense.Entry(board.Bishop, sq)
				fmt.Fprintf(&b, "%d;%d;%d;%d;%d\n", sq, r.Factor, r.Shift, o.Factor, o.Shift)
			}
			return b.String()
		}(), none, []string{"shifts from list.2", "shifts from list.4"}, false},
		{"CSV without a header", fixed, both(fixed, "", format("%v,%d,0x%x,%d\n", func(e *factors.Entry) any { return e.Piece }, square, factor, offset), ""), none, []string{"offsets from"}, true},
		{"tabs", dense, "square\tmagic\n" + list(dense, board.Rook, "", format("%s\t%016x\n", name, factor), "") + "square\tmagic\n" + list(dense, board.Bishop, "", format("%s\t%016x\n", name, factor), ""), none, white, false},
	}
	for i := range forms { // no separator behind the last number
		forms[i].text = dangling.ReplaceAllString(forms[i].text, "$1$2")
	}
	return forms
}

var dangling = regexp.MustCompile(`[,;]((?: *(?:&|--|!|_)[^\n]*)?\s*)([)\]}|/])`)

// rowsOf writes the magics of both pieces, some in a line.
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
