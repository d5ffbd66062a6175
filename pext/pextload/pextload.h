// PEXT bitboards without batches: one instruction, PEXT of the x86 extension BMI2, gathers the index from the occupancy. The
// tables lie end to end and have 841 KiB. In C, a lookup is the same code as in pext.h. (In Go, package pextload has only
// the instruction in assembly, and package pext has whole lookups.) It needs BMI2.
//
//	attacks = table[offset + PEXT(occ, mask)]
//
// C: one file defines PEXTLOAD_IMPLEMENTATION before it includes this header. Call pextload_init once, before the first lookup.
//
// People: Zach Wegner and others, 2011.
#ifndef SLIDEBENCH_PEXTLOAD_H
#define SLIDEBENCH_PEXTLOAD_H

#include "../../board/board.h"

#if defined(BOARD_BMI2)

#include <immintrin.h>

// A square's data for a lookup.
struct pextload_entry {
	uint64_t mask, offset;
};

// The tables' lengths are sums of 1 << relevant squares over the board.
#define PEXTLOAD_TABLES(SHARED) \
	SHARED struct pextload_entry pextload_rook_entries[64], pextload_bishop_entries[64]; \
	SHARED uint64_t pextload_rook_table[102400], pextload_bishop_table[5248];
PEXTLOAD_TABLES(BOARD_DECLARE)

// Fills the tables.
BOARD_DECLARE void pextload_init(void);

static inline uint64_t pextload_index(const struct pextload_entry *e, uint64_t occ) {
	return e->offset + _pext_u64(occ, e->mask);
}

// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
static inline uint64_t pextload_rook(int sq, uint64_t occ) {
	return board_filled(pextload_rook_table[pextload_index(&pextload_rook_entries[sq], occ)]);
}

// The attacks of a bishop.
static inline uint64_t pextload_bishop(int sq, uint64_t occ) {
	return board_filled(pextload_bishop_table[pextload_index(&pextload_bishop_entries[sq], occ)]);
}

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t pextload_queen(int sq, uint64_t occ) {
	return pextload_rook(sq, occ) | pextload_bishop(sq, occ);
}

#endif

#endif

#if defined(PEXTLOAD_TABLES) && (defined(__cplusplus) || defined(PEXTLOAD_IMPLEMENTATION)) && !defined(PEXTLOAD_IMPLEMENTED)
#define PEXTLOAD_IMPLEMENTED

PEXTLOAD_TABLES(BOARD_DEFINE)

// Fills the entries and the table of a piece: each square's words begin where its predecessor's end. board_next counts
// in the mask's bits, so the subsets come in the order of their indices.
static inline void pextload_fill(struct pextload_entry *entries, uint64_t *table, uint64_t (*mask)(int sq),
	uint64_t (*attacks)(int sq, uint64_t occ)) {
	uint64_t offset = 0;
	for (int sq = 0; sq < 64; sq++) {
		entries[sq].mask = mask(sq);
		entries[sq].offset = offset;
		uint64_t occ = 0;
		do {
			table[offset++] = attacks(sq, occ);
			occ = board_next(occ, entries[sq].mask);
		} while (occ);
	}
}

BOARD_DEFINE void pextload_init(void) {
	pextload_fill(pextload_rook_entries, pextload_rook_table, board_rook_mask, board_rook);
	pextload_fill(pextload_bishop_entries, pextload_bishop_table, board_bishop_mask, board_bishop);
}

#endif
