package search

import (
	"math/bits"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/findmagic/factors"
)

// questions holds a key for each relevant subset of a square, and its answer. They begin in the order of board.Subsets; see forward.
type questions struct {
	form    factors.Form
	mask    uint64
	keys    []uint64
	answers []uint8 // numbers of attack sets: equal numbers, equal attacks
}

// newQuestions returns the questions of a piece on a square.
func newQuestions(form factors.Form, piece board.Piece, sq int) *questions {
	mask := board.Mask(piece, sq)
	q := &questions{form: form, mask: mask, answers: factors.AttackSets(piece, sq)}
	filled := form.Filled(piece, sq)
	for sub := range board.Subsets(mask) {
		q.keys = append(q.keys, sub|filled)
	}
	return q
}

// trial is the table in which candidates are tried. A slot holds a question's answer and, above it, the epoch of the candidate
// that wrote it. A slot with an older epoch counts as free, so the table need not be cleared between candidates. Slots of
// two bytes keep the whole table in a quarter of a first-level cache.
type trial struct {
	slots [1 << rookBits]uint16
	epoch uint16 // in the upper byte; never 0 while a candidate is tried
}

// place puts the questions into slots one after the other until two with different answers meet, and returns the number of questions
// before. The magic is good with n index bits if that is all of them.
func (t *trial) place(q *questions, factor uint64, n int) int {
	shift := q.form.Width() - n
	t.epoch += 1 << 8
	if t.epoch == 0 {
		clear(t.slots[:])
		t.epoch = 1 << 8
	}
	// The two & in each index change nothing, but spare the loop checks of the shift and of the bounds.
	epoch, keys := t.epoch, q.keys
	answers := q.answers[:len(keys)]
	if q.form == factors.Bits32 {
		lo, hi := uint32(factor), uint32(factor>>32)
		for i, key := range keys {
			slot := &t.slots[(uint32(key)*lo^uint32(key>>32)*hi)>>(shift&31)&(1<<rookBits-1)]
			if found := *slot; found < epoch {
				*slot = epoch | uint16(answers[i])
			} else if uint8(found) != answers[i] {
				q.forward(i)
				return i
			}
		}
		return len(keys)
	}
	for i, key := range keys {
		slot := &t.slots[key*factor>>(shift&63)&(1<<rookBits-1)]
		if found := *slot; found < epoch {
			*slot = epoch | uint16(answers[i])
		} else if uint8(found) != answers[i] {
			q.forward(i)
			return i
		}
	}
	return len(keys)
}

// forward moves a question forward: the question that refuted this candidate may well refute the next. The order changes how
// soon a bad candidate is refuted, never which candidate is good.
func (q *questions) forward(i int) {
	q.keys[i], q.keys[i/2] = q.keys[i/2], q.keys[i]
	q.answers[i], q.answers[i/2] = q.answers[i/2], q.answers[i]
}

// screen rejects most bad candidates without trying them.
type screen struct {
	form     factors.Form
	mask     uint64
	reversed uint64 // the mask with bit 63-sq for square sq
	n        int    // index bits
}

// newScreen returns a screen of candidates for n index bits.
func newScreen(q *questions, n int) screen { return screen{q.form, q.mask, bits.Reverse64(q.mask), n} }

// full is 1 for every byte in which at least six bits are set.
var full = func() (full [256]uint8) {
	for b := range full {
		if bits.OnesCount8(uint8(b)) >= 6 {
			full[b] = 1
		}
	}
	return full
}()

// sift moves the candidates whose product with the mask has at least six of its eight highest bits set to the front, and returns
// their number. numbers receives their places in the order of drawing.
//
// That is a heuristic from [cpw-magic] "Looking for Magics": rejected candidates may be good, but more rarely. For a rook on
// e4, sift leaves one candidate in eight and one good candidate in three, in the black form too, where no subset has
// the index of that product (TestSift counts them). So a good candidate takes more draws, but a third of the trials, which
// cost more. In the 32-bit form, good candidates would pass no more often than bad ones, because an index there has
// nothing to do with the product of 64 bits: there sift leaves all.
//
// The loop does not branch: no processor could predict which candidates pass.
func (s *screen) sift(candidates []uint64, numbers *[batch]uint8) (left int) {
	if s.form == factors.Bits32 {
		for i := range candidates {
			numbers[i] = uint8(i)
		}
		return len(candidates)
	}
	for i, factor := range candidates {
		candidates[left], numbers[left] = factor, uint8(i) // overwritten by the next candidate unless left grows
		left += int(full[s.mask*factor>>56])
	}
	return left
}

// blind reports whether a white candidate is blind to a square of the mask: a single occupant there leaves all index bits 0, like the
// empty board, which has other attacks. So a blind candidate is bad. For the other forms no such proof is known, and blind reports
// false.
func (s *screen) blind(factor uint64) bool {
	if s.form != factors.White {
		return false
	}
	// An occupant of square b moves bits 64-n-b to 63-b of the magic to the index. So the candidate sees the square if bit 63-b is
	// set or is among the n-1 bits above a set bit.
	near, width := factor, 1 // near has each set bit, and the width-1 bits above it
	for 2*width <= s.n {
		near |= near << width
		width *= 2
	}
	near |= near << (s.n - width)
	return s.reversed&^near != 0
}
