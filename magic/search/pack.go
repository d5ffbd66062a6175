package search

import (
	"cmp"
	"fmt"
	"iter"
	"math/bits"
	"slices"

	"github.com/slidebench/slidebench/board"
)

// fixedTries is the number of candidates drawn for a square of the fixed layout. More make the table shorter, slowly.
const fixedTries = 5_000_000

// findFixed finds factors with a constant shift and packs the ranges of all squares into one table.
//
// Squares are placed one after the other, each with the candidate and at the place that cost least: the end of its
// range and the slots it uses count alike. A square uses only slots that are still free, so that ranges of different
// squares lie in each other's holes and no slot ever serves two squares.
func findFixed(form Form, seed uint64) (*Set, error) {
	s := &Set{Form: form, Layout: Fixed}
	var table occupied
	end := 0
	for _, p := range placingOrder() {
		var best shape
		place, cost := 0, maxWords
		for factor := range fixedCandidates(form, p.piece, p.sq, seed) {
			c := newShape(form, p.piece, p.sq, factor)
			// Only a place that costs less than the best so far is of interest.
			own := c.span + c.used
			at := table.first(&c, cost-own)
			if at+own >= cost {
				continue
			}
			best, place, cost = c, at, at+own
			s.Entries[p.piece][p.sq] = Entry{factor, at - c.low}
			if at+c.span <= end {
				break // it lies in holes: the table does not grow
			}
		}
		if best.used == 0 {
			return nil, fmt.Errorf("%w for a %v on %s, %v form, fixed layout, in %d tries",
				ErrExhausted, p.piece, board.SquareName(p.sq), form, fixedTries)
		}
		table.add(&best, place)
		end = max(end, place+best.span)
	}
	return s, nil
}

type placed struct {
	piece board.Piece
	sq    int
}

// placingOrder returns the squares with the largest masks first, bishops therefore last: they are small enough to lie
// in the holes of the rooks. Rooks on rank 8 come before all others. Their row squares see only the lowest seven bits of
// a factor, too few to be moved singly, so their ranges are full of holes for everybody else.
func placingOrder() []placed {
	var order []placed
	for _, piece := range pieces {
		for sq := range 64 {
			order = append(order, placed{piece, sq})
		}
	}
	size := func(p placed) int {
		n := bits.OnesCount64(board.Mask(p.piece, p.sq))
		if p.piece == board.Rook && p.sq>>3 == 7 {
			n += rookBits
		}
		return n
	}
	slices.SortStableFunc(order, func(a, b placed) int { return cmp.Compare(size(b), size(a)) })
	return order
}

// fixedCandidates yields the good ones among fixedTries factors whose indices tend to stay small.
func fixedCandidates(form Form, piece board.Piece, sq int, seed uint64) iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		rng := stream(seed, piece, sq)
		q := newQuestions(form, piece, sq)
		n := Fixed.Bits(piece, sq)
		spare := n - bits.OnesCount64(q.mask)
		var t trial
		for i := range fixedTries {
			// Most candidates leave out as many index bits as the square does not need; some leave out one
			// more, which asks for collisions, and some none, for squares that have no such factor.
			free := spare
			switch i % 8 {
			case 0:
				free++
			case 1:
				free = 0
			}
			small := ^reach(q.mask, free)
			factor := rng.Uint64() & rng.Uint64() & rng.Uint64() & small
			more := rng.Uint64() & rng.Uint64() & rng.Uint64() & small
			// A difference is a sum of few shifted copies too, some of them negative.
			switch i / 8 % 4 {
			case 1:
				factor += more
			case 2:
				factor -= more
			case 3:
				factor -= more & rng.Uint64()
			}
			if t.good(q, factor, n) && !yield(factor) {
				return
			}
		}
	}
}

// reach returns the bits of a factor that would move a square of the mask to one of the highest so many bits of a
// product. A factor without them leaves these index bits 0, save for carries.
func reach(mask uint64, highest int) uint64 {
	var set uint64
	for b := 64 - highest; b < 64; b++ {
		set |= bits.Reverse64(mask) >> (63 - b)
	}
	return set
}

// shape is the set of slots that a square uses, relative to the lowest.
type shape struct {
	low   int // the smallest index
	span  int // slots from the smallest to the largest index, both included
	used  int // different slots
	slots [1 << rookBits / 64]uint64
}

func newShape(form Form, piece board.Piece, sq int, factor uint64) shape {
	n, mask := Fixed.Bits(piece, sq), board.Mask(piece, sq)
	var indices [1 << rookBits]bool
	low, high := len(indices), 0
	for sub := range board.Subsets(mask) {
		x := int(form.index(form.key(sub, mask), factor, n))
		indices[x] = true
		low, high = min(low, x), max(high, x)
	}
	s := shape{low: low, span: high - low + 1}
	for x, used := range indices[low : high+1] {
		if used {
			s.slots[x/64] |= 1 << (x % 64)
			s.used++
		}
	}
	return s
}

// occupied is a bitmap of the table. It is longer than any table so that no shape at its end reaches beyond it.
type occupied [maxWords/64 + 1<<rookBits/64 + 2]uint64

// first returns the lowest place below limit where a shape meets no occupied slot, or limit if there is none.
func (o *occupied) first(s *shape, limit int) int {
	for w := 0; w*64 < limit; w++ {
		// A shape's lowest slot is used, so only free slots can be its place.
		for free := ^o[w]; free != 0; free &= free - 1 {
			place := w*64 + bits.TrailingZeros64(free)
			if place >= limit || o.fits(s, place) {
				return min(place, limit)
			}
		}
	}
	return limit
}

func (o *occupied) fits(s *shape, place int) bool {
	w, b := place/64, place%64
	for i, slots := range s.slots[:(s.span+63)/64] {
		if slots<<b&o[w+i] != 0 || slots>>(64-b)&o[w+i+1] != 0 {
			return false
		}
	}
	return true
}

func (o *occupied) add(s *shape, place int) {
	w, b := place/64, place%64
	for i, slots := range s.slots {
		o[w+i] |= slots << b
		o[w+i+1] |= slots >> (64 - b)
	}
}
