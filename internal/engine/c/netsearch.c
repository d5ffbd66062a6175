// A search as engines of 2026 do it, around an evaluation by a network: moves are listed in stages, and proved legal one by one; exchanges are played out for
// most moves; checks are known before a move is made; and each move has its delta. Its questions to a technique come in the proportions of Stockfish's of August
// 2026 (commit 762dd1d): docs/measuring.md has both. Package engine has the same search, in netmoves.go and netsearch.go.
#include "delta.h"
#include "network.h"

#include <string.h>

// PART runs a statement that belongs to a part of the search. The program of internal/lab/shares times the parts: it defines PART, in the file that SLIDEBENCH_PARTS names.
#ifdef SLIDEBENCH_PARTS
#include SLIDEBENCH_PARTS
#else
#define PART(name, ...) __VA_ARGS__
#endif

static inline uint64_t all_men(const struct position *p) { return p->colors[WHITE] | p->colors[BLACK]; }
static inline uint64_t straight(const struct position *p) { return p->types[ROOK] | p->types[QUEEN]; }
static inline uint64_t diagonal(const struct position *p) { return p->types[BISHOP] | p->types[QUEEN]; }
static inline int holds(uint64_t set, int sq) { return (int)(set >> sq & 1); }

// The squares of the line through the king and a man, on both sides of the man.
static inline uint64_t line_of(int king, int sq) { return between[king][sq] | behind[king][sq]; }

// Whether a side attacks a square under an occupancy.
static inline int net_attacked(const struct position *p, int sq, int by, uint64_t occ) {
	uint64_t men = p->colors[by], rooks = straight(p) & men, bishops = diagonal(p) & men;
	return ((pawn_attacks[!by][sq] & p->types[PAWN] & men) | (knight_attacks[sq] & p->types[KNIGHT] & men) | (king_attacks[sq] & p->types[KING] & men)) ||
		((rook_lines[sq] & rooks) && (ENGINE_ROOK(sq, occ) & rooks)) || ((bishop_lines[sq] & bishops) && (ENGINE_BISHOP(sq, occ) & bishops));
}

static uint64_t net_nodes;

// Sets the rest of a position's node; who gives check is known already.
static void look_around(struct node *here) {
	const struct position *p = &here->box.p;
	uint64_t occ = all_men(p);
	for (int c = 0; c < 2; c++) {
		int king = king_of(p, c);
		uint64_t set = ((rook_lines[king] & straight(p)) | (bishop_lines[king] & diagonal(p))) & p->colors[!c];
		here->blockers[c] = here->pinners[c] = 0;
		for (; set; set &= set - 1) {
			uint64_t men = between[king][lowest(set)] & occ;
			if (!men || (men & (men - 1)))
				continue;
			here->blockers[c] |= men;
			if (men & p->colors[c])
				here->pinners[c] |= set & -set;
		}
	}
	int them = !p->turn, king = king_of(p, them);
	struct board_pair sees = ENGINE_BOTH(king, occ);
	here->checks[PAWN] = pawn_attacks[them][king];
	here->checks[KNIGHT] = knight_attacks[king];
	here->checks[BISHOP] = sees.bishop;
	here->checks[ROOK] = sees.rook;
	here->checks[QUEEN] = sees.rook | sees.bishop;
	here->checks[KING] = 0;
	here->summed = 0;
}

// Makes a move into the next node, and looks around there.
static void make_move(struct node *here, move m) {
	struct node *next = here + 1;
	const struct position *p = &here->box.p;
	int us = p->turn;
	int may_check = move_promotion(m) || move_special(m) != PLAIN || holds(here->checks[move_piece(m)], move_to(m)) || holds(here->blockers[!us], move_from(m));
	PART(DELTAS, make_delta(&here->box, m, &next->box, &next->delta));
	p = &next->box.p;
	next->key = key_after(&here->box.p, here->key, m, p);
	next->checkers = may_check ? attackers(p, king_of(p, !us), all_men(p)) & p->colors[us] : 0;
	look_around(next);
}

// Lists all threats of a position.
static int all_threats(const struct mailbox *m, board_threat *list) {
	uint64_t occ = all_men(&m->p), victims = occ & ~m->p.types[KING];
	int n = 0;
	for (uint64_t men = occ; men; men &= men - 1) {
		int from = lowest(men);
		for (uint64_t set = delta_attacks(m->men[from], from, occ) & victims; set; set &= set - 1)
			list[n++] = board_threat_new(m->men[from], from, m->men[lowest(set)], lowest(set)) | BOARD_APPEARS;
	}
	return n;
}

// Adds all threats to the sums of some perspectives, as network_update returns them.
static void add_all_threats(struct node *here, int anew) {
	board_threat list[NETWORK_MOST_THREATS];
	if (!anew)
		return;
	int n = all_threats(&here->box, list);
	for (int c = 0; c < 2; c++)
		if (anew >> c & 1)
			network_threats(&here->sums, c, &here->box, list, n);
}

// Evaluates a position. Sums are brought up to date from the last position of the line that has them.
static int evaluate_by_network(struct node *here) {
	const struct position *p = &here->box.p;
	struct node *from = here;
	int material = 0;
	for (int piece = PAWN; piece < KING; piece++)
		material += worth[piece] * (count(p->types[piece] & p->colors[p->turn]) - count(p->types[piece] & p->colors[!p->turn]));
	while (!from->summed) // the root always has them
		from--;
	for (; from < here; from++) {
		PART(SUMS, add_all_threats(from + 1, network_update(&from[1].sums, &from->sums, &from->box, &from[1].box, &from[1].delta)));
		from[1].summed = 1;
	}
	PART(LAYERS, material += network_evaluate(&here->sums, p));
	return material;
}

// The stages of listing moves, as loudMoves and quietMoves in ../netmoves.go: captures and promotions to a queen, then all other moves. A capture that promotes to a lesser
// piece is listed among the others.
enum { LOUD = 1, QUIET = 2 };

// These append moves to a list, of a piece or of pawns by one step, and return its end.
static inline move *add_targets(move *to, uint64_t targets, int from, int piece) {
	for (; targets; targets &= targets - 1)
		*to++ = move_new(from, lowest(targets), piece, 0, PLAIN);
	return to;
}

static inline move *add_steps(move *to, uint64_t targets, int step) {
	for (; targets; targets &= targets - 1)
		*to++ = move_new(lowest(targets) - step, lowest(targets), PAWN, 0, PLAIN);
	return to;
}

static inline move *add_promotions(move *to, uint64_t targets, int step, int stages) {
	for (; targets; targets &= targets - 1) {
		int sq = lowest(targets);
		if (stages & LOUD)
			*to++ = move_new(sq - step, sq, PAWN, QUEEN, PLAIN);
		for (int piece = ROOK; piece >= KNIGHT && stages & QUIET; piece--)
			*to++ = move_new(sq - step, sq, PAWN, piece, PLAIN);
	}
	return to;
}

// Appends the moves of pawns to allowed squares, and captures in passing.
static move *list_pawns(const struct node *here, move *to, int stages, uint64_t allowed) {
	const struct position *p = &here->box.p;
	int us = p->turn, up = forward(us);
	uint64_t pawns = p->types[PAWN] & p->colors[us], empty = ~all_men(p), their = p->colors[!us];
	uint64_t steps = board_rotate(pawns, up) & empty, twice = board_rotate(steps & rank_of(2, us), up) & empty & allowed;
	uint64_t left = board_rotate(pawns & ~FILE_A, up - 1) & their & allowed, right = board_rotate(pawns & ~FILE_H, up + 1) & their & allowed;
	steps &= allowed;
	if (stages & QUIET) {
		to = add_steps(to, steps & ~LAST_RANKS, up);
		to = add_steps(to, twice, 2 * up);
	}
	if (stages & LOUD) {
		to = add_steps(to, left & ~LAST_RANKS, up - 1);
		to = add_steps(to, right & ~LAST_RANKS, up + 1);
	}
	to = add_promotions(to, left & LAST_RANKS, up - 1, stages);
	to = add_promotions(to, right & LAST_RANKS, up + 1, stages);
	to = add_promotions(to, steps & LAST_RANKS, up, stages);
	if (!p->en_passant || !(stages & LOUD))
		return to;
	int sq = lowest(p->en_passant);
	if (here->checkers & ~board_rotate(p->en_passant, -up) & (p->types[PAWN] | p->types[KNIGHT]))
		return to; // a check that stays; is_legal looks up those of sliders
	for (uint64_t set = pawn_attacks[!us][sq] & pawns; set; set &= set - 1)
		*to++ = move_new(lowest(set), sq, PAWN, 0, EN_PASSANT);
	return to;
}

// Appends castling where the way is empty, attacked or not.
static move *add_castling(const struct node *here, move *to) {
	const struct position *p = &here->box.p;
	int king = king_of(p, p->turn);
	for (uint64_t rooks = p->castling & p->colors[p->turn]; rooks; rooks &= rooks - 1) {
		int rook = lowest(rooks);
		move m = move_new(king, rook, KING, 0, CASTLING);
		uint64_t path = between[king][move_king_to(m)] | board_bit(move_king_to(m)) | between[rook][move_rook_to(m)] | board_bit(move_rook_to(m));
		if (!(path & all_men(p) & ~(board_bit(king) | board_bit(rook))))
			*to++ = m;
	}
	return to;
}

// Where other men than the king may go in check.
static inline uint64_t against_check(const struct node *here) {
	const struct position *p = &here->box.p;
	if (!here->checkers)
		return ~UINT64_C(0);
	if (here->checkers & (here->checkers - 1))
		return 0;
	return here->checkers | between[king_of(p, p->turn)][lowest(here->checkers)];
}

// Lists the moves of some stages, whether or not they leave the king in check.
static int list_stages(struct node *here, int stages) {
	const struct position *p = &here->box.p;
	uint64_t own = p->colors[p->turn], occ = all_men(p), allowed = against_check(here);
	uint64_t target = (stages & LOUD ? p->colors[!p->turn] : 0) | (stages & QUIET ? ~occ : 0);
	move *to = here->list;
	if (allowed) {
		to = list_pawns(here, to, stages, allowed);
		for (uint64_t set = p->types[KNIGHT] & own; set; set &= set - 1)
			to = add_targets(to, knight_attacks[lowest(set)] & target & allowed, lowest(set), KNIGHT);
		for (uint64_t set = p->types[BISHOP] & own; set; set &= set - 1)
			to = add_targets(to, ENGINE_BISHOP(lowest(set), occ) & target & allowed, lowest(set), BISHOP);
		for (uint64_t set = p->types[ROOK] & own; set; set &= set - 1)
			to = add_targets(to, ENGINE_ROOK(lowest(set), occ) & target & allowed, lowest(set), ROOK);
		for (uint64_t set = p->types[QUEEN] & own; set; set &= set - 1)
			to = add_targets(to, ENGINE_QUEEN(lowest(set), occ) & target & allowed, lowest(set), QUEEN);
	}
	int king = king_of(p, p->turn);
	to = add_targets(to, king_attacks[king] & target, king, KING);
	if (stages & QUIET && !here->checkers)
		to = add_castling(here, to);
	return (int)(to - here->list);
}

// Whether a listed move leaves the king safe: in check, only targets that answer it are listed, so this looks at pins alone, but for kings and special moves.
static int is_legal(const struct node *here, move m) {
	const struct position *p = &here->box.p;
	int us = p->turn, from = move_from(m), to = move_to(m), king = king_of(p, us);
	uint64_t occ = all_men(p);
	if (move_special(m) == EN_PASSANT) {
		uint64_t after = (occ & ~board_bit(from) & ~board_bit(to - forward(us))) | board_bit(to);
		struct board_pair sees = ENGINE_BOTH(king, after);
		return !(((sees.rook & straight(p)) | (sees.bishop & diagonal(p))) & p->colors[!us]);
	}
	if (move_special(m) == CASTLING) {
		for (uint64_t path = between[king][move_king_to(m)] | board_bit(move_king_to(m)); path; path &= path - 1)
			if (net_attacked(p, lowest(path), !us, occ))
				return 0;
		return !holds(here->blockers[us], to);
	}
	if (from == king)
		return !net_attacked(p, to, !us, occ & ~board_bit(from));
	return !holds(here->blockers[us], from) || holds(line_of(king, from), to);
}

// Whether the table's move could be listed here: in engines, several threads write to one table. Special moves and promotions are trusted, for the whole key fits.
static int could_list(const struct node *here, move m) {
	const struct position *p = &here->box.p;
	int us = p->turn, from = move_from(m), to = move_to(m), piece = move_piece(m), up = forward(us);
	uint64_t occ = all_men(p);
	if (move_promotion(m) || move_special(m) != PLAIN)
		return 1;
	if (here->box.men[from] != man_new(piece, us) || holds(p->colors[us], to))
		return 0;
	if (piece != KING && !holds(against_check(here), to))
		return 0;
	if (piece != PAWN)
		return holds(delta_attacks(man_new(piece, us), from, occ), to);
	if (holds(p->colors[!us], to))
		return holds(pawn_attacks[us][from], to);
	return !holds(occ, to) && (to == from + up || (to == from + 2 * up && holds(rank_of(1, us), from) && !holds(occ, from + up)));
}

static inline int could_play(const struct node *here, move m) { return m && could_list(here, m) && is_legal(here, m); }

// Whether a move wins at least a threshold if both sides go on capturing on its square for as long as it pays. A side's pinned men stay while any of those that
// pin them does.
static int reaches(const struct node *here, move m, int threshold) {
	const struct position *p = &here->box.p;
	if (move_promotion(m) || move_special(m) != PLAIN)
		return threshold <= 0;
	// swap: by how much a side's capture puts it above its goal. result: the answer if the other side does not capture.
	int to = move_to(m), victim = here->box.men[to] & 7, swap = (victim ? worth[victim - 1] : 0) - threshold, result = 1, turn = p->turn;
	if (swap < 0)
		return 0;
	swap = worth[move_piece(m)] - swap;
	if (swap <= 0) // even if that piece is lost
		return 1;
	uint64_t occ = all_men(p) ^ board_bit(move_from(m)) ^ board_bit(to), men = attackers(p, to, occ);
	for (;;) {
		turn = !turn;
		men &= occ;
		uint64_t own = men & p->colors[turn];
		if (here->pinners[turn] & occ)
			own &= ~here->blockers[turn];
		if (!own)
			return result;
		result = !result;
		int least = PAWN;
		while (!(own & p->types[least]))
			least++;
		if (least == KING)
			return men & p->colors[!turn] ? !result : result; // it may not capture what is defended
		swap = worth[least] - swap;
		if (swap < result) // taking this man, too, would not change the result
			return result;
		uint64_t from = own & p->types[least];
		occ ^= from & -from;
		if (least == PAWN || least == BISHOP) {
			men |= ENGINE_BISHOP(to, occ) & diagonal(p);
		} else if (least == ROOK) {
			men |= ENGINE_ROOK(to, occ) & straight(p);
		} else if (least == QUEEN) {
			struct board_pair sees = ENGINE_BOTH(to, occ);
			men |= (sees.rook & straight(p)) | (sees.bishop & diagonal(p));
		}
	}
}

// Whether a move captures or makes a queen. A capture that promotes to a lesser piece does, but is listed as QUIET: net_quiet tries it only as the table's move.
static inline int is_loud(const struct node *here, move m) { return is_capture(&here->box.p, m) || move_promotion(m) == QUEEN; }

// The best promotion first, then the most valuable victim, then the least valuable piece that moves; as capture in ../search.go.
static inline int32_t loud_score(const struct node *here, move m) {
	int victim = here->box.men[move_to(m)] & 7;
	return (victim ? victim - 1 : PAWN) * 16 - move_piece(m) + move_promotion(m) * 64;
}

// Sorts moves by their scores, the highest first; equal ones stay in order.
static void sort_moves(struct node *here, int n) {
	for (int i = 1; i < n; i++) {
		int32_t score = here->scores[i];
		move m = here->list[i];
		int j = i;
		for (; j > 0 && here->scores[j - 1] < score; j--) {
			here->scores[j] = here->scores[j - 1];
			here->list[j] = here->list[j - 1];
		}
		here->scores[j] = score;
		here->list[j] = m;
	}
}

// Lists loud moves, sorted, and returns their number.
static int list_loud(struct node *here) {
	int n = list_stages(here, LOUD);
	for (int i = 0; i < n; i++)
		here->scores[i] = loud_score(here, here->list[i]);
	sort_moves(here, n);
	return n;
}

// Lists all moves out of check: captures and all promotions first, above 1 << 28 as captureMove in ../search.go, and the others by history.
static int list_evasions(struct node *here) {
	int n = list_stages(here, LOUD | QUIET);
	for (int i = 0; i < n; i++) {
		move m = here->list[i];
		here->scores[i] = is_capture(&here->box.p, m) || move_promotion(m) ? (1 << 28) + loud_score(here, m) : net_history[here->box.men[move_from(m)]][move_to(m)];
	}
	sort_moves(here, n);
	return n;
}

// Quiet moves are ordered by history, by checks that lose little, and by whether lesser men attack where they come from and go to. The weights
// 20, -75 and 16384 are Stockfish's.
static int list_quiet(struct node *here) {
	const struct position *p = &here->box.p;
	uint64_t their = p->colors[!p->turn], occ = all_men(p), lesser[PIECE_TYPES] = {0};
	lesser[KNIGHT] = lesser[BISHOP] = lesser[ROOK] = pawns_attack(!p->turn, p->types[PAWN] & their);
	for (uint64_t set = p->types[KNIGHT] & their; set; set &= set - 1)
		lesser[ROOK] |= knight_attacks[lowest(set)];
	for (uint64_t set = p->types[BISHOP] & their; set; set &= set - 1)
		lesser[ROOK] |= ENGINE_BISHOP(lowest(set), occ);
	lesser[QUEEN] = lesser[ROOK];
	for (uint64_t set = p->types[ROOK] & their; set; set &= set - 1)
		lesser[QUEEN] |= ENGINE_ROOK(lowest(set), occ);
	int n = list_stages(here, QUIET);
	for (int i = 0; i < n; i++) {
		move m = here->list[i];
		int piece = move_piece(m), from = move_from(m), to = move_to(m);
		int32_t score = 32 * net_history[here->box.men[from]][to] + 20 * worth[piece] * (holds(lesser[piece], from) - holds(lesser[piece], to));
		if (holds(here->checks[piece], to) && reaches(here, m, -75))
			score += 16384;
		here->scores[i] = score;
	}
	sort_moves(here, n);
	return n;
}

// Whether an entry's score is all that a search to a depth, between alpha and beta, asks for.
static inline int decides(const struct entry *e, int depth, int alpha, int beta) {
	return e->depth >= depth && (e->bound == EXACT || (e->bound == AT_LEAST && e->score >= beta) || (e->bound == AT_MOST && e->score <= alpha));
}

// Follows captures, and in check all moves, as quiet, tryAll and try in ../netsearch.go. Move -1 is the table's; the others are listed when that one is not good enough, and n is -1 until then.
static int net_quiet(struct node *here, int ply, int alpha, int beta) {
	net_nodes++;
	if (ply >= DEEPEST)
		return evaluate_by_network(here);
	const struct entry *e = find_entry(here->key);
	move known = 0, best_move = 0;
	if (e) {
		if (decides(e, 0, alpha, beta))
			return e->score;
		known = e->best;
	}
	int best = -INFINITE, checked = here->checkers != 0, legal = 0, before = alpha, i = -1, n = -1;
	if (!checked) {
		best = evaluate_by_network(here);
		if (best >= beta)
			return best;
		if (best > alpha)
			alpha = best;
	}
	if (!(could_play(here, known) && (checked || is_loud(here, known))))
		i = 0, known = 0;
	for (;; i++) {
		if (i >= 0 && n < 0)
			n = checked ? list_evasions(here) : list_loud(here);
		if (i >= 0 && i >= n)
			break;
		move m = i < 0 ? known : here->list[i];
		if (i >= 0 && (m == known || (!checked && !reaches(here, m, 0)) || !is_legal(here, m)))
			continue;
		legal++;
		make_move(here, m);
		int score = -net_quiet(here + 1, ply + 1, -beta, -alpha);
		if (score > best) {
			best = score;
			best_move = m;
		}
		if (score > alpha)
			alpha = score;
		if (score >= beta)
			break;
	}
	if (checked && !legal)
		return ply - MATE;
	keep_entry(here->key, best_move, best, 0, best >= beta ? AT_LEAST : best > before ? EXACT : AT_MOST);
	return best;
}

// A node's moves, one after the other, in the order of tryAll: move i of the n that are listed is next. Loud ones that lose wait in aside until quiet ones are through.
struct picker {
	move known, aside[256];
	int stage, i, n, waiting, skip_quiet;
};
enum { KNOWN, LIST_LOUD, PICK_LOUD, LIST_QUIET, PICK_QUIET, PICK_ASIDE, LIST_EVASIONS, PICK_EVASIONS };

// Returns the next move, 0 if none is left. It may leave the king in check, unless it is the known one.
static move pick_move(struct node *here, struct picker *from) {
	for (;;) {
		switch (from->stage) {
		case KNOWN:
			from->stage = here->checkers ? LIST_EVASIONS : LIST_LOUD;
			if (from->known)
				return from->known;
			break;
		case LIST_LOUD:
			from->n = list_loud(here);
			from->i = 0;
			from->stage = PICK_LOUD;
			break;
		case LIST_QUIET:
			from->n = list_quiet(here);
			from->i = 0;
			from->stage = PICK_QUIET;
			break;
		case LIST_EVASIONS:
			from->n = list_evasions(here);
			from->i = 0;
			from->stage = PICK_EVASIONS;
			break;
		case PICK_LOUD:
			if (from->i == from->n) {
				from->stage = LIST_QUIET;
			} else {
				move m = here->list[from->i++];
				if (m == from->known)
					break;
				if (reaches(here, m, 0))
					return m;
				from->aside[from->waiting++] = m;
			}
			break;
		case PICK_QUIET:
			if (from->i == from->n || from->skip_quiet) {
				from->i = 0;
				from->stage = PICK_ASIDE;
			} else if (here->list[from->i++] != from->known) {
				return here->list[from->i - 1];
			}
			break;
		case PICK_ASIDE:
			return from->i < from->waiting ? from->aside[from->i++] : 0;
		default: // PICK_EVASIONS
			if (from->i == from->n)
				return 0;
			if (here->list[from->i++] != from->known)
				return here->list[from->i - 1];
		}
	}
}

// The score of a position between alpha and beta, as search, tryAll and try in ../netsearch.go find it.
static int net_search(struct node *here, int depth, int ply, int alpha, int beta) {
	if (depth <= 0 || ply >= DEEPEST)
		return net_quiet(here, ply, alpha, beta);
	net_nodes++;
	struct picker picker;
	picker.known = 0;
	picker.stage = KNOWN;
	picker.waiting = picker.skip_quiet = 0;
	const struct entry *e = find_entry(here->key);
	if (e) {
		if (ply > 0 && decides(e, depth, alpha, beta))
			return e->score;
		picker.known = e->best;
	}
	int checked = here->checkers != 0, best = -INFINITE, bound = AT_MOST, quiet_moves = 0;
	if (checked) {
		depth++;
	} else {
		int worth_now = evaluate_by_network(here);
		if (ply > 0 && depth <= 3 && worth_now - 120 * depth >= beta) // too good, by a margin for each ply left
			return worth_now;
	}
	if (!could_play(here, picker.known))
		picker.known = 0;
	move best_move = 0;
	for (move m; (m = pick_move(here, &picker));) {
		if (picker.stage == PICK_QUIET) {
			if (best > -INFINITE && quiet_moves > 3 + depth * depth) { // late quiet moves are left out
				picker.skip_quiet = 1;
				continue;
			}
			if (best > DEEPEST - MATE && !reaches(here, m, -25 * depth * depth)) // moves that lose much, unless the best so far is to be mated
				continue;
		}
		if (m != picker.known && !is_legal(here, m))
			continue;
		quiet_moves += picker.stage == PICK_QUIET;
		make_move(here, m);
		int score = -net_search(here + 1, depth - 1, ply + 1, -beta, -alpha);
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
			if (!is_capture(&here->box.p, m) && !move_promotion(m))
				net_history[here->box.men[move_from(m)]][move_to(m)] += depth * depth;
			break;
		}
	}
	if (best == -INFINITE)
		return checked ? ply - MATE : 0;
	keep_entry(here->key, best_move, best, depth, bound);
	return best;
}

uint64_t engine_netsearch(const struct position *p, int depth) {
	network_init();
	generation++;
	net_nodes = 0;
	memset(net_history, 0, sizeof net_history);
	struct node *root = net_line;
	mailbox_of(p, &root->box);
	p = &root->box.p;
	root->key = position_key(p);
	root->checkers = attackers(p, king_of(p, p->turn), all_men(p)) & p->colors[!p->turn];
	look_around(root);
	for (int c = 0; c < 2; c++)
		network_squares(&root->sums, c, &root->box);
	add_all_threats(root, 3); // of both perspectives
	root->summed = 1;
	int score = 0;
	for (int d = 1; d <= depth; d++)
		score = net_search(root, d, 0, -INFINITE, INFINITE);
	const struct entry *e = find_entry(root->key);
	return mix_sum(net_nodes, mix_sum((uint64_t)(int64_t)score, e ? e->best : 0));
}
