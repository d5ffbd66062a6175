// Ryan Mack's reverse bitboards, known as o^(o-2r): twice the slider, subtracted from the blockers of a line, changes
// the squares up to the first piece above. For the first piece below, the same happens on a second occupancy with all
// squares in reverse order, which is kept from move to move.
//
//	x       = occ & line                                          line: without the slider's own square
//	upper   = (x ^ (x - 2r)) & line                               r = 1 << sq
//	lower   = reverse(upper of 63 - sq in the reversed occupancy)
//
// It is for processors that reverse a register in one instruction, such as arm64.
//
// C: one file defines REVERSEBITBOARDS_IMPLEMENTATION before it includes this header. Call reversebitboards_init once, before the first lookup.
//
// People: Ryan Mack, in his Hyperbola project, 2000.
#ifndef SLIDEBENCH_REVERSEBITBOARDS_H
#define SLIDEBENCH_REVERSEBITBOARDS_H

#include "../../board/board.h"

// The two lines of a piece through a square, without the square itself.
struct reversebitboards_pair {
	uint64_t first, second;
};

// A square's data for a lookup, on the board and on the reversed board: 64 bytes.
struct reversebitboards_entry {
	struct reversebitboards_pair rook, rook_reversed, bishop, bishop_reversed;
};

#define REVERSEBITBOARDS_TABLES(SHARED) \
	SHARED struct reversebitboards_entry reversebitboards_entries[64];
REVERSEBITBOARDS_TABLES(BOARD_DECLARE)

// Fills the table.
BOARD_DECLARE void reversebitboards_init(void);

// An occupancy and its reversal. Zeros are the empty board.
struct reversebitboards_state {
	uint64_t occ, reversed;
};

// All 64 bits in the other order: one instruction on arm64, and elsewhere neighbours change places, then pairs and
// fours, then bytes.
static inline uint64_t reversebitboards_reverse(uint64_t x) {
#if defined(__aarch64__)
	__asm__("rbit %0, %0" : "+r"(x));
	return x;
#else
	x = (x >> 1 & UINT64_C(0x5555555555555555)) | (x & UINT64_C(0x5555555555555555)) << 1;
	x = (x >> 2 & UINT64_C(0x3333333333333333)) | (x & UINT64_C(0x3333333333333333)) << 2;
	x = (x >> 4 & UINT64_C(0x0f0f0f0f0f0f0f0f)) | (x & UINT64_C(0x0f0f0f0f0f0f0f0f)) << 4;
	return board_swap_bytes(x);
#endif
}

// Sets a state to the empty board.
static inline void reversebitboards_state_reset(struct reversebitboards_state *s) { s->occ = s->reversed = 0; }

// Sets a state to an occupancy.
static inline void reversebitboards_state_prepare(struct reversebitboards_state *s, uint64_t occ) {
	s->occ = occ;
	s->reversed = reversebitboards_reverse(occ);
}

static inline void reversebitboards_state_flip(struct reversebitboards_state *s, int sq) {
	s->occ ^= UINT64_C(1) << sq;
	s->reversed ^= UINT64_C(1) << 63 >> sq;
}

// Makes a square occupied, which was empty.
static inline void reversebitboards_state_add(struct reversebitboards_state *s, int sq) {
	reversebitboards_state_flip(s, sq);
}

// Makes a square empty, which was occupied.
static inline void reversebitboards_state_remove(struct reversebitboards_state *s, int sq) {
	reversebitboards_state_flip(s, sq);
}

// The attacks within both lines of a slider on the square b to higher squares. Subtracting 2b from the blockers borrows
// from the lowest one above the slider: the bits from the square after the slider up to that blocker change, those
// below stay, and the exclusive or shows the change.
static inline uint64_t reversebitboards_up(const struct reversebitboards_pair *p, uint64_t b, uint64_t occ) {
	uint64_t x = occ & p->first, y = occ & p->second;
	return ((x ^ (x - 2 * b)) & p->first) | ((y ^ (y - 2 * b)) & p->second);
}

// The attacks of a rook on sq, 0 to 63, by a state.
static inline uint64_t reversebitboards_state_rook(const struct reversebitboards_state *s, int sq) {
	const struct reversebitboards_entry *e = &reversebitboards_entries[sq];
	return board_filled(reversebitboards_up(&e->rook, UINT64_C(1) << sq, s->occ) |
		reversebitboards_reverse(reversebitboards_up(&e->rook_reversed, UINT64_C(1) << 63 >> sq, s->reversed)));
}

// The attacks of a bishop.
static inline uint64_t reversebitboards_state_bishop(const struct reversebitboards_state *s, int sq) {
	const struct reversebitboards_entry *e = &reversebitboards_entries[sq];
	return board_filled(reversebitboards_up(&e->bishop, UINT64_C(1) << sq, s->occ) |
		reversebitboards_reverse(reversebitboards_up(&e->bishop_reversed, UINT64_C(1) << 63 >> sq, s->reversed)));
}

// The attacks of a queen: those of a rook and of a bishop, with one reversal for both.
static inline uint64_t reversebitboards_state_queen(const struct reversebitboards_state *s, int sq) {
	const struct reversebitboards_entry *e = &reversebitboards_entries[sq];
	uint64_t b = UINT64_C(1) << sq, reversed = UINT64_C(1) << 63 >> sq;
	return board_filled(reversebitboards_up(&e->rook, b, s->occ) | reversebitboards_up(&e->bishop, b, s->occ) |
		reversebitboards_reverse(reversebitboards_up(&e->rook_reversed, reversed, s->reversed) |
		reversebitboards_up(&e->bishop_reversed, reversed, s->reversed)));
}

// The attacks of a rook on sq with pieces on the squares in occ, by a state prepared for it.
static inline uint64_t reversebitboards_rook(int sq, uint64_t occ) {
	struct reversebitboards_state s;
	reversebitboards_state_prepare(&s, occ);
	return reversebitboards_state_rook(&s, sq);
}

// The attacks of a bishop.
static inline uint64_t reversebitboards_bishop(int sq, uint64_t occ) {
	struct reversebitboards_state s;
	reversebitboards_state_prepare(&s, occ);
	return reversebitboards_state_bishop(&s, sq);
}

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t reversebitboards_queen(int sq, uint64_t occ) {
	struct reversebitboards_state s;
	reversebitboards_state_prepare(&s, occ);
	return reversebitboards_state_queen(&s, sq);
}

#endif

#if (defined(__cplusplus) || defined(REVERSEBITBOARDS_IMPLEMENTATION)) && !defined(REVERSEBITBOARDS_IMPLEMENTED)
#define REVERSEBITBOARDS_IMPLEMENTED

REVERSEBITBOARDS_TABLES(BOARD_DEFINE)

static inline struct reversebitboards_pair reversebitboards_lines(int first, int second, int sq) {
	struct reversebitboards_pair pair = {board_line(first, sq), board_line(second, sq)};
	return pair;
}

BOARD_DEFINE void reversebitboards_init(void) {
	for (int sq = 0; sq < 64; sq++) {
		reversebitboards_entries[sq].rook = reversebitboards_lines(BOARD_EAST, BOARD_NORTH, sq);
		reversebitboards_entries[sq].rook_reversed = reversebitboards_lines(BOARD_EAST, BOARD_NORTH, 63 - sq);
		reversebitboards_entries[sq].bishop = reversebitboards_lines(BOARD_NORTH_EAST, BOARD_NORTH_WEST, sq);
		reversebitboards_entries[sq].bishop_reversed = reversebitboards_lines(BOARD_NORTH_EAST, BOARD_NORTH_WEST, 63 - sq);
	}
}

#endif
