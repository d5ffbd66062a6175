// The loops of deltas.go, in C.
#include "delta.h"

extern uint64_t dependency_mask; // 0, which this file cannot know

uint64_t engine_deltas(const struct question *q, size_t from, size_t to) {
	struct mailbox after;
	struct board_delta d;
	uint64_t sum = 0;
	for (size_t i = from; i < to; i++) {
		make_delta(&q[i].before, q[i].move, &after, &d);
		sum ^= board_rotate(board_delta_sum(&d), (int)(i & 63));
	}
	return sum;
}

uint64_t engine_deltas_in_turn(const struct question *q, size_t from, size_t to) {
	struct mailbox line[2];
	struct board_delta d;
	uint64_t sum = 0, last = 0, mask = dependency_mask;
	for (size_t i = from; i < to; i++) {
		struct mailbox *before = &line[i & 1], *after = &line[~i & 1];
		if (i == from || !q[i].follows)
			*before = q[i].before;
		make_delta(before, q[i].move | (move)(last & mask), after, &d);
		last = board_delta_sum(&d);
		sum ^= board_rotate(last, (int)(i & 63));
	}
	return sum;
}

void engine_delta_batch(struct board_delta *deltas, const struct question *q, size_t n) {
	struct mailbox after;
	for (size_t i = 0; i < n; i++)
		make_delta(&q[i].before, q[i].move, &after, &deltas[i]);
}
