// Fancy magic bitboards with numbered attack sets: the table holds a byte, the number of the set among those of the
// square, and a second, short table has the sets. Rook and bishop on a square share its sets: their lines do not meet,
// so set n of both lies in one word. All tables have 133 KiB, for a third dependent load.
//
//	attacks = sets[base + numbers[offset + ((occ & mask) * factor >> shift)]] & lines
//
// C: one file defines BYTES_IMPLEMENTATION before it includes this header. Call bytes_init once, before the first lookup.
//
// People: Robert Houdart, 2010, for the numbers. That rooks and bishops share words is this project's own, 2026: no
// source known. Factors as in dense, this project's own.
#ifndef SLIDEBENCH_BYTES_H
#define SLIDEBENCH_BYTES_H

#include "../../board/board.h"

// A square's data for a lookup: 32 bytes, so that none straddles a cache line.
struct bytes_entry {
	uint64_t mask, factor, lines;
	uint32_t offset; // of the square's numbers
	uint16_t base;   // of the square's sets
	uint8_t shift;
};

// The lengths of the numbers are sums of 1 << index bits over the board. Rooks have 4,900 sets over the board, 70 for
// the files times 70 for the ranks; bishops have fewer on every square.
#define BYTES_TABLES(SHARED) \
	SHARED struct bytes_entry bytes_rook_entries[64], bytes_bishop_entries[64]; \
	SHARED uint8_t bytes_rook_numbers[88064], bytes_bishop_numbers[4800]; \
	SHARED uint64_t bytes_sets[4900];
BYTES_TABLES(BOARD_DECLARE)

// Fills the tables.
BOARD_DECLARE void bytes_init(void);

static inline uint32_t bytes_index(const struct bytes_entry *e, uint64_t occ) {
	return e->offset + (uint32_t)((occ & e->mask) * e->factor >> e->shift);
}

// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
static inline uint64_t bytes_rook(int sq, uint64_t occ) {
	const struct bytes_entry *e = &bytes_rook_entries[sq];
	return board_filled(bytes_sets[e->base + bytes_rook_numbers[bytes_index(e, occ)]] & e->lines);
}

// The attacks of a bishop.
static inline uint64_t bytes_bishop(int sq, uint64_t occ) {
	const struct bytes_entry *e = &bytes_bishop_entries[sq];
	return board_filled(bytes_sets[e->base + bytes_bishop_numbers[bytes_index(e, occ)]] & e->lines);
}

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t bytes_queen(int sq, uint64_t occ) { return bytes_rook(sq, occ) | bytes_bishop(sq, occ); }

#endif

#if (defined(__cplusplus) || defined(BYTES_IMPLEMENTATION)) && !defined(BYTES_IMPLEMENTED)
#define BYTES_IMPLEMENTED

#include "factors_gen.h"

BYTES_TABLES(BOARD_DEFINE)

// The number of an attack set. Its digits are the lengths of the rays in the four directions that begin with from, so
// the attacks on an empty board have the highest number.
static inline int bytes_number(int from, int sq, uint64_t attacks) {
	int number = 0;
	for (int d = from; d < from + 4; d++) {
		uint64_t ray = board_ray(d, sq);
		if (ray)
			number = number * board_count(ray) + board_count(attacks & ray) - 1;
	}
	return number;
}

// Fills entry, numbers and sets of a square.
static inline void bytes_fill(struct bytes_entry *e, uint8_t *numbers, int from, int sq,
	uint64_t (*attacks)(int sq, uint64_t occ)) {
	uint64_t occ = 0;
	do {
		uint8_t number = (uint8_t)bytes_number(from, sq, attacks(sq, occ));
		numbers[bytes_index(e, occ)] = number;
		bytes_sets[e->base + number] |= attacks(sq, occ);
		occ = board_next(occ, e->mask);
	} while (occ);
}

// Each square's numbers and sets begin where its predecessor's end.
BOARD_DEFINE void bytes_init(void) {
	uint32_t rook_offset = 0, bishop_offset = 0;
	int base = 0;
	for (int i = 0; i < 4900; i++)
		bytes_sets[i] = 0;
	for (int sq = 0; sq < 64; sq++) {
		struct bytes_entry *rook = &bytes_rook_entries[sq], *bishop = &bytes_bishop_entries[sq];
		rook->mask = board_rook_mask(sq);
		rook->factor = bytes_rook_factors[sq];
		rook->lines = board_rook(sq, 0);
		rook->offset = rook_offset;
		rook->base = (uint16_t)base;
		rook->shift = bytes_rook_shifts[sq];
		bishop->mask = board_bishop_mask(sq);
		bishop->factor = bytes_bishop_factors[sq];
		bishop->lines = board_bishop(sq, 0);
		bishop->offset = bishop_offset;
		bishop->base = (uint16_t)base;
		bishop->shift = bytes_bishop_shifts[sq];
		bytes_fill(rook, bytes_rook_numbers, BOARD_NORTH, sq, board_rook);
		bytes_fill(bishop, bytes_bishop_numbers, BOARD_NORTH_EAST, sq, board_bishop);
		rook_offset += (uint32_t)1 << (64 - rook->shift);
		bishop_offset += (uint32_t)1 << (64 - bishop->shift);
		base += bytes_number(BOARD_NORTH, sq, rook->lines) + 1;
	}
}

#endif
