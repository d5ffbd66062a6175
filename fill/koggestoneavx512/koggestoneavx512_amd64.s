//go:build amd64 && !purego

// The Go compiler has no vector instructions; these are the lanes of koggestoneavx512.go. No level of GOAMD64 promises GFNI, so
// that each call asks. The software forms have the same arguments and results.
//
//	AX  scratch, then the answer    Z2, Z3  p, and p a step further
//	DX  the constants               Z4, Z5  step, 2 step and 4 step; entered
//	Z0  g, then the attacks         Z6      the order of bytes
//	Z1  g, a step further           Z7      unit vectors, then a byte for each square
//	                                Z8      the lanes that are asked for, in each byte

#include "go_asm.h"
#include "textflag.h"

// Constants of VPTERNLOGQ, for its destination a, the operand b before a, and the operand c before b: the result is bit
// 4a + 2b + c of the constant.
#define A_AND_B_OR_C $0xea // a & b | c

// SOFT jumps to the software form if the processor lacks what is needed.
#define SOFT(form) \
	CMPB ·hasAVX512(SB), $0; \
	JNE  2(PC);              \
	JMP  form(SB)

// FILLED sets more to g | p & (g <<< step).
#define FILLED(step, g, more, p) \
	VPROLVQ    step, g, more;          \ // each lane by its own step
	VPTERNLOGQ A_AND_B_OR_C, g, p, more

// PAVED does p &= p <<< step.
#define PAVED(step, p, more) \
	VPROLVQ step, p, more; \
	VPANDQ  more, p, p

// LANES sets Z7 to a byte for each square, with a bit for each lane in which it is attacked.
#define LANES \
	LEAQ           ·lanes(SB), DX;              \
	VPBROADCASTQ   sliders+0(FP), Z0;           \
	VPBROADCASTQ   occ+8(FP), Z2;               \
	VMOVDQU64      vectors_step(DX), Z4;        \
	VMOVDQU64      vectors_entered(DX), Z5;     \
	VMOVDQU64      vectors_order(DX), Z6;       \
	VPBROADCASTQ   vectors_units(DX), Z7;       \
	VPANDNQ        Z5, Z2, Z2;                  \ // p = entered &^ occ
	FILLED(Z4, Z0, Z1, Z2);                     \
	PAVED(Z4, Z2, Z3);                          \
	VPADDQ         Z4, Z4, Z8;                  \
	FILLED(Z8, Z1, Z0, Z2);                     \
	PAVED(Z8, Z2, Z3);                          \
	VPADDQ         Z8, Z8, Z8;                  \
	FILLED(Z8, Z0, Z1, Z2);                     \
	VPROLVQ        Z4, Z1, Z0;                  \ // onto the blocker
	VPANDQ         Z5, Z0, Z0;                  \
	VPERMB         Z0, Z6, Z0;                  \ // the same rank of all lanes side by side: a matrix
	VGF2P8AFFINEQB $0, Z0, Z7, Z7

// SQUARES sets a register to the squares attacked in the lanes of a mask.
#define SQUARES(mask, k, register) \
	MOVL         mask, register; \
	VPBROADCASTD register, Z8;   \
	VPTESTMB     Z8, Z7, k;      \
	KMOVQ        k, register

// func rooks(sliders, occ uint64) uint64
TEXT ·rooks(SB), NOSPLIT, $0-24
	SOFT(·softRooks)
	LANES
	SQUARES($0x0f0f0f0f, K1, AX)
	MOVQ       AX, ret+16(FP)
	VZEROUPPER
	RET

// func bishops(sliders, occ uint64) uint64
TEXT ·bishops(SB), NOSPLIT, $0-24
	SOFT(·softBishops)
	LANES
	SQUARES($0xf0f0f0f0, K1, AX)
	MOVQ       AX, ret+16(FP)
	VZEROUPPER
	RET

// func queens(sliders, occ uint64) uint64
TEXT ·queens(SB), NOSPLIT, $0-24
	SOFT(·softQueens)
	LANES
	VPTESTMB   Z7, Z7, K1
	KMOVQ      K1, AX
	MOVQ       AX, ret+16(FP)
	VZEROUPPER
	RET

// func both(sliders, occ uint64) (rook, bishop uint64)
TEXT ·both(SB), NOSPLIT, $0-32
	SOFT(·softBoth)
	LANES
	SQUARES($0x0f0f0f0f, K1, AX)
	SQUARES($0xf0f0f0f0, K2, DX)
	MOVQ       AX, rook+16(FP)
	MOVQ       DX, bishop+24(FP)
	VZEROUPPER
	RET
