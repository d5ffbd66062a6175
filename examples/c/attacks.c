// An engine's own lookup in C: along each ray, the attacks end at the first piece, which a bit scan finds. a1 is bit 0, b1 bit 1, h8 bit 63.
// docs/your-engine.md has the commands that prove, time and guard it.
#include <stdint.h>

static uint64_t rays[8][64]; // the four directions towards higher squares, then their opposites

void init_attacks(void) {
	static const int steps[8][2] = {{0, 1}, {1, 0}, {1, 1}, {-1, 1}, {0, -1}, {-1, 0}, {-1, -1}, {1, -1}};
	for (int d = 0; d < 8; d++)
		for (int sq = 0; sq < 64; sq++) {
			rays[d][sq] = 0;
			for (int f = sq % 8 + steps[d][0], r = sq / 8 + steps[d][1]; f >= 0 && f < 8 && r >= 0 && r < 8; f += steps[d][0], r += steps[d][1])
				rays[d][sq] |= UINT64_C(1) << (8 * r + f);
		}
}

// The bit on h8, from which no ray leads up, stands for no piece at all.
static inline uint64_t up(int d, int sq, uint64_t occ) {
	return rays[d][sq] & ~rays[d][__builtin_ctzll((rays[d][sq] & occ) | UINT64_C(1) << 63)];
}

// The bit on a1, from which no ray leads down, stands for no piece at all.
static inline uint64_t down(int d, int sq, uint64_t occ) {
	return rays[d][sq] & ~rays[d][63 - __builtin_clzll((rays[d][sq] & occ) | 1)];
}

uint64_t rook_attacks(int sq, uint64_t occ) { return up(0, sq, occ) | up(1, sq, occ) | down(4, sq, occ) | down(5, sq, occ); }

uint64_t bishop_attacks(int sq, uint64_t occ) { return up(2, sq, occ) | up(3, sq, occ) | down(6, sq, occ) | down(7, sq, occ); }

#ifdef SHOW_QUEEN // set by hand: gcc -DSHOW_QUEEN attacks.c makes a program of this file, and slidebench includes it without this main
#include <stdio.h>

// Prints the attacks of a queen on d4 (27) with pieces on d7 (51) and f6 (45), as a board.
int main(void) {
	init_attacks();
	uint64_t occ = UINT64_C(1) << 51 | UINT64_C(1) << 45, attacks = rook_attacks(27, occ) | bishop_attacks(27, occ);
	for (int r = 7; r >= 0; r--) {
		for (int f = 0; f < 8; f++)
			printf("%s", attacks >> (8 * r + f) & 1 ? "x " : ". ");
		printf("\n");
	}
	return 0;
}
#endif
