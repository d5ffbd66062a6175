// Package avxshift is Dumb7Fill in the lanes of AVX2: one instruction steps in four 64-bit lanes at once, each along another
// line. One register goes up and one goes down, so a queen needs seven steps in each.
//
//	lanes   = file, rank, diagonal, anti-diagonal
//	step    = 8, 1, 9, 7
//	up      = (sliders &^ lastUp) << step,    down = (sliders &^ lastDown) >> step       last: from where a step would
//	six times:                                                                           go around the edge
//	up      = (up &^ (occ | lastUp)) << step, down = (down &^ (occ | lastDown)) >> step
//	attacks = all ups | all downs
//
// VPSLLVQ and VPSRLVQ shift each lane by a number of its own. All lanes continue until the longest possible ray has ended, as in
// package dumb7. The fronts of a queen on d4, in all lanes of both registers:
//
//	occ                 step 1              step 2              step 3              all steps
//	. . . . . . . .     . . . . . . . .     . . . . . . . .     . . . . . . . .     . . . . . . . .
//	. . . x . . x .     . . . . . . . .     . . . . . . . .     . . . x . . x .     . . . x . . x .
//	. x . . . . . .     . . . . . . . .     . x . x . x . .     . . . . . . . .     . x . x . x . .
//	. . . . . . . .     . . x x x . . .     . . . . . . . .     . . . . . . . .     . . x x x . . .
//	. . . x . x . .     . . x . x . . .     . x . . . x . .     x . . . . . . .     x x x . x x . .
//	. . . . . . . .     . . x x x . . .     . . . . . . . .     . . . . . . . .     . . x x x . . .
//	. . x . . . . .     . . . . . . . .     . x . x . x . .     . . . . . . . .     . x . x . x . .
//	. . . . . . . x     . . . . . . . .     . . . . . . . .     x . . x . . x .     x . . x . . x .
//
// The published form removes the slider's own square from occ. Here the first step ignores occ, with the same result.
//
// The lookup is assembly, which Go does not inline. Without AVX2 and with the build tag purego, Go code fills the lanes one by
// one.
//
// Cost: a call, seven steps in two registers, and the instructions that unite the lanes; 96 bytes of constants in three loads. A
// rook or a bishop takes registers of half the size. All queens of a board cost as much as one queen.
//
// When: the attacks of all sliders of a kind at once, or of rooks and bishops in one call, with AVX2. Package koggestoneavx2
// takes fewer steps.
//
// People: Daniel Inführ, 2022: [infuehr-avxshift], [cpw-fill]; the fill is that of package dumb7.
package avxshift

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
	step     [4]uint64 // from a square to the next on the line, upwards or downwards
	lastUp   [4]uint64 // the squares from which a step up would leave the board sideways
	lastDown [4]uint64 // the squares from which a step down would
}

var lanes vectors

func init() { scaffold.AtStart("avxshift", Build) }

// Build fills the vectors. It cannot fail: nothing is hashed.
func Build() error {
	lanes = vectors{
		step:     [4]uint64{8, 1, 9, 7},
		lastUp:   [4]uint64{0, fileH, fileH, fileA},
		lastDown: [4]uint64{0, fileA, fileA, fileH},
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
	step, lastUp, lastDown := lanes.step[i]&63, lanes.lastUp[i], lanes.lastDown[i]
	up, down := sliders&^lastUp<<step, sliders&^lastDown>>step
	attacks := up | down
	for range 6 {
		up, down = up&^(occ|lastUp)<<step, down&^(occ|lastDown)>>step
		attacks |= up | down
	}
	return attacks
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
