package network

import "github.com/slidebench/slidebench/internal/engine/position"

// evaluate returns the output for the side to move, by the stack for so many men.
func (n *network) evaluate(s *[2]Accumulator, turn position.Color, men int) int {
	var inputs [Width]uint8
	var blocks [Width / blockInputs / 64]uint64
	for i, c := range [2]position.Color{turn & 1, turn&1 ^ 1} {
		blocks[2*i], blocks[2*i+1] = transform((*[Width / 2]uint8)(inputs[i*Width/2:]), &s[c])
	}
	stack := &n.stacks[(men-1)/4%stacks]
	var first, second [layerWidth]int32
	layer(&first, inputs[:], blocks[:], stack.first[:])
	outputs := clipped(&first)
	layer(&second, outputs[:], []uint64{1<<len(stack.second) - 1}, stack.second[:]) // this layer skips no blocks
	outputs = clipped(&second)
	last := int32(0)
	for i, w := range &stack.last {
		last += int32(outputs[i]) * int32(w)
	}
	return int(last) // the caller divides the sum by 16 and adds material
}

// clipped returns the inputs of the next layer: the sums divided by 128, from 0 to 127.
func clipped(sums *[layerWidth]int32) (inputs [layerWidth]uint8) {
	for i, sum := range sums {
		inputs[i] = uint8(min(max(sum>>7, 0), 127))
	}
	return inputs
}
