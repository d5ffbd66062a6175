// Package rotated is rotated bitboards: beside the occupancy, three rotated copies are kept up to date, in which the squares of a
// file or of a diagonal are neighbouring bits, as those of a rank are in the occupancy itself. One shift then brings a line's six
// inner squares to the front, where they index a table of attacks.
//
//	position  rank: sq     file: sq>>3 | (sq&7)<<3     diagonal: -7*sq & 63     anti-diagonal: 9*sq & 63
//	add       board |= 1 << position                   for each of the four boards; remove: &^=
//	attacks   T[sq][(board >> ((position & 56) + 1)) & 63]    the union of the piece's two lines
//
// A rotation by 90 degrees (here a reflection on the diagonal a1-h8, which does the same) turns files into ranks. A rotation by
// 45 degrees turns diagonals into ranks: each file f moves down by f ranks, and squares that leave the board below come back
// above; for the anti-diagonals each file moves up. The diagonal of f3 (x) and the diagonal that shares its rank (o), on the
// board and on the rotated board:
//
//	occupancy           rotated by 45 degrees
//	. . o . . . . .     . . . . . . . .
//	. o . . . . . .     . . . . . . . .
//	o . . . . . . .     o o o x x x x x
//	. . . . . . . x     . . . . . . . .
//	. . . . . . x .     . . . . . . . .
//	. . . . . x . .     . . . . . . . .
//	. . . . x . . .     . . . . . . . .
//	. . . x . . . .     . . . . . . . .
//
// Two diagonals, of n and 8-n squares, share a rank of such a board, so the six bits may hold squares of the other diagonal: the
// table has the same attacks for all of its occupants. The index leaves out the first and the last square of a rank, because no
// squares lie behind them.
//
// Cost: per line a shift, an AND, and one load from 32 KiB; two operations more for a file or a diagonal. Each changed square
// costs a bit in four words; a move changes two squares, a capture one. A State is 32 bytes. The tables of 128 KiB are this
// project's, with one load per line. The published tables [luessen] have about 14 KiB and take two dependent loads.
//
// When: very many questions for each move, which share the updates. Every other lookup computes the line's index from the
// occupancy, and moves cost it nothing. The functions without a State rotate a whole occupancy, in about 40 operations.
//
// People: Robert Hyatt, in Crafty since 1994, published 1999: [hyatt]; independently the developers of DarkThought: [heinz];
// [cpw-rotated]. The rotation in which two diagonals share a rank is Harald Lüßen's, 2006: [luessen].
package rotated

import (
	"math/bits"
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// The attacks within each line, by square and the line's six bits.
var rankAttacks, fileAttacks, diagonalAttacks, antidiagonalAttacks [64][64]uint64

// The number of a square's bit in the rotated boards.
func filePosition(sq int) int         { return sq>>3&7 | sq&7<<3 }
func diagonalPosition(sq int) int     { return (sq - sq<<3) & 63 }
func antidiagonalPosition(sq int) int { return (sq + sq<<3) & 63 }

// inner returns the six inner bits of a position's rank. The position's file makes no difference.
func inner(rotated uint64, position int) uint64 { return rotated >> ((position&56 + 1) & 63) & 63 }

// line describes the board that keeps one of the four lines through each square. A rook's two lines come first.
type line struct {
	attacks  *[64][64]uint64
	position func(sq int) int // number of a square's bit in the line's board
	d        board.Direction  // the first of its two directions; the next is the opposite direction
}

var lines = [...]line{
	{&rankAttacks, func(sq int) int { return sq }, board.East},
	{&fileAttacks, filePosition, board.North},
	{&diagonalAttacks, diagonalPosition, board.NorthEast},
	{&antidiagonalAttacks, antidiagonalPosition, board.NorthWest},
}

// squares returns the squares of the line through sq, without sq.
func (l *line) squares(sq int) uint64 { return board.Ray(l.d, sq) | board.Ray(l.d+1, sq) }

// occ returns the squares of the line through sq that are occupied according to six inner bits.
func (l *line) occ(sq, inner int) (occ uint64) {
	for s := range board.Squares(l.squares(sq)) {
		occ |= uint64(inner) << 1 >> (l.position(s) & 7) & 1 << s
	}
	return occ
}

func init() { scaffold.AtStart("rotated", Build) }

// Build fills the tables. It cannot fail: nothing is hashed.
func Build() error {
	for _, l := range lines {
		for sq := range 64 {
			for inner := range 64 {
				l.attacks[sq][inner] = board.Walk(board.Queen, sq, l.occ(sq, inner)) & l.squares(sq)
			}
		}
	}
	return nil
}

// State is the occupancy and its three rotated copies. The zero State is that of an empty board.
type State struct{ ranks, files, diagonals, antidiagonals uint64 }

// Prepare makes s the state of an occupancy.
func (s *State) Prepare(occ uint64) {
	*s = State{occ, reflect(occ), shear(occ, -1), shear(occ, 1)}
}

// reflect reflects a board on the diagonal a1-h8, exchanging single squares first, then blocks of 2x2, then of 4x4.
func reflect(x uint64) uint64 {
	t := (x ^ x>>7) & 0x00aa00aa00aa00aa
	x ^= t ^ t<<7
	t = (x ^ x>>14) & 0x0000cccc0000cccc
	x ^= t ^ t<<14
	t = (x ^ x>>28) & 0x00000000f0f0f0f0
	return x ^ t ^ t<<28
}

// shear moves each file f up by f*ranks ranks, in three steps: a step for each bit of f moves the files whose number has that bit.
func shear(x uint64, ranks int) uint64 {
	x ^= (x ^ bits.RotateLeft64(x, 8*ranks)) & 0xaaaaaaaaaaaaaaaa
	x ^= (x ^ bits.RotateLeft64(x, 16*ranks)) & 0xcccccccccccccccc
	return x ^ (x^bits.RotateLeft64(x, 32*ranks))&0xf0f0f0f0f0f0f0f0
}

// Add makes a square (a1 = 0, h8 = 63) occupied.
func (s *State) Add(sq int) {
	s.ranks |= 1 << (sq & 63)
	s.files |= 1 << filePosition(sq)
	s.diagonals |= 1 << diagonalPosition(sq)
	s.antidiagonals |= 1 << antidiagonalPosition(sq)
}

// Remove makes a square (a1 = 0, h8 = 63) empty.
func (s *State) Remove(sq int) {
	s.ranks &^= 1 << (sq & 63)
	s.files &^= 1 << filePosition(sq)
	s.diagonals &^= 1 << diagonalPosition(sq)
	s.antidiagonals &^= 1 << antidiagonalPosition(sq)
}

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63).
func (s *State) Rook(sq int) uint64 {
	// In the reflected board sq stands on the same rank as sq<<3.
	return rankAttacks[sq&63][inner(s.ranks, sq)] | fileAttacks[sq&63][inner(s.files, sq<<3)]
}

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63).
func (s *State) Bishop(sq int) uint64 {
	return diagonalAttacks[sq&63][inner(s.diagonals, diagonalPosition(sq))] |
		antidiagonalAttacks[sq&63][inner(s.antidiagonals, antidiagonalPosition(sq))]
}

// Queen returns the attacks of a queen on sq: those of a rook and of a bishop.
func (s *State) Queen(sq int) uint64 { return s.Rook(sq) | s.Bishop(sq) }

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63) under a State prepared for it.
func Rook(sq int, occ uint64) uint64 {
	var s State
	s.Prepare(occ)
	return s.Rook(sq)
}

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63) under a State prepared for it.
func Bishop(sq int, occ uint64) uint64 {
	var s State
	s.Prepare(occ)
	return s.Bishop(sq)
}

// Both returns the attacks of a rook and of a bishop on sq under one State prepared for them.
func Both(sq int, occ uint64) (rook, bishop uint64) {
	var s State
	s.Prepare(occ)
	return s.Rook(sq), s.Bishop(sq)
}

// Queen returns the attacks of a queen on sq under a State prepared for it.
func Queen(sq int, occ uint64) uint64 {
	var s State
	s.Prepare(occ)
	return s.Queen(sq)
}

// TableBytes returns the size of the arrays that a lookup for the piece reads, without the State.
func TableBytes(p board.Piece) int {
	return scaffold.BytesOf(p, unsafe.Sizeof(rankAttacks)+unsafe.Sizeof(fileAttacks),
		unsafe.Sizeof(diagonalAttacks)+unsafe.Sizeof(antidiagonalAttacks))
}
