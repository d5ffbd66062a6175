// Package search finds factors for magic techniques and packs their tables.
//
// A factor is good when no two subsets of a square's mask with different attacks get the same index. Two subsets with
// the same attacks may: such constructive collisions are what lets a table be smaller than the number of subsets.
// Nobody knows a formula for good factors, so they are guessed and tried: candidates with few bits set are good far
// more often, because a product by a sparse factor is a sum of few shifted copies of the subset, whose bits then arrive
// among the highest without many carries.
//
// Everything is drawn from generators seeded by (seed, piece, square), and every bound is a number of tries, never a
// time: the same seed finds the same factors on every machine, and each square can be found again alone.
package search

import (
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"

	"github.com/slidebench/slidebench/board"
)

// Form is how an occupancy and a factor make an index.
type Form uint8

// The forms. lo and hi are the low and the high 32 bits, n is the number of index bits.
const (
	White  Form = iota // ((occ & mask) * factor) >> (64-n)
	Black              // ((occ | ^mask) * factor) >> (64-n)
	Bits32             // (lo(occ & mask)*lo(factor) ^ hi(occ & mask)*hi(factor)) >> (32-n), in 32-bit arithmetic
)

var formNames = [...]string{White: "white", Black: "black", Bits32: "32bit"}

// String returns the form's name as flags spell it.
func (f Form) String() string { return formNames[f] }

// ParseForm is the inverse of Form.String.
func ParseForm(s string) (Form, error) {
	for f, name := range formNames {
		if s == name {
			return Form(f), nil
		}
	}
	return 0, fmt.Errorf("unknown form %q (want white, black or 32bit)", s)
}

// key returns what the factor is multiplied by for a subset of a mask.
func (f Form) key(sub, mask uint64) uint64 {
	if f == Black {
		return sub | ^mask
	}
	return sub
}

// index returns the index of n bits that a factor gives a key.
func (f Form) index(key, factor uint64, n int) uint64 {
	if f == Bits32 {
		return uint64((uint32(key)*uint32(factor) ^ uint32(key>>32)*uint32(factor>>32)) >> (32 - n))
	}
	return key * factor >> (64 - n)
}

// Layout is how many index bits the squares have and where their slots lie in the table.
type Layout uint8

// The layouts.
const (
	Plain Layout = iota // as many bits on every square as the piece needs at most, ranges end to end
	Fancy               // as many bits as the mask has, ranges end to end
	Fixed               // as many bits on every square as the piece needs at most, ranges overlapping
)

var layoutNames = [...]string{Plain: "plain", Fancy: "fancy", Fixed: "fixed"}

// String returns the layout's name as flags spell it.
func (l Layout) String() string { return layoutNames[l] }

// ParseLayout is the inverse of Layout.String.
func ParseLayout(s string) (Layout, error) {
	for l, name := range layoutNames {
		if s == name {
			return Layout(l), nil
		}
	}
	return 0, fmt.Errorf("unknown layout %q (want plain, fancy or fixed)", s)
}

// The largest masks: of a rook in a corner, and of a bishop in the centre.
const (
	rookBits   = 12
	bishopBits = 9
)

// Bits returns the number of index bits of a rook or bishop on sq.
func (l Layout) Bits(piece board.Piece, sq int) int {
	switch {
	case l == Fancy:
		return bits.OnesCount64(board.Mask(piece, sq))
	case piece == board.Rook:
		return rookBits
	}
	return bishopBits
}

// ErrExhausted is the error of a search that has used up its tries.
var ErrExhausted = errors.New("no factor found")

// Find draws factors from rng until one is good for a rook or bishop on sq with n index bits, at most 12. It returns that
// factor and how many were tried. The error is ErrExhausted, wrapped, after the given number of tries.
func Find(form Form, piece board.Piece, sq, n int, rng *rand.PCG, tries int) (factor uint64, tried int, err error) {
	q := newQuestions(form, piece, sq)
	var t trial
	for tried = 1; tried <= tries; tried++ {
		factor = rng.Uint64() & rng.Uint64() & rng.Uint64()
		// The full mask must reach many of the highest bits, else the product of no subset does.
		if form != Bits32 && bits.OnesCount64(q.mask*factor>>56) < 6 {
			continue
		}
		if t.good(q, factor, n) {
			return factor, tried, nil
		}
	}
	return 0, tries, fmt.Errorf("%w for a %v on %s, %v form, %d bits, in %d tries",
		ErrExhausted, piece, board.SquareName(sq), form, n, tries)
}

// questions holds a square's relevant subsets, as keys, and their attacks.
type questions struct {
	form          Form
	mask          uint64
	keys, attacks []uint64
}

func newQuestions(form Form, piece board.Piece, sq int) *questions {
	mask := board.Mask(piece, sq)
	q := &questions{form: form, mask: mask}
	for sub := range board.Subsets(mask) {
		q.keys = append(q.keys, form.key(sub, mask))
		q.attacks = append(q.attacks, board.Walk(piece, sq, sub))
	}
	return q
}

// trial is the table in which candidates are tried. A slot belongs to the present candidate only if its epoch does, so
// nothing is cleared between candidates.
type trial struct {
	now     uint32
	epochs  [1 << rookBits]uint32
	attacks [1 << rookBits]uint64
}

// good reports whether no two subsets with different attacks share an index.
func (t *trial) good(q *questions, factor uint64, n int) bool {
	t.now++
	for i, key := range q.keys {
		x := q.form.index(key, factor, n) & (1<<rookBits - 1)
		if t.epochs[x] != t.now {
			t.epochs[x], t.attacks[x] = t.now, q.attacks[i]
		} else if t.attacks[x] != q.attacks[i] {
			// What has refuted this candidate may well refute the next: it moves forward. The order changes how
			// soon a bad candidate is rejected, never which one is good.
			q.keys[i], q.keys[i/2] = q.keys[i/2], q.keys[i]
			q.attacks[i], q.attacks[i/2] = q.attacks[i/2], q.attacks[i]
			return false
		}
	}
	return true
}
