//go:build amd64 && !purego

// The Go compiler has no vector instructions; these are the lanes of gfni.go.
// The software form, for processors without GFNI, has the same arguments and results.
//
//	AX  64 * sq, the place of the square's entry    Y0  occ, then x, then attacks; X0 both halves of them
//	BX  occ                                         Y1  lanes; X1 the upper half of the attacks
//	DX  the tables                                  Y2  b
//	                                                Y3  reverse(b)
//	                                                Y4  reverse(x), then the attacks towards lower squares
//	                                                Y5  the constant that swaps bytes
//	                                                Y6  the matrix that reverses the bits of a byte

#include "go_asm.h"
#include "textflag.h"

// func both(sq int, occ uint64) (rook, bishop uint64)
TEXT ·both(SB), NOSPLIT, $0-32
	CMPB ·hasGFNI(SB), $0         // no level of GOAMD64 promises it
	JNE  lanes
	JMP  ·softBoth(SB)
lanes:
	MOVQ           sq+0(FP), AX
	MOVQ           occ+8(FP), BX
	LEAQ           ·all(SB), DX
	VMOVQ          BX, X0
	VPBROADCASTQ   X0, Y0                                        // occ in all lanes
	ANDL           $63, AX
	SHLL           $6, AX
	VBROADCASTI128 (tables_constants+constants_swap)(DX), Y5
	VPBROADCASTQ   (tables_constants+constants_matrix)(DX), Y6
	VMOVDQU        tables_entries(DX)(AX*1), Y1
	VPBROADCASTQ   (tables_entries+entry_b)(DX)(AX*1), Y2
	VPBROADCASTQ   (tables_entries+entry_reversed)(DX)(AX*1), Y3
	VPAND          Y1, Y0, Y0                                    // x = occ & lanes
	VGF2P8AFFINEQB $0, Y6, Y0, Y4
	VPSHUFB        Y5, Y4, Y4                                    // reverse(x)
	VPSUBQ         Y2, Y0, Y0                                    // x - b
	VPSUBQ         Y3, Y4, Y4                                    // reverse(x) - reverse(b)
	VGF2P8AFFINEQB $0, Y6, Y4, Y4
	VPSHUFB        Y5, Y4, Y4                                    // reverse of that
	VPXOR          Y4, Y0, Y0                                    // (x - b) ^ reverse(reverse(x) - reverse(b))
	VPAND          Y1, Y0, Y0                                    // & lanes
	VEXTRACTI128   $1, Y0, X1
	VPOR           X1, X0, X0                                    // rank | file, diagonal | anti-diagonal
	VMOVQ          X0, rook+16(FP)
	VMOVHPS        X0, bishop+24(FP)
	VZEROUPPER
	RET
