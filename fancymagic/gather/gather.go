// Package gather is fancy magic bitboards with gathers: eight questions at once, in the eight words of AVX-512 registers. One
// instruction gathers their eight attack sets from the table.
//
//	attacks = T[offset + ((occ & mask) * factor) >> shift]     shift = 64 - number of relevant squares
//
// Formula, factors and table are those of package fancymagic. The entries become three arrays of 64 words: masks, factors, and
// places, an offset and a shift each. A gather of each would take eight loads; instead a permutation of two registers picks one
// of 16 words, so four permutations pick one of 64.
//
//	number of the permutation that finds the words of a square
//	4 4 4 4 4 4 4 4
//	4 4 4 4 4 4 4 4
//	3 3 3 3 3 3 3 3
//	3 3 3 3 3 3 3 3
//	2 2 2 2 2 2 2 2
//	2 2 2 2 2 2 2 2
//	1 1 1 1 1 1 1 1
//	1 1 1 1 1 1 1 1
//
// Half of the words are in registers, the other half the permutations' operands in memory.
//
// Without AVX-512 (F, BW, CD, DQ and VL) the batches are loops.
//
// Cost: for eight rooks or bishops 12 permutations, 3 tests and 4 operations on their results, a multiplication, 5 operations,
// and a gather of 8 words; for eight queens twice that, with the same tests. With one pipe for permutations (Intel) that is at
// least 2 cycles a rook and 3.5 a queen. Package obstructionavx512 takes 2.4 a queen, without a table of 841 KiB.
//
// On Zen 4 the cost depends on the build: in the results of two commits it is 6.1 and 4.7 cycles a rook, each in all twelve layouts, and
// in C 8.2 a queen in both. In the slower build, all arrays that registers load begin amid a cache line; in the faster one, the factors begin a
// line. Go aligns arrays to 32 bytes, and C to lines. On Zen 5 the runs agree within 4 %.
//
// When: batches of rooks or bishops alone, on processors with AVX-512. It has no lookup of one question.
//
// People: Pradu Kannan, 2006-07: [cpw-magic] "Fancy", [kannan]. Who first gathered the attacks of magics is not recorded.
package gather

import (
	"math/bits"
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/fancymagic/internal/factors"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// place is an offset, and in its low bits a shift. The assembly relies on this layout.
type place uint64

const shiftBits = 6

func (p place) shift() uint64  { return uint64(p) & (1<<shiftBits - 1) }
func (p place) offset() uint64 { return uint64(p) >> shiftBits }

var (
	rookMasks, bishopMasks     [64]uint64
	rookFactors, bishopFactors [64]uint64
	rookPlaces, bishopPlaces   [64]place
	rookTable                  [board.RookSubsets]uint64
	bishopTable                [board.BishopSubsets]uint64
)

// constants are the numbers with which the vectors compare and mask squares: the quarters of the board, and the bits of a square.
var constants = [4]uint64{16, 32, 48, 63}

func init() { scaffold.AtStart("gather", Build) }

// Build fills the tables. An error names a square and two subsets that its factor does not distinguish.
func Build() error {
	setPlaces()
	return fill()
}

// setPlaces sets masks, factors and places: each square's table begins where its predecessor's ends.
func setPlaces() {
	rookFactors, bishopFactors = *factors.Rook, *factors.Bishop
	setPlacesOf(board.Rook, &rookMasks, &rookPlaces)
	setPlacesOf(board.Bishop, &bishopMasks, &bishopPlaces)
}

func setPlacesOf(p board.Piece, masks *[64]uint64, places *[64]place) {
	offset := 0
	for sq := range masks {
		masks[sq] = board.Mask(p, sq)
		n := bits.OnesCount64(masks[sq])
		places[sq] = place(offset<<shiftBits | (64 - n))
		offset += 1 << n
	}
}

func fill() error { return scaffold.FillAll(rookTable[:], bishopTable[:], rookIndex, bishopIndex) }

func rookIndex(sq int, occ uint64) int {
	return index(occ&rookMasks[sq&63]*rookFactors[sq&63], rookPlaces[sq&63])
}

func bishopIndex(sq int, occ uint64) int {
	return index(occ&bishopMasks[sq&63]*bishopFactors[sq&63], bishopPlaces[sq&63])
}

func index(product uint64, p place) int { return int(p.offset() + product>>p.shift()) }

// RookBatch sets dst[i] to the attacks of a rook on sq[i] (a1 = 0, h8 = 63; only the low six bits count) under occ[i]. It panics
// if the slices' lengths differ. dst may be occ itself; other overlaps are not allowed.
func RookBatch(dst, occ []uint64, sq []uint8) {
	scaffold.EqualLengths("gather", len(dst), len(occ), len(sq))
	if hasAVX512 {
		rookBatch(dst, occ, sq)
	} else {
		softRookBatch(dst, occ, sq)
	}
}

// BishopBatch does for bishops what RookBatch does for rooks.
func BishopBatch(dst, occ []uint64, sq []uint8) {
	scaffold.EqualLengths("gather", len(dst), len(occ), len(sq))
	if hasAVX512 {
		bishopBatch(dst, occ, sq)
	} else {
		softBishopBatch(dst, occ, sq)
	}
}

// QueenBatch does for queens what RookBatch does for rooks.
func QueenBatch(dst, occ []uint64, sq []uint8) {
	scaffold.EqualLengths("gather", len(dst), len(occ), len(sq))
	if hasAVX512 {
		queenBatch(dst, occ, sq)
	} else {
		softQueenBatch(dst, occ, sq)
	}
}

// BothBatch does for a rook and a bishop what RookBatch does for a rook; rook or bishop may be occ itself.
func BothBatch(rook, bishop, occ []uint64, sq []uint8) {
	scaffold.EqualLengths("gather", len(rook), len(occ), len(sq))
	scaffold.EqualLengths("gather", len(bishop), len(occ), len(sq))
	if hasAVX512 {
		bothBatch(rook, bishop, occ, sq)
	} else {
		softBothBatch(rook, bishop, occ, sq)
	}
}

// The software forms, for slices of one length.

func softRook(sq int, occ uint64) uint64   { return rookTable[rookIndex(sq, occ)] }
func softBishop(sq int, occ uint64) uint64 { return bishopTable[bishopIndex(sq, occ)] }

func softRookBatch(dst, occ []uint64, sq []uint8)   { scaffold.Each(dst, occ, sq, softRook) }
func softBishopBatch(dst, occ []uint64, sq []uint8) { scaffold.Each(dst, occ, sq, softBishop) }
func softQueenBatch(dst, occ []uint64, sq []uint8) {
	scaffold.Each(dst, occ, sq, func(sq int, occ uint64) uint64 { return softRook(sq, occ) | softBishop(sq, occ) })
}

func softBothBatch(rook, bishop, occ []uint64, sq []uint8) {
	scaffold.EachBoth(rook, bishop, occ, sq, func(sq int, occ uint64) (uint64, uint64) { return softRook(sq, occ), softBishop(sq, occ) })
}

// Available returns nil if the batches use AVX-512, and otherwise an error that names what is missing.
func Available() error { return scaffold.Need(hasAVX512, whyNot) }

// TableBytes returns the size of the arrays that a batch for the piece reads.
func TableBytes(p board.Piece) int {
	masks := unsafe.Sizeof(rookMasks) + unsafe.Sizeof(rookFactors) + unsafe.Sizeof(rookPlaces)
	bytes := scaffold.BytesOf(p, masks+unsafe.Sizeof(rookTable), masks+unsafe.Sizeof(bishopTable))
	if hasAVX512 {
		bytes += int(unsafe.Sizeof(constants))
	}
	return bytes
}
