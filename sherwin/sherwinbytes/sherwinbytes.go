// Package sherwinbytes is Sherwin bitboards by bytes: the lookup reads the ranks of the occupancy as bytes from memory, as in
// Michael Sherwin's original. Package sherwin shifts them out of a register instead.
//
//	index   = rows[sq][0][byte 0 of occ] | rows[sq][1][byte 1 of occ] | ... | rows[sq][7][byte 7 of occ]
//	attacks = T[index]
//
// The original lays a union over the occupancy. Here the occupancy is stored once in little-endian order, a single move on
// machines of that order, and its bytes are loaded. A rank is a byte, its a-file the lowest bit:
//
//	. . . . . . . .    byte 7 = 0x00
//	. . . x . . . .    byte 6 = 0x08
//	. x . . x x . .    byte 5 = 0x32
//	. . . . . . . .    byte 4 = 0x00
//	x . . . . . x .    byte 3 = 0x41
//	. . x . . . . .    byte 2 = 0x04
//	. . . x . . . x    byte 1 = 0x88
//	. x . . . . . .    byte 0 = 0x02
//
// Cost: for a rook one store and eight byte loads instead of seven shifts, then as sherwin.
//
// When: as for package sherwin, with an occupancy that is in memory already.
//
// People: Michael Sherwin, Winboard Forum, 14 September 2006: [sherwin], [cpw-sherwin].
package sherwinbytes

import (
	"encoding/binary"
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

// The bytes are filled in place: an array that a function returns would be copied, and a word whose bytes were stored one by one loads slowly.

func rookIndex(sq int, occ uint64) int {
	var o [8]byte // the ranks, rank 1 first
	binary.LittleEndian.PutUint64(o[:], occ)
	r := &rookRows[sq&63]
	return int(r[0][o[0]] | r[1][o[1]] | r[2][o[2]] | r[3][o[3]] | r[4][o[4]] | r[5][o[5]] | r[6][o[6]] | r[7][o[7]])
}

// bishopIndex drops the edge squares of ranks 2 to 7 from their bytes.
func bishopIndex(sq int, occ uint64) int {
	var o [8]byte // the ranks, rank 1 first
	binary.LittleEndian.PutUint64(o[:], occ)
	r := &bishopRows[sq&63]
	return int(r[0][o[1]>>1&63] | r[1][o[2]>>1&63] | r[2][o[3]>>1&63] |
		r[3][o[4]>>1&63] | r[4][o[5]>>1&63] | r[5][o[6]>>1&63])
}

func init() { scaffold.AtStart("sherwinbytes", Build) }

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

func fill() error { return scaffold.FillAll(rookTable[:], bishopTable[:], rookIndex, bishopIndex) }

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63).
func Rook(sq int, occ uint64) uint64 { return rookTable[rookIndex(sq, occ)] }

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63).
func Bishop(sq int, occ uint64) uint64 { return bishopTable[bishopIndex(sq, occ)] }

// Queen returns the attacks of a queen on sq: those of a rook and of a bishop.
func Queen(sq int, occ uint64) uint64 { return Rook(sq, occ) | Bishop(sq, occ) }

// TableBytes returns the size of the arrays that a lookup for the piece reads.
func TableBytes(p board.Piece) int {
	return scaffold.BytesOf(p, unsafe.Sizeof(rookRows)+unsafe.Sizeof(rookTable),
		unsafe.Sizeof(bishopRows)+unsafe.Sizeof(bishopTable))
}
