//go:build amd64 && !purego

// The Go compiler has no vector instructions and no PEXT, so the loops are here. A block, in Go a round, is eight questions that vectors answer, from the beginning of
// the batch, and a few more that PEXT answers, from behind all the blocks' vectors; so vectors stay aligned as the slices are.
//
// Registers, beside those of vectors_amd64.h:
//	SI, BX      occ and sq
//	DI, DX      the answers; DX is the bishops' in bothBatch
//	CX, R12     the next question for the vectors, and the next one for PEXT
//	R10         where the vectors' part of all blocks ends; then the questions left
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

// LOOP answers all questions: R10 blocks, and the rest by vectors alone, in the end as many as are left.
#define LOOP(vectors, beside, step, answers, put, putRest, length) \
	vectors;                             \
	VPTERNLOGQ   $0xff, Z28, Z28, Z28;    \ // all ones
	VPSRLQ       $63, Z28, Z30;           \ // 1
	VPSLLQ       $63, Z28, Z29;           \ // 1 << 63
	VPSRLQ       $61, Z28, Z27;           \ // 7
	LEAQ         ·tables+0(SB), R8;       \
	LEAQ         ·tables+4096(SB), R9;    \
	LEAQ         ·tables+208896(SB), R11; \
	XORL         CX, CX;                  \
	SHLQ         $3, R10;                 \
	MOVQ         R10, R12;                \
	JEQ          few;                     \
block: \
	beside;                               \
	VMOVDQU64    (SI)(CX*8), Z0;          \
	VPMOVZXBQ    (BX)(CX*1), Z1;          \
	answers;                              \
	put;                                  \
	ADDQ         step, R12;               \
	ADDQ         $8, CX;                  \
	CMPQ         CX, R10;                 \
	JNE          block;                   \
few: \
	MOVQ         R12, CX;                 \
	MOVQ         length, R10;             \
	SUBQ         R12, R10;                \
	SUBQ         $8, R10;                 \
	JLT          rest;                    \
eight: \
	VMOVDQU64    (SI)(CX*8), Z0;          \
	VPMOVZXBQ    (BX)(CX*1), Z1;          \
	answers;                              \
	put;                                  \
	ADDQ         $8, CX;                  \
	SUBQ         $8, R10;                 \
	JGE          eight;                   \
rest: \
	ADDQ         $8, R10;                 \
	JEQ          done;                    \
	MOVL         $-1, AX;                 \
	SHLXL        R10, AX, AX;             \
	NOTL         AX;                      \
	KMOVW        AX, K1;                  \ // 1 << R10 - 1
	VMOVDQU64.Z  (SI)(CX*8), K1, Z0;      \ // does not touch what K1 leaves out; the same below
	VMOVDQU8.Z   (BX)(CX*1), K1, X1;      \
	VPMOVZXBQ    X1, Z1;                  \
	answers;                              \
	putRest;                              \
done: \
	VZEROUPPER;                           \
	RET

#define PUT(attacks, at) VMOVDQU64 attacks, (at)(CX*8)
#define PUT_REST(attacks, at) VMOVDQU64 attacks, K1, (at)(CX*8)

// func rookBatch(dst, occ []uint64, sq []uint8, blocks int)
TEXT ·rookBatch(SB), NOSPLIT, $0-80
	MOVQ dst_base+0(FP), DI
	MOVQ occ_base+24(FP), SI
	MOVQ sq_base+48(FP), BX
	MOVQ blocks+72(FP), R10
	LOOP(ROOK_VECTORS, ROOK_BESIDE(0), $1, ROOK, PUT(Z5, DI), PUT_REST(Z5, DI), sq_len+56(FP))

// func bishopBatch(dst, occ []uint64, sq []uint8, blocks int)
TEXT ·bishopBatch(SB), NOSPLIT, $0-80
	MOVQ dst_base+0(FP), DI
	MOVQ occ_base+24(FP), SI
	MOVQ sq_base+48(FP), BX
	MOVQ blocks+72(FP), R10
	LOOP(BISHOP_VECTORS, BISHOP_BESIDE(0); BISHOP_BESIDE(1); BISHOP_BESIDE(2), $3, BISHOP, PUT(Z7, DI), PUT_REST(Z7, DI), sq_len+56(FP))

// func queenBatch(dst, occ []uint64, sq []uint8, blocks int)
TEXT ·queenBatch(SB), NOSPLIT, $0-80
	MOVQ dst_base+0(FP), DI
	MOVQ occ_base+24(FP), SI
	MOVQ sq_base+48(FP), BX
	MOVQ blocks+72(FP), R10
	LOOP(QUEEN_VECTORS, QUEEN_BESIDE(0); QUEEN_BESIDE(1), $2, QUEEN, PUT(Z5, DI), PUT_REST(Z5, DI), sq_len+56(FP))

#define PUT_BOTH \
	PUT(Z5, DI); \
	PUT(Z7, DX)

#define PUT_REST_OF_BOTH \
	PUT_REST(Z5, DI); \
	PUT_REST(Z7, DX)

// func bothBatch(rook, bishop, occ []uint64, sq []uint8, blocks int)
TEXT ·bothBatch(SB), NOSPLIT, $0-104
	MOVQ rook_base+0(FP), DI
	MOVQ bishop_base+24(FP), DX
	MOVQ occ_base+48(FP), SI
	MOVQ sq_base+72(FP), BX
	MOVQ blocks+96(FP), R10
	LOOP(QUEEN_VECTORS, BOTH_BESIDE(0); BOTH_BESIDE(1), $2, BOTH, PUT_BOTH, PUT_REST_OF_BOTH, sq_len+80(FP))
