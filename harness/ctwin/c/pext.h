// Family pext.

struct softpext_entry { uint64_t mask, moves[6], offset; };

// Each step moves down the bits whose distance has one more binary digit: it works like PEXT.
static inline uint64_t softpext_extract(const uint64_t moves[6], uint64_t x) {
	for (int i = 0; i < 6; i++) {
		uint64_t move = x & moves[i];
		x = (x ^ move) | move >> (1 << i);
	}
	return x;
}
static inline uint64_t softpext_index(const struct softpext_entry *e, uint64_t occ) {
	return e->offset + softpext_extract(e->moves, occ & e->mask);
}
OWN_TABLES(softpext)
TAKE_ENTRIES(softpext)

#if defined(__BMI2__) && defined(__x86_64__)
struct pext_entry { uint64_t mask, offset; };
static inline uint64_t pext_index(const struct pext_entry *e, uint64_t occ) { return e->offset + _pext_u64(occ, e->mask); }
OWN_TABLES(pext)
TAKE_ENTRIES(pext)

// In C this is pext once more: gcc compiles the parts that package pextload leaves to the compiler there, too.
#define pextload_entry pext_entry
#define pextload_index pext_index
OWN_TABLES(pextload)
TAKE_ENTRIES(pextload)

static struct pdep_entry { uint64_t mask, lines, offset, unused; } pdep_rook_entries[64], pdep_bishop_entries[64];
static uint16_t pdep_rook_table[ROOK_WORDS], pdep_bishop_table[BISHOP_WORDS];
#define PDEP_SLOT(piece) pdep_##piece##_table[pdep_##piece##_entries[sq].offset + _pext_u64(occ, pdep_##piece##_entries[sq].mask)]
static inline uint64_t pdep_rook(int sq, uint64_t occ) { return _pdep_u64(PDEP_SLOT(rook), pdep_rook_entries[sq].lines); }
static inline uint64_t pdep_bishop(int sq, uint64_t occ) { return _pdep_u64(PDEP_SLOT(bishop), pdep_bishop_entries[sq].lines); }
QUEEN(pdep)
static void pdep_fill(void) {
	TAKE("pdep/rook/0", pdep_rook_entries);
	TAKE("pdep/bishop/0", pdep_bishop_entries);
	FILL(rook, PDEP_SLOT(rook) = pack(attacks, pdep_rook_entries[sq].lines));
	FILL(bishop, PDEP_SLOT(bishop) = pack(attacks, pdep_bishop_entries[sq].lines));
}
struct linepdep_line { uint64_t inner, line, offset; };
static struct linepdep_line linepdep_rooks[64][2], linepdep_bishops[64][2];
static uint8_t linepdep_table[8][64]; // by place in a row of eight squares, and inner squares
static inline uint64_t linepdep_pair(const struct linepdep_line pair[2], uint64_t occ) {
	const uint8_t *table = linepdep_table[0];
	return _pdep_u64(table[pair[0].offset + _pext_u64(occ, pair[0].inner)], pair[0].line) |
		_pdep_u64(table[pair[1].offset + _pext_u64(occ, pair[1].inner)], pair[1].line);
}
static inline uint64_t linepdep_rook(int sq, uint64_t occ) { return linepdep_pair(linepdep_rooks[sq], occ); }
static inline uint64_t linepdep_bishop(int sq, uint64_t occ) { return linepdep_pair(linepdep_bishops[sq], occ); }
QUEEN(linepdep)
static void linepdep_fill(void) {
	TAKE("linepdep/rook/0", linepdep_rooks);
	TAKE("linepdep/bishop/0", linepdep_bishops);
	for (int place = 0; place < 8; place++)
		for (uint64_t inner = 0; inner < 64; inner++)
			linepdep_table[place][inner] = walk_rook(place, inner << 1) & RANK_1;
}

#ifdef __AVX2__
static struct bitnetwork_entry { uint64_t mask, lines, first, outputs; } bitnetwork_rook_entries[64], bitnetwork_bishop_entries[64];
static uint64_t bitnetwork_rook_weights[896][4], bitnetwork_bishop_weights[560][4];
// Bits are counted nibble by nibble; a neuron fires on fewer than 4, and an output where more than 16 neurons do.
static inline uint64_t bitnetwork_attacks(const struct bitnetwork_entry *e, const uint64_t weights[][4], uint64_t occ) {
	const __m256i counts = _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
	const __m256i nibble = _mm256_set1_epi8(15), threshold = _mm256_set1_epi8(4);
	__m256i input = _mm256_set1_epi16((int16_t)_pext_u64(occ, e->mask));
	uint64_t outputs = 0;
	for (uint64_t t = 0; t < e->outputs; t++) {
		__m256i x = _mm256_xor_si256(input, _mm256_loadu_si256((const __m256i *)weights[e->first + t]));
		__m256i low = _mm256_shuffle_epi8(counts, _mm256_and_si256(x, nibble));
		__m256i high = _mm256_shuffle_epi8(counts, _mm256_and_si256(_mm256_srli_epi16(x, 4), nibble));
		uint32_t fires = (uint32_t)_mm256_movemask_epi8(_mm256_cmpgt_epi8(threshold, _mm256_add_epi8(low, high)));
		outputs |= (uint64_t)(__builtin_popcount(fires) > 16) << t;
	}
	return _pdep_u64(outputs, e->lines);
}
static inline uint64_t bitnetwork_rook(int sq, uint64_t occ) {
	return bitnetwork_attacks(&bitnetwork_rook_entries[sq], bitnetwork_rook_weights, occ);
}
static inline uint64_t bitnetwork_bishop(int sq, uint64_t occ) {
	return bitnetwork_attacks(&bitnetwork_bishop_entries[sq], bitnetwork_bishop_weights, occ);
}
QUEEN(bitnetwork)
// The reads of a square are its entry, the constants and then its weights.
static void bitnetwork_take(const char *piece, const struct bitnetwork_entry entries[64], uint64_t weights[][4]) {
	for (uint64_t t = 0; t < 14; t++) {
		static uint64_t of_squares[64][4];
		char name[32];
		snprintf(name, sizeof name, "bitnetwork/%s/%d", piece, (int)t + 2);
		for (int sq = 0, taken = 0; sq < 64; sq++)
			if (t < entries[sq].outputs) {
				if (!taken++)
					TAKE(name, of_squares);
				memcpy(weights[entries[sq].first + t], of_squares[sq], sizeof of_squares[sq]);
			}
	}
}
static void bitnetwork_fill(void) {
	TAKE("bitnetwork/rook/0", bitnetwork_rook_entries);
	TAKE("bitnetwork/bishop/0", bitnetwork_bishop_entries);
	bitnetwork_take("rook", bitnetwork_rook_entries, bitnetwork_rook_weights);
	bitnetwork_take("bishop", bitnetwork_bishop_entries, bitnetwork_bishop_weights);
}
#define BITNETWORK(T) T(bitnetwork)
#else
#define BITNETWORK(T)
#endif

#define BMI2(T) T(pext) T(pextload) T(pdep) T(linepdep) BITNETWORK(T)
#else
#define BMI2(T)
#endif

// The indices of every square's masks, kept up to date: the rook's in the lower half of 32 bits, the bishop's in the upper.
struct incremental_state { uint64_t words[32]; };
static struct incremental_state incremental_delta[64], incremental_empty;
static uint32_t incremental_rook_offsets[64], incremental_bishop_offsets[64];
static uint64_t incremental_rook_table[ROOK_WORDS], incremental_bishop_table[BISHOP_WORDS];
static inline void incremental_add(struct incremental_state *s, int sq) {
	for (int i = 0; i < 32; i++)
		s->words[i] |= incremental_delta[sq].words[i];
}
static inline void incremental_remove(struct incremental_state *s, int sq) {
	for (int i = 0; i < 32; i++)
		s->words[i] &= ~incremental_delta[sq].words[i];
}
static inline uint32_t incremental_half(const struct incremental_state *s, int sq) { return s->words[sq >> 1] >> (sq & 1) * 32; }
static inline uint64_t incremental_rook(const struct incremental_state *s, int sq) {
	return incremental_rook_table[incremental_rook_offsets[sq] + (incremental_half(s, sq) & 0xffff)];
}
static inline uint64_t incremental_bishop(const struct incremental_state *s, int sq) {
	return incremental_bishop_table[incremental_bishop_offsets[sq] + (incremental_half(s, sq) >> 16)];
}
static inline uint64_t incremental_queen(const struct incremental_state *s, int sq) {
	return incremental_rook(s, sq) | incremental_bishop(s, sq);
}
static void incremental_fill(void) {
	uint32_t rook_offset = 0, bishop_offset = 0;
	for (int sq = 0; sq < 64; sq++) {
		uint64_t rook = rook_mask(sq), bishop = bishop_mask(sq);
		incremental_rook_offsets[sq] = rook_offset, incremental_bishop_offsets[sq] = bishop_offset;
		rook_offset += 1u << __builtin_popcountll(rook), bishop_offset += 1u << __builtin_popcountll(bishop);
		for (int s = 0; s < 64; s++)
			incremental_delta[s].words[sq >> 1] |= (pack(B(s), rook) | pack(B(s), bishop) << 16) << (sq & 1) * 32;
	}
	FILL(rook, incremental_rook_table[incremental_rook_offsets[sq] + pack(occ, all)] = attacks);
	FILL(bishop, incremental_bishop_table[incremental_bishop_offsets[sq] + pack(occ, all)] = attacks);
}

#define PEXT(T) T(softpext) BMI2(T)
#define PEXT_STATES(T) T(incremental)
