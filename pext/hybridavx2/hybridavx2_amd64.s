//go:build amd64 && !purego

// The Go compiler has no vector instructions and no PEXT, so the loops are here. A round is four questions that vectors answer, from the beginning of
// the batch, and a few more that PEXT answers, from behind all the rounds' vectors; so vectors stay aligned as the slices are.
//
// Registers, beside those of vectors_amd64.h:
//	SI, BX      occ and sq
//	DI, DX      the answers; DX is the bishops' in bothBatch
//	CX, R12     the next question for the vectors, and the next one for PEXT
//	R10         where the vectors' part of all rounds ends; then the questions left
//	R8, R9, R11 the entries, the rooks' slots and the bishops' words, which begin at 0, 4096 and 208896 of tables
//	AX          64 * sq, the place of the square's entry
//	R13         occ of one question; R14 and R15 its answers

#include "textflag.h"
#include "vectors_amd64.h"

// Of an entry, in package scalar, a rook's mask, lines and offset are at 0, 8 and 16, and a bishop's mask and offset at 32 and 40. TestLayout proves these numbers.

// OCC reads a question for PEXT.
#define OCC(at) \
	MOVBLZX at(BX)(R12*1), AX;   \
	ANDL    $63, AX;             \
	SHLL    $6, AX;              \
	MOVQ    (8*at)(SI)(R12*8), R13

// ROOK_SLOT sets R14 = PDEP(slots[offset + PEXT(occ, mask)], lines).
#define ROOK_SLOT \
	PEXTQ   0(R8)(AX*1), R13, R14; \
	ADDQ    16(R8)(AX*1), R14;     \
	MOVWLZX (R9)(R14*2), R14;      \
	PDEPQ   8(R8)(AX*1), R14, R14

// BISHOP_WORD sets R15 = words[offset + PEXT(occ, mask)].
#define BISHOP_WORD \
	PEXTQ 32(R8)(AX*1), R13, R15; \
	ADDQ  40(R8)(AX*1), R15;      \
	MOVQ  (R11)(R15*8), R15

#define ROOK_BESIDE(at) \
	OCC(at);   \
	ROOK_SLOT; \
	MOVQ R14, (8*at)(DI)(R12*8)

#define BISHOP_BESIDE(at) \
	OCC(at);     \
	BISHOP_WORD; \
	MOVQ R15, (8*at)(DI)(R12*8)

#define QUEEN_BESIDE(at) \
	OCC(at);     \
	ROOK_SLOT;   \
	BISHOP_WORD; \
	ORQ  R15, R14; \
	MOVQ R14, (8*at)(DI)(R12*8)

#define BOTH_BESIDE(at) \
	OCC(at);     \
	ROOK_SLOT;   \
	BISHOP_WORD; \
	MOVQ R14, (8*at)(DI)(R12*8); \
	MOVQ R15, (8*at)(DX)(R12*8)

// LOOP answers all questions: R10 rounds, and the rest by vectors alone, in the end as many as are left.
#define LOOP(vectors, beside, step, answers, put, putRest, length) \
	vectors;                              \
	LEAQ         ·tables+0(SB), R8;       \
	LEAQ         ·tables+4096(SB), R9;    \
	LEAQ         ·tables+208896(SB), R11; \
	XORL         CX, CX;                  \
	SHLQ         $2, R10;                 \
	MOVQ         R10, R12;                \
	JEQ          few;                     \
round: \
	beside;                               \
	VMOVDQU      (SI)(CX*8), Y0;          \
	VPBROADCASTD (BX)(CX*1), Y1;          \
	PLACE;                                \
	answers;                              \
	put;                                  \
	ADDQ         step, R12;               \
	ADDQ         $4, CX;                  \
	CMPQ         CX, R10;                 \
	JNE          round;                   \
few: \
	MOVQ         R12, CX;                 \
	MOVQ         length, R10;             \
	SUBQ         R12, R10;                \
	SUBQ         $4, R10;                 \
	JLT          rest;                    \
four: \
	VMOVDQU      (SI)(CX*8), Y0;          \
	VPBROADCASTD (BX)(CX*1), Y1;          \
	PLACE;                                \
	answers;                              \
	put;                                  \
	ADDQ         $4, CX;                  \
	SUBQ         $4, R10;                 \
	JGE          four;                    \
rest: \
	ADDQ         $4, R10;                 \
	JEQ          done;                    \
	VMOVQ        R10, X9;                 \
	VPBROADCASTQ X9, Y9;                  \
	VPMOVZXBQ    ·numbers(SB), Y8;        \ // 0, 1, 2, 3
	VPCMPGTQ     Y8, Y9, Y9;              \ // one of the questions that are left
	VPMASKMOVQ   (SI)(CX*8), Y9, Y0;      \
	LEAQ         (BX)(CX*1), R13;         \
	XORL         AX, AX;                  \
square: \ // the last one first, so that the first one ends up in the lowest byte
	SHLL         $8, AX;                  \
	MOVB         -1(R13)(R10*1), AX;      \
	SUBQ         $1, R10;                 \
	JNE          square;                  \
	VMOVD        AX, X1;                  \
	VPBROADCASTD X1, Y1;                  \
	PLACE;                                \
	answers;                              \
	putRest;                              \
done: \
	VZEROUPPER;                           \
	RET

#define PUT(attacks, at) VMOVDQU attacks, (at)(CX*8)
#define PUT_REST(attacks, at) VPMASKMOVQ attacks, Y9, (at)(CX*8)

// Names end with the questions beside four by vectors.

#define TWO(beside)   beside(0); beside(1)
#define THREE(beside) TWO(beside); beside(2)
#define FOUR(beside)  THREE(beside); beside(3)

#define BATCH \
	MOVQ dst_base+0(FP), DI;  \
	MOVQ occ_base+24(FP), SI; \
	MOVQ sq_base+48(FP), BX;  \
	MOVQ rounds+72(FP), R10

#define BATCH_OF_BOTH \
	MOVQ rook_base+0(FP), DI;    \
	MOVQ bishop_base+24(FP), DX; \
	MOVQ occ_base+48(FP), SI;    \
	MOVQ sq_base+72(FP), BX;     \
	MOVQ rounds+96(FP), R10

// func rookBatch2(dst, occ []uint64, sq []uint8, rounds int)
TEXT ·rookBatch2(SB), NOSPLIT, $0-80
	BATCH
	LOOP(ROOK_VECTORS, TWO(ROOK_BESIDE), $2, ROOK, PUT(Y7, DI), PUT_REST(Y7, DI), sq_len+56(FP))

// func rookBatch3(dst, occ []uint64, sq []uint8, rounds int)
TEXT ·rookBatch3(SB), NOSPLIT, $0-80
	BATCH
	LOOP(ROOK_VECTORS, THREE(ROOK_BESIDE), $3, ROOK, PUT(Y7, DI), PUT_REST(Y7, DI), sq_len+56(FP))

// func bishopBatch2(dst, occ []uint64, sq []uint8, rounds int)
TEXT ·bishopBatch2(SB), NOSPLIT, $0-80
	BATCH
	LOOP(BISHOP_VECTORS, TWO(BISHOP_BESIDE), $2, BISHOP, PUT(Y6, DI), PUT_REST(Y6, DI), sq_len+56(FP))

// func bishopBatch4(dst, occ []uint64, sq []uint8, rounds int)
TEXT ·bishopBatch4(SB), NOSPLIT, $0-80
	BATCH
	LOOP(BISHOP_VECTORS, FOUR(BISHOP_BESIDE), $4, BISHOP, PUT(Y6, DI), PUT_REST(Y6, DI), sq_len+56(FP))

// func queenBatch3(dst, occ []uint64, sq []uint8, rounds int)
TEXT ·queenBatch3(SB), NOSPLIT, $0-80
	BATCH
	LOOP(ROOK_VECTORS, THREE(QUEEN_BESIDE), $3, QUEEN, PUT(Y7, DI), PUT_REST(Y7, DI), sq_len+56(FP))

#define PUT_BOTH \
	PUT(Y7, DI); \
	PUT(Y6, DX)

#define PUT_REST_OF_BOTH \
	PUT_REST(Y7, DI); \
	PUT_REST(Y6, DX)

// func bothBatch2(rook, bishop, occ []uint64, sq []uint8, rounds int)
TEXT ·bothBatch2(SB), NOSPLIT, $0-104
	BATCH_OF_BOTH
	LOOP(ROOK_VECTORS, TWO(BOTH_BESIDE), $2, BOTH, PUT_BOTH, PUT_REST_OF_BOTH, sq_len+80(FP))

// func bothBatch3(rook, bishop, occ []uint64, sq []uint8, rounds int)
TEXT ·bothBatch3(SB), NOSPLIT, $0-104
	BATCH_OF_BOTH
	LOOP(ROOK_VECTORS, THREE(BOTH_BESIDE), $3, BOTH, PUT_BOTH, PUT_REST_OF_BOTH, sq_len+80(FP))
