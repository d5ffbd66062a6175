// Lookup by a gathered index: the relevant squares are tested one by one, and each one sets a bit of the index of a
// table. The loop does the work of one magic multiplication or one PEXT instruction.
//
//	for the i-th relevant square s: index |= (occ >> s & 1) << i
//	attacks = table[offset + index]
//
// C: one file defines NAIVE_IMPLEMENTATION before it includes this header. Call naive_init once, before the first lookup.
//
// People: folklore.
#ifndef SLIDEBENCH_NAIVE_H
#define SLIDEBENCH_NAIVE_H

#include "../../board/board.h"

// A square's relevant squares, of which only the first n count, and the place of its table.
struct naive_entry {
	uint32_t offset;
	uint8_t n, squares[12];
};

// The tables' lengths are sums of 1 << relevant squares over the board.
#define NAIVE_TABLES(SHARED) \
	SHARED struct naive_entry naive_rook_entries[64], naive_bishop_entries[64]; \
	SHARED uint64_t naive_rook_table[102400], naive_bishop_table[5248];
NAIVE_TABLES(BOARD_DECLARE)

// Fills the tables.
BOARD_DECLARE void naive_init(void);

// n relevant squares have 2**n subsets, and each subset has an index of its own, so no factor has to be found.
static inline uint64_t naive_index(const struct naive_entry *e, uint64_t occ) {
	uint64_t index = 0;
	for (int i = 0; i < e->n; i++)
		index |= (occ >> e->squares[i] & 1) << i;
	return e->offset + index;
}

// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
static inline uint64_t naive_rook(int sq, uint64_t occ) {
	return board_filled(naive_rook_table[naive_index(&naive_rook_entries[sq], occ)]);
}

// The attacks of a bishop.
static inline uint64_t naive_bishop(int sq, uint64_t occ) {
	return board_filled(naive_bishop_table[naive_index(&naive_bishop_entries[sq], occ)]);
}

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t naive_queen(int sq, uint64_t occ) { return naive_rook(sq, occ) | naive_bishop(sq, occ); }

#endif

#if (defined(__cplusplus) || defined(NAIVE_IMPLEMENTATION)) && !defined(NAIVE_IMPLEMENTED)
#define NAIVE_IMPLEMENTED

NAIVE_TABLES(BOARD_DEFINE)

// The entry for a mask. The squares beyond the first n are 0.
static inline void naive_place(struct naive_entry *e, uint64_t mask, uint32_t offset) {
	e->offset = offset;
	e->n = 0;
	for (int i = 0; i < 12; i++)
		e->squares[i] = 0;
	for (; mask; mask &= mask - 1)
		e->squares[e->n++] = (uint8_t)board_trailing_zeros(mask);
}

// Each square's table begins where its predecessor's ends.
BOARD_DEFINE void naive_init(void) {
	uint32_t rook_offset = 0, bishop_offset = 0;
	for (int sq = 0; sq < 64; sq++) {
		uint64_t rook_mask = board_rook_mask(sq), bishop_mask = board_bishop_mask(sq), occ = 0;
		naive_place(&naive_rook_entries[sq], rook_mask, rook_offset);
		naive_place(&naive_bishop_entries[sq], bishop_mask, bishop_offset);
		do {
			naive_rook_table[naive_index(&naive_rook_entries[sq], occ)] = board_rook(sq, occ);
			occ = board_next(occ, rook_mask);
			rook_offset++;
		} while (occ);
		do {
			naive_bishop_table[naive_index(&naive_bishop_entries[sq], occ)] = board_bishop(sq, occ);
			occ = board_next(occ, bishop_mask);
			bishop_offset++;
		} while (occ);
	}
}

#endif
