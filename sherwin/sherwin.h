// Sherwin bitboards: the index of the attack table is put together from one small table per rank. No multiplication and
// no special instruction is needed, only bytes of the occupancy.
//
//	index   = rows[sq][0][rank 1 of occ] | rows[sq][1][rank 2 of occ] | ... | rows[sq][7][rank 8 of occ]
//	attacks = T[index]
//
// C: one file defines SHERWIN_IMPLEMENTATION before it includes this header. Call sherwin_init once, before the first lookup.
//
// People: Michael Sherwin, 2006. His original maps squares in another order and reads the bytes of the occupancy
// through a union; technique sherwinbytes does the latter.
#ifndef SLIDEBENCH_SHERWIN_H
#define SLIDEBENCH_SHERWIN_H

#include "../board/board.h"

// A row of a square gives the index bits of its relevant squares. No two relevant squares share a bit, so the parts are
// joined by or. Bishops need only the 36 inner squares, six rows of six bits. Rook indices need 17 bits, bishop indices
// 13: the lengths of the attack tables are sums of 1 << relevant squares over the board.
#define SHERWIN_TABLES(SHARED) \
	SHARED uint32_t sherwin_rook_rows[64][8][256]; \
	SHARED uint16_t sherwin_bishop_rows[64][6][64]; \
	SHARED uint64_t sherwin_rook_table[102400], sherwin_bishop_table[5248];
SHERWIN_TABLES(BOARD_DECLARE)

// Fills the tables.
BOARD_DECLARE void sherwin_init(void);

static inline uint32_t sherwin_rook_index(int sq, uint64_t occ) {
	uint32_t(*r)[256] = sherwin_rook_rows[sq];
	return r[0][occ & 255] | r[1][occ >> 8 & 255] | r[2][occ >> 16 & 255] | r[3][occ >> 24 & 255] |
		r[4][occ >> 32 & 255] | r[5][occ >> 40 & 255] | r[6][occ >> 48 & 255] | r[7][occ >> 56];
}

// With occ >> 9 the inner squares of the ranks 2 to 7 are six bits each, one byte apart.
static inline uint32_t sherwin_bishop_index(int sq, uint64_t occ) {
	uint16_t(*r)[64] = sherwin_bishop_rows[sq];
	return (uint32_t)(r[0][occ >> 9 & 63] | r[1][occ >> 17 & 63] | r[2][occ >> 25 & 63] |
		r[3][occ >> 33 & 63] | r[4][occ >> 41 & 63] | r[5][occ >> 49 & 63]);
}

// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
static inline uint64_t sherwin_rook(int sq, uint64_t occ) {
	return board_filled(sherwin_rook_table[sherwin_rook_index(sq, occ)]);
}

// The attacks of a bishop.
static inline uint64_t sherwin_bishop(int sq, uint64_t occ) {
	return board_filled(sherwin_bishop_table[sherwin_bishop_index(sq, occ)]);
}

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t sherwin_queen(int sq, uint64_t occ) { return sherwin_rook(sq, occ) | sherwin_bishop(sq, occ); }

#endif

#if (defined(__cplusplus) || defined(SHERWIN_IMPLEMENTATION)) && !defined(SHERWIN_IMPLEMENTED)
#define SHERWIN_IMPLEMENTED

SHERWIN_TABLES(BOARD_DEFINE)

// Squares with more relevant squares come first in the attack tables, so that each base is a multiple of the length of
// its part, and can be joined by or, too. The base is in every entry of the square's first row.
BOARD_DEFINE void sherwin_init(void) {
	uint64_t rook_base = 0, bishop_base = 0;
	for (int n = 12; n > 0; n--)
		for (int sq = 0; sq < 64; sq++) {
			uint64_t rook = board_rook_mask(sq), bishop = board_bishop_mask(sq), occ = 0;
			if (board_count(rook) == n) {
				for (int i = 0; i < 8; i++)
					for (uint64_t row = 0; row < 256; row++)
						sherwin_rook_rows[sq][i][row] = (uint32_t)((i ? 0 : rook_base) | board_pack(row << 8 * i, rook));
				do {
					sherwin_rook_table[sherwin_rook_index(sq, occ)] = board_rook(sq, occ);
					occ = board_next(occ, rook);
				} while (occ);
				rook_base += (uint64_t)1 << n;
			}
			if (board_count(bishop) == n) {
				for (int i = 0; i < 6; i++)
					for (uint64_t row = 0; row < 64; row++)
						sherwin_bishop_rows[sq][i][row] =
							(uint16_t)((i ? 0 : bishop_base) | board_pack(row << (9 + 8 * i), bishop));
				do {
					sherwin_bishop_table[sherwin_bishop_index(sq, occ)] = board_bishop(sq, occ);
					occ = board_next(occ, bishop);
				} while (occ);
				bishop_base += (uint64_t)1 << n;
			}
		}
}

#endif
