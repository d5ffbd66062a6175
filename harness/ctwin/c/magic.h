// Families magic, fixedshift and blackmagic.

#define ROOK_BITS 12
#define BISHOP_BITS 9

static struct { uint64_t mask, factor; } magic_rook_entries[64], magic_bishop_entries[64];
static uint64_t magic_rook_table[64][1 << ROOK_BITS], magic_bishop_table[64][1 << BISHOP_BITS];

#define MAGIC_INDEX(piece, bits) ((occ & magic_##piece##_entries[sq].mask) * magic_##piece##_entries[sq].factor >> (64 - (bits)))
static inline uint64_t magic_rook(int sq, uint64_t occ) { return magic_rook_table[sq][MAGIC_INDEX(rook, ROOK_BITS)]; }
static inline uint64_t magic_bishop(int sq, uint64_t occ) { return magic_bishop_table[sq][MAGIC_INDEX(bishop, BISHOP_BITS)]; }
QUEEN(magic)
static void magic_fill(void) {
	TAKE("magic/rook/0", magic_rook_entries);
	TAKE("magic/bishop/0", magic_bishop_entries);
	FILL(rook, magic_rook_table[sq][MAGIC_INDEX(rook, ROOK_BITS)] = attacks);
	FILL(bishop, magic_bishop_table[sq][MAGIC_INDEX(bishop, BISHOP_BITS)] = attacks);
}

struct magic32_entry { uint32_t mask_lo, mask_hi, factor_lo, factor_hi, offset, shift; };
static inline uint64_t magic32_index(const struct magic32_entry *e, uint64_t occ) {
	uint32_t lo = ((uint32_t)occ & e->mask_lo) * e->factor_lo, hi = ((uint32_t)(occ >> 32) & e->mask_hi) * e->factor_hi;
	return e->offset + ((lo ^ hi) >> e->shift);
}
OWN_TABLES(magic32)
TAKE_ENTRIES(magic32)

// SHARED_TABLE works like OWN_TABLES, for rooks and bishops that share a table and have constant shifts, given
// technique_product(entry, occ).
#define SHARED_TABLE(technique) \
	static struct technique##_entry technique##_rook_entries[64], technique##_bishop_entries[64]; \
	static uint64_t technique##_table[ROOK_WORDS]; \
	static inline uint64_t *technique##_slot(const struct technique##_entry *e, int bits, uint64_t occ) { \
		return &technique##_table[e->offset + (uint32_t)(technique##_product(e, occ) >> (64 - bits))]; \
	} \
	static inline uint64_t technique##_rook(int sq, uint64_t occ) { \
		return *technique##_slot(&technique##_rook_entries[sq], ROOK_BITS, occ); \
	} \
	static inline uint64_t technique##_bishop(int sq, uint64_t occ) { \
		return *technique##_slot(&technique##_bishop_entries[sq], BISHOP_BITS, occ); \
	} \
	QUEEN(technique) \
	static void technique##_fill(void) { \
		TAKE(#technique "/rook/0", technique##_rook_entries); \
		TAKE(#technique "/bishop/0", technique##_bishop_entries); \
		FILL(rook, *technique##_slot(&technique##_rook_entries[sq], ROOK_BITS, occ) = attacks); \
		FILL(bishop, *technique##_slot(&technique##_bishop_entries[sq], BISHOP_BITS, occ) = attacks); \
	}

struct fixedshift_entry {
	uint64_t mask, factor;
	uint32_t offset;
};
static inline uint64_t fixedshift_product(const struct fixedshift_entry *e, uint64_t occ) { return (occ & e->mask) * e->factor; }
SHARED_TABLE(fixedshift)

struct blackmagic_entry {
	uint64_t not_mask, factor;
	uint32_t offset;
};
static inline uint64_t blackmagic_product(const struct blackmagic_entry *e, uint64_t occ) {
	return (occ | e->not_mask) * e->factor;
}
SHARED_TABLE(blackmagic)

static struct spectral_entry {
	uint64_t mask;
	uint8_t shifts[3];
	uint32_t offset;
} spectral_rook_entries[64], spectral_bishop_entries[64];
static uint64_t spectral_table[1 << 19];
static inline uint64_t *spectral_slot(const struct spectral_entry *e, uint64_t occ) {
	uint64_t m = occ & e->mask;
	return &spectral_table[e->offset + (uint32_t)(((m << e->shifts[0]) + (m << e->shifts[1]) + (m << e->shifts[2])) >> (64 - 18))];
}
static inline uint64_t spectral_rook(int sq, uint64_t occ) { return *spectral_slot(&spectral_rook_entries[sq], occ); }
static inline uint64_t spectral_bishop(int sq, uint64_t occ) { return *spectral_slot(&spectral_bishop_entries[sq], occ); }
QUEEN(spectral)
static void spectral_fill(void) {
	TAKE("spectral/rook/0", spectral_rook_entries);
	TAKE("spectral/bishop/0", spectral_bishop_entries);
	FILL(rook, *spectral_slot(&spectral_rook_entries[sq], occ) = attacks);
	FILL(bishop, *spectral_slot(&spectral_bishop_entries[sq], occ) = attacks);
}

// A factor serves two neighbouring rooks or eight bishops, shifted by a bit for each square from the first of them.
static uint64_t correlation_rook_masks[64], correlation_bishop_masks[64];
static uint64_t correlation_rook_factors[32], correlation_bishop_factors[8];
static uint64_t correlation_rook_table[64][1 << ROOK_BITS], correlation_bishop_table[64][1 << BISHOP_BITS];
#define CORRELATION_SLOT(piece, bits, each) correlation_##piece##_table[sq][(occ & correlation_##piece##_masks[sq]) * \
	(correlation_##piece##_factors[(unsigned)sq / (each)] >> (sq & ((each) - 1))) >> (64 - (bits))]
static inline uint64_t correlation_rook(int sq, uint64_t occ) { return CORRELATION_SLOT(rook, ROOK_BITS, 2); }
static inline uint64_t correlation_bishop(int sq, uint64_t occ) { return CORRELATION_SLOT(bishop, BISHOP_BITS, 8); }
QUEEN(correlation)
static void correlation_fill(void) {
	uint64_t factors[64];
	TAKE("correlation/rook/0", correlation_rook_masks);
	TAKE("correlation/bishop/0", correlation_bishop_masks);
	TAKE("correlation/rook/1", factors);
	for (int i = 0; i < 32; i++)
		correlation_rook_factors[i] = factors[2 * i];
	TAKE("correlation/bishop/1", factors);
	for (int i = 0; i < 8; i++)
		correlation_bishop_factors[i] = factors[8 * i];
	FILL(rook, CORRELATION_SLOT(rook, ROOK_BITS, 2) = attacks);
	FILL(bishop, CORRELATION_SLOT(bishop, BISHOP_BITS, 8) = attacks);
}

#define MAGIC(T) T(magic) T(magic32) T(fixedshift) T(blackmagic) T(spectral) T(correlation)
