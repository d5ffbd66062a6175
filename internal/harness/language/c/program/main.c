// The program runs techniques' loops by request. Its caller, package c, writes a request as one line to file 3 and reads
// one line of answer from file 4: a guest may read standard input, and print. Large data, such as questions and answers, pass
// through a file that both sides see, named on the command line.
//
//	questions ID N                    keep N occupancies and N squares from the file as corpus ID
//	sets ID N                         keep N sets of sliders and N occupancies
//	replay ID N LOOKUPS               keep N occupancies before changes, N changes and N*LOOKUPS squares
//	positions ID N DEPTH              keep N positions, and the depth of an engine's look into them
//	deltas ID N                       keep N positions with moves
//	crowd LINES MIB KIB               what mode pressure touches between groups: random lines of a table, and weights that are streamed
//	step                              answers with the nanoseconds by which the clock moves at once
//	init TECHNIQUE                    fill its tables; answers with the nanoseconds
//	time TECHNIQUE MODE PIECE ID I J  run a loop over questions I to J-1; answers with the checksum and the nanoseconds. Mode batch
//	                                  leaves the answers of the last batch in the file, threatsbatch the checksums of the last batch's deltas.
//	dependency_mask MASK              set the bits of each answer that latency loops OR into the next occupancy: 0, but in a test
//	ask TECHNIQUE PIECE N             answer N occupancies and N squares from the file, one by one; the answers take the occupancies' place
//	both TECHNIQUE N                  the same for rook and bishop: 2N answers
//	unions TECHNIQUE PIECE N          the same for N sets and N occupancies: the answers take the sets' place
//	moves TECHNIQUE PIECE N           the same for N sets of own pieces, N occupancies and N squares: the answers take the sets' place
//	threats TECHNIQUE N               list the threats that vanish and appear by N changes: 64 men, a square, the man before and after, and a byte of nothing
//	moved TECHNIQUE N                 answer N positions with moves from the file: for each a word, in whose lower half stands how many threats were written,
//	                                  and in whose upper half a bit for each forbidden write (WRITES_TO_POSITION and others); and room for the threats
//	batch TECHNIQUE PIECE N OFFSET HOW  answer N questions by one batch, OFFSET elements from pages that must not be touched. HOW is apart or
//	                                  inplace, with -start if the pages lie before. PIECE may be both: 2N answers.
//
// Tables are filled before the first use. Greeting, errors and the file's note are those of package child.
#define _GNU_SOURCE
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "program.h"

extern const struct unit *const units[]; // ends in NULL; the harness writes it

uint64_t dependency_mask = 0, beside_clock;
const char *complaint;

static const char *const piece_names[PIECES] = {"rook", "bishop", "queen"};

static struct corpus corpora[256];
static unsigned char *exchange; // the file
static size_t exchange_size;    // without the note

// The note at the end of the file, as package child reads it. In its first word stands the number from 1 of the question that is asked, FILLING, or IDLE.
static volatile uint64_t *busy;
#define FILLING UINT64_MAX
enum { IDLE, NOTE_WORDS = 3 };

static FILE *replies;

static void say(const char *line) { fprintf(replies, "%s\n", line); }

static void fail(const char *what) {
	fprintf(stderr, "%s\n", what);
	exit(1);
}

uint64_t nanoseconds(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

// How long this thread has run on processors, in nanoseconds; 0 where the system does not say.
static uint64_t thread_clock(void) {
#ifdef __linux__
	struct timespec t;
	if (!clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t))
		return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
#endif
	return 0;
}

// The same, and 0 where that clock moves in steps of 10 us, a tenth of a short slice of work, or more: in the ticks of an old kernel.
static uint64_t thread_time(void) {
	static int fine = -1;
	if (fine < 0) {
		fine = 0;
		for (int n = 0; n < 100 && !fine; n++) { // a step may be long by chance
			uint64_t first = thread_clock(), step = thread_clock() - first;
			fine = step > 0 && step < 10000;
		}
	}
	return fine ? thread_clock() : 0;
}

// The shortest of some steps in which the clock moves, or the time of reading it if that is longer; 0 if it stands still.
static uint64_t step(void) {
	uint64_t shortest = 0;
	for (int i = 0; i < 5; i++) {
		uint64_t before = nanoseconds(), after = before;
		for (int n = 0; after == before && n < 1 << 26; n++) // readings, of a nanosecond or more each
			after = nanoseconds();
		if (after == before)
			return 0;
		if (!shortest || after - before < shortest)
			shortest = after - before;
	}
	return shortest;
}

// The unit of a technique, with its tables filled.
static const struct unit *find(const char *name) {
	static const struct unit *ready[256]; // more than there are techniques
	for (size_t i = 0; units[i]; i++) {
		if (strcmp(units[i]->name, name))
			continue;
		if (ready[i] != units[i]) {
			*busy = FILLING;
			units[i]->init();
			*busy = IDLE;
			ready[i] = units[i];
		}
		return units[i];
	}
	return NULL;
}

static int piece_of(const char *name) {
	for (int p = 0; p < PIECES; p++)
		if (!strcmp(piece_names[p], name))
			return p;
	return -1;
}

// The next part of the exchanged file, copied to memory of its own that begins at a page.
static void *take(size_t *at, size_t size) {
	void *to;
	if (*at > exchange_size || size > exchange_size - *at)
		fail("more is asked than the file can hold");
	if (posix_memalign(&to, 4096, size ? size : 1))
		fail("no memory for a corpus");
	memcpy(to, exchange + *at, size);
	*at += size;
	return to;
}

static void drop(struct corpus *c) {
	free(c->occs);
	free(c->squares);
	free(c->sliders);
	free(c->changes);
	free(c->before);
	free(c->positions);
	free(c->questions);
	free(c->states);
	memset(c, 0, sizeof *c);
}

// Keeps a corpus from the file, by one of the first requests above. It returns 0 for an unknown kind.
static int keep(const char *kind, size_t id, size_t n, size_t lookups) {
	struct corpus c;
	size_t at = 0;
	memset(&c, 0, sizeof c);
	c.n = n;
	c.lookups = lookups;
	if (!strcmp(kind, "questions")) {
		c.occs = take(&at, n * sizeof *c.occs);
		c.squares = take(&at, n);
	} else if (!strcmp(kind, "sets")) {
		c.sliders = take(&at, n * sizeof *c.sliders);
		c.occs = take(&at, n * sizeof *c.occs);
	} else if (!strcmp(kind, "replay")) {
		c.before = take(&at, n * sizeof *c.before);
		c.changes = take(&at, n * sizeof *c.changes);
		c.squares = take(&at, n * lookups);
#ifdef ENGINE
	} else if (!strcmp(kind, "positions")) {
		c.positions = take(&at, n * sizeof *c.positions);
#endif
#ifdef DELTAS
	} else if (!strcmp(kind, "deltas")) {
		c.questions = take(&at, n * sizeof *c.questions);
#endif
	} else {
		return 0;
	}
	drop(&corpora[id]);
	corpora[id] = c;
	return 1;
}

// The answers of all batches go to the same place, one batch after the other, as in Go. build.go defines BATCH_SIZE and DELTA_BATCH as Go has them.
static uint64_t answers[2 * BATCH_SIZE];

static void batches(const struct unit *u, int both, int piece, const struct corpus *c, size_t from, size_t to) {
	for (size_t i = from; i < to; i += BATCH_SIZE) {
		size_t n = to - i < BATCH_SIZE ? to - i : BATCH_SIZE;
		if (both)
			u->batch_both(answers, answers + n, c->occs + i, c->squares + i, n);
		else
			u->batch[piece](answers, c->occs + i, c->squares + i, n);
	}
}

// What crowds the caches, all of it zero; the same as in package workload.
enum { LINE_WORDS = 8, GROUP = 16, MOST_KIB = 16 << 10 };
static struct {
	uint64_t *table, *weights, last;
	size_t lines, words, kib; // touched lines, words of the table, and kibibytes that are streamed
} crowd;

static uint64_t *zeros(size_t words) {
	uint64_t *all = malloc(words * sizeof *all);
	if (!all)
		fail("no memory to crowd the caches with");
	memset(all, 1, words * sizeof *all); // pages that nobody has written to may all be one and the same
	memset(all, 0, words * sizeof *all);
	return all;
}

static int set_crowd(size_t lines, size_t mib, size_t kib) {
	size_t words = 1 << 17; // a MiB; powers of two, for the mask in touch
	if (lines > 1024 || mib < 1 || mib > 1024 || kib > MOST_KIB)
		return 0;
	while (words < mib << 17)
		words *= 2;
	if (!crowd.weights)
		crowd.weights = zeros((size_t)MOST_KIB << 7);
	if (crowd.words != words) {
		free(crowd.table);
		crowd.table = zeros(words);
	}
	crowd.words = words;
	crowd.lines = lines;
	crowd.kib = kib;
	return 1;
}

// Reads lines at random, and weights one after the other. The factor is that of package workload.
static uint64_t touch(void) {
	uint64_t read = 0, mask = crowd.words / LINE_WORDS - 1;
	for (size_t i = 0; i < crowd.lines; i++) {
		crowd.last = crowd.last * UINT64_C(0xd1342543de82ef95) + 1;
		read |= crowd.table[(crowd.last >> 32 & mask) * LINE_WORDS];
	}
	for (size_t i = 0; i < crowd.kib << 7; i += LINE_WORDS)
		read |= crowd.weights[i];
	return read;
}

static uint64_t under_pressure(loop_function *run, const struct corpus *c, size_t from, size_t to) {
	uint64_t sum = 0;
	for (size_t i = from; i < to; i += GROUP) {
		sum ^= run(c, i, to - i < GROUP ? to : i + GROUP);
		sum ^= touch();
	}
	return sum;
}

static const char *const engine_modes[ENGINE_MODES] = {"perft", "search", "attackers", "checks", "moves", "mobility", "exchange", "netsearch"};

static work_function *engine_work(const struct unit *u, const char *mode, const struct corpus *c) {
	for (int i = 0; i < ENGINE_MODES && c->positions; i++)
		if (!strcmp(mode, engine_modes[i]))
			return u->engine[i];
	return NULL;
}

static uint64_t work_on(work_function *one, const struct corpus *c, size_t from, size_t to) {
	uint64_t sum = 0;
#ifdef ENGINE
	for (size_t i = from; i < to; i++)
		sum ^= one(&c->positions[i], (int)c->lookups);
#endif
	return sum;
}

#ifdef DELTAS
static struct board_delta deltas[DELTA_BATCH];
#endif

static void delta_batches(const struct unit *u, const struct corpus *c, size_t from, size_t to) {
#ifdef DELTAS
	for (size_t i = from; i < to; i += DELTA_BATCH)
		u->delta_batch(deltas, c->questions + i, to - i < DELTA_BATCH ? to - i : DELTA_BATCH);
#endif
}

static void keep_sums(void) {
#ifdef DELTAS
	for (size_t i = 0; i < DELTA_BATCH; i++)
		((uint64_t *)(void *)exchange)[i] = board_delta_sum(&deltas[i]);
#endif
}

// States of positions are filled while no clock runs, as a search has them at hand.
static void keep_states(const struct unit *u, struct corpus *c) {
	if (!u->states || !c->questions || c->keeps == u)
		return;
	free(c->states);
	c->keeps = u;
	if (!(c->states = u->states(c)))
		fail("no memory for states");
}

// Answers request time: it finds the loop of a mode, runs it, and says its checksum and its nanoseconds.
static void time_loop(const struct unit *u, const char *mode, int piece, struct corpus *c, size_t from, size_t to) {
	loop_function *run = NULL;
	work_function *one = NULL;
	int batched = 0, listed = !strcmp(mode, "threatsbatch") && c->questions && u->delta_batch, both = !strcmp(mode, "batchboth"), pressed = !strcmp(mode, "pressure") && crowd.table;
	if (!strcmp(mode, "throughput") || pressed)
		run = u->throughput[piece];
	else if (!strcmp(mode, "latency"))
		run = u->latency[piece];
	else if (!strcmp(mode, "both"))
		run = u->both_throughput;
	else if (!strcmp(mode, "bothlatency"))
		run = u->both_latency;
	else if (!strcmp(mode, "setwise"))
		run = u->setwise[piece];
	else if (!strcmp(mode, "incremental"))
		run = u->incremental[piece];
	else if (!strcmp(mode, "threats") && c->questions)
		run = u->deltas;
	else if (!strcmp(mode, "threatslatency") && c->questions)
		run = u->deltas_in_turn;
	else if (!listed && !(one = engine_work(u, mode, c)))
		batched = (both && u->batch_both) || (!strcmp(mode, "batch") && u->batch[piece]);
	if (!run && !one && !batched && !listed) {
		say("error no such loop");
		return;
	}
	keep_states(u, c);
	beside_clock = 0;
	uint64_t sum = 0, had = thread_time(), began = nanoseconds();
	if (pressed)
		sum = under_pressure(run, c, from, to);
	else if (run)
		sum = run(c, from, to);
	else if (one)
		sum = work_on(one, c, from, to);
	else if (listed)
		delta_batches(u, c, from, to);
	else
		batches(u, both, piece, c, from, to);
	uint64_t spent = nanoseconds() - began;
	had = thread_time() - had;
	if (had && had < spent - spent / 100 && !beside_clock) // as machine.Timed: others had the processor meanwhile; not with beside_clock, which is a time by the first clock
		spent = had;
	spent -= beside_clock;
	if (batched)
		memcpy(exchange, answers, sizeof answers);
	if (listed)
		keep_sums();
	fprintf(replies, "%016" PRIx64 " %" PRIu64 "\n", sum, spent);
}

// Answers questions in the file one by one. It returns 0 if there are more than the file can hold, as do ask_sets, ask_moves and ask_deltas.
static int ask(const struct unit *u, int piece, int both, size_t n) {
	uint64_t *occs = (uint64_t *)(void *)exchange;
	if (n > exchange_size / 17) // two words and a byte for each
		return 0;
	uint8_t *squares = malloc(n + 1);
	if (!squares)
		fail("no memory for questions");
	memcpy(squares, exchange + n * sizeof *occs, n);
	for (size_t k = 0; k < n; k++) {
		size_t i = both ? n - 1 - k : k; // pairs of answers take the place of questions from the end on
		uint64_t occ = occs[i];
		*busy = i + 1;
		if (both) {
			struct board_pair p = u->both(squares[i], occ);
			occs[2 * i] = p.rook;
			occs[2 * i + 1] = p.bishop;
		} else {
			occs[i] = u->lookup[piece](squares[i], occ);
		}
	}
	*busy = IDLE;
	free(squares);
	return 1;
}

// Lists threats behind some that are there already, and sees that these stay, and that no more than SLACK entries behind the list are written. A list starts behind at
// most MOST_BEFORE, so that the 32 threats of one man fit (MostThreats in board/threats.go counts them), and behind at most 32 where one man replaces another: that adds the
// threats of both.
static const char *ask_threats(const struct unit *u, size_t n) {
#ifdef DELTAS
	enum { UNWRITTEN = 0x7d, MOST_BEFORE = 96, SLACK = 16, MOST_AFTER = BOARD_MOST_THREATS - SLACK };
	struct change {
		uint8_t men[64], sq, before, after, unused;
	} *changes = malloc((n + 1) * sizeof *changes);
	struct board_delta *d = malloc(sizeof *d), *to = (struct board_delta *)(void *)exchange;
	board_threat unwritten;
	if (!changes || !d)
		fail("no memory for changes");
	memset(&unwritten, UNWRITTEN, sizeof unwritten);
	const char *wrong = n > exchange_size / sizeof *to ? "error too many questions" : "ok";
	for (size_t i = 0; i < n && wrong[0] == 'o'; i++) { // o: of ok
		if (i == 0) // as soon as n is known to fit
			memcpy(changes, exchange, n * sizeof *changes);
		const struct change *c = &changes[i];
		int start = c->before && c->after ? (int)(i % 33) : (int)(i % (MOST_BEFORE + 1)), end = MOST_AFTER;
		struct mailbox b;
		memset(&b, 0, sizeof b);
		for (int sq = 0; sq < 64; sq++)
			mailbox_set(&b, sq, BOARD_NO_MAN, c->men[sq]);
		memset(d, UNWRITTEN, sizeof *d);
		d->n = start;
		*busy = i + 1;
		complaint = NULL;
		u->threats(&b, c->sq, c->before, c->after, d);
		if (complaint)
			wrong = complaint;
		else if (memcmp(b.men, c->men, 64))
			wrong = "error it changes the board";
		else if (d->n < start || d->n > MOST_AFTER)
			wrong = "error its list has a wrong length";
		else
			end = d->n;
		for (int k = 0; k < start; k++)
			if (d->list[k] != unwritten)
				wrong = "error it overwrites what is in the list already";
		for (int k = end + SLACK; k < BOARD_MOST_THREATS; k++)
			if (d->list[k] != unwritten)
				wrong = "error it writes more than 16 entries behind the end of its list";
		to[i].n = end - start;
		memcpy(to[i].list, d->list + start, (size_t)(end - start) * sizeof d->list[0]);
	}
	*busy = IDLE;
	free(changes);
	free(d);
	return wrong;
#else
	(void)u, (void)n;
	return "error this tree has no threats";
#endif
}

static int ask_sets(const struct unit *u, int piece, size_t n) {
	uint64_t *sliders = (uint64_t *)(void *)exchange;
	if (n > exchange_size / 16) // two words for each
		return 0;
	for (size_t i = 0; i < n; i++)
		sliders[i] = u->set[piece](sliders[i], sliders[n + i]);
	return 1;
}

static int ask_moves(const struct unit *u, int piece, size_t n) {
	uint64_t *own = (uint64_t *)(void *)exchange;
	const uint8_t *squares = (const uint8_t *)(own + 2 * n);
	if (n > exchange_size / 17) // two words and a byte for each
		return 0;
	for (size_t i = 0; i < n; i++)
		own[i] = u->moves[piece](squares[i], own[i], own[n + i]);
	return 1;
}

// Areas between pages that must not be touched. Bytes of an area have the value BESIDE before a technique writes.
enum { AREAS = 4, AREA = 1 << 16, BESIDE = 0xa5 };

static unsigned char *area(int i) {
	static unsigned char *areas[AREAS];
	if (!areas[i]) {
		size_t page = (size_t)sysconf(_SC_PAGESIZE);
		unsigned char *all = mmap(NULL, AREA + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		if (all == MAP_FAILED || mprotect(all + page, AREA, PROT_READ | PROT_WRITE))
			fail("no memory between fences");
		areas[i] = all + page;
	}
	memset(areas[i], BESIDE, AREA);
	return areas[i];
}

// Elements in an area: they end where it ends, but for some that are left free, or at the start begin where it begins.
struct part {
	const unsigned char *start; // of the area
	unsigned char *at;
	size_t size;
};

static struct part part(int i, size_t n, size_t width, size_t offset, int at_start) {
	unsigned char *start = area(i);
	struct part p = {start, start + (at_start ? offset * width : AREA - (n + offset) * width), n * width};
	return p;
}

// Whether bytes of the area outside of the part were written to.
static int beside(const struct part *p) {
	static unsigned char untouched[AREA];
	if (!untouched[0])
		memset(untouched, BESIDE, AREA);
	size_t before = (size_t)(p->at - p->start);
	return memcmp(p->start, untouched, before) || memcmp(p->at + p->size, untouched, AREA - before - p->size);
}

enum { APART, IN_PLACE };

static const char *ask_batch(const struct unit *u, int piece, int both, size_t n, size_t offset, int at_start, int how) {
	if (offset > 64 || n > AREA / 8 - 64 || (both ? !u->batch_both : !u->batch[piece]))
		return "error no such batch"; // n words, and the 64 of the largest offset, have to fit into an area
	struct part parts[AREAS]; // occupancies, squares, answers, a bishop's answers beside a rook's
	for (int i = 0; i < AREAS; i++)
		parts[i] = part(i, n, i == 1 ? 1 : 8, offset, at_start);
	const unsigned char *squares = exchange + n * 8;
	memcpy(parts[0].at, exchange, n * 8);
	memcpy(parts[1].at, squares, n);
	const uint64_t *occ = (const uint64_t *)(void *)parts[0].at;
	uint64_t *to = (uint64_t *)(void *)parts[how == IN_PLACE ? 0 : 2].at, *second = (uint64_t *)(void *)parts[3].at;
	if (both)
		u->batch_both(to, second, occ, parts[1].at, n);
	else
		u->batch[piece](to, occ, parts[1].at, n);
	for (int i = 0; i < AREAS; i++)
		if (beside(&parts[i]))
			return "error it writes beside its answers";
	if (memcmp(parts[1].at, squares, n) || (how == APART && memcmp(parts[0].at, exchange, n * 8)))
		return "error it writes to its questions";
	memcpy(exchange, to, n * 8);
	if (both)
		memcpy(exchange + n * 8, second, n * 8);
	return "ok";
}

#ifdef SLIDEBENCH_SETUPS // of board/delta.h, which older source trees lack
// Writes a position in Forsyth-Edwards notation, and a move as engines send it.
void write_fen(const struct slidebench_position *p, char *to) {
	static const char letters[] = "\0PNBRQK\0\0pnbrqk";
	for (int rank = 7; rank >= 0; rank--) {
		for (int file = 0; file < 8; file++) {
			int man = p->men[8 * rank + file];
			if (man)
				*to++ = letters[man];
			else if (file && to[-1] <= '8' && to[-1] >= '1')
				to[-1]++;
			else
				*to++ = '1';
		}
		*to++ = rank ? '/' : ' ';
	}
	*to++ = p->turn ? 'b' : 'w';
	*to++ = ' ';
	char *castling = to;
	static const struct {
		int rook;
		char letter;
	} rights[] = {{7, 'K'}, {0, 'Q'}, {63, 'k'}, {56, 'q'}};
	for (int i = 0; i < 4; i++)
		if (p->castling >> rights[i].rook & 1)
			*to++ = rights[i].letter;
	if (to == castling)
		*to++ = '-';
	if (p->en_passant)
		sprintf(to, " %c%c 0 1", 'a' + __builtin_ctzll(p->en_passant) % 8, '1' + __builtin_ctzll(p->en_passant) / 8);
	else
		strcpy(to, " - 0 1");
}

void write_move(uint32_t move, char *to) {
	int from = slidebench_from(move), target = slidebench_to(move), promotion = slidebench_promotion(move);
	if (slidebench_special(move) == SLIDEBENCH_CASTLING)
		target = (from & 56) | (target > from ? 6 : 2);
	sprintf(to, "%c%c%c%c", 'a' + from % 8, '1' + from / 8, 'a' + target % 8, '1' + target / 8);
	if (promotion)
		sprintf(to + 4, "%c", "nbrq"[promotion - BOARD_KNIGHT]);
}

// What a delta function must not do.
enum { WRITES_TO_POSITION = 1, WRITES_BESIDE = 2 };

// Asks for deltas. By turns their room ends where pages begin that must not be touched, or begins where such pages end; the WATCHED bytes beyond its other end must stay.
static int ask_deltas(const struct unit *u, size_t n) {
	enum { SIZE = BOARD_MOST_THREATS * sizeof(board_threat), WATCHED = 512 };
	size_t at = 0;
	if (n > exchange_size / (8 + SIZE))
		return 0;
	struct asked {
		struct slidebench_position before;
		uint32_t move, unused;
	} *all = take(&at, n * sizeof *all);
	unsigned char untouched[WATCHED], *start = area(0);
	memset(untouched, BESIDE, sizeof untouched);
	for (size_t i = 0; i < n; i++) {
		struct slidebench_position before = all[i].before;
		char fen[FEN_SIZE], text[MOVE_SIZE];
		unsigned char *room = i % 2 ? start : start + AREA - SIZE, *beside = i % 2 ? start + SIZE : room - WATCHED;
		write_fen(&before, fen);
		write_move(all[i].move, text);
		memset(room, BESIDE, SIZE);
		*busy = i + 1;
		int64_t count = u->delta(&before, all[i].move, fen, text, (uint32_t *)(void *)room);
		uint64_t does = 0;
		if (memcmp(&before, &all[i].before, sizeof before))
			does |= WRITES_TO_POSITION;
		if (memcmp(beside, untouched, WATCHED)) {
			does |= WRITES_BESIDE;
			memset(beside, BESIDE, WATCHED);
		}
		if (count < INT32_MIN || count > INT32_MAX)
			count = -1; // as wrong as a count that its 32 bits cannot hold
		uint64_t word = (uint64_t)(uint32_t)count | does << 32;
		memcpy(exchange + i * (8 + SIZE), &word, 8);
		memcpy(exchange + i * (8 + SIZE) + 8, room, SIZE);
	}
	*busy = IDLE;
	free(all);
	return 1;
}
#else
static int ask_deltas(const struct unit *u, size_t n) {
	(void)u;
	return n == 0;
}
#endif

static void answer(const char *line) {
	char verb[16], name[32], third[16], fourth[16];
	uint64_t a, b, c;
	const struct unit *u;
	if (sscanf(line, "%15s", verb) != 1) {
		say("error an empty request");
	} else if (sscanf(line, "time %31s %15s %15s %" SCNu64 " %" SCNu64 " %" SCNu64, name, third, fourth, &a, &b, &c) == 6) {
		int piece = piece_of(fourth);
		if (!(u = find(name)) || piece < 0 || a >= 256 || b > c || c > corpora[a].n)
			say("error no such loop, or questions beyond the corpus");
		else
			time_loop(u, third, piece, &corpora[a], (size_t)b, (size_t)c);
	} else if (sscanf(line, "crowd %" SCNu64 " %" SCNu64 " %" SCNu64, &a, &b, &c) == 3) {
		say(set_crowd((size_t)a, (size_t)b, (size_t)c) ? "ok" : "error too large a crowd");
	} else if (sscanf(line, "dependency_mask %" SCNx64, &a) == 1) {
		dependency_mask = a;
		say("ok");
	} else if (!strcmp(line, "step")) {
		if ((a = step()))
			fprintf(replies, "%016x %" PRIu64 "\n", 0u, a);
		else
			say("error the clock stands still");
	} else if (sscanf(line, "init %31s", name) == 1 && (u = find(name))) {
		uint64_t began = nanoseconds(); // find has filled the tables: this fills them once more, with their pages in memory
		u->init();
		fprintf(replies, "%016x %" PRIu64 "\n", 0u, nanoseconds() - began);
	} else if (sscanf(line, "ask %31s %15s %" SCNu64, name, third, &a) == 3 && (u = find(name)) && piece_of(third) >= 0 &&
		u->lookup[piece_of(third)]) {
		say(ask(u, piece_of(third), 0, (size_t)a) ? "ok" : "error too many questions");
	} else if (sscanf(line, "both %31s %" SCNu64, name, &a) == 2 && (u = find(name)) && u->both) {
		say(ask(u, 0, 1, (size_t)a) ? "ok" : "error too many questions");
	} else if (sscanf(line, "unions %31s %15s %" SCNu64, name, third, &a) == 3 && (u = find(name)) && piece_of(third) >= 0 &&
		u->set[piece_of(third)]) {
		say(ask_sets(u, piece_of(third), (size_t)a) ? "ok" : "error too many questions");
	} else if (sscanf(line, "moves %31s %15s %" SCNu64, name, third, &a) == 3 && (u = find(name)) && piece_of(third) >= 0 &&
		u->moves[piece_of(third)]) {
		say(ask_moves(u, piece_of(third), (size_t)a) ? "ok" : "error too many questions");
	} else if (sscanf(line, "threats %31s %" SCNu64, name, &a) == 2 && (u = find(name)) && u->threats) {
		say(ask_threats(u, (size_t)a));
	} else if (sscanf(line, "moved %31s %" SCNu64, name, &a) == 2 && (u = find(name)) && u->delta) {
		say(ask_deltas(u, (size_t)a) ? "ok" : "error too many questions");
	} else if (sscanf(line, "batch %31s %15s %" SCNu64 " %" SCNu64 " %15s", name, third, &a, &b, fourth) == 5 && (u = find(name))) {
		int both = !strcmp(third, "both"), piece = both ? 0 : piece_of(third);
		say(piece < 0 ? "error no such piece" : ask_batch(u, piece, both, (size_t)a, (size_t)b, strstr(fourth, "start") != NULL,
			strstr(fourth, "inplace") ? IN_PLACE : APART));
	} else if (sscanf(line, "%15s %" SCNu64 " %" SCNu64, verb, &a, &b) == 3 && a < 256) {
		c = 0; // LOOKUPS or DEPTH, which some kinds lack
		(void)sscanf(line, "%15s %*u %*u %" SCNu64, verb, &c);
		say(keep(verb, (size_t)a, (size_t)b, (size_t)c) ? "ok" : "error no such kind of corpus");
	} else {
		say("error no such request");
	}
}

// Writes the instruction's first bytes where a processor does not know it. The program then goes on with that instruction, and ends.
static void illegal(int number, siginfo_t *info, void *context) {
	const unsigned char *code = info->si_addr;
	(void)context;
	fputs("instruction bytes:", stderr);
	for (int i = 0; i < 15; i++) // the longest instructions of amd64
		fprintf(stderr, " %02x", code[i]);
	fputs("\n", stderr);
	signal(number, SIG_DFL);
}

#ifdef NDEBUG // build.go defines it but in builds with sanitizers
static char *stack_start;

// Writes that the stack is full where the program touches what lies behind its end. It then goes on there, and ends.
static void fault(int number, siginfo_t *info, void *context) {
	struct rlimit stack;
	const size_t near = 1 << 20;
	size_t depth = (size_t)(stack_start - (char *)info->si_addr);
	(void)context;
	if (!getrlimit(RLIMIT_STACK, &stack) && depth > stack.rlim_cur - near && depth < stack.rlim_cur + near)
		fputs("stack overflow\n", stderr);
	signal(number, SIG_DFL);
}

// Bounds what a lookup can take of this machine, and tells its faults. Sanitizers tell more, and need more memory.
static void bound(char *start) {
	static char own[1 << 16];
	struct rlimit memory = {(rlim_t)4 << 30, (rlim_t)4 << 30};
	stack_t beside = {0};
	struct sigaction of_fault = {0};
	setrlimit(RLIMIT_AS, &memory);
	beside.ss_sp = own;
	beside.ss_size = sizeof own;
	sigaltstack(&beside, NULL);
	stack_start = start;
	of_fault.sa_sigaction = fault;
	of_fault.sa_flags = SA_SIGINFO | SA_ONSTACK;
	sigaction(SIGSEGV, &of_fault, NULL);
}
#endif

int main(int argc, char **argv) {
	struct sigaction of_illegal;
	struct stat s;
	FILE *requests = fdopen(3, "r");
	int file = argc == 2 ? open(argv[1], O_RDWR) : -1;
	replies = fdopen(4, "w");
	if (!requests || !replies || file < 0 || fstat(file, &s))
		fail("want the name of the file of questions and answers, requests from file 3 and replies to file 4");
	exchange = mmap(NULL, (size_t)s.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
	if (exchange == MAP_FAILED)
		fail("cannot map the file of questions and answers");
	exchange_size = (size_t)s.st_size - NOTE_WORDS * sizeof *busy;
	busy = (uint64_t *)(void *)(exchange + exchange_size);
	memset(&of_illegal, 0, sizeof of_illegal);
	of_illegal.sa_sigaction = illegal;
	of_illegal.sa_flags = SA_SIGINFO;
	sigaction(SIGILL, &of_illegal, NULL);
#ifdef NDEBUG
	bound((char *)&of_illegal);
#endif
#ifdef ENGINE
	position_init();
#endif
	*busy = IDLE;
	say("ready");
	fflush(replies);
	// One answer for each line, for any content: a line that is too long to be a request is cut off.
	char line[256];
	size_t n = 0;
	for (int c; (c = getc(requests)) != EOF;) {
		if (c != '\n') {
			if (n < sizeof line - 1)
				line[n++] = (char)c;
			continue;
		}
		line[n] = 0;
		n = 0;
		answer(line);
		fflush(replies);
	}
	return 0;
}
