// Searches positions, one a line: the depth and the numbers of struct position, all hexadecimal. To a line "end" it answers by the ticks that all searches took since the
// last such line, and those of each part. It leaves out the ticks for reading the clock.
#define FANCYMAGIC_IMPLEMENTATION
#include "engine.h"
#include "parts.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

struct timed timed[PARTS];

// The fewest ticks from one reading of the clock to the next.
static uint64_t reading(void) {
	uint64_t fewest = UINT64_MAX;
	for (int i = 0; i < 10000; i++) {
		uint64_t before = ticks(), after = ticks();
		if (after - before < fewest)
			fewest = after - before;
	}
	return fewest;
}

// Reads a line of a position, with its eleven numbers in the order in which questions in shares.go writes them. Returns 0 if it is damaged.
static int read_position(const char *line, int *depth, struct position *p) {
	uint64_t turn, *sets[] = {p->types, p->types + 1, p->types + 2, p->types + 3, p->types + 4, p->types + 5, p->colors, p->colors + 1, &p->castling, &p->en_passant, &turn};
	int n;
	if (sscanf(line, "%x%n", depth, &n) != 1)
		return 0;
	for (int i = 0; i < 11; i++) {
		line += n;
		if (sscanf(line, "%" SCNx64 "%n", sets[i], &n) != 1)
			return 0;
	}
	p->turn = (uint8_t)turn;
	return 1;
}

int main(void) {
	char line[512]; // a depth and eleven numbers have 200 characters at most
	uint64_t all = 0, cost = reading();
	struct position p = {0};
	int depth;
	OWN(_init)();
	position_init();
	while (fgets(line, sizeof line, stdin)) {
		if (!strcmp(line, "end\n")) {
			for (int i = 0; i < PARTS; i++)
				all -= 2 * cost * timed[i].times; // a part reads the clock before and after
			printf("%" PRIu64, all);
			for (int i = 0; i < PARTS; i++)
				printf(" %" PRIu64, timed[i].ticks - cost * timed[i].times); // one of its two readings lies within its ticks
			puts("");
			fflush(stdout);
			all = 0;
			memset(timed, 0, sizeof timed);
			continue;
		}
		if (!read_position(line, &depth, &p))
			return 1;
		uint64_t began = ticks();
		engine_netsearch(&p, depth);
		all += ticks() - began;
	}
	return 0;
}
