// Tinker's approach, the test of the squares in between: a square on the slider's lines is attacked if all squares
// between it and the slider are empty. The lookup tests every square on the lines by itself, with a table of the
// squares in between.
//
//	attacks = the squares t of lines for which  (occ & between[sq][t]) == 0
//
// The table also answers whether a slider attacks one given square, by one test.
//
// C: one file defines INBETWEEN_IMPLEMENTATION before it includes this header. Call inbetween_init once, before the first lookup.
//
// People: Brian Richardson, of the engine Tinker, 2000.
#ifndef SLIDEBENCH_INBETWEEN_H
#define SLIDEBENCH_INBETWEEN_H

#include "../../board/board.h"

// Between are the squares between two squares of one line, both excluded.
#define INBETWEEN_TABLES(SHARED) \
	SHARED uint64_t inbetween_rook_lines[64], inbetween_bishop_lines[64]; \
	SHARED uint64_t inbetween_between[64][64];
INBETWEEN_TABLES(BOARD_DECLARE)

// Fills the tables.
BOARD_DECLARE void inbetween_init(void);

// The result of each test is computed as a number, the highest bit of a word that has it only if no square is blocked:
// a branch would depend on the board, and be mispredicted on every ray.
static inline uint64_t inbetween_open(uint64_t lines, const uint64_t *between, uint64_t occ) {
	uint64_t attacks = 0;
	for (uint64_t x = lines; x; x &= x - 1) {
		int t = board_trailing_zeros(x);
		uint64_t blocked = between[t] & occ;
		attacks |= ((blocked - 1) & ~blocked) >> 63 << t;
	}
	return attacks;
}

// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
static inline uint64_t inbetween_rook(int sq, uint64_t occ) {
	return board_filled(inbetween_open(inbetween_rook_lines[sq], inbetween_between[sq], occ));
}

// The attacks of a bishop.
static inline uint64_t inbetween_bishop(int sq, uint64_t occ) {
	return board_filled(inbetween_open(inbetween_bishop_lines[sq], inbetween_between[sq], occ));
}

// The attacks of a queen, by one loop over all her lines.
static inline uint64_t inbetween_queen(int sq, uint64_t occ) {
	return board_filled(inbetween_open(inbetween_rook_lines[sq] | inbetween_bishop_lines[sq], inbetween_between[sq], occ));
}

#endif

#if (defined(__cplusplus) || defined(INBETWEEN_IMPLEMENTATION)) && !defined(INBETWEEN_IMPLEMENTED)
#define INBETWEEN_IMPLEMENTED

INBETWEEN_TABLES(BOARD_DEFINE)

BOARD_DEFINE void inbetween_init(void) {
	for (int sq = 0; sq < 64; sq++) {
		inbetween_rook_lines[sq] = board_rook(sq, 0);
		inbetween_bishop_lines[sq] = board_bishop(sq, 0);
		for (int d = 0; d < 8; d++)
			for (uint64_t ray = board_ray(d, sq), x = ray; x; x &= x - 1) {
				int t = board_trailing_zeros(x);
				inbetween_between[sq][t] = ray & ~board_ray(d, t) & ~board_bit(t);
			}
	}
}

#endif
