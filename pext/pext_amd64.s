//go:build amd64 && !purego

// The Go compiler has no PEXT; these are the lookups of pext.go around that one instruction.
// The software forms, where there is none, have the same arguments and results.

#include "textflag.h"

// SOFT jumps to the software form where there is no PEXT. From GOAMD64=v3 on there always is, and leaving out the question
// saves an eighth of an independent bishop lookup (Intel Xeon with AMX).
#ifdef GOAMD64_v3
#define PEXT_IS_THERE
#endif
#ifdef GOAMD64_v4
#define PEXT_IS_THERE
#endif
#ifdef PEXT_IS_THERE
#define SOFT(form)
#else
#define SOFT(form) \
	CMPB ·hasPEXT(SB), $0; \
	JNE  2(PC);            \
	JMP  form(SB)
#endif

// LOOKUP sets out = table[entry.offset + PEXT(occ, entry.mask)]; at is 16 * sq, the place of the square's entry.
#define LOOKUP(entries, table, at, occ, out, base) \
	LEAQ  entries(SB), base;     \
	PEXTQ (base)(at*1), occ, out; \
	ADDQ  8(base)(at*1), out;    \
	LEAQ  table(SB), base;       \
	MOVQ  (base)(out*8), out

// func rook(sq int, occ uint64) uint64
TEXT ·rook(SB), NOSPLIT, $0-24
	SOFT(·softRook)
	MOVQ sq+0(FP), AX
	MOVQ occ+8(FP), BX
	ANDL $63, AX
	SHLL $4, AX
	LOOKUP(·rookEntries, ·rookTable, AX, BX, CX, DX)
	MOVQ CX, ret+16(FP)
	RET

// func bishop(sq int, occ uint64) uint64
TEXT ·bishop(SB), NOSPLIT, $0-24
	SOFT(·softBishop)
	MOVQ sq+0(FP), AX
	MOVQ occ+8(FP), BX
	ANDL $63, AX
	SHLL $4, AX
	LOOKUP(·bishopEntries, ·bishopTable, AX, BX, CX, DX)
	MOVQ CX, ret+16(FP)
	RET

// func both(sq int, occ uint64) (rookAttacks, bishopAttacks uint64)
TEXT ·both(SB), NOSPLIT, $0-32
	SOFT(·softBoth)
	MOVQ sq+0(FP), AX
	MOVQ occ+8(FP), BX
	ANDL $63, AX
	SHLL $4, AX
	LOOKUP(·rookEntries, ·rookTable, AX, BX, CX, DX)
	LOOKUP(·bishopEntries, ·bishopTable, AX, BX, SI, DI)
	MOVQ CX, rookAttacks+16(FP)
	MOVQ SI, bishopAttacks+24(FP)
	RET
