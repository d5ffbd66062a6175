// Eight answers at a time, for packages hyperbola/obstructionavx512 and pext/hybridavx512. The go command finds headers in a package's own folder only, so each
// of the two has a copy of this file. A test in pext/internal/scalar compares the copies.
//
// Registers; a loop sets Z0, Z1 and Z27 to Z30, and ROOK_VECTORS and the like set Z21 to Z26:
//	Z0        occ, then the part of it above sq
//	Z1        sq, then its file f
//	Z2        b
//	Z3        the part of occ below sq
//	Z4        r, the rank of sq
//	Z5, Z6    the file and the rank, then the attacks on them
//	Z7, Z8    the diagonal and the anti-diagonal, then the attacks on them
//	Z9, Z10   scratch: below; up and down
//	Z21, Z22  antidiagonals
//	Z23, Z24  diagonals
//	Z25, Z26  files, ranks
//	Z27       7
//	Z28       all ones
//	Z29       1 << 63
//	Z30       1

// Constants of VPTERNLOGQ, for its destination a, the operand b before a, and the operand c before b: the result is bit
// 4a + 2b + c of the constant.
#define A_WITHOUT_B_AND_C $0x10 // a &^ (b | c)
#define A_AND_B_XOR_C     $0x60 // a & (b ^ c)
#define A_XOR_B_XOR_C     $0x96 // a ^ b ^ c
#define A_WHERE_C_ELSE_B  $0xe4 // a & c | b &^ c
#define A_AND_B_OR_C      $0xea // a & b | c

// SPLIT splits occ at sq and finds the rank.
#define SPLIT \
	VPROLVQ    Z1, Z30, Z2;                   \ // b = 1 << sq: a rotation reads only the low six bits
	VPADDQ     Z28, Z2, Z9;                   \ // below = b - 1
	VPANDQ     Z9, Z0, Z3;                    \ // occ & below
	VPTERNLOGQ A_WITHOUT_B_AND_C, Z9, Z2, Z0; \ // occ & above
	VPSRLQ     $3, Z1, Z4                       // r, under the bits of sq that do not count

// ROOK_LINES sets Z5 and Z6 to the file and the rank. A permutation reads only the low three bits of its index.
#define ROOK_LINES \
	VPERMQ Z25, Z1, Z5; \
	VPERMQ Z26, Z4, Z6

// BISHOP_LINES sets Z7 and Z8 to the diagonal and the anti-diagonal. A permutation of two registers reads only the low
// four bits of its index. The high bits of sq, which do not count, remain in both r and f, so that they cancel in r -
// f, and add up to a multiple of 16 in r + f.
#define BISHOP_LINES \
	VPTERNLOGQ A_WHERE_C_ELSE_B, Z27, Z4, Z1; \ // f = sq & 7 | r &^ 7
	VPSUBQ     Z1, Z4, Z7;                    \ // r - f
	VPADDQ     Z1, Z4, Z8;                    \ // r + f
	VPERMI2Q   Z24, Z23, Z7;                  \
	VPERMI2Q   Z22, Z21, Z8

// ATTACKS replaces a line by (up ^ (up - msb(down))) & line.
#define ATTACKS(line) \
	VPANDQ     line, Z0, Z9;                 \ // up
	VMOVDQA64  Z3, Z10;                      \
	VPTERNLOGQ A_AND_B_OR_C, Z30, line, Z10; \ // down = occ & below & line | 1
	VPLZCNTQ   Z10, Z10;                     \
	VPSRLVQ    Z10, Z29, Z10;                \ // msb(down)
	VPSUBQ     Z10, Z9, Z9;                  \ // up - msb(down)
	VPTERNLOGQ A_AND_B_XOR_C, Z9, Z0, line     // on the line, up is occ & above

// BISHOP_ATTACKS sets Z7 to the bishop's attacks once the occupancy is split. The square itself is in both parts and
// cancels, here and below.
#define BISHOP_ATTACKS \
	BISHOP_LINES;      \
	ATTACKS(Z7);       \
	ATTACKS(Z8);       \
	VPXORQ Z8, Z7, Z7

// BISHOP sets Z7 to the bishop's attacks.
#define BISHOP \
	SPLIT;         \
	BISHOP_ATTACKS

// ROOK sets Z5 to the rook's attacks.
#define ROOK \
	SPLIT;             \
	ROOK_LINES;        \
	ATTACKS(Z5);       \
	ATTACKS(Z6);       \
	VPXORQ Z6, Z5, Z5

// BOTH sets Z5 to the rook's attacks and Z7 to the bishop's.
#define BOTH \
	ROOK;          \
	BISHOP_ATTACKS

// QUEEN sets Z5 to the queen's attacks.
#define QUEEN \
	SPLIT;                                \
	ROOK_LINES;                           \
	BISHOP_LINES;                         \
	ATTACKS(Z5);                          \
	ATTACKS(Z6);                          \
	ATTACKS(Z7);                          \
	ATTACKS(Z8);                          \
	VPTERNLOGQ A_XOR_B_XOR_C, Z6, Z7, Z5; \
	VPXORQ     Z8, Z5, Z5

#define ROOK_VECTORS \
	VMOVDQU64 ·files(SB), Z25; \
	VMOVDQU64 ·ranks(SB), Z26

#define BISHOP_VECTORS \
	VMOVDQU64 ·diagonals+0(SB), Z23;     \
	VMOVDQU64 ·diagonals+64(SB), Z24;    \
	VMOVDQU64 ·antidiagonals+0(SB), Z21; \
	VMOVDQU64 ·antidiagonals+64(SB), Z22

#define QUEEN_VECTORS \
	ROOK_VECTORS;  \
	BISHOP_VECTORS
