// PEXT in software: the PEXT technique for a processor without the instruction. Six masked shifts pack the relevant
// squares into an index, and the tables lie end to end, 841 KiB.
//
//	attacks = table[offset + extract(occ, mask)]
//	extract: x = occ & mask; for i = 0..5: move = x & moves[i]; x = (x ^ move) | move >> (1 << i)
//
// C: one file defines SOFTPEXT_IMPLEMENTATION before it includes this header. Call softpext_init once, before the first lookup.
//
// People: the method is Henry S. Warren's; Zach Wegner's zp7, 2020, keeps the moves per mask, as here.
#ifndef SLIDEBENCH_SOFTPEXT_H
#define SLIDEBENCH_SOFTPEXT_H

#include "../../board/board.h"

// A square's data for a lookup: 64 bytes. moves[i] are the bits that move down by 1 << i places in step i, in their
// places when that step begins.
struct softpext_entry {
	uint64_t mask, moves[6], offset;
};

// The tables' lengths are sums of 1 << relevant squares over the board.
#define SOFTPEXT_TABLES(SHARED) \
	SHARED struct softpext_entry softpext_rook_entries[64], softpext_bishop_entries[64]; \
	SHARED uint64_t softpext_rook_table[102400], softpext_bishop_table[5248];
SOFTPEXT_TABLES(BOARD_DECLARE)

// Fills the tables.
BOARD_DECLARE void softpext_init(void);

// A relevant square has to move down by the number of irrelevant squares below it, a number of six bits. Bits never
// meet on the way: of two relevant squares, the lower one's distance is at most the upper one's, and in steps from
// small to large the lower bit stays below the upper.
static inline uint64_t softpext_index(const struct softpext_entry *e, uint64_t occ) {
	uint64_t x = occ & e->mask;
	for (int i = 0; i < 6; i++) {
		uint64_t move = x & e->moves[i];
		x = (x ^ move) | move >> (1 << i);
	}
	return e->offset + x;
}

// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
static inline uint64_t softpext_rook(int sq, uint64_t occ) {
	return board_filled(softpext_rook_table[softpext_index(&softpext_rook_entries[sq], occ)]);
}

// The attacks of a bishop.
static inline uint64_t softpext_bishop(int sq, uint64_t occ) {
	return board_filled(softpext_bishop_table[softpext_index(&softpext_bishop_entries[sq], occ)]);
}

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t softpext_queen(int sq, uint64_t occ) {
	return softpext_rook(sq, occ) | softpext_bishop(sq, occ);
}

#endif

#if (defined(__cplusplus) || defined(SOFTPEXT_IMPLEMENTATION)) && !defined(SOFTPEXT_IMPLEMENTED)
#define SOFTPEXT_IMPLEMENTED

SOFTPEXT_TABLES(BOARD_DEFINE)

// Prepares a mask.
static inline void softpext_set_mask(struct softpext_entry *e, uint64_t mask) {
	e->mask = mask;
	for (int i = 0; i < 6; i++)
		e->moves[i] = 0;
	for (uint64_t rest = mask; rest; rest &= rest - 1) {
		int at = board_trailing_zeros(rest);
		int distance = at - board_count(mask & (board_bit(at) - 1));
		for (int i = 0; i < 6; i++)
			if (distance >> i & 1) {
				e->moves[i] |= board_bit(at);
				at -= 1 << i;
			}
	}
}

// Fills the entries and the table of a piece: each square's words begin where its predecessor's end.
static inline void softpext_fill(struct softpext_entry *entries, uint64_t *table, uint64_t (*mask)(int sq),
	uint64_t (*attacks)(int sq, uint64_t occ)) {
	uint64_t offset = 0;
	for (int sq = 0; sq < 64; sq++) {
		struct softpext_entry *e = &entries[sq];
		softpext_set_mask(e, mask(sq));
		e->offset = offset;
		uint64_t occ = 0;
		do {
			table[softpext_index(e, occ)] = attacks(sq, occ);
			occ = board_next(occ, e->mask);
			offset++;
		} while (occ);
	}
}

BOARD_DEFINE void softpext_init(void) {
	softpext_fill(softpext_rook_entries, softpext_rook_table, board_rook_mask, board_rook);
	softpext_fill(softpext_bishop_entries, softpext_bishop_table, board_bishop_mask, board_bishop);
}

#endif
