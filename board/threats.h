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
enum { BOARD_MOST_THREATS = 144 }; // as MostThreats in threats.go, which explains it: no legal move has more, so board_delta_add does not look
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

#endif
