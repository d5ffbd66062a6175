// Rotated bitboards: beside the occupancy, three rotated copies of it are kept up to date, in which the squares of a
// file or of a diagonal are neighbouring bits, as those of a rank are in the occupancy itself. One shift then brings a
// line's six inner squares to the front, where they index a table of attacks.
//
//	position  rank: sq     file: sq>>3 | (sq&7)<<3     diagonal: -7*sq & 63     anti-diagonal: 9*sq & 63
//	add       board |= 1 << position                   for each of the four boards; remove: &= ~
//	attacks   table[sq][(board >> ((position & 56) + 1)) & 63]    the union of the piece's two lines
//
// The lookups without a state rotate a whole occupancy.
//
// C: one file defines ROTATED_IMPLEMENTATION before it includes this header. Call rotated_init once, before the first lookup.
//
// People: Robert Hyatt, in Crafty since 1994, published 1999; at the same time and on their own the developers of
// DarkThought. A rotation by 45 degrees in which two diagonals share a rank is Harald Lüßen's, 2006.
#ifndef SLIDEBENCH_ROTATED_H
#define SLIDEBENCH_ROTATED_H

#include "../../board/board.h"

// The occupancy and its three rotated copies. Zeros are the empty board.
struct rotated_state {
	uint64_t ranks, files, diagonals, antidiagonals;
};

// The attacks within each line, by square and the line's six bits.
#define ROTATED_TABLES(SHARED) \
	SHARED uint64_t rotated_rank_attacks[64][64], rotated_file_attacks[64][64]; \
	SHARED uint64_t rotated_diagonal_attacks[64][64], rotated_antidiagonal_attacks[64][64];
ROTATED_TABLES(BOARD_DECLARE)

// Fills the tables.
BOARD_DECLARE void rotated_init(void);

// The number of a square's bit in the rotated boards. Files are reflected on the diagonal a1-h8, which turns them into
// ranks as a rotation does. For diagonals each file f is moved down by f ranks, for anti-diagonals up, and squares that
// leave the board come back at the other edge: so two diagonals share a rank.
static inline int rotated_file_position(int sq) { return sq >> 3 | (sq & 7) << 3; }
static inline int rotated_diagonal_position(int sq) { return (sq - (sq << 3)) & 63; }
static inline int rotated_antidiagonal_position(int sq) { return (sq + (sq << 3)) & 63; }

// The six inner bits of a position's rank. The first and the last square of a rank are left out, because no squares lie
// behind them, and diagonals end on those files, too. Bits of the other diagonal make no difference: the table has the
// same attacks for all of these.
static inline unsigned rotated_inner(uint64_t rotated, int position) {
	return (unsigned)(rotated >> ((position & 56) + 1) & 63);
}

// Sets a state to the empty board.
static inline void rotated_state_reset(struct rotated_state *s) {
	s->ranks = s->files = s->diagonals = s->antidiagonals = 0;
}

// Makes a square occupied.
static inline void rotated_state_add(struct rotated_state *s, int sq) {
	s->ranks |= UINT64_C(1) << sq;
	s->files |= UINT64_C(1) << rotated_file_position(sq);
	s->diagonals |= UINT64_C(1) << rotated_diagonal_position(sq);
	s->antidiagonals |= UINT64_C(1) << rotated_antidiagonal_position(sq);
}

// Makes a square empty.
static inline void rotated_state_remove(struct rotated_state *s, int sq) {
	s->ranks &= ~(UINT64_C(1) << sq);
	s->files &= ~(UINT64_C(1) << rotated_file_position(sq));
	s->diagonals &= ~(UINT64_C(1) << rotated_diagonal_position(sq));
	s->antidiagonals &= ~(UINT64_C(1) << rotated_antidiagonal_position(sq));
}

// The board reflected on the diagonal a1-h8: single squares change places first, then blocks of 2x2, then of 4x4.
static inline uint64_t rotated_reflect(uint64_t x) {
	uint64_t t = (x ^ x >> 7) & UINT64_C(0x00aa00aa00aa00aa);
	x ^= t ^ t << 7;
	t = (x ^ x >> 14) & UINT64_C(0x0000cccc0000cccc);
	x ^= t ^ t << 14;
	t = (x ^ x >> 28) & UINT64_C(0x00000000f0f0f0f0);
	return x ^ t ^ t << 28;
}

// The board with each file f moved up by f*ranks ranks, in three steps: a step for each bit of f moves the files whose
// number has that bit.
static inline uint64_t rotated_shear(uint64_t x, int ranks) {
	x ^= (x ^ board_rotate(x, 8 * ranks)) & UINT64_C(0xaaaaaaaaaaaaaaaa);
	x ^= (x ^ board_rotate(x, 16 * ranks)) & UINT64_C(0xcccccccccccccccc);
	return x ^ ((x ^ board_rotate(x, 32 * ranks)) & UINT64_C(0xf0f0f0f0f0f0f0f0));
}

// Sets a state to an occupancy.
static inline void rotated_state_prepare(struct rotated_state *s, uint64_t occ) {
	s->ranks = occ;
	s->files = rotated_reflect(occ);
	s->diagonals = rotated_shear(occ, -1);
	s->antidiagonals = rotated_shear(occ, 1);
}

// The attacks of a rook on sq, 0 to 63, by a state. In the reflected board sq stands on the same rank as sq << 3.
static inline uint64_t rotated_state_rook(const struct rotated_state *s, int sq) {
	return board_filled(rotated_rank_attacks[sq][rotated_inner(s->ranks, sq)] |
		rotated_file_attacks[sq][rotated_inner(s->files, sq << 3)]);
}

// The attacks of a bishop.
static inline uint64_t rotated_state_bishop(const struct rotated_state *s, int sq) {
	return board_filled(rotated_diagonal_attacks[sq][rotated_inner(s->diagonals, rotated_diagonal_position(sq))] |
		rotated_antidiagonal_attacks[sq][rotated_inner(s->antidiagonals, rotated_antidiagonal_position(sq))]);
}

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t rotated_state_queen(const struct rotated_state *s, int sq) {
	return rotated_state_rook(s, sq) | rotated_state_bishop(s, sq);
}

// The attacks of a rook on sq with pieces on the squares in occ, by a state prepared for it.
static inline uint64_t rotated_rook(int sq, uint64_t occ) {
	struct rotated_state s;
	rotated_state_prepare(&s, occ);
	return rotated_state_rook(&s, sq);
}

// The attacks of a bishop.
static inline uint64_t rotated_bishop(int sq, uint64_t occ) {
	struct rotated_state s;
	rotated_state_prepare(&s, occ);
	return rotated_state_bishop(&s, sq);
}

// The attacks of a rook and of a bishop, by one state prepared for them.
static inline struct board_pair rotated_both(int sq, uint64_t occ) {
	struct rotated_state s;
	rotated_state_prepare(&s, occ);
	struct board_pair pair = {rotated_state_rook(&s, sq), rotated_state_bishop(&s, sq)};
	return pair;
}

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t rotated_queen(int sq, uint64_t occ) {
	struct rotated_state s;
	rotated_state_prepare(&s, occ);
	return rotated_state_queen(&s, sq);
}

#endif

#if (defined(__cplusplus) || defined(ROTATED_IMPLEMENTATION)) && !defined(ROTATED_IMPLEMENTED)
#define ROTATED_IMPLEMENTED

ROTATED_TABLES(BOARD_DEFINE)

// The attacks within the line through sq in a direction and its opposite. Inner are the six inner bits of the line's
// rank on the rotated board.
static inline uint64_t rotated_attacks(int direction, int (*position)(int sq), int sq, unsigned inner) {
	uint64_t occ = 0;
	for (uint64_t x = board_line(direction, sq); x; x &= x - 1) {
		int s = board_trailing_zeros(x);
		if (inner << 1 >> (position(s) & 7) & 1)
			occ |= board_bit(s);
	}
	return board_walk(direction, sq, occ) | board_walk(direction ^ 1, sq, occ);
}

static inline int rotated_rank_position(int sq) { return sq; }

BOARD_DEFINE void rotated_init(void) {
	for (int sq = 0; sq < 64; sq++)
		for (unsigned inner = 0; inner < 64; inner++) {
			rotated_rank_attacks[sq][inner] = rotated_attacks(BOARD_EAST, rotated_rank_position, sq, inner);
			rotated_file_attacks[sq][inner] = rotated_attacks(BOARD_NORTH, rotated_file_position, sq, inner);
			rotated_diagonal_attacks[sq][inner] = rotated_attacks(BOARD_NORTH_EAST, rotated_diagonal_position, sq, inner);
			rotated_antidiagonal_attacks[sq][inner] = rotated_attacks(BOARD_NORTH_WEST, rotated_antidiagonal_position,
				sq, inner);
		}
}

#endif
