// SISSY bitboards with two ranks to an index: the eight loads of sissy.h become four, for queens and rooks from 128 MiB, and for
// bishops from 512 KiB. On neighbouring ranks the squares of a bishop's diagonals are on different files, and its own rank has
// none, so that two ranks or-ed together lose nothing.
//
//	queen   = T[sq][ranks 1, 2 of occ][0] & T[sq][ranks 3, 4][1] & T[sq][ranks 5, 6][2] & T[sq][ranks 7, 8][3]
//	rook    = queen & ranks and files of sq
//	m       = occ & diagonals of sq
//	i       = m | m>>8
//	bishop  = U[sq][bits 0 to 7 of i][0] & U[sq][bits 16 to 23][1] & U[sq][bits 32 to 39][2] & U[sq][bits 48 to 55][3]
//
// C: one file defines SISSYTWORANKS_IMPLEMENTATION before it includes this header. Call sissytworanks_init once, before the first lookup.
//
// People: Martin Sedlak, 2021, after Michael Sherwin.
#ifndef SLIDEBENCH_SISSYTWORANKS_H
#define SLIDEBENCH_SISSYTWORANKS_H

#include "../../board/board.h"

// The lines of the two pieces whose attacks are parts of a queen's.
struct sissytworanks_lines {
	uint64_t rook, bishop;
};

// The sets of all pairs of ranks for the same occupants are neighbours.
#define SISSYTWORANKS_TABLES(SHARED) \
	SHARED BOARD_ALIGNED(64) uint64_t sissytworanks_supersets[64][65536][4]; \
	SHARED BOARD_ALIGNED(64) uint64_t sissytworanks_diagonals[64][256][4]; \
	SHARED struct sissytworanks_lines sissytworanks_square_lines[64];
SISSYTWORANKS_TABLES(BOARD_DECLARE)

// Fills the tables.
BOARD_DECLARE void sissytworanks_init(void);

// The attacks of a queen on sq, 0 to 63, with pieces on the squares in occ.
static inline uint64_t sissytworanks_queen(int sq, uint64_t occ) {
	uint64_t(*t)[4] = sissytworanks_supersets[sq];
	return board_filled(t[occ & 65535][0] & t[occ >> 16 & 65535][1] & t[occ >> 32 & 65535][2] & t[occ >> 48][3]);
}

// The attacks of a rook.
static inline uint64_t sissytworanks_rook(int sq, uint64_t occ) {
	return sissytworanks_queen(sq, occ) & sissytworanks_square_lines[sq].rook;
}

// The attacks of a bishop. On two ranks of a pair, his lines have no file in common, so that both ranks fit into eight bits.
static inline uint64_t sissytworanks_bishop(int sq, uint64_t occ) {
	uint64_t m = occ & sissytworanks_square_lines[sq].bishop, i = m | m >> 8;
	uint64_t(*t)[4] = sissytworanks_diagonals[sq];
	return board_filled(t[i & 255][0] & t[i >> 16 & 255][1] & t[i >> 32 & 255][2] & t[i >> 48 & 255][3]);
}

// The attacks of a rook and of a bishop, which are the two parts of a queen's.
static inline struct board_pair sissytworanks_both(int sq, uint64_t occ) {
	uint64_t queen = sissytworanks_queen(sq, occ);
	struct board_pair both = {queen & sissytworanks_square_lines[sq].rook, queen & sissytworanks_square_lines[sq].bishop};
	return both;
}

#endif

#if (defined(__cplusplus) || defined(SISSYTWORANKS_IMPLEMENTATION)) && !defined(SISSYTWORANKS_IMPLEMENTED)
#define SISSYTWORANKS_IMPLEMENTED

SISSYTWORANKS_TABLES(BOARD_DEFINE)

// Fills the table of a square: several occupants of two ranks leave the squares that each of them leaves. An occupant is a square of 16, or,
// if copies is 0x101, one of eight, as two squares of which lines has one at most.
static inline void sissytworanks_fill(uint64_t (*t)[4], int contents, int first, int sq, uint64_t copies, uint64_t lines) {
	for (int pair = 0; pair < 4; pair++)
		for (int content = 0; content < contents; content++) {
			int others = content & (content - 1);
			if (others)
				t[content][pair] = t[others][pair] & t[content ^ others][pair];
			else
				t[content][pair] = board_walks(first, 8, sq, (uint64_t)content * copies << 16 * pair & lines);
		}
}

BOARD_DEFINE void sissytworanks_init(void) {
	for (int sq = 0; sq < 64; sq++) {
		sissytworanks_square_lines[sq].rook = board_rook(sq, 0);
		sissytworanks_square_lines[sq].bishop = board_bishop(sq, 0);
		sissytworanks_fill(sissytworanks_supersets[sq], 65536, BOARD_NORTH, sq, 1, ~UINT64_C(0));
		sissytworanks_fill(sissytworanks_diagonals[sq], 256, BOARD_NORTH_EAST, sq, 0x101, sissytworanks_square_lines[sq].bishop);
	}
}

#endif
