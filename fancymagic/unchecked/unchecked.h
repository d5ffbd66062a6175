// Fancy magic bitboards with addresses: a square's entry holds the address of its table in place of an offset, which
// saves an addition. The index is a perfect hash of the relevant occupancy, computed by one multiplication, and the
// tables lie end to end, 841 KiB.
//
//	attacks = table of the square[(occ & mask) * factor >> shift]     shift = 64 - number of relevant squares
//
// C: one file defines UNCHECKED_IMPLEMENTATION before it includes this header. Call unchecked_init once, before the first lookup.
//
// People: Pradu Kannan, 2006-07. The factors are those of fancymagic, this project's own.
#ifndef SLIDEBENCH_UNCHECKED_H
#define SLIDEBENCH_UNCHECKED_H

#include "../../board/board.h"

// A square's data for a lookup: with addresses of 64 bits it takes 32 bytes, so that none straddles a cache line.
struct unchecked_entry {
	uint64_t mask, factor;
	uint64_t *table; // to the square's 1 << (64 - shift) words
	uint64_t shift;
};

// The tables' lengths are sums of 1 << relevant squares over the board.
#define UNCHECKED_TABLES(SHARED) \
	SHARED struct unchecked_entry unchecked_rook_entries[64], unchecked_bishop_entries[64]; \
	SHARED uint64_t unchecked_rook_table[102400], unchecked_bishop_table[5248];
UNCHECKED_TABLES(BOARD_DECLARE)

// Fills the tables.
BOARD_DECLARE void unchecked_init(void);

// The word of an occupancy. It is within the square's table for every occ, because the shift leaves 64 - shift bits of
// the product.
static inline uint64_t *unchecked_slot(const struct unchecked_entry *e, uint64_t occ) {
	return &e->table[(occ & board_filled(e->mask)) * e->factor >> e->shift];
}

// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
static inline uint64_t unchecked_rook(int sq, uint64_t occ) {
	return *unchecked_slot(&unchecked_rook_entries[sq], occ);
}

// The attacks of a bishop.
static inline uint64_t unchecked_bishop(int sq, uint64_t occ) {
	return *unchecked_slot(&unchecked_bishop_entries[sq], occ);
}

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t unchecked_queen(int sq, uint64_t occ) {
	return unchecked_rook(sq, occ) | unchecked_bishop(sq, occ);
}

#endif

#if (defined(__cplusplus) || defined(UNCHECKED_IMPLEMENTATION)) && !defined(UNCHECKED_IMPLEMENTED)
#define UNCHECKED_IMPLEMENTED

// factors_gen.h defines the factors of fancymagic, for each header that includes it under other names: those that this macro makes.
#define FACTORS_OF(piece) unchecked_##piece##_factors
#include "../factors_gen.h"
#undef FACTORS_OF

UNCHECKED_TABLES(BOARD_DEFINE)

// Fills the entries and the table of a piece: each square's words begin where its predecessor's end.
static inline void unchecked_fill(struct unchecked_entry *entries, uint64_t *table, const uint64_t *factors,
	uint64_t (*mask)(int sq), uint64_t (*attacks)(int sq, uint64_t occ)) {
	for (int sq = 0; sq < 64; sq++) {
		struct unchecked_entry *e = &entries[sq];
		e->mask = mask(sq);
		e->factor = factors[sq];
		e->table = table;
		e->shift = 64 - (uint64_t)board_count(e->mask);
		table += (uint64_t)1 << (64 - e->shift);
		uint64_t occ = 0;
		do {
			*unchecked_slot(e, occ) = attacks(sq, occ);
			occ = board_next(occ, e->mask);
		} while (occ);
	}
}

BOARD_DEFINE void unchecked_init(void) {
	unchecked_fill(unchecked_rook_entries, unchecked_rook_table, unchecked_rook_factors, board_rook_mask, board_rook);
	unchecked_fill(unchecked_bishop_entries, unchecked_bishop_table, unchecked_bishop_factors, board_bishop_mask,
		board_bishop);
}

#endif
