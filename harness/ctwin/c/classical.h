// Family classical.

static inline uint64_t classical_rook(int sq, uint64_t occ) {
	uint64_t attacks = 0, b = B(sq);
	for (uint64_t x = b << 8; x; x = (x & ~occ) << 8)
		attacks |= x;
	for (uint64_t x = b >> 8; x; x = (x & ~occ) >> 8)
		attacks |= x;
	for (uint64_t x = (b & ~FILE_H) << 1; x; x = (x & ~(occ | FILE_H)) << 1)
		attacks |= x;
	for (uint64_t x = (b & ~FILE_A) >> 1; x; x = (x & ~(occ | FILE_A)) >> 1)
		attacks |= x;
	return attacks;
}

static inline uint64_t classical_bishop(int sq, uint64_t occ) {
	uint64_t attacks = 0, b = B(sq);
	for (uint64_t x = (b & ~FILE_H) << 9; x; x = (x & ~(occ | FILE_H)) << 9)
		attacks |= x;
	for (uint64_t x = (b & ~FILE_A) >> 9; x; x = (x & ~(occ | FILE_A)) >> 9)
		attacks |= x;
	for (uint64_t x = (b & ~FILE_A) << 7; x; x = (x & ~(occ | FILE_A)) << 7)
		attacks |= x;
	for (uint64_t x = (b & ~FILE_H) >> 7; x; x = (x & ~(occ | FILE_H)) >> 7)
		attacks |= x;
	return attacks;
}
QUEEN(classical)
static void classical_fill(void) {}

struct naive_entry {
	uint32_t offset;
	uint8_t n, squares[12];
};
static inline uint64_t naive_index(const struct naive_entry *e, uint64_t occ) {
	uint64_t index = 0;
	for (int i = 0; i < e->n; i++)
		index |= (occ >> e->squares[i] & 1) << i;
	return e->offset + index;
}
OWN_TABLES(naive)
static void naive_place(struct naive_entry entries[64], uint64_t (*mask)(int sq)) {
	uint32_t offset = 0;
	for (int sq = 0; sq < 64; sq++) {
		struct naive_entry *e = &entries[sq];
		e->offset = offset;
		for (uint64_t x = mask(sq); x; x &= x - 1)
			e->squares[e->n++] = __builtin_ctzll(x);
		offset += 1 << e->n;
	}
}
static void naive_fill(void) {
	naive_place(naive_rook_entries, rook_mask);
	naive_place(naive_bishop_entries, bishop_mask);
	naive_fill_tables();
}

static uint64_t rays_table[64][8];
static inline uint64_t rays_up(int d, int sq, uint64_t occ) {
	uint64_t ray = rays_table[sq][d];
	return ray ^ rays_table[__builtin_ctzll((ray & occ) | B(63))][d];
}
static inline uint64_t rays_down(int d, int sq, uint64_t occ) {
	uint64_t ray = rays_table[sq][d];
	return ray ^ rays_table[63 ^ __builtin_clzll((ray & occ) | 1)][d];
}
static inline uint64_t rays_rook(int sq, uint64_t occ) {
	return rays_up(NORTH, sq, occ) | rays_down(SOUTH, sq, occ) | rays_up(EAST, sq, occ) | rays_down(WEST, sq, occ);
}
static inline uint64_t rays_bishop(int sq, uint64_t occ) {
	return rays_up(NORTH_EAST, sq, occ) | rays_down(SOUTH_WEST, sq, occ) |
		rays_up(NORTH_WEST, sq, occ) | rays_down(SOUTH_EAST, sq, occ);
}
QUEEN(rays)
static void rays_fill(void) {
	for (int sq = 0; sq < 64; sq++)
		for (int d = 0; d < 8; d++)
			rays_table[sq][d] = ray(d, sq);
}

// Numbers of zeros that are 64 for 0, as in Go. Without these instructions the compiler has to test for 0.
static inline int trailing_zeros(uint64_t x) { return x ? __builtin_ctzll(x) : 64; }
static inline int leading_zeros(uint64_t x) { return x ? __builtin_clzll(x) : 64; }

static struct { uint64_t north, east, south, west; } raysentinel_rooks[65];
static struct { uint64_t south, west; } raysentinel_rooks_down[65];
static struct { uint64_t north_east, north_west, south_east, south_west; } raysentinel_bishops[65];
static struct { uint64_t south_east, south_west; } raysentinel_bishops_down[65];
#define RAYSENTINEL_UP(rays, direction) (rays[sq].direction ^ rays[trailing_zeros(rays[sq].direction & occ)].direction)
#define RAYSENTINEL_DOWN(rays, direction) (rays[sq].direction ^ rays##_down[leading_zeros(rays[sq].direction & occ)].direction)
static inline uint64_t raysentinel_rook(int sq, uint64_t occ) {
	return RAYSENTINEL_UP(raysentinel_rooks, north) ^ RAYSENTINEL_UP(raysentinel_rooks, east) ^
		RAYSENTINEL_DOWN(raysentinel_rooks, south) ^ RAYSENTINEL_DOWN(raysentinel_rooks, west);
}
static inline uint64_t raysentinel_bishop(int sq, uint64_t occ) {
	return RAYSENTINEL_UP(raysentinel_bishops, north_east) ^ RAYSENTINEL_UP(raysentinel_bishops, north_west) ^
		RAYSENTINEL_DOWN(raysentinel_bishops, south_east) ^ RAYSENTINEL_DOWN(raysentinel_bishops, south_west);
}
QUEEN(raysentinel)
static void raysentinel_fill(void) {
	for (int sq = 0; sq < 64; sq++) {
		raysentinel_rooks[sq].north = ray(NORTH, sq);
		raysentinel_rooks[sq].east = ray(EAST, sq);
		raysentinel_rooks_down[63 - sq].south = raysentinel_rooks[sq].south = ray(SOUTH, sq);
		raysentinel_rooks_down[63 - sq].west = raysentinel_rooks[sq].west = ray(WEST, sq);
		raysentinel_bishops[sq].north_east = ray(NORTH_EAST, sq);
		raysentinel_bishops[sq].north_west = ray(NORTH_WEST, sq);
		raysentinel_bishops_down[63 - sq].south_east = raysentinel_bishops[sq].south_east = ray(SOUTH_EAST, sq);
		raysentinel_bishops_down[63 - sq].south_west = raysentinel_bishops[sq].south_west = ray(SOUTH_WEST, sq);
	}
}

// The rays of a square, of techniques that cut each of them.
struct four { uint64_t up, down, up2, down2; };
static struct four rook_rays[64], bishop_rays[64];
static void four_fill(void) {
	for (int sq = 0; sq < 64; sq++) {
		rook_rays[sq] = (struct four){ray(NORTH, sq), ray(SOUTH, sq), ray(EAST, sq), ray(WEST, sq)};
		bishop_rays[sq] = (struct four){ray(NORTH_EAST, sq), ray(SOUTH_WEST, sq), ray(NORTH_WEST, sq), ray(SOUTH_EAST, sq)};
	}
}

static inline uint64_t below(uint64_t ray, uint64_t occ) {
	uint64_t x = occ & ray;
	return ray & (x ^ (x - 1));
}
static inline uint64_t above(uint64_t ray, uint64_t occ) {
	return ray & (uint64_t)(INT64_MIN >> __builtin_clzll((occ & ray) | 1));
}
static inline uint64_t abovebelow_four(const struct four *r, uint64_t occ) {
	return below(r->up, occ) | above(r->down, occ) | below(r->up2, occ) | above(r->down2, occ);
}
static inline uint64_t abovebelow_rook(int sq, uint64_t occ) { return abovebelow_four(&rook_rays[sq], occ); }
static inline uint64_t abovebelow_bishop(int sq, uint64_t occ) { return abovebelow_four(&bishop_rays[sq], occ); }
QUEEN(abovebelow)
static void abovebelow_fill(void) { four_fill(); }

static inline uint64_t shifted_up(uint64_t ray, uint64_t occ, int d) {
	uint64_t x = occ & ray;
	return ray & ~(x << d | x << 2 * d | x << 3 * d | x << 4 * d | x << 5 * d | x << 6 * d);
}
static inline uint64_t shifted_down(uint64_t ray, uint64_t occ, int d) {
	uint64_t x = occ & ray;
	return ray & ~(x >> d | x >> 2 * d | x >> 3 * d | x >> 4 * d | x >> 5 * d | x >> 6 * d);
}
static inline uint64_t shifted_rook(int sq, uint64_t occ) {
	const struct four *r = &rook_rays[sq];
	return shifted_up(r->up, occ, 8) | shifted_down(r->down, occ, 8) | shifted_up(r->up2, occ, 1) | shifted_down(r->down2, occ, 1);
}
static inline uint64_t shifted_bishop(int sq, uint64_t occ) {
	const struct four *r = &bishop_rays[sq];
	return shifted_up(r->up, occ, 9) | shifted_down(r->down, occ, 9) | shifted_up(r->up2, occ, 7) | shifted_down(r->down2, occ, 7);
}
QUEEN(shifted)
static void shifted_fill(void) { four_fill(); }

static struct { uint64_t lines, mask; } blockers_rook_entries[64], blockers_bishop_entries[64];
static uint64_t blockers_behind[64][64];
static inline uint64_t blockers_open(uint64_t lines, uint64_t mask, const uint64_t behind[64], uint64_t occ) {
	for (uint64_t x = occ & mask; x; x &= x - 1)
		lines &= ~behind[__builtin_ctzll(x)];
	return lines;
}
static inline uint64_t blockers_rook(int sq, uint64_t occ) {
	return blockers_open(blockers_rook_entries[sq].lines, blockers_rook_entries[sq].mask, blockers_behind[sq], occ);
}
static inline uint64_t blockers_bishop(int sq, uint64_t occ) {
	return blockers_open(blockers_bishop_entries[sq].lines, blockers_bishop_entries[sq].mask, blockers_behind[sq], occ);
}
static inline uint64_t blockers_queen(int sq, uint64_t occ) {
	return blockers_open(blockers_rook_entries[sq].lines | blockers_bishop_entries[sq].lines,
		blockers_rook_entries[sq].mask | blockers_bishop_entries[sq].mask, blockers_behind[sq], occ);
}
static void blockers_fill(void) {
	for (int sq = 0; sq < 64; sq++) {
		blockers_rook_entries[sq].lines = walk_rook(sq, 0);
		blockers_rook_entries[sq].mask = rook_mask(sq);
		blockers_bishop_entries[sq].lines = walk_bishop(sq, 0);
		blockers_bishop_entries[sq].mask = bishop_mask(sq);
		for (int d = 0; d < 8; d++)
			for (uint64_t x = ray(d, sq); x; x &= x - 1)
				blockers_behind[sq][__builtin_ctzll(x)] = ray(d, __builtin_ctzll(x));
	}
}

static uint64_t inbetween_rook_lines[64], inbetween_bishop_lines[64], inbetween_between[64][64];
static inline uint64_t inbetween_open(uint64_t lines, const uint64_t between[64], uint64_t occ) {
	uint64_t attacks = 0;
	for (uint64_t x = lines; x; x &= x - 1) {
		int t = __builtin_ctzll(x);
		uint64_t blocked = between[t] & occ;
		attacks |= ((blocked - 1) & ~blocked) >> 63 << t;
	}
	return attacks;
}
static inline uint64_t inbetween_rook(int sq, uint64_t occ) {
	return inbetween_open(inbetween_rook_lines[sq], inbetween_between[sq], occ);
}
static inline uint64_t inbetween_bishop(int sq, uint64_t occ) {
	return inbetween_open(inbetween_bishop_lines[sq], inbetween_between[sq], occ);
}
static inline uint64_t inbetween_queen(int sq, uint64_t occ) {
	return inbetween_open(inbetween_rook_lines[sq] | inbetween_bishop_lines[sq], inbetween_between[sq], occ);
}
static void inbetween_fill(void) {
	for (int sq = 0; sq < 64; sq++) {
		inbetween_rook_lines[sq] = walk_rook(sq, 0);
		inbetween_bishop_lines[sq] = walk_bishop(sq, 0);
		for (int d = 0; d < 8; d++)
			for (uint64_t x = ray(d, sq); x; x &= x - 1) {
				int t = __builtin_ctzll(x);
				inbetween_between[sq][t] = ray(d, sq) & ~ray(d, t) & ~B(t);
			}
	}
}

#ifdef __AVX2__
static const uint64_t raysavx2_one[4] = {8, 9, 1, 7}, raysavx2_two[4] = {16, 18, 2, 14}, raysavx2_four[4] = {32, 36, 4, 28};
static struct { uint64_t up[4], down[4]; } raysavx2_entries[64];
static inline __m256i four_lanes(const uint64_t lanes[4]) { return _mm256_loadu_si256((const __m256i *)lanes); }
static inline __m128i raysavx2_both(int sq, uint64_t occ) {
	__m256i up = four_lanes(raysavx2_entries[sq].up), down = four_lanes(raysavx2_entries[sq].down);
	__m256i two = four_lanes(raysavx2_two), all = _mm256_set1_epi64x((int64_t)occ);
	__m256i x = _mm256_and_si256(all, up), y = _mm256_and_si256(all, down);
	__m256i f = _mm256_or_si256(_mm256_srlv_epi64(y, four_lanes(raysavx2_one)), _mm256_srlv_epi64(y, two));
	f = _mm256_or_si256(f, _mm256_or_si256(_mm256_srlv_epi64(f, two), _mm256_srlv_epi64(f, four_lanes(raysavx2_four))));
	x = _mm256_xor_si256(x, _mm256_add_epi64(x, _mm256_set1_epi64x(-1)));
	__m256i attacks = _mm256_or_si256(_mm256_and_si256(up, x), _mm256_andnot_si256(f, down));
	return _mm_or_si128(_mm256_castsi256_si128(attacks), _mm256_extracti128_si256(attacks, 1));
}
static inline uint64_t raysavx2_rook(int sq, uint64_t occ) { return (uint64_t)_mm_cvtsi128_si64(raysavx2_both(sq, occ)); }
static inline uint64_t raysavx2_bishop(int sq, uint64_t occ) { return (uint64_t)_mm_extract_epi64(raysavx2_both(sq, occ), 1); }
QUEEN(raysavx2)
static void raysavx2_fill(void) {
	static const int up[4] = {NORTH, NORTH_EAST, EAST, NORTH_WEST};
	for (int sq = 0; sq < 64; sq++)
		for (int i = 0; i < 4; i++) {
			raysavx2_entries[sq].up[i] = ray(up[i], sq);
			raysavx2_entries[sq].down[i] = ray(up[i] ^ 1, sq);
		}
}
#define RAYSAVX2(T) T(raysavx2)
#else
#define RAYSAVX2(T)
#endif

// A switch per piece with a case per square: unrolled.h is written by unrolled.go.
#include "unrolled.h"
QUEEN(unrolled)
static void unrolled_fill(void) {}

#define CLASSICAL(T) T(classical) T(naive) T(rays) T(raysentinel) T(unrolled) T(abovebelow) T(blockers) T(inbetween) T(shifted) \
	RAYSAVX2(T)
