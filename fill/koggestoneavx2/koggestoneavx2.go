// Package koggestoneavx2 is the Kogge-Stone fill in the lanes of AVX2: four 64-bit lanes are filled along the four lines at once,
// up in one register and down in another, in three rounds of doubled distance. One call gives the attacks of all queens, rooks or
// bishops of a board.
//
//	lanes   = file, rank, diagonal, anti-diagonal
//	step    = 8, 1, 9, 7
//	g       = sliders
//	p       = empty squares &^ firstUp                   firstUp: squares that a step around the edge would enter
//	g |= p & (g << step),      p &= p << step
//	g |= p & (g << (2*step)),  p &= p << (2*step)
//	g |= p & (g << (4*step))
//	attacks = (g << step) &^ firstUp                     and with >> and firstDown in the other register
//
// Package koggestone explains why three rounds are enough. VPSLLVQ and VPSRLVQ shift each lane by a number of its own. The
// answers of the register that goes up, for a queen on c3:
//
//	occ                 file                rank                diagonal            anti-diagonal
//	. . . . . . . .     . . . . . . . .     . . . . . . . .     . . . . . . . .     . . . . . . . .
//	. . . . . . . .     . . . . . . . .     . . . . . . . .     . . . . . . . .     . . . . . . . .
//	. . x . . x . .     . . x . . . . .     . . . . . . . .     . . . . . x . .     . . . . . . . .
//	. . . . . . . .     . . x . . . . .     . . . . . . . .     . . . . x . . .     . . . . . . . .
//	. x . . . . . .     . . x . . . . .     . . . . . . . .     . . . x . . . .     . x . . . . . .
//	. . x . . . x .     . . . . . . . .     . . . x x x x .     . . . . . . . .     . . . . . . . .
//	. . . . . . . .     . . . . . . . .     . . . . . . . .     . . . . . . . .     . . . . . . . .
//	. . . . . . . .     . . . . . . . .     . . . . . . . .     . . . . . . . .     . . . . . . . .
//
// The published form shifts one register with the four directions of a piece both ways, by 64 or more in lanes that do not go
// that way. With a register for each way, every shift is one instruction instead of three, and the lanes of rook and bishop are
// filled together.
//
// The lookup is assembly, which Go does not inline. Without AVX2 and with the build tag purego, Go code fills the lanes one by
// one.
//
// Cost: a call, the three rounds in two registers, and the instructions that unite the lanes; 96 bytes of constants in three
// loads. A rook or a bishop takes registers of half the size. All queens of a board cost as much as one queen.
//
// When: the attacks of all sliders of a kind at once, or of rooks and bishops in one call, with AVX2.
//
// People: 87flowers, for the engine Reckless, 19 April 2026: [reckless]; the fill is Steffan Westcott's, 2002: [westcott],
// [cpw-koggestone].
package koggestoneavx2

import (
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

const (
	fileA uint64 = 0x0101010101010101
	fileH uint64 = fileA << 7
)

// vectors has a word for each lane: file, rank, diagonal, anti-diagonal. The lower half is the rook's, the upper half the bishop's.
type vectors struct {
	step      [4]uint64 // from a square to the next on the line, upwards or downwards
	firstUp   [4]uint64 // the squares that a step up enters only by going around the edge of the board
	firstDown [4]uint64 // the same for a step down
}

var lanes vectors

func init() { scaffold.AtStart("koggestoneavx2", Build) }

// Build fills the vectors. It cannot fail: nothing is hashed.
func Build() error {
	lanes = vectors{
		step:      [4]uint64{8, 1, 9, 7},
		firstUp:   [4]uint64{0, fileA, fileA, fileH},
		firstDown: [4]uint64{0, fileH, fileH, fileA},
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

// lane returns the attacks of sliders on one kind of line.
func lane(i int, sliders, occ uint64) uint64 {
	step, firstUp, firstDown := lanes.step[i]&15, lanes.firstUp[i], lanes.firstDown[i]
	up, pUp := sliders, ^(occ | firstUp)
	down, pDown := sliders, ^(occ | firstDown)
	for _, steps := range [...]uint64{step, 2 * step, 4 * step} {
		up, pUp = up|pUp&(up<<steps), pUp&(pUp<<steps)
		down, pDown = down|pDown&(down>>steps), pDown&(pDown>>steps)
	}
	return up<<step&^firstUp | down>>step&^firstDown
}

// softRooks works like rooks, without AVX2, and so do the others.
func softRooks(sliders, occ uint64) uint64   { return lane(0, sliders, occ) | lane(1, sliders, occ) }
func softBishops(sliders, occ uint64) uint64 { return lane(2, sliders, occ) | lane(3, sliders, occ) }

func softQueens(sliders, occ uint64) uint64 {
	return softRooks(sliders, occ) | softBishops(sliders, occ)
}

func softBoth(sliders, occ uint64) (rook, bishop uint64) {
	return softRooks(sliders, occ), softBishops(sliders, occ)
}

// Available returns nil if the lanes are those of AVX2, and otherwise an error that names what is missing.
func Available() error { return scaffold.Need(hasAVX2, whyNot) }

// TableBytes returns the size of the vectors, of which a rook reads one half and a bishop the other.
func TableBytes(board.Piece) int { return int(unsafe.Sizeof(lanes)) }
