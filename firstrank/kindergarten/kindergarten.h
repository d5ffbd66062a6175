// Kindergarten bitboards with a table for each square and line: a multiplication gathers the occupied squares of a line
// side by side, and its six inner squares index the attacks within that line. The squares of a rank are side by side
// already.
//
//	rank          i = occ >> (8*rank + 1) & 63
//	file          i = ((occ >> file & F) * M) >> 57 & 63    F: the a-file, M: the diagonal a1 to h8
//	diagonals     i = ((occ & line) * F) >> 57 & 63         line: without the slider's own square
//	attacks       R[sq][i] | V[sq][i] for a rook, D[sq][i] | A[sq][i] for a bishop
//
// C: one file defines KINDERGARTEN_IMPLEMENTATION before it includes this header. Call kindergarten_init once, before the first lookup.
//
// People: Urban Koistinen, 1997, Steffan Westcott, Gerd Isenberg and others, 2006. The form with a table for each
// square and line, and these constants, is tsoj's, 2022.
#ifndef SLIDEBENCH_KINDERGARTEN_H
#define SLIDEBENCH_KINDERGARTEN_H

#include "../../board/board.h"

// The two lines of a bishop, without the square itself.
struct kindergarten_diagonal_pair {
	uint64_t diagonal, antidiagonal;
};

// The attacks within a line, by the line's index; the two words that a piece needs are neighbours.
struct kindergarten_rook_slots {
	uint64_t rank[64], file[64];
};
struct kindergarten_bishop_slots {
	uint64_t diagonal[64], antidiagonal[64];
};

#define KINDERGARTEN_TABLES(SHARED) \
	SHARED struct kindergarten_diagonal_pair kindergarten_diagonals[64]; \
	SHARED struct kindergarten_rook_slots kindergarten_rook_table[64]; \
	SHARED struct kindergarten_bishop_slots kindergarten_bishop_table[64];
KINDERGARTEN_TABLES(BOARD_DECLARE)

// Fills the tables.
BOARD_DECLARE void kindergarten_init(void);

// The inner squares of a slider's rank, b to g.
static inline uint64_t kindergarten_rank_index(int sq, uint64_t occ) { return occ >> ((sq & 56) + 1) & 63; }

// The inner squares of a slider's file, the seventh rank lowest. The product adds up copies of the a-file, each a rank
// higher and a file further than the copy before, so that no two have a square in common, and square a(r) comes out on
// the eighth rank at file 9-r.
static inline uint64_t kindergarten_file_index(int sq, uint64_t occ) {
	return (occ >> (sq & 7) & UINT64_C(0x0101010101010101)) * UINT64_C(0x8040201008040201) >> 57 & 63;
}

// The inner files of the occupied squares of a diagonal or antidiagonal. The product adds up copies of the line moved
// up by one to seven ranks, so that its eighth rank holds the occupied files. There are no carries, because a diagonal
// has one square on each file.
static inline uint64_t kindergarten_diagonal_index(uint64_t line, uint64_t occ) {
	return (occ & line) * UINT64_C(0x0101010101010101) >> 57 & 63;
}

// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
static inline uint64_t kindergarten_rook(int sq, uint64_t occ) {
	const struct kindergarten_rook_slots *t = &kindergarten_rook_table[sq];
	return board_filled(t->rank[kindergarten_rank_index(sq, occ)] | t->file[kindergarten_file_index(sq, occ)]);
}

// The attacks of a bishop.
static inline uint64_t kindergarten_bishop(int sq, uint64_t occ) {
	const struct kindergarten_bishop_slots *t = &kindergarten_bishop_table[sq];
	const struct kindergarten_diagonal_pair *d = &kindergarten_diagonals[sq];
	return board_filled(t->diagonal[kindergarten_diagonal_index(d->diagonal, occ)] |
		t->antidiagonal[kindergarten_diagonal_index(d->antidiagonal, occ)]);
}

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t kindergarten_queen(int sq, uint64_t occ) {
	return kindergarten_rook(sq, occ) | kindergarten_bishop(sq, occ);
}

#endif

#if (defined(__cplusplus) || defined(KINDERGARTEN_IMPLEMENTATION)) && !defined(KINDERGARTEN_IMPLEMENTED)
#define KINDERGARTEN_IMPLEMENTED

KINDERGARTEN_TABLES(BOARD_DEFINE)

BOARD_DEFINE void kindergarten_init(void) {
	for (int sq = 0; sq < 64; sq++) {
		struct kindergarten_rook_slots *rook = &kindergarten_rook_table[sq];
		struct kindergarten_bishop_slots *bishop = &kindergarten_bishop_table[sq];
		struct kindergarten_diagonal_pair *d = &kindergarten_diagonals[sq];
		d->diagonal = board_line(BOARD_NORTH_EAST, sq);
		d->antidiagonal = board_line(BOARD_NORTH_WEST, sq);
		BOARD_FILL_LINE(rook->file[kindergarten_file_index(sq, occ)], occ, BOARD_NORTH, sq);
		BOARD_FILL_LINE(rook->rank[kindergarten_rank_index(sq, occ)], occ, BOARD_EAST, sq);
		BOARD_FILL_LINE(bishop->diagonal[kindergarten_diagonal_index(d->diagonal, occ)], occ, BOARD_NORTH_EAST, sq);
		BOARD_FILL_LINE(bishop->antidiagonal[kindergarten_diagonal_index(d->antidiagonal, occ)], occ, BOARD_NORTH_WEST, sq);
	}
}

#endif
