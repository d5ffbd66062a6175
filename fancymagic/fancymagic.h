// Fancy magic bitboards: attacks are looked up in a table whose index is a perfect hash of the relevant occupancy, computed by one
// multiplication. Each square's table is as long as the square needs, 32 to 4,096 words, and the tables lie end to end, 841 KiB.
//
//	attacks = table[offset + ((occ & mask) * factor >> shift)]
//
// C: one file defines FANCYMAGIC_IMPLEMENTATION before it includes this header. Call fancymagic_init once, before the first lookup.
//
// People: Pradu Kannan, 2006-07, after Lasse Hansen's plain magics, 2006. The factors are this project's own.
#ifndef SLIDEBENCH_FANCYMAGIC_H
#define SLIDEBENCH_FANCYMAGIC_H

#include "../board/board.h"

// A square's data for a lookup: 32 bytes, so that none straddles a cache line.
struct fancymagic_entry {
	uint64_t mask, factor, offset, shift;
};

// The tables' lengths are sums of 1 << relevant squares over the board.
#define FANCYMAGIC_TABLES(SHARED) \
	SHARED struct fancymagic_entry fancymagic_rook_entries[64], fancymagic_bishop_entries[64]; \
	SHARED uint64_t fancymagic_rook_table[102400], fancymagic_bishop_table[5248];
FANCYMAGIC_TABLES(BOARD_DECLARE)

// Fills the tables.
BOARD_DECLARE void fancymagic_init(void);

static inline uint64_t fancymagic_index(const struct fancymagic_entry *e, uint64_t occ) {
	return e->offset + ((occ & e->mask) * e->factor >> e->shift);
}

// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
static inline uint64_t fancymagic_rook(int sq, uint64_t occ) {
	return board_filled(fancymagic_rook_table[fancymagic_index(&fancymagic_rook_entries[sq], occ)]);
}

// The attacks of a bishop.
static inline uint64_t fancymagic_bishop(int sq, uint64_t occ) {
	return board_filled(fancymagic_bishop_table[fancymagic_index(&fancymagic_bishop_entries[sq], occ)]);
}

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t fancymagic_queen(int sq, uint64_t occ) { return fancymagic_rook(sq, occ) | fancymagic_bishop(sq, occ); }

#endif

#if (defined(__cplusplus) || defined(FANCYMAGIC_IMPLEMENTATION)) && !defined(FANCYMAGIC_IMPLEMENTED)
#define FANCYMAGIC_IMPLEMENTED

// factors_gen.h defines the factors of fancymagic, for each header that includes it under other names: those that this macro makes.
#define FACTORS_OF(piece) fancymagic_##piece##_factors
#include "factors_gen.h"
#undef FACTORS_OF

FANCYMAGIC_TABLES(BOARD_DEFINE)

BOARD_DEFINE void fancymagic_init(void) {
	uint64_t rook_offset = 0, bishop_offset = 0;
	for (int sq = 0; sq < 64; sq++) {
		struct fancymagic_entry *rook = &fancymagic_rook_entries[sq], *bishop = &fancymagic_bishop_entries[sq];
		rook->mask = board_rook_mask(sq);
		rook->factor = fancymagic_rook_factors[sq];
		rook->offset = rook_offset;
		rook->shift = 64 - (uint64_t)board_count(rook->mask);
		bishop->mask = board_bishop_mask(sq);
		bishop->factor = fancymagic_bishop_factors[sq];
		bishop->offset = bishop_offset;
		bishop->shift = 64 - (uint64_t)board_count(bishop->mask);
		uint64_t occ = 0;
		do {
			fancymagic_rook_table[fancymagic_index(rook, occ)] = board_rook(sq, occ);
			occ = board_next(occ, rook->mask);
			rook_offset++;
		} while (occ);
		do {
			fancymagic_bishop_table[fancymagic_index(bishop, occ)] = board_bishop(sq, occ);
			occ = board_next(occ, bishop->mask);
			bishop_offset++;
		} while (occ);
	}
}

#endif
