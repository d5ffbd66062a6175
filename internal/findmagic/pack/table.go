package pack

import "math/bits"

// bitmap is a set of indices.
type bitmap [maxSlots / 64]uint64

// bit returns 1 if the set has x, and 0 if not.
func (b *bitmap) bit(x int) int { return int(b[x/64] >> (x % 64) & 1) }

// shape is a magic and the slots that a square uses with it, counted from the lowest.
type shape struct {
	factor uint64
	shift  int
	low    int     // the smallest index
	span   int     // slots from the first to the last, both included
	width  int     // the same on the circle of the range: less than span for a shape of two parts
	used   int     // slots used
	runs   int     // groups of neighbouring slots used
	mean   float64 // middle of the slots used
	parts  []part
	probes []int  // some of the slots used, in an order that jumps about: places where one of them is taken are ruled out first
	hash   uint64 // of the slots: magics with the same slots are one shape
}

// part is a piece of a shape. A white magic with weights of both signs has two pieces: the negative sums have the highest indices.
type part struct {
	at    int      // the part's first slot, counted from the shape's
	slots []uint64 // bitmap
}

// newShape returns the shape of a good magic.
func newShape(s *square, factor uint64, shift int) *shape {
	o, _ := s.try(factor, shift, nil, weigh{}, maxSlots) // costs one for each slot, so never more than the limit
	used := func(x int) bool { return s.slots[x]>>16 == s.epoch }
	size := 1 << (64 - shift)
	for o.low = max(o.low-1, 0); !used(o.low); o.low++ { // the bounds of try may be a slot short, as reach drops bits, or too wide
	}
	for o.high = min(o.high+1, size-1); !used(o.high); o.high-- {
	}
	sh := &shape{factor: factor, shift: shift, low: o.low - o.sunk, width: o.high - o.low + 1, used: o.used, hash: 14695981039346656037} // the hash begins from any number; this is FNV's
	total := 0
	for x := o.low; x <= o.high; x++ {
		if used(x) {
			total += (x - o.sunk) & (size - 1)
			if x == o.low || !used(x-1) {
				sh.runs++
			}
		}
	}
	sh.span = sh.width
	if sh.low < 0 { // index 0 is the first slot, and the negative sums are a second part
		sh.add(0, o.sunk, o.high, used)
		last := o.sunk - 1
		for ; !used(last); last-- {
		}
		sh.add(size+sh.low, o.low, last, used)
		sh.low, sh.span = 0, size-o.sunk+last+1
	} else {
		sh.add(0, o.low, o.high, used)
	}
	sh.mean = float64(total)/float64(sh.used) - float64(sh.low)
	sh.probe()
	return sh
}

// add adds the slots from low to high as a part.
func (s *shape) add(at, low, high int, used func(x int) bool) {
	slots := make([]uint64, (high-low)/64+1)
	for x := low; x <= high; x++ {
		if used(x) {
			slots[(x-low)/64] |= 1 << ((x - low) % 64)
		}
	}
	s.parts = append(s.parts, part{at, slots})
	s.hash ^= uint64(at)
	for _, word := range slots {
		s.hash = bits.RotateLeft64((s.hash^word)*0x9e3779b97f4a7c15, 29)
	}
}

// slots returns the slots that a shape uses, counted from its first.
func (s *shape) slots() (slots []int) {
	for _, p := range s.parts {
		for x := range 64 * len(p.slots) {
			if p.slots[x/64]>>(x%64)&1 != 0 {
				slots = append(slots, p.at+x)
			}
		}
	}
	return slots
}

// probe chooses the slots by which first rules out places. From each it goes on by five thirteenths of the slots, so that they are far apart.
func (s *shape) probe() {
	slots, at := s.slots(), 0
	for range min(maxProbes, len(slots)) {
		s.probes = append(s.probes, slots[at])
		at = (at + len(slots)*5/13 + 1) % len(slots)
	}
}

// maxProbes is the number of probes. After so many, nearly all places left are places where the shape fits.
const maxProbes = 24

// maxWords is longer than any table: it is enough for all squares end to end.
const maxWords = 2 * 64 * maxSlots

// table is the bitmap of the occupied slots. It is long enough that no shape reaches beyond its end.
type table [maxWords/64 + maxSlots/64 + 2]uint64

// fits reports whether all slots of a shape are free at a place.
func (t *table) fits(s *shape, place int) bool {
	for i := range s.parts {
		if !t.partFits(&s.parts[i], place) {
			return false
		}
	}
	return true
}

// partFits reports whether all slots of a part are free at its shape's place.
func (t *table) partFits(p *part, place int) bool {
	place += p.at
	b := place % 64
	at := t[place/64:][:len(p.slots)+1]
	for i, slots := range p.slots {
		if slots<<b&at[i] != 0 || slots>>(64-b)&at[i+1] != 0 { // if b is 0, the shift by 64 gives 0
			return false
		}
	}
	return true
}

// toggle occupies the slots of a shape, or frees them.
func (t *table) toggle(s *shape, place int) {
	for _, p := range s.parts {
		from := place + p.at
		b := from % 64
		at := t[from/64:][:len(p.slots)+1]
		for i, slots := range p.slots {
			at[i] ^= slots << b
			at[i+1] ^= slots >> (64 - b)
		}
	}
}

// occupied returns the number of occupied slots. Where two shapes overlapped, toggle has freed a slot.
func (t *table) occupied() (n int) {
	for _, slots := range t {
		n += bits.OnesCount64(slots)
	}
	return n
}

// first returns the lowest place, from <= place < limit, where a shape fits, or limit if there is none.
func (t *table) first(s *shape, from, limit int) int {
	if from >= limit {
		return limit
	}
	// The lowest slot of a shape is used, so only free slots can be its place.
	free := ^t[from/64] >> (from % 64) << (from % 64)
	for w := from / 64; ; free = ^t[w] {
		for _, slot := range s.probes { // 64 places at a time
			if free == 0 {
				break
			}
			at, b := w+slot/64, slot%64
			free &^= t[at]>>b | t[at+1]<<(64-b)
		}
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

// window returns the part of the table that indices reach from an offset. Slots before the table and behind its end count as occupied.
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
