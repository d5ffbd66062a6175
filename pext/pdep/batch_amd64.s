//go:build amd64 && !purego

// The Go compiler has neither PEXT nor PDEP, and a call for each would cost more than the lookup; so the loops of batch.go are
// here, too. They are those of package pext, which explains them, around another lookup.
//
// Registers:
//	SI, BX  occ and sq of the next question
//	DI, DX  the place of its answer; DX is the bishop's place in bothBatch, and unused otherwise
//	CX      questions left
//	R8, R9, R10, R11  rookEntries, rookTable, bishopEntries, bishopTable
//	R12     sq of eight questions, a byte each
//	AX      32 * sq, the place of the square's entry
//	R13     occ, then the answer; R14 a second answer

#include "textflag.h"
#include "lookup_amd64.h"

// The questions. Each is about the square whose entry is at AX and the occupancy at at(SI).

#define ROOK(at) \
	MOVQ at(SI), R13;             /* occ */ \
	LOOKUP(R8, R9, AX, R13, R13); \
	MOVQ R13, at(DI)

#define BISHOP(at) \
	MOVQ at(SI), R13;               \
	LOOKUP(R10, R11, AX, R13, R13); \
	MOVQ R13, at(DI)

#define QUEEN(at) \
	MOVQ at(SI), R13;               \
	LOOKUP(R8, R9, AX, R13, R14);   \
	LOOKUP(R10, R11, AX, R13, R13); \
	ORQ  R13, R14;                  /* rook | bishop */ \
	MOVQ R14, at(DI)

#define BOTH(at) \
	MOVQ at(SI), R13;               \
	LOOKUP(R8, R9, AX, R13, R14);   \
	LOOKUP(R10, R11, AX, R13, R13); \
	MOVQ R14, at(DI);               \
	MOVQ R13, at(DX)

// OF rotates R12 so that the low six bits of its byte k are at bit 5, where they are 32 * sq: turn is 8k - 5 modulo 64.
#define OF(turn) \
	RORXQ $turn, R12, AX; /* 32 * sq, and other squares' bits */ \
	ANDL  $(63 << 5), AX

// LOOP answers CX questions: eight at a time, then the rest one by one.
#define LOOP(question) \
	LEAQ    ·rookEntries(SB), R8;    \
	LEAQ    ·rookTable(SB), R9;      \
	LEAQ    ·bishopEntries(SB), R10; \
	LEAQ    ·bishopTable(SB), R11;   \
	SUBQ    $8, CX;                  /* from here to rest, CX is what is left beyond eight */ \
	JLT     rest;                    \
eight: \
	MOVQ    (BX), R12;               /* eight squares */ \
	OF(59); question(0);             \
	OF(3); question(8);              \
	OF(11); question(16);            \
	OF(19); question(24);            \
	OF(27); question(32);            \
	OF(35); question(40);            \
	OF(43); question(48);            \
	OF(51); question(56);            \
	ADDQ    $8, BX;                  \
	ADDQ    $64, SI;                 \
	ADDQ    $64, DI;                 \
	ADDQ    $64, DX;                 \
	SUBQ    $8, CX;                  \
	JGE     eight;                   \
rest: \
	ADDQ    $8, CX;                  \
	JEQ     done;                    \
one: \
	MOVBLZX (BX), R12;               /* one square */ \
	OF(59); question(0);             \
	ADDQ    $1, BX;                  \
	ADDQ    $8, SI;                  \
	ADDQ    $8, DI;                  \
	ADDQ    $8, DX;                  \
	SUBQ    $1, CX;                  \
	JNE     one;                     \
done: \
	RET

// func rookBatch(dst, occ []uint64, sq []uint8)
TEXT ·rookBatch(SB), NOSPLIT, $0-72
	SOFT(·softRookBatch)
	MOVQ dst_base+0(FP), DI
	MOVQ occ_base+24(FP), SI
	MOVQ sq_base+48(FP), BX
	MOVQ sq_len+56(FP), CX
	LOOP(ROOK)

// func bishopBatch(dst, occ []uint64, sq []uint8)
TEXT ·bishopBatch(SB), NOSPLIT, $0-72
	SOFT(·softBishopBatch)
	MOVQ dst_base+0(FP), DI
	MOVQ occ_base+24(FP), SI
	MOVQ sq_base+48(FP), BX
	MOVQ sq_len+56(FP), CX
	LOOP(BISHOP)

// func queenBatch(dst, occ []uint64, sq []uint8)
TEXT ·queenBatch(SB), NOSPLIT, $0-72
	SOFT(·softQueenBatch)
	MOVQ dst_base+0(FP), DI
	MOVQ occ_base+24(FP), SI
	MOVQ sq_base+48(FP), BX
	MOVQ sq_len+56(FP), CX
	LOOP(QUEEN)

// func bothBatch(rook, bishop, occ []uint64, sq []uint8)
TEXT ·bothBatch(SB), NOSPLIT, $0-96
	SOFT(·softBothBatch)
	MOVQ rook_base+0(FP), DI
	MOVQ bishop_base+24(FP), DX
	MOVQ occ_base+48(FP), SI
	MOVQ sq_base+72(FP), BX
	MOVQ sq_len+80(FP), CX
	LOOP(BOTH)
