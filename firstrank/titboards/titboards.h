// Titboards: each square of a line is empty, has a piece of the other side, or one of the slider's own side. These states
// are the digits 0, 1 and 2 of a number in base 3, and the number indexes where the slider may go: its attacks without
// the squares of its own side.
//
//	rank          i = T[file][occ >> 8*rank & 255] + T[file][own >> 8*rank & 255]
//	file          i = T[7-rank][((occ >> file & F) * M) >> 56] + the same of own     F: the a-file, M: a1 to h8
//	diagonals     i = T[file][((occ & line) * F) >> 56] + the same of own            line: without the square itself
//	moves         R[sq][i] | V[sq][i] for a rook, D[sq][i] | A[sq][i] for a bishop
//	attacks       the same without own: all pieces are the other side's
//
// T turns a byte into a number in base 3 whose digits are its bits, but for the bit at the slider's place. Own pieces are
// in occ, too, so that T counts them twice, which is their digit.
//
// C: one file defines TITBOARDS_IMPLEMENTATION before it includes this header. Call titboards_init once, before the first lookup.
//
// People: Zach Wegner, 2006; Malik Tremain was the first to implement it.
#ifndef SLIDEBENCH_TITBOARDS_H
#define SLIDEBENCH_TITBOARDS_H

#include "../../board/board.h"

// The lines of a slider, in the order of board's directions, which are two for each line; and the states of a line, 3 to
// the power of seven squares.
enum { TITBOARDS_FILE, TITBOARDS_RANK, TITBOARDS_DIAGONAL, TITBOARDS_ANTIDIAGONAL, TITBOARDS_STATES = 2187 };

// The digits are by the slider's place on its line and the line's content. The lines are a bishop's, without its square.
#define TITBOARDS_TABLES(SHARED) \
	SHARED uint16_t titboards_ternary[8][256]; \
	SHARED uint64_t titboards_diagonals[64][2]; \
	SHARED uint64_t titboards_rook_table[64][2][TITBOARDS_STATES]; \
	SHARED uint64_t titboards_bishop_table[64][2][TITBOARDS_STATES];
TITBOARDS_TABLES(BOARD_DECLARE)

// Fills the tables.
BOARD_DECLARE void titboards_init(void);

// The squares of a set on a line as digits: the a-file lowest, or the eighth rank of a file. For a file, the product adds up
// copies of the a-file, each a rank higher and a file further than the copy before, so that no two have a square in
// common. For a diagonal, it adds up copies of the line moved up by one to seven ranks, so that its eighth rank holds the
// line's files.
static inline unsigned titboards_digits(int line, int sq, uint64_t set) {
	const uint64_t file = UINT64_C(0x0101010101010101), diagonal = UINT64_C(0x8040201008040201);
	if (line == TITBOARDS_FILE)
		return titboards_ternary[7 - (sq >> 3)][(set >> (sq & 7) & file) * diagonal >> 56];
	if (line == TITBOARDS_RANK)
		return titboards_ternary[sq & 7][set >> (sq & 56) & 255];
	return titboards_ternary[sq & 7][(set & titboards_diagonals[sq][line - 2]) * file >> 56];
}

// The moves within a line by the line's index. The check for filled tables reads a digit, because an answer may rightly
// be empty.
static inline uint64_t *titboards_slots(int line, int sq) {
	board_filled(titboards_ternary[0][255]);
	return line < TITBOARDS_DIAGONAL ? titboards_rook_table[sq][line] : titboards_bishop_table[sq][line - 2];
}

// The moves within a line, and the attacks.
static inline uint64_t titboards_moves(int line, int sq, uint64_t own, uint64_t occ) {
	return titboards_slots(line, sq)[titboards_digits(line, sq, occ) + titboards_digits(line, sq, own)];
}
static inline uint64_t titboards_attacks(int line, int sq, uint64_t occ) {
	return titboards_slots(line, sq)[titboards_digits(line, sq, occ)];
}

// Where a rook on sq, 0 to 63, may go with pieces on the squares in occ, of which those in own are of its side.
static inline uint64_t titboards_rook_moves(int sq, uint64_t own, uint64_t occ) {
	return titboards_moves(TITBOARDS_RANK, sq, own, occ) | titboards_moves(TITBOARDS_FILE, sq, own, occ);
}

// Where a bishop may go.
static inline uint64_t titboards_bishop_moves(int sq, uint64_t own, uint64_t occ) {
	return titboards_moves(TITBOARDS_DIAGONAL, sq, own, occ) | titboards_moves(TITBOARDS_ANTIDIAGONAL, sq, own, occ);
}

// Where a queen may go: where a rook and a bishop may.
static inline uint64_t titboards_queen_moves(int sq, uint64_t own, uint64_t occ) {
	return titboards_rook_moves(sq, own, occ) | titboards_bishop_moves(sq, own, occ);
}

// The attacks of a rook on sq, with pieces on the squares in occ.
static inline uint64_t titboards_rook(int sq, uint64_t occ) {
	return titboards_attacks(TITBOARDS_RANK, sq, occ) | titboards_attacks(TITBOARDS_FILE, sq, occ);
}

// The attacks of a bishop.
static inline uint64_t titboards_bishop(int sq, uint64_t occ) {
	return titboards_attacks(TITBOARDS_DIAGONAL, sq, occ) | titboards_attacks(TITBOARDS_ANTIDIAGONAL, sq, occ);
}

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t titboards_queen(int sq, uint64_t occ) { return titboards_rook(sq, occ) | titboards_bishop(sq, occ); }

#endif

#if (defined(__cplusplus) || defined(TITBOARDS_IMPLEMENTATION)) && !defined(TITBOARDS_IMPLEMENTED)
#define TITBOARDS_IMPLEMENTED

TITBOARDS_TABLES(BOARD_DEFINE)

// Fills the tables: first the digits, then the slot of every state of each line. Board's directions are two for each line.
BOARD_DEFINE void titboards_init(void) {
	for (int slider = 0; slider < 8; slider++) {
		for (int content = 0; content < 256; content++) {
			int number = 0, weight = 1;
			for (int place = 0; place < 8; place++) {
				if (place == slider)
					continue;
				number += (content >> place & 1) * weight;
				weight *= 3;
			}
			titboards_ternary[slider][content] = (uint16_t)number;
		}
	}
	for (int sq = 0; sq < 64; sq++) {
		for (int line = 0; line < 4; line++) {
			uint64_t squares = board_line(2 * line, sq), occ = 0;
			if (line >= 2)
				titboards_diagonals[sq][line - 2] = squares;
			do {
				uint64_t attacks = board_walks(2 * line, 2 * line + 2, sq, occ), own = 0;
				do {
					titboards_slots(line, sq)[titboards_digits(line, sq, occ) + titboards_digits(line, sq, own)] = attacks & ~own;
					own = board_next(own, occ);
				} while (own);
				occ = board_next(occ, squares);
			} while (occ);
		}
	}
}

#endif
