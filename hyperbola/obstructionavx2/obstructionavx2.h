// Batches of four in AVX2 registers: four questions at once, in the four words of a register. In spite of its name the
// technique has obstruction difference for ranks only, and for files and diagonals hyperbola quintessence, whose byte
// swap is one shuffle.
//
//	o       = occ without sq                           b = 1 << sq
//	files and diagonals:
//	x       = o & line
//	attacks = ((x - b) ^ swap(swap(x) - swap(b))) & line
//	ranks:
//	x       = (o | file a) & rank
//	down    = x up to sq, up = x above
//	attacks = up ^ (up - msb(down))                    byte by byte, and without sq
//
// There are batches only, and no tables, so obstructionavx2_init does nothing: it is here because every technique has
// one. It needs AVX2.
//
// People: Ryan Mack's Hyperbola project; Gerd Isenberg, Aleks Peshkov, 2007; Michael Hoffmann, about 2009. No earlier
// source is known for diagonals by a shuffle, and none for the highest bit of a rank by a float.
#ifndef SLIDEBENCH_OBSTRUCTIONAVX2_H
#define SLIDEBENCH_OBSTRUCTIONAVX2_H

#include "../../board/board.h"

#if defined(BOARD_AVX2)

#include <immintrin.h>
#include <string.h>

// Which answers a batch is for: the compiler makes a loop of its own for each.
enum obstructionavx2_pieces { OBSTRUCTIONAVX2_ROOK, OBSTRUCTIONAVX2_BISHOP, OBSTRUCTIONAVX2_QUEEN, OBSTRUCTIONAVX2_BOTH };

// The bytes of each word in reverse order.
static inline __m256i obstructionavx2_swap(__m256i x) {
	return _mm256_shuffle_epi8(x, _mm256_setr_epi8(7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8,
		7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8));
}

// In each byte 1 << file, and 0 for files off the board: bytes 8 to 15 of the table are 0, and a shuffle gives 0 for
// negative indices.
static inline __m256i obstructionavx2_bit(__m256i file) {
	return _mm256_shuffle_epi8(_mm256_setr_epi8(1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0,
		1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0), file);
}

// The attacks on a line whose squares lie in different bytes. Subtracting b from the blockers above it changes the bits
// from sq up to the lowest of them; the difference of the swapped board does the same downwards. Blockers of the other
// direction stay in both, and cancel.
static inline __m256i obstructionavx2_on(__m256i line, __m256i occ, __m256i b, __m256i swapped) {
	__m256i x = _mm256_and_si256(occ, line);
	__m256i lower = obstructionavx2_swap(_mm256_sub_epi64(obstructionavx2_swap(x), swapped));
	return _mm256_and_si256(_mm256_xor_si256(_mm256_sub_epi64(x, b), lower), line);
}

// The attacks on ranks, and sq. The a-file always counts as a blocker, so that there is a blocker below, or it is sq
// itself; occupying it changes no attacks. Subtracting the highest bit of down from up, all bits from it to the lowest
// of up change; the subtraction works on bytes, so that no borrow leaves the rank.
static inline __m256i obstructionavx2_on_rank(__m256i rank, __m256i occ, __m256i file) {
	const __m256i up_to = _mm256_setr_epi8(1, 3, 7, 15, 31, 63, 127, -1, 1, 3, 7, 15, 31, 63, 127, -1,
		1, 3, 7, 15, 31, 63, 127, -1, 1, 3, 7, 15, 31, 63, 127, -1);
	__m256i x = _mm256_and_si256(_mm256_or_si256(occ, _mm256_set1_epi8(1)), rank);
	__m256i below = _mm256_shuffle_epi8(up_to, file);
	__m256i up = _mm256_andnot_si256(below, x), down = _mm256_and_si256(below, x);
	// AVX2 has no instruction for the highest bit. But a float without the bits after its exponent is the highest bit
	// of its number: down has at most one byte that is not 0 in each word and, without sq, no square of the h-file, so
	// it is not negative and converted exactly.
	__m256i exponent = _mm256_and_si256(_mm256_castps_si256(_mm256_cvtepi32_ps(down)), _mm256_set1_epi32(0x7f800000));
	__m256i msb = _mm256_cvttps_epi32(_mm256_castsi256_ps(exponent));
	return _mm256_xor_si256(up, _mm256_sub_epi8(up, msb));
}

// Four answers, for the squares in the bytes of a number, of which only the low six bits count. *rook gets the rook's for
// OBSTRUCTIONAVX2_ROOK and OBSTRUCTIONAVX2_BOTH, and the queen's for OBSTRUCTIONAVX2_QUEEN; *bishop gets the bishop's for
// OBSTRUCTIONAVX2_BISHOP and OBSTRUCTIONAVX2_BOTH.
static BOARD_ALWAYS_INLINE
void obstructionavx2_four(enum obstructionavx2_pieces pieces, __m256i occ, uint32_t squares, __m256i *rook,
		__m256i *bishop) {
	const __m256i spread = _mm256_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1,
		2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3);
	const __m256i seven = _mm256_set1_epi8(7), numbers = _mm256_set1_epi64x(0x0706050403020100);
	// The file and the rank of its square in every byte of a word, whose number is a rank of the board.
	__m256i sq = _mm256_shuffle_epi8(_mm256_set1_epi32((int32_t)squares), spread);
	__m256i f = _mm256_and_si256(sq, seven), r = _mm256_and_si256(_mm256_srli_epi16(sq, 3), seven);
	__m256i b = _mm256_setzero_si256(), swapped = b;
	if (pieces != OBSTRUCTIONAVX2_BISHOP) {
		__m256i file = obstructionavx2_bit(f), rank = _mm256_cmpeq_epi8(r, numbers);
		b = _mm256_and_si256(file, rank);
		swapped = obstructionavx2_swap(b);
		occ = _mm256_andnot_si256(b, occ);
		*rook = _mm256_or_si256(obstructionavx2_on_rank(rank, occ, f), obstructionavx2_on(file, occ, b, swapped));
		*rook = _mm256_andnot_si256(b, *rook);
	}
	if (pieces != OBSTRUCTIONAVX2_ROOK) {
		// On the rank i the diagonals through sq, on file f and rank r, meet the files f - (r - i) and f + (r - i).
		__m256i q = _mm256_sub_epi8(r, numbers);
		__m256i diagonal = obstructionavx2_bit(_mm256_sub_epi8(f, q));
		__m256i antidiagonal = obstructionavx2_bit(_mm256_add_epi8(f, q));
		if (pieces == OBSTRUCTIONAVX2_BISHOP) {
			b = _mm256_and_si256(diagonal, antidiagonal);
			swapped = obstructionavx2_swap(b);
			occ = _mm256_andnot_si256(b, occ);
		}
		*bishop = _mm256_or_si256(obstructionavx2_on(diagonal, occ, b, swapped),
			obstructionavx2_on(antidiagonal, occ, b, swapped));
		if (pieces == OBSTRUCTIONAVX2_QUEEN)
			*rook = _mm256_or_si256(*rook, *bishop);
	}
}

// n answers, four at a time, in the end as many as are left: masked loads and stores do not touch the elements that the
// mask leaves out. All occupancies of a round are read before its answers are written.
static BOARD_ALWAYS_INLINE
void obstructionavx2_batch(enum obstructionavx2_pieces pieces, uint64_t *rook, uint64_t *bishop, const uint64_t *occ,
		const uint8_t *sq, size_t n) {
	__m256i rooks = _mm256_setzero_si256(), bishops = rooks;
	size_t i = 0;
	for (; n - i >= 4; i += 4) {
		uint32_t squares;
		memcpy(&squares, sq + i, 4);
		obstructionavx2_four(pieces, _mm256_loadu_si256((const __m256i *)(occ + i)), squares, &rooks, &bishops);
		if (pieces != OBSTRUCTIONAVX2_BISHOP)
			_mm256_storeu_si256((__m256i *)(rook + i), rooks);
		if (pieces == OBSTRUCTIONAVX2_BISHOP || pieces == OBSTRUCTIONAVX2_BOTH)
			_mm256_storeu_si256((__m256i *)(bishop + i), bishops);
	}
	if (i < n) {
		__m256i left = _mm256_cmpgt_epi64(_mm256_set1_epi64x((int64_t)(n - i)), _mm256_setr_epi64x(0, 1, 2, 3));
		uint32_t squares = 0;
		for (size_t j = n; j > i; j--)
			squares = squares << 8 | sq[j - 1];
		obstructionavx2_four(pieces, _mm256_maskload_epi64((const long long *)(occ + i), left), squares, &rooks, &bishops);
		if (pieces != OBSTRUCTIONAVX2_BISHOP)
			_mm256_maskstore_epi64((long long *)(rook + i), left, rooks);
		if (pieces == OBSTRUCTIONAVX2_BISHOP || pieces == OBSTRUCTIONAVX2_BOTH)
			_mm256_maskstore_epi64((long long *)(bishop + i), left, bishops);
	}
}

// Sets dst[i] to the attacks of a rook on sq[i], of which only the low six bits count, with pieces on the squares in
// occ[i], for n questions. dst may be occ. Nothing beyond the n elements is read or written, and vectors need
// no alignment.
static inline void obstructionavx2_rook_batch(uint64_t *dst, const uint64_t *occ, const uint8_t *sq, size_t n) {
	obstructionavx2_batch(OBSTRUCTIONAVX2_ROOK, dst, dst, occ, sq, n);
}

// The same for bishops.
static inline void obstructionavx2_bishop_batch(uint64_t *dst, const uint64_t *occ, const uint8_t *sq, size_t n) {
	obstructionavx2_batch(OBSTRUCTIONAVX2_BISHOP, dst, dst, occ, sq, n);
}

// The same for queens.
static inline void obstructionavx2_queen_batch(uint64_t *dst, const uint64_t *occ, const uint8_t *sq, size_t n) {
	obstructionavx2_batch(OBSTRUCTIONAVX2_QUEEN, dst, dst, occ, sq, n);
}

// Sets rook[i] and bishop[i] to the attacks of a rook and of a bishop. rook or bishop may be occ.
static inline void obstructionavx2_both_batch(uint64_t *rook, uint64_t *bishop, const uint64_t *occ, const uint8_t *sq,
		size_t n) {
	obstructionavx2_batch(OBSTRUCTIONAVX2_BOTH, rook, bishop, occ, sq, n);
}

// Does nothing: there are no tables.
static inline void obstructionavx2_init(void) {}

#endif

#endif
