// PEXT bitboards with PDEP for rooks alone: their slots keep 16 bits, which PDEP puts back on the lines, and bishops keep their words, which are
// short anyway. 246 KiB, and a square's data for both pieces in one cache line. It needs BMI2; where
// PEXT is slow, PDEP is slow too.
//
//	rook   = PDEP(slots[offset + PEXT(occ, mask)], lines)
//	bishop = words[offset + PEXT(occ, mask)]
//
// C: one file defines ROOKPDEP_IMPLEMENTATION before it includes this header. Call rookpdep_init once, before the first lookup.
//
// People: Ciekce, in Stormphrax; PDEP for attacks is Zach Wegner's, 2011.
#ifndef SLIDEBENCH_ROOKPDEP_H
#define SLIDEBENCH_ROOKPDEP_H

#include "../../board/board.h"

#if defined(BOARD_BMI2)

#include <immintrin.h>

// A square's data: 32 bytes for each piece.
struct rookpdep_entry {
	uint64_t rook_mask, rook_lines, rook_offset, unused, bishop_mask, bishop_offset, unused2[2];
};

// The tables' lengths are sums of 1 << relevant squares over the board.
#define ROOKPDEP_TABLES(SHARED) \
	SHARED BOARD_ALIGNED(64) struct rookpdep_entry rookpdep_entries[64]; \
	SHARED uint16_t rookpdep_rook_slots[102400]; \
	SHARED uint64_t rookpdep_bishop_words[5248];
ROOKPDEP_TABLES(BOARD_DECLARE)

// Fills the tables.
BOARD_DECLARE void rookpdep_init(void);

// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
static inline uint64_t rookpdep_rook(int sq, uint64_t occ) {
	const struct rookpdep_entry *e = &rookpdep_entries[sq];
	return board_filled(_pdep_u64(rookpdep_rook_slots[e->rook_offset + _pext_u64(occ, e->rook_mask)], e->rook_lines));
}

// The attacks of a bishop.
static inline uint64_t rookpdep_bishop(int sq, uint64_t occ) {
	const struct rookpdep_entry *e = &rookpdep_entries[sq];
	return board_filled(rookpdep_bishop_words[e->bishop_offset + _pext_u64(occ, e->bishop_mask)]);
}

// Both of them.
static inline struct board_pair rookpdep_both(int sq, uint64_t occ) {
	struct board_pair attacks;
	attacks.rook = rookpdep_rook(sq, occ);
	attacks.bishop = rookpdep_bishop(sq, occ);
	return attacks;
}

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t rookpdep_queen(int sq, uint64_t occ) { return rookpdep_rook(sq, occ) | rookpdep_bishop(sq, occ); }

#endif

#endif

#if defined(ROOKPDEP_TABLES) && (defined(__cplusplus) || defined(ROOKPDEP_IMPLEMENTATION)) && !defined(ROOKPDEP_IMPLEMENTED)
#define ROOKPDEP_IMPLEMENTED

ROOKPDEP_TABLES(BOARD_DEFINE)

BOARD_DEFINE void rookpdep_init(void) {
	uint64_t rooks = 0, bishops = 0;
	for (int sq = 0; sq < 64; sq++) {
		struct rookpdep_entry *e = &rookpdep_entries[sq];
		e->rook_mask = board_rook_mask(sq);
		e->rook_lines = board_rook(sq, 0);
		e->rook_offset = rooks;
		e->bishop_mask = board_bishop_mask(sq);
		e->bishop_offset = bishops;
		uint64_t occ = 0;
		do {
			rookpdep_rook_slots[e->rook_offset + _pext_u64(occ, e->rook_mask)] = (uint16_t)_pext_u64(board_rook(sq, occ), e->rook_lines);
			occ = board_next(occ, e->rook_mask);
			rooks++;
		} while (occ);
		do {
			rookpdep_bishop_words[e->bishop_offset + _pext_u64(occ, e->bishop_mask)] = board_bishop(sq, occ);
			occ = board_next(occ, e->bishop_mask);
			bishops++;
		} while (occ);
	}
}

#endif
