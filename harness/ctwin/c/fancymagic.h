// Family fancymagic.

struct fancymagic_entry { uint64_t mask, factor, offset, shift; };
static inline uint64_t fancymagic_index(const struct fancymagic_entry *e, uint64_t occ) {
	return e->offset + ((occ & e->mask) * e->factor >> e->shift);
}
OWN_TABLES(fancymagic)
TAKE_ENTRIES(fancymagic)

#define dense_entry fancymagic_entry
#define dense_index fancymagic_index
OWN_TABLES(dense)
TAKE_ENTRIES(dense)

// Addresses instead of offsets: the facts of package unchecked hold the addresses of its own process, so the table is laid out anew.
static struct unchecked_entry {
	uint64_t mask, factor;
	uint64_t *table;
	uint64_t shift;
} unchecked_rook_entries[64], unchecked_bishop_entries[64];
static uint64_t unchecked_rook_table[ROOK_WORDS], unchecked_bishop_table[BISHOP_WORDS];

static inline uint64_t *unchecked_slot(const struct unchecked_entry *e, uint64_t occ) {
	return &e->table[(occ & e->mask) * e->factor >> e->shift];
}
static inline uint64_t unchecked_rook(int sq, uint64_t occ) { return *unchecked_slot(&unchecked_rook_entries[sq], occ); }
static inline uint64_t unchecked_bishop(int sq, uint64_t occ) { return *unchecked_slot(&unchecked_bishop_entries[sq], occ); }
QUEEN(unchecked)
static void unchecked_place(struct unchecked_entry entries[64], uint64_t *table) {
	for (int sq = 0; sq < 64; sq++) {
		entries[sq].table = table;
		table += B(64 - entries[sq].shift);
	}
}
static void unchecked_fill(void) {
	TAKE("unchecked/rook/0", unchecked_rook_entries);
	TAKE("unchecked/bishop/0", unchecked_bishop_entries);
	unchecked_place(unchecked_rook_entries, unchecked_rook_table);
	unchecked_place(unchecked_bishop_entries, unchecked_bishop_table);
	FILL(rook, *unchecked_slot(&unchecked_rook_entries[sq], occ) = attacks);
	FILL(bishop, *unchecked_slot(&unchecked_bishop_entries[sq], occ) = attacks);
}

static uint64_t persquare_rook_masks[64], persquare_rook_magics[64], persquare_bishop_masks[64], persquare_bishop_magics[64];
static uint8_t persquare_rook_shifts[64], persquare_bishop_shifts[64];
static uint64_t *persquare_rook_tables[64], *persquare_bishop_tables[64];

#define PERSQUARE_SLOT(piece) persquare_##piece##_tables[sq] \
	[(occ & persquare_##piece##_masks[sq]) * persquare_##piece##_magics[sq] >> persquare_##piece##_shifts[sq]]
static inline uint64_t persquare_rook(int sq, uint64_t occ) { return PERSQUARE_SLOT(rook); }
static inline uint64_t persquare_bishop(int sq, uint64_t occ) { return PERSQUARE_SLOT(bishop); }
QUEEN(persquare)
static void persquare_allocate(uint64_t *tables[64], const uint8_t shifts[64]) {
	for (int sq = 0; sq < 64; sq++)
		if (!(tables[sq] = calloc(B(64 - shifts[sq]), sizeof *tables[sq])))
			fail("no memory for the tables of ", "persquare");
}
static void persquare_fill(void) {
	TAKE("persquare/rook/0", persquare_rook_masks);
	TAKE("persquare/rook/1", persquare_rook_magics);
	TAKE("persquare/rook/2", persquare_rook_shifts);
	TAKE("persquare/bishop/0", persquare_bishop_masks);
	TAKE("persquare/bishop/1", persquare_bishop_magics);
	TAKE("persquare/bishop/2", persquare_bishop_shifts);
	persquare_allocate(persquare_rook_tables, persquare_rook_shifts);
	persquare_allocate(persquare_bishop_tables, persquare_bishop_shifts);
	FILL(rook, PERSQUARE_SLOT(rook) = attacks);
	FILL(bishop, PERSQUARE_SLOT(bishop) = attacks);
}

static struct shared_entry {
	uint64_t mask, factor, lines;
	uint32_t offset, shift;
} shared_rook_entries[64], shared_bishop_entries[64];
static uint64_t shared_rook_table[65536], shared_bishop_table[1792];

static inline uint32_t shared_index(const struct shared_entry *e, uint64_t occ) {
	return e->offset + (uint32_t)((occ & e->mask) * e->factor >> e->shift);
}
static inline uint64_t shared_rook(int sq, uint64_t occ) {
	const struct shared_entry *e = &shared_rook_entries[sq];
	return shared_rook_table[shared_index(e, occ)] & e->lines;
}
static inline uint64_t shared_bishop(int sq, uint64_t occ) {
	const struct shared_entry *e = &shared_bishop_entries[sq];
	return shared_bishop_table[shared_index(e, occ)] & e->lines;
}
QUEEN(shared)
static void shared_fill(void) {
	TAKE("shared/rook/0", shared_rook_entries);
	TAKE("shared/bishop/0", shared_bishop_entries);
	FILL(rook, shared_rook_table[shared_index(&shared_rook_entries[sq], occ)] |= attacks);
	FILL(bishop, shared_bishop_table[shared_index(&shared_bishop_entries[sq], occ)] |= attacks);
}

static struct overlay_entry {
	uint64_t mask, factor, lines;
	uint32_t offset;
	uint8_t shift, rotation;
} overlay_rook_entries[64], overlay_bishop_entries[64];
static uint64_t overlay_rook_filled[64], overlay_bishop_filled[64];
static uint64_t overlay_table[ROOK_WORDS];

static inline uint64_t *overlay_slot(const struct overlay_entry *e, uint64_t filled, uint64_t occ) {
	return &overlay_table[e->offset + (uint32_t)(((occ & e->mask) | filled) * e->factor >> e->shift)];
}
static inline uint64_t overlay_attacks(const struct overlay_entry *e, uint64_t filled, uint64_t occ) {
	return rotl(*overlay_slot(e, filled, occ), e->rotation) & e->lines;
}
static inline uint64_t overlay_rook(int sq, uint64_t occ) {
	return overlay_attacks(&overlay_rook_entries[sq], overlay_rook_filled[sq], occ);
}
static inline uint64_t overlay_bishop(int sq, uint64_t occ) {
	return overlay_attacks(&overlay_bishop_entries[sq], overlay_bishop_filled[sq], occ);
}
QUEEN(overlay)
#define OVERLAY_FILL(piece) \
	TAKE("overlay/" #piece "/0", overlay_##piece##_entries); \
	TAKE("overlay/" #piece "/1", overlay_##piece##_filled); \
	FILL(piece, const struct overlay_entry *e = &overlay_##piece##_entries[sq]; \
		*overlay_slot(e, overlay_##piece##_filled[sq], occ) |= rotl(attacks, -e->rotation))
static void overlay_fill(void) {
	OVERLAY_FILL(rook);
	OVERLAY_FILL(bishop);
}

static struct overlayadjacent_entry {
	uint64_t mask, filled, factor, distant, adjacent;
	uint32_t offset;
	uint8_t shift, rotation;
} overlayadjacent_rook_entries[64], overlayadjacent_bishop_entries[64];
static uint64_t overlayadjacent_table[ROOK_WORDS];

static inline uint64_t *overlayadjacent_slot(const struct overlayadjacent_entry *e, uint64_t occ) {
	return &overlayadjacent_table[e->offset + (uint32_t)(((occ & e->mask) | e->filled) * e->factor >> e->shift)];
}
static inline uint64_t overlayadjacent_attacks(const struct overlayadjacent_entry *e, uint64_t occ) {
	return (rotl(*overlayadjacent_slot(e, occ), e->rotation) & e->distant) | e->adjacent;
}
static inline uint64_t overlayadjacent_rook(int sq, uint64_t occ) {
	return overlayadjacent_attacks(&overlayadjacent_rook_entries[sq], occ);
}
static inline uint64_t overlayadjacent_bishop(int sq, uint64_t occ) {
	return overlayadjacent_attacks(&overlayadjacent_bishop_entries[sq], occ);
}
QUEEN(overlayadjacent)
#define OVERLAYADJACENT_FILL(piece) \
	TAKE("overlayadjacent/" #piece "/0", overlayadjacent_##piece##_entries); \
	FILL(piece, const struct overlayadjacent_entry *e = &overlayadjacent_##piece##_entries[sq]; \
		*overlayadjacent_slot(e, occ) |= rotl(attacks & e->distant, -e->rotation))
static void overlayadjacent_fill(void) {
	OVERLAYADJACENT_FILL(rook);
	OVERLAYADJACENT_FILL(bishop);
}

#define INNER UINT64_C(0x007e7e7e7e7e7e00)

// The one factor of all rooks of packages torus and words16, which is a constant there too.
#define TORUS_FACTOR UINT64_C(0xa500008040b008a5)
#define TORUS_SHIFT 50

static struct torus_rook_entry { uint64_t ends, lines, adjacent; } torus_rook_entries[64];
static struct torus_bishop_entry {
	uint64_t lines, adjacent, factor;
	uint32_t offset;
	uint8_t shift;
} torus_bishop_entries[64];
static uint64_t torus_table[B(64 - TORUS_SHIFT)];

static inline uint64_t turn(int sq, uint64_t set) { return rotl(set, ~sq); }
static inline uint64_t unturn(int sq, uint64_t set) { return rotl(set, sq + 1); }
static inline uint64_t torus_index(const struct torus_rook_entry *e, int sq, uint64_t occ) {
	return ((turn(sq, occ) | e->ends) & e->lines) * TORUS_FACTOR >> TORUS_SHIFT;
}
static inline uint64_t torus_bishop_index(const struct torus_bishop_entry *e, uint64_t occ) {
	return e->offset + (uint32_t)((occ & e->lines & INNER) * e->factor >> e->shift);
}
static inline uint64_t torus_rook(int sq, uint64_t occ) {
	const struct torus_rook_entry *e = &torus_rook_entries[sq];
	return unturn(sq, (torus_table[torus_index(e, sq, occ)] & e->lines) | e->adjacent);
}
static inline uint64_t torus_bishop(int sq, uint64_t occ) {
	const struct torus_bishop_entry *e = &torus_bishop_entries[sq];
	return (unturn(sq, torus_table[torus_bishop_index(e, occ)]) & e->lines) | e->adjacent;
}
QUEEN(torus)
static void torus_fill(void) {
	TAKE("torus/rook/0", torus_rook_entries);
	TAKE("torus/bishop/0", torus_bishop_entries);
	FILL(rook, torus_table[torus_index(&torus_rook_entries[sq], sq, occ)] |= turn(sq, attacks & ~rook_adjacent(sq)));
	FILL(bishop, torus_table[torus_bishop_index(&torus_bishop_entries[sq], occ)] |= turn(sq, attacks & ~bishop_adjacent(sq)));
}

static struct torusgroups_rook_entry {
	uint64_t mask, ends, factor, lines, adjacent;
	uint32_t offset;
	uint8_t shift, rotation;
} torusgroups_rook_entries[64];
static struct torusgroups_bishop_entry {
	uint64_t lines, adjacent, factor;
	uint32_t offset;
	uint8_t shift, rotation;
} torusgroups_bishop_entries[64];
static uint64_t torusgroups_table[ROOK_WORDS];

static inline uint64_t *torusgroups_rook_slot(const struct torusgroups_rook_entry *e, int sq, uint64_t occ) {
	return &torusgroups_table[e->offset + (uint32_t)(((turn(sq, occ) & e->mask) | e->ends) * e->factor >> e->shift)];
}
static inline uint64_t *torusgroups_bishop_slot(const struct torusgroups_bishop_entry *e, uint64_t occ) {
	return &torusgroups_table[e->offset + (uint32_t)((occ & e->lines & INNER) * e->factor >> e->shift)];
}
static inline uint64_t torusgroups_rook(int sq, uint64_t occ) {
	const struct torusgroups_rook_entry *e = &torusgroups_rook_entries[sq];
	return (rotl(*torusgroups_rook_slot(e, sq, occ), e->rotation) & e->lines) | e->adjacent;
}
static inline uint64_t torusgroups_bishop(int sq, uint64_t occ) {
	const struct torusgroups_bishop_entry *e = &torusgroups_bishop_entries[sq];
	return (rotl(*torusgroups_bishop_slot(e, occ), e->rotation) & e->lines) | e->adjacent;
}
QUEEN(torusgroups)
static void torusgroups_fill(void) {
	TAKE("torusgroups/rook/0", torusgroups_rook_entries);
	TAKE("torusgroups/bishop/0", torusgroups_bishop_entries);
	FILL(rook, const struct torusgroups_rook_entry *e = &torusgroups_rook_entries[sq];
		*torusgroups_rook_slot(e, sq, occ) |= rotl(attacks & ~e->adjacent, -e->rotation));
	FILL(bishop, const struct torusgroups_bishop_entry *e = &torusgroups_bishop_entries[sq];
		*torusgroups_bishop_slot(e, occ) |= rotl(attacks & ~e->adjacent, -e->rotation));
}

static struct words16_bishop_entry {
	uint64_t diagonal, antidiagonal, factor;
	uint32_t offset;
	uint8_t shift;
} words16_bishop_entries[64];
static struct torus_rook_entry words16_rook_entries[64];
static uint16_t words16_rook_table[B(64 - TORUS_SHIFT)], words16_bishop_table[BISHOP_WORDS];

#define SPREAD (B(7) | B(14) | B(21) | B(28) | B(35) | B(42) | B(49))
static inline uint64_t words16_bishop_index(const struct words16_bishop_entry *e, uint64_t occ) {
	return e->offset + (uint32_t)(((e->diagonal | e->antidiagonal) & INNER & occ) * e->factor >> e->shift);
}
static inline uint64_t words16_rook(int sq, uint64_t occ) {
	const struct torus_rook_entry *e = &words16_rook_entries[sq];
	uint64_t w = words16_rook_table[torus_index(e, sq, occ)];
	return unturn(sq, ((w | w << 56 | (w >> 8) * SPREAD) & e->lines) | e->adjacent);
}
static inline uint64_t words16_bishop(int sq, uint64_t occ) {
	const struct words16_bishop_entry *e = &words16_bishop_entries[sq];
	uint64_t w = words16_bishop_table[words16_bishop_index(e, occ)];
	return ((w & 0xff) * FILE_A & e->diagonal) | ((w >> 8) * FILE_A & e->antidiagonal);
}
QUEEN(words16)
// The squares to the right, and, in the bits that these leave free, the squares to the left; in higher bits the file.
static uint16_t words16_rook_word(uint64_t turned) {
	return ((turned | turned >> 56) & 0x7f) | pack(turned, FILE_H >> 8) << 8;
}
// The files of the attacked squares of either line.
static uint16_t words16_bishop_word(uint64_t diagonal, uint64_t antidiagonal) {
	uint16_t word = 0;
	for (int file = 0; file < 8; file++)
		word |= !!(diagonal & FILE_A << file) << file | !!(antidiagonal & FILE_A << file) << (8 + file);
	return word;
}
static void words16_fill(void) {
	TAKE("words16/rook/0", words16_rook_entries);
	TAKE("words16/bishop/0", words16_bishop_entries);
	FILL(rook, words16_rook_table[torus_index(&words16_rook_entries[sq], sq, occ)]
		|= words16_rook_word(turn(sq, attacks & ~rook_adjacent(sq))));
	FILL(bishop, const struct words16_bishop_entry *e = &words16_bishop_entries[sq];
		words16_bishop_table[words16_bishop_index(e, occ)] = words16_bishop_word(attacks & e->diagonal, attacks & e->antidiagonal));
}

static struct bytes_entry {
	uint64_t mask, factor, lines;
	uint32_t offset;
	uint16_t base;
	uint8_t shift;
} bytes_rook_entries[64], bytes_bishop_entries[64];
static uint8_t bytes_rook_numbers[ROOK_WORDS], bytes_bishop_numbers[BISHOP_WORDS];
static uint64_t bytes_sets[4900];

static inline uint64_t bytes_index(const struct bytes_entry *e, uint64_t occ) {
	return e->offset + (uint32_t)((occ & e->mask) * e->factor >> e->shift);
}
static inline uint64_t bytes_rook(int sq, uint64_t occ) {
	const struct bytes_entry *e = &bytes_rook_entries[sq];
	return bytes_sets[e->base + bytes_rook_numbers[bytes_index(e, occ)]] & e->lines;
}
static inline uint64_t bytes_bishop(int sq, uint64_t occ) {
	const struct bytes_entry *e = &bytes_bishop_entries[sq];
	return bytes_sets[e->base + bytes_bishop_numbers[bytes_index(e, occ)]] & e->lines;
}
QUEEN(bytes)
// The digits of a set's number are the lengths of its four rays.
static uint8_t bytes_number(int from, int sq, uint64_t attacks) {
	int n = 0;
	for (int d = from; d < from + 4; d++)
		if (ray(d, sq))
			n = n * __builtin_popcountll(ray(d, sq)) + __builtin_popcountll(attacks & ray(d, sq)) - 1;
	return n;
}
static void bytes_fill(void) {
	TAKE("bytes/rook/0", bytes_rook_entries);
	TAKE("bytes/bishop/0", bytes_bishop_entries);
	FILL(rook, const struct bytes_entry *e = &bytes_rook_entries[sq]; uint8_t n = bytes_number(NORTH, sq, attacks);
		bytes_rook_numbers[bytes_index(e, occ)] = n; bytes_sets[e->base + n] |= attacks);
	FILL(bishop, const struct bytes_entry *e = &bytes_bishop_entries[sq]; uint8_t n = bytes_number(NORTH_EAST, sq, attacks);
		bytes_bishop_numbers[bytes_index(e, occ)] = n; bytes_sets[e->base + n] |= attacks);
}

#define FANCYMAGIC(T) T(fancymagic) T(persquare) T(unchecked) T(dense) T(shared) \
	T(overlay) T(overlayadjacent) T(torus) T(torusgroups) T(bytes) T(words16)
