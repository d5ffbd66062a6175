// Split PEXT: the instruction PEXT gathers the relevant squares of one line at a time, and they index the attacks
// within that line. So there are two lookups instead of one, but in tables of less than a sixth of the size. The
// squares of a rank are side by side already.
//
//	rook          R[sq][occ >> (8*rank + 1) & 63] | V[sq][PEXT(occ, file)]
//	bishop        D[sq][PEXT(occ, diagonal)] | A[sq][PEXT(occ, antidiagonal)]
//
// It needs BMI2. AMD processors before Zen 3 execute PEXT in
// microcode.
//
// C: one file defines SPLITPEXT_IMPLEMENTATION before it includes this header. Call splitpext_init once, before the first lookup.
//
// People: several had the idea: Daniel Inführ, 2020, Thomas Jahn, 2022; Michael Sherwin took the rank by a shift,
// Martin Novak compiled it in C++, 2023.
#ifndef SLIDEBENCH_SPLITPEXT_H
#define SLIDEBENCH_SPLITPEXT_H

#include "../../board/board.h"

#if defined(BOARD_BMI2)

#include <immintrin.h>

// The relevant squares of a bishop's two lines.
struct splitpext_diagonal_pair {
	uint64_t diagonal, antidiagonal;
};

// The attacks within a line, by the line's index; the two words that a piece needs are neighbours.
struct splitpext_rook_slots {
	uint64_t rank[64], file[64];
};
struct splitpext_bishop_slots {
	uint64_t diagonal[64], antidiagonal[64];
};

// The files are the relevant squares of a rook's file.
#define SPLITPEXT_TABLES(SHARED) \
	SHARED uint64_t splitpext_files[64]; \
	SHARED struct splitpext_diagonal_pair splitpext_diagonals[64]; \
	SHARED struct splitpext_rook_slots splitpext_rook_table[64]; \
	SHARED struct splitpext_bishop_slots splitpext_bishop_table[64];
SPLITPEXT_TABLES(BOARD_DECLARE)

// Fills the tables.
BOARD_DECLARE void splitpext_init(void);

// The inner squares of a slider's rank, b to g.
static inline uint64_t splitpext_rank_index(int sq, uint64_t occ) { return occ >> ((sq & 56) + 1) & 63; }

// The occupied squares of a mask, side by side: at most six.
static inline uint64_t splitpext_index(uint64_t mask, uint64_t occ) { return _pext_u64(occ, mask); }

// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
static inline uint64_t splitpext_rook(int sq, uint64_t occ) {
	const struct splitpext_rook_slots *t = &splitpext_rook_table[sq];
	return board_filled(t->rank[splitpext_rank_index(sq, occ)] | t->file[splitpext_index(splitpext_files[sq], occ)]);
}

// The attacks of a bishop.
static inline uint64_t splitpext_bishop(int sq, uint64_t occ) {
	const struct splitpext_bishop_slots *t = &splitpext_bishop_table[sq];
	const struct splitpext_diagonal_pair *d = &splitpext_diagonals[sq];
	return board_filled(t->diagonal[splitpext_index(d->diagonal, occ)] |
		t->antidiagonal[splitpext_index(d->antidiagonal, occ)]);
}

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t splitpext_queen(int sq, uint64_t occ) {
	return splitpext_rook(sq, occ) | splitpext_bishop(sq, occ);
}

// The attacks of a rook and of a bishop.
static inline struct board_pair splitpext_both(int sq, uint64_t occ) {
	struct board_pair both = {splitpext_rook(sq, occ), splitpext_bishop(sq, occ)};
	return both;
}

#endif

#endif

#if defined(SPLITPEXT_TABLES) && (defined(__cplusplus) || defined(SPLITPEXT_IMPLEMENTATION)) && !defined(SPLITPEXT_IMPLEMENTED)
#define SPLITPEXT_IMPLEMENTED

SPLITPEXT_TABLES(BOARD_DEFINE)

BOARD_DEFINE void splitpext_init(void) {
	for (int sq = 0; sq < 64; sq++) {
		struct splitpext_rook_slots *rook = &splitpext_rook_table[sq];
		struct splitpext_bishop_slots *bishop = &splitpext_bishop_table[sq];
		struct splitpext_diagonal_pair *d = &splitpext_diagonals[sq];
		splitpext_files[sq] = board_relevant(BOARD_NORTH, BOARD_NORTH + 2, sq);
		d->diagonal = board_relevant(BOARD_NORTH_EAST, BOARD_NORTH_EAST + 2, sq);
		d->antidiagonal = board_relevant(BOARD_NORTH_WEST, BOARD_NORTH_WEST + 2, sq);
		BOARD_FILL_LINE(rook->file[splitpext_index(splitpext_files[sq], occ)], occ, BOARD_NORTH, sq);
		BOARD_FILL_LINE(rook->rank[splitpext_rank_index(sq, occ)], occ, BOARD_EAST, sq);
		BOARD_FILL_LINE(bishop->diagonal[splitpext_index(d->diagonal, occ)], occ, BOARD_NORTH_EAST, sq);
		BOARD_FILL_LINE(bishop->antidiagonal[splitpext_index(d->antidiagonal, occ)], occ, BOARD_NORTH_WEST, sq);
	}
}

#endif
