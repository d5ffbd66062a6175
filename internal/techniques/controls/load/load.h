// The control that no table can beat: one load, from 4 KiB that stay in the first-level cache, at an index that costs
// next to nothing to compute and depends on both arguments. The answers are no attacks.
//
// C: one file defines LOAD_IMPLEMENTATION before it includes this header. Call load_init once, before the first lookup.
#ifndef SLIDEBENCH_LOAD_H
#define SLIDEBENCH_LOAD_H

#include "../../../../board/board.h"

#define LOAD_TABLES(SHARED) \
	SHARED uint64_t load_table[512];
LOAD_TABLES(BOARD_DECLARE)

// Fills the table with numbers of no meaning.
BOARD_DECLARE void load_init(void);

static inline uint64_t load_at(uint64_t i) {
	board_filled(load_table[1]); // which is 0 until the table is filled; word 0 is 0 in a filled one, too
	return load_table[i & 511];
}

static inline uint64_t load_rook(int sq, uint64_t occ) { return load_at((uint64_t)sq + occ); }

// Another word of the table, so that a loop which asks for both loads two.
static inline uint64_t load_bishop(int sq, uint64_t occ) { return load_at((uint64_t)sq ^ occ); }
static inline uint64_t load_queen(int sq, uint64_t occ) { return load_at((uint64_t)sq + occ); }

// One word of the table for a whole set.
static inline uint64_t load_rooks(uint64_t sliders, uint64_t occ) { return load_at(sliders + occ); }
static inline uint64_t load_bishops(uint64_t sliders, uint64_t occ) { return load_at(sliders ^ occ); }
static inline uint64_t load_queens(uint64_t sliders, uint64_t occ) { return load_at(sliders + occ); }

#endif

#if (defined(__cplusplus) || defined(LOAD_IMPLEMENTATION)) && !defined(LOAD_IMPLEMENTED)
#define LOAD_IMPLEMENTED

LOAD_TABLES(BOARD_DEFINE)

BOARD_DEFINE void load_init(void) {
	for (uint64_t i = 0; i < 512; i++)
		load_table[i] = i * UINT64_C(0x9e3779b97f4a7c15);
}

#endif
