// Kindergarten bitboards as Gerd Isenberg gave them their name: one table of the attacks within the first rank,
// repeated on all ranks, serves ranks, diagonals and antidiagonals, which cut their own squares out of it. A second
// table of the same size serves all files.
//
//	rank          U[file][occ >> (8*rank + 1) & 63] & (0xff << (8*rank))
//	diagonals     U[file][((occ & line) * B) >> 58] & line            B: the b-file, line: without the slider's own square
//	file          V[rank][((occ >> file & F) * M) >> 58] << file      F: the a-file, M: the diagonal c2 to h7
//
// C: one file defines FILLUP_IMPLEMENTATION before it includes this header. Call fillup_init once, before the first lookup.
//
// People: Urban Koistinen, 1997, Steffan Westcott, Gerd Isenberg and others, 2006; the name and this form are Gerd
// Isenberg's.
#ifndef SLIDEBENCH_FILLUP_H
#define SLIDEBENCH_FILLUP_H

#include "../../board/board.h"

// The two lines of a bishop, without the square itself.
struct fillup_diagonal_pair {
	uint64_t diagonal, antidiagonal;
};

// Ranks are the attacks within a rank eight times, once in every rank, by the slider's file and the inner squares;
// file_a is the attacks within the a-file, by the slider's rank and the inner squares, the seventh rank lowest.
#define FILLUP_TABLES(SHARED) \
	SHARED struct fillup_diagonal_pair fillup_diagonals[64]; \
	SHARED uint64_t fillup_ranks[8][64]; \
	SHARED uint64_t fillup_file_a[8][64];
FILLUP_TABLES(BOARD_DECLARE)

// Fills the tables.
BOARD_DECLARE void fillup_init(void);

// The inner squares of a slider's rank, b to g.
static inline uint64_t fillup_rank_index(int sq, uint64_t occ) { return occ >> ((sq & 56) + 1) & 63; }

// The inner squares of a slider's file, the seventh rank lowest. The product adds up copies of the a-file, each a rank
// higher and a file further than the copy before, so that no two have a square in common, and the inner squares come
// out on c to h of the eighth rank.
static inline uint64_t fillup_file_index(int sq, uint64_t occ) {
	return (occ >> (sq & 7) & UINT64_C(0x0101010101010101)) * UINT64_C(0x0080402010080400) >> 58;
}

// The inner files of the occupied squares of a diagonal or antidiagonal. The factor, the b-file, adds up all ranks on
// the eighth, without carries, because a diagonal has one square on each file.
static inline uint64_t fillup_diagonal_index(uint64_t line, uint64_t occ) {
	return (occ & line) * UINT64_C(0x0202020202020202) >> 58;
}

// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
static inline uint64_t fillup_rook(int sq, uint64_t occ) {
	return board_filled((fillup_ranks[sq & 7][fillup_rank_index(sq, occ)] & (uint64_t)0xff << (sq & 56)) |
		fillup_file_a[sq >> 3][fillup_file_index(sq, occ)] << (sq & 7));
}

// The attacks of a bishop. A blocker stops a slider on a diagonal at the same file as on a rank, so a diagonal cuts its
// attacks out of the attacks within a rank that is repeated on all ranks.
static inline uint64_t fillup_bishop(int sq, uint64_t occ) {
	const struct fillup_diagonal_pair *d = &fillup_diagonals[sq];
	const uint64_t *ranks = fillup_ranks[sq & 7];
	return board_filled((ranks[fillup_diagonal_index(d->diagonal, occ)] & d->diagonal) |
		(ranks[fillup_diagonal_index(d->antidiagonal, occ)] & d->antidiagonal));
}

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t fillup_queen(int sq, uint64_t occ) { return fillup_rook(sq, occ) | fillup_bishop(sq, occ); }

#endif

#if (defined(__cplusplus) || defined(FILLUP_IMPLEMENTATION)) && !defined(FILLUP_IMPLEMENTED)
#define FILLUP_IMPLEMENTED

FILLUP_TABLES(BOARD_DEFINE)

// Fills the tables, from every subset of each line: some indices depend on the edges and on the slider's own square too.
BOARD_DEFINE void fillup_init(void) {
	for (int sq = 0; sq < 64; sq++) {
		fillup_diagonals[sq].diagonal = board_line(BOARD_NORTH_EAST, sq);
		fillup_diagonals[sq].antidiagonal = board_line(BOARD_NORTH_WEST, sq);
	}
	for (int i = 0; i < 8; i++) {
		int on_rank_1 = i, on_file_a = 8 * i;
		uint64_t rank = board_line(BOARD_EAST, on_rank_1) | board_bit(on_rank_1), occ = 0;
		do {
			fillup_ranks[i][fillup_rank_index(on_rank_1, occ)] =
				board_walks(BOARD_EAST, BOARD_EAST + 2, on_rank_1, occ) * UINT64_C(0x0101010101010101);
			occ = board_next(occ, rank);
		} while (occ);
		uint64_t file = board_line(BOARD_NORTH, on_file_a) | board_bit(on_file_a);
		do {
			fillup_file_a[i][fillup_file_index(on_file_a, occ)] =
				board_walks(BOARD_NORTH, BOARD_NORTH + 2, on_file_a, occ);
			occ = board_next(occ, file);
		} while (occ);
	}
}

#endif
