package main

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/magic/search/factors"
)

const (
	rookBits   = 12        // index bits of a rook on a corner, the most that any has
	trials     = 64        // with other low bits, for each rook
	candidates = 10_000    // of each kind, for each square
	trialSeed  = 0x5eed_01 // of both experiments
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
	h.trial++
	for i, subset := range h.subsets {
		slot := subset * factor >> h.shift
		if h.written[slot] == h.trial && h.table[slot] != h.attacks[i] {
			return false
		}
		h.written[slot], h.table[slot] = h.trial, h.attacks[i]
	}
	return true
}

// topBits counts the rook factors of fancymagic that stay right with their top bits alone, and the squares
// any factor that has no other bits is good.
func topBits() ([]finding, error) {
	set, err := storedSet(find("fancymagic"))
	if err != nil {
		return nil, err
	}
	return topBitsOf(set, rookBits)
}

func topBitsOf(set *factors.Set, top int) ([]finding, error) {
	low := 64 - top
	rng := rand.New(rand.NewPCG(trialSeed, 0))
	var cleared, drawn, squares float64
	for sq := range 64 {
		entry := set.Entry(board.Rook, sq)
		if entry == nil {
			return nil, fmt.Errorf("no factor for a rook on %s", board.SquareName(sq))
		}
		h, kept := newHash(board.Rook, sq), entry.Factor>>low<<low
		if !h.works(entry.Factor) {
			return nil, fmt.Errorf("a wrong factor for a rook on %s", board.SquareName(sq))
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
	}, nil
}

// sparse counts the good factors among random numbers, and their share among numbers with few bits.
func sparse() ([]finding, error) {
	var list []finding
	for _, p := range []board.Piece{board.Bishop, board.Rook} {
		var good, squares [2]int
		for sq := range 64 {
			rng := rand.New(rand.NewPCG(trialSeed, uint64(p)<<6|uint64(sq)))
			h := newHash(p, sq)
			for kind := range good {
				before := good[kind]
				for range candidates {
					factor := rng.Uint64()
					if kind == 1 {
						factor &= rng.Uint64() & rng.Uint64()
					}
					if h.works(factor) {
						good[kind]++
					}
				}
				if good[kind] > before {
					squares[kind]++
				}
			}
		}
		question := fmt.Sprintf("%ss: %s good ones on %d squares against %s on %d, %s candidates of each kind a square", p,
			thousands(good[1]), squares[1], thousands(good[0]), squares[0], thousands(candidates))
		list = append(list, exact(question, 100*float64(good[1])/float64(good[0]+good[1])))
	}
	return list, nil
}
