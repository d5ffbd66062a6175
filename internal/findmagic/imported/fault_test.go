package imported_test

import (
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

// usual returns the set of package fancymagic: white, with as many index bits as relevant squares, and with a table for each piece, end to end.
func usual(t testing.TB) *factors.Set {
	t.Helper()
	text, err := os.ReadFile("../../../fancymagic/internal/factors/factors.go")
	if err != nil {
		t.Fatal(err)
	}
	s, _, err := imported.Guess(t.Context(), string(text), imported.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return separated(s)
}

// flipped returns a set with a flipped bit in a magic, which makes the square wrong. With 12 index bits the square is right if wider is true, and else
// wrong, too.
func flipped(t testing.TB, s *factors.Set, p board.Piece, sq int, wider bool) *factors.Set {
	t.Helper()
	for bit := range 64 {
		bad := planted(s, p, sq, func(e *factors.Entry) { e.Factor ^= 1 << bit })
		alone := factors.Set{Entries: []factors.Entry{*bad.Entry(p, sq)}}
		alone.Entries[0].Offset = 0
		wrong := alone.Verify() != nil
		alone.Entries[0].Shift = 52
		if wrong && (alone.Verify() == nil) == wider {
			return bad
		}
	}
	t.Fatal("no such bit")
	return nil
}

// invented returns a set with random numbers in place of the magics of a piece.
func invented(s *factors.Set, p board.Piece) *factors.Set {
	rng := rand.New(rand.NewPCG(9, 9))
	all := &factors.Set{Entries: slices.Clone(s.Entries)}
	for sq := range 64 {
		all.Entry(p, sq).Factor = rng.Uint64()
	}
	return all
}

// edges writes a mask with the squares at the edges of the board.
func edges(e *factors.Entry) any { return board.Lines(e.Piece, e.Square) }

// holed writes a mask, which lacks its lowest square if it is that of e4.
func holed(e *factors.Entry) any {
	m := board.Mask(e.Piece, e.Square)
	if e.Square == e4 {
		m &= m - 1
	}
	return m
}

// array writes an array of values for each piece; name has a $ for the piece.
func array(s *factors.Set, name, layout string, value func(e *factors.Entry) any) string {
	return both(s, "const U64 "+name+"[64] = {\n", format(layout+", ", value), "};\n")
}

// Squares on which faults are planted.
const e4, g8 = 28, 62

// faulty is a file with a fault, or a right file that looks faulty. Guess has one of three results about it: the list of that result has parts of the messages.
type faulty struct {
	name, text string
	wrong      []string // the error is a *Wrong: a reading is right on most squares, and none on all
	unproved   []string // another error: no set is proved
	proved     []string // no error: what Guess says about the set that it has proved
}

// faults returns files with faults of all kinds. The name tells the fault. Most are planted on e4, in the set usual: there the rook has the shift 54 and the offset 46080,
// and the bishop the shift 55. What array writes for a piece has 18 lines, so four such arrays begin in lines 1, 19, 37 and 55.
func faults(t testing.TB) []faulty {
	s, black, fixed := usual(t), read(t, "blackmagic/factors.csv"), read(t, "fixedshift/factors.csv")
	magics := func(s *factors.Set) string { return array(s, "$_magics", "0x%016xULL", factor) }
	// In wider, the rook on e4 is wrong with its 10 index bits, and right with 12. In fewer, the same is true of a8, which has 11 there, one fewer than relevant squares.
	wider, fewer := flipped(t, s, board.Rook, e4, true), flipped(t, read(t, "fancymagic/dense/factors.csv"), board.Rook, 56, true)
	rows := func(s *factors.Set, mask func(e *factors.Entry) any) string {
		return both(s, "struct magic $_table[64] = {\n", format("{ 0x%016xULL, 0x%016xULL, %d, %d },\n", mask, factor, shift, offset), "};\n")
	}
	// The rook on e4 has the offset n, the bishop on e4 the shift n.
	wrongOffset := func(n int) string {
		return rows(planted(s, board.Rook, e4, func(e *factors.Entry) { e.Offset = n }), mask)
	}
	wrongShift := func(n int) string {
		return magics(s) + array(planted(s, board.Bishop, e4, func(e *factors.Entry) { e.Shift = n }), "$_shifts", "%d", shift)
	}
	// Both pieces in one array, of magics or of rows.
	pair := func(s *factors.Set) string {
		return "U64 magics[2][64] = {{\n" + list(s, board.Rook, "", format("0x%xULL,", factor), "}, {\n") + list(s, board.Bishop, "", format("0x%xULL,", factor), "}};\n")
	}
	pairs := func(s *factors.Set) string {
		row := format("{ 0x%016xULL, 0x%016xULL, %d, %d },", mask, factor, shift, offset)
		return "struct magic m[2][64] = {{\n" + list(s, board.Rook, "", row, "}, {\n") + list(s, board.Bishop, "", row, "}};\n")
	}
	// Shifts of fixedshift, which leave 12 index bits for rooks and 9 for bishops.
	fixedShift := func(e *factors.Entry) any { return 52 + 3*int(e.Piece) }
	bishop := s.Entry(board.Bishop, e4)
	// Values of 64 bits that are no magics and no masks.
	other := func(e *factors.Entry) any { return rand.New(rand.NewPCG(1, uint64(e.Square))).Uint64() }
	single := func(e *factors.Entry) any { return uint64(1) << e.Square }
	turnedMasks := both(turned(s, 56), "U64 $_masks[64] = {", format("0x%xULL,", mask), "};\n")
	return []faulty{
		{name: "invented rooks", text: magics(invented(s, board.Rook)), unproved: []string{"no set proved here; nearest: rooks: rook_magics (line 1); white magics", "right on 0 of 64 squares (--rook rook_magics --form white)", "bishops are proved, --bishop bishop_magics --form white reads them alone"}},
		{name: "invented bishops", text: magics(invented(s, board.Bishop)), unproved: []string{"nearest: bishops: bishop_magics (line 19)"}},
		{name: "both invented", text: magics(invented(invented(s, board.Bishop), board.Rook)), unproved: []string{"rooks: rook_magics", "bishops: bishop_magics"}},
		{name: "one bit", text: magics(wider), wrong: []string{"wrong on e4, right on 63 of 64 squares"}},
		{name: "one bit, decimal", text: array(wider, "$Magics", "%d", factor), wrong: []string{"wrong on e4, right on 63 of 64 squares"}},
		{name: "one bit, no names", text: list(wider, board.Rook, "U64 x[64] = {", format("%d,", factor), "};\n"), wrong: []string{"wrong on e4"}},
		{name: "one bit of a bishop", text: magics(flipped(t, s, board.Bishop, e4, true)), wrong: []string{"bishops: ", "wrong on e4"}},
		{name: "one bit, other shifts of the program", text: magics(wider) + "h = hash >> 52;", wrong: []string{"wrong on e4"}},
		{name: "one bit, as many bits as the program says", text: magics(wider) + "return (occ * rook_magics[sq]) >> 52;", proved: []string{"12 index bits on all squares, from >> 52"}},
		{name: "one bit of a black set", text: rows(flipped(t, black, board.Rook, e4, false), func(e *factors.Entry) any { return ^mask(e).(uint64) }), wrong: []string{"black magics", "wrong on e4"}},
		{name: "one bit of a fixed shift", text: array(flipped(t, fixed, board.Rook, e4, false), "$_magics", "0x%x", factor) + "a[x * m >> 52] + b[x * m >> 55]", wrong: []string{"from >> 52: wrong on e4"}},
		{name: "one bit of a bishop beside the shift of the rooks", text: array(flipped(t, fixed, board.Bishop, e4, true), "$_magics", "0x%x", factor) + "a[x * m >> 52] + b[x * m >> 55]", wrong: []string{"from >> 55: wrong on e4"}},
		{name: "one bit of a bishop beside the shifts of the rooks", text: list(s, board.Rook, "U64 xq[64] = {", format("%d,", factor), "};\n") +
			list(flipped(t, s, board.Bishop, e4, true), board.Bishop, "U64 xp[64] = {", format("%d,", factor), "};\n") + list(s, board.Rook, "int y[64] = {", format("%d,", shift), "};\n") +
			list(s, board.Bishop, "int z[64] = {", format("%d,", shift), "};\n"), wrong: []string{"shifts from z (line 52): wrong on e4"}},
		{name: "one bit beside the wider shifts of another set", text: array(wider, "$_magics_x", "0x%x", factor) + array(wider, "$_shifts_x", "%d", shift) +
			array(s, "$_magics_y", "0x%x", factor) + array(s, "$_shifts_y", "%d", fixedShift), proved: []string{"warning: rook_magics_x (line 1) is not right, and not used", "shifts from rook_shifts_x (line 37): wrong on e4", "rooks: rook_magics_y (line 73)"}},
		{name: "wrong on a8, counted from a8", text: magics(turned(flipped(t, s, board.Rook, 56, false), 56)), wrong: []string{"a8 = 0", "wrong on a8, right on 63"}},
		{name: "masks with edges", text: magics(s) + array(s, "$_masks", "0x%016xULL", edges),
			proved: []string{"not used: rook_masks (line 37), with which as masks the rooks are right on "}},
		{name: "masks with a hole", text: magics(s) + array(s, "$_masks", "0x%016xULL", holed), wrong: []string{"wrong on e4, right on 63 of 64 squares; rook_masks (line 37) has 0x001010106e100000 on e4, want 0x001010106e101000"}},
		{name: "masks with a hole, in rows", text: rows(s, holed), wrong: []string{"wrong on e4, right on 63 of 64 squares; rook_table.0 (line 1) has"}},
		{name: "complements with a hole", text: rows(black, func(e *factors.Entry) any { return ^holed(e).(uint64) }), wrong: []string{"black magics", "wrong on e4, right on 63 of 64 squares"}},
		{name: "masks in another order", text: magics(s) + turnedMasks, proved: []string{"a1 = 0", "not used: rook_masks (line 37)"}},
		{name: "masks of the other piece", text: magics(s) + strings.NewReplacer("rook", "bishop", "bishop", "rook").Replace(array(s, "$_masks", "0x%x", mask)), proved: []string{"warning: the names are exchanged: bishop_masks (line 37) is right for rooks, rook_masks (line 55) is right for bishops"}},
		{name: "shifts of the other piece", text: magics(s) + strings.NewReplacer("rook", "bishop", "bishop", "rook").Replace(array(s, "$_shifts", "%d", shift)), proved: []string{"warning: against its name, bishop_shifts (line 37) is right for rooks", "rooks: rook_magics (line 1); white magics; squares by numbers with a1 = 0; shifts from bishop_shifts (line 37)"}},
		{name: "a shift in rows of both", text: pairs(planted(s, board.Bishop, e4, func(e *factors.Entry) { e.Shift++ })), wrong: []string{"bishops: m.1", "has 56 on e4, want 55"}},
		{name: "an offset in rows of both", text: pairs(planted(packedEnd(s), board.Bishop, e4, func(e *factors.Entry) { e.Offset-- })), wrong: []string{"bishops: m.1", "wrong on e4, right on 63"}},
		{name: "a hole in rows of fields", text: both(s, "static ^: [Magic; 64] = [\n", format("Magic { mask: 0x%x, magic: 0x%x, shift: %d, offset: %d },\n", holed, factor, shift, offset), "];\n"), wrong: []string{"ROOK.mask (line 1) has 0x001010106e100000 on e4"}},
		{name: "an offset in an array", text: magics(s) + array(planted(s, board.Bishop, e4, func(e *factors.Entry) { e.Offset += 3 }), "$Offsets", "%d", offset), wrong: []string{"bishopOffsets (line 55)", "wrong on e4, right on 63"}},
		{name: "invented masks", text: magics(s) + array(s, "$_masks", "0x%016xULL", other), proved: []string{"not used: rook_masks (line 37)"}},
		{name: "masks with edges, as many bits", text: edged(t), proved: []string{"as many index bits as squares in the masks", "masks from bishop_masks"}},
		{name: "masks with edges, shifts of as many bits", text: edged(t) + list(onlyBishops(), board.Bishop, "int bishop_shifts[64] = {", func(e *factors.Entry) string {
			return fmt.Sprintf("%d, ", 64-bits.OnesCount64(board.Lines(board.Bishop, e.Square)))
		}, "};\n"), proved: []string{"shifts from bishop_shifts", "masks from bishop_masks"}},
		{name: "one bit where there is a bit fewer", text: magics(fewer) + array(fewer, "$_shifts", "%d", shift),
			wrong: []string{"wrong on a8, right on 63 of 64 squares (line 16)"}}, // it is the magic that is wrong, not the shift
		{name: "a bit too few", text: wrongShift(bishop.Shift + 1), wrong: []string{"bishop_shifts (line 55) has 56 on e4, want 55"}},
		{name: "no bits", text: wrongShift(0), wrong: []string{"bishop_shifts (line 55) has 0 on e4, want 55"}},
		{name: "a shift out of range", text: wrongShift(99), wrong: []string{"bishop_shifts (line 55) has 99 on e4, want 55"}},
		{name: "index bits out of range", text: magics(s) + array(planted(s, board.Rook, e4, func(e *factors.Entry) { e.Shift = 24 }), "$_bits", "%d", index), wrong: []string{"rook_bits (line 37) has 40 on e4, want 10"}},
		{name: "a shift in rows", text: rows(planted(s, board.Rook, e4, func(e *factors.Entry) { e.Shift += 2 }), mask), wrong: []string{"rook_table.2 (line 1) has 56 on e4, want 54"}},
		{name: "a shift in rows, out of range", text: rows(planted(s, board.Rook, e4, func(e *factors.Entry) { e.Shift = 5 }), mask), wrong: []string{"rook_table.2 (line 1) has 5 on e4, want 54"}},
		{name: "an offset that overlaps", text: wrongOffset(s.Entry(board.Rook, e4).Offset - 1), wrong: []string{"wrong on e4, right on 63 of 64 squares; rook_table.3 (line 1) has 46079 on e4, want 46080"}},
		{name: "an offset of another square", text: wrongOffset(0), wrong: []string{"wrong on e4", "has 0 on e4, want 46080"}},
		{name: "an offset out of range", text: wrongOffset(1e9), wrong: []string{"has 1000000000 on e4, want 46080"}},
		{name: "an offset before the table", text: wrongOffset(-20), wrong: []string{"has -20 on e4, want 46080"}},
		{name: "a bishop in the table of the rooks", text: rows(planted(packedEnd(s), board.Bishop, e4, func(e *factors.Entry) { e.Offset = 77 }), mask), wrong: []string{"bishop_table.3", "has 77 on e4"}},
		{name: "both in an array", text: pair(invented(s, board.Bishop)), unproved: []string{"bishops: magics.1 (line 18)"}},
		{name: "both in an array, rooks", text: pair(invented(s, board.Rook)), unproved: []string{"rooks: magics (line 1)"}},
		{name: "a list of both", text: list(invented(s, board.Bishop), board.Rook, "", format("%x\n", factor), "") + list(invented(s, board.Bishop), board.Bishop, "", format("%x\n", factor), ""), unproved: []string{"bishops: list.1"}},
		{name: "invented bishops, and no piece in any name", text: list(s, board.Rook, "U64 magics_a[64] = {", format("%d,", factor), "};\n") + list(invented(s, board.Bishop), board.Bishop, "U64 magics_b[64] = {", format("%d,", factor), "};\n"), unproved: []string{"bishops: magics_b"}},
		{name: "words of 32 bits", text: both(wider, "const $Magics = [\n", format("[0x%08x, 0x%08x], ", low, high), "];\n"), wrong: []string{"rookMagics.0 (line 1), words of 32 bits", "wrong on e4"}},
		{name: "invented words", text: both(invented(s, board.Rook), "const $Magics = [\n", format("[0x%08x, 0x%08x], ", low, high), "];\n"), unproved: []string{"rooks: rookMagics.0 (line 1)"}},
		{name: "no numbers for bishops", text: list(s, board.Rook, "U64 rook_magics[64] = {", format("%d,", factor), "};\n") + "U64 bishop_magics[64];\nvoid init(void);", proved: []string{"bishops: no magics found"}},
		{name: "both in rows", text: func() string {
			bad := flipped(t, s, board.Bishop, e4, true)
			return list(bad, board.Rook, "struct { U64 r, b; } magic[64] = {", func(e *factors.Entry) string {
				return fmt.Sprintf("{ %d, %d }, ", e.Factor, bad.Entry(board.Bishop, e.Square).Factor)
			}, "};")
		}(), wrong: []string{"not right: bishops: magic.1 (line 1)"}},
		{name: "other numbers in rows", text: "square,piece,magic,bits,tries\n" + both(s, "", format("%v,%s,%v,%v,%v\n", square, func(e *factors.Entry) any { return "RB"[e.Piece : e.Piece+1] }, factor, index, func(e *factors.Entry) any { return e.Factor >> 44 }), ""),
			proved: []string{"index bits from list.2 (line 1); tables end to end", "bishops: list.1.B"}},
		{name: "a name among the numbers", text: strings.Replace(magics(s), fmt.Sprintf("0x%016xULL", bishop.Factor), "MAGIC_E4", 1), unproved: []string{"bishop_magics (line 19) has 28 numbers (want 64)"}},
		{name: "a number twice", text: strings.Replace(magics(s), fmt.Sprintf("0x%016xULL", bishop.Factor), "1, 0x10ULL", 1), unproved: []string{"bishop_magics (line 19) has 65 numbers (want 64)"}},
		{name: "rooks twice", text: list(s, board.Rook, "U64 rook_magics[64] = {\n", format("%d,", factor), "};\n") + list(s, board.Rook, "U64 bishop_magics[64] = {\n", format("%d,", factor), "};\n"),
			unproved: []string{"bishops: bishop_magics (line 19)"}},
		{name: "rooks called bishops", text: list(s, board.Rook, "U64 bishop_magics[64] = {\n", format("%d,", factor), "};\n"), proved: []string{"warning: against its name, bishop_magics (line 1) holds magics of rooks"}},
		{name: "names exchanged, with their shifts and masks", text: strings.NewReplacer("rook", "bishop", "bishop", "rook").Replace(magics(s) + array(s, "$_shifts", "%d", shift) + array(s, "$_masks", "0x%x", mask)),
			proved: []string{"warning: the names are exchanged", "shifts from bishop_shifts"}},
		{name: "two sets", text: magics(s) + array(black, "$_black_magics", "0x%x", factor), proved: []string{"rooks: rook_magics (line 1); white magics"}},
		{name: "two sets, one wrong", text: magics(s) + array(invented(black, board.Rook), "$_black_magics", "0x%x", factor), proved: []string{"warning: rook_black_magics (line 37) is not right, and not used", "rooks: rook_magics (line 1)"}},
		{name: "two sets, the shifts of one wrong", text: array(s, "$_magics_a", "0x%x", factor) + array(planted(s, board.Rook, e4, func(e *factors.Entry) { e.Shift++ }), "$_shifts_a", "%d", shift) +
			array(s, "$_magics_b", "0x%x", factor) + array(s, "$_shifts_b", "%d", shift), wrong: []string{"rook_shifts_a (line 37) has 55 on e4, want 54"}},
		{name: "other tables beside", text: magics(s) + array(s, "$_lines", "0x%x", edges) + array(s, "zobrist_$", "0x%x", other) + array(s, "$_square_mask", "0x%x", single) +
			array(s, "$_attacks", "0x%x", other) + array(s, "file_masks", "0x%x", func(e *factors.Entry) any { return uint64(0x101010101010101) << (e.Square & 7) }), proved: []string{"rooks: rook_magics", "bishops: bishop_magics"}},
	}
}

// packedEnd returns a set whose bishops follow the 102,400 slots of the rooks in one table.
func packedEnd(s *factors.Set) *factors.Set {
	all := &factors.Set{Entries: slices.Clone(s.Entries)}
	for i := range all.Entries[64:] {
		all.Entries[64+i].Offset += 102400
	}
	return all
}

// onlyBishops returns bishops on all squares, without magics.
func onlyBishops() *factors.Set {
	s := new(factors.Set)
	for sq := range 64 {
		s.Entries = append(s.Entries, factors.Entry{Piece: board.Bishop, Square: sq})
	}
	return s
}

// edged writes bishops whose masks have the edges of the board, and whose magics are right with as many index bits as these masks have squares.
func edged(t testing.TB) string {
	rng := rand.New(rand.NewPCG(3, 4))
	s := onlyBishops()
	answers := make([]uint64, 1<<13) // a bishop sees 13 squares at most
	for i := range s.Entries {
		e := &s.Entries[i]
		lines := board.Lines(board.Bishop, e.Square)
		shift := 64 - bits.OnesCount64(lines)
		for right := false; !right; {
			e.Factor = rng.Uint64() & rng.Uint64() & rng.Uint64()
			clear(answers)
			right = true
			for sub := range board.Subsets(lines) {
				slot, attacks := &answers[sub*e.Factor>>shift], board.Walk(board.Bishop, e.Square, sub)
				if *slot != 0 && *slot != attacks {
					right = false
					break
				}
				*slot = attacks
			}
		}
	}
	return list(s, board.Bishop, "U64 bishop_magics[64] = {\n", format("%d,", factor), "};\n") + list(s, board.Bishop, "U64 bishop_masks[64] = {\n", format("0x%x,", edges), "};\n")
}

// Each file has the result and the messages that are wanted. Repair makes a file right that is right on most squares, and returns the error of Guess where no
// set is proved. Only every third file is repaired where tests may not take minutes.
func TestFaults(t *testing.T) {
	for i, c := range faults(t) {
		t.Run(c.name, func(t *testing.T) {
			_, said, err := imported.Guess(t.Context(), c.text, imported.Options{})
			if c.unproved != nil {
				for _, want := range c.unproved {
					if _, wrong := errors.AsType[*imported.Wrong](err); err == nil || wrong || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
						t.Errorf("%v, %q\nwant %s", err, said, want)
					}
				}
				if r, again := imported.Repair(t.Context(), c.text, imported.Options{}); again == nil || again.Error() != err.Error() {
					t.Errorf("repaired: %v, %v", r, again)
				}
				return
			}
			if c.wrong == nil {
				for _, want := range c.proved {
					if err != nil || !strings.Contains(strings.Join(said, "\n"), want) {
						t.Errorf("%v, %q\nwant %s", err, said, want)
					}
				}
				return
			}
			wrong, ok := errors.AsType[*imported.Wrong](err)
			for _, want := range c.wrong {
				if !ok || !strings.Contains(wrong.Error(), want) || strings.Contains(wrong.Error(), "\n") {
					t.Fatalf("%v, %q\nwant %s", err, said, want)
				}
			}
			if !tiertest.Minutes() && i%3 != 0 {
				return
			}
			r, err := imported.Repair(t.Context(), c.text, imported.Options{})
			if err != nil {
				t.Fatal(err)
			}
			again, _, err := imported.Guess(t.Context(), r.Text, imported.Options{})
			if err != nil || !slices.Equal(again.Entries, r.Set.Entries) {
				t.Errorf("%v\n%q", err, r.Said)
			}
		})
	}
}
