// A binary neural network: for every square on the slider's lines, a network says whether the square is attacked.
// Input, weights and neurons are bits, and 32 bytes of weights decide about one square; all weights have 45.5 KiB. It needs AVX2 and BMI2.
//
//	input    = PEXT(occ, mask)                                       at most 12 bits, in two bytes
//	neuron i = popcount(byte i%2 of input ^ weights[sq][t][i]) < 4   32 of them for square t of the lines
//	output t = more than 16 of its neurons fire
//	attacks  = PDEP(outputs, lines)
//
// C: one file defines BITNETWORK_IMPLEMENTATION before it includes this header. Call bitnetwork_init once, before the first lookup.
//
// People: Daniel Inführ, CCC, 10 February 2022. His networks have this form; the weights are this project's own,
// trained by flips of random bits, which were kept if they made the answers no worse.
#ifndef SLIDEBENCH_BITNETWORK_H
#define SLIDEBENCH_BITNETWORK_H

#include "../../board/board.h"

#if defined(BOARD_AVX2) && defined(BOARD_BMI2)

#include <immintrin.h>

// A square's data for a lookup: its first network, and the number of its networks, one for each square on its lines.
struct bitnetwork_entry {
	uint64_t mask, lines, first, outputs;
};

// The weights of 32 neurons, a byte each, the first one in the lowest byte of the first word.
struct bitnetwork_network {
	uint64_t words[4];
};

// The numbers of networks are sums of squares on the lines over the board.
#define BITNETWORK_TABLES(SHARED) \
	SHARED struct bitnetwork_entry bitnetwork_rook_entries[64], bitnetwork_bishop_entries[64]; \
	SHARED BOARD_ALIGNED(32) struct bitnetwork_network bitnetwork_rook_weights[896], bitnetwork_bishop_weights[560];
BITNETWORK_TABLES(BOARD_DECLARE)

// Fills the tables.
BOARD_DECLARE void bitnetwork_init(void);

// With bits for the numbers -1 and 1, the product of input and weight is an exclusive or, the sum of products is a
// count of bits, and the threshold of a neuron is a comparison of that count with half of the bits. A shuffle of a
// table with the number of bits in a nibble counts the bits of 32 bytes, their lower nibbles and then their upper
// nibbles.
static inline uint64_t bitnetwork_attacks(const struct bitnetwork_entry *e, const struct bitnetwork_network *weights,
	uint64_t occ) {
	const __m256i counts = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2,
		3, 2, 3, 3, 4);
	const __m256i nibble = _mm256_set1_epi8(15), threshold = _mm256_set1_epi8(4);
	__m256i input = _mm256_set1_epi16((short)_pext_u64(occ, e->mask));
	uint64_t outputs = 0;
	// The last output comes first, so that it becomes the highest bit.
	for (uint64_t t = e->first + e->outputs; t > e->first; t--) {
		__m256i x = _mm256_xor_si256(input, _mm256_loadu_si256((const __m256i *)weights[t - 1].words));
		__m256i low = _mm256_shuffle_epi8(counts, _mm256_and_si256(x, nibble));
		__m256i high = _mm256_shuffle_epi8(counts, _mm256_and_si256(_mm256_srli_epi16(x, 4), nibble));
		__m256i fires = _mm256_cmpgt_epi8(threshold, _mm256_add_epi8(low, high));
		outputs = 2 * outputs + (_mm_popcnt_u32((unsigned)_mm256_movemask_epi8(fires)) > 16);
	}
	return _pdep_u64(outputs, e->lines);
}

// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
static inline uint64_t bitnetwork_rook(int sq, uint64_t occ) {
	return board_filled(bitnetwork_attacks(&bitnetwork_rook_entries[sq], bitnetwork_rook_weights, occ));
}

// The attacks of a bishop.
static inline uint64_t bitnetwork_bishop(int sq, uint64_t occ) {
	return board_filled(bitnetwork_attacks(&bitnetwork_bishop_entries[sq], bitnetwork_bishop_weights, occ));
}

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t bitnetwork_queen(int sq, uint64_t occ) { return bitnetwork_rook(sq, occ) | bitnetwork_bishop(sq, occ); }

#endif

#endif

#if defined(BITNETWORK_TABLES) && (defined(__cplusplus) || defined(BITNETWORK_IMPLEMENTATION)) && !defined(BITNETWORK_IMPLEMENTED)
#define BITNETWORK_IMPLEMENTED

#include "factors_gen.h"

BITNETWORK_TABLES(BOARD_DEFINE)

// The squares between two squares of one line.
static inline uint64_t bitnetwork_between(int sq, int t) {
	for (int d = BOARD_NORTH; d <= BOARD_SOUTH_EAST; d++)
		if (board_ray(d, sq) & board_bit(t))
			return board_walk(d, sq, board_bit(t)) & ~board_bit(t);
	return 0;
}

// Fills the entries and the weights of a piece. A network's task depends only on the number of relevant squares and on
// which of them lie between, so that a row of the trained networks begins with these two numbers.
static inline void bitnetwork_fill(struct bitnetwork_entry *entries, struct bitnetwork_network *weights,
	uint64_t (*mask)(int sq), uint64_t (*attacks)(int sq, uint64_t occ)) {
	uint64_t first = 0;
	for (int sq = 0; sq < 64; sq++) {
		struct bitnetwork_entry *e = &entries[sq];
		e->mask = mask(sq);
		e->lines = attacks(sq, 0);
		e->first = first;
		e->outputs = (uint64_t)board_count(e->lines);
		for (uint64_t rest = e->lines; rest; rest &= rest - 1, first++) {
			uint64_t squares = (uint64_t)board_count(e->mask);
			uint64_t between = board_pack(bitnetwork_between(sq, board_trailing_zeros(rest)), e->mask);
			for (size_t i = 0; i < sizeof bitnetwork_trained / sizeof *bitnetwork_trained; i++)
				if (bitnetwork_trained[i][0] == squares && bitnetwork_trained[i][1] == between)
					for (int j = 0; j < 4; j++)
						weights[first].words[j] = bitnetwork_trained[i][2 + j];
		}
	}
}

BOARD_DEFINE void bitnetwork_init(void) {
	bitnetwork_fill(bitnetwork_rook_entries, bitnetwork_rook_weights, board_rook_mask, board_rook);
	bitnetwork_fill(bitnetwork_bishop_entries, bitnetwork_bishop_weights, board_bishop_mask, board_bishop);
}

#endif
