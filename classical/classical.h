// The classical approach: loops over the rays. From the slider's square a set of one square takes a step at a time in
// each direction, up to the edge of the board or the first piece, and is empty when the loop has to end.
//
//	for (x = step(b); x; x = step(x & ~occ)) attacks |= x;        b = 1 << sq
//
// There are no tables, so classical_init does nothing: it is here because every technique has one.
//
// People: folklore.
#ifndef SLIDEBENCH_CLASSICAL_H
#define SLIDEBENCH_CLASSICAL_H

#include "../board/board.h"

// A loop's set x has one square, which a shift moves. An occupied square leaves the set before the next step, but only
// after it was added to the attacks. East of the h-file lies the a-file of the next rank, so a square at the edge leaves
// the set too if the step would carry it around. A step over the upper or lower edge shifts the square out of the word.
#define CLASSICAL_FILE_A UINT64_C(0x0101010101010101)
#define CLASSICAL_FILE_H UINT64_C(0x8080808080808080)

// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
static inline uint64_t classical_rook(int sq, uint64_t occ) {
	uint64_t attacks = 0, b = (uint64_t)1 << sq;
	for (uint64_t x = b << 8; x; x = (x & ~occ) << 8)
		attacks |= x;
	for (uint64_t x = b >> 8; x; x = (x & ~occ) >> 8)
		attacks |= x;
	for (uint64_t x = (b & ~CLASSICAL_FILE_H) << 1; x; x = (x & ~(occ | CLASSICAL_FILE_H)) << 1)
		attacks |= x;
	for (uint64_t x = (b & ~CLASSICAL_FILE_A) >> 1; x; x = (x & ~(occ | CLASSICAL_FILE_A)) >> 1)
		attacks |= x;
	return attacks;
}

// The attacks of a bishop.
static inline uint64_t classical_bishop(int sq, uint64_t occ) {
	uint64_t attacks = 0, b = (uint64_t)1 << sq;
	for (uint64_t x = (b & ~CLASSICAL_FILE_H) << 9; x; x = (x & ~(occ | CLASSICAL_FILE_H)) << 9)
		attacks |= x;
	for (uint64_t x = (b & ~CLASSICAL_FILE_A) >> 9; x; x = (x & ~(occ | CLASSICAL_FILE_A)) >> 9)
		attacks |= x;
	for (uint64_t x = (b & ~CLASSICAL_FILE_A) << 7; x; x = (x & ~(occ | CLASSICAL_FILE_A)) << 7)
		attacks |= x;
	for (uint64_t x = (b & ~CLASSICAL_FILE_H) >> 7; x; x = (x & ~(occ | CLASSICAL_FILE_H)) >> 7)
		attacks |= x;
	return attacks;
}

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t classical_queen(int sq, uint64_t occ) { return classical_rook(sq, occ) | classical_bishop(sq, occ); }

// Does nothing: there are no tables.
static inline void classical_init(void) {}

#undef CLASSICAL_FILE_A
#undef CLASSICAL_FILE_H

#endif
