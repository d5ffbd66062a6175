// PEXT bitboards with the data of both pieces side by side: a square's two masks and two addresses of tables in 32 bytes, half a cache line. The
// address is loaded while PEXT works. It needs BMI2; AMD processors before Zen 3 have the
// instruction, but execute it in microcode, at up to hundreds of cycles.
//
//	attacks = table[PEXT(occ, mask)]
//
// C: one file defines PAIRED_IMPLEMENTATION before it includes this header. Call paired_init once, before the first lookup.
//
// People: Zach Wegner and others, 2011; both pieces side by side: Stockfish's developers, 2024.
#ifndef SLIDEBENCH_PAIRED_H
#define SLIDEBENCH_PAIRED_H

#include "../../board/board.h"

#if defined(BOARD_BMI2)

#include <immintrin.h>

// A square's data: for each piece the mask, and its own table.
struct paired_entry {
	uint64_t rook_mask;
	uint64_t *rook_table;
	uint64_t bishop_mask;
	uint64_t *bishop_table;
};

// The tables' lengths are sums of 1 << relevant squares over the board.
#define PAIRED_TABLES(SHARED) \
	SHARED BOARD_ALIGNED(64) struct paired_entry paired_entries[64]; \
	SHARED uint64_t paired_rook_table[102400], paired_bishop_table[5248];
PAIRED_TABLES(BOARD_DECLARE)

// Fills the tables.
BOARD_DECLARE void paired_init(void);

// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
static inline uint64_t paired_rook(int sq, uint64_t occ) {
	const struct paired_entry *e = &paired_entries[sq];
	return e->rook_table[_pext_u64(occ, board_filled(e->rook_mask))];
}

// The attacks of a bishop.
static inline uint64_t paired_bishop(int sq, uint64_t occ) {
	const struct paired_entry *e = &paired_entries[sq];
	return e->bishop_table[_pext_u64(occ, board_filled(e->bishop_mask))];
}

// Both of them.
static inline struct board_pair paired_both(int sq, uint64_t occ) {
	struct board_pair attacks;
	attacks.rook = paired_rook(sq, occ);
	attacks.bishop = paired_bishop(sq, occ);
	return attacks;
}

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t paired_queen(int sq, uint64_t occ) { return paired_rook(sq, occ) | paired_bishop(sq, occ); }

#endif

#endif

#if defined(PAIRED_TABLES) && (defined(__cplusplus) || defined(PAIRED_IMPLEMENTATION)) && !defined(PAIRED_IMPLEMENTED)
#define PAIRED_IMPLEMENTED

PAIRED_TABLES(BOARD_DEFINE)

BOARD_DEFINE void paired_init(void) {
	uint64_t *rooks = paired_rook_table, *bishops = paired_bishop_table;
	for (int sq = 0; sq < 64; sq++) {
		struct paired_entry *e = &paired_entries[sq];
		e->rook_mask = board_rook_mask(sq);
		e->rook_table = rooks;
		e->bishop_mask = board_bishop_mask(sq);
		e->bishop_table = bishops;
		uint64_t occ = 0;
		do {
			e->rook_table[_pext_u64(occ, e->rook_mask)] = board_rook(sq, occ);
			occ = board_next(occ, e->rook_mask);
			rooks++;
		} while (occ);
		do {
			e->bishop_table[_pext_u64(occ, e->bishop_mask)] = board_bishop(sq, occ);
			occ = board_next(occ, e->bishop_mask);
			bishops++;
		} while (occ);
	}
}

#endif
