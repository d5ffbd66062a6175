// Slide arithmetic, published once more as Leorik's attacks: it compares all bits up to the first piece above the
// slider with all bits below the first piece below it. The bits that differ include the attacks, with both blockers,
// and the line keeps only these.
//
//	x       = occ & line                                                         line: without the slider's own square
//	up      = x & ~below                                                         below: the squares before sq
//	attacks = (up ^ (up - 1) ^ ((1 << 63) - 1) >> clz(x & below | 1)) & line
//
// C: one file defines SLIDEARITH_IMPLEMENTATION before it includes this header. Call slidearith_init once, before the first lookup.
//
// People: slide arithmetic by Jakob Progsch and Daniel Inführ, 2021; Leorik's by Thomas Jahn, 2022.
#ifndef SLIDEBENCH_SLIDEARITH_H
#define SLIDEBENCH_SLIDEARITH_H

#include "../../board/board.h"

// The lines through a square, without the square itself.
struct slidearith_entry {
	uint64_t rank, file, diagonal, antidiagonal;
};

#define SLIDEARITH_TABLES(SHARED) \
	SHARED struct slidearith_entry slidearith_entries[64];
SLIDEARITH_TABLES(BOARD_DECLARE)

// Fills the table.
BOARD_DECLARE void slidearith_init(void);

// The attacks within a line of a slider on the square after below. Subtracting 1 turns the zeros below the lowest bit
// of up into ones, and that bit into 0, so that the exclusive or is all of these bits; if up is empty, it is the whole
// board. The shift is every bit before the highest blocker below, and a1 counts as the blocker if there is none.
static inline uint64_t slidearith_on(uint64_t line, uint64_t below, uint64_t occ) {
	uint64_t x = occ & line, up = x & ~below;
	return (up ^ (up - 1) ^ UINT64_C(0x7fffffffffffffff) >> board_leading_zeros((x & below) | 1)) & line;
}

// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
static inline uint64_t slidearith_rook(int sq, uint64_t occ) {
	const struct slidearith_entry *e = &slidearith_entries[sq];
	uint64_t below = ((uint64_t)1 << sq) - 1;
	return board_filled(slidearith_on(e->rank, below, occ) | slidearith_on(e->file, below, occ));
}

// The attacks of a bishop.
static inline uint64_t slidearith_bishop(int sq, uint64_t occ) {
	const struct slidearith_entry *e = &slidearith_entries[sq];
	uint64_t below = ((uint64_t)1 << sq) - 1;
	return board_filled(slidearith_on(e->diagonal, below, occ) | slidearith_on(e->antidiagonal, below, occ));
}

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t slidearith_queen(int sq, uint64_t occ) {
	return slidearith_rook(sq, occ) | slidearith_bishop(sq, occ);
}

#endif

#if (defined(__cplusplus) || defined(SLIDEARITH_IMPLEMENTATION)) && !defined(SLIDEARITH_IMPLEMENTED)
#define SLIDEARITH_IMPLEMENTED

SLIDEARITH_TABLES(BOARD_DEFINE)

BOARD_DEFINE void slidearith_init(void) {
	for (int sq = 0; sq < 64; sq++) {
		slidearith_entries[sq].rank = board_line(BOARD_EAST, sq);
		slidearith_entries[sq].file = board_line(BOARD_NORTH, sq);
		slidearith_entries[sq].diagonal = board_line(BOARD_NORTH_EAST, sq);
		slidearith_entries[sq].antidiagonal = board_line(BOARD_NORTH_WEST, sq);
	}
}

#endif
