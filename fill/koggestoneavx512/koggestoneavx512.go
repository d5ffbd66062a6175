// Package koggestoneavx512 is the Kogge-Stone fill in the lanes of AVX-512: all eight directions are filled at once, one in
// each 64-bit lane of a register. One call gives the attacks of all queens of a board, or all rooks, or all bishops.
//
//	lanes   = north, south, east, west, north-east, south-west, north-west, south-east
//	step    = 8, -8, 1, -1, 9, -9, 7, -7                 by rotations, <<<
//	g       = sliders
//	p       = empty squares & entered                    entered: squares that a step enters without going around an edge
//	g |= p & (g <<< step),      p &= p <<< step
//	g |= p & (g <<< (2*step)),  p &= p <<< (2*step)
//	g |= p & (g <<< (4*step))
//	attacks = (g <<< step) & entered
//	B[sq]   = attacks of all lanes on sq, a bit for each     rooks = {sq: B[sq] & 0x0f != 0}, bishops = {sq: B[sq] & 0xf0 != 0}
//
// Package koggestone explains why three rounds are enough. A rotation by a number of bits for each lane goes both ways,
// and what it brings around the edge of the board, from the eighth rank to the first as well, is not on an entered square.
// These are the lanes east and west of a rook on d4, before and after the last step:
//
//	occ                 g, east             attacks             g, west             attacks
//	. . . . . . . .     . . . . . . . .     . . . . . . . .     . . . . . . . .     . . . . . . . .
//	. . . . . . . .     . . . . . . . .     . . . . . . . .     . . . . . . . .     . . . . . . . .
//	. . . . . . . .     . . . . . . . .     . . . . . . . .     . . . . . . . .     . . . . . . . .
//	. . . . . . . .     . . . . . . . .     . . . . . . . .     . . . . . . . .     . . . . . . . .
//	. . . R . . x .     . . . x x x . .     . . . . x x x .     x x x x . . . .     x x x . . . . .
//	. . . . . . . .     . . . . . . . .     . . . . . . . .     . . . . . . . .     . . . . . . . .
//	. . . . . . . .     . . . . . . . .     . . . . . . . .     . . . . . . . .     . . . . . . . .
//	. . . . . . . .     . . . . . . . .     . . . . . . . .     . . . . . . . .     . . . . . . . .
//
// A transposition unites the lanes: VPERMB brings the bytes of one rank from all lanes side by side, and VGF2P8AFFINEQB, with
// these 64 bits as its matrix and the eight unit vectors as its operand, makes a byte for each square with a bit for each lane. A
// comparison of all bytes with zero gives the attacked squares, and a mask of four bits leaves the rook's or the bishop's lanes.
// So a pair costs one instruction more than a queen.
//
// The lookup is assembly, which Go does not inline. Without AVX-512, GFNI and VBMI and with the build tag purego, Go code fills
// the lanes one by one.
//
// Cost: a call; 7 rotations, 3 VPTERNLOGQ, 4 ANDs, and four instructions that unite the lanes; 200 bytes of constants in
// four loads.
//
// When: the attacks of all sliders of a kind at once, or of rooks and bishops in one call.
//
// People: 87flowers, for the engine Reckless, 24 January 2026: [reckless-sets]. There, the lanes of rooks and bishops begin with
// different sets, and only their union is wanted; the masks of lanes are this project's. The fill is Steffan Westcott's, 2002:
// [westcott].
package koggestoneavx512

import (
	"math/bits"
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

const (
	fileA uint64 = 0x0101010101010101
	fileH uint64 = fileA << 7
	rank1 uint64 = 0xff
	rank8 uint64 = rank1 << 56
)

// vectors has a word for each lane, the rook's four first.
type vectors struct {
	step    [8]uint64 // rotations to the left, minus a number for those to the right
	entered [8]uint64 // the squares that a step enters without going around the edge of the board
	order   [64]uint8 // the permutation that makes matrices: byte i of a rank's matrix is the rank in lane 7-i
	units   uint64    // the eight vectors with one bit
}

var lanes vectors

func init() { scaffold.AtStart("koggestoneavx512", Build) }

// Build fills the vectors. It cannot fail: nothing is hashed.
func Build() error {
	lanes = vectors{
		step: [8]uint64{8, 64 - 8, 1, 64 - 1, 9, 64 - 9, 7, 64 - 7},
		entered: [8]uint64{
			^rank1, ^rank8, ^fileA, ^fileH,
			^(rank1 | fileA), ^(rank8 | fileH), ^(rank1 | fileH), ^(rank8 | fileA),
		},
		units: 0x8040201008040201,
	}
	for i := range lanes.order {
		// Row 7-b of a matrix makes bit b of the product.
		lanes.order[i] = uint8(8*(7-i%8) + i/8)
	}
	return nil
}

// Rooks returns the union of the attacks of rooks on all squares of a set, whether or not occ contains these squares.
func Rooks(sliders, occ uint64) uint64 { return rooks(sliders, occ) }

// Bishops does for bishops what Rooks does for rooks.
func Bishops(sliders, occ uint64) uint64 { return bishops(sliders, occ) }

// Queens does for queens what Rooks does for rooks.
func Queens(sliders, occ uint64) uint64 { return queens(sliders, occ) }

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63).
func Rook(sq int, occ uint64) uint64 { return rooks(1<<(sq&63), occ) }

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63).
func Bishop(sq int, occ uint64) uint64 { return bishops(1<<(sq&63), occ) }

// Queen returns the attacks of a queen on sq: those of a rook and of a bishop.
func Queen(sq int, occ uint64) uint64 { return queens(1<<(sq&63), occ) }

// Both returns the attacks of a rook and of a bishop on sq, for the price of a queen.
func Both(sq int, occ uint64) (rook, bishop uint64) { return both(1<<(sq&63), occ) }

// filled returns the union of the attacks in lanes from to from+3.
func filled(from int, sliders, occ uint64) (attacks uint64) {
	for i := from; i < from+4; i++ {
		step, entered := int(lanes.step[i]), lanes.entered[i]
		g, p := sliders, entered&^occ
		for _, steps := range [...]int{step, 2 * step, 4 * step} {
			g, p = g|p&bits.RotateLeft64(g, steps), p&bits.RotateLeft64(p, steps)
		}
		attacks |= bits.RotateLeft64(g, step) & entered
	}
	return attacks
}

// softRooks works like rooks, without AVX-512, and so do the others.
func softRooks(sliders, occ uint64) uint64   { return filled(0, sliders, occ) }
func softBishops(sliders, occ uint64) uint64 { return filled(4, sliders, occ) }

func softQueens(sliders, occ uint64) uint64 {
	return softRooks(sliders, occ) | softBishops(sliders, occ)
}

func softBoth(sliders, occ uint64) (rook, bishop uint64) {
	return softRooks(sliders, occ), softBishops(sliders, occ)
}

// Available returns nil if the lanes are those of AVX-512, and otherwise an error that names what is missing.
func Available() error { return scaffold.Need(hasAVX512, whyNot) }

// TableBytes returns the size of the vectors that a lookup reads. It is the same for all pieces, though without AVX-512 a rook
// reads one half and a bishop the other.
func TableBytes(board.Piece) int {
	bytes := unsafe.Sizeof(lanes.step) + unsafe.Sizeof(lanes.entered)
	if hasAVX512 {
		bytes += unsafe.Sizeof(lanes.order) + unsafe.Sizeof(lanes.units)
	}
	return int(bytes)
}
