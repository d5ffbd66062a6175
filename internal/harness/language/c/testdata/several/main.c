// Fills the tables and asks; with any argument, asks while they are empty.
#include "several.h"

int main(int argc, char **argv) {
	(void)argv;
	if (argc > 1)
		return ask_unfilled();
	fill();
	return ask();
}
