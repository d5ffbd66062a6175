//go:build amd64 && !purego

// The Go compiler has neither PEXT nor PDEP; these are the lookups of rookpdep.go around the instructions.
// The software forms, for processors without BMI2, have the same arguments and results.
//
// Registers:
//	AX      64 * sq, the place of the square's entry
//	BX      occ
//	R8, R9  the table that is read (slots from 4096 of tables, words from 208896), and the entries: mask, lines and offset of a rook at
//	        0, 8 and 16, mask and offset of a bishop at 32 and 40; TestLayout proves these numbers
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
	MOVQ sq+0(FP), AX;       \
	MOVQ occ+8(FP), BX;      \
	ANDL $63, AX;            \
	SHLL $6, AX;             \
	LEAQ ·tables+0(SB), R9

// ROOK sets CX = PDEP(slots[offset + PEXT(occ, mask)], lines).
#define ROOK \
	LEAQ    ·tables+4096(SB), R8;  \
	PEXTQ   0(R9)(AX*1), BX, CX;   \
	ADDQ    16(R9)(AX*1), CX;      \
	MOVWLZX (R8)(CX*2), CX;        \
	PDEPQ   8(R9)(AX*1), CX, CX

// BISHOP sets SI = words[offset + PEXT(occ, mask)].
#define BISHOP \
	LEAQ  ·tables+208896(SB), R8;  \
	PEXTQ 32(R9)(AX*1), BX, SI;    \
	ADDQ  40(R9)(AX*1), SI;        \
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
