// Fills the tables.
#include "headers.h"
#include "several.h"

void fill(void) {
#define UNIT(T, faces) T##_init();
#include "units.h"
}
