package scaffold

import (
	"fmt"

	"github.com/slidebench/slidebench/board"
)

// Overlay fills a table whose slots may serve several squares at once. A lookup reads some bits of its slot and ignores
// the others, so squares may share a slot if they agree about every bit that more than one of them reads.
type Overlay[Slot uint8 | uint16 | uint64] struct {
	table, known []Slot // known: the bits of each slot that some square reads
	layers       []layer[Slot]
}

// layer is the part of the table that a square fills and reads.
type layer[Slot uint8 | uint16 | uint64] struct {
	piece board.Piece
	sq    int
	reads Slot
	index func(occ uint64) int
	store func(attacks uint64) Slot
}

// NewOverlay clears a table, and returns an Overlay that fills it.
func NewOverlay[Slot uint8 | uint16 | uint64](table []Slot) *Overlay[Slot] {
	clear(table)
	return &Overlay[Slot]{table: table, known: make([]Slot, len(table))}
}

// Fill writes store(attacks) to the slot index(subset) for every relevant subset of a piece on sq. A technique passes
// the index function of its lookup, so that a lookup reads the slots that Fill wrote. reads are the bits of a slot that the
// lookup uses; Fill writes no others.
//
// An index outside of the table is an error, and so is a bit that would need two values. The latter error names both
// squares, which may be the same, and both subsets, with pictures of both boards.
func (o *Overlay[Slot]) Fill(
	p board.Piece, sq int, reads Slot, index func(occ uint64) int, store func(attacks uint64) Slot,
) error {
	l := layer[Slot]{p, sq, reads, index, store}
	o.layers = append(o.layers, l)
	for sub := range board.Subsets(board.Mask(p, sq)) {
		i := index(sub)
		if i < 0 || i >= len(o.table) {
			return outside(p, sq, sub, i, len(o.table))
		}
		content := l.content(sub)
		if (o.table[i]^content)&o.known[i]&reads != 0 {
			return o.conflict(&l, sub, i)
		}
		o.table[i] |= content
		o.known[i] |= reads
	}
	return nil
}

// content returns the bits that a lookup of a subset must find in its slot.
func (l *layer[Slot]) content(sub uint64) Slot {
	return l.store(board.Walk(l.piece, l.sq, sub)) & l.reads
}

// conflict returns the error for a slot in which a subset of the last layer needs another value of a bit than an earlier layer.
func (o *Overlay[Slot]) conflict(last *layer[Slot], sub uint64, i int) error {
	content := last.content(sub)
	for _, l := range o.layers {
		for earlier := range board.Subsets(board.Mask(l.piece, l.sq)) {
			if l.index(earlier) == i && (l.content(earlier)^content)&l.reads&last.reads != 0 {
				return fmt.Errorf("%v on %s: subset %#x wants slot %d for other attacks than a %v on %s for subset %#x\n%s\n%s",
					last.piece, board.SquareName(last.sq), sub, i, l.piece, board.SquareName(l.sq), earlier, board.Picture(sub), board.Picture(earlier))
			}
		}
	}
	panic("scaffold: a known bit that no layer has set")
}
