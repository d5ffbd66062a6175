//go:build amd64 && !purego

// The Go compiler has no vector instructions, so the loops over eight questions at a time are here.
//
// Registers:
//	SI, BX    occ and sq of the next question
//	DI, DX    the place of its answer; DX is the bishop's place in bothBatch
//	CX        questions left
//	R8, R9    rookTable, bishopTable
//	Z0, Z1    occ and sq
//	Z2..Z4    mask, factor and place of the square, then scratch
//	Z5, Z6    the attacks of a rook or queen, and of a bishop
//	Z8..Z19   of each 16 rook masks, factors and places the first eight
//	Z20..Z31  of each 16 bishop masks, factors and places the first eight
//	K1        in the end of a batch: the questions that are left
//	K2        the words that a gather still has to read
//	K3        the squares with bit 4
//	K4..K7    the squares 48 to 63, 0 to 15, 16 to 31, 32 to 47

#include "go_asm.h"
#include "textflag.h"

// QUARTERS sets K4 to K7 to the squares in each quarter of the board.
#define QUARTERS \
	VPTESTMQ.BCST  ·constants+0(SB), Z1, K3;  \ // bit 4
	VPTESTMQ.BCST  ·constants+8(SB), Z1, K4;  \ // bit 5
	VPTESTNMQ.BCST ·constants+16(SB), Z1, K5; \ // neither: 0 to 15
	KANDNB         K3, K4, K6;                \ // bit 4 only: 16 to 31
	KANDNB         K4, K3, K7;                \ // bit 5 only: 32 to 47
	KANDB          K3, K4, K4                   // both: 48 to 63

// OF_SQUARE sets out to the square's one of 64 values. A permutation picks one of 16 by the low four bits of sq, and
// leaves the squares of the other quarters for the other three permutations.
#define OF_SQUARE(values, v0, v16, v32, v48, out) \
	VMOVDQA64 Z1, out;                   \
	VPERMI2Q  values+64(SB), v0, K5, out;   \
	VPERMI2Q  values+192(SB), v16, K6, out; \
	VPERMI2Q  values+320(SB), v32, K7, out; \
	VPERMI2Q  values+448(SB), v48, K4, out

// GATHER sets out to table[offset + (occ & Z2 * Z3) >> shift], Z2 the mask, Z3 the factor and Z4 the place.
#define GATHER(table, out) \
	VPANDQ      Z0, Z2, Z2;                  \ // occ & mask
	VPMULLQ     Z3, Z2, Z2;                  \ // times factor
	VPANDQ.BCST ·constants+24(SB), Z4, Z3;   \ // shift
	VPSRLVQ     Z3, Z2, Z2;                  \ // the product's highest bits
	VPSRLQ      $const_shiftBits, Z4, Z4;        \ // offset
	VPADDQ      Z4, Z2, Z2;                  \ // index
	KXNORB      K5, K5, K2;                  \ // all of them; of K2 itself it would wait for the last gather
	VPXORQ      out, out, out;               \ // so that out does not wait for its old value
	VPGATHERQQ  (table)(Z2*8), K2, out

// ROOK_ATTACKS sets Z5 to the rook's attacks.
#define ROOK_ATTACKS \
	OF_SQUARE(·rookMasks, Z8, Z9, Z10, Z11, Z2);    \
	OF_SQUARE(·rookFactors, Z12, Z13, Z14, Z15, Z3); \
	OF_SQUARE(·rookPlaces, Z16, Z17, Z18, Z19, Z4);  \
	GATHER(R8, Z5)

// BISHOP_ATTACKS sets Z6 to the bishop's attacks.
#define BISHOP_ATTACKS \
	OF_SQUARE(·bishopMasks, Z20, Z21, Z22, Z23, Z2);   \
	OF_SQUARE(·bishopFactors, Z24, Z25, Z26, Z27, Z3); \
	OF_SQUARE(·bishopPlaces, Z28, Z29, Z30, Z31, Z4);  \
	GATHER(R9, Z6)

#define ROOK \
	QUARTERS;   \
	ROOK_ATTACKS

#define BISHOP \
	QUARTERS;     \
	BISHOP_ATTACKS

#define BOTH \
	QUARTERS;      \
	ROOK_ATTACKS;  \
	BISHOP_ATTACKS

#define QUEEN \
	BOTH;           \
	VPORQ Z6, Z5, Z5

// VALUES loads of each 16 values the first eight.
#define VALUES(values, v0, v16, v32, v48) \
	VMOVDQU64 values+0(SB), v0;    \
	VMOVDQU64 values+128(SB), v16; \
	VMOVDQU64 values+256(SB), v32; \
	VMOVDQU64 values+384(SB), v48

#define ROOK_VALUES \
	LEAQ ·rookTable(SB), R8;                 \
	VALUES(·rookMasks, Z8, Z9, Z10, Z11);      \
	VALUES(·rookFactors, Z12, Z13, Z14, Z15);  \
	VALUES(·rookPlaces, Z16, Z17, Z18, Z19)

#define BISHOP_VALUES \
	LEAQ ·bishopTable(SB), R9;                 \
	VALUES(·bishopMasks, Z20, Z21, Z22, Z23);    \
	VALUES(·bishopFactors, Z24, Z25, Z26, Z27);  \
	VALUES(·bishopPlaces, Z28, Z29, Z30, Z31)

#define QUEEN_VALUES \
	ROOK_VALUES;  \
	BISHOP_VALUES

// LOOP answers CX questions: it computes eight answers at a time and stores them, in the end as many as are left.
#define LOOP(values, answers, putEight, putRest) \
	values;                    \
	SUBQ        $8, CX;        \
	JLT         rest;          \
eight: \
	VMOVDQU64   (SI), Z0;      \
	VPMOVZXBQ   (BX), Z1;      \
	answers;                   \
	putEight;                  \
	ADDQ        $64, SI;       \
	ADDQ        $8, BX;        \
	ADDQ        $64, DI;       \
	ADDQ        $64, DX;       \
	SUBQ        $8, CX;        \
	JGE         eight;         \
rest: \
	ADDQ        $8, CX;        \
	JEQ         done;          \
	MOVL        $-1, AX;       \
	SHLL        CX, AX;        \
	NOTL        AX;            \
	KMOVW       AX, K1;        \ // 1 << CX - 1
	VMOVDQU64.Z (SI), K1, Z0;  \ // does not touch what K1 leaves out; the same below
	VMOVDQU8.Z  (BX), K1, X1;  \ // the next alone would do, but in Bochs 2.7 it touches all eight
	VPMOVZXBQ   X1, Z1;        \
	answers;                   \
	putRest;                   \
done: \
	VZEROUPPER;                \
	RET

#define PUT_EIGHT(attacks, at) VMOVDQU64 attacks, (at)
#define PUT_REST(attacks, at) VMOVDQU64 attacks, K1, (at)

// func rookBatch(dst, occ []uint64, sq []uint8)
TEXT ·rookBatch(SB), NOSPLIT, $0-72
	MOVQ dst_base+0(FP), DI
	MOVQ occ_base+24(FP), SI
	MOVQ sq_base+48(FP), BX
	MOVQ sq_len+56(FP), CX
	LOOP(ROOK_VALUES, ROOK, PUT_EIGHT(Z5, DI), PUT_REST(Z5, DI))

// func bishopBatch(dst, occ []uint64, sq []uint8)
TEXT ·bishopBatch(SB), NOSPLIT, $0-72
	MOVQ dst_base+0(FP), DI
	MOVQ occ_base+24(FP), SI
	MOVQ sq_base+48(FP), BX
	MOVQ sq_len+56(FP), CX
	LOOP(BISHOP_VALUES, BISHOP, PUT_EIGHT(Z6, DI), PUT_REST(Z6, DI))

// func queenBatch(dst, occ []uint64, sq []uint8)
TEXT ·queenBatch(SB), NOSPLIT, $0-72
	MOVQ dst_base+0(FP), DI
	MOVQ occ_base+24(FP), SI
	MOVQ sq_base+48(FP), BX
	MOVQ sq_len+56(FP), CX
	LOOP(QUEEN_VALUES, QUEEN, PUT_EIGHT(Z5, DI), PUT_REST(Z5, DI))

#define PUT_EIGHT_OF_BOTH \
	PUT_EIGHT(Z5, DI); \
	PUT_EIGHT(Z6, DX)

#define PUT_REST_OF_BOTH \
	PUT_REST(Z5, DI); \
	PUT_REST(Z6, DX)

// func bothBatch(rook, bishop, occ []uint64, sq []uint8)
TEXT ·bothBatch(SB), NOSPLIT, $0-96
	MOVQ rook_base+0(FP), DI
	MOVQ bishop_base+24(FP), DX
	MOVQ occ_base+48(FP), SI
	MOVQ sq_base+72(FP), BX
	MOVQ sq_len+80(FP), CX
	LOOP(QUEEN_VALUES, BOTH, PUT_EIGHT_OF_BOTH, PUT_REST_OF_BOTH)
