// PEXT bitboards on arm64: BEXT of the extension SVE2-BITPERM gathers the index, as PEXT does on x86. It works in a
// vector register, so the occupancy and the mask move there, and the index moves back. The tables lie end to end,
// 841 KiB. It needs the extension, which SVE2 alone does not bring: gcc and
// clang want -march=armv9-a+sve2-bitperm, or -march=native on a processor that has it.
//
//	attacks = table[offset + BEXT(occ, mask)]
//
// C: one file defines BEXT_IMPLEMENTATION before it includes this header. Call bext_init once, before the first lookup.
//
// People: the table is Zach Wegner's and others', 2011. BEXT in place of PEXT is in the emulator FEX since 2024; who had
// it first in chess: not recorded.
#ifndef SLIDEBENCH_BEXT_H
#define SLIDEBENCH_BEXT_H

#include "../../board/board.h"

#if defined(BOARD_SVE2_BITPERM)

// A square's data for a lookup.
struct bext_entry {
	uint64_t mask, offset;
};

// The tables' lengths are sums of 1 << relevant squares over the board.
#define BEXT_TABLES(SHARED) \
	SHARED struct bext_entry bext_rook_entries[64], bext_bishop_entries[64]; \
	SHARED uint64_t bext_rook_table[102400], bext_bishop_table[5248];
BEXT_TABLES(BOARD_DECLARE)

// Fills the tables.
BOARD_DECLARE void bext_init(void);

// The bits of x that the mask selects, packed towards bit 0 in their order. The intrinsic works on vectors of unknown length, from which
// compilers take an element by more than a move: so these are the four instructions.
static inline uint64_t bext_extract(uint64_t x, uint64_t mask) {
	__asm__("fmov d30, %1\n\tfmov d31, %2\n\tbext z30.d, z30.d, z31.d\n\tfmov %0, d30" : "=r"(x) : "r"(x), "r"(mask) : "v30", "v31");
	return x;
}

static inline uint64_t bext_index(const struct bext_entry *e, uint64_t occ) { return e->offset + bext_extract(occ, e->mask); }

// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
static inline uint64_t bext_rook(int sq, uint64_t occ) {
	return board_filled(bext_rook_table[bext_index(&bext_rook_entries[sq], occ)]);
}

// The attacks of a bishop.
static inline uint64_t bext_bishop(int sq, uint64_t occ) {
	return board_filled(bext_bishop_table[bext_index(&bext_bishop_entries[sq], occ)]);
}

// Both of them.
static inline struct board_pair bext_both(int sq, uint64_t occ) {
	struct board_pair attacks;
	attacks.rook = bext_rook(sq, occ);
	attacks.bishop = bext_bishop(sq, occ);
	return attacks;
}

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t bext_queen(int sq, uint64_t occ) { return bext_rook(sq, occ) | bext_bishop(sq, occ); }

#endif

#endif

#if defined(BEXT_TABLES) && (defined(__cplusplus) || defined(BEXT_IMPLEMENTATION)) && !defined(BEXT_IMPLEMENTED)
#define BEXT_IMPLEMENTED

BEXT_TABLES(BOARD_DEFINE)

// Fills the entries and the table of a piece: each square's words begin where its predecessor's end. board_next counts
// in the mask's bits, so the subsets come in the order of their indices.
static inline void bext_fill(struct bext_entry *entries, uint64_t *table, uint64_t (*mask)(int sq),
	uint64_t (*attacks)(int sq, uint64_t occ)) {
	uint64_t offset = 0;
	for (int sq = 0; sq < 64; sq++) {
		struct bext_entry *e = &entries[sq];
		e->mask = mask(sq);
		e->offset = offset;
		uint64_t occ = 0;
		do {
			table[offset++] = attacks(sq, occ);
			occ = board_next(occ, e->mask);
		} while (occ);
	}
}

BOARD_DEFINE void bext_init(void) {
	bext_fill(bext_rook_entries, bext_rook_table, board_rook_mask, board_rook);
	bext_fill(bext_bishop_entries, bext_bishop_table, board_bishop_mask, board_bishop);
}

#endif
