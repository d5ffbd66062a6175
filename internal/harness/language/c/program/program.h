// The harness's C program: a technique's timed loops in one unit each, and a main that runs them by request.
#ifndef SLIDEBENCH_PROGRAM_H
#define SLIDEBENCH_PROGRAM_H

#include "board/board.h"
#if __has_include("board/delta.h") // older source trees lack it
#include "board/delta.h"
#endif
#ifdef ENGINE // build.go defines it where the source tree has an engine
#include "internal/engine/c/position.h"
#endif

#ifndef DELTAS // build.go defines it but for older trees, which have no deltas of moves
struct mailbox;
struct question;
struct board_delta;
#endif

enum { PIECES = 3 }; // rook, bishop, queen

// The corpora that were handed over, as in package techniques. Which fields count depends on the kind.
struct corpus {
	size_t n;         // questions, sets, or changes of a replay
	uint64_t *occs;   // of questions and sets
	uint8_t *squares; // of questions and replays
	uint64_t *sliders;
	struct change {
		uint64_t off, on;
	} *changes;
	size_t lookups;   // after each change; the depth for positions
	uint64_t *before; // the occupancy before each change
	struct position *positions;
	struct question *questions; // for deltas
	void *states;               // of the questions' positions, filled by the unit keeps
	const struct unit *keeps;   // NULL until a loop of a unit with states is timed
};

// The number of ways in which an engine is asked: engine_modes in main.c has their names, in the order of a unit's functions.
enum { ENGINE_MODES = 8 };

// A loop asks questions from to to - 1 and returns its checksum, work asks an engine about one position, and a batch writes n answers to dst.
typedef uint64_t loop_function(const struct corpus *c, size_t from, size_t to);
typedef uint64_t work_function(const struct position *p, int depth);
typedef void batch_function(uint64_t *dst, const uint64_t *occ, const uint8_t *sq, size_t n);

struct slidebench_position;

// Asks a delta function about one move, with position and move both as numbers and as text. It returns how many threats the function has written.
typedef int64_t one_delta_function(const struct slidebench_position *before, uint32_t move, const char *fen, const char *text, uint32_t *threats);

// What a technique has; NULL where it has nothing.
struct unit {
	const char *name;
	void (*init)(void);
	uint64_t (*lookup[PIECES])(int sq, uint64_t occ);
	struct board_pair (*both)(int sq, uint64_t occ);
	batch_function *batch[PIECES];
	void (*batch_both)(uint64_t *rook, uint64_t *bishop, const uint64_t *occ, const uint8_t *sq, size_t n);
	uint64_t (*set[PIECES])(uint64_t sliders, uint64_t occ);
	uint64_t (*moves[PIECES])(int sq, uint64_t own, uint64_t occ);
	// The timed loops.
	loop_function *throughput[PIECES], *latency[PIECES], *setwise[PIECES], *incremental[PIECES];
	loop_function *both_throughput, *both_latency;
	work_function *engine[ENGINE_MODES];
	void (*threats)(const struct mailbox *b, int sq, int before, int after, struct board_delta *d); // by a change of one square; proved, not timed
	loop_function *deltas, *deltas_in_turn; // of modes threats and threatslatency; delta_batch is of mode threatsbatch
	void (*delta_batch)(struct board_delta *deltas, const struct question *q, size_t n);
	one_delta_function *delta;
	void *(*states)(const struct corpus *c); // fills the states of positions
};

// For loops that make arguments of text: a position in Forsyth-Edwards notation, a move as engines send it, a clock, and the nanoseconds that the last loop spent
// on making and dropping arguments, which its time leaves out.
enum { FEN_SIZE = 128, MOVE_SIZE = 8 };
void write_fen(const struct slidebench_position *p, char to[FEN_SIZE]);
void write_move(uint32_t move, char to[MOVE_SIZE]);
uint64_t nanoseconds(void);
extern uint64_t beside_clock;

// The refusal by which a unit answers if it finds a fault beside its answer, such as in its state; NULL for none.
extern const char *complaint;

// The bits of an answer that latency loops OR into the next occupancy: 0, which no compiler of a unit can know, as main.c defines it.
extern uint64_t dependency_mask;

#endif
