// Fancy magic bitboards in parallel arrays: masks, factors, shifts and the addresses of the squares' tables have an
// array each. The index is a perfect hash of the relevant occupancy, computed by one multiplication, into a table of 32
// to 4,096 words; all have 841 KiB. A lookup reads a cache line of every array; fancymagic keeps the same data in one
// entry per square.
//
//	attacks = tables[sq][(occ & masks[sq]) * factors[sq] >> shifts[sq]]
//
// C: one file defines PERSQUARE_IMPLEMENTATION before it includes this header. Call persquare_init once, before the first lookup.
//
// People: Pradu Kannan, 2006-07. The factors are those of fancymagic, this project's own.
#ifndef SLIDEBENCH_PERSQUARE_H
#define SLIDEBENCH_PERSQUARE_H

#include "../../board/board.h"

// The addresses of tables lead to the words, whose numbers are sums of 1 << relevant squares over the board.
#define PERSQUARE_TABLES(SHARED) \
	SHARED uint64_t persquare_rook_masks[64], persquare_bishop_masks[64]; \
	SHARED uint8_t persquare_rook_shifts[64], persquare_bishop_shifts[64]; \
	SHARED uint64_t *persquare_rook_tables[64], *persquare_bishop_tables[64]; \
	SHARED uint64_t persquare_rook_words[102400], persquare_bishop_words[5248];
PERSQUARE_TABLES(BOARD_DECLARE)
BOARD_DECLARE const uint64_t persquare_rook_factors[64], persquare_bishop_factors[64];

// Fills the tables.
BOARD_DECLARE void persquare_init(void);

static inline uint64_t persquare_rook_index(int sq, uint64_t occ) {
	return (occ & board_filled(persquare_rook_masks[sq])) * persquare_rook_factors[sq] >> persquare_rook_shifts[sq];
}
static inline uint64_t persquare_bishop_index(int sq, uint64_t occ) {
	return (occ & board_filled(persquare_bishop_masks[sq])) * persquare_bishop_factors[sq] >> persquare_bishop_shifts[sq];
}

// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
static inline uint64_t persquare_rook(int sq, uint64_t occ) {
	return persquare_rook_tables[sq][persquare_rook_index(sq, occ)];
}

// The attacks of a bishop.
static inline uint64_t persquare_bishop(int sq, uint64_t occ) {
	return persquare_bishop_tables[sq][persquare_bishop_index(sq, occ)];
}

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t persquare_queen(int sq, uint64_t occ) {
	return persquare_rook(sq, occ) | persquare_bishop(sq, occ);
}

#endif

#if (defined(__cplusplus) || defined(PERSQUARE_IMPLEMENTATION)) && !defined(PERSQUARE_IMPLEMENTED)
#define PERSQUARE_IMPLEMENTED

// factors_gen.h defines the factors of fancymagic, for each header that includes it under other names: those that this macro makes.
#define FACTORS_OF(piece) persquare_##piece##_factors
#include "../factors_gen.h"
#undef FACTORS_OF

PERSQUARE_TABLES(BOARD_DEFINE)

BOARD_DEFINE void persquare_init(void) {
	uint64_t *rook_words = persquare_rook_words, *bishop_words = persquare_bishop_words;
	for (int sq = 0; sq < 64; sq++) {
		int rook_bits = board_count(board_rook_mask(sq)), bishop_bits = board_count(board_bishop_mask(sq));
		persquare_rook_masks[sq] = board_rook_mask(sq);
		persquare_bishop_masks[sq] = board_bishop_mask(sq);
		persquare_rook_shifts[sq] = (uint8_t)(64 - rook_bits);
		persquare_bishop_shifts[sq] = (uint8_t)(64 - bishop_bits);
		persquare_rook_tables[sq] = rook_words;
		persquare_bishop_tables[sq] = bishop_words;
		rook_words += 1 << rook_bits;
		bishop_words += 1 << bishop_bits;
		uint64_t occ = 0;
		do {
			persquare_rook_tables[sq][persquare_rook_index(sq, occ)] = board_rook(sq, occ);
			occ = board_next(occ, persquare_rook_masks[sq]);
		} while (occ);
		do {
			persquare_bishop_tables[sq][persquare_bishop_index(sq, occ)] = board_bishop(sq, occ);
			occ = board_next(occ, persquare_bishop_masks[sq]);
		} while (occ);
	}
}

#endif
