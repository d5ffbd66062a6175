// The engine in C, as in package engine: the same moves in the same order, the same nodes and scores. Comments that explain are in the Go files.
//
// It needs a file sliders.h, as builds replace package sliders in Go: the harness's is internal/harness/language/c/program/sliders.h. That includes the
// technique's header, and defines
//
//	ENGINE_ROOK(sq, occ), ENGINE_BISHOP and ENGINE_QUEEN   the attacks
//	ENGINE_BOTH(sq, occ)                                   a struct board_pair of the rook's and the bishop's attacks
//	ENGINE_MOVES(piece, sq, own, occ)                      piece is _rook, _bishop or _queen: attacks that may have own pieces among them or not, so callers mask these
//	ENGINE_ROOKS(set, occ), ENGINE_BISHOPS                 the attacks of all sliders of a set, only where a technique answers for all at once
//	ENGINE_THREATS, maybe ENGINE_MOVED                     only where a technique lists threats itself: see delta.h
//	OWN(_name)                                             a name of the technique's own, such as fancymagic_name
#ifndef SLIDEBENCH_ENGINE_H
#define SLIDEBENCH_ENGINE_H

#include "position.h"
#include "sliders.h"

#include <stddef.h>

// A program may hold the engines of many techniques, so names that the files share are each technique's own.
#define engine_perft OWN(_engine_perft)
#define engine_search OWN(_engine_search)
#define engine_netsearch OWN(_engine_netsearch)
#define engine_attackers OWN(_engine_attackers)
#define engine_checks OWN(_engine_checks)
#define engine_moves OWN(_engine_moves)
#define engine_mobility OWN(_engine_mobility)
#define engine_exchange OWN(_engine_exchange)
#define generate OWN(_engine_generate)
#define list_moves OWN(_engine_list_moves)
#define loud OWN(_engine_loud)
#define plies OWN(_engine_plies)
#define evaluate OWN(_engine_evaluate)
#define exchange OWN(_engine_exchange_value)

// Where all files are compiled as one, the compiler must not see more than it sees elsewhere: engines of both kinds are compared.
#ifdef __clang__
#define APART __attribute__((noinline))
#else
#define APART __attribute__((noipa))
#endif

// These do the engine's work in the mode of that name, and return a checksum. Only perft, search and netsearch go to the depth.
APART uint64_t engine_perft(const struct position *p, int depth);
APART uint64_t engine_search(const struct position *p, int depth);
APART uint64_t engine_netsearch(const struct position *p, int depth);
APART uint64_t engine_attackers(const struct position *p, int depth);
APART uint64_t engine_checks(const struct position *p, int depth);
APART uint64_t engine_moves(const struct position *p, int depth);
APART uint64_t engine_mobility(const struct position *p, int depth);
APART uint64_t engine_exchange(const struct position *p, int depth);

enum { MATE = 30000, INFINITE = 32000 };

struct bundle {
	uint64_t targets;
	int32_t from; // the square; a pawn's step, for pawns
	uint8_t piece, kind;
};

struct moves {
	struct bundle bundles[32];
	int n, count;
	uint64_t checkers;
};

extern struct ply {
	struct moves moves;
	move list[256];
	int32_t scores[256];
} plies[DEEPEST + 1];

// Finds all moves, and returns their number.
APART int generate(struct moves *m, const struct position *p);

// Write all moves, or only captures and promotions, to a list, which has room for 256, and return their number.
APART int list_moves(const struct moves *m, move *to);
APART int loud(struct moves *m, const struct position *p, move *to);

APART int evaluate(const struct position *p);
APART int exchange(const struct position *p, move m);

// Adds a value to a checksum in which order matters, as bound.Mix.
static inline uint64_t mix_sum(uint64_t value, uint64_t sum) { return (board_rotate(sum, 23) ^ value) * UINT64_C(0x9e3779b97f4a7c15); }

// The pieces of both sides that attack a square.
static inline uint64_t attackers(const struct position *p, int sq, uint64_t occ) {
	struct board_pair sees = ENGINE_BOTH(sq, occ);
	return (sees.rook & (p->types[ROOK] | p->types[QUEEN])) | (sees.bishop & (p->types[BISHOP] | p->types[QUEEN])) | (knight_attacks[sq] & p->types[KNIGHT]) | (king_attacks[sq] & p->types[KING]) |
		(pawn_attacks[BLACK][sq] & p->types[PAWN] & p->colors[WHITE]) | (pawn_attacks[WHITE][sq] & p->types[PAWN] & p->colors[BLACK]);
}

// The transposition table, as in package transposition.
static inline uint64_t stamp(uint64_t key) { return key ^ generation * UINT64_C(0x9e3779b97f4a7c15); }

static inline struct entry *entry_of(uint64_t key) { return &entries[key >> (64 - TABLE_BITS)]; }

static inline const struct entry *find_entry(uint64_t key) {
	const struct entry *e = entry_of(key);
	return e->check == stamp(key) ? e : NULL;
}

static inline void keep_entry(uint64_t key, move best, int score, int depth, int bound) {
	struct entry kept = {stamp(key), best, (int16_t)score, (int8_t)depth, (uint8_t)bound};
	*entry_of(key) = kept;
}

#endif
