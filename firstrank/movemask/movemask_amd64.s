//go:build amd64 && !purego

// The Go compiler has no vector instructions; these are the lookups of movemask.go as a whole. SSE2 is part of amd64, so
// that there is no other form for older processors.
//
//	AX  sq, then place of the square's lines    R8  address of the slots of the square's rank
//	BX  occ                                     R9  address of the tables
//	CX  shifts, then the line of a file         X0  occ & lines, then which bytes are equal
//	DX  the rook's attacks                      X1  lines: diagonal, antidiagonal
//	DI  the bishop's attacks                    X2  occ, the file on the h-file
//	SI  indices

#include "go_asm.h"
#include "textflag.h"

// ARGUMENTS sets the registers that both pieces need.
#define ARGUMENTS \
	MOVQ sq+0(FP), AX;           \
	MOVQ occ+8(FP), BX;          \
	LEAQ ·all(SB), R9;           \
	ANDL $63, AX;                \
	MOVL AX, R8;                 \
	SHRL $3, R8;                 \
	SHLL $const_slotsShift, R8;  \
	ADDQ R9, R8                  /* the slots of the square's rank */

// BISHOP sets DI to the attacks of a bishop. AX is lost.
#define BISHOP \
	MOVQ       BX, X0;                                           \
	SHLL       $const_pairShift, AX;                             \
	PUNPCKLQDQ X0, X0;                                           /* occ in both halves */ \
	MOVOU      tables_diagonals(R9)(AX*1), X1;                   \
	PAND       X1, X0;                                           \
	PCMPEQB    X1, X0;                                           /* all ones where a byte is as in the lines */ \
	PMOVMSKB   X0, SI;                                           \
	MOVL       SI, DI;                                           \
	SHRL       $1, DI;                                           \
	ANDL       $63, DI;                                          /* inner ranks of the diagonal */ \
	SHRL       $9, SI;                                           \
	ANDL       $63, SI;                                          /* inner ranks of the antidiagonal */ \
	MOVQ       tables_onFiles(R8)(DI*8), DI;                     \
	MOVQ       tables_onFiles(R8)(SI*8), SI;                     \
	ANDQ       (tables_diagonals+diagonalPair_diagonal)(R9)(AX*1), DI;     \
	ANDQ       (tables_diagonals+diagonalPair_antidiagonal)(R9)(AX*1), SI; \
	ORQ        SI, DI

// ROOK sets DX to the attacks of a rook. BX is lost.
#define ROOK \
	MOVL     AX, CX;                       \
	ANDL     $7, CX;                       /* file */ \
	XORL     $7, CX;                       \
	MOVQ     BX, SI;                       \
	SHLQ     CX, SI;                       /* the file is the h-file */ \
	MOVQ     SI, X2;                       \
	PMOVMSKB X2, SI;                       \
	SHRL     $1, SI;                       \
	ANDL     $63, SI;                      \
	MOVQ     $const_fileH, DX;             \
	SHRQ     CX, DX;                       /* the file's squares */ \
	ANDQ     tables_onFiles(R8)(SI*8), DX; \
	XORL     $7, CX;                       \
	LEAQ     (R9)(CX*1), SI;               \
	MOVL     AX, CX;                       \
	ANDL     $56, CX;                      /* 8 * rank */ \
	SHRQ     CX, BX;                       \
	ANDL     $126, BX;                     /* 2 * the inner squares; a row of the table is 8 bytes */ \
	MOVBLZX  tables_ranks(SI)(BX*4), BX;   \
	SHLQ     CX, BX;                       \
	ORQ      BX, DX

// func rook(sq int, occ uint64) uint64
TEXT ·rook(SB), NOSPLIT, $0-24
	ARGUMENTS
	ROOK
	MOVQ DX, ret+16(FP)
	RET

// func bishop(sq int, occ uint64) uint64
TEXT ·bishop(SB), NOSPLIT, $0-24
	ARGUMENTS
	BISHOP
	MOVQ DI, ret+16(FP)
	RET

// func both(sq int, occ uint64) (rookAttacks, bishopAttacks uint64)
TEXT ·both(SB), NOSPLIT, $0-32
	ARGUMENTS
	ROOK
	MOVQ occ+8(FP), BX
	BISHOP
	MOVQ DX, rookAttacks+16(FP)
	MOVQ DI, bishopAttacks+24(FP)
	RET
