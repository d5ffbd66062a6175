// As ../evaluate.go, which explains it; count_piece is its count. Exchange is in exchange.c.
#include "engine.h"

static const int mobility_worth[PIECE_TYPES] = {0, 4, 5, 3, 2, 0},
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

int evaluate(const struct position *p) {
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
			squares += count(ENGINE_MOVES(_bishop, lowest(set), own, occ) & ~own);
		for (uint64_t set = p->types[ROOK] & own; set; set &= set - 1)
			squares += count(ENGINE_MOVES(_rook, lowest(set), own, occ) & ~own);
		for (uint64_t set = p->types[QUEEN] & own; set; set &= set - 1)
			squares += count(ENGINE_MOVES(_queen, lowest(set), own, occ) & ~own);
	}
	return squares;
}

uint64_t engine_mobility(const struct position *p, int depth) {
	(void)depth;
	return mix_sum((uint64_t)mobility(p), 0);
}
