// The Kogge-Stone fill in the lanes of AVX-512: all eight directions are filled at once, one in each 64-bit lane of a
// register, in three rounds of doubled distance. It answers for many sliders as for one.
//
//	lanes   = north, south, east, west, north-east, south-west, north-west, south-east
//	step    = 8, -8, 1, -1, 9, -9, 7, -7                 by rotations, <<<
//	g       = sliders
//	p       = empty squares & entered                    entered: squares that a step enters without going around an edge
//	g |= p & g <<< step,      p &= p <<< step
//	g |= p & g <<< 2*step,    p &= p <<< 2*step
//	g |= p & g <<< 4*step
//	attacks = g <<< step & entered
//	B[sq]   = attacks of all lanes on sq, a bit for each     rooks = {sq: B[sq] & 0x0f}, bishops = {sq: B[sq] & 0xf0}
//
// There are no tables, so koggestoneavx512_init does nothing: it is here because every technique has one. It needs AVX-512, VBMI and GFNI.
//
// People: 87flowers on GitHub, for the chess engine Reckless, 2026; the fill itself is Steffan Westcott's, 2002.
#ifndef SLIDEBENCH_KOGGESTONEAVX512_H
#define SLIDEBENCH_KOGGESTONEAVX512_H

#include "../../board/board.h"

#if defined(BOARD_AVX512) && defined(BOARD_AVX512VBMI) && defined(BOARD_GFNI)

#include <immintrin.h>

// The permutation that makes matrices: byte i of a rank's matrix is the rank in lane 7-i.
static const uint8_t koggestoneavx512_order[64] = {
	56, 48, 40, 32, 24, 16, 8, 0, 57, 49, 41, 33, 25, 17, 9, 1, 58, 50, 42, 34, 26, 18, 10, 2, 59, 51, 43, 35, 27, 19, 11, 3,
	60, 52, 44, 36, 28, 20, 12, 4, 61, 53, 45, 37, 29, 21, 13, 5, 62, 54, 46, 38, 30, 22, 14, 6, 63, 55, 47, 39, 31, 23, 15, 7,
};

// The squares that a step enters without going around the edge of the board, for each lane.
static const uint64_t koggestoneavx512_entered[8] = {
	UINT64_C(0xffffffffffffff00), UINT64_C(0x00ffffffffffffff), UINT64_C(0xfefefefefefefefe), UINT64_C(0x7f7f7f7f7f7f7f7f),
	UINT64_C(0xfefefefefefefe00), UINT64_C(0x007f7f7f7f7f7f7f), UINT64_C(0x7f7f7f7f7f7f7f00), UINT64_C(0x00fefefefefefefe),
};

// A byte for each square, with a bit for each lane in which it is attacked. p is the set of squares that can be entered
// from 1, 2 and 4 squares away over empty squares, and after the three rounds g is the set of squares reached within 7
// steps. The last rotation leads onto the blocker. Then a permutation brings the bytes of one rank from all lanes side by
// side, and a product of matrices transposes each such eight bytes.
static inline __m512i koggestoneavx512_lanes(uint64_t sliders, uint64_t occ) {
	const __m512i step = _mm512_setr_epi64(8, 56, 1, 63, 9, 55, 7, 57), two = _mm512_add_epi64(step, step);
	const __m512i four = _mm512_add_epi64(two, two), units = _mm512_set1_epi64((long long)UINT64_C(0x8040201008040201));
	__m512i entered = _mm512_loadu_si512(koggestoneavx512_entered), order = _mm512_loadu_si512(koggestoneavx512_order);
	__m512i g = _mm512_set1_epi64((long long)sliders), p = _mm512_andnot_si512(_mm512_set1_epi64((long long)occ), entered);
	g = _mm512_or_si512(g, _mm512_and_si512(p, _mm512_rolv_epi64(g, step)));
	p = _mm512_and_si512(p, _mm512_rolv_epi64(p, step));
	g = _mm512_or_si512(g, _mm512_and_si512(p, _mm512_rolv_epi64(g, two)));
	p = _mm512_and_si512(p, _mm512_rolv_epi64(p, two));
	g = _mm512_or_si512(g, _mm512_and_si512(p, _mm512_rolv_epi64(g, four)));
	g = _mm512_and_si512(entered, _mm512_rolv_epi64(g, step));
	return _mm512_gf2p8affine_epi64_epi8(units, _mm512_permutexvar_epi8(order, g), 0);
}

// The squares attacked in the lanes of a mask.
static inline uint64_t koggestoneavx512_squares(__m512i lanes, unsigned mask) {
	return _mm512_test_epi8_mask(lanes, _mm512_set1_epi8((char)mask));
}

// The union of the attacks of rooks on all squares of a set, with pieces on the squares in occ, whether or not the rooks
// are among them. Sliders in occ block each other, which makes no difference to the union: behind a slider that blocks,
// its own attacks continue.
static inline uint64_t koggestoneavx512_rooks(uint64_t sliders, uint64_t occ) {
	return koggestoneavx512_squares(koggestoneavx512_lanes(sliders, occ), 0x0f);
}

// The same for bishops.
static inline uint64_t koggestoneavx512_bishops(uint64_t sliders, uint64_t occ) {
	return koggestoneavx512_squares(koggestoneavx512_lanes(sliders, occ), 0xf0);
}

// The same for queens.
static inline uint64_t koggestoneavx512_queens(uint64_t sliders, uint64_t occ) {
	return koggestoneavx512_squares(koggestoneavx512_lanes(sliders, occ), 0xff);
}

// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
static inline uint64_t koggestoneavx512_rook(int sq, uint64_t occ) {
	return koggestoneavx512_rooks((uint64_t)1 << sq, occ);
}

// The attacks of a bishop.
static inline uint64_t koggestoneavx512_bishop(int sq, uint64_t occ) {
	return koggestoneavx512_bishops((uint64_t)1 << sq, occ);
}

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t koggestoneavx512_queen(int sq, uint64_t occ) {
	return koggestoneavx512_queens((uint64_t)1 << sq, occ);
}

// The attacks of a rook and of a bishop at once, for the price of a queen.
static inline struct board_pair koggestoneavx512_both(int sq, uint64_t occ) {
	__m512i lanes = koggestoneavx512_lanes((uint64_t)1 << sq, occ);
	struct board_pair pair = {koggestoneavx512_squares(lanes, 0x0f), koggestoneavx512_squares(lanes, 0xf0)};
	return pair;
}

// Does nothing: the constants stand above.
static inline void koggestoneavx512_init(void) {}

#endif

#endif
