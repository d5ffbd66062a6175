// The control that shows what share of an engine's time the lookups take: fancymagic, asked twice for every answer. The second question
// is the same, which the compiler cannot know.
//
// C: one file defines TWICE_IMPLEMENTATION before it includes this header. Call twice_init once, before the first lookup.
#if defined(TWICE_IMPLEMENTATION) && !defined(FANCYMAGIC_IMPLEMENTATION)
#define FANCYMAGIC_IMPLEMENTATION
#endif
#include "../../../../fancymagic/fancymagic.h"

#ifndef SLIDEBENCH_TWICE_H
#define SLIDEBENCH_TWICE_H

// The same occupancy, in a register of which the compiler forgets that.
static inline uint64_t twice_again(uint64_t occ) {
	__asm__("" : "+r"(occ));
	return occ;
}

static inline uint64_t twice_rook(int sq, uint64_t occ) { return fancymagic_rook(sq, occ) | fancymagic_rook(sq, twice_again(occ)); }
static inline uint64_t twice_bishop(int sq, uint64_t occ) { return fancymagic_bishop(sq, occ) | fancymagic_bishop(sq, twice_again(occ)); }
static inline uint64_t twice_queen(int sq, uint64_t occ) { return twice_rook(sq, occ) | twice_bishop(sq, occ); }

// Fills fancymagic's tables.
static inline void twice_init(void) { fancymagic_init(); }

#endif
