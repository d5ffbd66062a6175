// Fancy magic bitboards with dense factors: the attacks lie in a table whose index is a hash of the relevant occupancy,
// computed by one multiplication. On 39 of the 128 squares the index has one bit fewer than the square has relevant
// squares, because many subsets lead to the same attacks and may share a slot. The tables lie end to end, 725.5 KiB.
//
//	attacks = table[offset + ((occ & mask) * factor >> shift)]
//
// C: one file defines DENSE_IMPLEMENTATION before it includes this header. Call dense_init once, before the first lookup.
//
// People: Pradu Kannan, 2006-07, for the form. Dense factors were first found by Grant Osborne, Peter Österlund, Volker
// Annuß, Gerd Isenberg, Richard Pijl and Niklas Fiekas. The factors here are this project's own.
#ifndef SLIDEBENCH_DENSE_H
#define SLIDEBENCH_DENSE_H

#include "../../board/board.h"

// A square's data for a lookup: 32 bytes, so that none straddles a cache line.
struct dense_entry {
	uint64_t mask, factor, offset, shift;
};

// The tables' lengths are sums of 1 << index bits over the board.
#define DENSE_TABLES(SHARED) \
	SHARED struct dense_entry dense_rook_entries[64], dense_bishop_entries[64]; \
	SHARED uint64_t dense_rook_table[88064], dense_bishop_table[4800];
DENSE_TABLES(BOARD_DECLARE)

// Fills the tables.
BOARD_DECLARE void dense_init(void);

static inline uint64_t dense_index(const struct dense_entry *e, uint64_t occ) {
	return e->offset + ((occ & e->mask) * e->factor >> e->shift);
}

// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
static inline uint64_t dense_rook(int sq, uint64_t occ) {
	return board_filled(dense_rook_table[dense_index(&dense_rook_entries[sq], occ)]);
}

// The attacks of a bishop.
static inline uint64_t dense_bishop(int sq, uint64_t occ) {
	return board_filled(dense_bishop_table[dense_index(&dense_bishop_entries[sq], occ)]);
}

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t dense_queen(int sq, uint64_t occ) { return dense_rook(sq, occ) | dense_bishop(sq, occ); }

#endif

#if (defined(__cplusplus) || defined(DENSE_IMPLEMENTATION)) && !defined(DENSE_IMPLEMENTED)
#define DENSE_IMPLEMENTED

#include "factors_gen.h"

DENSE_TABLES(BOARD_DEFINE)

// Fills the entries and the table of a piece: each square's slots begin where its predecessor's end.
static inline void dense_fill(struct dense_entry *entries, uint64_t *table, const uint64_t *factors,
	const uint8_t *shifts, uint64_t (*mask)(int sq), uint64_t (*attacks)(int sq, uint64_t occ)) {
	uint64_t offset = 0;
	for (int sq = 0; sq < 64; sq++) {
		struct dense_entry *e = &entries[sq];
		e->mask = mask(sq);
		e->factor = factors[sq];
		e->offset = offset;
		e->shift = shifts[sq];
		offset += (uint64_t)1 << (64 - e->shift);
		uint64_t occ = 0;
		do {
			table[dense_index(e, occ)] = attacks(sq, occ);
			occ = board_next(occ, e->mask);
		} while (occ);
	}
}

BOARD_DEFINE void dense_init(void) {
	dense_fill(dense_rook_entries, dense_rook_table, dense_rook_factors, dense_rook_shifts, board_rook_mask, board_rook);
	dense_fill(dense_bishop_entries, dense_bishop_table, dense_bishop_factors, dense_bishop_shifts, board_bishop_mask,
		board_bishop);
}

#endif
