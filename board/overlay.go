package board

import "fmt"

// Overlay fills a table whose slots may serve several squares at once. A lookup reads some bits of its slot and is
// blind to the others, so squares may share a slot as long as they agree about the bits that more than one of them
// reads.
type Overlay[Slot uint8 | uint16 | uint64] struct {
	table, known []Slot // known: the bits that some square reads
	layers       []layer[Slot]
}

// layer is what a square asks of the table.
type layer[Slot uint8 | uint16 | uint64] struct {
	piece Piece
	sq    int
	reads Slot
	index func(occ uint64) int
	store func(attacks uint64) Slot
}

// NewOverlay clears a table, and returns what fills it.
func NewOverlay[Slot uint8 | uint16 | uint64](table []Slot) *Overlay[Slot] {
	clear(table)
	return &Overlay[Slot]{table: table, known: make([]Slot, len(table))}
}

// Fill writes store(attacks) to the slot index(subset) for every relevant subset of a piece on sq. A technique passes
// the index function of its lookup, so that what is written and what is read cannot differ, and in reads the bits of a
// slot that the lookup makes use of. Others are not written.
//
// An index outside of the table is an error, and so is a bit that would need two values: that error names both
// squares, which may be the same, and both subsets, with pictures of both boards.
func (o *Overlay[Slot]) Fill(
	p Piece, sq int, reads Slot, index func(occ uint64) int, store func(attacks uint64) Slot,
) error {
	l := layer[Slot]{p, sq, reads, index, store}
	o.layers = append(o.layers, l)
	for sub := range Subsets(Mask(p, sq)) {
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

// content returns what the slot of a subset must hold, in the bits that are read.
func (l *layer[Slot]) content(sub uint64) Slot { return l.store(Walk(l.piece, l.sq, sub)) & l.reads }

// conflict describes a slot in which a subset of the last layer needs a bit to be other than it is.
func (o *Overlay[Slot]) conflict(last *layer[Slot], sub uint64, i int) error {
	content := last.content(sub)
	for _, l := range o.layers {
		for earlier := range Subsets(Mask(l.piece, l.sq)) {
			if l.index(earlier) == i && (l.content(earlier)^content)&l.reads&last.reads != 0 {
				return fmt.Errorf("%v on %s: subset %#x wants slot %d for other attacks than a %v on %s for subset %#x\n%s\n%s",
					last.piece, SquareName(last.sq), sub, i, l.piece, SquareName(l.sq), earlier, Picture(sub), Picture(earlier))
			}
		}
	}
	panic("board: a known bit that no layer has set")
}
