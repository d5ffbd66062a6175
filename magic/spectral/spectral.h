// Spectral magics: magic bitboards without a multiplication, because a factor with three bits set is the sum of three
// shifts. With so few bits the relevant squares stay as far apart as they are on the board, so that the index has 18
// bits, and the squares' tables lie interleaved in one table.
//
//	m       = occ & mask
//	attacks = T[offset + (((m << a) + (m << b) + (m << c)) >> 46)]
//
// C: one file defines SPECTRAL_IMPLEMENTATION before it includes this header. Call spectral_init once, before the first lookup.
//
// People: Daniel Inführ, 2023, in black form. The shifts are this project's own, found by magic/spectral/internal/gen.
#ifndef SLIDEBENCH_SPECTRAL_H
#define SLIDEBENCH_SPECTRAL_H

#include "../../board/board.h"

// The numbers that a search found, in two parts: here the table's length, and below, where SPECTRAL_IMPLEMENTED is defined, the arrays and the type of their elements.
#include "factors_gen.h"

// A square's data for a lookup: 16 bytes.
struct spectral_entry {
	uint64_t mask;
	uint8_t shifts[3];
	uint32_t offset;
};

// Rooks and bishops share the table, which ends with the last square's slots.
#define SPECTRAL_TABLES(SHARED) \
	SHARED struct spectral_entry spectral_rook_entries[64], spectral_bishop_entries[64]; \
	SHARED uint64_t spectral_table[spectral_table_words];
SPECTRAL_TABLES(BOARD_DECLARE)

// Fills the tables.
BOARD_DECLARE void spectral_init(void);

// With fewer than 18 index bits, no three shifts serve a rook on h1 or a8. Most slots in the range of a square remain
// unused, and other squares use them.
static inline uint64_t spectral_index(const struct spectral_entry *e, uint64_t occ) {
	uint64_t m = occ & e->mask;
	return e->offset + (((m << e->shifts[0]) + (m << e->shifts[1]) + (m << e->shifts[2])) >> (64 - 18));
}

// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
static inline uint64_t spectral_rook(int sq, uint64_t occ) {
	return board_filled(spectral_table[spectral_index(&spectral_rook_entries[sq], occ)]);
}

// The attacks of a bishop.
static inline uint64_t spectral_bishop(int sq, uint64_t occ) {
	return board_filled(spectral_table[spectral_index(&spectral_bishop_entries[sq], occ)]);
}

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t spectral_queen(int sq, uint64_t occ) { return spectral_rook(sq, occ) | spectral_bishop(sq, occ); }

#endif

#if (defined(__cplusplus) || defined(SPECTRAL_IMPLEMENTATION)) && !defined(SPECTRAL_IMPLEMENTED)
#define SPECTRAL_IMPLEMENTED

#include "factors_gen.h"

SPECTRAL_TABLES(BOARD_DEFINE)

// Sets a square's data.
static inline void spectral_set(struct spectral_entry *e, uint64_t mask, const struct spectral_place *place) {
	e->mask = mask;
	for (int i = 0; i < 3; i++)
		e->shifts[i] = place->shifts[i];
	e->offset = place->offset;
}

BOARD_DEFINE void spectral_init(void) {
	for (int sq = 0; sq < 64; sq++) {
		struct spectral_entry *rook = &spectral_rook_entries[sq], *bishop = &spectral_bishop_entries[sq];
		uint64_t occ = 0;
		spectral_set(rook, board_rook_mask(sq), &spectral_rook_places[sq]);
		spectral_set(bishop, board_bishop_mask(sq), &spectral_bishop_places[sq]);
		do {
			spectral_table[spectral_index(rook, occ)] = board_rook(sq, occ);
			occ = board_next(occ, rook->mask);
		} while (occ);
		do {
			spectral_table[spectral_index(bishop, occ)] = board_bishop(sq, occ);
			occ = board_next(occ, bishop->mask);
		} while (occ);
	}
}

#endif
