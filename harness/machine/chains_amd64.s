//go:build !purego

#include "textflag.h"

// Each chain is bound by the latency of its one instruction: the loop's counter runs beside it.
// DX is the mask or factor, CX the steps left, AX the value.

// func pextChain(mask uint64, n int) uint64
TEXT ·pextChain(SB), NOSPLIT, $0-24
	MOVQ mask+0(FP), DX
	MOVQ n+8(FP), CX
	MOVQ $-1, AX

pext:
	PEXTQ DX, AX, AX
	DECQ  CX
	JNZ   pext
	MOVQ  AX, ret+16(FP)
	RET

// func multiplyChain(factor uint64, n int) uint64
TEXT ·multiplyChain(SB), NOSPLIT, $0-24
	MOVQ factor+0(FP), DX
	MOVQ n+8(FP), CX
	MOVQ $-1, AX

multiply:
	IMULQ DX, AX
	DECQ  CX
	JNZ   multiply
	MOVQ  AX, ret+16(FP)
	RET
