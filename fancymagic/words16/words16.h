// Magic bitboards in slots of 16 bits: a byte for each of the piece's two lines. Multiplications and a mask expand the
// bytes to squares, and a rook's index is that of torus. All tables together have 46 KiB.
//
//	rooks    turned = rotate(occ, 63 - sq)
//	         w = table[((turned | ends) & lines) * factor >> 50]
//	         attacks = rotate(((low byte of w | low byte << 56 | high byte spread) & lines) | adjacent, sq + 1)
//	bishops  w = table[offset + ((occ & (diagonal | antidiagonal) & inner) * factor >> shift)]
//	         attacks = (low byte on every rank & diagonal) | (high byte on every rank & antidiagonal)
//
// C: one file defines WORDS16_IMPLEMENTATION before it includes this header. Call words16_init once, before the first lookup.
//
// People: this project's own, 2026; no source known. Slots of 16 bits are known with PDEP, from Zach Wegner's form of
// PEXT bitboards. Factors as in torus, this project's own.
#ifndef SLIDEBENCH_WORDS16_H
#define SLIDEBENCH_WORDS16_H

#include "../../board/board.h"

// The numbers that a search found, in two parts: here the rooks' factor and shift, and below, where WORDS16_IMPLEMENTED is defined, the arrays.
#include "factors_gen.h"

// The squares off the edges, which are the relevant squares of a bishop's lines.
static const uint64_t words16_inner = UINT64_C(0x007e7e7e7e7e7e00);

// Copies a byte to every rank.
static const uint64_t words16_every_rank = UINT64_C(0x0101010101010101);

// The bits 7, 14, 21, 28, 35, 42 and 49 move bit i of seven bits to bit 8i+7, on the h-file. They make copies of bit i
// at i + 7j + 7 for all j = 0..6: these are different for all i and j, so that there are no carries, and on the h-file
// only for i = j.
static const uint64_t words16_spread = UINT64_C(0x0002040810204080);

// A rook's data on a square, for the board turned until the rook stands on h8. The last square of every ray, its end,
// is set like a blocker, because the turned board's own edges are elsewhere.
struct words16_rook_entry {
	uint64_t ends, lines, adjacent;
};

// A bishop's data on a square: 32 bytes, so that none straddles a cache line.
struct words16_bishop_entry {
	uint64_t diagonal, antidiagonal, factor;
	uint32_t offset;
	uint8_t shift;
};

// The length of the bishops' table is the sum of 1 << relevant squares over the board.
#define WORDS16_TABLES(SHARED) \
	SHARED struct words16_rook_entry words16_rook_entries[64]; \
	SHARED struct words16_bishop_entry words16_bishop_entries[64]; \
	SHARED uint16_t words16_rook_table[1 << (64 - words16_rook_shift)], words16_bishop_table[5248];
WORDS16_TABLES(BOARD_DECLARE)

// Fills the tables.
BOARD_DECLARE void words16_init(void);

// Rotates a set of squares until sq becomes h8. The number of places is 63 - sq, of which only the low six bits count.
static inline uint64_t words16_turn(int sq, uint64_t set) { return board_rotate(set, ~sq); }

static inline uint64_t words16_rook_index(const struct words16_rook_entry *e, int sq, uint64_t occ) {
	return ((words16_turn(sq, occ) | e->ends) & e->lines) * words16_rook_factor >> words16_rook_shift;
}
static inline uint32_t words16_bishop_index(const struct words16_bishop_entry *e, uint64_t occ) {
	return e->offset + (uint32_t)((occ & (e->diagonal | e->antidiagonal) & words16_inner) * e->factor >> e->shift);
}

// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ. On the turned board, all bits of w except
// those of the right are off the lines, and so are the copies that the spreading makes elsewhere.
static inline uint64_t words16_rook(int sq, uint64_t occ) {
	const struct words16_rook_entry *e = &words16_rook_entries[sq];
	uint64_t w = words16_rook_table[words16_rook_index(e, sq, occ)];
	return board_filled(board_rotate(((w | w << 56 | (w >> 8) * words16_spread) & e->lines) | e->adjacent, sq + 1));
}

// The attacks of a bishop. A diagonal has one square on each file, so that a byte with a bit per file describes all of
// it.
static inline uint64_t words16_bishop(int sq, uint64_t occ) {
	const struct words16_bishop_entry *e = &words16_bishop_entries[sq];
	uint64_t w = words16_bishop_table[words16_bishop_index(e, occ)];
	return board_filled(((w & 0xff) * words16_every_rank & e->diagonal) | ((w >> 8) * words16_every_rank & e->antidiagonal));
}

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t words16_queen(int sq, uint64_t occ) { return words16_rook(sq, occ) | words16_bishop(sq, occ); }

#endif

#if (defined(__cplusplus) || defined(WORDS16_IMPLEMENTATION)) && !defined(WORDS16_IMPLEMENTED)
#define WORDS16_IMPLEMENTED

#include "factors_gen.h"

WORDS16_TABLES(BOARD_DEFINE)

// The slot for a rook's attacks on the turned board: in bits 0 to 6 the squares to the right, and, in the bits that
// these leave free, the squares to the left; in bits 8 to 14 the file.
static inline uint16_t words16_rook_slot(uint64_t turned) {
	return (uint16_t)(((turned | turned >> 56) & 0x7f) | board_pack(turned, UINT64_C(0x0080808080808080)) << 8);
}

// The slot for a bishop's attacks: in the low byte the files of the attacked squares of the diagonal, in the high byte
// those of the antidiagonal.
static inline uint16_t words16_bishop_slot(const struct words16_bishop_entry *e, uint64_t attacks) {
	unsigned slot = 0;
	for (int file = 0; file < 8; file++) {
		uint64_t squares = attacks & words16_every_rank << file;
		if (squares & e->diagonal)
			slot |= 1u << file;
		if (squares & e->antidiagonal)
			slot |= 1u << (8 + file);
	}
	return (uint16_t)slot;
}

// All rooks share their slots: rooks whose products are the same attack the same squares of their turned boards, except
// for squares next to a rook, which are not read from slots. The bishops' slots lie end to end.
BOARD_DEFINE void words16_init(void) {
	for (int i = 0; i < 1 << (64 - words16_rook_shift); i++)
		words16_rook_table[i] = 0;
	uint32_t offset = 0;
	for (int sq = 0; sq < 64; sq++) {
		uint64_t rook_mask = board_rook_mask(sq), bishop_mask = board_bishop_mask(sq);
		struct words16_rook_entry *rook = &words16_rook_entries[sq];
		struct words16_bishop_entry *bishop = &words16_bishop_entries[sq];
		rook->lines = words16_turn(sq, board_rook(sq, 0));
		rook->ends = rook->lines & ~words16_turn(sq, rook_mask);
		rook->adjacent = words16_turn(sq, board_rook(sq, ~(uint64_t)0));
		bishop->diagonal = board_line(BOARD_NORTH_EAST, sq);
		bishop->antidiagonal = board_line(BOARD_NORTH_WEST, sq);
		bishop->factor = words16_bishop_factors[sq];
		bishop->offset = offset;
		bishop->shift = (uint8_t)(64 - board_count(bishop_mask));
		offset += (uint32_t)1 << board_count(bishop_mask);
		uint64_t occ = 0;
		do {
			uint64_t turned = words16_turn(sq, board_rook(sq, occ)) & ~rook->adjacent;
			words16_rook_table[words16_rook_index(rook, sq, occ)] |= words16_rook_slot(turned);
			occ = board_next(occ, rook_mask);
		} while (occ);
		do {
			words16_bishop_table[words16_bishop_index(bishop, occ)] = words16_bishop_slot(bishop, board_bishop(sq, occ));
			occ = board_next(occ, bishop_mask);
		} while (occ);
	}
}

#endif
