// The delta of a move, as in ../delta.go and ../threats.go: the same threats in the same order. A sliders.h may define ENGINE_THREATS and ENGINE_MOVED (see engine.h).
#ifndef SLIDEBENCH_DELTA_H
#define SLIDEBENCH_DELTA_H

#include "engine.h"

// What a man on a square attacks. A slider is asked for by its own lookup.
static inline uint64_t delta_attacks(int man, int sq, uint64_t occ) {
	switch ((man & 7) - 1) {
	case PAWN:
		return pawn_attacks[man >> 3][sq];
	case KNIGHT:
		return knight_attacks[sq];
	case BISHOP:
		return ENGINE_BISHOP(sq, occ);
	case ROOK:
		return ENGINE_ROOK(sq, occ);
	case QUEEN:
		return ENGINE_QUEEN(sq, occ);
	}
	return king_attacks[sq];
}

#ifndef ENGINE_THREATS
// Adds the threats of a man on a square to victims, and of attackers to him, all with one sign: 0 if they vanish, BOARD_APPEARS if they appear.
static inline void delta_list(const struct mailbox *b, int sq, int man, uint64_t victims, uint64_t attackers, board_threat sign, struct board_delta *d) {
	for (; victims; victims &= victims - 1)
		board_delta_add(d, board_threat_new(man, sq, b->men[lowest(victims)], lowest(victims)) | sign);
	if ((man & 7) == BOARD_KING)
		return;
	for (; attackers; attackers &= attackers - 1)
		board_delta_add(d, board_threat_new(b->men[lowest(attackers)], lowest(attackers), man, sq) | sign);
}

// Adds the threats that vanish and appear if a square has another man, or none: by lookups, for techniques that do not list threats themselves.
static inline void delta_threats(const struct mailbox *b, int sq, int before, int after, struct board_delta *d) {
	const struct position *p = &b->p;
	uint64_t occ = p->colors[WHITE] | p->colors[BLACK], pawns = p->types[PAWN];
	struct board_pair sees = ENGINE_BOTH(sq, occ);
	uint64_t straight = sees.rook & (p->types[ROOK] | p->types[QUEEN]), diagonal = sees.bishop & (p->types[BISHOP] | p->types[QUEEN]);
	uint64_t attackers = straight | diagonal | (knight_attacks[sq] & p->types[KNIGHT]) | (king_attacks[sq] & p->types[KING]) |
		(pawn_attacks[BLACK][sq] & pawns & p->colors[WHITE]) | (pawn_attacks[WHITE][sq] & pawns & p->colors[BLACK]);
	uint64_t victims = occ & ~p->types[KING];
	if (before)
		delta_list(b, sq, before, delta_attacks(before, sq, occ) & victims, attackers, 0, d);
	if (after)
		delta_list(b, sq, after, delta_attacks(after, sq, occ) & victims, attackers, BOARD_APPEARS, d);
	if (before && after)
		return;
	board_threat sign = after ? 0 : BOARD_APPEARS; // a ray through sq closes or opens: see threats.go
	uint64_t seen = (sees.rook | sees.bishop) & victims;
	for (uint64_t set = straight | diagonal; set; set &= set - 1) {
		int from = lowest(set);
		uint64_t victim = behind[from][sq] & seen;
		if (victim)
			board_delta_add(d, board_threat_new(b->men[from], from, b->men[lowest(victim)], lowest(victim)) | sign);
	}
}
#define ENGINE_THREATS(b, sq, before, after, d) delta_threats(b, sq, before, after, d)
#endif

// A call for each change keeps one copy of the lookups, as in Go.
static APART void delta_change(struct mailbox *b, int sq, int before, int after, struct board_delta *d) {
	ENGINE_THREATS(b, sq, before, after, d);
	mailbox_set(b, sq, before, after);
}

// Writes the position after a legal move to another place, and the move's delta.
static inline void make_delta(const struct mailbox *p, move m, struct mailbox *after, struct board_delta *d) {
	int from = move_from(m), to = move_to(m), man = p->men[from], us = p->p.turn;
	d->n = 0;
	*after = *p;
	if (move_special(m) == CASTLING) {
		int rook = p->men[to];
		delta_change(after, from, man, BOARD_NO_MAN, d);
		delta_change(after, to, rook, BOARD_NO_MAN, d);
		delta_change(after, move_king_to(m), BOARD_NO_MAN, man, d);
		delta_change(after, move_rook_to(m), BOARD_NO_MAN, rook, d);
	} else if (move_special(m) == EN_PASSANT) {
		int captured = to - forward(us);
		delta_change(after, captured, p->men[captured], BOARD_NO_MAN, d);
		delta_change(after, from, man, BOARD_NO_MAN, d);
		delta_change(after, to, BOARD_NO_MAN, man, d);
	} else {
		int becomes = move_promotion(m) ? man_new(move_promotion(m), us) : man;
#ifdef ENGINE_MOVED // the technique lists a quiet move's two changes at once
		if (p->men[to] == BOARD_NO_MAN) {
			ENGINE_MOVED(p, from, to, man, becomes, d);
			mailbox_set(after, from, man, BOARD_NO_MAN);
			mailbox_set(after, to, BOARD_NO_MAN, becomes);
			mailbox_turned(after, m);
			return;
		}
#endif
		delta_change(after, from, man, BOARD_NO_MAN, d);
		delta_change(after, to, p->men[to], becomes, d);
	}
	mailbox_turned(after, m);
}

#endif
