#include "textflag.h"

// The address of the library's function is known only when the program has started, so Go gets that of a jump to it.
TEXT jump<>(SB), NOSPLIT, $0-0
	JMP	libc_pthread_set_qos_class_self_np(SB)

DATA	·setClass(SB)/8, $jump<>(SB)
GLOBL	·setClass(SB), RODATA, $8
