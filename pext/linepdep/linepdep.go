// Package linepdep is PEXT and PDEP for each line: PEXT straightens a line into a row of bits, a table has the attacks
// within the row, and PDEP bends them back onto the line. Ranks, files and diagonals all become such rows, so one table
// of 512 bytes serves every line of every slider.
//
//	attacks = PDEP(T[place][PEXT(occ, inner)], line)    for each of the piece's two lines
//
// Here line is the whole line, the slider's own square included, inner the line without the squares at its ends, and place the
// slider's number on it, counted from its lowest square. PEXT packs the bits that a mask selects into the lowest bits, in their
// order, and PDEP is the way back. Occupants of the ends make no difference, so six bits are enough; the table ignores the
// slider's own bit. On a short line the bits above it are 0, and PDEP drops attacks beyond its end. A bishop on d3 and its
// diagonal from b1 to h7; place is 2:
//
//	occ                 line                inner               attacks
//	. . . . . . . .     . . . . . . . .     . . . . . . . .     . . . . . . . .
//	. . . . . . . .     . . . . . . . x     . . . . . . . .     . . . . . . . .
//	. . . . . . x .     . . . . . . x .     . . . . . . x .     . . . . . . x .
//	. x . . . . . .     . . . . . x . .     . . . . . x . .     . . . . . x . .
//	. . . . . . . .     . . . . x . . .     . . . . x . . .     . . . . x . . .
//	. . . B . . . .     . . . x . . . .     . . . x . . . .     . . . . . . . .
//	. . x . . . . .     . . x . . . . .     . . x . . . . .     . . x . . . . .
//	. . . . . . . .     . x . . . . . .     . . . . . . . .     . . . . . . . .
//
// The table has 64 bytes for each place. A lookup also reads 48 bytes that belong to its square and piece.
//
// The lookup is assembly, which Go does not inline. Without BMI2 and with the build tag purego, both instructions are done as in
// package softpext. Where PEXT is slow, PDEP is slow too.
//
// Cost: a call; for each of a piece's two lines PEXT, an add, a dependent load of a byte, and PDEP; 6.5 KiB of tables for both
// pieces together.
//
// When: lookups must have little memory, and the processor has BMI2. A queen takes 16 loads, in package pext six, two of them
// from large tables.
//
// People: William Garvin, CCC, 13 January 2016, as an idea not worked out, with tables of one byte for each of six bits shared by
// all lines: [garvin].
package linepdep

import (
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
	"github.com/slidebench/slidebench/pext/internal/compress"
)

// line holds a lookup's data about one line of a square.
type line struct{ inner, line, offset uint64 }

// The lines of a piece. The assembly relies on this layout.
type pair [2]line

// softLine holds further data for the software form.
type softLine struct{ inner, line compress.Mask }

var (
	rookPairs, bishopPairs [64]pair

	// table holds the attacks within a row of eight squares, by the slider's place in it and the six inner squares.
	table [8][64]uint8

	// Read by the software form only.
	rookSoft, bishopSoft [64][2]softLine
)

func init() { scaffold.AtStart("linepdep", Build) }

// Build fills the tables. It cannot fail: nothing is hashed.
func Build() error {
	for sq := range 64 {
		// set sets a piece's line i, which runs along two opposite rays.
		set := func(i int, up, down board.Direction, pairs *[64]pair, soft *[64][2]softLine) {
			below := board.Ray(down, sq)
			whole := board.Ray(up, sq) | below | 1<<sq
			inner := whole & (whole - 1) // without the lowest square
			if inner != 0 {              // in a corner, a bishop's line may be its square alone
				inner &^= highest(inner)
			}
			place := uint64(0) // how many squares are below
			for range board.Squares(below) {
				place++
			}
			pairs[sq][i] = line{inner, whole, place * uint64(len(table[0]))}
			soft[sq][i] = softLine{compress.New(inner), compress.New(whole)}
		}
		set(0, board.East, board.West, &rookPairs, &rookSoft)
		set(1, board.North, board.South, &rookPairs, &rookSoft)
		set(0, board.NorthEast, board.SouthWest, &bishopPairs, &bishopSoft)
		set(1, board.NorthWest, board.SouthEast, &bishopPairs, &bishopSoft)
	}
	const rank1 = 0xff
	for place := range table {
		for inner := range table[place] {
			table[place][inner] = uint8(board.Walk(board.Rook, place, uint64(inner)<<1) & rank1)
		}
	}
	return nil
}

// highest returns the highest square of a set that is not empty.
func highest(set uint64) (square uint64) {
	for s := range board.Squares(set) {
		square = 1 << s
	}
	return square
}

// softAttacks returns the attacks on one line without the instructions.
func softAttacks(l *line, s *softLine, occ uint64) uint64 {
	return s.line.Expand(uint64(table[l.offset>>6&7][s.inner.Extract(occ)&63]))
}

// softRook works like rook, without the instructions, and so do the others.
func softRook(sq int, occ uint64) uint64 {
	p, s := &rookPairs[sq&63], &rookSoft[sq&63]
	return softAttacks(&p[0], &s[0], occ) | softAttacks(&p[1], &s[1], occ)
}

func softBishop(sq int, occ uint64) uint64 {
	p, s := &bishopPairs[sq&63], &bishopSoft[sq&63]
	return softAttacks(&p[0], &s[0], occ) | softAttacks(&p[1], &s[1], occ)
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

// Available returns nil if the lookups use the instructions, and otherwise an error that names what is missing.
func Available() error { return scaffold.Need(hasBMI2, whyNot) }

// TableBytes returns the size of the arrays that a lookup for the piece reads.
func TableBytes(p board.Piece) int {
	piece := unsafe.Sizeof(rookPairs)
	if !hasBMI2 {
		piece += unsafe.Sizeof(rookSoft)
	}
	return int(unsafe.Sizeof(table)) + scaffold.BytesOf(p, piece, piece)
}
