//go:build arm64 && !purego

// The Go compiler has no vector instructions; these are the lanes of koggestoneneon.go.
//
//	R0, R1  sliders and occ, then answers    V0      sliders, reversed in the upper lane      V4      g, then the attacks upwards
//	R2      scratch                          V1      empty squares, reversed there            V5, V6  p, and scratch
//	                                         V2, V3  all but the a-file, all but the h-file   V7, V8  attacks of rook and bishop

#include "textflag.h"

// FILL sets V4 to the attacks upwards on lines of one step. free has the empty squares that a step may enter. The last step, onto the blocker, may go around the edge.
#define FILL(free, step, steps2, steps4) \
	VSHL $step, V0.D2, V6.D2;        \
	VAND free.B16, V6.B16, V6.B16;   \
	VORR V6.B16, V0.B16, V4.B16;     /* g */ \
	VSHL $step, free.D2, V6.D2;      \
	VAND free.B16, V6.B16, V5.B16;   /* p */ \
	VSHL $steps2, V4.D2, V6.D2;      \
	VAND V5.B16, V6.B16, V6.B16;     \
	VORR V6.B16, V4.B16, V4.B16;     \
	VSHL $steps2, V5.D2, V6.D2;      \
	VAND V5.B16, V6.B16, V5.B16;     \
	VSHL $steps4, V4.D2, V6.D2;      \
	VAND V5.B16, V6.B16, V6.B16;     \
	VORR V6.B16, V4.B16, V4.B16;     \
	VSHL $step, V4.D2, V4.D2           // onto the blocker

// EDGED ors into out the attacks upwards on lines that have squares which a step around the edge of the board would enter; others are all but those squares.
#define EDGED(others, step, steps2, steps4, out) \
	VAND others.B16, V1.B16, V9.B16; \
	FILL(V9, step, steps2, steps4);  \
	VAND others.B16, V4.B16, V4.B16; \
	VORR V4.B16, out.B16, out.B16

// ARGUMENTS brings the board and its reversal into the lanes.
#define ARGUMENTS \
	MOVD sliders+0(FP), R0;          \
	MOVD occ+8(FP), R1;              \
	MVN  R1, R1;                     \
	RBIT R0, R2;                     \
	FMOVD R0, F0;                    \
	VMOV R2, V0.D[1];                \
	RBIT R1, R2;                     \
	FMOVD R1, F1;                    \
	VMOV R2, V1.D[1];                \
	MOVD $0xfefefefefefefefe, R2;    \
	VDUP R2, V2.D2

// ROOKS sets V7 to the attacks of rooks upwards in both lanes, and BISHOPS V8 to those of bishops.
#define ROOKS \
	FILL(V1, 8, 16, 32);             \
	VORR V4.B16, V4.B16, V7.B16;     \
	EDGED(V2, 1, 2, 4, V7)

#define BISHOPS \
	LSR  $1, R2, R2;                 \ // all but the h-file
	VDUP R2, V3.D2;                  \
	VEOR V8.B16, V8.B16, V8.B16;     \
	EDGED(V2, 9, 18, 36, V8);        \
	EDGED(V3, 7, 14, 28, V8)

// ANSWER sets a register to the attacks in both lanes.
#define ANSWER(lanes, answer) \
	VMOV lanes.D[0], answer;         \
	VMOV lanes.D[1], R2;             \
	RBIT R2, R2;                     \
	ORR  R2, answer, answer

// func rooks(sliders, occ uint64) uint64
TEXT ·rooks(SB), NOSPLIT, $0-24
	ARGUMENTS
	ROOKS
	ANSWER(V7, R0)
	MOVD R0, ret+16(FP)
	RET

// func bishops(sliders, occ uint64) uint64
TEXT ·bishops(SB), NOSPLIT, $0-24
	ARGUMENTS
	BISHOPS
	ANSWER(V8, R0)
	MOVD R0, ret+16(FP)
	RET

// func queens(sliders, occ uint64) uint64
TEXT ·queens(SB), NOSPLIT, $0-24
	ARGUMENTS
	ROOKS
	BISHOPS
	VORR V8.B16, V7.B16, V7.B16
	ANSWER(V7, R0)
	MOVD R0, ret+16(FP)
	RET

// func both(sliders, occ uint64) (rook, bishop uint64)
TEXT ·both(SB), NOSPLIT, $0-32
	ARGUMENTS
	ROOKS
	BISHOPS
	ANSWER(V7, R0)
	ANSWER(V8, R1)
	MOVD R0, rook+16(FP)
	MOVD R1, bishop+24(FP)
	RET
