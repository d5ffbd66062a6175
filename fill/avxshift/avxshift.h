// Dumb7Fill in the lanes of AVX2: each of four 64-bit lanes takes its steps on another line, by another distance, in
// one instruction. One register goes up and one goes down, in seven steps each. It answers for many sliders as for one.
//
//	lanes   = file, rank, diagonal, anti-diagonal                       step    = 8, 1, 9, 7
//	up      = (sliders & ~last_up) << step,                             down    = (sliders & ~last_down) >> step
//	six times:
//	up      = (up & ~(occ | last_up)) << step,                          down    = (down & ~(occ | last_down)) >> step
//	attacks = all ups | all downs
//
// There are no tables, so avxshift_init does nothing: it is here because every technique has one. It needs AVX2.
//
// People: Daniel Inführ, 2022; the fill is Dumb7Fill.
#ifndef SLIDEBENCH_AVXSHIFT_H
#define SLIDEBENCH_AVXSHIFT_H

#include "../../board/board.h"

#if defined(BOARD_AVX2)

#include <immintrin.h>

// Lanes are file, rank, diagonal and anti-diagonal: the rook's half and the bishop's. In each lane a step leads from a
// square to the next on the line, upwards or downwards, and from the squares of last_up a step up would leave the board
// sideways.
static const uint64_t avxshift_step[4] = {8, 1, 9, 7};
static const uint64_t avxshift_last_up[4] = {
	0, UINT64_C(0x8080808080808080), UINT64_C(0x8080808080808080), UINT64_C(0x0101010101010101),
};
static const uint64_t avxshift_last_down[4] = {
	0, UINT64_C(0x0101010101010101), UINT64_C(0x0101010101010101), UINT64_C(0x8080808080808080),
};

// The attacks of sliders to higher squares. The first step ignores occ, so that it makes no difference whether the
// sliders are in it. There is no test whether the fill is complete: all lanes continue until the longest possible ray
// has ended.
static inline __m256i avxshift_up(__m256i sliders, __m256i occ, __m256i last, __m256i step) {
	__m256i stop = _mm256_or_si256(occ, last);
	__m256i one = _mm256_sllv_epi64(_mm256_andnot_si256(last, sliders), step);
	__m256i two = _mm256_sllv_epi64(_mm256_andnot_si256(stop, one), step);
	__m256i three = _mm256_sllv_epi64(_mm256_andnot_si256(stop, two), step);
	__m256i four = _mm256_sllv_epi64(_mm256_andnot_si256(stop, three), step);
	__m256i five = _mm256_sllv_epi64(_mm256_andnot_si256(stop, four), step);
	__m256i six = _mm256_sllv_epi64(_mm256_andnot_si256(stop, five), step);
	__m256i seven = _mm256_sllv_epi64(_mm256_andnot_si256(stop, six), step);
	__m256i half = _mm256_or_si256(_mm256_or_si256(one, two), _mm256_or_si256(three, four));
	return _mm256_or_si256(half, _mm256_or_si256(_mm256_or_si256(five, six), seven));
}

// The same to lower squares.
static inline __m256i avxshift_down(__m256i sliders, __m256i occ, __m256i last, __m256i step) {
	__m256i stop = _mm256_or_si256(occ, last);
	__m256i one = _mm256_srlv_epi64(_mm256_andnot_si256(last, sliders), step);
	__m256i two = _mm256_srlv_epi64(_mm256_andnot_si256(stop, one), step);
	__m256i three = _mm256_srlv_epi64(_mm256_andnot_si256(stop, two), step);
	__m256i four = _mm256_srlv_epi64(_mm256_andnot_si256(stop, three), step);
	__m256i five = _mm256_srlv_epi64(_mm256_andnot_si256(stop, four), step);
	__m256i six = _mm256_srlv_epi64(_mm256_andnot_si256(stop, five), step);
	__m256i seven = _mm256_srlv_epi64(_mm256_andnot_si256(stop, six), step);
	__m256i half = _mm256_or_si256(_mm256_or_si256(one, two), _mm256_or_si256(three, four));
	return _mm256_or_si256(half, _mm256_or_si256(_mm256_or_si256(five, six), seven));
}

// The same in two lanes, for a rook or a bishop: upwards here, and downwards in the next function.
static inline __m128i avxshift_up2(__m128i sliders, __m128i occ, __m128i last, __m128i step) {
	__m128i stop = _mm_or_si128(occ, last);
	__m128i one = _mm_sllv_epi64(_mm_andnot_si128(last, sliders), step);
	__m128i two = _mm_sllv_epi64(_mm_andnot_si128(stop, one), step);
	__m128i three = _mm_sllv_epi64(_mm_andnot_si128(stop, two), step);
	__m128i four = _mm_sllv_epi64(_mm_andnot_si128(stop, three), step);
	__m128i five = _mm_sllv_epi64(_mm_andnot_si128(stop, four), step);
	__m128i six = _mm_sllv_epi64(_mm_andnot_si128(stop, five), step);
	__m128i seven = _mm_sllv_epi64(_mm_andnot_si128(stop, six), step);
	__m128i half = _mm_or_si128(_mm_or_si128(one, two), _mm_or_si128(three, four));
	return _mm_or_si128(half, _mm_or_si128(_mm_or_si128(five, six), seven));
}

static inline __m128i avxshift_down2(__m128i sliders, __m128i occ, __m128i last, __m128i step) {
	__m128i stop = _mm_or_si128(occ, last);
	__m128i one = _mm_srlv_epi64(_mm_andnot_si128(last, sliders), step);
	__m128i two = _mm_srlv_epi64(_mm_andnot_si128(stop, one), step);
	__m128i three = _mm_srlv_epi64(_mm_andnot_si128(stop, two), step);
	__m128i four = _mm_srlv_epi64(_mm_andnot_si128(stop, three), step);
	__m128i five = _mm_srlv_epi64(_mm_andnot_si128(stop, four), step);
	__m128i six = _mm_srlv_epi64(_mm_andnot_si128(stop, five), step);
	__m128i seven = _mm_srlv_epi64(_mm_andnot_si128(stop, six), step);
	__m128i half = _mm_or_si128(_mm_or_si128(one, two), _mm_or_si128(three, four));
	return _mm_or_si128(half, _mm_or_si128(_mm_or_si128(five, six), seven));
}

// The attacks in all four lanes: file, rank, diagonal, anti-diagonal.
static inline __m256i avxshift_four(uint64_t sliders, uint64_t occ) {
	__m256i step = _mm256_loadu_si256((const __m256i *)avxshift_step);
	__m256i last_up = _mm256_loadu_si256((const __m256i *)avxshift_last_up);
	__m256i last_down = _mm256_loadu_si256((const __m256i *)avxshift_last_down);
	__m256i s = _mm256_set1_epi64x((int64_t)sliders), o = _mm256_set1_epi64x((int64_t)occ);
	return _mm256_or_si256(avxshift_up(s, o, last_up, step), avxshift_down(s, o, last_down, step));
}

// The attacks in two of the lanes, those from the given one on, together.
static inline uint64_t avxshift_two(int from, uint64_t sliders, uint64_t occ) {
	__m128i step = _mm_loadu_si128((const __m128i *)&avxshift_step[from]);
	__m128i last_up = _mm_loadu_si128((const __m128i *)&avxshift_last_up[from]);
	__m128i last_down = _mm_loadu_si128((const __m128i *)&avxshift_last_down[from]);
	__m128i s = _mm_set1_epi64x((int64_t)sliders), o = _mm_set1_epi64x((int64_t)occ);
	__m128i x = _mm_or_si128(avxshift_up2(s, o, last_up, step), avxshift_down2(s, o, last_down, step));
	return (uint64_t)_mm_cvtsi128_si64(_mm_or_si128(x, _mm_unpackhi_epi64(x, x)));
}

// The union of the attacks of rooks on all squares of a set, with pieces on the squares in occ, whether or not the
// rooks are among them. Sliders in occ block each other, which makes no difference to the union: behind a slider that
// blocks, its own attacks continue.
static inline uint64_t avxshift_rooks(uint64_t sliders, uint64_t occ) { return avxshift_two(0, sliders, occ); }

// The same for bishops.
static inline uint64_t avxshift_bishops(uint64_t sliders, uint64_t occ) { return avxshift_two(2, sliders, occ); }

// The same for queens.
static inline uint64_t avxshift_queens(uint64_t sliders, uint64_t occ) {
	__m256i x = avxshift_four(sliders, occ);
	__m128i pair = _mm_or_si128(_mm256_castsi256_si128(x), _mm256_extracti128_si256(x, 1));
	return (uint64_t)_mm_cvtsi128_si64(_mm_or_si128(pair, _mm_unpackhi_epi64(pair, pair)));
}

// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
static inline uint64_t avxshift_rook(int sq, uint64_t occ) { return avxshift_rooks((uint64_t)1 << sq, occ); }

// The attacks of a bishop.
static inline uint64_t avxshift_bishop(int sq, uint64_t occ) { return avxshift_bishops((uint64_t)1 << sq, occ); }

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t avxshift_queen(int sq, uint64_t occ) { return avxshift_queens((uint64_t)1 << sq, occ); }

// The attacks of a rook and of a bishop at once, for the price of a queen.
static inline struct board_pair avxshift_both(int sq, uint64_t occ) {
	__m256i x = avxshift_four((uint64_t)1 << sq, occ);
	__m128i rook = _mm256_castsi256_si128(x), bishop = _mm256_extracti128_si256(x, 1);
	__m128i halves = _mm_or_si128(_mm_unpacklo_epi64(rook, bishop), _mm_unpackhi_epi64(rook, bishop));
	struct board_pair pair = {(uint64_t)_mm_cvtsi128_si64(halves), (uint64_t)_mm_extract_epi64(halves, 1)};
	return pair;
}

// Does nothing: the constants stand above.
static inline void avxshift_init(void) {}

#endif

#endif
