// Package sharedrank is Kindergarten Bitboards with a shared rank lookup: one table of 512 bytes, the attacks within the first
// rank, serves all lines. A multiplication brings a line to the first rank, and another multiplication brings the attacks back to
// the line.
//
//	rank          R[file][occ >> (8*rank + 1) & 63] << (8*rank)
//	diagonals     (R[file][((occ & line) * B) >> 58] * F) & line    B, F: the files b and a; line: without the slider's square
//	file          ((R[7-rank][(((occ >> file) & F) * C) >> 58] * M) & H) >> (7-file)
//	              C: the diagonal c2 to h7, M: a1 to h8, H: the h-file
//
// The way to the first rank is that of packages fillup and kgssb. On the way back, multiplying by the a-file draws the rank on
// all ranks, and a diagonal cuts its squares out of them. A file's index has its squares in reverse, so its slider stands on the
// rank's file 7-rank; multiplying by the long diagonal draws the rank eight times, each a rank higher and a file further, and the
// h-file cuts out one square of each, in reverse again. For a rook on d4:
//
//	R[4][101101]       times M            & H                >> 4
//	. . . . . . . .    . x . x x . . .    . . . . . . . .    . . . . . . . .
//	. . . . . . . .    x . x x . . . .    . . . . . . . .    . . . . . . . .
//	. . . . . . . .    . x x . . . . .    . . . . . . . .    . . . . . . . .
//	. . . . . . . .    x x . . . . . x    . . . . . . . x    . . . x . . . .
//	. . . . . . . .    x . . . . . x .    . . . . . . . .    . . . . . . . .
//	. . . . . . . .    . . . . . x . x    . . . . . . . x    . . . x . . . .
//	. . . . . . . .    . . . . x . x x    . . . . . . . x    . . . x . . . .
//	. . . x . x x .    . . . x . x x .    . . . . . . . .    . . . . . . . .
//
// Cost: a rank takes a shift, an AND, a load of a byte and a shift; a diagonal two ANDs, two multiplications, a shift and a load;
// a file three shifts, two ANDs, two multiplications and a load. The bytes are 512, a bishop's lines 1 KiB.
//
// When: the tables must be as small as possible, and two dependent multiplications do no harm.
//
// People: Gerd Isenberg and others, 2006: [cpw-kindergarten] "Shared Rank Lookup".
package sharedrank

import (
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/firstrank/internal/lines"
	"github.com/slidebench/slidebench/internal/scaffold"
)

const (
	fileA    = 0x0101010101010101
	fileB    = fileA << 1
	fileH    = fileA << 7
	c2h7     = 0x0080402010080400
	diagonal = 0x8040201008040201 // a1 to h8
)

var (
	diagonals [64]lines.Pair

	// rankAttacks holds the attacks within the first rank, by the slider's file and the inner squares.
	rankAttacks [8][64]uint8
)

func init() { scaffold.AtStart("sharedrank", Build) }

// Build fills the tables. It cannot fail: nothing is hashed.
func Build() error {
	diagonals = lines.Whole()
	for file := range rankAttacks {
		for inner := range rankAttacks[file] {
			rankAttacks[file][inner] = uint8(lines.Rank.Attacks(file, uint64(inner)<<1))
		}
	}
	return nil
}

// rankIndex returns the inner squares of a slider's rank, b to g.
func rankIndex(sq int, occ uint64) int { return int(occ >> (sq&56 + 1) & 63) }

// fileIndex returns the inner squares of a slider's file, the seventh rank lowest.
func fileIndex(sq int, occ uint64) int { return int(occ >> (sq & 7) & fileA * c2h7 >> 58) }

// diagonalIndex returns the inner files of the occupied squares of a diagonal or antidiagonal.
func diagonalIndex(line, occ uint64) int { return int(occ & line * fileB >> 58) }

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63).
func Rook(sq int, occ uint64) uint64 {
	rank := uint64(rankAttacks[sq&7][rankIndex(sq, occ)]) << (sq & 56)
	file := uint64(rankAttacks[(sq>>3^7)&7][fileIndex(sq, occ)]) * diagonal & fileH >> (sq&7 ^ 7)
	return rank | file
}

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63).
func Bishop(sq int, occ uint64) uint64 {
	d, attacks := &diagonals[sq&63], &rankAttacks[sq&7]
	return uint64(attacks[diagonalIndex(d.Diagonal, occ)])*fileA&d.Diagonal |
		uint64(attacks[diagonalIndex(d.Antidiagonal, occ)])*fileA&d.Antidiagonal
}

// Queen returns the attacks of a queen on sq: those of a rook and of a bishop.
func Queen(sq int, occ uint64) uint64 {
	return scaffold.Inline(func() uint64 { return Rook(sq, occ) | Bishop(sq, occ) })
}

// TableBytes returns the size of the arrays that a lookup for the piece reads.
func TableBytes(p board.Piece) (bytes int) {
	bytes = int(unsafe.Sizeof(rankAttacks))
	if p != board.Rook {
		bytes += int(unsafe.Sizeof(diagonals))
	}
	return bytes
}
