// Aleks Peshkov's SSSE3 bishops, hyperbola quintessence with kept reverse occupancies: both lines of a bishop at once in
// the two halves of a register. The occupancy with its bytes swapped is kept from move to move beside the occupancy itself.
//
//	lines   = diagonal, antidiagonal                 of sq, without sq itself
//	x       = occ & lines - b                        b = 1 << sq, in each half
//	y       = swapped & lines' - b'                  lines' and b' are those of sq ^ 56
//	attacks = (x ^ reverse(y)) & lines               reverse: 16 bytes in the other order, by PSHUFB
//	bishop  = attacks[0] | attacks[1]
//
// A rook's file is computed without the halves, and its rank is looked up. The bishop's instructions are SSSE3's. The header asks for AVX2 all the same, as the Go package
// does, whose assembly has AVX's three operands; elsewhere it declares nothing.
//
// C: one file defines KEPTSWAP_IMPLEMENTATION before it includes this header. Call keptswap_init once, before the first lookup.
//
// People: Aleks Peshkov.
#ifndef SLIDEBENCH_KEPTSWAP_H
#define SLIDEBENCH_KEPTSWAP_H

#include "../../board/board.h"

#if defined(BOARD_AVX2)

#include <tmmintrin.h>

// A square's data for a lookup. The lines are without the square itself. A vector register loads the first two words, a half for each line of a bishop.
struct keptswap_entry {
	uint64_t diagonal, antidiagonal, b, file;
};

// Ranks are the attacks within a rank, by its inner squares b to g and the slider's file.
#define KEPTSWAP_TABLES(SHARED) \
	SHARED BOARD_ALIGNED(32) struct keptswap_entry keptswap_entries[64]; \
	SHARED uint8_t keptswap_ranks[64][8];
KEPTSWAP_TABLES(BOARD_DECLARE)

// Fills the tables.
BOARD_DECLARE void keptswap_init(void);

// An occupancy and its mirror image, with the bytes swapped. Zeros are the empty board.
struct keptswap_state {
	uint64_t occ, swapped;
};

// Sets a state to the empty board.
static inline void keptswap_state_reset(struct keptswap_state *s) { s->occ = s->swapped = 0; }

// Sets a state to an occupancy.
static inline void keptswap_state_prepare(struct keptswap_state *s, uint64_t occ) {
	s->occ = occ;
	s->swapped = board_swap_bytes(occ);
}

static inline void keptswap_state_flip(struct keptswap_state *s, int sq) {
	s->occ ^= UINT64_C(1) << sq;
	s->swapped ^= UINT64_C(1) << (sq ^ 56);
}

// Makes a square occupied, which was empty.
static inline void keptswap_state_add(struct keptswap_state *s, int sq) { keptswap_state_flip(s, sq); }

// Makes a square empty, which was occupied.
static inline void keptswap_state_remove(struct keptswap_state *s, int sq) { keptswap_state_flip(s, sq); }

// The attacks of a rook on sq, 0 to 63, by a state.
static inline uint64_t keptswap_state_rook(const struct keptswap_state *s, int sq) {
	const struct keptswap_entry *e = &keptswap_entries[sq], *mirrored = &keptswap_entries[sq ^ 56];
	int first = sq & 56; // the rank's square on the a-file
	uint64_t x = (s->occ & e->file) - e->b, y = (s->swapped & mirrored->file) - mirrored->b;
	return board_filled(((x ^ board_swap_bytes(y)) & e->file) | (uint64_t)keptswap_ranks[s->occ >> first >> 1 & 63][sq & 7] << first);
}

// The attacks of a bishop. The reversal of 16 bytes swaps the bytes of each half and exchanges the halves, which is right:
// the mirror image of a diagonal is an antidiagonal.
static inline uint64_t keptswap_state_bishop(const struct keptswap_state *s, int sq) {
	const __m128i reverse = _mm_setr_epi8(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
	const struct keptswap_entry *e = &keptswap_entries[sq], *mirrored = &keptswap_entries[sq ^ 56];
	__m128i lines = _mm_loadu_si128((const __m128i *)e);
	__m128i x = _mm_and_si128(_mm_set1_epi64x((int64_t)s->occ), lines);
	__m128i y = _mm_and_si128(_mm_set1_epi64x((int64_t)s->swapped), _mm_loadu_si128((const __m128i *)mirrored));
	x = _mm_sub_epi64(x, _mm_set1_epi64x((int64_t)e->b));
	y = _mm_shuffle_epi8(_mm_sub_epi64(y, _mm_set1_epi64x((int64_t)mirrored->b)), reverse);
	x = _mm_and_si128(_mm_xor_si128(x, y), lines);
	return board_filled((uint64_t)_mm_cvtsi128_si64(_mm_or_si128(x, _mm_unpackhi_epi64(x, x))));
}

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t keptswap_state_queen(const struct keptswap_state *s, int sq) {
	return keptswap_state_rook(s, sq) | keptswap_state_bishop(s, sq);
}

// The attacks of a rook on sq with pieces on the squares in occ, by a state prepared for it.
static inline uint64_t keptswap_rook(int sq, uint64_t occ) {
	struct keptswap_state s;
	keptswap_state_prepare(&s, occ);
	return keptswap_state_rook(&s, sq);
}

// The attacks of a bishop.
static inline uint64_t keptswap_bishop(int sq, uint64_t occ) {
	struct keptswap_state s;
	keptswap_state_prepare(&s, occ);
	return keptswap_state_bishop(&s, sq);
}

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t keptswap_queen(int sq, uint64_t occ) {
	struct keptswap_state s;
	keptswap_state_prepare(&s, occ);
	return keptswap_state_queen(&s, sq);
}

#endif

#endif

#if defined(KEPTSWAP_TABLES) && (defined(__cplusplus) || defined(KEPTSWAP_IMPLEMENTATION)) && !defined(KEPTSWAP_IMPLEMENTED)
#define KEPTSWAP_IMPLEMENTED

KEPTSWAP_TABLES(BOARD_DEFINE)

BOARD_DEFINE void keptswap_init(void) {
	for (int sq = 0; sq < 64; sq++) {
		keptswap_entries[sq].diagonal = board_line(BOARD_NORTH_EAST, sq);
		keptswap_entries[sq].antidiagonal = board_line(BOARD_NORTH_WEST, sq);
		keptswap_entries[sq].b = board_bit(sq);
		keptswap_entries[sq].file = board_line(BOARD_NORTH, sq);
	}
	for (int inner = 0; inner < 64; inner++)
		for (int file = 0; file < 8; file++)
			keptswap_ranks[inner][file] = (uint8_t)(board_rook(file, (uint64_t)inner << 1) & 0xff);
}

#endif
