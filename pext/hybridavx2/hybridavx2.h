// Hybrid batches: each round of one loop answers four questions by vectors, as in obstructionavx2.h, and two to four more by PEXT. Vectors and PEXT use
// different ports of the processor, and PEXT's tables are so small that the loop seldom waits for one. Vectors answer the first part of a batch and
// PEXT the rest, so a batch that is aligned stays aligned for vectors.
//
//	by PEXT    rook   = PDEP(slots[offset + PEXT(occ, mask)], lines)
//	           bishop = words[offset + PEXT(occ, mask)]
//
// There are batches only. It needs AVX2 and BMI2; where PEXT is slow, so are these batches.
//
// C: one file defines HYBRIDAVX2_IMPLEMENTATION before it includes this header. Call hybridavx2_init once, before the first batch.
//
// People: this project's own, 2026; the parts are Michael Hoffmann's and Zach Wegner's.
#ifndef SLIDEBENCH_HYBRIDAVX2_H
#define SLIDEBENCH_HYBRIDAVX2_H

#include "../../hyperbola/obstructionavx2/obstructionavx2.h"

#if defined(BOARD_AVX2) && defined(BOARD_BMI2)

#include <immintrin.h>
#include <string.h>

// A square's data: 32 bytes for each piece, so that neither straddles a cache line.
struct hybridavx2_entry {
	uint64_t rook_mask, rook_lines, rook_offset, unused, bishop_mask, bishop_offset, unused2[2];
};

// The tables' lengths are sums of 1 << relevant squares over the board.
#define HYBRIDAVX2_TABLES(SHARED) \
	SHARED BOARD_ALIGNED(64) struct hybridavx2_entry hybridavx2_entries[64]; \
	SHARED uint16_t hybridavx2_rook_slots[102400]; \
	SHARED uint64_t hybridavx2_bishop_words[5248];
HYBRIDAVX2_TABLES(BOARD_DECLARE)

// Fills the tables.
BOARD_DECLARE void hybridavx2_init(void);

// The questions that PEXT answers in a round, beside the four of the vectors. On a Zen 3, two were 3 to 11 % faster than the other numbers, which were
// the fastest on a Zen 5. Compilers define __znver3__ or __znver4__ for -march=native on such processors.
enum hybridavx2_beside {
#if defined(__znver3__) || defined(__znver4__)
	HYBRIDAVX2_ROOKS = 2,
	HYBRIDAVX2_BISHOPS = 2,
	HYBRIDAVX2_QUEENS = 2,
	HYBRIDAVX2_BOTH = 2
#else
	HYBRIDAVX2_ROOKS = 3,
	HYBRIDAVX2_BISHOPS = 4,
	HYBRIDAVX2_QUEENS = 3,
	HYBRIDAVX2_BOTH = 3
#endif
};

static inline uint64_t hybridavx2_rook_beside(const struct hybridavx2_entry *e, uint64_t occ) {
	return board_filled(_pdep_u64(hybridavx2_rook_slots[e->rook_offset + _pext_u64(occ, e->rook_mask)], e->rook_lines));
}

static inline uint64_t hybridavx2_bishop_beside(const struct hybridavx2_entry *e, uint64_t occ) {
	return board_filled(hybridavx2_bishop_words[e->bishop_offset + _pext_u64(occ, e->bishop_mask)]);
}

// One question beside the vectors.
static BOARD_ALWAYS_INLINE
void hybridavx2_ask(enum obstructionavx2_pieces pieces, uint64_t occ, uint8_t sq, uint64_t *rook, uint64_t *bishop) {
	const struct hybridavx2_entry *e = &hybridavx2_entries[sq & 63];
	if (pieces != OBSTRUCTIONAVX2_BISHOP)
		*rook = hybridavx2_rook_beside(e, occ);
	if (pieces != OBSTRUCTIONAVX2_ROOK)
		*bishop = hybridavx2_bishop_beside(e, occ);
}

// Stores the answers to a question.
static BOARD_ALWAYS_INLINE
void hybridavx2_put(enum obstructionavx2_pieces pieces, uint64_t r, uint64_t b, uint64_t *rook, uint64_t *bishop) {
	if (pieces == OBSTRUCTIONAVX2_BISHOP || pieces == OBSTRUCTIONAVX2_BOTH)
		*bishop = b;
	if (pieces == OBSTRUCTIONAVX2_QUEEN)
		*rook = r | b;
	else if (pieces != OBSTRUCTIONAVX2_BISHOP)
		*rook = r;
}

// n answers. In a round, PEXT answers as many questions as beside says. They come first, since a processor prefers older instructions.
static BOARD_ALWAYS_INLINE
void hybridavx2_batch(enum obstructionavx2_pieces pieces, size_t beside, uint64_t *rook, uint64_t *bishop, const uint64_t *occ, const uint8_t *sq,
		size_t n) {
	size_t vectors = n / (4 + beside) * 4, next = vectors;
	__m256i rooks = _mm256_setzero_si256(), bishops = rooks;
	for (size_t i = 0; i < vectors; i += 4, next += beside) {
		uint64_t r[4] = {0}, b[4] = {0}; // in registers, because no loop indexes them
		if (beside > 0)
			hybridavx2_ask(pieces, occ[next + 0], sq[next + 0], &r[0], &b[0]);
		if (beside > 1)
			hybridavx2_ask(pieces, occ[next + 1], sq[next + 1], &r[1], &b[1]);
		if (beside > 2)
			hybridavx2_ask(pieces, occ[next + 2], sq[next + 2], &r[2], &b[2]);
		if (beside > 3)
			hybridavx2_ask(pieces, occ[next + 3], sq[next + 3], &r[3], &b[3]);
		uint32_t squares;
		memcpy(&squares, sq + i, 4);
		obstructionavx2_four(pieces, _mm256_loadu_si256((const __m256i *)(occ + i)), squares, &rooks, &bishops);
		if (pieces != OBSTRUCTIONAVX2_BISHOP)
			_mm256_storeu_si256((__m256i *)(rook + i), rooks);
		if (pieces == OBSTRUCTIONAVX2_BISHOP || pieces == OBSTRUCTIONAVX2_BOTH)
			_mm256_storeu_si256((__m256i *)(bishop + i), bishops);
#ifdef __GNUC__
		__asm__ volatile(""); // without this, gcc splits the loop into one for PEXT and one for the vectors
#endif
		if (beside > 0)
			hybridavx2_put(pieces, r[0], b[0], rook + next + 0, bishop + next + 0);
		if (beside > 1)
			hybridavx2_put(pieces, r[1], b[1], rook + next + 1, bishop + next + 1);
		if (beside > 2)
			hybridavx2_put(pieces, r[2], b[2], rook + next + 2, bishop + next + 2);
		if (beside > 3)
			hybridavx2_put(pieces, r[3], b[3], rook + next + 3, bishop + next + 3);
	}
	// The rest by vectors alone.
	obstructionavx2_batch(pieces, rook + next, bishop + next, occ + next, sq + next, n - next);
}

// Sets dst[i] to the attacks of a rook on sq[i], of which only the low six bits count, with pieces on the squares in
// occ[i], for n questions. dst may be occ. Nothing beyond the n elements is read or written, and vectors need
// no alignment.
static inline void hybridavx2_rook_batch(uint64_t *dst, const uint64_t *occ, const uint8_t *sq, size_t n) {
	hybridavx2_batch(OBSTRUCTIONAVX2_ROOK, HYBRIDAVX2_ROOKS, dst, dst, occ, sq, n);
}

// The same for bishops.
static inline void hybridavx2_bishop_batch(uint64_t *dst, const uint64_t *occ, const uint8_t *sq, size_t n) {
	hybridavx2_batch(OBSTRUCTIONAVX2_BISHOP, HYBRIDAVX2_BISHOPS, dst, dst, occ, sq, n);
}

// The same for queens.
static inline void hybridavx2_queen_batch(uint64_t *dst, const uint64_t *occ, const uint8_t *sq, size_t n) {
	hybridavx2_batch(OBSTRUCTIONAVX2_QUEEN, HYBRIDAVX2_QUEENS, dst, dst, occ, sq, n);
}

// Sets rook[i] and bishop[i] to the attacks of a rook and of a bishop. rook or bishop may be occ.
static inline void hybridavx2_both_batch(uint64_t *rook, uint64_t *bishop, const uint64_t *occ, const uint8_t *sq, size_t n) {
	hybridavx2_batch(OBSTRUCTIONAVX2_BOTH, HYBRIDAVX2_BOTH, rook, bishop, occ, sq, n);
}

#endif

#endif

#if defined(HYBRIDAVX2_TABLES) && (defined(__cplusplus) || defined(HYBRIDAVX2_IMPLEMENTATION)) && !defined(HYBRIDAVX2_IMPLEMENTED)
#define HYBRIDAVX2_IMPLEMENTED

HYBRIDAVX2_TABLES(BOARD_DEFINE)

BOARD_DEFINE void hybridavx2_init(void) {
	obstructionavx2_init();
	uint64_t rooks = 0, bishops = 0;
	for (int sq = 0; sq < 64; sq++) {
		struct hybridavx2_entry *e = &hybridavx2_entries[sq];
		e->rook_mask = board_rook_mask(sq);
		e->rook_lines = board_rook(sq, 0);
		e->rook_offset = rooks;
		e->bishop_mask = board_bishop_mask(sq);
		e->bishop_offset = bishops;
		uint64_t occ = 0;
		do {
			hybridavx2_rook_slots[e->rook_offset + _pext_u64(occ, e->rook_mask)] = (uint16_t)_pext_u64(board_rook(sq, occ), e->rook_lines);
			occ = board_next(occ, e->rook_mask);
			rooks++;
		} while (occ);
		do {
			hybridavx2_bishop_words[e->bishop_offset + _pext_u64(occ, e->bishop_mask)] = board_bishop(sq, occ);
			occ = board_next(occ, e->bishop_mask);
			bishops++;
		} while (occ);
	}
}

#endif
