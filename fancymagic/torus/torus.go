// Package torus is magic bitboards on a torus: the board is turned until the slider stands on h8, as if opposite edges met, and
// then all 64 rooks share one factor and one range of slots. The bishops' attacks lie in the same words.
//
//	rooks    turned = rotl(occ, 63-sq)
//	         attacks = rotl(T[((turned | ends) & lines) * factor >> 50] & lines | adjacent, sq+1)
//	bishops  attacks = rotl(T[offset + ((occ & lines & inner) * factor) >> shift], sq+1) & lines | adjacent
//
// On the turned board the way up from the rook leads to h1, h2 and so on, and the way down to h7, h6, from every square. But the
// real board ends at other places for each square; so the last square of every ray, its end, is set like a blocker. It is
// attacked whether it is occupied or not, so no information is lost. A rook on c6:
//
//	. . . . . e m R    R the rook
//	. . . . . . . m    c5
//	. . . . . . . m    c4    m lines: occupied or not
//	. . . . . . . m    c3    e ends: set
//	. . . . . . . m    c2
//	. . . . . . . e    c1
//	. . . . . . . e    c8
//	m m m m e . . m    c7, and on the left d6 to h6
//
// Up and down are one ring of seven squares. Left and right are a ring too, with two bits for each place: the square i to the
// right of the rook is bit i-1, and the square 8-i to its left is the same place, 56 bits higher. The factor makes both add the
// same to the index: it is a number of 8 bits, the same number 56 bits higher, and in between the bits that hash the file, too
// low to reach the index from the bits of the rank. So there are 115 contents of a ring, 13,225 products in all. Two rooks whose
// products share a slot attack the same squares of their turned boards, except next to a rook; no slot has those.
//
// Rooks read only the outer ranks and the h-file of a turned word, and no turned bishop reads any of these. So the bishops' table
// lies on the rooks'.
//
// Cost: that of package fancymagic with two rotations and three more bitwise operations; rooks load no factor, offset or shift,
// and need no bounds check. Rooks and bishops have one table of 128 KiB, instead of 841.
//
// When: the tables must fit into a second-level cache. Its dependent chain is longer than fancymagic's.
//
// People: this project's own, 2026; no source known: [smallest-tables].
package torus

import (
	"math/bits"
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

//go:generate go run ../../cmd/findmagic export factors.csv --lang go-factors --name torus -o factors.go

// inner is the squares off the edges, which are the relevant squares of a bishop's lines.
const inner = 0x007e7e7e7e7e7e00

// rookEntry holds a rook's data on a square. The sets are of the turned board.
type rookEntry struct{ ends, lines, adjacent uint64 }

func (e *rookEntry) index(sq int, occ uint64) uint64 {
	return (turn(sq, occ) | e.ends) & e.lines * rookFactor >> rookShift
}

// turn rotates a set of squares until sq becomes h8: by ^sq, which is 63-sq modulo 64.
func turn(sq int, set uint64) uint64 { return bits.RotateLeft64(set, ^sq) }

// unturn is the inverse of turn.
func unturn(sq int, set uint64) uint64 { return bits.RotateLeft64(set, sq+1) }

// bishopEntry holds a bishop's data on a square: 32 bytes, so that none straddles a cache line.
type bishopEntry struct {
	lines, adjacent, factor uint64
	offset                  uint32
	shift                   uint8
}

func (e *bishopEntry) index(occ uint64) int {
	return int(e.offset + uint32(occ&e.lines&inner*e.factor>>(e.shift&63)))
}

var (
	rookEntries   [64]rookEntry
	bishopEntries [64]bishopEntry
	table         [1 << (64 - rookShift)]uint64
)

func init() { scaffold.AtStart("torus", Build) }

// Build fills the tables. An error names one or two squares, and two subsets that need a slot for different attacks.
func Build() error {
	place()
	return fill()
}

// place sets the entries. The bishops' slots lie end to end.
func place() {
	offset := uint32(0)
	for sq := range 64 {
		lines := board.Lines(board.Rook, sq)
		rookEntries[sq] = rookEntry{
			turn(sq, lines&^board.Mask(board.Rook, sq)), turn(sq, lines), turn(sq, adjacent(board.Rook, sq)),
		}
		n := bits.OnesCount64(board.Mask(board.Bishop, sq))
		bishopEntries[sq] = bishopEntry{
			board.Lines(board.Bishop, sq), adjacent(board.Bishop, sq), bishopFactors[sq], offset, uint8(64 - n),
		}
		offset += 1 << n
	}
}

// adjacent returns the attacks of a piece on sq when all squares are occupied.
func adjacent(p board.Piece, sq int) uint64 { return board.Walk(p, sq, ^uint64(0)) }

// fill stores of each square's attacks the bits that its lookup reads from a slot, and proves that squares with a common slot agree on them.
func fill() error {
	overlay := scaffold.NewOverlay(table[:])
	for sq := range 64 {
		store := func(attacks uint64) uint64 { return turn(sq, attacks) }
		rook, bishop := &rookEntries[sq], &bishopEntries[sq]
		index := func(occ uint64) int { return int(rook.index(sq, occ)) }
		if err := overlay.Fill(board.Rook, sq, rook.lines&^rook.adjacent, index, store); err != nil {
			return err
		}
		if err := overlay.Fill(board.Bishop, sq, turn(sq, bishop.lines&^bishop.adjacent), bishop.index, store); err != nil {
			return err
		}
	}
	return nil
}

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63).
func Rook(sq int, occ uint64) uint64 {
	e := &rookEntries[sq&63]
	return unturn(sq, table[e.index(sq, occ)]&e.lines|e.adjacent)
}

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63).
func Bishop(sq int, occ uint64) uint64 {
	e := &bishopEntries[sq&63]
	return unturn(sq, table[e.index(occ)])&e.lines | e.adjacent
}

// Queen returns the attacks of a queen on sq: those of a rook and of a bishop.
func Queen(sq int, occ uint64) uint64 {
	return scaffold.Inline(func() uint64 { return Rook(sq, occ) | Bishop(sq, occ) })
}

// TableBytes returns the size of the arrays that a lookup for the piece reads. Rooks and bishops share the table.
func TableBytes(p board.Piece) int {
	return int(unsafe.Sizeof(table)) + scaffold.BytesOf(p, unsafe.Sizeof(rookEntries), unsafe.Sizeof(bishopEntries))
}
