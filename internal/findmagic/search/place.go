package search

import (
	"math/bits"
	"math/rand/v2"

	"github.com/slidebench/slidebench/board"
)

// placement searches for a magic by giving each square of the mask a place among the index bits, as in [muller]. It needs no attacks and tries no
// subset: every magic that it finds is good.
//
// A bit of the magic moves the whole mask. Bit 44 moves the square d2 (11) to bit 55 and d3 (19) to bit 63, and d4 and higher squares out of the word:
//
//	index bits   63 x . . . . . . . x . . . 52
//	place of        d3              d2
//
// Each bit of the magic is above the bits before it, because it gives a place to the highest square that has none. So a square's place is the
// lowest index bit that the square changes by itself. Two sets of squares then have different indices: let p be the lowest place of a square that is in one
// set only; the squares of lower places are in both and change the same, those of higher places do not change p, and the square of p does.
//
// That holds while what squares add below the index never carries into it: the sum of it all must stay below the lowest index bit.
type placement struct {
	low   int // number of the lowest index bit in a product
	tried int // bits of magics tried so far
	limit int // value of tried at which the search gives up
}

// placedFactor finds a white magic with n index bits, at least as many as the mask has squares. There is nothing to draw: on every square with every n up to
// rookBits the first places that fit are found in a few thousand bits.
func placedFactor(piece board.Piece, sq, n int, _ *rand.PCG, tries int) (factor uint64, tried int, ok bool) {
	p := placement{low: 64 - n, limit: tries}
	factor, ok = p.place(board.Mask(piece, sq), 0, 0, 0)
	return factor, p.tried, ok
}

// place gives places to the squares, which have none yet, and returns factor with the bits for these places. places are the index bits already taken; below is the
// sum of all that squares have added below the index.
func (p *placement) place(squares, factor, places, below uint64) (uint64, bool) {
	if squares == 0 {
		return factor, true
	}
	highest := bits.Len64(squares) - 1
	for to := max(p.low, highest); to < 64 && p.tried < p.limit; to++ {
		shift := to - highest
		moved := squares << shift
		own := moved >> p.low << p.low // the places that this bit gives
		sum := below + moved - own
		if own&places != 0 || sum>>p.low != 0 {
			continue
		}
		p.tried++
		if good, ok := p.place(squares&^(own>>shift), factor|1<<shift, places|own, sum); ok {
			return good, true
		}
	}
	return 0, false
}
