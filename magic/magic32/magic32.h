// 32-bit magic bitboards, for processors without a fast 64-bit multiplication: the two halves of the board are
// multiplied separately, and the products joined by exclusive or. Each square's table is as long as the square needs,
// and the tables lie end to end.
//
//	lo, hi  = low and high 32 bits
//	attacks = T[offset + ((lo(occ & mask)*lo(factor) ^ hi(occ & mask)*hi(factor)) >> shift)]     modulo 2^32
//
// C: one file defines MAGIC32_IMPLEMENTATION before it includes this header. Call magic32_init once, before the first lookup.
//
// People: Grant Osborne, 2006. The factors are this project's own, found by cmd/findmagic with seed 1.
#ifndef SLIDEBENCH_MAGIC32_H
#define SLIDEBENCH_MAGIC32_H

#include "../../board/board.h"

// A square's data for a lookup. The shift is 32 less the number of relevant squares.
struct magic32_entry {
	uint32_t mask_lo, mask_hi, factor_lo, factor_hi, offset, shift;
};

// The tables' lengths are sums of 1 << relevant squares over the board.
#define MAGIC32_TABLES(SHARED) \
	SHARED struct magic32_entry magic32_rook_entries[64], magic32_bishop_entries[64]; \
	SHARED uint64_t magic32_rook_table[102400], magic32_bishop_table[5248];
MAGIC32_TABLES(BOARD_DECLARE)

// Fills the tables.
BOARD_DECLARE void magic32_init(void);

static inline uint32_t magic32_index(const struct magic32_entry *e, uint64_t occ) {
	uint32_t lo = ((uint32_t)occ & e->mask_lo) * e->factor_lo;
	uint32_t hi = ((uint32_t)(occ >> 32) & e->mask_hi) * e->factor_hi;
	return e->offset + ((lo ^ hi) >> e->shift);
}

// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
static inline uint64_t magic32_rook(int sq, uint64_t occ) {
	return board_filled(magic32_rook_table[magic32_index(&magic32_rook_entries[sq], occ)]);
}

// The attacks of a bishop.
static inline uint64_t magic32_bishop(int sq, uint64_t occ) {
	return board_filled(magic32_bishop_table[magic32_index(&magic32_bishop_entries[sq], occ)]);
}

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t magic32_queen(int sq, uint64_t occ) { return magic32_rook(sq, occ) | magic32_bishop(sq, occ); }

#endif

#if (defined(__cplusplus) || defined(MAGIC32_IMPLEMENTATION)) && !defined(MAGIC32_IMPLEMENTED)
#define MAGIC32_IMPLEMENTED

#include "factors_gen.h"

MAGIC32_TABLES(BOARD_DEFINE)

// Sets a square's data, and returns where the next square's table begins.
static inline uint32_t magic32_place(struct magic32_entry *e, uint64_t mask, uint64_t factor, uint32_t offset) {
	int n = board_count(mask);
	e->mask_lo = (uint32_t)mask;
	e->mask_hi = (uint32_t)(mask >> 32);
	e->factor_lo = (uint32_t)factor;
	e->factor_hi = (uint32_t)(factor >> 32);
	e->offset = offset;
	e->shift = (uint32_t)(32 - n);
	return offset + ((uint32_t)1 << n);
}

BOARD_DEFINE void magic32_init(void) {
	uint32_t rook_offset = 0, bishop_offset = 0;
	for (int sq = 0; sq < 64; sq++) {
		struct magic32_entry *rook = &magic32_rook_entries[sq], *bishop = &magic32_bishop_entries[sq];
		uint64_t rook_mask = board_rook_mask(sq), bishop_mask = board_bishop_mask(sq), occ = 0;
		rook_offset = magic32_place(rook, rook_mask, magic32_rook_factors[sq], rook_offset);
		bishop_offset = magic32_place(bishop, bishop_mask, magic32_bishop_factors[sq], bishop_offset);
		do {
			magic32_rook_table[magic32_index(rook, occ)] = board_rook(sq, occ);
			occ = board_next(occ, rook_mask);
		} while (occ);
		do {
			magic32_bishop_table[magic32_index(bishop, occ)] = board_bishop(sq, occ);
			occ = board_next(occ, bishop_mask);
		} while (occ);
	}
}

#endif
