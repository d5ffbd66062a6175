// SBAMG, subtraction based attack mask generation, known as o^(o-3c): three times the nearest piece below the slider is
// subtracted from the blockers of the line. The borrow runs through the slider's empty line up to the nearest piece
// above, and the exclusive or shows its way.
//
//	x       = occ & line | ends             ends: the line's first and last square, not sq itself; and a1
//	c       = msb(x & below)                below: the squares before sq; msb: the highest bit alone, a1 if there is none
//	attacks = (x ^ (x - 3c)) & line         line: without the slider's own square
//
// C: one file defines SBAMG_IMPLEMENTATION before it includes this header. Call sbamg_init once, before the first lookup.
//
// People: Syed Fahad, 2016; the routine for all lines is by Fahad and Gerd Isenberg.
#ifndef SLIDEBENCH_SBAMG_H
#define SLIDEBENCH_SBAMG_H

#include "../../board/board.h"

// A line through a square, without the square itself, and the line's ends: its first and last square, but not the
// square itself, and a1 for every line. The last square of a line hides no square, so it may always count as occupied.
struct sbamg_stops {
	uint64_t line, ends;
};

// A square's data for a lookup: 64 bytes.
struct sbamg_entry {
	struct sbamg_stops rank, file, diagonal, antidiagonal;
};

#define SBAMG_TABLES(SHARED) \
	SHARED struct sbamg_entry sbamg_entries[64];
SBAMG_TABLES(BOARD_DECLARE)

// Fills the table.
BOARD_DECLARE void sbamg_init(void);

// The attacks within a line of a slider on the square after below. 3c is c and 2c: c removes the blocker itself from x,
// and 2c borrows from the next blocker above, so that every bit after c up to that blocker changes. a1 is in all ends:
// without it, from the first square of a line 3 would be subtracted from the blockers alone, and b1 would not change.
static inline uint64_t sbamg_on(const struct sbamg_stops *s, uint64_t below, uint64_t occ) {
	uint64_t x = (occ & s->line) | s->ends;
	return (x ^ (x - (UINT64_C(3) << (63 ^ board_leading_zeros((x & below) | 1))))) & s->line;
}

// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
static inline uint64_t sbamg_rook(int sq, uint64_t occ) {
	const struct sbamg_entry *e = &sbamg_entries[sq];
	uint64_t below = ((uint64_t)1 << sq) - 1;
	return board_filled(sbamg_on(&e->rank, below, occ) | sbamg_on(&e->file, below, occ));
}

// The attacks of a bishop.
static inline uint64_t sbamg_bishop(int sq, uint64_t occ) {
	const struct sbamg_entry *e = &sbamg_entries[sq];
	uint64_t below = ((uint64_t)1 << sq) - 1;
	return board_filled(sbamg_on(&e->diagonal, below, occ) | sbamg_on(&e->antidiagonal, below, occ));
}

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t sbamg_queen(int sq, uint64_t occ) { return sbamg_rook(sq, occ) | sbamg_bishop(sq, occ); }

#endif

#if (defined(__cplusplus) || defined(SBAMG_IMPLEMENTATION)) && !defined(SBAMG_IMPLEMENTED)
#define SBAMG_IMPLEMENTED

SBAMG_TABLES(BOARD_DEFINE)

static inline struct sbamg_stops sbamg_stops_of(int direction, int sq) {
	uint64_t line = board_line(direction, sq), whole = line | board_bit(sq);
	uint64_t first = whole & (0 - whole), last = UINT64_C(1) << (63 ^ board_leading_zeros(whole));
	struct sbamg_stops stops = {line, ((first | last) & line) | 1};
	return stops;
}

BOARD_DEFINE void sbamg_init(void) {
	for (int sq = 0; sq < 64; sq++) {
		sbamg_entries[sq].rank = sbamg_stops_of(BOARD_EAST, sq);
		sbamg_entries[sq].file = sbamg_stops_of(BOARD_NORTH, sq);
		sbamg_entries[sq].diagonal = sbamg_stops_of(BOARD_NORTH_EAST, sq);
		sbamg_entries[sq].antidiagonal = sbamg_stops_of(BOARD_NORTH_WEST, sq);
	}
}

#endif
