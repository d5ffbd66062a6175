package overlay

import (
	"math"
	"math/bits"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/findmagic/factors"
)

// item is a range of slots that is placed as a whole. It belongs to an entry, or to all entries of the torus form that share a magic. Its bits are those of the turned
// board (see factors.Form.Turn).
type item struct {
	entries []int  // their numbers in the set
	low     int    // smallest index
	span    int    // slots from the smallest to the largest index, both included
	known   uint64 // bits that a lookup reads from some slot
	always  uint64 // the known bits that are set in every slot from which a lookup reads them
}

// newItems returns the items of a set. If a magic is not good, the error is a *factors.Collision.
func newItems(set *factors.Set) ([]item, error) {
	var items []item
	for i := range set.Entries {
		own := newItem(set.Content, &set.Entries[i])
		own.entries = []int{i}
		joined := false
		for j := range items {
			if joined = shareSlots(&set.Entries[i], &set.Entries[items[j].entries[0]]); joined {
				items[j].join(&own)
				break
			}
		}
		if !joined {
			items = append(items, own)
		}
	}
	for i := range items { // proved alone, at the beginning of a table
		alone := factors.Set{Content: set.Content}
		for _, n := range items[i].entries {
			e := set.Entries[n]
			items[i].setPlace(&e, place{})
			alone.Entries = append(alone.Entries, e)
		}
		if err := alone.Verify(); err != nil {
			return nil, err
		}
	}
	return items, nil
}

// shareSlots reports whether two entries have the same indices for the same attacks.
func shareSlots(a, b *factors.Entry) bool {
	return a.Form == factors.Torus && b.Form == factors.Torus && a.Piece == b.Piece && a.Factor == b.Factor && a.Shift == b.Shift
}

// newItem returns the item of a single entry.
func newItem(content factors.Content, e *factors.Entry) item {
	known := content.Known(e.Piece, e.Square)
	always := known
	low, high := math.MaxInt, 0
	for sub := range board.Subsets(board.Mask(e.Piece, e.Square)) {
		x := e.Form.Index(e.Form.Key(e.Piece, e.Square, sub), e.Factor, e.Shift)
		low, high = min(low, x), max(high, x)
		always &= board.Walk(e.Piece, e.Square, sub)
	}
	turn := e.Form.Turn(e.Square)
	return item{
		low:    low,
		span:   high - low + 1,
		known:  bits.RotateLeft64(known, turn),
		always: bits.RotateLeft64(always, turn),
	}
}

// join merges an item that shares slots into this item.
func (it *item) join(other *item) {
	end := max(it.low+it.span, other.low+other.span)
	it.low = min(it.low, other.low)
	it.span = end - it.low
	// A bit that both items know is always set if it is in both; a bit that one item knows is as there.
	it.always = it.always&other.always | it.always&^other.known | other.always&^it.known
	it.known |= other.known
	it.entries = append(it.entries, other.entries...)
}

// place is where an item lies.
type place struct {
	start    int // slot of its smallest index
	rotation int // bits by which the turned board is rotated to the left in the slots
}

// place returns where an entry of the item lies.
func (it *item) place(e *factors.Entry) place {
	return place{e.Offset + it.low, -(e.Rotation + e.Form.Turn(e.Square)) & 63}
}

// setPlace is the inverse of place. A lookup undoes the place's rotation and the turn together.
func (it *item) setPlace(e *factors.Entry, at place) {
	e.Offset = at.start - it.low
	e.Rotation = -(at.rotation + e.Form.Turn(e.Square)) & 63
}

// fits returns the rotations of a, relative to b, in which the two may share slots: bit k stands for a rotation by k to the left. A bit that both know must always be
// set in both.
func fits(a, b *item) uint64 {
	var ok uint64
	for k := range 64 {
		known := bits.RotateLeft64(a.known, k) & b.known
		always := bits.RotateLeft64(a.always, k) & b.always
		if known&^always == 0 {
			ok |= 1 << k
		}
	}
	return ok
}
