// The control that no technique can beat: a lookup that looks nothing up. What it costs is the loop that asks the
// questions. The answers are no attacks, but depend on both arguments, so that the loop has to load them.
#ifndef SLIDEBENCH_NOOP_H
#define SLIDEBENCH_NOOP_H

#include "../../../../board/threats.h"

static inline uint64_t noop_rook(int sq, uint64_t occ) { return occ + (uint64_t)sq; }

// A bishop's number differs from a rook's, so that a loop which subtracts it from the rook's still has to load both
// arguments.
static inline uint64_t noop_bishop(int sq, uint64_t occ) { return occ ^ (uint64_t)sq; }
static inline uint64_t noop_queen(int sq, uint64_t occ) { return occ + (uint64_t)sq; }

// The same for a whole set.
static inline uint64_t noop_rooks(uint64_t sliders, uint64_t occ) { return occ + sliders; }
static inline uint64_t noop_bishops(uint64_t sliders, uint64_t occ) { return occ ^ sliders; }
static inline uint64_t noop_queens(uint64_t sliders, uint64_t occ) { return occ + sliders; }

// Lists none: an engine that calls it makes its moves all the same.
static inline void noop_threats(const uint8_t men[64], int sq, int before, int after, struct board_delta *d) {
	(void)men, (void)sq, (void)before, (void)after, (void)d;
}

// Does nothing: there are no tables.
static inline void noop_init(void) {}

#endif
