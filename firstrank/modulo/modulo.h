// Congruent modulo bitboards: the remainder of a division by a constant, which compilers turn into multiplications, is
// different for every subset of a line's relevant squares, and indexes the attacks within that line.
//
//	rank          i = occ >> (8*rank + 1) & 63
//	file          i = (occ & mask) mod 73
//	diagonal      i = (occ & mask) mod 85
//	antidiagonal  i = (occ & mask) mod 65
//	attacks       R[sq][i] | V[sq][i] for a rook, D[sq][i] | A[sq][i] for a bishop
//
// C: one file defines MODULO_IMPLEMENTATION before it includes this header. Call modulo_init once, before the first lookup.
//
// People: Trevor Fenner and Mark Levene, 2008. The moduli are this project's own, the smallest for masks without edges.
#ifndef SLIDEBENCH_MODULO_H
#define SLIDEBENCH_MODULO_H

#include "../../board/board.h"

// The relevant squares of a bishop's two lines.
struct modulo_diagonal_pair {
	uint64_t diagonal, antidiagonal;
};

// The attacks within a line, by the line's index; the two words that a piece needs are neighbours.
struct modulo_rook_slots {
	uint64_t rank[64], file[73];
};
struct modulo_bishop_slots {
	uint64_t diagonal[85], antidiagonal[65];
};

// The files are the relevant squares of a rook's file.
#define MODULO_TABLES(SHARED) \
	SHARED uint64_t modulo_files[64]; \
	SHARED struct modulo_diagonal_pair modulo_diagonals[64]; \
	SHARED struct modulo_rook_slots modulo_rook_table[64]; \
	SHARED struct modulo_bishop_slots modulo_bishop_table[64];
MODULO_TABLES(BOARD_DECLARE)

// Fills the tables.
BOARD_DECLARE void modulo_init(void);

// The inner squares of a slider's rank, b to g.
static inline uint64_t modulo_rank_index(int sq, uint64_t occ) { return occ >> ((sq & 56) + 1) & 63; }

// The remainder of a sum is the sum of the remainders, and those of a line's squares are powers of two modulo a small
// number: eight squares on multiply by 2^8, which is 37 modulo 73. The moduli are such that all sums of these
// remainders differ.
static inline uint64_t modulo_file_index(uint64_t mask, uint64_t occ) { return (occ & mask) % 73; }
static inline uint64_t modulo_diagonal_index(uint64_t mask, uint64_t occ) { return (occ & mask) % 85; }
static inline uint64_t modulo_antidiagonal_index(uint64_t mask, uint64_t occ) { return (occ & mask) % 65; }

// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
static inline uint64_t modulo_rook(int sq, uint64_t occ) {
	const struct modulo_rook_slots *t = &modulo_rook_table[sq];
	return board_filled(t->rank[modulo_rank_index(sq, occ)] | t->file[modulo_file_index(modulo_files[sq], occ)]);
}

// The attacks of a bishop.
static inline uint64_t modulo_bishop(int sq, uint64_t occ) {
	const struct modulo_bishop_slots *t = &modulo_bishop_table[sq];
	const struct modulo_diagonal_pair *d = &modulo_diagonals[sq];
	return board_filled(t->diagonal[modulo_diagonal_index(d->diagonal, occ)] |
		t->antidiagonal[modulo_antidiagonal_index(d->antidiagonal, occ)]);
}

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t modulo_queen(int sq, uint64_t occ) { return modulo_rook(sq, occ) | modulo_bishop(sq, occ); }

#endif

#if (defined(__cplusplus) || defined(MODULO_IMPLEMENTATION)) && !defined(MODULO_IMPLEMENTED)
#define MODULO_IMPLEMENTED

MODULO_TABLES(BOARD_DEFINE)

BOARD_DEFINE void modulo_init(void) {
	for (int sq = 0; sq < 64; sq++) {
		struct modulo_rook_slots *rook = &modulo_rook_table[sq];
		struct modulo_bishop_slots *bishop = &modulo_bishop_table[sq];
		struct modulo_diagonal_pair *d = &modulo_diagonals[sq];
		modulo_files[sq] = board_relevant(BOARD_NORTH, BOARD_NORTH + 2, sq);
		d->diagonal = board_relevant(BOARD_NORTH_EAST, BOARD_NORTH_EAST + 2, sq);
		d->antidiagonal = board_relevant(BOARD_NORTH_WEST, BOARD_NORTH_WEST + 2, sq);
		BOARD_FILL_LINE(rook->file[modulo_file_index(modulo_files[sq], occ)], occ, BOARD_NORTH, sq);
		BOARD_FILL_LINE(rook->rank[modulo_rank_index(sq, occ)], occ, BOARD_EAST, sq);
		BOARD_FILL_LINE(bishop->diagonal[modulo_diagonal_index(d->diagonal, occ)], occ, BOARD_NORTH_EAST, sq);
		BOARD_FILL_LINE(bishop->antidiagonal[modulo_antidiagonal_index(d->antidiagonal, occ)], occ, BOARD_NORTH_WEST, sq);
	}
}

#endif
