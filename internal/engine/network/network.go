// Package network evaluates positions as engines of 2026 do, by a neural network with inputs for men on squares and for threats. Nobody has trained it: all
// weights are drawn from a seed. An evaluation reads as many bytes as with a trained network of this size: it has more than 100 MB, of which a few are hot. So it
// competes for the caches with the tables of a technique for sliders.
//
//	men on squares   22,528 rows of 1,024 int16: 32 buckets of the own king, 11 kinds of men, 64 squares
//	threats          60,312 rows of 1,024 int8: attacker, its square, victim, its square
//	sums             of the rows of all men and threats of a position, for each side as it sees the board: 2 times 1,024
//	inputs           each sum clamped to 0 to 255, times the one 512 further on, divided by 512: 2 times 512
//	layers           1,024 to 32, 32 to 32, 32 to 1: one of 8 stacks by the number of men
//
// Each side sees the board with its own first rank below, and mirrored if its king stands on the files e to h. A move adds and subtracts a few rows. The sizes are
// those of Stockfish's network of August 2026 [stockfish]; its inner layers differ slightly.
//
// All arithmetic is on integers, so all forms give the same numbers on all processors. The C engine has the same network: engine/c/network.h.
package network

import (
	"math/bits"

	"github.com/slidebench/slidebench/internal/engine/position"
)

// The sizes.
const (
	Width       = 1024 // sums
	kinds       = 11   // of men: five of each side, and kings
	squareRows  = 32 * kinds * 64
	threatRows  = 60312
	layerWidth  = 32
	stacks      = 8
	bias        = -15 // the sum of no rows
	blockInputs = 4   // that the first layer skips together if all are 0
)

// Accumulator has the sums of rows.
type Accumulator [Width]int16

type (
	row       = [Width]int16
	threatRow = [Width]int8
	// block has the weights from four inputs to each output.
	block [layerWidth][blockInputs]int8
)

// network holds the weights.
type network struct {
	squares [squareRows]row
	threats [threatRows]threatRow
	stacks  [stacks]stack
}

// stack is the layers for four numbers of men: 1 to 4, 5 to 8, and so on.
type stack struct {
	first  [Width / blockInputs]block
	second [layerWidth / blockInputs]block
	last   [layerWidth]int8
}

// The weights of a kind are made of the random numbers from its seed on. The C engine draws the same ones.
const (
	squareSeed = (iota + 1) << 32
	threatSeed
	firstSeed
	secondSeed
	lastSeed
)

// spread returns a number from -32 to 32, with a standard deviation of 4.
func spread(n uint64) int { return bits.OnesCount64(position.Random(n)) - 32 }

// draw draws all weights, with standard deviations of 9 for men on squares, 2.8 for threats, 30 in the first two layers, clamped to a byte, and 8 in the last one.
func (n *network) draw() {
	for i := range n.squares {
		for j := range n.squares[i] {
			n.squares[i][j] = int16(spread(squareSeed+uint64(i*Width+j)) * 9 >> 2)
		}
	}
	for i := range n.threats {
		for j := 0; j < Width; j += 2 {
			x := position.Random(threatSeed + uint64(i*Width+j)/2)
			n.threats[i][j], n.threats[i][j+1] = int8(bits.OnesCount32(uint32(x))-16), int8(bits.OnesCount32(uint32(x>>32))-16)
		}
	}
	blocks := func(of []block, seed uint64, stack int) {
		for b := range of {
			for o := range of[b] {
				for j := range of[b][o] {
					number := ((stack*len(of)+b)*layerWidth+o)*blockInputs + j
					of[b][o][j] = int8(min(max(spread(seed+uint64(number))*15>>1, -127), 127))
				}
			}
		}
	}
	for i := range n.stacks {
		s := &n.stacks[i]
		blocks(s.first[:], firstSeed, i)
		blocks(s.second[:], secondSeed, i)
		for o := range s.last {
			s.last[o] = int8(spread(lastSeed+uint64(i*layerWidth+o)) * 2)
		}
	}
}
