// The board in C, as in package board: squares count from a1 = 0, b1 = 1 to h8 = 63, and a set of squares has bit sq for square sq.
// The headers of techniques fill their tables with these functions. Lookups use only those that count or move bits, and board_filled; the control walk uses the walks.
//
// A technique's tables stand once in a program, however many of its files include the header. In C, one file defines NAME_IMPLEMENTATION, such as
// FANCYMAGIC_IMPLEMENTATION, before it includes the header; in C++ nothing need be defined.
//
// C99 and C++17, for gcc and clang, and by the rules of Visual Studio's compiler, cl, as far as clang can show that. All differences between compilers
// stand in this file, but for assembly that only gcc and clang have.
#ifndef SLIDEBENCH_BOARD_H
#define SLIDEBENCH_BOARD_H

#include <stddef.h>
#include <stdint.h>
#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
#if defined(__cplusplus) && _MSVC_LANG < 201703L
#error "want C++17: cl /std:c++17"
#endif
#endif

// The features of processors that the program may use. A header of a technique that needs one declares nothing elsewhere, and its copy is an error there.
// cl has no macros for BMI2, GFNI and AVX512-VBMI, -VBMI2 and -BITALG. All processors with AVX2 have BMI2; the others are asked for by /D__GFNI__ and
// the like.
#if defined(__x86_64__) || defined(_M_X64)
#define BOARD_X86_64
#endif

#if defined(BOARD_X86_64) && defined(__AVX2__)
#define BOARD_AVX2
#endif

#if defined(BOARD_X86_64) && (defined(__BMI2__) || (defined(_MSC_VER) && !defined(__clang__) && defined(__AVX2__)))
#define BOARD_BMI2
#endif

#if defined(BOARD_X86_64) && defined(__AVX512F__) && defined(__AVX512BW__) && defined(__AVX512CD__) && defined(__AVX512DQ__) && defined(__AVX512VL__)
#define BOARD_AVX512
#endif

#if defined(BOARD_X86_64) && defined(__AVX512VBMI__)
#define BOARD_AVX512VBMI
#endif

#if defined(BOARD_X86_64) && defined(__AVX512VBMI2__)
#define BOARD_AVX512VBMI2
#endif

#if defined(BOARD_X86_64) && defined(__AVX512BITALG__)
#define BOARD_AVX512BITALG
#endif

#if defined(BOARD_X86_64) && defined(__GFNI__)
#define BOARD_GFNI
#endif

#if defined(__aarch64__) && defined(__ARM_NEON)
#define BOARD_ASIMD
#endif

#if defined(__aarch64__) && defined(__ARM_FEATURE_SVE2_BITPERM)
#define BOARD_SVE2_BITPERM
#endif

// BOARD_ALIGNED stands before the type in the declaration of a variable, behind static, extern or BOARD_DECLARE: its address is a multiple of n bytes.
#if defined(_MSC_VER) && !defined(__clang__)
#define BOARD_ALIGNED(n) __declspec(align(n))
#else
#define BOARD_ALIGNED(n) __attribute__((aligned(n)))
#endif

// BOARD_ALWAYS_INLINE is inline, even where the compiler would rather call.
#if defined(_MSC_VER) && !defined(__clang__)
#define BOARD_ALWAYS_INLINE __forceinline
#else
#define BOARD_ALWAYS_INLINE inline __attribute__((always_inline))
#endif

// BOARD_DECLARE begins the declaration of a table or of a function that fills tables, and BOARD_DEFINE begins its definition. The linker keeps one of
// several weak or inline definitions, so files in C and in C++ may both have them. In C, tables are hidden: code reaches them without a detour, and each
// shared library fills its own. In C++, a program and its libraries share the tables. A technique lists its tables in a macro NAME_TABLES, which it uses with each
// of the two.
#if defined(__cplusplus) && (defined(__ELF__) || defined(__APPLE__))
#define BOARD_DECLARE extern __attribute__((visibility("default")))
#define BOARD_DEFINE inline
#elif defined(__cplusplus)
#define BOARD_DECLARE extern
#define BOARD_DEFINE inline
#elif defined(__ELF__)
#define BOARD_DECLARE extern __attribute__((visibility("hidden")))
#define BOARD_DEFINE __attribute__((weak, visibility("hidden")))
#else
#define BOARD_DECLARE extern
#define BOARD_DEFINE
#endif

// Returns its argument, the answer of a lookup. Every rook, bishop and queen attacks a square, so an empty answer comes from a table that nobody has filled: unless
// NDEBUG is defined, it ends the program.
#ifdef NDEBUG
static inline uint64_t board_filled(uint64_t attacks) { return attacks; }
#else
#include <assert.h>
static inline uint64_t board_filled(uint64_t attacks) {
	assert(attacks && "a technique's init comes before its first lookup");
	return attacks;
}
#endif

// The attacks of a rook and of a bishop on the same square.
struct board_pair {
	uint64_t rook, bishop;
};

// The directions of a rook come first, and opposite directions are neighbours.
enum board_direction {
	BOARD_NORTH,
	BOARD_SOUTH,
	BOARD_EAST,
	BOARD_WEST,
	BOARD_NORTH_EAST,
	BOARD_SOUTH_WEST,
	BOARD_NORTH_WEST,
	BOARD_SOUTH_EAST
};

static inline uint64_t board_bit(int sq) { return (uint64_t)1 << sq; }

// The number of squares in a set. Functions around gcc's builtins would change how gcc orders the code around them, so these are macros.
#if defined(__GNUC__) || defined(__clang__)
#define board_count(x) __builtin_popcountll(x)
#else
static inline int board_count(uint64_t x) {
#if defined(_M_X64) && defined(__AVX__) // processors with AVX have POPCNT
	return (int)__popcnt64(x);
#else
	x -= x >> 1 & UINT64_C(0x5555555555555555);
	x = (x & UINT64_C(0x3333333333333333)) + (x >> 2 & UINT64_C(0x3333333333333333));
	return (int)(((x + (x >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f)) * UINT64_C(0x0101010101010101) >> 56);
#endif
}
#endif

// The lowest square of a set that is not empty.
#if defined(__GNUC__) || defined(__clang__)
#define board_trailing_zeros(x) __builtin_ctzll(x)
#else
static inline int board_trailing_zeros(uint64_t x) {
#if defined(_M_X64) || defined(_M_ARM64)
	unsigned long i;
	_BitScanForward64(&i, x);
	return (int)i;
#else
	return board_count(~x & (x - 1));
#endif
}
#endif

// How many squares are above the highest one of a set that is not empty.
#if defined(__GNUC__) || defined(__clang__)
#define board_leading_zeros(x) __builtin_clzll(x)
#else
static inline int board_leading_zeros(uint64_t x) {
#if defined(_M_X64) || defined(_M_ARM64)
	unsigned long i;
	_BitScanReverse64(&i, x);
	return 63 ^ (int)i;
#else
	for (int distance = 1; distance < 64; distance *= 2)
		x |= x >> distance;
	return 64 - board_count(x);
#endif
}
#endif

// The bytes in the other order: rank 1 becomes rank 8.
#if defined(__GNUC__) || defined(__clang__)
#define board_swap_bytes(x) __builtin_bswap64(x)
#else
static inline uint64_t board_swap_bytes(uint64_t x) {
#if defined(_MSC_VER)
	return _byteswap_uint64(x);
#else
	x = (x >> 8 & UINT64_C(0x00ff00ff00ff00ff)) | (x & UINT64_C(0x00ff00ff00ff00ff)) << 8;
	x = (x >> 16 & UINT64_C(0x0000ffff0000ffff)) | (x & UINT64_C(0x0000ffff0000ffff)) << 16;
	return x >> 32 | x << 32;
#endif
}
#endif

// A number whose bytes lie in memory from rank 1 on.
static BOARD_ALWAYS_INLINE uint64_t board_by_ranks(uint64_t x) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	return board_swap_bytes(x);
#else
	return x;
#endif
}

// The attacks in one direction, square by square, up to the first piece.
static inline uint64_t board_walk(int direction, int sq, uint64_t occ) {
	static const int files[8] = {0, 0, 1, -1, 1, -1, -1, 1}, ranks[8] = {1, -1, 0, 0, 1, -1, 1, -1};
	uint64_t attacks = 0;
	int file = sq & 7, rank = sq >> 3;
	for (;;) {
		file += files[direction];
		rank += ranks[direction];
		if (file < 0 || file > 7 || rank < 0 || rank > 7)
			return attacks;
		attacks |= board_bit(rank << 3 | file);
		if (occ & board_bit(rank << 3 | file))
			return attacks;
	}
}

// The attacks in all directions d with from <= d < to.
static inline uint64_t board_walks(int from, int to, int sq, uint64_t occ) {
	uint64_t attacks = 0;
	for (int d = from; d < to; d++)
		attacks |= board_walk(d, sq, occ);
	return attacks;
}
static inline uint64_t board_rook(int sq, uint64_t occ) { return board_walks(BOARD_NORTH, BOARD_NORTH_EAST, sq, occ); }
static inline uint64_t board_bishop(int sq, uint64_t occ) { return board_walks(BOARD_NORTH_EAST, 8, sq, occ); }

// The squares from sq to the edge in a direction, without sq.
static inline uint64_t board_ray(int direction, int sq) { return board_walk(direction, sq, 0); }

// The line through sq in a direction and its opposite, without sq.
static inline uint64_t board_line(int direction, int sq) { return board_ray(direction, sq) | board_ray(direction ^ 1, sq); }

// The relevant squares in all directions d with from <= d < to: the rays, each without its last square, whose occupancy changes no answer.
static inline uint64_t board_relevant(int from, int to, int sq) {
	uint64_t relevant = 0;
	for (int d = from; d < to; d++)
		for (uint64_t ray = board_ray(d, sq), rest = ray; rest; rest &= rest - 1) {
			int s = board_trailing_zeros(rest);
			if (ray & board_ray(d, s))
				relevant |= board_bit(s);
		}
	return relevant;
}
static inline uint64_t board_rook_mask(int sq) { return board_relevant(BOARD_NORTH, BOARD_NORTH_EAST, sq); }
static inline uint64_t board_bishop_mask(int sq) { return board_relevant(BOARD_NORTH_EAST, 8, sq); }

// The subset of a mask that follows occ, and 0 after the last one, as the subtraction counts in the mask's bits. A loop from occ = 0 until
// board_next returns 0 visits every subset.
static inline uint64_t board_next(uint64_t occ, uint64_t mask) { return (occ - mask) & mask; }

// Sets each slot of a line through sq, in a direction and its opposite, to the attacks on that line. The slot follows from occ, which here stands for every
// subset of the line with sq itself: some indices depend on the edges and on the slider's own square, too.
#define BOARD_FILL_LINE(slot, occ, direction, sq) \
	do { \
		const uint64_t board_whole_line = board_line(direction, sq) | board_bit(sq); \
		uint64_t occ = 0; \
		do { \
			slot = board_walks(direction, (direction) + 2, sq, occ); \
			occ = board_next(occ, board_whole_line); \
		} while (occ); \
	} while (0)

// The bits of x that a mask selects, side by side from bit 0: PEXT in software, for filling tables.
static inline uint64_t board_pack(uint64_t x, uint64_t mask) {
	uint64_t packed = 0;
	for (int i = 0; mask; i++, mask &= mask - 1)
		packed |= (x >> board_trailing_zeros(mask) & 1) << i;
	return packed;
}

// x with all bits moved up by n places, those beyond the top to the bottom.
static inline uint64_t board_rotate(uint64_t x, int n) { return x << (n & 63) | x >> (-n & 63); }

#endif
