// Threats in C, as in package board: which man attacks which other one, and the list of those that a move changes.
#ifndef SLIDEBENCH_THREATS_H
#define SLIDEBENCH_THREATS_H

#include "board.h"

// A man as a byte: 1 to 6 for a white pawn, knight, bishop, rook, queen and king, 8 more for a black one, and 0 for an empty square.
enum { BOARD_NO_MAN, BOARD_PAWN, BOARD_KNIGHT, BOARD_BISHOP, BOARD_ROOK, BOARD_QUEEN, BOARD_KING, BOARD_BLACK = 8 };

// From its lowest byte: the attacker, its square, the victim, and the victim's square. In a delta, BOARD_APPEARS marks those that appear; the others vanish.
typedef uint32_t board_threat;
#define BOARD_APPEARS UINT32_C(0x80)

static inline board_threat board_threat_new(int attacker, int from, int victim, int to) {
	return (uint32_t)attacker | (uint32_t)from << 8 | (uint32_t)victim << 16 | (uint32_t)to << 24;
}

// The threats that vanish and appear. A threat may vanish and appear in turn: the difference counts.
enum { BOARD_MOST_THREATS = 144 };
struct board_delta {
	int32_t n;
	board_threat list[BOARD_MOST_THREATS];
};

static inline void board_delta_add(struct board_delta *d, board_threat t) { d->list[d->n++] = t; }

// A checksum of the difference: it does not depend on the order.
static inline uint64_t board_delta_sum(const struct board_delta *d) {
	uint64_t sum = 0;
	for (int32_t i = 0; i < d->n; i++) {
		uint64_t x = (uint64_t)(d->list[i] & ~BOARD_APPEARS) * UINT64_C(0x9e3779b97f4a7c15);
		x ^= x >> 32;
		sum += d->list[i] & BOARD_APPEARS ? x : 0 - x;
	}
	return sum;
}

// What a delta function of yours is asked: int delta(const struct slidebench_position *before, uint32_t move, uint32_t *threats) writes the threats that vanish and appear
// in a legal move, in any order, as board_threat_new makes them, those that appear with BOARD_APPEARS. It returns how many: at most BOARD_MOST_THREATS.
struct slidebench_position {
	uint64_t types[6];   // the squares of all pawns, knights, bishops, rooks, queens and kings; bit 0 is a1, bit 63 is h8
	uint64_t colors[2];  // those of white and of black
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

// How many results of a function for --setup are in use at once.
#define SLIDEBENCH_SETUPS 64

// BOARD_KNIGHT to BOARD_QUEEN, or 0.
static inline int slidebench_promotion(uint32_t move) {
	int type = (int)(move >> 15 & 7);
	return type ? type + 1 : 0;
}

#endif
