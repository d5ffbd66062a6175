//go:build amd64 && !purego

// The Go compiler has no vector instructions, so the loops over eight questions at a time are here.
//
// Registers, beside those of vectors_amd64.h:
//	SI, BX    occ and sq of the next question
//	DI, DX    the place of its answer; DX is the bishop's place in bothBatch
//	CX        questions left
//	K1        in the end of a batch: the questions that are left

#include "textflag.h"
#include "vectors_amd64.h"

// LOOP answers CX questions: it computes eight answers at a time and stores them, in the end as many as are left.
#define LOOP(vectors, answers, putEight, putRest) \
	vectors;                                    \
	VPTERNLOGQ   $0xff, Z28, Z28, Z28;          \ // all ones
	VPSRLQ       $63, Z28, Z30;                 \ // 1
	VPSLLQ       $63, Z28, Z29;                 \ // 1 << 63
	VPSRLQ       $61, Z28, Z27;                 \ // 7
	SUBQ         $8, CX;                        \
	JLT          rest;                          \
eight: \
	VMOVDQU64    (SI), Z0;                      \
	VPMOVZXBQ    (BX), Z1;                      \
	answers;                                    \
	putEight;                                   \
	ADDQ         $64, SI;                       \
	ADDQ         $8, BX;                        \
	ADDQ         $64, DI;                       \
	ADDQ         $64, DX;                       \
	SUBQ         $8, CX;                        \
	JGE          eight;                         \
rest: \
	ADDQ         $8, CX;                        \
	JEQ          done;                          \
	MOVL         $-1, AX;                       \
	SHLL         CX, AX;                        \
	NOTL         AX;                            \
	KMOVW        AX, K1;                        \ // 1 << CX - 1
	VMOVDQU64.Z  (SI), K1, Z0;                  \ // does not touch what K1 leaves out; the same below
	VMOVDQU8.Z   (BX), K1, X1;                  \ // the next alone would do, but in Bochs 2.7 it touches all eight
	VPMOVZXBQ    X1, Z1;                        \
	answers;                                    \
	putRest;                                    \
done: \
	VZEROUPPER;                                 \
	RET

#define PUT_EIGHT(attacks, at) VMOVDQU64 attacks, (at)
#define PUT_REST(attacks, at) VMOVDQU64 attacks, K1, (at)

// func rookBatch(dst, occ []uint64, sq []uint8)
TEXT ·rookBatch(SB), NOSPLIT, $0-72
	MOVQ dst_base+0(FP), DI
	MOVQ occ_base+24(FP), SI
	MOVQ sq_base+48(FP), BX
	MOVQ sq_len+56(FP), CX
	LOOP(ROOK_VECTORS, ROOK, PUT_EIGHT(Z5, DI), PUT_REST(Z5, DI))

// func bishopBatch(dst, occ []uint64, sq []uint8)
TEXT ·bishopBatch(SB), NOSPLIT, $0-72
	MOVQ dst_base+0(FP), DI
	MOVQ occ_base+24(FP), SI
	MOVQ sq_base+48(FP), BX
	MOVQ sq_len+56(FP), CX
	LOOP(BISHOP_VECTORS, BISHOP, PUT_EIGHT(Z7, DI), PUT_REST(Z7, DI))

// func queenBatch(dst, occ []uint64, sq []uint8)
TEXT ·queenBatch(SB), NOSPLIT, $0-72
	MOVQ dst_base+0(FP), DI
	MOVQ occ_base+24(FP), SI
	MOVQ sq_base+48(FP), BX
	MOVQ sq_len+56(FP), CX
	LOOP(QUEEN_VECTORS, QUEEN, PUT_EIGHT(Z5, DI), PUT_REST(Z5, DI))

#define PUT_EIGHT_OF_BOTH \
	PUT_EIGHT(Z5, DI); \
	PUT_EIGHT(Z7, DX)

#define PUT_REST_OF_BOTH \
	PUT_REST(Z5, DI); \
	PUT_REST(Z7, DX)

// func bothBatch(rook, bishop, occ []uint64, sq []uint8)
TEXT ·bothBatch(SB), NOSPLIT, $0-96
	MOVQ rook_base+0(FP), DI
	MOVQ bishop_base+24(FP), DX
	MOVQ occ_base+48(FP), SI
	MOVQ sq_base+72(FP), BX
	MOVQ sq_len+80(FP), CX
	LOOP(QUEEN_VECTORS, BOTH, PUT_EIGHT_OF_BOTH, PUT_REST_OF_BOTH)
