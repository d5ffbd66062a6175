// Package byteboardvbmi is superpiece rays in one register of AVX-512, as in their inventor's engines: a permutation of bits is one
// instruction. So is a permutation of men.
//
//	rays    = gather[sq](occ)                       bit 8r+k: square k+1 of ray r is occupied, or is not on the board
//	reached = rays ^ (rays - 0x0101010101010101)    in each byte the first blocker, and the squares before it
//	attacks = scatter[sq](reached)                  bit t: the bit of reached that stands for square t
//
// Package byteboard explains lookups and threats, and why they are right. VPSHUFBITQMB makes bits of a word by their numbers, and VPERMB
// bytes of a register: the numbers of occupied squares and of men are the same 64 bytes, so lookups and threats share them. Compression of words is one
// instruction, too (VPCOMPRESSW). A queen on d4; the rows of the words in between are the bytes, from above: north-east,
// north-west, north, east, south, west, south-west and south-east:
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
// The lookup is assembly, which Go does not inline. It needs AVX-512 with VBMI, VBMI2 and BITALG: all processors with AVX-512 and GFNI have
// these. Without them and with the build tag purego, Go code permutes in loops. A rook or a bishop takes the queen's attacks on its lines.
//
// Cost: a call, and two dependent permutations of one instruction each; 128 bytes of the square's own, of 8 KiB, and 8 bytes of half a
// KiB of lines for a rook or a bishop. Threats of a change: 64 bytes of the board, and 64 of 4 KiB.
//
// When: threats, and rook and bishop together, on processors with AVX-512.
//
// People: 87flowers, of the engines Rose and Clockwork, 2025: [byteboard]. Threats by VBMI2: Reckless, January 2026, and others,
// [ray-threats].
package byteboardvbmi

import (
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/byteboard/internal/superpiece"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// man is a name for the assembly.
type man superpiece.Man

// tables is what the assembly reads. It relies on this layout.
type tables struct {
	squares [64]superpiece.Order
	places  [64][64]uint8 // where each square stands in that order, or superpiece.Off

	// For threats.
	men                                            [16]man
	kinds                                          [16]uint8
	far, farOrClose, near, victim, sliders, knight [8]uint16
}

var (
	all                    tables
	rookLines, bishopLines [64]uint64
)

// each holds a 1 for every ray, and knights its highest bit, which stands for a knight's square and not for one of the ray's.
const (
	each    = 0x0101010101010101
	knights = each << 7
)

func init() { scaffold.AtStart("byteboardvbmi", Build) }

// Build fills the tables. It cannot fail: nothing is hashed.
func Build() error {
	for sq := range 64 {
		rookLines[sq], bishopLines[sq] = board.Lines(board.Rook, sq), board.Lines(board.Bishop, sq)
		all.squares[sq] = superpiece.OrderOf(sq)
		all.places[sq] = all.squares[sq].Places()
	}
	for i, m := range superpiece.Men {
		all.men[i] = man(m)
	}
	all.kinds, all.far = superpiece.Kinds, superpiece.Far
	for r := range 8 {
		all.farOrClose[r] = superpiece.Far[r] | superpiece.Close[r]
		all.near[r], all.victim[r], all.sliders[r], all.knight[r] = superpiece.Near<<8, superpiece.Victim, superpiece.Slider, superpiece.Knight
	}
	return nil
}

// softQueen works like queen, without AVX-512.
func softQueen(sq int, occ uint64) uint64 { return superpiece.Queen(&all.squares[sq&63], occ) }

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

// softThreats works like threats, without AVX-512.
func softThreats(men *board.Men, sq int, before, after board.Man, d *board.Delta) {
	superpiece.Threats(&all.squares[sq&63], men, sq, before, after, d)
}

// For the assembly.
const (
	most    = superpiece.Most
	appears = board.Appears
)

// Available returns nil if the lookups use AVX-512, and otherwise an error that names what is missing.
func Available() error { return scaffold.Need(hasVBMI, whyNot) }

// TableBytes returns the size of the arrays that a lookup for the piece reads.
func TableBytes(p board.Piece) int {
	bytes := unsafe.Sizeof(all.squares)
	if hasVBMI {
		bytes += unsafe.Sizeof(all.places)
	}
	if p != board.Queen {
		bytes += unsafe.Sizeof(rookLines)
	}
	return int(bytes)
}
