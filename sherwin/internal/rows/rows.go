// Package rows computes the contents of the row tables of Sherwin bitboards. It has no tables of its own.
package rows

import (
	"math/bits"

	"github.com/slidebench/slidebench/board"
)

// Bases returns the beginning of each square's part of a piece's attack table. Squares with more relevant squares come
// first, so each base is a multiple of the length of its part: its low bits are 0, and the index bits can be or-ed in.
func Bases(p board.Piece) (bases [64]uint64) {
	base := uint64(0)
	for n := 12; n > 0; n-- {
		for sq := range bases {
			if bits.OnesCount64(board.Mask(p, sq)) == n {
				bases[sq] = base
				base += 1 << n
			}
		}
	}
	return bases
}

// Part returns the index bits that the squares of set contribute: a relevant square's bit is the number of relevant
// squares below it.
func Part(mask, set uint64) (index uint64) {
	for set &= mask; set != 0; set &= set - 1 {
		lowest := set & -set
		index |= 1 << bits.OnesCount64(mask&(lowest-1))
	}
	return index
}
