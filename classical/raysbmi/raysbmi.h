// Okuhara's rook attacks by BMI: BLSMSK, x ^ (x - 1), sets all bits up to the first blocker of a ray to higher squares. For
// the ray to lower squares the bytes of the board are swapped before and after.
//
//	x        = occ & north                          north: the ray from sq to higher squares
//	y        = swap(occ) & north'                   north': that of sq ^ 56, the mirrored square
//	file     = (x ^ (x - 1)) & north | swap((y ^ (y - 1)) & north')
//	rank     = R[inner squares of sq's rank][file of sq] << first square of the rank
//	bishop   = the same with north-east and north-west in the place of north
//
// With -mbmi compilers make the instruction of the formula.
//
// C: one file defines RAYSBMI_IMPLEMENTATION before it includes this header. Call raysbmi_init once, before the first lookup.
//
// People: Okuhara, for Cfish, 2023 (pull request 207) and 2020.
#ifndef SLIDEBENCH_RAYSBMI_H
#define SLIDEBENCH_RAYSBMI_H

#include "../../board/board.h"

// A bishop's rays to higher squares.
struct raysbmi_pair {
	uint64_t north_east, north_west;
};

// Ranks are the attacks within a rank, by its inner squares b to g and the slider's file.
#define RAYSBMI_TABLES(SHARED) \
	SHARED uint64_t raysbmi_norths[64]; \
	SHARED struct raysbmi_pair raysbmi_diagonals[64]; \
	SHARED uint8_t raysbmi_ranks[64][8];
RAYSBMI_TABLES(BOARD_DECLARE)

// Fills the tables.
BOARD_DECLARE void raysbmi_init(void);

// The attacks within a ray to higher squares. The subtraction flips the first blocker, which is the lowest bit of x, and
// the zeros below it; if there is none, all bits are set.
static inline uint64_t raysbmi_along(uint64_t ray, uint64_t occ) {
	uint64_t x = occ & ray;
	return (x ^ (x - 1)) & ray;
}

// The attacks within a slider's rank.
static inline uint64_t raysbmi_on_rank(int sq, uint64_t occ) {
	int first = sq & 56; // the rank's square on the a-file
	return (uint64_t)raysbmi_ranks[occ >> first >> 1 & 63][sq & 7] << first;
}

// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
static inline uint64_t raysbmi_rook(int sq, uint64_t occ) {
	uint64_t south = raysbmi_along(raysbmi_norths[sq ^ 56], board_swap_bytes(occ));
	return board_filled(raysbmi_along(raysbmi_norths[sq], occ) | board_swap_bytes(south) | raysbmi_on_rank(sq, occ));
}

// The attacks of a bishop.
static inline uint64_t raysbmi_bishop(int sq, uint64_t occ) {
	const struct raysbmi_pair *d = &raysbmi_diagonals[sq], *mirrored = &raysbmi_diagonals[sq ^ 56];
	uint64_t swapped = board_swap_bytes(occ);
	uint64_t south = raysbmi_along(mirrored->north_east, swapped) | raysbmi_along(mirrored->north_west, swapped);
	return board_filled(raysbmi_along(d->north_east, occ) | raysbmi_along(d->north_west, occ) | board_swap_bytes(south));
}

// The attacks of a queen: those of a rook and of a bishop, with one byte swap for all rays.
static inline uint64_t raysbmi_queen(int sq, uint64_t occ) {
	const struct raysbmi_pair *d = &raysbmi_diagonals[sq], *mirrored = &raysbmi_diagonals[sq ^ 56];
	uint64_t swapped = board_swap_bytes(occ);
	uint64_t south = raysbmi_along(raysbmi_norths[sq ^ 56], swapped) | raysbmi_along(mirrored->north_east, swapped) |
		raysbmi_along(mirrored->north_west, swapped);
	return board_filled(raysbmi_along(raysbmi_norths[sq], occ) | raysbmi_along(d->north_east, occ) |
		raysbmi_along(d->north_west, occ) | board_swap_bytes(south) | raysbmi_on_rank(sq, occ));
}

#endif

#if (defined(__cplusplus) || defined(RAYSBMI_IMPLEMENTATION)) && !defined(RAYSBMI_IMPLEMENTED)
#define RAYSBMI_IMPLEMENTED

RAYSBMI_TABLES(BOARD_DEFINE)

BOARD_DEFINE void raysbmi_init(void) {
	for (int sq = 0; sq < 64; sq++) {
		raysbmi_norths[sq] = board_ray(BOARD_NORTH, sq);
		raysbmi_diagonals[sq].north_east = board_ray(BOARD_NORTH_EAST, sq);
		raysbmi_diagonals[sq].north_west = board_ray(BOARD_NORTH_WEST, sq);
	}
	for (int inner = 0; inner < 64; inner++)
		for (int file = 0; file < 8; file++)
			raysbmi_ranks[inner][file] = (uint8_t)(board_rook(file, (uint64_t)inner << 1) & 0xff);
}

#endif
