// Hyperbola quintessence in AVX2 lanes: three lines at once, one in each 64-bit lane of a register. A lookup gives the
// attacks of a rook and of a bishop, or their union; a rook alone or a bishop alone does not fill the lanes and is
// computed without them.
//
//	lanes   = file, diagonal, -, anti-diagonal
//	x       = occ & lanes                                                  in each lane
//	attacks = ((x - b) ^ swap(swap(x) - swap(b))) & lanes                  b = 1 << sq
//	rook    = attacks[0] | ranks[inner squares of sq's rank][file of sq] << first square of the rank
//	bishop  = attacks[1] | attacks[3]
//
// It needs AVX2.
//
// C: one file defines DUAL_IMPLEMENTATION before it includes this header. Call dual_init once, before the first lookup.
//
// People: the idea of the lanes, and of the rank table beside them, is that of Stockfish's developers, 2026 (anematode
// on GitHub, the table cut down to the inner squares by Niklas Fiekas); quintessence itself: Ryan Mack's Hyperbola
// project; Gerd Isenberg, Aleks Peshkov, 2007.
#ifndef SLIDEBENCH_DUAL_H
#define SLIDEBENCH_DUAL_H

#include "../../board/board.h"

#if defined(BOARD_AVX2)

#include <immintrin.h>

// A square's data for a lookup: four lanes. The lines are without the square itself. The third lane holds b, so that an
// entry is 32 bytes; as a line, b gives no attacks.
struct dual_entry {
	uint64_t file, diagonal, b, antidiagonal;
};

// Ranks are the attacks within a rank, indexed by its inner squares b to g and the slider's file: the squares of a rank
// lie in one byte, and a byte swap does not reverse them.
#define DUAL_TABLES(SHARED) \
	SHARED BOARD_ALIGNED(32) struct dual_entry dual_entries[64]; \
	SHARED uint8_t dual_ranks[64][8];
DUAL_TABLES(BOARD_DECLARE)

// Fills the tables.
BOARD_DECLARE void dual_init(void);

// The attacks within one line whose squares lie in different bytes, so that a byte swap reverses their order.
// Subtracting b from the blockers above it borrows from the lowest of them: the difference has ones from sq up to just
// below that blocker, whose own bit becomes 0. The exclusive or with the other direction leaves the squares that
// changed, and these are the attacks. Each direction's difference leaves the blockers of the other direction unchanged,
// so they cancel.
static inline uint64_t dual_swapped(uint64_t line, uint64_t b, uint64_t occ) {
	uint64_t x = occ & line;
	return ((x - b) ^ board_swap_bytes(board_swap_bytes(x) - board_swap_bytes(b))) & line;
}

// The attacks within a slider's rank.
static inline uint64_t dual_on_rank(int sq, uint64_t occ) {
	int first = sq & 56; // the rank's square on the a-file
	return (uint64_t)dual_ranks[occ >> first >> 1 & 63][sq & 7] << first;
}

// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
static inline uint64_t dual_rook(int sq, uint64_t occ) {
	return board_filled(dual_swapped(dual_entries[sq].file, dual_entries[sq].b, occ) | dual_on_rank(sq, occ));
}

// The attacks of a bishop.
static inline uint64_t dual_bishop(int sq, uint64_t occ) {
	const struct dual_entry *e = &dual_entries[sq];
	return board_filled(dual_swapped(e->diagonal, e->b, occ) | dual_swapped(e->antidiagonal, e->b, occ));
}

// The byte swap in all lanes: one shuffle, of the same 16 bytes in both halves.
static inline __m256i dual_swap(__m256i x) {
	const __m128i swap = _mm_setr_epi8(7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8);
	return _mm256_shuffle_epi8(x, _mm256_broadcastsi128_si256(swap));
}

// The attacks in all lanes, by the formula of dual_swapped.
static inline __m256i dual_lanes(int sq, uint64_t occ) {
	const struct dual_entry *e = &dual_entries[sq];
	__m256i lanes = _mm256_loadu_si256((const __m256i *)e), b = _mm256_set1_epi64x((int64_t)e->b);
	__m256i x = _mm256_and_si256(_mm256_set1_epi64x((int64_t)occ), lanes);
	__m256i lower = dual_swap(_mm256_sub_epi64(dual_swap(x), dual_swap(b)));
	return _mm256_and_si256(_mm256_xor_si256(_mm256_sub_epi64(x, b), lower), lanes);
}

// The attacks of a rook and of a bishop at once.
static inline struct board_pair dual_both(int sq, uint64_t occ) {
	__m256i x = dual_lanes(sq, occ);
	__m128i low = _mm256_castsi256_si128(x), diagonals = _mm_or_si128(low, _mm256_extracti128_si256(x, 1));
	struct board_pair pair = {
		board_filled((uint64_t)_mm_cvtsi128_si64(low) | dual_on_rank(sq, occ)),
		board_filled((uint64_t)_mm_extract_epi64(diagonals, 1)),
	};
	return pair;
}

// The attacks of a queen: all lanes together, and the rank. The lane of b has no attacks.
static inline uint64_t dual_queen(int sq, uint64_t occ) {
	__m256i x = dual_lanes(sq, occ);
	__m128i pair = _mm_or_si128(_mm256_castsi256_si128(x), _mm256_extracti128_si256(x, 1));
	return board_filled((uint64_t)_mm_cvtsi128_si64(_mm_or_si128(pair, _mm_unpackhi_epi64(pair, pair))) | dual_on_rank(sq, occ));
}

#endif

#endif

#if defined(DUAL_TABLES) && (defined(__cplusplus) || defined(DUAL_IMPLEMENTATION)) && !defined(DUAL_IMPLEMENTED)
#define DUAL_IMPLEMENTED

DUAL_TABLES(BOARD_DEFINE)

BOARD_DEFINE void dual_init(void) {
	for (int sq = 0; sq < 64; sq++) {
		dual_entries[sq].file = board_line(BOARD_NORTH, sq);
		dual_entries[sq].diagonal = board_line(BOARD_NORTH_EAST, sq);
		dual_entries[sq].b = board_bit(sq);
		dual_entries[sq].antidiagonal = board_line(BOARD_NORTH_WEST, sq);
	}
	for (int inner = 0; inner < 64; inner++)
		for (int file = 0; file < 8; file++)
			dual_ranks[inner][file] = (uint8_t)(board_rook(file, (uint64_t)inner << 1) & 0xff);
}

#endif
