// Sherwin bitboards by bytes: the ranks of the occupancy are read as bytes from memory, as in Michael Sherwin's
// original. Technique sherwin shifts them out of a register instead.
//
//	index   = rows[sq][0][byte 0 of occ] | rows[sq][1][byte 1 of occ] | ... | rows[sq][7][byte 7 of occ]
//	attacks = T[index]
//
// C: one file defines SHERWINBYTES_IMPLEMENTATION before it includes this header. Call sherwinbytes_init once, before the first lookup.
//
// People: Michael Sherwin, 2006.
#ifndef SLIDEBENCH_SHERWINBYTES_H
#define SLIDEBENCH_SHERWINBYTES_H

#include "../../board/board.h"

// A row of a square gives the index bits of its relevant squares. No two relevant squares share a bit, so the parts are
// joined by or. Bishops need only the 36 inner squares, six rows of six bits. Rook indices need 17 bits, bishop indices
// 13: the lengths of the attack tables are sums of 1 << relevant squares over the board.
#define SHERWINBYTES_TABLES(SHARED) \
	SHARED uint32_t sherwinbytes_rook_rows[64][8][256]; \
	SHARED uint16_t sherwinbytes_bishop_rows[64][6][64]; \
	SHARED uint64_t sherwinbytes_rook_table[102400], sherwinbytes_bishop_table[5248];
SHERWINBYTES_TABLES(BOARD_DECLARE)

// Fills the tables.
BOARD_DECLARE void sherwinbytes_init(void);

// The occupancy is stored, and its bytes are loaded, rank 1 first. Without volatile, compilers would take the bytes out
// of a register by shifts, which is technique sherwin.
static inline uint32_t sherwinbytes_rook_index(int sq, uint64_t occ) {
	volatile uint64_t stored = board_by_ranks(occ);
	const volatile uint8_t *ranks = (const volatile uint8_t *)&stored;
	uint32_t(*r)[256] = sherwinbytes_rook_rows[sq];
	return r[0][ranks[0]] | r[1][ranks[1]] | r[2][ranks[2]] | r[3][ranks[3]] |
		r[4][ranks[4]] | r[5][ranks[5]] | r[6][ranks[6]] | r[7][ranks[7]];
}

// The edge squares of the ranks 2 to 7 are dropped from their bytes.
static inline uint32_t sherwinbytes_bishop_index(int sq, uint64_t occ) {
	volatile uint64_t stored = board_by_ranks(occ);
	const volatile uint8_t *ranks = (const volatile uint8_t *)&stored;
	uint16_t(*r)[64] = sherwinbytes_bishop_rows[sq];
	return (uint32_t)(r[0][ranks[1] >> 1 & 63] | r[1][ranks[2] >> 1 & 63] | r[2][ranks[3] >> 1 & 63] |
		r[3][ranks[4] >> 1 & 63] | r[4][ranks[5] >> 1 & 63] | r[5][ranks[6] >> 1 & 63]);
}

// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
static inline uint64_t sherwinbytes_rook(int sq, uint64_t occ) {
	return board_filled(sherwinbytes_rook_table[sherwinbytes_rook_index(sq, occ)]);
}

// The attacks of a bishop.
static inline uint64_t sherwinbytes_bishop(int sq, uint64_t occ) {
	return board_filled(sherwinbytes_bishop_table[sherwinbytes_bishop_index(sq, occ)]);
}

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t sherwinbytes_queen(int sq, uint64_t occ) {
	return sherwinbytes_rook(sq, occ) | sherwinbytes_bishop(sq, occ);
}

#endif

#if (defined(__cplusplus) || defined(SHERWINBYTES_IMPLEMENTATION)) && !defined(SHERWINBYTES_IMPLEMENTED)
#define SHERWINBYTES_IMPLEMENTED

SHERWINBYTES_TABLES(BOARD_DEFINE)

// Squares with more relevant squares come first in the attack tables, so that each base is a multiple of the length of
// its part, and can be joined by or, too. The base is in every entry of the square's first row.
BOARD_DEFINE void sherwinbytes_init(void) {
	uint64_t rook_base = 0, bishop_base = 0;
	for (int n = 12; n > 0; n--)
		for (int sq = 0; sq < 64; sq++) {
			uint64_t rook = board_rook_mask(sq), bishop = board_bishop_mask(sq), occ = 0;
			if (board_count(rook) == n) {
				for (int i = 0; i < 8; i++)
					for (uint64_t row = 0; row < 256; row++)
						sherwinbytes_rook_rows[sq][i][row] =
							(uint32_t)((i ? 0 : rook_base) | board_pack(row << 8 * i, rook));
				do {
					sherwinbytes_rook_table[sherwinbytes_rook_index(sq, occ)] = board_rook(sq, occ);
					occ = board_next(occ, rook);
				} while (occ);
				rook_base += (uint64_t)1 << n;
			}
			if (board_count(bishop) == n) {
				for (int i = 0; i < 6; i++)
					for (uint64_t row = 0; row < 64; row++)
						sherwinbytes_bishop_rows[sq][i][row] =
							(uint16_t)((i ? 0 : bishop_base) | board_pack(row << (9 + 8 * i), bishop));
				do {
					sherwinbytes_bishop_table[sherwinbytes_bishop_index(sq, occ)] = board_bishop(sq, occ);
					occ = board_next(occ, bishop);
				} while (occ);
				bishop_base += (uint64_t)1 << n;
			}
		}
}

#endif
