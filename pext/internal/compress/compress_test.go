package compress

import (
	"math/rand/v2"
	"testing"
)

// slowExtract is PEXT as its manual describes it.
func slowExtract(x, mask uint64) (packed uint64) {
	n := 0
	for s := range 64 {
		if mask>>s&1 != 0 {
			packed |= x >> s & 1 << n
			n++
		}
	}
	return packed
}

// slowExpand is PDEP as its manual describes it.
func slowExpand(x, mask uint64) (spread uint64) {
	n := 0
	for s := range 64 {
		if mask>>s&1 != 0 {
			spread |= x >> n & 1 << s
			n++
		}
	}
	return spread
}

func TestExtractAndExpand(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	masks := []uint64{0, ^uint64(0), 1, 1 << 63, 0x5555555555555555, 0xaaaaaaaaaaaaaaaa, 0x8000000000000001}
	for range 5000 {
		masks = append(masks, rng.Uint64(), rng.Uint64()&rng.Uint64()&rng.Uint64(), rng.Uint64()|rng.Uint64()|rng.Uint64())
	}
	for _, mask := range masks {
		m := New(mask)
		for range 20 {
			x := rng.Uint64()
			if got, want := m.Extract(x), slowExtract(x, mask); got != want {
				t.Fatalf("extract %#x from %#x: got %#x, want %#x", mask, x, got, want)
			}
			if got, want := m.Expand(x), slowExpand(x, mask); got != want {
				t.Fatalf("expand %#x to %#x: got %#x, want %#x", x, mask, got, want)
			}
		}
	}
}
