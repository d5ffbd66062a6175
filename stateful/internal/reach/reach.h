// What the headers of this family that list threats share: what a man attacks, found ray by ray. Each has tables of its own, and is measured as if it were alone.
#ifndef SLIDEBENCH_REACH_H
#define SLIDEBENCH_REACH_H

#include "../../../board/board.h"
#include "../../../board/threats.h"

// Rays are by board_direction: even ones lead to higher squares, and the opposite of d is d ^ 1. Toward has the direction from a square to another one of its lines.
// Men who do not slide leap; pawns do by color.
struct reach_tables {
	uint64_t rays[64][8];
	uint8_t toward[64][64];
	struct {
		uint64_t pawn[2], knight, king;
	} leaps[64];
};

// The squares of a ray up to the first occupied one. Subtracting 1 flips the lowest bit of x, which is the first blocker, and the zeros below it. The lowest signed
// number, shifted right until its last set bit is the highest bit of x, is that bit and all above it.
static inline uint64_t reach_along(const struct reach_tables *t, int sq, int d, uint64_t occ) {
	uint64_t ray = t->rays[sq][d], x = occ & ray;
	return d & 1 ? ray & (uint64_t)(INT64_MIN >> board_leading_zeros(x | 1)) : ray & (x ^ (x - 1));
}

static inline uint64_t reach_rook(const struct reach_tables *t, int sq, uint64_t occ) {
	return reach_along(t, sq, BOARD_NORTH, occ) | reach_along(t, sq, BOARD_SOUTH, occ) | reach_along(t, sq, BOARD_EAST, occ) | reach_along(t, sq, BOARD_WEST, occ);
}

static inline uint64_t reach_bishop(const struct reach_tables *t, int sq, uint64_t occ) {
	return reach_along(t, sq, BOARD_NORTH_EAST, occ) | reach_along(t, sq, BOARD_SOUTH_WEST, occ) | reach_along(t, sq, BOARD_NORTH_WEST, occ) |
		reach_along(t, sq, BOARD_SOUTH_EAST, occ);
}

// What a man on a square attacks.
static inline uint64_t reach_attacks(const struct reach_tables *t, int man, int sq, uint64_t occ) {
	switch (man & 7) {
	case BOARD_PAWN:
		return t->leaps[sq].pawn[man >> 3];
	case BOARD_KNIGHT:
		return t->leaps[sq].knight;
	case BOARD_BISHOP:
		return reach_bishop(t, sq, occ);
	case BOARD_ROOK:
		return reach_rook(t, sq, occ);
	case BOARD_QUEEN:
		return reach_rook(t, sq, occ) | reach_bishop(t, sq, occ);
	}
	return t->leaps[sq].king;
}

// Fills tables. d counts the eight directions and, apart from them, the eight jumps of a knight. A diagonal that leads up has an even number, so d & 1 is the color of
// the pawns that attack along it: 0 for white, 1 for black.
static inline void reach_fill(struct reach_tables *t) {
	static const int8_t knight[8][2] = {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};
	for (int sq = 0; sq < 64; sq++) {
		t->leaps[sq].pawn[0] = t->leaps[sq].pawn[1] = t->leaps[sq].knight = t->leaps[sq].king = 0;
		for (int d = 0; d < 8; d++) {
			uint64_t ray = board_ray(d, sq), beside = board_walk(d, sq, ~UINT64_C(0));
			t->rays[sq][d] = ray;
			for (uint64_t to = ray; to; to &= to - 1)
				t->toward[sq][board_trailing_zeros(to)] = (uint8_t)d;
			t->leaps[sq].king |= beside;
			if (d >= BOARD_NORTH_EAST)
				t->leaps[sq].pawn[d & 1] |= beside;
			int file = (sq & 7) + knight[d][0], rank = (sq >> 3) + knight[d][1];
			if (file >= 0 && file < 8 && rank >= 0 && rank < 8)
				t->leaps[sq].knight |= board_bit(8 * rank + file);
		}
	}
}

#endif
