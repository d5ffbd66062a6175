//go:build amd64 && !purego

// The Go compiler has no vector instructions; these are the lanes of dual.go.
// The software forms, for processors without AVX2, have the same arguments and results.
//
//	AX  32 * sq, the place of the square's entry    Y0  occ, then x, then attacks; X0 both halves of them
//	BX  occ, then the attacks within the rank       Y1  lanes; X1 the upper half of the attacks
//	CX  sq, then the first square of its rank       Y2  b
//	DX  the tables                                  Y3  swap(b)
//	SI  the tables, plus the file of sq             Y4  swap(x), then the attacks towards lower squares
//	                                                Y5  the constant that swaps bytes
//
// Without VZEROUPPER a call takes hundreds of cycles on a Zen 3 VM: after each call of assembly the compiler clears X15
// by XORPS, an SSE instruction.

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

// LANES sets Y0 to the attacks in the lanes, X1 to their upper half, and BX to the attacks within the rank. The occupancy comes
// through a scalar register: if calls wait for each other, that is a nanosecond faster than a broadcast from memory (Zen 3).
#define LANES \
	MOVQ           sq+0(FP), AX;                      \
	MOVQ           occ+8(FP), BX;                     \
	LEAQ           ·all(SB), DX;                      \
	VMOVQ          BX, X0;                            \
	VPBROADCASTQ   X0, Y0;                            /* occ in all lanes */ \
	ANDL           $63, AX;                           \
	MOVL           AX, CX;                            \
	SHLL           $5, AX;                            \
	VBROADCASTI128 tables_swap(DX), Y5;               \
	VMOVDQU        tables_entries(DX)(AX*1), Y1;      \
	VPBROADCASTQ   (tables_entries+entry_b)(DX)(AX*1), Y2; \
	VPAND          Y1, Y0, Y0;                        /* x = occ & lanes */ \
	VPSHUFB        Y5, Y2, Y3;                        /* swap(b) */ \
	VPSHUFB        Y5, Y0, Y4;                        /* swap(x) */ \
	MOVL           CX, SI;                            \
	ANDL           $7, SI;                            \
	ANDL           $56, CX;                           \
	ADDQ           DX, SI;                            \
	SHRQ           CX, BX;                            /* the rank of sq, in the lowest byte */ \
	ANDL           $126, BX;                          /* 2 * its inner squares, and a rank table's row is 8 bytes */ \
	MOVBLZX        tables_ranks(SI)(BX*4), BX;        /* ranks[inner][file] */ \
	SHLQ           CX, BX;                            /* back onto the rank */ \
	VPSUBQ         Y2, Y0, Y0;                        /* x - b */ \
	VPSUBQ         Y3, Y4, Y4;                        /* swap(x) - swap(b) */ \
	VPSHUFB        Y5, Y4, Y4;                        /* swap of that */ \
	VPXOR          Y4, Y0, Y0;                        /* (x - b) ^ swap(swap(x) - swap(b)) */ \
	VPAND          Y1, Y0, Y0;                        /* & lanes */ \
	VEXTRACTI128   $1, Y0, X1

// func both(sq int, occ uint64) (rook, bishop uint64)
TEXT ·both(SB), NOSPLIT, $0-32
	SOFT(·softBoth)
	LANES
	VMOVQ   X0, AX                // file
	VPOR    X1, X0, X0            // file | 0, diagonal | anti-diagonal
	ORQ     BX, AX                // file | rank
	MOVQ    AX, rook+16(FP)
	VMOVHPS X0, bishop+24(FP)
	VZEROUPPER
	RET

// func queen(sq int, occ uint64) uint64
TEXT ·queen(SB), NOSPLIT, $0-24
	SOFT(·softQueen)
	LANES
	VPOR        X1, X0, X0        // file | 0, diagonal | anti-diagonal
	VPUNPCKHQDQ X0, X0, X1
	VPOR        X1, X0, X0        // file | diagonal | anti-diagonal
	VMOVQ       X0, AX
	ORQ         BX, AX            // | rank
	MOVQ        AX, ret+16(FP)
	VZEROUPPER
	RET
