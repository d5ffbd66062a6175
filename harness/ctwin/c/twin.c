// Twins of timed loops of package techniques: the same questions, the same tables in the same layout, the same loops,
// in C. The difference between a lookup and its twin is the cost of Go; the rest is the cost of the technique.
//
// The lookups are in one header for each family. None masks its square to 0..63: C does not need it.
//
// The caller of the compiler defines BATCH_SIZE.
//
// Usage: twin FILE, where FILE holds the questions, the moves and the facts in the order of load, written by facts.go.
//
// The program first writes two lines, the compiler's version and the list of its loops, as technique/piece/mode, and then
// answers lines
//
//	technique piece mode repetitions feedback
//
// by "checksum nanoseconds": it runs the loop over all questions as many times as the line says, 1 to MAX_REPETITIONS,
// after one run that is not timed and warms the caches. The checksum, in hexadecimal like the feedback, is the sum modulo
// 2^64 of the results of the timed runs. In mode batch, in which they have no result, it is the exclusive or of the answers of the
// run before them. The answer to any other line begins with "error". Tables are filled at their first use.

#include <time.h>
#ifdef __x86_64__
#include <immintrin.h>
#endif

#include "board.h"
#include "controls.h"
#include "classical.h"
#include "magic.h"
#include "fancymagic.h"
#include "pext.h"
#include "sherwin.h"
#include "hyperbola.h"
#include "fill.h"
#include "firstrank.h"
#include "others.h"

#define TECHNIQUES(T) CONTROLS(T) CLASSICAL(T) MAGIC(T) FANCYMAGIC(T) PEXT(T) SHERWIN(T) HYPERBOLA(T) \
	FILL_FAMILY(T) FIRSTRANK(T) OTHERS(T)

// Techniques that keep a state from move to move, and answer from it alone.
#define STATES(T) PEXT_STATES(T) HYPERBOLA_STATES(T) FIRSTRANK_STATES(T) OTHERS_STATES(T)

#define MAX_REPETITIONS 1000000

static uint64_t questions;
static uint8_t *squares;
static uint64_t *occs;

// Moves, as in techniques.Replay: each change is followed by a number of lookups.
static uint64_t replay_occ, replay_lookups, replay_changes;
static struct { uint64_t off, on; } *changes;
static uint8_t *replay_squares;

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
#define BOTH(technique) \
	static inline struct pair technique##_pair(int sq, uint64_t occ) { \
		return (struct pair){technique##_rook(sq, occ), technique##_bishop(sq, occ)}; \
	} \
	BOTH_LOOP(technique)
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

// The state of a technique, from the empty board to the end of the replay.
#define STATE_LOOP(technique, piece) \
	static uint64_t technique##_##piece##_incremental(uint64_t feedback) { \
		static struct technique##_state s; \
		uint64_t sum = 0; \
		(void)feedback; \
		technique##_prepare(&s); \
		const uint8_t *sq = replay_squares; \
		for (uint64_t i = 0; i < replay_changes; i++) { \
			for (uint64_t off = changes[i].off; off; off &= off - 1) \
				technique##_remove(&s, __builtin_ctzll(off)); \
			for (uint64_t on = changes[i].on; on; on &= on - 1) \
				technique##_add(&s, __builtin_ctzll(on)); \
			for (uint64_t j = 0; j < replay_lookups; j++) \
				sum ^= technique##_##piece(&s, *sq++); \
		} \
		return sum; \
	}
#define STATE_LOOPS(technique) \
	static void technique##_prepare(struct technique##_state *s) { \
		*s = technique##_empty; \
		for (uint64_t x = replay_occ; x; x &= x - 1) \
			technique##_add(s, __builtin_ctzll(x)); \
	} \
	STATE_LOOP(technique, rook) STATE_LOOP(technique, bishop) STATE_LOOP(technique, queen)

// The functions that answer a batch: n questions in, n answers out.
#define BATCH(lookup) \
	static void lookup##_batch(uint64_t *dst, const uint64_t *occ, const uint8_t *sq, uint64_t n) { \
		for (uint64_t i = 0; i < n; i++) \
			dst[i] = lookup(sq[i], occ[i]); \
	}
#define BATCHES(technique) BATCH(technique##_rook) BATCH(technique##_bishop) BATCH(technique##_queen)

// The tables are filled once.
#define READY(technique) \
	static void technique##_ready(void) { \
		static int ready; \
		if (!ready) \
			technique##_fill(); \
		ready = 1; \
	}

TECHNIQUES(PIECES)
TECHNIQUES(READY)
STATES(STATE_LOOPS)
STATES(READY)
BOTH(fancymagic)
BOTH(quintessence)
BATCHES(fancymagic)
#if defined(__BMI2__) && defined(__x86_64__)
BOTH(pext)
BATCHES(pext)
#endif
#ifdef __AVX2__
LOOPS(dual_queen)
BOTH_LOOP(dual)
READY(dual)
#endif

#define ROW(technique, piece) \
	{#technique, #piece, "throughput", technique##_ready, technique##_##piece##_throughput, NULL}, \
	{#technique, #piece, "latency", technique##_ready, technique##_##piece##_latency, NULL},
#define ROWS(technique) ROW(technique, rook) ROW(technique, bishop) ROW(technique, queen)
#define STATE_ROW(technique, piece) {#technique, #piece, "incremental", technique##_ready, technique##_##piece##_incremental, NULL},
#define STATE_ROWS(technique) STATE_ROW(technique, rook) STATE_ROW(technique, bishop) STATE_ROW(technique, queen)
#define BOTH_ROW(technique) {#technique, "queen", "both", technique##_ready, technique##_both, NULL},
#define BATCH_ROW(technique, piece) {#technique, #piece, "batch", technique##_ready, NULL, technique##_##piece##_batch},
#define BATCH_ROWS(technique) BATCH_ROW(technique, rook) BATCH_ROW(technique, bishop) BATCH_ROW(technique, queen)

static const struct kernel {
	const char *technique, *piece, *mode;
	void (*ready)(void);
	uint64_t (*loop)(uint64_t feedback); // NULL in mode batch
	void (*batch)(uint64_t *dst, const uint64_t *occ, const uint8_t *sq, uint64_t n); // NULL in the others
} kernels[] = {
	TECHNIQUES(ROWS)
	STATES(STATE_ROWS)
	BOTH_ROW(fancymagic) BOTH_ROW(quintessence) BATCH_ROWS(fancymagic)
#if defined(__BMI2__) && defined(__x86_64__)
	BOTH_ROW(pext) BATCH_ROWS(pext)
#endif
#ifdef __AVX2__
	ROW(dual, queen) BOTH_ROW(dual)
#endif
};
#define KERNELS (sizeof kernels / sizeof kernels[0])

// The answers of all batches go to the same place, one batch after the other. The exclusive or of all answers is computed only if it
// is needed.
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

static void *get(FILE *f, size_t size) {
	void *to = malloc(size ? size : 1);
	if (!to || fread(to, 1, size, f) != size)
		fail("the file of questions, moves and facts is too short, or too large for the memory", "");
	return to;
}

static void load(const char *name) {
	FILE *f = fopen(name, "rb");
	if (!f)
		fail("cannot open the file of questions, moves and facts", "");
	questions = *(uint64_t *)get(f, sizeof questions);
	squares = get(f, questions);
	occs = get(f, questions * sizeof *occs);
	replay_occ = *(uint64_t *)get(f, sizeof replay_occ);
	replay_lookups = *(uint64_t *)get(f, sizeof replay_lookups);
	replay_changes = *(uint64_t *)get(f, sizeof replay_changes);
	changes = get(f, replay_changes * sizeof *changes);
	replay_squares = get(f, replay_changes * replay_lookups);
	facts_count = *(uint64_t *)get(f, sizeof(uint64_t));
	facts = calloc(facts_count, sizeof *facts);
	for (size_t i = 0; i < facts_count; i++) {
		memcpy(facts[i].name, get(f, sizeof facts[i].name), sizeof facts[i].name);
		facts[i].size = *(uint64_t *)get(f, sizeof facts[i].size);
		facts[i].bytes = get(f, facts[i].size);
	}
	if (fgetc(f) != EOF)
		fail("the file of questions, moves and facts is too long", "");
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
		kernels[k].ready();
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
		fail("want the name of the file of questions, moves and facts", "");
	load(argv[1]);
	printf("%s\n", __VERSION__);
	for (size_t k = 0; k < KERNELS; k++)
		printf("%s/%s/%s ", kernels[k].technique, kernels[k].piece, kernels[k].mode);
	putchar('\n');
	fflush(stdout);
	for (;;) {
		// One answer per line, for any content: a line that is too long to be a request is cut off.
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
