// Fancy magic bitboards with sharing, also called post-mask: two rooks, or four bishops, share a table, which holds the
// union of their attacks, and after the lookup each of them keeps the squares on its own lines. 512 KiB for rooks, 14
// for bishops.
//
//	attacks = table[offset + ((occ & mask) * factor >> shift)] & lines     offset: that of the square's group
//
// C: one file defines SHARED_IMPLEMENTATION before it includes this header. Call shared_init once, before the first lookup.
//
// People: Lasse Hansen, Winboard Forum, 9 May 2008. The factors are this project's own.
#ifndef SLIDEBENCH_SHARED_H
#define SLIDEBENCH_SHARED_H

#include "../../board/board.h"

// A square's data for a lookup: 32 bytes, so that none straddles a cache line.
struct shared_entry {
	uint64_t mask, factor, lines;
	uint32_t offset, shift;
};

// The tables' lengths are sums over the groups of 1 << relevant squares of the square with the most.
#define SHARED_TABLES(SHARED) \
	SHARED struct shared_entry shared_rook_entries[64], shared_bishop_entries[64]; \
	SHARED uint64_t shared_rook_table[65536], shared_bishop_table[1792];
SHARED_TABLES(BOARD_DECLARE)

// Fills the tables.
BOARD_DECLARE void shared_init(void);

static inline uint32_t shared_index(const struct shared_entry *e, uint64_t occ) {
	return e->offset + (uint32_t)((occ & e->mask) * e->factor >> e->shift);
}

// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
static inline uint64_t shared_rook(int sq, uint64_t occ) {
	const struct shared_entry *e = &shared_rook_entries[sq];
	return board_filled(shared_rook_table[shared_index(e, occ)] & e->lines);
}

// The attacks of a bishop.
static inline uint64_t shared_bishop(int sq, uint64_t occ) {
	const struct shared_entry *e = &shared_bishop_entries[sq];
	return board_filled(shared_bishop_table[shared_index(e, occ)] & e->lines);
}

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t shared_queen(int sq, uint64_t occ) { return shared_rook(sq, occ) | shared_bishop(sq, occ); }

#endif

#if (defined(__cplusplus) || defined(SHARED_IMPLEMENTATION)) && !defined(SHARED_IMPLEMENTED)
#define SHARED_IMPLEMENTED

// factors_gen.h defines the factors of fancymagic, for each header that includes it under other names: those that this macro makes.
#define FACTORS_OF(piece) shared_##piece##_factors
#include "../factors_gen.h"
#undef FACTORS_OF

SHARED_TABLES(BOARD_DEFINE)

// The number of a rook's group: rooks on diagonal neighbours form a pair. Each block of 2x2 squares has two pairs,
// numbered by the file of the lower square. Their lines meet only in squares that are next to both rooks and so are
// always attacked by both; all other bits of a word belong to one of them. So any factors fit together.
static inline int shared_rook_group(int sq) { return sq >> 4 << 3 | ((sq & 7) ^ (sq >> 3 & 1)); }

// The number of a bishop's group: two bishops of one colour two squares apart, whose lines meet only next to both, and
// two such bishops of the other colour, whose lines have other squares. Groups are the halves of the two outer files on
// either side, and the rest of each rank.
static inline int shared_bishop_group(int sq) {
	int rank = sq >> 3, file = sq & 7;
	return file >= 2 && file < 6 ? 4 + rank : 2 * file + (rank >> 2);
}

// Fills the entries and the table of a piece: each group's words begin where its predecessor's end. Rooks have 32 groups, bishops 16.
static inline void shared_fill(struct shared_entry *entries, uint64_t *table, const uint64_t *factors,
	int (*group)(int sq), uint64_t (*mask)(int sq), uint64_t (*attacks)(int sq, uint64_t occ)) {
	uint32_t words[32] = {0}, offset[32] = {0};
	for (int sq = 0; sq < 64; sq++) {
		uint32_t needs = (uint32_t)1 << board_count(mask(sq));
		if (words[group(sq)] < needs)
			words[group(sq)] = needs;
	}
	for (int g = 1; g < 32; g++)
		offset[g] = offset[g - 1] + words[g - 1];
	for (uint32_t i = 0; i < offset[31] + words[31]; i++)
		table[i] = 0;
	for (int sq = 0; sq < 64; sq++) {
		struct shared_entry *e = &entries[sq];
		e->mask = mask(sq);
		e->factor = factors[sq];
		e->lines = attacks(sq, 0);
		e->offset = offset[group(sq)];
		e->shift = 64 - (uint32_t)board_count(e->mask);
		uint64_t occ = 0;
		do {
			table[shared_index(e, occ)] |= attacks(sq, occ);
			occ = board_next(occ, e->mask);
		} while (occ);
	}
}

BOARD_DEFINE void shared_init(void) {
	shared_fill(shared_rook_entries, shared_rook_table, shared_rook_factors, shared_rook_group, board_rook_mask, board_rook);
	shared_fill(shared_bishop_entries, shared_bishop_table, shared_bishop_factors, shared_bishop_group,
		board_bishop_mask, board_bishop);
}

#endif
