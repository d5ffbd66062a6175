// The board in C, as in package board: squares count from a1 = 0, b1 = 1 to h8 = 63, and a set of squares has bit sq for square sq.
// The headers of techniques fill their tables with these functions. Lookups use only board_rotate and board_filled, and the technique walk the walks.
//
// A technique's tables stand once in a program, however many of its files include the header. In C, one file defines NAME_IMPLEMENTATION, such as
// FANCYMAGIC_IMPLEMENTATION, before it includes the header; in C++ nothing need be defined.
//
// C99 and C++17, for compilers that know __builtin_ctzll and its kin (gcc, clang).
#ifndef SLIDEBENCH_BOARD_H
#define SLIDEBENCH_BOARD_H

#include <stddef.h>
#include <stdint.h>

// BOARD_DECLARE begins the declaration of a table or of a function that fills tables, and BOARD_DEFINE begins its definition. The linker keeps one of
// several weak or inline definitions, so files in C and in C++ may both have them. In C, tables are hidden: code reaches them without a detour, and each
// shared library fills its own. In C++, a program and its libraries share the tables.
#if defined(__cplusplus) && (defined(__ELF__) || defined(__APPLE__))
#define BOARD_DECLARE extern __attribute__((visibility("default")))
#define BOARD_DEFINE inline
#elif defined(__cplusplus)
#define BOARD_DECLARE extern
#define BOARD_DEFINE inline
#elif defined(__ELF__)
#define BOARD_DECLARE extern __attribute__((visibility("hidden")))
#define BOARD_DEFINE __attribute__((weak, visibility("hidden")))
#else
#define BOARD_DECLARE extern
#define BOARD_DEFINE
#endif

// Returns the answer of a lookup. Every rook, bishop and queen attacks a square, so an empty answer comes from a table that nobody has filled: unless
// NDEBUG is defined, it ends the program.
#ifdef NDEBUG
static inline uint64_t board_filled(uint64_t attacks) { return attacks; }
#else
#include <assert.h>
static inline uint64_t board_filled(uint64_t attacks) {
	assert(attacks && "a technique's init comes before its first lookup");
	return attacks;
}
#endif

// The attacks of a rook and of a bishop on the same square.
struct board_pair {
	uint64_t rook, bishop;
};

// The directions of a rook come first, and opposite directions are neighbours.
enum board_direction {
	BOARD_NORTH,
	BOARD_SOUTH,
	BOARD_EAST,
	BOARD_WEST,
	BOARD_NORTH_EAST,
	BOARD_SOUTH_WEST,
	BOARD_NORTH_WEST,
	BOARD_SOUTH_EAST
};

static inline uint64_t board_bit(int sq) { return (uint64_t)1 << sq; }

// The attacks in one direction, square by square, up to the first piece.
static inline uint64_t board_walk(int direction, int sq, uint64_t occ) {
	static const int files[8] = {0, 0, 1, -1, 1, -1, -1, 1}, ranks[8] = {1, -1, 0, 0, 1, -1, 1, -1};
	uint64_t attacks = 0;
	int file = sq & 7, rank = sq >> 3;
	for (;;) {
		file += files[direction];
		rank += ranks[direction];
		if (file < 0 || file > 7 || rank < 0 || rank > 7)
			return attacks;
		attacks |= board_bit(rank << 3 | file);
		if (occ & board_bit(rank << 3 | file))
			return attacks;
	}
}

static inline uint64_t board_walks(int from, int to, int sq, uint64_t occ) {
	uint64_t attacks = 0;
	for (int d = from; d < to; d++)
		attacks |= board_walk(d, sq, occ);
	return attacks;
}
static inline uint64_t board_rook(int sq, uint64_t occ) { return board_walks(BOARD_NORTH, BOARD_NORTH_EAST, sq, occ); }
static inline uint64_t board_bishop(int sq, uint64_t occ) { return board_walks(BOARD_NORTH_EAST, 8, sq, occ); }

// The squares from sq to the edge in a direction, without sq.
static inline uint64_t board_ray(int direction, int sq) { return board_walk(direction, sq, 0); }

// The line through sq in a direction and its opposite, without sq.
static inline uint64_t board_line(int direction, int sq) { return board_ray(direction, sq) | board_ray(direction ^ 1, sq); }

// The relevant squares of directions from to to-1: their rays, each without its last square, whose occupancy changes no answer.
static inline uint64_t board_relevant(int from, int to, int sq) {
	uint64_t relevant = 0;
	for (int d = from; d < to; d++)
		for (uint64_t ray = board_ray(d, sq), rest = ray; rest; rest &= rest - 1) {
			int s = __builtin_ctzll(rest);
			if (ray & board_ray(d, s))
				relevant |= board_bit(s);
		}
	return relevant;
}
static inline uint64_t board_rook_mask(int sq) { return board_relevant(BOARD_NORTH, BOARD_NORTH_EAST, sq); }
static inline uint64_t board_bishop_mask(int sq) { return board_relevant(BOARD_NORTH_EAST, 8, sq); }

// The subset of a mask that follows occ, and 0 after the last one, as the subtraction counts in the mask's bits. A loop from occ = 0 until
// board_next returns 0 visits every subset.
static inline uint64_t board_next(uint64_t occ, uint64_t mask) { return (occ - mask) & mask; }

// The bits of x that a mask selects, side by side from bit 0: PEXT in software, for filling tables.
static inline uint64_t board_pack(uint64_t x, uint64_t mask) {
	uint64_t packed = 0;
	for (int i = 0; mask; i++, mask &= mask - 1)
		packed |= (x >> __builtin_ctzll(mask) & 1) << i;
	return packed;
}

static inline uint64_t board_rotate(uint64_t x, int n) { return x << (n & 63) | x >> (-n & 63); }

#endif
