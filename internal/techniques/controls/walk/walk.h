// The control that every technique should beat: the walk of board.h, square by square, which nobody optimised.
//
// There are no tables, so walk_init does nothing: it is here because every technique has one.
#ifndef SLIDEBENCH_WALK_H
#define SLIDEBENCH_WALK_H

#include "../../../../board/board.h"

// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
static inline uint64_t walk_rook(int sq, uint64_t occ) { return board_rook(sq, occ); }

// The attacks of a bishop.
static inline uint64_t walk_bishop(int sq, uint64_t occ) { return board_bishop(sq, occ); }

// The attacks of a queen, in one walk through all directions.
static inline uint64_t walk_queen(int sq, uint64_t occ) { return board_walks(BOARD_NORTH, 8, sq, occ); }

// Does nothing: there are no tables.
static inline void walk_init(void) {}

#endif
