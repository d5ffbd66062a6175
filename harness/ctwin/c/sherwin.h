// Family sherwin.

static uint32_t sherwin_rook_rows[64][8][256];
static uint16_t sherwin_bishop_rows[64][6][64];
static uint64_t sherwin_rook_table[ROOK_WORDS], sherwin_bishop_table[BISHOP_WORDS];

static inline uint32_t sherwin_rook_index(int sq, uint64_t occ) {
	const uint32_t (*r)[256] = (const void *)sherwin_rook_rows[sq];
	return r[0][occ & 255] | r[1][occ >> 8 & 255] | r[2][occ >> 16 & 255] | r[3][occ >> 24 & 255] |
		r[4][occ >> 32 & 255] | r[5][occ >> 40 & 255] | r[6][occ >> 48 & 255] | r[7][occ >> 56];
}
static inline uint32_t sherwin_bishop_index(int sq, uint64_t occ) {
	const uint16_t (*r)[64] = (const void *)sherwin_bishop_rows[sq];
	return r[0][occ >> 9 & 63] | r[1][occ >> 17 & 63] | r[2][occ >> 25 & 63] |
		r[3][occ >> 33 & 63] | r[4][occ >> 41 & 63] | r[5][occ >> 49 & 63];
}
static inline uint64_t sherwin_rook(int sq, uint64_t occ) { return sherwin_rook_table[sherwin_rook_index(sq, occ)]; }
static inline uint64_t sherwin_bishop(int sq, uint64_t occ) { return sherwin_bishop_table[sherwin_bishop_index(sq, occ)]; }
QUEEN(sherwin)

// Squares with more relevant squares come first, so that each base is a multiple of the length of its part.
static void sherwin_bases(uint32_t bases[64], uint64_t (*mask)(int sq)) {
	uint32_t base = 0;
	for (int n = 12; n > 0; n--)
		for (int sq = 0; sq < 64; sq++)
			if (__builtin_popcountll(mask(sq)) == n) {
				bases[sq] = base;
				base += 1 << n;
			}
}
static void sherwin_fill(void) {
	uint32_t rook_bases[64], bishop_bases[64];
	sherwin_bases(rook_bases, rook_mask);
	sherwin_bases(bishop_bases, bishop_mask);
	for (int sq = 0; sq < 64; sq++) {
		uint64_t rook = rook_mask(sq), bishop = bishop_mask(sq);
		for (int i = 0; i < 8; i++)
			for (uint64_t v = 0; v < 256; v++)
				sherwin_rook_rows[sq][i][v] = (i ? 0 : rook_bases[sq]) | pack(v << 8 * i, rook);
		for (int i = 0; i < 6; i++)
			for (uint64_t v = 0; v < 64; v++)
				sherwin_bishop_rows[sq][i][v] = (i ? 0 : bishop_bases[sq]) | pack(v << (9 + 8 * i), bishop);
	}
	FILL(rook, sherwin_rook_table[sherwin_rook_index(sq, occ)] = attacks);
	FILL(bishop, sherwin_bishop_table[sherwin_bishop_index(sq, occ)] = attacks);
}

// volatile makes the bytes come from memory. The tables are those of sherwin, because the two are timed one after the other.
static inline uint64_t sherwinbytes_rook(int sq, uint64_t occ) {
	const uint32_t (*r)[256] = (const void *)sherwin_rook_rows[sq];
	volatile union { uint64_t occ; uint8_t rank[8]; } o = {occ};
	return sherwin_rook_table[r[0][o.rank[0]] | r[1][o.rank[1]] | r[2][o.rank[2]] | r[3][o.rank[3]] |
		r[4][o.rank[4]] | r[5][o.rank[5]] | r[6][o.rank[6]] | r[7][o.rank[7]]];
}
static inline uint64_t sherwinbytes_bishop(int sq, uint64_t occ) {
	const uint16_t (*r)[64] = (const void *)sherwin_bishop_rows[sq];
	volatile union { uint64_t occ; uint8_t rank[8]; } o = {occ};
	return sherwin_bishop_table[r[0][o.rank[1] >> 1 & 63] | r[1][o.rank[2] >> 1 & 63] | r[2][o.rank[3] >> 1 & 63] |
		r[3][o.rank[4] >> 1 & 63] | r[4][o.rank[5] >> 1 & 63] | r[5][o.rank[6] >> 1 & 63]];
}
QUEEN(sherwinbytes)
static void sherwinbytes_fill(void) { sherwin_fill(); }

static uint64_t sissy_supersets[64][256][8];
static struct { uint64_t rook, bishop; } sissy_lines[64];
static inline uint64_t sissy_queen(int sq, uint64_t occ) {
	const uint64_t (*t)[8] = (const void *)sissy_supersets[sq];
	return t[occ & 255][0] & t[occ >> 8 & 255][1] & t[occ >> 16 & 255][2] & t[occ >> 24 & 255][3] &
		t[occ >> 32 & 255][4] & t[occ >> 40 & 255][5] & t[occ >> 48 & 255][6] & t[occ >> 56][7];
}
static inline uint64_t sissy_rook(int sq, uint64_t occ) { return sissy_queen(sq, occ) & sissy_lines[sq].rook; }
static inline uint64_t sissy_bishop(int sq, uint64_t occ) { return sissy_queen(sq, occ) & sissy_lines[sq].bishop; }
static void sissy_fill(void) {
	for (int sq = 0; sq < 64; sq++) {
		sissy_lines[sq].rook = walk_rook(sq, 0);
		sissy_lines[sq].bishop = walk_bishop(sq, 0);
		for (uint64_t v = 0; v < 256; v++)
			for (int rank = 0; rank < 8; rank++)
				sissy_supersets[sq][v][rank] = walk_queen(sq, v << 8 * rank);
	}
}

#define SHERWIN(T) T(sherwin) T(sherwinbytes) T(sissy)
