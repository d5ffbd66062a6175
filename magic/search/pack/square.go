package pack

import (
	"math/bits"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/magic/search/factors"
)

// The largest masks: of a rook in a corner, and of a bishop in the centre.
const (
	rookBits   = 12
	bishopBits = 9

	maxSlots = 1 << rookBits // slots that one square can reach
)

// fixedShift returns the shift that all squares of a piece have in common.
func fixedShift(p board.Piece) int {
	if p == board.Rook {
		return 64 - rookBits
	}
	return 64 - bishopBits
}

// square holds the relevant subsets of a piece on a square, and their answers. Factors are tried against them.
type square struct {
	piece    board.Piece
	sq       int
	form     factors.Form
	mask     uint64
	relevant []uint  // the squares of the mask
	answers  []uint8 // number of the attack set, by subset: bit k of the index stands for relevant[k]
	shifts   []int   // shifts that its factors may have

	pool []*shape // the best of the shapes known

	// Scratch of try: sums are the products of the subsets, slots the attack set that each slot got in the present epoch.
	sums  [maxSlots]uint64
	slots [maxSlots]uint32
	epoch uint32
}

func newSquare(form factors.Form, variable bool, p board.Piece, sq int) *square {
	s := &square{piece: p, sq: sq, form: form, mask: board.Mask(p, sq), answers: factors.AttackSets(p, sq)}
	for b := range board.Squares(s.mask) {
		s.relevant = append(s.relevant, uint(b))
	}
	s.shifts = []int{fixedShift(p)}
	if variable {
		// Some squares have factors with one index bit fewer than relevant squares; none was ever found with two fewer. One
		// index bit more leaves room for a range that is not cut at its ends.
		exact := 64 - len(s.relevant)
		s.shifts = []int{exact + 1, exact, exact - 1}
		if exact == 64-rookBits {
			s.shifts = s.shifts[:2]
		}
	}
	return s
}

// outcome is the result of trying a factor.
type outcome struct {
	bad       int // subsets whose slot has other attacks already
	used      int // different slots
	taken     int // slots of those that are occupied by other squares
	low, high int // smallest and largest index
}

// weigh holds the costs of a factor's faults in an anneal, in slots used.
type weigh struct{ bad, taken int }

func (w weigh) cost(o *outcome) int { return w.bad*o.bad + w.taken*o.taken + o.used }

var nothing bitmap

// try computes the index of every subset by partial sums: each further relevant square doubles the number of known products, for
// one addition each. others, if not nil, are the slots that other squares occupy, as a bitmap over the indices. try gives up and
// returns false as soon as the cost is above limit.
func (s *square) try(factor uint64, shift int, others *bitmap, w weigh, limit int) (o outcome, ok bool) {
	s.epoch++
	if s.epoch == 1<<16 {
		clear(s.slots[:])
		s.epoch = 1
	}
	now := s.epoch << 16
	if others == nil {
		others = &nothing
	}
	if s.form == factors.Black {
		s.sums[0] = ^s.mask * factor
	} else {
		s.sums[0] = 0
	}
	x := int(s.sums[0]>>(shift&63)) % maxSlots
	s.slots[x] = now | uint32(s.answers[0])
	o = outcome{used: 1, taken: others.bit(x), low: x, high: x}
	for k, b := range s.relevant {
		n := 1 << k
		from, to, answers := s.sums[:n], s.sums[n:][:n], s.answers[n:][:n]
		weight := factor << (b & 63)
		for i, sum := range from {
			sum += weight
			to[i] = sum
			x := int(sum>>(shift&63)) % maxSlots
			answer := now | uint32(answers[i])
			switch slot := s.slots[x]; {
			case slot == answer:
			case slot>>16 == s.epoch:
				o.bad++
			default:
				s.slots[x] = answer
				o.used++
				o.taken += others.bit(x)
				o.low, o.high = min(o.low, x), max(o.high, x)
			}
		}
		if w.cost(&o) > limit {
			return o, false
		}
	}
	return o, true
}

// reach returns the sums of the positive and of the negative weights, in units of 1/256 of a product's lowest bit, so that
// they cannot overflow. A square's weight is the number that its bit adds to a product: factor << square, with a sign.
// Indices lie within the sum of both, unless they run over an end of the range.
func (s *square) reach(factor uint64) (up, down uint64) {
	for _, b := range s.relevant {
		if w := int64(factor << (b & 63)); w >= 0 {
			up += uint64(w) >> 8
		} else {
			down += uint64(-w) >> 8
		}
	}
	return up, down
}

// settle moves the indices of a black factor away from the ends of the range. The bits of a factor above those that the
// lowest relevant square sees add the same to all products. With all relevant squares occupied the product is -factor,
// and every empty relevant square takes its weight away: so -factor should be just above the sum of the positive weights.
func (s *square) settle(factor uint64) uint64 {
	if s.form != factors.Black {
		return factor
	}
	seen := uint64(1)<<(64-bits.TrailingZeros64(s.mask)) - 1
	up, _ := s.reach(factor)
	up <<= 8
	return -(up + (-factor-up)&seen)
}
