// Titboards with PEXT: the instruction gathers the seven squares of a line beside the slider, and 128 numbers turn them
// into digits in base 3: empty is 0, a piece of the other side 1, one of the slider's own side 2. titboards.h has the form
// without PEXT.
//
//	i             T[PEXT(occ, line)] + T[PEXT(own, line)]     for each line, without the slider's own square
//	moves         R[sq][i] | V[sq][i] for a rook, D[sq][i] | A[sq][i] for a bishop
//	attacks       the same without own: all pieces are the other side's
//
// It needs BMI2. AMD processors before Zen 3 execute PEXT in
// microcode.
//
// C: one file defines TITBOARDSPEXT_IMPLEMENTATION before it includes this header. Call titboardspext_init once, before the first lookup.
//
// People: Malik Tremain, in the engine TDFA; the idea is Zach Wegner's, 2006.
#ifndef SLIDEBENCH_TITBOARDSPEXT_H
#define SLIDEBENCH_TITBOARDSPEXT_H

#include "../../board/board.h"

#if defined(BOARD_BMI2)

#include <immintrin.h>

// The lines of a slider, in the order of board's directions, which are two for each line; and the states of a line, 3 to
// the power of seven squares.
enum { TITBOARDSPEXT_FILE, TITBOARDSPEXT_RANK, TITBOARDSPEXT_DIAGONAL, TITBOARDSPEXT_ANTIDIAGONAL, TITBOARDSPEXT_STATES = 2187 };

// The digits are by the seven squares of a line, the lines by square and line, without the square.
#define TITBOARDSPEXT_TABLES(SHARED) \
	SHARED uint16_t titboardspext_ternary[128]; \
	SHARED uint64_t titboardspext_lines[64][4]; \
	SHARED uint64_t titboardspext_rook_table[64][2][TITBOARDSPEXT_STATES]; \
	SHARED uint64_t titboardspext_bishop_table[64][2][TITBOARDSPEXT_STATES];
TITBOARDSPEXT_TABLES(BOARD_DECLARE)

// Fills the tables.
BOARD_DECLARE void titboardspext_init(void);

// The squares of a set on a line as digits.
static inline unsigned titboardspext_digits(int line, int sq, uint64_t set) {
	return titboardspext_ternary[_pext_u64(set, titboardspext_lines[sq][line])];
}

// The moves within a line by the line's index. The check for filled tables reads a digit, because an answer may rightly
// be empty.
static inline uint64_t *titboardspext_slots(int line, int sq) {
	board_filled(titboardspext_ternary[127]);
	return line < TITBOARDSPEXT_DIAGONAL ? titboardspext_rook_table[sq][line] : titboardspext_bishop_table[sq][line - 2];
}

// The moves within a line, and the attacks.
static inline uint64_t titboardspext_moves(int line, int sq, uint64_t own, uint64_t occ) {
	return titboardspext_slots(line, sq)[titboardspext_digits(line, sq, occ) + titboardspext_digits(line, sq, own)];
}
static inline uint64_t titboardspext_attacks(int line, int sq, uint64_t occ) {
	return titboardspext_slots(line, sq)[titboardspext_digits(line, sq, occ)];
}

// Where a rook on sq, 0 to 63, may go with pieces on the squares in occ, of which those in own are of its side.
static inline uint64_t titboardspext_rook_moves(int sq, uint64_t own, uint64_t occ) {
	return titboardspext_moves(TITBOARDSPEXT_RANK, sq, own, occ) | titboardspext_moves(TITBOARDSPEXT_FILE, sq, own, occ);
}

// Where a bishop may go.
static inline uint64_t titboardspext_bishop_moves(int sq, uint64_t own, uint64_t occ) {
	return titboardspext_moves(TITBOARDSPEXT_DIAGONAL, sq, own, occ) | titboardspext_moves(TITBOARDSPEXT_ANTIDIAGONAL, sq, own, occ);
}

// Where a queen may go: where a rook and a bishop may.
static inline uint64_t titboardspext_queen_moves(int sq, uint64_t own, uint64_t occ) {
	return titboardspext_rook_moves(sq, own, occ) | titboardspext_bishop_moves(sq, own, occ);
}

// The attacks of a rook on sq, with pieces on the squares in occ.
static inline uint64_t titboardspext_rook(int sq, uint64_t occ) {
	return titboardspext_attacks(TITBOARDSPEXT_RANK, sq, occ) | titboardspext_attacks(TITBOARDSPEXT_FILE, sq, occ);
}

// The attacks of a bishop.
static inline uint64_t titboardspext_bishop(int sq, uint64_t occ) {
	return titboardspext_attacks(TITBOARDSPEXT_DIAGONAL, sq, occ) | titboardspext_attacks(TITBOARDSPEXT_ANTIDIAGONAL, sq, occ);
}

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t titboardspext_queen(int sq, uint64_t occ) { return titboardspext_rook(sq, occ) | titboardspext_bishop(sq, occ); }

#endif

#endif

#if defined(TITBOARDSPEXT_TABLES) && (defined(__cplusplus) || defined(TITBOARDSPEXT_IMPLEMENTATION)) && \
	!defined(TITBOARDSPEXT_IMPLEMENTED)
#define TITBOARDSPEXT_IMPLEMENTED

TITBOARDSPEXT_TABLES(BOARD_DEFINE)

// Fills the tables: first the digits, then the slot of every state of each line. Board's directions are two for each line.
BOARD_DEFINE void titboardspext_init(void) {
	for (int content = 0; content < 128; content++) {
		int number = 0, weight = 1;
		for (int place = 0; place < 7; place++, weight *= 3)
			number += (content >> place & 1) * weight;
		titboardspext_ternary[content] = (uint16_t)number;
	}
	for (int sq = 0; sq < 64; sq++) {
		for (int line = 0; line < 4; line++) {
			uint64_t squares = board_line(2 * line, sq), occ = 0;
			titboardspext_lines[sq][line] = squares;
			do {
				uint64_t attacks = board_walks(2 * line, 2 * line + 2, sq, occ), own = 0;
				do {
					titboardspext_slots(line, sq)[titboardspext_digits(line, sq, occ) + titboardspext_digits(line, sq, own)] = attacks & ~own;
					own = board_next(own, occ);
				} while (own);
				occ = board_next(occ, squares);
			} while (occ);
		}
	}
}

#endif
