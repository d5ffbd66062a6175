// Package exploding is Exploding Bitboards: a wave runs outwards from the slider, and each step is a multiplication, which adds
// up copies of the wave moved by a square in every direction, and a mask, which keeps the squares on the lines. Occupied squares
// stop their part of the wave.
//
//	bishop        wave = (((wave & free) >> 9) * 0x50005) & lines        NE, NW, SE and SW
//	file          wave = (((wave & free) >> 8) * 0x10001) & file         N and S
//	rank          wave = (((wave & free) >> 1) * 5) & rank &^ attacks    E and W
//	attacks      |= wave                                                 six times, from the next squares on
//
// The factor 0x50005 has the bits 0, 2, 16 and 18: it turns a square that was shifted down by nine into its four diagonal
// neighbours. Where copies meet, their sum carries to the next square or, if four meet, to the second next. Four meet only on the
// slider's own square, and no carry ends on a diagonal through it. A copy that wraps around the board changes its colour, so it
// does not end there either. A bishop on d4 whose neighbour c3 is occupied, first step; three copies meet on d4, which makes d4
// and e4:
//
//	wave & free        >> 9               * 0x50005          & lines
//	. . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .
//	. . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .
//	. . . . . . . .    . . . . . . . .    . x . . x x . .    . x . . . x . .
//	. . x . x . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .
//	. . . . . . . .    . x . x . . . .    . x . x x . x .    . . . . . . . .
//	. . . . x . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .
//	. . . . . . . .    . . . x . . . .    . . . x . x . .    . . . . . x . .
//	. . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .
//
// Waves also run inwards, where they reach no new squares. On a rank a carry would go to the next square of the line, so the mask
// leaves out squares that were already reached.
//
// The published form has one factor for a rook, 0x10281, whose copies wrap around onto its lines, and clears these bits by hand.
// One factor for each line needs none of that. The published form also has a case for each number of steps, which processors
// cannot predict; here all lookups take six steps.
//
// Cost: six steps of an AND, a shift, a multiplication, an AND and an OR, for a bishop; twice that, and six ANDs, for a rook. A
// bishop loads 16 bytes of 1 KiB, a rook 32 of 2 KiB.
//
// When: no use is known. A fill does the same for all sliders of a board.
//
// People: Harald Lüßen, with help from the Computer Chess Club, 2006, in his engine Elephant: [cpw-exploding].
package exploding

import (
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/firstrank/internal/lines"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// Each factor takes a wave that was shifted down by one step, and makes its copies one step below and one step above the wave's
// old place: see the package comment.
const (
	rankFactor   = 1<<2 | 1
	fileFactor   = 1<<16 | 1
	bishopFactor = 1<<18 | 1<<16 | 1<<2 | 1
)

// rookStart holds a square's data for a rook's waves: the neighbours on each line, and the lines.
type rookStart struct{ nearRank, rank, nearFile, file uint64 }

// bishopStart is the same for a bishop, whose lines make one wave.
type bishopStart struct{ near, lines uint64 }

var (
	rookStarts   [64]rookStart
	bishopStarts [64]bishopStart
)

func init() { scaffold.AtStart("exploding", Build) }

// Build fills the tables. It cannot fail: nothing is hashed.
func Build() error {
	const full = ^uint64(0) // the full board, on which a slider attacks only its neighbours
	for sq := range 64 {
		rookStarts[sq] = rookStart{
			lines.Rank.Attacks(sq, full), lines.Rank.Squares(sq), lines.File.Attacks(sq, full), lines.File.Squares(sq),
		}
		bishopStarts[sq] = bishopStart{board.Walk(board.Bishop, sq, full), board.Lines(board.Bishop, sq)}
	}
	return nil
}

// steps is the number of steps after the first: the farthest squares are at a distance of seven.
const steps = 6

// explode returns all squares of lines that a wave reaches from the near ones. The lines are a file or a bishop's.
func explode(near, lines, free uint64, down int, factor uint64) uint64 {
	attacks, wave := near, near
	for range steps {
		wave = wave & free >> (down & 63) * factor & lines
		attacks |= wave
	}
	return attacks
}

// explodeRank is explode for a rank, where a carry would go to the next square of the line: so no square may be reached twice.
func explodeRank(near, rank, free uint64) uint64 {
	attacks, wave := near, near
	for range steps {
		wave = wave & free >> 1 * rankFactor & rank &^ attacks
		attacks |= wave
	}
	return attacks
}

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63).
func Rook(sq int, occ uint64) uint64 {
	s := &rookStarts[sq&63]
	return explodeRank(s.nearRank, s.rank, ^occ) | explode(s.nearFile, s.file, ^occ, 8, fileFactor)
}

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63).
func Bishop(sq int, occ uint64) uint64 {
	s := &bishopStarts[sq&63]
	return explode(s.near, s.lines, ^occ, 9, bishopFactor)
}

// Queen returns the attacks of a queen on sq: those of a rook and of a bishop.
func Queen(sq int, occ uint64) uint64 { return Rook(sq, occ) | Bishop(sq, occ) }

// TableBytes returns the size of the arrays that a lookup for the piece reads.
func TableBytes(p board.Piece) int {
	return scaffold.BytesOf(p, unsafe.Sizeof(rookStarts), unsafe.Sizeof(bishopStarts))
}
