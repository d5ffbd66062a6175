//go:build amd64 && !purego

// The Go compiler has no vector instructions, so the loops over four questions at a time are here.
//
// Registers:
//	SI, BX    occ and sq of the next question
//	DI, DX    the place of its answer; DX is the bishop's place in bothBatch
//	CX        questions left
//	Y0        occ, then o
//	Y1        f, the file of sq, in every byte
//	Y2        r, the rank of sq, in every byte; then q = r - number of the byte; then the anti-diagonal
//	Y3        the rank, then swap(b)
//	Y4        the file, then the diagonal
//	Y5        b
//	Y6, Y8    scratch
//	Y6, Y7    the answers: the bishop's, the rook's or queen's
//	Y9        all ones for each question that is left, in the end
//	Y10..Y15  fileA, swap, numbers, bit, upTo, seven

#include "textflag.h"

// PLACE spreads the squares in Y1, a byte each, over the bytes of their words.
#define PLACE \
	VPSHUFB ·spread(SB), Y1, Y1; \ // sq
	VPSRLW  $3, Y1, Y2;          \ // the rank, under bits of the neighbour
	VPAND   Y15, Y2, Y2;         \ // r
	VPAND   Y15, Y1, Y1            // f

// LINE sets out = ((x - b) ^ swap(swap(x) - swap(b))) & line, x = o & line.
#define LINE(line, out) \
	VPAND   line, Y0, Y6; \ // x
	VPSUBQ  Y5, Y6, Y8;   \ // x - b
	VPSHUFB Y11, Y6, Y6;  \ // swap(x)
	VPSUBQ  Y3, Y6, Y6;   \ // swap(x) - swap(b)
	VPSHUFB Y11, Y6, Y6;  \ // swap(swap(x) - swap(b))
	VPXOR   Y8, Y6, Y6;   \
	VPAND   line, Y6, out

// ROOK sets Y7 to the rook's attacks, Y5 to b, Y3 to swap(b) and Y0 to o.
#define ROOK \
	VPSHUFB    Y1, Y13, Y4;            \ // file: in each byte 1 << f
	VPCMPEQB   Y12, Y2, Y3;            \ // rank: all of the byte r
	VPAND      Y4, Y3, Y5;             \ // b = file & rank
	VPANDN     Y0, Y5, Y0;             \ // o = occ &^ b
	VPOR       Y10, Y0, Y7;            \
	VPAND      Y3, Y7, Y7;             \ // (o | fileA) & rank
	VPSHUFB    Y1, Y14, Y6;            \ // upTo: in each byte 2 << f - 1
	VPANDN     Y7, Y6, Y8;             \ // up
	VPAND      Y7, Y6, Y6;             \ // down
	VCVTDQ2PS  Y6, Y6;                 \ // down as a float: its exponent knows the highest bit
	VPAND      ·exponent(SB), Y6, Y6;  \
	VCVTTPS2DQ Y6, Y6;                 \ // msb(down)
	VPSUBB     Y6, Y8, Y6;             \ // up - msb(down)
	VPXOR      Y8, Y6, Y7;             \ // the rank's attacks, and sq
	VPSHUFB    Y11, Y5, Y3;            \ // swap(b)
	LINE(Y4, Y6);                      \
	VPOR       Y6, Y7, Y7;             \
	VPANDN     Y7, Y5, Y7                // without sq

// DIAGONALS sets Y4 and Y2 to the diagonal and the anti-diagonal.
#define DIAGONALS \
	VPSUBB  Y12, Y2, Y2; \ // q
	VPSUBB  Y2, Y1, Y4;  \ // f - q, the file where the diagonal meets each rank
	VPADDB  Y2, Y1, Y2;  \ // f + q, the anti-diagonal
	VPSHUFB Y4, Y13, Y4; \ // in each byte 1 << file, and 0 off the board
	VPSHUFB Y2, Y13, Y2

// LINES sets Y6 to the attacks on both diagonals.
#define LINES \
	LINE(Y4, Y4);        \
	LINE(Y2, Y6);        \
	VPOR    Y4, Y6, Y6

// BISHOP sets Y6 to the bishop's attacks.
#define BISHOP \
	DIAGONALS;           \
	VPAND   Y4, Y2, Y5;  \ // b = diagonal & anti-diagonal
	VPANDN  Y0, Y5, Y0;  \ // o = occ &^ b
	VPSHUFB Y11, Y5, Y3; \ // swap(b)
	LINES

// BOTH sets Y7 to the rook's attacks and Y6 to the bishop's.
#define BOTH \
	ROOK;      \
	DIAGONALS; \
	LINES

// QUEEN sets Y7 to the queen's attacks.
#define QUEEN \
	BOTH;           \
	VPOR Y6, Y7, Y7

#define BISHOP_VECTORS \
	VMOVDQU ·swap(SB), Y11;    \
	VMOVDQU ·numbers(SB), Y12; \
	VMOVDQU ·bit(SB), Y13;     \
	VMOVDQU ·seven(SB), Y15

#define ROOK_VECTORS \
	BISHOP_VECTORS;           \
	VMOVDQU ·fileA(SB), Y10;  \
	VMOVDQU ·upTo(SB), Y14

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
