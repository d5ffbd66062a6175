// Obstruction difference with masks from a table: on each line one subtraction runs from the nearest piece below the
// slider to the nearest one above it. The table holds, for each line of a square, the squares above and below the
// slider.
//
//	up      = (occ | a1) & line above sq                   three masks of one entry: up, down, line
//	down    = (occ | a1) & (line below sq | a1)
//	attacks = (up ^ (up - msb(down))) & line               msb: the highest bit alone
//
// C: one file defines OBSTRUCTIONLOADED_IMPLEMENTATION before it includes this header. Call obstructionloaded_init once, before the first lookup.
//
// People: Michael Hoffmann, about 2009; exclusive or and a1 in the masks: Daniel Inführ, 2022.
#ifndef SLIDEBENCH_OBSTRUCTIONLOADED_H
#define SLIDEBENCH_OBSTRUCTIONLOADED_H

#include "../../board/board.h"

// A line through a square, without the square itself: its squares above, its squares below and a1 for every line, and all.
struct obstructionloaded_masks {
	uint64_t up, down, line;
};

// A square's data for a lookup: 96 bytes.
struct obstructionloaded_entry {
	struct obstructionloaded_masks rank, file, diagonal, antidiagonal;
};

#define OBSTRUCTIONLOADED_TABLES(SHARED) \
	SHARED struct obstructionloaded_entry obstructionloaded_entries[64];
OBSTRUCTIONLOADED_TABLES(BOARD_DECLARE)

// Fills the table.
BOARD_DECLARE void obstructionloaded_init(void);

// The attacks within a line. Subtracting a bit that is below all bits of up borrows from up's lowest bit: all bits from
// the subtracted bit to that blocker change. occ contains a1, from which the borrow starts if there is no blocker
// below; the line does not contain it.
static inline uint64_t obstructionloaded_on(const struct obstructionloaded_masks *m, uint64_t occ) {
	uint64_t up = occ & m->up;
	return (up ^ (up - (UINT64_C(1) << 63 >> board_leading_zeros(occ & m->down)))) & m->line;
}

// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
static inline uint64_t obstructionloaded_rook(int sq, uint64_t occ) {
	const struct obstructionloaded_entry *e = &obstructionloaded_entries[sq];
		return board_filled(obstructionloaded_on(&e->rank, occ | 1) | obstructionloaded_on(&e->file, occ | 1));
}

// The attacks of a bishop.
static inline uint64_t obstructionloaded_bishop(int sq, uint64_t occ) {
	const struct obstructionloaded_entry *e = &obstructionloaded_entries[sq];
		return board_filled(obstructionloaded_on(&e->diagonal, occ | 1) | obstructionloaded_on(&e->antidiagonal, occ | 1));
}

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t obstructionloaded_queen(int sq, uint64_t occ) {
	return obstructionloaded_rook(sq, occ) | obstructionloaded_bishop(sq, occ);
}

#endif

#if (defined(__cplusplus) || defined(OBSTRUCTIONLOADED_IMPLEMENTATION)) && !defined(OBSTRUCTIONLOADED_IMPLEMENTED)
#define OBSTRUCTIONLOADED_IMPLEMENTED

OBSTRUCTIONLOADED_TABLES(BOARD_DEFINE)

static inline struct obstructionloaded_masks obstructionloaded_split(int direction, int sq) {
	uint64_t line = board_line(direction, sq), below = board_bit(sq) - 1;
	struct obstructionloaded_masks masks = {line & ~below, (line & below) | 1, line};
	return masks;
}

BOARD_DEFINE void obstructionloaded_init(void) {
	for (int sq = 0; sq < 64; sq++) {
		obstructionloaded_entries[sq].rank = obstructionloaded_split(BOARD_EAST, sq);
		obstructionloaded_entries[sq].file = obstructionloaded_split(BOARD_NORTH, sq);
		obstructionloaded_entries[sq].diagonal = obstructionloaded_split(BOARD_NORTH_EAST, sq);
		obstructionloaded_entries[sq].antidiagonal = obstructionloaded_split(BOARD_NORTH_WEST, sq);
	}
}

#endif
