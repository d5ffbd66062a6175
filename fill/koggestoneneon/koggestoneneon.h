// The Kogge-Stone fill in the two lanes of NEON: one lane holds the board, and the other one the board reversed, on which all ways
// down lead up. So both directions of a line are one fill upwards, whose shifts are the same in both lanes. It answers for many
// sliders as for one.
//
//	lanes   = board, reversed board
//	g       = sliders                                                   p       = empty squares & ~first
//	g |= p & g << step,      p &= p << step                             step    = 8, 1, 9 or 7
//	g |= p & g << 2*step,    p &= p << 2*step
//	g |= p & g << 4*step
//	up      = g << step & ~first                                        attacks = up[0] | reverse(up[1])
//
// There are no tables, so koggestoneneon_init does nothing: it is here because every technique has one. It needs NEON.
//
// People: the fill is Steffan Westcott's, 2002; lanes for directions are 87flowers' on GitHub, 2026. No earlier source is known for the
// second lane with the board reversed.
#ifndef SLIDEBENCH_KOGGESTONENEON_H
#define SLIDEBENCH_KOGGESTONENEON_H

#include "../../board/board.h"

#if defined(BOARD_ASIMD)

#include <arm_neon.h>

// All 64 bits in the other order, by one instruction.
static inline uint64_t koggestoneneon_reverse(uint64_t x) {
	__asm__("rbit %0, %1" : "=r"(x) : "r"(x));
	return x;
}

// A board, and the same reversed.
static inline uint64x2_t koggestoneneon_board(uint64_t x) {
	return vcombine_u64(vcreate_u64(x), vcreate_u64(koggestoneneon_reverse(x)));
}

// The attacks of sliders to higher squares in both lanes, by shifts of constants. p is the set of squares that can be entered from 1, 2 and 4
// squares away over empty squares, and after the three rounds g is the set of squares reached within 7 steps. The last
// shift leads onto the blocker. others has the squares that a step up does not enter by going around the edge: half a turn of the board
// leaves these where they are.
#define KOGGESTONENEON_FILL(name, step) \
	static inline uint64x2_t koggestoneneon_##name(uint64x2_t sliders, uint64x2_t empty, uint64_t others) { \
		uint64x2_t g = sliders, p = vandq_u64(empty, vdupq_n_u64(others)); \
		g = vorrq_u64(g, vandq_u64(p, vshlq_n_u64(g, step))); \
		p = vandq_u64(p, vshlq_n_u64(p, step)); \
		g = vorrq_u64(g, vandq_u64(p, vshlq_n_u64(g, 2 * (step)))); \
		p = vandq_u64(p, vshlq_n_u64(p, 2 * (step))); \
		g = vorrq_u64(g, vandq_u64(p, vshlq_n_u64(g, 4 * (step)))); \
		return vandq_u64(vshlq_n_u64(g, step), vdupq_n_u64(others)); \
	}

KOGGESTONENEON_FILL(file, 8)
KOGGESTONENEON_FILL(rank, 1)
KOGGESTONENEON_FILL(diagonal, 9)
KOGGESTONENEON_FILL(antidiagonal, 7)

// The attacks of rooks upwards in both lanes.
static inline uint64x2_t koggestoneneon_up_rooks(uint64x2_t sliders, uint64x2_t empty) {
	return vorrq_u64(koggestoneneon_file(sliders, empty, ~UINT64_C(0)),
		koggestoneneon_rank(sliders, empty, ~UINT64_C(0x0101010101010101)));
}

// The same for bishops.
static inline uint64x2_t koggestoneneon_up_bishops(uint64x2_t sliders, uint64x2_t empty) {
	return vorrq_u64(koggestoneneon_diagonal(sliders, empty, ~UINT64_C(0x0101010101010101)),
		koggestoneneon_antidiagonal(sliders, empty, ~UINT64_C(0x8080808080808080)));
}

// The attacks in both lanes together.
static inline uint64_t koggestoneneon_union(uint64x2_t up) {
	return vgetq_lane_u64(up, 0) | koggestoneneon_reverse(vgetq_lane_u64(up, 1));
}

// The union of the attacks of rooks on all squares of a set, with pieces on the squares in occ, whether or not the
// rooks are among them. Sliders in occ block each other, which makes no difference to the union: behind a slider that
// blocks, its own attacks continue.
static inline uint64_t koggestoneneon_rooks(uint64_t sliders, uint64_t occ) {
	return koggestoneneon_union(koggestoneneon_up_rooks(koggestoneneon_board(sliders), koggestoneneon_board(~occ)));
}

// The same for bishops.
static inline uint64_t koggestoneneon_bishops(uint64_t sliders, uint64_t occ) {
	return koggestoneneon_union(koggestoneneon_up_bishops(koggestoneneon_board(sliders), koggestoneneon_board(~occ)));
}

// The same for queens.
static inline uint64_t koggestoneneon_queens(uint64_t sliders, uint64_t occ) {
	uint64x2_t s = koggestoneneon_board(sliders), empty = koggestoneneon_board(~occ);
	return koggestoneneon_union(vorrq_u64(koggestoneneon_up_rooks(s, empty), koggestoneneon_up_bishops(s, empty)));
}

// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
static inline uint64_t koggestoneneon_rook(int sq, uint64_t occ) { return koggestoneneon_rooks((uint64_t)1 << sq, occ); }

// The attacks of a bishop.
static inline uint64_t koggestoneneon_bishop(int sq, uint64_t occ) {
	return koggestoneneon_bishops((uint64_t)1 << sq, occ);
}

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t koggestoneneon_queen(int sq, uint64_t occ) { return koggestoneneon_queens((uint64_t)1 << sq, occ); }

// The attacks of a rook and of a bishop at once, for the price of a queen.
static inline struct board_pair koggestoneneon_both(int sq, uint64_t occ) {
	uint64x2_t s = koggestoneneon_board((uint64_t)1 << sq), empty = koggestoneneon_board(~occ);
	struct board_pair pair = {
		koggestoneneon_union(koggestoneneon_up_rooks(s, empty)),
		koggestoneneon_union(koggestoneneon_up_bishops(s, empty)),
	};
	return pair;
}

// Does nothing: there are no tables.
static inline void koggestoneneon_init(void) {}

#endif

#endif
