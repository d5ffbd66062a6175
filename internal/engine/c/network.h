// An evaluation by a network of the sizes of Stockfish's of August 2026 (src/nnue, commit 762dd1d): two perspectives, piece-square inputs for each square of
// the own king, threat inputs, accumulators of 1,024 columns, and three layers. The weights are invented, so it plays badly, but moves the same bytes: 108 MB of
// weights, of which a game reads few. Every form of the code, in C or Go, with or without vectors, gives the same score.
#ifndef SLIDEBENCH_NETWORK_H
#define SLIDEBENCH_NETWORK_H

#include "position.h"

enum { NETWORK_COLUMNS = 1024, NETWORK_MOST_THREATS = 256 };

// For white's perspective and for black's: the sum of the rows of all men and all threats.
struct accumulator {
	int16_t columns[2][NETWORK_COLUMNS];
} __attribute__((aligned(64)));

// Invents the weights, if nobody did so before.
void network_init(void);

// Sums up the rows of all men, by the sum for this square of a perspective's king that was used last, and then adds those of a list of all threats.
void network_squares(struct accumulator *to, int perspective, const struct mailbox *m);
void network_threats(struct accumulator *to, int perspective, const struct mailbox *m, const board_threat *all, int n);

// Writes the accumulator after a move, and returns a set of perspectives, 1 for white's and 2 for black's: those whose king has crossed the middle of the board.
// All squares of their threats are mirrored now, so network_threats must add all threats again.
int network_update(struct accumulator *to, const struct accumulator *from, const struct mailbox *before, const struct mailbox *after, const struct board_delta *d);

// What the network adds to the material of the side to move.
int network_evaluate(const struct accumulator *a, const struct position *p);

// A position of the line that netsearch is looking at, and what is known about it. The line and the history of moves are in one memory for all techniques.
struct node {
	struct mailbox box;
	uint64_t key, checkers;
	uint64_t blockers[2], pinners[2]; // who alone stands between a color's king and a slider, and which sliders pin his own men so
	uint64_t checks[PIECE_TYPES];     // from where a piece would give check
	struct board_delta delta;         // from the position before
	int32_t summed;                   // whether sums is that of this position
	move list[256];
	int32_t scores[256];
	struct accumulator sums;
};
extern struct node net_line[DEEPEST + 2]; // the root, DEEPEST moves, and one to spare
extern int32_t net_history[16][64];

#endif
