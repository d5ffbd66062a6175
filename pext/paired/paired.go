// Package paired is PEXT bitboards with the data of both pieces side by side: a square's two masks and two addresses of tables
// lie in 32 bytes, half a cache line. Package pext adds an offset after PEXT; here the address is loaded while PEXT works, and a
// queen touches one line instead of two.
//
//	attacks = T[PEXT(occ, mask)]      T: the address of the square's own table
//
// Masks of a rook and a bishop on d4, which are read together:
//
//	rook               bishop
//	. . . . . . . .    . . . . . . . .
//	. . . x . . . .    . . . . . . x .
//	. . . x . . . .    . x . . . x . .
//	. . . x . . . .    . . x . x . . .
//	. x x . x x x .    . . . . . . . .
//	. . . x . . . .    . . x . x . . .
//	. . . x . . . .    . x . . . x . .
//	. . . . . . . .    . . . . . . . .
//
// The lookup is assembly, which Go does not inline. Without BMI2 and with the build tag purego, the index is computed as in
// package softpext.
//
// Cost: a call, PEXT, two loads beside it, and a dependent load, from 841 KiB in all.
//
// When: in C and in any language that inlines PEXT, in place of package pext: the loop over an engine's questions took 0.956
// [0.950, 0.974] times as long, and perft 0.984 [0.979, 0.992] times (gcc, Zen 5, 24 rounds).
//
// People: Zach Wegner and others, 2011: [cpw-bmi2]. Both pieces side by side: Stockfish's developers, 2024: [stockfish-layout].
package paired

import (
	"math/bits"
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
	"github.com/slidebench/slidebench/pext/internal/compress"
)

// side holds a piece's data for a square.
type side struct {
	mask  uint64
	table *uint64 // its first word
}

// entry holds a square's data. The assembly relies on this layout.
type entry struct{ rook, bishop side }

var (
	entries     [64]entry
	rookTable   [board.RookSubsets]uint64
	bishopTable [board.BishopSubsets]uint64

	// Read by the software form only.
	rookSquares, bishopSquares [64]compress.Mask
)

func init() { scaffold.AtStart("paired", Build) }

// Build fills the tables. An error names a square and two subsets with the same index.
func Build() error {
	place()
	return fill()
}

// place sets the entries: each square's table begins where its predecessor's ends.
func place() {
	rooks, bishops := 0, 0
	for sq := range entries {
		r, b := board.Mask(board.Rook, sq), board.Mask(board.Bishop, sq)
		entries[sq] = entry{side{r, &rookTable[rooks]}, side{b, &bishopTable[bishops]}}
		rookSquares[sq], bishopSquares[sq] = compress.New(r), compress.New(b)
		rooks += 1 << bits.OnesCount64(r)
		bishops += 1 << bits.OnesCount64(b)
	}
}

// fill uses the software form of the index, counted from the first word of all squares; a test shows that the instruction gives the same index.
func fill() error {
	index := func(table *uint64, s *side, squares *compress.Mask, occ uint64) int {
		return int(uintptr(unsafe.Pointer(s.table))-uintptr(unsafe.Pointer(table)))/8 + int(squares.Extract(occ))
	}
	return scaffold.FillAll(rookTable[:], bishopTable[:],
		func(sq int, occ uint64) int { return index(&rookTable[0], &entries[sq].rook, &rookSquares[sq], occ) },
		func(sq int, occ uint64) int {
			return index(&bishopTable[0], &entries[sq].bishop, &bishopSquares[sq], occ)
		})
}

// at returns the word that a question reads: the square's table has one for each index.
func (s *side) at(squares *compress.Mask, occ uint64) *uint64 {
	return (*uint64)(unsafe.Add(unsafe.Pointer(s.table), 8*squares.Extract(occ)))
}

// softRook works like rook, without the instruction, and so do the others.
func softRook(sq int, occ uint64) uint64 { return *entries[sq&63].rook.at(&rookSquares[sq&63], occ) }

func softBishop(sq int, occ uint64) uint64 {
	return *entries[sq&63].bishop.at(&bishopSquares[sq&63], occ)
}

func softBoth(sq int, occ uint64) (rookAttacks, bishopAttacks uint64) {
	return softRook(sq, occ), softBishop(sq, occ)
}

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63).
func Rook(sq int, occ uint64) uint64 { return rook(sq, occ) }

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63).
func Bishop(sq int, occ uint64) uint64 { return bishop(sq, occ) }

// Both returns the attacks of a rook and of a bishop on sq, for the price of one call.
func Both(sq int, occ uint64) (rookAttacks, bishopAttacks uint64) { return both(sq, occ) }

// Queen returns the attacks of a queen on sq: those of a rook and of a bishop.
func Queen(sq int, occ uint64) uint64 {
	r, b := both(sq, occ)
	return r | b
}

// Available returns nil if the lookups use the instruction, and otherwise an error that names what is missing.
func Available() error { return scaffold.Need(hasBMI2, whyNot) }

// TableBytes returns the size of the arrays that a lookup for the piece reads.
func TableBytes(p board.Piece) int {
	squares := 0
	if !hasBMI2 {
		squares = int(unsafe.Sizeof(rookSquares))
	}
	own := int(unsafe.Sizeof(entries))
	switch p {
	case board.Rook:
		return own + int(unsafe.Sizeof(rookTable)) + squares
	case board.Bishop:
		return own + int(unsafe.Sizeof(bishopTable)) + squares
	}
	return own + int(unsafe.Sizeof(rookTable)+unsafe.Sizeof(bishopTable)) + 2*squares
}
