// As ../moves.go, whose functions have the same names and explain these; loud is in ../search.go, perft and engine_checks in ../perft.go and ../evaluate.go, and engine_moves is
// the use Moves of ../engine.go.
#include "engine.h"

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

int generate(struct moves *m, const struct position *p) {
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
		uint64_t targets = ENGINE_MOVES(_bishop, sq, v.own, v.occ) & v.allowed;
		add(m, v.pin_diagonal >> sq & 1 ? targets & v.pin_diagonal : targets, sq, BISHOP, PLAIN);
	}
	for (uint64_t set = p->types[ROOK] & v.own & ~v.pin_diagonal; set; set &= set - 1) {
		int sq = lowest(set);
		uint64_t targets = ENGINE_MOVES(_rook, sq, v.own, v.occ) & v.allowed;
		add(m, v.pin_straight >> sq & 1 ? targets & v.pin_straight : targets, sq, ROOK, PLAIN);
	}
	for (uint64_t set = p->types[QUEEN] & v.own; set; set &= set - 1) {
		int sq = lowest(set);
		uint64_t targets;
		if (!(pinned >> sq & 1))
			targets = ENGINE_MOVES(_queen, sq, v.own, v.occ);
		else if (v.pin_straight >> sq & 1)
			targets = ENGINE_MOVES(_rook, sq, v.own, v.occ) & v.pin_straight;
		else
			targets = ENGINE_MOVES(_bishop, sq, v.own, v.occ) & v.pin_diagonal;
		add(m, targets & v.allowed, sq, QUEEN, PLAIN);
	}
	pawns(m, &v);
	if (p->en_passant)
		en_passant(m, &v, checkers);
	return m->count;
}

int list_moves(const struct moves *m, move *to) {
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

int loud(struct moves *m, const struct position *p, move *to) {
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

struct ply plies[DEEPEST + 1];

// The depth is from 1 to DEEPEST: corpora have no other.
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

uint64_t engine_perft(const struct position *p, int depth) { return mix_sum(perft(p, depth), 0); }

uint64_t engine_checks(const struct position *p, int depth) {
	struct view v;
	uint64_t checkers = look(p, &v);
	(void)depth;
	return mix_sum(checkers, (v.pin_straight | v.pin_diagonal) & v.own);
}

uint64_t engine_moves(const struct position *p, int depth) {
	uint64_t sum = 0;
	int n = generate(&plies[0].moves, p);
	(void)depth;
	list_moves(&plies[0].moves, plies[0].list);
	for (int i = 0; i < n; i++)
		sum = mix_sum(plies[0].list[i], sum);
	return sum;
}
