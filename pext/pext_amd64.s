//go:build amd64 && !purego

// The Go compiler has no PEXT; these are the lookups of pext.go around that one instruction.
// A processor without it jumps to the software form, which has the same arguments and results.

#include "textflag.h"

// LOOKUP sets out = table[entry.offset + PEXT(occ, entry.mask)]; at is 16 * sq, the place of the square's entry.
#define LOOKUP(entries, table, at, occ, out, base) \
	LEAQ  entries(SB), base;     \
	PEXTQ (base)(at*1), occ, out; \
	ADDQ  8(base)(at*1), out;    \
	LEAQ  table(SB), base;       \
	MOVQ  (base)(out*8), out

// func rook(sq int, occ uint64) uint64
TEXT ·rook(SB), NOSPLIT, $0-24
	CMPB ·hasPEXT(SB), $0
	JEQ  soft
	MOVQ sq+0(FP), AX
	MOVQ occ+8(FP), BX
	ANDL $63, AX
	SHLL $4, AX
	LOOKUP(·rookEntries, ·rookTable, AX, BX, CX, DX)
	MOVQ CX, ret+16(FP)
	RET
soft:
	JMP  ·softRook(SB)

// func bishop(sq int, occ uint64) uint64
TEXT ·bishop(SB), NOSPLIT, $0-24
	CMPB ·hasPEXT(SB), $0
	JEQ  soft
	MOVQ sq+0(FP), AX
	MOVQ occ+8(FP), BX
	ANDL $63, AX
	SHLL $4, AX
	LOOKUP(·bishopEntries, ·bishopTable, AX, BX, CX, DX)
	MOVQ CX, ret+16(FP)
	RET
soft:
	JMP  ·softBishop(SB)

// func both(sq int, occ uint64) (rookAttacks, bishopAttacks uint64)
TEXT ·both(SB), NOSPLIT, $0-32
	CMPB ·hasPEXT(SB), $0
	JEQ  soft
	MOVQ sq+0(FP), AX
	MOVQ occ+8(FP), BX
	ANDL $63, AX
	SHLL $4, AX
	LOOKUP(·rookEntries, ·rookTable, AX, BX, CX, DX)
	LOOKUP(·bishopEntries, ·bishopTable, AX, BX, SI, DI)
	MOVQ CX, rookAttacks+16(FP)
	MOVQ SI, bishopAttacks+24(FP)
	RET
soft:
	JMP  ·softBoth(SB)
