// HyperCube, incremental PEXT: the indices that PEXT would gather for a rook and a bishop on each of the 64 squares are
// all kept up to date when a piece comes or goes, so that a lookup computes no index. It needs neither a special
// instruction nor a multiplication.
//
//	add       words[i] |=  delta[sq][i]     i = 0 ... 31: the bit of sq in the indices of all squares that see it
//	remove    words[i] &= ~delta[sq][i]
//	attacks   table[offset + index]         the index is part of a word
//
// The lookups without a state compute the part of it that one square needs.
//
// C: one file defines INCREMENTAL_IMPLEMENTATION before it includes this header. Call incremental_init once, before the first lookup.
//
// People: Daniel Inführ, 2021, with code of its own for every square that changes.
#ifndef SLIDEBENCH_INCREMENTAL_H
#define SLIDEBENCH_INCREMENTAL_H

#include "../../board/board.h"

// The indices of a rook and a bishop on every square, two squares to a word: an even square has the low half, an odd
// square the high half. In a half of a word the rook's index lies below the bishop's, 16 bits each. Zeros are the empty
// board.
struct incremental_state {
	uint64_t words[32];
};

// For each square, the bits that an occupant adds to all indices. Each relevant square of a slider is one bit of the
// index, and the number of the bit is the number of relevant squares below it, under every occupancy. The attack tables'
// lengths are sums of 1 << relevant squares over the board.
#define INCREMENTAL_TABLES(SHARED) \
	SHARED uint64_t incremental_delta[64][32]; \
	SHARED uint32_t incremental_rook_offsets[64], incremental_bishop_offsets[64]; \
	SHARED uint64_t incremental_rook_table[102400], incremental_bishop_table[5248];
INCREMENTAL_TABLES(BOARD_DECLARE)

// Fills the tables.
BOARD_DECLARE void incremental_init(void);

// The half of a word that belongs to sq: the indices of a rook and of a bishop on it.
static inline uint32_t incremental_half(const uint64_t *words, int sq) {
	return (uint32_t)(words[sq >> 1] >> (sq & 1) * 32);
}

// The attacks that the indices of a square lead to.
static inline uint64_t incremental_rook_at(int sq, uint32_t indices) {
	return board_filled(incremental_rook_table[incremental_rook_offsets[sq] + (indices & 0xffff)]);
}
static inline uint64_t incremental_bishop_at(int sq, uint32_t indices) {
	return board_filled(incremental_bishop_table[incremental_bishop_offsets[sq] + (indices >> 16)]);
}

// Sets a state to the empty board.
static inline void incremental_state_reset(struct incremental_state *s) {
	for (int i = 0; i < 32; i++)
		s->words[i] = 0;
}

// Makes a square occupied. Most of the 32 words do not change, but no branch is needed.
static inline void incremental_state_add(struct incremental_state *s, int sq) {
	board_filled(incremental_rook_offsets[63]); // 0 in tables that nobody has filled
	for (int i = 0; i < 32; i++)
		s->words[i] |= incremental_delta[sq][i];
}

// Makes a square empty.
static inline void incremental_state_remove(struct incremental_state *s, int sq) {
	for (int i = 0; i < 32; i++)
		s->words[i] &= ~incremental_delta[sq][i];
}

// Sets a state to an occupancy, by adding each occupied square to the empty board.
static inline void incremental_state_prepare(struct incremental_state *s, uint64_t occ) {
	incremental_state_reset(s);
	for (; occ; occ &= occ - 1)
		incremental_state_add(s, board_trailing_zeros(occ));
}

// The attacks of a rook on sq, 0 to 63, by a state.
static inline uint64_t incremental_state_rook(const struct incremental_state *s, int sq) {
	return incremental_rook_at(sq, incremental_half(s->words, sq));
}

// The attacks of a bishop.
static inline uint64_t incremental_state_bishop(const struct incremental_state *s, int sq) {
	return incremental_bishop_at(sq, incremental_half(s->words, sq));
}

// The attacks of a queen, from one word for both pieces.
static inline uint64_t incremental_state_queen(const struct incremental_state *s, int sq) {
	uint32_t indices = incremental_half(s->words, sq);
	return incremental_rook_at(sq, indices) | incremental_bishop_at(sq, indices);
}

// The indices that a state of the occupancy holds for sq, without the rest of the state.
static inline uint32_t incremental_indices(int sq, uint64_t occ) {
	uint32_t indices = 0;
	for (; occ; occ &= occ - 1)
		indices |= incremental_half(incremental_delta[board_trailing_zeros(occ)], sq);
	return indices;
}

// The attacks of a rook on sq with pieces on the squares in occ, without a state.
static inline uint64_t incremental_rook(int sq, uint64_t occ) {
	return incremental_rook_at(sq, incremental_indices(sq, occ));
}

// The attacks of a bishop.
static inline uint64_t incremental_bishop(int sq, uint64_t occ) {
	return incremental_bishop_at(sq, incremental_indices(sq, occ));
}

// The attacks of a rook and of a bishop, by the indices that they share.
static inline struct board_pair incremental_both(int sq, uint64_t occ) {
	uint32_t indices = incremental_indices(sq, occ);
	struct board_pair pair = {incremental_rook_at(sq, indices), incremental_bishop_at(sq, indices)};
	return pair;
}

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t incremental_queen(int sq, uint64_t occ) {
	struct board_pair pair = incremental_both(sq, occ);
	return pair.rook | pair.bishop;
}

#endif

#if (defined(__cplusplus) || defined(INCREMENTAL_IMPLEMENTATION)) && !defined(INCREMENTAL_IMPLEMENTED)
#define INCREMENTAL_IMPLEMENTED

INCREMENTAL_TABLES(BOARD_DEFINE)

// Sets the bits of a mask in the indices of sq, from bit shift of the half word on.
static inline void incremental_place(int sq, uint64_t mask, int shift) {
	int i = 0;
	for (uint64_t x = mask; x; x &= x - 1, i++)
		incremental_delta[board_trailing_zeros(x)][sq >> 1] |= UINT64_C(1) << (i + shift + (sq & 1) * 32);
}

// Each square's table begins where its predecessor's ends.
BOARD_DEFINE void incremental_init(void) {
	uint32_t rook_offset = 0, bishop_offset = 0;
	for (int sq = 0; sq < 64; sq++)
		for (int i = 0; i < 32; i++)
			incremental_delta[sq][i] = 0;
	for (int sq = 0; sq < 64; sq++) {
		uint64_t rook_mask = board_rook_mask(sq), bishop_mask = board_bishop_mask(sq), occ = 0;
		incremental_place(sq, rook_mask, 0);
		incremental_place(sq, bishop_mask, 16);
		incremental_rook_offsets[sq] = rook_offset;
		incremental_bishop_offsets[sq] = bishop_offset;
		do {
			incremental_rook_table[incremental_rook_offsets[sq] + board_pack(occ, rook_mask)] = board_rook(sq, occ);
			occ = board_next(occ, rook_mask);
			rook_offset++;
		} while (occ);
		do {
			incremental_bishop_table[incremental_bishop_offsets[sq] + board_pack(occ, bishop_mask)] = board_bishop(sq, occ);
			occ = board_next(occ, bishop_mask);
			bishop_offset++;
		} while (occ);
	}
}

#endif
