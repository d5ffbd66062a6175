// Overlaid magic bitboards: magics in one table whose slots serve several squares at once, rooks and bishops. Each
// square reads the bits on its own lines, by a rotation and a mask, and ignores the rest. The table has 273 KiB instead
// of 841.
//
//	attacks = rotate(table[offset + (((occ & mask) | filled) * factor >> shift)], rotation) & lines
//
// C: one file defines OVERLAY_IMPLEMENTATION before it includes this header. Call overlay_init once, before the first lookup.
//
// People: this project, 2026; no source is known for rotations, for squares at any distance, or for rooks over bishops.
// That two diagonal neighbours share a word and each masks it after the lookup is Lasse Hansen's, 2008. The factors are
// this project's.
#ifndef SLIDEBENCH_OVERLAY_H
#define SLIDEBENCH_OVERLAY_H

#include "../../board/board.h"

// The numbers that a search found, in two parts: here the table's length and the forms, and below, where OVERLAY_IMPLEMENTED is defined, the arrays.
#include "factors_gen.h"

// A square's data for a lookup, except for the filled squares: with them it would be 40 bytes, an awkward number for
// multiplication. Offsets count modulo 1 << 32, because that of a square whose smallest index is above 0 may be negative.
struct overlay_entry {
	uint64_t mask, factor, lines;
	uint32_t offset;
	uint8_t shift, rotation;
};

// Filled squares are set before the multiplication: none in the white form of magics, all irrelevant squares in the
// black form.
#define OVERLAY_TABLES(SHARED) \
	SHARED struct overlay_entry overlay_rook_entries[64], overlay_bishop_entries[64]; \
	SHARED uint64_t overlay_rook_filled[64], overlay_bishop_filled[64]; \
	SHARED uint64_t overlay_table[overlay_table_words];
OVERLAY_TABLES(BOARD_DECLARE)

// Fills the tables.
BOARD_DECLARE void overlay_init(void);

static inline uint32_t overlay_index(const struct overlay_entry *e, uint64_t filled, uint64_t occ) {
	return e->offset + (uint32_t)(((occ & e->mask) | filled) * e->factor >> e->shift);
}
static inline uint64_t overlay_attacks(const struct overlay_entry *e, uint64_t filled, uint64_t occ) {
	return board_rotate(overlay_table[overlay_index(e, filled, occ)], e->rotation) & e->lines;
}

// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
static inline uint64_t overlay_rook(int sq, uint64_t occ) {
	return board_filled(overlay_attacks(&overlay_rook_entries[sq], overlay_rook_filled[sq], occ));
}

// The attacks of a bishop.
static inline uint64_t overlay_bishop(int sq, uint64_t occ) {
	return board_filled(overlay_attacks(&overlay_bishop_entries[sq], overlay_bishop_filled[sq], occ));
}

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t overlay_queen(int sq, uint64_t occ) { return overlay_rook(sq, occ) | overlay_bishop(sq, occ); }

// Adds a square's attacks to the words that it reads. Squares may share a word: the search chose offsets and rotations with
// which their lines have only bits in common where their attacks agree.
static inline void overlay_add(const struct overlay_entry *e, uint64_t filled, int sq,
	uint64_t (*attacks)(int sq, uint64_t occ)) {
	uint64_t occ = 0;
	do {
		overlay_table[overlay_index(e, filled, occ)] |= board_rotate(attacks(sq, occ), -e->rotation);
		occ = board_next(occ, e->mask);
	} while (occ);
}

#endif

#if (defined(__cplusplus) || defined(OVERLAY_IMPLEMENTATION)) && !defined(OVERLAY_IMPLEMENTED)
#define OVERLAY_IMPLEMENTED

#include "factors_gen.h"

OVERLAY_TABLES(BOARD_DEFINE)

BOARD_DEFINE void overlay_init(void) {
	for (int i = 0; i < overlay_table_words; i++)
		overlay_table[i] = 0;
	for (int sq = 0; sq < 64; sq++) {
		struct overlay_entry *rook = &overlay_rook_entries[sq], *bishop = &overlay_bishop_entries[sq];
		rook->mask = board_rook_mask(sq);
		rook->factor = overlay_rook_factors[sq];
		rook->lines = board_rook(sq, 0);
		rook->offset = overlay_rook_offsets[sq];
		rook->shift = overlay_rook_shifts[sq];
		rook->rotation = overlay_rook_rotations[sq];
		overlay_rook_filled[sq] = overlay_rook_forms[sq] == overlay_black ? ~rook->mask : 0;
		bishop->mask = board_bishop_mask(sq);
		bishop->factor = overlay_bishop_factors[sq];
		bishop->lines = board_bishop(sq, 0);
		bishop->offset = overlay_bishop_offsets[sq];
		bishop->shift = overlay_bishop_shifts[sq];
		bishop->rotation = overlay_bishop_rotations[sq];
		overlay_bishop_filled[sq] = overlay_bishop_forms[sq] == overlay_black ? ~bishop->mask : 0;
		overlay_add(rook, overlay_rook_filled[sq], sq, board_rook);
		overlay_add(bishop, overlay_bishop_filled[sq], sq, board_bishop);
	}
}

#endif
