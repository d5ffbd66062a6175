package pages

import (
	"context"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/harness/stats"
	"github.com/slidebench/slidebench/magic/search"
	"github.com/slidebench/slidebench/magic/search/factors"
)

const (
	rookBits  = 12 // index bits of a rook on a corner, the most that any has
	trials    = 64 // with other low bits, for each rook
	trialSeed = 0x5eed_01
)

// hash tries factors for a piece on a square, with as many index bits as its mask has squares.
type hash struct {
	subsets, attacks []uint64 // of the mask
	shift            int
	table            []uint64
	written          []int // the trial that wrote a slot last, so that the table need not be cleared
	trial            int
}

func newHash(p board.Piece, sq int) *hash {
	mask := board.Mask(p, sq)
	n := 1 << bits.OnesCount64(mask)
	h := &hash{
		subsets: slices.Collect(board.Subsets(mask)), shift: 64 - bits.OnesCount64(mask),
		table: make([]uint64, n), written: make([]int, n),
	}
	for _, subset := range h.subsets {
		h.attacks = append(h.attacks, board.Walk(p, sq, subset))
	}
	return h
}

// works reports whether a factor is good: two subsets may share a slot if their attacks are the same.
func (h *hash) works(factor uint64) bool {
	_, good := h.test(factor)
	return good
}

// test is works, and returns how many subsets were tested.
func (h *hash) test(factor uint64) (tested int, good bool) {
	h.trial++
	for i, subset := range h.subsets {
		slot := subset * factor >> h.shift
		if h.written[slot] == h.trial && h.table[slot] != h.attacks[i] {
			return i + 1, false
		}
		h.written[slot], h.table[slot] = h.trial, h.attacks[i]
	}
	return len(h.subsets), true
}

// topBits counts the rook factors of fancymagic that stay right with their top bits alone, and the squares for which
// any factor that has no other bits is good.
func topBits(...string) []finding { return topBitsOf(storedSet("fancymagic"), rookBits) }

func topBitsOf(set *factors.Set, top int) []finding {
	low := 64 - top
	rng := rand.New(rand.NewPCG(trialSeed, 0))
	var cleared, drawn, squares float64
	for sq := range 64 {
		entry := set.Entry(board.Rook, sq)
		if entry == nil {
			check(fmt.Errorf("no factor for a rook on %s", board.SquareName(sq)))
		}
		h, kept := newHash(board.Rook, sq), entry.Factor>>low<<low
		if !h.works(entry.Factor) {
			check(fmt.Errorf("a wrong factor for a rook on %s", board.SquareName(sq)))
		}
		if h.works(kept) {
			cleared++
		}
		for range trials {
			if h.works(kept | rng.Uint64()>>top) {
				drawn++
			}
		}
		for bits := range uint64(1) << rookBits {
			if h.works(bits << low) {
				squares++
				break
			}
		}
	}
	return []finding{
		exact(fmt.Sprintf("of 64 stored factors, with their low %d bits cleared", low), 100*cleared/64),
		exact(fmt.Sprintf("of the same, with their low %d bits drawn anew %d times", low, trials), 100*drawn/(64*trials)),
		exact(fmt.Sprintf("of 64 squares, those with a good one among %s without low bits", thousands(1<<rookBits)), 100*squares/64),
	}
}

// Candidates for factors.
type candidates struct {
	plain    bool // one random number, instead of three, ANDed
	filtered bool // tried only with topByte bits in the top byte of the product with the mask
	limit    int  // candidates and subsets, after which a square is given up; 0 for none
}

const (
	plainSteps  = 10_000_000 // with plain candidates, for each square
	topByte     = 6
	filterSeeds = stats.MinRounds
	otherSeeds  = 10
)

// effort counts the candidates drawn and the subsets tested until every square of a piece has a factor, and the squares given up.
func (c candidates) effort(p board.Piece, seed uint64) (steps, givenUp int) {
	for sq := range 64 {
		rng, h, mask := rand.New(rand.NewPCG(seed, uint64(p)<<6|uint64(sq))), newHash(p, sq), board.Mask(p, sq)
		for own, good := 0, false; !good; {
			factor := rng.Uint64()
			if !c.plain {
				factor &= rng.Uint64() & rng.Uint64()
			}
			tested := 0
			if !c.filtered || bits.OnesCount64(mask*factor>>56) >= topByte {
				tested, good = h.test(factor)
			}
			own += 1 + tested
			steps += 1 + tested
			if c.limit > 0 && own >= c.limit && !good {
				givenUp++
				break
			}
		}
	}
	return steps, givenUp
}

// sparse compares the effort of plain candidates with that of sparse ones. Where plain ones are given up, it is a lower bound.
func sparse(...string) (list []finding) {
	for _, p := range []board.Piece{board.Bishop, board.Rook} {
		few, _ := candidates{}.effort(p, trialSeed)
		many, givenUp := candidates{plain: true, limit: plainSteps}.effort(p, trialSeed)
		f := exact(fmt.Sprintf("%ss, %d of 64 squares given up", p, givenUp), float64(many)/float64(few))
		if givenUp > 0 {
			f.of += ", at least"
		}
		list = append(list, f)
	}
	return list
}

// filter compares the effort with Stockfish's filter with that without it, of the same candidates.
func filter(...string) (list []finding) {
	for _, p := range []board.Piece{board.Bishop, board.Rook} {
		var with, without []float64
		for seed := range uint64(filterSeeds) {
			some, _ := candidates{filtered: true}.effort(p, seed)
			all, _ := candidates{}.effort(p, seed)
			with, without = append(with, float64(some)), append(without, float64(all))
		}
		list = append(list, finding{of: p.String() + "s", value: stats.Ratio(with, without)})
	}
	return list
}

// seeds compares the candidates that a set of fancy magics takes from Stockfish's generator and seeds with those of other seeds.
func seeds(...string) []finding {
	var tried []float64
	for seed := range uint64(1 + otherSeeds) {
		s := must(search.New(search.Params{Form: factors.White, Layout: search.Fancy, Generator: search.Ranks, Seed: seed}))
		check(s.Run(context.Background(), 1, search.Tries))
		tried = append(tried, float64(s.Progress().Tried))
	}
	these := slices.Repeat(tried[:1], otherSeeds)
	return []finding{{of: "all 128 factors", value: stats.Ratio(these, tried[1:])}}
}

// overlap compares the words of tables with those of their squares' ranges end to end.
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

// blackSize compares the words of overlapped tables of black factors with those of white ones, ours and the published.
func blackSize(...string) []finding {
	size := func(name string) (ours, published float64) {
		i := slices.IndexFunc(layouts, func(l layout) bool { return l.user == name })
		return float64(length(storedSet(name))), float64(layouts[i].published)
	}
	black, publishedBlack := size("blackmagic")
	white, publishedWhite := size("fixedshift")
	return []finding{exact("ours", black/white), exact("published", publishedBlack/publishedWhite)}
}
