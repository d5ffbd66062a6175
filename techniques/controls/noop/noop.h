#include "../../../board/board.h"
static inline uint64_t noop_rook(int sq, uint64_t occ) { return occ + (uint64_t)sq; }
static inline uint64_t noop_bishop(int sq, uint64_t occ) { return occ ^ (uint64_t)sq; }
static inline uint64_t noop_queen(int sq, uint64_t occ) { return occ + (uint64_t)sq; }
static inline uint64_t noop_rooks(uint64_t s, uint64_t occ) { return occ + s; }
static inline uint64_t noop_bishops(uint64_t s, uint64_t occ) { return occ ^ s; }
static inline uint64_t noop_queens(uint64_t s, uint64_t occ) { return occ + s; }
static inline void noop_init(void) {}
