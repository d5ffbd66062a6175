// Hyperbola quintessence in the lanes of NEON: the two lines of a rook or bishop at once, one in each 64-bit lane of a register. Two
// registers give the attacks of both pieces, or their union.
//
//	lanes    = rank, file | diagonal, anti-diagonal                         of sq
//	mirrored = rank, file | diagonal, anti-diagonal                         of 63-sq, which are those of sq reversed
//	up       = (occ & lanes) - b                                            b = 1 << sq
//	down     = (reverse(occ) & mirrored) - reverse(b)
//	attacks  = (up ^ reverse(down)) & lanes                                 rook = attacks[0] + attacks[1], bishop likewise
//
// It needs NEON.
//
// C: one file defines DUALNEON_IMPLEMENTATION before it includes this header. Call dualneon_init once, before the first lookup.
//
// People: quintessence is by Ryan Mack, Gerd Isenberg and Aleks Peshkov, 2007. Stockfish's developers (anematode on GitHub) brought bit reversals
// to arm64, and lanes to AVX2, in 2026. No earlier source is known for both in NEON, or for the lines of the square opposite.
#ifndef SLIDEBENCH_DUALNEON_H
#define SLIDEBENCH_DUALNEON_H

#include "../../board/board.h"

#if defined(BOARD_ASIMD)

#include <arm_neon.h>

// The lines through a square, without the square itself, two lanes for each piece.
struct dualneon_entry {
	uint64_t rook[2], bishop[2];
};

#define DUALNEON_TABLES(SHARED) \
	SHARED BOARD_ALIGNED(32) struct dualneon_entry dualneon_entries[64];
DUALNEON_TABLES(BOARD_DECLARE)

// Fills the table.
BOARD_DECLARE void dualneon_init(void);

// All 64 bits in the other order, by one instruction.
static inline uint64_t dualneon_reverse(uint64_t x) {
	__asm__("rbit %0, %1" : "=r"(x) : "r"(x));
	return x;
}

// The attacks in two lanes. Subtracting b from the blockers above it changes the bits from sq up to the lowest of them; on the board turned by
// half a turn, where the lines of sq are those of the square opposite, the difference does the same downwards. Blockers
// of the other direction stay in both, and cancel. RBIT reverses the bits of each byte, and REV64 the bytes of each lane.
static inline uint64x2_t dualneon_lanes(const uint64_t *lines, const uint64_t *mirrored, int sq, uint64_t occ) {
	uint64_t b = (uint64_t)1 << sq;
	uint64x2_t lanes = vld1q_u64(lines);
	uint64x2_t up = vsubq_u64(vandq_u64(vdupq_n_u64(occ), lanes), vdupq_n_u64(b));
	uint64x2_t down = vsubq_u64(vandq_u64(vdupq_n_u64(dualneon_reverse(occ)), vld1q_u64(mirrored)),
		vdupq_n_u64((uint64_t)1 << 63 >> sq));
	uint64x2_t reversed = vreinterpretq_u64_u8(vrev64q_u8(vrbitq_u8(vreinterpretq_u8_u64(down))));
	return vandq_u64(veorq_u64(up, reversed), lanes);
}

// The attacks of a rook, a line in each lane, and those of a bishop.
static inline uint64x2_t dualneon_rook_lanes(int sq, uint64_t occ) {
	return dualneon_lanes(dualneon_entries[sq].rook, dualneon_entries[63 - sq].rook, sq, occ);
}

static inline uint64x2_t dualneon_bishop_lanes(int sq, uint64_t occ) {
	return dualneon_lanes(dualneon_entries[sq].bishop, dualneon_entries[63 - sq].bishop, sq, occ);
}

// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ. Rank and file share no square, so their sum is their union.
static inline uint64_t dualneon_rook(int sq, uint64_t occ) { return board_filled(vaddvq_u64(dualneon_rook_lanes(sq, occ))); }

// The attacks of a bishop.
static inline uint64_t dualneon_bishop(int sq, uint64_t occ) {
	return board_filled(vaddvq_u64(dualneon_bishop_lanes(sq, occ)));
}

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t dualneon_queen(int sq, uint64_t occ) {
	return board_filled(vaddvq_u64(vorrq_u64(dualneon_rook_lanes(sq, occ), dualneon_bishop_lanes(sq, occ))));
}

// The attacks of a rook and of a bishop at once: one instruction adds the lanes of both.
static inline struct board_pair dualneon_both(int sq, uint64_t occ) {
	uint64x2_t sums = vpaddq_u64(dualneon_rook_lanes(sq, occ), dualneon_bishop_lanes(sq, occ));
	struct board_pair pair = {board_filled(vgetq_lane_u64(sums, 0)), board_filled(vgetq_lane_u64(sums, 1))};
	return pair;
}

#endif

#endif

#if defined(DUALNEON_TABLES) && (defined(__cplusplus) || defined(DUALNEON_IMPLEMENTATION)) && !defined(DUALNEON_IMPLEMENTED)
#define DUALNEON_IMPLEMENTED

DUALNEON_TABLES(BOARD_DEFINE)

BOARD_DEFINE void dualneon_init(void) {
	for (int sq = 0; sq < 64; sq++) {
		dualneon_entries[sq].rook[0] = board_line(BOARD_EAST, sq);
		dualneon_entries[sq].rook[1] = board_line(BOARD_NORTH, sq);
		dualneon_entries[sq].bishop[0] = board_line(BOARD_NORTH_EAST, sq);
		dualneon_entries[sq].bishop[1] = board_line(BOARD_NORTH_WEST, sq);
	}
}

#endif
