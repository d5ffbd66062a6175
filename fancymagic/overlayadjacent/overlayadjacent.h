// Overlaid magic bitboards without the adjacent squares: one table whose slots serve several squares at once, as in
// overlay, but its words do not store the squares next to the slider. These are attacked under every occupancy, so a
// mask adds them in the end. Two squares may share a slot if, after rotation, the rest of their lines does not meet.
// The table has 171 KiB instead of 273.
//
//	attacks = (rotate(table[offset + (((occ & mask) | filled) * factor >> shift)], rotation) & distant) | adjacent
//
// C: one file defines OVERLAYADJACENT_IMPLEMENTATION before it includes this header. Call overlayadjacent_init once, before the first lookup.
//
// People: this project, 2026; no source known except for Lasse Hansen's postmask, 2008. The factors are this project's.
#ifndef SLIDEBENCH_OVERLAYADJACENT_H
#define SLIDEBENCH_OVERLAYADJACENT_H

#include "../../board/board.h"

// The numbers that a search found, in two parts: here the table's length and the forms, and below, where OVERLAYADJACENT_IMPLEMENTED is defined, the arrays.
#include "factors_gen.h"

// A square's data for a lookup. Filled squares are set before the multiplication: none in the white form of magics, all
// irrelevant squares in the black form. Distant is the lines without the adjacent squares. Offsets count modulo
// 1 << 32, because that of a square whose smallest index is above 0 may be negative.
struct overlayadjacent_entry {
	uint64_t mask, filled, factor, distant, adjacent;
	uint32_t offset;
	uint8_t shift, rotation;
};

#define OVERLAYADJACENT_TABLES(SHARED) \
	SHARED struct overlayadjacent_entry overlayadjacent_rook_entries[64], overlayadjacent_bishop_entries[64]; \
	SHARED uint64_t overlayadjacent_table[overlayadjacent_table_words];
OVERLAYADJACENT_TABLES(BOARD_DECLARE)

// Fills the tables.
BOARD_DECLARE void overlayadjacent_init(void);

static inline uint32_t overlayadjacent_index(const struct overlayadjacent_entry *e, uint64_t occ) {
	return e->offset + (uint32_t)(((occ & e->mask) | e->filled) * e->factor >> e->shift);
}
static inline uint64_t overlayadjacent_attacks(const struct overlayadjacent_entry *e, uint64_t occ) {
	return (board_rotate(overlayadjacent_table[overlayadjacent_index(e, occ)], e->rotation) & e->distant) | e->adjacent;
}

// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
static inline uint64_t overlayadjacent_rook(int sq, uint64_t occ) {
	return board_filled(overlayadjacent_attacks(&overlayadjacent_rook_entries[sq], occ));
}

// The attacks of a bishop.
static inline uint64_t overlayadjacent_bishop(int sq, uint64_t occ) {
	return board_filled(overlayadjacent_attacks(&overlayadjacent_bishop_entries[sq], occ));
}

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t overlayadjacent_queen(int sq, uint64_t occ) {
	return overlayadjacent_rook(sq, occ) | overlayadjacent_bishop(sq, occ);
}

// Completes a square's entry, and adds its attacks to the words that it reads. The search chose
// offsets and rotations with which squares that share a word have no bit of it in common, or agree about it.
static inline void overlayadjacent_add(struct overlayadjacent_entry *e, int form, int sq, uint64_t (*mask)(int sq),
	uint64_t (*attacks)(int sq, uint64_t occ)) {
	e->mask = mask(sq);
	e->filled = form == overlayadjacent_black ? ~e->mask : 0;
	e->adjacent = attacks(sq, ~(uint64_t)0);
	e->distant = attacks(sq, 0) & ~e->adjacent;
	uint64_t occ = 0;
	do {
		overlayadjacent_table[overlayadjacent_index(e, occ)] |= board_rotate(attacks(sq, occ) & e->distant, -e->rotation);
		occ = board_next(occ, e->mask);
	} while (occ);
}

#endif

#if (defined(__cplusplus) || defined(OVERLAYADJACENT_IMPLEMENTATION)) && !defined(OVERLAYADJACENT_IMPLEMENTED)
#define OVERLAYADJACENT_IMPLEMENTED

#include "factors_gen.h"

OVERLAYADJACENT_TABLES(BOARD_DEFINE)

BOARD_DEFINE void overlayadjacent_init(void) {
	for (int i = 0; i < overlayadjacent_table_words; i++)
		overlayadjacent_table[i] = 0;
	for (int sq = 0; sq < 64; sq++) {
		struct overlayadjacent_entry *rook = &overlayadjacent_rook_entries[sq], *bishop = &overlayadjacent_bishop_entries[sq];
		rook->factor = overlayadjacent_rook_factors[sq];
		rook->offset = overlayadjacent_rook_offsets[sq];
		rook->shift = overlayadjacent_rook_shifts[sq];
		rook->rotation = overlayadjacent_rook_rotations[sq];
		overlayadjacent_add(rook, overlayadjacent_rook_forms[sq], sq, board_rook_mask, board_rook);
		bishop->factor = overlayadjacent_bishop_factors[sq];
		bishop->offset = overlayadjacent_bishop_offsets[sq];
		bishop->shift = overlayadjacent_bishop_shifts[sq];
		bishop->rotation = overlayadjacent_bishop_rotations[sq];
		overlayadjacent_add(bishop, overlayadjacent_bishop_forms[sq], sq, board_bishop_mask, board_bishop);
	}
}

#endif
