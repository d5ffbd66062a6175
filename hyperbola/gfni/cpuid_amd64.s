//go:build amd64 && !purego

// The Go compiler has no CPUID instruction, and package cpu does not report GFNI without AVX-512.

#include "textflag.h"

// func leaf7() (ecx uint32)
TEXT ·leaf7(SB), NOSPLIT, $0-4
	MOVL $0, ecx+0(FP)
	XORL AX, AX
	XORL CX, CX
	CPUID                         // AX: the highest leaf
	CMPL AX, $7
	JCS  done
	MOVL $7, AX
	XORL CX, CX
	CPUID
	MOVL CX, ecx+0(FP)
done:
	RET
