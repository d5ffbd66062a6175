// Cfish's attacks with AVX2: all eight rays are cut at once in two registers, the four to higher squares by a
// subtraction in each lane, the four to lower squares by shifts that fill the squares behind the first blocker.
//
//	up      = north, north-east, east, north-west         down = south, south-west, west, south-east
//	x       = occ & up                                    y    = occ & down                in each lane
//	f       = y>>d | y>>2d, then f | f>>2d | f>>4d        d    = 8, 9, 1, 7
//	attacks = (up & (x ^ (x - 1))) | (down & ~f)
//	rook, bishop = attacks[0] | attacks[2], attacks[1] | attacks[3]
//
// It needs AVX2. A rook or a bishop alone costs as much as both.
//
// C: one file defines RAYSAVX2_IMPLEMENTATION before it includes this header. Call raysavx2_init once, before the first lookup.
//
// People: Okuhara, in Cfish, 2020.
#ifndef SLIDEBENCH_RAYSAVX2_H
#define SLIDEBENCH_RAYSAVX2_H

#include "../../board/board.h"

#if defined(BOARD_AVX2)

#include <immintrin.h>

// The rays of a square: opposite rays have the same index in both arrays. An entry is 64 bytes.
struct raysavx2_entry {
	uint64_t up[4], down[4];
};

#define RAYSAVX2_TABLES(SHARED) \
	SHARED BOARD_ALIGNED(64) struct raysavx2_entry raysavx2_entries[64];
RAYSAVX2_TABLES(BOARD_DECLARE)

// Fills the table.
BOARD_DECLARE void raysavx2_init(void);

// The attacks of a rook and of a bishop on sq, 0 to 63, with pieces on the squares in occ, in the two halves of a register.
static inline __m128i raysavx2_pair(int sq, uint64_t occ) {
	const struct raysavx2_entry *e = &raysavx2_entries[sq];
	const __m256i one = _mm256_setr_epi64x(8, 9, 1, 7), two = _mm256_setr_epi64x(16, 18, 2, 14);
	const __m256i four = _mm256_setr_epi64x(32, 36, 4, 28);
	__m256i up = _mm256_loadu_si256((const __m256i *)e->up), down = _mm256_loadu_si256((const __m256i *)e->down);
	__m256i lanes = _mm256_set1_epi64x((int64_t)occ), x = _mm256_and_si256(lanes, up), y = _mm256_and_si256(lanes, down);
	// Towards lower squares the first blocker is the highest bit, for which AVX2 has no scan: all pieces on the ray are
	// shifted along it by one to six squares, in steps that double. Bits that a shift carries over an edge of the board
	// land outside of the ray.
	__m256i f = _mm256_or_si256(_mm256_srlv_epi64(y, one), _mm256_srlv_epi64(y, two));
	f = _mm256_or_si256(f, _mm256_or_si256(_mm256_srlv_epi64(f, two), _mm256_srlv_epi64(f, four)));
	// x - 1 differs from x in the first blocker and in all bits below it.
	x = _mm256_xor_si256(x, _mm256_add_epi64(x, _mm256_set1_epi64x(-1)));
	x = _mm256_or_si256(_mm256_and_si256(up, x), _mm256_andnot_si256(f, down));
	return _mm_or_si128(_mm256_castsi256_si128(x), _mm256_extracti128_si256(x, 1));
}

// The attacks of a rook.
static inline uint64_t raysavx2_rook(int sq, uint64_t occ) {
	return board_filled((uint64_t)_mm_cvtsi128_si64(raysavx2_pair(sq, occ)));
}

// The attacks of a bishop.
static inline uint64_t raysavx2_bishop(int sq, uint64_t occ) {
	return board_filled((uint64_t)_mm_extract_epi64(raysavx2_pair(sq, occ), 1));
}

// The attacks of a rook and of a bishop at once.
static inline struct board_pair raysavx2_both(int sq, uint64_t occ) {
	__m128i halves = raysavx2_pair(sq, occ);
	struct board_pair pair = {
		board_filled((uint64_t)_mm_cvtsi128_si64(halves)),
		board_filled((uint64_t)_mm_extract_epi64(halves, 1)),
	};
	return pair;
}

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t raysavx2_queen(int sq, uint64_t occ) {
	struct board_pair pair = raysavx2_both(sq, occ);
	return pair.rook | pair.bishop;
}

#endif

#endif

#if defined(RAYSAVX2_TABLES) && (defined(__cplusplus) || defined(RAYSAVX2_IMPLEMENTATION)) && !defined(RAYSAVX2_IMPLEMENTED)
#define RAYSAVX2_IMPLEMENTED

RAYSAVX2_TABLES(BOARD_DEFINE)

BOARD_DEFINE void raysavx2_init(void) {
	static const int up[4] = {BOARD_NORTH, BOARD_NORTH_EAST, BOARD_EAST, BOARD_NORTH_WEST};
	for (int sq = 0; sq < 64; sq++)
		for (int i = 0; i < 4; i++) {
			raysavx2_entries[sq].up[i] = board_ray(up[i], sq);
			raysavx2_entries[sq].down[i] = board_ray(up[i] ^ 1, sq);
		}
}

#endif
