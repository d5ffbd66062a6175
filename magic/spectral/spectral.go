// Package spectral is spectral magics: magic bitboards without a multiplication, because a factor with three bits set is the sum
// of three shifts. With so few bits the relevant squares stay as far apart as they are on the board, so the index has 18 bits,
// and the squares' tables lie interleaved in one table.
//
//	m       = occ & mask
//	attacks = T[offset + ((m << a) + (m << b) + (m << c)) >> 46]
//
// The mask of a rook on a8, its three shifts and their sum when all of these squares are occupied; of each shift and
// of the sum, carries included, only the 18 bits that are the index: rank 8, rank 7, g6 and h6.
//
//	mask                m << 38             m << 23             m << 0              sum
//	. x x x x x x .     . . . . . . x .     . . . . . . . x     . x x x x x x .     . x x x x x . .
//	x . . . . . . .     . . . . . . x .     . . . . . . . x     x . . . . . . .     x . . . . . x x
//	x . . . . . . .     . . . . . . x .     . . . . . . . x     . . . . . . . .     . . . . . . x x
//	x . . . . . . .     . . . . . . . .     . . . . . . . .     . . . . . . . .     . . . . . . . .
//	x . . . . . . .     . . . . . . . .     . . . . . . . .     . . . . . . . .     . . . . . . . .
//	x . . . . . . .     . . . . . . . .     . . . . . . . .     . . . . . . . .     . . . . . . . .
//	x . . . . . . .     . . . . . . . .     . . . . . . . .     . . . . . . . .     . . . . . . . .
//	. . . . . . . .     . . . . . . . .     . . . . . . . .     . . . . . . . .     . . . . . . . .
//
// One shift brings the squares of the rank, which are neighbours and stay neighbours. The squares of the file are eight bits
// apart, so a shift brings at most two of them into 12 bits, the size of a fancy index for such a rook, but up to three into 17
// or 18 bits. All 41,664 sets of three shifts were tried for every square; 17 bits are not enough for rooks on h1 and a8. Most
// slots in a square's range are free for other squares. The table has 265,315 words (the published table 274,645), 2.5 times the
// number of subsets.
//
// The published form is black (see package blackmagic), with a case of a switch for each square. Here the form is white, and
// shifts and offset are loaded with the mask.
//
// Cost: an AND, three shifts, three additions, one constant shift and two dependent loads, the second from 2,073 KiB, of which
// 841 are used. A shift by a loaded number takes one cycle with a three-operand shift (GOAMD64=v3), and a multiplication three.
// Go also checks the index.
//
// When: multiplication is slow. Elsewhere it loses by its table, the longest of all overlapped tables.
//
// People: Daniel Inführ, 2023: [infuehr-magic] "Spectralmagic". The shifts here are our own.
package spectral

import (
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

//go:generate go run ./internal/gen -o shifts_gen.go

// With fewer index bits, no three shifts serve a rook on h1 or a8.
const indexBits = 18

// place holds the shifts and the offset of a square.
type place struct {
	shifts [3]uint8
	offset uint32 // in words
}

// entry holds a square's data for a lookup. One entry is 16 bytes.
type entry struct {
	mask uint64
	place
}

func (e *entry) index(occ uint64) int {
	m := occ & e.mask
	sum := m<<(e.shifts[0]&63) + m<<(e.shifts[1]&63) + m<<(e.shifts[2]&63)
	return int(e.offset + uint32(sum>>(64-indexBits)))
}

var (
	rookEntries, bishopEntries [64]entry
	table                      [tableWords]uint64
)

func init() { scaffold.AtStart("spectral", Build) }

// Build fills the tables. An error names one or two squares, and two subsets that need a slot for different attacks.
func Build() error {
	setEntries()
	return fill()
}

// setEntries sets the entries.
func setEntries() {
	for sq := range 64 {
		rookEntries[sq] = entry{board.Mask(board.Rook, sq), rookPlaces[sq]}
		bishopEntries[sq] = entry{board.Mask(board.Bishop, sq), bishopPlaces[sq]}
	}
}

func fill() error {
	clear(table[:])
	for sq := range 64 {
		if err := scaffold.Fill(board.Rook, sq, table[:], rookEntries[sq].index); err != nil {
			return err
		}
		if err := scaffold.Fill(board.Bishop, sq, table[:], bishopEntries[sq].index); err != nil {
			return err
		}
	}
	return nil
}

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63).
func Rook(sq int, occ uint64) uint64 { return table[rookEntries[sq&63].index(occ)] }

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63).
func Bishop(sq int, occ uint64) uint64 { return table[bishopEntries[sq&63].index(occ)] }

// Queen returns the attacks of a queen on sq: those of a rook and of a bishop.
func Queen(sq int, occ uint64) uint64 {
	return scaffold.Inline(func() uint64 { return Rook(sq, occ) | Bishop(sq, occ) })
}

// TableBytes returns the size of the arrays that a lookup for the piece reads. Rooks and bishops share the table.
func TableBytes(p board.Piece) int {
	bytes := unsafe.Sizeof(table)
	if p != board.Bishop {
		bytes += unsafe.Sizeof(rookEntries)
	}
	if p != board.Rook {
		bytes += unsafe.Sizeof(bishopEntries)
	}
	return int(bytes)
}
