// An incrementally updated board of rows: for each man in a list, a word says which squares he attacks. What a man attacks is a load, and who attacks a square is a bit of
// every row. A change of one square reads the threats that vanish from the state, brings it up to date, and reads those that appear.
//
//	rows[color][n]                                      what man n of the color attacks
//	attackers   = the numbers n with bit sq of row n    who attacks sq
//	beyond      = ray[from -> sq] behind sq, up to a man  of each slider that attacks sq
//	a square becomes occupied or empty:  flip beyond in the row of each of these
//	a man comes or leaves:               his own row
//
// Where there is AVX2, four rows are tested at a time. The lookups without a state are for proofs.
//
// C: one file defines ROWBOARD_IMPLEMENTATION before it includes this header. Call rowboard_init once, before anything else.
//
// People: Aleks Peshkov, for Petrel; Aethdv, for Soul, 2026.
#ifndef SLIDEBENCH_ROWBOARD_H
#define SLIDEBENCH_ROWBOARD_H

#include "../internal/reach/reach.h"

#ifdef BOARD_AVX2
#include <immintrin.h>
#endif

BOARD_DECLARE struct reach_tables rowboard_tables;

// Fills the tables.
BOARD_DECLARE void rowboard_init(void);

// A board, and what each of its men attacks. All zero, it is the empty board. A side has at most 16 men.
struct rowboard_state {
	uint64_t rows[2][16];   // by color and number
	uint8_t places[64];     // the man on each square, and 16 times his number
	uint8_t squares[2][16]; // of men, by color and number
	uint64_t occ, kings;
	uint16_t taken[2];   // sets of numbers, by color: those of men on the board
	uint16_t sliders[2]; // and those of sliders
};

// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ, without a state.
static inline uint64_t rowboard_rook(int sq, uint64_t occ) { return board_filled(reach_rook(&rowboard_tables, sq, occ)); }

// The attacks of a bishop.
static inline uint64_t rowboard_bishop(int sq, uint64_t occ) { return board_filled(reach_bishop(&rowboard_tables, sq, occ)); }

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t rowboard_queen(int sq, uint64_t occ) { return rowboard_rook(sq, occ) | rowboard_bishop(sq, occ); }

// The numbers of the men of a color who attack a square.
static inline unsigned rowboard_column(const struct rowboard_state *s, int color, int sq) {
	const uint64_t *rows = s->rows[color];
	unsigned numbers = 0;
#ifdef BOARD_AVX2
	__m128i up = _mm_cvtsi32_si128(63 - sq); // so that the square's bit becomes the sign
	for (int n = 0; n < 16; n += 4) {
		__m256i four = _mm256_sll_epi64(_mm256_loadu_si256((const __m256i *)(const void *)(rows + n)), up);
		numbers |= (unsigned)_mm256_movemask_pd(_mm256_castsi256_pd(four)) << n;
	}
#else
	for (int n = 0; n < 16; n++)
		numbers |= (unsigned)(rows[n] >> sq & 1) << n;
#endif
	return numbers;
}

// Adds the threats of an attacker to whoever stands on squares that he attacks, kings left out.
static inline void rowboard_victims(const struct rowboard_state *s, board_threat attacker, uint64_t attacks, struct board_delta *d) {
	for (attacks &= s->occ & ~s->kings; attacks; attacks &= attacks - 1) {
		int to = board_trailing_zeros(attacks);
		board_delta_add(d, attacker | board_threat_new(0, 0, s->places[to] & 15, to));
	}
}

// Changes the man on a square from before to after, either of them none for an empty square, and adds the threats that vanish and appear.
static inline void rowboard_state_threats(struct rowboard_state *s, int sq, int before, int after, struct board_delta *d) {
	uint64_t at = board_bit(sq);
	if (before) {
		int color = before >> 3, number = s->places[sq] >> 4;
		rowboard_victims(s, board_threat_new(before, sq, 0, 0), s->rows[color][number], d);
		s->rows[color][number] = 0;
		s->taken[color] &= (uint16_t)~(1u << number);
		s->sliders[color] &= (uint16_t)~(1u << number);
		s->occ &= ~at;
		s->kings &= ~at;
		s->places[sq] = 0;
	}
	if (after) {
		int color = after >> 3, kind = after & 7, number = board_trailing_zeros(~(uint64_t)s->taken[color]) & 15; // the first free number
		uint64_t attacks = reach_attacks(&rowboard_tables, after, sq, s->occ);
		s->rows[color][number] = attacks;
		rowboard_victims(s, board_threat_new(after, sq, 0, 0) | BOARD_APPEARS, attacks, d);
		s->taken[color] |= (uint16_t)(1u << number);
		if (kind >= BOARD_BISHOP && kind <= BOARD_QUEEN)
			s->sliders[color] |= (uint16_t)(1u << number);
		s->occ |= at;
		if (kind == BOARD_KING)
			s->kings |= at;
		s->places[sq] = (uint8_t)(after | number << 4);
		s->squares[color][number] = (uint8_t)sq;
	}
	// Kings are no victims.
	int leaves = before && (before & 7) != BOARD_KING, comes = after && (after & 7) != BOARD_KING;
	for (int color = 0; color < 2; color++) {
		unsigned sliders = before && after ? 0 : s->sliders[color]; // on a capture no ray closes or opens
		for (unsigned attackers = rowboard_column(s, color, sq); attackers; attackers &= attackers - 1) {
			int number = board_trailing_zeros(attackers), from = s->squares[color][number];
			board_threat attacker = board_threat_new(s->places[from] & 15, from, 0, 0);
			if (leaves)
				board_delta_add(d, attacker | board_threat_new(0, 0, before, sq));
			if (comes)
				board_delta_add(d, attacker | board_threat_new(0, 0, after, sq) | BOARD_APPEARS);
			if (sliders >> number & 1) {
				uint64_t beyond = reach_along(&rowboard_tables, sq, rowboard_tables.toward[from][sq], s->occ);
				s->rows[color][number] ^= beyond;
				rowboard_victims(s, after ? attacker : attacker | BOARD_APPEARS, beyond, d);
			}
		}
	}
}

// Makes a state that of a board, whatever it was of before.
static inline void rowboard_state_prepare(struct rowboard_state *s, const uint8_t men[64]) {
	static struct rowboard_state empty;
	struct board_delta d;
	*s = empty;
	for (int sq = 0; sq < 64; sq++) {
		d.n = 0;
		if (men[sq])
			rowboard_state_threats(s, sq, BOARD_NO_MAN, men[sq], &d);
	}
}

// The squares of the men of both colors who attack a square.
static inline uint64_t rowboard_state_attackers(const struct rowboard_state *s, int sq) {
	uint64_t from = 0;
	for (int color = 0; color < 2; color++)
		for (unsigned column = rowboard_column(s, color, sq); column; column &= column - 1)
			from |= board_bit(s->squares[color][board_trailing_zeros(column)]);
	return from;
}

#endif

#if (defined(__cplusplus) || defined(ROWBOARD_IMPLEMENTATION)) && !defined(ROWBOARD_IMPLEMENTED)
#define ROWBOARD_IMPLEMENTED

BOARD_DEFINE struct reach_tables rowboard_tables;

BOARD_DEFINE void rowboard_init(void) { reach_fill(&rowboard_tables); }

#endif
