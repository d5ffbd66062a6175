// Magic bitboards with 40 factors for 128 squares: neighbours share a factor, shifted by a bit for each file between
// them. When a slider moves a square to the right, nearly all of its mask moves with it, and the factor shifted to the
// right gives nearly the same indices.
//
//	rook    = T[sq][((occ & mask) * (factor[sq>>1] >> (sq & 1))) >> 52]
//	bishop  = T[sq][((occ & mask) * (factor[sq>>3] >> (sq & 7))) >> 55]
//
// C: one file defines CORRELATION_IMPLEMENTATION before it includes this header. Call correlation_init once, before the first lookup.
//
// People: Daniel Inführ, 2023, in black form, with the same sharing. The factors are this project's own, found by
// magic/correlation/internal/gen.
#ifndef SLIDEBENCH_CORRELATION_H
#define SLIDEBENCH_CORRELATION_H

#include "../../board/board.h"

// The largest masks have 12 squares, those of a rook in a corner, and 9, those of a bishop in the centre.
#define CORRELATION_TABLES(SHARED) \
	SHARED uint64_t correlation_rook_masks[64], correlation_bishop_masks[64]; \
	SHARED uint64_t correlation_rook_table[64][1 << 12], correlation_bishop_table[64][1 << 9];
CORRELATION_TABLES(BOARD_DECLARE)
BOARD_DECLARE const uint64_t correlation_rook_factors[32], correlation_bishop_factors[8];

// Fills the tables.
BOARD_DECLARE void correlation_init(void);

// As (m << 1) * (f >> 1) = m * f unless a bit is lost, a set moved by a file has the same index under the shifted
// factor. Rooks share a factor in pairs, because their own rank does not move with them.
static inline uint64_t correlation_rook_index(int sq, uint64_t occ) {
	return (occ & correlation_rook_masks[sq]) * (correlation_rook_factors[sq >> 1] >> (sq & 1)) >> (64 - 12);
}

// The eight bishops of a rank share a factor.
static inline uint64_t correlation_bishop_index(int sq, uint64_t occ) {
	return (occ & correlation_bishop_masks[sq]) * (correlation_bishop_factors[sq >> 3] >> (sq & 7)) >> (64 - 9);
}

// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
static inline uint64_t correlation_rook(int sq, uint64_t occ) {
	return board_filled(correlation_rook_table[sq][correlation_rook_index(sq, occ)]);
}

// The attacks of a bishop.
static inline uint64_t correlation_bishop(int sq, uint64_t occ) {
	return board_filled(correlation_bishop_table[sq][correlation_bishop_index(sq, occ)]);
}

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t correlation_queen(int sq, uint64_t occ) {
	return correlation_rook(sq, occ) | correlation_bishop(sq, occ);
}

#endif

#if (defined(__cplusplus) || defined(CORRELATION_IMPLEMENTATION)) && !defined(CORRELATION_IMPLEMENTED)
#define CORRELATION_IMPLEMENTED

#include "factors_gen.h"

CORRELATION_TABLES(BOARD_DEFINE)

BOARD_DEFINE void correlation_init(void) {
	for (int sq = 0; sq < 64; sq++) {
		uint64_t occ = 0;
		correlation_rook_masks[sq] = board_rook_mask(sq);
		correlation_bishop_masks[sq] = board_bishop_mask(sq);
		do {
			correlation_rook_table[sq][correlation_rook_index(sq, occ)] = board_rook(sq, occ);
			occ = board_next(occ, correlation_rook_masks[sq]);
		} while (occ);
		do {
			correlation_bishop_table[sq][correlation_bishop_index(sq, occ)] = board_bishop(sq, occ);
			occ = board_next(occ, correlation_bishop_masks[sq]);
		} while (occ);
	}
}

#endif
