//go:build amd64 && !purego

// The Go compiler has no vector instructions; this is softQueen of byteboard.go with both permutations in registers.
// The software form, for processors without AVX2, has the same arguments and results.
//
//	AX  256 * sq, then rays, then reached, then attacks    Y0  the word, in all lanes
//	BX  the upper half of rays, rays - each                Y1  the bytes for bits 0 to 31 of the result, Y2 for 32 to 63
//	CX  each                                               Y3  the masks for bits 0 to 31 of the result, Y4 for 32 to 63
//	DX  the square's entry

#include "go_asm.h"
#include "textflag.h"

// From GOAMD64=v3 on the build promises AVX2.
#ifdef GOAMD64_v3
#define AVX2_IS_THERE
#endif
#ifdef GOAMD64_v4
#define AVX2_IS_THERE
#endif

// PERMUTE sets AX to a permutation of the word in the lanes of Y0. It overwrites BX and Y1 to Y4.
#define PERMUTE(permutation) \
	VMOVDQU   (permutation+permutation_mask)(DX), Y3;          \
	VMOVDQU   (permutation+permutation_mask+32)(DX), Y4;       \
	VPSHUFB   (permutation+permutation_from)(DX), Y0, Y1;      \ // the byte with the bit
	VPSHUFB   (permutation+permutation_from+32)(DX), Y0, Y2;   \
	VPAND     Y3, Y1, Y1;                                      \ // the bit
	VPAND     Y4, Y2, Y2;                                      \
	VPCMPEQB  Y3, Y1, Y1;                                      \ // all ones where it is set
	VPCMPEQB  Y4, Y2, Y2;                                      \
	VPMOVMSKB Y1, AX;                                          \ // bits 0 to 31 of the result
	VPMOVMSKB Y2, BX;                                          \ // bits 32 to 63
	SHLQ      $32, BX;                                         \
	ORQ       BX, AX

// func queen(sq int, occ uint64) uint64
TEXT ·queen(SB), NOSPLIT, $0-24
#ifndef AVX2_IS_THERE
	CMPB ·hasAVX2(SB), $0
	JNE  lanes
	JMP  ·softQueen(SB)
lanes:
#endif
	MOVQ         sq+0(FP), AX
	VPBROADCASTQ occ+8(FP), Y0              // occ in all lanes
	ANDL         $63, AX
	SHLL         $8, AX
	LEAQ         ·entries(SB), DX
	ADDQ         AX, DX
	PERMUTE(entry_gather)                   // rays
	MOVQ         $const_each, CX
	MOVQ         AX, BX
	SUBQ         CX, BX                     // rays - each
	XORQ         BX, AX                     // reached = rays ^ (rays - each)
	VMOVQ        AX, X0
	VPBROADCASTQ X0, Y0                     // reached in all lanes
	PERMUTE(entry_scatter)                  // attacks
	MOVQ         AX, ret+16(FP)
	VZEROUPPER
	RET
