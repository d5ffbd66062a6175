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
	VMOVDQU   (permutation+permutation_Mask)(DX), Y3;          \
	VMOVDQU   (permutation+permutation_Mask+32)(DX), Y4;       \
	VPSHUFB   (permutation+permutation_From)(DX), Y0, Y1;      \ // the byte with the bit
	VPSHUFB   (permutation+permutation_From+32)(DX), Y0, Y2;   \
	VPAND     Y3, Y1, Y1;                                      \ // the bit
	VPAND     Y4, Y2, Y2;                                      \
	VPCMPEQB  Y3, Y1, Y1;                                      \ // all ones where it is set
	VPCMPEQB  Y4, Y2, Y2;                                      \
	VPMOVMSKB Y1, AX;                                          \ // bits 0 to 31 of the result
	VPMOVMSKB Y2, BX;                                          \ // bits 32 to 63
	SHLQ      $32, BX;                                         \
	ORQ       BX, AX

// Threats: this is superpiece.Threats in registers, as byteboard_threats in C explains it.
//
//	SI  men                                   Y0-Y3  the board, 16 men in both halves   X4  what is seen: words of the nearest man of each ray, and his square
//	DI  sq                                    Y5     0                                  X5  the same of the opposite ray
//	R8  the list                              Y6     1 in each ray                      X6  the same of knights' squares
//	R9  how long the list is                  Y7     all squares of rays                X7  words of the man on sq, and his square
//	DX  the delta                             Y8-Y15 scratch, X8 and X9 before the list X8  words of the sign
//	CX  the tables                            R10    who is a neighbour, who attacks    X9  1 in the second byte of each word
//	BX  the man's entry                       R11    knights that attack, and men whom a knight attacks
//	                                          R12    who may be attacked, which rays lead through

// MEN sets out to the men on squares. A shuffle takes from 16 men, by four bits of the square, and for squares off the board, whose highest bit is set, zero.
#define MEN(squares, out) \
	VPSLLQ    $3, squares, Y8;       \ // bit 4 becomes the highest
	VPSLLQ    $2, squares, Y9;       \ // bit 5
	VPSHUFB   squares, Y0, out;      \
	VPSHUFB   squares, Y1, Y10;      \
	VPBLENDVB Y8, Y10, out, out;     \
	VPSHUFB   squares, Y2, Y10;      \
	VPSHUFB   squares, Y3, Y11;      \
	VPBLENDVB Y8, Y11, Y10, Y10;     \
	VPBLENDVB Y9, Y10, out, out

// NEAREST sets men to words of the nearest men of four rays with their squares, and of knights in between. It overwrites the squares.
#define NEAREST(men, squares) \
	VPSRLD   $24, men, Y8;           \ // knights, in the upper half of each ray
	VPSRLD   $24, squares, Y9;       \
	VPAND    Y7, men, men;           \
	VPSUBQ   Y6, men, Y10;           \ // changes the bytes up to the nearest man
	VPCMPEQB men, Y10, Y10;          \
	VPANDN   men, Y10, men;          \ // the nearest man alone
	VPCMPGTB Y5, men, Y10;           \
	VPAND    Y10, squares, squares;  \
	VPSADBW  Y5, men, men;           \ // the sum of a man and of zeros
	VPSADBW  Y5, squares, squares;   \
	VPBLENDD $0xaa, Y8, men, men;    \
	VPBLENDD $0xaa, Y9, squares, squares; \
	VPSLLD   $8, squares, squares;   \
	VPOR     squares, men, men

// FRONT sets out to the words of seen that are in a set, AX, one behind another, and R9 to the length of the list with them. Words that are not in
// the set follow.
#define FRONT(seen, out) \
	VMOVQ      threatTables_members(CX)(AX*8), X11; \
	VPUNPCKLBW X11, X11, X11;        \ // each word's first byte twice
	VPADDB     X9, X11, X11;         \ // and its second
	VPSHUFB    X11, seen, out

// APPEND appends as many threats as set AX has members. R13 is scratch.
#define APPEND(attackers, victims) \
	VPUNPCKLWD victims, attackers, X11; \
	VPUNPCKHWD victims, attackers, X12; \
	VMOVDQU    X11, (R8)(R9*4);      \
	VMOVDQU    X12, 16(R8)(R9*4);    \
	POPCNTL    AX, R13;              \
	ADDL       R13, R9

// OF appends the threats of the man in AX, and of attackers to him. X8 is the sign.
#define OF \
	LEAQ         threatTables_men(CX)(AX*4), BX; \
	MOVL         DI, R13;            \
	SHLL         $8, R13;            \
	ORL          AX, R13;            \
	VMOVD        R13, X7;            \
	VPBROADCASTW X7, X7;             \
	MOVBLZX      R10, AX;            \ // neighbours
	ANDB         man_Beside(BX), AX; \
	ORB          man_Along(BX), AX;  \
	ANDB         R12, AX;            \ // victims
	MOVL         R11, R13;           \
	SHRL         $8, R13;            \
	ANDB         man_Knight(BX), R13; \
	ORL          R13, AX;            \
	VPBROADCASTB man_Knight(BX), X10; \
	VPBLENDVB    X10, X6, X4, X10;   \
	FRONT(X10, X10);                 \
	VPOR         X8, X7, X13;        \
	APPEND(X13, X10);                \
	MOVBLZX      man_King(BX), BX;   \
	NOTL         BX;                 \
	MOVL         R10, AX;            \
	SHRL         $8, AX;             \ // attackers
	ANDL         BX, AX;             \
	FRONT(X4, X10);                  \
	VPOR         X8, X10, X10;       \
	APPEND(X10, X7);                 \
	MOVBLZX      R11, AX;            \ // knights
	ANDL         BX, AX;             \
	FRONT(X6, X10);                  \
	VPOR         X8, X10, X10;       \
	APPEND(X10, X7)

// AFTER sets AX to the man who stands on sq after the change, and X8 to the mark of threats that appear.
#define AFTER \
	MOVBLZX after+17(FP), AX;        \
	ANDL    $15, AX;                 \
	VPSRLW  $1, X9, X8                 // 0x80, which is board.Appears, from 0x100

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

// func threats(men *board.Men, sq int, before, after board.Man, d *board.Delta)
TEXT ·threats(SB), NOSPLIT, $0-32
	MOVQ d+24(FP), DX
#ifndef AVX2_IS_THERE
	CMPB ·hasAVX2(SB), $0
	JEQ  soft
#endif
	CMPL (DX), $const_most                       // board.Delta.N
	JHI  soft
	MOVQ men+0(FP), SI
	MOVQ sq+8(FP), DI
	ANDL $63, DI
	LEAQ ·forThreats(SB), CX

	// What is seen.
	VBROADCASTI128 (SI), Y0
	VBROADCASTI128 16(SI), Y1
	VBROADCASTI128 32(SI), Y2
	VBROADCASTI128 48(SI), Y3
	MOVQ           DI, AX
	SHLQ           $6, AX
	VMOVDQU        threatTables_orders(CX)(AX*1), Y12
	VMOVDQU        (threatTables_orders+32)(CX)(AX*1), Y13
	VPXOR          Y5, Y5, Y5
	VPCMPEQB       Y7, Y7, Y7
	VPSRLQ         $63, Y7, Y6
	VPSRLQ         $8, Y7, Y7
	MEN(Y12, Y14)
	MEN(Y13, Y15)
	NEAREST(Y14, Y12)
	NEAREST(Y15, Y13)
	VPACKUSDW      Y15, Y14, Y14
	VBROADCASTI128 threatTables_unwoven(CX), Y15
	VPSHUFB        Y15, Y14, Y14
	VPERMQ         $0xd8, Y14, Y14               // rays 0, 1, 4, 5, 2, 3, 6, 7, and knights
	VEXTRACTI128   $1, Y14, X6
	VPSLLW         $1, X14, X15
	VPSRAW         $15, X15, X15                 // neighbours: superpiece.Near, bit 14 of a word, is set
	VPSLLW         $2, X14, X4
	VPSRLW         $2, X4, X4                    // without that mark
	VMOVDQU        threatTables_kinds(CX), X13
	VPSHUFB        X4, X13, X12                  // kinds, in the lower bytes
	VPAND          threatTables_close(CX), X15, X10
	VPOR           threatTables_far(CX), X10, X10
	VPAND          X12, X10, X10
	VPCMPEQW       X5, X10, X10                  // no attackers
	VPACKSSWB      X10, X15, X11
	VPMOVMSKB      X11, R10
	XORL           $0xff00, R10
	VPSLLW         $9, X12, X11                  // victims, bit 6 of kinds, as signs of words
	VPSHUFD        $0x1b, X11, X15               // opposite rays change places
	VPSLLW         $8, X12, X12                  // sliders, bit 7
	VPANDN         X12, X10, X12
	VPAND          X15, X12, X12                 // sliders that attack through the square
	VPACKSSWB      X12, X11, X11
	VPMOVMSKB      X11, R12
	VPSHUFB        X6, X13, X12                  // knights
	VPSLLW         $13, X12, X11                 // knights that attack, bit 2, as signs of words
	VPSLLW         $9, X12, X12                  // men whom a knight attacks
	VPACKSSWB      X12, X11, X11
	VPMOVMSKB      X11, R11
	VPSHUFD        $0x1b, X4, X5                 // opposite rays change places
	VPCMPEQB       X9, X9, X9
	VPSRLW         $15, X9, X9
	VPSLLW         $8, X9, X9                    // 1 in the second byte of each word

	// The list.
	MOVBLZX before+16(FP), AX
	ANDL    $15, AX
	LEAQ    4(DX), R8
	MOVL    (DX), R9
	VPXOR   X8, X8, X8
	TESTL   AX, AX
	JEQ     appears
	OF
	AFTER
	TESTL   AX, AX
	JEQ     through
	OF
	JMP     done
appears:
	AFTER
	OF
	VPXOR   X8, X8, X8                           // rays close
through:
	MOVL    R12, AX
	SHRL    $8, AX
	FRONT(X4, X10)
	VPOR    X8, X10, X10
	FRONT(X5, X13)
	APPEND(X10, X13)
done:
	MOVL    R9, (DX)
	VZEROUPPER
	RET
soft:
	JMP     ·softThreats(SB)
