package lines

import (
	"math/bits"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
)

// Two lines make a piece: they share no square, and between them have its lines, its mask and its attacks.
func TestLinesMakeAPiece(t *testing.T) {
	for _, c := range []struct {
		piece board.Piece
		lines [2]Line
	}{{board.Rook, [2]Line{Rank, File}}, {board.Bishop, [2]Line{Diagonal, Antidiagonal}}} {
		for sq := range 64 {
			a, b := c.lines[0], c.lines[1]
			if a.Piece() != c.piece || b.Piece() != c.piece {
				t.Fatalf("%v is a line of a %v, %v of a %v", a, a.Piece(), b, b.Piece())
			}
			if a.Squares(sq)&b.Squares(sq) != 0 || a.Squares(sq)|b.Squares(sq) != board.Lines(c.piece, sq) {
				t.Errorf("lines of a %v on %s:\n%s\n%s", c.piece, board.SquareName(sq),
					board.Picture(a.Squares(sq)), board.Picture(b.Squares(sq)))
			}
			if a.Mask(sq)|b.Mask(sq) != board.Mask(c.piece, sq) || bits.OnesCount64(a.Mask(sq)) > 6 {
				t.Errorf("masks of a %v on %s:\n%s\n%s", c.piece, board.SquareName(sq),
					board.Picture(a.Mask(sq)), board.Picture(b.Mask(sq)))
			}
			occ := uint64(sq) * 0x9e3779b97f4a7c15 // any occupancies, another one for each square
			if a.Attacks(sq, occ)|b.Attacks(sq, occ) != board.Walk(c.piece, sq, occ) {
				t.Errorf("attacks of a %v on %s under %#x:\n%s\n%s", c.piece, board.SquareName(sq), occ,
					board.Picture(a.Attacks(sq, occ)), board.Picture(b.Attacks(sq, occ)))
			}
		}
	}
}

// Fill refuses an index outside of the table, and a slot for different attacks of one line, or of two. key is a right index: the squares b1 to g1 as a number.
func TestFillRefuses(t *testing.T) {
	const d1 = 3
	key := func(occ uint64) int { return int(occ >> 1 & 63) }
	table := make([]uint64, 64)
	if err := Rank.Fill(d1, table, key); err != nil {
		t.Fatal(err)
	}
	if got, want := table[key(1<<1|1<<4)], uint64(0x16); got != want {
		t.Errorf("blocked on b1 and e1: got %#x, want %#x", got, want)
	}
	stranger := make([]uint64, 64)
	stranger[0] = 1 << 40 // a6, which no slider attacks along the first rank
	for name, c := range map[string]struct {
		table []uint64
		index func(occ uint64) int
		want  string
	}{
		"outside": {make([]uint64, 32), key, "rank on d1: subset 0x40 has index 32, outside of the table's 32 slots\n"},
		"collision": {
			make([]uint64, 64), func(uint64) int { return 5 },
			"rank on d1: subset 0x2 wants slot 5 for other attacks than subset 0x0\n",
		},
		"another line's": {stranger, key, "rank on d1: subset 0x0 wants slot 0 for other attacks than another line stored"},
	} {
		if err := Rank.Fill(d1, c.table, c.index); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", name, err, c.want)
		}
	}
}
