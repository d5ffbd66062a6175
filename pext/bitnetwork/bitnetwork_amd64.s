//go:build amd64 && !purego

// The Go compiler has neither vector instructions nor PEXT and PDEP; these are the lookups of bitnetwork.go with all
// neurons of a network in one register. The software forms, for processors without these instructions, have the same
// arguments and results.
//
//	AX  32 * sq, the weights, neurons that fire     Y0  the input, in all words
//	BX  occ, then the input                         Y1  bits that differ, lower nibbles, neurons that fire
//	CX  outputs left                                Y2  upper nibbles
//	DX  the outputs, 1 for no                       Y3  the number of bits in a nibble
//	SI  the weights of the output to come           Y4  the mask of a nibble
//	R8  the square's entry                          Y5  the threshold of a neuron

#include "go_asm.h"
#include "textflag.h"

// SOFT jumps to the software form if the processor lacks the instructions. From GOAMD64=v3 on the build promises them.
#ifdef GOAMD64_v3
#define ALL_ARE_THERE
#endif
#ifdef GOAMD64_v4
#define ALL_ARE_THERE
#endif
#ifdef ALL_ARE_THERE
#define SOFT(form)
#else
#define SOFT(form) \
	CMPB ·hasAVX2(SB), $0; \
	JNE  2(PC);            \
	JMP  form(SB)
#endif

// NETWORKS asks a network of 32 bytes for each square on the lines, the last one first, so that its output becomes the highest bit.
#define NETWORKS(entries, weights) \
	MOVQ           sq+0(FP), AX;                     \
	MOVQ           occ+8(FP), BX;                    \
	ANDL           $63, AX;                          \
	SHLL           $5, AX;                           \
	LEAQ           entries(SB), R8;                  \
	ADDQ           AX, R8;                           \
	PEXTQ          entry_mask(R8), BX, BX;           \ // input = PEXT(occ, mask)
	VMOVD          BX, X0;                           \
	VPBROADCASTW   X0, Y0;                           \
	VBROADCASTI128 ·constants+0(SB), Y3;             \
	VBROADCASTI128 ·constants+16(SB), Y4;            \
	VBROADCASTI128 ·constants+32(SB), Y5;            \
	MOVQ           entry_outputs(R8), CX;            \
	MOVQ           entry_first(R8), SI;              \
	LEAQ           -1(SI)(CX*1), SI;                 \ // the last network
	SHLQ           $5, SI;                           \
	LEAQ           weights(SB), AX;                  \
	ADDQ           AX, SI;                           \
	XORL           DX, DX;                           \
output: \
	VPXOR          (SI), Y0, Y1;                     \ // input ^ weights
	VPSRLW         $4, Y1, Y2;                       \
	VPAND          Y4, Y1, Y1;                       \
	VPAND          Y4, Y2, Y2;                       \
	VPSHUFB        Y1, Y3, Y1;                       \ // bits in the lower nibbles
	VPSHUFB        Y2, Y3, Y2;                       \ // and in the upper ones
	VPADDB         Y2, Y1, Y1;                       \ // popcount(...)
	VPCMPGTB       Y1, Y5, Y1;                       \ // popcount(...) < 4
	VPMOVMSKB      Y1, AX;                           \
	POPCNTL        AX, AX;                           \ // how many neurons fire
	CMPL           AX, $17;                          \ // carry if not more than 16 do
	ADCQ           DX, DX;                           \
	SUBQ           $32, SI;                          \
	SUBQ           $1, CX;                           \
	JNE            output;                           \
	NOTQ           DX;                               \ // outputs; PDEP drops the higher bits
	PDEPQ          entry_lines(R8), DX, DX;          \ // PDEP(outputs, lines)
	MOVQ           DX, ret+16(FP);                   \
	VZEROUPPER;                                      \
	RET

// func rook(sq int, occ uint64) uint64
TEXT ·rook(SB), NOSPLIT, $0-24
	SOFT(·softRook)
	NETWORKS(·rookEntries, ·rookWeights)

// func bishop(sq int, occ uint64) uint64
TEXT ·bishop(SB), NOSPLIT, $0-24
	SOFT(·softBishop)
	NETWORKS(·bishopEntries, ·bishopWeights)
