// The board, like package board, for filling tables: of all functions here only walk is timed.

#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define B(sq) (UINT64_C(1) << (sq))
#define RANK_1 UINT64_C(0x00000000000000ff)
#define FILE_A UINT64_C(0x0101010101010101)
#define FILE_H (FILE_A << 7)

// Those of a rook come first, and opposite ones are neighbours.
enum { NORTH, SOUTH, EAST, WEST, NORTH_EAST, SOUTH_WEST, NORTH_WEST, SOUTH_EAST };

static const struct { int file, rank; } steps[8] = {
	{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {1, 1}, {-1, -1}, {-1, 1}, {1, -1},
};

// The attacks in one direction, one square after the other.
static inline uint64_t walk(int direction, int sq, uint64_t occ) {
	uint64_t attacks = 0;
	int file = sq & 7, rank = sq >> 3;
	for (;;) {
		file += steps[direction].file;
		rank += steps[direction].rank;
		if (file < 0 || file > 7 || rank < 0 || rank > 7)
			return attacks;
		uint64_t b = B(rank << 3 | file);
		attacks |= b;
		if (occ & b)
			return attacks;
	}
}

static inline uint64_t walks(int from, int to, int sq, uint64_t occ) {
	uint64_t attacks = 0;
	for (int d = from; d < to; d++)
		attacks |= walk(d, sq, occ);
	return attacks;
}
static inline uint64_t walk_rook(int sq, uint64_t occ) { return walks(NORTH, NORTH_EAST, sq, occ); }
static inline uint64_t walk_bishop(int sq, uint64_t occ) { return walks(NORTH_EAST, 8, sq, occ); }
static inline uint64_t walk_queen(int sq, uint64_t occ) { return walks(NORTH, 8, sq, occ); }

static uint64_t ray(int direction, int sq) { return walk(direction, sq, 0); }

// The line through a square in a direction and its opposite, without the square.
static uint64_t line(int direction, int sq) { return ray(direction, sq) | ray(direction ^ 1, sq); }

// The relevant squares: the rays, each without its last square.
static uint64_t mask(int from, int to, int sq) {
	uint64_t mask = 0;
	for (int d = from; d < to; d++)
		for (int s = 0; s < 64; s++)
			if (ray(d, sq) & B(s) && ray(d, s))
				mask |= B(s);
	return mask;
}
static uint64_t rook_mask(int sq) { return mask(NORTH, NORTH_EAST, sq); }
static uint64_t bishop_mask(int sq) { return mask(NORTH_EAST, 8, sq); }

// The squares that are attacked under every occupancy.
static uint64_t rook_adjacent(int sq) { return walk_rook(sq, ~UINT64_C(0)); }
static uint64_t bishop_adjacent(int sq) { return walk_bishop(sq, ~UINT64_C(0)); }

// The bits of x that a mask selects, packed: PEXT, in software.
static uint64_t pack(uint64_t x, uint64_t mask) {
	uint64_t packed = 0;
	for (int i = 0; mask; i++, mask &= mask - 1)
		packed |= (x >> __builtin_ctzll(mask) & 1) << i;
	return packed;
}

static inline uint64_t rotl(uint64_t x, int n) { return x << (n & 63) | x >> (-n & 63); }

// SUBSETS runs a statement for every subset occ of a mask.
#define SUBSETS(mask, ...) do { \
		uint64_t all = (mask), occ = 0; \
		do { \
			__VA_ARGS__; \
			occ = (occ - all) & all; \
		} while (occ); \
	} while (0)

// FILL runs a statement for every square sq and relevant subset occ of a rook or a bishop, whose attacks are in attacks. Mostly
// the statement sets the slot of the lookup to them, so that the lookup reads the slots that were written.
#define FILL(piece, ...) do { \
		for (int sq = 0; sq < 64; sq++) \
			SUBSETS(piece##_mask(sq), uint64_t attacks = walk_##piece(sq, occ); __VA_ARGS__); \
	} while (0)

// Rook and bishop at once, for techniques in which that differs from one after the other.
struct pair { uint64_t rook, bishop; };

#define QUEEN(technique) \
	static inline uint64_t technique##_queen(int sq, uint64_t occ) { \
		return technique##_rook(sq, occ) | technique##_bishop(sq, occ); \
	}

static void fail(const char *what, const char *whose) {
	fprintf(stderr, "%s%s\n", what, whose);
	exit(1);
}

// Facts: the arrays that the lookups in Go read under every occupancy, such as masks, factors, offsets and shifts. The program gets
// them from the packages' own memory, under the name technique/piece/number of the read, and so the layout is that of Go.
static struct facts {
	char name[32];
	uint64_t size;
	void *bytes;
} *facts;
static size_t facts_count;

static void take(const char *name, void *to, size_t size) {
	for (size_t i = 0; i < facts_count; i++)
		if (!strcmp(facts[i].name, name) && facts[i].size == size) {
			memcpy(to, facts[i].bytes, size);
			return;
		}
	fail("no facts, or of another size: ", name);
}
#define TAKE(name, to) take(name, &(to), sizeof(to))

#define ROOK_WORDS 102400
#define BISHOP_WORDS 5248

// OWN_TABLES defines the tables, the lookups and technique_fill_tables of a technique that has an entry for each square and a table
// for each piece, given technique_index(entry, occ) and struct technique_entry.
#define OWN_TABLES(technique) \
	static struct technique##_entry technique##_rook_entries[64], technique##_bishop_entries[64]; \
	static uint64_t technique##_rook_table[ROOK_WORDS], technique##_bishop_table[BISHOP_WORDS]; \
	static inline uint64_t technique##_rook(int sq, uint64_t occ) { \
		return technique##_rook_table[technique##_index(&technique##_rook_entries[sq], occ)]; \
	} \
	static inline uint64_t technique##_bishop(int sq, uint64_t occ) { \
		return technique##_bishop_table[technique##_index(&technique##_bishop_entries[sq], occ)]; \
	} \
	QUEEN(technique) \
	static void technique##_fill_tables(void) { \
		FILL(rook, technique##_rook_table[technique##_index(&technique##_rook_entries[sq], occ)] = attacks); \
		FILL(bishop, technique##_bishop_table[technique##_index(&technique##_bishop_entries[sq], occ)] = attacks); \
	}

// TAKE_ENTRIES defines technique_fill for such a technique if its entries are facts.
#define TAKE_ENTRIES(technique) \
	static void technique##_fill(void) { \
		TAKE(#technique "/rook/0", technique##_rook_entries); \
		TAKE(#technique "/bishop/0", technique##_bishop_entries); \
		technique##_fill_tables(); \
	}
