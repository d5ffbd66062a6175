// How long parts of a search take, in ticks of the clock.
#ifndef PARTS_H
#define PARTS_H

#include <stdint.h>

#if defined(__x86_64__)
#include <x86intrin.h>
static inline uint64_t ticks(void) { return __rdtsc(); }
#elif defined(__aarch64__)
static inline uint64_t ticks(void) {
	uint64_t t;
	__asm__ volatile("mrs %0, cntvct_el0" : "=r"(t));
	return t;
}
#else
#include <time.h>
static inline uint64_t ticks(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}
#endif

// Parts in the order of shares.go, and their number; their ticks, and how often they ran.
enum part { DELTAS, SUMS, LAYERS, PARTS };
struct timed {
	uint64_t ticks, times;
};
extern struct timed timed[PARTS];

// Runs code, such as a call, as the part of that name.
#define PART(name, ...) \
	do { \
		uint64_t began = ticks(); \
		__VA_ARGS__; \
		timed[name].ticks += ticks() - began; \
		timed[name].times++; \
	} while (0)

#endif
