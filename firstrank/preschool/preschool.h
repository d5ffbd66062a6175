// Pre-school bitboards: the kindergarten indices of a piece's two lines, six bits each, are joined to one of twelve
// bits, which indexes the attacks on both lines at once. It is a magic bitboard whose factors everybody can understand.
//
//	rook          T[sq][file index << 6 | rank index]
//	              rank index = occ >> (8*rank + 1) & 63
//	              file index = ((occ >> file & F) * M) >> 58    F: the a-file, M: the diagonal c2 to h7
//	bishop        U[sq][((occ & anti) * B) >> 58 << 6 | ((occ & diagonal) * B) >> 58]    B: the b-file
//
// C: one file defines PRESCHOOL_IMPLEMENTATION before it includes this header. Call preschool_init once, before the first lookup.
//
// People: tsoj, 2023.
#ifndef SLIDEBENCH_PRESCHOOL_H
#define SLIDEBENCH_PRESCHOOL_H

#include "../../board/board.h"

// The relevant squares of a bishop's two lines.
struct preschool_diagonal_pair {
	uint64_t diagonal, antidiagonal;
};

#define PRESCHOOL_TABLES(SHARED) \
	SHARED struct preschool_diagonal_pair preschool_diagonals[64]; \
	SHARED uint64_t preschool_rook_table[64][4096], preschool_bishop_table[64][4096];
PRESCHOOL_TABLES(BOARD_DECLARE)

// Fills the tables.
BOARD_DECLARE void preschool_init(void);

// The inner squares of the rank, and in higher bits those of the file. The product adds up copies of the a-file, each a
// rank higher and a file further than the copy before, so that no two have a square in common, and the inner squares
// come out on c to h of the eighth rank.
static inline uint64_t preschool_rook_index(int sq, uint64_t occ) {
	uint64_t rank = occ >> ((sq & 56) + 1) & 63;
	uint64_t file = (occ >> (sq & 7) & UINT64_C(0x0101010101010101)) * UINT64_C(0x0080402010080400) >> 58;
	return file << 6 | rank;
}

// The inner files of the occupied squares of the diagonal, and in higher bits those of the antidiagonal. The factor,
// the b-file, adds up all ranks on the eighth, without carries, because a diagonal has one square on each file.
static inline uint64_t preschool_bishop_index(int sq, uint64_t occ) {
	const struct preschool_diagonal_pair *d = &preschool_diagonals[sq];
	uint64_t diagonal = (occ & d->diagonal) * UINT64_C(0x0202020202020202) >> 58;
	uint64_t antidiagonal = (occ & d->antidiagonal) * UINT64_C(0x0202020202020202) >> 58;
	return antidiagonal << 6 | diagonal;
}

// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
static inline uint64_t preschool_rook(int sq, uint64_t occ) {
	return board_filled(preschool_rook_table[sq][preschool_rook_index(sq, occ)]);
}

// The attacks of a bishop.
static inline uint64_t preschool_bishop(int sq, uint64_t occ) {
	return board_filled(preschool_bishop_table[sq][preschool_bishop_index(sq, occ)]);
}

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t preschool_queen(int sq, uint64_t occ) {
	return preschool_rook(sq, occ) | preschool_bishop(sq, occ);
}

#endif

#if (defined(__cplusplus) || defined(PRESCHOOL_IMPLEMENTATION)) && !defined(PRESCHOOL_IMPLEMENTED)
#define PRESCHOOL_IMPLEMENTED

PRESCHOOL_TABLES(BOARD_DEFINE)

BOARD_DEFINE void preschool_init(void) {
	for (int sq = 0; sq < 64; sq++) {
		preschool_diagonals[sq].diagonal = board_relevant(BOARD_NORTH_EAST, BOARD_NORTH_EAST + 2, sq);
		preschool_diagonals[sq].antidiagonal = board_relevant(BOARD_NORTH_WEST, BOARD_NORTH_WEST + 2, sq);
		uint64_t rook_mask = board_rook_mask(sq), bishop_mask = board_bishop_mask(sq), occ = 0;
		do {
			// The rook's own square is part of its index, but its occupant makes no difference.
			uint64_t attacks = board_rook(sq, occ);
			preschool_rook_table[sq][preschool_rook_index(sq, occ)] = attacks;
			preschool_rook_table[sq][preschool_rook_index(sq, occ | board_bit(sq))] = attacks;
			occ = board_next(occ, rook_mask);
		} while (occ);
		do {
			preschool_bishop_table[sq][preschool_bishop_index(sq, occ)] = board_bishop(sq, occ);
			occ = board_next(occ, bishop_mask);
		} while (occ);
	}
}

#endif
