// 32-bit kindergarten bitboards: the halves of a line are folded into one word of 32 bits before the multiplication.
// For a file, a shift by three prevents two squares from meeting, and the factor sends each square to one of the top
// six bits, in no order.
//
//	rank          i = occ >> (8*rank + 1) & 63
//	file          w = low(occ & mask) | high(occ & mask) << 3;  i = (w * 0x01041041) >> 26    modulo 2^32
//	diagonals     w = low(occ & mask) | high(occ & mask);       i = (w * 0x02020202) >> 26
//	attacks       R[sq][i] | V[sq][i] for a rook, D[sq][i] | A[sq][i] for a bishop
//
// C: one file defines KINDERGARTEN32_IMPLEMENTATION before it includes this header. Call kindergarten32_init once, before the first lookup.
//
// People: Zach Wegner, 2006, the file; Gerd Isenberg, the diagonals.
#ifndef SLIDEBENCH_KINDERGARTEN32_H
#define SLIDEBENCH_KINDERGARTEN32_H

#include "../../board/board.h"

// The relevant squares of a bishop's two lines.
struct kindergarten32_diagonal_pair {
	uint64_t diagonal, antidiagonal;
};

// The attacks within a line, by the line's index; the two words that a piece needs are neighbours.
struct kindergarten32_rook_slots {
	uint64_t rank[64], file[64];
};
struct kindergarten32_bishop_slots {
	uint64_t diagonal[64], antidiagonal[64];
};

// The files are the relevant squares of a rook's file.
#define KINDERGARTEN32_TABLES(SHARED) \
	SHARED uint64_t kindergarten32_files[64]; \
	SHARED struct kindergarten32_diagonal_pair kindergarten32_diagonals[64]; \
	SHARED struct kindergarten32_rook_slots kindergarten32_rook_table[64]; \
	SHARED struct kindergarten32_bishop_slots kindergarten32_bishop_table[64];
KINDERGARTEN32_TABLES(BOARD_DECLARE)

// Fills the tables.
BOARD_DECLARE void kindergarten32_init(void);

// The inner squares of a slider's rank, b to g.
static inline uint64_t kindergarten32_rank_index(int sq, uint64_t occ) { return occ >> ((sq & 56) + 1) & 63; }

// The occupied squares of a mask within a file, out of order. The bits of the factor are six apart, which takes the six
// squares to six different bits of the index. The upper half moves alone: the published low(x) | low(x >> 29) lets
// squares of the fourth rank come out twice, and is wrong for sliders on f1, g1, h1, f8, g8 and h8.
static inline uint32_t kindergarten32_file_index(uint64_t mask, uint64_t occ) {
	uint64_t x = occ & mask;
	return ((uint32_t)x | (uint32_t)(x >> 32) << 3) * UINT32_C(0x01041041) >> 26;
}

// The files of the occupied squares of a mask within a diagonal or antidiagonal. Its squares lie on different files, so
// the halves can lie on each other; the factor is the b-file of four ranks, which adds up all four ranks on the
// highest.
static inline uint32_t kindergarten32_diagonal_index(uint64_t mask, uint64_t occ) {
	uint64_t x = occ & mask;
	return ((uint32_t)x | (uint32_t)(x >> 32)) * UINT32_C(0x02020202) >> 26;
}

// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
static inline uint64_t kindergarten32_rook(int sq, uint64_t occ) {
	const struct kindergarten32_rook_slots *t = &kindergarten32_rook_table[sq];
	return board_filled(t->rank[kindergarten32_rank_index(sq, occ)] | t->file[kindergarten32_file_index(kindergarten32_files[sq], occ)]);
}

// The attacks of a bishop.
static inline uint64_t kindergarten32_bishop(int sq, uint64_t occ) {
	const struct kindergarten32_bishop_slots *t = &kindergarten32_bishop_table[sq];
	const struct kindergarten32_diagonal_pair *d = &kindergarten32_diagonals[sq];
	return board_filled(t->diagonal[kindergarten32_diagonal_index(d->diagonal, occ)] |
		t->antidiagonal[kindergarten32_diagonal_index(d->antidiagonal, occ)]);
}

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t kindergarten32_queen(int sq, uint64_t occ) {
	return kindergarten32_rook(sq, occ) | kindergarten32_bishop(sq, occ);
}

#endif

#if (defined(__cplusplus) || defined(KINDERGARTEN32_IMPLEMENTATION)) && !defined(KINDERGARTEN32_IMPLEMENTED)
#define KINDERGARTEN32_IMPLEMENTED

KINDERGARTEN32_TABLES(BOARD_DEFINE)

BOARD_DEFINE void kindergarten32_init(void) {
	for (int sq = 0; sq < 64; sq++) {
		struct kindergarten32_rook_slots *rook = &kindergarten32_rook_table[sq];
		struct kindergarten32_bishop_slots *bishop = &kindergarten32_bishop_table[sq];
		struct kindergarten32_diagonal_pair *d = &kindergarten32_diagonals[sq];
		kindergarten32_files[sq] = board_relevant(BOARD_NORTH, BOARD_NORTH + 2, sq);
		d->diagonal = board_relevant(BOARD_NORTH_EAST, BOARD_NORTH_EAST + 2, sq);
		d->antidiagonal = board_relevant(BOARD_NORTH_WEST, BOARD_NORTH_WEST + 2, sq);
		BOARD_FILL_LINE(rook->file[kindergarten32_file_index(kindergarten32_files[sq], occ)], occ, BOARD_NORTH, sq);
		BOARD_FILL_LINE(rook->rank[kindergarten32_rank_index(sq, occ)], occ, BOARD_EAST, sq);
		BOARD_FILL_LINE(bishop->diagonal[kindergarten32_diagonal_index(d->diagonal, occ)], occ, BOARD_NORTH_EAST, sq);
		BOARD_FILL_LINE(bishop->antidiagonal[kindergarten32_diagonal_index(d->antidiagonal, occ)], occ, BOARD_NORTH_WEST, sq);
	}
}

#endif
