// Defines the tables: the headers are included before, too, as in a file that includes another header of its engine first.
#include "headers.h"
#include "implementations.h"
#include "headers.h"
