// Package computed holds the lines through a square as shifted constants, for techniques without tables: those of package lines,
// without the square itself.
//
// No shift is by 64 or more, for which Go adds instructions. A shift of the long diagonal by whole ranks moves some of its
// squares off the board. Two such shifts make the upper half of d3's diagonal, with d3 itself, whose file is 3 and whose rank is
// 2:
//
//	a1-h8             >> (8*file)       << (8*rank)
//	. . . . . . . x   . . . . . . . .   . . . . . . . .
//	. . . . . . x .   . . . . . . . .   . . . . . . . x
//	. . . . . x . .   . . . . . . . .   . . . . . . x .
//	. . . . x . . .   . . . . . . . x   . . . . . x . .
//	. . . x . . . .   . . . . . . x .   . . . . x . . .
//	. . x . . . . .   . . . . . x . .   . . . x . . . .
//	. x . . . . . .   . . . . x . . .   . . . . . . . .
//	x . . . . . . .   . . . x . . . .   . . . . . . . .
package computed

const (
	rank         = 0x00000000000000ff
	file         = 0x0101010101010101
	diagonal     = uint64(0x8040201008040201)
	antidiagonal = uint64(0x0102040810204080)
)

// Rank returns the squares beside sq.
func Rank(sq int) uint64 { return rank<<(sq&56) ^ 1<<(sq&63) }

// File returns the squares above and below sq.
func File(sq int) uint64 { return file<<(sq&7) ^ 1<<(sq&63) }

// Diagonal returns the other squares of the diagonal through sq that runs up to the right. Both halves of it contain sq,
// which therefore cancels. In the shifts, sq<<3 & 56 is 8 * file, ^sq<<3 & 56 is 8 * (7 - file), and ^sq & 56 is 8 * (7 - rank).
func Diagonal(sq int) uint64 { return fromNorthEast(sq) ^ diagonal<<(^sq<<3&56)>>(^sq&56) }

// Antidiagonal returns the other squares of the diagonal through sq that runs up to the left.
func Antidiagonal(sq int) uint64 { return fromNorthWest(sq) ^ antidiagonal<<(sq<<3&56)>>(^sq&56) }

// NorthEast returns the upper half of Diagonal.
func NorthEast(sq int) uint64 { return fromNorthEast(sq) ^ 1<<(sq&63) }

// NorthWest returns the upper half of Antidiagonal.
func NorthWest(sq int) uint64 { return fromNorthWest(sq) ^ 1<<(sq&63) }

func fromNorthEast(sq int) uint64 { return diagonal >> (sq << 3 & 56) << (sq & 56) }

func fromNorthWest(sq int) uint64 { return antidiagonal >> (^sq << 3 & 56) << (sq & 56) }
