// Package sissy is SISSY bitboards, Split Index Super Set Yielding: each rank of the occupancy looks up the attacks that the
// slider would have if all other ranks were empty. The common squares of these eight sets are the attacks.
//
//	queen   = T[sq][rank 1 of occ][0] & T[sq][rank 2 of occ][1] & ... & T[sq][rank 8 of occ][7]
//	rook    = queen & ranks and files of sq
//	bishop  = queen & diagonals of sq
//
// A square is attacked unless a piece stands between it and the slider. That piece stands on some rank, whose lookup
// leaves the square out, and no other rank puts it back. For a queen on d4:
//
//	occ                 rank 2 looks up     rank 4 looks up     rank 5 looks up     all eight agree
//	. . . . . . . .     . . . x . . . x     . . . x . . . x     . . . x . . . x     . . . x . . . .
//	. x . . . . x .     x . . x . . x .     x . . x . . x .     . . . x . . x .     . . . x . . x .
//	. . . . . . . .     . x . x . x . .     . x . x . x . .     . . . x . x . .     . . . x . x . .
//	. . x . . x . .     . . x x x . . .     . . x x x . . .     . . x x x . . .     . . x x x . . .
//	. x . . . . x .     x x x . x x x x     . x x . x x x .     x x x . x x x x     . x x . x x x .
//	. . . . . . . .     . . x x x . . .     . . x x x . . .     . . x x x . . .     . . x x x . . .
//	. x . x . . . .     . x . x . x . .     . x . x . x . .     . x . x . x . .     . x . x . x . .
//	. . . . . . . .     . . . . . . x .     x . . x . . x .     x . . x . . x .     . . . . . . x .
//
// Cost: eight independent loads for every piece, from 16 KiB of the square's own, and seven ANDs; for a rook or a bishop one load
// and one AND more. The table is 1 MiB.
//
// When: queens, or both pieces at once, if multiplication is slow. A rook alone costs as much as a queen.
//
// People: Michael Sherwin, Computer Chess Club, 13 February 2020: [sissy], [cpw-sissy]. The published forms answer for queens,
// and with a table of its own for bishops, whose two lines never need the first and the last rank.
package sissy

import (
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// lines holds the lines of the two pieces whose attacks are parts of a queen's.
type lines struct{ rook, bishop uint64 }

// The sets of the eight ranks for the same occupants are neighbours, so that lookups of empty ranks read the same 64 bytes. That
// takes a shift for each rank; [8][256] needs no shifts and took about a fifth longer in trials.
var (
	supersets   [64][256][8]uint64
	squareLines [64]lines
)

func init() { scaffold.AtStart("sissy", Build) }

// Build fills the tables. It cannot fail: nothing is hashed.
func Build() error {
	for sq := range supersets {
		t := &supersets[sq]
		for rank := range 8 {
			t[0][rank] = board.Lines(board.Queen, sq)
			for content := 1; content < len(t); content++ {
				lowest := content & -content
				if content == lowest {
					t[content][rank] = board.Walk(board.Queen, sq, uint64(content)<<(8*rank))
				} else {
					// Several occupants leave the squares that each of them leaves.
					t[content][rank] = t[lowest][rank] & t[content^lowest][rank]
				}
			}
		}
		squareLines[sq] = lines{board.Lines(board.Rook, sq), board.Lines(board.Bishop, sq)}
	}
	return nil
}

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63).
func Rook(sq int, occ uint64) uint64 { return Queen(sq, occ) & squareLines[sq&63].rook }

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63).
func Bishop(sq int, occ uint64) uint64 { return Queen(sq, occ) & squareLines[sq&63].bishop }

// Both returns the attacks of a rook and of a bishop on sq, which are the two parts of a queen's.
func Both(sq int, occ uint64) (rook, bishop uint64) {
	q, l := Queen(sq, occ), &squareLines[sq&63]
	return q & l.rook, q & l.bishop
}

// Queen returns the attacks of a queen on sq (a1 = 0, h8 = 63).
func Queen(sq int, occ uint64) uint64 {
	return scaffold.Inline(func() uint64 {
		t := &supersets[sq&63]
		return t[occ&255][0] & t[occ>>8&255][1] & t[occ>>16&255][2] & t[occ>>24&255][3] &
			t[occ>>32&255][4] & t[occ>>40&255][5] & t[occ>>48&255][6] & t[occ>>56][7]
	})
}

// TableBytes returns the size of the arrays that a lookup for the piece reads. All pieces read the same supersets.
func TableBytes(p board.Piece) int {
	bytes := unsafe.Sizeof(supersets)
	if p != board.Queen {
		bytes += unsafe.Sizeof(squareLines)
	}
	return int(bytes)
}
