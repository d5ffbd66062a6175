// What the headers of this family share for threats: the order in which a permutation brings the men of a board, and what a man is.
#ifndef SLIDEBENCH_SUPERPIECE_H
#define SLIDEBENCH_SUPERPIECE_H

#include "../../../board/board.h"
#include "../../../board/threats.h"

// Marks of a square: the nearest one of its ray, and none on the board.
enum { SUPERPIECE_NEAR = 0x40, SUPERPIECE_OFF = 0x80 };

// Writes the 64 squares that a square looks at: for each ray seven along it, the nearest first, and one that a knight reaches. The rays are north-east,
// north-west, north, east, south, west, south-west and south-east: the opposite of ray r is r ^ 6. If 2 and 4 change places, and 3 and 5, all that is said
// of rays by their numbers remains true: a permutation may exchange them.
static inline void superpiece_squares(int sq, uint8_t squares[64]) {
	static const int8_t rays[8][2] = {{1, 1}, {-1, 1}, {0, 1}, {1, 0}, {0, -1}, {-1, 0}, {-1, -1}, {1, -1}};
	static const int8_t knights[8][2] = {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};
	for (int i = 0; i < 64; i++) {
		const int8_t *ray = rays[i / 8], *knight = knights[i / 8];
		int steps = i % 8 + 1;
		int file = sq % 8 + (steps < 8 ? steps * ray[0] : knight[0]), rank = sq / 8 + (steps < 8 ? steps * ray[1] : knight[1]);
		int there = file >= 0 && file < 8 && rank >= 0 && rank < 8;
		squares[i] = (uint8_t)(there ? file + 8 * rank + (steps == 1 ? SUPERPIECE_NEAR : 0) : SUPERPIECE_OFF);
	}
}

// The numbers of the bits that are set, one a byte, the lowest first: where a shuffle finds the members of a set.
static inline uint64_t superpiece_members(unsigned set) {
	uint64_t members = 0;
	int n = 0;
	for (int i = 0; i < 8; i++)
		if (set >> i & 1)
			members |= (uint64_t)i << 8 * n++;
	return members;
}

// A man's kinds, as bits: the ways in which he attacks, and properties that lookups test.
enum {
	SUPERPIECE_WHITE_PAWN = 0x01,
	SUPERPIECE_BLACK_PAWN = 0x02,
	SUPERPIECE_KNIGHT = 0x04,
	SUPERPIECE_BISHOP = 0x08, // or queen
	SUPERPIECE_ROOK = 0x10,   // or queen
	SUPERPIECE_KING = 0x20,
	SUPERPIECE_VICTIM = 0x40, // not a king
	SUPERPIECE_SLIDER = 0x80,
	SUPERPIECE_QUEEN = SUPERPIECE_BISHOP | SUPERPIECE_ROOK
};

#define SUPERPIECE_KINDS_OF(PAWN) \
	PAWN | SUPERPIECE_VICTIM, SUPERPIECE_KNIGHT | SUPERPIECE_VICTIM, SUPERPIECE_BISHOP | SUPERPIECE_SLIDER | SUPERPIECE_VICTIM, SUPERPIECE_ROOK | SUPERPIECE_SLIDER | SUPERPIECE_VICTIM, \
		SUPERPIECE_QUEEN | SUPERPIECE_SLIDER | SUPERPIECE_VICTIM, SUPERPIECE_KING

// By men.
static const uint8_t superpiece_kinds[16] = {0, SUPERPIECE_KINDS_OF(SUPERPIECE_WHITE_PAWN), 0, 0, SUPERPIECE_KINDS_OF(SUPERPIECE_BLACK_PAWN), 0};

// The kinds that attack a square from a distance, and those that attack it from a neighbouring one, by rays.
#define SUPERPIECE_FAR \
	SUPERPIECE_BISHOP, SUPERPIECE_BISHOP, SUPERPIECE_ROOK, SUPERPIECE_ROOK, SUPERPIECE_ROOK, SUPERPIECE_ROOK, SUPERPIECE_BISHOP, SUPERPIECE_BISHOP
#define SUPERPIECE_CLOSE \
	SUPERPIECE_KING | SUPERPIECE_BLACK_PAWN, SUPERPIECE_KING | SUPERPIECE_BLACK_PAWN, SUPERPIECE_KING, SUPERPIECE_KING, SUPERPIECE_KING, \
		SUPERPIECE_KING, SUPERPIECE_KING | SUPERPIECE_WHITE_PAWN, SUPERPIECE_KING | SUPERPIECE_WHITE_PAWN

// The rays along which a man attacks at any distance, and those where he attacks only the square beside him, as bits; all bits if he is a knight,
// and if he is a king.
struct superpiece_man {
	uint8_t along, beside, knight, king;
};
static const struct superpiece_man superpiece_men[16] = {
	{0, 0, 0, 0}, {0, 0x03, 0, 0}, {0, 0, 0xff, 0}, {0xc3, 0, 0, 0}, {0x3c, 0, 0, 0}, {0xff, 0, 0, 0}, {0, 0xff, 0, 0xff}, {0, 0, 0, 0},
	{0, 0, 0, 0}, {0, 0xc0, 0, 0}, {0, 0, 0xff, 0}, {0xc3, 0, 0, 0}, {0x3c, 0, 0, 0}, {0xff, 0, 0, 0}, {0, 0xff, 0, 0xff}, {0, 0, 0, 0},
};

#endif
