//go:build amd64 && !purego

// The Go compiler has no vector instructions; these are the lanes of raysavx2.go.
// The software form, for processors without AVX2, has the same arguments and results.
//
//	AX  64 * sq, the place of the square's entry    Y0  occ in all lanes
//	DX  the tables                                  Y1  up, then its attacks
//	                                                Y2  x, then x ^ (x - 1)
//	                                                Y3  -1, then x - 1
//	                                                Y4  down, then its attacks, then all; X4 both halves of them
//	                                                Y5  y, then f; X5 the upper half of the attacks
//	                                                Y6  2d
//	                                                Y7  y or f, shifted, Y8 too

#include "go_asm.h"
#include "textflag.h"

// func both(sq int, occ uint64) (rook, bishop uint64)
TEXT ·both(SB), NOSPLIT, $0-32
#ifndef GOAMD64_v3
#ifndef GOAMD64_v4
	CMPB ·hasAVX2(SB), $0
	JNE  lanes
	JMP  ·softBoth(SB)
lanes:
#endif
#endif
	MOVQ         sq+0(FP), AX
	VPBROADCASTQ occ+8(FP), Y0
	LEAQ         ·all(SB), DX
	ANDL         $63, AX
	SHLL         $6, AX
	VMOVDQU      (tables_entries+entry_down)(DX)(AX*1), Y4
	VMOVDQU      (tables_entries+entry_up)(DX)(AX*1), Y1
	VMOVDQU      tables_two(DX), Y6
	VMOVDQU      tables_one(DX), Y7
	VPAND        Y4, Y0, Y5                                 // y = occ & down
	VPSRLVQ      Y7, Y5, Y7                                 // y>>d
	VPSRLVQ      Y6, Y5, Y8                                 // y>>2d
	VPOR         Y7, Y8, Y5                                 // f = y>>d | y>>2d
	VMOVDQU      tables_four(DX), Y8
	VPSRLVQ      Y6, Y5, Y7                                 // f>>2d
	VPSRLVQ      Y8, Y5, Y8                                 // f>>4d
	VPOR         Y7, Y5, Y5                                 // f | f>>2d
	VPOR         Y8, Y5, Y5                                 // f | f>>2d | f>>4d
	VPANDN       Y4, Y5, Y4                                 // down &^ f
	VPAND        Y1, Y0, Y2                                 // x = occ & up
	VPCMPEQQ     Y3, Y3, Y3                                 // -1
	VPADDQ       Y3, Y2, Y3                                 // x - 1
	VPXOR        Y3, Y2, Y2                                 // x ^ (x - 1)
	VPAND        Y2, Y1, Y1                                 // up & (x ^ (x - 1))
	VPOR         Y1, Y4, Y4
	VEXTRACTI128 $1, Y4, X5
	VPOR         X5, X4, X4                                 // attacks[0] | attacks[2], attacks[1] | attacks[3]
	VMOVQ        X4, rook+16(FP)
	VMOVHPS      X4, bishop+24(FP)
	VZEROUPPER
	RET
