// Package sissytworanks is SISSY bitboards with two ranks to an index: each two neighbouring ranks of the occupancy look up the
// attacks that the slider would have if all other ranks were empty. The common squares of these four sets are the attacks.
//
//	queen   = T[sq][ranks 1, 2 of occ][0] & T[sq][ranks 3, 4 of occ][1] & T[sq][ranks 5, 6][2] & T[sq][ranks 7, 8][3]
//	rook    = queen & ranks and files of sq
//	m       = occ & diagonals of sq
//	i       = m | m>>8
//	bishop  = U[sq][bits 0 to 7 of i][0] & U[sq][bits 16 to 23 of i][1] & U[sq][bits 32 to 39][2] & U[sq][bits 48 to 55][3]
//
// A piece between the slider and a square stands on two of these ranks, whose set leaves that square out. For a queen on d4:
//
//	occ                 ranks 1, 2 look up  ranks 3, 4 look up  ranks 5, 6 look up  all four agree
//	. . . . . . . .     . . . x . . . x     . . . x . . . x     . . . x . . . x     . . . x . . . .
//	. x . . . . x .     x . . x . . x .     x . . x . . x .     . . . x . . x .     . . . x . . x .
//	. . . . . . . .     . x . x . x . .     . x . x . x . .     . . . x . x . .     . . . x . x . .
//	. . x . . x . .     . . x x x . . .     . . x x x . . .     . . x x x . . .     . . x x x . . .
//	. x . . . . x .     x x x . x x x x     . x x . x x x .     x x x . x x x x     . x x . x x x .
//	. . . . . . . .     . . x x x . . .     . . x x x . . .     . . x x x . . .     . . x x x . . .
//	. x . x . . . .     . x . x . x . .     . x . x . x . .     . x . x . x . .     . x . x . x . .
//	. . . . . . . .     . . . . . . x .     x . . x . . x .     x . . x . . x .     . . . . . . x .
//
// For a bishop, one byte has room for two ranks. On neighbouring ranks the squares of its diagonals are on different files, and
// its own rank has none, so the two ranks or-ed together lose nothing: T's 65,536 sets for each two ranks become U's 256.
//
// Cost: four independent loads and three ANDs; for a rook one load and one AND more; for a bishop a load, an AND and an OR before
// them. T is 128 MiB, which a program that imports this package fills at its start. U is 512 KiB.
//
// When: bishops. On Zen 3 they take half of sissy's time, with half of its loads from half of its table. A queen takes four times
// as long as sissy's, as T is larger than the caches.
//
// People: Martin Sedlak, Computer Chess Club, 14 February 2021, after Michael Sherwin: [cpw-sissy], which says "half the number
// of lookups" and "much larger tables"; we could not read the post itself, and two whole ranks are how we understand it. The same
// page had the bishops' index in 2020, without an author.
package sissytworanks

import (
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// lines holds the lines of the two pieces whose attacks are parts of a queen's.
type lines struct{ rook, bishop uint64 }

// The sets of all pairs of ranks for the same occupants are neighbours, as in package sissy.
var (
	supersets   [64][1 << 16][4]uint64
	diagonals   [64][1 << 8][4]uint64
	squareLines [64]lines
)

func init() { scaffold.AtStart("sissytworanks", Build) }

// Build fills the tables. It cannot fail: nothing is hashed.
func Build() error {
	for sq := range 64 {
		squareLines[sq] = lines{board.Lines(board.Rook, sq), board.Lines(board.Bishop, sq)}
		fill(supersets[sq][:], board.Queen, sq, func(content, pair int) uint64 { return uint64(content) << (16 * pair) })
		fill(diagonals[sq][:], board.Bishop, sq, func(content, pair int) uint64 {
			// On its file each bit is an occupant of the one square of the two ranks that a diagonal goes through, if there is one.
			return uint64(content) * 0x101 << (16 * pair) & squareLines[sq].bishop
		})
	}
	return nil
}

// fill sets each content and pair of ranks to the attacks of a slider on sq among these occupants alone.
func fill(t [][4]uint64, p board.Piece, sq int, occupants func(content, pair int) uint64) {
	for pair := range 4 {
		t[0][pair] = board.Lines(p, sq)
		for content := 1; content < len(t); content++ {
			lowest := content & -content
			if content == lowest {
				t[content][pair] = board.Walk(p, sq, occupants(content, pair))
			} else {
				// Several occupants leave the squares that each of them leaves.
				t[content][pair] = t[lowest][pair] & t[content^lowest][pair]
			}
		}
	}
}

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63).
func Rook(sq int, occ uint64) uint64 { return Queen(sq, occ) & squareLines[sq&63].rook }

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63).
func Bishop(sq int, occ uint64) uint64 {
	return scaffold.Inline(func() uint64 {
		t, i := &diagonals[sq&63], index(sq, occ)
		return t[i&255][0] & t[i>>16&255][1] & t[i>>32&255][2] & t[i>>48&255][3]
	})
}

// index returns the contents of each two ranks on a bishop's lines in the lower of two bytes.
func index(sq int, occ uint64) uint64 {
	occ &= squareLines[sq&63].bishop
	return occ | occ>>8
}

// Both returns the attacks of a rook and of a bishop on sq, which are the two parts of a queen's.
func Both(sq int, occ uint64) (rook, bishop uint64) {
	q, l := Queen(sq, occ), &squareLines[sq&63]
	return q & l.rook, q & l.bishop
}

// Queen returns the attacks of a queen on sq (a1 = 0, h8 = 63).
func Queen(sq int, occ uint64) uint64 {
	return scaffold.Inline(func() uint64 {
		t := &supersets[sq&63]
		return t[occ&0xffff][0] & t[occ>>16&0xffff][1] & t[occ>>32&0xffff][2] & t[occ>>48][3]
	})
}

// TableBytes returns the size of the arrays that a lookup for the piece reads.
func TableBytes(p board.Piece) int {
	switch p {
	case board.Queen:
		return int(unsafe.Sizeof(supersets))
	case board.Bishop:
		return int(unsafe.Sizeof(diagonals) + unsafe.Sizeof(squareLines))
	default:
		return int(unsafe.Sizeof(supersets) + unsafe.Sizeof(squareLines))
	}
}
