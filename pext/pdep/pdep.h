// PEXT bitboards with PDEP: slots of 16 bits, because a slot only has to store which squares of the slider's lines are
// attacked, at most 14. PDEP, the inverse of PEXT in the same x86 extension BMI2, puts the bits of the slot back on the
// lines. The tables lie end to end, 210 KiB. It needs BMI2; where PEXT is
// slow, PDEP is slow too.
//
//	attacks = PDEP(table[offset + PEXT(occ, mask)], lines)
//
// C: one file defines PDEP_IMPLEMENTATION before it includes this header. Call pdep_init once, before the first lookup.
//
// People: Zach Wegner, 2011.
#ifndef SLIDEBENCH_PDEP_H
#define SLIDEBENCH_PDEP_H

#include "../../board/board.h"

#if defined(BOARD_BMI2)

#include <immintrin.h>
#include <string.h>

// A square's data for a lookup: 32 bytes, so that none straddles a cache line.
struct pdep_entry {
	uint64_t mask, lines, offset, unused;
};

// The tables' lengths are sums of 1 << relevant squares over the board.
#define PDEP_TABLES(SHARED) \
	SHARED struct pdep_entry pdep_rook_entries[64], pdep_bishop_entries[64]; \
	SHARED uint16_t pdep_rook_table[102400], pdep_bishop_table[5248];
PDEP_TABLES(BOARD_DECLARE)

// Fills the tables.
BOARD_DECLARE void pdep_init(void);

static inline uint64_t pdep_attacks(const struct pdep_entry *e, const uint16_t *table, uint64_t occ) {
	return _pdep_u64(table[e->offset + _pext_u64(occ, e->mask)], e->lines);
}

// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
static inline uint64_t pdep_rook(int sq, uint64_t occ) {
	return board_filled(pdep_attacks(&pdep_rook_entries[sq], pdep_rook_table, occ));
}

// The attacks of a bishop.
static inline uint64_t pdep_bishop(int sq, uint64_t occ) {
	return board_filled(pdep_attacks(&pdep_bishop_entries[sq], pdep_bishop_table, occ));
}

// Both of them.
static inline struct board_pair pdep_both(int sq, uint64_t occ) {
	struct board_pair attacks;
	attacks.rook = pdep_rook(sq, occ);
	attacks.bishop = pdep_bishop(sq, occ);
	return attacks;
}

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t pdep_queen(int sq, uint64_t occ) { return pdep_rook(sq, occ) | pdep_bishop(sq, occ); }

// Does ask for i from 0 to n-1, with square = the low six bits of sq[i]. Eight squares at a time are loaded in one
// word: a loop over bytes takes 1.2 times as long (rooks, gcc 12, an AMD EPYC with AVX-512).
#define PDEP_ONE(at, low, ask) \
	{ \
		size_t i = at; \
		int square = (int)((low) & 63); \
		ask; \
	}
#define PDEP_BATCH(ask) \
	size_t next = 0; \
	for (; n - next >= 8; next += 8) { \
		uint64_t squares; \
		memcpy(&squares, sq + next, sizeof squares); \
		PDEP_ONE(next, squares, ask) \
		PDEP_ONE(next + 1, squares >> 8, ask) \
		PDEP_ONE(next + 2, squares >> 16, ask) \
		PDEP_ONE(next + 3, squares >> 24, ask) \
		PDEP_ONE(next + 4, squares >> 32, ask) \
		PDEP_ONE(next + 5, squares >> 40, ask) \
		PDEP_ONE(next + 6, squares >> 48, ask) \
		PDEP_ONE(next + 7, squares >> 56, ask) \
	} \
	for (; next < n; next++) \
		PDEP_ONE(next, (uint64_t)sq[next], ask)

// Sets dst[i] to the attacks of a rook on sq[i], of which only the low six bits count, under occ[i], for i from 0 to
// n-1. dst may be occ itself; other overlaps are not allowed.
static inline void pdep_rook_batch(uint64_t *dst, const uint64_t *occ, const uint8_t *sq, size_t n) {
	PDEP_BATCH(dst[i] = pdep_rook(square, occ[i]))
}

// The same for bishops.
static inline void pdep_bishop_batch(uint64_t *dst, const uint64_t *occ, const uint8_t *sq, size_t n) {
	PDEP_BATCH(dst[i] = pdep_bishop(square, occ[i]))
}

// The same for queens.
static inline void pdep_queen_batch(uint64_t *dst, const uint64_t *occ, const uint8_t *sq, size_t n) {
	PDEP_BATCH(dst[i] = pdep_queen(square, occ[i]))
}

// The same for a rook and a bishop on each square; rook or bishop may be occ itself.
static inline void pdep_both_batch(uint64_t *rook, uint64_t *bishop, const uint64_t *occ, const uint8_t *sq, size_t n) {
	PDEP_BATCH(struct board_pair both = pdep_both(square, occ[i]); rook[i] = both.rook; bishop[i] = both.bishop)
}

#undef PDEP_BATCH
#undef PDEP_ONE

#endif

#endif

#if defined(PDEP_TABLES) && (defined(__cplusplus) || defined(PDEP_IMPLEMENTATION)) && !defined(PDEP_IMPLEMENTED)
#define PDEP_IMPLEMENTED

PDEP_TABLES(BOARD_DEFINE)

// Fills the entries and the table of a piece: each square's slots begin where its predecessor's end. board_next counts
// in the mask's bits, so the subsets come in the order of their indices.
static inline void pdep_fill(struct pdep_entry *entries, uint16_t *table, uint64_t (*mask)(int sq),
	uint64_t (*attacks)(int sq, uint64_t occ)) {
	uint64_t offset = 0;
	for (int sq = 0; sq < 64; sq++) {
		struct pdep_entry *e = &entries[sq];
		e->mask = mask(sq);
		e->lines = attacks(sq, 0);
		e->offset = offset;
		uint64_t occ = 0;
		do {
			table[offset++] = (uint16_t)board_pack(attacks(sq, occ), e->lines);
			occ = board_next(occ, e->mask);
		} while (occ);
	}
}

BOARD_DEFINE void pdep_init(void) {
	pdep_fill(pdep_rook_entries, pdep_rook_table, board_rook_mask, board_rook);
	pdep_fill(pdep_bishop_entries, pdep_bishop_table, board_bishop_mask, board_bishop);
}

#endif
