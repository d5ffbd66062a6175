// Package rookpdep is PEXT bitboards with PDEP for rooks alone: their slots keep 16 bits, which PDEP puts back on the lines, and
// bishops keep their words, whose table is short anyway. The tables of a queen take 246 KiB in place of 841, for one PDEP more.
//
//	rook   = PDEP(T[offset + PEXT(occ, mask)], lines)
//	bishop = T[offset + PEXT(occ, mask)]
//
// A rook's slot, on a board two ranks, and where PDEP puts its bits:
//
//	slot               lines              attacks
//	. . . . . . . .    . . . . . x . .    . . . . . . . .
//	. . . . . . . .    . . . . . x . .    . . . . . . . .
//	. . . . . . . .    . . . . . x . .    . . . . . x . .
//	. . . . . . . .    . . . . . x . .    . . . . . x . .
//	. . . . . . . .    . . . . . x . .    . . . . . x . .
//	. . . . . . . .    x x x x x R x x    . . . x x R x x
//	x x x x . . . .    . . . . . x . .    . . . . . x . .
//	x x . . . x x x    . . . . . x . .    . . . . . x . .
//
// A square's data for both pieces lies in one cache line. The lookup is assembly, which Go does not inline. Without BMI2 and with
// the build tag purego, both instructions are done as in package softpext. Where PEXT is slow, so is this.
//
// Cost: a call, PEXT, add and two dependent loads, and for rooks PDEP, three cycles more of latency.
//
// When: in an engine, whose caches hold more than these tables: a search in C took 0.957 [0.949, 0.968] times as long as with
// package pext, though a loop over the engine's questions took 1.144 [1.132, 1.159] times (gcc, Zen 5, 24 rounds).
//
// People: Ciekce, in Stormphrax: [stormphrax]. PDEP for attacks is Zach Wegner's, 2011: [cpw-bmi2].
package rookpdep

import (
	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
	"github.com/slidebench/slidebench/pext/internal/scalar"
)

var tables scalar.Tables

func init() { scaffold.AtStart("rookpdep", Build) }

// Build fills the tables. An error names a square and two subsets that need one slot for different attacks.
func Build() error {
	tables.Place()
	return tables.Fill()
}

// softRook works like rook, without the instructions, and so do the others.
func softRook(sq int, occ uint64) uint64   { return tables.Rook(sq, occ) }
func softBishop(sq int, occ uint64) uint64 { return tables.Bishop(sq, occ) }

func softBoth(sq int, occ uint64) (rookAttacks, bishopAttacks uint64) {
	return tables.Rook(sq, occ), tables.Bishop(sq, occ)
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

// Available returns nil if the lookups use the instructions, and otherwise an error that names what is missing.
func Available() error { return scaffold.Need(hasBMI2, whyNot) }

// TableBytes returns the size of the arrays that a lookup for the piece reads.
func TableBytes(p board.Piece) int { return tables.Bytes(p, !hasBMI2) }
