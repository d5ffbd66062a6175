//go:build amd64 && !purego

// The Go compiler has neither PEXT nor PDEP; these are the lookups of linepdep.go around those two instructions.
// The software forms, for processors without BMI2, have the same arguments and results.
//
// Registers:
//	AX      sq, then 48 * sq, the place of the square's pair of lines
//	BX      occ
//	R8      rookPairs, R10 bishopPairs
//	R9      table
//	CX, DX  attacks of a rook
//	SI, DI  attacks of a bishop

#include "go_asm.h"
#include "textflag.h"

// SOFT jumps to the software form if the processor lacks BMI2. From GOAMD64=v3 on the build promises BMI2.
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

// LINE sets out to the attacks on line i of the pair at pairs and AX.
#define LINE(pairs, i, out) \
	PEXTQ   (i*line__size+line_inner)(pairs)(AX*1), BX, out; /* PEXT(occ, inner) */ \
	ADDQ    (i*line__size+line_offset)(pairs)(AX*1), out;    /* the place's row of T */ \
	MOVBLZX (R9)(out*1), out;                                /* T[place][...] */ \
	PDEPQ   (i*line__size+line_line)(pairs)(AX*1), out, out  /* PDEP(..., line) */

// QUESTION loads the arguments.
#define QUESTION \
	MOVQ sq+0(FP), AX;      \
	MOVQ occ+8(FP), BX;     \
	ANDL $63, AX;           \
	LEAQ (AX)(AX*2), AX;    /* 3 * sq */ \
	SHLL $4, AX;            /* 48 * sq */ \
	LEAQ ·table(SB), R9

// func rook(sq int, occ uint64) uint64
TEXT ·rook(SB), NOSPLIT, $0-24
	SOFT(·softRook)
	QUESTION
	LEAQ ·rookPairs(SB), R8
	LINE(R8, 0, CX)                 // rank
	LINE(R8, 1, DX)                 // file
	ORQ  DX, CX
	MOVQ CX, ret+16(FP)
	RET

// func bishop(sq int, occ uint64) uint64
TEXT ·bishop(SB), NOSPLIT, $0-24
	SOFT(·softBishop)
	QUESTION
	LEAQ ·bishopPairs(SB), R10
	LINE(R10, 0, SI)                // diagonal
	LINE(R10, 1, DI)                // anti-diagonal
	ORQ  DI, SI
	MOVQ SI, ret+16(FP)
	RET

// func both(sq int, occ uint64) (rookAttacks, bishopAttacks uint64)
TEXT ·both(SB), NOSPLIT, $0-32
	SOFT(·softBoth)
	QUESTION
	LEAQ ·rookPairs(SB), R8
	LEAQ ·bishopPairs(SB), R10
	LINE(R8, 0, CX)                 // rank
	LINE(R8, 1, DX)                 // file
	LINE(R10, 0, SI)                // diagonal
	LINE(R10, 1, DI)                // anti-diagonal
	ORQ  DX, CX
	ORQ  DI, SI
	MOVQ CX, rookAttacks+16(FP)
	MOVQ SI, bishopAttacks+24(FP)
	RET
