// Package fold holds the index that the foldinghash technique and the search for its factors share.
package fold

const (
	// Bits is the number of bits that the hash of a line has.
	Bits = 6
	// Words is the length of the table in which all lines find their attacks, a power of two: indices wrap around.
	Words = 1 << 13
)

// Line holds a lookup's data about a line through a square.
type Line struct {
	Outside        uint64 // all squares but the relevant ones
	Factor, Offset uint32
}

// Index returns the index of the attacks within the line under an occupancy.
func (l *Line) Index(occ uint64) uint32 {
	occ |= l.Outside
	return (uint32(occ>>32^3*occ)*l.Factor>>(32-Bits) + l.Offset) & (Words - 1)
}
