package network

import "math/bits"

// softChange is change in portable Go. Each of the other soft functions does what the function in forms.go with the rest of its name does.
func softChange(to, from *Accumulator, squares []row, men rows, list []threatRow, threats rows) {
	*to = *from
	for _, i := range men.plus {
		addRow(to, &squares[i], 1)
	}
	for _, i := range men.minus {
		addRow(to, &squares[i], -1)
	}
	for _, i := range threats.plus {
		addRow(to, &list[i], 1)
	}
	for _, i := range threats.minus {
		addRow(to, &list[i], -1)
	}
}

func addRow[W int8 | int16](to *Accumulator, row *[Width]W, sign int16) {
	for i, w := range row {
		to[i] += sign * int16(w)
	}
}

func softReplace(to, from, old, new *Accumulator) {
	for i := range to {
		to[i] = from[i] - old[i] + new[i]
	}
}

func softTransform(inputs *[Width / 2]uint8, sums *Accumulator) (low, high uint64) {
	blocks := [2]uint64{}
	for i := range inputs {
		inputs[i] = uint8(int32(min(max(sums[i], 0), 255)) * int32(min(max(sums[i+Width/2], 0), 255)) >> 9)
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
