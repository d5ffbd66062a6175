// A delta function in C to replace by your own: it lists all threats before and after a move, and keeps those that differ.
// slidebench verify --source threats.c --threats delta proves it. board/delta.h says what it is asked and what it answers.
#include <string.h>

#include "board/delta.h"

static const int steps[16][2] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}, {1, 1}, {-1, 1}, {1, -1}, {-1, -1}, {1, 2}, {2, 1}, {-1, 2}, {-2, 1}, {1, -2}, {2, -1}, {-1, -2}, {-2, -1}};

// Which of the steps a kind of man takes: count steps from the first one on, each at most so many times (most).
static const struct {
	int first, count, most;
} moves[] = {[BOARD_KNIGHT] = {8, 8, 1}, [BOARD_BISHOP] = {4, 4, 7}, [BOARD_ROOK] = {0, 4, 7}, [BOARD_QUEEN] = {0, 8, 7}, [BOARD_KING] = {0, 8, 1}};

// Appends the threat of a man along one step to a list of n threats, and returns how long the list then is.
static int along(const uint8_t men[64], int from, const int step[2], int most, board_threat *list, int n) {
	for (int f = from % 8 + step[0], r = from / 8 + step[1]; most > 0 && f >= 0 && f < 8 && r >= 0 && r < 8; f += step[0], r += step[1], most--) {
		int to = 8 * r + f;
		if (men[to]) {
			if ((men[to] & 7) != BOARD_KING)
				list[n++] = board_threat_new(men[from], from, men[to], to);
			break;
		}
	}
	return n;
}

// Lists all threats of a board, and returns how many there are.
static int threats_of(const uint8_t men[64], board_threat *list) {
	int n = 0;
	for (int from = 0; from < 64; from++) {
		int kind = men[from] & 7;
		if (kind == BOARD_PAWN) {
			int first = men[from] & BOARD_BLACK ? 6 : 4; // the two diagonal steps that lead forward
			n = along(men, from, steps[first], 1, list, n);
			n = along(men, from, steps[first + 1], 1, list, n);
		} else if (kind) {
			for (int i = 0; i < moves[kind].count; i++)
				n = along(men, from, steps[moves[kind].first + i], moves[kind].most, list, n);
		}
	}
	return n;
}

// Appends the threats of a list that the other list lacks, each with a sign: BOARD_APPEARS or 0.
static int without(const board_threat *list, int count, const board_threat *other, int others, board_threat sign, uint32_t *threats, int n) {
	for (int i = 0; i < count; i++) {
		int found = 0;
		for (int j = 0; j < others && !found; j++)
			found = list[i] == other[j];
		if (!found)
			threats[n++] = list[i] | sign;
	}
	return n;
}

int delta(const struct slidebench_position *before, uint32_t move, uint32_t *threats) {
	uint8_t after[64];
	board_threat old[64 * 8], new[64 * 8]; // a man attacks at most 8 others
	int from = slidebench_from(move), to = slidebench_to(move), home = from & 56, man = before->men[from];
	memcpy(after, before->men, sizeof after);
	after[from] = BOARD_NO_MAN;
	if (slidebench_special(move) == SLIDEBENCH_CASTLING) {
		after[to] = BOARD_NO_MAN; // the rook leaves; it and the king land on files f and g, or d and c
		after[home + (to > from ? 6 : 2)] = (uint8_t)man;
		after[home + (to > from ? 5 : 3)] = before->men[to];
	} else {
		after[to] = (uint8_t)(slidebench_promotion(move) ? slidebench_promotion(move) | (man & BOARD_BLACK) : man);
		if (slidebench_special(move) == SLIDEBENCH_EN_PASSANT)
			after[home + to % 8] = BOARD_NO_MAN; // the pawn that is taken, beside the one that moves
	}
	int olds = threats_of(before->men, old), news = threats_of(after, new);
	int n = without(old, olds, new, news, 0, threats, 0);
	return without(new, news, old, olds, BOARD_APPEARS, threats, n);
}
