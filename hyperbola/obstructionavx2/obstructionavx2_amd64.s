//go:build amd64 && !purego

// The Go compiler has no vector instructions, so the loops over four questions at a time are here.
//
// Registers, beside those of vectors_amd64.h:
//	SI, BX    occ and sq of the next question
//	DI, DX    the place of its answer; DX is the bishop's place in bothBatch
//	CX        questions left
//	Y9        all ones for each question that is left, in the end

#include "textflag.h"
#include "vectors_amd64.h"

// LOOP answers CX questions: it computes four answers at a time and stores them, in the end as many as are left.
#define LOOP(vectors, answers, putFour, putRest) \
	vectors;                        \
	SUBQ         $4, CX;            \
	JLT          rest;              \
four: \
	VMOVDQU      (SI), Y0;          \
	VPBROADCASTD (BX), Y1;          \
	PLACE;                          \
	answers;                        \
	putFour;                        \
	ADDQ         $32, SI;           \
	ADDQ         $4, BX;            \
	ADDQ         $32, DI;           \
	ADDQ         $32, DX;           \
	SUBQ         $4, CX;            \
	JGE          four;              \
rest: \
	ADDQ         $4, CX;            \
	JEQ          done;              \
	VMOVQ        CX, X9;            \
	VPBROADCASTQ X9, Y9;            \
	VPMOVZXBQ    ·numbers(SB), Y8;  \ // 0, 1, 2, 3
	VPCMPGTQ     Y8, Y9, Y9;        \ // one of the questions that are left
	VPMASKMOVQ   (SI), Y9, Y0;      \
	XORL         AX, AX;            \
square: \ // the last one first, so that the first one ends up in the lowest byte
	SHLL         $8, AX;            \
	MOVB         -1(BX)(CX*1), AX;  \
	SUBQ         $1, CX;            \
	JNE          square;            \
	VMOVD        AX, X1;            \
	VPBROADCASTD X1, Y1;            \
	PLACE;                          \
	answers;                        \
	putRest;                        \
done: \
	VZEROUPPER;                     \
	RET

#define PUT_FOUR(attacks, at) VMOVDQU attacks, (at)
#define PUT_REST(attacks, at) VPMASKMOVQ attacks, Y9, (at)

// func rookBatch(dst, occ []uint64, sq []uint8)
TEXT ·rookBatch(SB), NOSPLIT, $0-72
	MOVQ dst_base+0(FP), DI
	MOVQ occ_base+24(FP), SI
	MOVQ sq_base+48(FP), BX
	MOVQ sq_len+56(FP), CX
	LOOP(ROOK_VECTORS, ROOK, PUT_FOUR(Y7, DI), PUT_REST(Y7, DI))

// func bishopBatch(dst, occ []uint64, sq []uint8)
TEXT ·bishopBatch(SB), NOSPLIT, $0-72
	MOVQ dst_base+0(FP), DI
	MOVQ occ_base+24(FP), SI
	MOVQ sq_base+48(FP), BX
	MOVQ sq_len+56(FP), CX
	LOOP(BISHOP_VECTORS, BISHOP, PUT_FOUR(Y6, DI), PUT_REST(Y6, DI))

// func queenBatch(dst, occ []uint64, sq []uint8)
TEXT ·queenBatch(SB), NOSPLIT, $0-72
	MOVQ dst_base+0(FP), DI
	MOVQ occ_base+24(FP), SI
	MOVQ sq_base+48(FP), BX
	MOVQ sq_len+56(FP), CX
	LOOP(ROOK_VECTORS, QUEEN, PUT_FOUR(Y7, DI), PUT_REST(Y7, DI))

#define PUT_FOUR_OF_BOTH \
	PUT_FOUR(Y7, DI); \
	PUT_FOUR(Y6, DX)

#define PUT_REST_OF_BOTH \
	PUT_REST(Y7, DI); \
	PUT_REST(Y6, DX)

// func bothBatch(rook, bishop, occ []uint64, sq []uint8)
TEXT ·bothBatch(SB), NOSPLIT, $0-96
	MOVQ rook_base+0(FP), DI
	MOVQ bishop_base+24(FP), DX
	MOVQ occ_base+48(FP), SI
	MOVQ sq_base+72(FP), BX
	MOVQ sq_len+80(FP), CX
	LOOP(ROOK_VECTORS, BOTH, PUT_FOUR_OF_BOTH, PUT_REST_OF_BOTH)
