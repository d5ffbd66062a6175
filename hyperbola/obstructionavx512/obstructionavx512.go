// Package obstructionavx512 is obstruction difference in AVX-512 registers: eight questions at once, in the eight words of a
// register. Nothing is looked up in memory, because the lines are permuted out of registers, too.
//
//	up      = occ & above & line                above: the squares after sq
//	down    = occ & below & line | 1            below: the squares before sq
//	attacks = (up ^ (up - msb(down))) & line    in the end without sq
//
// Package obstruction explains the formula. Lines here contain the slider's own square, which is in neither up nor down, and
// leaves the attacks in the end. A line is one permutation of a register that holds all lines of its kind: files by sq & 7, ranks
// by r = sq >> 3, and diagonals in two registers, by (r - f) & 15 and r + f, in hexadecimal:
//
//	(r - f) & 15       r + f
//	7 6 5 4 3 2 1 0    7 8 9 a b c d e
//	6 5 4 3 2 1 0 f    6 7 8 9 a b c d
//	5 4 3 2 1 0 f e    5 6 7 8 9 a b c
//	4 3 2 1 0 f e d    4 5 6 7 8 9 a b
//	3 2 1 0 f e d c    3 4 5 6 7 8 9 a
//	2 1 0 f e d c b    2 3 4 5 6 7 8 9
//	1 0 f e d c b a    1 2 3 4 5 6 7 8
//	0 f e d c b a 9    0 1 2 3 4 5 6 7
//
// The highest bit is 1 << 63 shifted right by the number of leading zeros. An expression of three operands, such as occ & below &
// line | 1 with occ & below common to all lines, is one VPTERNLOGQ.
//
// Without AVX-512 (F, BW, CD, DQ and VL) the batches are those of package obstruction.
//
// Cost: 39 vector operations for eight queens, 21 for eight rooks, 24 for eight bishops, and 39 for eight pairs; a load of the
// occupancies, one of the squares, and a store. That is at least 2.4 cycles a queen on two pipes (Intel), and 1.2 on four (Zen
// 5). The end of a batch costs as much as eight questions.
//
// When: many questions at once, on processors with AVX-512. It has no lookup of one question.
//
// People: Michael Hoffmann, about 2009: [cpw-obstruction]. Who first answered eight questions in the words of one register is not
// recorded.
package obstructionavx512

import (
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/hyperbola/internal/lines"
	"github.com/slidebench/slidebench/hyperbola/obstruction"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// The lines, with all their squares, by the index with which a permutation finds them: file, rank, (rank - file) & 15, rank + file.
var (
	files, ranks             [8]uint64
	diagonals, antidiagonals [16]uint64
)

func init() { scaffold.Must("obstructionavx512", Build()) }

// Build fills the tables. It cannot fail: nothing is hashed.
func Build() error {
	for sq := range 64 {
		file, rank, own := sq&7, sq>>3, uint64(1)<<sq
		files[file] = own | lines.File(sq)
		ranks[rank] = own | lines.Rank(sq)
		diagonals[(rank-file)&15] = own | lines.Diagonal(sq)
		antidiagonals[rank+file] = own | lines.Antidiagonal(sq)
	}
	return nil
}

// RookBatch sets dst[i] to the attacks of a rook on sq[i] (a1 = 0, h8 = 63; only the low six bits count) under occ[i]. It panics
// if the slices' lengths differ. dst may be occ itself; other overlaps are not allowed.
func RookBatch(dst, occ []uint64, sq []uint8) {
	scaffold.EqualLengths("obstructionavx512", len(dst), len(occ), len(sq))
	if hasAVX512 {
		rookBatch(dst, occ, sq)
	} else {
		obstruction.RookBatch(dst, occ, sq)
	}
}

// BishopBatch does for bishops what RookBatch does for rooks.
func BishopBatch(dst, occ []uint64, sq []uint8) {
	scaffold.EqualLengths("obstructionavx512", len(dst), len(occ), len(sq))
	if hasAVX512 {
		bishopBatch(dst, occ, sq)
	} else {
		obstruction.BishopBatch(dst, occ, sq)
	}
}

// QueenBatch does for queens what RookBatch does for rooks.
func QueenBatch(dst, occ []uint64, sq []uint8) {
	scaffold.EqualLengths("obstructionavx512", len(dst), len(occ), len(sq))
	if hasAVX512 {
		queenBatch(dst, occ, sq)
	} else {
		obstruction.QueenBatch(dst, occ, sq)
	}
}

// BothBatch does for a rook and a bishop what RookBatch does for a rook; rook or bishop may be occ itself.
func BothBatch(rook, bishop, occ []uint64, sq []uint8) {
	scaffold.EqualLengths("obstructionavx512", len(rook), len(occ), len(sq))
	scaffold.EqualLengths("obstructionavx512", len(bishop), len(occ), len(sq))
	if hasAVX512 {
		bothBatch(rook, bishop, occ, sq)
	} else {
		obstruction.BothBatch(rook, bishop, occ, sq)
	}
}

// Available returns nil if the batches use AVX-512, and otherwise an error that names what is missing.
func Available() error { return scaffold.Need(hasAVX512, whyNot) }

// TableBytes returns the size of the vectors that a batch for the piece keeps in registers.
func TableBytes(p board.Piece) int {
	if !hasAVX512 {
		return 0
	}
	return scaffold.BytesOf(p, unsafe.Sizeof(files)+unsafe.Sizeof(ranks), unsafe.Sizeof(diagonals)+unsafe.Sizeof(antidiagonals))
}
