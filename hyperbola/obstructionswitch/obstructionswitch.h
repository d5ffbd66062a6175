// Obstruction difference for each square by itself: 64 lookups for each piece, in which the square is a constant of the
// compiler, and a switch over the square that chooses among them.
//
//	up      = occ & above                         above, below: the two halves of a line
//	down    = occ & below | 1
//	attacks = (up ^ (up - msb(down))) & (above | below)
//
// There are no tables, the masks are in the code: obstructionswitch_init does nothing, and is here because every technique
// has one. obstructionswitch_rook_on and obstructionswitch_bishop_on are for squares that are known where they are called.
//
// People: Daniel Inführ marks the lookups whose square can be a template's parameter, 2021; obstruction difference is
// Michael Hoffmann's, about 2009.
#ifndef SLIDEBENCH_OBSTRUCTIONSWITCH_H
#define SLIDEBENCH_OBSTRUCTIONSWITCH_H

#include "../../board/board.h"

// The attacks within one line, without the square itself; below are the squares before sq. Subtracting a bit that is below
// all bits of up borrows from up's lowest bit: all bits from the subtracted bit to that blocker change. Without a blocker
// above, the borrow runs off the board; without a blocker below, it starts from bit 0, before any square of the line
// except a1 itself.
static BOARD_ALWAYS_INLINE uint64_t obstructionswitch_on(uint64_t line, uint64_t below, uint64_t occ) {
	uint64_t up = occ & line & ~below, down = (occ & line & below) | 1;
	return (up ^ (up - (UINT64_C(1) << 63 >> board_leading_zeros(down)))) & line;
}

// The attacks of a rook on sq, a constant, with pieces on the squares in occ.
static BOARD_ALWAYS_INLINE uint64_t obstructionswitch_rook_on(int sq, uint64_t occ) {
	uint64_t b = (uint64_t)1 << sq, file = UINT64_C(0x0101010101010101) << (sq & 7), rank = UINT64_C(0xff) << (sq & 56);
	return obstructionswitch_on(file ^ b, b - 1, occ) | obstructionswitch_on(rank ^ b, b - 1, occ);
}

// The attacks of a bishop on sq, a constant. A diagonal is made of two halves, so that no shift is by 64 or more: moved down
// by a rank for every file, the long diagonal loses the squares that the upper half lacks, and moved back up it begins on
// the slider; the lower half loses its squares at the other end. Both halves contain sq, which cancels.
static BOARD_ALWAYS_INLINE uint64_t obstructionswitch_bishop_on(int sq, uint64_t occ) {
	const uint64_t a1h8 = UINT64_C(0x8040201008040201), h1a8 = UINT64_C(0x0102040810204080);
	int left = (sq & 7) << 3, right = left ^ 56, up = sq & 56, down = up ^ 56;
	uint64_t diagonal = a1h8 >> left << up ^ a1h8 << right >> down, antidiagonal = h1a8 >> right << up ^ h1a8 << left >> down;
	uint64_t below = ((uint64_t)1 << sq) - 1;
	return obstructionswitch_on(diagonal, below, occ) | obstructionswitch_on(antidiagonal, below, occ);
}

// Cases for the squares of a rank, from its first one, and for all ranks.
#define OBSTRUCTIONSWITCH_CASE(piece, sq) case sq: return obstructionswitch_##piece##_on(sq, occ);
#define OBSTRUCTIONSWITCH_RANK(piece, first) \
	OBSTRUCTIONSWITCH_CASE(piece, first) OBSTRUCTIONSWITCH_CASE(piece, first + 1) \
	OBSTRUCTIONSWITCH_CASE(piece, first + 2) OBSTRUCTIONSWITCH_CASE(piece, first + 3) \
	OBSTRUCTIONSWITCH_CASE(piece, first + 4) OBSTRUCTIONSWITCH_CASE(piece, first + 5) \
	OBSTRUCTIONSWITCH_CASE(piece, first + 6) OBSTRUCTIONSWITCH_CASE(piece, first + 7)
#define OBSTRUCTIONSWITCH_CASES(piece) \
	OBSTRUCTIONSWITCH_RANK(piece, 0) OBSTRUCTIONSWITCH_RANK(piece, 8) OBSTRUCTIONSWITCH_RANK(piece, 16) \
	OBSTRUCTIONSWITCH_RANK(piece, 24) OBSTRUCTIONSWITCH_RANK(piece, 32) OBSTRUCTIONSWITCH_RANK(piece, 40) \
	OBSTRUCTIONSWITCH_RANK(piece, 48) OBSTRUCTIONSWITCH_RANK(piece, 56)

// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
static inline uint64_t obstructionswitch_rook(int sq, uint64_t occ) {
	switch (sq & 63) { OBSTRUCTIONSWITCH_CASES(rook) }
	return 0;
}

// The attacks of a bishop.
static inline uint64_t obstructionswitch_bishop(int sq, uint64_t occ) {
	switch (sq & 63) { OBSTRUCTIONSWITCH_CASES(bishop) }
	return 0;
}

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t obstructionswitch_queen(int sq, uint64_t occ) {
	return obstructionswitch_rook(sq, occ) | obstructionswitch_bishop(sq, occ);
}

// Does nothing: there are no tables.
static inline void obstructionswitch_init(void) {}

#endif
