package search

import (
	"math/bits"
	"slices"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/findmagic/factors"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// forms are the forms in which Search finds magics.
var forms = []factors.Form{factors.White, factors.Black, factors.Bits32}

// Questions have the keys of their form. Two of them have the same number if and only if the walk gives them the same answer.
func TestQuestions(t *testing.T) {
	for _, form := range forms {
		for _, piece := range pieces {
			for sq := range 64 {
				q := newQuestions(form, piece, sq)
				numbers := map[uint64]uint8{} // by attack set
				attacks := map[uint8]uint64{} // by number
				i := 0
				for sub := range board.Subsets(board.Mask(piece, sq)) {
					if q.keys[i] != form.Key(piece, sq, sub) {
						t.Fatalf("%v %v: key %d is %#x", form, Target{piece, sq}, i, q.keys[i])
					}
					set, number := board.Walk(piece, sq, sub), q.answers[i]
					if _, known := numbers[set]; !known {
						numbers[set] = number
					}
					if _, known := attacks[number]; !known {
						attacks[number] = set
					}
					if numbers[set] != number || attacks[number] != set {
						t.Fatalf("%v %v: the number %d for\n%s", form, Target{piece, sq}, number, board.Picture(sub))
					}
					i++
				}
				if i != len(q.keys) || i != len(q.answers) || len(numbers) != int(slices.Max(q.answers))+1 {
					t.Fatalf("%v %v: %d subsets, %d keys, %d answers, %d attack sets, numbered up to %d",
						form, Target{piece, sq}, i, len(q.keys), len(q.answers), len(numbers), slices.Max(q.answers))
				}
			}
		}
	}
}

// trueAnswers holds the key and the attacks of each relevant subset of a target, computed in the plainest way.
type trueAnswers struct {
	form          factors.Form
	keys, attacks []uint64
}

// truthOf returns the true answers of a target.
func truthOf(form factors.Form, t Target) trueAnswers {
	all := trueAnswers{form: form}
	for sub := range board.Subsets(board.Mask(t.Piece, t.Square)) {
		all.keys = append(all.keys, form.Key(t.Piece, t.Square, sub))
		all.attacks = append(all.attacks, board.Walk(t.Piece, t.Square, sub))
	}
	return all
}

// good reports whether a magic gives subsets with different attacks different indexes of n bits.
func (all trueAnswers) good(factor uint64, n int) bool {
	answers := map[int]uint64{}
	for i, key := range all.keys {
		index := all.form.Index(key, factor, all.form.Width()-n)
		if other, taken := answers[index]; taken && other != all.attacks[i] {
			return false
		}
		answers[index] = all.attacks[i]
	}
	return true
}

// Of the candidates that sift leaves, hunt.try accepts exactly the good ones. The test goes on after each accepted candidate, so that the
// questions get into other orders, and the epochs of the table run out and begin anew.
func TestTrial(t *testing.T) {
	tiertest.Slow(t)
	var table trial
	for _, form := range forms {
		accepted := 0
		for _, target := range []Target{{board.Bishop, 0}, {board.Bishop, 27}, {board.Bishop, 62}, {board.Rook, 9}, {board.Rook, 61}} { // a1, d4, g8; b2, f8
			truth := truthOf(form, target)
			for more := range 3 { // index bits above those of the mask
				n := min(rookBits, bits.OnesCount64(board.Mask(target.Piece, target.Square))+more)
				h := hunt{Target: target, bits: n, q: newQuestions(form, target.Piece, target.Square),
					stream: newStream(Sparse, 3, form, target.Piece, target.Square)}
				again := h.stream // draws the same candidates for want
				tries := 2000
				if tiertest.Minutes() {
					tries = 6000
				}
				var want []int // numbers of the good candidates
				candidates := make([]uint64, tries)
				again.fill(candidates)
				for i, factor := range candidates {
					sifted := form == factors.Bits32 || bits.OnesCount64(h.q.mask*factor>>56) >= 6 // the rule of sift, written out
					if sifted && truth.good(factor, n) {
						want = append(want, i)
					}
				}
				var got []int
				for base := 0; base < tries; base = h.tried {
					h.found, h.tried = false, base
					q := h.q // try drops the questions when it finds a magic
					h.try(&table, tries-base)
					if h.found {
						got = append(got, h.tried-1)
						if h.factor != candidates[h.tried-1] {
							t.Fatalf("%v: found %#x after %d, which is %#x", target, h.factor, h.tried, candidates[h.tried-1])
						}
						// The stream is up to a batch beyond the accepted candidate: back to the next.
						h.q, h.stream = q, newStream(Sparse, 3, form, target.Piece, target.Square)
						h.stream.fill(make([]uint64, h.tried))
					}
				}
				if !slices.Equal(got, want) {
					t.Errorf("%v, %v form, %d bits: candidates %v are good, want %v", target, form, n, got, want)
				}
				accepted += len(got)
			}
		}
		if accepted == 0 {
			t.Errorf("%v form: nothing was accepted", form)
		}
	}
}

// sift leaves one candidate in eight, but one good candidate in three, as its comment says. In the 32-bit form it leaves all, as its
// rule would leave only one good candidate in nine. The numbers are those of a rook on e4 with seed 1.
func TestSift(t *testing.T) {
	tiertest.Slow(t)
	for _, c := range []struct {
		form                        factors.Form
		tries, left, good, goodLeft int // candidates; left by sift; good; good and left by the rule
	}{
		{factors.White, 1 << 22, 511_236, 89, 30},
		{factors.Black, 1 << 22, 511_236, 79, 26},
		{factors.Bits32, 1 << 18, 1 << 18, 65, 7},
	} {
		const e4, n = 28, 10
		q := newQuestions(c.form, board.Rook, e4)
		s, screen := newStream(Sparse, 1, c.form, board.Rook, e4), newScreen(q, n)
		var table trial
		var candidates [batch]uint64
		var numbers [batch]uint8
		left, good, goodLeft := 0, 0, 0
		for range c.tries / batch {
			s.fill(candidates[:])
			for _, factor := range candidates {
				if table.place(q, factor, n) == len(q.keys) {
					good++
					goodLeft += int(full[q.mask*factor>>56])
				}
			}
			left += screen.sift(candidates[:], &numbers)
		}
		if left != c.left || good != c.good || goodLeft != c.goodLeft {
			t.Errorf("%v form: leaves %d of %d candidates and %d of %d good ones, want %d, and %d of %d",
				c.form, left, c.tries, goodLeft, good, c.left, c.goodLeft, c.good)
		}
	}
}

// blind agrees with its definition, on candidates that are blind and on candidates that are not. n has values below and from the 11 bits
// of the mask.
func TestBlind(t *testing.T) {
	target := Target{board.Rook, 61} // f8
	q := newQuestions(factors.White, target.Piece, target.Square)
	s := newStream(Sparse, 1, factors.White, target.Piece, target.Square)
	candidates := make([]uint64, 500)
	s.fill(candidates)
	for n := 9; n <= rookBits; n++ {
		blind := 0
		screen := newScreen(q, n)
		for _, factor := range candidates {
			want := false
			for b := range board.Squares(q.mask) {
				want = want || (1<<b)*factor>>(64-n) == 0
			}
			if got := screen.blind(factor); got != want {
				t.Fatalf("%d bits, %#x: blind %t, want %t", n, factor, got, want)
			}
			if want {
				blind++
			}
		}
		if blind == 0 || blind == len(candidates) {
			t.Errorf("%d bits: %d of %d blind", n, blind, len(candidates))
		}
	}
}
