package network

// rows are the numbers of rows to be added and subtracted.
type rows struct{ plus, minus []uint32 }

// change sets to = from, plus the rows of men and threats that a move adds, minus the rows that it removes.
func change(to, from *Accumulator, squares []row, men rows, list []threatRow, threats rows) {
	if hasVectors {
		changeVectors(to, from, &squares[0], men, &list[0], threats)
		return
	}
	softChange(to, from, squares, men, list, threats)
}

// replace sets to = from - old + new, sum by sum.
func replace(to, from, old, new *Accumulator) {
	if hasVectors {
		replaceVectors(to, from, old, new)
		return
	}
	softReplace(to, from, old, new)
}

// transform sets a side's half of the inputs, from 0 to 127, and returns which blocks of four inputs are not all 0, in two sets.
func transform(inputs *[Width / 2]uint8, sums *Accumulator) (low, high uint64) {
	if hasVectors {
		return transformVectors(inputs, sums)
	}
	return softTransform(inputs, sums)
}

// layer adds to each output what inputs from 0 to 127 give it. It skips blocks of four inputs that are not in the sets: blocks has a set for each 64 blocks, and at least one set.
func layer(sums *[layerWidth]int32, inputs []uint8, blocks []uint64, weights []block) {
	if hasVectors {
		layerVectors(sums, inputs, blocks, weights)
		return
	}
	softLayer(sums, inputs, blocks, weights)
}
