package imported_test

import (
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/findmagic/factors"
	"github.com/slidebench/slidebench/internal/findmagic/imported"
)

// layout is a way in which a program may lay out a set.
type layout struct {
	name string
	text func(s *factors.Set) string
	said string // a part of the messages about the right set
}

// values lists the entries of a piece as row writes them, in the order of squares XORed with flip.
func values(s *factors.Set, p board.Piece, flip int, row entry) (all []string) {
	for i := range 64 {
		all = append(all, row(s.Entry(p, i^flip)))
	}
	return all
}

// eachPiece joins the values of each piece, and puts begin and end around them, in which $ stands for the name of the piece.
func eachPiece(s *factors.Set, begin, separator, end string, row entry) (text string) {
	for _, p := range []board.Piece{board.Rook, board.Bishop} {
		name := strings.NewReplacer("$", p.String())
		text += name.Replace(begin) + strings.Join(values(s, p, 0, row), separator) + name.Replace(end)
	}
	return text
}

// all joins the values of both pieces.
func all(s *factors.Set, separator string, row entry) string {
	return strings.Join(append(values(s, board.Rook, 0, row), values(s, board.Bishop, 0, row)...), separator)
}

// memory returns the magics as bytes in a program's memory.
func memory(s *factors.Set, order binary.AppendByteOrder) (bytes []byte) {
	for i := range s.Entries {
		bytes = order.AppendUint64(bytes, s.Entries[i].Factor)
	}
	return bytes
}

// negative writes a magic below 2^63 by the layout plain, and others by the layout other with another value.
func negative(plain, other string, value func(e *factors.Entry) any) entry {
	return func(e *factors.Entry) string {
		if e.Factor>>63 == 1 {
			return fmt.Sprintf(other, value(e))
		}
		return fmt.Sprintf(plain, e.Factor)
	}
}

// rays writes the attacks on the empty board, which look like masks.
func rays(e *factors.Entry) any { return board.Walk(e.Piece, e.Square, 0) }

// noise writes an array of n random numbers.
func noise(name string, n int) string {
	rng := rand.New(rand.NewPCG(1, uint64(n)))
	var numbers []string
	for range n {
		numbers = append(numbers, fmt.Sprintf("0x%xULL", rng.Uint64()))
	}
	return "const U64 " + name + "[] = {" + strings.Join(numbers, ", ") + "};\n"
}

// More values of an entry, for format.
func piece(e *factors.Entry) any { return e.Piece }
func minus(e *factors.Entry) any { return -e.Factor }

// layouts returns layouts, invented for this test. The name tells what is special. The third value is layout.said, "" where any reading will do.
func layouts() []layout {
	// magics is the plainest layout. inTurn writes a rook and a bishop of each square in turn, lines all rooks and then all bishops.
	magics := func(s *factors.Set) string {
		return eachPiece(s, "const U64 $_magics[64] = {", ", ", "};\n", format("0x%xULL", factor))
	}
	inTurn := func(row entry) func(s *factors.Set) string {
		return func(s *factors.Set) string {
			var rows []string
			for sq := range 64 {
				rows = append(rows, row(s.Entry(board.Rook, sq)), row(s.Entry(board.Bishop, sq)))
			}
			return strings.Join(rows, ", ")
		}
	}
	lines := func(begin, end string, row entry) func(s *factors.Set) string {
		return func(s *factors.Set) string { return eachPiece(s, begin, "", end, row) }
	}
	return []layout{
		{"128 magics and 128 shifts", func(s *factors.Set) string {
			return "U64 m[128] = {" + all(s, ", ", format("0x%x", factor)) + "};\nint s[128] = {" + all(s, ", ", format("%d", shift)) + "};"
		}, "shifts from s.1 (line 2)"},
		{"in turn", inTurn(format("%d", factor)), "bishops: list.1 "},
		{"in turn, with shifts", inTurn(format("%d, %d", factor, shift)), "bishops: list.2 "},
		{"tables of TOML", lines("", "", format("[[%v]]\nsquare = \"%s\"\nmagic = 0x%x\nshift = %d\n\n", piece, name, factor, shift)), "shifts from bishop.shift"},
		{"tables of TOML in turn", func(s *factors.Set) string {
			return strings.ReplaceAll(inTurn(format("[[%v]]\nmagic = %d\nsquare = %d\n", piece, signed, square))(s), ", ", "")
		}, ""},
		{"TOML, inline", lines("[$]\n", "\n", format("%s = { magic = 0x%x, shift = %d }\n", name, factor, shift)), "squares by names"},
		{"JSON by square", func(s *factors.Set) string {
			return "{" + eachPiece(s, `"$": {`, ",\n", "},", format(`"%s": {"magic": "0x%x", "bits": %d}`, name, factor, index)) + "}"
		}, "index bits from"},
		{"YAML", lines("$:\n", "", format("  - square: %s\n    magic: 0x%x\n    shift: %d\n", name, factor, shift)), "shifts from"},
		{"XML", lines("", "", format("<%v square=\"%s\" magic=\"0x%x\"/>\n", piece, name, factor)), "squares by names"},
		{"SQL", lines("", "", format("INSERT INTO m VALUES ('%v', '%s', %d, %d);\n", piece, name, signed, shift)), ""},
		{"Markdown", lines("# $\n| sq | magic |\n|--|--|\n", "\n", format("| %s | 0x%016x |\n", name, factor)), ""},
		{"Lisp", lines("(defvar *$* '(\n", "))\n", format("  #x%016X ; %s 12\n", factor, name)), ""},
		{"vectors of Lisp", lines("(defvar *$* #(", "))\n", format("#x%016X ", factor)), ""},
		{"cases", lines("U64 $(int sq) {\n switch (sq) {\n", "  }\n}\n", format("  case SQ_%s: return 0x%xULL;\n", upper, factor)), "squares by names"},
		{"clauses", lines("$Magic :: Int -> Word64\n", "$Magic _ = 0\n", func(e *factors.Entry) string { return fmt.Sprintf("%vMagic %d = 0x%x\n", e.Piece, e.Square, e.Factor) }), ""},
		{"constants with squares in their names", lines("", "", func(e *factors.Entry) string {
			return fmt.Sprintf("static ulong %vMagic%s = %d;\n", e.Piece, upper(e), e.Factor)
		}), "squares by names"},
		{"squares from 1, in another order", func(s *factors.Set) string {
			var text string
			for _, p := range []board.Piece{board.Rook, board.Bishop} {
				text += strings.Join(values(s, p, 21, func(e *factors.Entry) string { return fmt.Sprintf("%v[%d] = 0x%x\n", p, e.Square+1, e.Factor) }), "")
			}
			return text
		}, ""},
		{"h8 first", func(s *factors.Set) string {
			return "rook = {" + strings.Join(values(s, board.Rook, 63, format("0x%x", factor)), ",") + "}; bishop = {" + strings.Join(values(s, board.Bishop, 63, format("0x%x", factor)), ",") + "};"
		}, "h8 = 0"},
		{"old numbers in comments", lines("U64 $[64] = {", "};\n", format("/* 0x%x, %d */ 0x%xULL, // 0x%x, 12\n", minus, square, factor, low)), ""},
		{"old numbers in a string", func(s *factors.Set) string {
			return `char *old = "rook ` + strings.Join(values(s, board.Rook, 0, format("0x%x", minus)), " ") + "\";\n" + magics(s)
		}, "rooks: rook_magics"},
		{"a closing 0", func(s *factors.Set) string {
			return eachPiece(s, "U64 $[] = {", ", ", ", 0};\n", format("0x%xULL", factor))
		}, ""},
		{"a closing row of 0", func(s *factors.Set) string {
			return eachPiece(s, "M $[] = {", ", ", ", {0, 0}};\n", format("{0x%xULL, %d}", factor, shift))
		}, "shifts from"},
		{"an opening 0", func(s *factors.Set) string {
			return eachPiece(s, "U64 $[65] = {0, ", ", ", "};\n", format("0x%xULL", factor))
		}, ""},
		{"casts", lines("long[] $ = {", "};\n", negative("0x%xL,\n", "(long) 0x%xL,\n", factor)), ""},
		{"casts by a method", lines("val $ = longArrayOf(", ")\n", negative("0x%xL,\n", "0x%xuL.toLong(),\n", factor)), ""},
		{"casts behind", lines("const $: [u64; 64] = [", "];\n", negative("0x%x,\n", "-0x%x_i64 as u64,\n", minus)), ""},
		{"octal", lines("U64 $[64] = {", "};\n", format("0%oULL, ", factor)), ""},
		{"both bases", lines("U64 $[64] = {", "};\n", func(e *factors.Entry) string { return fmt.Sprintf([]string{"0x%x, ", "%d, "}[e.Square%2], e.Factor) }), ""},
		{"rows, offsets first", lines("M $[64] = {", "};\n", format("{ &t[%d], %d, 0x%xULL, 0x%xULL },\n", offset, shift, mask, factor)), "offsets from bishop.0"},
		{"rows of fields, masks last", lines("M $[64] = {", "};\n", format("{ .off = %d, .magic = 0x%xULL, .shift = %d, .mask = 0x%xULL },\n", offset, factor, shift, mask)), "masks from bishop.mask"},
		{"rows of an index with 16 bits", lines("M $[64] = [", "];\n", func(e *factors.Entry) string {
			rookBits := 16 - 4*(e.Square/28%2) // 12 on the 28 squares e4 to h7
			return fmt.Sprintf("M { magic: 0x%x, index_bits: %d },\n", e.Factor, []int{board.Rook: rookBits, board.Bishop: 12}[e.Piece])
		}), "index bits from rook.index_bits"},
		{"two lines with commas", func(s *factors.Set) string {
			return strings.Join(values(s, board.Rook, 0, format("%d", factor)), ",") + ",\n" + strings.Join(values(s, board.Rook, 0, format("%d", shift)), ",") + ",\n" +
				strings.Join(values(s, board.Bishop, 0, format("%d", factor)), ",") + ",\n" + strings.Join(values(s, board.Bishop, 0, format("%d", shift)), ",") + ",\n"
		}, ""},
		{"bytes", func(s *factors.Set) string {
			return "unsigned char bin[] = {\n  " + strings.Join(inHex(memory(s, binary.LittleEndian), "0x%02x, "), "\n  ") + "};\n"
		}, "words of 8 bits"},
		{"bytes with signs, in rows", func(s *factors.Set) string {
			return eachPiece(s, "byte[][] $ = {", ", ", "};\n", func(e *factors.Entry) string {
				var row []string
				for _, b := range binary.BigEndian.AppendUint64(nil, e.Factor) {
					row = append(row, fmt.Sprint(int8(b)))
				}
				return "{" + strings.Join(row, ", ") + "}"
			})
		}, "words of 8 bits"},
		{"memory", func(s *factors.Set) string { return string(memory(s, binary.LittleEndian)) }, ""},
		{"memory, big-endian", func(s *factors.Set) string { return string(memory(s, binary.BigEndian)) }, ""},
		{"memory of rows", func(s *factors.Set) string {
			var bytes []byte
			for i := range s.Entries {
				e := &s.Entries[i]
				for _, v := range [...]uint64{board.Mask(e.Piece, e.Square), e.Factor, uint64(e.Shift)} {
					bytes = binary.LittleEndian.AppendUint64(bytes, v)
				}
			}
			return string(bytes)
		}, "masks from list.0"},
		{"a dump with characters", func(s *factors.Set) string { return hex.Dump(memory(s, binary.LittleEndian)) }, ""},
		{"a dump in groups", func(s *factors.Set) string {
			var text string
			for i, line := range inHex(memory(s, binary.LittleEndian), "%02x") {
				text += fmt.Sprintf("%08x: ", 16*i)
				for at := 0; at < 32; at += 4 {
					text += line[at:at+4] + " "
				}
				text += " ..12 ab. 34\n"
			}
			return text
		}, ""},
		{"a dump of nothing but digits", func(s *factors.Set) string { return strings.Join(inHex(memory(s, binary.LittleEndian), "%02x"), "\n") }, ""},
		{"hash keys called rook", func(s *factors.Set) string {
			return noise("white_rook", 64) + noise("rook_magic_keys", 64) + magics(s) + noise("black_bishop", 64) + noise("keys", 768)
		}, "rooks: rook_magics"},
		{"tables of attacks", func(s *factors.Set) string {
			return strings.ReplaceAll(eachPiece(s, "U64 $_attacks[64][128] = {", ",\n", "};\n", func(e *factors.Entry) string {
				_, row, _ := strings.Cut(noise("", 128), "= ")
				return strings.TrimSuffix(row, ";\n")
			}), "ULL", "") + "U64 m[128] = {" + all(s, ", ", format("0x%x", factor)) + "};"
		}, "rooks: m (line 129)"},
		{"attacks called masks", func(s *factors.Set) string {
			return eachPiece(s, "U64 $_mask[64] = {", ", ", "};\n", format("0x%x", rays)) + magics(s)
		}, "not used: rook_mask (line 1)"},
		{"right in the first arm", func(s *factors.Set) string {
			return "#if A\n" + magics(s) + "#elif B\n" + noise("rook_magics", 64) + noise("bishop_magics", 64) + "#endif\n"
		}, "warning: rook_magics (line 5) is not right, and not used\nwarning: bishop_magics (line 6) is not right"},
		{"right in the last arm", func(s *factors.Set) string {
			return "#if A\n" + noise("rook_magics", 64) + noise("bishop_magics", 64) + "#else\n" + magics(s) + "#endif\n"
		}, "warning: rook_magics (line 2) is not right, and not used\nwarning: bishop_magics (line 3) is not right"},
		{"rights of castling", func(s *factors.Set) string {
			return "int castle[64] = {13" + strings.Repeat(", 15", 62) + ", 11};\n" + magics(s)
		}, "as many index bits as relevant squares"},
		{"other numbers in rows", lines("", "", format("%v %s 0x%x after %d tries, %d of 64\n", piece, name, factor, high, square)), "as many index bits as relevant squares"},
	}
}

// inHex returns bytes in hexadecimal, 16 in a line.
func inHex(bytes []byte, format string) (lines []string) {
	for i, b := range bytes {
		if i%16 == 0 {
			lines = append(lines, "")
		}
		lines[len(lines)-1] += fmt.Sprintf(format, b)
	}
	return lines
}

// A right set is read and proved in every layout. If one of its magics is wrong, the error names the square and the line.
func TestLayouts(t *testing.T) {
	right := packedEnd(usual(t))
	wrong := flipped(t, right, board.Rook, e4, false)
	for _, l := range layouts() {
		t.Run(l.name, func(t *testing.T) {
			got, said, err := imported.Guess(t.Context(), l.text(right), imported.Options{})
			if err != nil || len(got.Entries) != 128 || !strings.Contains(strings.Join(said, "\n"), l.said) {
				t.Fatalf("%v, %q\nwant %s", err, said, l.said)
			}
			for i, e := range got.Entries {
				if e.Factor != right.Entries[i].Factor {
					t.Fatalf("%v has %#x, want %#x: %q", &e, e.Factor, right.Entries[i].Factor, said)
				}
			}
			bad := l.text(wrong)
			_, _, err = imported.Guess(t.Context(), bad, imported.Options{})
			no, ok := errors.AsType[*imported.Wrong](err)
			if !ok || !strings.Contains(no.Error(), "wrong on e4, right on 63 of 64 squares (line ") {
				t.Fatal(err)
			}
			// The line must have changed with the magic. Memory has one line, and dumps have no lines of single numbers.
			_, after, _ := strings.Cut(no.Error(), "of 64 squares (line ")
			var line int
			fmt.Sscanf(after, "%d", &line)
			was := strings.Split(l.text(right), "\n")
			if !strings.Contains(l.name, "memory") && !strings.Contains(l.name, "dump") && was[line-1] == strings.Split(bad, "\n")[line-1] {
				t.Errorf("line %d is right, in %v", line, no)
			}
		})
	}
}
