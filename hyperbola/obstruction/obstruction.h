// Obstruction difference: on each line one subtraction runs from the nearest piece below the slider to the nearest one
// above it. Lines are computed, so that there are no tables at all.
//
//	up      = occ & line & ~below                         line: without the slider's own square
//	down    = occ & line & below | 1                      below: the squares before sq
//	attacks = (up ^ (up - msb(down))) & line              msb: the highest bit alone
//
// obstruction_init does nothing: it is here because every technique has one.
//
// People: Michael Hoffmann, about 2009.
#ifndef SLIDEBENCH_OBSTRUCTION_H
#define SLIDEBENCH_OBSTRUCTION_H

#include "../../board/board.h"

// The lines through a square are shifted constants, without the square itself. A diagonal is made of two halves, so
// that no shift is by 64 or more: moved down by a rank for every file, the long diagonal loses the squares that the
// upper half lacks, and moved back up it begins on the slider; the lower half loses its squares at the other end. Both
// halves contain sq, which cancels.
static inline uint64_t obstruction_file(int sq) { return UINT64_C(0x0101010101010101) << (sq & 7) ^ (uint64_t)1 << sq; }
static inline uint64_t obstruction_rank(int sq) { return UINT64_C(0x00000000000000ff) << (sq & 56) ^ (uint64_t)1 << sq; }
static inline uint64_t obstruction_diagonal(int sq) {
	const uint64_t a1h8 = UINT64_C(0x8040201008040201);
	return a1h8 >> ((sq & 7) << 3) << (sq & 56) ^ a1h8 << ((~sq & 7) << 3) >> (~sq & 56);
}
static inline uint64_t obstruction_antidiagonal(int sq) {
	const uint64_t h1a8 = UINT64_C(0x0102040810204080);
	return h1a8 >> ((~sq & 7) << 3) << (sq & 56) ^ h1a8 << ((sq & 7) << 3) >> (~sq & 56);
}

// The attacks within one line, for a slider on the square after below. Subtracting a bit that is below all bits of up
// borrows from up's lowest bit: all bits from the subtracted bit to that blocker change. Without a blocker above, the
// borrow runs off the board; without a blocker below, it starts from bit 0, before any square of the line except a1
// itself.
static inline uint64_t obstruction_on(uint64_t line, uint64_t below, uint64_t occ) {
	uint64_t x = occ & line, up = x & ~below;
	return (up ^ (up - (UINT64_C(1) << 63 >> board_leading_zeros((x & below) | 1)))) & line;
}

// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
static inline uint64_t obstruction_rook(int sq, uint64_t occ) {
	uint64_t below = ((uint64_t)1 << sq) - 1;
	return obstruction_on(obstruction_file(sq), below, occ) | obstruction_on(obstruction_rank(sq), below, occ);
}

// The attacks of a bishop.
static inline uint64_t obstruction_bishop(int sq, uint64_t occ) {
	uint64_t below = ((uint64_t)1 << sq) - 1;
	return obstruction_on(obstruction_diagonal(sq), below, occ) | obstruction_on(obstruction_antidiagonal(sq), below, occ);
}

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t obstruction_queen(int sq, uint64_t occ) {
	return obstruction_rook(sq, occ) | obstruction_bishop(sq, occ);
}

// Sets dst[i] to the attacks of a rook on sq[i], of which only the low six bits count, under occ[i], for n questions.
// dst may be occ.
static inline void obstruction_rook_batch(uint64_t *dst, const uint64_t *occ, const uint8_t *sq, size_t n) {
	for (size_t i = 0; i < n; i++)
		dst[i] = obstruction_rook(sq[i] & 63, occ[i]);
}

// The same for bishops.
static inline void obstruction_bishop_batch(uint64_t *dst, const uint64_t *occ, const uint8_t *sq, size_t n) {
	for (size_t i = 0; i < n; i++)
		dst[i] = obstruction_bishop(sq[i] & 63, occ[i]);
}

// The same for queens.
static inline void obstruction_queen_batch(uint64_t *dst, const uint64_t *occ, const uint8_t *sq, size_t n) {
	for (size_t i = 0; i < n; i++)
		dst[i] = obstruction_queen(sq[i] & 63, occ[i]);
}

// Sets rook[i] and bishop[i] to the attacks of a rook and of a bishop. rook or bishop may be occ.
static inline void obstruction_both_batch(uint64_t *rook, uint64_t *bishop, const uint64_t *occ, const uint8_t *sq,
		size_t n) {
	for (size_t i = 0; i < n; i++) {
		uint64_t o = occ[i];
		rook[i] = obstruction_rook(sq[i] & 63, o);
		bishop[i] = obstruction_bishop(sq[i] & 63, o);
	}
}

// Does nothing: there are no tables.
static inline void obstruction_init(void) {}

#endif
