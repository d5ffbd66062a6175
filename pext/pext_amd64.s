//go:build amd64 && !purego

// The Go compiler has no PEXT; these are the lookups of pext.go around that one instruction.
// The software forms, for processors without BMI2, have the same arguments and results.

#include "textflag.h"
#include "lookup_amd64.h"

// func rook(sq int, occ uint64) uint64
TEXT ·rook(SB), NOSPLIT, $0-24
	SOFT(·softRook)
	MOVQ sq+0(FP), AX
	MOVQ occ+8(FP), BX
	ANDL $63, AX
	SHLL $4, AX
	LEAQ ·rookEntries(SB), R8
	LEAQ ·rookTable(SB), R9
	LOOKUP(R8, R9, AX, BX, CX)
	MOVQ CX, ret+16(FP)
	RET

// func bishop(sq int, occ uint64) uint64
TEXT ·bishop(SB), NOSPLIT, $0-24
	SOFT(·softBishop)
	MOVQ sq+0(FP), AX
	MOVQ occ+8(FP), BX
	ANDL $63, AX
	SHLL $4, AX
	LEAQ ·bishopEntries(SB), R10
	LEAQ ·bishopTable(SB), R11
	LOOKUP(R10, R11, AX, BX, CX)
	MOVQ CX, ret+16(FP)
	RET

// func both(sq int, occ uint64) (rookAttacks, bishopAttacks uint64)
TEXT ·both(SB), NOSPLIT, $0-32
	SOFT(·softBoth)
	MOVQ sq+0(FP), AX
	MOVQ occ+8(FP), BX
	ANDL $63, AX
	SHLL $4, AX
	LEAQ ·rookEntries(SB), R8
	LEAQ ·rookTable(SB), R9
	LEAQ ·bishopEntries(SB), R10
	LEAQ ·bishopTable(SB), R11
	LOOKUP(R8, R9, AX, BX, CX)
	LOOKUP(R10, R11, AX, BX, SI)
	MOVQ CX, rookAttacks+16(FP)
	MOVQ SI, bishopAttacks+24(FP)
	RET
