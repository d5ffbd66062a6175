// Package byteboardneon is superpiece rays in the registers of NEON: its instruction TBL looks bytes up in four registers at once. So it permutes all men of a board.
//
//	rays    = gather[sq](occ)                       bit 8r+k: square k+1 of ray r is occupied, or is not on the board
//	reached = rays ^ (rays - 0x0101010101010101)    in each byte the first blocker, and the squares before it
//	attacks = scatter[sq](reached)                  bit t: the bit of reached that stands for square t
//
// Package byteboard explains lookups and threats, and why they are right. For a permutation of bits, TBL fetches for each bit the byte of the word that
// contains it, CMTST asks for the bit, and three sums of neighbours (ADDP) collect the bits of eight bytes. A byte with all bits
// set stands behind the word for bits that are always set. Sums of neighbours also leave the nearest man of each ray. A queen on d4; the rows of the words
// in between are the bytes, from above: north-east, north-west, north, east, south, west, south-west and south-east:
//
//	occ                 rays                reached             attacks
//	. . . . . . . .     . . x . x x x x     x x x . . . . .     . . . . . . . .
//	. x . . . . x .     . . . x x x x x     x x x x . . . .     x . . . . . x .
//	. . . x . . . .     . x . . x x x x     x x . . . . . .     . x . x . x . .
//	. . . . . . . .     . . . . x x x x     x x x x x . . .     . . x x x . . .
//	. . x Q . . . .     . . x x x x x x     x x x . . . . .     . . x Q x x x x
//	. . . . . x . .     x . . x x x x x     x . . . . . . .     . . x x x . . .
//	. . . . . . . .     . . . x x x x x     x x x x . . . .     . x . x . x . .
//	. . . x . . . .     . . . x x x x x     x x x x . . . .     x . . x . . x .
//
// The lookup is assembly, which Go does not inline. Every arm64 processor has NEON, so lookups do not ask for it. On other processors and with the
// build tag purego, Go code permutes in loops. A rook or a bishop takes the queen's attacks on its lines.
//
// Cost: a call, and two dependent permutations of 16 vector instructions each; 256 bytes of the square's own, of 16 KiB, and 8 bytes of half a KiB of
// lines for a rook or a bishop. Threats of a change: 64 bytes of the board, 64 of 4 KiB, and a line for each set of 2 KiB of shuffles.
//
// When: threats, on arm64. It has been proved under an emulator and not timed.
//
// People: 87flowers, of the engines Rose and Clockwork, 2025: [byteboard]; with NEON, Ciekce, of Stormphrax, February 2026: [ray-threats].
package byteboardneon

import (
	"math/bits"
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/byteboard/internal/superpiece"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// permutation is a name for the assembly.
type permutation superpiece.Permutation

const (
	ones  = 8  // a byte with all bits set, behind the word's eight in the register that is shuffled
	zeros = 16 // a byte of zeros, as the shuffle gives beyond the register's 16
)

// entry holds a square's data for a lookup.
type entry struct{ gather, scatter permutation }

var (
	entries                [64]entry
	rookLines, bishopLines [64]uint64
)

// man is a name for the assembly.
type man superpiece.Man

// threatTables has the constants of threats. The assembly relies on this layout.
type threatTables struct {
	members    [256]uint64          // of a set, one a byte
	squares    [64]superpiece.Order // without the mark of near squares
	men        [16]man
	kinds      [16]uint8
	far, close [16]uint8  // the second halves are zero
	ends       [16]uint8  // the first byte of each ray, and then the last
	counts     [256]uint8 // of the members of a set
}

var forThreats threatTables

// each holds a 1 for every ray.
const each = 0x0101010101010101

func init() { scaffold.AtStart("byteboardneon", Build) }

// Build fills the tables. It cannot fail: nothing is hashed.
func Build() error {
	t := &forThreats
	for sq := range 64 {
		rookLines[sq], bishopLines[sq] = board.Lines(board.Rook, sq), board.Lines(board.Bishop, sq)
		gather, scatter := superpiece.PermutationsOf(sq, superpiece.Bit{From: ones, Mask: 0xff}, superpiece.Bit{From: zeros, Mask: 0xff})
		entries[sq] = entry{permutation(gather), permutation(scatter)}
		for i, s := range superpiece.OrderOf(sq) {
			t.squares[sq][i] = s &^ superpiece.Near
		}
	}
	for i, m := range superpiece.Men {
		t.men[i] = man(m)
	}
	t.kinds = superpiece.Kinds
	for r := range 8 {
		t.far[r], t.close[r] = uint8(superpiece.Far[r]), uint8(superpiece.Close[r])
		t.ends[r], t.ends[8+r] = uint8(8*r), uint8(8*r+7)
	}
	for s := range t.members {
		t.members[s], t.counts[s] = superpiece.Members(uint8(s)), uint8(bits.OnesCount8(uint8(s)))
	}
	return nil
}

// softQueen works like queen, without NEON: it takes bit by bit.
func softQueen(sq int, occ uint64) uint64 {
	e := &entries[sq&63]
	permute := func(p *permutation, word uint64) (result uint64) {
		for i, from := range p.From {
			value := uint8(0)
			switch {
			case from < ones:
				value = uint8(word >> (8 * from))
			case from == ones:
				value = 0xff
			}
			if value&p.Mask[i] != 0 {
				result |= 1 << i
			}
		}
		return result
	}
	rays := permute(&e.gather, occ)
	return permute(&e.scatter, rays^(rays-each))
}

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63).
func Rook(sq int, occ uint64) uint64 { return queen(sq, occ) & rookLines[sq&63] }

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63).
func Bishop(sq int, occ uint64) uint64 { return queen(sq, occ) & bishopLines[sq&63] }

// Both returns the attacks of a rook and of a bishop on sq, for the price of one call.
func Both(sq int, occ uint64) (rook, bishop uint64) {
	q := queen(sq, occ)
	return q & rookLines[sq&63], q & bishopLines[sq&63]
}

// Queen returns the attacks of a queen on sq (a1 = 0, h8 = 63).
func Queen(sq int, occ uint64) uint64 { return queen(sq, occ) }

// Threats appends the threats that vanish and appear when the man on sq changes from before to after, either of them board.NoMan for an empty square. The man
// that men has on sq is ignored.
func Threats(men *board.Men, sq int, before, after board.Man, d *board.Delta) {
	threats(men, sq, before, after, d)
}

// softThreats works like threats, without NEON.
func softThreats(men *board.Men, sq int, before, after board.Man, d *board.Delta) {
	order := forThreats.squares[sq&63]
	for i := 0; i < len(order); i += 8 {
		if order[i] != superpiece.Off {
			order[i] |= superpiece.Near
		}
	}
	superpiece.Threats(&order, men, sq, before, after, d)
}

// For the assembly.
const (
	most    = superpiece.Most
	appears = board.Appears
	victim  = superpiece.Victim
	slider  = superpiece.Slider
	knight  = superpiece.Knight
)

// Available returns nil if NEON answers and GODEBUG does not hide it, and otherwise an error that names what is missing.
func Available() error { return scaffold.Need(hasASIMD, whyNot) }

// TableBytes returns the size of the arrays that a lookup for the piece reads.
func TableBytes(p board.Piece) int {
	bytes := unsafe.Sizeof(entries)
	if p != board.Queen {
		bytes += unsafe.Sizeof(rookLines)
	}
	return int(bytes)
}
