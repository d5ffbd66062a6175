package pack

import (
	"math/bits"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/findmagic/factors"
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

// square holds the relevant subsets of a piece on a square, and their answers. Magics are tried against them.
type square struct {
	piece    board.Piece
	sq       int
	form     factors.Form
	mask     uint64
	relevant []uint  // the squares of the mask
	answers  []uint8 // number of the attack set, by subset: bit k of the index stands for relevant[k]
	shifts   []int   // shifts that its magics may have

	pool []*shape // the best of the shapes known

	// Scratch of try: sums are the products of the subsets, slots the epoch in which each slot was used last, and below it, in 16 bits, the
	// number of the attack set that it got.
	sums  [maxSlots]uint64
	slots [maxSlots]uint32
	epoch uint32
}

// newSquare prepares a square: its relevant subsets, their answers, and the shifts that its magics may have.
func newSquare(form factors.Form, variable bool, p board.Piece, sq int) *square {
	s := &square{piece: p, sq: sq, form: form, mask: board.Mask(p, sq), answers: factors.AttackSets(p, sq)}
	for b := range board.Squares(s.mask) {
		s.relevant = append(s.relevant, uint(b))
	}
	s.shifts = []int{fixedShift(p)}
	if variable {
		// Some squares have magics with one index bit fewer than relevant squares; none was ever found with two fewer. A bit
		// more, or the fixed shift, leaves room for a range that is not cut at its ends.
		s.shifts = nil
		for shift := 64 - (len(s.relevant) - 1); shift >= max(fixedShift(p), 63-len(s.relevant)); shift-- {
			s.shifts = append(s.shifts, shift)
		}
		if last := s.shifts[len(s.shifts)-1]; last > fixedShift(p) {
			s.shifts = append(s.shifts, fixedShift(p))
		}
	}
	return s
}

// outcome is the result of trying a magic. A white magic with negative weights has negative sums, whose indices lie at the
// end of the range. sunk says how far down they reach; low and high count from there, so that indices next to each other on the
// circle of the range stay together.
type outcome struct {
	bad       int // subsets whose slot has other attacks already
	used      int // different slots
	taken     int // used slots that other squares occupy
	sunk      int // bound of the negative sums, in slots
	low, high int // smallest and largest sum, plus sunk
	total     int // sum of the indices of the slots used
}

// holes returns the number of unused slots between the lowest and the highest.
func (o *outcome) holes() int { return o.high - o.low + 1 - o.used }

// mean returns the middle of the slots used, as an index.
func (o *outcome) mean() float64 { return float64(o.total) / float64(o.used) }

// weigh holds the costs of a magic's faults in an anneal, in slots used.
type weigh struct{ bad, taken int }

// cost returns the cost of a magic: the slots used, and the costs of its faults.
func (w weigh) cost(o *outcome) int { return w.bad*o.bad + w.taken*o.taken + o.used }

// try tries a magic. It computes the index of every subset by partial sums: each further relevant square doubles the number of known
// products, by one addition for each. others, if not nil, are the slots that other squares occupy, as a bitmap over the indices; taken and total
// are counted only if they are given. try gives up and returns false as soon as the cost is above limit.
func (s *square) try(factor uint64, shift int, others *bitmap, w weigh, limit int) (o outcome, ok bool) {
	s.epoch++
	if s.epoch == 1<<16 { // an epoch has 16 bits
		clear(s.slots[:])
		s.epoch = 1
	}
	empty := s.bound(factor, shift, &o)
	s.enter([]uint64{empty}, s.sums[:1], s.answers, 0, shift, others, &o)
	for k, b := range s.relevant {
		n := 1 << k
		for i := 0; i < n; i += tryBlock {
			from := s.sums[i:min(i+tryBlock, n)]
			s.enter(from, s.sums[n+i:], s.answers[n+i:], factor<<(b&63), shift, others, &o)
			if w.cost(&o) > limit {
				return o, false
			}
		}
	}
	return o, true
}

// tryBlock is the number of subsets from one look at the cost to the next.
const tryBlock = 128

// enter adds a weight to known sums, enters the answers to the subsets of the new sums into their slots, and counts them. It has
// no branches that depend on the slots, because a processor could not predict them. The & and % in its indices change nothing, but spare checks of shifts and bounds.
func (s *square) enter(from, to []uint64, answers []uint8, weight uint64, shift int, others *bitmap, o *outcome) {
	// change, below, is an entry's difference from the entry that it replaces. If the epochs differ, change>>16 is from 1 to 1<<16-1, so
	// that adding 1<<16-1 carries into bit 16. Likewise, a change other than 0 carries into bit 32.
	now := uint64(s.epoch) << 16
	to, answers = to[:len(from)], answers[:len(from)]
	used, filled := 0, 0 // slots used for the first time, and those together with slots of another answer
	if others == nil {
		for i, sum := range from {
			sum += weight
			to[i] = sum
			x := int(sum>>(shift&63)) % maxSlots
			entry := now | uint64(answers[i])
			change := uint64(s.slots[x]) ^ entry
			s.slots[x] = uint32(entry)
			used += int((change>>16 + 1<<16 - 1) >> 16)
			filled += int((change + 1<<32 - 1) >> 32)
		}
	} else {
		wrap := 1<<(64-shift) - 1
		for i, sum := range from {
			sum += weight
			to[i] = sum
			x := int(sum>>(shift&63)) % maxSlots
			entry := now | uint64(answers[i])
			change := uint64(s.slots[x]) ^ entry
			s.slots[x] = uint32(entry)
			first := int((change>>16 + 1<<16 - 1) >> 16)
			used += first
			filled += int((change + 1<<32 - 1) >> 32)
			index := (x - o.sunk) & wrap
			o.taken += others.bit(index) & first
			o.total += index & -first // if first is 1
		}
	}
	o.used += used
	o.bad += filled - used
}

// bound returns the product of the empty subset, plus sunk, and sets sunk, low and high. The smallest sum is that of all negative
// weights, and the largest that of all positive ones; where they take more than the range, low and high are the range.
func (s *square) bound(factor uint64, shift int, o *outcome) (empty uint64) {
	if s.form == factors.Black {
		empty = ^s.mask * factor
	}
	up, down := s.reach(factor)
	if s.form == factors.White && (up+down)>>(shift-8)+2 <= 1<<(64-shift) && down > 0 {
		o.sunk = int(down>>(shift-8)) + 1
		empty = uint64(o.sunk) << shift
	}
	o.high = 1<<(64-shift) - 1
	if whole := empty >> 8; whole >= down && whole+up < 1<<56 {
		o.low, o.high = int((whole-down)>>(shift-8)), int((whole+up)>>(shift-8))
	}
	return empty
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

// settle moves the indices of a black magic away from the ends of the range. The bits of a magic above those that the
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
