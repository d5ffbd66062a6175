// Package compress gathers the bits of a word that a mask selects, as the PEXT instruction does, with shifts alone, and scatters
// them again, as PDEP does.
//
// A selected bit has to move down by the number of unselected bits below it. Six steps move by 1, 2, 4, ..., 32 places
// those bits whose distance has that binary digit. Which bits these are depends on the mask only and is computed once:
// moves[i] are the bits that move in step i, in their places when that step begins. Bits never meet on the way, since
// of two selected bits the lower bit's distance is at most the upper bit's, and in steps from small to large the lower
// bit stays below the upper.
//
// The same steps from large to small, each the other way, move the bits back to their places.
//
// People: [hackersdelight] sections 7-4, "Compress, or Generalized Extract", and 7-5, "Expand, or Generalized Insert"; with the
// moves kept per mask by [zp7].
package compress

import "math/bits"

// Mask is a mask with its moves.
type Mask struct {
	mask  uint64
	moves [6]uint64
}

// New prepares a mask.
func New(mask uint64) Mask {
	m := Mask{mask: mask}
	for from := range 64 {
		if mask>>from&1 == 0 {
			continue
		}
		distance := from - bits.OnesCount64(mask&(1<<from-1))
		at := from
		for i := range m.moves {
			if distance>>i&1 != 0 {
				m.moves[i] |= 1 << at
				at -= 1 << i
			}
		}
	}
	return m
}

// Extract returns the bits of x that the mask selects, packed towards bit 0 in their order: it works like PEXTQ.
func (m *Mask) Extract(x uint64) uint64 {
	x &= m.mask
	move := x & m.moves[0]
	x = x ^ move | move>>1
	move = x & m.moves[1]
	x = x ^ move | move>>2
	move = x & m.moves[2]
	x = x ^ move | move>>4
	move = x & m.moves[3]
	x = x ^ move | move>>8
	move = x & m.moves[4]
	x = x ^ move | move>>16
	move = x & m.moves[5]
	x = x ^ move | move>>32
	return x
}

// Expand returns the lowest bits of x at the places that the mask selects, in their order: it works like PDEPQ. It ignores the
// higher bits of x.
func (m *Mask) Expand(x uint64) uint64 {
	// A bit that returns to its place replaces the bit that is there. So the bits outside of the mask may have any value until the
	// end.
	x = x&^m.moves[5] | x<<32&m.moves[5]
	x = x&^m.moves[4] | x<<16&m.moves[4]
	x = x&^m.moves[3] | x<<8&m.moves[3]
	x = x&^m.moves[2] | x<<4&m.moves[2]
	x = x&^m.moves[1] | x<<2&m.moves[1]
	x = x&^m.moves[0] | x<<1&m.moves[0]
	return x & m.mask
}
