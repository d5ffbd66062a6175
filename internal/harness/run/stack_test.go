package run

import (
	"slices"
	"testing"
	"unsafe"
)

// A stack can begin at every word of a cache line, and each place is another one.
func TestDeeperBeginsAtEveryWord(t *testing.T) {
	const line, word = 64, 8
	seen := map[uintptr]bool{}
	var at uintptr
	done := make(chan bool)
	go func() { // on a stack that does not move meanwhile
		place := func() {
			var x uint64
			at = uintptr(unsafe.Pointer(&x))
		}
		onShiftedStack(Stacks, place)
		for words := range Stacks {
			onShiftedStack(words, place)
			seen[at%line] = true
		}
		close(done)
	}()
	<-done
	if len(seen) != line/word {
		t.Errorf("%d stacks begin at bytes %v of a line, want all %d words", Stacks, seen, line/word)
	}
}

// As many rounds as there are places have each once, in an order that depends on the seed and is drawn anew.
func TestRoundsHaveAllStacks(t *testing.T) {
	places := func(seed uint64, first int) (all []int) {
		for round := range Stacks {
			all = append(all, stackIn(seed, first+round))
		}
		return all
	}
	for seed := range uint64(10) {
		for _, first := range []int{1, 1 + Stacks, 1 + 2*Stacks} {
			if all := places(seed, first); len(slices.Compact(slices.Sorted(slices.Values(all)))) != Stacks {
				t.Errorf("seed %d: rounds from %d on have places %v", seed, first, all)
			}
		}
		if slices.Equal(places(seed, 1), places(seed, 1+Stacks)) || slices.Equal(places(seed, 1), places(seed+1, 1)) {
			t.Errorf("seed %d: the same order again", seed)
		}
	}
}
