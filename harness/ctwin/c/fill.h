// Family fill.

// FILLS defines a technique's lookups, given technique_up and technique_down, which fill along one line.
#define FILLS(technique) \
	static inline uint64_t technique##_rook(int sq, uint64_t occ) { \
		uint64_t s = B(sq), empty = ~occ; \
		return technique##_up(s, empty, 8) << 8 | technique##_down(s, empty, 8) >> 8 | \
			(technique##_up(s, empty & ~FILE_A, 1) << 1 & ~FILE_A) | (technique##_down(s, empty & ~FILE_H, 1) >> 1 & ~FILE_H); \
	} \
	static inline uint64_t technique##_bishop(int sq, uint64_t occ) { \
		uint64_t s = B(sq), empty = ~occ; \
		return (technique##_up(s, empty & ~FILE_A, 9) << 9 & ~FILE_A) | (technique##_down(s, empty & ~FILE_H, 9) >> 9 & ~FILE_H) | \
			(technique##_up(s, empty & ~FILE_H, 7) << 7 & ~FILE_H) | (technique##_down(s, empty & ~FILE_A, 7) >> 7 & ~FILE_A); \
	} \
	QUEEN(technique) \
	static void technique##_fill(void) {}

static inline uint64_t dumb7_up(uint64_t sliders, uint64_t free, int step) {
	uint64_t one = sliders << step & free, two = one << step & free, three = two << step & free;
	uint64_t four = three << step & free, five = four << step & free, six = five << step & free;
	return sliders | one | two | three | four | five | six;
}
static inline uint64_t dumb7_down(uint64_t sliders, uint64_t free, int step) {
	uint64_t one = sliders >> step & free, two = one >> step & free, three = two >> step & free;
	uint64_t four = three >> step & free, five = four >> step & free, six = five >> step & free;
	return sliders | one | two | three | four | five | six;
}
FILLS(dumb7)

static inline uint64_t koggestone_up(uint64_t sliders, uint64_t free, int step) {
	uint64_t g = sliders, p = free;
	g |= p & g << step;
	p &= p << step;
	g |= p & g << 2 * step;
	p &= p << 2 * step;
	return g | (p & g << 4 * step);
}
static inline uint64_t koggestone_down(uint64_t sliders, uint64_t free, int step) {
	uint64_t g = sliders, p = free;
	g |= p & g >> step;
	p &= p >> step;
	g |= p & g >> 2 * step;
	p &= p >> 2 * step;
	return g | (p & g >> 4 * step);
}
FILLS(koggestone)

#ifdef __AVX2__
// LANES defines a technique's lookups, given technique_lanes4 and technique_lanes2: the fills in the lanes of file, rank, diagonal
// and anti-diagonal at once, and in two of them.
#define LANES(technique) \
	static inline uint64_t technique##_rook(int sq, uint64_t occ) { return technique##_lanes2(B(sq), occ, 0); } \
	static inline uint64_t technique##_bishop(int sq, uint64_t occ) { return technique##_lanes2(B(sq), occ, 2); } \
	static inline uint64_t technique##_queen(int sq, uint64_t occ) { return technique##_lanes4(B(sq), occ); } \
	static void technique##_fill(void) {}

static const uint64_t lane_step[4] __attribute__((aligned(32))) = {8, 1, 9, 7};
static const uint64_t lane_last_up[4] __attribute__((aligned(32))) = {0, FILE_H, FILE_H, FILE_A};
static const uint64_t lane_last_down[4] __attribute__((aligned(32))) = {0, FILE_A, FILE_A, FILE_H};

static inline uint64_t either(__m128i lanes) {
	return (uint64_t)_mm_cvtsi128_si64(_mm_or_si128(lanes, _mm_unpackhi_epi64(lanes, lanes)));
}
static inline uint64_t any(__m256i lanes) {
	return either(_mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256(lanes, 1)));
}

#define AVXSHIFT(vector, load, set, and_not, or, shift_up, shift_down, from) \
	vector step = load((const vector *)(lane_step + from)), s = set((int64_t)sliders), o = set((int64_t)occ); \
	vector no_up = load((const vector *)(lane_last_up + from)), no_down = load((const vector *)(lane_last_down + from)); \
	vector up = shift_up(and_not(no_up, s), step), down = shift_down(and_not(no_down, s), step), all = or(up, down); \
	no_up = or(no_up, o); \
	no_down = or(no_down, o); \
	for (int i = 0; i < 6; i++) { \
		up = shift_up(and_not(no_up, up), step); \
		down = shift_down(and_not(no_down, down), step); \
		all = or(all, or(up, down)); \
	}
static inline uint64_t avxshift_lanes4(uint64_t sliders, uint64_t occ) {
	AVXSHIFT(__m256i, _mm256_load_si256, _mm256_set1_epi64x, _mm256_andnot_si256, _mm256_or_si256,
		_mm256_sllv_epi64, _mm256_srlv_epi64, 0)
	return any(all);
}
static inline uint64_t avxshift_lanes2(uint64_t sliders, uint64_t occ, int from) {
	AVXSHIFT(__m128i, _mm_load_si128, _mm_set1_epi64x, _mm_andnot_si128, _mm_or_si128, _mm_sllv_epi64, _mm_srlv_epi64, from)
	return either(all);
}
LANES(avxshift)

// A step up that has left the board lands on a square from which a step down would leave the board.
#define KOGGESTONEAVX2(vector, load, set, and, and_not, or, add, shift_up, shift_down, from) \
	vector step = load((const vector *)(lane_step + from)), steps = step, s = set((int64_t)sliders), free = set((int64_t)~occ); \
	vector first_up = load((const vector *)(lane_last_down + from)), first_down = load((const vector *)(lane_last_up + from)); \
	vector up = s, down = s, p = and_not(first_up, free), q = and_not(first_down, free); \
	for (int i = 0; i < 3; i++) { \
		up = or(up, and(p, shift_up(up, steps))); \
		down = or(down, and(q, shift_down(down, steps))); \
		p = and(p, shift_up(p, steps)); \
		q = and(q, shift_down(q, steps)); \
		steps = add(steps, steps); \
	} \
	vector all = or(and_not(first_up, shift_up(up, step)), and_not(first_down, shift_down(down, step)));
static inline uint64_t koggestoneavx2_lanes4(uint64_t sliders, uint64_t occ) {
	KOGGESTONEAVX2(__m256i, _mm256_load_si256, _mm256_set1_epi64x, _mm256_and_si256, _mm256_andnot_si256, _mm256_or_si256,
		_mm256_add_epi64, _mm256_sllv_epi64, _mm256_srlv_epi64, 0)
	return any(all);
}
static inline uint64_t koggestoneavx2_lanes2(uint64_t sliders, uint64_t occ, int from) {
	KOGGESTONEAVX2(__m128i, _mm_load_si128, _mm_set1_epi64x, _mm_and_si128, _mm_andnot_si128, _mm_or_si128,
		_mm_add_epi64, _mm_sllv_epi64, _mm_srlv_epi64, from)
	return either(all);
}
LANES(koggestoneavx2)
#define AVX2_FILLS(T) T(avxshift) T(koggestoneavx2)
#else
#define AVX2_FILLS(T)
#endif

#define FILL_FAMILY(T) T(dumb7) T(koggestone) AVX2_FILLS(T)
