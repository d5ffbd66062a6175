// Twins of timed loops of package techniques: the same questions, the same tables in the same layout, the same loops,
// in C. What a lookup costs beyond its twin is the price of Go; what both cost is the technique's.
//
// BATCH_SIZE is defined by who calls the compiler.
//
// Usage: twin FILE, where FILE holds the questions and the tables in the order of load, written by tables.go.
//
// The program greets with two lines, the compiler's version and what it can be asked for, as technique/piece/mode, and then
// answers lines
//
//	technique piece mode repetitions feedback
//
// by "checksum nanoseconds": the loop over all questions is run as many times as the line says, 1 to MAX_REPETITIONS,
// after one run that is not timed and warms the caches. The checksum, in hexadecimal like the feedback, is the sum modulo
// 2^64 of what the timed runs return, and in mode batch, where they return nothing, of the answers of the run before them: the
// exclusive or. Anything else is answered by a line that begins with "error".

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifdef __x86_64__
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

static struct dual_entry {
	uint64_t file, diagonal, b, antidiagonal;
} dual_entries[64];

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

// Rook and bishop at once, where that is more, or less, than one after the other.
struct pair { uint64_t rook, bishop; };
#define BOTH(technique) \
	static inline struct pair technique##_pair(int sq, uint64_t occ) { \
		return (struct pair){technique##_rook(sq, occ), technique##_bishop(sq, occ)}; \
	}
BOTH(fancymagic)
BOTH(quintessence)
#if defined(__BMI2__) && defined(__x86_64__)
BOTH(pext)
#endif

// The twin of package dual has its entries and the ranks of quintessence, which are those of dual too.
#ifdef __AVX2__
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
	int first = sq & 56;
	return (struct pair){
		(uint64_t)_mm_cvtsi128_si64(low) | (uint64_t)quintessence_ranks[occ >> first >> 1 & 63][sq & 7] << first,
		(uint64_t)_mm_extract_epi64(_mm_or_si128(low, high), 1),
	};
}
static inline uint64_t dual_queen(int sq, uint64_t occ) {
	struct pair p = dual_pair(sq, occ);
	return p.rook | p.bishop;
}
#endif

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
#define BOTH_LOOP(technique) \
	static uint64_t technique##_both(uint64_t feedback) { \
		uint64_t sum = 0; \
		(void)feedback; \
		for (uint64_t i = 0; i < questions; i++) { \
			struct pair answer = technique##_pair(squares[i], occs[i]); \
			sum ^= answer.rook - answer.bishop; \
		} \
		return sum; \
	}

// What a batch is answered by: n questions in, n answers out.
#define BATCH(lookup) \
	static void lookup##_batch(uint64_t *dst, const uint64_t *occ, const uint8_t *sq, uint64_t n) { \
		for (uint64_t i = 0; i < n; i++) \
			dst[i] = lookup(sq[i], occ[i]); \
	}
#define BATCHES(technique) BATCH(technique##_rook) BATCH(technique##_bishop) BATCH(technique##_queen)

PIECES(noop)
PIECES(classical)
PIECES(fancymagic)
PIECES(unchecked)
PIECES(quintessence)
BOTH_LOOP(fancymagic)
BOTH_LOOP(quintessence)
BATCHES(fancymagic)
#if defined(__BMI2__) && defined(__x86_64__)
PIECES(pext)
BOTH_LOOP(pext)
BATCHES(pext)
#endif
#ifdef __AVX2__
LOOPS(dual_queen)
BOTH_LOOP(dual)
#endif

#define ROW(technique, piece) \
	{#technique, #piece, "throughput", technique##_##piece##_throughput, NULL}, \
	{#technique, #piece, "latency", technique##_##piece##_latency, NULL}
#define ROWS(technique) ROW(technique, rook), ROW(technique, bishop), ROW(technique, queen)
#define BOTH_ROW(technique) {#technique, "queen", "both", technique##_both, NULL}
#define BATCH_ROW(technique, piece) {#technique, #piece, "batch", NULL, technique##_##piece##_batch}
#define BATCH_ROWS(technique) BATCH_ROW(technique, rook), BATCH_ROW(technique, bishop), BATCH_ROW(technique, queen)

static const struct kernel {
	const char *technique, *piece, *mode;
	uint64_t (*loop)(uint64_t feedback); // NULL in mode batch
	void (*batch)(uint64_t *dst, const uint64_t *occ, const uint8_t *sq, uint64_t n); // NULL in the others
} kernels[] = {
	ROWS(noop), ROWS(classical), ROWS(fancymagic), ROWS(unchecked), ROWS(quintessence),
	BOTH_ROW(fancymagic), BOTH_ROW(quintessence), BATCH_ROWS(fancymagic),
#if defined(__BMI2__) && defined(__x86_64__)
	ROWS(pext), BOTH_ROW(pext), BATCH_ROWS(pext),
#endif
#ifdef __AVX2__
	ROW(dual, queen), BOTH_ROW(dual),
#endif
};
#define KERNELS (sizeof kernels / sizeof kernels[0])

// Batches are answered into one place, one after the other; the exclusive or of all answers is taken only where it is wanted.
static uint64_t batches(const struct kernel *k, int want_sum) {
	static uint64_t answers[BATCH_SIZE];
	uint64_t sum = 0;
	for (uint64_t i = 0; i < questions; i += BATCH_SIZE) {
		uint64_t n = questions - i < BATCH_SIZE ? questions - i : BATCH_SIZE;
		k->batch(answers, occs + i, squares + i, n);
		for (uint64_t j = 0; want_sum && j < n; j++)
			sum ^= answers[j];
	}
	return sum;
}

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

static void make_dual(void) {
	for (int sq = 0; sq < 64; sq++)
		dual_entries[sq] = (struct dual_entry){quintessence_files[sq], quintessence_diagonals[sq].diagonal,
			UINT64_C(1) << sq, quintessence_diagonals[sq].antidiagonal};
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
	make_dual();
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
		if (kernels[k].batch)
			sum = batches(&kernels[k], 1);
		else
			kernels[k].loop(feedback);
		uint64_t start = nanoseconds();
		for (uint64_t r = 0; r < repetitions; r++)
			sum += kernels[k].batch ? batches(&kernels[k], 0) : kernels[k].loop(feedback);
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
		printf("%s/%s/%s ", kernels[k].technique, kernels[k].piece, kernels[k].mode);
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
