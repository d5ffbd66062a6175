// What network.h declares; package network has the same in Go.
#include "network.h"

#include <string.h>

// Vectors are those of the processor that the compiler may suppose: of AVX-512, AVX2 and NEON, by intrinsics where C has no operator. Tests define NETWORK_PORTABLE, which
// leaves out the intrinsics. A big-endian processor has the portable form. add_rows keeps REGISTERS vectors of VECTOR_BYTES in registers.
#if !defined(NETWORK_PORTABLE) && defined(__AVX512BW__)
#include <immintrin.h>
#define NETWORK_AVX512
enum { VECTOR_BYTES = 64, REGISTERS = 16 };
#elif !defined(NETWORK_PORTABLE) && defined(__AVX2__)
#include <immintrin.h>
#define NETWORK_AVX2
enum { VECTOR_BYTES = 32, REGISTERS = 8 };
#elif !defined(NETWORK_PORTABLE) && defined(__aarch64__) && !defined(__ARM_BIG_ENDIAN)
#include <arm_neon.h>
#define NETWORK_NEON
enum { VECTOR_BYTES = 16, REGISTERS = 16 };
#else
enum { VECTOR_BYTES = 16, REGISTERS = 8 };
#endif

enum {
	COLUMNS = NETWORK_COLUMNS,
	KINDS = 11,        // own and their pawns, knights, bishops, rooks and queens, and kings
	KING_SQUARES = 32, // the other half of the board is mirrored
	SQUARE_ROWS = KING_SQUARES * KINDS * 64,
	THREAT_ROWS = 60312, // as many as init_threats counts
	NO_ROW = THREAT_ROWS,
	BIAS = -15, // the sum of no rows
	STACKS = 8,  // of layers: one for each four men
	OUTPUTS = 32,
	BLOCKS = COLUMNS / 4,       // four inputs of the first layer each
	INNER_BLOCKS = OUTPUTS / 4, // and of the second one
	MOST_ROWS = NETWORK_MOST_THREATS,
};

static int16_t square_rows[SQUARE_ROWS][COLUMNS] __attribute__((aligned(64)));
static int8_t threat_rows[THREAT_ROWS][COLUMNS] __attribute__((aligned(64)));
static int8_t outer[STACKS][BLOCKS][OUTPUTS][4] __attribute__((aligned(64))), inner[STACKS][INNER_BLOCKS][OUTPUTS][4] __attribute__((aligned(64))), last[STACKS][OUTPUTS];

struct node net_line[DEEPEST + 2];
int32_t net_history[16][64];

// The row of a threat is first + within, by the attacker and the victim relative to the perspective: 0 to 5 its own pawn to king, 6 to 11 the other side's.
static uint32_t first[12][12];
static uint16_t within[12][64][64];

// What was summed up last for each square of a perspective's king, and for which men.
static struct {
	int16_t columns[COLUMNS] __attribute__((aligned(64)));
	struct mailbox men;
} summed[2][64];

static int clamp(int x, int least, int most) { return x < least ? least : x > most ? most : x; }

// A weight, of a binomial distribution around 0, whose sigma is 4.
static int invented(uint64_t layer, uint64_t n) { return count(random_number(layer << 32 | n)) - 32; }

// Whether threats of an attacker to a victim have rows, as in Stockfish.
static int has_rows(int attacker, int victim) {
	switch (attacker) {
	case PAWN:
		return victim == PAWN || victim == KNIGHT || victim == ROOK;
	case BISHOP:
	case ROOK:
		return victim < QUEEN;
	case KNIGHT:
	case QUEEN:
		return victim < KING;
	}
	return 0;
}

// What a piece attacks if nothing else stands on the board.
static uint64_t on_empty_board(int piece, int color, int sq) {
	uint64_t lines[PIECE_TYPES] = {pawn_attacks[color][sq], knight_attacks[sq], bishop_lines[sq], rook_lines[sq], bishop_lines[sq] | rook_lines[sq], 0};
	return lines[piece];
}

// Numbers the rows of threats, by attacker, victim and squares.
static void init_threats(void) {
	uint32_t rows = 0;
	for (int attacker = 0; attacker < 12; attacker++) {
		int piece = attacker % PIECE_TYPES, squares = 0;
		for (int from = 0; from < 64; from++)
			for (uint64_t set = on_empty_board(piece, attacker / PIECE_TYPES, from); set; set &= set - 1)
				within[attacker][from][lowest(set)] = (uint16_t)squares++;
		for (int victim = 0; victim < 12; victim++) {
			first[attacker][victim] = NO_ROW;
			if (has_rows(piece, victim % PIECE_TYPES)) {
				first[attacker][victim] = rows;
				rows += (uint32_t)squares;
			}
		}
	}
}

// Draws the weights as package network does, whose draw explains them.
void network_init(void) {
	static int done;
	if (done)
		return;
	done = 1;
	init_threats();
	for (uint64_t n = 0; n < (uint64_t)SQUARE_ROWS * COLUMNS; n++)
		square_rows[n / COLUMNS][n % COLUMNS] = (int16_t)(invented(1, n) * 9 >> 2);
	for (uint64_t n = 0; n < (uint64_t)THREAT_ROWS * COLUMNS; n += 2) {
		uint64_t x = random_number(UINT64_C(2) << 32 | n / 2);
		threat_rows[n / COLUMNS][n % COLUMNS] = (int8_t)(count(x & UINT32_MAX) - 16);
		threat_rows[n / COLUMNS][n % COLUMNS + 1] = (int8_t)(count(x >> 32) - 16);
	}
	for (uint64_t n = 0; n < sizeof outer; n++)
		(&outer[0][0][0][0])[n] = (int8_t)clamp(invented(3, n) * 15 >> 1, -127, 127);
	for (uint64_t n = 0; n < sizeof inner; n++)
		(&inner[0][0][0][0])[n] = (int8_t)clamp(invented(4, n) * 15 >> 1, -127, 127);
	for (uint64_t n = 0; n < sizeof last; n++)
		(&last[0][0])[n] = (int8_t)(invented(5, n) * 2);
	for (int c = 0; c < 2; c++)
		for (int sq = 0; sq < 64; sq++)
			for (int i = 0; i < COLUMNS; i++)
				summed[c][sq].columns[i] = BIAS;
}

// Rows to be added and subtracted.
struct rows {
	int n[2];
	uint32_t list[2][MOST_ROWS];
};
enum { SUBTRACTED, ADDED };

static inline void add_row(struct rows *r, int sign, uint32_t row) { r->list[sign][r->n[sign]++] = row; }

// How a perspective turns squares, so that it sees its own king on the first files, and its own side below.
static inline int turned(int perspective, int king) { return (perspective ? 56 : 0) ^ (king & 4 ? 7 : 0); }

// The row of a man (board/threats.h) on a square. Both kings are of one kind. Weights are drawn by this number, as in the network in Go.
static inline uint32_t square_row(int perspective, int king, int man, int sq) {
	int turn = turned(perspective, king), at = king ^ turn, piece = (man & 7) - 1;
	int kind = piece == KING ? KINDS - 1 : piece * 2 + (man >> 3 != perspective);
	return (uint32_t)((((at >> 3) * 4 + (at & 3)) * KINDS + kind) * 64 + (sq ^ turn));
}

// A threat between men of one kind is mutual, but for pawns, so one of both has a row.
static inline uint32_t threat_row(int perspective, int turn, board_threat t) {
	int attacker = t & 15, victim = t >> 16 & 15, from = (int)(t >> 8 & 63) ^ turn, to = (int)(t >> 24) ^ turn, swap = perspective << 3;
	if (((attacker ^ victim) & 7) == 0 && (attacker & 7) != BOARD_PAWN && from > to)
		return NO_ROW;
	int a = (attacker & 7) - 1 + ((attacker ^ swap) & 8 ? 6 : 0), v = (victim & 7) - 1 + ((victim ^ swap) & 8 ? 6 : 0);
	return first[a][v] == NO_ROW ? NO_ROW : first[a][v] + within[a][from][to];
}

// Squares whose men differ.
static inline uint64_t changed(const struct position *a, const struct position *b) {
	uint64_t set = a->colors[WHITE] ^ b->colors[WHITE];
	set |= a->colors[BLACK] ^ b->colors[BLACK];
	for (int i = 0; i < PIECE_TYPES; i++)
		set |= a->types[i] ^ b->types[i];
	return set;
}

// Lists the rows of men that differ between two positions, for one square of the perspective's king.
static inline void list_squares(struct rows *r, int perspective, int king, const struct mailbox *before, const struct mailbox *after) {
	r->n[0] = r->n[1] = 0;
	for (uint64_t set = changed(&before->p, &after->p); set; set &= set - 1) {
		int sq = lowest(set);
		if (before->men[sq])
			add_row(r, SUBTRACTED, square_row(perspective, king, before->men[sq], sq));
		if (after->men[sq])
			add_row(r, ADDED, square_row(perspective, king, after->men[sq], sq));
	}
}

// Lists the rows of threats, and asks the caches for where they begin.
static inline void list_threats(struct rows *r, int perspective, int king, const board_threat *list, int n) {
	int turn = turned(perspective, king);
	r->n[0] = r->n[1] = 0;
	for (int i = 0; i < n; i++) {
		uint32_t row = threat_row(perspective, turn, list[i] & ~BOARD_APPEARS);
		if (row == NO_ROW)
			continue;
		__builtin_prefetch(threat_rows[row]);
		add_row(r, list[i] & BOARD_APPEARS ? ADDED : SUBTRACTED, row);
	}
}

// The compiler keeps a tile of columns in registers while it adds up rows.
typedef int16_t columns __attribute__((vector_size(VECTOR_BYTES)));
enum { LANES = VECTOR_BYTES / 2, TILE = REGISTERS * LANES };

// Threats' weights are bytes.
static inline columns widened(const int8_t *from) {
#if defined(NETWORK_AVX512)
	return (columns)_mm512_cvtepi8_epi16(_mm256_load_si256((const __m256i *)(const void *)from));
#elif defined(NETWORK_AVX2)
	return (columns)_mm256_cvtepi8_epi16(_mm_load_si128((const __m128i *)(const void *)from));
#elif defined(NETWORK_NEON)
	return (columns)vmovl_s8(vld1_s8(from));
#else
	columns to;
	for (int i = 0; i < LANES; i++)
		to[i] = from[i];
	return to;
#endif
}

#define EACH_REGISTER for (int k = 0; k < REGISTERS; k++)

// Adds and subtracts rows, tile by tile.
static void add_rows(int16_t *to, const int16_t *from, const struct rows *squares, const struct rows *threats) {
	for (int tile = 0; tile < COLUMNS; tile += TILE) {
		columns sum[REGISTERS];
		EACH_REGISTER sum[k] = ((const columns *)(const void *)(from + tile))[k];
		for (int i = 0; i < squares->n[SUBTRACTED]; i++) {
			const columns *row = (const columns *)(const void *)(square_rows[squares->list[SUBTRACTED][i]] + tile);
			EACH_REGISTER sum[k] -= row[k];
		}
		for (int i = 0; i < squares->n[ADDED]; i++) {
			const columns *row = (const columns *)(const void *)(square_rows[squares->list[ADDED][i]] + tile);
			EACH_REGISTER sum[k] += row[k];
		}
		for (int i = 0; i < threats->n[SUBTRACTED]; i++) {
			const int8_t *row = threat_rows[threats->list[SUBTRACTED][i]] + tile;
			EACH_REGISTER sum[k] -= widened(row + k * LANES);
		}
		for (int i = 0; i < threats->n[ADDED]; i++) {
			const int8_t *row = threat_rows[threats->list[ADDED][i]] + tile;
			EACH_REGISTER sum[k] += widened(row + k * LANES);
		}
		EACH_REGISTER ((columns *)(void *)(to + tile))[k] = sum[k];
	}
}

static const struct rows no_rows;

// Returns the sum of the rows of all men, having brought up to date what was summed up for this square of the king.
static const int16_t *men_summed(int perspective, const struct mailbox *m) {
	int king = king_of(&m->p, perspective);
	int16_t *sum = summed[perspective][king].columns;
	struct rows r;
	list_squares(&r, perspective, king, &summed[perspective][king].men, m);
	add_rows(sum, sum, &r, &no_rows);
	summed[perspective][king].men = *m;
	return sum;
}

void network_squares(struct accumulator *to, int perspective, const struct mailbox *m) {
	memcpy(to->columns[perspective], men_summed(perspective, m), sizeof to->columns[perspective]);
}

void network_threats(struct accumulator *to, int perspective, const struct mailbox *m, const board_threat *all, int n) {
	struct rows r;
	list_threats(&r, perspective, king_of(&m->p, perspective), all, n);
	add_rows(to->columns[perspective], to->columns[perspective], &no_rows, &r);
}

int network_update(struct accumulator *to, const struct accumulator *from, const struct mailbox *before, const struct mailbox *after, const struct board_delta *d) {
	int anew = 0;
	for (int c = 0; c < 2; c++) {
		int king = king_of(&before->p, c), moved = king_of(&after->p, c);
		struct rows squares, threats;
		if (turned(c, king) != turned(c, moved)) {
			anew |= 1 << c;
			network_squares(to, c, after);
			continue;
		}
		list_threats(&threats, c, moved, d->list, d->n);
		if (king == moved) {
			list_squares(&squares, c, king, before, after);
			add_rows(to->columns[c], from->columns[c], &squares, &threats);
			continue;
		}
		// For another square of the king, other rows stand for the men, and the same ones for the threats.
		const int16_t *old = men_summed(c, before), *men = men_summed(c, after);
		for (int i = 0; i < COLUMNS; i += LANES)
			*(columns *)(void *)(to->columns[c] + i) = *(const columns *)(const void *)(from->columns[c] + i) - *(const columns *)(const void *)(old + i) + *(const columns *)(const void *)(men + i);
		add_rows(to->columns[c], to->columns[c], &no_rows, &threats);
	}
	return anew;
}

// The inputs of the first layer, 0 to 127, and a bit for each block of four that is not 0.
struct inputs {
	uint8_t list[COLUMNS] __attribute__((aligned(64)));
	uint64_t some[BLOCKS / 64];
};

// Multiplies the first half of a perspective's columns by the second one, each cut off at 0 and at 255.
static inline void transform(struct inputs *in, int half, const int16_t *sums) {
	enum { HALF = COLUMNS / 2 };
	uint8_t *to = in->list + half * HALF;
	uint64_t *some = in->some + half * (BLOCKS / 128);
	some[0] = some[1] = 0;
#if defined(NETWORK_AVX512)
	const __m512i zero = _mm512_setzero_si512(), most = _mm512_set1_epi16(255), order = _mm512_set_epi64(7, 5, 3, 1, 6, 4, 2, 0);
	for (int i = 0; i < HALF; i += 64) {
		__m512i product[2];
		for (int k = 0; k < 2; k++) {
			const int at = i + 32 * k;
			__m512i a = _mm512_slli_epi16(_mm512_min_epi16(_mm512_max_epi16(_mm512_load_si512(sums + at), zero), most), 7); // so that the high half of a product is shifted by 9
			__m512i b = _mm512_min_epi16(_mm512_max_epi16(_mm512_load_si512(sums + at + HALF), zero), most);
			product[k] = _mm512_mulhi_epi16(a, b);
		}
		__m512i bytes = _mm512_permutexvar_epi64(order, _mm512_packus_epi16(product[0], product[1])); // lanes pack each by itself
		_mm512_store_si512(to + i, bytes);
		some[i / 256] |= (uint64_t)_mm512_test_epi32_mask(bytes, bytes) << i / 4 % 64;
	}
#elif defined(NETWORK_AVX2)
	const __m256i zero = _mm256_setzero_si256(), most = _mm256_set1_epi16(255);
	for (int i = 0; i < HALF; i += 32) {
		__m256i product[2];
		for (int k = 0; k < 2; k++) {
			const __m256i *s = (const __m256i *)(const void *)(sums + i + 16 * k);
			__m256i a = _mm256_slli_epi16(_mm256_min_epi16(_mm256_max_epi16(s[0], zero), most), 7); // so that the high half of a product is shifted by 9
			__m256i b = _mm256_min_epi16(_mm256_max_epi16(s[HALF / 16], zero), most);
			product[k] = _mm256_mulhi_epi16(a, b);
		}
		__m256i bytes = _mm256_permute4x64_epi64(_mm256_packus_epi16(product[0], product[1]), 0xd8); // lanes pack each by itself
		_mm256_store_si256((__m256i *)(void *)(to + i), bytes);
		some[i / 256] |= (uint64_t)_mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpgt_epi32(bytes, zero))) << i / 4 % 64;
	}
#elif defined(NETWORK_NEON)
	const int16x8_t zero = vdupq_n_s16(0), most = vdupq_n_s16(255);
	const uint32_t powers[4] = {1, 2, 4, 8};
	for (int i = 0; i < HALF; i += 16) {
		uint8x8_t product[2];
		for (int k = 0; k < 2; k++) {
			int16x8_t a = vld1q_s16(sums + i + 8 * k), b = vld1q_s16(sums + i + 8 * k + HALF);
			uint16x8_t x = vreinterpretq_u16_s16(vminq_s16(vmaxq_s16(a, zero), most)), y = vreinterpretq_u16_s16(vminq_s16(vmaxq_s16(b, zero), most));
			product[k] = vshrn_n_u16(vshrq_n_u16(vmulq_u16(x, y), 1), 8); // 255 * 255 fits
		}
		uint8x16_t bytes = vcombine_u8(product[0], product[1]);
		vst1q_u8(to + i, bytes);
		uint32x4_t words = vreinterpretq_u32_u8(bytes);
		some[i / 256] |= (uint64_t)vaddvq_u32(vandq_u32(vtstq_u32(words, words), vld1q_u32(powers))) << i / 4 % 64;
	}
#else
	for (int i = 0; i < HALF; i++) {
		int a = clamp(sums[i], 0, 255), b = clamp(sums[i + HALF], 0, 255);
		to[i] = (uint8_t)(a * b >> 9);
		some[i / 256] |= (uint64_t)(to[i] != 0) << i / 4 % 64;
	}
#endif
}

// Adds the products of some blocks of inputs, numbered from 0 on, and their weights. Two products, of at most 127 * 127, fit 16 bits.
static inline void add_blocks(int32_t sum[OUTPUTS], uint64_t some, const uint8_t *in, int8_t (*weights)[OUTPUTS][4]) {
#if defined(NETWORK_AVX512)
	const __m512i ones = _mm512_set1_epi16(1);
	__m512i *to = (__m512i *)(void *)sum, a = to[0], b = to[1];
	for (; some; some &= some - 1) {
		int32_t four;
		memcpy(&four, in + 4 * lowest(some), sizeof four);
		const __m512i *w = (const __m512i *)(const void *)weights[lowest(some)], x = _mm512_set1_epi32(four);
		a = _mm512_add_epi32(a, _mm512_madd_epi16(_mm512_maddubs_epi16(x, w[0]), ones));
		b = _mm512_add_epi32(b, _mm512_madd_epi16(_mm512_maddubs_epi16(x, w[1]), ones));
	}
	to[0] = a;
	to[1] = b;
#elif defined(NETWORK_AVX2)
	enum { PARTS = OUTPUTS / 8 };
	const __m256i ones = _mm256_set1_epi16(1);
	__m256i parts[PARTS];
	memcpy(parts, sum, sizeof parts);
	for (; some; some &= some - 1) {
		int32_t four;
		memcpy(&four, in + 4 * lowest(some), sizeof four);
		const __m256i *w = (const __m256i *)(const void *)weights[lowest(some)], x = _mm256_set1_epi32(four);
		for (int k = 0; k < PARTS; k++)
			parts[k] = _mm256_add_epi32(parts[k], _mm256_madd_epi16(_mm256_maddubs_epi16(x, w[k]), ones));
	}
	memcpy(sum, parts, sizeof parts);
#elif defined(NETWORK_NEON)
	enum { PARTS = OUTPUTS / 4 };
	int32x4_t parts[PARTS];
	memcpy(parts, sum, sizeof parts);
	for (; some; some &= some - 1) {
		uint32_t four;
		memcpy(&four, in + 4 * lowest(some), sizeof four);
		const int8_t *w = weights[lowest(some)][0];
		int8x16_t x = vreinterpretq_s8_u32(vdupq_n_u32(four));
		for (int k = 0; k < PARTS; k++) {
			int8x16_t y = vld1q_s8(w + 16 * k);
			int16x8_t low = vmull_s8(vget_low_s8(x), vget_low_s8(y)), high = vmull_high_s8(x, y);
			parts[k] = vpadalq_s16(parts[k], vpaddq_s16(low, high));
		}
	}
	memcpy(sum, parts, sizeof parts);
#else
	for (; some; some &= some - 1)
		for (int i = 0; i < OUTPUTS; i++)
			for (int j = 0; j < 4; j++)
				sum[i] += in[4 * lowest(some) + j] * weights[lowest(some)][i][j];
#endif
}

// What a layer hands on, as inputs of 0 to 127.
static inline void activate(uint8_t to[OUTPUTS], const int32_t sum[OUTPUTS]) {
	for (int i = 0; i < OUTPUTS; i++)
		to[i] = (uint8_t)clamp(sum[i] >> 7, 0, 127);
}

int network_evaluate(const struct accumulator *a, const struct position *p) {
	int us = p->turn, stack = (count(p->colors[WHITE] | p->colors[BLACK]) - 1) / 4 % STACKS, out = 0;
	struct inputs in;
	int32_t sum[OUTPUTS] __attribute__((aligned(64))) = {0}, sum2[OUTPUTS] __attribute__((aligned(64))) = {0};
	uint8_t between_layers[OUTPUTS], result[OUTPUTS];
	for (int half = 0; half < 2; half++)
		transform(&in, half, a->columns[us ^ half]);
	for (int i = 0; i < BLOCKS / 64; i++)
		add_blocks(sum, in.some[i], in.list + 256 * i, outer[stack] + 64 * i);
	activate(between_layers, sum);
	add_blocks(sum2, (1 << INNER_BLOCKS) - 1, between_layers, inner[stack]); // all blocks
	activate(result, sum2);
	for (int i = 0; i < OUTPUTS; i++)
		out += result[i] * last[stack][i];
	return out >> 4; // as Stockfish divides its network's output
}
