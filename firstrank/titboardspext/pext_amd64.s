//go:build amd64 && !purego

// The Go compiler has no PEXT, and a call for each of eight would cost more than the lookup; these are the lookups of
// titboardspext.go as a whole. The software forms, for processors without PEXT, have the same arguments and results.
//
// Registers:
//	AX  sq
//	BX  occ, DX own
//	CX  bytes of slots before those of the square
//	SI  index of a rook's first line, then the rook's answer; DI of its second
//	R12 index of a bishop's first line, then the bishop's answer; R13 of its second
//	R8  address of the square's lines, R9 of its slots, R10 of the digits
//	R11 digits of own

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

// QUESTION finds the square AX.
#define QUESTION \
	ANDL   $63, AX;                    \
	IMUL3Q $const_slotsBytes, AX, CX;  \
	IMUL3Q $const_linesBytes, AX, AX;  \
	LEAQ   ·through(SB), R8;           \
	ADDQ   AX, R8;                     \
	LEAQ   ·ternary(SB), R10

// DIGITS sets i to T[PEXT(set, line n)].
#define DIGITS(set, n, i) \
	PEXTQ   (8*n)(R8), set, i; \
	MOVWLZX (R10)(i*2), i

// OWN adds T[PEXT(own, line n)] to i.
#define OWN(n, i) \
	DIGITS(DX, n, R11); \
	ADDL R11, i

// WORDS sets i to the words with the indices i and j of a piece's two lines.
#define WORDS(table, i, j) \
	LEAQ table(SB), R9;             \
	ADDQ CX, R9;                    \
	MOVQ (R9)(i*8), i;              \
	ORQ  const_second(R9)(j*8), i

#define ROOK DIGITS(BX, 0, SI); DIGITS(BX, 1, DI)
#define ROOK_OWN OWN(0, SI); OWN(1, DI)
#define ROOK_WORDS WORDS(·rookTable, SI, DI)
#define BISHOP DIGITS(BX, 2, R12); DIGITS(BX, 3, R13)
#define BISHOP_OWN OWN(2, R12); OWN(3, R13)
#define BISHOP_WORDS WORDS(·bishopTable, R12, R13)
#define QUEEN_WORDS ROOK_WORDS; BISHOP_WORDS; ORQ R12, SI

// func rookMoves(sq int, own, occ uint64) uint64
TEXT ·rookMoves(SB), NOSPLIT, $0-32
	SOFT(·softRook)
	MOVQ sq+0(FP), AX
	MOVQ own+8(FP), DX
	MOVQ occ+16(FP), BX
	QUESTION
	ROOK
	ROOK_OWN
	ROOK_WORDS
	MOVQ SI, ret+24(FP)
	RET

// func bishopMoves(sq int, own, occ uint64) uint64
TEXT ·bishopMoves(SB), NOSPLIT, $0-32
	SOFT(·softBishop)
	MOVQ sq+0(FP), AX
	MOVQ own+8(FP), DX
	MOVQ occ+16(FP), BX
	QUESTION
	BISHOP
	BISHOP_OWN
	BISHOP_WORDS
	MOVQ R12, ret+24(FP)
	RET

// func queenMoves(sq int, own, occ uint64) uint64
TEXT ·queenMoves(SB), NOSPLIT, $0-32
	SOFT(·softQueen)
	MOVQ sq+0(FP), AX
	MOVQ own+8(FP), DX
	MOVQ occ+16(FP), BX
	QUESTION
	ROOK
	ROOK_OWN
	BISHOP
	BISHOP_OWN
	QUEEN_WORDS
	MOVQ SI, ret+24(FP)
	RET

// func rookAttacks(sq int, occ uint64) uint64
TEXT ·rookAttacks(SB), NOSPLIT, $0-24
	SOFT(·softRookAttacks)
	MOVQ sq+0(FP), AX
	MOVQ occ+8(FP), BX
	QUESTION
	ROOK
	ROOK_WORDS
	MOVQ SI, ret+16(FP)
	RET

// func bishopAttacks(sq int, occ uint64) uint64
TEXT ·bishopAttacks(SB), NOSPLIT, $0-24
	SOFT(·softBishopAttacks)
	MOVQ sq+0(FP), AX
	MOVQ occ+8(FP), BX
	QUESTION
	BISHOP
	BISHOP_WORDS
	MOVQ R12, ret+16(FP)
	RET

// func queenAttacks(sq int, occ uint64) uint64
TEXT ·queenAttacks(SB), NOSPLIT, $0-24
	SOFT(·softQueenAttacks)
	MOVQ sq+0(FP), AX
	MOVQ occ+8(FP), BX
	QUESTION
	ROOK
	BISHOP
	QUEEN_WORDS
	MOVQ SI, ret+16(FP)
	RET
