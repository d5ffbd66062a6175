// The Kogge-Stone fill: as in the carry network of an adder, three rounds instead of seven steps lead all sliders
// through the empty squares, because each round doubles the distance. It answers for many sliders as for one.
//
//	g = sliders, p = empty squares, without the file where a step around the edge of the board would end
//	g |= p & g << step,      p &= p << step
//	g |= p & g << 2*step,    p &= p << 2*step
//	g |= p & g << 4*step
//	attacks = g << step, without that file                          step: 8, 1, 9 or 7; >> in the four other directions
//
// There are no tables, so koggestone_init does nothing: it is here because every technique has one.
//
// People: Steffan Westcott, 2002; the adder is Peter M. Kogge's and Harold S. Stone's, 1973.
#ifndef SLIDEBENCH_KOGGESTONE_H
#define SLIDEBENCH_KOGGESTONE_H

#include "../../board/board.h"

static const uint64_t koggestone_file_a = UINT64_C(0x0101010101010101), koggestone_file_h = UINT64_C(0x8080808080808080);

// The sliders' own squares and the squares that they reach by steps to higher squares through vacant squares. Before
// the three rounds p is the set of squares that can be entered from 1, 2 and 4 squares away over vacant squares, and
// after them g is the set of squares reached within 1, 3 and 7 steps.
static inline uint64_t koggestone_up(uint64_t sliders, uint64_t vacant, int step) {
	uint64_t g = sliders, p = vacant;
	g |= p & g << step;
	p &= p << step;
	g |= p & g << 2 * step;
	p &= p << 2 * step;
	return g | (p & g << 4 * step);
}

// The same with steps to lower squares.
static inline uint64_t koggestone_down(uint64_t sliders, uint64_t vacant, int step) {
	uint64_t g = sliders, p = vacant;
	g |= p & g >> step;
	p &= p >> step;
	g |= p & g >> 2 * step;
	p &= p >> 2 * step;
	return g | (p & g >> 4 * step);
}

// The attacks in one direction: a step further than the fill. East of the h-file lies the a-file of the next rank, and
// west of the a-file the h-file: so the mask removes the file on which a step around the edge would end.
static inline uint64_t koggestone_north(uint64_t s, uint64_t empty) { return koggestone_up(s, empty, 8) << 8; }
static inline uint64_t koggestone_south(uint64_t s, uint64_t empty) { return koggestone_down(s, empty, 8) >> 8; }
static inline uint64_t koggestone_east(uint64_t s, uint64_t empty) {
	return koggestone_up(s, empty & ~koggestone_file_a, 1) << 1 & ~koggestone_file_a;
}
static inline uint64_t koggestone_west(uint64_t s, uint64_t empty) {
	return koggestone_down(s, empty & ~koggestone_file_h, 1) >> 1 & ~koggestone_file_h;
}
static inline uint64_t koggestone_north_east(uint64_t s, uint64_t empty) {
	return koggestone_up(s, empty & ~koggestone_file_a, 9) << 9 & ~koggestone_file_a;
}
static inline uint64_t koggestone_south_west(uint64_t s, uint64_t empty) {
	return koggestone_down(s, empty & ~koggestone_file_h, 9) >> 9 & ~koggestone_file_h;
}
static inline uint64_t koggestone_north_west(uint64_t s, uint64_t empty) {
	return koggestone_up(s, empty & ~koggestone_file_h, 7) << 7 & ~koggestone_file_h;
}
static inline uint64_t koggestone_south_east(uint64_t s, uint64_t empty) {
	return koggestone_down(s, empty & ~koggestone_file_a, 7) >> 7 & ~koggestone_file_a;
}

// The union of the attacks of rooks on all squares of a set, with pieces on the squares in occ, whether or not the
// rooks are among them. Sliders in occ block each other, which makes no difference to the union: behind a slider that
// blocks, its own attacks continue.
static inline uint64_t koggestone_rooks(uint64_t sliders, uint64_t occ) {
	uint64_t empty = ~occ;
	return koggestone_north(sliders, empty) | koggestone_south(sliders, empty) | koggestone_east(sliders, empty) |
		koggestone_west(sliders, empty);
}

// The same for bishops.
static inline uint64_t koggestone_bishops(uint64_t sliders, uint64_t occ) {
	uint64_t empty = ~occ;
	return koggestone_north_east(sliders, empty) | koggestone_south_west(sliders, empty) |
		koggestone_north_west(sliders, empty) | koggestone_south_east(sliders, empty);
}

// The same for queens.
static inline uint64_t koggestone_queens(uint64_t sliders, uint64_t occ) {
	return koggestone_rooks(sliders, occ) | koggestone_bishops(sliders, occ);
}

// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
static inline uint64_t koggestone_rook(int sq, uint64_t occ) { return koggestone_rooks((uint64_t)1 << sq, occ); }

// The attacks of a bishop.
static inline uint64_t koggestone_bishop(int sq, uint64_t occ) { return koggestone_bishops((uint64_t)1 << sq, occ); }

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t koggestone_queen(int sq, uint64_t occ) { return koggestone_queens((uint64_t)1 << sq, occ); }

// Does nothing: there are no tables.
static inline void koggestone_init(void) {}

#endif
