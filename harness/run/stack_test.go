package run

import (
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
		deeper(Stacks, place)
		for words := range Stacks {
			deeper(words, place)
			seen[at%line] = true
		}
		close(done)
	}()
	<-done
	if len(seen) != line/word {
		t.Errorf("%d stacks begin at bytes %v of a line, want all %d words", Stacks, seen, line/word)
	}
}
