// Package obstructionloaded is obstruction difference with masks from a table: on each line one subtraction runs from the nearest
// blocker below the slider to the nearest one above it. An entry holds, for each line of a square, the squares above and below.
//
//	up      = (occ | a1) & line above sq                   three masks of one entry: up, down, line
//	down    = (occ | a1) & (line below sq | a1)
//	attacks = (up ^ (up - msb(down))) & line               msb: the highest bit alone
//
// Package obstruction explains the formula. Without a blocker below, the borrow has to start at or before the line's first
// square. It starts from a1, which is in the mask down of every line, and is set in the occupancy once for all lines; the last
// mask does not contain it. The masks of a bishop's anti-diagonal on d4, and then its attacks between b6 and f2:
//
//	up                down              line
//	. . . . . . . .   . . . . . . . .   . . . . . . . .
//	x . . . . . . .   . . . . . . . .   x . . . . . . .
//	. x . . . . . .   . . . . . . . .   . x . . . . . .
//	. . x . . . . .   . . . . . . . .   . . x . . . . .
//	. . . . . . . .   . . . . . . . .   . . . . . . . .
//	. . . . . . . .   . . . . x . . .   . . . . x . . .
//	. . . . . . . .   . . . . . x . .   . . . . . x . .
//	. . . . . . . .   x . . . . . x .   . . . . . . x .
//
//	occ & line        up - msb(down)    up ^ that         & line
//	. . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//	x . . . . . . .   x . . . . . . .   . . . . . . . .   . . . . . . . .
//	. x . . . . . .   x . . . . . . .   x x . . . . . .   . x . . . . . .
//	. . . . . . . .   x x x x x x x x   x x x x x x x x   . . x . . . . .
//	. . . . . . . .   x x x x x x x x   x x x x x x x x   . . . . . . . .
//	. . . . . . . .   x x x x x x x x   x x x x x x x x   . . . . x . . .
//	. . . . . x . .   . . . . . x x x   . . . . . x x x   . . . . . x . .
//	. . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//
// The form published first was 2*lsb(up) - msb(down), which is the same number (package slidearith has the proof).
//
// Cost: per line three ANDs, a bit scan, a shift, a subtraction and an exclusive OR, and three loads of 8 bytes; one OR for all
// lines. The table is 6 KiB, of which a rook reads 48 bytes and a queen 96. Below GOAMD64=v3 the bit scan is slow on AMD's
// processors.
//
// When: memory is short and the processor has a fast bit scan. If it swaps bytes in one instruction, package quintessence has the
// same uses with a third of the table.
//
// People: Michael Hoffmann, about 2009: [cpw-obstruction]; exclusive or and a1 in the masks: Daniel Inführ, 2022:
// [infuehr-genetic].
package obstructionloaded

import (
	"math/bits"
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/hyperbola/internal/lines"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// masks are one line through a square, without the square itself.
type masks struct {
	up   uint64 // its squares above
	down uint64 // its squares below, and a1 for every line
	line uint64
}

// entry holds a square's data for a lookup: 96 bytes.
type entry struct{ rank, file, diagonal, antidiagonal masks }

var entries [64]entry

func init() { scaffold.AtStart("obstructionloaded", Build) }

// Build fills the table. It cannot fail: nothing is hashed.
func Build() error {
	for sq := range entries {
		below := uint64(1)<<sq - 1
		split := func(line uint64) masks { return masks{line &^ below, line&below | a1, line} }
		entries[sq] = entry{
			split(lines.Rank(sq)), split(lines.File(sq)), split(lines.Diagonal(sq)), split(lines.Antidiagonal(sq)),
		}
	}
	return nil
}

const a1 = 1

// attacks returns the attacks within a line. occ contains a1, so that there is always a bit below.
func (m *masks) attacks(occ uint64) uint64 {
	up := occ & m.up
	// -Len64 & 63 is the number of leading zeros: the inliner counts a call of LeadingZeros64 so high that no lookup would be
	// inlined.
	return (up ^ (up - 1<<63>>(-bits.Len64(occ&m.down)&63))) & m.line
}

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63).
func Rook(sq int, occ uint64) uint64 {
	e := &entries[sq&63]
	return e.rank.attacks(occ|a1) | e.file.attacks(occ|a1)
}

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63).
func Bishop(sq int, occ uint64) uint64 {
	e := &entries[sq&63]
	return e.diagonal.attacks(occ|a1) | e.antidiagonal.attacks(occ|a1)
}

// Queen returns the attacks of a queen on sq: those of a rook and of a bishop.
func Queen(sq int, occ uint64) uint64 { return Rook(sq, occ) | Bishop(sq, occ) }

// TableBytes returns the size of the array that a lookup reads. Each piece finds its masks in the same one.
func TableBytes(board.Piece) int { return int(unsafe.Sizeof(entries)) }
