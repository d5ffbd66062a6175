// Hyperbola quintessence: a subtraction finds the first piece towards higher squares, and the same subtraction on the
// byte-swapped board finds the first piece towards lower squares. There is no hashing, and hardly any load.
//
//	x       = occ & line                                        line: without the slider's own square
//	attacks = ((x - b) ^ swap(swap(x) - swap(b))) & line        b = 1 << sq
//
// Ranks are looked up in a table; all tables together are 2 KiB.
//
// C: one file defines QUINTESSENCE_IMPLEMENTATION before it includes this header. Call quintessence_init once, before the first lookup.
//
// People: Ryan Mack's Hyperbola project; Gerd Isenberg, Aleks Peshkov, 2007.
#ifndef SLIDEBENCH_QUINTESSENCE_H
#define SLIDEBENCH_QUINTESSENCE_H

#include "../../board/board.h"

// The two lines of a bishop, which are always read together.
struct quintessence_pair {
	uint64_t diagonal, antidiagonal;
};

// The lines through each square, without the square itself, and the attacks within a rank, indexed by its inner squares
// b to g and the slider's file: the squares of a rank lie in one byte, and a byte swap does not reverse them.
#define QUINTESSENCE_TABLES(SHARED) \
	SHARED uint64_t quintessence_files[64]; \
	SHARED struct quintessence_pair quintessence_diagonals[64]; \
	SHARED uint8_t quintessence_ranks[64][8];
QUINTESSENCE_TABLES(BOARD_DECLARE)

// Fills the tables.
BOARD_DECLARE void quintessence_init(void);

// The attacks within one line whose squares lie in different bytes, so that a byte swap reverses their order.
// Subtracting b from the blockers above it borrows from the lowest of them: the difference has ones from sq up to just
// below that blocker, whose own bit becomes 0. The exclusive or with the other direction leaves the squares that
// changed, and these are the attacks. Each direction's difference leaves the blockers of the other direction unchanged,
// so they cancel.
static inline uint64_t quintessence_swapped(uint64_t line, uint64_t b, uint64_t occ) {
	uint64_t x = occ & line;
	return ((x - b) ^ board_swap_bytes(board_swap_bytes(x) - board_swap_bytes(b))) & line;
}

// The attacks within a slider's rank.
static inline uint64_t quintessence_on_rank(int sq, uint64_t occ) {
	int first = sq & 56; // the rank's square on the a-file
	return (uint64_t)quintessence_ranks[occ >> first >> 1 & 63][sq & 7] << first;
}

// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
static inline uint64_t quintessence_rook(int sq, uint64_t occ) {
	return board_filled(quintessence_swapped(quintessence_files[sq], (uint64_t)1 << sq, occ) | quintessence_on_rank(sq, occ));
}

// The attacks of a bishop.
static inline uint64_t quintessence_bishop(int sq, uint64_t occ) {
	const struct quintessence_pair *d = &quintessence_diagonals[sq];
	uint64_t b = (uint64_t)1 << sq;
	return board_filled(quintessence_swapped(d->diagonal, b, occ) | quintessence_swapped(d->antidiagonal, b, occ));
}

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t quintessence_queen(int sq, uint64_t occ) {
	return quintessence_rook(sq, occ) | quintessence_bishop(sq, occ);
}

#endif

#if (defined(__cplusplus) || defined(QUINTESSENCE_IMPLEMENTATION)) && !defined(QUINTESSENCE_IMPLEMENTED)
#define QUINTESSENCE_IMPLEMENTED

QUINTESSENCE_TABLES(BOARD_DEFINE)

BOARD_DEFINE void quintessence_init(void) {
	for (int sq = 0; sq < 64; sq++) {
		quintessence_files[sq] = board_line(BOARD_NORTH, sq);
		quintessence_diagonals[sq].diagonal = board_line(BOARD_NORTH_EAST, sq);
		quintessence_diagonals[sq].antidiagonal = board_line(BOARD_NORTH_WEST, sq);
	}
	for (int inner = 0; inner < 64; inner++)
		for (int file = 0; file < 8; file++)
			quintessence_ranks[inner][file] = (uint8_t)(board_rook(file, (uint64_t)inner << 1) & 0xff);
}

#endif
