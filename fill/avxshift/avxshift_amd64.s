//go:build amd64 && !purego

// The Go compiler has no vector instructions; these are the lanes of avxshift.go, four of them in a Y register, and two
// in an X register for a rook or a bishop. The software forms, for processors without AVX2, have the same arguments and
// results. Without VZEROUPPER the SSE instruction that Go has behind each call of assembly becomes slow.
//
//	AX, BX  sliders and occ, then the answer    4  the squares reached upwards
//	DX      the constants                       5  the squares reached downwards
//	0       sliders                             6  of these, the ones of the last step up
//	1       occ                                 7  of these, the ones of the last step down
//	2       step                                8  lastUp, then the squares that no step up leaves
//	                                            9  lastDown, then the squares that no step down leaves

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

// ARGUMENTS brings both arguments into vector registers, through general ones. See package koggestoneavx2.
#define ARGUMENTS \
	MOVQ  sliders+0(FP), AX; \
	MOVQ  occ+8(FP), BX;     \
	LEAQ  ·lanes(SB), DX;    \
	VMOVQ AX, X0;            \
	VMOVQ BX, X1

// STEP takes a step in both directions.
#define STEP(step, up, down, newUp, newDown, allUp, allDown, notUp, notDown) \
	VPANDN  up, notUp, newUp;       /* those that may go on */ \
	VPANDN  down, notDown, newDown; \
	VPSLLVQ step, newUp, newUp;     /* each lane by its own step */ \
	VPSRLVQ step, newDown, newDown; \
	VPOR    newUp, allUp, allUp;    \
	VPOR    newDown, allDown, allDown

// FILL sets up to the attacks of sliders in both directions of each lane, in seven steps. The first step ignores whether
// the slider's own square is occupied.
#define FILL(sliders, occ, step, up, down, newUp, newDown, notUp, notDown) \
	VPANDN  sliders, notUp, up;     \
	VPANDN  sliders, notDown, down; \
	VPSLLVQ step, up, up;           /* the first step */ \
	VPSRLVQ step, down, down;       \
	VPOR    occ, notUp, notUp;      \
	VPOR    occ, notDown, notDown;  \
	STEP(step, up, down, newUp, newDown, up, down, notUp, notDown);       \
	STEP(step, newUp, newDown, newUp, newDown, up, down, notUp, notDown); \
	STEP(step, newUp, newDown, newUp, newDown, up, down, notUp, notDown); \
	STEP(step, newUp, newDown, newUp, newDown, up, down, notUp, notDown); \
	STEP(step, newUp, newDown, newUp, newDown, up, down, notUp, notDown); \
	STEP(step, newUp, newDown, newUp, newDown, up, down, notUp, notDown); \
	VPOR    down, up, up

// HALF sets X4 to the attacks in two lanes: those at byte 0 of the constants, or at byte 16.
#define HALF(at) \
	VPUNPCKLQDQ X0, X0, X0;                       /* sliders in both lanes */ \
	VPUNPCKLQDQ X1, X1, X1;                       /* occ in both lanes */ \
	VMOVDQU     (vectors_step+at)(DX), X2;        \
	VMOVDQU     (vectors_lastUp+at)(DX), X8;      \
	VMOVDQU     (vectors_lastDown+at)(DX), X9;    \
	FILL(X0, X1, X2, X4, X5, X6, X7, X8, X9);     \
	VPUNPCKHQDQ X4, X4, X5;                       \
	VPOR        X5, X4, X4                        /* both lanes */

// WHOLE sets X4 to the attacks on file and rank, and X5 to those on diagonal and anti-diagonal.
#define WHOLE \
	VPBROADCASTQ X0, Y0;                          /* sliders in all lanes */ \
	VPBROADCASTQ X1, Y1;                          /* occ in all lanes */ \
	VMOVDQU      vectors_step(DX), Y2;            \
	VMOVDQU      vectors_lastUp(DX), Y8;          \
	VMOVDQU      vectors_lastDown(DX), Y9;        \
	FILL(Y0, Y1, Y2, Y4, Y5, Y6, Y7, Y8, Y9);     \
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
