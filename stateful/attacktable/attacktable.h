// Incrementally updated attack tables, ATKFR in Chess 4.5: the attacks from all 64 squares are kept up to date as
// pieces come and go, so that a lookup is a load. Changing a square affects only the squares that see it, and from
// these it changes the view of the squares beyond it.
//
//	A, B = attacks[sq] & ray, attacks[sq] & opposite ray      for each of the four lines through sq
//	attacks[t] ^= B  for each t of A
//	attacks[t] ^= A  for each t of B                          the same whether sq becomes occupied or empty
//
// The lookups without a state compute the one entry that they need.
//
// C: one file defines ATTACKTABLE_IMPLEMENTATION before it includes this header. Call attacktable_init once, before anything else.
//
// People: David Slate and Larry Atkin, Chess 4.5, 1977. No source is known for changes by an exclusive or, which undoes
// itself.
#ifndef SLIDEBENCH_ATTACKTABLE_H
#define SLIDEBENCH_ATTACKTABLE_H

#include "../../board/board.h"

// The rays of a rook and of a bishop from each square, 2 KiB for each piece.
struct attacktable_rook_rays {
	uint64_t north, south, east, west;
};
struct attacktable_bishop_rays {
	uint64_t north_east, south_west, north_west, south_east;
};

#define ATTACKTABLE_TABLES(SHARED) \
	SHARED struct attacktable_rook_rays attacktable_rooks[64]; \
	SHARED struct attacktable_bishop_rays attacktable_bishops[64];
ATTACKTABLE_TABLES(BOARD_DECLARE)

// Fills the tables of rays.
BOARD_DECLARE void attacktable_init(void);

// The attacks of a rook and of a bishop on every square. A state has to be reset or prepared first: zeros belong to no
// occupancy.
struct attacktable_state {
	uint64_t rook[64], bishop[64];
};

// Subtracting 1 flips the lowest bit of x, which is the first blocker, and the zeros below it. On an empty ray x - 1
// has all bits set, so that the whole ray remains.
static inline uint64_t attacktable_below(uint64_t ray, uint64_t occ) {
	uint64_t x = occ & ray;
	return ray & (x ^ (x - 1));
}

// The lowest signed number, shifted right until its last set bit is the highest bit of x, is that bit and all above it.
// On an empty ray a1 is the blocker: it hides no square, because no square lies below it.
static inline uint64_t attacktable_above(uint64_t ray, uint64_t occ) {
	uint64_t x = (occ & ray) | 1;
	return ray & (uint64_t)(INT64_MIN >> board_leading_zeros(x));
}

// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ, without a state.
static inline uint64_t attacktable_rook(int sq, uint64_t occ) {
	const struct attacktable_rook_rays *r = &attacktable_rooks[sq];
	return board_filled(attacktable_below(r->north, occ) | attacktable_above(r->south, occ) | attacktable_below(r->east, occ) |
		attacktable_above(r->west, occ));
}

// The attacks of a bishop.
static inline uint64_t attacktable_bishop(int sq, uint64_t occ) {
	const struct attacktable_bishop_rays *r = &attacktable_bishops[sq];
	return board_filled(attacktable_below(r->north_east, occ) | attacktable_above(r->south_west, occ) |
		attacktable_below(r->north_west, occ) | attacktable_above(r->south_east, occ));
}

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t attacktable_queen(int sq, uint64_t occ) {
	return attacktable_rook(sq, occ) | attacktable_bishop(sq, occ);
}

// Sets a state to an occupancy.
static inline void attacktable_state_prepare(struct attacktable_state *s, uint64_t occ) {
	for (int sq = 0; sq < 64; sq++) {
		s->rook[sq] = attacktable_rook(sq, occ);
		s->bishop[sq] = attacktable_bishop(sq, occ);
	}
}

// Sets a state to the empty board.
static inline void attacktable_state_reset(struct attacktable_state *s) { attacktable_state_prepare(s, 0); }

// Changes whether the squares of two parts of a line see each other, from either side. A slider on a square of a, the
// blocker at its end included, sees all of b across the empty square between, and loses exactly b when a piece comes to
// stand there.
static inline void attacktable_across(uint64_t *attacks, uint64_t a, uint64_t b) {
	if (!a || !b) // at the edge of the board no squares lie beyond
		return;
	for (uint64_t x = a; x; x &= x - 1)
		attacks[board_trailing_zeros(x)] ^= b;
	for (uint64_t x = b; x; x &= x - 1)
		attacks[board_trailing_zeros(x)] ^= a;
}

// Shows the squares that sq has hidden, or hides them again. Attacks go both ways, so the state's own entry for sq
// holds the squares that see sq; it does not depend on whether sq is occupied.
static inline void attacktable_state_change(struct attacktable_state *s, int sq) {
	const struct attacktable_rook_rays *r = &attacktable_rooks[sq];
	const struct attacktable_bishop_rays *b = &attacktable_bishops[sq];
	uint64_t attacks = s->rook[sq];
	attacktable_across(s->rook, attacks & r->north, attacks & r->south);
	attacktable_across(s->rook, attacks & r->east, attacks & r->west);
	attacks = s->bishop[sq];
	attacktable_across(s->bishop, attacks & b->north_east, attacks & b->south_west);
	attacktable_across(s->bishop, attacks & b->north_west, attacks & b->south_east);
}

// Makes a square occupied, which was empty.
static inline void attacktable_state_add(struct attacktable_state *s, int sq) { attacktable_state_change(s, sq); }

// Makes a square empty, which was occupied.
static inline void attacktable_state_remove(struct attacktable_state *s, int sq) { attacktable_state_change(s, sq); }

// The attacks of a rook on sq, 0 to 63, by a state.
static inline uint64_t attacktable_state_rook(const struct attacktable_state *s, int sq) { return s->rook[sq]; }

// The attacks of a bishop.
static inline uint64_t attacktable_state_bishop(const struct attacktable_state *s, int sq) { return s->bishop[sq]; }

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t attacktable_state_queen(const struct attacktable_state *s, int sq) {
	return s->rook[sq] | s->bishop[sq];
}

#endif

#if (defined(__cplusplus) || defined(ATTACKTABLE_IMPLEMENTATION)) && !defined(ATTACKTABLE_IMPLEMENTED)
#define ATTACKTABLE_IMPLEMENTED

ATTACKTABLE_TABLES(BOARD_DEFINE)

BOARD_DEFINE void attacktable_init(void) {
	for (int sq = 0; sq < 64; sq++) {
		attacktable_rooks[sq].north = board_ray(BOARD_NORTH, sq);
		attacktable_rooks[sq].south = board_ray(BOARD_SOUTH, sq);
		attacktable_rooks[sq].east = board_ray(BOARD_EAST, sq);
		attacktable_rooks[sq].west = board_ray(BOARD_WEST, sq);
		attacktable_bishops[sq].north_east = board_ray(BOARD_NORTH_EAST, sq);
		attacktable_bishops[sq].south_west = board_ray(BOARD_SOUTH_WEST, sq);
		attacktable_bishops[sq].north_west = board_ray(BOARD_NORTH_WEST, sq);
		attacktable_bishops[sq].south_east = board_ray(BOARD_SOUTH_EAST, sq);
	}
}

#endif
