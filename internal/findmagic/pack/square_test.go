package pack

import (
	"math/rand/v2"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/findmagic/factors"
)

// try counts for any magic, good or bad, what counting with a map gives, and newShape has the same slots. Enough of the white magics have weights
// of both signs, whose shape has two parts.
func TestTry(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	halves := 0
	for range 400 {
		form := factors.Form(rng.IntN(2))                   // white or black
		piece, sq := board.Piece(rng.IntN(2)), rng.IntN(64) // rook or bishop
		s := newSquare(form, true, piece, sq)
		factor, shift := rng.Uint64()&rng.Uint64(), s.shifts[rng.IntN(len(s.shifts))]
		if piece == board.Rook && sq < 56 && rng.IntN(2) == 0 { // below the last rank, weights can be small
			factor = s.random(rng, shift, reachOf(300, shift)) // they sum to 300 slots at most
		}
		var others bitmap
		for i := range others {
			others[i] = rng.Uint64()
		}
		used := map[int]bool{} // by index
		low, high, taken, total := maxSlots, 0, 0, 0
		o, ok := s.try(factor, shift, &others, weigh{bad: 1}, 1<<20) // a limit above any cost
		answers := map[[2]uint64]bool{}                              // index and attacks: as many as indices if the magic is good
		for sub := range board.Subsets(s.mask) {
			x := form.Index(form.Key(piece, sq, sub), factor, shift)
			if !used[x] {
				used[x] = true
				taken += others.bit(x)
				total += x
			}
			sum := (x + o.sunk) % (1 << (64 - shift))
			low, high = min(low, sum), max(high, sum)
			answers[[2]uint64{uint64(x), board.Walk(piece, sq, sub)}] = true
		}
		// low and high are bounds, rounded to a slot.
		if !ok || o.used != len(used) || o.taken != taken || o.total != total || o.low > low+1 || o.high < high-1 ||
			(o.bad == 0) != (len(answers) == len(used)) {
			t.Fatalf("%v on %s, %v form, factor %#x >> %d: %+v, want %d used, %d taken, %d to %d, total %d",
				piece, board.SquareName(sq), form, factor, shift, o, len(used), taken, low, high, total)
		}
		sh := newShape(s, factor, shift)
		slots := sh.slots()
		for _, x := range slots {
			delete(used, sh.low+x)
		}
		if len(sh.parts) == 2 {
			halves++
		}
		if len(slots) != sh.used || len(used) > 0 || slots[len(slots)-1] != sh.span-1 {
			t.Fatalf("%v on %s, %v form, factor %#x >> %d: the shape %+v lacks %v", piece, board.SquareName(sq), form, factor, shift, sh, used)
		}
	}
	if halves < 20 {
		t.Errorf("%d shapes of two parts", halves)
	}
}

// After settle, the indices of a black magic with small weights do not run over the ends of the range, and its weights are unchanged.
func TestSettle(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 1))
	for range 300 {
		s := newSquare(factors.Black, false, board.Rook, rng.IntN(56)) // below the last rank, where weights can be small
		factor := s.random(rng, s.shifts[0], reachOf(300, s.shifts[0]))
		up, down := s.reach(factor)
		bound := int((up+down)>>(s.shifts[0]-8)) + 2 // the sum of the absolute weights in slots, rounded up at both ends
		if bound > maxSlots/4 {
			continue // random did not get below 300 slots
		}
		settled := s.settle(factor)
		o, _ := s.try(settled, s.shifts[0], nil, weigh{}, maxSlots)
		if span := o.high - o.low + 1; span > bound {
			t.Fatalf("%s, factor %#x: span %d, above %d", board.SquareName(s.sq), settled, span, bound)
		}
		for _, b := range s.relevant {
			if settled<<b != factor<<b {
				t.Fatalf("%s, factor %#x: the weight of %s is another with %#x",
					board.SquareName(s.sq), factor, board.SquareName(int(b)), settled)
			}
		}
	}
}
