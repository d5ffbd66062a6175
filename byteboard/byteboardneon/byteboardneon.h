// Superpiece rays in four registers of NEON: TBL looks bytes up in as many as 64, so it permutes the men of a board at once, and the bytes of a word with the
// occupied squares. byteboard.h explains lookups and threats.
//
//	rays    = gather[sq](occ)                       bit 8r+k: square k+1 of ray r is occupied, or is not on the board
//	reached = rays ^ (rays - 0x0101010101010101)    in each byte the first blocker, and the squares before it
//	attacks = scatter[sq](reached)                  bit t: the bit of reached that stands for square t
//
// It needs NEON.
//
// C: one file defines BYTEBOARDNEON_IMPLEMENTATION before it includes this header. Call byteboardneon_init once, before the first lookup.
//
// People: 87flowers, of the engines Rose and Clockwork, 2025; with NEON, Ciekce, of Stormphrax, 2026.
#ifndef SLIDEBENCH_BYTEBOARDNEON_H
#define SLIDEBENCH_BYTEBOARDNEON_H

#include "../internal/superpiece/superpiece.h"

#if defined(BOARD_ASIMD)

#include <arm_neon.h>

// The source of each bit of a result: the byte of the word, and the bit in that byte. Byte 8 has all bits set, and byte 16 none.
struct byteboardneon_permutation {
	uint8_t from[64], mask[64];
};
enum { BYTEBOARDNEON_SET = 8, BYTEBOARDNEON_CLEAR = 16 };

// A square's data for a lookup.
struct byteboardneon_entry {
	struct byteboardneon_permutation gather, scatter;
};

// For threats, the squares in the order of rays, and for each set of eight its members and their number.
#define BYTEBOARDNEON_TABLES(SHARED) \
	SHARED BOARD_ALIGNED(64) struct byteboardneon_entry byteboardneon_entries[64]; \
	SHARED uint64_t byteboardneon_rook_lines[64], byteboardneon_bishop_lines[64]; \
	SHARED BOARD_ALIGNED(64) uint8_t byteboardneon_squares[64][64]; \
	SHARED uint64_t byteboardneon_members[256]; \
	SHARED uint8_t byteboardneon_counts[256];
BYTEBOARDNEON_TABLES(BOARD_DECLARE)

// Fills the tables.
BOARD_DECLARE void byteboardneon_init(void);

// A word with a bit for each of 64 bytes, which are all ones or zero. Sums of neighbours unite the bits of eight bytes.
static inline uint64_t byteboardneon_bits(uint8x16_t a, uint8x16_t b, uint8x16_t c, uint8x16_t d) {
	const uint8x16_t bits = vreinterpretq_u8_u64(vdupq_n_u64(UINT64_C(0x8040201008040201)));
	uint8x16_t low = vpaddq_u8(vandq_u8(a, bits), vandq_u8(b, bits)), high = vpaddq_u8(vandq_u8(c, bits), vandq_u8(d, bits));
	low = vpaddq_u8(low, high);
	return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(low, low)), 0);
}

// The bits of a word in a permutation's order. Above the word lie bits that are set, for squares off the board.
static inline uint64_t byteboardneon_permute(const struct byteboardneon_permutation *p, uint64_t word) {
	uint8x16_t bytes = vreinterpretq_u8_u64(vcombine_u64(vcreate_u64(word), vcreate_u64(~UINT64_C(0)))), bits[4];
	for (int i = 0; i < 4; i++)
		bits[i] = vtstq_u8(vqtbl1q_u8(bytes, vld1q_u8(p->from + 16 * i)), vld1q_u8(p->mask + 16 * i));
	return byteboardneon_bits(bits[0], bits[1], bits[2], bits[3]);
}

// The attacks of a queen on sq, 0 to 63, with pieces on the squares in occ. No ray has more than seven squares, so the eighth bit of each byte is not on
// the board, and is set. Therefore the subtraction of 1 from each byte ends within that byte: it flips the lowest set bit and the zeros below it.
static inline uint64_t byteboardneon_queen(int sq, uint64_t occ) {
	const struct byteboardneon_entry *e = &byteboardneon_entries[sq];
	board_filled(byteboardneon_rook_lines[sq]); // entries that nobody has filled give no squares
	uint64_t rays = byteboardneon_permute(&e->gather, occ);
	return byteboardneon_permute(&e->scatter, rays ^ (rays - UINT64_C(0x0101010101010101)));
}

// The attacks of a rook.
static inline uint64_t byteboardneon_rook(int sq, uint64_t occ) { return byteboardneon_queen(sq, occ) & byteboardneon_rook_lines[sq]; }

// The attacks of a bishop.
static inline uint64_t byteboardneon_bishop(int sq, uint64_t occ) { return byteboardneon_queen(sq, occ) & byteboardneon_bishop_lines[sq]; }

// The attacks of a rook and of a bishop, which are the two parts of a queen's.
static inline struct board_pair byteboardneon_both(int sq, uint64_t occ) {
	uint64_t queen = byteboardneon_queen(sq, occ);
	struct board_pair both = {queen & byteboardneon_rook_lines[sq], queen & byteboardneon_bishop_lines[sq]};
	return both;
}

// What is seen from a square: the nearest man of each ray, and the men that a knight reaches, as eight men and then their squares. Each set has a bit
// for each ray or knight.
struct byteboardneon_view {
	uint8x16_t rays, opposite, knights; // opposite has the man of the opposite ray
	unsigned beside, attackers, victims, through, knight_attackers, knight_victims;
};

// Looks from a square, on which a man may stand.
static inline struct byteboardneon_view byteboardneon_look(const uint8_t men[64], int sq) {
	static const uint8_t distant_kinds[8] = {SUPERPIECE_FAR}, close_kinds[8] = {SUPERPIECE_CLOSE};
	static const uint8_t first[8] = {0, 8, 16, 24, 32, 40, 48, 56}, last[8] = {7, 15, 23, 31, 39, 47, 55, 63};
	const uint8x16_t kinds = vld1q_u8(superpiece_kinds), ray = vreinterpretq_u8_u64(vdupq_n_u64(UINT64_C(0x00ffffffffffffff)));
	const uint8x8_t victim = vdup_n_u8(SUPERPIECE_VICTIM);
	uint8x16x4_t all, board, squares;
	uint8x16_t man[4], square[4];
	for (int i = 0; i < 4; i++) {
		board.val[i] = vld1q_u8(men + 16 * i);
		squares.val[i] = vld1q_u8(byteboardneon_squares[sq] + 16 * i);
	}
	for (int i = 0; i < 4; i++) {
		all.val[i] = vqtbl4q_u8(board, squares.val[i]); // squares off the board give zero
		// Subtracting 1 from the eight bytes of a ray changes the bytes up to the nearest man, and no others. What is left of the ray is that man.
		uint8x16_t line = vandq_u8(all.val[i], ray);
		uint8x16_t less = vreinterpretq_u8_u64(vsubq_u64(vreinterpretq_u64_u8(line), vdupq_n_u64(1)));
		man[i] = vbicq_u8(line, vceqq_u8(line, less));
		square[i] = vandq_u8(squares.val[i], vtstq_u8(man[i], man[i]));
	}
	// All other bytes of the ray are zero, so sums of neighbours leave that man.
	uint8x16_t there = vpaddq_u8(vpaddq_u8(man[0], man[1]), vpaddq_u8(man[2], man[3]));
	uint8x16_t where = vpaddq_u8(vpaddq_u8(square[0], square[1]), vpaddq_u8(square[2], square[3]));
	struct byteboardneon_view v;
	v.rays = vpaddq_u8(there, where);
	v.opposite = vreinterpretq_u8_u16(vrev64q_u16(vreinterpretq_u16_u8(v.rays)));
	v.knights = vcombine_u8(vqtbl4_u8(all, vld1_u8(last)), vqtbl4_u8(squares, vld1_u8(last)));
	uint8x8_t kind = vqtbl1_u8(kinds, vget_low_u8(v.rays)), knight = vqtbl1_u8(kinds, vget_low_u8(v.knights));
	uint8x8_t beside = vceq_u8(vget_high_u8(v.rays), vqtbl4_u8(squares, vld1_u8(first)));
	uint8x8_t attackers = vtst_u8(kind, vorr_u8(vld1_u8(distant_kinds), vand_u8(beside, vld1_u8(close_kinds))));
	uint8x8_t victims = vtst_u8(kind, victim), behind = vreinterpret_u8_u16(vrev64_u16(vreinterpret_u16_u8(victims)));
	uint8x8_t through = vand_u8(vand_u8(attackers, vtst_u8(kind, vdup_n_u8(SUPERPIECE_SLIDER))), behind);
	uint8x16_t knights = vcombine_u8(vtst_u8(knight, vdup_n_u8(SUPERPIECE_KNIGHT)), vtst_u8(knight, victim));
	uint64_t sets = byteboardneon_bits(vcombine_u8(beside, attackers), vcombine_u8(victims, through), knights, knights);
	v.beside = sets & 0xff;
	v.attackers = sets >> 8 & 0xff;
	v.victims = sets >> 16 & 0xff;
	v.through = sets >> 24 & 0xff;
	v.knight_attackers = sets >> 32 & 0xff;
	v.knight_victims = sets >> 40 & 0xff;
	return v;
}

// The members of a set one behind another, as words of a man and, eight bits higher, his square. Others follow.
static inline uint16x8_t byteboardneon_front(unsigned set, uint8x16_t seen) {
	uint8x8_t men = vcreate_u8(byteboardneon_members[set]);
	uint8x16_t both = vcombine_u8(men, vadd_u8(men, vdup_n_u8(8)));
	return vreinterpretq_u16_u8(vqtbl1q_u8(seen, vzip1q_u8(both, vextq_u8(both, both, 8))));
}

// Appends the threats of a set, eight at a time.
static inline int32_t byteboardneon_append(board_threat *list, int32_t n, unsigned set, uint16x8_t attackers, uint16x8_t victims) {
	vst1q_u32(list + n, vreinterpretq_u32_u16(vzip1q_u16(attackers, victims)));
	vst1q_u32(list + n + 4, vreinterpretq_u32_u16(vzip2q_u16(attackers, victims)));
	return n + byteboardneon_counts[set];
}

// Appends the threats of a man, and of attackers to him.
static inline int32_t byteboardneon_list(const struct byteboardneon_view *v, int sq, int man, unsigned sign, board_threat *list, int32_t n) {
	const struct superpiece_man *m = &superpiece_men[man];
	uint16x8_t focus = vdupq_n_u16((uint16_t)(man | sq << 8)), signs = vdupq_n_u16((uint16_t)sign);
	unsigned set = (v->victims & (m->along | (v->beside & m->beside))) | (v->knight_victims & m->knight);
	uint8x16_t there = vbslq_u8(vdupq_n_u8(m->knight), v->knights, v->rays);
	n = byteboardneon_append(list, n, set, vorrq_u16(focus, signs), byteboardneon_front(set, there));
	set = v->attackers & ~(unsigned)m->king;
	n = byteboardneon_append(list, n, set, vorrq_u16(byteboardneon_front(set, v->rays), signs), focus);
	set = v->knight_attackers & ~(unsigned)m->king;
	return byteboardneon_append(list, n, set, vorrq_u16(byteboardneon_front(set, v->knights), signs), focus);
}

// Appends the threats that vanish and appear if the man on sq, before, becomes after; one of both may be none. It does not matter whom men[sq] holds.
static inline void byteboardneon_threats(const uint8_t men[64], int sq, int before, int after, struct board_delta *d) {
	struct byteboardneon_view v = byteboardneon_look(men, sq);
	int32_t n = d->n;
	if (before)
		n = byteboardneon_list(&v, sq, before, 0, d->list, n);
	if (after)
		n = byteboardneon_list(&v, sq, after, BOARD_APPEARS, d->list, n);
	if (!before || !after) { // rays close or open: the nearest man of the opposite ray is next behind the square
		uint16x8_t signs = vdupq_n_u16(after ? 0 : (uint16_t)BOARD_APPEARS);
		n = byteboardneon_append(d->list, n, v.through, vorrq_u16(byteboardneon_front(v.through, v.rays), signs),
			byteboardneon_front(v.through, v.opposite));
	}
	d->n = n;
}

#endif

#endif

#if defined(BYTEBOARDNEON_TABLES) && (defined(__cplusplus) || defined(BYTEBOARDNEON_IMPLEMENTATION)) && !defined(BYTEBOARDNEON_IMPLEMENTED)
#define BYTEBOARDNEON_IMPLEMENTED

BYTEBOARDNEON_TABLES(BOARD_DEFINE)

// Makes bit i of the result bit j of the word.
static inline void byteboardneon_find(struct byteboardneon_permutation *p, int i, int j) {
	p->from[i] = (uint8_t)(j >> 3);
	p->mask[i] = (uint8_t)(1 << (j & 7));
}

// At first all bits of rays are set, as those that are not on the board stay, and no bit of attacks is.
BOARD_DEFINE void byteboardneon_init(void) {
	for (int sq = 0; sq < 64; sq++) {
		struct byteboardneon_entry *e = &byteboardneon_entries[sq];
		uint8_t *squares = byteboardneon_squares[sq];
		byteboardneon_rook_lines[sq] = board_rook(sq, 0);
		byteboardneon_bishop_lines[sq] = board_bishop(sq, 0);
		superpiece_squares(sq, squares);
		for (int i = 0; i < 64; i++) {
			e->gather.from[i] = BYTEBOARDNEON_SET;
			e->scatter.from[i] = BYTEBOARDNEON_CLEAR;
			e->gather.mask[i] = e->scatter.mask[i] = 0xff;
		}
		for (int i = 0; i < 64; i++) {
			if (squares[i] == SUPERPIECE_OFF)
				continue;
			squares[i] &= 63; // TBL looks at all bits
			if (i % 8 < 7) {
				byteboardneon_find(&e->gather, i, squares[i]);
				byteboardneon_find(&e->scatter, squares[i], i);
			}
		}
	}
	for (unsigned set = 0; set < 256; set++) {
		byteboardneon_members[set] = superpiece_members(set);
		byteboardneon_counts[set] = (uint8_t)board_count((uint64_t)set);
	}
}

#endif
