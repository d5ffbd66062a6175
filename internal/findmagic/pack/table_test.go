package pack

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// first, toggle, window and free agree with a set of occupied slots, in a table with 60 drawn shapes of one or two parts.
func TestTable(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	var table table
	occupied := map[int]bool{}
	fits := func(s *shape, place int) bool {
		return !slices.ContainsFunc(s.slots(), func(x int) bool { return occupied[place+x] })
	}
	for range 60 {
		// The first part has slots from 0 to 299 at most, the second from 400 on.
		s := &shape{}
		for at := range 1 + rng.IntN(2) {
			last := rng.IntN(300)
			s.add(400*at, 0, last, func(x int) bool { return x == 0 || x == last || rng.IntN(3) == 0 })
		}
		s.probe()
		from := rng.IntN(200)
		want := from
		for !fits(s, want) {
			want++
		}
		if got := table.first(s, from, 20000); got != want { // a limit above all places
			t.Fatalf("first fits at %d, want %d", got, want)
		}
		for limit := max(0, want-20); limit <= want; limit++ {
			if got := table.first(s, from, limit); got != limit {
				t.Fatalf("below %d: %d", limit, got)
			}
		}
		table.toggle(s, want)
		for _, x := range s.slots() {
			occupied[want+x] = true
		}
		offset := rng.IntN(1200) - 200 // some windows begin before the table
		window, free := table.window(offset), 0
		for x := range maxSlots {
			taken := occupied[offset+x] || offset+x < 0
			if taken != (window.bit(x) == 1) {
				t.Fatalf("window from %d: slot %d", offset, x)
			}
			if x < 500 && !taken {
				free++
			}
		}
		if got := table.free(offset, 500); got != free {
			t.Fatalf("%d free from %d, want %d", got, offset, free)
		}
	}
	// A shape of one slot and without probes: the limit is not passed, and a place below it is free.
	if place := table.first(&shape{parts: []part{{0, []uint64{1}}}}, 0, 3); place > 3 || place < 3 && occupied[place] {
		t.Errorf("place %d is occupied, or above the limit", place)
	}
}
