// The controls.

static inline uint64_t noop_rook(int sq, uint64_t occ) { return occ + sq; }
static inline uint64_t noop_bishop(int sq, uint64_t occ) { return occ ^ sq; }
static inline uint64_t noop_queen(int sq, uint64_t occ) { return occ + sq; }
static void noop_fill(void) {}

static uint64_t load_table[512];
static inline uint64_t load_rook(int sq, uint64_t occ) { return load_table[(sq + occ) & 511]; }
static inline uint64_t load_bishop(int sq, uint64_t occ) { return load_table[(sq ^ occ) & 511]; }
static inline uint64_t load_queen(int sq, uint64_t occ) { return load_table[(sq + occ) & 511]; }
static void load_fill(void) {
	for (uint64_t i = 0; i < 512; i++)
		load_table[i] = i * UINT64_C(0x9e3779b97f4a7c15);
}

static void walk_fill(void) {} // walk is in board.h

#define CONTROLS(T) T(noop) T(load) T(walk)
