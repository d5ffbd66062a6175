//go:build arm64 && !purego

// The Go compiler has no vector instructions; these are softQueen and superpiece.Threats in registers.

#include "go_asm.h"
#include "textflag.h"

// UNITE sets V4 to the bits of bytes that are all ones or zero, in V4 to V7: sums of neighbours unite the bits of eight bytes. V3 has a bit for each of eight
// bytes.
#define UNITE \
	VAND  V3.B16, V4.B16, V4.B16; \
	VAND  V3.B16, V5.B16, V5.B16; \
	VAND  V3.B16, V6.B16, V6.B16; \
	VAND  V3.B16, V7.B16, V7.B16; \
	VADDP V5.B16, V4.B16, V4.B16; \
	VADDP V7.B16, V6.B16, V6.B16; \
	VADDP V6.B16, V4.B16, V4.B16; \
	VADDP V4.B16, V4.B16, V4.B16

// PERMUTE sets R0 to a permutation of itself, by the 128 bytes at R1, and moves R1 behind them.
#define PERMUTE \
	VMOV     R0, V0.D[0];                                 \ // and all ones behind
	VLD1.P   64(R1), [V16.B16, V17.B16, V18.B16, V19.B16]; \
	VLD1.P   64(R1), [V20.B16, V21.B16, V22.B16, V23.B16]; \
	VTBL     V16.B16, [V0.B16], V4.B16;                   \ // the byte with the bit
	VTBL     V17.B16, [V0.B16], V5.B16;                   \
	VTBL     V18.B16, [V0.B16], V6.B16;                   \
	VTBL     V19.B16, [V0.B16], V7.B16;                   \
	VCMTST   V20.B16, V4.B16, V4.B16;                     \ // all ones where it is set
	VCMTST   V21.B16, V5.B16, V5.B16;                     \
	VCMTST   V22.B16, V6.B16, V6.B16;                     \
	VCMTST   V23.B16, V7.B16, V7.B16;                     \
	UNITE;                                                \
	VMOV     V4.D[0], R0

// BITS sets V3 to a bit for each of eight bytes.
#define BITS \
	MOVD $0x8040201008040201, R2; \
	VDUP R2, V3.D2

// Threats. Of the registers, after those of the permutation:
//
//	R4   the list                               V24  what is seen: the nearest man of each ray, and then their squares
//	R5   how long it is                         V25  the same of the opposite rays
//	R6   the tables                             V26  the same of knights' squares
//	R7   sq, eight bits higher                  V27  words of the man on sq, and his square
//	R8   the man's entry                        V28  words of the sign
//	R9   the sets, a byte each: neighbours,     V29  8 in each byte
//	     attackers, victims, sliders that look  R10  the counts of sets' members
//	     through the square, knights that
//	     attack, and men whom a knight may attack

// FRONT sets out to words of the members of a set, R0, one behind another.
#define FRONT(seen, out) \
	FMOVD (R6)(R0<<3), F16;                  \ // threatTables_members is 0
	VADD  V29.B16, V16.B16, V17.B16;         \ // where the squares are
	VZIP1 V17.B16, V16.B16, V16.B16;         \
	VTBL  V16.B16, [seen.B16], out.B16

// APPEND appends as many threats as a set, R0, has members.
#define APPEND(attackers, victims) \
	VZIP1 victims.H8, attackers.H8, V18.H8;  \
	VZIP2 victims.H8, attackers.H8, V19.H8;  \
	ADD   R5<<2, R4, R1;                     \
	VST1  [V18.B16, V19.B16], (R1);          \
	MOVBU (R10)(R0), R2;                     \
	ADD   R2, R5, R5

// OF appends the threats of the man in R0, and of attackers to him.
#define OF \
	ADD   $threatTables_men, R6, R8;         \
	ADD   R0<<2, R8, R8;                     \
	ORR   R7, R0, R0;                        \
	VDUP  R0, V27.H8;                        \
	MOVBU man_Beside(R8), R0;                \
	MOVBU man_Along(R8), R1;                 \
	AND   R9, R0, R0;                        \ // neighbours
	ORR   R1, R0, R0;                        \
	UBFX  $16, R9, $8, R1;                   \
	AND   R1, R0, R0;                        \ // victims
	MOVBU man_Knight(R8), R1;                \
	VDUP  R1, V20.B16;                       \
	VBSL  V24.B16, V26.B16, V20.B16;         \
	UBFX  $40, R9, $8, R2;                   \
	AND   R2, R1, R1;                        \
	ORR   R1, R0, R0;                        \
	FRONT(V20, V20);                         \
	VORR  V28.B16, V27.B16, V21.B16;         \
	APPEND(V21, V20);                        \
	MOVBU man_King(R8), R8;                  \
	UBFX  $8, R9, $8, R0;                    \
	BIC   R8, R0, R0;                        \
	FRONT(V24, V20);                         \
	VORR  V28.B16, V20.B16, V20.B16;         \
	APPEND(V20, V27);                        \
	UBFX  $32, R9, $8, R0;                   \
	BIC   R8, R0, R0;                        \
	FRONT(V26, V20);                         \
	VORR  V28.B16, V20.B16, V20.B16;         \
	APPEND(V20, V27)

// AFTER sets R0 to the man who stands on sq after the change, and V28 to the mark of threats that appear.
#define AFTER \
	MOVD  $const_appears, R0;                \
	VDUP  R0, V28.H8;                        \
	MOVBU after+17(FP), R0;                  \
	AND   $15, R0, R0

// NEAREST sets man to the nearest man of two rays, and squares to his square. V30 has all bytes but knights', and V31 a 1 in each ray.
#define NEAREST(men, squares, man) \
	VAND   V30.B16, men.B16, V20.B16;        \
	VSUB   V31.D2, V20.D2, V21.D2;           \ // changes the bytes up to the nearest man
	VCMEQ  V20.B16, V21.B16, V21.B16;        \
	VAND   V20.B16, V21.B16, V21.B16;        \
	VEOR   V20.B16, V21.B16, man.B16;        \ // the nearest man alone
	VCMTST man.B16, man.B16, V21.B16;        \
	VAND   V21.B16, squares.B16, squares.B16

// func queen(sq int, occ uint64) uint64
TEXT ·queen(SB), NOSPLIT, $0-24
	MOVD  sq+0(FP), R1
	MOVD  occ+8(FP), R0
	AND   $63, R1, R1
	MOVD  $·entries(SB), R2
	ADD   R1<<8, R2, R1
	BITS
	VEOR  V0.B16, V0.B16, V0.B16
	VCMEQ V0.B16, V0.B16, V0.B16
	PERMUTE                                      // rays
	MOVD  $const_each, R2
	SUB   R2, R0, R2                             // rays - each
	EOR   R2, R0, R0                             // reached = rays ^ (rays - each)
	PERMUTE                                      // attacks
	MOVD  R0, ret+16(FP)
	RET

// func threats(men *board.Men, sq int, before, after board.Man, d *board.Delta)
TEXT ·threats(SB), NOSPLIT, $0-32
	MOVD   d+24(FP), R3
	MOVWU  (R3), R5                              // board.Delta.N
	CMP    $const_most, R5
	BHI    soft
	ADD    $4, R3, R4
	MOVD   men+0(FP), R1
	MOVD   sq+8(FP), R7
	AND    $63, R7, R7
	MOVD   $·forThreats(SB), R6
	MOVD   $threatTables_squares, R0
	ADD    R6, R0, R0
	ADD    R7<<6, R0, R0
	LSL    $8, R7, R7
	MOVD   $threatTables_counts, R10
	ADD    R6, R10, R10

	// The men in the order of the rays.
	VLD1   (R1), [V0.B16, V1.B16, V2.B16, V3.B16]
	VLD1   (R0), [V4.B16, V5.B16, V6.B16, V7.B16]
	VTBL   V4.B16, [V0.B16, V1.B16, V2.B16, V3.B16], V16.B16
	VTBL   V5.B16, [V0.B16, V1.B16, V2.B16, V3.B16], V17.B16
	VTBL   V6.B16, [V0.B16, V1.B16, V2.B16, V3.B16], V18.B16
	VTBL   V7.B16, [V0.B16, V1.B16, V2.B16, V3.B16], V19.B16
	MOVD   $threatTables_kinds, R0
	ADD    R6, R0, R0
	VLD1   (R0), [V8.B16, V9.B16, V10.B16, V11.B16] // kinds, far, close, ends
	VTBL   V11.B16, [V16.B16, V17.B16, V18.B16, V19.B16], V22.B16 // the men on the first and on the last squares
	VTBL   V11.B16, [V4.B16, V5.B16, V6.B16, V7.B16], V23.B16     // these squares
	MOVD   $0x00ffffffffffffff, R0
	VDUP   R0, V30.D2
	MOVD   $1, R0
	VDUP   R0, V31.D2
	NEAREST(V16, V4, V12)
	NEAREST(V17, V5, V13)
	NEAREST(V18, V6, V14)
	NEAREST(V19, V7, V15)
	VADDP  V13.B16, V12.B16, V12.B16             // sums of a man and of zeros
	VADDP  V15.B16, V14.B16, V14.B16
	VADDP  V5.B16, V4.B16, V4.B16
	VADDP  V7.B16, V6.B16, V6.B16
	VADDP  V14.B16, V12.B16, V12.B16
	VADDP  V6.B16, V4.B16, V4.B16
	VADDP  V4.B16, V12.B16, V24.B16
	VREV64 V24.H8, V25.H8                        // opposite rays change places
	VZIP2  V23.D2, V22.D2, V26.D2

	// Sets of them.
	VEXT   $8, V24.B16, V24.B16, V20.B16
	VCMEQ  V23.B16, V20.B16, V20.B16             // neighbours
	VTBL   V24.B16, [V8.B16], V12.B16            // kinds
	VTBL   V26.B16, [V8.B16], V13.B16
	VAND   V20.B16, V10.B16, V14.B16
	VORR   V14.B16, V9.B16, V14.B16
	VCMTST V14.B16, V12.B16, V14.B16             // attackers
	VMOVI  $const_victim, V15.B16
	VCMTST V15.B16, V12.B16, V21.B16             // victims
	VREV64 V21.H8, V22.H8
	VAND   V14.B16, V22.B16, V22.B16
	VMOVI  $const_slider, V16.B16
	VCMTST V16.B16, V12.B16, V16.B16
	VAND   V16.B16, V22.B16, V22.B16             // sliders that attack through the square
	VMOVI  $const_knight, V16.B16
	VCMTST V16.B16, V13.B16, V16.B16             // knights
	VCMTST V15.B16, V13.B16, V17.B16
	VZIP1  V14.D2, V20.D2, V4.D2
	VZIP1  V22.D2, V21.D2, V5.D2
	VZIP1  V17.D2, V16.D2, V6.D2
	VORR   V6.B16, V6.B16, V7.B16
	BITS
	UNITE
	VMOV   V4.D[0], R9
	VMOVI  $8, V29.B16

	// The list.
	VEOR   V28.B16, V28.B16, V28.B16
	MOVBU  before+16(FP), R0
	ANDS   $15, R0, R0
	BEQ    appears
	OF
	AFTER
	CBZ    R0, through
	OF
	B      done
appears:
	AFTER
	OF
	VEOR   V28.B16, V28.B16, V28.B16             // rays close
through:
	UBFX   $24, R9, $8, R0
	FRONT(V25, V21)
	FRONT(V24, V20)
	VORR   V28.B16, V20.B16, V20.B16
	APPEND(V20, V21)
done:
	MOVD   d+24(FP), R3
	MOVW   R5, (R3)
	RET
soft:
	JMP    ·softThreats(SB)
