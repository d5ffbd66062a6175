//go:build amd64 && !purego

// The Go compiler has no PEXT. AX is the word, BX the mask.

#include "textflag.h"

// From GOAMD64=v3 on the build promises PEXT, and needs no test.
#ifdef GOAMD64_v3
#define PEXT_IS_THERE
#endif
#ifdef GOAMD64_v4
#define PEXT_IS_THERE
#endif

// func extract(x, mask uint64) uint64
TEXT ·extract(SB), NOSPLIT, $0-24
#ifndef PEXT_IS_THERE
	CMPB  ·hasPEXT(SB), $0
	JNE   instruction
	JMP   ·softExtract(SB)

instruction:
#endif
	MOVQ  x+0(FP), AX
	MOVQ  mask+8(FP), BX
	PEXTQ BX, AX, AX // PEXT(x, mask)
	MOVQ  AX, ret+16(FP)
	RET
