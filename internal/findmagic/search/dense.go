package search

import (
	"math/bits"
	"math/rand/v2"

	"github.com/slidebench/slidebench/board"
)

// denseFactor finds a white magic with n index bits, fewer than the mask has, for a rook or bishop on a square of
// the layout Dense. Its tries are the squares that [prefix] takes, and it returns how many it took. Without a magic, it
// takes as many as tries, and some more, because it completes the last attempt.
//
// Masks of bishops are so small that all kinds of magics may be tried. For rooks, the search tries only magics like those
// that we have found before, which are all alike; there may be others.
//
//   - They are odd multiples of a power of two. With this power, an occupant on the highest square moves the index by
//     exactly half a table, so that the squares of the rank lie on a lattice and carry nothing. Only g7 and h7 need a
//     lattice 16 times as fine; with each other lattice, from once to 64 times as fine, one second of search found nothing.
//   - The lowest square, at the far end of the longest ray, weighs between -1/4 of a slot and 0. If the rest of its
//     ray is occupied, the lowest square does not change the attacks and ought not to move the index; if the rest is
//     empty, the subsets that lie lowest in their slot must move.
//   - The lowest square but one weighs nearly as much as its twin, the lowest but two or the lowest but three: they differ by less
//     than a slot.
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

// narrow limits a rook's search to magics like those listed at denseFactor: it draws which of two squares is the twin, and fixes bits.
// Dense has rooks on ranks 7 and 8 only (dense in params.go), so the lowest squares of their masks lie on the file, eight apart.
func (p *prefix) narrow(sq int) {
	count := len(p.squares)
	p.apart = p.bits - 1 // until the subsets fill half of the table
	p.twin = count - 3 - p.rng.IntN(2)

	lattice := 63 - p.squares[0]
	if name := board.SquareName(sq); name == "g7" || name == "h7" {
		lattice -= 4 // 16 times as fine
	}
	p.ones = 1 << lattice
	p.fixed = 1<<(lattice+1) - 1
	for _, high := range []uint64{
		// Between -1/4 of a slot and 0, a product has all index bits and the two bits below them set.
		highest(p.squares[count-1], p.bits+2),
		// The lowest square but one is eight higher, so it has eight fewer of them. That its twin, a slot away at most, has the same is a guess: a carry is missed.
		highest(p.squares[p.twin], p.bits+2-8),
	} {
		p.ones |= high
		p.fixed |= high
	}
}

// highest returns the bits of a magic that become the count highest bits of its product with a square.
func highest(sq, count int) uint64 {
	return bits.Reverse64(1<<count-1) >> sq
}
