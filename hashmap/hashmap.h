// Direct lookup: attacks stand in an ordinary hash map for each square, whose key is the masked occupancy. It shows the
// cost without any trick: magics, PEXT and every other perfect hash avoid keeping the key, comparing it, and probing.
//
//	key     = occ & mask
//	slot    = key * 0x9e3779b97f4a7c15 >> shift     the multiplier is the same for all squares
//	while T[offset + slot].key != key:
//	    slot = slot + 1, after the last one 0
//	attacks = T[offset + slot].attacks
//
// C: one file defines HASHMAP_IMPLEMENTATION before it includes this header. Call hashmap_init once, before the first lookup.
//
// People: Sam Tannous, 2007, with one of Python's dictionaries for each of the four lines. For one key for both lines
// of a piece no source is known.
#ifndef SLIDEBENCH_HASHMAP_H
#define SLIDEBENCH_HASHMAP_H

#include "../board/board.h"

// A key with its attacks. A slot without attacks is free, because every slider attacks at least one square.
struct hashmap_slot {
	uint64_t key, attacks;
};

// A square's data for a lookup: the offset is that of its first slot, the shift brings a product down to the number of
// a slot.
struct hashmap_entry {
	uint64_t mask;
	uint32_t offset;
	uint8_t shift;
};

// A square has twice as many slots as keys, so half of them stay free, and the way to a key is short.
#define HASHMAP_TABLES(SHARED) \
	SHARED struct hashmap_entry hashmap_rook_entries[64], hashmap_bishop_entries[64]; \
	SHARED struct hashmap_slot hashmap_rook_table[2 * 102400], hashmap_bishop_table[2 * 5248];
HASHMAP_TABLES(BOARD_DECLARE)

// Fills the tables.
BOARD_DECLARE void hashmap_init(void);

// The slot with the key of an occupancy, or if there is none, the free slot where it belongs. Any multiplier works,
// because a slot contains its key; this one is 2^64 divided by the golden ratio, which spreads neighbouring keys
// evenly.
static inline struct hashmap_slot *hashmap_probe(const struct hashmap_entry *e, struct hashmap_slot *table, uint64_t occ) {
	uint64_t key = occ & e->mask, i = key * UINT64_C(0x9e3779b97f4a7c15) >> e->shift;
	for (;;) {
		struct hashmap_slot *s = &table[e->offset + i];
		if (s->key == key || !s->attacks)
			return s;
		i = (i + 1) & ~UINT64_C(0) >> e->shift;
	}
}

// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
static inline uint64_t hashmap_rook(int sq, uint64_t occ) {
	return board_filled(hashmap_probe(&hashmap_rook_entries[sq], hashmap_rook_table, occ)->attacks);
}

// The attacks of a bishop.
static inline uint64_t hashmap_bishop(int sq, uint64_t occ) {
	return board_filled(hashmap_probe(&hashmap_bishop_entries[sq], hashmap_bishop_table, occ)->attacks);
}

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t hashmap_queen(int sq, uint64_t occ) { return hashmap_rook(sq, occ) | hashmap_bishop(sq, occ); }

#endif

#if (defined(__cplusplus) || defined(HASHMAP_IMPLEMENTATION)) && !defined(HASHMAP_IMPLEMENTED)
#define HASHMAP_IMPLEMENTED

HASHMAP_TABLES(BOARD_DEFINE)

// Sets a square's data, and returns where the next square's slots begin.
static inline uint32_t hashmap_place(struct hashmap_entry *e, uint64_t mask, uint32_t offset) {
	int slot_bits = board_count(mask) + 1;
	e->mask = mask;
	e->offset = offset;
	e->shift = (uint8_t)(64 - slot_bits);
	return offset + ((uint32_t)1 << slot_bits);
}

// When it is called again, it finds each key in its slot.
BOARD_DEFINE void hashmap_init(void) {
	uint32_t rook_offset = 0, bishop_offset = 0;
	for (int sq = 0; sq < 64; sq++) {
		struct hashmap_entry *rook = &hashmap_rook_entries[sq], *bishop = &hashmap_bishop_entries[sq];
		uint64_t occ = 0;
		rook_offset = hashmap_place(rook, board_rook_mask(sq), rook_offset);
		bishop_offset = hashmap_place(bishop, board_bishop_mask(sq), bishop_offset);
		do {
			struct hashmap_slot *s = hashmap_probe(rook, hashmap_rook_table, occ);
			s->key = occ;
			s->attacks = board_rook(sq, occ);
			occ = board_next(occ, rook->mask);
		} while (occ);
		do {
			struct hashmap_slot *s = hashmap_probe(bishop, hashmap_bishop_table, occ);
			s->key = occ;
			s->attacks = board_bishop(sq, occ);
			occ = board_next(occ, bishop->mask);
		} while (occ);
	}
}

#endif
