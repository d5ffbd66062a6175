// Fills the tables.
#include "headers.h"
#include "several.h"

void fill(void) {
#define UNIT(T, parts) T##_init();
#include "units.h"
}
