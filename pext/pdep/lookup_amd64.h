// What the assembly of this package shares.

// SOFT jumps to the software form where there is no BMI2. From GOAMD64=v3 on there always is.
#ifdef GOAMD64_v3
#define BMI2_IS_THERE
#endif
#ifdef GOAMD64_v4
#define BMI2_IS_THERE
#endif
#ifdef BMI2_IS_THERE
#define SOFT(form)
#else
#define SOFT(form) \
	CMPB ·hasBMI2(SB), $0; \
	JNE  2(PC);            \
	JMP  form(SB)
#endif

// LOOKUP sets out = PDEP(table[entry.offset + PEXT(occ, entry.mask)], entry.lines), given the addresses of the piece's entries and
// table and at = 32 * sq, the place of the square's entry.
#define LOOKUP(entries, table, at, occ, out) \
	PEXTQ   0(entries)(at*1), occ, out; /* PEXT(occ, mask) */ \
	ADDQ    16(entries)(at*1), out;     /* + offset */        \
	MOVWLZX (table)(out*2), out;        /* T[...] */          \
	PDEPQ   8(entries)(at*1), out, out  /* PDEP(..., lines) */
