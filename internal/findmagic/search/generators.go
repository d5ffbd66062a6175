package search

import (
	"math/bits"
	"math/rand/v2"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/findmagic/factors"
	"github.com/slidebench/slidebench/internal/names"
)

// Generator is a source of candidates. With every generator but Places, a candidate is three draws of 64 bits, ANDed, so that a bit is
// set one time in eight. Generators differ in the cost of a draw, and in luck: BenchmarkGenerator times them.
type Generator uint8

// The generators.
const (
	// Sparse draws from a PCG, seeded for each square by the seed, the piece and the square.
	Sparse Generator = iota
	// Ranks draws from an xorshift* of 64 bits. Each square starts from the seed plus a number that belongs to its rank and to
	// the number of bits of a product, 64 or 32. The numbers are those of [stockfish], chosen there because magics come early
	// with them. Over the 20 seeds of BenchmarkGenerator magics come no earlier: a set takes as many candidates as
	// with Sparse, within a tenth.
	Ranks
	// Xorshift32 draws from an xorshift of 32 bits and takes the lower 16 of each step, so that a draw of 64 bits takes
	// four steps, as in [bbc]. Candidates repeat after (2^32-1)/3: the period is 2^32-1 steps, and a candidate takes twelve
	// steps, which have the factor 3 in common with the period.
	Xorshift32
	// Places draws nothing: see placement. Its magics have the white form, are the same for all seeds, and give no two subsets the
	// same slot.
	Places
)

var generatorNames = [...]string{Sparse: "sparse", Ranks: "ranks", Xorshift32: "xorshift32", Places: "places"}

// String returns the generator's name as flags spell it.
func (g Generator) String() string { return generatorNames[g] }

// ParseGenerator is the inverse of Generator.String.
func ParseGenerator(s string) (Generator, error) {
	return names.Parse[Generator]("generator", s, generatorNames[:])
}

// rankSeeds are the numbers of the generator Ranks, by the width of the products and by rank.
var rankSeeds = map[int][8]uint64{
	64: {8977, 44560, 54343, 38998, 5731, 95205, 104912, 17020},
	32: {728, 10316, 55013, 32803, 12281, 15100, 16645, 255},
}

// stream is a generator with its state of one or two words. The state is all that a search has to remember of its candidates
// so far.
type stream struct {
	generator Generator
	hi, lo    uint64 // the state; hi is 0 for the xorshifts
}

// newStream returns the stream of a square's candidates.
func newStream(g Generator, seed uint64, form factors.Form, piece board.Piece, sq int) stream {
	s := stream{generator: g, hi: seed, lo: uint64(piece)<<6 | uint64(sq)}
	switch g {
	case Ranks:
		s.hi, s.lo = 0, rankSeeds[form.Width()][sq>>3]+seed
	case Xorshift32:
		s.hi, s.lo = 0, rand.NewPCG(s.hi, s.lo).Uint64()>>32
	}
	if g != Sparse {
		s.lo = max(s.lo, 1) // not 0: an xorshift never leaves the state 0
	}
	return s
}

// fill draws candidates until the slice is full.
func (s *stream) fill(candidates []uint64) {
	switch s.generator {
	case Sparse:
		s.fillPCG(candidates)
	case Ranks:
		s.fillXorshift64(candidates)
	case Xorshift32:
		s.fillXorshift32(candidates)
	}
}

// fillPCG draws the numbers that rand.PCG draws. It is written out because drawing takes most of a search's time. In rand.PCG
// each state is multiplied out of the state before; here the next three states are computed from the same state, side by side.
func (s *stream) fillPCG(candidates []uint64) {
	hi, lo := s.hi, s.lo
	two, three := pcgSteps[1], pcgSteps[2]
	for i := range candidates {
		hi1, lo1 := pcgSteps[0].from(hi, lo)
		hi2, lo2 := two.from(hi, lo)
		hi, lo = three.from(hi, lo)
		candidates[i] = pcgOutput(hi1, lo1) & pcgOutput(hi2, lo2) & pcgOutput(hi, lo)
	}
	s.hi, s.lo = hi, lo
}

// pcgStep is a step, or several at once, of the linear congruential generator in rand.PCG: state*factor + summand modulo
// 2^128.
type pcgStep struct{ factorHi, factorLo, summandHi, summandLo uint64 }

// from returns the state after the step.
func (p *pcgStep) from(hi, lo uint64) (uint64, uint64) {
	newHi, newLo := bits.Mul64(lo, p.factorLo)
	newHi += hi*p.factorLo + lo*p.factorHi
	newLo, carry := bits.Add64(newLo, p.summandLo, 0)
	return newHi + p.summandHi + carry, newLo
}

// pcgSteps are one step, two steps and three steps.
var pcgSteps = func() (steps [3]pcgStep) {
	// The multiplier and the increment of rand.PCG.
	one := pcgStep{0x2360ed051fc65da4, 0x4385df649fccf645, 0x5851f42d4c957f2d, 0x14057b7ef767814f}
	factor := pcgStep{factorHi: one.factorHi, factorLo: one.factorLo} // multiplies alone: i steps have the factor to the power of i
	steps[0] = one
	for i := 1; i < len(steps); i++ {
		last := &steps[i-1]
		steps[i].factorHi, steps[i].factorLo = factor.from(last.factorHi, last.factorLo)
		steps[i].summandHi, steps[i].summandLo = one.from(last.summandHi, last.summandLo)
	}
	return steps
}()

// pcgOutput is DXSM, the permutation by which rand.PCG turns a state into a draw.
func pcgOutput(hi, lo uint64) uint64 {
	hi ^= hi >> 32
	hi *= 0xda942042e4dd58b5
	hi ^= hi >> 48
	return hi * (lo | 1)
}

// fillXorshift64 fills the slice by xorshift64*: three shifts, and a multiplication for each draw.
func (s *stream) fillXorshift64(candidates []uint64) {
	x := s.lo
	for i := range candidates {
		candidate := ^uint64(0)
		for range 3 {
			x ^= x >> 12
			x ^= x << 25
			x ^= x >> 27
			candidate &= x * 0x2545f4914f6cdd1d
		}
		candidates[i] = candidate
	}
	s.lo = x
}

// fillXorshift32 fills the slice by an xorshift of 32 bits. A draw has the lower 16 bits of four steps, the first step lowest.
func (s *stream) fillXorshift32(candidates []uint64) {
	x := uint32(s.lo)
	for i := range candidates {
		candidate := ^uint64(0)
		for range 3 {
			draw := uint64(0)
			for at := 0; at < 64; at += 16 {
				x ^= x << 13
				x ^= x >> 17
				x ^= x << 5
				draw |= uint64(x&0xffff) << at
			}
			candidate &= draw
		}
		candidates[i] = candidate
	}
	s.lo = uint64(x)
}
