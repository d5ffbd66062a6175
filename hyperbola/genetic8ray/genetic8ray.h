// Genetic 8 Ray, a formula that a program found by trying expressions: on a ray to higher squares, the attacks are
// twice the difference of the blockers and 1. Rays to lower squares are rays to higher squares of the reversed board.
//
//	x       = occ & ray                                    ray: the squares beyond sq in one direction
//	attacks = ((x - 1) << 1) & ray                         files and diagonals
//	attacks = (x ^ (x - 1)) & ray                          ranks
//	lower   = reverse(upper attacks on 63 - sq in reverse(occ))
//
// There are no tables, so genetic8ray_init does nothing: it is here because every technique has one.
//
// People: Daniel Inführ, 2022, by a program that tries expressions of a few tokens out of a vocabulary of 16.
#ifndef SLIDEBENCH_GENETIC8RAY_H
#define SLIDEBENCH_GENETIC8RAY_H

#include "../../board/board.h"

// All 64 bits in the other order: one instruction on arm64, and elsewhere neighbours change places, then pairs and
// fours, then bytes.
static inline uint64_t genetic8ray_reverse(uint64_t x) {
#if defined(__aarch64__)
	__asm__("rbit %0, %0" : "+r"(x));
	return x;
#else
	x = (x >> 1 & UINT64_C(0x5555555555555555)) | (x & UINT64_C(0x5555555555555555)) << 1;
	x = (x >> 2 & UINT64_C(0x3333333333333333)) | (x & UINT64_C(0x3333333333333333)) << 2;
	x = (x >> 4 & UINT64_C(0x0f0f0f0f0f0f0f0f)) | (x & UINT64_C(0x0f0f0f0f0f0f0f0f)) << 4;
	return board_swap_bytes(x);
#endif
}

// The lines and upper rays are shifted constants, without the square itself. Moved down by a rank for every file, a
// long diagonal loses the squares that the ray lacks, and moved back up it begins on the slider.
static inline uint64_t genetic8ray_file(int sq) { return UINT64_C(0x0101010101010101) << (sq & 7) ^ (uint64_t)1 << sq; }
static inline uint64_t genetic8ray_rank(int sq) { return UINT64_C(0x00000000000000ff) << (sq & 56) ^ (uint64_t)1 << sq; }
static inline uint64_t genetic8ray_north_east(int sq) {
	return UINT64_C(0x8040201008040201) >> ((sq & 7) << 3) << (sq & 56) ^ (uint64_t)1 << sq;
}
static inline uint64_t genetic8ray_north_west(int sq) {
	return UINT64_C(0x0102040810204080) >> ((~sq & 7) << 3) << (sq & 56) ^ (uint64_t)1 << sq;
}

// The attacks within a ray that leads up from a slider, but not along its rank. Subtracting 1 sets all bits before the
// first blocker and removes that blocker; the shift brings it back, as the square after the last of these bits. It also
// moves the blockers beyond by one square to the side, off the ray. On an empty ray all bits are set.
static inline uint64_t genetic8ray_on_ray(uint64_t ray, uint64_t occ) { return ((occ & ray) - 1) << 1 & ray; }

// The same within the upper ray of a rank, on which a shift would leave the blockers beyond on the ray: an exclusive or
// removes them.
static inline uint64_t genetic8ray_on_rank(uint64_t ray, uint64_t occ) {
	uint64_t x = occ & ray;
	return (x ^ (x - 1)) & ray;
}

// The attacks of a rook and of a bishop to higher squares.
static inline uint64_t genetic8ray_rook_up(int sq, uint64_t occ) {
	uint64_t above = ~UINT64_C(0) << sq;
	return genetic8ray_on_ray(genetic8ray_file(sq) & above, occ) | genetic8ray_on_rank(genetic8ray_rank(sq) & above, occ);
}
static inline uint64_t genetic8ray_bishop_up(int sq, uint64_t occ) {
	return genetic8ray_on_ray(genetic8ray_north_east(sq), occ) | genetic8ray_on_ray(genetic8ray_north_west(sq), occ);
}

// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
static inline uint64_t genetic8ray_rook(int sq, uint64_t occ) {
	return genetic8ray_rook_up(sq, occ) | genetic8ray_reverse(genetic8ray_rook_up(63 - sq, genetic8ray_reverse(occ)));
}

// The attacks of a bishop.
static inline uint64_t genetic8ray_bishop(int sq, uint64_t occ) {
	return genetic8ray_bishop_up(sq, occ) | genetic8ray_reverse(genetic8ray_bishop_up(63 - sq, genetic8ray_reverse(occ)));
}

// The attacks of a queen: those of a rook and of a bishop, with one pair of reversals for both.
static inline uint64_t genetic8ray_queen(int sq, uint64_t occ) {
	uint64_t reversed = genetic8ray_reverse(occ);
	return genetic8ray_rook_up(sq, occ) | genetic8ray_bishop_up(sq, occ) |
		genetic8ray_reverse(genetic8ray_rook_up(63 - sq, reversed) | genetic8ray_bishop_up(63 - sq, reversed));
}

// Does nothing: there are no tables.
static inline void genetic8ray_init(void) {}

#endif
