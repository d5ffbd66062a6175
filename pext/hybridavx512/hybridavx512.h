// Hybrid batches: each round of one loop answers eight questions by vectors, as in obstructionavx512.h, and one to three more by PEXT. Vectors and PEXT use
// different ports of the processor, and PEXT's tables are so small that the loop seldom waits for one. Vectors answer the first part of a batch and
// PEXT the rest, so a batch that is aligned stays aligned for vectors.
//
//	by PEXT    rook   = PDEP(slots[offset + PEXT(occ, mask)], lines)
//	           bishop = words[offset + PEXT(occ, mask)]
//
// There are batches only. It needs AVX-512 (F, BW, CD, DQ and VL) and BMI2; where PEXT is slow, so are these batches.
//
// C: one file defines HYBRIDAVX512_IMPLEMENTATION before it includes this header. Call hybridavx512_init once, before the first batch.
//
// People: this project's own, 2026; the parts are Michael Hoffmann's and Zach Wegner's.
#if defined(HYBRIDAVX512_IMPLEMENTATION) && !defined(OBSTRUCTIONAVX512_IMPLEMENTATION)
#define OBSTRUCTIONAVX512_IMPLEMENTATION
#endif
#include "../../hyperbola/obstructionavx512/obstructionavx512.h"

#ifndef SLIDEBENCH_HYBRIDAVX512_H
#define SLIDEBENCH_HYBRIDAVX512_H

#if defined(BOARD_AVX512) && defined(BOARD_BMI2)

#include <immintrin.h>

// A square's data: 32 bytes for each piece, so that neither straddles a cache line.
struct hybridavx512_entry {
	uint64_t rook_mask, rook_lines, rook_offset, unused, bishop_mask, bishop_offset, unused2[2];
};

// The tables' lengths are sums of 1 << relevant squares over the board.
#define HYBRIDAVX512_TABLES(SHARED) \
	SHARED BOARD_ALIGNED(64) struct hybridavx512_entry hybridavx512_entries[64]; \
	SHARED uint16_t hybridavx512_rook_slots[102400]; \
	SHARED uint64_t hybridavx512_bishop_words[5248];
HYBRIDAVX512_TABLES(BOARD_DECLARE)

// Fills the tables.
BOARD_DECLARE void hybridavx512_init(void);

// Questions that PEXT answers beside eight by vectors.
enum hybridavx512_beside {
	HYBRIDAVX512_ROOKS = 1,
	HYBRIDAVX512_BISHOPS = 3,
	HYBRIDAVX512_QUEENS = 2,
	HYBRIDAVX512_BOTH = 2
};

static inline uint64_t hybridavx512_rook_beside(const struct hybridavx512_entry *e, uint64_t occ) {
	return board_filled(_pdep_u64(hybridavx512_rook_slots[e->rook_offset + _pext_u64(occ, e->rook_mask)], e->rook_lines));
}

static inline uint64_t hybridavx512_bishop_beside(const struct hybridavx512_entry *e, uint64_t occ) {
	return board_filled(hybridavx512_bishop_words[e->bishop_offset + _pext_u64(occ, e->bishop_mask)]);
}

// One question beside the vectors.
static BOARD_ALWAYS_INLINE
void hybridavx512_ask(enum obstructionavx512_pieces pieces, uint64_t occ, uint8_t sq, uint64_t *rook, uint64_t *bishop) {
	const struct hybridavx512_entry *e = &hybridavx512_entries[sq & 63];
	if (pieces != OBSTRUCTIONAVX512_BISHOP)
		*rook = hybridavx512_rook_beside(e, occ);
	if (pieces != OBSTRUCTIONAVX512_ROOK)
		*bishop = hybridavx512_bishop_beside(e, occ);
}

// Stores the answers to a question.
static BOARD_ALWAYS_INLINE
void hybridavx512_put(enum obstructionavx512_pieces pieces, uint64_t r, uint64_t b, uint64_t *rook, uint64_t *bishop) {
	if (pieces == OBSTRUCTIONAVX512_BISHOP || pieces == OBSTRUCTIONAVX512_BOTH)
		*bishop = b;
	if (pieces == OBSTRUCTIONAVX512_QUEEN)
		*rook = r | b;
	else if (pieces != OBSTRUCTIONAVX512_BISHOP)
		*rook = r;
}

// n answers. In a round, PEXT answers as many questions as beside says. They come first, since a processor prefers older instructions.
static BOARD_ALWAYS_INLINE
void hybridavx512_batch(enum obstructionavx512_pieces pieces, size_t beside, uint64_t *rook, uint64_t *bishop, const uint64_t *occ, const uint8_t *sq,
		size_t n) {
	size_t vectors = n / (8 + beside) * 8, next = vectors;
	struct obstructionavx512_lines lines = obstructionavx512_load();
	__m512i rooks = _mm512_setzero_si512(), bishops = rooks;
	for (size_t i = 0; i < vectors; i += 8, next += beside) {
		uint64_t r[3] = {0}, b[3] = {0}; // in registers, because no loop indexes them
		if (beside > 0)
			hybridavx512_ask(pieces, occ[next + 0], sq[next + 0], &r[0], &b[0]);
		if (beside > 1)
			hybridavx512_ask(pieces, occ[next + 1], sq[next + 1], &r[1], &b[1]);
		if (beside > 2)
			hybridavx512_ask(pieces, occ[next + 2], sq[next + 2], &r[2], &b[2]);
		__m512i squares = _mm512_cvtepu8_epi64(_mm_loadl_epi64((const __m128i *)(sq + i)));
		obstructionavx512_eight(pieces, &lines, _mm512_loadu_si512(occ + i), squares, &rooks, &bishops);
		if (pieces != OBSTRUCTIONAVX512_BISHOP)
			_mm512_storeu_si512(rook + i, rooks);
		if (pieces == OBSTRUCTIONAVX512_BISHOP || pieces == OBSTRUCTIONAVX512_BOTH)
			_mm512_storeu_si512(bishop + i, bishops);
#ifdef __GNUC__
		__asm__ volatile(""); // without this, gcc splits the loop into one for PEXT and one for the vectors
#endif
		if (beside > 0)
			hybridavx512_put(pieces, r[0], b[0], rook + next + 0, bishop + next + 0);
		if (beside > 1)
			hybridavx512_put(pieces, r[1], b[1], rook + next + 1, bishop + next + 1);
		if (beside > 2)
			hybridavx512_put(pieces, r[2], b[2], rook + next + 2, bishop + next + 2);
	}
	// The rest by vectors alone.
	obstructionavx512_batch(pieces, lines, rook + next, bishop + next, occ + next, sq + next, n - next);
}

// Sets dst[i] to the attacks of a rook on sq[i], of which only the low six bits count, with pieces on the squares in
// occ[i], for n questions. dst may be occ. Nothing beyond the n elements is read or written, and vectors need
// no alignment.
static inline void hybridavx512_rook_batch(uint64_t *dst, const uint64_t *occ, const uint8_t *sq, size_t n) {
	hybridavx512_batch(OBSTRUCTIONAVX512_ROOK, HYBRIDAVX512_ROOKS, dst, dst, occ, sq, n);
}

// The same for bishops.
static inline void hybridavx512_bishop_batch(uint64_t *dst, const uint64_t *occ, const uint8_t *sq, size_t n) {
	hybridavx512_batch(OBSTRUCTIONAVX512_BISHOP, HYBRIDAVX512_BISHOPS, dst, dst, occ, sq, n);
}

// The same for queens.
static inline void hybridavx512_queen_batch(uint64_t *dst, const uint64_t *occ, const uint8_t *sq, size_t n) {
	hybridavx512_batch(OBSTRUCTIONAVX512_QUEEN, HYBRIDAVX512_QUEENS, dst, dst, occ, sq, n);
}

// Sets rook[i] and bishop[i] to the attacks of a rook and of a bishop. rook or bishop may be occ.
static inline void hybridavx512_both_batch(uint64_t *rook, uint64_t *bishop, const uint64_t *occ, const uint8_t *sq, size_t n) {
	hybridavx512_batch(OBSTRUCTIONAVX512_BOTH, HYBRIDAVX512_BOTH, rook, bishop, occ, sq, n);
}

#endif

#endif

#if defined(HYBRIDAVX512_TABLES) && (defined(__cplusplus) || defined(HYBRIDAVX512_IMPLEMENTATION)) && !defined(HYBRIDAVX512_IMPLEMENTED)
#define HYBRIDAVX512_IMPLEMENTED

HYBRIDAVX512_TABLES(BOARD_DEFINE)

BOARD_DEFINE void hybridavx512_init(void) {
	obstructionavx512_init();
	uint64_t rooks = 0, bishops = 0;
	for (int sq = 0; sq < 64; sq++) {
		struct hybridavx512_entry *e = &hybridavx512_entries[sq];
		e->rook_mask = board_rook_mask(sq);
		e->rook_lines = board_rook(sq, 0);
		e->rook_offset = rooks;
		e->bishop_mask = board_bishop_mask(sq);
		e->bishop_offset = bishops;
		uint64_t occ = 0;
		do {
			hybridavx512_rook_slots[e->rook_offset + _pext_u64(occ, e->rook_mask)] = (uint16_t)_pext_u64(board_rook(sq, occ), e->rook_lines);
			occ = board_next(occ, e->rook_mask);
			rooks++;
		} while (occ);
		do {
			hybridavx512_bishop_words[e->bishop_offset + _pext_u64(occ, e->bishop_mask)] = board_bishop(sq, occ);
			occ = board_next(occ, e->bishop_mask);
			bishops++;
		} while (occ);
	}
}

#endif
