// QBB, the method of QBBEngine: bit scans find the first piece on either side, the edge of the board among the
// blockers. A pattern of the line's squares runs upward from the lower blocker, and another runs downward from the
// upper blocker. Their common squares lie between the blockers, and are attacked.
//
//	o       = occ & ~b                                        b = 1 << sq
//	upper   = ctz(pattern from sq up & (o | edges))           edges: where lines of this direction stop
//	lower   = 63 - clz(pattern from sq down & (o | edges))
//	attacks = pattern from lower up & pattern from upper down, both lines by exclusive or
//
// There are no tables, so qbb_init does nothing: it is here because every technique has one.
//
// People: Fabio Gobbato, in QBBEngine; year not recorded. The published form has occ ^ b instead of occ & ~b, which is
// wrong if the slider's square is empty.
#ifndef SLIDEBENCH_QBB_H
#define SLIDEBENCH_QBB_H

#include "../../board/board.h"

// Patterns of squares as far apart as those of a line: one begins with a1, the other ends with h8, if these two differ.
// Moved to a slider, the patterns of diagonals may continue around the edge of the board.
static const uint64_t qbb_file_up = UINT64_C(0x0101010101010101), qbb_file_down = UINT64_C(0x8080808080808080);
static const uint64_t qbb_rank_up = UINT64_C(0x00000000000000ff), qbb_rank_down = UINT64_C(0xff00000000000000);
static const uint64_t qbb_diagonal = UINT64_C(0x8040201008040201), qbb_antidiagonal = UINT64_C(0x8102040810204081);

// The edges, at which every line stops.
static const uint64_t qbb_north = UINT64_C(0xff00000000000000), qbb_south = UINT64_C(0x00000000000000ff);
static const uint64_t qbb_east = UINT64_C(0x8080808080808080), qbb_west = UINT64_C(0x0101010101010101);

// The squares of a line from the last square of below to the first of above, both included; neither set is empty,
// because the edges are in both. A pattern that continues around the edge does no harm: the scan stops at the first
// edge square, and the common squares of two patterns from there lie between them.
static inline uint64_t qbb_between(uint64_t up, uint64_t down, uint64_t below, uint64_t above) {
	return up << (63 ^ board_leading_zeros(below)) & down >> (63 ^ board_trailing_zeros(above));
}

static inline uint64_t qbb_on_file(int sq, uint64_t occ) {
	uint64_t below = (occ | qbb_south) & qbb_file_down >> (63 ^ sq), above = (occ | qbb_north) & qbb_file_up << sq;
	return qbb_between(qbb_file_up, qbb_file_down, below, above);
}
static inline uint64_t qbb_on_rank(int sq, uint64_t occ) {
	uint64_t below = (occ | qbb_west) & qbb_rank_down >> (63 ^ sq), above = (occ | qbb_east) & qbb_rank_up << sq;
	return qbb_between(qbb_rank_up, qbb_rank_down, below, above);
}
static inline uint64_t qbb_on_diagonal(int sq, uint64_t occ) {
	uint64_t below = (occ | qbb_south | qbb_west) & qbb_diagonal >> (63 ^ sq);
	uint64_t above = (occ | qbb_north | qbb_east) & qbb_diagonal << sq;
	return qbb_between(qbb_diagonal, qbb_diagonal, below, above);
}
static inline uint64_t qbb_on_antidiagonal(int sq, uint64_t occ) {
	uint64_t below = (occ | qbb_south | qbb_east) & qbb_antidiagonal >> (63 ^ sq);
	uint64_t above = (occ | qbb_north | qbb_west) & qbb_antidiagonal << sq;
	return qbb_between(qbb_antidiagonal, qbb_antidiagonal, below, above);
}

// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ. The slider's own square is in both lines,
// and the exclusive or removes it.
static inline uint64_t qbb_rook(int sq, uint64_t occ) {
	occ &= ~((uint64_t)1 << sq);
	return qbb_on_file(sq, occ) ^ qbb_on_rank(sq, occ);
}

// The attacks of a bishop.
static inline uint64_t qbb_bishop(int sq, uint64_t occ) {
	occ &= ~((uint64_t)1 << sq);
	return qbb_on_diagonal(sq, occ) ^ qbb_on_antidiagonal(sq, occ);
}

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t qbb_queen(int sq, uint64_t occ) { return qbb_rook(sq, occ) | qbb_bishop(sq, occ); }

// Does nothing: there are no tables.
static inline void qbb_init(void) {}

#endif
