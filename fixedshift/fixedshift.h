// Fixed-shift magic bitboards: one constant shift for all rooks and one for all bishops, so that no shift is loaded.
// The ranges of all 128 squares overlap in one table of 695 KiB: the used slots of one square fall into the unused
// slots of others.
//
//	attacks = table[offset + ((occ & mask) * factor >> 52)]     rooks; bishops >> 55
//
// C: one file defines FIXEDSHIFT_IMPLEMENTATION before it includes this header. Call fixedshift_init once, before the first lookup.
//
// People: Onno Garms, 2009; Volker Annuß, 2010. Factors and offsets were found by this project's own search (findmagic
// pack).
#ifndef SLIDEBENCH_FIXEDSHIFT_H
#define SLIDEBENCH_FIXEDSHIFT_H

#include "../board/board.h"

// The numbers that a search found, in two parts: here the table's length, and below, where FIXEDSHIFT_IMPLEMENTED is defined, the arrays.
#include "factors_gen.h"

// The relevant squares of the largest masks: of a rook in a corner, and of a bishop in the centre.
enum { fixedshift_rook_index_bits = 12, fixedshift_bishop_index_bits = 9 };

// A square's data for a lookup. Offsets count modulo 1 << 32, because they are negative for a square whose smallest
// index is above 0.
struct fixedshift_entry {
	uint64_t mask, factor;
	uint32_t offset;
};

#define FIXEDSHIFT_TABLES(SHARED) \
	SHARED struct fixedshift_entry fixedshift_rook_entries[64], fixedshift_bishop_entries[64]; \
	SHARED uint64_t fixedshift_table[fixedshift_table_words];
FIXEDSHIFT_TABLES(BOARD_DECLARE)

// Fills the tables.
BOARD_DECLARE void fixedshift_init(void);

static inline uint32_t fixedshift_rook_index(const struct fixedshift_entry *e, uint64_t occ) {
	return e->offset + (uint32_t)((occ & e->mask) * e->factor >> (64 - fixedshift_rook_index_bits));
}
static inline uint32_t fixedshift_bishop_index(const struct fixedshift_entry *e, uint64_t occ) {
	return e->offset + (uint32_t)((occ & e->mask) * e->factor >> (64 - fixedshift_bishop_index_bits));
}

// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
static inline uint64_t fixedshift_rook(int sq, uint64_t occ) {
	return board_filled(fixedshift_table[fixedshift_rook_index(&fixedshift_rook_entries[sq], occ)]);
}

// The attacks of a bishop.
static inline uint64_t fixedshift_bishop(int sq, uint64_t occ) {
	return board_filled(fixedshift_table[fixedshift_bishop_index(&fixedshift_bishop_entries[sq], occ)]);
}

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t fixedshift_queen(int sq, uint64_t occ) {
	return fixedshift_rook(sq, occ) | fixedshift_bishop(sq, occ);
}

#endif

#if (defined(__cplusplus) || defined(FIXEDSHIFT_IMPLEMENTATION)) && !defined(FIXEDSHIFT_IMPLEMENTED)
#define FIXEDSHIFT_IMPLEMENTED

#include "factors_gen.h"

FIXEDSHIFT_TABLES(BOARD_DEFINE)

// Fills the tables. Squares share a slot only where their attacks are equal: the search chose offsets for that.
BOARD_DEFINE void fixedshift_init(void) {
	for (int sq = 0; sq < 64; sq++) {
		struct fixedshift_entry *rook = &fixedshift_rook_entries[sq], *bishop = &fixedshift_bishop_entries[sq];
		rook->mask = board_rook_mask(sq);
		rook->factor = fixedshift_rook_factors[sq];
		rook->offset = fixedshift_rook_offsets[sq];
		bishop->mask = board_bishop_mask(sq);
		bishop->factor = fixedshift_bishop_factors[sq];
		bishop->offset = fixedshift_bishop_offsets[sq];
		uint64_t occ = 0;
		do {
			fixedshift_table[fixedshift_rook_index(rook, occ)] = board_rook(sq, occ);
			occ = board_next(occ, rook->mask);
		} while (occ);
		do {
			fixedshift_table[fixedshift_bishop_index(bishop, occ)] = board_bishop(sq, occ);
			occ = board_next(occ, bishop->mask);
		} while (occ);
	}
}

#endif
