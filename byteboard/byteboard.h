// Superpiece rays, also byteboard attacks: the occupied squares are gathered into a word that has a byte for each of
// the eight rays, nearest square first, where one subtraction finds the first blockers of all rays. The result is
// scattered back onto the board; both ways are permutations of bits.
//
//	rays    = gather[sq](occ)                       bit 8r+k: square k+1 of ray r is occupied, or is not on the board
//	reached = rays ^ (rays - 0x0101010101010101)    in each byte the first blocker, and the squares before it
//	attacks = scatter[sq](reached)                  bit t: the bit of reached that stands for square t
//
// It needs AVX2.
//
// In C, one file defines BYTEBOARD_IMPLEMENTATION before it includes this header. Call byteboard_init once, before the
// first lookup.
//
// People: 87flowers, of the engines Rose and Clockwork, 2025.
#ifndef SLIDEBENCH_BYTEBOARD_H
#define SLIDEBENCH_BYTEBOARD_H

#include "../board/board.h"

#if defined(BOARD_AVX2)

#include <immintrin.h>

// The source of each bit of a result: the byte of the word, and the bit in that byte. The byte 0x80 is a byte of zeros
// for the shuffle, and the mask 0 sets the bit for every byte.
struct byteboard_permutation {
	uint8_t from[64], mask[64];
};

// A square's data for a lookup: four cache lines.
struct byteboard_entry {
	struct byteboard_permutation gather, scatter;
};

#define BYTEBOARD_TABLES(SHARED) \
	SHARED BOARD_ALIGNED(64) struct byteboard_entry byteboard_entries[64]; \
	SHARED uint64_t byteboard_rook_lines[64], byteboard_bishop_lines[64];
BYTEBOARD_TABLES(BOARD_DECLARE)

// Fills the tables.
BOARD_DECLARE void byteboard_init(void);

// Two registers have a byte for each bit of the result: a shuffle puts into it the byte of the word that contains the
// bit, the mask selects the bit, and the comparison with the mask is all ones where the bit is set.
static inline uint64_t byteboard_permute(const struct byteboard_permutation *p, uint64_t word) {
	__m256i words = _mm256_set1_epi64x((long long)word);
	__m256i low_mask = _mm256_loadu_si256((const __m256i *)p->mask);
	__m256i high_mask = _mm256_loadu_si256((const __m256i *)(p->mask + 32));
	__m256i low = _mm256_shuffle_epi8(words, _mm256_loadu_si256((const __m256i *)p->from));
	__m256i high = _mm256_shuffle_epi8(words, _mm256_loadu_si256((const __m256i *)(p->from + 32)));
	low = _mm256_cmpeq_epi8(_mm256_and_si256(low, low_mask), low_mask);
	high = _mm256_cmpeq_epi8(_mm256_and_si256(high, high_mask), high_mask);
	return (uint32_t)_mm256_movemask_epi8(low) | (uint64_t)(uint32_t)_mm256_movemask_epi8(high) << 32;
}

// The attacks of a queen on sq, 0 to 63, with pieces on the squares in occ. No ray has more than seven squares, so the
// eighth bit of each byte is not on the board, and is set. Therefore the subtraction of 1 from each byte ends within
// that byte: it flips the lowest set bit and the zeros below it.
static inline uint64_t byteboard_queen(int sq, uint64_t occ) {
	const struct byteboard_entry *e = &byteboard_entries[sq];
	board_filled(byteboard_rook_lines[sq]); // entries that nobody has filled give all squares
	uint64_t rays = byteboard_permute(&e->gather, occ);
	return byteboard_permute(&e->scatter, rays ^ (rays - UINT64_C(0x0101010101010101)));
}

// The attacks of a rook.
static inline uint64_t byteboard_rook(int sq, uint64_t occ) { return byteboard_queen(sq, occ) & byteboard_rook_lines[sq]; }

// The attacks of a bishop.
static inline uint64_t byteboard_bishop(int sq, uint64_t occ) {
	return byteboard_queen(sq, occ) & byteboard_bishop_lines[sq];
}

// The attacks of a rook and of a bishop, which are the two parts of a queen's.
static inline struct board_pair byteboard_both(int sq, uint64_t occ) {
	uint64_t queen = byteboard_queen(sq, occ);
	struct board_pair both = {queen & byteboard_rook_lines[sq], queen & byteboard_bishop_lines[sq]};
	return both;
}

#endif

#endif

#if defined(BYTEBOARD_TABLES) && (defined(__cplusplus) || defined(BYTEBOARD_IMPLEMENTATION)) && !defined(BYTEBOARD_IMPLEMENTED)
#define BYTEBOARD_IMPLEMENTED

BYTEBOARD_TABLES(BOARD_DEFINE)

// Makes bit i of the result bit j of the word.
static inline void byteboard_find(struct byteboard_permutation *p, int i, int j) {
	p->from[i] = (uint8_t)(j >> 3);
	p->mask[i] = (uint8_t)(1 << (j & 7));
}

// At first all bits of rays are set, as those that are not on the board stay, and no bit of attacks is.
BOARD_DEFINE void byteboard_init(void) {
	for (int sq = 0; sq < 64; sq++) {
		struct byteboard_entry *e = &byteboard_entries[sq];
		byteboard_rook_lines[sq] = board_rook(sq, 0);
		byteboard_bishop_lines[sq] = board_bishop(sq, 0);
		for (int i = 0; i < 64; i++) {
			e->gather.from[i] = e->scatter.from[i] = 0x80;
			e->gather.mask[i] = 0;
			e->scatter.mask[i] = 1;
		}
		for (int r = 0; r < 8; r++) {
			uint64_t ray = board_ray(r, sq);
			for (uint64_t rest = ray; rest; rest &= rest - 1) {
				int t = board_trailing_zeros(rest);
				int k = board_count(ray & ~board_ray(r, t)) - 1; // squares on the way to t
				byteboard_find(&e->gather, 8 * r + k, t);
				byteboard_find(&e->scatter, t, 8 * r + k);
			}
		}
	}
}

#endif
