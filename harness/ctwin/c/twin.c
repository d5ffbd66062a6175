// Twins of timed loops of package techniques: the same questions, the same tables in the same layout, the same loops,
// in C. What a lookup costs beyond its twin is the price of Go; what both cost is the technique's.
//
// Usage: twin FILE, where FILE holds the questions and the tables in the order of load, written by tables.go.
//
// The program greets with two lines, the compiler's version and the names of its techniques, and then answers lines
//
//	technique piece mode repetitions feedback
//
// by "checksum nanoseconds": the loop over all questions is run as many times as the line says, 1 to MAX_REPETITIONS,
// after one run that is not timed and warms the caches. The checksum, in hexadecimal like the feedback, is the sum modulo
// 2^64 of what the timed runs return. Anything else is answered by a line that begins with "error".

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#if defined(__BMI2__) && defined(__x86_64__)
#include <immintrin.h>
#endif

#define ROOK_WORDS 102400
#define BISHOP_WORDS 5248
#define MAX_REPETITIONS 1000000

static uint64_t questions;
static uint8_t *squares;
static uint64_t *occs;

static struct fancymagic_entry {
	uint64_t mask, factor, offset, shift;
} fancymagic_rook_entries[64], fancymagic_bishop_entries[64];
static uint64_t fancymagic_rook_table[ROOK_WORDS], fancymagic_bishop_table[BISHOP_WORDS];

static struct unchecked_entry {
	uint64_t mask, factor;
	const uint64_t *table;
	uint64_t shift;
} unchecked_rook_entries[64], unchecked_bishop_entries[64];

static struct pext_entry {
	uint64_t mask, offset;
} pext_rook_entries[64], pext_bishop_entries[64];
static uint64_t pext_rook_table[ROOK_WORDS], pext_bishop_table[BISHOP_WORDS];

static struct { uint64_t diagonal, antidiagonal; } quintessence_diagonals[64];
static uint64_t quintessence_files[64];
static uint8_t quintessence_ranks[64][8];

// The lookups are what their Go packages do. None masks its square to 0..63: C does not ask for it.

#define QUEEN(technique) \
	static inline uint64_t technique##_queen(int sq, uint64_t occ) { \
		return technique##_rook(sq, occ) | technique##_bishop(sq, occ); \
	}

static inline uint64_t noop_rook(int sq, uint64_t occ) { return occ + sq; }
static inline uint64_t noop_bishop(int sq, uint64_t occ) { return occ ^ sq; }
static inline uint64_t noop_queen(int sq, uint64_t occ) { return occ + sq; }

#define FILE_A UINT64_C(0x0101010101010101)
#define FILE_H (FILE_A << 7)

static inline uint64_t classical_rook(int sq, uint64_t occ) {
	uint64_t attacks = 0, b = UINT64_C(1) << sq;
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
	uint64_t attacks = 0, b = UINT64_C(1) << sq;
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

static inline uint64_t fancymagic_index(const struct fancymagic_entry *e, uint64_t occ) {
	return e->offset + ((occ & e->mask) * e->factor >> e->shift);
}
static inline uint64_t fancymagic_rook(int sq, uint64_t occ) {
	return fancymagic_rook_table[fancymagic_index(&fancymagic_rook_entries[sq], occ)];
}
static inline uint64_t fancymagic_bishop(int sq, uint64_t occ) {
	return fancymagic_bishop_table[fancymagic_index(&fancymagic_bishop_entries[sq], occ)];
}
QUEEN(fancymagic)

// The twin of package unchecked shares the table with that of fancymagic: it is the same table, and never is one timed while
// the other is.
static inline uint64_t unchecked_attacks(const struct unchecked_entry *e, uint64_t occ) {
	return e->table[(occ & e->mask) * e->factor >> e->shift];
}
static inline uint64_t unchecked_rook(int sq, uint64_t occ) {
	return unchecked_attacks(&unchecked_rook_entries[sq], occ);
}
static inline uint64_t unchecked_bishop(int sq, uint64_t occ) {
	return unchecked_attacks(&unchecked_bishop_entries[sq], occ);
}
QUEEN(unchecked)

#if defined(__BMI2__) && defined(__x86_64__)
static inline uint64_t pext_index(const struct pext_entry *e, uint64_t occ) {
	return e->offset + _pext_u64(occ, e->mask);
}
static inline uint64_t pext_rook(int sq, uint64_t occ) {
	return pext_rook_table[pext_index(&pext_rook_entries[sq], occ)];
}
static inline uint64_t pext_bishop(int sq, uint64_t occ) {
	return pext_bishop_table[pext_index(&pext_bishop_entries[sq], occ)];
}
QUEEN(pext)
#endif

static inline uint64_t quintessence_line(uint64_t line, uint64_t b, uint64_t occ) {
	uint64_t x = occ & line;
	return ((x - b) ^ __builtin_bswap64(__builtin_bswap64(x) - __builtin_bswap64(b))) & line;
}
static inline uint64_t quintessence_rook(int sq, uint64_t occ) {
	int first = sq & 56;
	return quintessence_line(quintessence_files[sq], UINT64_C(1) << sq, occ)
		| (uint64_t)quintessence_ranks[occ >> first >> 1 & 63][sq & 7] << first;
}
static inline uint64_t quintessence_bishop(int sq, uint64_t occ) {
	return quintessence_line(quintessence_diagonals[sq].diagonal, UINT64_C(1) << sq, occ)
		| quintessence_line(quintessence_diagonals[sq].antidiagonal, UINT64_C(1) << sq, occ);
}
QUEEN(quintessence)

// The loops of techniques/kernels.go.
#define LOOPS(lookup) \
	static uint64_t lookup##_throughput(uint64_t feedback) { \
		uint64_t sum = 0; \
		(void)feedback; \
		for (uint64_t i = 0; i < questions; i++) \
			sum ^= lookup(squares[i], occs[i]); \
		return sum; \
	} \
	static uint64_t lookup##_latency(uint64_t feedback) { \
		uint64_t sum = 0, answer = 0; \
		for (uint64_t i = 0; i < questions; i++) { \
			answer = lookup(squares[i], occs[i] | (answer & feedback)); \
			sum ^= answer; \
		} \
		return sum; \
	}
#define PIECES(technique) LOOPS(technique##_rook) LOOPS(technique##_bishop) LOOPS(technique##_queen)

PIECES(noop)
PIECES(classical)
PIECES(fancymagic)
PIECES(unchecked)
PIECES(quintessence)
#if defined(__BMI2__) && defined(__x86_64__)
PIECES(pext)
#endif

#define ROW(technique, piece) \
	{#technique, #piece, "throughput", technique##_##piece##_throughput}, \
	{#technique, #piece, "latency", technique##_##piece##_latency}
#define ROWS(technique) ROW(technique, rook), ROW(technique, bishop), ROW(technique, queen)

static const struct kernel {
	const char *technique, *piece, *mode;
	uint64_t (*loop)(uint64_t feedback);
} kernels[] = {
	ROWS(noop), ROWS(classical), ROWS(fancymagic), ROWS(unchecked), ROWS(quintessence),
#if defined(__BMI2__) && defined(__x86_64__)
	ROWS(pext),
#endif
};
#define KERNELS (sizeof kernels / sizeof kernels[0])

static void fail(const char *what) {
	fprintf(stderr, "%s\n", what);
	exit(1);
}

static void get(FILE *f, void *to, size_t size, size_t count) {
	if (!to || fread(to, size, count, f) != count)
		fail("the file of questions and tables is too short, or too large for the memory");
}
#define GET(f, to) get(f, to, sizeof *(to), 1)

// The entries of unchecked are those of fancymagic, with an address in place of an offset.
static void copy_to_unchecked(struct unchecked_entry to[64], const struct fancymagic_entry from[64], const uint64_t *table) {
	for (int sq = 0; sq < 64; sq++)
		to[sq] = (struct unchecked_entry){from[sq].mask, from[sq].factor, table + from[sq].offset, from[sq].shift};
}

static void load(const char *name) {
	FILE *f = fopen(name, "rb");
	if (!f)
		fail("cannot open the file of questions and tables");
	GET(f, &questions);
	get(f, squares = malloc(questions), 1, questions);
	get(f, occs = malloc(questions * sizeof *occs), sizeof *occs, questions);
	GET(f, &fancymagic_rook_entries);
	GET(f, &fancymagic_rook_table);
	GET(f, &fancymagic_bishop_entries);
	GET(f, &fancymagic_bishop_table);
	copy_to_unchecked(unchecked_rook_entries, fancymagic_rook_entries, fancymagic_rook_table);
	copy_to_unchecked(unchecked_bishop_entries, fancymagic_bishop_entries, fancymagic_bishop_table);
	GET(f, &pext_rook_entries);
	GET(f, &pext_rook_table);
	GET(f, &pext_bishop_entries);
	GET(f, &pext_bishop_table);
	GET(f, &quintessence_files);
	GET(f, &quintessence_diagonals);
	GET(f, &quintessence_ranks);
	if (fgetc(f) != EOF)
		fail("the file of questions and tables is too long");
	fclose(f);
}

static uint64_t nanoseconds(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

static void answer(const char *line) {
	char technique[32], piece[32], mode[32], rest;
	uint64_t repetitions, feedback;
	if (sscanf(line, "%31s %31s %31s %" SCNu64 " %" SCNx64 " %c",
			technique, piece, mode, &repetitions, &feedback, &rest) != 5) {
		puts("error want: technique piece mode repetitions feedback");
		return;
	}
	if (repetitions < 1 || repetitions > MAX_REPETITIONS) {
		printf("error want 1 to %d repetitions\n", MAX_REPETITIONS);
		return;
	}
	for (size_t k = 0; k < KERNELS; k++) {
		if (strcmp(kernels[k].technique, technique) || strcmp(kernels[k].piece, piece) || strcmp(kernels[k].mode, mode))
			continue;
		uint64_t sum = 0;
		kernels[k].loop(feedback);
		uint64_t start = nanoseconds();
		for (uint64_t r = 0; r < repetitions; r++)
			sum += kernels[k].loop(feedback);
		uint64_t spent = nanoseconds() - start;
		printf("%016" PRIx64 " %" PRIu64 "\n", sum, spent);
		return;
	}
	puts("error no such kernel");
}

int main(int argc, char **argv) {
	if (argc != 2)
		fail("want the name of the file of questions and tables");
	load(argv[1]);
	printf("%s\n", __VERSION__);
	for (size_t k = 0; k < KERNELS; k++)
		if (k == 0 || strcmp(kernels[k].technique, kernels[k - 1].technique))
			printf("%s ", kernels[k].technique);
	putchar('\n');
	fflush(stdout);
	for (;;) {
		// One answer per line, whatever is in it: what is too long to be a request is cut off.
		char line[256];
		size_t n = 0;
		int c;
		while ((c = getchar()) != '\n') {
			if (c == EOF)
				return 0;
			if (n < sizeof line - 1)
				line[n++] = (char)c;
		}
		line[n] = 0;
		answer(line);
		fflush(stdout);
	}
}
