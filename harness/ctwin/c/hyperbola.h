// Family hyperbola.

// The attacks within a line whose squares lie in different bytes.
static inline uint64_t swapped(uint64_t line, uint64_t b, uint64_t occ) {
	uint64_t x = occ & line;
	return ((x - b) ^ __builtin_bswap64(__builtin_bswap64(x) - __builtin_bswap64(b))) & line;
}

// The attacks within ranks, by inner squares and file.
static uint8_t ranks[64][8];
static inline uint64_t rank_attacks(int sq, uint64_t occ) {
	int first = sq & 56;
	return (uint64_t)ranks[occ >> first >> 1 & 63][sq & 7] << first;
}
static void ranks_fill(void) {
	for (int inner = 0; inner < 64; inner++)
		for (int file = 0; file < 8; file++)
			ranks[inner][file] = walk_rook(file, (uint64_t)inner << 1) & RANK_1;
}

static struct { uint64_t diagonal, antidiagonal; } quintessence_diagonals[64];
static uint64_t quintessence_files[64];
static inline uint64_t quintessence_rook(int sq, uint64_t occ) {
	return swapped(quintessence_files[sq], B(sq), occ) | rank_attacks(sq, occ);
}
static inline uint64_t quintessence_bishop(int sq, uint64_t occ) {
	return swapped(quintessence_diagonals[sq].diagonal, B(sq), occ) | swapped(quintessence_diagonals[sq].antidiagonal, B(sq), occ);
}
QUEEN(quintessence)
static void quintessence_fill(void) {
	ranks_fill();
	for (int sq = 0; sq < 64; sq++) {
		quintessence_files[sq] = line(NORTH, sq);
		quintessence_diagonals[sq].diagonal = line(NORTH_EAST, sq);
		quintessence_diagonals[sq].antidiagonal = line(NORTH_WEST, sq);
	}
}

// All 64 bits in the other order, as bits.Reverse64 does it.
static inline uint64_t reverse(uint64_t x) {
	x = (x >> 1 & UINT64_C(0x5555555555555555)) | (x & UINT64_C(0x5555555555555555)) << 1;
	x = (x >> 2 & UINT64_C(0x3333333333333333)) | (x & UINT64_C(0x3333333333333333)) << 2;
	x = (x >> 4 & UINT64_C(0x0f0f0f0f0f0f0f0f)) | (x & UINT64_C(0x0f0f0f0f0f0f0f0f)) << 4;
	return __builtin_bswap64(x);
}
static inline uint64_t reversal_line(uint64_t line, uint64_t b, uint64_t occ) {
	uint64_t x = occ & line;
	return ((x - b) ^ reverse(reverse(x) - reverse(b))) & line;
}
static struct { uint64_t rank, file, diagonal, antidiagonal; } reversal_entries[64];
static inline uint64_t reversal_rook(int sq, uint64_t occ) {
	return reversal_line(reversal_entries[sq].rank, B(sq), occ) | reversal_line(reversal_entries[sq].file, B(sq), occ);
}
static inline uint64_t reversal_bishop(int sq, uint64_t occ) {
	return reversal_line(reversal_entries[sq].diagonal, B(sq), occ) | reversal_line(reversal_entries[sq].antidiagonal, B(sq), occ);
}
QUEEN(reversal)
static void reversal_fill(void) {
	for (int sq = 0; sq < 64; sq++) {
		reversal_entries[sq].rank = line(EAST, sq);
		reversal_entries[sq].file = line(NORTH, sq);
		reversal_entries[sq].diagonal = line(NORTH_EAST, sq);
		reversal_entries[sq].antidiagonal = line(NORTH_WEST, sq);
	}
}

#define DIAGONAL UINT64_C(0x8040201008040201)
#define ANTIDIAGONAL UINT64_C(0x0102040810204080)

// The shifts of Go: a shift by 64 or more, or by a negative number, gives 0.
static inline uint64_t shl(uint64_t x, uint64_t n) { return n < 64 ? x << n : 0; }
static inline uint64_t shr(uint64_t x, uint64_t n) { return n < 64 ? x >> n : 0; }

// The highest bit of a word that is not 0, alone.
static inline uint64_t msb(uint64_t x) { return B(63 ^ __builtin_clzll(x)); }

// Lines that are computed, with the square itself.
static inline uint64_t computed_north_east(int sq) { return DIAGONAL >> (sq << 3 & 56) << (sq & 56); }
static inline uint64_t computed_north_west(int sq) { return ANTIDIAGONAL >> (~sq << 3 & 56) << (sq & 56); }
static inline uint64_t computed_file(int sq) { return FILE_A << (sq & 7); }
static inline uint64_t computed_rank(int sq) { return RANK_1 << (sq & 56); }
static inline uint64_t computed_diagonal(int sq) { return computed_north_east(sq) | DIAGONAL << (~sq << 3 & 56) >> (~sq & 56); }
static inline uint64_t computed_antidiagonal(int sq) {
	return computed_north_west(sq) | ANTIDIAGONAL << (sq << 3 & 56) >> (~sq & 56);
}

static inline uint64_t obstruction_line(uint64_t line, uint64_t below, uint64_t occ) {
	uint64_t x = occ & line, up = x & ~below;
	return (up ^ (up - msb((x & below) | 1))) & line;
}
static inline uint64_t obstruction_rook(int sq, uint64_t occ) {
	uint64_t below = B(sq) - 1;
	return obstruction_line(computed_file(sq) ^ B(sq), below, occ) | obstruction_line(computed_rank(sq) ^ B(sq), below, occ);
}
static inline uint64_t obstruction_bishop(int sq, uint64_t occ) {
	uint64_t below = B(sq) - 1;
	return obstruction_line(computed_diagonal(sq) ^ B(sq), below, occ) |
		obstruction_line(computed_antidiagonal(sq) ^ B(sq), below, occ);
}
QUEEN(obstruction)
static void obstruction_fill(void) {}

// The lines through a square, without it. In Go each technique that loads lines has such a table. Here they share one, because
// techniques are timed one after the other.
struct lines { uint64_t rank, file, diagonal, antidiagonal; };
static struct lines lines_of[64];
static void lines_fill(void) {
	for (int sq = 0; sq < 64; sq++)
		lines_of[sq] = (struct lines){line(EAST, sq), line(NORTH, sq), line(NORTH_EAST, sq), line(NORTH_WEST, sq)};
}

static inline uint64_t slidearith_line(uint64_t line, uint64_t below, uint64_t occ) {
	uint64_t x = occ & line, up = x & ~below;
	return (up ^ (up - 1) ^ INT64_MAX >> __builtin_clzll((x & below) | 1)) & line;
}
static inline uint64_t slidearith_rook(int sq, uint64_t occ) {
	return slidearith_line(lines_of[sq].rank, B(sq) - 1, occ) | slidearith_line(lines_of[sq].file, B(sq) - 1, occ);
}
static inline uint64_t slidearith_bishop(int sq, uint64_t occ) {
	return slidearith_line(lines_of[sq].diagonal, B(sq) - 1, occ) | slidearith_line(lines_of[sq].antidiagonal, B(sq) - 1, occ);
}
QUEEN(slidearith)
static void slidearith_fill(void) { lines_fill(); }

struct stops { uint64_t line, ends; };
static struct { struct stops rank, file, diagonal, antidiagonal; } sbamg_entries[64];
static inline uint64_t sbamg_line(const struct stops *s, uint64_t below, uint64_t occ) {
	uint64_t x = (occ & s->line) | s->ends;
	return (x ^ (x - (UINT64_C(3) << (64 - leading_zeros((x & below) >> 1))))) & s->line;
}
static inline uint64_t sbamg_rook(int sq, uint64_t occ) {
	return sbamg_line(&sbamg_entries[sq].rank, B(sq) - 1, occ) | sbamg_line(&sbamg_entries[sq].file, B(sq) - 1, occ);
}
static inline uint64_t sbamg_bishop(int sq, uint64_t occ) {
	return sbamg_line(&sbamg_entries[sq].diagonal, B(sq) - 1, occ) | sbamg_line(&sbamg_entries[sq].antidiagonal, B(sq) - 1, occ);
}
QUEEN(sbamg)
static struct stops sbamg_stops(uint64_t line, int sq) {
	uint64_t whole = line | B(sq);
	return (struct stops){line, (((whole & -whole) | msb(whole)) & line) | 1};
}
static void sbamg_fill(void) {
	for (int sq = 0; sq < 64; sq++) {
		sbamg_entries[sq].rank = sbamg_stops(line(EAST, sq), sq);
		sbamg_entries[sq].file = sbamg_stops(line(NORTH, sq), sq);
		sbamg_entries[sq].diagonal = sbamg_stops(line(NORTH_EAST, sq), sq);
		sbamg_entries[sq].antidiagonal = sbamg_stops(line(NORTH_WEST, sq), sq);
	}
}

#define RANK_8 (RANK_1 << 56)
#define ANTIDIAGONAL_WITH_H8 UINT64_C(0x8102040810204081)
static inline uint64_t qbb_between(uint64_t up, uint64_t down, uint64_t lower, uint64_t upper) {
	return up << (63 ^ __builtin_clzll(lower)) & down >> (63 - __builtin_ctzll(upper));
}
static inline uint64_t qbb_rook(int sq, uint64_t occ) {
	occ &= ~B(sq);
	uint64_t file = qbb_between(FILE_A, FILE_H, (occ | RANK_1) & FILE_H >> (63 - sq), (occ | RANK_8) & FILE_A << sq);
	return file ^ qbb_between(RANK_1, RANK_8, (occ | FILE_A) & RANK_8 >> (63 - sq), (occ | FILE_H) & RANK_1 << sq);
}
static inline uint64_t qbb_bishop(int sq, uint64_t occ) {
	occ &= ~B(sq);
	uint64_t diagonal = qbb_between(DIAGONAL, DIAGONAL,
		(occ | RANK_1 | FILE_A) & DIAGONAL >> (63 - sq), (occ | RANK_8 | FILE_H) & DIAGONAL << sq);
	return diagonal ^ qbb_between(ANTIDIAGONAL_WITH_H8, ANTIDIAGONAL_WITH_H8,
		(occ | RANK_1 | FILE_H) & ANTIDIAGONAL_WITH_H8 >> (63 - sq), (occ | RANK_8 | FILE_A) & ANTIDIAGONAL_WITH_H8 << sq);
}
QUEEN(qbb)
static void qbb_fill(void) {}

struct obstructionloaded_masks { uint64_t up, down, line; };
static struct { struct obstructionloaded_masks rank, file, diagonal, antidiagonal; } obstructionloaded_entries[64];
static inline uint64_t obstructionloaded_line(const struct obstructionloaded_masks *m, uint64_t occ) {
	uint64_t up = occ & m->up;
	return (up ^ (up - msb(occ & m->down))) & m->line;
}
static inline uint64_t obstructionloaded_rook(int sq, uint64_t occ) {
	return obstructionloaded_line(&obstructionloaded_entries[sq].rank, occ | 1) |
		obstructionloaded_line(&obstructionloaded_entries[sq].file, occ | 1);
}
static inline uint64_t obstructionloaded_bishop(int sq, uint64_t occ) {
	return obstructionloaded_line(&obstructionloaded_entries[sq].diagonal, occ | 1) |
		obstructionloaded_line(&obstructionloaded_entries[sq].antidiagonal, occ | 1);
}
QUEEN(obstructionloaded)
static struct obstructionloaded_masks obstructionloaded_masks(int direction, int sq) {
	return (struct obstructionloaded_masks){ray(direction, sq), ray(direction ^ 1, sq) | 1, line(direction, sq)};
}
static void obstructionloaded_fill(void) {
	for (int sq = 0; sq < 64; sq++) {
		obstructionloaded_entries[sq].rank = obstructionloaded_masks(EAST, sq);
		obstructionloaded_entries[sq].file = obstructionloaded_masks(NORTH, sq);
		obstructionloaded_entries[sq].diagonal = obstructionloaded_masks(NORTH_EAST, sq);
		obstructionloaded_entries[sq].antidiagonal = obstructionloaded_masks(NORTH_WEST, sq);
	}
}

static inline uint64_t quintessencecomputed_rank(uint64_t rank, uint64_t b, uint64_t occ) {
	uint64_t x = occ & rank, down = x & (b - 1), up = x ^ down;
	return (up ^ (up - msb(down | 1))) & rank;
}
static inline uint64_t quintessencecomputed_rook(int sq, uint64_t occ) {
	uint64_t b = B(sq);
	return swapped(computed_file(sq) ^ b, b, occ) | quintessencecomputed_rank(computed_rank(sq) ^ b, b, occ);
}
static inline uint64_t quintessencecomputed_bishop(int sq, uint64_t occ) {
	uint64_t b = B(sq);
	return swapped(computed_diagonal(sq) ^ b, b, occ) | swapped(computed_antidiagonal(sq) ^ b, b, occ);
}
QUEEN(quintessencecomputed)
static void quintessencecomputed_fill(void) {}

static inline uint64_t genetic8ray_ray(uint64_t ray, uint64_t occ) { return ((occ & ray) - 1) << 1 & ray; }
static inline uint64_t genetic8ray_rank(uint64_t ray, uint64_t occ) {
	uint64_t x = occ & ray;
	return (x ^ (x - 1)) & ray;
}
static inline uint64_t genetic8ray_rook_up(int sq, uint64_t occ) {
	uint64_t not_above = (UINT64_C(2) << sq) - 1;
	return genetic8ray_ray(computed_file(sq) & ~not_above, occ) | genetic8ray_rank(computed_rank(sq) & ~not_above, occ);
}
static inline uint64_t genetic8ray_bishop_up(int sq, uint64_t occ) {
	return genetic8ray_ray(computed_north_east(sq) ^ B(sq), occ) | genetic8ray_ray(computed_north_west(sq) ^ B(sq), occ);
}
static inline uint64_t genetic8ray_rook(int sq, uint64_t occ) {
	return genetic8ray_rook_up(sq, occ) | reverse(genetic8ray_rook_up(63 - sq, reverse(occ)));
}
static inline uint64_t genetic8ray_bishop(int sq, uint64_t occ) {
	return genetic8ray_bishop_up(sq, occ) | reverse(genetic8ray_bishop_up(63 - sq, reverse(occ)));
}
static inline uint64_t genetic8ray_queen(int sq, uint64_t occ) {
	uint64_t reversed = reverse(occ);
	return genetic8ray_rook_up(sq, occ) | genetic8ray_bishop_up(sq, occ) |
		reverse(genetic8ray_rook_up(63 - sq, reversed) | genetic8ray_bishop_up(63 - sq, reversed));
}
static void genetic8ray_fill(void) {}

struct line_pair { uint64_t first, second; };
static struct { struct line_pair rook, rook_reversed, bishop, bishop_reversed; } reversebitboards_entries[64];
static inline uint64_t reversebitboards_up(const struct line_pair *p, uint64_t b, uint64_t occ) {
	uint64_t x = occ & p->first, y = occ & p->second;
	return ((x ^ (x - 2 * b)) & p->first) | ((y ^ (y - 2 * b)) & p->second);
}
struct reversebitboards_state { uint64_t occ, reversed; };
static struct reversebitboards_state reversebitboards_empty;
static inline void reversebitboards_add(struct reversebitboards_state *s, int sq) {
	s->occ ^= B(sq);
	s->reversed ^= B(63) >> sq;
}
#define reversebitboards_remove reversebitboards_add
static inline uint64_t reversebitboards_rook(const struct reversebitboards_state *s, int sq) {
	return reversebitboards_up(&reversebitboards_entries[sq].rook, B(sq), s->occ) |
		reverse(reversebitboards_up(&reversebitboards_entries[sq].rook_reversed, B(63) >> sq, s->reversed));
}
static inline uint64_t reversebitboards_bishop(const struct reversebitboards_state *s, int sq) {
	return reversebitboards_up(&reversebitboards_entries[sq].bishop, B(sq), s->occ) |
		reverse(reversebitboards_up(&reversebitboards_entries[sq].bishop_reversed, B(63) >> sq, s->reversed));
}
static inline uint64_t reversebitboards_queen(const struct reversebitboards_state *s, int sq) {
	return reversebitboards_up(&reversebitboards_entries[sq].rook, B(sq), s->occ) |
		reversebitboards_up(&reversebitboards_entries[sq].bishop, B(sq), s->occ) |
		reverse(reversebitboards_up(&reversebitboards_entries[sq].rook_reversed, B(63) >> sq, s->reversed) |
			reversebitboards_up(&reversebitboards_entries[sq].bishop_reversed, B(63) >> sq, s->reversed));
}
static void reversebitboards_fill(void) {
	for (int sq = 0; sq < 64; sq++) {
		reversebitboards_entries[sq].rook = (struct line_pair){line(EAST, sq), line(NORTH, sq)};
		reversebitboards_entries[63 - sq].rook_reversed = reversebitboards_entries[sq].rook;
		reversebitboards_entries[sq].bishop = (struct line_pair){line(NORTH_EAST, sq), line(NORTH_WEST, sq)};
		reversebitboards_entries[63 - sq].bishop_reversed = reversebitboards_entries[sq].bishop;
	}
}

#ifdef __AVX2__
static struct { uint64_t file, diagonal, b, antidiagonal; } dual_entries[64];
static inline __m256i dual_swap(__m256i x) {
	return _mm256_shuffle_epi8(x, _mm256_setr_epi8(
		7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8));
}
static inline struct pair dual_pair(int sq, uint64_t occ) {
	__m256i lanes = _mm256_loadu_si256((const __m256i *)&dual_entries[sq]), b = _mm256_set1_epi64x((int64_t)dual_entries[sq].b);
	__m256i x = _mm256_and_si256(_mm256_set1_epi64x((int64_t)occ), lanes);
	__m256i lower = dual_swap(_mm256_sub_epi64(dual_swap(x), dual_swap(b)));
	__m256i attacks = _mm256_and_si256(_mm256_xor_si256(_mm256_sub_epi64(x, b), lower), lanes);
	__m128i low = _mm256_castsi256_si128(attacks), high = _mm256_extracti128_si256(attacks, 1);
	return (struct pair){
		(uint64_t)_mm_cvtsi128_si64(low) | rank_attacks(sq, occ),
		(uint64_t)_mm_extract_epi64(_mm_or_si128(low, high), 1),
	};
}
static inline uint64_t dual_queen(int sq, uint64_t occ) {
	struct pair p = dual_pair(sq, occ);
	return p.rook | p.bishop;
}
static void dual_fill(void) {
	ranks_fill();
	TAKE("dual/rook/0", dual_entries);
}
#endif

#define HYPERBOLA(T) T(quintessence) T(reversal) T(obstruction) T(slidearith) T(sbamg) T(qbb) T(obstructionloaded) \
	T(quintessencecomputed) T(genetic8ray)
#define HYPERBOLA_STATES(T) T(reversebitboards)
