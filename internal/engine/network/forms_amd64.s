//go:build amd64 && !purego

// The Go compiler has no vector instructions. changeVectors does what softChange in soft.go does, and so on.

#include "textflag.h"

// EACH does something with each row of a list, by its address in R10. It overwrites AX and BX. CX has the address of all rows, and R9 the tile's first column.
//
//	log         a row has 1<<log bytes
//	some, next  the labels of the loop and of its end
#define EACH(list, length, log, some, next, do) \
	MOVQ  length, BX;      \
	TESTQ BX, BX;          \
	JZ    next;            \
	MOVQ  list, AX;        \
some:                      \
	MOVL  (AX), R10;       \
	SHLQ  $log, R10;       \
	ADDQ  CX, R10;         \
	do;                    \
	ADDQ  $4, AX;          \
	DECQ  BX;              \
	JNZ   some;            \
next:

// TILE adds or subtracts 128 columns of the row at R10.
#define TILE(op) \
	op 0(R10)(R9*2), Y0, Y0;    \
	op 32(R10)(R9*2), Y1, Y1;   \
	op 64(R10)(R9*2), Y2, Y2;   \
	op 96(R10)(R9*2), Y3, Y3;   \
	op 128(R10)(R9*2), Y4, Y4;  \
	op 160(R10)(R9*2), Y5, Y5;  \
	op 192(R10)(R9*2), Y6, Y6;  \
	op 224(R10)(R9*2), Y7, Y7

// WIDENED is TILE for weights of one byte.
#define WIDENED(op) \
	VPMOVSXBW 0(R10)(R9*1), Y8;     \
	VPMOVSXBW 16(R10)(R9*1), Y9;    \
	VPMOVSXBW 32(R10)(R9*1), Y10;   \
	VPMOVSXBW 48(R10)(R9*1), Y11;   \
	VPMOVSXBW 64(R10)(R9*1), Y12;   \
	VPMOVSXBW 80(R10)(R9*1), Y13;   \
	VPMOVSXBW 96(R10)(R9*1), Y14;   \
	VPMOVSXBW 112(R10)(R9*1), Y15;  \
	op Y8, Y0, Y0;   \
	op Y9, Y1, Y1;   \
	op Y10, Y2, Y2;  \
	op Y11, Y3, Y3;  \
	op Y12, Y4, Y4;  \
	op Y13, Y5, Y5;  \
	op Y14, Y6, Y6;  \
	op Y15, Y7, Y7

// func changeVectors(to, from *Accumulator, squares *row, men rows, list *threatRow, threats rows)
//
//	Y0 to Y7  a tile of 128 columns
TEXT ·changeVectors(SB), NOSPLIT, $0-128
	MOVQ    to+0(FP), DI
	MOVQ    from+8(FP), SI
	XORL    R9, R9
tile:
	VMOVDQU 0(SI)(R9*2), Y0
	VMOVDQU 32(SI)(R9*2), Y1
	VMOVDQU 64(SI)(R9*2), Y2
	VMOVDQU 96(SI)(R9*2), Y3
	VMOVDQU 128(SI)(R9*2), Y4
	VMOVDQU 160(SI)(R9*2), Y5
	VMOVDQU 192(SI)(R9*2), Y6
	VMOVDQU 224(SI)(R9*2), Y7
	MOVQ    squares+16(FP), CX
	EACH(men_plus_base+24(FP), men_plus_len+32(FP), 11, come, come_done, TILE(VPADDW))
	EACH(men_minus_base+48(FP), men_minus_len+56(FP), 11, go, go_done, TILE(VPSUBW))
	MOVQ    list+72(FP), CX
	EACH(threats_plus_base+80(FP), threats_plus_len+88(FP), 10, appear, appear_done, WIDENED(VPADDW))
	EACH(threats_minus_base+104(FP), threats_minus_len+112(FP), 10, vanish, vanish_done, WIDENED(VPSUBW))
	VMOVDQU Y0, 0(DI)(R9*2)
	VMOVDQU Y1, 32(DI)(R9*2)
	VMOVDQU Y2, 64(DI)(R9*2)
	VMOVDQU Y3, 96(DI)(R9*2)
	VMOVDQU Y4, 128(DI)(R9*2)
	VMOVDQU Y5, 160(DI)(R9*2)
	VMOVDQU Y6, 192(DI)(R9*2)
	VMOVDQU Y7, 224(DI)(R9*2)
	ADDQ    $128, R9
	CMPQ    R9, $1024
	JB      tile
	VZEROUPPER
	RET

// func replaceVectors(to, from, old, new *Accumulator)
TEXT ·replaceVectors(SB), NOSPLIT, $0-32
	MOVQ    to+0(FP), DI
	MOVQ    from+8(FP), SI
	MOVQ    old+16(FP), DX
	MOVQ    new+24(FP), CX
	XORL    R9, R9
next:
	VMOVDQU (SI)(R9*1), Y0
	VMOVDQU 32(SI)(R9*1), Y1
	VPSUBW  (DX)(R9*1), Y0, Y0
	VPSUBW  32(DX)(R9*1), Y1, Y1
	VPADDW  (CX)(R9*1), Y0, Y0
	VPADDW  32(CX)(R9*1), Y1, Y1
	VMOVDQU Y0, (DI)(R9*1)
	VMOVDQU Y1, 32(DI)(R9*1)
	ADDQ    $64, R9
	CMPQ    R9, $2048
	JB      next
	VZEROUPPER
	RET

// func transformVectors(inputs *[Width / 2]uint8, sums *Accumulator) (low, high uint64)
//
//	Y12  0    Y13  255, the largest sum that counts
TEXT ·transformVectors(SB), NOSPLIT, $0-32
	MOVQ         inputs+0(FP), DI
	MOVQ         sums+8(FP), SI
	VPXOR        Y12, Y12, Y12
	VPCMPEQW     Y13, Y13, Y13
	VPSRLW       $8, Y13, Y13
	XORL         R9, R9                     // the first input of 32
	LEAQ         low+16(FP), R11            // low and high, byte by byte: 32 inputs are 8 blocks
next:
	VMOVDQU      0(SI)(R9*2), Y0
	VMOVDQU      32(SI)(R9*2), Y1
	VMOVDQU      1024(SI)(R9*2), Y2
	VMOVDQU      1056(SI)(R9*2), Y3
	VPMINSW      Y13, Y0, Y0
	VPMINSW      Y13, Y1, Y1
	VPMINSW      Y13, Y2, Y2
	VPMINSW      Y13, Y3, Y3
	VPMAXSW      Y12, Y0, Y0
	VPMAXSW      Y12, Y1, Y1
	VPSLLW       $7, Y0, Y0                 // the upper half of this product is the product divided by 512
	VPSLLW       $7, Y1, Y1
	VPMULHW      Y2, Y0, Y0
	VPMULHW      Y3, Y1, Y1
	VPACKUSWB    Y1, Y0, Y0                 // what is negative becomes 0
	VPERMQ       $0xd8, Y0, Y0              // lanes pack each by itself
	VMOVDQU      Y0, (DI)(R9*1)
	VPCMPEQD     Y12, Y0, Y0
	VMOVMSKPS    Y0, AX                     // blocks of four that are 0
	NOTL         AX
	MOVB         AX, (R11)
	INCQ         R11
	ADDQ         $32, R9
	CMPQ         R9, $512
	JB           next
	VZEROUPPER
	RET

// BLOCK adds what the lowest block of R8, of four inputs and 128 bytes of weights, gives to the 32 sums in four registers, and takes it out of R8. A
// product of an input and a weight is at most 127 * 128, so two of them are no more than an int16 holds.
#define BLOCK(a, b, c, d) \
	BSFQ         R8, AX;                        \
	LEAQ         -1(R8), R10;                   \
	ANDQ         R10, R8;                       \
	VPBROADCASTD (SI)(AX*4), Y8;                \
	SHLQ         $7, AX;                        \
	VPMADDUBSW   0(DX)(AX*1), Y8, Y9;           \
	VPMADDUBSW   32(DX)(AX*1), Y8, Y10;         \
	VPMADDUBSW   64(DX)(AX*1), Y8, Y11;         \
	VPMADDUBSW   96(DX)(AX*1), Y8, Y12;         \
	VPMADDWD     Y15, Y9, Y9;                   \
	VPMADDWD     Y15, Y10, Y10;                 \
	VPMADDWD     Y15, Y11, Y11;                 \
	VPMADDWD     Y15, Y12, Y12;                 \
	VPADDD       Y9, a, a;                      \
	VPADDD       Y10, b, b;                     \
	VPADDD       Y11, c, c;                     \
	VPADDD       Y12, d, d

// func layerVectors(sums *[layerWidth]int32, inputs []uint8, blocks []uint64, weights []block)
//
//	Y0 to Y3  the sums    Y4 to Y7  those of every other block    Y15  ones    R8  blocks that are left of a set of 64    R9  sets that are left, at first one or more
TEXT ·layerVectors(SB), NOSPLIT, $0-80
	MOVQ     sums+0(FP), DI
	MOVQ     inputs_base+8(FP), SI
	MOVQ     blocks_base+32(FP), CX
	MOVQ     blocks_len+40(FP), R9
	MOVQ     weights_base+56(FP), DX
	VPCMPEQW Y15, Y15, Y15
	VPSRLW   $15, Y15, Y15
	VMOVDQU  0(DI), Y0
	VMOVDQU  32(DI), Y1
	VMOVDQU  64(DI), Y2
	VMOVDQU  96(DI), Y3
	VPXOR    Y4, Y4, Y4
	VPXOR    Y5, Y5, Y5
	VPXOR    Y6, Y6, Y6
	VPXOR    Y7, Y7, Y7
blocks:
	MOVQ     (CX), R8
	TESTQ    R8, R8
	JZ       done
block:
	BLOCK(Y0, Y1, Y2, Y3)
	TESTQ    R8, R8
	JZ       done
	BLOCK(Y4, Y5, Y6, Y7)
	TESTQ    R8, R8
	JNZ      block
done:
	ADDQ     $8, CX
	ADDQ     $(64*4), SI
	ADDQ     $(64*128), DX
	DECQ     R9
	JNZ      blocks
	VPADDD   Y4, Y0, Y0
	VPADDD   Y5, Y1, Y1
	VPADDD   Y6, Y2, Y2
	VPADDD   Y7, Y3, Y3
	VMOVDQU  Y0, 0(DI)
	VMOVDQU  Y1, 32(DI)
	VMOVDQU  Y2, 64(DI)
	VMOVDQU  Y3, 96(DI)
	VZEROUPPER
	RET
