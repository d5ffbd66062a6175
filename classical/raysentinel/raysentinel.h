// Ray tables whose sentinel is a 65th entry: the number of zeros below or above the first piece on a ray is the index
// of the ray that it hides, and 64 zeros, without a piece, lead to an empty ray. Zeros above are counted from h8, so
// that rays to lower squares have a mirrored copy of the table.
//
//	ray     = rays[sq].direction
//	attacks = ray ^ rays[trailing zeros of ray & occ].direction          directions to higher squares
//	attacks = ray ^ mirrored[leading zeros of ray & occ].direction       directions to lower squares
//
// The lookups are for processors that count zeros (TZCNT and LZCNT: -mbmi -mlzcnt); without these instructions the
// compiler has to test for 64 zeros.
//
// C: one file defines RAYSENTINEL_IMPLEMENTATION before it includes this header. Call raysentinel_init once, before the first lookup.
//
// People: Robert Hyatt and Michael Sherwin, with the 65th entry and the mirrored copy by Daniel Inführ, 2022.
#ifndef SLIDEBENCH_RAYSENTINEL_H
#define SLIDEBENCH_RAYSENTINEL_H

#include "../../board/board.h"

// The rays from a square, and a second copy of the rays to lower squares. The entry of sq has the index sq, in the
// second copy 63 - sq, the number of zeros above it. The last entry of each table is the sentinel, and stays empty.
struct raysentinel_rook_rays {
	uint64_t north, east, south, west;
};
struct raysentinel_rook_rays_down {
	uint64_t south, west;
};
struct raysentinel_bishop_rays {
	uint64_t north_east, north_west, south_east, south_west;
};
struct raysentinel_bishop_rays_down {
	uint64_t south_east, south_west;
};

#define RAYSENTINEL_TABLES(SHARED) \
	SHARED struct raysentinel_rook_rays raysentinel_rooks[65]; \
	SHARED struct raysentinel_rook_rays_down raysentinel_rooks_down[65]; \
	SHARED struct raysentinel_bishop_rays raysentinel_bishops[65]; \
	SHARED struct raysentinel_bishop_rays_down raysentinel_bishops_down[65];
RAYSENTINEL_TABLES(BOARD_DECLARE)

// Fills the tables.
BOARD_DECLARE void raysentinel_init(void);

// The numbers of zeros below the lowest bit and above the highest one; 64 if there is no bit.
static inline int raysentinel_trailing(uint64_t x) { return x ? board_trailing_zeros(x) : 64; }
static inline int raysentinel_leading(uint64_t x) { return x ? board_leading_zeros(x) : 64; }

// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ. The squares behind the first blocker are the
// blocker's own ray, which an exclusive or cuts off.
static inline uint64_t raysentinel_rook(int sq, uint64_t occ) {
	const struct raysentinel_rook_rays *r = &raysentinel_rooks[sq];
	return board_filled(r->north ^ raysentinel_rooks[raysentinel_trailing(r->north & occ)].north ^
		r->east ^ raysentinel_rooks[raysentinel_trailing(r->east & occ)].east ^
		r->south ^ raysentinel_rooks_down[raysentinel_leading(r->south & occ)].south ^
		r->west ^ raysentinel_rooks_down[raysentinel_leading(r->west & occ)].west);
}

// The attacks of a bishop.
static inline uint64_t raysentinel_bishop(int sq, uint64_t occ) {
	const struct raysentinel_bishop_rays *r = &raysentinel_bishops[sq];
	return board_filled(r->north_east ^ raysentinel_bishops[raysentinel_trailing(r->north_east & occ)].north_east ^
		r->north_west ^ raysentinel_bishops[raysentinel_trailing(r->north_west & occ)].north_west ^
		r->south_east ^ raysentinel_bishops_down[raysentinel_leading(r->south_east & occ)].south_east ^
		r->south_west ^ raysentinel_bishops_down[raysentinel_leading(r->south_west & occ)].south_west);
}

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t raysentinel_queen(int sq, uint64_t occ) {
	return raysentinel_rook(sq, occ) | raysentinel_bishop(sq, occ);
}

#endif

#if (defined(__cplusplus) || defined(RAYSENTINEL_IMPLEMENTATION)) && !defined(RAYSENTINEL_IMPLEMENTED)
#define RAYSENTINEL_IMPLEMENTED

RAYSENTINEL_TABLES(BOARD_DEFINE)

BOARD_DEFINE void raysentinel_init(void) {
	for (int sq = 0; sq < 64; sq++) {
		struct raysentinel_rook_rays *r = &raysentinel_rooks[sq];
		struct raysentinel_bishop_rays *b = &raysentinel_bishops[sq];
		r->north = board_ray(BOARD_NORTH, sq);
		r->east = board_ray(BOARD_EAST, sq);
		r->south = raysentinel_rooks_down[63 - sq].south = board_ray(BOARD_SOUTH, sq);
		r->west = raysentinel_rooks_down[63 - sq].west = board_ray(BOARD_WEST, sq);
		b->north_east = board_ray(BOARD_NORTH_EAST, sq);
		b->north_west = board_ray(BOARD_NORTH_WEST, sq);
		b->south_east = raysentinel_bishops_down[63 - sq].south_east = board_ray(BOARD_SOUTH_EAST, sq);
		b->south_west = raysentinel_bishops_down[63 - sq].south_west = board_ray(BOARD_SOUTH_WEST, sq);
	}
}

#endif
