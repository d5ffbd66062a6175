// The Kogge-Stone fill in the lanes of AVX2: four 64-bit lanes are filled along the four lines at once, up in one
// register and down in another, in three rounds of doubled distance. It answers for many sliders as for one.
//
//	lanes   = file, rank, diagonal, anti-diagonal                       step    = 8, 1, 9, 7
//	g       = sliders                                                   p       = empty squares & ~first_up
//	g |= p & g << step,      p &= p << step
//	g |= p & g << 2*step,    p &= p << 2*step
//	g |= p & g << 4*step
//	attacks = g << step & ~first_up                                     and with >> and first_down in the other register
//
// There are no tables, so koggestoneavx2_init does nothing: it is here because every technique has one. It needs AVX2.
//
// People: 87flowers on GitHub, for the chess engine Reckless, 2026; the fill itself is Steffan Westcott's, 2002.
#ifndef SLIDEBENCH_KOGGESTONEAVX2_H
#define SLIDEBENCH_KOGGESTONEAVX2_H

#include "../../board/board.h"

#if defined(BOARD_AVX2)

#include <immintrin.h>

// Lanes are file, rank, diagonal and anti-diagonal: the rook's half and the bishop's. In each lane a step leads from a
// square to the next on the line, upwards or downwards, and a step up enters the squares of first_up only by going
// around the edge of the board.
static const uint64_t koggestoneavx2_step[4] = {8, 1, 9, 7};
static const uint64_t koggestoneavx2_first_up[4] = {
	0, UINT64_C(0x0101010101010101), UINT64_C(0x0101010101010101), UINT64_C(0x8080808080808080),
};
static const uint64_t koggestoneavx2_first_down[4] = {
	0, UINT64_C(0x8080808080808080), UINT64_C(0x8080808080808080), UINT64_C(0x0101010101010101),
};

// The attacks of sliders to higher squares. p is the set of squares that can be entered from 1, 2 and 4 squares away
// over empty squares, and after the three rounds g is the set of squares reached within 7 steps. The last shift leads
// onto the blocker.
static inline __m256i koggestoneavx2_up(__m256i g, __m256i empty, __m256i first, __m256i step) {
	__m256i two = _mm256_add_epi64(step, step), four = _mm256_add_epi64(two, two), p = _mm256_andnot_si256(first, empty);
	g = _mm256_or_si256(g, _mm256_and_si256(p, _mm256_sllv_epi64(g, step)));
	p = _mm256_and_si256(p, _mm256_sllv_epi64(p, step));
	g = _mm256_or_si256(g, _mm256_and_si256(p, _mm256_sllv_epi64(g, two)));
	p = _mm256_and_si256(p, _mm256_sllv_epi64(p, two));
	g = _mm256_or_si256(g, _mm256_and_si256(p, _mm256_sllv_epi64(g, four)));
	return _mm256_andnot_si256(first, _mm256_sllv_epi64(g, step));
}

// The same to lower squares.
static inline __m256i koggestoneavx2_down(__m256i g, __m256i empty, __m256i first, __m256i step) {
	__m256i two = _mm256_add_epi64(step, step), four = _mm256_add_epi64(two, two), p = _mm256_andnot_si256(first, empty);
	g = _mm256_or_si256(g, _mm256_and_si256(p, _mm256_srlv_epi64(g, step)));
	p = _mm256_and_si256(p, _mm256_srlv_epi64(p, step));
	g = _mm256_or_si256(g, _mm256_and_si256(p, _mm256_srlv_epi64(g, two)));
	p = _mm256_and_si256(p, _mm256_srlv_epi64(p, two));
	g = _mm256_or_si256(g, _mm256_and_si256(p, _mm256_srlv_epi64(g, four)));
	return _mm256_andnot_si256(first, _mm256_srlv_epi64(g, step));
}

// The same in two lanes, for a rook or a bishop: upwards here, and downwards in the next function.
static inline __m128i koggestoneavx2_up2(__m128i g, __m128i empty, __m128i first, __m128i step) {
	__m128i two = _mm_add_epi64(step, step), four = _mm_add_epi64(two, two), p = _mm_andnot_si128(first, empty);
	g = _mm_or_si128(g, _mm_and_si128(p, _mm_sllv_epi64(g, step)));
	p = _mm_and_si128(p, _mm_sllv_epi64(p, step));
	g = _mm_or_si128(g, _mm_and_si128(p, _mm_sllv_epi64(g, two)));
	p = _mm_and_si128(p, _mm_sllv_epi64(p, two));
	g = _mm_or_si128(g, _mm_and_si128(p, _mm_sllv_epi64(g, four)));
	return _mm_andnot_si128(first, _mm_sllv_epi64(g, step));
}

static inline __m128i koggestoneavx2_down2(__m128i g, __m128i empty, __m128i first, __m128i step) {
	__m128i two = _mm_add_epi64(step, step), four = _mm_add_epi64(two, two), p = _mm_andnot_si128(first, empty);
	g = _mm_or_si128(g, _mm_and_si128(p, _mm_srlv_epi64(g, step)));
	p = _mm_and_si128(p, _mm_srlv_epi64(p, step));
	g = _mm_or_si128(g, _mm_and_si128(p, _mm_srlv_epi64(g, two)));
	p = _mm_and_si128(p, _mm_srlv_epi64(p, two));
	g = _mm_or_si128(g, _mm_and_si128(p, _mm_srlv_epi64(g, four)));
	return _mm_andnot_si128(first, _mm_srlv_epi64(g, step));
}

// The attacks in all four lanes: file, rank, diagonal, anti-diagonal.
static inline __m256i koggestoneavx2_four(uint64_t sliders, uint64_t occ) {
	__m256i step = _mm256_loadu_si256((const __m256i *)koggestoneavx2_step);
	__m256i first_up = _mm256_loadu_si256((const __m256i *)koggestoneavx2_first_up);
	__m256i first_down = _mm256_loadu_si256((const __m256i *)koggestoneavx2_first_down);
	__m256i s = _mm256_set1_epi64x((int64_t)sliders), empty = _mm256_set1_epi64x((int64_t)~occ);
	return _mm256_or_si256(koggestoneavx2_up(s, empty, first_up, step), koggestoneavx2_down(s, empty, first_down, step));
}

// The attacks in two of the lanes, those from the given one on, together.
static inline uint64_t koggestoneavx2_two(int from, uint64_t sliders, uint64_t occ) {
	__m128i step = _mm_loadu_si128((const __m128i *)&koggestoneavx2_step[from]);
	__m128i first_up = _mm_loadu_si128((const __m128i *)&koggestoneavx2_first_up[from]);
	__m128i first_down = _mm_loadu_si128((const __m128i *)&koggestoneavx2_first_down[from]);
	__m128i s = _mm_set1_epi64x((int64_t)sliders), empty = _mm_set1_epi64x((int64_t)~occ);
	__m128i x = _mm_or_si128(koggestoneavx2_up2(s, empty, first_up, step),
		koggestoneavx2_down2(s, empty, first_down, step));
	return (uint64_t)_mm_cvtsi128_si64(_mm_or_si128(x, _mm_unpackhi_epi64(x, x)));
}

// The union of the attacks of rooks on all squares of a set, with pieces on the squares in occ, whether or not the
// rooks are among them. Sliders in occ block each other, which makes no difference to the union: behind a slider that
// blocks, its own attacks continue.
static inline uint64_t koggestoneavx2_rooks(uint64_t sliders, uint64_t occ) { return koggestoneavx2_two(0, sliders, occ); }

// The same for bishops.
static inline uint64_t koggestoneavx2_bishops(uint64_t sliders, uint64_t occ) {
	return koggestoneavx2_two(2, sliders, occ);
}

// The same for queens.
static inline uint64_t koggestoneavx2_queens(uint64_t sliders, uint64_t occ) {
	__m256i x = koggestoneavx2_four(sliders, occ);
	__m128i pair = _mm_or_si128(_mm256_castsi256_si128(x), _mm256_extracti128_si256(x, 1));
	return (uint64_t)_mm_cvtsi128_si64(_mm_or_si128(pair, _mm_unpackhi_epi64(pair, pair)));
}

// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
static inline uint64_t koggestoneavx2_rook(int sq, uint64_t occ) { return koggestoneavx2_rooks((uint64_t)1 << sq, occ); }

// The attacks of a bishop.
static inline uint64_t koggestoneavx2_bishop(int sq, uint64_t occ) {
	return koggestoneavx2_bishops((uint64_t)1 << sq, occ);
}

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t koggestoneavx2_queen(int sq, uint64_t occ) { return koggestoneavx2_queens((uint64_t)1 << sq, occ); }

// The attacks of a rook and of a bishop at once, for the price of a queen.
static inline struct board_pair koggestoneavx2_both(int sq, uint64_t occ) {
	__m256i x = koggestoneavx2_four((uint64_t)1 << sq, occ);
	__m128i rook = _mm256_castsi256_si128(x), bishop = _mm256_extracti128_si256(x, 1);
	__m128i halves = _mm_or_si128(_mm_unpacklo_epi64(rook, bishop), _mm_unpackhi_epi64(rook, bishop));
	struct board_pair pair = {(uint64_t)_mm_cvtsi128_si64(halves), (uint64_t)_mm_extract_epi64(halves, 1)};
	return pair;
}

// Does nothing: the constants stand above.
static inline void koggestoneavx2_init(void) {}

#endif

#endif
