// Hyperbola quintessence with GFNI: all four lines at once, one in each 64-bit lane of an AVX2 register, with the order
// of all 64 bits reversed. A lookup gives the attacks of a rook and of a bishop; one of them alone costs as much as
// both.
//
//	lanes   = rank, diagonal, file, anti-diagonal
//	x       = occ & lanes                                                  in each lane
//	attacks = ((x - b) ^ reverse(reverse(x) - reverse(b))) & lanes         b = 1 << sq
//	rook, bishop = attacks[0] | attacks[2], attacks[1] | attacks[3]
//
// It needs GFNI and AVX2; it does not need AVX-512.
//
// C: one file defines GFNI_IMPLEMENTATION before it includes this header. Call gfni_init once, before the first lookup.
//
// People: idea of Daniel Inführ, 2023, for AVX-512.
#ifndef SLIDEBENCH_GFNI_H
#define SLIDEBENCH_GFNI_H

#include "../../board/board.h"

#if defined(BOARD_AVX2) && defined(BOARD_GFNI)

#include <immintrin.h>

// A square's data for a lookup, 64 bytes: four lanes, without the square itself, and the values that all lanes share,
// the square itself and the square with all bits reversed.
struct gfni_entry {
	uint64_t rank, diagonal, file, antidiagonal;
	uint64_t b, reversed;
	uint64_t unused[2];
};

#define GFNI_TABLES(SHARED) \
	SHARED BOARD_ALIGNED(64) struct gfni_entry gfni_entries[64];
GFNI_TABLES(BOARD_DECLARE)

// Fills the table.
BOARD_DECLARE void gfni_init(void);

// All 64 bits of each lane in the other order. VGF2P8AFFINEQB multiplies each byte, a vector of eight bits, by a matrix
// of 8x8 bits: the matrix whose ones stand on the other diagonal reverses the bits within bytes, and a shuffle reverses
// the order of bytes.
static inline __m256i gfni_reverse(__m256i x) {
	const __m256i matrix = _mm256_set1_epi64x((int64_t)UINT64_C(0x8040201008040201));
	const __m128i swap = _mm_setr_epi8(7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8);
	return _mm256_shuffle_epi8(_mm256_gf2p8affine_epi64_epi8(x, matrix, 0), _mm256_broadcastsi128_si256(swap));
}

// The attacks of a rook and of a bishop on sq, 0 to 63, with pieces on the squares in occ, in the two halves of a
// register. Subtracting b from the blockers above it changes the bits from sq up to the lowest of them; the difference
// of the reversed board does the same downwards. Blockers of the other direction stay in both, and cancel.
static inline __m128i gfni_pair(int sq, uint64_t occ) {
	const struct gfni_entry *e = &gfni_entries[sq];
	__m256i lanes = _mm256_loadu_si256((const __m256i *)e), b = _mm256_set1_epi64x((int64_t)e->b);
	__m256i x = _mm256_and_si256(_mm256_set1_epi64x((int64_t)occ), lanes);
	__m256i lower = gfni_reverse(_mm256_sub_epi64(gfni_reverse(x), _mm256_set1_epi64x((int64_t)e->reversed)));
	x = _mm256_and_si256(_mm256_xor_si256(_mm256_sub_epi64(x, b), lower), lanes);
	return _mm_or_si128(_mm256_castsi256_si128(x), _mm256_extracti128_si256(x, 1));
}

// The attacks of a rook.
static inline uint64_t gfni_rook(int sq, uint64_t occ) {
	return board_filled((uint64_t)_mm_cvtsi128_si64(gfni_pair(sq, occ)));
}

// The attacks of a bishop.
static inline uint64_t gfni_bishop(int sq, uint64_t occ) {
	return board_filled((uint64_t)_mm_extract_epi64(gfni_pair(sq, occ), 1));
}

// The attacks of a rook and of a bishop at once.
static inline struct board_pair gfni_both(int sq, uint64_t occ) {
	__m128i halves = gfni_pair(sq, occ);
	struct board_pair pair = {
		board_filled((uint64_t)_mm_cvtsi128_si64(halves)),
		board_filled((uint64_t)_mm_extract_epi64(halves, 1)),
	};
	return pair;
}

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t gfni_queen(int sq, uint64_t occ) {
	struct board_pair pair = gfni_both(sq, occ);
	return pair.rook | pair.bishop;
}

#endif

#endif

#if defined(GFNI_TABLES) && (defined(__cplusplus) || defined(GFNI_IMPLEMENTATION)) && !defined(GFNI_IMPLEMENTED)
#define GFNI_IMPLEMENTED

GFNI_TABLES(BOARD_DEFINE)

BOARD_DEFINE void gfni_init(void) {
	for (int sq = 0; sq < 64; sq++) {
		struct gfni_entry *e = &gfni_entries[sq];
		e->rank = board_line(BOARD_EAST, sq);
		e->diagonal = board_line(BOARD_NORTH_EAST, sq);
		e->file = board_line(BOARD_NORTH, sq);
		e->antidiagonal = board_line(BOARD_NORTH_WEST, sq);
		e->b = board_bit(sq);
		e->reversed = board_bit(63 - sq);
	}
}

#endif
