// Superpiece rays in one register of AVX-512: a permutation of bits by VPSHUFBITQMB, of men by VPERMB. One order of squares serves both. byteboard.h
// explains lookups and threats.
//
//	rays    = gather[sq](occ)                       bit 8r+k: square k+1 of ray r is occupied, or is not on the board
//	reached = rays ^ (rays - 0x0101010101010101)    in each byte the first blocker, and the squares before it
//	attacks = scatter[sq](reached)                  bit t: the bit of reached that stands for square t
//
// It needs AVX-512 with VBMI, VBMI2 and BITALG. All processors with AVX-512 and GFNI have these; results distinguish machines by GFNI, so it is asked for, too.
//
// C: one file defines BYTEBOARDVBMI_IMPLEMENTATION before it includes this header. Call byteboardvbmi_init once, before the first lookup.
//
// People: 87flowers, of the engines Rose and Clockwork, 2025.
#ifndef SLIDEBENCH_BYTEBOARDVBMI_H
#define SLIDEBENCH_BYTEBOARDVBMI_H

#include "../internal/superpiece/superpiece.h"

#if defined(BOARD_AVX512) && defined(BOARD_AVX512VBMI) && defined(BOARD_AVX512VBMI2) && defined(BOARD_AVX512BITALG) && defined(BOARD_GFNI)

#include <immintrin.h>

// For each square, 64 squares in the order of its rays, and for each other square its place in that order, or 0x80 for none.
#define BYTEBOARDVBMI_TABLES(SHARED) \
	SHARED BOARD_ALIGNED(64) uint8_t byteboardvbmi_squares[64][64]; \
	SHARED BOARD_ALIGNED(64) uint8_t byteboardvbmi_places[64][64]; \
	SHARED uint64_t byteboardvbmi_rook_lines[64], byteboardvbmi_bishop_lines[64];
BYTEBOARDVBMI_TABLES(BOARD_DECLARE)

// Fills the tables.
BOARD_DECLARE void byteboardvbmi_init(void);

// The attacks of a queen on sq, 0 to 63, with pieces on the squares in occ. The marks of squares are their upper bits, which the instruction does not look at.
static inline uint64_t byteboardvbmi_queen(int sq, uint64_t occ) {
	__m512i squares = _mm512_loadu_si512(byteboardvbmi_squares[sq]), places = _mm512_loadu_si512(byteboardvbmi_places[sq]);
	__mmask64 there = _mm512_testn_epi8_mask(places, _mm512_set1_epi8((char)SUPERPIECE_OFF));
	board_filled(byteboardvbmi_rook_lines[sq]); // tables that nobody has filled give all squares
	// The eighth byte of each ray is a knight's. Its bit is set, like those of squares that are not on the board. So the subtraction of 1 from each byte
	// ends within that byte: it flips the lowest set bit and the zeros below it.
	uint64_t rays = _mm512_bitshuffle_epi64_mask(_mm512_set1_epi64((long long)occ), squares) | _mm512_movepi8_mask(squares) | UINT64_C(0x8080808080808080);
	uint64_t reached = rays ^ (rays - UINT64_C(0x0101010101010101));
	return _mm512_mask_bitshuffle_epi64_mask(there, _mm512_set1_epi64((long long)reached), places);
}

// The attacks of a rook.
static inline uint64_t byteboardvbmi_rook(int sq, uint64_t occ) { return byteboardvbmi_queen(sq, occ) & byteboardvbmi_rook_lines[sq]; }

// The attacks of a bishop.
static inline uint64_t byteboardvbmi_bishop(int sq, uint64_t occ) { return byteboardvbmi_queen(sq, occ) & byteboardvbmi_bishop_lines[sq]; }

// The attacks of a rook and of a bishop, which are the two parts of a queen's.
static inline struct board_pair byteboardvbmi_both(int sq, uint64_t occ) {
	uint64_t queen = byteboardvbmi_queen(sq, occ);
	struct board_pair both = {queen & byteboardvbmi_rook_lines[sq], queen & byteboardvbmi_bishop_lines[sq]};
	return both;
}

// What is seen from a square: the nearest man of each ray, and the men that a knight reaches, as words of a man and, eight bits higher, his square. Each set
// has a bit for each word.
struct byteboardvbmi_view {
	__m128i rays, opposite, knights; // opposite has the man of the opposite ray
	unsigned beside, attackers, victims, through, knight_attackers, knight_victims;
};

static inline struct byteboardvbmi_view byteboardvbmi_look(__m512i men, int sq) {
	const __m512i zero = _mm512_setzero_si512();
	const __m128i kinds = _mm_loadu_si128((const __m128i *)superpiece_kinds), distant = _mm_setr_epi16(SUPERPIECE_FAR), close = _mm_setr_epi16(SUPERPIECE_CLOSE);
	const __m128i victim = _mm_set1_epi16(SUPERPIECE_VICTIM), slider = _mm_set1_epi16(SUPERPIECE_SLIDER), knight = _mm_set1_epi16(SUPERPIECE_KNIGHT);
	__m512i squares = _mm512_loadu_si512(byteboardvbmi_squares[sq]);
	__mmask64 there = _mm512_testn_epi8_mask(squares, _mm512_set1_epi8((char)SUPERPIECE_OFF));
	__m512i all = _mm512_maskz_permutexvar_epi8(there, squares, men);
	// Subtracting 1 from the eight bytes of a ray changes the bytes up to the nearest man, and no others.
	__m512i line = _mm512_and_si512(all, _mm512_set1_epi64(INT64_C(0x00ffffffffffffff))), less = _mm512_sub_epi64(line, _mm512_set1_epi64(1));
	__mmask64 nearest = _mm512_mask_cmpneq_epi8_mask(_mm512_test_epi8_mask(line, line), line, less);
	// The sum of a ray's bytes is that of the nearest man, for the others are zero.
	__m512i man = _mm512_sad_epu8(_mm512_maskz_mov_epi8(nearest, line), zero), square = _mm512_sad_epu8(_mm512_maskz_mov_epi8(nearest, squares), zero);
	__m128i rays = _mm512_cvtepi64_epi16(_mm512_or_si512(man, _mm512_slli_epi64(square, 8)));
	struct byteboardvbmi_view v;
	v.knights = _mm512_cvtepi64_epi16(_mm512_or_si512(_mm512_srli_epi64(all, 56), _mm512_slli_epi64(_mm512_srli_epi64(squares, 56), 8)));
	v.rays = _mm_and_si128(rays, _mm_set1_epi16(0x3fff)); // without the marks of squares
	v.opposite = _mm_shuffle_epi32(v.rays, 0x1b); // opposite rays change places
	__m128i kind = _mm_shuffle_epi8(kinds, v.rays); // in the low bytes
	__mmask8 beside = _mm_test_epi16_mask(rays, _mm_set1_epi16(SUPERPIECE_NEAR << 8));
	v.beside = beside;
	v.attackers = _mm_test_epi16_mask(kind, _mm_mask_blend_epi16(beside, distant, _mm_or_si128(distant, close)));
	v.victims = _mm_test_epi16_mask(kind, victim);
	v.through = v.attackers & _mm_test_epi16_mask(kind, slider) & _mm_test_epi16_mask(_mm_shuffle_epi32(kind, 0x1b), victim);
	kind = _mm_shuffle_epi8(kinds, v.knights);
	v.knight_attackers = _mm_test_epi16_mask(kind, knight);
	v.knight_victims = _mm_test_epi16_mask(kind, victim);
	return v;
}

// The words of a set one behind another, in the lower halves of threats: attackers.
static inline __m256i byteboardvbmi_front(unsigned set, __m128i words) {
	return _mm256_cvtepu16_epi32(_mm_maskz_compress_epi16((__mmask8)set, words));
}

// Appends as many threats as a set has members.
static inline int32_t byteboardvbmi_append(board_threat *list, int32_t n, unsigned set, __m256i attackers, __m256i victims) {
	_mm256_storeu_si256((__m256i *)(list + n), _mm256_or_si256(attackers, victims));
	return n + board_count(set);
}

// Appends the threats of a man, and of attackers to him.
static inline int32_t byteboardvbmi_list(const struct byteboardvbmi_view *v, int sq, int man, unsigned sign, board_threat *list, int32_t n) {
	const struct superpiece_man *m = &superpiece_men[man];
	unsigned focus = (unsigned)(man | sq << 8);
	__m256i attacker = _mm256_set1_epi32((int)(focus | sign)), victim = _mm256_set1_epi32((int)(focus << 16 | sign));
	unsigned set = v->victims & (m->along | (v->beside & m->beside));
	__m128i there = _mm_mask_blend_epi16((__mmask8)m->knight, v->rays, v->knights);
	set |= v->knight_victims & m->knight;
	n = byteboardvbmi_append(list, n, set, attacker, _mm256_slli_epi32(byteboardvbmi_front(set, there), 16));
	set = v->attackers & ~(unsigned)m->king;
	n = byteboardvbmi_append(list, n, set, byteboardvbmi_front(set, v->rays), victim);
	set = v->knight_attackers & ~(unsigned)m->king;
	return byteboardvbmi_append(list, n, set, byteboardvbmi_front(set, v->knights), victim);
}

// Appends the threats through a square: the nearest man of the opposite ray is next behind it.
static inline int32_t byteboardvbmi_through(const struct byteboardvbmi_view *v, unsigned sign, board_threat *list, int32_t n) {
	__m256i attackers = byteboardvbmi_front(v->through, v->rays), victims = _mm256_slli_epi32(byteboardvbmi_front(v->through, v->opposite), 16);
	return byteboardvbmi_append(list, n, v->through, _mm256_or_si256(attackers, _mm256_set1_epi32((int)sign)), victims);
}

// Appends the threats that vanish and appear if the man on sq, before, becomes after; one of both may be none. It does not matter whom men[sq] holds.
static inline void byteboardvbmi_threats(const uint8_t men[64], int sq, int before, int after, struct board_delta *d) {
	struct byteboardvbmi_view v = byteboardvbmi_look(_mm512_loadu_si512(men), sq);
	int32_t n = d->n;
	if (before)
		n = byteboardvbmi_list(&v, sq, before, 0, d->list, n);
	if (after)
		n = byteboardvbmi_list(&v, sq, after, BOARD_APPEARS, d->list, n);
	if (!before || !after) // rays close or open
		n = byteboardvbmi_through(&v, after ? 0 : BOARD_APPEARS, d->list, n);
	d->n = n;
}

// Appends the threats that vanish and appear if a man, before, leaves one square for an empty one, where he is after. men are those before the move. Neither
// view waits for the other, nor for a board between them.
static inline void byteboardvbmi_moved(const uint8_t men[64], int from, int to, int before, int after, struct board_delta *d) {
	__m512i all = _mm512_loadu_si512(men);
	struct byteboardvbmi_view left = byteboardvbmi_look(all, from), entered = byteboardvbmi_look(_mm512_maskz_mov_epi8(~(UINT64_C(1) << from), all), to);
	int32_t n = byteboardvbmi_list(&left, from, before, 0, d->list, d->n);
	n = byteboardvbmi_through(&left, BOARD_APPEARS, d->list, n);
	n = byteboardvbmi_list(&entered, to, after, BOARD_APPEARS, d->list, n);
	d->n = byteboardvbmi_through(&entered, 0, d->list, n);
}

#endif

#endif

#if defined(BYTEBOARDVBMI_TABLES) && (defined(__cplusplus) || defined(BYTEBOARDVBMI_IMPLEMENTATION)) && !defined(BYTEBOARDVBMI_IMPLEMENTED)
#define BYTEBOARDVBMI_IMPLEMENTED

BYTEBOARDVBMI_TABLES(BOARD_DEFINE)

BOARD_DEFINE void byteboardvbmi_init(void) {
	for (int sq = 0; sq < 64; sq++) {
		uint8_t *squares = byteboardvbmi_squares[sq], *places = byteboardvbmi_places[sq];
		byteboardvbmi_rook_lines[sq] = board_rook(sq, 0);
		byteboardvbmi_bishop_lines[sq] = board_bishop(sq, 0);
		superpiece_squares(sq, squares);
		for (int i = 0; i < 64; i++)
			places[i] = SUPERPIECE_OFF;
		for (int i = 0; i < 64; i++)
			if (i % 8 < 7 && squares[i] != SUPERPIECE_OFF)
				places[squares[i] & 63] = (uint8_t)i;
	}
}

#endif
