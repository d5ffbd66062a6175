// Kindergarten bitboards with a shared rank lookup: one table of 512 bytes holds the attacks within the first rank, and
// serves all lines. A multiplication brings a line to the first rank, and another multiplication brings the attacks
// back to the line.
//
//	rank          R[file][occ >> (8*rank + 1) & 63] << (8*rank)
//	diagonals     (R[file][((occ & line) * B) >> 58] * F) & line    B, F: files b and a; line: without the slider
//	file          ((R[7-rank][((occ >> file & F) * C) >> 58] * M) & H) >> (7-file)
//	              C: the diagonal c2 to h7, M: a1 to h8, H: the h-file
//
// C: one file defines SHAREDRANK_IMPLEMENTATION before it includes this header. Call sharedrank_init once, before the first lookup.
//
// People: Gerd Isenberg and others, 2006.
#ifndef SLIDEBENCH_SHAREDRANK_H
#define SLIDEBENCH_SHAREDRANK_H

#include "../../board/board.h"

// The two lines of a bishop, without the square itself.
struct sharedrank_diagonal_pair {
	uint64_t diagonal, antidiagonal;
};

// The attacks within the first rank, by the slider's file and the inner squares.
#define SHAREDRANK_TABLES(SHARED) \
	SHARED struct sharedrank_diagonal_pair sharedrank_diagonals[64]; \
	SHARED uint8_t sharedrank_attacks[8][64];
SHAREDRANK_TABLES(BOARD_DECLARE)

// Fills the tables.
BOARD_DECLARE void sharedrank_init(void);

// The inner squares of a slider's rank, b to g.
static inline uint64_t sharedrank_rank_index(int sq, uint64_t occ) { return occ >> ((sq & 56) + 1) & 63; }

// The inner squares of a slider's file, the seventh rank lowest. The product adds up copies of the a-file, each a rank
// higher and a file further than the copy before, so that no two have a square in common, and the inner squares come
// out on c to h of the eighth rank.
static inline uint64_t sharedrank_file_index(int sq, uint64_t occ) {
	return (occ >> (sq & 7) & UINT64_C(0x0101010101010101)) * UINT64_C(0x0080402010080400) >> 58;
}

// The inner files of the occupied squares of a diagonal or antidiagonal. The factor, the b-file, adds up all ranks on
// the eighth, without carries, because a diagonal has one square on each file.
static inline uint64_t sharedrank_diagonal_index(uint64_t line, uint64_t occ) {
	return (occ & line) * UINT64_C(0x0202020202020202) >> 58;
}

// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ. A file's index has its squares in reverse,
// so its slider stands on file 7-rank of the table. The long diagonal draws the rank eight times, each a rank higher
// and a file further, and the h-file cuts one square out of each, which reverses them again.
static inline uint64_t sharedrank_rook(int sq, uint64_t occ) {
	uint64_t rank = sharedrank_attacks[sq & 7][sharedrank_rank_index(sq, occ)];
	uint64_t file = sharedrank_attacks[sq >> 3 ^ 7][sharedrank_file_index(sq, occ)];
	return board_filled(rank << (sq & 56) | (file * UINT64_C(0x8040201008040201) & UINT64_C(0x8080808080808080)) >> ((sq & 7) ^ 7));
}

// The attacks of a bishop. The a-file draws the rank on all ranks, and a diagonal cuts its squares out of them.
static inline uint64_t sharedrank_bishop(int sq, uint64_t occ) {
	const struct sharedrank_diagonal_pair *d = &sharedrank_diagonals[sq];
	const uint8_t *attacks = sharedrank_attacks[sq & 7];
	uint64_t diagonal = attacks[sharedrank_diagonal_index(d->diagonal, occ)];
	uint64_t antidiagonal = attacks[sharedrank_diagonal_index(d->antidiagonal, occ)];
	return board_filled((diagonal * UINT64_C(0x0101010101010101) & d->diagonal) |
		(antidiagonal * UINT64_C(0x0101010101010101) & d->antidiagonal));
}

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t sharedrank_queen(int sq, uint64_t occ) {
	return sharedrank_rook(sq, occ) | sharedrank_bishop(sq, occ);
}

#endif

#if (defined(__cplusplus) || defined(SHAREDRANK_IMPLEMENTATION)) && !defined(SHAREDRANK_IMPLEMENTED)
#define SHAREDRANK_IMPLEMENTED

SHAREDRANK_TABLES(BOARD_DEFINE)

BOARD_DEFINE void sharedrank_init(void) {
	for (int sq = 0; sq < 64; sq++) {
		sharedrank_diagonals[sq].diagonal = board_line(BOARD_NORTH_EAST, sq);
		sharedrank_diagonals[sq].antidiagonal = board_line(BOARD_NORTH_WEST, sq);
	}
	for (int file = 0; file < 8; file++)
		for (uint64_t inner = 0; inner < 64; inner++)
			sharedrank_attacks[file][inner] = (uint8_t)board_walks(BOARD_EAST, BOARD_EAST + 2, file, inner << 1);
}

#endif
