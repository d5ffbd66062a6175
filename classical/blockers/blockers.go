// Package blockers is Blockers and Beyond, also called the blocker loop: it begins with the attacks on an empty board, and every
// piece on the lines removes the squares behind it. The order of the pieces does not matter.
//
//	attacks = lines, and then for every square t of occ & mask:  attacks = attacks &^ behind[sq][t]
//
// The squares behind the second piece of a ray also lie behind the first piece, so removing them twice does no harm. A piece on
// the last square of its ray hides no square, so the mask leaves it out. A rook on d4:
//
//	occ                 occ & mask          behind these        attacks
//	. . . . . . . .     . . . . . . . .     . . . x . . . .     . . . . . . . .
//	x . . x . . . .     . . . x . . . .     . . . x . . . .     . . . . . . . .
//	. . . x . x . .     . . . x . . . .     . . . . . . . .     . . . x . . . .
//	. . . . . . . .     . . . . . . . .     . . . . . . . .     . . . x . . . .
//	. x . . . . x x     . x . . . . x .     x . . . . . . x     . x x . x x x .
//	. . . . . . . .     . . . . . . . .     . . . . . . . .     . . . x . . . .
//	. x . . . x . .     . . . . . . . .     . . . . . . . .     . . . x . . . .
//	. . . x . . . .     . . . . . . . .     . . . . . . . .     . . . x . . . .
//
// The same loop serves every piece and direction. A queen takes one loop over all her lines.
//
// Cost: two loads, and for every piece on the mask a round of the loop with a bit scan and a load. A branch predictor that has
// not seen the position mispredicts the loop's end once. The table of squares behind is 32 KiB for all pieces, the entries of a
// rook or a bishop are 1 KiB.
//
// When: boards with few pieces, such as endgames. Every piece on the lines costs a round, first blocker or not.
//
// People: Fabien Letouzey, in the engine Senpai 1.0, 2014, devised in the mid-2000s: [cpw-blockers].
package blockers

import (
	"math/bits"
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// entry holds the lines and the mask of a square.
type entry struct{ lines, mask uint64 }

var (
	rookEntries, bishopEntries [64]entry

	// behind holds, for a slider's square and a square on its lines, the rest of the ray beyond the latter.
	behind [64][64]uint64
)

func init() { scaffold.AtStart("blockers", Build) }

// Build fills the tables. It cannot fail: nothing is hashed.
func Build() error {
	for sq := range 64 {
		rookEntries[sq] = entry{board.Lines(board.Rook, sq), board.Mask(board.Rook, sq)}
		bishopEntries[sq] = entry{board.Lines(board.Bishop, sq), board.Mask(board.Bishop, sq)}
		for _, d := range board.Directions(board.Queen) {
			for t := range board.Squares(board.Ray(d, sq)) {
				behind[sq][t] = board.Ray(d, t)
			}
		}
	}
	return nil
}

// open returns the rest of lines after every piece on the mask has removed the squares behind it.
func open(lines, mask uint64, behind *[64]uint64, occ uint64) uint64 {
	for x := occ & mask; x != 0; x &= x - 1 {
		lines &^= behind[bits.TrailingZeros64(x)&63]
	}
	return lines
}

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63).
func Rook(sq int, occ uint64) uint64 {
	e := &rookEntries[sq&63]
	return open(e.lines, e.mask, &behind[sq&63], occ)
}

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63).
func Bishop(sq int, occ uint64) uint64 {
	e := &bishopEntries[sq&63]
	return open(e.lines, e.mask, &behind[sq&63], occ)
}

// Queen returns the attacks of a queen on sq (a1 = 0, h8 = 63), by one loop over the pieces on all her lines.
func Queen(sq int, occ uint64) uint64 {
	r, b := &rookEntries[sq&63], &bishopEntries[sq&63]
	return open(r.lines|b.lines, r.mask|b.mask, &behind[sq&63], occ)
}

// TableBytes returns the size of the arrays that a lookup for the piece reads.
func TableBytes(p board.Piece) int {
	bytes := unsafe.Sizeof(rookEntries) + unsafe.Sizeof(behind)
	if p == board.Queen {
		bytes += unsafe.Sizeof(bishopEntries)
	}
	return int(bytes)
}
