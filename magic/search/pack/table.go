package pack

import "math/bits"

// bitmap is a set of indices.
type bitmap [maxSlots / 64]uint64

func (b *bitmap) bit(x int) int { return int(b[x/64] >> (x % 64) & 1) }

// shape is a factor and the slots that a square uses with it, counted from the lowest.
type shape struct {
	factor uint64
	shift  int
	low    int      // the smallest index
	span   int      // slots from the first to the last, both included
	used   int      // slots used
	runs   int      // groups of neighbouring slots used
	slots  []uint64 // bitmap of span bits
	hash   uint64   // of slots: factors with the same slots are one shape
}

// newShape returns the shape of a good factor.
func newShape(s *square, factor uint64, shift int) *shape {
	o, _ := s.try(factor, shift, nil, weigh{}, maxSlots)
	sh := &shape{factor: factor, shift: shift, low: o.low, span: o.high - o.low + 1, used: o.used, hash: 14695981039346656037}
	sh.slots = make([]uint64, (sh.span+63)/64)
	before := false
	for x, slot := range s.slots[o.low : o.high+1] {
		used := slot>>16 == s.epoch
		if used {
			sh.slots[x/64] |= 1 << (x % 64)
			if !before {
				sh.runs++
			}
		}
		before = used
	}
	for _, word := range sh.slots {
		sh.hash = bits.RotateLeft64((sh.hash^word)*0x9e3779b97f4a7c15, 29)
	}
	return sh
}

// maxWords is a length that no table exceeds: it is enough for all squares end to end.
const maxWords = 2 * 64 * maxSlots

// table is the bitmap of the occupied slots. It is long enough that no shape reaches beyond its end.
type table [maxWords/64 + maxSlots/64 + 2]uint64

// fits reports whether all slots of a shape are free at a place.
func (t *table) fits(s *shape, place int) bool {
	b := place % 64
	at := t[place/64:][:len(s.slots)+1]
	for i, slots := range s.slots {
		if slots<<b&at[i] != 0 || slots>>(64-b)&at[i+1] != 0 {
			return false
		}
	}
	return true
}

// toggle occupies the slots of a shape, or frees them.
func (t *table) toggle(s *shape, place int) {
	b := place % 64
	at := t[place/64:][:len(s.slots)+1]
	for i, slots := range s.slots {
		at[i] ^= slots << b
		at[i+1] ^= slots >> (64 - b)
	}
}

// first returns the lowest place, from <= place < limit, where a shape fits, or limit if there is none.
func (t *table) first(s *shape, from, limit int) int {
	if from >= limit {
		return limit
	}
	// The lowest slot of a shape is used, so only free slots can be its place.
	free := ^t[from/64] >> (from % 64) << (from % 64)
	for w := from / 64; ; free = ^t[w] {
		for ; free != 0; free &= free - 1 {
			place := w*64 + bits.TrailingZeros64(free)
			if place >= limit {
				return limit
			}
			if t.fits(s, place) {
				return place
			}
		}
		if w++; w*64 >= limit {
			return limit
		}
	}
}

// free returns how many of n slots from a place on are free. Slots before the table are not.
func (t *table) free(place, n int) int {
	free := 0
	for x := max(place, 0); x < place+n; x++ {
		free += 1 - int(t[x/64]>>(x%64)&1)
	}
	return free
}

// window returns the part of the table that indices reach from an offset. Slots before the table count as occupied.
func (t *table) window(offset int) *bitmap {
	var b bitmap
	for i := range b {
		at := offset + 64*i
		switch w, shift := at>>6, at&63; {
		case w >= 0 && w+1 < len(t):
			b[i] = t[w]>>shift | t[w+1]<<(64-shift)
		case w == -1 && shift != 0:
			b[i] = 1<<(64-shift) - 1 | t[0]<<(64-shift)
		default:
			b[i] = ^uint64(0)
		}
	}
	return &b
}
