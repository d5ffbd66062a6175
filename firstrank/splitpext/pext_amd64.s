//go:build amd64 && !purego

// The Go compiler has no PEXT, and a call for each of three would cost more than the lookup; these are the lookups of
// splitpext.go as a whole. The software forms, for processors without PEXT, have the same arguments and results.
//
// Registers:
//	AX  sq
//	BX  occ
//	CX  sq & 56, the shift that brings the rank down
//	DX  index of the rank, then the rook's attacks
//	SI  index of the file or antidiagonal
//	DI  index of the diagonal, then the bishop's attacks
//	R8  address of the masks, R9 address of the square's slots

#include "go_asm.h"
#include "textflag.h"

// SOFT jumps to the software form if the processor lacks PEXT. From GOAMD64=v3 on the build promises PEXT.
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

// ROOK sets DX to the attacks of a rook on AX under BX.
#define ROOK \
	LEAQ  ·files(SB), R8;               \
	PEXTQ (R8)(AX*8), BX, SI;           /* PEXT(occ, file) */ \
	MOVL  AX, CX;                       \
	ANDL  $56, CX;                      /* 8 * rank */ \
	SHRXQ CX, BX, DX;                   \
	SHRL  $1, DX;                       \
	ANDL  $63, DX;                      /* occ >> (8 * rank + 1) & 63 */ \
	MOVL  AX, CX;                       \
	SHLL  $const_slotsShift, CX;        /* the square's slots */ \
	LEAQ  ·rookTable(SB), R9;           \
	ADDQ  CX, R9;                       \
	MOVQ  rookSlots_rank(R9)(DX*8), DX; /* R[sq][...] */ \
	ORQ   rookSlots_file(R9)(SI*8), DX  /* | V[sq][...] */

// BISHOP sets DI to the attacks of a bishop on AX under BX.
#define BISHOP \
	LEAQ  ·diagonals(SB), R8;                          \
	MOVL  AX, CX;                                      \
	SHLL  $const_pairShift, CX;                        /* the square's masks */ \
	PEXTQ diagonalPair_diagonal(R8)(CX*1), BX, DI;     /* PEXT(occ, diagonal) */ \
	PEXTQ diagonalPair_antidiagonal(R8)(CX*1), BX, SI; /* PEXT(occ, antidiagonal) */ \
	SHLL  $(const_slotsShift-const_pairShift), CX;     /* the square's slots */ \
	LEAQ  ·bishopTable(SB), R9;                        \
	ADDQ  CX, R9;                                      \
	MOVQ  bishopSlots_diagonal(R9)(DI*8), DI;          /* D[sq][...] */ \
	ORQ   bishopSlots_antidiagonal(R9)(SI*8), DI       /* | A[sq][...] */

// func rook(sq int, occ uint64) uint64
TEXT ·rook(SB), NOSPLIT, $0-24
	SOFT(·softRook)
	MOVQ sq+0(FP), AX
	MOVQ occ+8(FP), BX
	ANDL $63, AX
	ROOK
	MOVQ DX, ret+16(FP)
	RET

// func bishop(sq int, occ uint64) uint64
TEXT ·bishop(SB), NOSPLIT, $0-24
	SOFT(·softBishop)
	MOVQ sq+0(FP), AX
	MOVQ occ+8(FP), BX
	ANDL $63, AX
	BISHOP
	MOVQ DI, ret+16(FP)
	RET

// func both(sq int, occ uint64) (rookAttacks, bishopAttacks uint64)
TEXT ·both(SB), NOSPLIT, $0-32
	SOFT(·softBoth)
	MOVQ sq+0(FP), AX
	MOVQ occ+8(FP), BX
	ANDL $63, AX
	ROOK
	BISHOP
	MOVQ DX, rookAttacks+16(FP)
	MOVQ DI, bishopAttacks+24(FP)
	RET
