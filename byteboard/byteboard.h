// Superpiece rays, also byteboard attacks: the occupied squares are gathered into a word that has a byte for each of
// the eight rays, nearest square first, where one subtraction finds the first blockers of all rays. The result is
// scattered back onto the board; both ways are permutations of bits.
//
//	rays    = gather[sq](occ)                       bit 8r+k: square k+1 of ray r is occupied, or is not on the board
//	reached = rays ^ (rays - 0x0101010101010101)    in each byte the first blocker, and the squares before it
//	attacks = scatter[sq](reached)                  bit t: the bit of reached that stands for square t
//
// byteboard_threats permutes the men themselves, and lists the threats that a change of one square makes. byteboard_moved lists those of a quiet move.
//
// It needs AVX2.
//
// C: one file defines BYTEBOARD_IMPLEMENTATION before it includes this header. Call byteboard_init once, before the first lookup.
//
// People: 87flowers, of the engines Rose and Clockwork, 2025.
#ifndef SLIDEBENCH_BYTEBOARD_H
#define SLIDEBENCH_BYTEBOARD_H

#include "internal/superpiece/superpiece.h"

#if defined(BOARD_AVX2)

#include <immintrin.h>

// The source of each bit of a result: the byte of the word, and the bit in that byte. The byte 0x80 is a byte of zeros
// for the shuffle, and the mask 0 sets the bit for every byte.
struct byteboard_permutation {
	uint8_t from[64], mask[64];
};

// A square's data for a lookup: four cache lines.
struct byteboard_entry {
	struct byteboard_permutation gather, scatter;
};

#define BYTEBOARD_TABLES(SHARED) \
	SHARED BOARD_ALIGNED(64) struct byteboard_entry byteboard_entries[64]; \
	SHARED uint64_t byteboard_rook_lines[64], byteboard_bishop_lines[64]; \
	SHARED BOARD_ALIGNED(64) uint8_t byteboard_rays[64][64]; \
	SHARED uint64_t byteboard_members[256];
BYTEBOARD_TABLES(BOARD_DECLARE)

// Fills the tables.
BOARD_DECLARE void byteboard_init(void);

// Two registers have a byte for each bit of the result: a shuffle puts into it the byte of the word that contains the
// bit, the mask selects the bit, and the comparison with the mask is all ones where the bit is set.
static inline uint64_t byteboard_permute(const struct byteboard_permutation *p, uint64_t word) {
	__m256i words = _mm256_set1_epi64x((long long)word);
	__m256i low_mask = _mm256_loadu_si256((const __m256i *)p->mask);
	__m256i high_mask = _mm256_loadu_si256((const __m256i *)(p->mask + 32));
	__m256i low = _mm256_shuffle_epi8(words, _mm256_loadu_si256((const __m256i *)p->from));
	__m256i high = _mm256_shuffle_epi8(words, _mm256_loadu_si256((const __m256i *)(p->from + 32)));
	low = _mm256_cmpeq_epi8(_mm256_and_si256(low, low_mask), low_mask);
	high = _mm256_cmpeq_epi8(_mm256_and_si256(high, high_mask), high_mask);
	return (uint32_t)_mm256_movemask_epi8(low) | (uint64_t)(uint32_t)_mm256_movemask_epi8(high) << 32;
}

// The attacks of a queen on sq, 0 to 63, with pieces on the squares in occ. No ray has more than seven squares, so the
// eighth bit of each byte is not on the board, and is set. Therefore the subtraction of 1 from each byte ends within
// that byte: it flips the lowest set bit and the zeros below it.
static inline uint64_t byteboard_queen(int sq, uint64_t occ) {
	const struct byteboard_entry *e = &byteboard_entries[sq];
	board_filled(byteboard_rook_lines[sq]); // entries that nobody has filled give all squares
	uint64_t rays = byteboard_permute(&e->gather, occ);
	return byteboard_permute(&e->scatter, rays ^ (rays - UINT64_C(0x0101010101010101)));
}

// The attacks of a rook.
static inline uint64_t byteboard_rook(int sq, uint64_t occ) { return byteboard_queen(sq, occ) & byteboard_rook_lines[sq]; }

// The attacks of a bishop.
static inline uint64_t byteboard_bishop(int sq, uint64_t occ) {
	return byteboard_queen(sq, occ) & byteboard_bishop_lines[sq];
}

// The attacks of a rook and of a bishop, which are the two parts of a queen's.
static inline struct board_pair byteboard_both(int sq, uint64_t occ) {
	uint64_t queen = byteboard_queen(sq, occ);
	struct board_pair both = {queen & byteboard_rook_lines[sq], queen & byteboard_bishop_lines[sq]};
	return both;
}

// Threats. A permutation brings the men themselves in the order of the rays, and men whom a knight reaches in the place of the eighth bytes. Each square
// has the 64 squares to look at.

// What is seen from a square: the nearest man of each ray, and the men that a knight reaches, as words of a man and, eight bits higher, his square. Each set
// has a bit for each word.
struct byteboard_view {
	__m128i rays, opposite, knights; // opposite has the man of the opposite ray
	unsigned beside, attackers, victims, through, knight_attackers, knight_victims;
};

// The nearest men of four rays, and those that a knight reaches: words in turn.
static inline __m256i byteboard_nearest(__m256i men, __m256i squares) {
	// Subtracting 1 from the eight bytes of a ray changes the bytes up to the nearest man, and no others. What is left of the ray is that man.
	const __m256i zero = _mm256_setzero_si256(), ray = _mm256_set1_epi64x(INT64_C(0x00ffffffffffffff));
	__m256i line = _mm256_and_si256(men, ray);
	__m256i man = _mm256_andnot_si256(_mm256_cmpeq_epi8(line, _mm256_sub_epi64(line, _mm256_set1_epi64x(1))), line);
	__m256i square = _mm256_and_si256(_mm256_cmpgt_epi8(man, zero), squares);
	// All other bytes of the ray are zero, so the sum of its bytes is that of the man.
	man = _mm256_blend_epi32(_mm256_sad_epu8(man, zero), _mm256_srli_epi32(men, 24), 0xaa);
	square = _mm256_blend_epi32(_mm256_sad_epu8(square, zero), _mm256_srli_epi32(squares, 24), 0xaa);
	return _mm256_or_si256(man, _mm256_slli_epi32(square, 8));
}

// Bytes of the board by their squares. A shuffle takes from 16 bytes, and looks at four bits of a square and at the highest one, which makes the byte zero.
static inline __m256i byteboard_men_on(const uint8_t men[64], __m256i squares) {
	__m256i a = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)men));
	__m256i b = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(men + 16)));
	__m256i c = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(men + 32)));
	__m256i d = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(men + 48)));
	__m256i odd = _mm256_slli_epi64(squares, 3), upper = _mm256_slli_epi64(squares, 2); // bit 4 or 5 of each square becomes its highest
	__m256i ab = _mm256_blendv_epi8(_mm256_shuffle_epi8(a, squares), _mm256_shuffle_epi8(b, squares), odd);
	__m256i cd = _mm256_blendv_epi8(_mm256_shuffle_epi8(c, squares), _mm256_shuffle_epi8(d, squares), odd);
	return _mm256_blendv_epi8(ab, cd, upper);
}

// The view of a square that has these 64 to look at.
static inline struct byteboard_view byteboard_look(const uint8_t men[64], __m256i low, __m256i high) {
	const __m128i kinds = _mm_loadu_si128((const __m128i *)superpiece_kinds), zero = _mm_setzero_si128();
	const __m128i distant = _mm_setr_epi16(SUPERPIECE_FAR), close = _mm_setr_epi16(SUPERPIECE_CLOSE);
	struct byteboard_view v;
	__m256i words = _mm256_packus_epi32(byteboard_nearest(byteboard_men_on(men, low), low), byteboard_nearest(byteboard_men_on(men, high), high));
	// Rays come first: 0, 1, 4, 5, 2, 3, 6 and 7. So each keeps its opposite.
	words = _mm256_shuffle_epi8(words, _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 1, 4, 5, 8, 9, 12, 13, 2, 3, 6, 7, 10, 11, 14, 15)));
	words = _mm256_permute4x64_epi64(words, 0xd8);
	__m128i rays = _mm256_castsi256_si128(words);
	v.knights = _mm256_extracti128_si256(words, 1);
	v.rays = _mm_and_si128(rays, _mm_set1_epi16(0x3fff)); // without the marks of squares
	v.opposite = _mm_shuffle_epi32(v.rays, 0x1b); // opposite rays change places
	__m128i kind = _mm_shuffle_epi8(kinds, v.rays); // in the low bytes; sets are the signs of words
	__m128i beside = _mm_srai_epi16(_mm_slli_epi16(rays, 1), 15); // all ones where the mark SUPERPIECE_NEAR is
	__m128i missed = _mm_cmpeq_epi16(_mm_and_si128(kind, _mm_or_si128(distant, _mm_and_si128(beside, close))), zero);
	__m128i victims = _mm_slli_epi16(kind, 9); // makes SUPERPIECE_VICTIM the sign; so 8 does with SUPERPIECE_SLIDER, and 13 with SUPERPIECE_KNIGHT
	__m128i through = _mm_and_si128(_mm_andnot_si128(missed, _mm_slli_epi16(kind, 8)), _mm_shuffle_epi32(victims, 0x1b));
	unsigned set = (unsigned)_mm_movemask_epi8(_mm_packs_epi16(missed, beside));
	v.attackers = ~set & 0xff;
	v.beside = set >> 8;
	set = (unsigned)_mm_movemask_epi8(_mm_packs_epi16(victims, through));
	v.victims = set & 0xff;
	v.through = set >> 8;
	kind = _mm_shuffle_epi8(kinds, v.knights);
	set = (unsigned)_mm_movemask_epi8(_mm_packs_epi16(_mm_slli_epi16(kind, 13), _mm_slli_epi16(kind, 9)));
	v.knight_attackers = set & 0xff;
	v.knight_victims = set >> 8;
	return v;
}

// The shuffle that brings the words of a set to the front. The others follow, and whoever counts overwrites them.
static inline __m128i byteboard_front(unsigned set) {
	__m128i first = _mm_loadl_epi64((const __m128i *)(const void *)&byteboard_members[set]);
	return _mm_add_epi8(_mm_unpacklo_epi8(first, first), _mm_set1_epi16(0x0100));
}

// Appends the threats of a set, eight at a time: attackers and victims are words.
static inline int32_t byteboard_append(board_threat *list, int32_t n, unsigned set, __m128i attackers, __m128i victims) {
	_mm_storeu_si128((__m128i *)(list + n), _mm_unpacklo_epi16(attackers, victims));
	_mm_storeu_si128((__m128i *)(list + n + 4), _mm_unpackhi_epi16(attackers, victims));
	return n + board_count(set);
}

// Appends the threats of a man, and of attackers to him.
static inline int32_t byteboard_list(const struct byteboard_view *v, int sq, int man, unsigned sign, board_threat *list, int32_t n) {
	const struct superpiece_man *m = &superpiece_men[man];
	__m128i focus = _mm_set1_epi16((short)(man | sq << 8)), signs = _mm_set1_epi16((short)sign);
	__m128i knight = _mm_set1_epi8((char)m->knight);
	unsigned set = (v->victims & (m->along | (v->beside & m->beside))) | (v->knight_victims & m->knight);
	n = byteboard_append(list, n, set, _mm_or_si128(focus, signs), _mm_shuffle_epi8(_mm_blendv_epi8(v->rays, v->knights, knight), byteboard_front(set)));
	set = v->attackers & ~(unsigned)m->king;
	n = byteboard_append(list, n, set, _mm_or_si128(_mm_shuffle_epi8(v->rays, byteboard_front(set)), signs), focus);
	set = v->knight_attackers & ~(unsigned)m->king;
	return byteboard_append(list, n, set, _mm_or_si128(_mm_shuffle_epi8(v->knights, byteboard_front(set)), signs), focus);
}

// Appends the threats through a square: the nearest man of the opposite ray is next behind it.
static inline int32_t byteboard_through(const struct byteboard_view *v, unsigned sign, board_threat *list, int32_t n) {
	__m128i front = byteboard_front(v->through), signs = _mm_set1_epi16((short)sign);
	return byteboard_append(list, n, v->through, _mm_or_si128(_mm_shuffle_epi8(v->rays, front), signs), _mm_shuffle_epi8(v->opposite, front));
}

// Half of the squares that a square has to look at.
static inline __m256i byteboard_half(int sq, int half) { return _mm256_loadu_si256((const __m256i *)(byteboard_rays[sq] + 32 * half)); }

// Appends the threats that vanish and appear if the man on sq, before, becomes after; one of both may be none. It does not matter whom men[sq] holds.
static inline void byteboard_threats(const uint8_t men[64], int sq, int before, int after, struct board_delta *d) {
	struct byteboard_view v = byteboard_look(men, byteboard_half(sq, 0), byteboard_half(sq, 1));
	int32_t n = d->n;
	if (before)
		n = byteboard_list(&v, sq, before, 0, d->list, n);
	if (after)
		n = byteboard_list(&v, sq, after, BOARD_APPEARS, d->list, n);
	if (!before || !after) // rays close or open
		n = byteboard_through(&v, after ? 0 : BOARD_APPEARS, d->list, n);
	d->n = n;
}

// Half of the squares that a square has to look at, one of them as if it were not on the board.
static inline __m256i byteboard_half_without(int sq, int half, int without) {
	__m256i squares = byteboard_half(sq, half), same = _mm256_cmpeq_epi8(_mm256_and_si256(squares, _mm256_set1_epi8(0x3f)), _mm256_set1_epi8((char)without));
	return _mm256_or_si256(squares, _mm256_and_si256(same, _mm256_set1_epi8((char)SUPERPIECE_OFF)));
}

// Appends the threats that vanish and appear if a man, before, leaves one square for an empty one, where he is after. men are those before the move. Neither
// view waits for the other, nor for a board between them.
static inline void byteboard_moved(const uint8_t men[64], int from, int to, int before, int after, struct board_delta *d) {
	struct byteboard_view left = byteboard_look(men, byteboard_half(from, 0), byteboard_half(from, 1));
	struct byteboard_view entered = byteboard_look(men, byteboard_half_without(to, 0, from), byteboard_half_without(to, 1, from));
	int32_t n = byteboard_list(&left, from, before, 0, d->list, d->n);
	n = byteboard_through(&left, BOARD_APPEARS, d->list, n);
	n = byteboard_list(&entered, to, after, BOARD_APPEARS, d->list, n);
	d->n = byteboard_through(&entered, 0, d->list, n);
}

#endif

#endif

#if defined(BYTEBOARD_TABLES) && (defined(__cplusplus) || defined(BYTEBOARD_IMPLEMENTATION)) && !defined(BYTEBOARD_IMPLEMENTED)
#define BYTEBOARD_IMPLEMENTED

BYTEBOARD_TABLES(BOARD_DEFINE)

// Makes bit i of the result bit j of the word.
static inline void byteboard_find(struct byteboard_permutation *p, int i, int j) {
	p->from[i] = (uint8_t)(j >> 3);
	p->mask[i] = (uint8_t)(1 << (j & 7));
}

// At first all bits of rays are set, as those that are not on the board stay, and no bit of attacks is.
BOARD_DEFINE void byteboard_init(void) {
	for (int sq = 0; sq < 64; sq++) {
		struct byteboard_entry *e = &byteboard_entries[sq];
		byteboard_rook_lines[sq] = board_rook(sq, 0);
		byteboard_bishop_lines[sq] = board_bishop(sq, 0);
		for (int i = 0; i < 64; i++) {
			e->gather.from[i] = e->scatter.from[i] = 0x80;
			e->gather.mask[i] = 0;
			e->scatter.mask[i] = 1;
		}
		for (int r = 0; r < 8; r++) {
			uint64_t ray = board_ray(r, sq);
			for (uint64_t rest = ray; rest; rest &= rest - 1) {
				int t = board_trailing_zeros(rest);
				int k = board_count(ray & ~board_ray(r, t)) - 1; // squares on the way to t
				byteboard_find(&e->gather, 8 * r + k, t);
				byteboard_find(&e->scatter, t, 8 * r + k);
			}
		}
	}
	for (int sq = 0; sq < 64; sq++)
		superpiece_squares(sq, byteboard_rays[sq]);
	for (unsigned set = 0; set < 256; set++)
		byteboard_members[set] = 2 * superpiece_members(set); // the first byte of each word
}

#endif
