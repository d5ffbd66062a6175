// Package hashmap is direct lookup: attacks stand in an ordinary hash map for each square, whose key is the masked occupancy. It
// shows the cost without a trick: a perfect hash, such as a magic or PEXT, keeps no key, compares nothing and probes once.
//
//	key     = occ & mask
//	slot    = key * 0x9e3779b97f4a7c15 >> shift     the multiplier is the same for all squares
//	while T[offset + slot].key != key:
//	    slot = slot + 1, after the last one 0
//	attacks = T[offset + slot].attacks
//
// Any multiplier works, because a slot contains its key. When two keys want one slot, the second goes to the next free slot, and
// its lookup walks the same way. Half of all slots are free, so the way is short. A bishop on d1 has five relevant squares, so 32
// keys in 64 slots, drawn as a board with slot 0 in the place of a1. Four keys are not in the slot where a lookup begins:
//
//	mask                slots taken         by way of others
//	. . . . . . . .     x . . x x . . .     x . . . . . . .
//	. . . . . . . .     . . x . x x . x     . . . . . . . .
//	. . . . . . . .     x . x x . x . .     . . . . . . . .
//	. . . . . . . .     x . x x . x . .     . . . . . . . .
//	. . . . . . x .     . . x x . x x .     . . . x . . x .
//	. x . . . x . .     . . x . x x . x     . . . . . . . .
//	. . x . x . . .     . . x . x x . x     . . . . . . . .
//	. . . . . . . .     x x x x . x . .     . x . . . . . .
//
// If every key is in its first slot, the multiplier is called magic.
//
// Go's own map draws a seed when a program starts, so its size and its reads would differ between processes.
//
// Cost: an AND, a multiplication, a shift, an addition, two dependent loads, the second from 3,364 KiB, and comparisons that end
// the search. Over all subsets a rook looks at 1.60 slots on average and a bishop at 1.47; the processor has to predict the
// number. Go also checks each index.
//
// When: as a comparison, to see how much any other table's trick saves.
//
// People: Sam Tannous, 2007: [tannous], with a Python dictionary for each of the four lines. For one key for both lines of a
// piece no source is known.
package hashmap

import (
	"fmt"
	"math/bits"
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// multiplier is 2^64 divided by the golden ratio, which spreads neighbouring keys evenly: [knuth] section 6.4.
const multiplier = 0x9e3779b97f4a7c15

// spareBits is the number of bits that a slot's number has beyond one for each relevant square: one, so half of the slots stay free.
const spareBits = 1

// Sums of the slots of all squares: 1 << relevant squares, over the board.
const (
	rookSlots   = 102_400 << spareBits
	bishopSlots = 5_248 << spareBits
)

// slot holds a key with its attacks. A slot without attacks is free, because every slider attacks at least one square.
type slot struct{ key, attacks uint64 }

// entry holds a square's data for a lookup.
type entry struct {
	mask   uint64
	offset uint32 // of its first slot
	shift  uint8  // shifts a product down to the number of a slot
}

var (
	rookEntries, bishopEntries [64]entry
	rookTable                  [rookSlots]slot
	bishopTable                [bishopSlots]slot
)

// first returns the slot in which a lookup of a key begins.
func (e *entry) first(key uint64) uint64 { return key * multiplier >> (e.shift & 63) }

// next returns the slot after slot i. A square's first slot follows its last.
func (e *entry) next(i uint64) uint64 { return (i + 1) & (^uint64(0) >> (e.shift & 63)) }

// probe returns the slot with the key of an occupancy, or if there is none, the free slot where it belongs.
func probe(e *entry, table []slot, occ uint64) *slot {
	key := occ & e.mask
	for i := e.first(key); ; i = e.next(i) {
		s := &table[uint64(e.offset)+i]
		if s.key == key || s.attacks == 0 {
			return s
		}
	}
}

func init() { scaffold.AtStart("hashmap", Build) }

// Build fills the tables. An error names a square and a subset with the same key as another subset with other attacks.
func Build() error {
	place()
	return fill()
}

// place sets the entries: each square's slots begin where its predecessor's end.
func place() {
	placePiece(board.Rook, &rookEntries)
	placePiece(board.Bishop, &bishopEntries)
}

func placePiece(p board.Piece, entries *[64]entry) {
	offset := uint32(0)
	for sq := range entries {
		mask := board.Mask(p, sq)
		slotBits := bits.OnesCount64(mask) + spareBits
		entries[sq] = entry{mask, offset, uint8(64 - slotBits)}
		offset += 1 << slotBits
	}
}

func fill() error {
	clear(rookTable[:])
	clear(bishopTable[:])
	for sq := range 64 {
		if err := fillSquare(board.Rook, sq, &rookEntries[sq], rookTable[:]); err != nil {
			return err
		}
		if err := fillSquare(board.Bishop, sq, &bishopEntries[sq], bishopTable[:]); err != nil {
			return err
		}
	}
	return nil
}

func fillSquare(p board.Piece, sq int, e *entry, table []slot) error {
	for sub := range board.Subsets(board.Mask(p, sq)) {
		s, attacks := probe(e, table, sub), board.Walk(p, sq, sub)
		if s.attacks != 0 && s.attacks != attacks {
			return fmt.Errorf("%v on %s: the key of subset %#x is taken, for other attacks\nwanted\n%sfound\n%s",
				p, board.SquareName(sq), sub, board.Picture(attacks), board.Picture(s.attacks))
		}
		*s = slot{sub & e.mask, attacks}
	}
	return nil
}

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63).
func Rook(sq int, occ uint64) uint64 { return probe(&rookEntries[sq&63], rookTable[:], occ).attacks }

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63).
func Bishop(sq int, occ uint64) uint64 {
	return probe(&bishopEntries[sq&63], bishopTable[:], occ).attacks
}

// Queen returns the attacks of a queen on sq: those of a rook and of a bishop.
func Queen(sq int, occ uint64) uint64 {
	return scaffold.Inline(func() uint64 { return Rook(sq, occ) | Bishop(sq, occ) })
}

// TableBytes returns the size of the arrays that a lookup for the piece reads.
func TableBytes(p board.Piece) int {
	return scaffold.BytesOf(p, unsafe.Sizeof(rookEntries)+unsafe.Sizeof(rookTable),
		unsafe.Sizeof(bishopEntries)+unsafe.Sizeof(bishopTable))
}
