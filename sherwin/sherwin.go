// Package sherwin is Sherwin bitboards: one small table per rank gives each a part of the index of the attack table. The lookup
// needs no multiplication and no special instruction, only bytes of the occupancy.
//
//	index   = rows[sq][0][rank 1 of occ] | rows[sq][1][rank 2 of occ] | ... | rows[sq][7][rank 8 of occ]
//	attacks = T[index]
//
// Every row of a square looks up its eight squares at once and gives the index bits of its relevant squares; no two relevant
// squares share a bit, so the parts are joined by OR. The base of the square's part of T is joined in the same way: squares with
// more relevant squares come first in T, so each base is a multiple of the size of its part.
//
// Bishops need only the 36 inner squares. With occ >> 9 these are six rows of six bits, one byte apart. The row of each
// relevant square, on d4:
//
//	rows of a rook     rows of a bishop
//	. . . . . . . .    . . . . . . . .
//	. . . 6 . . . .    . . . . . . 5 .
//	. . . 5 . . . .    . 4 . . . 4 . .
//	. . . 4 . . . .    . . 3 . 3 . . .
//	. 3 3 R 3 3 3 .    . . . B . . . .
//	. . . 2 . . . .    . . 1 . 1 . . .
//	. . . 1 . . . .    . 0 . . . 0 . .
//	. . . . . . . .    . . . . . . . .
//
// Cost: for a rook eight shifts, eight loads from 512 KiB (8 KiB for each square) and a dependent load from 800 KiB; for a bishop
// six loads from 48 KiB and one from 41 KiB.
//
// When: multiplication is slow. It loses elsewhere: the rows come on top of a table as long as fancymagic's.
//
// People: Michael Sherwin, Winboard Forum, 14 September 2006: [sherwin], [cpw-sherwin]. His original maps squares in another
// order and reads the bytes of the occupancy through a union, as package sherwinbytes does.
package sherwin

import (
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
	"github.com/slidebench/slidebench/sherwin/internal/rows"
)

// Rook indices need 17 bits, bishop indices 13.
var (
	rookRows    [64][8][256]uint32
	bishopRows  [64][6][64]uint16
	rookTable   [board.RookSubsets]uint64
	bishopTable [board.BishopSubsets]uint64
)

func rookIndex(r *[8][256]uint32, occ uint64) int {
	return int(r[0][uint8(occ)] | r[1][uint8(occ>>8)] | r[2][uint8(occ>>16)] | r[3][uint8(occ>>24)] |
		r[4][uint8(occ>>32)] | r[5][uint8(occ>>40)] | r[6][uint8(occ>>48)] | r[7][occ>>56])
}

func bishopIndex(r *[6][64]uint16, occ uint64) int {
	return int(r[0][occ>>9&63] | r[1][occ>>17&63] | r[2][occ>>25&63] |
		r[3][occ>>33&63] | r[4][occ>>41&63] | r[5][occ>>49&63])
}

func init() { scaffold.AtStart("sherwin", Build) }

// Build fills the tables. An error names a square and two subsets with the same index.
func Build() error {
	place()
	return fill()
}

// place fills the row tables. A square's base is in every entry of its first row.
func place() {
	rookBases, bishopBases := rows.Bases(board.Rook), rows.Bases(board.Bishop)
	for sq := range 64 {
		mask, base := board.Mask(board.Rook, sq), rookBases[sq]
		for i := range rookRows[sq] {
			for v := range rookRows[sq][i] {
				rookRows[sq][i][v] = uint32(base | rows.Part(mask, uint64(v)<<(8*i)))
			}
			base = 0
		}
		mask, base = board.Mask(board.Bishop, sq), bishopBases[sq]
		for i := range bishopRows[sq] {
			for v := range bishopRows[sq][i] {
				bishopRows[sq][i][v] = uint16(base | rows.Part(mask, uint64(v)<<(9+8*i)))
			}
			base = 0
		}
	}
}

func fill() error {
	return scaffold.FillAll(rookTable[:], bishopTable[:],
		func(sq int, occ uint64) int { return rookIndex(&rookRows[sq], occ) },
		func(sq int, occ uint64) int { return bishopIndex(&bishopRows[sq], occ) })
}

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63).
func Rook(sq int, occ uint64) uint64 {
	return scaffold.Inline(func() uint64 { return rookTable[rookIndex(&rookRows[sq&63], occ)] })
}

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63).
func Bishop(sq int, occ uint64) uint64 {
	return scaffold.Inline(func() uint64 { return bishopTable[bishopIndex(&bishopRows[sq&63], occ)] })
}

// Queen returns the attacks of a queen on sq: those of a rook and of a bishop.
func Queen(sq int, occ uint64) uint64 {
	return scaffold.Inline(func() uint64 {
		return rookTable[rookIndex(&rookRows[sq&63], occ)] | bishopTable[bishopIndex(&bishopRows[sq&63], occ)]
	})
}

// TableBytes returns the size of the arrays that a lookup for the piece reads.
func TableBytes(p board.Piece) int {
	return scaffold.BytesOf(p, unsafe.Sizeof(rookRows)+unsafe.Sizeof(rookTable),
		unsafe.Sizeof(bishopRows)+unsafe.Sizeof(bishopTable))
}
