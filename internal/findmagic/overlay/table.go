package overlay

import (
	"math/bits"
	"slices"
)

// table is the table that a Placer fills. It holds items by their numbers.
type table struct {
	spans    []int      // of the items
	fits     [][]uint64 // fits[i][j] are the rotations in which item i fits item j, by the function fits
	segments []segment  // from slot 0 on; the last segment is empty and has no end

	rotations []int    // rotations of the items that have a place
	allowed   []uint64 // scratch of lowest: by segment, the rotations in which its item fits there
}

// segment is a part of the table in which all slots serve the same items. It ends where the next one begins.
type segment struct {
	start int
	items []int
}

// newTable returns an empty table for items, with the rotations in which each two of them fit.
func newTable(items []item) table {
	t := table{rotations: make([]int, len(items)), segments: make([]segment, 1)}
	for i := range items {
		t.spans = append(t.spans, items[i].span)
		row := make([]uint64, len(items))
		for j := range items {
			row[j] = fits(&items[i], &items[j])
		}
		t.fits = append(t.fits, row)
	}
	return t
}

// clear empties the table.
func (t *table) clear() {
	t.segments = t.segments[:1]
	t.segments[0].items = t.segments[0].items[:0]
}

// lowest returns the lowest start of a segment at which an item fits, and the rotations in which it fits, as bits. The item fits
// nowhere lower, because the items in its way end where a segment starts.
func (t *table) lowest(i int) (start int, rotations uint64) {
	t.allowed = t.allowed[:0]
	last := len(t.segments) - 1
	for first := range t.segments {
		start = t.segments[first].start
		rotations = ^uint64(0)
		for s := first; rotations != 0; s++ {
			if s == len(t.allowed) {
				t.allowed = append(t.allowed, t.beside(i, t.segments[s].items))
			}
			rotations &= t.allowed[s]
			if rotations != 0 && (s == last || t.segments[s+1].start >= start+t.spans[i]) {
				return start, rotations
			}
		}
	}
	panic("unreachable: the last segment is empty")
}

// beside returns the rotations in which an item may share slots with all of others, in their rotations.
func (t *table) beside(i int, others []int) uint64 {
	rotations := ^uint64(0)
	for _, j := range others {
		rotations &= bits.RotateLeft64(t.fits[i][j], t.rotations[j])
	}
	return rotations
}

// put gives an item its place.
func (t *table) put(i int, at place) {
	t.rotations[i] = at.rotation
	first, last := t.cut(at.start), t.cut(at.start+t.spans[i])
	for s := first; s < last; s++ {
		t.segments[s].items = append(t.segments[s].items, i)
	}
}

// cut makes a segment begin at a slot and returns the segment's index.
func (t *table) cut(slot int) int {
	s, found := slices.BinarySearchFunc(t.segments, slot, func(s segment, slot int) int { return s.start - slot })
	if found {
		return s
	}
	// The new segment reuses the room for items that a cleared table has left behind.
	n := len(t.segments)
	t.segments = slices.Grow(t.segments, 1)[:n+1]
	room := t.segments[n].items[:0]
	copy(t.segments[s+1:], t.segments[s:n])
	t.segments[s] = segment{slot, append(room, t.segments[s-1].items...)}
	return s
}
