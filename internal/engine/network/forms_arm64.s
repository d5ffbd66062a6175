//go:build arm64 && !purego

// The Go compiler has no vector instructions, and its assembler lacks the ones that widen signed numbers, which are spelled out here.
// changeVectors does what softChange in soft.go does, and so on.

#include "textflag.h"

#define SADDW(m, n, d) WORD $(0x0e201000 | m<<16 | n<<5 | d)   // d.H8 = n.H8 + the lower half of m.B16
#define SADDW2(m, n, d) WORD $(0x4e201000 | m<<16 | n<<5 | d)  // and with its upper half, as all names that end with 2
#define SSUBW(m, n, d) WORD $(0x0e203000 | m<<16 | n<<5 | d)
#define SSUBW2(m, n, d) WORD $(0x4e203000 | m<<16 | n<<5 | d)
#define SMULL(m, n, d) WORD $(0x0e20c000 | m<<16 | n<<5 | d)   // products of signed bytes
#define SMULL2(m, n, d) WORD $(0x4e20c000 | m<<16 | n<<5 | d)
#define UMULL(m, n, d) WORD $(0x2e20c000 | m<<16 | n<<5 | d)
#define UMULL2(m, n, d) WORD $(0x6e20c000 | m<<16 | n<<5 | d)
#define SQXTUN(n, d) WORD $(0x2e212800 | n<<5 | d)             // n.H8 as bytes, clamped to 0 to 255
#define SQXTUN2(n, d) WORD $(0x6e212800 | n<<5 | d)
#define SADALP(n, d) WORD $(0x4e606800 | n<<5 | d)             // d.S4 += sums of two neighbours of n.H8

// EACH does something with each row of a list, by the address of its tile in R10. It overwrites R2 and R3. R5 has the address of all rows, R9 the tile's offset
// within a row. A row has 1<<log bytes; some and next are the labels of the loop and of its end.
#define EACH(list, length, log, some, next, do) \
	MOVD length, R3;             \
	CBZ  R3, next;               \
	MOVD list, R2;               \
some:                            \
	MOVWU.P 4(R2), R10;          \
	LSL  $log, R10, R10;         \
	ADD  R5, R10, R10;           \
	ADD  R9, R10, R10;           \
	do;                          \
	SUBS $1, R3, R3;             \
	BNE  some;                   \
next:

// QUARTER adds or subtracts the next 32 of a tile's columns, TILE all 128, and WIDENED all 128 with weights of one byte.
#define QUARTER(op, a, b, c, d) \
	VLD1.P 64(R10), [V16.H8, V17.H8, V18.H8, V19.H8];  \
	op     V16.H8, a.H8, a.H8;   \
	op     V17.H8, b.H8, b.H8;   \
	op     V18.H8, c.H8, c.H8;   \
	op     V19.H8, d.H8, d.H8

#define TILE(op) \
	QUARTER(op, V0, V1, V2, V3);     \
	QUARTER(op, V4, V5, V6, V7);     \
	QUARTER(op, V8, V9, V10, V11);   \
	QUARTER(op, V12, V13, V14, V15)

#define WIDENED(op, op2) \
	VLD1.P 64(R10), [V16.B16, V17.B16, V18.B16, V19.B16];  \
	VLD1   (R10), [V20.B16, V21.B16, V22.B16, V23.B16];    \
	op(16, 0, 0);  op2(16, 1, 1);    \
	op(17, 2, 2);  op2(17, 3, 3);    \
	op(18, 4, 4);  op2(18, 5, 5);    \
	op(19, 6, 6);  op2(19, 7, 7);    \
	op(20, 8, 8);  op2(20, 9, 9);    \
	op(21, 10, 10);  op2(21, 11, 11);  \
	op(22, 12, 12);  op2(22, 13, 13);  \
	op(23, 14, 14);  op2(23, 15, 15)

// func changeVectors(to, from *Accumulator, squares *row, men rows, list *threatRow, threats rows)
//
//	V0 to V15  a tile of 128 columns    R8  its place in bytes of an accumulator
TEXT ·changeVectors(SB), NOSPLIT, $0-128
	MOVD to+0(FP), R0
	MOVD from+8(FP), R1
	MOVD $0, R8
tile:
	VLD1.P 64(R1), [V0.H8, V1.H8, V2.H8, V3.H8]
	VLD1.P 64(R1), [V4.H8, V5.H8, V6.H8, V7.H8]
	VLD1.P 64(R1), [V8.H8, V9.H8, V10.H8, V11.H8]
	VLD1.P 64(R1), [V12.H8, V13.H8, V14.H8, V15.H8]
	MOVD squares+16(FP), R5
	MOVD R8, R9
	EACH(men_plus_base+24(FP), men_plus_len+32(FP), 11, come, come_done, TILE(VADD))
	EACH(men_minus_base+48(FP), men_minus_len+56(FP), 11, go, go_done, TILE(VSUB))
	MOVD list+72(FP), R5
	LSR  $1, R8, R9
	EACH(threats_plus_base+80(FP), threats_plus_len+88(FP), 10, appear, appear_done, WIDENED(SADDW, SADDW2))
	EACH(threats_minus_base+104(FP), threats_minus_len+112(FP), 10, vanish, vanish_done, WIDENED(SSUBW, SSUBW2))
	VST1.P [V0.H8, V1.H8, V2.H8, V3.H8], 64(R0)
	VST1.P [V4.H8, V5.H8, V6.H8, V7.H8], 64(R0)
	VST1.P [V8.H8, V9.H8, V10.H8, V11.H8], 64(R0)
	VST1.P [V12.H8, V13.H8, V14.H8, V15.H8], 64(R0)
	ADD  $256, R8
	CMP  $2048, R8
	BNE  tile
	RET

// func replaceVectors(to, from, old, new *Accumulator)
TEXT ·replaceVectors(SB), NOSPLIT, $0-32
	MOVD to+0(FP), R0
	MOVD from+8(FP), R1
	MOVD old+16(FP), R2
	MOVD new+24(FP), R3
	MOVD $64, R4                             // 16 columns at a time that are left
next:
	VLD1.P 32(R1), [V0.H8, V1.H8]
	VLD1.P 32(R2), [V2.H8, V3.H8]
	VLD1.P 32(R3), [V4.H8, V5.H8]
	VSUB V2.H8, V0.H8, V0.H8
	VSUB V3.H8, V1.H8, V1.H8
	VADD V4.H8, V0.H8, V0.H8
	VADD V5.H8, V1.H8, V1.H8
	VST1.P [V0.H8, V1.H8], 32(R0)
	SUBS $1, R4, R4
	BNE  next
	RET

// HALF sets out to 16 inputs, of sums at R1 and at R3.
#define HALF(out) \
	VLD1.P 32(R1), [V0.H8, V1.H8];       \
	VLD1.P 32(R3), [V4.H8, V5.H8];       \ // 512 further on
	SQXTUN(0, 16);  SQXTUN2(1, 16);      \
	SQXTUN(4, 17);  SQXTUN2(5, 17);      \
	UMULL(17, 16, 18);                   \
	UMULL2(17, 16, 19);                  \
	VUZP2  V19.B16, V18.B16, out.B16;    \ // the upper bytes: products divided by 256
	VUSHR  $1, out.B16, out.B16

// FLAG sets a bit of R6 if a block is not 0. It overwrites R8.
#define FLAG(lane, bit) \
	VMOV lane, R8;                       \
	CMPW $0, R8;                         \
	CSET NE, R8;                         \
	ORR  R8<<bit, R6, R6

// func transformVectors(inputs *[Width / 2]uint8, sums *Accumulator) (low, high uint64)
TEXT ·transformVectors(SB), NOSPLIT, $0-32
	MOVD inputs+0(FP), R0
	MOVD sums+8(FP), R1
	ADD  $1024, R1, R3
	MOVD $32, R5                             // 16 inputs at a time that are left
	MOVD $0, R6                              // blocks that are not 0, from the highest bit
next:
	HALF(V20)
	VST1.P [V20.B16], 16(R0)
	LSR  $4, R6, R6
	FLAG(V20.S[0], 60)
	FLAG(V20.S[1], 61)
	FLAG(V20.S[2], 62)
	FLAG(V20.S[3], 63)
	SUB  $1, R5, R5
	CMP  $16, R5
	BNE  half
	MOVD R6, low+16(FP)
half:
	CBNZ R5, next
	MOVD R6, high+24(FP)
	RET

// BLOCK adds what a block of four inputs gives to four sums, by 16 weights.
#define BLOCK(weights, sums) \
	SMULL(weights, 16, 24);              \
	SMULL2(weights, 16, 25);             \
	VADDP  V25.H8, V24.H8, V24.H8;       \ // at most 2 * 127 * 128, which an int16 holds
	SADALP(24, sums)

// func layerVectors(sums *[layerWidth]int32, inputs []uint8, blocks []uint64, weights []block)
//
//	V0 to V7  the sums    R6  blocks that are left of a set of 64    R7  the lowest of them    R3  sets that are left, at first one or more
TEXT ·layerVectors(SB), NOSPLIT, $0-80
	MOVD sums+0(FP), R0
	MOVD inputs_base+8(FP), R1
	MOVD blocks_base+32(FP), R2
	MOVD blocks_len+40(FP), R3
	MOVD weights_base+56(FP), R4
	MOVD R0, R5
	VLD1.P 64(R5), [V0.S4, V1.S4, V2.S4, V3.S4]
	VLD1   (R5), [V4.S4, V5.S4, V6.S4, V7.S4]
blocks:
	MOVD.P 8(R2), R6
	CBZ  R6, done
block:
	RBIT R6, R7
	CLZ  R7, R7
	SUB  $1, R6, R8
	AND  R8, R6, R6
	ADD  R7<<2, R1, R8
	VLD1R (R8), [V16.S4]
	ADD  R7<<7, R4, R8
	VLD1.P 64(R8), [V17.B16, V18.B16, V19.B16, V20.B16]
	BLOCK(17, 0)
	BLOCK(18, 1)
	BLOCK(19, 2)
	BLOCK(20, 3)
	VLD1 (R8), [V17.B16, V18.B16, V19.B16, V20.B16]
	BLOCK(17, 4)
	BLOCK(18, 5)
	BLOCK(19, 6)
	BLOCK(20, 7)
	CBNZ R6, block
done:
	ADD  $(64*4), R1, R1
	ADD  $(64*128), R4, R4
	SUBS $1, R3, R3
	BNE  blocks
	VST1.P [V0.S4, V1.S4, V2.S4, V3.S4], 64(R0)
	VST1   [V4.S4, V5.S4, V6.S4, V7.S4], (R0)
	RET
