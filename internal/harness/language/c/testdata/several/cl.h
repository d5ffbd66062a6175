// Included before all else: from here on clang is, to a header, the compiler of Visual Studio for x86-64 with /arch:AVX2, which has none of gcc's words and
// macros. What cl's intrin.h declares stands here, by gcc's words. It cannot show where cl differs in the language itself.
#ifndef SEVERAL_CL_H
#define SEVERAL_CL_H

#include <assert.h>
#include <immintrin.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static inline unsigned char _BitScanForward64(unsigned long *i, uint64_t x) {
	*i = (unsigned long)__builtin_ctzll(x);
	return 1;
}
static inline unsigned char _BitScanReverse64(unsigned long *i, uint64_t x) {
	*i = 63 - (unsigned long)__builtin_clzll(x);
	return 1;
}
#ifndef __popcnt64
#define __popcnt64(x) (uint64_t)_mm_popcnt_u64(x)
#endif
static inline uint64_t _byteswap_uint64(uint64_t x) { return __builtin_bswap64(x); }

#undef __BMI2__
#undef __GFNI__
#undef __GNUC__
#undef __SSE2__
#undef __SSSE3__
#undef __clang__
#undef __x86_64__
#undef __ELF__
#define _MSC_VER 1939 // Visual Studio 2022
#define _M_X64 100
#ifdef __cplusplus
#define _MSVC_LANG __cplusplus
#endif
#pragma GCC poison __builtin_ctzll __builtin_clzll __builtin_popcountll __builtin_popcount __builtin_bswap64 __builtin_memcpy
#pragma GCC poison __attribute__ __asm__ asm __typeof__ typeof __int128 __extension__ __builtin_expect __builtin_unreachable

#endif
