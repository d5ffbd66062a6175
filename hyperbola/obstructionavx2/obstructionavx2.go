// Package obstructionavx2 is batches of four in AVX2 registers: four questions at once, in the four words of a register. Ranks go
// through obstruction difference, files and diagonals through hyperbola quintessence, whose byte swap is one shuffle.
//
//	o       = occ without sq                           b = 1 << sq
//	files and diagonals:
//	x       = o & line
//	attacks = ((x - b) ^ swap(swap(x) - swap(b))) & line
//	ranks:
//	x       = (o | file a) & rank
//	down    = x up to sq, up = x above
//	attacks = up ^ (up - msb(down))                    byte by byte, and without sq
//
// Package quintessence explains the first formula, and package obstruction the second. AVX2 cannot scan for the highest bit of a
// word, but ranks are short. The a-file always counts as a blocker, which changes no attacks, so there is a blocker below, or sq
// is on the a-file. Bytes are subtracted, so no borrow leaves the rank. For the highest bit, down is converted to a float, all
// but the exponent is cleared, and the float is converted back: the seven bits of down convert exactly. A rook on d4:
//
//	x                  down               up                 up - msb(down)     attacks
//	. . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .
//	. . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .
//	. . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .
//	. . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .
//	x . . R . . x .    x . . . . . . .    . . . . . . x .    x x x x x x . .    x x x . x x x .
//	. . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .
//	. . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .
//	. . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .    . . . . . . . .
//
// Lines are made byte by byte: on rank i, the diagonals through file f and rank r meet the files f - (r - i) and f + (r - i). A
// shuffle turns a file into the bit 1 << file, and a file off the board into 0.
//
// Without AVX2 the batches are those of package obstruction.
//
// Cost: 49 vector operations for four queens, 28 for four rooks, 27 for four bishops, and 48 for four pairs; a load of the
// occupancies, one of the squares, and a store. On Zen 3 that is at least 12.25 cycles for four queens; llvm-mca says 14.8,
// because only two pipes have shuffles, and trials saw about 16.
//
// When: many questions at once, on processors with AVX2. It has no lookup of one question.
//
// People: Ryan Mack's Hyperbola project; Gerd Isenberg, Aleks Peshkov, 2007: [cpw-hyperbola]; Michael Hoffmann, about 2009:
// [cpw-obstruction]. We know no earlier source for diagonals by a shuffle, or for the highest bit of a rank by a float.
package obstructionavx2

import (
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/hyperbola/obstruction"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// vector is the content of a register: four words. Shuffles stay within its halves, of sixteen bytes each.
type vector [32]uint8

var (
	// Shuffles that move bytes.
	spread vector // the k-th of four bytes into all bytes of the k-th word
	swap   vector // the bytes of each word in reverse order

	// Shuffles that turn a file into a byte.
	bit  vector // 1 << file, and 0 beyond the h-file
	upTo vector // the files up to this one

	numbers  vector // the number of each byte in its word, which is the rank of the board
	seven    vector // 7 in each byte
	fileA    vector // 1 in each byte
	exponent vector // the bits of the exponents of eight floats, 0x7f800000 each
)

func init() { scaffold.Must("obstructionavx2", Build()) }

// Build fills the vectors. It cannot fail: nothing is hashed.
func Build() error {
	for i := range spread {
		spread[i] = uint8(i / 8)
		swap[i] = uint8(i%16 ^ 7)
		bit[i] = 1 << (i % 16)
		upTo[i] = 2<<(i%8) - 1
		numbers[i] = uint8(i % 8)
		seven[i] = 7
		fileA[i] = 1
		exponent[i] = [4]uint8{0, 0, 0x80, 0x7f}[i%4]
	}
	return nil
}

// RookBatch sets dst[i] to the attacks of a rook on sq[i] (a1 = 0, h8 = 63; only the low six bits count) under occ[i]. It panics
// if the slices' lengths differ. dst may be occ itself; other overlaps are not allowed.
func RookBatch(dst, occ []uint64, sq []uint8) {
	scaffold.EqualLengths("obstructionavx2", len(dst), len(occ), len(sq))
	if hasAVX2 {
		rookBatch(dst, occ, sq)
	} else {
		obstruction.RookBatch(dst, occ, sq)
	}
}

// BishopBatch does for bishops what RookBatch does for rooks.
func BishopBatch(dst, occ []uint64, sq []uint8) {
	scaffold.EqualLengths("obstructionavx2", len(dst), len(occ), len(sq))
	if hasAVX2 {
		bishopBatch(dst, occ, sq)
	} else {
		obstruction.BishopBatch(dst, occ, sq)
	}
}

// QueenBatch does for queens what RookBatch does for rooks.
func QueenBatch(dst, occ []uint64, sq []uint8) {
	scaffold.EqualLengths("obstructionavx2", len(dst), len(occ), len(sq))
	if hasAVX2 {
		queenBatch(dst, occ, sq)
	} else {
		obstruction.QueenBatch(dst, occ, sq)
	}
}

// BothBatch does for a rook and a bishop what RookBatch does for a rook; rook or bishop may be occ itself.
func BothBatch(rook, bishop, occ []uint64, sq []uint8) {
	scaffold.EqualLengths("obstructionavx2", len(rook), len(occ), len(sq))
	scaffold.EqualLengths("obstructionavx2", len(bishop), len(occ), len(sq))
	if hasAVX2 {
		bothBatch(rook, bishop, occ, sq)
	} else {
		obstruction.BothBatch(rook, bishop, occ, sq)
	}
}

// Available returns nil if the batches use AVX2, and otherwise an error that names what is missing.
func Available() error { return scaffold.Need(hasAVX2, whyNot) }

// vectors returns the vectors that a batch for the piece reads.
func vectors(p board.Piece) []*vector {
	switch {
	case !hasAVX2:
		return nil
	case p == board.Bishop:
		return []*vector{&spread, &swap, &bit, &numbers, &seven}
	default:
		return []*vector{&spread, &swap, &bit, &numbers, &seven, &upTo, &fileA, &exponent}
	}
}

// TableBytes returns the size of the vectors that a batch for the piece reads.
func TableBytes(p board.Piece) int { return len(vectors(p)) * int(unsafe.Sizeof(vector{})) }
