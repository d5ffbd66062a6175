// Dumb7Fill: in each direction all sliders at once take a step onto the next square if it is empty, six times. One more
// step leads from all squares reached onto the blockers, and the sliders' own squares drop out. It answers for many
// sliders as for one.
//
//	vacant  = empty squares, without the file where a step around the edge of the board would end
//	g       = sliders, flood = sliders
//	six times: g = g << step & vacant, flood |= g
//	attacks = flood << step, without that file                      step: 8, 1, 9 or 7; >> in the four other directions
//
// There are no tables, so dumb7_init does nothing: it is here because every technique has one.
//
// People: Gerd Isenberg, 2002; Gunnar Andersson is named with it too.
#ifndef SLIDEBENCH_DUMB7_H
#define SLIDEBENCH_DUMB7_H

#include "../../board/board.h"

static const uint64_t dumb7_file_a = UINT64_C(0x0101010101010101), dumb7_file_h = UINT64_C(0x8080808080808080);

// The sliders' own squares and the squares that they reach by steps to higher squares through vacant squares. A ray has
// seven squares at most: the six steps reach all but the last square.
static inline uint64_t dumb7_up(uint64_t sliders, uint64_t vacant, int step) {
	uint64_t one = sliders << step & vacant, two = one << step & vacant, three = two << step & vacant;
	uint64_t four = three << step & vacant, five = four << step & vacant, six = five << step & vacant;
	return sliders | one | two | three | four | five | six;
}

// The same with steps to lower squares.
static inline uint64_t dumb7_down(uint64_t sliders, uint64_t vacant, int step) {
	uint64_t one = sliders >> step & vacant, two = one >> step & vacant, three = two >> step & vacant;
	uint64_t four = three >> step & vacant, five = four >> step & vacant, six = five >> step & vacant;
	return sliders | one | two | three | four | five | six;
}

// The attacks in one direction: a step further than the fill. East of the h-file lies the a-file of the next rank, and
// west of the a-file the h-file: so the mask removes the file on which a step around the edge would end.
static inline uint64_t dumb7_north(uint64_t s, uint64_t empty) { return dumb7_up(s, empty, 8) << 8; }
static inline uint64_t dumb7_south(uint64_t s, uint64_t empty) { return dumb7_down(s, empty, 8) >> 8; }
static inline uint64_t dumb7_east(uint64_t s, uint64_t empty) {
	return dumb7_up(s, empty & ~dumb7_file_a, 1) << 1 & ~dumb7_file_a;
}
static inline uint64_t dumb7_west(uint64_t s, uint64_t empty) {
	return dumb7_down(s, empty & ~dumb7_file_h, 1) >> 1 & ~dumb7_file_h;
}
static inline uint64_t dumb7_north_east(uint64_t s, uint64_t empty) {
	return dumb7_up(s, empty & ~dumb7_file_a, 9) << 9 & ~dumb7_file_a;
}
static inline uint64_t dumb7_south_west(uint64_t s, uint64_t empty) {
	return dumb7_down(s, empty & ~dumb7_file_h, 9) >> 9 & ~dumb7_file_h;
}
static inline uint64_t dumb7_north_west(uint64_t s, uint64_t empty) {
	return dumb7_up(s, empty & ~dumb7_file_h, 7) << 7 & ~dumb7_file_h;
}
static inline uint64_t dumb7_south_east(uint64_t s, uint64_t empty) {
	return dumb7_down(s, empty & ~dumb7_file_a, 7) >> 7 & ~dumb7_file_a;
}

// The union of the attacks of rooks on all squares of a set, with pieces on the squares in occ, whether or not the
// rooks are among them. Sliders in occ block each other, which makes no difference to the union: behind a slider that
// blocks, its own attacks continue.
static inline uint64_t dumb7_rooks(uint64_t sliders, uint64_t occ) {
	uint64_t empty = ~occ;
	return dumb7_north(sliders, empty) | dumb7_south(sliders, empty) | dumb7_east(sliders, empty) |
		dumb7_west(sliders, empty);
}

// The same for bishops.
static inline uint64_t dumb7_bishops(uint64_t sliders, uint64_t occ) {
	uint64_t empty = ~occ;
	return dumb7_north_east(sliders, empty) | dumb7_south_west(sliders, empty) | dumb7_north_west(sliders, empty) |
		dumb7_south_east(sliders, empty);
}

// The same for queens.
static inline uint64_t dumb7_queens(uint64_t sliders, uint64_t occ) {
	return dumb7_rooks(sliders, occ) | dumb7_bishops(sliders, occ);
}

// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
static inline uint64_t dumb7_rook(int sq, uint64_t occ) { return dumb7_rooks((uint64_t)1 << sq, occ); }

// The attacks of a bishop.
static inline uint64_t dumb7_bishop(int sq, uint64_t occ) { return dumb7_bishops((uint64_t)1 << sq, occ); }

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t dumb7_queen(int sq, uint64_t occ) { return dumb7_queens((uint64_t)1 << sq, occ); }

// Does nothing: there are no tables.
static inline void dumb7_init(void) {}

#endif
