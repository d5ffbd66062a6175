// Package incremental is HyperCube, incremental PEXT: the indices that PEXT would gather for a rook and a bishop on each of the
// 64 squares are kept up to date as pieces come and go, so a lookup computes no index. It neither multiplies nor needs BMI2.
//
//	add       word[i] |=  delta[sq][i]     i = 0 ... 31: the bit of sq in the indices of all squares that see it
//	remove    word[i] &^= delta[sq][i]
//	attacks   T[offset + index]            the index is part of a word
//
// Each relevant square is one bit of an index, whose number is the number of relevant squares below it. So a change of a square
// changes one bit in the index of each slider that has the square in its mask, at most 27 of 128. For d4, the squares from which
// a rook and a bishop have it in their mask, each with the number of its bit in the index there:
//
//	rook                bishop
//	. . . 2 . . . .     . . . . . . . 2
//	. . . 2 . . . .     2 . . . . . 2 .
//	. . . 2 . . . .     . 2 . . . 2 . .
//	. . . 2 . . . .     . . 3 . 3 . . .
//	4 3 3 . 4 4 4 4     . . . . . . . .
//	. . . 6 . . . .     . . 3 . 2 . . .
//	. . . 6 . . . .     . 1 . . . 2 . .
//	. . . 7 . . . .     2 . . . . . 2 .
//
// Two squares share a word, with a rook's and a bishop's index of 16 bits each, so the state is 32 words. A change applies all 32
// words of its square's table: most are 0, but no branch is needed.
//
// Cost: a lookup from a State reads 8 bytes of it and an offset of 4; the load of the attacks waits for both, from 800 KiB for a
// rook and 41 for a bishop. A queen reads one word for both. A State has 256 bytes. Each changed square costs 32 loads from 16
// KiB and the State read and written; a move changes two squares, a capture one. Go also checks the index. The functions without
// a State prepare the part that one square needs, by one word for each occupied square.
//
// When: very many questions for each move.
//
// People: Daniel Inführ, CCC, 9 December 2021: [infuehr-hypercube], with code of its own for every square that changes.
package incremental

import (
	"math/bits"
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// words holds the indices of all squares, two squares to a word: an even square has the low half, an odd square the high
// half. In a half of a word the rook's index lies below the bishop's.
type words [64 / 2]uint64

const bishopShift = 16

// indices returns the indices of a rook and of a bishop on sq.
func (w *words) indices(sq int) uint32 { return uint32(w[sq&63>>1] >> (sq & 1 * 32)) }

// delta holds, for each square, the bits that an occupant adds to all indices.
var delta [64]words

var (
	rookOffsets, bishopOffsets [64]uint32 // in words
	rookTable                  [board.RookSubsets]uint64
	bishopTable                [board.BishopSubsets]uint64
)

func init() { scaffold.AtStart("incremental", Build) }

// Build fills the tables. An error names a square and two subsets with the same index.
func Build() error {
	place()
	return fill()
}

// place sets the offsets and the bits of the indices. Each square's table begins where its predecessor's ends.
func place() {
	clear(delta[:])
	rookOffset, bishopOffset := uint32(0), uint32(0)
	for sq := range 64 {
		rookOffsets[sq], bishopOffsets[sq] = rookOffset, bishopOffset
		for p, shift := range []int{board.Rook: 0, board.Bishop: bishopShift} {
			mask := board.Mask(board.Piece(p), sq)
			for s := range board.Squares(mask) {
				below := bits.OnesCount64(mask & (1<<s - 1))
				delta[s][sq>>1] |= 1 << (below + shift + sq&1*32)
			}
		}
		rookOffset += 1 << bits.OnesCount64(board.Mask(board.Rook, sq))
		bishopOffset += 1 << bits.OnesCount64(board.Mask(board.Bishop, sq))
	}
}

func fill() error {
	return scaffold.FillAll(rookTable[:], bishopTable[:],
		func(sq int, occ uint64) int { return int(rookSlot(sq, indices(sq, occ))) },
		func(sq int, occ uint64) int { return int(bishopSlot(sq, indices(sq, occ))) })
}

func rookSlot(sq int, indices uint32) uint32   { return rookOffsets[sq&63] + indices&(1<<bishopShift-1) }
func bishopSlot(sq int, indices uint32) uint32 { return bishopOffsets[sq&63] + indices>>bishopShift }

// indices returns the indices that a State of the occupancy holds for sq, without computing the rest.
func indices(sq int, occ uint64) (both uint32) {
	for ; occ != 0; occ &= occ - 1 {
		both |= delta[bits.TrailingZeros64(occ)&63].indices(sq)
	}
	return both
}

// State is the indices of a rook and a bishop on every square. The zero State is that of an empty board.
type State struct{ words words }

// Prepare makes s the state of an occupancy, by adding each occupied square to the empty board.
func (s *State) Prepare(occ uint64) {
	*s = State{}
	for ; occ != 0; occ &= occ - 1 {
		s.Add(bits.TrailingZeros64(occ))
	}
}

// Add makes a square (a1 = 0, h8 = 63) occupied. Four words in a round take about two thirds of the time of one: the compiler unrolls no loops.
// The loop's bound shows it that word i+3 is there, too.
func (s *State) Add(sq int) {
	w, d := &s.words, &delta[sq&63]
	for i := 0; i < len(w)-3; i += 4 {
		w[i] |= d[i]
		w[i+1] |= d[i+1]
		w[i+2] |= d[i+2]
		w[i+3] |= d[i+3]
	}
}

// Remove makes a square (a1 = 0, h8 = 63) empty.
func (s *State) Remove(sq int) {
	w, d := &s.words, &delta[sq&63]
	for i := 0; i < len(w)-3; i += 4 {
		w[i] &^= d[i]
		w[i+1] &^= d[i+1]
		w[i+2] &^= d[i+2]
		w[i+3] &^= d[i+3]
	}
}

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63).
func (s *State) Rook(sq int) uint64 { return rookTable[rookSlot(sq, s.words.indices(sq))] }

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63).
func (s *State) Bishop(sq int) uint64 { return bishopTable[bishopSlot(sq, s.words.indices(sq))] }

// Queen returns the attacks of a queen on sq: those of a rook and of a bishop.
func (s *State) Queen(sq int) uint64 { return s.Rook(sq) | s.Bishop(sq) }

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63), by the part of a State that it needs.
func Rook(sq int, occ uint64) uint64 { return rookTable[rookSlot(sq, indices(sq, occ))] }

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63), by the part of a State that it needs.
func Bishop(sq int, occ uint64) uint64 { return bishopTable[bishopSlot(sq, indices(sq, occ))] }

// Both returns the attacks of a rook and of a bishop on sq, by the part of a State that they share.
func Both(sq int, occ uint64) (rook, bishop uint64) {
	both := indices(sq, occ)
	return rookTable[rookSlot(sq, both)], bishopTable[bishopSlot(sq, both)]
}

// Queen returns the attacks of a queen on sq, by the part of a State that it needs.
func Queen(sq int, occ uint64) uint64 {
	rook, bishop := Both(sq, occ)
	return rook | bishop
}

// TableBytes returns the size of the arrays that a lookup without a State reads for the piece, the table of changes included.
func TableBytes(p board.Piece) int {
	return int(unsafe.Sizeof(delta)) + scaffold.BytesOf(p, unsafe.Sizeof(rookOffsets)+unsafe.Sizeof(rookTable),
		unsafe.Sizeof(bishopOffsets)+unsafe.Sizeof(bishopTable))
}
