// Asks all techniques in all their ways, and compares with the walk.
#include "board/board.h"
#include "headers.h"
#include "several.h"

#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

// units.h is included twice: here for a lookup for each piece and way to ask, and below for the list of these lookups.
#define UNIT(T, parts) parts
#define LOOKUP(name) static uint64_t name(int sq, uint64_t occ)
#define LOOKUPS(T)
#define BOTH(T) \
	LOOKUP(T##_pair_rook) { return T##_both(sq, occ).rook; } \
	LOOKUP(T##_pair_bishop) { return T##_both(sq, occ).bishop; } \
	LOOKUP(T##_pair_queen) { return T##_both(sq, occ).rook | T##_both(sq, occ).bishop; }
#define SETS(T) \
	LOOKUP(T##_set_rook) { return T##_rooks(board_bit(sq), occ); } \
	LOOKUP(T##_set_bishop) { return T##_bishops(board_bit(sq), occ); } \
	LOOKUP(T##_set_queen) { return T##_queens(board_bit(sq), occ); }
// Every second man is one's own. The moves leave these out, and the lookup puts them back, so that the answer is the walk's.
#define MOVING(T, piece) \
	LOOKUP(T##_moves_of_##piece) { \
		uint64_t own = occ & UINT64_C(0x55aa55aa55aa55aa); \
		return T##_##piece##_moves(sq, own, occ) | (T##_##piece(sq, occ) & own); \
	}
#define MOVES(T) MOVING(T, rook) MOVING(T, bishop) MOVING(T, queen)
// Sixteen times the same question, so that every part of a batch is asked.
#define BATCHED(T, piece) \
	LOOKUP(T##_batch_of_##piece) { \
		uint64_t occs[16], answers[16]; \
		uint8_t squares[16]; \
		for (int i = 0; i < 16; i++) { \
			occs[i] = occ; \
			squares[i] = (uint8_t)sq; \
		} \
		T##_##piece##_batch(answers, occs, squares, 16); \
		for (int i = 1; i < 16; i++) \
			if (answers[i] != answers[0]) \
				return 0; \
		return answers[0]; \
	}
#define BATCH(T) BATCHED(T, rook) BATCHED(T, bishop) BATCHED(T, queen)
#define KEPT(T, piece) \
	LOOKUP(T##_kept_##piece) { \
		struct T##_state s; \
		T##_state_reset(&s); \
		for (uint64_t rest = occ; rest; rest &= rest - 1) \
			T##_state_add(&s, board_trailing_zeros(rest)); \
		return T##_state_##piece(&s, sq); \
	}
#define STATE(T) KEPT(T, rook) KEPT(T, bishop) KEPT(T, queen)
// Of functions for threats nothing is asked here: the questions have no men.
#define THREATS(T)
#define MOVED(T)
#define THREAT_STATE(T)
#include "units.h"
#undef LOOKUPS
#undef BOTH
#undef SETS
#undef MOVES
#undef BATCH
#undef STATE

#define PIECES(way) {#way "rook", way##rook, 1}, {#way "bishop", way##bishop, 2}, {#way "queen", way##queen, 3},
#define LOOKUPS(T) PIECES(T##_)
#define BOTH(T) PIECES(T##_pair_)
#define SETS(T) PIECES(T##_set_)
#define MOVES(T) PIECES(T##_moves_of_)
#define BATCH(T) PIECES(T##_batch_of_)
#define STATE(T) PIECES(T##_kept_)
static const struct question {
	const char *name;
	uint64_t (*ask)(int sq, uint64_t occ);
	int pieces; // 1 is a rook, 2 a bishop, 3 both
} questions[] = {
#include "units.h"
	{NULL, NULL, 0},
};

static int right(const struct question *q, int sq, uint64_t occ) {
	uint64_t want = (q->pieces & 1 ? board_rook(sq, occ) : 0) | (q->pieces & 2 ? board_bishop(sq, occ) : 0);
	return q->ask(sq, occ) == want;
}

int ask(void) {
	int n = 0, wrong = 0;
	for (const struct question *q = questions; q->name; q++, n++) {
		uint64_t x = 1;
		for (int i = 0; i < 512; i++) { // each square eight times, with random men on a quarter of the squares
			x = x * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
			if (!right(q, i & 63, x & (x >> 21 | x << 43))) {
				printf("%s is wrong\n", q->name);
				wrong = 1;
				break;
			}
		}
	}
	printf("%d ways to ask\n", n);
	return wrong;
}

// Asks before a table is filled, each question in a process of its own: it is right there, or the assertion ends it.
int ask_unfilled(void) {
	int ended = 0, wrong = 0;
	for (const struct question *q = questions; q->name; q++)
		for (int sq = 0; sq < 64; sq += 21) {
			int status = 0;
			pid_t child = fork();
			if (!child) {
				fclose(stderr);
				_exit(!right(q, sq, UINT64_C(0x0000241800182400))); // men on c2, f2, d3, e3, d5, e5, c6 and f6
			}
			waitpid(child, &status, 0);
			if (WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT) {
				ended++;
			} else if (status) {
				printf("%s is wrong before init, status %#x\n", q->name, (unsigned)status);
				wrong = 1;
			}
		}
	printf("%d questions ended\n", ended);
	return wrong;
}
