// Casting out 255: the remainder of a division by 255 is the sum of a board's ranks, which for a diagonal is the set of
// its occupied files. It indexes a table of the attacks within the first rank, repeated on all ranks, out of which a
// line cuts its own squares; files cast out 127.
//
//	rank          U[file][occ >> (8*rank + 1) & 63] & (0xff << (8*rank))
//	diagonals     U[file][(occ & line) mod 255 >> 1 & 63] & line     line: without the slider's own square
//	file          V[rank][(occ >> file & F) mod 127 >> 1] << file    F: a2 to a7
//
// C: one file defines CASTINGOUT_IMPLEMENTATION before it includes this header. Call castingout_init once, before the first lookup.
//
// People: crystalclear, 2011, for casting out 255; who described it is not recorded. No source is known for casting out
// 127: it is this project's own.
#ifndef SLIDEBENCH_CASTINGOUT_H
#define SLIDEBENCH_CASTINGOUT_H

#include "../../board/board.h"

// The two lines of a bishop, without the square itself.
struct castingout_diagonal_pair {
	uint64_t diagonal, antidiagonal;
};

// Ranks are the attacks within a rank eight times, once in every rank, by the slider's file and the inner squares;
// file_a is the attacks within the a-file, by the slider's rank and the inner squares, the second rank lowest.
#define CASTINGOUT_TABLES(SHARED) \
	SHARED struct castingout_diagonal_pair castingout_diagonals[64]; \
	SHARED uint64_t castingout_ranks[8][64]; \
	SHARED uint64_t castingout_file_a[8][64];
CASTINGOUT_TABLES(BOARD_DECLARE)

// Fills the tables.
BOARD_DECLARE void castingout_init(void);

// The inner squares of a slider's rank, b to g.
static inline uint64_t castingout_rank_index(int sq, uint64_t occ) { return occ >> ((sq & 56) + 1) & 63; }

// The inner squares of a slider's file, the second rank lowest. As 8*rank is 7*rank + rank, the square of rank r on the
// a-file is bit r of the digit r, if digits have seven bits. As 128 is 1 modulo 127, the remainder is the sum of the
// digits, at most 126.
static inline uint64_t castingout_file_index(int sq, uint64_t occ) {
	return (occ >> (sq & 7) & UINT64_C(0x0001010101010100)) % 127 >> 1;
}

// The inner files of the occupied squares of a diagonal or antidiagonal. As 256 is 1 modulo 255, the remainder is the
// sum of the ranks, without carries, because a diagonal has one square on each file. The sum is less than 255 because
// the line is without the slider's own square.
static inline uint64_t castingout_diagonal_index(uint64_t line, uint64_t occ) { return (occ & line) % 255 >> 1 & 63; }

// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
static inline uint64_t castingout_rook(int sq, uint64_t occ) {
	return board_filled((castingout_ranks[sq & 7][castingout_rank_index(sq, occ)] & (uint64_t)0xff << (sq & 56)) |
		castingout_file_a[sq >> 3][castingout_file_index(sq, occ)] << (sq & 7));
}

// The attacks of a bishop. A blocker stops a slider on a diagonal at the same file as on a rank, so a diagonal cuts its
// attacks out of the attacks within a rank that is repeated on all ranks.
static inline uint64_t castingout_bishop(int sq, uint64_t occ) {
	const struct castingout_diagonal_pair *d = &castingout_diagonals[sq];
	const uint64_t *ranks = castingout_ranks[sq & 7];
	return board_filled((ranks[castingout_diagonal_index(d->diagonal, occ)] & d->diagonal) |
		(ranks[castingout_diagonal_index(d->antidiagonal, occ)] & d->antidiagonal));
}

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t castingout_queen(int sq, uint64_t occ) {
	return castingout_rook(sq, occ) | castingout_bishop(sq, occ);
}

#endif

#if (defined(__cplusplus) || defined(CASTINGOUT_IMPLEMENTATION)) && !defined(CASTINGOUT_IMPLEMENTED)
#define CASTINGOUT_IMPLEMENTED

CASTINGOUT_TABLES(BOARD_DEFINE)

// Fills the tables, from every subset of each line: some indices depend on the edges and on the slider's own square too.
BOARD_DEFINE void castingout_init(void) {
	for (int sq = 0; sq < 64; sq++) {
		castingout_diagonals[sq].diagonal = board_line(BOARD_NORTH_EAST, sq);
		castingout_diagonals[sq].antidiagonal = board_line(BOARD_NORTH_WEST, sq);
	}
	for (int i = 0; i < 8; i++) {
		int on_rank_1 = i, on_file_a = 8 * i;
		uint64_t rank = board_line(BOARD_EAST, on_rank_1) | board_bit(on_rank_1), occ = 0;
		do {
			castingout_ranks[i][castingout_rank_index(on_rank_1, occ)] =
				board_walks(BOARD_EAST, BOARD_EAST + 2, on_rank_1, occ) * UINT64_C(0x0101010101010101);
			occ = board_next(occ, rank);
		} while (occ);
		uint64_t file = board_line(BOARD_NORTH, on_file_a) | board_bit(on_file_a);
		do {
			castingout_file_a[i][castingout_file_index(on_file_a, occ)] =
				board_walks(BOARD_NORTH, BOARD_NORTH + 2, on_file_a, occ);
			occ = board_next(occ, file);
		} while (occ);
	}
}

#endif
