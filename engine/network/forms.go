package network

// changeSquares sets a side's sums to those of another position plus the rows of a list, and less the rows of another list.
func changeSquares(to, from *Accumulator, rows []row, plus, minus []uint32) {
	if hasVectors {
		changeSquaresVectors(to, from, &rows[0], plus, minus)
		return
	}
	softChange(to, from, rows, plus, minus)
}

// changeThreats does with threats what changeSquares does with men on squares.
func changeThreats(to, from *Accumulator, rows []threatRow, plus, minus []uint32) {
	if hasVectors {
		changeThreatsVectors(to, from, &rows[0], plus, minus)
		return
	}
	softChange(to, from, rows, plus, minus)
}

// transform sets a side's half of the inputs, from 0 to 127, and returns which blocks of four inputs are not all 0, in two sets.
func transform(inputs *[Width / 2]uint8, squares, threats *Accumulator) (low, high uint64) {
	if hasVectors {
		return transformVectors(inputs, squares, threats)
	}
	return softTransform(inputs, squares, threats)
}

// layer adds to each output what inputs from 0 to 127 give it. It skips blocks of four inputs that are not in the sets.
func layer(sums *[layerWidth]int32, inputs []uint8, blocks []uint64, weights []block) {
	if hasVectors {
		layerVectors(sums, inputs, blocks, weights)
		return
	}
	softLayer(sums, inputs, blocks, weights)
}
