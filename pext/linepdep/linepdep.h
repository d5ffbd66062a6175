// PEXT and PDEP for each line: PEXT straightens a line into a row of bits, a table has the attacks within the row, and
// PDEP bends them back onto the line. Ranks, files and diagonals all become such rows, so one table of 512 bytes serves
// every line of every slider; with masks it is 6.5 KiB. It needs BMI2; where
// PEXT is slow, PDEP is slow too.
//
//	attacks = PDEP(table[place][PEXT(occ, inner)], line)     for each of the piece's two lines
//
// C: one file defines LINEPDEP_IMPLEMENTATION before it includes this header. Call linepdep_init once, before the first lookup.
//
// People: William Garvin, CCC, 13 January 2016, as an idea not worked out.
#ifndef SLIDEBENCH_LINEPDEP_H
#define SLIDEBENCH_LINEPDEP_H

#include "../../board/board.h"

#if defined(BOARD_BMI2)

#include <immintrin.h>

// A lookup's data about one line of a square: the line without the squares at its ends, whose occupants make no
// difference, the whole line with the slider's own square, and 64 times the slider's place on it, counted from its
// lowest square.
struct linepdep_line {
	uint64_t inner, line, offset;
};

// The rank and file of a square, its diagonals, and the attacks within a row of eight squares, 64 bytes for each place
// of the slider, by the six inner squares.
#define LINEPDEP_TABLES(SHARED) \
	SHARED struct linepdep_line linepdep_rook_lines[64][2], linepdep_bishop_lines[64][2]; \
	SHARED uint8_t linepdep_table[8 * 64];
LINEPDEP_TABLES(BOARD_DECLARE)

// Fills the tables.
BOARD_DECLARE void linepdep_init(void);

// The slider's own bit may be one of the inner squares, and the table ignores it. On a line of fewer than eight squares
// the bits above it are 0, and PDEP drops attacks beyond its end, because its mask has no bits for them.
static inline uint64_t linepdep_attacks(const struct linepdep_line *l, uint64_t occ) {
	return _pdep_u64(linepdep_table[l->offset + _pext_u64(occ, l->inner)], l->line);
}

// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
static inline uint64_t linepdep_rook(int sq, uint64_t occ) {
	return board_filled(linepdep_attacks(&linepdep_rook_lines[sq][0], occ) | linepdep_attacks(&linepdep_rook_lines[sq][1], occ));
}

// The attacks of a bishop.
static inline uint64_t linepdep_bishop(int sq, uint64_t occ) {
	return board_filled(linepdep_attacks(&linepdep_bishop_lines[sq][0], occ) | linepdep_attacks(&linepdep_bishop_lines[sq][1], occ));
}

// Both of them.
static inline struct board_pair linepdep_both(int sq, uint64_t occ) {
	struct board_pair attacks;
	attacks.rook = linepdep_rook(sq, occ);
	attacks.bishop = linepdep_bishop(sq, occ);
	return attacks;
}

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t linepdep_queen(int sq, uint64_t occ) { return linepdep_rook(sq, occ) | linepdep_bishop(sq, occ); }

#endif

#endif

#if defined(LINEPDEP_TABLES) && (defined(__cplusplus) || defined(LINEPDEP_IMPLEMENTATION)) && !defined(LINEPDEP_IMPLEMENTED)
#define LINEPDEP_IMPLEMENTED

LINEPDEP_TABLES(BOARD_DEFINE)

// Sets the line through sq in the direction up and its opposite. Opposite directions differ in their lowest bit.
static inline void linepdep_set_line(struct linepdep_line *l, int sq, int up) {
	uint64_t below = board_ray(up ^ 1, sq);
	l->line = board_ray(up, sq) | below | board_bit(sq);
	l->inner = l->line & (l->line - 1); // without the lowest square
	if (l->inner)
		l->inner &= ~board_bit(63 - board_leading_zeros(l->inner));
	l->offset = 64 * (uint64_t)board_count(below);
}

BOARD_DEFINE void linepdep_init(void) {
	for (int sq = 0; sq < 64; sq++) {
		linepdep_set_line(&linepdep_rook_lines[sq][0], sq, BOARD_EAST);
		linepdep_set_line(&linepdep_rook_lines[sq][1], sq, BOARD_NORTH);
		linepdep_set_line(&linepdep_bishop_lines[sq][0], sq, BOARD_NORTH_EAST);
		linepdep_set_line(&linepdep_bishop_lines[sq][1], sq, BOARD_NORTH_WEST);
	}
	for (int place = 0; place < 8; place++)
		for (uint64_t inner = 0; inner < 64; inner++)
			linepdep_table[64 * place + (int)inner] = (uint8_t)(board_rook(place, inner << 1) & 0xff);
}

#endif
