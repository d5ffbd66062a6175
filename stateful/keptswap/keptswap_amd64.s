//go:build amd64 && !purego

// The Go compiler has no vector instructions; these are the two halves of keptswap.go.
// The software form, for processors without AVX2, has the same arguments and result. No register is wider than 128 bits, and
// so nothing is to be cleared at the end.
//
//	AX  32 * sq, the place of the square's entry    X0  occ twice, then x, then the attacks
//	BX  that of the mirrored square                 X1  the swapped occ twice, then y
//	CX  the State                                   X2  lines
//	DX  the tables                                  X3  b, then the mirrored square's

#include "go_asm.h"
#include "textflag.h"

// func bishop(s *State, sq int) uint64
TEXT ·bishop(SB), NOSPLIT, $0-24
#ifndef GOAMD64_v3
#ifndef GOAMD64_v4
	CMPB ·hasAVX2(SB), $0
	JNE  halves
	JMP  ·softBishop(SB)
halves:
#endif
#endif
	MOVQ        s+0(FP), CX
	MOVQ        sq+8(FP), AX
	LEAQ        ·all(SB), DX
	ANDL        $63, AX
	SHLL        $5, AX
	MOVL        AX, BX
	XORL        $(32*56), BX
	VMOVDDUP    State_occ(CX), X0
	VMOVDDUP    State_swapped(CX), X1
	VMOVDQU     tables_entries(DX)(AX*1), X2
	VMOVDDUP    (tables_entries+entry_b)(DX)(BX*1), X3
	VPAND       tables_entries(DX)(BX*1), X1, X1  // swapped & lines'
	VPSUBQ      X3, X1, X1                        // y
	VMOVDDUP    (tables_entries+entry_b)(DX)(AX*1), X3
	VPSHUFB     tables_reverse(DX), X1, X1        // reverse(y)
	VPAND       X2, X0, X0                        // occ & lines
	VPSUBQ      X3, X0, X0                        // x
	VPXOR       X1, X0, X0
	VPAND       X2, X0, X0                        // (x ^ reverse(y)) & lines
	VPUNPCKHQDQ X0, X0, X1
	VPOR        X1, X0, X0                        // both lines
	VMOVQ       X0, AX
	MOVQ        AX, ret+16(FP)
	RET
