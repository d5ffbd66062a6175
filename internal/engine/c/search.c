// As ../search.go, which explains it; capture_score is its capture, next_move its next. Scores of moves: 1 << 30 is its firstMove, 1 << 28 captureMove, 1 << 27 killerMove.
// Tests want the same nodes, score and move as in Go, so both change together.
#include <string.h>

#include "engine.h"

static uint64_t nodes;
static move killers[DEEPEST][2];
static int32_t history[PIECE_TYPES][64];

static inline int32_t capture_score(const struct position *p, move m) {
	int victim = move_special(m) != EN_PASSANT && is_capture(p, m) ? piece_at(p, move_to(m)) : PAWN;
	return victim * 16 - move_piece(m) + move_promotion(m) * 64;
}

static void order(const struct position *p, struct ply *here, int n, int ply, move known) {
	const move *killer = killers[ply % DEEPEST];
	for (int i = 0; i < n; i++) {
		move m = here->list[i];
		int32_t score = history[move_piece(m)][move_to(m)];
		if (score > (1 << 27) - 1)
			score = (1 << 27) - 1;
		if (m == known)
			score = 1 << 30;
		else if (is_capture(p, m) || move_promotion(m))
			score = (1 << 28) + capture_score(p, m);
		else if (m == killer[0])
			score = (1 << 27) + 1;
		else if (m == killer[1])
			score = 1 << 27;
		here->scores[i] = score;
	}
}

static inline move next_move(struct ply *here, int i, int n) {
	int best = i;
	for (int j = i + 1; j < n; j++)
		if (here->scores[j] > here->scores[best])
			best = j;
	int32_t score = here->scores[i];
	move m = here->list[best];
	here->scores[i] = here->scores[best];
	here->scores[best] = score;
	here->list[best] = here->list[i];
	here->list[i] = m;
	return m;
}

static int quiet(const struct position *p, int ply, int alpha, int beta) {
	nodes++;
	struct ply *here = &plies[ply]; // ply is at most DEEPEST, as a node there makes no moves, and plies has a place for that, too
	int n = generate(&here->moves, p), checked = here->moves.checkers != 0, best = -INFINITE;
	if (!n)
		return checked ? ply - MATE : 0;
	if (ply >= DEEPEST)
		return evaluate(p);
	if (checked) {
		list_moves(&here->moves, here->list);
	} else {
		best = evaluate(p);
		if (best >= beta)
			return best;
		if (best > alpha)
			alpha = best;
		n = loud(&here->moves, p, here->list);
	}
	for (int i = 0; i < n; i++)
		here->scores[i] = capture_score(p, here->list[i]);
	struct position after;
	for (int i = 0; i < n; i++) {
		move m = next_move(here, i, n);
		if (!checked && exchange(p, m) < 0)
			continue;
		make(p, m, &after);
		int score = -quiet(&after, ply + 1, -beta, -alpha);
		if (score > best)
			best = score;
		if (score > alpha)
			alpha = score;
		if (score >= beta)
			break;
	}
	return best;
}

static int search(const struct position *p, uint64_t key, int depth, int ply, int alpha, int beta) {
	if (depth <= 0 || ply >= DEEPEST)
		return quiet(p, ply, alpha, beta);
	nodes++;
	move known = 0;
	const struct entry *e = find_entry(key);
	if (e) {
		known = e->best;
		if (ply > 0 && e->depth >= depth &&
			(e->bound == EXACT || (e->bound == AT_LEAST && e->score >= beta) || (e->bound == AT_MOST && e->score <= alpha)))
			return e->score;
	}
	struct ply *here = &plies[ply];
	int n = generate(&here->moves, p), checked = here->moves.checkers != 0;
	if (!n)
		return checked ? ply - MATE : 0;
	depth += checked;
	list_moves(&here->moves, here->list);
	order(p, here, n, ply, known);
	int best = -INFINITE, bound = AT_MOST;
	move best_move = 0;
	struct position after;
	for (int i = 0; i < n; i++) {
		move m = next_move(here, i, n);
		make(p, m, &after);
		int score = -search(&after, key_after(p, key, m, &after), depth - 1, ply + 1, -beta, -alpha);
		if (score <= best)
			continue;
		best = score;
		best_move = m;
		if (score <= alpha)
			continue;
		alpha = score;
		bound = EXACT;
		if (score >= beta) {
			bound = AT_LEAST;
			if (!is_capture(p, m) && !move_promotion(m)) {
				move *killer = killers[ply % DEEPEST];
				if (killer[0] != m) {
					killer[1] = killer[0];
					killer[0] = m;
				}
				history[move_piece(m)][move_to(m)] += depth * depth;
			}
			break;
		}
	}
	keep_entry(key, best_move, best, depth, bound);
	return best;
}

uint64_t engine_search(const struct position *p, int depth) {
	generation++;
	nodes = 0;
	memset(killers, 0, sizeof killers);
	memset(history, 0, sizeof history);
	uint64_t key = position_key(p);
	int score = 0;
	for (int d = 1; d <= depth; d++)
		score = search(p, key, d, 0, -INFINITE, INFINITE);
	const struct entry *e = find_entry(key);
	return mix_sum(nodes, mix_sum((uint64_t)(int64_t)score, e ? e->best : 0));
}
