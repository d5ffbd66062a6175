// Package unrolled is the reference switch, the ray loops written out by a program: each square of the board is a case with a
// test for each square that can be attacked from there. A test asks with one AND whether a square in between is occupied; all
// tests are independent, and the compiler makes conditional moves of them.
//
//	switch sq {
//	...
//	case d4:
//		attacks = {c4, d3, d5, e4}
//		if occ & {e4} == 0         { attacks |= {f4} }
//		if occ & {e4, f4} == 0     { attacks |= {g4} }
//		if occ & {e4, f4, g4} == 0 { attacks |= {h4} }
//		...
//
// The squares next to the slider are always attacked. Any other square is attacked if all squares between are empty; whether it
// is occupied itself makes no difference, so the last square of a ray is in no test.
//
//	d4: always          not f4 if any of    not g4 if any of    not h4 if any of
//	. . . . . . . .     . . . . . . . .     . . . . . . . .     . . . . . . . .
//	. . . . . . . .     . . . . . . . .     . . . . . . . .     . . . . . . . .
//	. . . . . . . .     . . . . . . . .     . . . . . . . .     . . . . . . . .
//	. . . x . . . .     . . . . . . . .     . . . . . . . .     . . . . . . . .
//	. . x . x . . .     . . . . x . . .     . . . . x x . .     . . . . x x x .
//	. . . x . . . .     . . . . . . . .     . . . . . . . .     . . . . . . . .
//	. . . . . . . .     . . . . . . . .     . . . . . . . .     . . . . . . . .
//	. . . . . . . .     . . . . . . . .     . . . . . . . .     . . . . . . . .
//
// Cost: for a rook 10 to 12 times, for a bishop 5 to 9 times an AND, a comparison, an OR and a conditional move; and an indirect
// jump by the square, nearly always mispredicted if squares come at random. No tables, but the code of 1,036 tests.
//
// When: as a reference that can be read square by square, and in which no table can be wrong.
//
// People: Daniel Inführ, 2019: [infuehr-switch], who had the tests found by the logic minimizer Espresso.
package unrolled

import "github.com/slidebench/slidebench/board"

//go:generate go run ./internal/gen

// Build does nothing: there are no tables.
func Build() error { return nil }

// Queen returns the attacks of a queen on sq: those of a rook and of a bishop.
func Queen(sq int, occ uint64) uint64 { return Rook(sq, occ) | Bishop(sq, occ) }

// TableBytes returns 0: there are no tables. The masks that other techniques read from tables are in the code.
func TableBytes(board.Piece) int { return 0 }
