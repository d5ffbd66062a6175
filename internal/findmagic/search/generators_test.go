package search

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/findmagic/factors"
)

// The PCG written out here is that of the standard library.
func TestSparseDrawsFromPCG(t *testing.T) {
	for _, seed := range []uint64{0, 1, 1<<64 - 1} {
		rng := rand.NewPCG(seed, uint64(board.Bishop)<<6|20) // 20 is e3
		s := newStream(Sparse, seed, factors.White, board.Bishop, 20)
		got := make([]uint64, 1000)
		s.fill(got)
		for i, factor := range got {
			//lint:ignore SA4000 each call draws another number
			if want := rng.Uint64() & rng.Uint64() & rng.Uint64(); factor != want {
				t.Fatalf("seed %d: candidate %d is %#x, want %#x", seed, i, factor, want)
			}
		}
	}
}

// The first draws by hand: xorshift* from 8977, and xorshift from the state 1, 16 bits at a time.
func TestXorshifts(t *testing.T) {
	x := uint64(8977)
	draw64 := func() uint64 {
		x ^= x >> 12
		x ^= x << 25
		x ^= x >> 27
		return x * 2685821657736338717 // 0x2545f4914f6cdd1d in decimal
	}
	s := newStream(Ranks, 0, factors.White, board.Rook, 7)
	var got [2]uint64
	s.fill(got[:])
	for i := range got {
		//lint:ignore SA4000 each call draws another number
		if want := draw64() & draw64() & draw64(); got[i] != want {
			t.Errorf("ranks: candidate %d is %#x, want %#x", i, got[i], want)
		}
	}
	// Marsaglia's generator begins 1, 270369, 67634689, 2647435461, 307599695. A candidate is the AND of three draws, so it has only bits
	// of the first.
	s = stream{generator: Xorshift32, lo: 1}
	s.fill(got[:1])
	const first = 270369&0xffff | 67634689&0xffff<<16 | 2647435461&0xffff<<32 | 307599695&0xffff<<48
	if got[0]&^first != 0 {
		t.Errorf("xorshift32: %#x has bits that the first draw, %#x, has not", got[0], uint64(first))
	}
}

// A stream draws the same candidates at once or in parts. Places, the last generator, has none.
func TestStreamsGoOnWhereTheyEnded(t *testing.T) {
	for g := range Places {
		whole, parts := make([]uint64, 300), make([]uint64, 300)
		s := newStream(g, 5, factors.White, board.Rook, 9)
		s.fill(whole)
		s = newStream(g, 5, factors.White, board.Rook, 9)
		s.fill(parts[:1])
		s.fill(parts[1:100])
		s = stream{g, s.hi, s.lo} // as from a state
		s.fill(parts[100:])
		if !slices.Equal(whole, parts) {
			t.Errorf("%v: other candidates", g)
		}
		if slices.Contains(whole[1:], whole[0]) {
			t.Errorf("%v: a candidate twice: %#x", g, whole[0])
		}
	}
}

// Another seed or another square gives other candidates; but with Ranks, all squares of a rank share them.
func TestStreamsDiffer(t *testing.T) {
	for g := range Places {
		first := func(seed uint64, p board.Piece, sq int) uint64 {
			var candidate [1]uint64
			s := newStream(g, seed, factors.White, p, sq)
			s.fill(candidate[:])
			return candidate[0]
		}
		is := first(1, board.Rook, 8)
		if is == first(2, board.Rook, 8) || is == first(1, board.Rook, 17) {
			t.Errorf("%v: the same candidate for another seed or rank", g)
		}
		if same := is == first(1, board.Bishop, 9); same != (g == Ranks) {
			t.Errorf("%v: the same candidate for another square of the rank: %t", g, same)
		}
	}
	// This seed and the number of the first rank, 8977, sum to the state 0, from which an xorshift would draw only zeros.
	var candidates [9]uint64 // a single one may be 0 by chance
	s := newStream(Ranks, 1<<64-8977, factors.White, board.Rook, 0)
	s.fill(candidates[:])
	if candidates == [9]uint64{} {
		t.Error("ranks: only zeros")
	}
}

// BenchmarkGenerator reports the median time and number of candidates over 20 seeds that a full set takes in one thread.
func BenchmarkGenerator(b *testing.B) {
	const seeds = 20
	for _, form := range forms {
		for _, layout := range []Layout{Plain, Fancy} {
			for g := range Generator(len(generatorNames)) {
				if g == Places && form != factors.White {
					continue
				}
				b.Run(fmt.Sprintf("form=%v/layout=%v/generator=%v", form, layout, g), func(b *testing.B) {
					for b.Loop() {
						var times, tries []float64
						for seed := range uint64(seeds) {
							begin := time.Now()
							s, err := New(Params{Form: form, Layout: layout, Generator: g, Seed: seed})
							if err != nil {
								b.Fatal(err)
							}
							if err := s.Run(b.Context(), 1, Tries); err != nil {
								b.Fatal(err)
							}
							times = append(times, time.Since(begin).Seconds())
							tries = append(tries, float64(s.Progress().Tried))
						}
						b.ReportMetric(median(times), "median-s/set")
						b.ReportMetric(median(tries), "median-candidates/set")
					}
				})
			}
		}
	}
}

// median sorts the numbers, and returns the middle one or the mean of the middle two.
func median(of []float64) float64 {
	slices.Sort(of)
	n := len(of)
	return (of[(n-1)/2] + of[n/2]) / 2
}
