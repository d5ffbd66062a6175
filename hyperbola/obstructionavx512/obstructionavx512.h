// Obstruction difference in AVX-512 registers: many questions at once, eight of them in the eight words of a register.
// There is no lookup in memory, because the lines are permuted out of registers, too.
//
//	up      = occ & above & line                above: the squares after sq
//	down    = occ & below & line | 1            below: the squares before sq
//	attacks = (up ^ (up - msb(down))) & line    in the end without sq
//
// There are batches only. It needs AVX-512 (F, BW, CD, DQ and VL).
//
// C: one file defines OBSTRUCTIONAVX512_IMPLEMENTATION before it includes this header. Call obstructionavx512_init once, before the first batch.
//
// People: Michael Hoffmann, about 2009. It is not recorded who first answered eight questions in the words of one register.
#ifndef SLIDEBENCH_OBSTRUCTIONAVX512_H
#define SLIDEBENCH_OBSTRUCTIONAVX512_H

#include "../../board/board.h"

#if defined(BOARD_AVX512)

#include <immintrin.h>

// The lines, with all their squares, by the index with which a permutation finds them: file, rank, (rank - file) & 15,
// rank + file.
#define OBSTRUCTIONAVX512_TABLES(SHARED) \
	SHARED BOARD_ALIGNED(64) uint64_t obstructionavx512_files[8], obstructionavx512_ranks[8]; \
	SHARED BOARD_ALIGNED(64) uint64_t obstructionavx512_diagonals[16], obstructionavx512_antidiagonals[16];
OBSTRUCTIONAVX512_TABLES(BOARD_DECLARE)

// Fills the tables.
BOARD_DECLARE void obstructionavx512_init(void);

// Which answers a batch is for: the compiler makes a loop of its own for each.
enum obstructionavx512_pieces {
	OBSTRUCTIONAVX512_ROOK,
	OBSTRUCTIONAVX512_BISHOP,
	OBSTRUCTIONAVX512_QUEEN,
	OBSTRUCTIONAVX512_BOTH
};

// The same lines in registers.
struct obstructionavx512_lines {
	__m512i files, ranks, diagonals[2], antidiagonals[2];
};

// The lines, loaded.
static inline struct obstructionavx512_lines obstructionavx512_load(void) {
	struct obstructionavx512_lines lines;
	board_filled(*obstructionavx512_files); // 0 in tables that nobody has filled
	lines.files = _mm512_loadu_si512(obstructionavx512_files);
	lines.ranks = _mm512_loadu_si512(obstructionavx512_ranks);
	lines.diagonals[0] = _mm512_loadu_si512(obstructionavx512_diagonals);
	lines.diagonals[1] = _mm512_loadu_si512(obstructionavx512_diagonals + 8);
	lines.antidiagonals[0] = _mm512_loadu_si512(obstructionavx512_antidiagonals);
	lines.antidiagonals[1] = _mm512_loadu_si512(obstructionavx512_antidiagonals + 8);
	return lines;
}

// The attacks on a line, and sq. Subtracting a bit that is below all bits of up borrows from up's lowest bit: all bits
// from the subtracted bit to that blocker change. The bit is the highest of down, 1 << 63 shifted by the number of
// leading zeros, and a1 if there is no blocker below. Expressions of three operands are one instruction each: a & b |
// c, and a & (b ^ c), with above for up, because both are the same on the line.
static inline __m512i obstructionavx512_on(__m512i line, __m512i above, __m512i below) {
	__m512i up = _mm512_and_si512(above, line), down = _mm512_ternarylogic_epi64(below, line, _mm512_set1_epi64(1), 0xea);
	__m512i msb = _mm512_srlv_epi64(_mm512_set1_epi64(INT64_MIN), _mm512_lzcnt_epi64(down));
	return _mm512_ternarylogic_epi64(line, above, _mm512_sub_epi64(up, msb), 0x60);
}

// Eight answers. *rook gets the rook's for OBSTRUCTIONAVX512_ROOK and OBSTRUCTIONAVX512_BOTH, and the queen's for
// OBSTRUCTIONAVX512_QUEEN; *bishop gets the bishop's for OBSTRUCTIONAVX512_BISHOP and OBSTRUCTIONAVX512_BOTH. The square
// itself is in the attacks on both lines of a piece and cancels. Rotations and permutations read only the low bits of
// their index, so that the high bits of sq, which do not count, need not be removed.
static BOARD_ALWAYS_INLINE
void obstructionavx512_eight(enum obstructionavx512_pieces pieces, const struct obstructionavx512_lines *lines, __m512i occ,
		__m512i sq, __m512i *rook, __m512i *bishop) {
	__m512i b = _mm512_rolv_epi64(_mm512_set1_epi64(1), sq), before = _mm512_add_epi64(b, _mm512_set1_epi64(-1));
	__m512i below = _mm512_and_si512(occ, before), above = _mm512_ternarylogic_epi64(occ, b, before, 0x10); // a & ~(b | c)
	__m512i rank = _mm512_srli_epi64(sq, 3);
	__m512i on_file = b, on_rank = b, on_diagonal = b, on_antidiagonal = b;
	if (pieces != OBSTRUCTIONAVX512_BISHOP) {
		on_file = obstructionavx512_on(_mm512_permutexvar_epi64(sq, lines->files), above, below);
		on_rank = obstructionavx512_on(_mm512_permutexvar_epi64(rank, lines->ranks), above, below);
	}
	if (pieces != OBSTRUCTIONAVX512_ROOK) {
		// The file is sq & 7 | rank & ~7: the high bits cancel in rank - file, and add up to a multiple of 16 in rank +
		// file.
		__m512i file = _mm512_ternarylogic_epi64(sq, rank, _mm512_set1_epi64(7), 0xe4); // a & c | b & ~c
		__m512i diagonal = _mm512_sub_epi64(rank, file), antidiagonal = _mm512_add_epi64(rank, file);
		diagonal = _mm512_permutex2var_epi64(lines->diagonals[0], diagonal, lines->diagonals[1]);
		antidiagonal = _mm512_permutex2var_epi64(lines->antidiagonals[0], antidiagonal, lines->antidiagonals[1]);
		on_diagonal = obstructionavx512_on(diagonal, above, below);
		on_antidiagonal = obstructionavx512_on(antidiagonal, above, below);
	}
	if (pieces == OBSTRUCTIONAVX512_QUEEN) {
		*rook = _mm512_ternarylogic_epi64(on_file, on_diagonal, on_rank, 0x96); // a ^ b ^ c
		*rook = _mm512_xor_si512(*rook, on_antidiagonal);
		return;
	}
	if (pieces != OBSTRUCTIONAVX512_BISHOP)
		*rook = _mm512_xor_si512(on_file, on_rank);
	if (pieces != OBSTRUCTIONAVX512_ROOK)
		*bishop = _mm512_xor_si512(on_diagonal, on_antidiagonal);
}

// n answers, eight at a time, in the end as many as are left: masked loads and stores do not touch the elements that
// the mask leaves out. All occupancies of a round are read before its answers are written.
static BOARD_ALWAYS_INLINE
void obstructionavx512_batch(enum obstructionavx512_pieces pieces, struct obstructionavx512_lines lines, uint64_t *rook,
		uint64_t *bishop, const uint64_t *occ, const uint8_t *sq, size_t n) {
	__m512i rooks = _mm512_setzero_si512(), bishops = rooks;
	size_t i = 0;
	for (; n - i >= 8; i += 8) {
		__m512i squares = _mm512_cvtepu8_epi64(_mm_loadl_epi64((const __m128i *)(sq + i)));
		obstructionavx512_eight(pieces, &lines, _mm512_loadu_si512(occ + i), squares, &rooks, &bishops);
		if (pieces != OBSTRUCTIONAVX512_BISHOP)
			_mm512_storeu_si512(rook + i, rooks);
		if (pieces == OBSTRUCTIONAVX512_BISHOP || pieces == OBSTRUCTIONAVX512_BOTH)
			_mm512_storeu_si512(bishop + i, bishops);
	}
	if (i < n) {
		__mmask8 left = (__mmask8)((1 << (n - i)) - 1);
		__m512i squares = _mm512_cvtepu8_epi64(_mm_maskz_loadu_epi8(left, sq + i));
		obstructionavx512_eight(pieces, &lines, _mm512_maskz_loadu_epi64(left, occ + i), squares, &rooks, &bishops);
		if (pieces != OBSTRUCTIONAVX512_BISHOP)
			_mm512_mask_storeu_epi64(rook + i, left, rooks);
		if (pieces == OBSTRUCTIONAVX512_BISHOP || pieces == OBSTRUCTIONAVX512_BOTH)
			_mm512_mask_storeu_epi64(bishop + i, left, bishops);
	}
}

// Sets dst[i] to the attacks of a rook on sq[i], of which only the low six bits count, with pieces on the squares in
// occ[i], for n questions. dst may be occ. Nothing beyond the n elements is read or written, and vectors need
// no alignment.
static inline void obstructionavx512_rook_batch(uint64_t *dst, const uint64_t *occ, const uint8_t *sq, size_t n) {
	obstructionavx512_batch(OBSTRUCTIONAVX512_ROOK, obstructionavx512_load(), dst, dst, occ, sq, n);
}

// The same for bishops.
static inline void obstructionavx512_bishop_batch(uint64_t *dst, const uint64_t *occ, const uint8_t *sq, size_t n) {
	obstructionavx512_batch(OBSTRUCTIONAVX512_BISHOP, obstructionavx512_load(), dst, dst, occ, sq, n);
}

// The same for queens.
static inline void obstructionavx512_queen_batch(uint64_t *dst, const uint64_t *occ, const uint8_t *sq, size_t n) {
	obstructionavx512_batch(OBSTRUCTIONAVX512_QUEEN, obstructionavx512_load(), dst, dst, occ, sq, n);
}

// Sets rook[i] and bishop[i] to the attacks of a rook and of a bishop. rook or bishop may be occ.
static inline void obstructionavx512_both_batch(uint64_t *rook, uint64_t *bishop, const uint64_t *occ, const uint8_t *sq,
		size_t n) {
	obstructionavx512_batch(OBSTRUCTIONAVX512_BOTH, obstructionavx512_load(), rook, bishop, occ, sq, n);
}

#endif

#endif

#if defined(OBSTRUCTIONAVX512_TABLES) && \
	(defined(__cplusplus) || defined(OBSTRUCTIONAVX512_IMPLEMENTATION)) && !defined(OBSTRUCTIONAVX512_IMPLEMENTED)
#define OBSTRUCTIONAVX512_IMPLEMENTED

OBSTRUCTIONAVX512_TABLES(BOARD_DEFINE)

BOARD_DEFINE void obstructionavx512_init(void) {
	for (int sq = 0; sq < 64; sq++) {
		int file = sq & 7, rank = sq >> 3;
		obstructionavx512_files[file] = board_bit(sq) | board_line(BOARD_NORTH, sq);
		obstructionavx512_ranks[rank] = board_bit(sq) | board_line(BOARD_EAST, sq);
		obstructionavx512_diagonals[(rank - file) & 15] = board_bit(sq) | board_line(BOARD_NORTH_EAST, sq);
		obstructionavx512_antidiagonals[rank + file] = board_bit(sq) | board_line(BOARD_NORTH_WEST, sq);
	}
}

#endif
