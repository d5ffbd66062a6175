// Magic bitboards on a torus: the board is turned until the slider stands on h8, as if opposite edges met, and then all
// 64 rooks share one factor and one range of slots. The bishops' attacks lie in the same words. The table has 128 KiB.
//
//	rooks    turned = rotate(occ, 63 - sq)
//	         attacks = rotate((table[((turned | ends) & lines) * factor >> 50] & lines) | adjacent, sq + 1)
//	bishops  attacks = (rotate(table[offset + ((occ & lines & inner) * factor >> shift)], sq + 1) & lines) | adjacent
//
// C: one file defines TORUS_IMPLEMENTATION before it includes this header. Call torus_init once, before the first lookup.
//
// People: this project's own, 2026; no source known. The factors are this project's.
#ifndef SLIDEBENCH_TORUS_H
#define SLIDEBENCH_TORUS_H

#include "../../board/board.h"

// The numbers that a search found, in two parts: here the rooks' factor and shift, and below, where TORUS_IMPLEMENTED is defined, the arrays.
#include "factors_gen.h"

// The squares off the edges, which are the relevant squares of a bishop's lines.
static const uint64_t torus_inner = UINT64_C(0x007e7e7e7e7e7e00);

// A rook's data on a square, for the turned board. The places where the real board ends differ from square to square,
// so the last square of every ray, its end, is set like a blocker. It is attacked whether it is occupied or not, so no
// information is lost.
struct torus_rook_entry {
	uint64_t ends, lines, adjacent;
};

// A bishop's data on a square, of the board as it is: 32 bytes, so that none straddles a cache line.
struct torus_bishop_entry {
	uint64_t lines, adjacent, factor;
	uint32_t offset;
	uint8_t shift;
};

#define TORUS_TABLES(SHARED) \
	SHARED struct torus_rook_entry torus_rook_entries[64]; \
	SHARED struct torus_bishop_entry torus_bishop_entries[64]; \
	SHARED uint64_t torus_table[1 << (64 - torus_rook_shift)];
TORUS_TABLES(BOARD_DECLARE)

// Fills the tables.
BOARD_DECLARE void torus_init(void);

// Rotates a set of squares until sq becomes h8. The number of places is 63 - sq, of which only the low six bits count.
static inline uint64_t torus_turn(int sq, uint64_t set) { return board_rotate(set, ~sq); }

// The inverse of torus_turn.
static inline uint64_t torus_unturn(int sq, uint64_t set) { return board_rotate(set, sq + 1); }

// The squares above and below the rook are a ring of seven on the turned board. Right and left are a ring with two bits
// for each place: the square i to the right is bit i-1, and the square 8-i to the left has the same place and a bit 56
// higher. The factor makes both add the same to the index: it consists of a number of 8 bits, the same number 56 bits
// higher, and in between the bits that hash the file. So rooks whose products share a slot attack the same squares of
// their turned boards, except for squares next to a rook, which are not read from slots.
static inline uint64_t torus_rook_index(const struct torus_rook_entry *e, int sq, uint64_t occ) {
	return ((torus_turn(sq, occ) | e->ends) & e->lines) * torus_rook_factor >> torus_rook_shift;
}
static inline uint32_t torus_bishop_index(const struct torus_bishop_entry *e, uint64_t occ) {
	return e->offset + (uint32_t)((occ & e->lines & torus_inner) * e->factor >> e->shift);
}

// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
static inline uint64_t torus_rook(int sq, uint64_t occ) {
	const struct torus_rook_entry *e = &torus_rook_entries[sq];
	return board_filled(torus_unturn(sq, (torus_table[torus_rook_index(e, sq, occ)] & e->lines) | e->adjacent));
}

// The attacks of a bishop.
static inline uint64_t torus_bishop(int sq, uint64_t occ) {
	const struct torus_bishop_entry *e = &torus_bishop_entries[sq];
	return board_filled((torus_unturn(sq, torus_table[torus_bishop_index(e, occ)]) & e->lines) | e->adjacent);
}

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t torus_queen(int sq, uint64_t occ) { return torus_rook(sq, occ) | torus_bishop(sq, occ); }

#endif

#if (defined(__cplusplus) || defined(TORUS_IMPLEMENTATION)) && !defined(TORUS_IMPLEMENTED)
#define TORUS_IMPLEMENTED

#include "factors_gen.h"

TORUS_TABLES(BOARD_DEFINE)

// Rooks read only the bits of the outer ranks and of the h-file of a turned word, and turned bishops never read these.
// So the bishops' slots, which lie end to end, are on top of the rooks'.
BOARD_DEFINE void torus_init(void) {
	for (int i = 0; i < 1 << (64 - torus_rook_shift); i++)
		torus_table[i] = 0;
	uint32_t offset = 0;
	for (int sq = 0; sq < 64; sq++) {
		uint64_t all = ~(uint64_t)0, rook_mask = board_rook_mask(sq), bishop_mask = board_bishop_mask(sq);
		struct torus_rook_entry *rook = &torus_rook_entries[sq];
		struct torus_bishop_entry *bishop = &torus_bishop_entries[sq];
		rook->lines = torus_turn(sq, board_rook(sq, 0));
		rook->ends = rook->lines & ~torus_turn(sq, rook_mask);
		rook->adjacent = torus_turn(sq, board_rook(sq, all));
		bishop->lines = board_bishop(sq, 0);
		bishop->adjacent = board_bishop(sq, all);
		bishop->factor = torus_bishop_factors[sq];
		bishop->offset = offset;
		bishop->shift = (uint8_t)(64 - board_count(bishop_mask));
		offset += (uint32_t)1 << board_count(bishop_mask);
		uint64_t occ = 0;
		do {
			torus_table[torus_rook_index(rook, sq, occ)] |= torus_turn(sq, board_rook(sq, occ)) & ~rook->adjacent;
			occ = board_next(occ, rook_mask);
		} while (occ);
		do {
			torus_table[torus_bishop_index(bishop, occ)] |= torus_turn(sq, board_bishop(sq, occ) & ~bishop->adjacent);
			occ = board_next(occ, bishop_mask);
		} while (occ);
	}
}

#endif
