// Package classical is loops over the rays, also called the classical approach: the lookup walks from the slider's square one
// step at a time in each direction, up to the edge of the board or the first blocker. The current square is a set of one square,
// which a shift moves and which is empty at the end of the ray.
//
//	for x = step(b); x != 0; x = step(x without occ) { attacks |= x }    b = 1 << sq
//
// The loop adds an occupied square to the attacks before it drops that square: it attacks the first blocker and nothing behind
// it. A square at the left or right edge is dropped before a step around the edge; a step over the upper or lower edge shifts the
// bit out of the word.
//
//	occ                step that reaches it
//	. . . . . . . .    . . . . . . . .
//	. . . x . . . .    . . . 3 . . . .
//	. x . . x x . .    . . . 2 . . . .
//	. . . . . . . .    . . . 1 . . . .
//	x . . R . . x .    3 2 1 R 1 2 3 .
//	. . x . . . . .    . . . 1 . . . .
//	. . . x . . . x    . . . 2 . . . .
//	. x . . . . . .    . . . . . . . .
//
// Cost: no tables; a shift, an AND and an OR for each attacked square. A branch predictor mispredicts about one loop exit per
// direction in a position that it has not seen.
//
// When: rare questions, and as a definition with which other techniques are compared. It loses wherever lookups are frequent: its
// cost grows with the length of the rays and with positions that no predictor knows.
//
// People: folklore. Every introduction to chess programming begins with it: [cpw-classical], [cpw-sliding].
package classical

import "github.com/slidebench/slidebench/board"

const (
	fileA uint64 = 0x0101010101010101
	fileH uint64 = fileA << 7
)

// Build does nothing: there are no tables.
func Build() error { return nil }

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63).
func Rook(sq int, occ uint64) (attacks uint64) {
	b := uint64(1) << (sq & 63)
	for x := b << 8; x != 0; x = x &^ occ << 8 {
		attacks |= x
	}
	for x := b >> 8; x != 0; x = x &^ occ >> 8 {
		attacks |= x
	}
	// East of the h-file lies the a-file of the next rank, so the step drops squares on the edge.
	for x := b &^ fileH << 1; x != 0; x = x &^ (occ | fileH) << 1 {
		attacks |= x
	}
	for x := b &^ fileA >> 1; x != 0; x = x &^ (occ | fileA) >> 1 {
		attacks |= x
	}
	return attacks
}

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63).
func Bishop(sq int, occ uint64) (attacks uint64) {
	b := uint64(1) << (sq & 63)
	for x := b &^ fileH << 9; x != 0; x = x &^ (occ | fileH) << 9 {
		attacks |= x
	}
	for x := b &^ fileA >> 9; x != 0; x = x &^ (occ | fileA) >> 9 {
		attacks |= x
	}
	for x := b &^ fileA << 7; x != 0; x = x &^ (occ | fileA) << 7 {
		attacks |= x
	}
	for x := b &^ fileH >> 7; x != 0; x = x &^ (occ | fileH) >> 7 {
		attacks |= x
	}
	return attacks
}

// Queen returns the attacks of a queen on sq: those of a rook and of a bishop.
func Queen(sq int, occ uint64) uint64 { return Rook(sq, occ) | Bishop(sq, occ) }

// TableBytes returns 0: there are no tables.
func TableBytes(board.Piece) int { return 0 }
