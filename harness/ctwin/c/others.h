// Families hashmap, byteboard and attacktable.

struct hashmap_slot { uint64_t key, attacks; };
struct hashmap_entry {
	uint64_t mask;
	uint32_t offset;
	uint8_t shift;
};
static struct hashmap_entry hashmap_rook_entries[64], hashmap_bishop_entries[64];
static struct hashmap_slot hashmap_rook_table[2 * ROOK_WORDS], hashmap_bishop_table[2 * BISHOP_WORDS];
static inline struct hashmap_slot *hashmap_probe(const struct hashmap_entry *e, struct hashmap_slot *table, uint64_t occ) {
	uint64_t key = occ & e->mask;
	for (uint64_t i = key * UINT64_C(0x9e3779b97f4a7c15) >> e->shift;; i = (i + 1) & ~UINT64_C(0) >> e->shift) {
		struct hashmap_slot *s = &table[e->offset + i];
		if (s->key == key || !s->attacks)
			return s;
	}
}
static inline uint64_t hashmap_rook(int sq, uint64_t occ) {
	return hashmap_probe(&hashmap_rook_entries[sq], hashmap_rook_table, occ)->attacks;
}
static inline uint64_t hashmap_bishop(int sq, uint64_t occ) {
	return hashmap_probe(&hashmap_bishop_entries[sq], hashmap_bishop_table, occ)->attacks;
}
QUEEN(hashmap)
static void hashmap_fill(void) {
	TAKE("hashmap/rook/0", hashmap_rook_entries);
	TAKE("hashmap/bishop/0", hashmap_bishop_entries);
	FILL(rook, *hashmap_probe(&hashmap_rook_entries[sq], hashmap_rook_table, occ) = (struct hashmap_slot){occ, attacks});
	FILL(bishop, *hashmap_probe(&hashmap_bishop_entries[sq], hashmap_bishop_table, occ) = (struct hashmap_slot){occ, attacks});
}

#ifdef __AVX2__
struct byteboard_permutation { uint8_t from[64], mask[64]; }; // the byte of the word, and the bit in that byte
static struct { struct byteboard_permutation gather, scatter; } byteboard_entries[64];
static uint64_t byteboard_rook_lines[64], byteboard_bishop_lines[64];
static inline uint64_t byteboard_permute(const struct byteboard_permutation *p, uint64_t word) {
	__m256i lanes = _mm256_set1_epi64x((int64_t)word);
	__m256i low = _mm256_loadu_si256((const __m256i *)p->mask), high = _mm256_loadu_si256((const __m256i *)(p->mask + 32));
	__m256i x = _mm256_shuffle_epi8(lanes, _mm256_loadu_si256((const __m256i *)p->from));
	__m256i y = _mm256_shuffle_epi8(lanes, _mm256_loadu_si256((const __m256i *)(p->from + 32)));
	x = _mm256_cmpeq_epi8(_mm256_and_si256(x, low), low);
	y = _mm256_cmpeq_epi8(_mm256_and_si256(y, high), high);
	return (uint32_t)_mm256_movemask_epi8(x) | (uint64_t)(uint32_t)_mm256_movemask_epi8(y) << 32;
}
static inline uint64_t byteboard_queen(int sq, uint64_t occ) {
	uint64_t rays = byteboard_permute(&byteboard_entries[sq].gather, occ);
	return byteboard_permute(&byteboard_entries[sq].scatter, rays ^ (rays - FILE_A));
}
static inline uint64_t byteboard_rook(int sq, uint64_t occ) { return byteboard_queen(sq, occ) & byteboard_rook_lines[sq]; }
static inline uint64_t byteboard_bishop(int sq, uint64_t occ) { return byteboard_queen(sq, occ) & byteboard_bishop_lines[sq]; }
static void byteboard_fill(void) {
	TAKE("byteboard/rook/0", byteboard_entries);
	TAKE("byteboard/rook/1", byteboard_rook_lines);
	TAKE("byteboard/bishop/1", byteboard_bishop_lines);
}
#define BYTEBOARD(T) T(byteboard)
#else
#define BYTEBOARD(T)
#endif

#define OTHERS(T) T(hashmap) BYTEBOARD(T)

// The attacks of a rook and of a bishop on every square. Its rays are those of classical.h.
static struct attacktable_state { uint64_t rook[64], bishop[64]; } attacktable_empty;
static inline void attacktable_across(uint64_t attacks[64], uint64_t a, uint64_t b) {
	if (!a || !b)
		return;
	for (uint64_t x = a; x; x &= x - 1)
		attacks[__builtin_ctzll(x)] ^= b;
	for (uint64_t x = b; x; x &= x - 1)
		attacks[__builtin_ctzll(x)] ^= a;
}
static inline void attacktable_add(struct attacktable_state *s, int sq) {
	uint64_t attacks = s->rook[sq];
	attacktable_across(s->rook, attacks & rook_rays[sq].up, attacks & rook_rays[sq].down);
	attacktable_across(s->rook, attacks & rook_rays[sq].up2, attacks & rook_rays[sq].down2);
	attacks = s->bishop[sq];
	attacktable_across(s->bishop, attacks & bishop_rays[sq].up, attacks & bishop_rays[sq].down);
	attacktable_across(s->bishop, attacks & bishop_rays[sq].up2, attacks & bishop_rays[sq].down2);
}
#define attacktable_remove attacktable_add
static inline uint64_t attacktable_rook(const struct attacktable_state *s, int sq) { return s->rook[sq]; }
static inline uint64_t attacktable_bishop(const struct attacktable_state *s, int sq) { return s->bishop[sq]; }
static inline uint64_t attacktable_queen(const struct attacktable_state *s, int sq) { return s->rook[sq] | s->bishop[sq]; }
static void attacktable_fill(void) {
	four_fill();
	for (int sq = 0; sq < 64; sq++) {
		attacktable_empty.rook[sq] = walk_rook(sq, 0);
		attacktable_empty.bishop[sq] = walk_bishop(sq, 0);
	}
}

#define OTHERS_STATES(T) T(attacktable)
