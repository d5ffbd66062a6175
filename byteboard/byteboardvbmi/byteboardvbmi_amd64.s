//go:build amd64 && !purego

// The Go compiler has no vector instructions; these are softQueen and superpiece.Threats with a permutation in one instruction. No level of GOAMD64
// promises VBMI, so each call asks. The software forms have the same arguments and results.

#include "go_asm.h"
#include "textflag.h"

// SCATTER sets k to the bits of the words in Z0 by their numbers in places, where K2 has them. The emulator Bochs 2.7 leaves every eighth bit of
// VPSHUFBITQMB clear, so .ci/emulated, which tests under it, builds with BOCHS defined.
#ifdef BOCHS
#define SCATTER(places, k) \
	VPMULTISHIFTQB Z0, places, Z0;   \ // eight bits from each number on
	VPTERNLOGD     $0xff, Z3, Z3, Z3; \ // -1 in each byte
	VPABSB         Z3, Z3;           \ // 1: the test takes the lowest of the eight bits
	VPTESTMB       Z3, Z0, K2, k
#else
#define SCATTER(places, k) VPSHUFBITQMB places, Z0, K2, k
#endif

// Threats. Of the registers, after those of the permutation:
//
//	R8   the list                              X4   what is seen: words of the nearest man of each ray, and his square
//	R9   how long it is                        X5   the same of the opposite ray
//	CX   the tables                            X6   the same of knights' squares
//	DI   sq, eight bits higher                 Y7   threats by the man on sq, and Y9 threats to him
//	R14  the man's entry                       Y8   threats with the sign alone
//	R10  whose man is a neighbour              R13  which rays lead through
//	R11  who attacks                           BX   knights that attack
//	R12  who may be attacked                   SI   men whom a knight may attack

// WORDS sets Y10 to the words of seen that are in a set, AX, one behind another: the attackers of threats.
#define WORDS(seen) \
	KMOVQ         AX, K1;                  \
	VPCOMPRESSW.Z seen, K1, X10;           \
	VPMOVZXWD     X10, Y10

// APPEND appends as many of the threats in Y10 as a set, AX, has members.
#define APPEND \
	VMOVDQU Y10, (R8)(R9*4);               \
	POPCNTL AX, AX;                        \
	ADDL    AX, R9

// OF appends the threats of the man in AX, and of attackers to him.
#define OF \
	LEAQ         tables_men(CX)(AX*4), R14; \
	ORL          DI, AX;                   \
	VPBROADCASTD AX, Y7;                   \
	VPSLLD       $16, Y7, Y9;              \
	VPOR         Y8, Y7, Y7;               \
	VPOR         Y8, Y9, Y9;               \
	MOVBLZX      man_Beside(R14), AX;      \
	ANDL         R10, AX;                  \
	ORB          man_Along(R14), AX;       \
	ANDL         R12, AX;                  \
	MOVBLZX      man_Knight(R14), DX;      \
	KMOVQ        DX, K1;                   \
	VPBLENDMW    X6, X4, K1, X10;          \
	ANDL         SI, DX;                   \
	ORL          DX, AX;                   \
	WORDS(X10);                            \
	VPSLLD       $16, Y10, Y10;            \
	VPOR         Y7, Y10, Y10;             \
	APPEND;                                \
	MOVBLZX      man_King(R14), R14;       \
	NOTL         R14;                      \
	MOVL         R11, AX;                  \
	ANDL         R14, AX;                  \
	WORDS(X4);                             \
	VPOR         Y9, Y10, Y10;             \
	APPEND;                                \
	MOVL         BX, AX;                   \
	ANDL         R14, AX;                  \
	WORDS(X6);                             \
	VPOR         Y9, Y10, Y10;             \
	APPEND

// AFTER sets AX to the man who stands on sq after the change, and Y8 to the mark of threats that appear.
#define AFTER \
	MOVL         $const_appears, AX;       \
	VPBROADCASTD AX, Y8;                   \
	MOVBLZX      after+17(FP), AX;         \
	ANDL         $15, AX

// func queen(sq int, occ uint64) uint64
//
//	AX  64 * sq, then reached, then attacks    Z0  the word, in all lanes
//	BX  squares off the board, knights         Z1  squares
//	CX  rays                                   Z2  places
//	DX  the tables                             K2  squares that have a place
TEXT ·queen(SB), NOSPLIT, $0-24
	CMPB         ·hasVBMI(SB), $0
	JNE          2(PC)
	JMP          ·softQueen(SB)
	MOVQ         sq+0(FP), AX
	VPBROADCASTQ occ+8(FP), Z0
	ANDL         $63, AX
	SHLL         $6, AX
	LEAQ         ·all(SB), DX
	VMOVDQU64    tables_squares(DX)(AX*1), Z1
	VMOVDQU64    tables_places(DX)(AX*1), Z2
	VPMOVB2M     Z1, K1
	VPMOVB2M     Z2, K2
	KNOTQ        K2, K2
	KMOVQ        K1, BX
	MOVQ         $const_knights, AX
	ORQ          AX, BX
	VPSHUFBITQMB Z1, Z0, K1
	KMOVQ        K1, CX
	ORQ          BX, CX                          // rays
	MOVQ         $const_each, BX
	MOVQ         CX, AX
	SUBQ         BX, AX                          // rays - each
	XORQ         CX, AX                          // reached = rays ^ (rays - each)
	VPBROADCASTQ AX, Z0
	SCATTER(Z2, K1)
	KMOVQ        K1, AX
	MOVQ         AX, ret+16(FP)
	VZEROUPPER
	RET

// func threats(men *board.Men, sq int, before, after board.Man, d *board.Delta)
TEXT ·threats(SB), NOSPLIT, $0-32
	MOVQ         d+24(FP), DX
	CMPB         ·hasVBMI(SB), $0
	JEQ          soft
	CMPL         (DX), $const_most               // board.Delta.N
	JHI          soft
	LEAQ         4(DX), R8
	MOVL         (DX), R9
	MOVQ         men+0(FP), SI
	MOVQ         sq+8(FP), DI
	ANDL         $63, DI
	LEAQ         ·all(SB), CX
	SHLL         $6, DI
	VMOVDQU64    tables_squares(CX)(DI*1), Z1
	SHLL         $2, DI

	// The men in the order of the rays.
	VPMOVB2M     Z1, K1
	KNOTQ        K1, K1
	VPERMB.Z     (SI), Z1, K1, Z0
	VPXOR        Y5, Y5, Y5
	VPTERNLOGD   $0xff, Z6, Z6, Z6
	VPSRLQ       $8, Z6, Z7
	VPSRLQ       $63, Z6, Z6
	VPANDQ       Z7, Z0, Z2                      // without knights
	VPSUBQ       Z6, Z2, Z3                      // changes the bytes up to the nearest man
	VPTESTMB     Z2, Z2, K2
	VPCMPUB      $4, Z3, Z2, K2, K3              // which differ: the nearest man of each ray
	VMOVDQU8.Z   Z2, K3, Z2
	VMOVDQU8.Z   Z1, K3, Z3
	VPSADBW      Z5, Z2, Z2                      // the sum of a man and of zeros
	VPSADBW      Z5, Z3, Z3
	VPSLLQ       $8, Z3, Z3
	VPORQ        Z3, Z2, Z2
	VPMOVQW      Z2, X4
	VPSRLQ       $56, Z0, Z0
	VPSRLQ       $56, Z1, Z1
	VPSLLQ       $8, Z1, Z1
	VPORQ        Z1, Z0, Z0
	VPMOVQW      Z0, X6

	// Sets of them.
	VPTESTMW     tables_near(CX), X4, K1
	VPSLLW       $2, X4, X4
	VPSRLW       $2, X4, X4                      // without that mark
	VMOVDQU      tables_kinds(CX), X13
	VPSHUFB      X4, X13, X12                    // kinds, in the lower bytes
	VPSHUFB      X6, X13, X13
	VMOVDQU      tables_far(CX), X10
	VMOVDQU16    tables_farOrClose(CX), K1, X10
	VMOVDQU      tables_victim(CX), X11
	VPTESTMW     X10, X12, K2                    // attackers
	VPTESTMW     X11, X12, K3                    // victims
	VPSHUFD      $0x1b, X12, X14                 // opposite rays change places
	VPTESTMW     X11, X14, K2, K4
	VPTESTMW     tables_sliders(CX), X12, K4, K4 // sliders that attack through the square
	VPTESTMW     tables_knight(CX), X13, K5
	VPTESTMW     X11, X13, K6
	VPSHUFD      $0x1b, X4, X5                   // opposite rays change places
	KMOVQ        K1, R10
	KMOVQ        K2, R11
	KMOVQ        K3, R12
	KMOVQ        K4, R13
	KMOVQ        K5, BX
	KMOVQ        K6, SI

	// The list.
	MOVBLZX      before+16(FP), AX
	VPXOR        Y8, Y8, Y8
	ANDL         $15, AX
	JEQ          appears
	OF
	AFTER
	JEQ          through
	OF
	JMP          done
appears:
	AFTER
	OF
	VPXOR        Y8, Y8, Y8                      // rays close
through:
	MOVL         R13, AX
	WORDS(X5)
	VPSLLD       $16, Y10, Y9
	WORDS(X4)
	VPOR         Y9, Y10, Y10
	VPOR         Y8, Y10, Y10
	APPEND
done:
	MOVQ         d+24(FP), DX
	MOVL         R9, (DX)
	VZEROUPPER
	RET
soft:
	JMP          ·softThreats(SB)
