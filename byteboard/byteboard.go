// Package byteboard is superpiece rays, also byteboard attacks: a permutation gathers the occupied squares into a word that has a
// byte for each of the eight rays, nearest square first, where one subtraction finds the first blockers of all rays. Another
// permutation scatters the result back onto the board.
//
//	rays    = gather[sq](occ)                       bit 8r+k: square k+1 of ray r is occupied, or is not on the board
//	reached = rays ^ (rays - 0x0101010101010101)    in each byte the first blocker, and the squares before it
//	attacks = scatter[sq](reached)                  bit t: the bit of reached that stands for square t
//
// No ray has more than seven squares, so the eighth bit of each byte is not on the board, and is set: the subtraction of 1 from
// each byte ends within that byte, and flips the lowest set bit and the zeros below it. The exclusive or leaves these bits, as in
// package classical/abovebelow, but on eight rays at once. A queen on d4; the rows of the words in between are the bytes, from
// above: north-east, north-west, north, east, south, west, south-west and south-east:
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
// A permutation takes two AVX2 registers, with a byte for each bit of the result: a shuffle (VPSHUFB) fetches the byte of the
// word that contains the bit, a mask selects the bit, and a comparison and VPMOVMSKB collect the set bits. A bit that is always
// set has an empty mask; a bit that is never set has a byte of zeros. The inventor's engines keep the board as a vector of bytes
// and gather with VPERMB, which gives all pieces that attack a square at once; his fork of Stockfish permutes by one AVX-512
// instruction, VPSHUFBITQMB.
//
// Threats permutes the men themselves: for each ray seven squares, and in place of the eighth one that a knight reaches. Here the subtraction of 1 from
// the eight bytes of a ray changes the bytes up to the nearest man, and no others, so a comparison leaves him alone, and the sum of the ray's bytes
// (VPSADBW) is he. Rays become eight words of a man and his square, and knights eight more. Their sets are masks of eight bits: who attacks the
// square, who may be attacked, and which sliders look through the square at the nearest man of the opposite ray. A table of shuffles brings the words
// of a set to the front, and threats are written eight at a time, without a branch that depends on the board. In C, a further function views both squares
// of a quiet move on the board before it, as Reckless and Viridithas do, so that no view waits for a square that was just written.
//
// The lookup is assembly, which Go does not inline. Without AVX2 and with the build tag purego, Go code permutes in loops, which
// is slow. A rook or a bishop takes the queen's attacks on its lines.
//
// Cost: a call, and two dependent permutations; 256 bytes of the square's own, of 16 KiB, and 8 bytes of half a KiB of lines for
// a rook or a bishop. Threats of a change: 64 bytes of the board, 64 of 4 KiB for the square, and eight of 2 KiB of shuffles for each of four sets.
//
// When: threats; rook and bishop together, or the first pieces in all eight directions, which need no scatter. The inventor's engines use
// it for the latter.
//
// People: 87flowers, of the engines Rose and Clockwork, 2025: [byteboard]. Reckless, Viridithas, Stormphrax and PlentyChess list threats by the
// permutation: [ray-threats]. There, men of 64 bytes are compressed, or a loop takes them one by one; the sums and the table of shuffles are
// this project's.
package byteboard

import (
	"math/bits"
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/byteboard/internal/superpiece"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// permutation is a name for the assembly.
type permutation superpiece.Permutation

// A byte of zeros for the shuffle has a bit with an empty mask always set, and another bit never.
var always, never = superpiece.Bit{From: 0x80, Mask: 0}, superpiece.Bit{From: 0x80, Mask: 1}

// place returns the number of the word's bit that becomes bit i of the result, if bit i is neither always nor never set.
func (p *permutation) place(i int) int {
	return (int(p.From[i&63])<<3 | bits.TrailingZeros8(p.Mask[i&63])) & 63
}

// entry holds a square's data for a lookup.
type entry struct{ gather, scatter permutation }

var (
	entries                [64]entry
	rookLines, bishopLines [64]uint64
)

// threatTables has the constants of threats. The assembly relies on this layout.
type threatTables struct {
	orders     [64]superpiece.Order
	members    [256]uint64 // for a shuffle: the first bytes of the words of a set
	men        [16]man
	kinds      [16]uint8
	far, close [8]uint16
	unwoven    [16]uint8 // for a shuffle: the even words, and then the odd ones
}

// man is a name for the assembly.
type man superpiece.Man

var forThreats threatTables

// each holds a 1 for every ray.
const each = 0x0101010101010101

func init() { scaffold.AtStart("byteboard", Build) }

// Build fills the tables. It cannot fail: nothing is hashed.
func Build() error {
	for sq := range 64 {
		rookLines[sq], bishopLines[sq] = board.Lines(board.Rook, sq), board.Lines(board.Bishop, sq)
		gather, scatter := superpiece.PermutationsOf(sq, always, never)
		entries[sq] = entry{permutation(gather), permutation(scatter)}
	}
	t := &forThreats
	t.kinds, t.far, t.close = superpiece.Kinds, superpiece.Far, superpiece.Close
	for i, m := range superpiece.Men {
		t.men[i] = man(m)
	}
	t.unwoven = [16]uint8{0, 1, 4, 5, 8, 9, 12, 13, 2, 3, 6, 7, 10, 11, 14, 15}
	for sq := range t.orders {
		t.orders[sq] = superpiece.OrderOf(sq)
	}
	for set := range t.members {
		t.members[set] = 2 * superpiece.Members(uint8(set))
	}
	return nil
}

// softQueen works like queen, without AVX2: it puts each square into its place among the rays and takes it from there.
func softQueen(sq int, occ uint64) (attacks uint64) {
	e := &entries[sq&63]
	lines := rookLines[sq&63] | bishopLines[sq&63]
	rays := ^uint64(0)
	for x := lines &^ occ; x != 0; x &= x - 1 {
		rays &^= 1 << e.scatter.place(bits.TrailingZeros64(x))
	}
	reached := rays ^ (rays - each)
	for x := lines; x != 0; x &= x - 1 {
		t := bits.TrailingZeros64(x) & 63
		attacks |= reached >> e.scatter.place(t) & 1 << t
	}
	return attacks
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

// softThreats works like threats, without AVX2.
func softThreats(men *board.Men, sq int, before, after board.Man, d *board.Delta) {
	superpiece.Threats(&forThreats.orders[sq&63], men, sq, before, after, d)
}

// For the assembly.
const most = superpiece.Most

// Available returns nil if the lookups use AVX2, and otherwise an error that names what is missing.
func Available() error { return scaffold.Need(hasAVX2, whyNot) }

// TableBytes returns the size of the arrays that a lookup for the piece reads.
func TableBytes(p board.Piece) int {
	bytes := unsafe.Sizeof(entries)
	switch {
	case !hasAVX2: // the loops go along all lines
		bytes += unsafe.Sizeof(rookLines) + unsafe.Sizeof(bishopLines)
	case p != board.Queen:
		bytes += unsafe.Sizeof(rookLines)
	}
	return int(bytes)
}
