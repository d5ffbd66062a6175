// Shifted bitboards: the pieces on a ray are shifted along it by one to six squares, which fills all squares behind the
// first blocker, and the attacks are the rest of the ray. There is no scan and no comparison, so that all boards take
// the same instructions.
//
//	x       = occ & ray                                                     for each of the piece's rays
//	attacks = ray & ~(x<<d | x<<2d | x<<3d | x<<4d | x<<5d | x<<6d)         d = 8, 1, 9, 7; >> on the rays to lower squares
//
// C: one file defines SHIFTED_IMPLEMENTATION before it includes this header. Call shifted_init once, before the first lookup.
//
// People: Neels Groenewald, in the engine NagaSkaki; year not recorded.
#ifndef SLIDEBENCH_SHIFTED_H
#define SLIDEBENCH_SHIFTED_H

#include "../../board/board.h"

// The rays of a rook and of a bishop from each square, 2 KiB for each piece.
struct shifted_rook_rays {
	uint64_t north, south, east, west;
};
struct shifted_bishop_rays {
	uint64_t north_east, south_west, north_west, south_east;
};

#define SHIFTED_TABLES(SHARED) \
	SHARED struct shifted_rook_rays shifted_rooks[64]; \
	SHARED struct shifted_bishop_rays shifted_bishops[64];
SHIFTED_TABLES(BOARD_DECLARE)

// Fills the tables.
BOARD_DECLARE void shifted_init(void);

// A ray has at most seven squares, so six steps lead from its first square to its last. A bit that a shift carries over
// an edge of the board lands on a square outside of the ray, because a ray ends at the edge. The shifts are independent
// of each other: steps that double would be fewer, but would wait for each other.
static inline uint64_t shifted_up(uint64_t ray, uint64_t occ, int d) {
	uint64_t x = occ & ray;
	return ray & ~(x << d | x << 2 * d | x << 3 * d | x << 4 * d | x << 5 * d | x << 6 * d);
}

// The same towards lower squares.
static inline uint64_t shifted_down(uint64_t ray, uint64_t occ, int d) {
	uint64_t x = occ & ray;
	return ray & ~(x >> d | x >> 2 * d | x >> 3 * d | x >> 4 * d | x >> 5 * d | x >> 6 * d);
}

// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
static inline uint64_t shifted_rook(int sq, uint64_t occ) {
	const struct shifted_rook_rays *r = &shifted_rooks[sq];
	return board_filled(shifted_up(r->north, occ, 8) | shifted_down(r->south, occ, 8) | shifted_up(r->east, occ, 1) |
		shifted_down(r->west, occ, 1));
}

// The attacks of a bishop.
static inline uint64_t shifted_bishop(int sq, uint64_t occ) {
	const struct shifted_bishop_rays *r = &shifted_bishops[sq];
	return board_filled(shifted_up(r->north_east, occ, 9) | shifted_down(r->south_west, occ, 9) | shifted_up(r->north_west, occ, 7) |
		shifted_down(r->south_east, occ, 7));
}

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t shifted_queen(int sq, uint64_t occ) { return shifted_rook(sq, occ) | shifted_bishop(sq, occ); }

#endif

#if (defined(__cplusplus) || defined(SHIFTED_IMPLEMENTATION)) && !defined(SHIFTED_IMPLEMENTED)
#define SHIFTED_IMPLEMENTED

SHIFTED_TABLES(BOARD_DEFINE)

BOARD_DEFINE void shifted_init(void) {
	for (int sq = 0; sq < 64; sq++) {
		shifted_rooks[sq].north = board_ray(BOARD_NORTH, sq);
		shifted_rooks[sq].south = board_ray(BOARD_SOUTH, sq);
		shifted_rooks[sq].east = board_ray(BOARD_EAST, sq);
		shifted_rooks[sq].west = board_ray(BOARD_WEST, sq);
		shifted_bishops[sq].north_east = board_ray(BOARD_NORTH_EAST, sq);
		shifted_bishops[sq].south_west = board_ray(BOARD_SOUTH_WEST, sq);
		shifted_bishops[sq].north_west = board_ray(BOARD_NORTH_WEST, sq);
		shifted_bishops[sq].south_east = board_ray(BOARD_SOUTH_EAST, sq);
	}
}

#endif
