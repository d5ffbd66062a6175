//go:build !purego

// The Go compiler has neither CPUID nor PEXT, and does not guarantee the instructions of a loop.

#include "textflag.h"

// func cpuid(leaf, subleaf uint32) (eax, ebx, ecx, edx uint32)
TEXT ·cpuid(SB), NOSPLIT, $0-24
	MOVL leaf+0(FP), AX
	MOVL subleaf+4(FP), CX
	CPUID
	MOVL AX, eax+8(FP)
	MOVL BX, ebx+12(FP)
	MOVL CX, ecx+16(FP)
	MOVL DX, edx+20(FP)
	RET

// The latency of its one instruction bounds each chain: the loop's counter runs beside it.
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
