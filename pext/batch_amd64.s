//go:build amd64 && !purego

// The Go compiler has no PEXT, and a call for each PEXT would cost more than the lookup; so the loops of batch.go are here, too.
//
// Registers:
//	SI, BX  occ and sq of the next question
//	DI, DX  the place of its answer; DX is the bishop's place in bothBatch, and unused otherwise
//	CX      questions left
//	R8, R9, R10, R11  rookEntries, rookTable, bishopEntries, bishopTable
//	R12     sq of eight questions, a byte each
//	AX      16 * sq, the place of the square's entry
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
	MOVQ at(SI), R13;             \
	LOOKUP(R8, R9, AX, R13, R14); \
	INDEX(R10, AX, R13, R13);     \
	ORQ  (R11)(R13*8), R14;       /* rook | bishop */ \
	MOVQ R14, at(DI)

#define BOTH(at) \
	MOVQ at(SI), R13;               \
	LOOKUP(R8, R9, AX, R13, R14);   \
	LOOKUP(R10, R11, AX, R13, R13); \
	MOVQ R14, at(DI);               \
	MOVQ R13, at(DX)

// OF rotates R12 so that the low six bits of its byte k are at bit 4, where they are 16 * sq: turn is 8k - 4 modulo 64.
// Loading, masking and shifting each byte instead takes 1.2 times as long, unrolled or not; four squares at a time instead of
// eight, 1.04 times (rooks, trials on Zen 3).
#define OF(turn) \
	RORXQ $turn, R12, AX; /* 16 * sq, and other squares' bits */ \
	ANDL  $(63 << 4), AX

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
	OF(60); question(0);             \
	OF(4); question(8);              \
	OF(12); question(16);            \
	OF(20); question(24);            \
	OF(28); question(32);            \
	OF(36); question(40);            \
	OF(44); question(48);            \
	OF(52); question(56);            \
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
	OF(60); question(0);             \
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
