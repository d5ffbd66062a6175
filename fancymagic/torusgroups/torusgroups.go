// Package torusgroups is magic bitboards on a torus, in groups of files: each of a few groups of files has a factor, where
// package torus has one for all rooks. The slots of the groups and of the bishops overlie each other as in package
// overlayadjacent.
//
//	rooks    attacks = rotl(T[offset + ((rotl(occ, 63-sq) & mask | ends) * factor) >> shift], rotation) & lines | adjacent
//	bishops  attacks = rotl(T[offset + ((occ & lines & inner) * factor) >> shift], rotation) & lines | adjacent
//
// The rooks of a file share a ring of 115 contents, up and down. The other ring, left and right, has for them only the
// contents in which their own edges are set, 32 or 64 of the 115 for which package torus makes room, and neighbouring
// files share many of these. So a group of files needs an index of 12 or 13 bits, not 14.
//
// A group also reads fewer bits of a word, because the ranks of its rooks end at the same squares of the turned board, or next to
// them. So up to three groups, rotated against each other, find room in the same words. Here the groups are the files a and b, g
// and h, and c, d, e and f alone. The bits of a word that the rooks of each group read, as the words are stored:
//
//	ab                gh                c                 d                 e                 f
//	. . x . . . . .   . . . . x x x x   . . x . . . . .   . . . x . . . .   . x . . . . . .   . . . x . . . .
//	. . x . . . . .   . . . . x . . .   . . x . . . . .   . . . x . . . .   . x . . . . . .   . . . x . . . .
//	. . x . . . . .   . . . . x . . .   . . x . . . . .   . . . x . . . .   . x . . . . . .   . . . x . . . .
//	. . x . . . . .   . . . . x . . .   x . . . x x x x   . . . x . . . .   . x . . . . . .   . . . x . . . .
//	. . x . . . . .   . . . . x . . .   . . x . . . . .   . . . x . . . .   . x . . . . . .   x x . . . x . .
//	. . x . . . . .   . . . . x . . .   . . x . . . . .   x x . . . x x x   . . . x x . . .   . . . x . . x x
//	x x x . . . . .   . . . . x . . .   . . x . . . . .   . . . x . . . .   . x . . . x x x   . . . x . . . .
//	. . . . x x x x   x x x . . . . .   . . x . . . . .   . . . x . . . .   . x . . . . . .   . . . x . . . .
//
// Cost: that of package torus, with loads for the rooks' factor, offset and shift, and a bounds check. Rooks and bishops have one
// table of 96 KiB, instead of 128.
//
// When: 32 KiB less than package torus are worth three loads. It is our smallest table with a word in each slot.
//
// People: this project's own, 2026; no source known: [smallest-tables].
package torusgroups

import (
	"math/bits"
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

//go:generate go run ../../cmd/findmagic export factors.csv --lang go-factors --name torusgroups -o factors.go

// inner is the squares off the edges, which are the relevant squares of a bishop's lines.
const inner = 0x007e7e7e7e7e7e00

// rookEntry holds a rook's data on a square. Mask and ends are of the board turned until the rook stands on h8, lines and
// adjacent are not.
//
// Entries that share factor, shift and offset took 2.81 to 2.99 ns in a trial on Zen 3, this layout 2.59, and padded to 64 bytes
// 2.48, for 1 KiB more.
type rookEntry struct {
	mask, ends, factor, lines, adjacent uint64
	offset                              uint32
	shift, rotation                     uint8
}

func (e *rookEntry) index(sq int, occ uint64) int {
	return int(e.offset + uint32((turn(sq, occ)&e.mask|e.ends)*e.factor>>(e.shift&63)))
}

// turn rotates a set of squares until sq becomes h8: by ^sq, which is 63-sq modulo 64.
func turn(sq int, set uint64) uint64 { return bits.RotateLeft64(set, ^sq) }

// bishopEntry holds a bishop's data on a square: 32 bytes, so that none straddles a cache line.
type bishopEntry struct {
	lines, adjacent, factor uint64
	offset                  uint32
	shift, rotation         uint8
}

func (e *bishopEntry) index(occ uint64) int {
	return int(e.offset + uint32(occ&e.lines&inner*e.factor>>(e.shift&63)))
}

var (
	rookEntries   [64]rookEntry
	bishopEntries [64]bishopEntry
	table         [tableWords]uint64
)

func init() { scaffold.AtStart("torusgroups", Build) }

// Build fills the tables. An error names one or two squares, and two subsets that need a slot for different attacks.
func Build() error {
	place()
	return fill()
}

// place sets the entries. A bishop's index has a bit for every relevant square.
func place() {
	for sq := range 64 {
		mask, lines := board.Mask(board.Rook, sq), board.Lines(board.Rook, sq)
		rookEntries[sq] = rookEntry{
			turn(sq, mask), turn(sq, lines&^mask), rookFactors[sq], lines, adjacent(board.Rook, sq),
			rookOffsets[sq], rookShifts[sq], rookRotations[sq],
		}
		bishopEntries[sq] = bishopEntry{
			board.Lines(board.Bishop, sq), adjacent(board.Bishop, sq), bishopFactors[sq],
			bishopOffsets[sq], uint8(64 - bits.OnesCount64(board.Mask(board.Bishop, sq))), bishopRotations[sq],
		}
	}
}

// adjacent returns the attacks of a piece on sq when all squares are occupied.
func adjacent(p board.Piece, sq int) uint64 { return board.Walk(p, sq, ^uint64(0)) }

// fill stores of each square's attacks the bits that its lookup reads from a slot, and proves that squares with a common slot agree on them.
func fill() error {
	overlay := scaffold.NewOverlay(table[:])
	for sq := range 64 {
		rook, bishop := &rookEntries[sq], &bishopEntries[sq]
		index := func(occ uint64) int { return rook.index(sq, occ) }
		store := func(attacks uint64) uint64 { return bits.RotateLeft64(attacks, -int(rook.rotation)) }
		if err := overlay.Fill(board.Rook, sq, store(rook.lines&^rook.adjacent), index, store); err != nil {
			return err
		}
		store = func(attacks uint64) uint64 { return bits.RotateLeft64(attacks, -int(bishop.rotation)) }
		if err := overlay.Fill(board.Bishop, sq, store(bishop.lines&^bishop.adjacent), bishop.index, store); err != nil {
			return err
		}
	}
	return nil
}

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63).
func Rook(sq int, occ uint64) uint64 {
	e := &rookEntries[sq&63]
	return bits.RotateLeft64(table[e.index(sq, occ)], int(e.rotation))&e.lines | e.adjacent
}

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63).
func Bishop(sq int, occ uint64) uint64 {
	e := &bishopEntries[sq&63]
	return bits.RotateLeft64(table[e.index(occ)], int(e.rotation))&e.lines | e.adjacent
}

// Queen returns the attacks of a queen on sq: those of a rook and of a bishop.
func Queen(sq int, occ uint64) uint64 {
	return scaffold.Inline(func() uint64 { return Rook(sq, occ) | Bishop(sq, occ) })
}

// TableBytes returns the size of the arrays that a lookup for the piece reads. Rooks and bishops share the table.
func TableBytes(p board.Piece) int {
	return int(unsafe.Sizeof(table)) + scaffold.BytesOf(p, unsafe.Sizeof(rookEntries), unsafe.Sizeof(bishopEntries))
}
