// Kindergarten bitboards with magic compression: a file's squares are multiplied by a factor of the slider's rank,
// found by trial, under which subsets with the same attacks collide. The index then has four or five bits instead of
// six, and the table of files 1.5 KiB instead of 4.
//
//	rank          U[file][occ >> (8*rank + 1) & 63] & (0xff << (8*rank))
//	diagonals     U[file][((occ & line) * B) >> 58] & line    B: the b-file, line: without the slider's square
//	file          T[offset + (((occ >> file & F) * factor) >> shift)] << file    F: a2 to a7
//
// C: one file defines COMPRESSED_IMPLEMENTATION before it includes this header. Call compressed_init once, before the first lookup.
//
// People: Grant Osborne, 2008, for files alone. The factors are this project's own, found by
// firstrank/compressed/internal/gen with seed 2.
#ifndef SLIDEBENCH_COMPRESSED_H
#define SLIDEBENCH_COMPRESSED_H

#include "../../board/board.h"

// The two lines of a bishop, without the square itself.
struct compressed_diagonal_pair {
	uint64_t diagonal, antidiagonal;
};

// A rank's data for the lookup of a file. The shift, 59 or 60, stands in the six upper bits of the factor, which do not
// affect the product, because a1 is not in F.
struct compressed_entry {
	uint64_t factor, offset;
};

// Ranks are the attacks within a rank eight times, once in every rank, by the slider's file and the inner squares;
// file_a is the attacks within the a-file: 1 << index bits words for each rank, four times 16 and four times 32.
#define COMPRESSED_TABLES(SHARED) \
	SHARED struct compressed_diagonal_pair compressed_diagonals[64]; \
	SHARED uint64_t compressed_ranks[8][64]; \
	SHARED struct compressed_entry compressed_entries[8]; \
	SHARED uint64_t compressed_file_a[192];
COMPRESSED_TABLES(BOARD_DECLARE)

// Fills the tables.
BOARD_DECLARE void compressed_init(void);

// The inner squares of a slider's rank, b to g.
static inline uint64_t compressed_rank_index(int sq, uint64_t occ) { return occ >> ((sq & 56) + 1) & 63; }

// The slot of a slider's attacks within a file. The slider's own square is part of the product, so that no mask has to
// be loaded; the factors are such that it makes no difference.
static inline uint64_t compressed_file_index(int sq, uint64_t occ) {
	const struct compressed_entry *e = &compressed_entries[sq >> 3];
	return e->offset + ((occ >> (sq & 7) & UINT64_C(0x0001010101010100)) * e->factor >> (e->factor >> 58));
}

// The inner files of the occupied squares of a diagonal or antidiagonal. The factor, the b-file, adds up all ranks on
// the eighth, without carries, because a diagonal has one square on each file.
static inline uint64_t compressed_diagonal_index(uint64_t line, uint64_t occ) {
	return (occ & line) * UINT64_C(0x0202020202020202) >> 58;
}

// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
static inline uint64_t compressed_rook(int sq, uint64_t occ) {
	return board_filled((compressed_ranks[sq & 7][compressed_rank_index(sq, occ)] & (uint64_t)0xff << (sq & 56)) |
		compressed_file_a[compressed_file_index(sq, occ)] << (sq & 7));
}

// The attacks of a bishop. A blocker stops a slider on a diagonal at the same file as on a rank, so a diagonal cuts its
// attacks out of the attacks within a rank that is repeated on all ranks.
static inline uint64_t compressed_bishop(int sq, uint64_t occ) {
	const struct compressed_diagonal_pair *d = &compressed_diagonals[sq];
	const uint64_t *ranks = compressed_ranks[sq & 7];
	return board_filled((ranks[compressed_diagonal_index(d->diagonal, occ)] & d->diagonal) |
		(ranks[compressed_diagonal_index(d->antidiagonal, occ)] & d->antidiagonal));
}

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t compressed_queen(int sq, uint64_t occ) {
	return compressed_rook(sq, occ) | compressed_bishop(sq, occ);
}

#endif

#if (defined(__cplusplus) || defined(COMPRESSED_IMPLEMENTATION)) && !defined(COMPRESSED_IMPLEMENTED)
#define COMPRESSED_IMPLEMENTED

#include "factors_gen.h"

COMPRESSED_TABLES(BOARD_DEFINE)

// Fills the tables, from every subset of each line: some indices depend on the edges and on the slider's own square too.
BOARD_DEFINE void compressed_init(void) {
	for (int sq = 0; sq < 64; sq++) {
		compressed_diagonals[sq].diagonal = board_line(BOARD_NORTH_EAST, sq);
		compressed_diagonals[sq].antidiagonal = board_line(BOARD_NORTH_WEST, sq);
	}
	uint64_t offset = 0;
	for (int rank = 0; rank < 8; rank++) {
		compressed_entries[rank].factor = compressed_factors[rank];
		compressed_entries[rank].offset = offset;
		offset += (uint64_t)1 << (64 - (compressed_factors[rank] >> 58));
	}
	for (int i = 0; i < 8; i++) {
		int on_rank_1 = i, on_file_a = 8 * i;
		uint64_t rank = board_line(BOARD_EAST, on_rank_1) | board_bit(on_rank_1), occ = 0;
		do {
			compressed_ranks[i][compressed_rank_index(on_rank_1, occ)] =
				board_walks(BOARD_EAST, BOARD_EAST + 2, on_rank_1, occ) * UINT64_C(0x0101010101010101);
			occ = board_next(occ, rank);
		} while (occ);
		uint64_t file = board_line(BOARD_NORTH, on_file_a) | board_bit(on_file_a);
		do {
			compressed_file_a[compressed_file_index(on_file_a, occ)] =
				board_walks(BOARD_NORTH, BOARD_NORTH + 2, on_file_a, occ);
			occ = board_next(occ, file);
		} while (occ);
	}
}

#endif
