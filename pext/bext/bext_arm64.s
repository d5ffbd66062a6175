//go:build arm64 && linux && !purego

// The Go compiler has no BEXT; these are the lookups of bext.go around that one instruction.
// The software forms, for processors without it, have the same arguments and results.
//
//	R0  sq, then 16 * sq, the place of the square's entry    R4, R5  mask and offset, then the index
//	R2  entries                                              R6, R7  answers
//	R3  table                                                F0, F1  occ, and the mask, then the bits of occ that it selects

#include "textflag.h"

// SOFT jumps to the software form where there is no BEXT.
#define SOFT(form) \
	MOVBU ·hasBEXT(SB), R4; \
	CBNZ  R4, 2(PC);        \
	JMP   form(SB)

// ARGUMENTS loads the occupancy, and finds the place of the square's entry.
#define ARGUMENTS \
	MOVD  sq+0(FP), R0;   \
	MOVD  occ+8(FP), R1;  \
	AND   $63, R0, R0;    \
	LSL   $4, R0, R0;     \
	FMOVD R1, F0

// LOOKUP sets out = table[entry.offset + BEXT(occ, entry.mask)].
#define LOOKUP(entries, table, out) \
	MOVD  $entries(SB), R2; \
	MOVD  $table(SB), R3;   \
	ADD   R0, R2, R2;       \
	LDP   (R2), (R4, R5);   \
	FMOVD R4, F1;           \
	WORD  $0x45c1b001;      \ // BEXT Z1.D, Z0.D, Z1.D
	FMOVD F1, R4;           \
	ADD   R5, R4, R4;       \
	MOVD  (R3)(R4<<3), out

// func rook(sq int, occ uint64) uint64
TEXT ·rook(SB), NOSPLIT, $0-24
	SOFT(·softRook)
	ARGUMENTS
	LOOKUP(·rookEntries, ·rookTable, R6)
	MOVD R6, ret+16(FP)
	RET

// func bishop(sq int, occ uint64) uint64
TEXT ·bishop(SB), NOSPLIT, $0-24
	SOFT(·softBishop)
	ARGUMENTS
	LOOKUP(·bishopEntries, ·bishopTable, R6)
	MOVD R6, ret+16(FP)
	RET

// func both(sq int, occ uint64) (rookAttacks, bishopAttacks uint64)
TEXT ·both(SB), NOSPLIT, $0-32
	SOFT(·softBoth)
	ARGUMENTS
	LOOKUP(·rookEntries, ·rookTable, R6)
	LOOKUP(·bishopEntries, ·bishopTable, R7)
	MOVD R6, rookAttacks+16(FP)
	MOVD R7, bishopAttacks+24(FP)
	RET
