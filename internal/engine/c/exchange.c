// As Exchange in ../evaluate.go, which explains it.
#include "engine.h"

int exchange(const struct position *p, move m) {
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

// The modes attackers and exchange, as in ../engine.go.
uint64_t engine_attackers(const struct position *p, int depth) {
	uint64_t sum = 0, occ = p->colors[WHITE] | p->colors[BLACK];
	(void)depth;
	for (int sq = 0; sq < 64; sq++)
		sum = mix_sum(attackers(p, sq, occ), sum);
	return sum;
}

uint64_t engine_exchange(const struct position *p, int depth) {
	uint64_t sum = 0;
	(void)depth;
	generate(&plies[0].moves, p);
	int n = loud(&plies[0].moves, p, plies[0].list);
	for (int i = 0; i < n; i++)
		sum = mix_sum((uint64_t)(int64_t)exchange(p, plies[0].list[i]), sum);
	return sum;
}
