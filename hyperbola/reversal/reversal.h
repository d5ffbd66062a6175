// Hyperbola quintessence by bit reversal: the lookup reverses the order of all 64 bits, instead of the order of the
// bytes. So all four lines go through the same formula, and ranks need no table.
//
//	x       = occ & line                                                line: without the slider's own square
//	attacks = ((x - b) ^ reverse(reverse(x) - reverse(b))) & line       b = 1 << sq
//
// It is for processors that reverse a register in one instruction, such as arm64.
//
// C: one file defines REVERSAL_IMPLEMENTATION before it includes this header. Call reversal_init once, before the first lookup.
//
// People: Ryan Mack's Hyperbola project; Gerd Isenberg, Aleks Peshkov, 2007. Stockfish has had it on arm64 since 2026
// (anematode). Daniel Inführ, 2022, has it for graphics processors, with computed lines.
#ifndef SLIDEBENCH_REVERSAL_H
#define SLIDEBENCH_REVERSAL_H

#include "../../board/board.h"

// The lines through a square, without the square itself.
struct reversal_entry {
	uint64_t rank, file, diagonal, antidiagonal;
};

#define REVERSAL_TABLES(SHARED) \
	SHARED struct reversal_entry reversal_entries[64];
REVERSAL_TABLES(BOARD_DECLARE)

// Fills the table.
BOARD_DECLARE void reversal_init(void);

// All 64 bits in the other order: one instruction on arm64, and elsewhere neighbours change places, then pairs and
// fours, then bytes.
static inline uint64_t reversal_reverse(uint64_t x) {
#if defined(__aarch64__)
	__asm__("rbit %0, %0" : "+r"(x));
	return x;
#else
	x = (x >> 1 & UINT64_C(0x5555555555555555)) | (x & UINT64_C(0x5555555555555555)) << 1;
	x = (x >> 2 & UINT64_C(0x3333333333333333)) | (x & UINT64_C(0x3333333333333333)) << 2;
	x = (x >> 4 & UINT64_C(0x0f0f0f0f0f0f0f0f)) | (x & UINT64_C(0x0f0f0f0f0f0f0f0f)) << 4;
	return board_swap_bytes(x);
#endif
}

// The attacks within a line. Subtracting b from the blockers above it changes the bits from sq up to the lowest of
// them; the difference of the reversed board does the same downwards. Blockers of the other direction stay in both, and
// cancel.
static inline uint64_t reversal_on(uint64_t line, uint64_t b, uint64_t occ) {
	uint64_t x = occ & line;
	return ((x - b) ^ reversal_reverse(reversal_reverse(x) - reversal_reverse(b))) & line;
}

// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
static inline uint64_t reversal_rook(int sq, uint64_t occ) {
	const struct reversal_entry *e = &reversal_entries[sq];
	uint64_t b = (uint64_t)1 << sq;
	return board_filled(reversal_on(e->rank, b, occ) | reversal_on(e->file, b, occ));
}

// The attacks of a bishop.
static inline uint64_t reversal_bishop(int sq, uint64_t occ) {
	const struct reversal_entry *e = &reversal_entries[sq];
	uint64_t b = (uint64_t)1 << sq;
	return board_filled(reversal_on(e->diagonal, b, occ) | reversal_on(e->antidiagonal, b, occ));
}

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t reversal_queen(int sq, uint64_t occ) { return reversal_rook(sq, occ) | reversal_bishop(sq, occ); }

#endif

#if (defined(__cplusplus) || defined(REVERSAL_IMPLEMENTATION)) && !defined(REVERSAL_IMPLEMENTED)
#define REVERSAL_IMPLEMENTED

REVERSAL_TABLES(BOARD_DEFINE)

BOARD_DEFINE void reversal_init(void) {
	for (int sq = 0; sq < 64; sq++) {
		reversal_entries[sq].rank = board_line(BOARD_EAST, sq);
		reversal_entries[sq].file = board_line(BOARD_NORTH, sq);
		reversal_entries[sq].diagonal = board_line(BOARD_NORTH_EAST, sq);
		reversal_entries[sq].antidiagonal = board_line(BOARD_NORTH_WEST, sq);
	}
}

#endif
