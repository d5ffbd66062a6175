// The reference switch, the ray loops written out by a program: for each square of the board there is a case with a
// test for each square that can be attacked from there. The test asks whether any of the squares between is occupied;
// all tests are independent.
//
//	case d4:
//		attacks = {c4, d3, d5, e4}
//		if (!(occ & {e4}))         attacks |= {f4}
//		if (!(occ & {e4, f4}))     attacks |= {g4}
//		if (!(occ & {e4, f4, g4})) attacks |= {h4}
//		...
//
// unrolled_rook and unrolled_bishop stand in unrolled_gen.h. There are no tables, so unrolled_init does nothing: it is
// here because every technique has one.
//
// People: Daniel Inführ, 2019, who had the tests found by the logic minimizer Espresso. harness/language/c/internal/gen
// writes those here from the rules: the squares next to the slider are always attacked, and any other square if all
// squares between are empty.
#ifndef SLIDEBENCH_UNROLLED_H
#define SLIDEBENCH_UNROLLED_H

#include "../../board/board.h"
#include "unrolled_gen.h"

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t unrolled_queen(int sq, uint64_t occ) { return unrolled_rook(sq, occ) | unrolled_bishop(sq, occ); }

// Does nothing: there are no tables.
static inline void unrolled_init(void) {}

#endif
