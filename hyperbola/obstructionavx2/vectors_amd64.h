// Four answers at a time, for packages hyperbola/obstructionavx2 and pext/hybridavx2. The go command finds headers in a package's own folder only, so each
// of the two has a copy of this file. A test in pext/internal/scalar compares the copies.
//
// Registers; a loop sets Y0 and Y1, and ROOK_VECTORS or BISHOP_VECTORS set those from Y10 on:
//	Y0        occ, then o
//	Y1        f, the file of sq, in every byte
//	Y2        r, the rank of sq, in every byte; then q = r - number of the byte; then the anti-diagonal
//	Y3        the rank, then swap(b)
//	Y4        the file, then the diagonal
//	Y5        b
//	Y6, Y8    scratch
//	Y6, Y7    the answers: the bishop's, the rook's or queen's
//	Y10..Y15  fileA, swap, numbers, bit, upTo, seven

// PLACE spreads the squares in Y1, a byte each, over the bytes of their words.
#define PLACE \
	VPSHUFB ·spread(SB), Y1, Y1; \ // sq
	VPSRLW  $3, Y1, Y2;          \ // the rank, under bits of the neighbour
	VPAND   Y15, Y2, Y2;         \ // r
	VPAND   Y15, Y1, Y1            // f

// LINE sets out = ((x - b) ^ swap(swap(x) - swap(b))) & line, x = o & line. Y0 has o, Y5 b, and Y3 swap(b).
#define LINE(line, out) \
	VPAND   line, Y0, Y6; \ // x
	VPSUBQ  Y5, Y6, Y8;   \ // x - b
	VPSHUFB Y11, Y6, Y6;  \ // swap(x)
	VPSUBQ  Y3, Y6, Y6;   \ // swap(x) - swap(b)
	VPSHUFB Y11, Y6, Y6;  \ // swap(swap(x) - swap(b))
	VPXOR   Y8, Y6, Y6;   \
	VPAND   line, Y6, out

// ROOK sets Y7 to the rook's attacks, Y5 to b, Y3 to swap(b) and Y0 to o.
#define ROOK \
	VPSHUFB    Y1, Y13, Y4;            \ // file: in each byte 1 << f
	VPCMPEQB   Y12, Y2, Y3;            \ // rank: all of the byte r
	VPAND      Y4, Y3, Y5;             \ // b = file & rank
	VPANDN     Y0, Y5, Y0;             \ // o = occ &^ b
	VPOR       Y10, Y0, Y7;            \
	VPAND      Y3, Y7, Y7;             \ // (o | fileA) & rank
	VPSHUFB    Y1, Y14, Y6;            \ // upTo: in each byte 2 << f - 1
	VPANDN     Y7, Y6, Y8;             \ // up
	VPAND      Y7, Y6, Y6;             \ // down
	VCVTDQ2PS  Y6, Y6;                 \ // down as a float: its exponent gives the highest bit
	VPAND      ·exponent(SB), Y6, Y6;  \
	VCVTTPS2DQ Y6, Y6;                 \ // msb(down)
	VPSUBB     Y6, Y8, Y6;             \ // up - msb(down)
	VPXOR      Y8, Y6, Y7;             \ // the rank's attacks, and sq
	VPSHUFB    Y11, Y5, Y3;            \ // swap(b)
	LINE(Y4, Y6);                      \
	VPOR       Y6, Y7, Y7;             \
	VPANDN     Y7, Y5, Y7                // without sq

// DIAGONALS sets Y4 and Y2 to the diagonal and the anti-diagonal.
#define DIAGONALS \
	VPSUBB  Y12, Y2, Y2; \ // q
	VPSUBB  Y2, Y1, Y4;  \ // f - q, the file where the diagonal meets each rank
	VPADDB  Y2, Y1, Y2;  \ // f + q, the anti-diagonal
	VPSHUFB Y4, Y13, Y4; \ // in each byte 1 << file, and 0 off the board
	VPSHUFB Y2, Y13, Y2

// LINES sets Y6 to the attacks on both diagonals.
#define LINES \
	LINE(Y4, Y4);        \
	LINE(Y2, Y6);        \
	VPOR    Y4, Y6, Y6

// BISHOP sets Y6 to the bishop's attacks.
#define BISHOP \
	DIAGONALS;           \
	VPAND   Y4, Y2, Y5;  \ // b = diagonal & anti-diagonal
	VPANDN  Y0, Y5, Y0;  \ // o = occ &^ b
	VPSHUFB Y11, Y5, Y3; \ // swap(b)
	LINES

// BOTH sets Y7 to the rook's attacks and Y6 to the bishop's.
#define BOTH \
	ROOK;      \
	DIAGONALS; \
	LINES

// QUEEN sets Y7 to the queen's attacks.
#define QUEEN \
	BOTH;           \
	VPOR Y6, Y7, Y7

// The constants that BISHOP reads in registers, and those that ROOK, QUEEN and BOTH read.

#define BISHOP_VECTORS \
	VMOVDQU ·swap(SB), Y11;    \
	VMOVDQU ·numbers(SB), Y12; \
	VMOVDQU ·bit(SB), Y13;     \
	VMOVDQU ·seven(SB), Y15

#define ROOK_VECTORS \
	BISHOP_VECTORS;           \
	VMOVDQU ·fileA(SB), Y10;  \
	VMOVDQU ·upTo(SB), Y14
