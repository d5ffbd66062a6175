// As attacks.go and key.go of ../position, which explain it.
#include "position.h"

uint64_t knight_attacks[64], king_attacks[64], pawn_attacks[2][64], rook_lines[64], bishop_lines[64], between[64][64], behind[64][64];
uint64_t piece_keys[2][PIECE_TYPES][64], castling_keys[64], en_passant_keys[64], black_key;
struct entry entries[1 << TABLE_BITS];
uint64_t generation;

// The n-th random number, as in key.go.
uint64_t random_number(uint64_t n) {
	n *= UINT64_C(0x9e3779b97f4a7c15);
	n = (n ^ n >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	n = (n ^ n >> 27) * UINT64_C(0x94d049bb133111eb);
	return n ^ n >> 31;
}

static void init_keys(void) {
	uint64_t n = 0;
	for (int c = 0; c < 2; c++)
		for (int piece = 0; piece < PIECE_TYPES; piece++)
			for (int sq = 0; sq < 64; sq++)
				piece_keys[c][piece][sq] = random_number(++n);
	for (int sq = 0; sq < 64; sq++) {
		castling_keys[sq] = random_number(++n);
		en_passant_keys[sq] = random_number(++n);
	}
	black_key = random_number(++n);
}

void position_init(void) {
	for (int sq = 0; sq < 64; sq++) {
		uint64_t set = board_bit(sq), one = neighbours(set), two = neighbours(one) & ~set;
		king_attacks[sq] = one | (one | set) << 8 | (one | set) >> 8;
		knight_attacks[sq] = one << 16 | one >> 16 | two << 8 | two >> 8;
		for (int c = 0; c < 2; c++)
			pawn_attacks[c][sq] = pawns_attack(c, set) & ~rank_of(0, c);
		rook_lines[sq] = board_rook(sq, 0);
		bishop_lines[sq] = board_bishop(sq, 0);
		for (int d = 0; d < 8; d++)
			for (uint64_t ray = board_ray(d, sq); ray; ray &= ray - 1) {
				int to = lowest(ray); // a walk that a piece there ends has the squares between, and that piece's, which is taken out
				between[sq][to] = board_walk(d, sq, board_bit(to)) & ~board_bit(to);
				behind[sq][to] = board_ray(d, to);
			}
	}
	init_keys();
}
