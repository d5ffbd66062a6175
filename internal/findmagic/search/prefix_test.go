package search

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/findmagic/factors"
)

// passes reports whether the lowest bits of a magic are refuted by no square.
func passes(p *prefix, factor uint64) bool {
	for i, s := range p.squares {
		end := factor << s >> s // the bits that the squares up to this one need, as in descend
		if !p.fits(i, end) || !p.add(i, end) {
			return false
		}
	}
	return true
}

// Pruning must refute all magics that are bad and none that is good.
func TestPrefixRefutesExactlyTheBad(t *testing.T) {
	tests := []struct {
		piece board.Piece
		name  string
		tries int // enough that some magics pass
	}{
		{board.Rook, "g2", 200_000},
		{board.Rook, "b7", 200_000},
		{board.Bishop, "d3", 30_000},
		{board.Bishop, "h8", 20_000},
	}
	for _, test := range tests {
		sq := square(t, test.name)
		n := bits.OnesCount64(board.Mask(test.piece, sq))
		p, truth := newPrefix(test.piece, sq, n, rand.NewPCG(1, 1)), truthOf(factors.White, Target{test.piece, sq})
		rng := rand.New(rand.NewPCG(1, uint64(sq)))
		found := 0
		for i := range test.tries {
			factor := rng.Uint64() & rng.Uint64() & rng.Uint64()
			passed := passes(p, factor)
			if passed {
				found++
			}
			// Nearly all magics are refuted, and good is slow: it proves every thousandth of these.
			if (passed || i%1000 == 0) && passed != truth.good(factor, n) {
				t.Fatalf("%v on %s: %#016x passes: %v", test.piece, test.name, factor, passed)
			}
		}
		if found == 0 {
			t.Errorf("%v on %s: no factor passed", test.piece, test.name)
		}
	}
}

// Dense magics pass, and no longer pass with a bit changed. They are from this project's first program for dense magics, which had other rules.
func TestPrefixPassesDenseFactors(t *testing.T) {
	tests := []struct {
		piece  board.Piece
		name   string
		factor uint64
	}{
		{board.Rook, "b7", 0x007ff9798f639a00},
		{board.Rook, "g7", 0x0003ffd7d87058c0},
		{board.Rook, "a8", 0x00fffc3dfc4cde72},
		{board.Bishop, "a8", 0x0003fe916956c000},
	}
	for _, test := range tests {
		sq := square(t, test.name)
		n := bits.OnesCount64(board.Mask(test.piece, sq)) - 1
		p := newPrefix(test.piece, sq, n, rand.NewPCG(1, 1))
		if test.piece == board.Rook {
			p.apart = n - 1 // as narrow sets it
		}
		if !passes(p, test.factor) {
			t.Errorf("%v on %s: %#016x is refuted", test.piece, test.name, test.factor)
		}
		lowest := p.squares[len(p.squares)-1]
		// The highest bit that the lowest square needs.
		if wrong := test.factor ^ 1<<(63-lowest); passes(p, wrong) {
			t.Errorf("%v on %s: %#016x passes", test.piece, test.name, wrong)
		}
	}
}

// Known magics have the bits that narrow fixes, and are searched therefore.
func TestNarrow(t *testing.T) {
	tests := map[string]uint64{
		"b7": 0x007ff9798f639a00,
		"f7": 0x0007ff55ff536600,
		"g7": 0x0003ffd7d87058c0,
		"h7": 0x0001fff5f63c96a0,
		"a8": 0x00fffc3dfc4cde72,
		"h8": 0x0001fff93bf96456,
	}
	for name, factor := range tests {
		sq := square(t, name)
		p := newPrefix(board.Rook, sq, Dense.Bits(board.Rook, sq), rand.NewPCG(1, 1))
		allowed := false
		for range 20 { // narrow draws one of two twins each time
			p.narrow(sq)
			allowed = allowed || factor&p.fixed == p.ones && p.twins(len(p.squares)-2, factor)
		}
		if !allowed {
			t.Errorf("%s: %#016x is not searched", name, factor)
		}
	}
}
