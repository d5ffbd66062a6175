// Black magic bitboards: the irrelevant squares are set instead of cleared before the multiplication. That adds the
// same number, not_mask * factor, to every product, so a square's smallest index may be above 0, and with constant
// shifts the ranges of all 128 squares overlap closely in one table of 687 KiB.
//
//	attacks = table[offset + ((occ | not_mask) * factor >> 52)]     rooks; bishops >> 55
//
// C: one file defines BLACKMAGIC_IMPLEMENTATION before it includes this header. Call blackmagic_init once, before the first lookup.
//
// People: Onno Garms, Volker Annuß, Niklas Fiekas, 2017. Factors and offsets were found by this project's own search in
// November 2026, from random factors, owing nothing to published ones.
#ifndef SLIDEBENCH_BLACKMAGIC_H
#define SLIDEBENCH_BLACKMAGIC_H

#include "../board/board.h"

// The numbers that a search found, in two parts: here the table's length, and below, where BLACKMAGIC_IMPLEMENTED is defined, the arrays.
#include "factors_gen.h"

// The relevant squares of the largest masks: of a rook in a corner, and of a bishop in the centre.
enum { blackmagic_rook_index_bits = 12, blackmagic_bishop_index_bits = 9 };

// A square's data for a lookup. Offsets count modulo 1 << 32, because they are negative for a square whose smallest
// index is above the first slots.
struct blackmagic_entry {
	uint64_t not_mask, factor;
	uint32_t offset;
};

#define BLACKMAGIC_TABLES(SHARED) \
	SHARED struct blackmagic_entry blackmagic_rook_entries[64], blackmagic_bishop_entries[64]; \
	SHARED uint64_t blackmagic_table[blackmagic_table_words];
BLACKMAGIC_TABLES(BOARD_DECLARE)

// Fills the tables.
BOARD_DECLARE void blackmagic_init(void);

static inline uint32_t blackmagic_rook_index(const struct blackmagic_entry *e, uint64_t occ) {
	return e->offset + (uint32_t)((occ | e->not_mask) * e->factor >> (64 - blackmagic_rook_index_bits));
}
static inline uint32_t blackmagic_bishop_index(const struct blackmagic_entry *e, uint64_t occ) {
	return e->offset + (uint32_t)((occ | e->not_mask) * e->factor >> (64 - blackmagic_bishop_index_bits));
}

// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
static inline uint64_t blackmagic_rook(int sq, uint64_t occ) {
	return board_filled(blackmagic_table[blackmagic_rook_index(&blackmagic_rook_entries[sq], occ)]);
}

// The attacks of a bishop.
static inline uint64_t blackmagic_bishop(int sq, uint64_t occ) {
	return board_filled(blackmagic_table[blackmagic_bishop_index(&blackmagic_bishop_entries[sq], occ)]);
}

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t blackmagic_queen(int sq, uint64_t occ) {
	return blackmagic_rook(sq, occ) | blackmagic_bishop(sq, occ);
}

#endif

#if (defined(__cplusplus) || defined(BLACKMAGIC_IMPLEMENTATION)) && !defined(BLACKMAGIC_IMPLEMENTED)
#define BLACKMAGIC_IMPLEMENTED

#include "factors_gen.h"

BLACKMAGIC_TABLES(BOARD_DEFINE)

// Fills the tables. Squares share a slot only where their attacks are equal: the search chose offsets for that.
BOARD_DEFINE void blackmagic_init(void) {
	for (int sq = 0; sq < 64; sq++) {
		struct blackmagic_entry *rook = &blackmagic_rook_entries[sq], *bishop = &blackmagic_bishop_entries[sq];
		rook->not_mask = ~board_rook_mask(sq);
		rook->factor = blackmagic_rook_factors[sq];
		rook->offset = blackmagic_rook_offsets[sq];
		bishop->not_mask = ~board_bishop_mask(sq);
		bishop->factor = blackmagic_bishop_factors[sq];
		bishop->offset = blackmagic_bishop_offsets[sq];
		uint64_t occ = 0;
		do {
			blackmagic_table[blackmagic_rook_index(rook, occ)] = board_rook(sq, occ);
			occ = board_next(occ, ~rook->not_mask);
		} while (occ);
		do {
			blackmagic_table[blackmagic_bishop_index(bishop, occ)] = board_bishop(sq, occ);
			occ = board_next(occ, ~bishop->not_mask);
		} while (occ);
	}
}

#endif
