// A/B (above and below) bitboards, later found again as scan-cut: arithmetic on the first piece of a ray gives all
// squares below it, or above it, and these cut the ray. So the ray beyond the blocker need not be looked up.
//
//	x       = occ & ray                 for each of the piece's rays
//	attacks = ray & (x ^ (x - 1))       on rays to higher squares: the first blocker, lsb(x), and all below it
//	attacks = ray & -msb(x | 1)         on rays to lower squares: the first blocker, msb(x), and all above it
//
// C: one file defines ABOVEBELOW_IMPLEMENTATION before it includes this header. Call abovebelow_init once, before the first lookup.
//
// People: Shawn Chidester, in the engine Bitfoot, 2015; Martin Sedlak, 2020, as scan-cut.
#ifndef SLIDEBENCH_ABOVEBELOW_H
#define SLIDEBENCH_ABOVEBELOW_H

#include "../../board/board.h"

// The rays of a rook and of a bishop from each square, 2 KiB for each piece.
struct abovebelow_rook_rays {
	uint64_t north, south, east, west;
};
struct abovebelow_bishop_rays {
	uint64_t north_east, south_west, north_west, south_east;
};

#define ABOVEBELOW_TABLES(SHARED) \
	SHARED struct abovebelow_rook_rays abovebelow_rooks[64]; \
	SHARED struct abovebelow_bishop_rays abovebelow_bishops[64];
ABOVEBELOW_TABLES(BOARD_DECLARE)

// Fills the tables.
BOARD_DECLARE void abovebelow_init(void);

// Subtracting 1 flips the lowest bit of x, which is the first blocker, and the zeros below it. On an empty ray x - 1
// has all bits set, so that the whole ray remains.
static inline uint64_t abovebelow_below(uint64_t ray, uint64_t occ) {
	uint64_t x = occ & ray;
	return ray & (x ^ (x - 1));
}

// The lowest signed number, shifted right until its last set bit is the highest bit of x, is that bit and all above it.
// On an empty ray a1 is the blocker: it hides no square, because no square lies below it.
static inline uint64_t abovebelow_above(uint64_t ray, uint64_t occ) {
	uint64_t x = (occ & ray) | 1;
	return ray & (uint64_t)(INT64_MIN >> board_leading_zeros(x));
}

// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
static inline uint64_t abovebelow_rook(int sq, uint64_t occ) {
	const struct abovebelow_rook_rays *r = &abovebelow_rooks[sq];
	return board_filled(abovebelow_below(r->north, occ) | abovebelow_above(r->south, occ) | abovebelow_below(r->east, occ) |
		abovebelow_above(r->west, occ));
}

// The attacks of a bishop.
static inline uint64_t abovebelow_bishop(int sq, uint64_t occ) {
	const struct abovebelow_bishop_rays *r = &abovebelow_bishops[sq];
	return board_filled(abovebelow_below(r->north_east, occ) | abovebelow_above(r->south_west, occ) |
		abovebelow_below(r->north_west, occ) | abovebelow_above(r->south_east, occ));
}

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t abovebelow_queen(int sq, uint64_t occ) {
	return abovebelow_rook(sq, occ) | abovebelow_bishop(sq, occ);
}

#endif

#if (defined(__cplusplus) || defined(ABOVEBELOW_IMPLEMENTATION)) && !defined(ABOVEBELOW_IMPLEMENTED)
#define ABOVEBELOW_IMPLEMENTED

ABOVEBELOW_TABLES(BOARD_DEFINE)

BOARD_DEFINE void abovebelow_init(void) {
	for (int sq = 0; sq < 64; sq++) {
		abovebelow_rooks[sq].north = board_ray(BOARD_NORTH, sq);
		abovebelow_rooks[sq].south = board_ray(BOARD_SOUTH, sq);
		abovebelow_rooks[sq].east = board_ray(BOARD_EAST, sq);
		abovebelow_rooks[sq].west = board_ray(BOARD_WEST, sq);
		abovebelow_bishops[sq].north_east = board_ray(BOARD_NORTH_EAST, sq);
		abovebelow_bishops[sq].south_west = board_ray(BOARD_SOUTH_WEST, sq);
		abovebelow_bishops[sq].north_west = board_ray(BOARD_NORTH_WEST, sq);
		abovebelow_bishops[sq].south_east = board_ray(BOARD_SOUTH_EAST, sq);
	}
}

#endif
