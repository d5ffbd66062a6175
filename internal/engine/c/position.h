// Positions and moves in C, as in package position (../position): the same layout, the same moves' numbers, the same keys. Call position_init once.
#ifndef SLIDEBENCH_POSITION_H
#define SLIDEBENCH_POSITION_H

#include "../../../board/board.h"
#include "../../../board/threats.h"

enum { PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING, PIECE_TYPES };
enum { WHITE, BLACK };

struct position {
	uint64_t types[PIECE_TYPES]; // the squares of all pawns, of all knights, and so on
	uint64_t colors[2];          // the squares of white and black pieces
	uint64_t castling;           // rooks with which their king may still castle
	uint64_t en_passant;         // the square of a capture in passing, if any
	uint8_t turn;
	uint8_t unused[7];
};

// A move: from, to, piece, promotion and what is special about it. Castling goes to the rook's square.
typedef uint32_t move;
enum { PLAIN, EN_PASSANT, CASTLING };

static inline move move_new(int from, int to, int piece, int promotion, int special) {
	return (move)(from | to << 6 | piece << 12 | promotion << 15 | special << 18);
}
static inline int move_from(move m) { return m & 63; }
static inline int move_to(move m) { return m >> 6 & 63; }
static inline int move_piece(move m) { return m >> 12 & 7; }
static inline int move_promotion(move m) { return m >> 15 & 7; }
static inline int move_special(move m) { return m >> 18 & 3; }

// Where castling puts the king and the rook.
static inline int move_king_to(move m) { return (move_from(m) & 56) | (move_to(m) > move_from(m) ? 6 : 2); }
static inline int move_rook_to(move m) { return (move_from(m) & 56) | (move_to(m) > move_from(m) ? 5 : 3); }

// The lowest square of a set that is not empty, and how many squares a set has.
static inline int lowest(uint64_t set) { return __builtin_ctzll(set); }
static inline int count(uint64_t set) { return __builtin_popcountll(set); }

#define FILE_A UINT64_C(0x0101010101010101)
#define FILE_H (FILE_A << 7)
#define LAST_RANKS UINT64_C(0xff000000000000ff)

static inline uint64_t rank_of(int rank, int color) { return UINT64_C(0xff) << (8 * (color ? 7 - rank : rank)); }
static inline int forward(int color) { return color ? -8 : 8; }
// The squares beside those of a set, on their ranks.
static inline uint64_t neighbours(uint64_t set) { return (set << 1 & ~FILE_A) | (set >> 1 & ~FILE_H); }
static inline uint64_t pawns_attack(int color, uint64_t pawns) { return neighbours(board_rotate(pawns, forward(color))); }

// Attacks of pieces that do not slide, lines of those that do on an empty board, the squares between two squares of a line, and those behind the second
// one, as seen from the first.
extern uint64_t knight_attacks[64], king_attacks[64], pawn_attacks[2][64], rook_lines[64], bishop_lines[64], between[64][64], behind[64][64];

// Zobrist's keys.
extern uint64_t piece_keys[2][PIECE_TYPES][64], castling_keys[64], en_passant_keys[64], black_key;

// What a search found out about a position, as in package transposition (../transposition).
struct entry {
	uint64_t check;
	move best;
	int16_t score;
	int8_t depth;
	uint8_t bound;
};
enum { EXACT, AT_LEAST, AT_MOST };
enum { TABLE_BITS = 16 };
extern struct entry entries[1 << TABLE_BITS];
extern uint64_t generation;

// How many plies a line of a search may have.
enum { DEEPEST = 64 };

void position_init(void);

// The n-th random number.
uint64_t random_number(uint64_t n);

// In hundredths of a pawn, as in ../evaluate.go.
static const int worth[PIECE_TYPES] = {100, 320, 330, 500, 950, 0};

// The piece on an occupied square.
static inline int piece_at(const struct position *p, int sq) {
	for (int piece = PAWN; piece < KING; piece++)
		if (p->types[piece] >> sq & 1)
			return piece;
	return KING;
}

static inline int king_of(const struct position *p, int color) { return lowest(p->types[KING] & p->colors[color]); }

static inline int is_capture(const struct position *p, move m) {
	return (p->colors[!p->turn] >> move_to(m) & 1) || move_special(m) == EN_PASSANT;
}

// Writes the position after a legal move to another place.
static inline void make(const struct position *p, move m, struct position *after) {
	int us = p->turn, them = !us, piece = move_piece(m);
	uint64_t from = board_bit(move_from(m)), to = board_bit(move_to(m));
	*after = *p;
	after->turn = (uint8_t)them;
	after->en_passant = 0;
	after->castling &= ~(from | to);
	if (move_special(m) == CASTLING) {
		uint64_t king_to = board_bit(move_king_to(m)), rook_to = board_bit(move_rook_to(m));
		after->types[KING] ^= from ^ king_to;
		after->types[ROOK] ^= to ^ rook_to;
		after->colors[us] = (after->colors[us] & ~(from | to)) | king_to | rook_to;
		after->castling &= ~after->colors[us];
		return;
	}
	for (int i = 0; i < PIECE_TYPES; i++)
		after->types[i] &= ~to;
	after->colors[them] &= ~to;
	after->colors[us] ^= from | to;
	after->types[piece] ^= from | to;
	if (piece == KING) {
		after->castling &= ~after->colors[us];
	} else if (piece == PAWN) {
		if (move_promotion(m)) {
			after->types[PAWN] ^= to;
			after->types[move_promotion(m)] |= to;
		} else if (move_special(m) == EN_PASSANT) {
			uint64_t captured = board_rotate(to, -forward(us));
			after->types[PAWN] &= ~captured;
			after->colors[them] &= ~captured;
		} else if (from == board_rotate(to, -2 * forward(us)) && (neighbours(to) & after->types[PAWN] & after->colors[them])) {
			after->en_passant = board_rotate(to, -forward(us));
		}
	}
}

// A position with the man on each square, as in package position.
struct mailbox {
	struct position p;
	uint8_t men[64];
};

// Asks for the delta of a legal move, as in package position.
struct question {
	struct mailbox before;
	uint32_t move; // a move: in C++, a field may not have the name of its type
	uint32_t follows; // 1 if the move of the question before leads to this position, else 0
};

static inline int man_new(int piece, int color) { return (piece + 1) | color << 3; }

// Writes a position with its men.
static inline void mailbox_of(const struct position *p, struct mailbox *m) {
	m->p = *p;
	for (int sq = 0; sq < 64; sq++)
		m->men[sq] = (p->colors[WHITE] | p->colors[BLACK]) >> sq & 1 ? (uint8_t)man_new(piece_at(p, sq), (int)(p->colors[BLACK] >> sq & 1)) : BOARD_NO_MAN;
}

// Puts a man on a square, or none, in place of the man who stands there, or none.
static inline void mailbox_set(struct mailbox *m, int sq, int before, int after) {
	uint64_t bit = board_bit(sq);
	if (before) {
		m->p.types[(before & 7) - 1] ^= bit;
		m->p.colors[before >> 3] ^= bit;
	}
	if (after) {
		m->p.types[(after & 7) - 1] ^= bit;
		m->p.colors[after >> 3] ^= bit;
	}
	m->men[sq] = (uint8_t)after;
}

// Sets what a legal move changes beside the men, who have moved already.
static inline void mailbox_turned(struct mailbox *after, move m) {
	struct position *p = &after->p;
	int us = p->turn;
	uint64_t from = board_bit(move_from(m)), to = board_bit(move_to(m));
	p->turn = (uint8_t)!us;
	p->en_passant = 0;
	p->castling &= ~(from | to);
	if (move_piece(m) == KING)
		p->castling &= ~p->colors[us];
	else if (move_piece(m) == PAWN && from == board_rotate(to, -2 * forward(us)) && (neighbours(to) & p->types[PAWN] & p->colors[!us]))
		p->en_passant = board_rotate(to, -forward(us));
}

// The part of the key that is not about pieces.
static inline uint64_t state_key(const struct position *p) {
	uint64_t key = p->turn ? black_key : 0;
	for (uint64_t set = p->castling; set; set &= set - 1)
		key ^= castling_keys[lowest(set)];
	return p->en_passant ? key ^ en_passant_keys[lowest(p->en_passant)] : key;
}

static inline uint64_t position_key(const struct position *p) {
	uint64_t key = state_key(p);
	for (int c = 0; c < 2; c++)
		for (int piece = 0; piece < PIECE_TYPES; piece++)
			for (uint64_t set = p->types[piece] & p->colors[c]; set; set &= set - 1)
				key ^= piece_keys[c][piece][lowest(set)];
	return key;
}

// The key after a move, which make has written there, from the key before.
static inline uint64_t key_after(const struct position *p, uint64_t key, move m, const struct position *after) {
	int us = p->turn, piece = move_piece(m);
	uint64_t(*own)[64] = piece_keys[us], (*their)[64] = piece_keys[!us];
	key ^= state_key(p) ^ state_key(after);
	if (move_special(m) == CASTLING)
		return key ^ own[KING][move_from(m)] ^ own[KING][move_king_to(m)] ^ own[ROOK][move_to(m)] ^ own[ROOK][move_rook_to(m)];
	key ^= own[piece][move_from(m)] ^ own[move_promotion(m) ? move_promotion(m) : piece][move_to(m)];
	if (move_special(m) == EN_PASSANT)
		return key ^ their[PAWN][move_to(m) - forward(us)];
	if (p->colors[!us] >> move_to(m) & 1)
		return key ^ their[piece_at(p, move_to(m))][move_to(m)];
	return key;
}

#endif
