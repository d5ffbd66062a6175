// Kindergarten bitboards without multiplying, or collapsed files and ranks: a line is shifted onto itself three times,
// each time by twice or half as much, until all its squares stand on one rank. The six inner squares index the attacks
// within that line.
//
//	rank          i = occ >> (8*rank + 1) & 63
//	file          x = occ >> file & F; x |= x >> 7; x |= x >> 14; x |= x >> 28; i = x >> 1 & 63    F: the a-file
//	diagonals     x = occ & mask; x |= x >> 32; x |= x >> 16; x |= x >> 8; i = x >> 1 & 63
//	attacks       R[sq][i] | V[sq][i] for a rook, D[sq][i] | A[sq][i] for a bishop
//
// C: one file defines COLLAPSED_IMPLEMENTATION before it includes this header. Call collapsed_init once, before the first lookup.
//
// People: Urban Koistinen, 1997; Steffan Westcott, 2006; as kindergarten bitboards without multiplying, Piotr Cichy,
// 2009. One table for each square and line, and masks without the edges, are those of Michael Sherwin's kindergarten
// form, 2023.
#ifndef SLIDEBENCH_COLLAPSED_H
#define SLIDEBENCH_COLLAPSED_H

#include "../../board/board.h"

// The relevant squares of a bishop's two lines.
struct collapsed_diagonal_pair {
	uint64_t diagonal, antidiagonal;
};

// The attacks within a line, by the line's index; the two words that a piece needs are neighbours.
struct collapsed_rook_slots {
	uint64_t rank[64], file[64];
};
struct collapsed_bishop_slots {
	uint64_t diagonal[64], antidiagonal[64];
};

#define COLLAPSED_TABLES(SHARED) \
	SHARED struct collapsed_diagonal_pair collapsed_diagonals[64]; \
	SHARED struct collapsed_rook_slots collapsed_rook_table[64]; \
	SHARED struct collapsed_bishop_slots collapsed_bishop_table[64];
COLLAPSED_TABLES(BOARD_DECLARE)

// Fills the tables.
BOARD_DECLARE void collapsed_init(void);

// The inner squares of a slider's rank, b to g.
static inline uint64_t collapsed_rank_index(int sq, uint64_t occ) { return occ >> ((sq & 56) + 1) & 63; }

// The inner squares of a slider's file, the second rank lowest. A shift by seven brings a square down and to the next
// file, so square a(r) ends on the first rank at file r, and squares of different ranks never meet.
static inline uint64_t collapsed_file_index(int sq, uint64_t occ) {
	uint64_t x = occ >> (sq & 7) & UINT64_C(0x0101010101010101);
	x |= x >> 7;
	x |= x >> 14;
	x |= x >> 28;
	return x >> 1 & 63;
}

// The files of the occupied squares of a mask within a diagonal or antidiagonal. The upper four ranks fall on the lower
// four, then two on two, then one on one; a diagonal has one square on each file, so no two squares meet.
static inline uint64_t collapsed_diagonal_index(uint64_t mask, uint64_t occ) {
	uint64_t x = occ & mask;
	x |= x >> 32;
	x |= x >> 16;
	x |= x >> 8;
	return x >> 1 & 63;
}

// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
static inline uint64_t collapsed_rook(int sq, uint64_t occ) {
	const struct collapsed_rook_slots *t = &collapsed_rook_table[sq];
	return board_filled(t->rank[collapsed_rank_index(sq, occ)] | t->file[collapsed_file_index(sq, occ)]);
}

// The attacks of a bishop.
static inline uint64_t collapsed_bishop(int sq, uint64_t occ) {
	const struct collapsed_bishop_slots *t = &collapsed_bishop_table[sq];
	const struct collapsed_diagonal_pair *d = &collapsed_diagonals[sq];
	return board_filled(t->diagonal[collapsed_diagonal_index(d->diagonal, occ)] |
		t->antidiagonal[collapsed_diagonal_index(d->antidiagonal, occ)]);
}

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t collapsed_queen(int sq, uint64_t occ) {
	return collapsed_rook(sq, occ) | collapsed_bishop(sq, occ);
}

#endif

#if (defined(__cplusplus) || defined(COLLAPSED_IMPLEMENTATION)) && !defined(COLLAPSED_IMPLEMENTED)
#define COLLAPSED_IMPLEMENTED

COLLAPSED_TABLES(BOARD_DEFINE)

BOARD_DEFINE void collapsed_init(void) {
	for (int sq = 0; sq < 64; sq++) {
		struct collapsed_rook_slots *rook = &collapsed_rook_table[sq];
		struct collapsed_bishop_slots *bishop = &collapsed_bishop_table[sq];
		struct collapsed_diagonal_pair *d = &collapsed_diagonals[sq];
		d->diagonal = board_relevant(BOARD_NORTH_EAST, BOARD_NORTH_EAST + 2, sq);
		d->antidiagonal = board_relevant(BOARD_NORTH_WEST, BOARD_NORTH_WEST + 2, sq);
		BOARD_FILL_LINE(rook->file[collapsed_file_index(sq, occ)], occ, BOARD_NORTH, sq);
		BOARD_FILL_LINE(rook->rank[collapsed_rank_index(sq, occ)], occ, BOARD_EAST, sq);
		BOARD_FILL_LINE(bishop->diagonal[collapsed_diagonal_index(d->diagonal, occ)], occ, BOARD_NORTH_EAST, sq);
		BOARD_FILL_LINE(bishop->antidiagonal[collapsed_diagonal_index(d->antidiagonal, occ)], occ, BOARD_NORTH_WEST, sq);
	}
}

#endif
