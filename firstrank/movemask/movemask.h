// The index of a line by PMOVMSKB, the SSE2 instruction that gathers the highest bit of each byte. The squares of a file,
// a diagonal or an antidiagonal stand on different ranks, and a rank is a byte; one comparison makes the bytes for both
// lines of a bishop.
//
//	k             PMOVMSKB(bytes of (occ & line) == bytes of line) >> 1 & 63
//	diagonals     V[rank][k] & line                                   line: without the slider's own square
//	file          V[rank][PMOVMSKB(occ << (7 - file)) >> 1 & 63] & file
//	rank          R[occ >> (8*rank + 1) & 63][file] << (8*rank)
//
// On other processors than x86-64, arithmetic on all bytes of a word finds the same indices.
//
// C: one file defines MOVEMASK_IMPLEMENTATION before it includes this header. Call movemask_init once, before the first lookup.
//
// People: the form for bishops is that of the chess programming wiki, SIMD Techniques, without author or date.
#ifndef SLIDEBENCH_MOVEMASK_H
#define SLIDEBENCH_MOVEMASK_H

#include "../../board/board.h"

#ifdef BOARD_X86_64
#include <emmintrin.h>
#endif

// The two lines of a bishop, without the square itself. SSE2 loads both into a register.
struct movemask_pair {
	uint64_t diagonal, antidiagonal;
};

// Ranks are the attacks within a rank, by its inner squares b to g and the slider's file; on_files are the attacks
// within a file, on every file, by the slider's rank and the inner squares.
#define MOVEMASK_TABLES(SHARED) \
	SHARED BOARD_ALIGNED(16) struct movemask_pair movemask_diagonals[64]; \
	SHARED uint8_t movemask_ranks[64][8]; \
	SHARED uint64_t movemask_on_files[8][64];
MOVEMASK_TABLES(BOARD_DECLARE)

// Fills the tables.
BOARD_DECLARE void movemask_init(void);

// The highest bits of bytes. Without SSE2, a product gathers them in its highest byte.
static inline unsigned movemask_highest(uint64_t x) {
#ifdef BOARD_X86_64
	return (unsigned)_mm_movemask_epi8(_mm_cvtsi64_si128((int64_t)x));
#else
	return (unsigned)((x >> 7 & UINT64_C(0x0101010101010101)) * UINT64_C(0x0102040810204080) >> 56);
#endif
}

// Which ranks of both lines are occupied, one in bits 0 to 7, the other in bits 8 to 15; a rank that a line does not cross
// counts as occupied, and makes no difference.
static inline unsigned movemask_lines(const struct movemask_pair *d, uint64_t occ) {
#ifdef BOARD_X86_64
	__m128i lines = _mm_loadu_si128((const __m128i *)d), both = _mm_set1_epi64x((int64_t)occ);
	return (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_and_si128(both, lines), lines));
#else
	// The sum reaches the highest bit of a byte unless the byte is empty.
	const uint64_t low = UINT64_C(0x7f7f7f7f7f7f7f7f);
	uint64_t x = d->diagonal & ~occ, y = d->antidiagonal & ~occ;
	return movemask_highest(~(((x & low) + low) | x)) | movemask_highest(~(((y & low) + low) | y)) << 8;
#endif
}

// The inner squares of a slider's file.
static inline unsigned movemask_file_index(int sq, uint64_t occ) { return movemask_highest(occ << (~sq & 7)) >> 1 & 63; }

// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
static inline uint64_t movemask_rook(int sq, uint64_t occ) {
	int first = sq & 56; // the rank's square on the a-file
	return board_filled((movemask_on_files[sq >> 3][movemask_file_index(sq, occ)] & UINT64_C(0x0101010101010101) << (sq & 7)) |
		(uint64_t)movemask_ranks[occ >> first >> 1 & 63][sq & 7] << first);
}

// The attacks of a bishop. A blocker stops a slider on a diagonal at the same rank as on a file, so a diagonal cuts its
// attacks out of the attacks within a file that is repeated on all files.
static inline uint64_t movemask_bishop(int sq, uint64_t occ) {
	const struct movemask_pair *d = &movemask_diagonals[sq];
	const uint64_t *slots = movemask_on_files[sq >> 3];
	unsigned ranks = movemask_lines(d, occ);
	return board_filled((slots[ranks >> 1 & 63] & d->diagonal) | (slots[ranks >> 9 & 63] & d->antidiagonal));
}

// The attacks of a queen: those of a rook and of a bishop.
static inline uint64_t movemask_queen(int sq, uint64_t occ) { return movemask_rook(sq, occ) | movemask_bishop(sq, occ); }

#endif

#if (defined(__cplusplus) || defined(MOVEMASK_IMPLEMENTATION)) && !defined(MOVEMASK_IMPLEMENTED)
#define MOVEMASK_IMPLEMENTED

MOVEMASK_TABLES(BOARD_DEFINE)

BOARD_DEFINE void movemask_init(void) {
	for (int sq = 0; sq < 64; sq++) {
		movemask_diagonals[sq].diagonal = board_line(BOARD_NORTH_EAST, sq);
		movemask_diagonals[sq].antidiagonal = board_line(BOARD_NORTH_WEST, sq);
	}
	for (int inner = 0; inner < 64; inner++)
		for (int i = 0; i < 8; i++) {
			uint64_t file = 0;
			for (int rank = 1; rank < 7; rank++)
				file |= (uint64_t)(inner >> (rank - 1) & 1) << 8 * rank;
			movemask_ranks[inner][i] = (uint8_t)(board_rook(i, (uint64_t)inner << 1) & 0xff);
			movemask_on_files[i][inner] = board_walks(BOARD_NORTH, BOARD_NORTH + 2, 8 * i, file) * 0xff;
		}
}

#endif
