package gfni

import (
	"math/bits"
	"testing"
)

// affine is what VGF2P8AFFINEQB with the constant 0 does to a byte, as Intel's manual says: bit i of the product is the parity of
// the byte and row 7-i of the matrix.
func affine(matrix uint64, x uint8) (product uint8) {
	for i := range 8 {
		row := uint8(matrix >> (8 * (7 - i)))
		product |= uint8(bits.OnesCount8(row&x)&1) << i
	}
	return product
}

// shuffle is what VPSHUFB does to half a register.
func shuffle(order [16]uint8, x [16]uint8) (shuffled [16]uint8) {
	for i, from := range order {
		if from < 0x80 {
			shuffled[i] = x[from&15]
		}
	}
	return shuffled
}

// The constants can be proved without the processor's instructions. These are linear, so it is enough to ask about each bit of two lanes alone.
func TestConstantsReverseBothLanes(t *testing.T) {
	for bit := range 128 {
		var x, want [16]uint8
		x[bit/8] = 1 << (bit % 8)
		reversed := bit&64 | 63 - bit&63 // within its lane
		want[reversed/8] = 1 << (reversed % 8)
		for i := range x {
			x[i] = affine(all.matrix, x[i])
		}
		if got := shuffle(all.swap, x); got != want {
			t.Errorf("bit %d: got %x, want %x", bit, got, want)
		}
	}
}
