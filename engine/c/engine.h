// The engine in C, as in package engine: the same moves in the same order, the same nodes and scores. Comments that explain are in the Go files.
//
// Whoever builds it has a file sliders.h, as builds replace package sliders in Go. It includes the technique's header, and says by macros how
// sliders are answered: ENGINE_ROOK(sq, occ), ENGINE_BISHOP and ENGINE_QUEEN, ENGINE_BOTH for a struct board_pair, and, where a technique answers
// for all sliders of a set at once, ENGINE_ROOKS(set, occ) and ENGINE_BISHOPS. OWN(_name) is a name of the technique's own.
#ifndef SLIDEBENCH_ENGINE_H
#define SLIDEBENCH_ENGINE_H

#include "position.h"
#include "sliders.h"

// A program may hold the engines of many techniques, so names that the files share are each technique's own.
#define engine_perft OWN(_engine_perft)
#define engine_search OWN(_engine_search)
#define engine_attackers OWN(_engine_attackers)
#define engine_checks OWN(_engine_checks)
#define engine_moves OWN(_engine_moves)
#define engine_mobility OWN(_engine_mobility)
#define engine_exchange OWN(_engine_exchange)
#define engine_deltas OWN(_engine_deltas)
#define engine_deltas_in_turn OWN(_engine_deltas_in_turn)
#define engine_delta_batch OWN(_engine_delta_batch)
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

// What the engine does in each mode: a checksum.
APART uint64_t engine_perft(const struct position *p, int depth);
APART uint64_t engine_search(const struct position *p, int depth);
APART uint64_t engine_attackers(const struct position *p, int depth);
APART uint64_t engine_checks(const struct position *p, int depth);
APART uint64_t engine_moves(const struct position *p, int depth);
APART uint64_t engine_mobility(const struct position *p, int depth);
APART uint64_t engine_exchange(const struct position *p, int depth);

// The deltas of moves, as in deltas.go.
APART uint64_t engine_deltas(const struct question *q, size_t from, size_t to);
APART uint64_t engine_deltas_in_turn(const struct question *q, size_t from, size_t to);
APART void engine_delta_batch(struct board_delta *deltas, const struct question *q, size_t n);

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

enum { DEEPEST = 64 };
extern struct ply {
	struct moves moves;
	move list[256];
	int32_t scores[256];
} plies[DEEPEST + 1];

// Finds all moves, and returns their number.
APART int generate(struct moves *m, const struct position *p);

// Write all moves, and those of them that change much, to a list, which has room for 256, and return their number.
APART int list_moves(const struct moves *m, move *to);
APART int loud(struct moves *m, const struct position *p, move *to);

APART int evaluate(const struct position *p);
APART int exchange(const struct position *p, move m);

static const int worth[PIECE_TYPES] = {100, 320, 330, 500, 950, 0};

// Adds a value to a checksum in which order matters, as bound.Mix.
static inline uint64_t mix_sum(uint64_t value, uint64_t sum) { return (board_rotate(sum, 23) ^ value) * UINT64_C(0x9e3779b97f4a7c15); }

#endif
