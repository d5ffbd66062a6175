package network

import "math/bits"

// softChange works like changeSquares and changeThreats in portable Go, and so do the others.
func softChange[W int8 | int16](to, from *Accumulator, rows [][Width]W, plus, minus []uint32) {
	*to = *from
	for _, i := range plus {
		for j, w := range &rows[i] {
			to[j] += int16(w)
		}
	}
	for _, i := range minus {
		for j, w := range &rows[i] {
			to[j] -= int16(w)
		}
	}
}

func softTransform(inputs *[Width / 2]uint8, squares, threats *Accumulator) (low, high uint64) {
	blocks := [2]uint64{}
	for i := range inputs {
		a, b := squares[i]+threats[i], squares[i+Width/2]+threats[i+Width/2]
		inputs[i] = uint8(int32(min(max(a, 0), 255)) * int32(min(max(b, 0), 255)) >> 9)
		if inputs[i] != 0 {
			blocks[i>>8] |= 1 << (i >> 2 & 63)
		}
	}
	return blocks[0], blocks[1]
}

func softLayer(sums *[layerWidth]int32, inputs []uint8, blocks []uint64, weights []block) {
	for i, set := range blocks {
		for ; set != 0; set &= set - 1 {
			at := i<<6 + bits.TrailingZeros64(set)
			x := (*[blockInputs]uint8)(inputs[at*blockInputs:])
			for o, w := range &weights[at] {
				sums[o] += int32(x[0])*int32(w[0]) + int32(x[1])*int32(w[1]) + int32(x[2])*int32(w[2]) + int32(x[3])*int32(w[3])
			}
		}
	}
}
