//go:build arm64 && !purego

// The Go compiler has no vector instructions; these are the lanes of dualneon.go.
//
//	R0  sq           R4..R6  rook's or only answer, bishop's answer, scratch      V0, V1  lines of rook and bishop, then their attacks
//	R1  occ          R7, R8  places of the answers                                V2, V3  mirrored lines
//	R2  the table    R9      questions left                                       V4, V5  occ, and reversed
//	R3  scratch      R10     the next square                                      V6, V7  b, and reversed
//	                 R11     the next occ                                         V8, V9  up, for rook and bishop

#include "textflag.h"

// BOARD brings the board and b into both lanes, and both reversed. It leaves the addresses of the square's lines, and of the opposite
// square's, in R3 and R6.
#define BOARD \
	AND  $63, R0, R0;   \
	EOR  $63, R0, R6;   /* the square opposite */ \
	ADD  R0<<5, R2, R3; \
	ADD  R6<<5, R2, R6; \
	RBIT R1, R5;        \
	VDUP R1, V4.D2;     \
	VDUP R5, V5.D2;     \
	MOVD $1, R4;        \
	LSL  R0, R4, R4;    \
	RBIT R4, R5;        \
	VDUP R4, V6.D2;     \
	VDUP R5, V7.D2

// ATTACKS replaces lines by the attacks on them.
#define ATTACKS(line, mirrored, up) \
	VAND   line.B16, V4.B16, up.B16;           \
	VAND   mirrored.B16, V5.B16, mirrored.B16; \
	VSUB   V6.D2, up.D2, up.D2;                \
	VSUB   V7.D2, mirrored.D2, mirrored.D2;    /* down */ \
	VRBIT  mirrored.B16, mirrored.B16;         \
	VREV64 mirrored.B16, mirrored.B16;         /* reversed */ \
	VEOR   up.B16, mirrored.B16, mirrored.B16; \
	VAND   line.B16, mirrored.B16, line.B16

// ROOK sets R4 to the attacks of a rook, and BISHOP to those of a bishop.
#define ROOK \
	BOARD;                        \
	VLD1  (R3), [V0.D2];          \
	VLD1  (R6), [V2.D2];          \
	ATTACKS(V0, V2, V8);          \
	VADDP V0.D2, V0.D2, V0.D2;    \
	VMOV  V0.D[0], R4

#define BISHOP \
	BOARD;                        \
	ADD   $16, R3, R3;            \
	ADD   $16, R6, R6;            \
	VLD1  (R3), [V1.D2];          \
	VLD1  (R6), [V3.D2];          \
	ATTACKS(V1, V3, V9);          \
	VADDP V1.D2, V1.D2, V1.D2;    \
	VMOV  V1.D[0], R4

// LANES sets V0 and V1 to the attacks of rook and bishop.
#define LANES \
	BOARD;                        \
	VLD1 (R3), [V0.D2, V1.D2];    \
	VLD1 (R6), [V2.D2, V3.D2];    \
	ATTACKS(V0, V2, V8);          \
	ATTACKS(V1, V3, V9)

// QUEEN sets R4 to the attacks of a queen.
#define QUEEN \
	LANES;                        \
	VORR  V1.B16, V0.B16, V0.B16; \
	VADDP V0.D2, V0.D2, V0.D2;    \
	VMOV  V0.D[0], R4

// BOTH sets R4 and R5 to the attacks of a rook and of a bishop.
#define BOTH \
	LANES;                        \
	VADDP V1.D2, V0.D2, V0.D2;    \
	VMOV  V0.D[0], R4;            \
	VMOV  V0.D[1], R5

// ARGUMENTS loads the arguments of one question, and BATCH those of a batch.
#define ARGUMENTS \
	MOVD sq+0(FP), R0;       \
	MOVD occ+8(FP), R1;      \
	MOVD $·entries(SB), R2

#define BATCH \
	MOVD dst_base+0(FP), R7;   \
	MOVD dst_len+8(FP), R9;    \
	MOVD occ_base+24(FP), R11; \
	MOVD sq_base+48(FP), R10

// func rook(sq int, occ uint64) uint64
TEXT ·rook(SB), NOSPLIT, $0-24
	ARGUMENTS
	ROOK
	MOVD R4, ret+16(FP)
	RET

// func bishop(sq int, occ uint64) uint64
TEXT ·bishop(SB), NOSPLIT, $0-24
	ARGUMENTS
	BISHOP
	MOVD R4, ret+16(FP)
	RET

// func queen(sq int, occ uint64) uint64
TEXT ·queen(SB), NOSPLIT, $0-24
	ARGUMENTS
	QUEEN
	MOVD R4, ret+16(FP)
	RET

// func both(sq int, occ uint64) (rook, bishop uint64)
TEXT ·both(SB), NOSPLIT, $0-32
	ARGUMENTS
	BOTH
	MOVD R4, rook+16(FP)
	MOVD R5, bishop+24(FP)
	RET

// LOOP answers R9 questions, one at a time.
#define LOOP(answer, put) \
	MOVD    $·entries(SB), R2; \
	CBZ     R9, done;          \
next: \
	MOVBU.P 1(R10), R0;        \
	MOVD.P  8(R11), R1;        \
	answer;                    \
	put;                       \
	SUBS    $1, R9, R9;        \
	BNE     next;              \
done: \
	RET

#define PUT(answer, at) MOVD.P answer, 8(at)

#define PUT_BOTH \
	PUT(R4, R7); \
	PUT(R5, R8)

// func rookBatch(dst, occ []uint64, sq []uint8)
TEXT ·rookBatch(SB), NOSPLIT, $0-72
	BATCH
	LOOP(ROOK, PUT(R4, R7))

// func bishopBatch(dst, occ []uint64, sq []uint8)
TEXT ·bishopBatch(SB), NOSPLIT, $0-72
	BATCH
	LOOP(BISHOP, PUT(R4, R7))

// func queenBatch(dst, occ []uint64, sq []uint8)
TEXT ·queenBatch(SB), NOSPLIT, $0-72
	BATCH
	LOOP(QUEEN, PUT(R4, R7))

// func bothBatch(rook, bishop, occ []uint64, sq []uint8)
TEXT ·bothBatch(SB), NOSPLIT, $0-96
	MOVD rook_base+0(FP), R7
	MOVD bishop_base+24(FP), R8
	MOVD rook_len+8(FP), R9
	MOVD occ_base+48(FP), R11
	MOVD sq_base+72(FP), R10
	LOOP(BOTH, PUT_BOTH)
