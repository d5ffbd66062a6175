package bitnetwork

import (
	"cmp"
	"encoding/binary"
	"maps"
	"slices"
	"testing"

	"github.com/slidebench/slidebench/internal/tiertest"
	"github.com/slidebench/slidebench/pext/bitnetwork/internal/train"
)

// Every network gives the right answer to every input, which is more than lookups ask: they prove it for the squares
// that they need it on.
func TestNetworksHaveLearnt(t *testing.T) {
	const different = 203 // the lessons of all squares, each once
	if len(trained) != different {
		t.Errorf("%d networks, want %d", len(trained), different)
	}
	for l, n := range trained {
		for input := range uint64(1) << l.squares {
			want := uint64(0)
			if input&uint64(l.between) == 0 {
				want = 1
			}
			if got := n.yes(input * 0x0001000100010001); got != want { // the input in all four words of 16 bits
				t.Fatalf("network for %v, input %#b: got %d, want %d", l, input, got, want)
			}
		}
	}
}

// The opposite weights give the empty board the opposite answer: so the answer comes from the weights. (Networks for adjacent squares, with nothing between, always say yes.)
func TestWrongWeights(t *testing.T) {
	for l, n := range trained {
		wrong := network{^n[0], ^n[1], ^n[2], ^n[3]}
		if wrong.yes(0) == n.yes(0) && l.between != 0 {
			t.Errorf("network for %v: the opposite weights give the same answer", l)
		}
	}
}

// Training again, as go generate does, changes nothing. One network in four is trained, with -short one in ten, and in make check all.
func TestTraining(t *testing.T) {
	lessons := slices.SortedFunc(maps.Keys(trained), func(a, b lesson) int {
		return cmp.Or(cmp.Compare(a.squares, b.squares), cmp.Compare(a.between, b.between))
	})
	every := 4
	if tiertest.Hurried() {
		every = 10
	}
	for _, l := range tiertest.Sample(lessons, every) {
		weights := train.Weights(train.Lesson{Squares: l.squares, Between: l.between})
		var got network
		for word := range got {
			got[word] = binary.LittleEndian.Uint64(weights[8*word:])
		}
		if got != trained[l] {
			t.Errorf("network for %v: got %#x, want %#x", l, got, trained[l])
		}
	}
}
