// Package splitpext is Split PEXT: the instruction PEXT gathers the relevant squares of one line at a time, and they index the
// attacks within that line. A piece takes two lookups instead of one, from less than a sixth of package pext's tables.
//
//	rook          R[sq][occ >> (8*rank + 1) & 63] | V[sq][PEXT(occ, file)]
//	bishop        D[sq][PEXT(occ, diagonal)] | A[sq][PEXT(occ, antidiagonal)]
//
// PEXT packs the bits that a mask selects into the lowest bits of its result. A line has at most six relevant squares, so 64
// slots; two lines of a square together would need up to 4,096. The squares of a rank are side by side already. The diagonal of
// d4 has five relevant squares, b2 c3 e5 f6 g7, of which two are occupied:
//
//	mask               occ & mask         attacks, slot 10010 of D[d4]
//	. . . . . . . .    . . . . . . . .    . . . . . . . .
//	. . . . . . x .    . . . . . . x .    . . . . . . x .
//	. . . . . x . .    . . . . . . . .    . . . . . x . .
//	. . . . x . . .    . . . . . . . .    . . . . x . . .
//	. . . . . . . .    . . . . . . . .    . . . . . . . .
//	. . x . . . . .    . . x . . . . .    . . x . . . . .
//	. x . . . . . .    . . . . . . . .    . . . . . . . .
//	. . . . . . . .    . . . . . . . .    . . . . . . . .
//
// The lookup is assembly, which Go does not inline. Without BMI2 and with the build tag purego, a loop gathers the squares one by
// one.
//
// Cost: a call; a rank takes a shift and an AND, every other line a load of its mask and PEXT (three cycles on current
// processors); each line then loads one word. Rooks have 64 KiB of words and 512 bytes of masks, bishops 64 KiB and 1 KiB.
//
// When: PEXT is fast, and the 841 KiB of package pext do not stay in the cache. AMD processors before Zen 3 execute PEXT in
// microcode, three times for a queen.
//
// People: Daniel Inführ, 2020, and Thomas Jahn, 2022; Michael Sherwin took the rank by a shift, Martin Novak compiled it in C++,
// 2023: [infuehr].
package splitpext

import (
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/firstrank/internal/lines"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// diagonalPair holds the relevant squares of a bishop's two lines.
type diagonalPair struct{ diagonal, antidiagonal uint64 }

// The attacks within a line, by the line's index; the two words that a piece needs are neighbours.
type (
	rookSlots   struct{ rank, file [64]uint64 }
	bishopSlots struct{ diagonal, antidiagonal [64]uint64 }
)

var (
	files       [64]uint64 // the relevant squares of a rook's file
	diagonals   [64]diagonalPair
	rookTable   [64]rookSlots
	bishopTable [64]bishopSlots
)

func init() { scaffold.AtStart("splitpext", Build) }

// Build fills the tables. An error names a square, a line and two subsets with the same index.
func Build() error {
	place()
	return fill()
}

// place sets the masks.
func place() {
	for sq := range 64 {
		files[sq] = lines.File.Mask(sq)
		diagonals[sq] = diagonalPair{lines.Diagonal.Mask(sq), lines.Antidiagonal.Mask(sq)}
	}
}

// fill uses the software form of the index; a test shows that the instruction gives the same index.
func fill() error {
	return lines.FillAll(func(sq int) [4][]uint64 {
		r, b := &rookTable[sq], &bishopTable[sq]
		return [...][]uint64{r.rank[:], r.file[:], b.diagonal[:], b.antidiagonal[:]}
	},
		rankIndex,
		func(sq int, occ uint64) int { return extract(occ, files[sq]) },
		func(sq int, occ uint64) int { return extract(occ, diagonals[sq].diagonal) },
		func(sq int, occ uint64) int { return extract(occ, diagonals[sq].antidiagonal) })
}

// rankIndex returns the inner squares of a slider's rank, b to g.
func rankIndex(sq int, occ uint64) int { return int(occ >> (sq&56 + 1) & 63) }

// extract is PEXT in software, square by square: a mask has at most six.
func extract(occ, mask uint64) int {
	index := 0
	for bit := 1; mask != 0; bit <<= 1 {
		if occ&mask&-mask != 0 {
			index |= bit
		}
		mask &= mask - 1
	}
	return index & 63
}

// softRook works like rook, without the instruction, and so do the others.
func softRook(sq int, occ uint64) uint64 {
	t := &rookTable[sq&63]
	return t.rank[rankIndex(sq, occ)] | t.file[extract(occ, files[sq&63])]
}

func softBishop(sq int, occ uint64) uint64 {
	t, d := &bishopTable[sq&63], &diagonals[sq&63]
	return t.diagonal[extract(occ, d.diagonal)] | t.antidiagonal[extract(occ, d.antidiagonal)]
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
	return scaffold.BytesOf(p, unsafe.Sizeof(files)+unsafe.Sizeof(rookTable),
		unsafe.Sizeof(diagonals)+unsafe.Sizeof(bishopTable))
}
