package search

import (
	"math/bits"
	"math/rand/v2"

	"github.com/slidebench/slidebench/board"
)

// denseFactor finds a white factor with n index bits, fewer than the mask has, for a rook or bishop on a square of
// the layout Dense. Its tries are the squares that [prefix] takes. It returns how many it took: up to tries, and
// those by which the last attempt ended later, if ok is false.
//
// Masks of bishops are so small that all kinds of factors may be tried. Factors of rooks are searched where we have
// found some before, all of them alike; there may be others.
//
//   - They are odd multiples of that power of two which puts the highest square exactly half a table away from where
//     it is not set, so that the squares of the rank lie on a lattice and carry nothing. Only g7 and h7 want a lattice
//     16 times as fine; a second with each other, from once to 64 times, found none there.
//   - The lowest square, at the far end of the longest ray, weighs between -1/4 of a slot and 0. Where the rest of its
//     ray is not empty it changes nothing and ought not to move anything; where it is, what lies lowest in its slot
//     must move.
//   - The square before weighs nearly as much as the second or the third before it: less than a slot is between them.
func denseFactor(piece board.Piece, sq, n int, rng *rand.PCG, tries int) (factor uint64, tried int, ok bool) {
	p := newPrefix(piece, sq, n, rng)
	for p.taken < tries {
		if piece == board.Rook {
			p.narrow(sq)
		}
		p.limit = p.taken + patience
		if factor, ok := p.descend(0, 0); ok {
			return factor, p.taken, true
		}
	}
	return 0, p.taken, false
}

// narrow fixes the bits of a factor that are known from what denseFactor says of rooks. Which twin is meant is drawn.
func (p *prefix) narrow(sq int) {
	count := len(p.squares)
	p.apart = p.bits - 1
	p.twin = count - 3 - p.rng.IntN(2)

	lattice := 63 - p.squares[0]
	if name := board.SquareName(sq); name == "g7" || name == "h7" {
		lattice -= 4
	}
	p.ones = 1 << lattice
	p.fixed = 1<<(lattice+1) - 1
	for _, high := range []uint64{
		highest(p.squares[count-1], p.bits+2),
		// The last square but one is eight higher than the last: it weighs 256 times as much, and so does
		// its twin.
		highest(p.squares[p.twin], max(p.bits+2-8, 0)),
	} {
		p.ones |= high
		p.fixed |= high
	}
}

// highest returns the bits of a factor that become the highest so many of its product with a square.
func highest(sq, count int) uint64 {
	return bits.Reverse64(1<<count-1) >> sq
}
