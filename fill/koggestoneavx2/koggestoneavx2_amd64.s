//go:build amd64 && !purego

// The Go compiler has no vector instructions; these are the lanes of koggestoneavx2.go, four of them in a Y register,
// and two in an X register for a rook or a bishop. The software forms, for processors without AVX2, have the same
// arguments and results. Without VZEROUPPER the SSE instruction that Go has behind each call of assembly becomes slow.
//
//	AX, BX  sliders and occ, then the answer    5       g downwards
//	DX      the constants                       6, 7    g, a step further
//	0       sliders                             8, 9    firstUp, firstDown
//	1       free                                10, 11  p upwards and downwards
//	2, 3    step, 2 step and 4 step             12, 13  p, a step further
//	4       g upwards, then the attacks

#include "go_asm.h"
#include "textflag.h"

// SOFT jumps to the software form if the processor lacks AVX2. From GOAMD64=v3 on the build promises AVX2.
#ifdef GOAMD64_v3
#define AVX2_IS_THERE
#endif
#ifdef GOAMD64_v4
#define AVX2_IS_THERE
#endif
#ifdef AVX2_IS_THERE
#define SOFT(form)
#else
#define SOFT(form) \
	CMPB ·hasAVX2(SB), $0; \
	JNE  2(PC);            \
	JMP  form(SB)
#endif

// ARGUMENTS brings the sliders and the empty squares into vector registers. A broadcast from memory instead was a
// little slower in trials if each call waits for the call before, and the same if calls are independent.
#define ARGUMENTS \
	MOVQ  sliders+0(FP), AX; \
	MOVQ  occ+8(FP), BX;     \
	LEAQ  ·lanes(SB), DX;    \
	NOTQ  BX;                \
	VMOVQ AX, X0;            \
	VMOVQ BX, X1

// FILLED does g |= p & (g << step) and its mirror image.
#define FILLED(step, g, h, moreG, moreH, p, q) \
	VPSLLVQ step, g, moreG;  /* each lane by its own step */ \
	VPSRLVQ step, h, moreH;  \
	VPAND   p, moreG, moreG; \
	VPAND   q, moreH, moreH; \
	VPOR    moreG, g, g;     \
	VPOR    moreH, h, h

// PAVED does p &= p << step and its mirror image.
#define PAVED(step, p, q, moreP, moreQ) \
	VPSLLVQ step, p, moreP; \
	VPSRLVQ step, q, moreQ; \
	VPAND   moreP, p, p;    \
	VPAND   moreQ, q, q

// FILL sets g to the attacks of sliders in both directions of each lane.
#define FILL(sliders, free, step, steps, g, h, moreG, moreH, firstUp, firstDown, p, q, moreP, moreQ) \
	VPANDN  free, firstUp, p;                        \
	VPANDN  free, firstDown, q;                      \
	VPADDQ  step, step, steps;                       /* 2 step */ \
	VMOVDQA sliders, g;                              \
	VMOVDQA sliders, h;                              \
	FILLED(step, g, h, moreG, moreH, p, q);          \
	PAVED(step, p, q, moreP, moreQ);                 \
	FILLED(steps, g, h, moreG, moreH, p, q);         \
	PAVED(steps, p, q, moreP, moreQ);                \
	VPADDQ  steps, steps, steps;                     /* 4 step */ \
	FILLED(steps, g, h, moreG, moreH, p, q);         \
	VPSLLVQ step, g, g;                              /* onto the blocker */ \
	VPSRLVQ step, h, h;                              \
	VPANDN  g, firstUp, g;                           /* what came around the edge */ \
	VPANDN  h, firstDown, h;                         \
	VPOR    h, g, g

// HALF sets X4 to the attacks in two lanes: those at byte 0 of the constants, or at byte 16.
#define HALF(at) \
	VPUNPCKLQDQ X0, X0, X0;                          /* sliders in both lanes */ \
	VPUNPCKLQDQ X1, X1, X1;                          /* the empty squares in both lanes */ \
	VMOVDQU     (vectors_step+at)(DX), X2;           \
	VMOVDQU     (vectors_firstUp+at)(DX), X8;        \
	VMOVDQU     (vectors_firstDown+at)(DX), X9;      \
	FILL(X0, X1, X2, X3, X4, X5, X6, X7, X8, X9, X10, X11, X12, X13); \
	VPUNPCKHQDQ X4, X4, X5;                          \
	VPOR        X5, X4, X4                           /* both lanes */

// WHOLE sets X4 to the attacks on file and rank, and X5 to those on diagonal and anti-diagonal.
#define WHOLE \
	VPBROADCASTQ X0, Y0;                             /* sliders in all lanes */ \
	VPBROADCASTQ X1, Y1;                             /* the empty squares in all lanes */ \
	VMOVDQU      vectors_step(DX), Y2;               \
	VMOVDQU      vectors_firstUp(DX), Y8;            \
	VMOVDQU      vectors_firstDown(DX), Y9;          \
	FILL(Y0, Y1, Y2, Y3, Y4, Y5, Y6, Y7, Y8, Y9, Y10, Y11, Y12, Y13); \
	VEXTRACTI128 $1, Y4, X5

// func rooks(sliders, occ uint64) uint64
TEXT ·rooks(SB), NOSPLIT, $0-24
	SOFT(·softRooks)
	ARGUMENTS
	HALF(0)
	VMOVQ       X4, AX
	MOVQ        AX, ret+16(FP)
	VZEROUPPER
	RET

// func bishops(sliders, occ uint64) uint64
TEXT ·bishops(SB), NOSPLIT, $0-24
	SOFT(·softBishops)
	ARGUMENTS
	HALF(16)
	VMOVQ       X4, AX
	MOVQ        AX, ret+16(FP)
	VZEROUPPER
	RET

// func queens(sliders, occ uint64) uint64
TEXT ·queens(SB), NOSPLIT, $0-24
	SOFT(·softQueens)
	ARGUMENTS
	WHOLE
	VPOR        X5, X4, X4               // file | diagonal, rank | anti-diagonal
	VPUNPCKHQDQ X4, X4, X5
	VPOR        X5, X4, X4               // all four
	VMOVQ       X4, AX
	MOVQ        AX, ret+16(FP)
	VZEROUPPER
	RET

// func both(sliders, occ uint64) (rook, bishop uint64)
TEXT ·both(SB), NOSPLIT, $0-32
	SOFT(·softBoth)
	ARGUMENTS
	WHOLE
	VPUNPCKLQDQ X5, X4, X6               // file, diagonal
	VPUNPCKHQDQ X5, X4, X5               // rank, anti-diagonal
	VPOR        X6, X5, X4               // file | rank, diagonal | anti-diagonal
	VMOVQ       X4, AX
	MOVQ        AX, rook+16(FP)
	VMOVHPS     X4, bishop+24(FP)
	VZEROUPPER
	RET
