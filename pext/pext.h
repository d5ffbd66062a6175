// PEXT bitboards: the index is gathered from the occupancy by one instruction, PEXT of the x86 extension BMI2. It packs
// the bits that the mask selects into the lowest bits of its result, so the index is perfect without any factor. The
// tables lie end to end, 841 KiB. It needs BMI2; AMD processors before Zen 3
// have the instruction, but execute it in microcode, at up to hundreds of cycles.
//
//	attacks = table[offset + PEXT(occ, mask)]
//
// C: one file defines PEXT_IMPLEMENTATION before it includes this header. Call pext_init once, before the first lookup.
//
// People: Zach Wegner and others, 2011.
#ifndef SLIDEBENCH_PEXT_H
#define SLIDEBENCH_PEXT_H

#include "../board/board.h"

#if defined(BOARD_BMI2)

#include <immintrin.h>
#include <string.h>

// A square's data for a lookup.
struct pext_entry {
	uint64_t mask, offset;
};

// The tables' lengths are sums of 1 << relevant squares over the board.
#define PEXT_TABLES(SHARED) \
	SHARED struct pext_entry pext_rook_entries[64], pext_bishop_entries[64]; \
	SHARED uint64_t pext_rook_table[102400], pext_bishop_table[5248];
PEXT_TABLES(BOARD_DECLARE)

// Fills the tables.
BOARD_DECLARE void pext_init(void);

static inline uint64_t pext_index(const struct pext_entry *e, uint64_t occ) { return e->offset + _pext_u64(occ, e->mask); }

// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
static inline uint64_t pext_rook(int sq, uint64_t occ) {
	return board_filled(pext_rook_table[pext_index(&pext_rook_entries[sq], occ)]);
}

// The attacks of a bishop.
static inline uint64_t pext_bishop(int sq, uint64_t occ) {
	return board_filled(pext_bishop_table[pext_index(&pext_bishop_entries[sq], occ)]);
}

// Both of them.
static inline struct board_pair pext_both(int sq, uint64_t occ) {
	struct board_pair attacks;
	attacks.rook = pext_rook(sq, occ);
	attacks.bishop = pext_bishop(sq, occ);
	return attacks;
}

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t pext_queen(int sq, uint64_t occ) { return pext_rook(sq, occ) | pext_bishop(sq, occ); }

// Does ask for i from 0 to n-1, with square = the low six bits of sq[i]. Eight squares at a time are loaded in one
// word: a loop over bytes takes 1.2 times as long (rooks, gcc 12, an AMD EPYC with AVX-512).
#define PEXT_ONE(at, low, ask) \
	{ \
		size_t i = at; \
		int square = (int)((low) & 63); \
		ask; \
	}
#define PEXT_BATCH(ask) \
	size_t next = 0; \
	for (; n - next >= 8; next += 8) { \
		uint64_t squares; \
		memcpy(&squares, sq + next, sizeof squares); \
		PEXT_ONE(next, squares, ask) \
		PEXT_ONE(next + 1, squares >> 8, ask) \
		PEXT_ONE(next + 2, squares >> 16, ask) \
		PEXT_ONE(next + 3, squares >> 24, ask) \
		PEXT_ONE(next + 4, squares >> 32, ask) \
		PEXT_ONE(next + 5, squares >> 40, ask) \
		PEXT_ONE(next + 6, squares >> 48, ask) \
		PEXT_ONE(next + 7, squares >> 56, ask) \
	} \
	for (; next < n; next++) \
		PEXT_ONE(next, (uint64_t)sq[next], ask)

// Sets dst[i] to the attacks of a rook on sq[i], of which only the low six bits count, under occ[i], for i from 0 to
// n-1. dst may be occ itself; other overlaps are not allowed.
static inline void pext_rook_batch(uint64_t *dst, const uint64_t *occ, const uint8_t *sq, size_t n) {
	PEXT_BATCH(dst[i] = pext_rook(square, occ[i]))
}

// The same for bishops.
static inline void pext_bishop_batch(uint64_t *dst, const uint64_t *occ, const uint8_t *sq, size_t n) {
	PEXT_BATCH(dst[i] = pext_bishop(square, occ[i]))
}

// The same for queens.
static inline void pext_queen_batch(uint64_t *dst, const uint64_t *occ, const uint8_t *sq, size_t n) {
	PEXT_BATCH(dst[i] = pext_queen(square, occ[i]))
}

// The same for a rook and a bishop on each square; rook or bishop may be occ itself.
static inline void pext_both_batch(uint64_t *rook, uint64_t *bishop, const uint64_t *occ, const uint8_t *sq, size_t n) {
	PEXT_BATCH(struct board_pair both = pext_both(square, occ[i]); rook[i] = both.rook; bishop[i] = both.bishop)
}

#undef PEXT_BATCH
#undef PEXT_ONE

#endif

#endif

#if defined(PEXT_TABLES) && (defined(__cplusplus) || defined(PEXT_IMPLEMENTATION)) && !defined(PEXT_IMPLEMENTED)
#define PEXT_IMPLEMENTED

PEXT_TABLES(BOARD_DEFINE)

// Fills the entries and the table of a piece: each square's words begin where its predecessor's end. board_next counts
// in the mask's bits, so the subsets come in the order of their indices.
static inline void pext_fill(struct pext_entry *entries, uint64_t *table, uint64_t (*mask)(int sq),
	uint64_t (*attacks)(int sq, uint64_t occ)) {
	uint64_t offset = 0;
	for (int sq = 0; sq < 64; sq++) {
		struct pext_entry *e = &entries[sq];
		e->mask = mask(sq);
		e->offset = offset;
		uint64_t occ = 0;
		do {
			table[offset++] = attacks(sq, occ);
			occ = board_next(occ, e->mask);
		} while (occ);
	}
}

BOARD_DEFINE void pext_init(void) {
	pext_fill(pext_rook_entries, pext_rook_table, board_rook_mask, board_rook);
	pext_fill(pext_bishop_entries, pext_bishop_table, board_bishop_mask, board_bishop);
}

#endif
