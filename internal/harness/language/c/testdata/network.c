// Answers questions about positions, one a line, as hexadecimal numbers: the depth and struct position's numbers. The answer is netsearch's checksum.
// networkProgram in network_test.go compiles it, with T and HEADER for fancymagic.
#define FANCYMAGIC_IMPLEMENTATION
#include "engine.h"

#include <inttypes.h>
#include <stdio.h>

int main(void) {
	struct position p = {0};
	int depth;
	OWN(_init)();
	position_init();
	while (scanf("%x", &depth) == 1) {
		uint64_t *sets[] = {p.types, p.types + 1, p.types + 2, p.types + 3, p.types + 4, p.types + 5, p.colors, p.colors + 1, &p.castling, &p.en_passant}, turn;
		for (int i = 0; i < 10; i++)
			if (scanf("%" SCNx64, sets[i]) != 1)
				return 1;
		if (scanf("%" SCNx64, &turn) != 1)
			return 1;
		p.turn = (uint8_t)turn;
		printf("%016" PRIx64 "\n", engine_netsearch(&p, depth));
	}
	return 0;
}
