// Kindergarten Super SISSY Bitboards: kindergarten with masks and factors cut to the relevant squares, so that the top
// six bits of a product are the index and need no mask. The attacks within the two lines of a piece have no square in
// common and are added.
//
//	rank          i = occ >> (8*rank + 1) & 63
//	file          i = ((occ >> file & I) * M) >> 58    I: a2 to a7, M: the diagonal c2 to h7
//	diagonals     i = ((occ & mask) * B) >> 58         B: b2 to b7
//	attacks       R[sq][i] + V[sq][i] for a rook, D[sq][i] + A[sq][i] for a bishop
//
// C: one file defines KGSSB_IMPLEMENTATION before it includes this header. Call kgssb_init once, before the first lookup.
//
// People: Michael Sherwin, 2023. The constants for files are older and come from kindergarten bitboards.
#ifndef SLIDEBENCH_KGSSB_H
#define SLIDEBENCH_KGSSB_H

#include "../../board/board.h"

// The relevant squares of a bishop's two lines.
struct kgssb_diagonal_pair {
	uint64_t diagonal, antidiagonal;
};

// The attacks within a line, by the line's index; the two words that a piece needs are neighbours.
struct kgssb_rook_slots {
	uint64_t rank[64], file[64];
};
struct kgssb_bishop_slots {
	uint64_t diagonal[64], antidiagonal[64];
};

#define KGSSB_TABLES(SHARED) \
	SHARED struct kgssb_diagonal_pair kgssb_diagonals[64]; \
	SHARED struct kgssb_rook_slots kgssb_rook_table[64]; \
	SHARED struct kgssb_bishop_slots kgssb_bishop_table[64];
KGSSB_TABLES(BOARD_DECLARE)

// Fills the tables.
BOARD_DECLARE void kgssb_init(void);

// The inner squares of a slider's rank, b to g.
static inline uint64_t kgssb_rank_index(int sq, uint64_t occ) { return occ >> ((sq & 56) + 1) & 63; }

// The inner squares of a slider's file, the seventh rank lowest. The product adds up copies of the file, each a rank
// higher and a file further than the copy before, so that no two have a square in common, and the inner squares come
// out on c to h of the eighth rank.
static inline uint64_t kgssb_file_index(int sq, uint64_t occ) {
	return (occ >> (sq & 7) & UINT64_C(0x0001010101010100)) * UINT64_C(0x0080402010080400) >> 58;
}

// The files of the occupied squares of a mask within a diagonal or antidiagonal. Six copies are enough, moved by one to
// six ranks and one file, because the mask has no edges. There are no carries, because a diagonal has one square on
// each file.
static inline uint64_t kgssb_diagonal_index(uint64_t mask, uint64_t occ) {
	return (occ & mask) * UINT64_C(0x0002020202020200) >> 58;
}

// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
static inline uint64_t kgssb_rook(int sq, uint64_t occ) {
	const struct kgssb_rook_slots *t = &kgssb_rook_table[sq];
	return board_filled(t->rank[kgssb_rank_index(sq, occ)] + t->file[kgssb_file_index(sq, occ)]);
}

// The attacks of a bishop.
static inline uint64_t kgssb_bishop(int sq, uint64_t occ) {
	const struct kgssb_bishop_slots *t = &kgssb_bishop_table[sq];
	const struct kgssb_diagonal_pair *d = &kgssb_diagonals[sq];
	return board_filled(t->diagonal[kgssb_diagonal_index(d->diagonal, occ)] +
		t->antidiagonal[kgssb_diagonal_index(d->antidiagonal, occ)]);
}

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t kgssb_queen(int sq, uint64_t occ) { return kgssb_rook(sq, occ) | kgssb_bishop(sq, occ); }

#endif

#if (defined(__cplusplus) || defined(KGSSB_IMPLEMENTATION)) && !defined(KGSSB_IMPLEMENTED)
#define KGSSB_IMPLEMENTED

KGSSB_TABLES(BOARD_DEFINE)

BOARD_DEFINE void kgssb_init(void) {
	for (int sq = 0; sq < 64; sq++) {
		struct kgssb_rook_slots *rook = &kgssb_rook_table[sq];
		struct kgssb_bishop_slots *bishop = &kgssb_bishop_table[sq];
		struct kgssb_diagonal_pair *d = &kgssb_diagonals[sq];
		d->diagonal = board_relevant(BOARD_NORTH_EAST, BOARD_NORTH_EAST + 2, sq);
		d->antidiagonal = board_relevant(BOARD_NORTH_WEST, BOARD_NORTH_WEST + 2, sq);
		BOARD_FILL_LINE(rook->file[kgssb_file_index(sq, occ)], occ, BOARD_NORTH, sq);
		BOARD_FILL_LINE(rook->rank[kgssb_rank_index(sq, occ)], occ, BOARD_EAST, sq);
		BOARD_FILL_LINE(bishop->diagonal[kgssb_diagonal_index(d->diagonal, occ)], occ, BOARD_NORTH_EAST, sq);
		BOARD_FILL_LINE(bishop->antidiagonal[kgssb_diagonal_index(d->antidiagonal, occ)], occ, BOARD_NORTH_WEST, sq);
	}
}

#endif
