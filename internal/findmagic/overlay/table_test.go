package overlay

import "testing"

// Items 0 and 1 know the lower half of a word, item 2 the whole word. Item 0 has the slots 2 to 11.
func TestLowest(t *testing.T) {
	low, high := item{span: 10, known: 0xffffffff}, item{span: 4, known: 0xffffffff}
	all := item{span: 5, known: ^uint64(0)}
	items := []item{low, high, all}
	tab := newTable(items)
	tab.put(0, place{2, 0})
	for _, c := range []struct {
		item, start int    // the lowest slot for the item
		rotations   uint64 // in which it fits there
	}{
		{1, 0, 1 << 32},     // slots 0 to 3: slots 2 and 3 have room in the upper half
		{2, 12, ^uint64(0)}, // slots 0 and 1 are too few, so behind item 0
	} {
		if start, rotations := tab.lowest(c.item); start != c.start || rotations != c.rotations {
			t.Errorf("item %d goes to slot %d in rotations %#x, want %d, %#x", c.item, start, rotations, c.start, c.rotations)
		}
	}
	tab.put(1, place{0, 32})
	if start, _ := tab.lowest(2); start != 12 {
		t.Errorf("item 2 goes to slot %d, want 12", start)
	}
	tab.clear()
	if start, _ := tab.lowest(2); start != 0 {
		t.Errorf("item 2 goes to slot %d of an empty table", start)
	}
}
