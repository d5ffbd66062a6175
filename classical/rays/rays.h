// Ray tables, known as Bob-Mike: a bit scan finds the first piece on each ray from the slider, and the lookup removes
// the ray from that blocker on. A sentinel counts as a blocker on every ray and has no ray of its own, so that an empty
// ray needs no branch.
//
//	ray     = table[sq][direction]
//	blocker = lowest square of ray & occ | h8       directions to higher squares
//	blocker = highest square of ray & occ | a1      directions to lower squares
//	attacks = ray ^ table[blocker][direction]
//
// C: one file defines RAYS_IMPLEMENTATION before it includes this header. Call rays_init once, before the first lookup.
//
// People: Robert Hyatt and Michael Sherwin, after whom the form with sentinels is called; year not recorded.
#ifndef SLIDEBENCH_RAYS_H
#define SLIDEBENCH_RAYS_H

#include "../../board/board.h"

// The rays by square and direction, 4 KiB.
#define RAYS_TABLES(SHARED) \
	SHARED uint64_t rays_table[64][8];
RAYS_TABLES(BOARD_DECLARE)

// Fills the table.
BOARD_DECLARE void rays_init(void);

// The squares behind the first blocker are the blocker's own ray in the same direction, which is a part of the slider's
// ray: so an exclusive or cuts them off and leaves the blocker. From h8 no ray leads to higher squares, so the whole
// ray remains if h8 is the lowest candidate.
static inline uint64_t rays_up(int direction, int sq, uint64_t occ) {
	uint64_t ray = rays_table[sq][direction];
	return ray ^ rays_table[board_trailing_zeros((ray & occ) | UINT64_C(1) << 63)][direction];
}

// The same towards lower squares: from a1 no ray leads down.
static inline uint64_t rays_down(int direction, int sq, uint64_t occ) {
	uint64_t ray = rays_table[sq][direction];
	return ray ^ rays_table[63 ^ board_leading_zeros((ray & occ) | 1)][direction];
}

// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
static inline uint64_t rays_rook(int sq, uint64_t occ) {
	return board_filled(rays_up(BOARD_NORTH, sq, occ) | rays_down(BOARD_SOUTH, sq, occ) | rays_up(BOARD_EAST, sq, occ) |
		rays_down(BOARD_WEST, sq, occ));
}

// The attacks of a bishop.
static inline uint64_t rays_bishop(int sq, uint64_t occ) {
	return board_filled(rays_up(BOARD_NORTH_EAST, sq, occ) | rays_down(BOARD_SOUTH_WEST, sq, occ) | rays_up(BOARD_NORTH_WEST, sq, occ) |
		rays_down(BOARD_SOUTH_EAST, sq, occ));
}

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t rays_queen(int sq, uint64_t occ) { return rays_rook(sq, occ) | rays_bishop(sq, occ); }

#endif

#if (defined(__cplusplus) || defined(RAYS_IMPLEMENTATION)) && !defined(RAYS_IMPLEMENTED)
#define RAYS_IMPLEMENTED

RAYS_TABLES(BOARD_DEFINE)

BOARD_DEFINE void rays_init(void) {
	for (int sq = 0; sq < 64; sq++)
		for (int direction = 0; direction < 8; direction++)
			rays_table[sq][direction] = board_ray(direction, sq);
}

#endif
