// The arguments of a delta function of yours, in C, and its answer.
#ifndef SLIDEBENCH_BOARD_DELTA_H
#define SLIDEBENCH_BOARD_DELTA_H

#include "threats.h"

// int delta(const struct slidebench_position *before, uint32_t move, uint32_t *threats) writes the threats that vanish and appear
// in a legal move, in any order, as board_threat_new makes them, those that appear with BOARD_APPEARS. It returns how many: at most BOARD_MOST_THREATS.
struct slidebench_position {
	uint64_t types[6];   // the squares of all pawns, knights, bishops, rooks, queens and kings; bit 0 is a1, bit 63 is h8
	uint64_t colors[2];  // the squares of white and of black men
	uint64_t castling;   // rooks with which their king may still castle
	uint64_t en_passant; // the square of a capture in passing, if any
	uint8_t turn;        // 0 for white, 1 for black
	uint8_t unused[7];
	uint8_t men[64]; // by square: BOARD_PAWN to BOARD_KING, with BOARD_BLACK for black, or BOARD_NO_MAN
};

// The parts of the move. Castling goes from the king's square to the rook's.
enum { SLIDEBENCH_PLAIN, SLIDEBENCH_EN_PASSANT, SLIDEBENCH_CASTLING };
static inline int slidebench_from(uint32_t move) { return (int)(move & 63); }
static inline int slidebench_to(uint32_t move) { return (int)(move >> 6 & 63); }
static inline int slidebench_special(uint32_t move) { return (int)(move >> 18 & 3); }

// BOARD_KNIGHT to BOARD_QUEEN, or 0.
static inline int slidebench_promotion(uint32_t move) {
	int type = (int)(move >> 15 & 7);
	return type ? type + 1 : 0;
}

// How many results of a function for --setup are in use at once: docs/your-engine.md explains it.
#define SLIDEBENCH_SETUPS 64

#endif
