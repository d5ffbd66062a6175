// Fancy magic bitboards with gathers: many questions at once, eight of them in the eight words of AVX-512 registers.
// One instruction gathers their eight attack sets from the table. It needs AVX-512 (F, BW, DQ and VL).
//
//	attacks = table[offset + ((occ & mask) * factor >> shift)]     shift = 64 - number of relevant squares
//
// C: one file defines GATHER_IMPLEMENTATION before it includes this header. Call gather_init once, before the first batch.
//
// People: Pradu Kannan, 2006-07. It is not recorded who first gathered the attacks of magics. The factors are those of
// fancymagic, this project's own.
#ifndef SLIDEBENCH_GATHER_H
#define SLIDEBENCH_GATHER_H

#include "../../board/board.h"

#if defined(BOARD_AVX512)

#include <immintrin.h>

// The bits of a place that hold the shift. The bits above them hold the offset.
enum { gather_shift_bits = 6 };

// The tables' lengths are sums of 1 << relevant squares over the board. What registers load is aligned like them.
#define GATHER_TABLES(SHARED) \
	SHARED BOARD_ALIGNED(64) uint64_t gather_rook_masks[64], gather_bishop_masks[64]; \
	SHARED BOARD_ALIGNED(64) uint64_t gather_rook_places[64], gather_bishop_places[64]; \
	SHARED uint64_t gather_rook_table[102400], gather_bishop_table[5248];
GATHER_TABLES(BOARD_DECLARE)
BOARD_DECLARE BOARD_ALIGNED(64) const uint64_t gather_rook_factors[64], gather_bishop_factors[64];

// Fills the tables.
BOARD_DECLARE void gather_init(void);

// The words of a square's mask, factor and place are not gathered, which would take eight loads for each, but permuted:
// a permutation of two registers picks one of 16 words, so that four permutations pick one of 64. Half of the words are
// in registers, of each 16 the first eight. The other half are the permutations' operands in memory, because the words
// of a queen would not fit into the registers.
struct gather_words {
	__m512i of0, of16, of32, of48;
	const uint64_t *memory;
};

// The 64 words from memory on, one for each square.
static inline struct gather_words gather_load(const uint64_t *memory) {
	struct gather_words words;
	board_filled(*memory); // 0 in tables that nobody has filled
	words.of0 = _mm512_loadu_si512(memory);
	words.of16 = _mm512_loadu_si512(memory + 16);
	words.of32 = _mm512_loadu_si512(memory + 32);
	words.of48 = _mm512_loadu_si512(memory + 48);
	words.memory = memory;
	return words;
}

// What a batch of a piece reads.
struct gather_piece {
	struct gather_words masks, factors, places;
	const uint64_t *table;
};

// That of a rook, and of a bishop.
static inline struct gather_piece gather_load_rook(void) {
	struct gather_piece p;
	p.masks = gather_load(gather_rook_masks);
	p.factors = gather_load(gather_rook_factors);
	p.places = gather_load(gather_rook_places);
	p.table = gather_rook_table;
	return p;
}

static inline struct gather_piece gather_load_bishop(void) {
	struct gather_piece p;
	p.masks = gather_load(gather_bishop_masks);
	p.factors = gather_load(gather_bishop_factors);
	p.places = gather_load(gather_bishop_places);
	p.table = gather_bishop_table;
	return p;
}

// Eight questions, and which of them ask about each quarter of the board.
struct gather_questions {
	__m512i occ, sq;
	__mmask8 from0, from16, from32, from48;
};

// Only the low six bits of a square count: the tests see bits 4 and 5, and permutations the bits below.
static inline struct gather_questions gather_ask(__m512i occ, __m128i sq) {
	struct gather_questions q;
	q.occ = occ;
	q.sq = _mm512_cvtepu8_epi64(sq);
	__mmask8 bit4 = _mm512_test_epi64_mask(q.sq, _mm512_set1_epi64(16));
	__mmask8 bit5 = _mm512_test_epi64_mask(q.sq, _mm512_set1_epi64(32));
	q.from0 = _mm512_testn_epi64_mask(q.sq, _mm512_set1_epi64(48));
	q.from16 = _kandn_mask8(bit5, bit4);
	q.from32 = _kandn_mask8(bit4, bit5);
	q.from48 = _kand_mask8(bit4, bit5);
	return q;
}

// Eight questions.
static inline struct gather_questions gather_ask_eight(const uint64_t *occ, const uint8_t *sq) {
	return gather_ask(_mm512_loadu_si512(occ), _mm_loadl_epi64((const __m128i *)sq));
}

// The questions in the end of a batch. The loads do not touch what the mask leaves out.
static inline struct gather_questions gather_ask_rest(const uint64_t *occ, const uint8_t *sq, __mmask8 rest) {
	return gather_ask(_mm512_maskz_loadu_epi64(rest, occ), _mm_maskz_loadu_epi8(rest, sq));
}

// The mask of the last n questions, fewer than eight.
static inline __mmask8 gather_rest(size_t n) { return (__mmask8)((1u << n) - 1); }

// The words of the questions' squares. A permutation leaves the squares of the other quarters for the other three
// permutations.
static inline __m512i gather_of_square(const struct gather_words *w, const struct gather_questions *q) {
	__m512i x = q->sq;
	x = _mm512_mask2_permutex2var_epi64(w->of0, x, q->from0, _mm512_loadu_si512(w->memory + 8));
	x = _mm512_mask2_permutex2var_epi64(w->of16, x, q->from16, _mm512_loadu_si512(w->memory + 24));
	x = _mm512_mask2_permutex2var_epi64(w->of32, x, q->from32, _mm512_loadu_si512(w->memory + 40));
	return _mm512_mask2_permutex2var_epi64(w->of48, x, q->from48, _mm512_loadu_si512(w->memory + 56));
}

// The attacks that eight questions ask for.
static inline __m512i gather_attacks(const struct gather_piece *p, const struct gather_questions *q) {
	__m512i mask = gather_of_square(&p->masks, q), factor = gather_of_square(&p->factors, q);
	__m512i place = gather_of_square(&p->places, q);
	__m512i product = _mm512_mullo_epi64(_mm512_and_si512(q->occ, mask), factor);
	__m512i shift = _mm512_and_si512(place, _mm512_set1_epi64((1 << gather_shift_bits) - 1));
	__m512i offset = _mm512_srli_epi64(place, gather_shift_bits);
	__m512i index = _mm512_add_epi64(_mm512_srlv_epi64(product, shift), offset);
	return _mm512_mask_i64gather_epi64(_mm512_setzero_si512(), 0xff, index, p->table, sizeof *p->table);
}

// Sets dst[i] to the attacks of a rook on sq[i], of which only the low six bits count, under occ[i], for i from 0 to
// n-1. dst may be occ itself; other overlaps are not allowed.
static inline void gather_rook_batch(uint64_t *dst, const uint64_t *occ, const uint8_t *sq, size_t n) {
	const struct gather_piece rooks = gather_load_rook();
	for (; n >= 8; n -= 8, dst += 8, occ += 8, sq += 8) {
		const struct gather_questions q = gather_ask_eight(occ, sq);
		_mm512_storeu_si512(dst, gather_attacks(&rooks, &q));
	}
	if (n) {
		const struct gather_questions q = gather_ask_rest(occ, sq, gather_rest(n));
		_mm512_mask_storeu_epi64(dst, gather_rest(n), gather_attacks(&rooks, &q));
	}
}

// The same for bishops.
static inline void gather_bishop_batch(uint64_t *dst, const uint64_t *occ, const uint8_t *sq, size_t n) {
	const struct gather_piece bishops = gather_load_bishop();
	for (; n >= 8; n -= 8, dst += 8, occ += 8, sq += 8) {
		const struct gather_questions q = gather_ask_eight(occ, sq);
		_mm512_storeu_si512(dst, gather_attacks(&bishops, &q));
	}
	if (n) {
		const struct gather_questions q = gather_ask_rest(occ, sq, gather_rest(n));
		_mm512_mask_storeu_epi64(dst, gather_rest(n), gather_attacks(&bishops, &q));
	}
}

// The same for queens.
static inline void gather_queen_batch(uint64_t *dst, const uint64_t *occ, const uint8_t *sq, size_t n) {
	const struct gather_piece rooks = gather_load_rook(), bishops = gather_load_bishop();
	for (; n >= 8; n -= 8, dst += 8, occ += 8, sq += 8) {
		const struct gather_questions q = gather_ask_eight(occ, sq);
		_mm512_storeu_si512(dst, _mm512_or_si512(gather_attacks(&rooks, &q), gather_attacks(&bishops, &q)));
	}
	if (n) {
		const struct gather_questions q = gather_ask_rest(occ, sq, gather_rest(n));
		__m512i attacks = _mm512_or_si512(gather_attacks(&rooks, &q), gather_attacks(&bishops, &q));
		_mm512_mask_storeu_epi64(dst, gather_rest(n), attacks);
	}
}

// The same for a rook and a bishop on each square; rook or bishop may be occ itself.
static inline void gather_both_batch(uint64_t *rook, uint64_t *bishop, const uint64_t *occ, const uint8_t *sq, size_t n) {
	const struct gather_piece rooks = gather_load_rook(), bishops = gather_load_bishop();
	for (; n >= 8; n -= 8, rook += 8, bishop += 8, occ += 8, sq += 8) {
		const struct gather_questions q = gather_ask_eight(occ, sq);
		_mm512_storeu_si512(rook, gather_attacks(&rooks, &q));
		_mm512_storeu_si512(bishop, gather_attacks(&bishops, &q));
	}
	if (n) {
		const struct gather_questions q = gather_ask_rest(occ, sq, gather_rest(n));
		_mm512_mask_storeu_epi64(rook, gather_rest(n), gather_attacks(&rooks, &q));
		_mm512_mask_storeu_epi64(bishop, gather_rest(n), gather_attacks(&bishops, &q));
	}
}

#endif

#endif

#if defined(GATHER_TABLES) && (defined(__cplusplus) || defined(GATHER_IMPLEMENTATION)) && !defined(GATHER_IMPLEMENTED)
#define GATHER_IMPLEMENTED

// factors_gen.h defines the factors of fancymagic, for each header that includes it under other names: those that this macro makes.
#define FACTORS_OF(piece) gather_##piece##_factors
#include "../factors_gen.h"
#undef FACTORS_OF

GATHER_TABLES(BOARD_DEFINE)

// Fills masks, places and the table of a piece: each square's words begin where its predecessor's end.
static inline void gather_fill(uint64_t *masks, uint64_t *places, uint64_t *table, const uint64_t *factors,
	uint64_t (*mask)(int sq), uint64_t (*attacks)(int sq, uint64_t occ)) {
	uint64_t offset = 0;
	for (int sq = 0; sq < 64; sq++) {
		uint64_t shift = 64 - (uint64_t)board_count(mask(sq)), occ = 0;
		masks[sq] = mask(sq);
		places[sq] = offset << gather_shift_bits | shift;
		do {
			table[offset + (occ * factors[sq] >> shift)] = attacks(sq, occ);
			occ = board_next(occ, masks[sq]);
		} while (occ);
		offset += (uint64_t)1 << (64 - shift);
	}
}

BOARD_DEFINE void gather_init(void) {
	gather_fill(gather_rook_masks, gather_rook_places, gather_rook_table, gather_rook_factors, board_rook_mask,
		board_rook);
	gather_fill(gather_bishop_masks, gather_bishop_places, gather_bishop_table, gather_bishop_factors,
		board_bishop_mask, board_bishop);
}

#endif
