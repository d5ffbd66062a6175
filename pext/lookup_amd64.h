// What the assembly of this package shares.

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

// INDEX sets out = entry.offset + PEXT(occ, entry.mask), the place in the table; entries is the address of the piece's entries and
// at = 16 * sq the place of the square's.
#define INDEX(entries, at, occ, out) \
	PEXTQ (entries)(at*1), occ, out; /* PEXT(occ, mask) */ \
	ADDQ  8(entries)(at*1), out      /* + offset */

// LOOKUP sets out = table[entry.offset + PEXT(occ, entry.mask)].
#define LOOKUP(entries, table, at, occ, out) \
	INDEX(entries, at, occ, out); \
	MOVQ (table)(out*8), out      /* T[...] */
