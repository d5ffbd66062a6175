// Hyperbola quintessence with computed lines: each is a constant, shifted to the slider. There are no tables, and so
// ranks, whose order no byte swap reverses, go through obstruction difference.
//
//	x       = occ & line                                            line: without the slider's own square
//	attacks = ((x - b) ^ swap(swap(x) - swap(b))) & line            file and diagonals; b = 1 << sq
//	attacks = (up ^ (up - msb(down))) & line                        rank; up, down: the parts of x above and below sq
//
// quintessencecomputed_init does nothing: it is here because every technique has one.
//
// People: Ryan Mack's Hyperbola project; Gerd Isenberg, Aleks Peshkov, 2007; with computed lines Daniel Inführ, 2022.
#ifndef SLIDEBENCH_QUINTESSENCECOMPUTED_H
#define SLIDEBENCH_QUINTESSENCECOMPUTED_H

#include "../../board/board.h"

// The lines through a square are shifted constants, without the square itself. A diagonal is made of two halves, so
// that no shift is by 64 or more: moved down by a rank for every file, the long diagonal loses the squares that the
// upper half lacks, and moved back up it begins on the slider; the lower half loses its squares at the other end. Both
// halves contain sq, which cancels.
static inline uint64_t quintessencecomputed_file(int sq) {
	return UINT64_C(0x0101010101010101) << (sq & 7) ^ (uint64_t)1 << sq;
}
static inline uint64_t quintessencecomputed_rank(int sq) {
	return UINT64_C(0x00000000000000ff) << (sq & 56) ^ (uint64_t)1 << sq;
}
static inline uint64_t quintessencecomputed_diagonal(int sq) {
	const uint64_t a1h8 = UINT64_C(0x8040201008040201);
	return a1h8 >> ((sq & 7) << 3) << (sq & 56) ^ a1h8 << ((~sq & 7) << 3) >> (~sq & 56);
}
static inline uint64_t quintessencecomputed_antidiagonal(int sq) {
	const uint64_t h1a8 = UINT64_C(0x0102040810204080);
	return h1a8 >> ((~sq & 7) << 3) << (sq & 56) ^ h1a8 << ((sq & 7) << 3) >> (~sq & 56);
}

// The attacks within one line whose squares lie in different bytes, so that a byte swap reverses their order.
// Subtracting b from the blockers above it borrows from the lowest of them: the difference has ones from sq up to just
// below that blocker, whose own bit becomes 0. The exclusive or with the other direction leaves the squares that
// changed, and these are the attacks. Each direction's difference leaves the blockers of the other direction unchanged,
// so they cancel.
static inline uint64_t quintessencecomputed_swapped(uint64_t line, uint64_t b, uint64_t occ) {
	uint64_t x = occ & line;
	return ((x - b) ^ board_swap_bytes(board_swap_bytes(x) - board_swap_bytes(b))) & line;
}

// The attacks of a slider on the square b within its rank. Subtracting a bit that is below all bits of up borrows from
// up's lowest bit: all bits from the subtracted bit, the nearest blocker below or else a1, to that blocker change.
static inline uint64_t quintessencecomputed_on_rank(uint64_t rank, uint64_t b, uint64_t occ) {
	uint64_t x = occ & rank, down = x & (b - 1), up = x ^ down;
	return (up ^ (up - (UINT64_C(1) << 63 >> board_leading_zeros(down | 1)))) & rank;
}

// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
static inline uint64_t quintessencecomputed_rook(int sq, uint64_t occ) {
	uint64_t b = (uint64_t)1 << sq;
	return quintessencecomputed_swapped(quintessencecomputed_file(sq), b, occ) |
		quintessencecomputed_on_rank(quintessencecomputed_rank(sq), b, occ);
}

// The attacks of a bishop.
static inline uint64_t quintessencecomputed_bishop(int sq, uint64_t occ) {
	uint64_t b = (uint64_t)1 << sq;
	return quintessencecomputed_swapped(quintessencecomputed_diagonal(sq), b, occ) |
		quintessencecomputed_swapped(quintessencecomputed_antidiagonal(sq), b, occ);
}

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t quintessencecomputed_queen(int sq, uint64_t occ) {
	return quintessencecomputed_rook(sq, occ) | quintessencecomputed_bishop(sq, occ);
}

// Does nothing: there are no tables.
static inline void quintessencecomputed_init(void) {}

#endif
