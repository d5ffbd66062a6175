// Family firstrank.

// SUBLINES runs a statement for every subset occ of the line through sq in a direction, the square itself among them, whose attacks
// are in attacks.
#define SUBLINES(direction, ...) \
	SUBSETS(line(direction, sq) | B(sq), uint64_t attacks = walk(direction, sq, occ) | walk(direction ^ 1, sq, occ); __VA_ARGS__)

// The relevant squares of a line.
static uint64_t line_mask(int direction, int sq) { return line(direction, sq) & mask(direction & ~1, (direction & ~1) + 2, sq); }

static inline uint64_t rank_index(int sq, uint64_t occ) { return occ >> ((sq & 56) + 1) & 63; }

struct diagonal_pair { uint64_t diagonal, antidiagonal; };

// TWO_SLOTS defines a technique that adds or joins one word for each line of a piece, given the indices technique_file(sq, occ) and
// technique_diagonal(line, occ), and a diagonal's line, with or without its ends.
#define TWO_SLOTS(technique, file_slots, diagonal_slots, antidiagonal_slots, line_of, joined) \
	static struct diagonal_pair technique##_diagonals[64]; \
	static struct { uint64_t rank[64], file[file_slots]; } technique##_rook_table[64]; \
	static struct { uint64_t diagonal[diagonal_slots], antidiagonal[antidiagonal_slots]; } technique##_bishop_table[64]; \
	static inline uint64_t technique##_rook(int sq, uint64_t occ) { \
		return technique##_rook_table[sq].rank[rank_index(sq, occ)] joined technique##_rook_table[sq].file[technique##_file(sq, occ)]; \
	} \
	static inline uint64_t technique##_bishop(int sq, uint64_t occ) { \
		return technique##_bishop_table[sq].diagonal[technique##_diagonal(technique##_diagonals[sq].diagonal, occ)] joined \
			technique##_bishop_table[sq].antidiagonal[technique##_antidiagonal(technique##_diagonals[sq].antidiagonal, occ)]; \
	} \
	QUEEN(technique) \
	static void technique##_fill_slots(void) { \
		for (int sq = 0; sq < 64; sq++) { \
			technique##_diagonals[sq] = (struct diagonal_pair){line_of(NORTH_EAST, sq), line_of(NORTH_WEST, sq)}; \
			SUBLINES(EAST, technique##_rook_table[sq].rank[rank_index(sq, occ)] = attacks); \
			SUBLINES(NORTH, technique##_rook_table[sq].file[technique##_file(sq, occ)] = attacks); \
			SUBLINES(NORTH_EAST, technique##_bishop_table[sq] \
				.diagonal[technique##_diagonal(technique##_diagonals[sq].diagonal, occ)] = attacks); \
			SUBLINES(NORTH_WEST, technique##_bishop_table[sq] \
				.antidiagonal[technique##_antidiagonal(technique##_diagonals[sq].antidiagonal, occ)] = attacks); \
		} \
	}

static inline uint64_t kindergarten_file(int sq, uint64_t occ) { return (occ >> (sq & 7) & FILE_A) * DIAGONAL >> 57 & 63; }
static inline uint64_t kindergarten_diagonal(uint64_t line, uint64_t occ) { return (occ & line) * FILE_A >> 57 & 63; }
#define kindergarten_antidiagonal kindergarten_diagonal
TWO_SLOTS(kindergarten, 64, 64, 64, line, |)
static void kindergarten_fill(void) { kindergarten_fill_slots(); }

#define C2_TO_H7 UINT64_C(0x0080402010080400)
static inline uint64_t kgssb_file(int sq, uint64_t occ) {
	return (occ >> (sq & 7) & UINT64_C(0x0001010101010100)) * C2_TO_H7 >> 58;
}
static inline uint64_t kgssb_diagonal(uint64_t mask, uint64_t occ) { return (occ & mask) * UINT64_C(0x0002020202020200) >> 58; }
#define kgssb_antidiagonal kgssb_diagonal
TWO_SLOTS(kgssb, 64, 64, 64, line_mask, +)
static void kgssb_fill(void) { kgssb_fill_slots(); }

static inline uint64_t collapsed_file(int sq, uint64_t occ) {
	uint64_t x = occ >> (sq & 7) & FILE_A;
	x |= x >> 7;
	x |= x >> 14;
	x |= x >> 28;
	return x >> 1 & 63;
}
static inline uint64_t collapsed_diagonal(uint64_t mask, uint64_t occ) {
	uint64_t x = occ & mask;
	x |= x >> 32;
	x |= x >> 16;
	x |= x >> 8;
	return x >> 1 & 63;
}
#define collapsed_antidiagonal collapsed_diagonal
TWO_SLOTS(collapsed, 64, 64, 64, line_mask, |)
static void collapsed_fill(void) { collapsed_fill_slots(); }

static uint64_t kindergarten32_files[64];
static inline uint64_t kindergarten32_file(int sq, uint64_t occ) {
	uint64_t x = occ & kindergarten32_files[sq];
	return ((uint32_t)x | (uint32_t)(x >> 32) << 3) * UINT32_C(0x01041041) >> 26;
}
static inline uint64_t kindergarten32_diagonal(uint64_t mask, uint64_t occ) {
	uint64_t x = occ & mask;
	return ((uint32_t)x | (uint32_t)(x >> 32)) * UINT32_C(0x02020202) >> 26;
}
#define kindergarten32_antidiagonal kindergarten32_diagonal
TWO_SLOTS(kindergarten32, 64, 64, 64, line_mask, |)
static void kindergarten32_fill(void) {
	for (int sq = 0; sq < 64; sq++)
		kindergarten32_files[sq] = line_mask(NORTH, sq);
	kindergarten32_fill_slots();
}

static uint64_t modulo_files[64];
static inline uint64_t modulo_file(int sq, uint64_t occ) { return (occ & modulo_files[sq]) % 73; }
static inline uint64_t modulo_diagonal(uint64_t mask, uint64_t occ) { return (occ & mask) % 85; }
static inline uint64_t modulo_antidiagonal(uint64_t mask, uint64_t occ) { return (occ & mask) % 65; }
TWO_SLOTS(modulo, 73, 85, 65, line_mask, |)
static void modulo_fill(void) {
	for (int sq = 0; sq < 64; sq++)
		modulo_files[sq] = line_mask(NORTH, sq);
	modulo_fill_slots();
}

#if defined(__BMI2__) && defined(__x86_64__)
static uint64_t splitpext_files[64];
static inline uint64_t splitpext_file(int sq, uint64_t occ) { return _pext_u64(occ, splitpext_files[sq]); }
static inline uint64_t splitpext_diagonal(uint64_t mask, uint64_t occ) { return _pext_u64(occ, mask); }
#define splitpext_antidiagonal splitpext_diagonal
TWO_SLOTS(splitpext, 64, 64, 64, line_mask, |)
static void splitpext_fill(void) {
	for (int sq = 0; sq < 64; sq++)
		splitpext_files[sq] = line_mask(NORTH, sq);
	splitpext_fill_slots();
}
#define BMI2_FIRSTRANK(T) T(splitpext)
#else
#define BMI2_FIRSTRANK(T)
#endif

#define FILE_B (FILE_A << 1)
static struct diagonal_pair preschool_diagonals[64];
static uint64_t preschool_rook_table[64][4096], preschool_bishop_table[64][4096];
static inline uint64_t *preschool_rook_slot(int sq, uint64_t occ) {
	uint64_t rank = occ >> ((sq & 56) + 1) & 63, file = (occ >> (sq & 7) & FILE_A) * C2_TO_H7 >> 58;
	return &preschool_rook_table[sq][file << 6 | rank];
}
static inline uint64_t *preschool_bishop_slot(int sq, uint64_t occ) {
	const struct diagonal_pair *d = &preschool_diagonals[sq];
	return &preschool_bishop_table[sq][(occ & d->antidiagonal) * FILE_B >> 58 << 6 | (occ & d->diagonal) * FILE_B >> 58];
}
static inline uint64_t preschool_rook(int sq, uint64_t occ) { return *preschool_rook_slot(sq, occ); }
static inline uint64_t preschool_bishop(int sq, uint64_t occ) { return *preschool_bishop_slot(sq, occ); }
QUEEN(preschool)
static void preschool_fill(void) {
	for (int sq = 0; sq < 64; sq++)
		preschool_diagonals[sq] = (struct diagonal_pair){line_mask(NORTH_EAST, sq), line_mask(NORTH_WEST, sq)};
	FILL(rook, *preschool_rook_slot(sq, occ) = *preschool_rook_slot(sq, occ | B(sq)) = attacks);
	FILL(bishop, *preschool_bishop_slot(sq, occ) = attacks);
}

// FILLED_UP defines a technique that cuts ranks and diagonals out of ranks repeated on all ranks, given technique_file_slot(sq, occ),
// the slot of the attacks within the a-file, and technique_index(line, occ) for a diagonal.
#define FILLED_UP(technique) \
	static struct diagonal_pair technique##_diagonals[64]; \
	static uint64_t technique##_ranks[8][64]; \
	static inline uint64_t technique##_rook(int sq, uint64_t occ) { \
		return (technique##_ranks[sq & 7][rank_index(sq, occ)] & RANK_1 << (sq & 56)) | \
			*technique##_file_slot(sq, occ) << (sq & 7); \
	} \
	static inline uint64_t technique##_bishop(int sq, uint64_t occ) { \
		const struct diagonal_pair *d = &technique##_diagonals[sq]; \
		const uint64_t *up = technique##_ranks[sq & 7]; \
		return (up[technique##_index(d->diagonal, occ)] & d->diagonal) | \
			(up[technique##_index(d->antidiagonal, occ)] & d->antidiagonal); \
	} \
	QUEEN(technique) \
	static void technique##_fill_slots(void) { \
		for (int sq = 0; sq < 64; sq++) \
			technique##_diagonals[sq] = (struct diagonal_pair){line(NORTH_EAST, sq), line(NORTH_WEST, sq)}; \
		for (int i = 0; i < 8; i++) { \
			int sq = i; \
			SUBLINES(EAST, technique##_ranks[i][rank_index(sq, occ)] = attacks * FILE_A); \
			sq = 8 * i; \
			SUBLINES(NORTH, *technique##_file_slot(sq, occ) = attacks); \
		} \
	}

static uint64_t fillup_file_a[8][64];
static inline uint64_t fillup_file_index(int sq, uint64_t occ) { return (occ >> (sq & 7) & FILE_A) * C2_TO_H7 >> 58; }
static inline uint64_t *fillup_file_slot(int sq, uint64_t occ) { return &fillup_file_a[sq >> 3][fillup_file_index(sq, occ)]; }
static inline uint64_t fillup_index(uint64_t line, uint64_t occ) { return (occ & line) * FILE_B >> 58; }
FILLED_UP(fillup)
static void fillup_fill(void) { fillup_fill_slots(); }

#define A2_TO_A7 UINT64_C(0x0001010101010100)
static struct compressed_entry { uint64_t factor, offset; } compressed_entries[8];
static uint64_t compressed_file_a[192];
static inline uint64_t *compressed_file_slot(int sq, uint64_t occ) {
	const struct compressed_entry *e = &compressed_entries[sq >> 3];
	return &compressed_file_a[e->offset + ((occ >> (sq & 7) & A2_TO_A7) * e->factor >> (e->factor >> 58))];
}
#define compressed_index fillup_index
FILLED_UP(compressed)
static void compressed_fill(void) {
	static struct compressed_entry entries[64];
	TAKE("compressed/rook/1", entries);
	for (int rank = 0; rank < 8; rank++)
		compressed_entries[rank] = entries[8 * rank];
	compressed_fill_slots();
}

static uint64_t castingout_file_a[8][64];
static inline uint64_t *castingout_file_slot(int sq, uint64_t occ) {
	return &castingout_file_a[sq >> 3][(occ >> (sq & 7) & A2_TO_A7) % 127 >> 1];
}
static inline uint64_t castingout_index(uint64_t line, uint64_t occ) { return (occ & line) % 255 >> 1 & 63; }
FILLED_UP(castingout)
static void castingout_fill(void) { castingout_fill_slots(); }

static struct diagonal_pair sharedrank_diagonals[64];
static uint8_t sharedrank_attacks[8][64];
static inline uint64_t sharedrank_rook(int sq, uint64_t occ) {
	uint64_t rank = (uint64_t)sharedrank_attacks[sq & 7][rank_index(sq, occ)] << (sq & 56);
	return rank | (sharedrank_attacks[sq >> 3 ^ 7][fillup_file_index(sq, occ)] * DIAGONAL & FILE_H) >> ((sq & 7) ^ 7);
}
static inline uint64_t sharedrank_bishop(int sq, uint64_t occ) {
	const struct diagonal_pair *d = &sharedrank_diagonals[sq];
	const uint8_t *attacks = sharedrank_attacks[sq & 7];
	return (attacks[fillup_index(d->diagonal, occ)] * FILE_A & d->diagonal) |
		(attacks[fillup_index(d->antidiagonal, occ)] * FILE_A & d->antidiagonal);
}
QUEEN(sharedrank)
static void sharedrank_fill(void) {
	for (int sq = 0; sq < 64; sq++)
		sharedrank_diagonals[sq] = (struct diagonal_pair){line(NORTH_EAST, sq), line(NORTH_WEST, sq)};
	for (int file = 0; file < 8; file++)
		for (uint64_t inner = 0; inner < 64; inner++)
			sharedrank_attacks[file][inner] = walk_rook(file, inner << 1) & RANK_1;
}

static struct { uint64_t near_rank, rank, near_file, file; } exploding_rook_starts[64];
static struct { uint64_t near, lines; } exploding_bishop_starts[64];
static inline uint64_t explode(uint64_t near, uint64_t lines, uint64_t free, int down, uint64_t factor) {
	uint64_t attacks = near, wave = near;
	for (int i = 0; i < 6; i++) {
		wave = ((wave & free) >> down) * factor & lines;
		attacks |= wave;
	}
	return attacks;
}
// A carry would go to the next square of the line, so no square may be reached twice.
static inline uint64_t explode_rank(uint64_t near, uint64_t rank, uint64_t free) {
	uint64_t attacks = near, wave = near;
	for (int i = 0; i < 6; i++) {
		wave = ((wave & free) >> 1) * (B(2) | 1) & rank & ~attacks;
		attacks |= wave;
	}
	return attacks;
}
static inline uint64_t exploding_rook(int sq, uint64_t occ) {
	return explode_rank(exploding_rook_starts[sq].near_rank, exploding_rook_starts[sq].rank, ~occ) |
		explode(exploding_rook_starts[sq].near_file, exploding_rook_starts[sq].file, ~occ, 8, B(16) | 1);
}
static inline uint64_t exploding_bishop(int sq, uint64_t occ) {
	return explode(exploding_bishop_starts[sq].near, exploding_bishop_starts[sq].lines, ~occ, 9, B(18) | B(16) | B(2) | 1);
}
QUEEN(exploding)
static void exploding_fill(void) {
	for (int sq = 0; sq < 64; sq++) {
		exploding_rook_starts[sq].rank = line(EAST, sq);
		exploding_rook_starts[sq].near_rank = rook_adjacent(sq) & line(EAST, sq);
		exploding_rook_starts[sq].file = line(NORTH, sq);
		exploding_rook_starts[sq].near_file = rook_adjacent(sq) & line(NORTH, sq);
		exploding_bishop_starts[sq].near = bishop_adjacent(sq);
		exploding_bishop_starts[sq].lines = walk_bishop(sq, 0);
	}
}

static struct foldinghash_entry {
	uint64_t outside;
	uint32_t factor, offset;
} foldinghash_entries[64][4]; // rank, file, diagonal, antidiagonal
static uint64_t foldinghash_table[8192];
static inline uint64_t *foldinghash_slot(const struct foldinghash_entry *e, uint64_t occ) {
	uint64_t x = occ | e->outside;
	return &foldinghash_table[((((uint32_t)(x >> 32) ^ 3 * (uint32_t)x) * e->factor >> (32 - 6)) + e->offset) & 8191];
}
static inline uint64_t foldinghash_rook(int sq, uint64_t occ) {
	return *foldinghash_slot(&foldinghash_entries[sq][0], occ) | *foldinghash_slot(&foldinghash_entries[sq][1], occ);
}
static inline uint64_t foldinghash_bishop(int sq, uint64_t occ) {
	return *foldinghash_slot(&foldinghash_entries[sq][2], occ) | *foldinghash_slot(&foldinghash_entries[sq][3], occ);
}
QUEEN(foldinghash)
static void foldinghash_fill(void) {
	static struct foldinghash_entry entries[4][64];
	TAKE("foldinghash/rook/0", entries[0]);
	TAKE("foldinghash/rook/2", entries[1]);
	TAKE("foldinghash/bishop/0", entries[2]);
	TAKE("foldinghash/bishop/2", entries[3]);
	for (int sq = 0; sq < 64; sq++) {
		for (int i = 0; i < 4; i++)
			foldinghash_entries[sq][i] = entries[i][sq];
		SUBLINES(EAST, *foldinghash_slot(&foldinghash_entries[sq][0], occ) = attacks);
		SUBLINES(NORTH, *foldinghash_slot(&foldinghash_entries[sq][1], occ) = attacks);
		SUBLINES(NORTH_EAST, *foldinghash_slot(&foldinghash_entries[sq][2], occ) = attacks);
		SUBLINES(NORTH_WEST, *foldinghash_slot(&foldinghash_entries[sq][3], occ) = attacks);
	}
}

#define FIRSTRANK(T) T(kindergarten) T(kindergarten32) T(collapsed) T(kgssb) T(sharedrank) \
	T(modulo) BMI2_FIRSTRANK(T) T(preschool) T(fillup) T(compressed) T(castingout) T(exploding) T(foldinghash)

static uint64_t rotated_ranks[64][64], rotated_files[64][64], rotated_diagonals[64][64], rotated_antidiagonals[64][64];
static inline int rank_position(int sq) { return sq; }
static inline int file_position(int sq) { return sq >> 3 | (sq & 7) << 3; }
static inline int diagonal_position(int sq) { return 57 * sq & 63; }
static inline int antidiagonal_position(int sq) { return 9 * sq & 63; }
static inline uint64_t rotated_inner(uint64_t rotated, int position) { return rotated >> ((position & 56) + 1) & 63; }

struct rotated_state { uint64_t ranks, files, diagonals, antidiagonals; };
static struct rotated_state rotated_empty;
static inline void rotated_add(struct rotated_state *s, int sq) {
	s->ranks |= B(sq);
	s->files |= B(file_position(sq));
	s->diagonals |= B(diagonal_position(sq));
	s->antidiagonals |= B(antidiagonal_position(sq));
}
static inline void rotated_remove(struct rotated_state *s, int sq) {
	s->ranks &= ~B(sq);
	s->files &= ~B(file_position(sq));
	s->diagonals &= ~B(diagonal_position(sq));
	s->antidiagonals &= ~B(antidiagonal_position(sq));
}
static inline uint64_t rotated_rook(const struct rotated_state *s, int sq) {
	return rotated_ranks[sq][rotated_inner(s->ranks, sq)] | rotated_files[sq][rotated_inner(s->files, sq << 3)];
}
static inline uint64_t rotated_bishop(const struct rotated_state *s, int sq) {
	return rotated_diagonals[sq][rotated_inner(s->diagonals, diagonal_position(sq))] |
		rotated_antidiagonals[sq][rotated_inner(s->antidiagonals, antidiagonal_position(sq))];
}
static inline uint64_t rotated_queen(const struct rotated_state *s, int sq) { return rotated_rook(s, sq) | rotated_bishop(s, sq); }
// A row of a rotated board holds a line, and other squares that make no difference.
static void rotated_fill_line(uint64_t table[64][64], int (*position)(int sq), int direction) {
	for (int sq = 0; sq < 64; sq++)
		for (uint64_t key = 0; key < 64; key++) {
			uint64_t occ = 0;
			for (uint64_t x = line(direction, sq); x; x &= x - 1)
				occ |= (key << 1 >> (position(__builtin_ctzll(x)) & 7) & 1) << __builtin_ctzll(x);
			table[sq][key] = walk(direction, sq, occ) | walk(direction ^ 1, sq, occ);
		}
}
static void rotated_fill(void) {
	rotated_fill_line(rotated_ranks, rank_position, EAST);
	rotated_fill_line(rotated_files, file_position, NORTH);
	rotated_fill_line(rotated_diagonals, diagonal_position, NORTH_EAST);
	rotated_fill_line(rotated_antidiagonals, antidiagonal_position, NORTH_WEST);
}

#define FIRSTRANK_STATES(T) T(rotated)
