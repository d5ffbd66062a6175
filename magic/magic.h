// Plain magic bitboards: attacks are looked up in a table whose index is a perfect hash of the relevant occupancy,
// computed by one multiplication. Every square has a table of the same length, so that the shift after the
// multiplication is a constant.
//
//	attacks = T[sq][((occ & mask) * factor) >> 52]     rooks; bishops >> 55
//
// C: one file defines MAGIC_IMPLEMENTATION before it includes this header. Call magic_init once, before the first lookup.
//
// People: Lasse Hansen, 2006. The factors are this project's own, found by cmd/findmagic with seed 1.
#ifndef SLIDEBENCH_MAGIC_H
#define SLIDEBENCH_MAGIC_H

#include "../board/board.h"

// A square's data for a lookup.
struct magic_entry {
	uint64_t mask, factor;
};

// The largest masks have 12 squares, those of a rook in a corner, and 9, those of a bishop in the centre.
#define MAGIC_TABLES(SHARED) \
	SHARED struct magic_entry magic_rook_entries[64], magic_bishop_entries[64]; \
	SHARED uint64_t magic_rook_table[64][1 << 12], magic_bishop_table[64][1 << 9];
MAGIC_TABLES(BOARD_DECLARE)

// Fills the tables.
BOARD_DECLARE void magic_init(void);

static inline uint64_t magic_rook_index(int sq, uint64_t occ) {
	const struct magic_entry *e = &magic_rook_entries[sq];
	return (occ & e->mask) * e->factor >> (64 - 12);
}
static inline uint64_t magic_bishop_index(int sq, uint64_t occ) {
	const struct magic_entry *e = &magic_bishop_entries[sq];
	return (occ & e->mask) * e->factor >> (64 - 9);
}

// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
static inline uint64_t magic_rook(int sq, uint64_t occ) {
	return board_filled(magic_rook_table[sq][magic_rook_index(sq, occ)]);
}

// The attacks of a bishop.
static inline uint64_t magic_bishop(int sq, uint64_t occ) {
	return board_filled(magic_bishop_table[sq][magic_bishop_index(sq, occ)]);
}

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t magic_queen(int sq, uint64_t occ) { return magic_rook(sq, occ) | magic_bishop(sq, occ); }

#endif

#if (defined(__cplusplus) || defined(MAGIC_IMPLEMENTATION)) && !defined(MAGIC_IMPLEMENTED)
#define MAGIC_IMPLEMENTED

#include "factors_gen.h"

MAGIC_TABLES(BOARD_DEFINE)

BOARD_DEFINE void magic_init(void) {
	for (int sq = 0; sq < 64; sq++) {
		struct magic_entry *rook = &magic_rook_entries[sq], *bishop = &magic_bishop_entries[sq];
		rook->mask = board_rook_mask(sq);
		rook->factor = magic_rook_factors[sq];
		bishop->mask = board_bishop_mask(sq);
		bishop->factor = magic_bishop_factors[sq];
		uint64_t occ = 0;
		do {
			magic_rook_table[sq][magic_rook_index(sq, occ)] = board_rook(sq, occ);
			occ = board_next(occ, rook->mask);
		} while (occ);
		do {
			magic_bishop_table[sq][magic_bishop_index(sq, occ)] = board_bishop(sq, occ);
			occ = board_next(occ, bishop->mask);
		} while (occ);
	}
}

#endif
