// Magic bitboards on a torus, in groups of files: the board is turned until the rook stands on h8, as in torus, with a
// factor for each of a few groups of files, instead of one for all rooks. The slots of the groups and of the bishops
// lie on top of each other, rotated against each other, so that nobody reads a bit of another. The table has 96 KiB.
//
//	rooks    turned = rotate(occ, 63 - sq)
//	         attacks = (rotate(table[offset + (((turned & mask) | ends) * factor >> shift)], rotation) & lines) | adjacent
//	bishops  attacks = (rotate(table[offset + ((occ & lines & inner) * factor >> shift)], rotation) & lines) | adjacent
//
// C: one file defines TORUSGROUPS_IMPLEMENTATION before it includes this header. Call torusgroups_init once, before the first lookup.
//
// People: this project's own, 2026; no source known. The factors are this project's.
#ifndef SLIDEBENCH_TORUSGROUPS_H
#define SLIDEBENCH_TORUSGROUPS_H

#include "../../board/board.h"

// The numbers that a search found, in two parts: here the table's length, and below, where TORUSGROUPS_IMPLEMENTED is defined, the arrays.
#include "factors_gen.h"

// The squares off the edges, which are the relevant squares of a bishop's lines.
static const uint64_t torusgroups_inner = UINT64_C(0x007e7e7e7e7e7e00);

// A rook's data on a square. Mask and ends are of the turned board, lines and adjacent are not. The ends are the last
// squares of the rays: they are set like blockers, because they are attacked whether they are occupied or not, and the
// turned board's own edges are elsewhere. Offsets count modulo 1 << 32, because that of a square whose smallest
// index is above 0 may be negative.
struct torusgroups_rook_entry {
	uint64_t mask, ends, factor, lines, adjacent;
	uint32_t offset;
	uint8_t shift, rotation;
};

// A bishop's data on a square: 32 bytes, so that none straddles a cache line.
struct torusgroups_bishop_entry {
	uint64_t lines, adjacent, factor;
	uint32_t offset;
	uint8_t shift, rotation;
};

#define TORUSGROUPS_TABLES(SHARED) \
	SHARED struct torusgroups_rook_entry torusgroups_rook_entries[64]; \
	SHARED struct torusgroups_bishop_entry torusgroups_bishop_entries[64]; \
	SHARED uint64_t torusgroups_table[torusgroups_table_words];
TORUSGROUPS_TABLES(BOARD_DECLARE)

// Fills the tables.
BOARD_DECLARE void torusgroups_init(void);

// Rotates a set of squares until sq becomes h8. The number of places is 63 - sq, of which only the low six bits count.
static inline uint64_t torusgroups_turn(int sq, uint64_t set) { return board_rotate(set, ~sq); }

static inline uint32_t torusgroups_rook_index(const struct torusgroups_rook_entry *e, int sq, uint64_t occ) {
	return e->offset + (uint32_t)(((torusgroups_turn(sq, occ) & e->mask) | e->ends) * e->factor >> e->shift);
}
static inline uint32_t torusgroups_bishop_index(const struct torusgroups_bishop_entry *e, uint64_t occ) {
	return e->offset + (uint32_t)((occ & e->lines & torusgroups_inner) * e->factor >> e->shift);
}

// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
static inline uint64_t torusgroups_rook(int sq, uint64_t occ) {
	const struct torusgroups_rook_entry *e = &torusgroups_rook_entries[sq];
	return board_filled((board_rotate(torusgroups_table[torusgroups_rook_index(e, sq, occ)], e->rotation) & e->lines) | e->adjacent);
}

// The attacks of a bishop.
static inline uint64_t torusgroups_bishop(int sq, uint64_t occ) {
	const struct torusgroups_bishop_entry *e = &torusgroups_bishop_entries[sq];
	return board_filled((board_rotate(torusgroups_table[torusgroups_bishop_index(e, occ)], e->rotation) & e->lines) | e->adjacent);
}

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t torusgroups_queen(int sq, uint64_t occ) {
	return torusgroups_rook(sq, occ) | torusgroups_bishop(sq, occ);
}

#endif

#if (defined(__cplusplus) || defined(TORUSGROUPS_IMPLEMENTATION)) && !defined(TORUSGROUPS_IMPLEMENTED)
#define TORUSGROUPS_IMPLEMENTED

#include "factors_gen.h"

TORUSGROUPS_TABLES(BOARD_DEFINE)

// A bishop's index has a bit for every relevant square.
BOARD_DEFINE void torusgroups_init(void) {
	for (int i = 0; i < torusgroups_table_words; i++)
		torusgroups_table[i] = 0;
	for (int sq = 0; sq < 64; sq++) {
		uint64_t all = ~(uint64_t)0, rook_mask = board_rook_mask(sq), bishop_mask = board_bishop_mask(sq);
		struct torusgroups_rook_entry *rook = &torusgroups_rook_entries[sq];
		struct torusgroups_bishop_entry *bishop = &torusgroups_bishop_entries[sq];
		rook->lines = board_rook(sq, 0);
		rook->adjacent = board_rook(sq, all);
		rook->mask = torusgroups_turn(sq, rook_mask);
		rook->ends = torusgroups_turn(sq, rook->lines & ~rook_mask);
		rook->factor = torusgroups_rook_factors[sq];
		rook->offset = torusgroups_rook_offsets[sq];
		rook->shift = torusgroups_rook_shifts[sq];
		rook->rotation = torusgroups_rook_rotations[sq];
		bishop->lines = board_bishop(sq, 0);
		bishop->adjacent = board_bishop(sq, all);
		bishop->factor = torusgroups_bishop_factors[sq];
		bishop->offset = torusgroups_bishop_offsets[sq];
		bishop->shift = (uint8_t)(64 - board_count(bishop_mask));
		bishop->rotation = torusgroups_bishop_rotations[sq];
		uint64_t occ = 0;
		do {
			uint64_t word = board_rotate(board_rook(sq, occ) & ~rook->adjacent, -rook->rotation);
			torusgroups_table[torusgroups_rook_index(rook, sq, occ)] |= word;
			occ = board_next(occ, rook_mask);
		} while (occ);
		do {
			uint64_t word = board_rotate(board_bishop(sq, occ) & ~bishop->adjacent, -bishop->rotation);
			torusgroups_table[torusgroups_bishop_index(bishop, occ)] |= word;
			occ = board_next(occ, bishop_mask);
		} while (occ);
	}
}

#endif
