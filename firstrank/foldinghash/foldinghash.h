// The folding hash: one line at a time, the halves of the board are folded into one word of 32 bits, a factor spreads
// it, and six bits of the product lead to the attacks within the line. All lines of all squares share one table, and
// overlap in it.
//
//	x       = occ | outside                             outside: all squares but the relevant ones of the line
//	h       = ((high(x) ^ 3*low(x)) * factor) >> 26     modulo 2^32
//	attacks = T[(h + offset) mod 2^13]                  for each of the piece's lines
//
// C: one file defines FOLDINGHASH_IMPLEMENTATION before it includes this header. Call foldinghash_init once, before the first lookup.
//
// People: Daniel Inführ, 2022. The factors are this project's own, found by firstrank/foldinghash/internal/gen with
// seed 1.
#ifndef SLIDEBENCH_FOLDINGHASH_H
#define SLIDEBENCH_FOLDINGHASH_H

#include "../../board/board.h"

// A lookup's data about a line through a square.
struct foldinghash_line {
	uint64_t outside; // all squares but the relevant ones
	uint32_t factor, offset;
};

// By square and line: rank, file, diagonal, antidiagonal. A square's four take 64 bytes, a cache line.
#define FOLDINGHASH_TABLES(SHARED) \
	SHARED BOARD_ALIGNED(64) struct foldinghash_line foldinghash_entries[64][4]; \
	SHARED uint64_t foldinghash_table[1 << 13];
FOLDINGHASH_TABLES(BOARD_DECLARE)

// Fills the tables.
BOARD_DECLARE void foldinghash_init(void);

// The index of the attacks within a line. Squares of one file lie over each other in the halves; three times the low
// half is the low half and its copy on the next square, so they come out differently. The length of the table is a
// power of two, so the sum wraps around.
static inline uint32_t foldinghash_index(const struct foldinghash_line *l, uint64_t occ) {
	uint64_t x = occ | l->outside;
	uint32_t folded = (uint32_t)(x >> 32) ^ 3 * (uint32_t)x;
	return ((folded * l->factor >> (32 - 6)) + l->offset) & ((1 << 13) - 1);
}

// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
static inline uint64_t foldinghash_rook(int sq, uint64_t occ) {
	const struct foldinghash_line *l = foldinghash_entries[sq];
	return board_filled(foldinghash_table[foldinghash_index(&l[0], occ)] | foldinghash_table[foldinghash_index(&l[1], occ)]);
}

// The attacks of a bishop.
static inline uint64_t foldinghash_bishop(int sq, uint64_t occ) {
	const struct foldinghash_line *l = foldinghash_entries[sq];
	return board_filled(foldinghash_table[foldinghash_index(&l[2], occ)] | foldinghash_table[foldinghash_index(&l[3], occ)]);
}

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t foldinghash_queen(int sq, uint64_t occ) {
	return foldinghash_rook(sq, occ) | foldinghash_bishop(sq, occ);
}

#endif

#if (defined(__cplusplus) || defined(FOLDINGHASH_IMPLEMENTATION)) && !defined(FOLDINGHASH_IMPLEMENTED)
#define FOLDINGHASH_IMPLEMENTED

#include "factors_gen.h"

FOLDINGHASH_TABLES(BOARD_DEFINE)

// Subsets share words where their attacks are equal, of other lines, too.
BOARD_DEFINE void foldinghash_init(void) {
	static const int directions[4] = {BOARD_EAST, BOARD_NORTH, BOARD_NORTH_EAST, BOARD_NORTH_WEST};
	for (int sq = 0; sq < 64; sq++)
		for (int i = 0; i < 4; i++) {
			struct foldinghash_line *l = &foldinghash_entries[sq][i];
			int d = directions[i];
			uint64_t mask = board_relevant(d, d + 2, sq), occ = 0;
			l->outside = ~mask;
			l->factor = foldinghash_found[sq][i].factor;
			l->offset = foldinghash_found[sq][i].offset;
			do {
				foldinghash_table[foldinghash_index(l, occ)] = board_walks(d, d + 2, sq, occ);
				occ = board_next(occ, mask);
			} while (occ);
		}
}

#endif
