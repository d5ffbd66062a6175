//go:build !purego

#include "textflag.h"

// func timeStamp() uint64
// The time-stamp counter, which ticks at a constant rate that does not depend on the clock of the core.
TEXT ·timeStamp(SB), NOSPLIT, $0-8
	RDTSC
	SHLQ $32, DX
	ORQ  DX, AX
	MOVQ AX, ret+0(FP)
	RET
