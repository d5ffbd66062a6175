// The engine in C, as in package engine: the same moves in the same order, the same nodes and scores. Who includes it says by macros how
// sliders are answered: ENGINE_ROOK(sq, occ), ENGINE_BISHOP and ENGINE_QUEEN, ENGINE_BOTH for a struct board_pair, and, where a technique answers for
// all sliders of a set at once, ENGINE_ROOKS(set, occ) and ENGINE_BISHOPS. Comments that explain are in the Go files.
#ifndef SLIDEBENCH_ENGINE_H
#define SLIDEBENCH_ENGINE_H

#include <string.h>

#include "position.h"

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

struct view {
	const struct position *p;
	int us, them, king;
	uint64_t own, their, occ, straight, diagonal, allowed, pin_straight, pin_diagonal;
};

static inline void add(struct moves *m, uint64_t targets, int from, int piece, int kind) {
	struct bundle b = {targets, from, (uint8_t)piece, (uint8_t)kind};
	m->bundles[m->n++ & 31] = b;
	m->count += count(targets);
}

static inline void add_pawns(struct moves *m, uint64_t targets, int step) {
	add(m, targets, step, PAWN, PLAIN);
	m->count += 3 * count(targets & LAST_RANKS);
}

static inline uint64_t pins(const struct view *v, uint64_t pinning) {
	uint64_t all = 0;
	for (; pinning; pinning &= pinning - 1)
		all |= between[v->king][lowest(pinning)] | (pinning & -pinning);
	return all;
}

static inline uint64_t look(const struct position *p, struct view *v) {
	v->p = p;
	v->us = p->turn;
	v->them = !p->turn;
	v->own = p->colors[v->us];
	v->their = p->colors[v->them];
	v->occ = v->own | v->their;
	v->king = lowest(p->types[KING] & v->own);
	v->straight = (p->types[ROOK] | p->types[QUEEN]) & v->their;
	v->diagonal = (p->types[BISHOP] | p->types[QUEEN]) & v->their;
	v->pin_straight = v->pin_diagonal = 0;
	struct board_pair sees = ENGINE_BOTH(v->king, v->occ);
	uint64_t checkers = (sees.rook & v->straight) | (sees.bishop & v->diagonal) | (knight_attacks[v->king] & p->types[KNIGHT] & v->their) |
		(pawn_attacks[v->us][v->king] & p->types[PAWN] & v->their);
	if (!checkers)
		v->allowed = ~v->own;
	else if (!(checkers & (checkers - 1)))
		v->allowed = checkers | between[v->king][lowest(checkers)];
	else
		v->allowed = 0;
	if (rook_lines[v->king] & v->straight & ~sees.rook)
		v->pin_straight = pins(v, ENGINE_ROOK(v->king, v->occ & ~(sees.rook & v->own)) & v->straight & ~sees.rook);
	if (bishop_lines[v->king] & v->diagonal & ~sees.bishop)
		v->pin_diagonal = pins(v, ENGINE_BISHOP(v->king, v->occ & ~(sees.bishop & v->own)) & v->diagonal & ~sees.bishop);
	return checkers;
}

static inline uint64_t attacked(const struct position *p, int by, uint64_t occ) {
	uint64_t pieces = p->colors[by];
	uint64_t attacks = pawns_attack(by, p->types[PAWN] & pieces) | king_attacks[lowest(p->types[KING] & pieces)];
	for (uint64_t set = p->types[KNIGHT] & pieces; set; set &= set - 1)
		attacks |= knight_attacks[lowest(set)];
	uint64_t rooks = p->types[ROOK] & pieces, bishops = p->types[BISHOP] & pieces, queens = p->types[QUEEN] & pieces;
#ifdef ENGINE_ROOKS
	return attacks | ENGINE_ROOKS(rooks | queens, occ) | ENGINE_BISHOPS(bishops | queens, occ);
#else
	for (; rooks; rooks &= rooks - 1)
		attacks |= ENGINE_ROOK(lowest(rooks), occ);
	for (; bishops; bishops &= bishops - 1)
		attacks |= ENGINE_BISHOP(lowest(bishops), occ);
	for (; queens; queens &= queens - 1)
		attacks |= ENGINE_QUEEN(lowest(queens), occ);
	return attacks;
#endif
}

static inline int can_castle(const struct view *v, int rook, uint64_t danger) {
	move m = move_new(v->king, rook, KING, 0, CASTLING);
	int king_to = move_king_to(m), rook_to = move_rook_to(m);
	uint64_t king_path = between[v->king][king_to] | board_bit(king_to);
	uint64_t path = king_path | between[rook][rook_to] | board_bit(rook_to), both = board_bit(v->king) | board_bit(rook);
	if ((path & ~both & v->occ) || (king_path & danger))
		return 0;
	return ((FILE_A | FILE_H) >> rook & 1) || !(ENGINE_ROOK(king_to, (v->occ & ~both) | board_bit(rook_to)) & v->straight);
}

static inline void kings(struct moves *m, const struct view *v) {
	uint64_t targets = king_attacks[v->king] & ~v->own, rooks = m->checkers ? 0 : v->p->castling & v->own;
	if (!(targets | rooks))
		return;
	uint64_t danger = attacked(v->p, v->them, v->occ & ~board_bit(v->king));
	add(m, targets & ~danger, v->king, KING, PLAIN);
	for (; rooks; rooks &= rooks - 1)
		if (can_castle(v, lowest(rooks), danger))
			add(m, rooks & -rooks, v->king, KING, CASTLING);
}

static inline void pawns(struct moves *m, const struct view *v) {
	uint64_t pawns = v->p->types[PAWN] & v->own, walking = pawns & ~v->pin_diagonal, capturing = pawns & ~v->pin_straight;
	int up = forward(v->us);
	uint64_t steps = board_rotate(walking & ~v->pin_straight, up) | (board_rotate(walking & v->pin_straight, up) & v->pin_straight);
	steps &= ~v->occ;
	add_pawns(m, steps & v->allowed, up);
	add(m, board_rotate(steps & rank_of(2, v->us), up) & ~v->occ & v->allowed, 2 * up, PAWN, PLAIN);
	for (int side = 0; side < 2; side++) {
		uint64_t edge = side ? FILE_H : FILE_A;
		int step = up + 2 * side - 1;
		uint64_t free = board_rotate(capturing & ~edge & ~v->pin_diagonal, step);
		uint64_t bound = board_rotate(capturing & ~edge & v->pin_diagonal, step) & v->pin_diagonal;
		add_pawns(m, (free | bound) & v->their & v->allowed, step);
	}
}

static inline void en_passant(struct moves *m, const struct view *v, uint64_t checkers) {
	const struct position *p = v->p;
	int to = lowest(p->en_passant);
	uint64_t captured = board_rotate(p->en_passant, -forward(v->us));
	if (checkers & ~captured & (p->types[PAWN] | p->types[KNIGHT]))
		return;
	for (uint64_t set = pawn_attacks[v->them][to] & p->types[PAWN] & v->own; set; set &= set - 1) {
		struct board_pair sees = ENGINE_BOTH(v->king, (v->occ & ~captured & ~(set & -set)) | p->en_passant);
		if (!((sees.rook & v->straight) | (sees.bishop & v->diagonal)))
			add(m, p->en_passant, to - lowest(set), PAWN, EN_PASSANT);
	}
}

static int generate(struct moves *m, const struct position *p) {
	struct view v;
	uint64_t checkers = look(p, &v);
	m->n = m->count = 0;
	m->checkers = checkers;
	kings(m, &v);
	if (!v.allowed)
		return m->count;
	uint64_t pinned = v.pin_straight | v.pin_diagonal;
	for (uint64_t set = p->types[KNIGHT] & v.own & ~pinned; set; set &= set - 1)
		add(m, knight_attacks[lowest(set)] & v.allowed, lowest(set), KNIGHT, PLAIN);
	for (uint64_t set = p->types[BISHOP] & v.own & ~v.pin_straight; set; set &= set - 1) {
		int sq = lowest(set);
		uint64_t targets = ENGINE_BISHOP(sq, v.occ) & v.allowed;
		add(m, v.pin_diagonal >> sq & 1 ? targets & v.pin_diagonal : targets, sq, BISHOP, PLAIN);
	}
	for (uint64_t set = p->types[ROOK] & v.own & ~v.pin_diagonal; set; set &= set - 1) {
		int sq = lowest(set);
		uint64_t targets = ENGINE_ROOK(sq, v.occ) & v.allowed;
		add(m, v.pin_straight >> sq & 1 ? targets & v.pin_straight : targets, sq, ROOK, PLAIN);
	}
	for (uint64_t set = p->types[QUEEN] & v.own; set; set &= set - 1) {
		int sq = lowest(set);
		uint64_t targets;
		if (!(pinned >> sq & 1))
			targets = ENGINE_QUEEN(sq, v.occ);
		else if (v.pin_straight >> sq & 1)
			targets = ENGINE_ROOK(sq, v.occ) & v.pin_straight;
		else
			targets = ENGINE_BISHOP(sq, v.occ) & v.pin_diagonal;
		add(m, targets & v.allowed, sq, QUEEN, PLAIN);
	}
	pawns(m, &v);
	if (p->en_passant)
		en_passant(m, &v, checkers);
	return m->count;
}

// Writes all moves to a list, which has room for 256, and returns their number.
static int list_moves(const struct moves *m, move *to) {
	int n = 0;
	for (int i = 0; i < m->n; i++) {
		const struct bundle *b = &m->bundles[i];
		for (uint64_t targets = b->targets; targets; targets &= targets - 1) {
			int sq = lowest(targets), from = b->piece == PAWN ? sq - b->from : b->from;
			if (b->kind != PLAIN)
				to[n++] = move_new(from, sq, b->piece, 0, b->kind);
			else if (b->piece == PAWN && (LAST_RANKS >> sq & 1))
				for (int piece = QUEEN; piece >= KNIGHT; piece--)
					to[n++] = move_new(from, sq, PAWN, piece, PLAIN);
			else
				to[n++] = move_new(from, sq, b->piece, 0, PLAIN);
		}
	}
	return n;
}

enum { DEEPEST = 64 };
static struct ply {
	struct moves moves;
	move list[256];
	int32_t scores[256];
} plies[DEEPEST + 1];

static uint64_t perft(const struct position *p, int depth) {
	struct ply *here = &plies[depth];
	int n = generate(&here->moves, p);
	if (depth == 1)
		return (uint64_t)n;
	list_moves(&here->moves, here->list);
	uint64_t leaves = 0;
	struct position after;
	for (int i = 0; i < n; i++) {
		make(p, here->list[i], &after);
		leaves += perft(&after, depth - 1);
	}
	return leaves;
}

static const int worth[PIECE_TYPES] = {100, 320, 330, 500, 950, 0}, mobility_worth[PIECE_TYPES] = {0, 4, 5, 3, 2, 0},
	threat_worth[PIECE_TYPES] = {0, 2, 2, 3, 5, 0}, advance_worth[8] = {0, 0, 2, 6, 14, 30, 60, 0};
enum { SHIELD_WORTH = 9, BISHOPS_WORTH = 25, TEMPO_WORTH = 10 };

struct side {
	uint64_t safe, zone;
	int score, threats;
};

static inline void count_piece(struct side *s, int piece, uint64_t attacks) {
	s->score += worth[piece] + mobility_worth[piece] * count(attacks & s->safe);
	s->threats += threat_worth[piece] * count(attacks & s->zone);
}

static int evaluate_side(const struct position *p, int us) {
	uint64_t own = p->colors[us], their = p->colors[!us], occ = own | their, pawns = p->types[PAWN] & own;
	int score = 0;
	for (int rank = 0; rank < 8; rank++)
		score += advance_worth[rank] * count(pawns & rank_of(rank, us));
	score += worth[PAWN] * count(pawns) + SHIELD_WORTH * count(pawns & king_attacks[lowest(p->types[KING] & own)]);
	if (count(p->types[BISHOP] & own) > 1)
		score += BISHOPS_WORTH;
	struct side s = {~own & ~pawns_attack(!us, p->types[PAWN] & their), king_attacks[lowest(p->types[KING] & their)], 0, 0};
	for (uint64_t set = p->types[KNIGHT] & own; set; set &= set - 1)
		count_piece(&s, KNIGHT, knight_attacks[lowest(set)]);
	for (uint64_t set = p->types[BISHOP] & own; set; set &= set - 1)
		count_piece(&s, BISHOP, ENGINE_BISHOP(lowest(set), occ));
	for (uint64_t set = p->types[ROOK] & own; set; set &= set - 1)
		count_piece(&s, ROOK, ENGINE_ROOK(lowest(set), occ));
	for (uint64_t set = p->types[QUEEN] & own; set; set &= set - 1)
		count_piece(&s, QUEEN, ENGINE_QUEEN(lowest(set), occ));
	return score + s.score + s.threats * s.threats / 8;
}

static int evaluate(const struct position *p) {
	return evaluate_side(p, p->turn) - evaluate_side(p, !p->turn) + TEMPO_WORTH;
}

static int mobility(const struct position *p) {
	uint64_t occ = p->colors[WHITE] | p->colors[BLACK];
	int squares = 0;
	for (int c = 0; c < 2; c++) {
		uint64_t own = p->colors[c];
		for (uint64_t set = p->types[KNIGHT] & own; set; set &= set - 1)
			squares += count(knight_attacks[lowest(set)] & ~own);
		for (uint64_t set = p->types[BISHOP] & own; set; set &= set - 1)
			squares += count(ENGINE_BISHOP(lowest(set), occ) & ~own);
		for (uint64_t set = p->types[ROOK] & own; set; set &= set - 1)
			squares += count(ENGINE_ROOK(lowest(set), occ) & ~own);
		for (uint64_t set = p->types[QUEEN] & own; set; set &= set - 1)
			squares += count(ENGINE_QUEEN(lowest(set), occ) & ~own);
	}
	return squares;
}

static inline uint64_t attackers(const struct position *p, int sq, uint64_t occ) {
	struct board_pair sees = ENGINE_BOTH(sq, occ);
	uint64_t queens = p->types[QUEEN], pawns = p->types[PAWN];
	return (sees.rook & (p->types[ROOK] | queens)) | (sees.bishop & (p->types[BISHOP] | queens)) | (knight_attacks[sq] & p->types[KNIGHT]) |
		(king_attacks[sq] & p->types[KING]) | (pawn_attacks[BLACK][sq] & pawns & p->colors[WHITE]) |
		(pawn_attacks[WHITE][sq] & pawns & p->colors[BLACK]);
}

static int exchange(const struct position *p, move m) {
	int sq = move_to(m), gains[32] = {0}, n = 0, piece = move_piece(m), turn = !p->turn;
	uint64_t occ = (p->colors[WHITE] | p->colors[BLACK]) & ~board_bit(move_from(m));
	if (move_special(m) == EN_PASSANT) {
		gains[0] = worth[PAWN];
		occ &= ~board_rotate(board_bit(sq), -forward(p->turn));
	} else if (is_capture(p, m)) {
		gains[0] = worth[piece_at(p, sq)];
	}
	uint64_t straight = p->types[ROOK] | p->types[QUEEN], diagonal = p->types[BISHOP] | p->types[QUEEN];
	uint64_t all = attackers(p, sq, occ) & occ;
	for (; n < 31; n++) {
		uint64_t own = all & p->colors[turn];
		if (!own)
			break;
		int least = PAWN;
		while (!(own & p->types[least]))
			least++;
		if (least == KING && (all & p->colors[!turn]))
			break;
		gains[n + 1] = worth[piece] - gains[n];
		uint64_t from = own & p->types[least];
		occ &= ~(from & -from);
		if (least != KNIGHT) {
			struct board_pair sees = ENGINE_BOTH(sq, occ);
			all |= (sees.rook & straight) | (sees.bishop & diagonal);
		}
		all &= occ;
		piece = least;
		turn = !turn;
	}
	for (; n > 0; n--) {
		int keep = -gains[n - 1];
		gains[n - 1] = -(keep > gains[n] ? keep : gains[n]);
	}
	return gains[0];
}

enum { MATE = 30000, INFINITE = 32000 };

static uint64_t nodes;
static move killers[DEEPEST][2];
static int32_t history[PIECE_TYPES][64];

static inline uint64_t stamp(uint64_t key) { return key ^ generation * UINT64_C(0x9e3779b97f4a7c15); }

static inline struct entry *entry_of(uint64_t key) { return &entries[key >> (64 - TABLE_BITS)]; }

static inline const struct entry *find_entry(uint64_t key) {
	const struct entry *e = entry_of(key);
	return e->check == stamp(key) ? e : NULL;
}

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

static int loud(struct moves *m, const struct position *p, move *to) {
	uint64_t their = p->colors[!p->turn];
	for (int i = 0; i < m->n; i++) {
		struct bundle *b = &m->bundles[i];
		if (b->kind == CASTLING)
			b->targets = 0;
		else if (b->kind == PLAIN)
			b->targets &= b->piece == PAWN ? their | LAST_RANKS : their;
	}
	return list_moves(m, to);
}

static int quiet(const struct position *p, int ply, int alpha, int beta) {
	nodes++;
	struct ply *here = &plies[ply];
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
	struct entry kept = {stamp(key), best_move, (int16_t)best, (int8_t)depth, (uint8_t)bound};
	*entry_of(key) = kept;
	return best;
}

// Adds a value to a checksum in which order matters, as bound.Mix.
static inline uint64_t mix_sum(uint64_t value, uint64_t sum) { return (board_rotate(sum, 23) ^ value) * UINT64_C(0x9e3779b97f4a7c15); }

static uint64_t engine_perft(const struct position *p, int depth) { return mix_sum(perft(p, depth), 0); }

static uint64_t engine_search(const struct position *p, int depth) {
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

static uint64_t engine_attackers(const struct position *p, int depth) {
	uint64_t sum = 0, occ = p->colors[WHITE] | p->colors[BLACK];
	(void)depth;
	for (int sq = 0; sq < 64; sq++)
		sum = mix_sum(attackers(p, sq, occ), sum);
	return sum;
}

static uint64_t engine_checks(const struct position *p, int depth) {
	struct view v;
	uint64_t checkers = look(p, &v);
	(void)depth;
	return mix_sum(checkers, (v.pin_straight | v.pin_diagonal) & v.own);
}

static uint64_t engine_moves(const struct position *p, int depth) {
	uint64_t sum = 0;
	int n = generate(&plies[0].moves, p);
	(void)depth;
	list_moves(&plies[0].moves, plies[0].list);
	for (int i = 0; i < n; i++)
		sum = mix_sum(plies[0].list[i], sum);
	return sum;
}

static uint64_t engine_mobility(const struct position *p, int depth) {
	(void)depth;
	return mix_sum((uint64_t)mobility(p), 0);
}

static uint64_t engine_exchange(const struct position *p, int depth) {
	uint64_t sum = 0;
	(void)depth;
	generate(&plies[0].moves, p);
	int n = loud(&plies[0].moves, p, plies[0].list);
	for (int i = 0; i < n; i++)
		sum = mix_sum((uint64_t)(int64_t)exchange(p, plies[0].list[i]), sum);
	return sum;
}

#endif
