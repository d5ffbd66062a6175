// Blockers and Beyond, also called the blocker loop: from the attacks on an empty board every piece on the lines
// removes the squares behind it. The loop need not know which piece comes first on a ray.
//
//	attacks = lines, and then for every square t of occ & mask:  attacks &= ~behind[sq][t]
//
// C: one file defines BLOCKERS_IMPLEMENTATION before it includes this header. Call blockers_init once, before the first lookup.
//
// People: Fabien Letouzey, in the engine Senpai 1.0, 2014, devised in the mid-2000s.
#ifndef SLIDEBENCH_BLOCKERS_H
#define SLIDEBENCH_BLOCKERS_H

#include "../../board/board.h"

// A square's lines and mask.
struct blockers_entry {
	uint64_t lines, mask;
};

// Behind is, for a slider's square and a square on its lines, the rest of the ray beyond the latter.
#define BLOCKERS_TABLES(SHARED) \
	SHARED struct blockers_entry blockers_rook_entries[64], blockers_bishop_entries[64]; \
	SHARED uint64_t blockers_behind[64][64];
BLOCKERS_TABLES(BOARD_DECLARE)

// Fills the tables.
BOARD_DECLARE void blockers_init(void);

// The squares of lines that are not behind a piece on the mask. Squares behind the second piece on a ray lie behind the
// first piece too: removing them twice does no harm. A piece on the last square of its ray hides no square, so the mask
// leaves it out.
static inline uint64_t blockers_open(uint64_t lines, uint64_t mask, const uint64_t *behind, uint64_t occ) {
	for (uint64_t x = occ & mask; x; x &= x - 1)
		lines &= ~behind[board_trailing_zeros(x)];
	return lines;
}

// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
static inline uint64_t blockers_rook(int sq, uint64_t occ) {
	const struct blockers_entry *e = &blockers_rook_entries[sq];
	return board_filled(blockers_open(e->lines, e->mask, blockers_behind[sq], occ));
}

// The attacks of a bishop.
static inline uint64_t blockers_bishop(int sq, uint64_t occ) {
	const struct blockers_entry *e = &blockers_bishop_entries[sq];
	return board_filled(blockers_open(e->lines, e->mask, blockers_behind[sq], occ));
}

// The attacks of a queen, by one loop over the pieces on all her lines.
static inline uint64_t blockers_queen(int sq, uint64_t occ) {
	const struct blockers_entry *r = &blockers_rook_entries[sq], *b = &blockers_bishop_entries[sq];
	return board_filled(blockers_open(r->lines | b->lines, r->mask | b->mask, blockers_behind[sq], occ));
}

#endif

#if (defined(__cplusplus) || defined(BLOCKERS_IMPLEMENTATION)) && !defined(BLOCKERS_IMPLEMENTED)
#define BLOCKERS_IMPLEMENTED

BLOCKERS_TABLES(BOARD_DEFINE)

BOARD_DEFINE void blockers_init(void) {
	for (int sq = 0; sq < 64; sq++) {
		blockers_rook_entries[sq].lines = board_rook(sq, 0);
		blockers_rook_entries[sq].mask = board_rook_mask(sq);
		blockers_bishop_entries[sq].lines = board_bishop(sq, 0);
		blockers_bishop_entries[sq].mask = board_bishop_mask(sq);
		for (int d = 0; d < 8; d++)
			for (uint64_t x = board_ray(d, sq); x; x &= x - 1) {
				int t = board_trailing_zeros(x);
				blockers_behind[sq][t] = board_ray(d, t);
			}
	}
}

#endif
