// The timed loops of one technique: those of internal/techniques/kernels.go, in C. As in any file of an engine, tables are declared here, and defined in another
// file. BATCHES, INCREMENTALS, ENGINE_WORK, DELTA_LOOPS and other such names are what the struct at the end has, NULL where the technique lacks a function. The file that
// includes this one is a text of build.go's function texts: it also defines NAME, the technique's name as a string, UNIT, the struct's name, and what sliders.h needs.

#include "program.h"
#include "sliders.h"

// A header with batches alone has lookups by batches of one; a header without batches has batches by lookups.
#ifdef HAS_BATCH
#define LOOKUP_OF_BATCH(piece) \
	static inline uint64_t one##piece(int sq, uint64_t occ) { \
		uint64_t answer = 0; \
		uint8_t square = (uint8_t)sq; \
		OWN(piece##_batch)(&answer, &occ, &square, 1); \
		return answer; \
	}
#else
#define BATCH(piece) \
	static void batch##piece(uint64_t *dst, const uint64_t *occ, const uint8_t *sq, size_t n) { \
		for (size_t i = 0; i < n; i++) \
			dst[i] = OWN(piece)(sq[i], occ[i]); \
	}
#endif

#ifdef HAS_LOOKUPS

#define LOOPS(piece) \
	static uint64_t throughput##piece(const struct corpus *c, size_t from, size_t to) { \
		uint64_t sum = 0; \
		for (size_t i = from; i < to; i++) \
			sum ^= LOOKUP(piece)(c->squares[i], c->occs[i]); \
		return sum; \
	} \
	static uint64_t latency##piece(const struct corpus *c, size_t from, size_t to) { \
		uint64_t sum = 0, answer = 0, mask = dependency_mask; \
		for (size_t i = from; i < to; i++) { \
			answer = LOOKUP(piece)(c->squares[i], c->occs[i] | (answer & mask)); \
			sum ^= answer; \
		} \
		return sum; \
	} \
	static uint64_t lookup##piece(int sq, uint64_t occ) { return LOOKUP(piece)(sq, occ); }
LOOPS(_rook)
LOOPS(_bishop)
LOOPS(_queen)

static struct board_pair lookup_both(int sq, uint64_t occ) { return BOTH(sq, occ); }
static uint64_t both_throughput(const struct corpus *c, size_t from, size_t to) {
	uint64_t sum = 0;
	for (size_t i = from; i < to; i++) {
		struct board_pair p = BOTH(c->squares[i], c->occs[i]);
		sum ^= p.rook - p.bishop;
	}
	return sum;
}
static uint64_t both_latency(const struct corpus *c, size_t from, size_t to) {
	uint64_t sum = 0, answers = 0, mask = dependency_mask;
	for (size_t i = from; i < to; i++) {
		struct board_pair p = BOTH(c->squares[i], c->occs[i] | (answers & mask));
		answers = p.rook ^ p.bishop;
		sum ^= p.rook - p.bishop;
	}
	return sum;
}
#endif

#ifdef HAS_BATCH
#define BATCHES {OWN(_rook_batch), OWN(_bishop_batch), OWN(_queen_batch)}
#define BATCH_BOTH OWN(_both_batch)
#ifndef HAS_LOOKUPS
#define LOOKUPS {one_rook, one_bishop, one_queen}
LOOKUP_OF_BATCH(_rook)
LOOKUP_OF_BATCH(_bishop)
LOOKUP_OF_BATCH(_queen)
#endif
#elif defined(HAS_LOOKUPS)
BATCH(_rook)
BATCH(_bishop)
BATCH(_queen)
static void batch_both(uint64_t *rook, uint64_t *bishop, const uint64_t *occ, const uint8_t *sq, size_t n) {
	for (size_t i = 0; i < n; i++) {
		struct board_pair p = BOTH(sq[i], occ[i]);
		rook[i] = p.rook;
		bishop[i] = p.bishop;
	}
}
#define BATCHES {batch_rook, batch_bishop, batch_queen}
#define BATCH_BOTH batch_both
#else
#define BATCHES {NULL, NULL, NULL}
#define BATCH_BOTH NULL
#endif

#ifdef HAS_SETS
#define SETWISE(piece, pieces) \
	static uint64_t setwise##piece(const struct corpus *c, size_t from, size_t to) { \
		uint64_t sum = 0; \
		for (size_t i = from; i < to; i++) \
			sum ^= OWN(pieces)(c->sliders[i], c->occs[i]); \
		return sum; \
	} \
	static uint64_t set##piece(uint64_t sliders, uint64_t occ) { return OWN(pieces)(sliders, occ); }
#elif defined(HAS_LOOKUPS)
#define SETWISE(piece, pieces) \
	static uint64_t set##piece(uint64_t sliders, uint64_t occ) { \
		uint64_t all = 0; \
		for (; sliders; sliders &= sliders - 1) \
			all |= OWN(piece)(__builtin_ctzll(sliders), occ); \
		return all; \
	} \
	static uint64_t setwise##piece(const struct corpus *c, size_t from, size_t to) { \
		uint64_t sum = 0; \
		for (size_t i = from; i < to; i++) \
			sum ^= set##piece(c->sliders[i], c->occs[i]); \
		return sum; \
	}
#endif
#ifdef SETWISE
SETWISE(_rook, _rooks)
SETWISE(_bishop, _bishops)
SETWISE(_queen, _queens)
#endif

// Loops over the moves of a replay. As in an engine, the occupancy follows the changes, too. Its bits under the mask, which are none, are part of
// the sum, so that no compiler leaves it out.
#ifdef HAS_STATE
#define INCREMENTAL(piece) \
	static uint64_t moves##piece(const struct corpus *c, size_t from, size_t to) { \
		struct OWN(_state) state; \
		uint64_t sum = 0, occ = c->before[from]; \
		const uint8_t *sq = c->squares + from * c->lookups; \
		OWN(_state_reset)(&state); \
		for (uint64_t x = occ; x; x &= x - 1) \
			OWN(_state_add)(&state, __builtin_ctzll(x)); \
		for (size_t i = from; i < to; i++) { \
			uint64_t off = c->changes[i].off, on = c->changes[i].on; \
			occ ^= off | on; \
			for (; off; off &= off - 1) \
				OWN(_state_remove)(&state, __builtin_ctzll(off)); \
			for (; on; on &= on - 1) \
				OWN(_state_add)(&state, __builtin_ctzll(on)); \
			for (size_t j = 0; j < c->lookups; j++) \
				sum ^= OWN(_state##piece)(&state, *sq++); \
		} \
		return sum ^ (occ & dependency_mask); \
	}
#elif defined(HAS_LOOKUPS)
#define INCREMENTAL(piece) \
	static uint64_t moves##piece(const struct corpus *c, size_t from, size_t to) { \
		uint64_t sum = 0, occ = c->before[from]; \
		const uint8_t *sq = c->squares + from * c->lookups; \
		for (size_t i = from; i < to; i++) { \
			occ ^= c->changes[i].off | c->changes[i].on; \
			for (size_t j = 0; j < c->lookups; j++) \
				sum ^= OWN(piece)(*sq++, occ); \
		} \
		return sum; \
	}
#endif
#ifdef INCREMENTAL
INCREMENTAL(_rook)
INCREMENTAL(_bishop)
INCREMENTAL(_queen)
#define INCREMENTALS {moves_rook, moves_bishop, moves_queen}
#else
#define INCREMENTALS {NULL, NULL, NULL}
#endif

#ifdef HAS_ENGINE
#include "internal/engine/c/engine.h"
#ifndef NETSEARCH // build.go sets it, as all trees with an engine have that search
#define engine_netsearch NULL
#endif
#define ENGINE_WORK {engine_perft, engine_search, engine_attackers, engine_checks, engine_moves, engine_mobility, engine_exchange, engine_netsearch}
#else
#define ENGINE_WORK {NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL}
#endif

#if defined(DELTAS) && defined(HAS_LOOKUPS)

// A technique may keep a state beside a position, as in bystate.go of internal/engine. Pointer here leads to the state that make_delta changes by ENGINE_THREATS. One of these
// functions sets it before: load_state to a copy of the state of question i, copy_state to a copy of that in the other place, and fill_state to one filled from a position.
// places are those before and after a move, in turn. Without states these functions do nothing.
#ifdef HAS_THREAT_STATE
#include <stdlib.h>

static struct OWN(_state) places[2], *here;
static void *states(const struct corpus *c) {
	struct OWN(_state) *all = (struct OWN(_state) *)malloc((c->n + 1) * sizeof *all);
	for (size_t i = 0; all && i < c->n; i++)
		OWN(_state_prepare)(&all[i], c->questions[i].before.men);
	return all;
}
static inline void load_state(const struct corpus *c, size_t i, size_t place) {
	here = &places[place];
	*here = ((const struct OWN(_state) *)c->states)[i];
}
static inline void copy_state(size_t place) {
	here = &places[place];
	*here = places[place ^ 1];
}
static inline void fill_state(const struct mailbox *b) {
	here = &places[0];
	OWN(_state_prepare)(here, b->men);
}
#define STATES states
#define ENGINE_THREATS(b, sq, before, after, d) OWN(_state_threats)(here, sq, before, after, d)
#else
static inline void load_state(const struct corpus *c, size_t i, size_t place) { (void)c, (void)i, (void)place; }
static inline void copy_state(size_t place) { (void)place; }
static inline void fill_state(const struct mailbox *b) { (void)b; }
#endif

#include "internal/engine/c/delta.h"

#ifdef HAS_THREAT_STATE
// Leads a state from question to question, by changes of the squares that differ: men who leave go first (come is 0), so that no side has too many, and by turns a1 or h8
// goes first. Every COMPARE questions the state is compared with one filled anew, and every ANEW questions it is itself filled anew.
static void threats(const struct mailbox *b, int sq, int before, int after, struct board_delta *d) {
	enum { COMPARE = 64, ANEW = 1024 };
	static struct OWN(_state) led, anew;
	static struct mailbox at;
	static unsigned n;
	struct mailbox next = *b;
	struct board_delta ways; // threats by changes that nobody asked for
	next.men[sq] = (uint8_t)before;
	if (++n % ANEW == 0) {
		OWN(_state_prepare)(&led, next.men);
		at = next;
	}
	for (int come = 0; come < 2; come++)
		for (int i = 0; i < 64; i++) {
			int k = n & 1 ? i : 63 - i, man = at.men[k], to = next.men[k];
			if (!come)
				to = to && man >> 3 == to >> 3 ? man : BOARD_NO_MAN;
			ways.n = 0;
			if (man != to)
				OWN(_state_threats)(&led, k, man, to, &ways);
			at.men[k] = (uint8_t)to;
		}
	OWN(_state_threats)(&led, sq, before, after, d);
	at.men[sq] = (uint8_t)after;
	if (n % COMPARE)
		return;
	OWN(_state_prepare)(&anew, at.men);
	for (int k = 0; k < 64; k++)
		if (OWN(_state_attackers)(&led, k) != OWN(_state_attackers)(&anew, k)) {
			led = anew;
			complaint = "error its state is another one than that of the same board filled anew";
		}
}
#else
static void threats(const struct mailbox *b, int sq, int before, int after, struct board_delta *d) { ENGINE_THREATS(b, sq, before, after, d); }
#endif

// The loops of internal/engine/deltas.go.
static uint64_t deltas(const struct corpus *c, size_t from, size_t to) {
	struct mailbox after;
	struct board_delta d;
	uint64_t sum = 0;
	for (size_t i = from; i < to; i++) {
		load_state(c, i, 0);
		make_delta(&c->questions[i].before, c->questions[i].move, &after, &d);
		sum ^= board_rotate(board_delta_sum(&d), (int)(i & 63));
	}
	return sum;
}
static uint64_t deltas_in_turn(const struct corpus *c, size_t from, size_t to) {
	struct mailbox line[2];
	struct board_delta d;
	uint64_t sum = 0, last = 0, mask = dependency_mask;
	for (size_t i = from; i < to; i++) {
		struct mailbox *before = &line[i & 1], *after = &line[~i & 1];
		if (i == from || !c->questions[i].follows) {
			*before = c->questions[i].before;
			load_state(c, i, i & 1);
		}
		copy_state(~i & 1);
		make_delta(before, c->questions[i].move | (move)(last & mask), after, &d);
		last = board_delta_sum(&d);
		sum ^= board_rotate(last, (int)(i & 63));
	}
	return sum;
}
static void delta_batch(struct board_delta *all, const struct question *q, size_t n) {
	struct mailbox after;
	for (size_t i = 0; i < n; i++) {
		fill_state(&q[i].before);
		make_delta(&q[i].before, q[i].move, &after, &all[i]);
	}
}
#define DELTA_LOOPS threats, deltas, deltas_in_turn, delta_batch
#else
#define DELTA_LOOPS NULL, NULL, NULL, NULL
#endif

// A guest's own delta function. The casts are right as struct slidebench_position has the fields of struct mailbox, in the same order.
#ifdef HAS_DELTA
static int64_t one_delta(const struct slidebench_position *before, uint32_t move, const char *fen, const char *text, uint32_t *threats) {
#ifdef HAS_SETUP
	(void)before;
	(void)move;
	OWN(_setup)(0, fen, text);
	int64_t n = OWN(_delta)(0, threats);
	OWN(_drop)(0);
	return n;
#else
	(void)fen;
	(void)text;
	return OWN(_delta)(before, move, threats);
#endif
}
#ifdef DELTAS
#ifdef HAS_SETUP
// Asks in groups, whose arguments are made while the clock stands still. d is the place of the list for question i, and done a statement that follows each answer.
#define GUEST_DELTAS(from, to, d, done) \
	for (size_t i = from; i < to;) { \
		size_t first = i, last = to - i < SLIDEBENCH_SETUPS ? to : i + SLIDEBENCH_SETUPS; \
		uint64_t began = nanoseconds(); \
		for (size_t k = first; k < last; k++) { \
			char fen[FEN_SIZE], text[MOVE_SIZE]; \
			write_fen((const struct slidebench_position *)(const void *)&q[k].before, fen); \
			write_move(q[k].move, text); \
			OWN(_setup)((int)(k - first), fen, text); \
		} \
		beside_clock += nanoseconds() - began; \
		for (; i < last; i++) { \
			(d)->n = (int32_t)OWN(_delta)((int)(i - first), (d)->list); \
			done; \
		} \
		began = nanoseconds(); \
		for (size_t k = first; k < last; k++) \
			OWN(_drop)((int)(k - first)); \
		beside_clock += nanoseconds() - began; \
	}
#else
#define GUEST_DELTAS(from, to, d, done) \
	for (size_t i = from; i < to; i++) { \
		(d)->n = (int32_t)OWN(_delta)((const struct slidebench_position *)(const void *)&q[i].before, q[i].move, (d)->list); \
		done; \
	}
#endif
static uint64_t guest_deltas(const struct corpus *c, size_t from, size_t to) {
	const struct question *q = c->questions;
	struct board_delta d;
	uint64_t sum = 0;
	GUEST_DELTAS(from, to, &d, sum ^= board_rotate(board_delta_sum(&d), (int)(i & 63)))
	return sum;
}
static void guest_delta_batch(struct board_delta *all, const struct question *q, size_t n) {
	GUEST_DELTAS(0, n, &all[i], (void)0)
}
#undef DELTA_LOOPS
#define DELTA_LOOPS NULL, guest_deltas, NULL, guest_delta_batch
#endif
#define DELTA one_delta
#elif defined(DELTAS) && defined(HAS_MOVED)
// A header's function for quiet moves is proved by deltas of whole moves, which the engine makes with it.
static int64_t one_delta(const struct slidebench_position *before, uint32_t move, const char *fen, const char *text, uint32_t *threats) {
	struct mailbox after;
	struct board_delta d;
	(void)fen;
	(void)text;
	make_delta((const struct mailbox *)(const void *)before, move, &after, &d);
	memcpy(threats, d.list, sizeof *threats * (size_t)d.n);
	return d.n;
}
#define DELTA one_delta
#else
#define DELTA NULL
#endif

#ifndef STATES
#define STATES NULL
#endif

static void init(void) { OWN(_init)(); }

// A state alone is asked through replays; its single lookups, where the header has them, are not timed.
extern const struct unit UNIT;
const struct unit UNIT = {
	NAME, init,
#ifdef HAS_LOOKUPS
	{lookup_rook, lookup_bishop, lookup_queen}, lookup_both,
#elif defined(LOOKUPS)
	LOOKUPS, NULL,
#else
	{NULL, NULL, NULL}, NULL,
#endif
	BATCHES, BATCH_BOTH,
#ifdef SETWISE
	{set_rook, set_bishop, set_queen},
#else
	{NULL, NULL, NULL},
#endif
#ifdef HAS_MOVES
	{OWN(_rook_moves), OWN(_bishop_moves), OWN(_queen_moves)},
#else
	{NULL, NULL, NULL},
#endif
#ifdef HAS_LOOKUPS
	{throughput_rook, throughput_bishop, throughput_queen}, {latency_rook, latency_bishop, latency_queen},
#else
	{NULL, NULL, NULL}, {NULL, NULL, NULL},
#endif
#ifdef SETWISE
	{setwise_rook, setwise_bishop, setwise_queen},
#else
	{NULL, NULL, NULL},
#endif
	INCREMENTALS,
#ifdef HAS_LOOKUPS
	both_throughput, both_latency,
#else
	NULL, NULL,
#endif
	ENGINE_WORK, DELTA_LOOPS, DELTA, STATES,
};
