// The control that no table can beat: one load, from 4 KiB that stay in the first-level cache, at an index that costs
// next to nothing to compute and depends on both arguments. The answers are no attacks.
//
// Call load_init once, before the first lookup.
#ifndef SLIDEBENCH_LOAD_H
#define SLIDEBENCH_LOAD_H

#include "../../../board/board.h"

static uint64_t load_table[512];

static inline uint64_t load_rook(int sq, uint64_t occ) { return load_table[((uint64_t)sq + occ) & 511]; }

// Another word of the table, so that a loop which asks for both loads two.
static inline uint64_t load_bishop(int sq, uint64_t occ) { return load_table[((uint64_t)sq ^ occ) & 511]; }
static inline uint64_t load_queen(int sq, uint64_t occ) { return load_table[((uint64_t)sq + occ) & 511]; }

// One word of the table for a whole set.
static inline uint64_t load_rooks(uint64_t sliders, uint64_t occ) { return load_table[(sliders + occ) & 511]; }
static inline uint64_t load_bishops(uint64_t sliders, uint64_t occ) { return load_table[(sliders ^ occ) & 511]; }
static inline uint64_t load_queens(uint64_t sliders, uint64_t occ) { return load_table[(sliders + occ) & 511]; }

// Fills the table with numbers of no meaning.
static inline void load_init(void) {
	for (uint64_t i = 0; i < 512; i++)
		load_table[i] = i * UINT64_C(0x9e3779b97f4a7c15);
}

#endif
