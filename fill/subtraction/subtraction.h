// Fill by subtraction, o^(o-2r) in all bytes at once: one subtraction leads the rooks of a whole board to the east, because
// each rank is a byte and no borrow gets out of its own byte. The other directions are a Kogge-Stone fill.
//
//	o       = occupied squares, sliders and h-file
//	r       = sliders, without those on the h-file
//	attacks = o ^ ((o & ~r) - r)                  to the east
//
// There are no tables, so subtraction_init does nothing: it is here because every technique has one.
//
// People: Gerd Isenberg, 2007; the Kogge-Stone fill is Steffan Westcott's, 2002.
#ifndef SLIDEBENCH_SUBTRACTION_H
#define SLIDEBENCH_SUBTRACTION_H

#include "../../board/board.h"

static const uint64_t subtraction_not_a = UINT64_C(0xfefefefefefefefe), subtraction_not_h = UINT64_C(0x7f7f7f7f7f7f7f7f);

// The attacks of all sliders to the east. A borrow from the first blocker, which is the next higher bit of the byte,
// changes all squares from the slider up to it. The square on the h-file serves if there is no blocker.
static inline uint64_t subtraction_east(uint64_t sliders, uint64_t occ) {
	uint64_t o = sliders | occ | ~subtraction_not_h, r = sliders & subtraction_not_h;
	return o ^ ((o & ~r) - r);
}

// The attacks of all sliders by steps to higher squares. A step ends on the squares of entered, and elsewhere only by going
// around the edge of the board. Before the three rounds p is the set of squares that can be entered from 1, 2 and 4
// squares away over empty squares, and after them g is the set of squares reached within 1, 3 and 7 steps.
static inline uint64_t subtraction_up(uint64_t g, uint64_t occ, uint64_t entered, int step) {
	uint64_t p = entered & ~occ;
	g |= p & g << step;
	p &= p << step;
	g |= p & g << 2 * step;
	p &= p << 2 * step;
	g |= p & g << 4 * step;
	return entered & g << step;
}

// The same by steps to lower squares.
static inline uint64_t subtraction_down(uint64_t g, uint64_t occ, uint64_t entered, int step) {
	uint64_t p = entered & ~occ;
	g |= p & g >> step;
	p &= p >> step;
	g |= p & g >> 2 * step;
	p &= p >> 2 * step;
	g |= p & g >> 4 * step;
	return entered & g >> step;
}

// The union of the attacks of rooks on all squares of a set, with pieces on the squares in occ, whether or not the rooks
// are among them. Sliders in occ block each other, which makes no difference to the union: behind a slider that blocks,
// its own attacks continue.
static inline uint64_t subtraction_rooks(uint64_t sliders, uint64_t occ) {
	return subtraction_up(sliders, occ, ~UINT64_C(0), 8) | subtraction_down(sliders, occ, ~UINT64_C(0), 8) |
		subtraction_east(sliders, occ) | subtraction_down(sliders, occ, subtraction_not_h, 1);
}

// The same for bishops.
static inline uint64_t subtraction_bishops(uint64_t sliders, uint64_t occ) {
	return subtraction_up(sliders, occ, subtraction_not_a, 9) | subtraction_down(sliders, occ, subtraction_not_h, 9) |
		subtraction_up(sliders, occ, subtraction_not_h, 7) | subtraction_down(sliders, occ, subtraction_not_a, 7);
}

// The same for queens.
static inline uint64_t subtraction_queens(uint64_t sliders, uint64_t occ) {
	return subtraction_rooks(sliders, occ) | subtraction_bishops(sliders, occ);
}

// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
static inline uint64_t subtraction_rook(int sq, uint64_t occ) { return subtraction_rooks((uint64_t)1 << sq, occ); }

// The attacks of a bishop.
static inline uint64_t subtraction_bishop(int sq, uint64_t occ) { return subtraction_bishops((uint64_t)1 << sq, occ); }

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t subtraction_queen(int sq, uint64_t occ) { return subtraction_queens((uint64_t)1 << sq, occ); }

// Does nothing: there are no tables.
static inline void subtraction_init(void) {}

#endif
