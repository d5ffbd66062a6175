//go:build amd64 && !purego

// The Go compiler has no PEXT; these are the lookups of paired.go around the instruction.
// The software forms, for processors without BMI2, have the same arguments and results.
//
// Registers:
//	AX      32 * sq, the place of the square's entry
//	BX      occ
//	R8, R9  where a table begins, and the entries
//	CX, SI  answers

#include "textflag.h"

// SOFT jumps to the software form where there is no BMI2. From GOAMD64=v3 on there always is.
#ifdef GOAMD64_v3
#define BMI2_IS_THERE
#endif
#ifdef GOAMD64_v4
#define BMI2_IS_THERE
#endif
#ifdef BMI2_IS_THERE
#define SOFT(form)
#else
#define SOFT(form) \
	CMPB ·hasBMI2(SB), $0; \
	JNE  2(PC);            \
	JMP  form(SB)
#endif

// QUESTION loads the arguments and the entries' address, for the macros below.
#define QUESTION \
	MOVQ sq+0(FP), AX;    \
	MOVQ occ+8(FP), BX;   \
	ANDL $63, AX;         \
	SHLL $5, AX;          \
	LEAQ ·entries(SB), R9

// ROOK sets CX = table[PEXT(occ, mask)].
#define ROOK \
	PEXTQ 0(R9)(AX*1), BX, CX; \
	MOVQ  8(R9)(AX*1), R8;     \
	MOVQ  (R8)(CX*8), CX

// BISHOP sets SI = table[PEXT(occ, mask)].
#define BISHOP \
	PEXTQ 16(R9)(AX*1), BX, SI; \
	MOVQ  24(R9)(AX*1), R8;     \
	MOVQ  (R8)(SI*8), SI

// func rook(sq int, occ uint64) uint64
TEXT ·rook(SB), NOSPLIT, $0-24
	SOFT(·softRook)
	QUESTION
	ROOK
	MOVQ CX, ret+16(FP)
	RET

// func bishop(sq int, occ uint64) uint64
TEXT ·bishop(SB), NOSPLIT, $0-24
	SOFT(·softBishop)
	QUESTION
	BISHOP
	MOVQ SI, ret+16(FP)
	RET

// func both(sq int, occ uint64) (rookAttacks, bishopAttacks uint64)
TEXT ·both(SB), NOSPLIT, $0-32
	SOFT(·softBoth)
	QUESTION
	ROOK
	BISHOP
	MOVQ CX, rookAttacks+16(FP)
	MOVQ SI, bishopAttacks+24(FP)
	RET
