// Package foldinghash is the Folding Hash: for one line at a time, the halves of the board are folded into one word of 32 bits, a
// factor spreads it, and six bits of the product lead to the attacks within the line. All lines overlap in one table.
//
//	x       = occ | outside                         outside: all squares but the relevant ones of the line
//	h       = ((high(x) ^ 3*low(x)) * factor) >> 26     modulo 2^32
//	attacks = T[(h + offset) mod 2^13]                  for each of the piece's lines
//
// Six relevant squares make 64 subsets, and the factor gives two of them the same six bits only if their attacks are the same.
// Squares of one file lie over each other in the halves; three times the low half is the low half and its copy on the next
// square, so they come out differently. The bits outside are the same for all subsets. The file of d4, with d6 and d3 empty:
//
//	relevant squares    x                  high ^ 3*low, in ranks 1 to 4
//	. . . . . . . .     x x x x x x x x    . . . . . . . .
//	. . . x . . . .     x x x x x x x x    . . . . . . . .
//	. . . x . . . .     x x x . x x x x    . . . . . . . .
//	. . . x . . . .     x x x x x x x x    . . . . . . . .
//	. . . . . . . .     x x x x x x x x    . . . . . . . .
//	. . . x . . . .     x x x . x x x x    . . . x x . . .
//	. . . x . . . .     x x x x x x x x    . . . x . . . .
//	. . . . . . . .     x x x x x x x x    . x . . . . . .
//
// A factor saves slots by giving subsets with equal attacks the same slot; all lines of the board have 1,708 attack sets. Our
// factors take 4,488 words, in a table of 8,192, whose power of two wraps the sum around without a bounds check. The published
// factors, found by two trillion tries on a graphics processor, take 5,956.
//
// Cost: per line an OR, a shift, a multiplication by three, an exclusive OR, a multiplication, a shift, an addition and an AND;
// loads of 16 bytes and of one word. The table has 64 KiB, the entries 4 KiB.
//
// When: the processor has no fast 64-bit multiplication, as for package magic32, and memory is scarcer.
//
// People: Daniel Inführ, 2022: [infuehr]. The factors are this project's own, found by the command in factors_gen.go.
package foldinghash

import (
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/firstrank/foldinghash/internal/fold"
	"github.com/slidebench/slidebench/firstrank/internal/lines"
	"github.com/slidebench/slidebench/internal/scaffold"
)

//go:generate go run ./internal/gen -seed 1

// place is the factor and the offset of a line through a square.
type place struct{ factor, offset uint32 }

var (
	entries [64][4]fold.Line // by square and line: 64 bytes a square
	table   [fold.Words]uint64
)

func init() { scaffold.AtStart("foldinghash", Build) }

// Build fills the tables. An error names a square, a line and a subset whose word is needed for other attacks, too.
func Build() error {
	placeEntries()
	return fill()
}

// placeEntries sets the entries.
func placeEntries() {
	for sq := range entries {
		for l := range entries[sq] {
			p := found[sq][l]
			entries[sq][l] = fold.Line{Outside: ^lines.Line(l).Mask(sq), Factor: p.factor, Offset: p.offset}
		}
	}
}

// fill goes over all lines twice. A line without squares, such as a diagonal in its corner, needs a word that stays 0; the second
// time proves that no other line has taken this word.
func fill() error {
	clear(table[:])
	for range 2 {
		for sq := range entries {
			for l := range entries[sq] {
				index := func(occ uint64) int { return int(entries[sq][l].Index(occ)) }
				if err := lines.Line(l).Fill(sq, table[:], index); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63).
func Rook(sq int, occ uint64) uint64 {
	e := &entries[sq&63]
	return table[e[lines.Rank].Index(occ)] | table[e[lines.File].Index(occ)]
}

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63).
func Bishop(sq int, occ uint64) uint64 {
	e := &entries[sq&63]
	return table[e[lines.Diagonal].Index(occ)] | table[e[lines.Antidiagonal].Index(occ)]
}

// Queen returns the attacks of a queen on sq: those of a rook and of a bishop.
func Queen(sq int, occ uint64) uint64 {
	return scaffold.Inline(func() uint64 { return Rook(sq, occ) | Bishop(sq, occ) })
}

// TableBytes returns the size of the arrays that a lookup for the piece reads.
func TableBytes(board.Piece) int { return int(unsafe.Sizeof(entries) + unsafe.Sizeof(table)) }
