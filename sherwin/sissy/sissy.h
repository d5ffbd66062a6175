// SISSY bitboards, Split Index Super Set Yielding: each rank of the occupancy looks up the attacks of the slider if all
// other ranks were empty. Each of these eight sets contains the attacks, and their common squares are the attacks: a
// square is attacked unless a piece stands between it and the slider, and the rank of that piece leaves the square out.
//
//	queen   = T[sq][rank 1 of occ][0] & T[sq][rank 2 of occ][1] & ... & T[sq][rank 8 of occ][7]
//	rook    = queen & ranks and files of sq
//	bishop  = queen & diagonals of sq
//
// C: one file defines SISSY_IMPLEMENTATION before it includes this header. Call sissy_init once, before the first lookup.
//
// People: Michael Sherwin, 2020.
#ifndef SLIDEBENCH_SISSY_H
#define SLIDEBENCH_SISSY_H

#include "../../board/board.h"

// The lines of the two pieces whose attacks are parts of a queen's.
struct sissy_lines {
	uint64_t rook, bishop;
};

// The sets of the eight ranks for the same occupants are neighbours, so that the lookups of empty ranks, for example,
// read the same 64 bytes.
#define SISSY_TABLES(SHARED) \
	SHARED BOARD_ALIGNED(64) uint64_t sissy_supersets[64][256][8]; \
	SHARED struct sissy_lines sissy_square_lines[64];
SISSY_TABLES(BOARD_DECLARE)

// Fills the tables.
BOARD_DECLARE void sissy_init(void);

// The attacks of a queen on sq, 0 to 63, with pieces on the squares in occ.
static inline uint64_t sissy_queen(int sq, uint64_t occ) {
	uint64_t(*t)[8] = sissy_supersets[sq];
	return board_filled(t[occ & 255][0] & t[occ >> 8 & 255][1] & t[occ >> 16 & 255][2] & t[occ >> 24 & 255][3] &
		t[occ >> 32 & 255][4] & t[occ >> 40 & 255][5] & t[occ >> 48 & 255][6] & t[occ >> 56][7]);
}

// The attacks of a rook.
static inline uint64_t sissy_rook(int sq, uint64_t occ) { return sissy_queen(sq, occ) & sissy_square_lines[sq].rook; }

// The attacks of a bishop.
static inline uint64_t sissy_bishop(int sq, uint64_t occ) { return sissy_queen(sq, occ) & sissy_square_lines[sq].bishop; }

// The attacks of a rook and of a bishop, which are the two parts of a queen's.
static inline struct board_pair sissy_both(int sq, uint64_t occ) {
	uint64_t queen = sissy_queen(sq, occ);
	struct board_pair both = {queen & sissy_square_lines[sq].rook, queen & sissy_square_lines[sq].bishop};
	return both;
}

#endif

#if (defined(__cplusplus) || defined(SISSY_IMPLEMENTATION)) && !defined(SISSY_IMPLEMENTED)
#define SISSY_IMPLEMENTED

SISSY_TABLES(BOARD_DEFINE)

// Several occupants of a rank leave the squares that each of them leaves.
BOARD_DEFINE void sissy_init(void) {
	for (int sq = 0; sq < 64; sq++) {
		uint64_t(*t)[8] = sissy_supersets[sq];
		for (int rank = 0; rank < 8; rank++)
			for (int row = 0; row < 256; row++) {
				int others = row & (row - 1);
				if (others)
					t[row][rank] = t[others][rank] & t[row ^ others][rank];
				else
					t[row][rank] = board_walks(0, 8, sq, (uint64_t)row << 8 * rank);
			}
		sissy_square_lines[sq].rook = board_rook(sq, 0);
		sissy_square_lines[sq].bishop = board_bishop(sq, 0);
	}
}

#endif
