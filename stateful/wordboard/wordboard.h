// An incrementally updated board of words: for each square and color, 16 bits say which of the men in a list attack it. Who attacks a square is a load, and what a man
// attacks is his bit of every word. A change of one square reads the threats that vanish from the state, brings it up to date, and reads those that appear.
//
//	attackers[color][sq]                                  bit n: man n of the color attacks sq
//	column[n]   = the squares whose word has bit n        what man n attacks
//	beyond      = ray[from -> sq] behind sq, up to a man  of each slider that attacks sq
//	a man comes:  flip bit n in the words of beyond of each slider, set his own bit in what he attacks
//	a man leaves: the same with his own bit taken
//
// Where there is AVX2, four words are shifted at a time. The lookups without a state are for proofs.
//
// C: one file defines WORDBOARD_IMPLEMENTATION before it includes this header. Call wordboard_init once, before anything else.
//
// People: 87flowers and others, for the engine Clockwork, 2025.
#ifndef SLIDEBENCH_WORDBOARD_H
#define SLIDEBENCH_WORDBOARD_H

#include "../internal/reach/reach.h"

#ifdef BOARD_AVX2
#include <immintrin.h>
#endif

BOARD_DECLARE struct reach_tables wordboard_tables;

// Fills the tables.
BOARD_DECLARE void wordboard_init(void);

// A board, and which of its men attack each square. The 16 bits of sq are part sq >> 4 of word sq & 15. All zero, it is the empty board. A side has at most 16 men.
struct wordboard_state {
	uint64_t attackers[2][16]; // by color
	uint8_t places[64];        // the man on each square, and 16 times his number
	uint8_t squares[2][16];    // of men, by color and number
	uint64_t occ, kings;
	uint16_t taken[2];   // sets of numbers, by color: those of men on the board
	uint16_t sliders[2]; // and those of sliders
};

// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ, without a state.
static inline uint64_t wordboard_rook(int sq, uint64_t occ) { return board_filled(reach_rook(&wordboard_tables, sq, occ)); }

// The attacks of a bishop.
static inline uint64_t wordboard_bishop(int sq, uint64_t occ) { return board_filled(reach_bishop(&wordboard_tables, sq, occ)); }

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t wordboard_queen(int sq, uint64_t occ) { return wordboard_rook(sq, occ) | wordboard_bishop(sq, occ); }

// The numbers of the men of a color who attack a square.
static inline unsigned wordboard_word(const struct wordboard_state *s, int color, int sq) {
	return (uint16_t)(s->attackers[color][sq & 15] >> (sq & 0x30));
}

// The lowest bit of each of a word's four parts.
#define WORDBOARD_PARTS 0x0001000100010001

// The squares whose words have a bit: what a man attacks. Flipping it changes whether he attacks squares.
#ifdef BOARD_AVX2
static inline uint64_t wordboard_column(const uint64_t words[16], int number) {
	__m128i n = _mm_cvtsi32_si128(number);
	__m256i all = _mm256_setzero_si256();
	for (int j = 0; j < 16; j += 4) {
		__m256i bits = _mm256_and_si256(_mm256_srl_epi64(_mm256_loadu_si256((const __m256i *)(const void *)(words + j)), n), _mm256_set1_epi64x(WORDBOARD_PARTS));
		all = _mm256_or_si256(all, _mm256_sllv_epi64(bits, _mm256_setr_epi64x(j, j + 1, j + 2, j + 3)));
	}
	__m128i two = _mm_or_si128(_mm256_castsi256_si128(all), _mm256_extracti128_si256(all, 1));
	return (uint64_t)_mm_cvtsi128_si64(_mm_or_si128(two, _mm_unpackhi_epi64(two, two)));
}

static inline void wordboard_flip(uint64_t words[16], int number, uint64_t squares) {
	__m128i n = _mm_cvtsi32_si128(number);
	__m256i set = _mm256_set1_epi64x((long long)squares);
	for (int j = 0; j < 16; j += 4) {
		__m256i bits = _mm256_and_si256(_mm256_srlv_epi64(set, _mm256_setr_epi64x(j, j + 1, j + 2, j + 3)), _mm256_set1_epi64x(WORDBOARD_PARTS));
		__m256i *at = (__m256i *)(void *)(words + j);
		_mm256_storeu_si256(at, _mm256_xor_si256(_mm256_loadu_si256(at), _mm256_sll_epi64(bits, n)));
	}
}
#else
static inline uint64_t wordboard_column(const uint64_t words[16], int number) {
	uint64_t all = 0;
	for (int j = 0; j < 16; j++)
		all |= (words[j] >> number & WORDBOARD_PARTS) << j;
	return all;
}

static inline void wordboard_flip(uint64_t words[16], int number, uint64_t squares) {
	for (; squares; squares &= squares - 1) {
		int sq = board_trailing_zeros(squares);
		words[sq & 15] ^= board_bit((sq & 0x30) | number);
	}
}
#endif

// Adds the threats of an attacker to whoever stands on squares that he attacks, kings left out.
static inline void wordboard_victims(const struct wordboard_state *s, board_threat attacker, uint64_t attacks, struct board_delta *d) {
	for (attacks &= s->occ & ~s->kings; attacks; attacks &= attacks - 1) {
		int to = board_trailing_zeros(attacks);
		board_delta_add(d, attacker | board_threat_new(0, 0, s->places[to] & 15, to));
	}
}

// Changes the man on a square from before to after, either of them none for an empty square, and adds the threats that vanish and appear.
static inline void wordboard_state_threats(struct wordboard_state *s, int sq, int before, int after, struct board_delta *d) {
	uint64_t at = board_bit(sq);
	if (before) {
		int color = before >> 3, number = s->places[sq] >> 4;
		uint64_t attacks = wordboard_column(s->attackers[color], number);
		wordboard_flip(s->attackers[color], number, attacks);
		wordboard_victims(s, board_threat_new(before, sq, 0, 0), attacks, d);
		s->taken[color] &= (uint16_t)~(1u << number);
		s->sliders[color] &= (uint16_t)~(1u << number);
		s->occ &= ~at;
		s->kings &= ~at;
		s->places[sq] = 0;
	}
	if (after) {
		int color = after >> 3, kind = after & 7, number = board_trailing_zeros(~(uint64_t)s->taken[color]) & 15; // the first free number
		uint64_t attacks = reach_attacks(&wordboard_tables, after, sq, s->occ);
		wordboard_flip(s->attackers[color], number, attacks);
		wordboard_victims(s, board_threat_new(after, sq, 0, 0) | BOARD_APPEARS, attacks, d);
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
		for (unsigned attackers = wordboard_word(s, color, sq); attackers; attackers &= attackers - 1) {
			int number = board_trailing_zeros(attackers), from = s->squares[color][number];
			board_threat attacker = board_threat_new(s->places[from] & 15, from, 0, 0);
			if (leaves)
				board_delta_add(d, attacker | board_threat_new(0, 0, before, sq));
			if (comes)
				board_delta_add(d, attacker | board_threat_new(0, 0, after, sq) | BOARD_APPEARS);
			if (sliders >> number & 1) {
				uint64_t beyond = reach_along(&wordboard_tables, sq, wordboard_tables.toward[from][sq], s->occ);
				wordboard_flip(s->attackers[color], number, beyond);
				wordboard_victims(s, after ? attacker : attacker | BOARD_APPEARS, beyond, d);
			}
		}
	}
}

// Makes a state that of a board, whatever it was of before.
static inline void wordboard_state_prepare(struct wordboard_state *s, const uint8_t men[64]) {
	static struct wordboard_state empty;
	struct board_delta d;
	*s = empty;
	for (int sq = 0; sq < 64; sq++) {
		d.n = 0;
		if (men[sq])
			wordboard_state_threats(s, sq, BOARD_NO_MAN, men[sq], &d);
	}
}

// The squares of the men of both colors who attack a square.
static inline uint64_t wordboard_state_attackers(const struct wordboard_state *s, int sq) {
	uint64_t from = 0;
	for (int color = 0; color < 2; color++)
		for (unsigned word = wordboard_word(s, color, sq); word; word &= word - 1)
			from |= board_bit(s->squares[color][board_trailing_zeros(word)]);
	return from;
}

#endif

#if (defined(__cplusplus) || defined(WORDBOARD_IMPLEMENTATION)) && !defined(WORDBOARD_IMPLEMENTED)
#define WORDBOARD_IMPLEMENTED

BOARD_DEFINE struct reach_tables wordboard_tables;

BOARD_DEFINE void wordboard_init(void) { reach_fill(&wordboard_tables); }

#endif
