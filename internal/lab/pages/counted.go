package pages

import (
	"context"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/findmagic/factors"
	"github.com/slidebench/slidebench/internal/findmagic/search"
	"github.com/slidebench/slidebench/internal/harness/stats"
)

// Here are the claims' formulas whose values are counted now, not measured. claims.txt calls them by name, as in "Asked: overlap(fixedshift, blackmagic)" with names of
// techniques; the table counted in formulas.go has the names. Each returns the findings of a claim (see claims.go); exact in formulas.go makes a finding of a count.

// once returns such a formula without names of techniques, which counts at its first call and keeps the findings. Each call gets a copy of them.
func once(count func() []finding) func(...string) []finding {
	counted := sync.OnceValue(count)
	return func(...string) []finding { return slices.Clone(counted()) }
}

// tester returns a function that reports whether a factor is good for a piece on a square, with as many index bits as the mask has squares. Subsets with the same attacks
// may share a slot.
func tester(p board.Piece, sq int) func(factor uint64) bool {
	mask := board.Mask(p, sq)
	subsets, shift := slices.Collect(board.Subsets(mask)), 64-bits.OnesCount64(mask)
	var attacks []uint64 // no attack set is empty: 0 marks a free slot
	for _, subset := range subsets {
		attacks = append(attacks, board.Walk(p, sq, subset))
	}
	return func(factor uint64) bool {
		table := make([]uint64, len(subsets))
		for i, subset := range subsets {
			slot := &table[subset*factor>>shift]
			if *slot != 0 && *slot != attacks[i] {
				return false
			}
			*slot = attacks[i]
		}
		return true
	}
}

// topBits counts the rook factors of fancymagic that stay good when all but their 12 top bits are cleared.
func topBits() []finding { return []finding{topBitsOf(storedSet("fancymagic"), 12)} }

// topBitsOf counts the rook factors of a set that stay good when all but their top bits are cleared.
func topBitsOf(set *factors.Set, top int) finding {
	kept := 0
	for sq := range 64 {
		factor, works := set.Entry(board.Rook, sq).Factor, tester(board.Rook, sq)
		if !works(factor) {
			check(fmt.Errorf("a wrong factor for a rook on %s", board.SquareName(sq)))
		}
		if works(factor >> (64 - top) << (64 - top)) {
			kept++
		}
	}
	return exact(fmt.Sprintf("of 64 stored factors, with their top %d bits alone", top), 100*float64(kept)/64)
}

const candidates = 20_000 // magics to try on a square before giving up
const otherSeeds = 10     // how many seeds are compared with Stockfish's own

// effort returns how many candidates are drawn until every bishop has a factor or is given up: a plain candidate is one random number, a sparse one three, ANDed.
func effort(plain bool) (drawn int) {
	for sq := range 64 {
		rng, works := rand.New(rand.NewPCG(1, uint64(sq))), tester(board.Bishop, sq)
		for range candidates {
			factor := rng.Uint64()
			if !plain {
				factor &= rng.Uint64() & rng.Uint64()
			}
			if drawn++; works(factor) {
				break
			}
		}
	}
	return drawn
}

// sparse compares the effort with plain candidates to that with sparse ones. If plain ones are given up on a square, the ratio is a lower bound.
func sparse() []finding {
	return []finding{exact("bishops", float64(effort(true))/float64(effort(false)))}
}

// seeds compares the number of candidates for a set of fancy magics from Stockfish's generator with its own seeds to that with other seeds.
func seeds() []finding {
	var tried []float64
	for seed := range uint64(1 + otherSeeds) { // 0 is for Stockfish's own seeds
		s := must(search.New(search.Params{Form: factors.White, Layout: search.Fancy, Generator: search.Ranks, Seed: seed}))
		check(s.Run(context.Background(), 1, search.Tries)) // in one thread
		tried = append(tried, float64(s.Progress().Tried))
	}
	these := slices.Repeat(tried[:1], otherSeeds) // Stockfish's own, as often as there are others, since Ratio takes pairs
	return []finding{{of: "all 128 factors", value: stats.Ratio(these, tried[1:])}}
}

// overlap compares the words of tables with the words of their squares' ranges laid end to end.
func overlap(names ...string) (list []finding) {
	for _, name := range names {
		set, end := storedSet(name), 0
		for _, span := range set.Spans() {
			end += span.Len()
		}
		list = append(list, exact(fmt.Sprintf("`%s`, %s of %s", name, thousands(length(set)), thousands(end)), float64(length(set))/float64(end)))
	}
	return list
}

// blackSize compares the words of overlapped tables of black factors with those of white factors, for our tables and for published ones.
func blackSize(...string) []finding {
	size := func(name string) (ours, published float64) {
		i := slices.IndexFunc(layouts, func(l layout) bool { return l.user == name })
		return float64(length(storedSet(name))), float64(layouts[i].published)
	}
	black, publishedBlack := size("blackmagic")
	white, publishedWhite := size("fixedshift")
	return []finding{exact("ours", black/white), exact("published", publishedBlack/publishedWhite)}
}
