// Exploding bitboards: a wave runs outwards from the slider, and each step is a multiplication, which adds up copies of
// the wave moved by a square in every direction, and a mask, which keeps the squares on the lines. Occupied squares
// stop their part of the wave.
//
//	bishop        wave = ((wave & free) >> 9) * 0x50005 & lines          NE, NW, SE and SW
//	file          wave = ((wave & free) >> 8) * 0x10001 & file           N and S
//	rank          wave = ((wave & free) >> 1) * 5 & rank & ~attacks      E and W
//	attacks      |= wave                                                 six times, from the next squares on
//
// C: one file defines EXPLODING_IMPLEMENTATION before it includes this header. Call exploding_init once, before the first lookup.
//
// People: Harald Lüßen, with help from the Computer Chess Club, 2006, in his engine Elephant. The published form has
// one factor for a rook, and clears by hand the bits that this breaks; here each of a rook's lines has a factor.
#ifndef SLIDEBENCH_EXPLODING_H
#define SLIDEBENCH_EXPLODING_H

#include "../../board/board.h"

// A square's data for a rook's waves: the neighbours on each line, and the lines.
struct exploding_rook_start {
	uint64_t near_rank, rank, near_file, file;
};

// The same for a bishop, whose lines make one wave.
struct exploding_bishop_start {
	uint64_t near_lines, lines;
};

#define EXPLODING_TABLES(SHARED) \
	SHARED struct exploding_rook_start exploding_rook_starts[64]; \
	SHARED struct exploding_bishop_start exploding_bishop_starts[64];
EXPLODING_TABLES(BOARD_DECLARE)

// Fills the tables.
BOARD_DECLARE void exploding_init(void);

// All squares of a file or of a bishop's lines that a wave reaches from the neighbours. The shift down and the factor lead from a square to those beside it on the
// lines, on both sides. Where copies meet, a carry goes to the next square or, if four meet, to the second next, and four meet only on the slider's own square; no carry
// ends on a line. A diagonal copy that leaves the board on one side and enters it on the other changes its square's colour, so it does not end on a line either.
static inline uint64_t exploding_wave(uint64_t neighbours, uint64_t lines,
	uint64_t free_squares, int down, uint64_t factor) {
	uint64_t attacks = neighbours, wave = neighbours;
	for (int i = 0; i < 6; i++) {
		wave = ((wave & free_squares) >> down) * factor & lines;
		attacks |= wave;
	}
	return attacks;
}

// The same for a rank, where a carry would go to the next square of the line: so no square may be reached twice.
static inline uint64_t exploding_rank_wave(uint64_t neighbours, uint64_t rank, uint64_t free_squares) {
	uint64_t attacks = neighbours, wave = neighbours;
	for (int i = 0; i < 6; i++) {
		wave = ((wave & free_squares) >> 1) * 5 & rank & ~attacks;
		attacks |= wave;
	}
	return attacks;
}

// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
static inline uint64_t exploding_rook(int sq, uint64_t occ) {
	const struct exploding_rook_start *s = &exploding_rook_starts[sq];
	return board_filled(exploding_rank_wave(s->near_rank, s->rank, ~occ) | exploding_wave(s->near_file, s->file, ~occ, 8, 0x10001));
}

// The attacks of a bishop.
static inline uint64_t exploding_bishop(int sq, uint64_t occ) {
	const struct exploding_bishop_start *s = &exploding_bishop_starts[sq];
	return board_filled(exploding_wave(s->near_lines, s->lines, ~occ, 9, 0x50005));
}

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t exploding_queen(int sq, uint64_t occ) {
	return exploding_rook(sq, occ) | exploding_bishop(sq, occ);
}

#endif

#if (defined(__cplusplus) || defined(EXPLODING_IMPLEMENTATION)) && !defined(EXPLODING_IMPLEMENTED)
#define EXPLODING_IMPLEMENTED

EXPLODING_TABLES(BOARD_DEFINE)

// On a full board a slider attacks only its neighbours.
BOARD_DEFINE void exploding_init(void) {
	for (int sq = 0; sq < 64; sq++) {
		exploding_rook_starts[sq].near_rank = board_walks(BOARD_EAST, BOARD_EAST + 2, sq, ~UINT64_C(0));
		exploding_rook_starts[sq].rank = board_line(BOARD_EAST, sq);
		exploding_rook_starts[sq].near_file = board_walks(BOARD_NORTH, BOARD_NORTH + 2, sq, ~UINT64_C(0));
		exploding_rook_starts[sq].file = board_line(BOARD_NORTH, sq);
		exploding_bishop_starts[sq].near_lines = board_bishop(sq, ~UINT64_C(0));
		exploding_bishop_starts[sq].lines = board_bishop(sq, 0);
	}
}

#endif
